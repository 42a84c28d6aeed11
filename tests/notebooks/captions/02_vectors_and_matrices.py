"""The captions of lesson 02."""

import numpy as np

from parts.statistics.token_row import token_row
from parts.vectors import pictures, shadows

V1, V2 = np.array([2, 3]), np.array([4, 1])
A, B = np.array([[1, 2], [3, 4]]), np.array([[5, 6], [7, 8]])
S = np.array([[2, 1], [0, 1]])
C, Q = np.eye(2) - 1 / 2, np.array([[1, 1], [0, 0]])
C4 = np.eye(4) - 1 / 4
ROW, COLUMN = np.array([1, 2, 3]), np.array([[10], [20], [30]])
LIGHT, LINE = np.array([1, 3]), np.array([3, 1])
SHADOW = LIGHT @ LINE / (LINE @ LINE) * LINE
Z = np.array([4, 1])
RIVER = token_row()
POINTS = np.array([[2, 1], [-1, 2]])


def dashed(axes):
    """Return the dashed arrows, from their tails to their tips."""
    arrows = [each for each in axes.texts if each.arrow_patch]
    return [
        (*each.xyann, *each.xy)
        for each in arrows
        if each.arrow_patch.get_linestyle() == "--"
    ]


WALK = pictures.sum_and_multiples(V1, V2, [2, -0.5]).axes[0]
LIT = shadows.shadow_of(LIGHT, LINE).axes[0]


def standardized(sixth):
    """Return x̂ of "river" with another sixth feature."""
    row = np.where(np.arange(8) == 5, sixth, RIVER)
    return (row - row.mean()) / row.std()


def height(sixth):
    """Return how far x̂ of "river" is off the axis of its sixth feature."""
    axis, hat = np.eye(8)[5] - 1 / 8, standardized(sixth)
    return np.sqrt(8 - (hat @ axis) ** 2 / (axis @ axis))


def at_right_angles(matrix):
    """Whether each point moves at a right angle to where it lands."""
    return all(np.isclose((p - matrix @ p) @ (matrix @ p), 0) for p in POINTS)


CAPTIONS = {
    "vectors-in-code": [
        ("Left: v1 from the origin to ({}, {}), v2 to ({}, {})", *V1, *V2),
        ("A dashed copy of v2 starts at the tip of v1 and ends at ({}, {}), "
         "where the arrow v1 + v2 ends",
         *(V1 + V2), dashed(WALK) == [(*V1, *(V1 + V2))]),
        ("Right: {} v1 points as v1 does and is {} as long", 2, 2,
         np.linalg.norm(2 * V1) == 2 * np.linalg.norm(V1)),
        ("{} v1 points the other way and is {} as long", -0.5, 0.5,
         -0.5 * V1 @ V1 < 0,
         np.linalg.norm(-0.5 * V1) == np.linalg.norm(V1) / 2),
    ],
    "shadow-figure": [
        ("along b = ({}, {}). The arrow a = ({}, {})", *LINE, *LIGHT),
        ("from {} to ({}, {})", 0, *SHADOW),
        ("falls at a right angle onto the line", "as the shadow does"),
        ("A dashed arrow, a − t b, leads from the end of the shadow to the "
         "tip of a and makes a right angle with the line",
         np.allclose(dashed(LIT), [(*SHADOW, *LIGHT)]),
         np.isclose((LIGHT - SHADOW) @ LINE, 0)),
    ],
    "row-times-column": [
        ("A stands left of the product, B above it",
         "tests/parts/vectors has the places"),
        ("The upper row of A, {} and {}, meets the right column of B, {} and "
         "{}, in the product's upper right entry: {}·{} + {}·{} = {}",
         *A[0], *B[:, 1], 1, 6, 2, 8, (A @ B)[0, 1]),
        ("The other {} entries are empty", (A @ B).size - 1),
    ],
    "moved-plane": [
        ("A grid before and after S",
         "test_arrows_lead_where_the_numbers_say has the panels"),
        ("The arrow ({}, {}) goes to ({}, {}), the arrow ({}, {}) to ({}, {}):"
         " the columns of S", 1, 0, *(S @ [1, 0]), 0, 1, *(S @ [0, 1])),
    ],
    "broadcasting-picture": [
        ("A row {}, {}, {} of shape ({},) and a column {}, {}, {} of shape "
         "({}, {}).", *ROW, *ROW.shape, *COLUMN.ravel(), *COLUMN.shape),
        ("Dashed cells repeat the row downwards and the column to the right",
         (np.broadcast_to(ROW, (3, 3)) == ROW).all(),
         (np.broadcast_to(COLUMN, (3, 3)) == COLUMN).all()),
        ("both become {} by {}, and so does their sum",
         *np.add(ROW, COLUMN).shape),
    ],
    "centring-matrix": [
        ("{} {} by {} tables", 3, *C4.shape),
        ("; 11ᵀ/N", "the vector of ones"),
        ("ᵀ/N holds {} everywhere", *set((np.ones((4, 4)) / 4).ravel())),
        ("their difference C has {} on the diagonal and {} beside it",
         *set(np.diag(C4)), *set(C4[~np.eye(4, dtype=bool)])),
    ],
    "flattened": [
        ("{} matrices lay the grid on a line. C moves every point at a right "
         "angle to the line on which it lands",
         2, *(np.linalg.matrix_rank(m) == 1 for m in (C, Q)),
         at_right_angles(C)),
        ("all vectors with mean {}: ({}, {}) goes to ({}, {}) and ({}, {}) "
         "to ({}, {}). Q",
         sum(C @ [2, 1]), 2, 1, *(C @ [2, 1]), -1, 2, *(C @ [-1, 2])),
        ("Q moves every point at a slant onto the horizontal axis: ({}, {}) "
         "goes to ({}, {}) and ({}, {}) to ({}, {}).",
         2, 1, *(Q @ [2, 1]), -1, 2, *(Q @ [-1, 2]),
         not at_right_angles(Q), (Q[1] == 0).all()),
    ],
    "shadow-picture": [
        ("The vector x = ({}, {}) in the plane is split at a right angle",
         *Z, np.isclose((C @ Z) @ (Z - C @ Z), 0)),
        ("its mean part ({}, {}) lies on the line along 1,", *(Z - C @ Z),
         np.ptp(Z - C @ Z) == 0),
        ("on the line along 1,", "the vector of ones"),
        ("on the line orthogonal to 1.", "the vector of ones"),
        ("centred part ({}, {}) on the line", *(C @ Z), sum(C @ Z) == 0),
        ("Centring keeps the second", np.allclose(C @ (C @ Z), C @ Z)),
    ],
    "river-picture": [
        ("the vector 1, drawn", "the vector of ones"),
        ("x is {} long", np.linalg.norm(RIVER)),
        ("part, along {}, is {} long", 1, abs(RIVER.mean()) * 8**0.5),
        ("part, orthogonal to {}, is {} long",
         1, np.linalg.norm(RIVER - RIVER.mean())),
        ("points the same way and ends on the circle of radius √{} = {}",
         len(RIVER), np.linalg.norm(standardized(RIVER[5])),
         standardized(RIVER[5]) @ (RIVER - RIVER.mean()) > 0),
    ],
    "loud": [
        ("The plane of mean {} that holds", standardized(3.78).mean()),
        ("To the right lies the direction of its sixth feature, upwards",
         RIVER.argmax() == 6 - 1),
        ("what is left for", "a verb"),
        ("between the {} others", len(RIVER) - 1),
        ("{} arrows x̂, all √{} long, end on one circle",
         3, standardized(1) @ standardized(1)),
        ("with {} as the sixth feature x̂ is {} high, with {} it is {} high, "
         "and with {} it lies on the axis",
         1, height(1), RIVER[5], height(RIVER[5]), 3780, height(3780) < 0.01),
        ("the entry is √{} = {}", 7, standardized(3780)[5]),
    ],
}  # fmt: skip
