"""The numbers in the prose of lesson 02."""

import numpy as np

from parts.statistics.token_row import token_row

V, W = np.array([1, 2, 3]), np.array([4, 5, 6])
A, B = np.array([3, 4]), np.array([-4, 3])
X = np.array([2, 4, 6, 8, 10])
Z = np.array([4, 1])
RIVER = token_row()
MEAN, LEFT = RIVER.mean(), 8 * RIVER.var()
LOUD = np.where(np.arange(8) == RIVER.argmax(), 3780, RIVER)
LOUD_HAT = (LOUD - LOUD.mean()) / LOUD.std()

NUMBERS = [
    ("= [1+4, 2+5, 3+6] = [{}, {}, {}]", tuple(V + W)),
    ("2 · [1, 2, 3] = [{}, {}, {}]", tuple(2 * V)),
    ("You arrive at the sum, [{}, {}]. The arrow −0.5 · [2, 3] ends at "
     "[{}, {}]", (6, 4, -1, -1.5)),
    ("1·4 + 2·5 + 3·6 = {} + {} + {} = **{}**", (*(V * W), V @ W)),
    ("The length is √({} + {}) = {}", (*A**2, np.hypot(*A))),
    ("because {} + {} = {}. The dot product with [4, 3] is positive, {},",
     (*(A * B), A @ B, A @ A[::-1])),
    ("the opposite arrow, it is {}", -A @ A),
    ("t is (3 + 4)/(1 + 1) = {}, so the shadow is [{}, {}]. Both its "
     "entries are {}", 4 * (A.mean(),)),
    ("= {}/5 = **{}**, the mean", (X.sum(), X.mean())),
    ("For \"river\" it is {}, eight times over.", MEAN),
    ("For x = (4, 1), with mean {}, the left side is 16 + 1 = {},",
     (Z.mean(), Z @ Z)),
    ("2 · {} + ({} + {}) = {} + {} = {}",
     (Z.mean() ** 2, *(Z - Z.mean()) ** 2, 2 * Z.mean() ** 2, 2 * Z.var(),
      Z @ Z)),
    ("the mean {} and the squared length {}", (MEAN, RIVER @ RIVER)),
    (r"takes $8 \cdot 0.64^2$, about {}. So about {} is left",
     (8 * MEAN**2, LEFT)),
    ("the centred part is √{}, about {}, long. Divide by √8, and you have "
     "σ = {}", (LEFT, LEFT**0.5, RIVER.std())),
    ("For \"river\" itself, σ² = {} is so much larger", RIVER.var()),
    ("a millionth of {}, smaller", RIVER.var()),
    ("1·5 + 2·7 = {}, 3·5 + 4·7 = {} and 3·6 + 4·8 = {}", (19, 43, 50)),
    ("far larger than the others, {}, and in $\\hat{x}$ it has become "
     "{}.", (RIVER.max(), (RIVER.max() - MEAN) / RIVER.std())),
    ("It becomes {}, hardly more than before. The seven others are all {}:",
     (LOUD_HAT.max(), np.median(LOUD_HAT))),
    ("The length of $\\hat{x}$ is √8 = {} and", 8**0.5),
    ("cannot pass √7 = {}:", 7**0.5),
    ("Length √16 = {} and dot product", 16**0.5),
]  # fmt: skip
