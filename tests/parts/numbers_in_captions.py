"""The numbers in captions: words with {} where they stand, and their values.

``test_captions.py`` compares them. Every number of these captions is here, or
in ``NO_NUMBER`` with a reason.
"""

import numpy as np

from course_lib.layers import LayerNorm
from parts.layer_norm import pictures as layer_norm
from parts.residual_add import pictures as residual_add
from parts.statistics import pictures as statistics
from parts.statistics.token_row import token_row
from parts.vectors import pictures as vectors
from parts.vectors import shadows

CAPTIONS = {
    room.__name__.removeprefix("parts."): " ".join(room.WORDS.values())
    for room in (statistics, vectors, shadows, layer_norm, residual_add)
}


def standardized(x):
    return (x - x.mean()) / x.std()


# Lesson 01
X, MOVED = np.array([2, 4, 6, 8, 10]), np.array([2, 4, 6, 8, 20])
AREAS = (X - X.mean()) ** 2
ROW = token_row()
ALONE = standardized(np.delete(ROW, ROW.argmax()))
HAT = standardized(ROW)


def float32_errors(method):
    """Return the error of a variance in float32 at the means 1 to 10⁶."""
    noise = np.random.default_rng(0).normal(size=(20, 1000))
    blocks = [(noise + 10.0**k).astype(np.float32) for k in range(7)]
    return [
        max(abs(method(x) - x.var(dtype=float)) for x in block)
        for block in blocks
    ]


ONE_PASS = float32_errors(lambda x: (x * x).mean() - x.mean() ** 2)
PASSES_IT = int(np.argmax(np.array(ONE_PASS) > 1))
TWO_PASSES = float32_errors(lambda x: ((x - x.mean()) ** 2).mean())
CENTRED = float32_errors(
    lambda x: ((x - x.mean() - (x - x.mean()).mean()) ** 2).mean()
)

# Lesson 02
V1, V2 = np.array([2, 3]), np.array([4, 1])
A, B = np.array([[1, 2], [3, 4]]), np.array([[5, 6], [7, 8]])
C, Q = np.eye(2) - 1 / 2, np.array([[1, 1], [0, 0]])
SCALES = np.arange(1, 5), np.array([[5], [6], [7]])
STRETCHED = np.array([1, 2, 3]), np.array([[10], [20], [30]])
LIGHT, LINE = np.array([1, 3]), np.array([3, 1])


def height(sixth):
    """Return how far x̂ of "river" is off the axis of its sixth feature."""
    row = np.where(np.arange(8) == 5, sixth, ROW)
    axis = np.eye(8)[5] - 1 / 8
    hat = standardized(row)
    return np.sqrt(8 - (hat @ axis) ** 2 / (axis @ axis))


# Lessons 04 and 05
STUDYING, OTHER = np.array([3.16, 0.61, 1.87]), np.array([0.6, 2.3, 1.2])
DRAW = np.random.default_rng(5)
BELLS = DRAW.normal([[0], [5]], [[1], [3]], size=(2, 1000))
LOPSIDED = DRAW.exponential(2, size=1000) - 8
BACK = STUDYING.std() * standardized(OTHER) + STUDYING.mean()
BLOCK = np.zeros((2, 3, 4))
EPS, BETWEEN = 1e-8, 1e-6
INDIA, F_INDIA = np.array([[0.1, 1.3, 0.4, 1.5], [0.5, 1.0, 0.8, 1.2]])
BRACKETS = standardized(INDIA) + F_INDIA
NORMED = LayerNorm(4, eps=0).forward(INDIA + F_INDIA)

NUMBERS = {
    "statistics.pictures": [
        ("With {}, {}, {}, {}, {} the support stands at the mean, {}: arms "
         "of {} and {} on either side", (*X, X.mean(), 10 - 6, 8 - 6)),
        ("moves by {}, to {}, the support moves by {}/{} = {}, to {}",
         (20 - 10, MOVED[-1], 10, len(X), MOVED.mean() - 6, MOVED.mean())),
        ("arms of {}, {} and {} on the left, and one of {} on the right",
         tuple(abs(MOVED - MOVED.mean())[[0, 1, 2, 4]])),
        ("The numbers {}, {}, {}, {}, {} on a line, and over each distance "
         "from the mean, {},", (*X, X.mean())),
        ("areas {} and {} on the left, {} and {} on the right",
         tuple(AREAS[[0, 1, 3, 4]])),
        ("mean area, {} (the square of the {} itself has area {})",
         (AREAS.mean(), X[2], AREAS[2])),
        ("Its side, {}, is", X.std()),
        ("average distance, {}, is shorter", abs(X - X.mean()).mean()),
        ("between {} and {}. Two passes",
         (10.0 ** (PASSES_IT - 1), 10.0**PASSES_IT)),
        ("a large one at {}.", ROW.max()),
        ("the large one at {}, the others between {} and {}",
         (HAT.max(), HAT.min(), np.sort(HAT)[-2])),
        ("they lie between {} and {}", (ALONE.min(), ALONE.max())),
    ],
    "vectors.pictures": [
        ("from the origin to ({}, {}), v2 to ({}, {})", (*V1, *V2)),
        ("ends at ({}, {}), where", tuple(V1 + V2)),
        ("The upper row of A, {} and {}, meets the right column of B, {} and "
         "{},", (*A[0], *B[:, 1])),
        ("{}·{} + {}·{} = {}", (1, 6, 2, 8, (A @ B)[0, 1])),
        ("a table of {} tokens and {} features with scales",
         np.broadcast_shapes(*(scale.shape for scale in SCALES))),
        ("The row {}, {}, {}, {} of shape ({},)",
         (*SCALES[0], *SCALES[0].shape)),
        ("The column {}, {}, {} of shape ({}, {})",
         (*SCALES[1].ravel(), *SCALES[1].shape)),
        ("A row {}, {}, {} of shape ({},) and a column {}, {}, {} of shape "
         "({}, {})", (*STRETCHED[0], *STRETCHED[0].shape,
                      *STRETCHED[1].ravel(), *STRETCHED[1].shape)),
        ("both become {} by {}, and", np.add(*STRETCHED).shape),
        ("Three {} by {} tables", (4, 4)),
        ("The vector x = ({}, {})", (4, 1)),
        ("its mean part ({}, {})", tuple([4, 1] - C @ [4, 1])),
        ("its centred part ({}, {})", tuple(C @ [4, 1])),
        ("v1 does and is twice as long; {} v1 points", -0.5),
        ("Right: {} v1", 2),
        ("vectors with mean {}: ({}, {}) goes to ({}, {}) and ({}, {}) to "
         "({}, {}). Q",
         (sum(C @ [2, 1]), 2, 1, *(C @ [2, 1]), -1, 2, *(C @ [-1, 2]))),
        ("axis: ({}, {}) goes to ({}, {}) and ({}, {}) to ({}, {}).",
         (2, 1, *(Q @ [2, 1]), -1, 2, *(Q @ [-1, 2]))),
    ],
    "vectors.shadows": [
        ("along b = ({}, {}). The arrow a = ({}, {})", (*LINE, *LIGHT)),
        ("from {} to ({}, {})", (0, *(LIGHT @ LINE / (LINE @ LINE) * LINE))),
        ("x is {} long", np.linalg.norm(ROW)),
        ("along 1, is {} long", abs(ROW.mean()) * 8**0.5),
        ("orthogonal to 1, is {} long", np.linalg.norm(ROW - ROW.mean())),
        ("of radius √{} = {}", (len(ROW), 8**0.5)),
        ("The plane of mean {} that holds", HAT.mean()),
        ("all √{} long", HAT @ HAT),
        ("with {} as the sixth feature x̂ is {} high", (1, height(1))),
        ("with {} it is {} high", (ROW[5], height(ROW[5]))),
        ("with {} it lies on the axis: √{} = {} along the axis",
         (3780, len(ROW), 8**0.5)),
        ("make an entry of √{} = {}", (7, standardized(
            np.where(np.arange(8) == 5, 3780, ROW))[5])),
    ],
    "layer_norm.pictures": [
        ("lies around {}; x − μ lies around {} with the same gaps; x̂ lies "
         "around {} with a band from {} to {}.",
         (3 * STUDYING.mean(), 0, standardized(STUDYING).mean(), -1,
          standardized(STUDYING).std())),
        ("a narrow bell stands around {}, a wide one around {} (",
         tuple(BELLS.mean(-1))),
        ("a lopsided sample begins at {}.", LOPSIDED.min()),
        ("all three have mean {} and standard deviation {}.", (0, 1)),
        ("it begins steeply at {} and", standardized(LOPSIDED).min()),
        ("the second by almost {}.", abs(BACK - OTHER)[1]),
        ("Four blocks of {} sentences, {} tokens and {} features.",
         BLOCK.shape),
        ("the {} features of one token", BLOCK[0, 0].size),
        ("one feature of all {} tokens", BLOCK[:, :, 0].size),
        ("one feature of the {} tokens of a sentence", BLOCK[0, :, 0].size),
        ("or all {} cells", BLOCK.size),
        ("from {} to {}, for ε = {}.", (1e-12, 1, EPS)),
        ("it rises from {} to {} around σ = {},",
         (1e-12 / (1e-12 + EPS), 1 / (1 + EPS), EPS)),
        ("inside the root around σ = {}.", EPS**0.5),
        ("one curve is near {} and the other near {}.",
         (BETWEEN / (BETWEEN + EPS), BETWEEN / (BETWEEN**2 + EPS) ** 0.5)),
    ],
    "residual_add.pictures": [
        ("LayerNorm of the sum has mean {} and standard deviation {}.",
         (NORMED.mean(), NORMED.std())),
        ("the mean is {} and the standard deviation {}, because",
         (BRACKETS.mean(), BRACKETS.std())),
    ],
}  # fmt: skip
NO_NUMBER = {
    "along 1": "the vector of ones",
    "to 1, is": "the vector of ones",
    "orthogonal to 1.": "the vector of ones",
    "the vector 1,": "the vector of ones",
    "11ᵀ/N": "the vector of ones",
    "from a mean of 10 on": "read off the picture",
    "beyond 1,000 it": "read off the picture",
    "1e-7": "a size: test_captions compares it",
    "at ε = 0,": "chosen",
    "its height at 0": "where an axis is read",
    "2017": "a year",
}
