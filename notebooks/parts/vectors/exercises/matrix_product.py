"""The matrix product, built from dot products."""

import numpy as np

from course_lib.exercises.exercise import Case, Exercise


def matrix_product(A, B):
    """Entry i, j is the dot product of row i of A and column j of B."""
    C = np.zeros((A.shape[0], B.shape[1]))
    for i in range(A.shape[0]):
        for j in range(B.shape[1]):
            C[i, j] = np.dot(A[i], B[:, j])
    return C


def _case(rng, rows, inner, columns, size=1, **note):
    A = rng.normal(0, size, (rows, inner))
    return Case(A, rng.normal(0, size, (inner, columns)), **note)


def _style(words):
    """Complain about a product of the whole matrices."""
    if "for" in words or not words & {"@", "dot", "matmul", "einsum"}:
        return None
    return (
        "The numbers are right, but NumPy multiplied the whole matrices. "
        "Build the product from dot products, one for each entry."
    )


EXERCISE = Exercise(
    lesson="02",
    statement="Multiply matrix `A` of shape (p, q) by matrix `B` of shape "
    "(q, r). Entry i, j of the answer is the dot product of row i of A and "
    "column j of B; its shape is (p, r). Build it from dot products: no `A @ "
    "B` of the whole matrices. A and B may hold integers.",
    reference=matrix_product,
    accepted=[
        lambda A, B: [[row @ column for column in B.T] for row in A],
        lambda A, B: sum(np.outer(A[:, k], B[k]) for k in range(A.shape[1])),
    ],
    mistakes={
        (
            "return C → return A * B",
            "np.dot(A[i], B[:, j]) → A[i, j] * B[i, j]",
        ): "You multiplied entry by entry. `*` in "
        "NumPy is entrywise for matrices too; in a matrix product each entry "
        "is a sum of products.",
        "return C → return B @ A": "You computed B times A. For numbers the "
        "order does not matter; for matrices it does.",
        "B[:, j] → B[j]": "You multiplied rows of A by rows of B. `B[j]` is "
        "row j; column j is `B[:, j]`.",
        "np.dot(A[i], B[:, j]) → "
        "sum(A[i, k] * B[j, k] for k in range(A.shape[1]))": "You took row j "
        "of B, entry by entry: B[j, k]. The first index is the row. Column j "
        "of B is B[k, j] for all k.",
        "A[i] → A[:, i]": "You multiplied columns of A by columns of B. "
        "`A[:, i]` is column i; row i is `A[i]`.",
        (
            "return C → return A.T @ B.T",
            "A[i] → A[:, i]; B[:, j] → B[j]",
        ): "You multiplied columns of A by rows of B. Rows and columns have "
        "changed places: row i of A is `A[i]`, column j of B is `B[:, j]`.",
        "range(B.shape[1]) → range(B.shape[0])": "Your inner loop ran q "
        "times, once for each product in a dot product. It runs over the "
        "columns of B, of which there are r.",
        "return C → return C.T": "Your answer is transposed: entry i, j "
        "stands at j, i. Row i of A decides the row of the answer, column j "
        "of B its column.",
        "np.dot(A[i], B[:, j]) → A[i, -1] * B[-1, j]": "Only the last product "
        "of each dot product is left. In a loop, `C[i, j] = …` overwrites "
        "what was there; a sum needs `C[i, j] += …`.",
        "A[i] → A[i, :-1]; B[:, j] → B[:-1, j]": "You left out the last "
        "product of each dot product. `range(q - 1)` ends one early: a range "
        "already leaves out its end.",
        "A[i] → A[i, 1:]; B[:, j] → B[1:, j]": "You left out the first "
        "product of each dot product. `range(1, q)` starts at the second one: "
        "indices begin with 0.",
        "return C → return np.cumsum(C).reshape(C.shape)": "You did not set "
        "the sum back to 0 for the next entry. Entry 0, 0 is right, so it "
        "looks right; every later one still holds those before it.",
        "return C → return np.cumsum(C, axis=1)": "You set the sum back to 0 "
        "once per row, not for each entry. The first column is right; in the "
        "others each entry still holds those to its left.",
        "return C → return np.tile(C[-1], (len(C), 1))": "Every row of your "
        "answer is the last one. `[[0] * r] * p` is p times the same list: "
        "what is written into one row stands in all. Use `np.zeros((p, r))`.",
        "return C → return np.tile(C.sum(axis=0), (len(C), 1))": "Every row "
        "of your answer is the sum of all rows. `[[0] * r] * p` is p times "
        "the same list: what is added to one row is added to all. Use "
        "`np.zeros((p, r))`.",
        "B.shape[1])) → B.shape[1]), dtype=A.dtype)": "Your answer is an "
        "array of integers where A is one: the fractions of B were cut off. "
        "`np.zeros_like` and `dtype=A.dtype` take over the dtype of A; "
        "`np.zeros((p, r))` is float.",
        (
            "(A.shape[0], B.shape[1]) → (A.shape[1], B.shape[0])",
            "(A.shape[0], B.shape[1]) → (B.shape[1], A.shape[0])",
        ): "Your rows and columns have the wrong lengths. The answer has one "
        "row per row of A and one column per column of B: (p, r).",
        "np.dot(A[i], B[:, j]) → sum(A[i, k] * B[k, j] for k in "
        "range(A.shape[0]))": "Your sum of products has as many terms as A "
        "has rows. A dot product has one for each column of A, so q.",
        "np.dot(A[i], B[:, j]) → (A[i] + B[:, j]).sum()": "You added the two "
        "numbers of each pair. A dot product multiplies them, and adds the "
        "products up.",
        "return C → return np.vstack([C[:1], 0 * C[1:]])": "Only the first "
        "row is filled. A `return` inside the outer loop ends it after one "
        "row: it belongs below both loops.",
        "return C → C[0, 1:], C[1:] = 0, 0\n    return C": "Only the first "
        "entry is filled. A `return` inside the loops ends them in the first "
        "round: it belongs below both.",
    },
    style=_style,
    promise={
        "A.ndim, B.ndim": ((2, 2),),
        "A.dtype.name": ("float64", "int64"),
        "len(A) == A.shape[1] == B.shape[1]": (False, True),
    },
    cases=lambda rng: [
        Case(
            np.array([[1.0, 2.0], [3.0, 4.0]]),
            np.array([[5.0, 6.0], [7.0, 8.0]]),
            note="A and B of the lesson",
        ),
        _case(rng, 3, 3, 3, note="square matrices"),
        _case(rng, 2, 3, 4),
        _case(rng, 2, 3, 5, size=30, note="large numbers"),
        _case(rng, 4, 3, 4, note="as many columns as rows"),
        Case(
            rng.integers(0, 10, (2, 3)),
            rng.normal(size=(3, 4)),
            note="an A of integers",
        ),
    ],
    hints=[
        "Each entry of the answer needs one row of A and one column of B.",
        "Row i of A is `A[i]`, column j of B is `B[:, j]`; both have q "
        "entries.",
        "An array of zeros with p rows and r columns to fill, and two loops, "
        "over i and over j. One entry is one `np.dot`.",
    ],
)
