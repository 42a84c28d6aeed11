"""What the exercise `matrix_product` claims."""

import numpy as np

p, q, r = 2, 3, 4
ONES = np.ones((p, q)) @ np.ones((q, r))

CLAIMS = {
    "Entry i, j of the answer is the dot product of row i of A and column j "
    "of B; its shape is (p, r)":
        "same(right[0, 1], A[0] @ B[:, 1]) and ONES.shape == (p, r)",
    "Each entry of the answer needs one row of A and one column of B":
        "same(right[0, 1], A[0] @ B[:, 1])",
    "Row i of A is `A[i]`, column j of B is `B[:, j]`; both have q entries":
        "len(A[0]) == len(B[:, 0]) and np.ones((p, q))[0].size == q",
    "with p rows and r columns": "ONES.shape == (p, r)",
    "You multiplied entry by entry": "A * B",
    "You computed B times A": "B @ A",
    "You multiplied rows of A by rows of B": "A @ B.T",
    "`B[j]` is row j; column j is `B[:, j]`": "same(B.T[0], B[:, 0])",
    "You took row j of B, entry by entry: B[j, k]. The first index is the "
    "row. Column j of B is B[k, j] for all k":
        "A @ B.T",
    "You multiplied columns of A by columns of B. `A[:, i]` is column i; "
    "row i is `A[i]`":
        "A.T @ B",
    "You multiplied columns of A by rows of B. Rows and columns have "
    "changed places: row i of A is `A[i]`, column j of B is `B[:, j]`":
        "A.T @ B.T",
    "Your inner loop ran q times, once for each product in a dot product. "
    "It runs over the columns of B, of which there are r":
        "not wrong[:, len(B):].any() if B.shape[1] > len(B) else "
        "same(wrong, A @ B)",
    "entry i, j stands at j, i. Row i of A decides the row of the answer, "
    "column j of B its column":
        "right.T",
    "Only the last product of each dot product is left":
        "np.outer(A[:, -1], B[-1])",
    "You left out the last product of each dot product. `range(q - 1)` ends "
    "one early":
        "right - np.outer(A[:, -1], B[-1])",
    "You left out the first product of each dot product. `range(1, q)` "
    "starts at the second one":
        "right - np.outer(A[:, 0], B[0])",
    "every later one still holds those before it":
        "np.cumsum(right).reshape(right.shape)",
    "You set the sum back to 0 once per row, not for each entry. The first "
    "column is right; in the others each entry still holds those to its left":
        "same(wrong[:, 0], right[:, 0]) and same(wrong[:, 1], right[:, 0] + "
        "right[:, 1])",
    "Every row of your answer is the last one": "0 * right + right[-1]",
    "is p times the same list": "len({id(row) for row in [[0] * r] * p}) == 1",
    "Every row of your answer is the sum of all rows":
        "0 * right + right.sum(axis=0)",
    "one row per row of A and one column per column of B: (p, r)":
        "right.shape == (A.shape[0], B.shape[1])",
    "as many terms as A has rows. A dot product has one for each column of "
    "A, so q":
        "A[:, :len(A)] @ B[:len(A)]",
    "You added the two numbers of each pair. A dot product multiplies them, "
    "and adds the products up":
        "(A[:, :, None] + B[None]).sum(axis=1)",
    "Only the first row is filled. A `return` inside the outer loop ends it "
    "after one row: it belongs below both loops":
        "same(wrong[0], right[0]) and not wrong[1:].any()",
    "Only the first entry is filled. A `return` inside the loops ends them "
    "in the first round: it belongs below both":
        "wrong[0, 0] == right[0, 0] and np.count_nonzero(wrong) == 1",
}  # fmt: skip
