"""What lesson 02 says in words."""

import math

import numpy as np
from test_numbers import prose

from course_lib.layers import AddNorm, LayerNorm
from parts.statistics.proofs import centring_twice
from parts.statistics.token_row import token_row
from parts.vectors.explorers import TurningVector, turned
from parts.vectors.sphere_pictures import POINTS

row = token_row()
N = len(row)
C = np.eye(N) - np.ones((N, N)) / N
mean_part, centred = row - C @ row, C @ row
length = np.linalg.norm
normed = LayerNorm(N).forward(row)
quiet = LayerNorm(N).forward(row / 1000)
loud = LayerNorm(N, eps=0).forward(np.where(row > 3, 1e6 * row, row))
layer = LayerNorm(N, eps=0)
layer.gamma[:], layer.beta[:] = 2, 3
scaled = layer.forward(row)
A, B = np.arange(6.0).reshape(2, 3), np.arange(12.0).reshape(3, 4)

same, ones = np.allclose, np.ones(N)
rng = np.random.default_rng(2)
a, b = rng.normal(size=(2, 3))
V, W = np.array([2, 3]), np.array([4, 1])
SQUARE_A, SQUARE_B = np.array([[1, 2], [3, 4]]), np.array([[5, 6], [7, 8]])
PRODUCTS = [
    (SQUARE_A @ SQUARE_B).tolist(),
    (SQUARE_B @ SQUARE_A).tolist(),
    (SQUARE_A * SQUARE_B).tolist(),
]
x = np.array([1.0, 2, 6])
C3 = np.eye(3) - 1 / 3
C2, Q = np.eye(2) - 1 / 2, np.array([[1, 1], [0, 0]])
square = rng.normal(size=(3, 3))
WRONG = square - square.mean(axis=-1)
HAT = centred / row.std()
PLANE = np.linalg.matrix_rank(
    np.array([row, ones, mean_part, centred, HAT]), tol=1e-9
)
TWO_BY_TWO = rng.normal(size=(2, 2, 2))
MEANS = TWO_BY_TWO.mean(axis=-1)
LOUD = np.where(row > 3, 3780, row)
LOUD_HAT = LayerNorm(N, eps=0).forward(LOUD)
e = np.eye(N)[5]

T = a @ b / (b @ b)
square4 = rng.normal(size=(4, 4))
SIXTEEN = LayerNorm(16, eps=0).forward(np.arange(16.0))
SIDE = prose("side_scale_each_token")


def shadow(a, b):
    """Return the shadow of a on the line along b, by the angle."""
    cosine = a @ b / length(a) / length(b)
    return length(a) * cosine * b / length(b)


def fits(one, other):
    """Return the shape of a sum, or nothing where NumPy raises an error."""
    try:
        return (np.zeros(one) + np.zeros(other)).shape
    except ValueError:
        return None


def hat(x):
    return LayerNorm(x.shape[-1], eps=0).forward(x)


def lands_at_right_angles(P):
    """Whether what is left of each vector is orthogonal to all that lands."""
    return same((np.eye(2) - P).T @ P, 0)


ANGLES = np.arange(-175, 181, 5)
DOTS = np.array([turned(angle, 2.0).sum() for angle in ANGLES])
ON_CIRCLE = hat(rng.normal(size=(50, 3)))

CLAIMS = {
    "A token is a list of numbers, and you can draw such a list as an "
    'arrow. The token "river" of lesson 01 has eight numbers, so its arrow '
    "lies in a space of eight dimensions, and LayerNorm turns it into "
    "another arrow. There is one picture that shows how it does this, for "
    "every token there is. This lesson ends with it. From it you will read "
    "what happens if the 3.78 becomes a thousand times as large, and, in "
    "lesson 06, LayerNorm's whole backward pass.": (
        row.shape == normed.shape == (8,) and not same(row, normed)
        and row.max() == 3.78 and LOUD.max() == 1000 * 3.78
    ),
    "A **vector** is a list of numbers in a fixed order. Two vectors of "
    "the same length are added entry by entry, and a single number, a "
    "**scalar**, multiplies every entry: - [1, 2, 3] + [4, 5, 6] = [1+4, "
    '2+5, 3+6] = [5, 7, 9] - 2 · [1, 2, 3] = [2, 4, 6] The "Add" of Add & '
    "Norm is this addition. A vector with two entries is an arrow in the "
    "plane: the first entry says how far it goes to the right, the second "
    "how far up.": (
        [p + q for p, q in zip([1, 2, 3], [4, 5, 6])] == [5, 7, 9] == [
            *(np.arange(1, 4) + np.arange(4, 7))
        ] and [*(2 * np.arange(1, 4))] == [2, 4, 6]
        and same(AddNorm(3, eps=0).forward(x, a), hat(x + a))
    ),
    "Walk along the arrow [2, 3], and from where you are then along [4, "
    "1]. Where do you arrive? And where does the arrow −0.5 · [2, 3] end?": (
        [*V] == [2, 3] and [*W] == [4, 1]
    ),
    "You arrive at the sum, [6, 4]. The arrow −0.5 · [2, 3] ends at [−1, "
    "−1.5]: it is half as long as [2, 3] and points the opposite way. All "
    "multiples of an arrow make a line through the origin, the line "
    "*along* it.": (
        length(-0.5 * np.array([2, 3])) == length([2, 3]) / 2
        and [*(V + W)] == [6, 4] and [*(-0.5 * V)] == [-1, -1.5]
        and np.isclose(-0.5 * V @ V, -length(V) * length(0.5 * V))
        and np.linalg.matrix_rank(np.outer([-3, 0, 2], V)) == 1
    ),
    "Multiply two vectors entry by entry, and add everything up. That is "
    "their **dot product**. For [1, 2, 3] and [4, 5, 6] it is 1·4 + 2·5 + "
    "3·6 = 4 + 10 + 18 = **32**.": (
        np.dot([1, 2, 3], [4, 5, 6]) == sum(
            p * q for p, q in zip([1, 2, 3], [4, 5, 6])
        ) == 4 + 10 + 18 == 32
    ),
    "- $a_i$ and $b_i$ are the entries of two vectors of the same length "
    r"N, - $a \cdot b$ is one number, in NumPy `a @ b`. The dot product of "
    "a vector with itself is the sum of its squares. By Pythagoras that is "
    r"the square of its **length** $|a|$, so $|a|^2 = a \cdot a$.": (
        np.ndim(a @ b) == 0 and len(a) == len(b)
        and np.isclose(a @ a, sum(a**2))
        and np.isclose(a @ a, math.dist(a, 0 * a) ** 2)
    ),
    "If a and b make a right angle, then by Pythagoras the middle part "
    "must be 0. The other way round, if it is 0, the angle is a right one. "
    r"Two vectors with $a \cdot b = 0$ are called **orthogonal**.": (
        np.isclose(
            length([3, 4]) ** 2 + length([-4, 3]) ** 2, length([-1, 7]) ** 2
        ) and np.dot([3, 4], [-4, 3]) == 0
        and not np.isclose(length(a) ** 2 + length(b) ** 2, length(a + b) ** 2)
        and a @ b != 0
    ),
    "How long is [3, 4]? Which of the arrows [4, 3], [−4, 3] and [−3, −4] "
    "is orthogonal to it? Make a sketch, and guess the signs of the three "
    "dot products.": (
        [
            np.dot([3, 4], each) == 0 for each in ([4, 3], [-4, 3], [-3, -4])
        ] == [False, True, False]
    ),
    "The length is √(9 + 16) = 5. Only [−4, 3] is orthogonal to [3, 4], "
    "because −12 + 12 = 0. The dot product with [4, 3] is positive, 24, "
    "because both arrows point roughly the same way. With [−3, −4], the "
    "opposite arrow, it is −25.": (
        length([3, 4]) == 5 and np.dot([-4, 3], [3, 4]) == 0
        and [np.dot([3, 4], each) for each in ([4, 3], [-4, 3], [-3, -4])] == [
            24,
            -12 + 12,
            -25,
        ] and 3**2 + 4**2 == 9 + 16
    ),
    "Let light shine at a right angle onto the line along b, which holds "
    "all multiples of b (and b is not 0). On this line, a casts a "
    "**shadow**. In this lesson the light always comes at a right angle to "
    "what the shadow falls on.": (
        abs((a - shadow(a, b)) @ b) < 1e-12 and length(b) > 0
    ),
    "The shadow is a multiple of b, say t b. To find the number t, look at "
    "the dashed arrow, which leads from the end of the shadow to the tip "
    r"of a. It is $a - t\,b$, and it is orthogonal to b.": (
        same(shadow(a, b), a @ b / (b @ b) * b)
        and abs((a - a @ b / (b @ b) * b) @ b) < 1e-12
    ),
    r"The shadow has the *signed length* $t\,|b|$: its length, with a minus "
    "sign if it points away from b. Multiply this by $|b|$, and you have "
    r"$t\,(b \cdot b)$, which is $a \cdot b$.": (
        np.isclose(np.sign(a @ b) * length(shadow(a, b)), T * length(b))
        and np.isclose(T * length(b) * length(b), T * (b @ b))
        and np.isclose(T * (b @ b), a @ b)
    ),
    "In words: **a dot product is the signed length of a shadow, times a "
    "length.** **Predict.** What is the shadow of [3, 4] on the line along "
    "[1, 1]?": (
        np.isclose(a @ b, np.sign(a @ b) * length(shadow(a, b)) * length(b))
        and same(shadow(np.array([3, 4]), np.ones(2)), 3.5)
    ),
    "t is (3 + 4)/(1 + 1) = 3.5, so the shadow is [3.5, 3.5]. Both its "
    "entries are 3.5: the mean of 3 and 4.": (
        (3 + 4) / (1 + 1) == 3.5 == np.mean([3, 4])
        and same(shadow(np.array([3, 4]), np.ones(2)), [3.5, 3.5])
    ),
    "Take the five numbers 2, 4, 6, 8, 10 of lesson 01, and five weights "
    "of 1/5. Their dot product is 2/5 + 4/5 + 6/5 + 8/5 + 10/5 = 30/5 = "
    "**6**, the mean.": (
        np.isclose(np.dot([2, 4, 6, 8, 10], [1 / 5] * 5), 6)
        and 2 + 4 + 6 + 8 + 10 == 30
        and np.mean([2, 4, 6, 8, 10]) == 30 / 5 == 6
    ),
    r"- $\mathbf{1}$ is the vector of N ones, so $\mathbf{1} \cdot "
    r"\mathbf{1} = N$. The fraction on the right is the number t of the "
    "last section, with **1** in place of b. So the shadow of x on the "
    r"line along **1** is $\mu\mathbf{1}$, a vector in which every entry is "
    'the mean. We call it the **mean part** of x. For "river" it is 0.64, '
    "eight times over.": (
        np.allclose(mean_part, row.mean()) and ones @ ones == N == 8
        and same(shadow(row, ones), mean_part)
        and np.isclose(row @ ones / (ones @ ones), row.mean())
        and mean_part.shape == (8,) and round(row.mean(), 2) == 0.64
    ),
    "Turn a vector v about the origin, and watch its shadow on the line "
    "along **1** = (1, 1).": (
        "angle from 1 to v" in TurningVector.controls["angle"].label
        and "line along 1 = (1, 1)" in TurningVector.task
    ),
    "At 90° and at −90° the shadow is gone. There v is orthogonal to "
    "**1**, the dot product is 0, and so is the mean. The dot product is "
    "smallest at 180°, where v points opposite to **1**.": (
        {*ANGLES[abs(DOTS) < 1e-12]} == {-90, 90}
        and ANGLES[DOTS.argmin()] == 180
        and same(turned(180, 2**0.5), [-1, -1])
    ),
    "A **matrix** is a table with rows and columns. Two matrices of equal "
    "shape are added entry by entry. Multiplying them is another matter: "
    "every entry of the **matrix product** is a dot product.": (
        same((A @ B), [[np.dot(r, c) for c in B.T] for r in A])
        and (SQUARE_A + SQUARE_B)[0, 1] == 2 + 6
    ),
    "Entry i, j of the product is the dot product of row i of the first "
    "matrix with column j of the second. So a row of the first must be as "
    "long as a column of the second: shape (p, q) times shape (q, r) gives "
    "shape (p, r). In NumPy, `@` is this product, while `*` multiplies "
    r"entry by entry. The **transpose** $A^\top$, in code `A.T`, turns rows "
    "into columns.": (
        (A @ B)[1, 2] == A[1] @ B[:, 2] and len(A[0]) == len(B[:, 0])
        and (A @ B).shape == (2, 4) and (SQUARE_A * SQUARE_B)[0, 1] == 2 * 6
        and [*A.T[:, 0]] == [*A[0]] and A.shape == (2, 3)
        and B.shape == (3, 4)
    ),
    "Which numbers belong in the three empty cells of A B?": (
        (SQUARE_A @ SQUARE_B).size - 1 == 3
    ),
    "The empty cells hold 1·5 + 2·7 = 19, 3·5 + 4·7 = 43 and 3·6 + 4·8 = "
    "50. No two of the three products are equal: in a matrix product the "
    "order matters, and `*` is something else altogether. </details> Two "
    "rules hold for all matrices whose shapes fit. The transpose of a "
    "product is the product of the transposes in reverse order, and you "
    "may move the brackets:": (
        PRODUCTS[0] == [[19, 22], [43, 50]]
        and len({*map(str, PRODUCTS)}) == 3 and same((A @ B).T, B.T @ A.T)
        and same((A @ B) @ square4, A @ (B @ square4))
    ),
    r"Entry i, j of $(AB)^\top$ is entry j, i of $AB$: the dot product of "
    r"row j of A with column i of B. Row j of A is column j of $A^\top$, "
    r"and column i of B is row i of $B^\top$. So it is entry i, j of the "
    "right side. Entry i, j of $(AB)D$ and of $A(BD)$ both add up all "
    "$A_{ik} B_{kl} D_{lj}$, over every k and l.": (
        (A @ B).T[2, 1] == (A @ B)[1, 2] == A[1] @ B[:, 2]
        and same(A[1], A.T[:, 1]) and same(B[:, 2], B.T[2])
        and same((B.T @ A.T)[2, 1], B[:, 2] @ A[1])
        and same(np.einsum("ik,kl,lj->ij", A, B, square4), (A @ B) @ square4)
        and same(A @ (B @ square4), (A @ B) @ square4)
    ),
    "LayerNorm needs a mean for every token. If x is a table with a token "
    "in each row, and u holds N weights of 1/N, then `x @ u` gives all the "
    "means at once.": (
        same(B @ np.full(4, 1 / 4), B.mean(axis=-1))
        and LayerNorm(4).forward(B).shape == B.shape
    ),
    "NumPy writes the two shapes below each other, **right-aligned**, and "
    "compares them axis by axis. Two lengths fit if they are equal, or if "
    "one of them is 1 or missing. Where a length is 1 or missing, that "
    "array is repeated. This is called **broadcasting**.": (
        fits((4, 3), (3,)) == (4, 3) and fits((4, 3), (4,)) is None
        and fits((4, 1), (4, 3)) == (4, 3) and fits((2,), (3,)) is None
        and same(np.broadcast_to([[1], [2]], (2, 3)), [[1] * 3, [2] * 3])
    ),
    "You add an array of shape (3,) to one of shape (3, 1). What is the "
    "shape of the sum?": (
        fits((3,), (3, 1)) == (3, 3)
    ),
    "(3, 3). Right-aligned, the 3 of the first stands above the 1 of the "
    "second, and the 3 of the second stands below nothing. So both arrays "
    "are repeated. You may have expected three numbers, and you get nine.": (
        fits((3,), (3, 1)) == (3, 3) and np.prod(fits((3,), (3, 1))) == 9
        and same(
            np.add([1, 2, 3], [[10], [20], [30]]),
            [[11, 12, 13], [21, 22, 23], [31, 32, 33]],
        )
    ),
    "`table - table.mean(axis=-1)` is run for a table of shape (2, 3), and "
    "then for one of shape (3, 3). What happens each time?": (
        fits((2, 3), (2,)) is None and fits((3, 3), (3,)) == (3, 3)
    ),
    "The table of shape (2, 3) raises an error, because the means have "
    "shape (2,), and 2 does not fit 3. The square table runs without an "
    "error, and its rows do not have mean 0 afterwards. The three means, "
    "of shape (3,), met the *columns*: from column j the mean of row j was "
    "subtracted. With `keepdims=True` they have shape (3, 1) and meet the "
    "rows. So test your code with shapes in which all lengths differ, and "
    "look at the shape of an answer before you look at its values.": (
        A.mean(axis=-1).shape == (2,) and fits((2, 3), (2,)) is None
        and not same(WRONG.mean(axis=-1), 0)
        and same(WRONG[:, 2], square[:, 2] - square[2].mean())
        and square.mean(-1, keepdims=True).shape == (3, 1)
        and same((square - square.mean(-1, keepdims=True)).mean(-1), 0)
    ),
    'You can practise this in the first two sections of a side page, [A '
    'scale for each token](side_scale_each_token.ipynb).': (
        SIDE.startswith("# A scale for each token")
    ),
    "The **outer product** of two vectors is the table of all products of "
    r"their entries: entry i, j of $a b^\top$ is $a_i b_j$. The outer "
    r"product of **1** with itself, $\mathbf{1}\mathbf{1}^\top$, is full of "
    "ones. Divided by N, each of its rows holds the weights 1/N, so it "
    "puts the mean in the place of every entry. The **identity** $I$, with "
    "ones on its diagonal and zeros elsewhere, leaves every vector as it "
    "is. Now subtract:": (
        np.outer(a, b)[0, 2] == a[0] * b[2]
        and (np.outer(ones, ones) == 1).all()
        and same(np.outer(ones, ones) / N @ row, mean_part)
        and same(np.eye(N) @ row, row) and same(np.diag(np.eye(N)), 1)
        and np.eye(N).sum() == N
    ),
    "- $C$ is the centring matrix, of shape (N, N). Why is there a sign "
    r"$^\top$? Read a vector as a table with one column. Then $a b^\top$ is "
    r"a matrix product, and $\mathbf{1}^\top x$ is the sum of x.": (
        C.shape == (N, N) and same(a[:, None] @ b[:, None].T, np.outer(a, b))
        and np.isclose(ones @ row, row.sum())
    ),
    "You need no dot products for this: think of what C does to [1, 2, 6], "
    "and then to the three numbers that come out. The cell uses your "
    "`matrix_product`: here `own_or_ours` takes your function if its check "
    "has passed, and the course's if not.": (
        [*x] == [1, 2, 6] and same(C3 @ (C3 @ x), C3 @ x)
    ),
    "It is C again. C makes [−2, −1, 3] of [1, 2, 6], and then [−2, −1, 3] "
    "again, because after the first time the mean is 0. That holds for "
    "every x, so $CC = C$. (What lesson 01 took away the second time was "
    "rounding.) A matrix with $PP = P$ is called a **projection**.": (
        same(C3 @ x, [-2, -1, 3]) and same(C3 @ [-2, -1, 3], [-2, -1, 3])
        and np.mean([-2, -1, 3]) == 0 and same(C3 @ C3, C3)
    ),
    "the middle is the number N, so $UU = U$ and $CC = I - 2U + UU = C$. "
    "*Verified symbolically* for every N in the output's last line.": (
        centring_twice()[1] == 0 and np.ones(3) @ np.ones(3) == 3
    ),
    "Take C for N = 2, and Q, with the rows [1, 1] and [0, 0]. Both lay "
    "the plane flat onto a line.": (
        np.linalg.matrix_rank(C2) == np.linalg.matrix_rank(Q) == 1
        and Q.tolist() == [[1, 1], [0, 0]]
    ),
    "Where do C and Q send the points (1, 0), (0, 1), (2, 1) and (−1, 2)? "
    "Draw the moves. Which of the two matrices casts a shadow, that is, "
    "moves every point at a right angle to the line on which it lands?": (
        lands_at_right_angles(C2) and not lands_at_right_angles(Q)
    ),
    "C does. Q, which is a projection as well, moves every point at a "
    "slant. (Under any matrix, (1, 0) and (0, 1) land on its columns.) You "
    "can tell this from the matrices: C is **symmetric**, which means $C = "
    r"C^\top$, and Q is not.": (
        lands_at_right_angles(C2) and not lands_at_right_angles(Q)
        and same(Q @ Q, Q) and same(SQUARE_A @ [1, 0], SQUARE_A[:, 0])
        and same(SQUARE_A @ [0, 1], SQUARE_A[:, 1]) and same(C2, C2.T)
        and not same(Q, Q.T)
    ),
    "*Derived by hand:* a projection P casts shadows if what is left of x, "
    "$x - Px$, is orthogonal to every point $Py$ at which something lands:": (
        abs((V - C2 @ V) @ (C2 @ W)) < 1e-12
        and abs((V - Q @ V) @ (Q @ W)) > 0.1
    ),
    r"This is 0 for all x and y exactly if $P = P^\top P$. Now $P^\top P$ "
    "is its own transpose, so such a P is symmetric. The other way round, "
    r"a symmetric projection has $P^\top P = PP = P$. It is called an "
    "**orthogonal projection**.": (
        same(C2, C2.T @ C2) and not same(Q, Q.T @ Q)
        and same(square.T @ square, (square.T @ square).T)
        and same(C3.T @ C3, C3 @ C3)
    ),
    "Now build C for rows of any length, and centre a whole table. A row "
    "of `x @ C` is a row of x times C, so C stands on the right, and for a "
    "table of shape (3, 5) it must be 5 × 5.": (
        np.allclose((A @ C[:3, :3])[0], A[0] @ C[:3, :3])
        and (np.zeros((3, 5)) @ np.zeros((5, 5))).shape == (3, 5)
        and same(A @ C3, A - A.mean(-1, keepdims=True))
    ),
    r"Every x is the sum of two parts: its mean part $\mu\mathbf{1}$, which "
    "lies along **1**, and its **centred part** $Cx$, which is orthogonal "
    "to **1**. Together with x they make a right triangle. The mean part "
    r"has the squared length $N\mu^2$, and the centred part has $\sum (x_i "
    r"- \mu)^2 = N\sigma^2$.": (
        np.ptp(mean_part) < 1e-12 and abs(centred.sum()) < 1e-12
        and same(mean_part + centred, row)
        and abs(mean_part @ centred) < 1e-12
        and np.isclose(length(mean_part) ** 2, N * row.mean() ** 2)
        and np.isclose(length(centred) ** 2, N * row.var())
    ),
    "For x = (4, 1), with mean 2.5, the left side is 16 + 1 = 17, and the "
    "right side is 2 · 6.25 + (2.25 + 2.25) = 12.5 + 4.5 = 17.": (
        4**2 + 1**2 == 16 + 1 == 17 == 2 * np.mean([4, 1]) ** 2 + 2 * np.var(
            [4, 1]
        ) and np.mean([4, 1]) ** 2 == 6.25 and np.var([4, 1]) == 2.25
    ),
    "Divide the equation by N, and you have the one-pass formula of lesson "
    r"01: it is Pythagoras. And the standard deviation is a length, $\sigma "
    r"= |Cx| / \sqrt{N}$.": (
        np.isclose(row @ row / N - row.mean() ** 2, row.var())
        and np.isclose(length(centred) / N**0.5, row.std())
    ),
    '"river" has N = 8 features, the mean 0.64 and the squared length '
    "15.47. Your `centre` takes the mean part away.": (
        N == 8 and round(row.mean(), 2) == 0.64
        and round(row @ row, 2) == 15.47
    ),
    r"The mean part takes $8 \cdot 0.64^2$, about 3.3. So about 12.2 is "
    'left, four fifths of the whole, and the centred part is √12.2, about'
    ' 3.5, long. Divide by √8, and you have σ = 1.24. (For a row of '
    'numbers near a million the mean part would be almost everything.)': (
        np.isclose(length(centred), 12.2**0.5, atol=0.005)
        and np.isclose(length(mean_part) ** 2, 3.3, atol=0.05)
        and abs(length(centred) ** 2 / (row @ row) - 4 / 5) < 0.02
        and np.isclose(length(centred) / 8**0.5, row.std())
        and (N * 1e6**2) / ((1e6 + row) @ (1e6 + row)) > 0.999
    ),
    r"Divide the centred part by σ. Its length was $\sqrt{N}\,\sigma$, so "
    r"now it is $\sqrt{N}$. The result is the standardized vector "
    r"$\hat{x}$. (A constant x is left out here, because its σ is 0.)": (
        np.isclose(length(centred), N**0.5 * row.std())
        and np.isclose(length(HAT), N**0.5) and same(HAT, hat(row))
        and ones.std() == 0
    ),
    "Take all vectors x with three entries, and mark the tip of every "
    r"$\hat{x}$.": (
        POINTS.shape[1] == 3
    ),
    r"A circle of radius √3, because $\hat{x}$ obeys two rules: - Its mean"
    ' is 0, so it is orthogonal to **1**. For N = 3 this means that it '
    r"lies in a plane. - Its length is $\sqrt{N}$. For N = 3 this means "
    'that it lies on a sphere. The circle is where the plane cuts the '
    'sphere. First x drops along **1** onto the plane: Cx is a shadow as '
    'well, the shadow of x on that plane. Then it slides along the plane,'
    ' outwards or inwards, until its length is √3. This is LayerNorm, '
    'before two learned vectors, γ (gamma) and β (beta), scale and shift '
    'it. With N features the "plane" has N − 1 dimensions, and the circle'
    ' is a sphere inside it. For N = 2 it is only two points, (1, −1) and'
    ' (−1, 1): no others have mean 0 and length √2.': (
        abs(centred.sum()) < 1e-12
        and np.isclose(
            length(LayerNorm(3, eps=0).forward(np.array([1.0, 2, 6]))),
            3**0.5,
        ) and same(ON_CIRCLE.sum(-1), 0)
        and same(length(ON_CIRCLE, axis=-1), 3**0.5)
        and np.linalg.matrix_rank(ON_CIRCLE, tol=1e-9) == 2
        and np.linalg.matrix_rank(C) == N - 1 and np.ptp(x - C3 @ x) < 1e-12
        and np.linalg.matrix_rank([C3 @ x, hat(x)]) == 1
        and {*LayerNorm.names} == {"gamma", "beta"}
        and len({*np.sign(length(C3 @ POINTS.T, axis=0) - 3**0.5)}) == 2
    ),
    'Eight dimensions do not fit on a page. But "river" and **1** lie in '
    r"one plane, and so do the mean part, the centred part and $\hat{x}$. "
    "So their plane can be drawn to scale.": (
        PLANE == 2 and len(row) == 8
    ),
    r"The real layer divides by $\sqrt{\sigma^2 + \varepsilon}$ in place of "
    r"σ, with a small number $\varepsilon$, so that it never divides by 0. "
    r"That is a little more than σ, so $\hat{x}$ ends just inside the "
    "circle.": (
        same(normed, centred / (row.var() + LayerNorm(N).eps) ** 0.5)
        and row.std() < (row.var() + 1e-5) ** 0.5 < row.std() + 1e-4
        and not LayerNorm(3).forward(np.ones(3)).any()
        and 0.999 * N**0.5 < length(normed) < N**0.5
    ),
    '"river" divided by 1,000 looks the same, only smaller. For ε = 10⁻⁵, '
    r"is its $\hat{x}$ almost √8 = 2.83 long, or about 1, or almost 0? "
    '("river" has σ² = 1.5.)': (
        same(hat(row / 1000), hat(row)) and LayerNorm(N).eps == 1e-5
        and round(8**0.5, 2) == 2.83 and round(row.var(), 1) == 1.5
    ),
    'About 1. For "river" divided by 1,000, σ² is a millionth of 1.5, '
    'smaller than ε, so the layer divides by far more than σ. For "river" '
    "itself, σ² = 1.5 is so much larger than ε that you see the difference "
    "only in the fifth decimal.": (
        np.isclose((row / 1000).var(), 1.5e-6, rtol=0.05)
        and (row / 1000).var() < LayerNorm(N).eps
        and length(quiet) < length(normed) / 2
        and abs(length(quiet) - 1) < 0.05
        and 0.5e-5 < 8**0.5 - length(normed) < 1e-5 + 1e-6
    ),
    'In "river" one entry is far larger than the others, 3.78, and in '
    r"$\hat{x}$ it has become 2.54.": (
        row.max() > 4 * np.sort(row)[-2] and round(normed.max(), 2) == 2.54
    ),
    "Make this feature a thousand times as large, 3,780, and leave the "
    r"seven others as they are. What does its entry in $\hat{x}$ become, "
    "roughly? And what do the seven others look like?": (
        LOUD.max() == 1000 * row.max() == 3780
        and np.equal(LOUD, row).sum() == 7
    ),
    "It becomes 2.65, hardly more than before. The seven others are all "
    "−0.38: to two digits you cannot tell them apart any more. The length "
    r"of $\hat{x}$ is √8 = 2.83 and no more. While the feature grows, "
    r"$\hat{x}$ turns on its circle to the direction of this feature, until "
    "no length is left for the differences between the others.": (
        np.isclose(loud.max(), 2.65, atol=0.005)
        and normed.max() < loud.max() < normed.max() + 0.2
        and length(normed) < 8**0.5 < 2.83
        and np.isclose(LOUD_HAT.max(), 2.65, atol=0.005)
        and {*np.sort(LOUD_HAT)[:7].round(2)} == {-0.38}
        and np.isclose(length(LOUD_HAT), 8**0.5)
        and np.ptp(np.sort(LOUD_HAT)[:7]) < 0.001
        and np.isclose(LOUD_HAT @ (C @ e) / length(C @ e), 8**0.5)
    ),
    "*Derived by hand*, why the entry cannot pass √7 = 2.6458: let e have "
    r"a 1 at place i and zeros elsewhere, so that $\hat{x}_i = \hat{x} "
    r"\cdot e$. Now e is Ce plus its mean part, to which $\hat{x}$ is "
    r"orthogonal, so $\hat{x}_i = \hat{x} \cdot Ce$. By Pythagoras $|Ce|^2 "
    r"= 1 - N \cdot (1/N)^2 = 1 - 1/N$. And a shadow is never longer than "
    r"what casts it, so $\hat{x}_i$ is at most": (
        length(mean_part) <= length(row)
        and np.isclose(7**0.5, 2.6458, atol=5e-5) and HAT[5] == HAT @ e
        and same(e - C @ e, 1 / N) and abs(HAT @ (e - C @ e)) < 1e-12
        and e.sum() == 1 and np.isclose(length(C @ e) ** 2, 1 - 1 / N)
        and length(shadow(a, b)) <= length(a)
        and hat(rng.normal(size=(99, 8)) ** 5).max() <= 7**0.5
    ),
    "1. A dot product is the signed length of a shadow, times a length. A "
    "mean is a dot product with equal weights, and a vector has mean 0 "
    "exactly if it is orthogonal to **1**. 2. The matrix $I - "
    r"\mathbf{1}\mathbf{1}^\top/N$ centres: it takes the mean part away, "
    "and twice is the same as once. Shapes line up from the right, "
    "sometimes wrongly and without an error. 3. Without ε, and before the "
    "layer scales and shifts the result (lesson 05), LayerNorm projects x "
    "onto the plane orthogonal to **1** and then makes its length √N. That "
    r"sets a limit to every entry of $\hat{x}$.": (
        np.allclose(C @ C, C) and np.allclose(C @ row, row - mean_part)
        and np.isclose(length(loud), N**0.5)
        and np.isclose(length(layer.x_hat), N**0.5)
        and not np.isclose(length(scaled), N**0.5)
        and np.allclose(scaled, 2 * layer.x_hat + 3)
        and length(normed) < N**0.5
        and np.isclose(
            a @ b, np.sign(a @ b) * length(shadow(a, b)) * length(b)
        ) and np.isclose(row @ (ones / N), row.mean())
        and abs(centred @ ones) < 1e-12 and abs(centred.mean()) < 1e-12
        and fits((3, 3), (3,)) == (3, 3) and not same(WRONG.mean(axis=-1), 0)
        and np.linalg.matrix_rank([centred, HAT]) == 1
        and hat(rng.normal(size=(99, 8)) ** 5).max() <= 7**0.5
    ),
    "1. A vector with 16 entries is standardized (ε = 0). How long is it, "
    "and what is its dot product with **1**? Now take 5 times this vector "
    "plus 2 · **1**, and standardize that. What do you get? 2. `x` has "
    "shape (2, 2, 2), that is two sentences of two tokens, and you write "
    "`x - x.mean(axis=-1)`. What does NumPy say, what was subtracted from "
    "what, and how do you mend it?": (
        fits((2, 2, 2), (2, 2)) == (2, 2, 2) and len(SIXTEEN) == 16
    ),
    "1. Length √16 = 4 and dot product 0. You get the same vector again: "
    "moving along **1** does not change the centred part, and the division "
    "undoes the 5. 2. It says nothing. The means have shape (2, 2) and "
    "meet the last two axes, tokens and features: from feature f of token "
    "t in each sentence, the mean of token f in sentence t was subtracted. "
    "`keepdims=True` gives them shape (2, 2, 1).": (
        np.isclose(length(LayerNorm(16, eps=0).forward(np.arange(16.0))), 4)
        and np.isclose(length(SIXTEEN), 16**0.5)
        and abs(SIXTEEN.sum()) < 1e-9 and same(hat(5 * SIXTEEN + 2), SIXTEEN)
        and MEANS.shape == (2, 2)
        and same(
            (TWO_BY_TWO - MEANS)[0, 0, 1],
            TWO_BY_TWO[0, 0, 1] - TWO_BY_TWO[0, 1].mean(),
        )
        and same(
            (TWO_BY_TWO - MEANS)[1, 0, 1],
            TWO_BY_TWO[1, 0, 1] - TWO_BY_TWO[0, 1].mean(),
        ) and TWO_BY_TWO.mean(-1, keepdims=True).shape == (2, 2, 1)
    ),
    "A layer learns from slopes, and a wrong slope raises no error.": (
        not np.isnan(layer.backward(2 * scaled)).any()
    ),
}  # fmt: skip
