"""The matrix product, built from dot products."""

import numpy as np

from course_lib.exercises.exercise import Case, Exercise, Mistake

STARTER = '''\
def matrix_product(A, B):
    """Entry i, j is the dot product of row i of A and column j of B."""
    raise NotImplementedError
'''


def matrix_product(A, B):
    C = np.zeros((A.shape[0], B.shape[1]))
    for i in range(A.shape[0]):
        for j in range(B.shape[1]):
            C[i, j] = np.dot(A[i], B[:, j])
    return C


def _numpy_alone(A, B):
    return A @ B


def _outer_products(A, B):
    return sum(np.outer(A[:, k], B[k]) for k in range(A.shape[1]))


def _broadcast(A, B):
    return (A[:, :, np.newaxis] * B[np.newaxis]).sum(axis=1)


def _entrywise(A, B):
    return A * B


def _other_order(A, B):
    return B @ A


def _rows_with_rows(A, B):
    return A @ B.T


def _columns_with_columns(A, B):
    return A.T @ B


def _columns_with_rows(A, B):
    return A.T @ B.T


def _transposed(A, B):
    return (A @ B).T


def _one_short(A, B):
    return A[:, :-1] @ B[:-1]


def _without_the_first(A, B):
    return A[:, 1:] @ B[1:]


def _never_reset(A, B):
    return np.cumsum(A @ B).reshape(len(A), -1)


def _last_product(A, B):
    return np.outer(A[:, -1], B[-1])


def _rows_by_index(A, B):
    """Read B[j, k] where B[k, j] is meant."""
    (M, K), N = A.shape, B.shape[1]
    return np.array(
        [
            [sum(A[i, k] * B[j, k] for k in range(K)) for j in range(N)]
            for i in range(M)
        ]
    )


def _reset_by_row(A, B):
    return np.cumsum(A @ B, axis=1)


def _one_list(A, B):
    return np.tile((A @ B)[-1], (len(A), 1))


def _one_list_added_to(A, B):
    return np.tile((A @ B).sum(axis=0), (len(A), 1))


def _cut_off(A, B):
    return (A @ B).astype(A.dtype)


def _cases(rng):
    def args(rows, inner, columns):
        return rng.normal(size=(rows, inner)), rng.normal(
            size=(inner, columns)
        )

    return [
        Case(
            np.array([[1.0, 2.0], [3.0, 4.0]]),
            np.array([[5.0, 6.0], [7.0, 8.0]]),
            note="A and B of the lesson",
        ),
        Case(*args(3, 3, 3), note="square matrices"),
        Case(*args(2, 3, 4)),
        Case(*args(4, 3, 4), note="as many columns as rows"),
        Case(
            rng.integers(0, 10, (2, 3)),
            rng.normal(size=(3, 4)),
            note="an A of integers",
        ),
    ]


EXERCISE = Exercise(
    name="matrix_product",
    lesson="02",
    statement="Multiply matrix `A` of shape (M, K) by matrix `B` of shape "
    "(K, N). Entry i, j of the answer is the dot product of row i of A and "
    "column j of B; its shape is (M, N).",
    starter=STARTER,
    reference=matrix_product,
    accepted=[_numpy_alone, _outer_products, _broadcast],
    mistakes=[
        Mistake(
            _entrywise,
            "You multiplied entry by entry.",
            "`*` in NumPy is entrywise for matrices too; the matrix product "
            "is `@`.",
        ),
        Mistake(
            _other_order,
            "You computed B times A.",
            "For numbers the order does not matter; for matrices it does.",
        ),
        Mistake(
            _rows_with_rows,
            "You took rows of A with rows of B.",
            "`B[j]` is row j; column j is `B[:, j]`.",
        ),
        Mistake(
            _rows_by_index,
            "You took row j of B, entry by entry: B[j, k].",
            "The first index is the row. Column j of B is B[k, j] for all k.",
        ),
        Mistake(
            _columns_with_columns,
            "You took columns of A with columns of B.",
            "`A[:, i]` is column i; row i is `A[i]`.",
        ),
        Mistake(
            _columns_with_rows,
            "You took columns of A with rows of B.",
            "Rows and columns have changed places: row i of A is `A[i]`, "
            "column j of B is `B[:, j]`.",
        ),
        Mistake(
            _transposed,
            "Your answer is transposed: entry i, j stands at j, i.",
            "Row i of A decides the row of the answer, column j of B its "
            "column.",
        ),
        Mistake(
            _last_product,
            "Only the last product of each dot product is left.",
            "In a loop, `C[i, j] = …` overwrites what was there; a sum needs "
            "`C[i, j] += …`.",
        ),
        Mistake(
            _one_short,
            "You left out the last product of each dot product.",
            "`range(K - 1)` ends one early: a range already leaves out its "
            "end.",
        ),
        Mistake(
            _never_reset,
            "You did not set the sum back to 0 for the next entry.",
            "Entry 0, 0 is right, so it looks right; every later one still "
            "holds those before it.",
        ),
        Mistake(
            _reset_by_row,
            "You set the sum back to 0 once a row, not for each entry.",
            "The first column is right; in the others each entry still holds "
            "those to its left.",
        ),
        Mistake(
            _one_list,
            "Every row of your answer is the last one.",
            "`[[0] * N] * M` is M times the same list: what is written into "
            "one row stands in all. Use `np.zeros((M, N))`.",
        ),
        Mistake(
            _one_list_added_to,
            "Every row of your answer is the sum of all rows.",
            "`[[0] * N] * M` is M times the same list: what is added to one "
            "row is added to all. Use `np.zeros((M, N))`.",
        ),
        Mistake(
            _cut_off,
            "Your answer is an array of integers where A is one: the "
            "fractions of B were cut off.",
            "`np.zeros_like` and `dtype=A.dtype` take over the dtype of A; "
            "`np.zeros((M, N))` is float.",
        ),
    ],
    hints=[
        "Each entry of the answer needs one row of A and one column of B.",
        "Row i of A is `A[i]`, column j of B is `B[:, j]`; both have K "
        "entries.",
        "Start from `np.zeros((M, N))` and fill entry [i, j] with "
        "`np.dot(A[i], B[:, j])` in two loops.",
    ],
    cases=_cases,
)
