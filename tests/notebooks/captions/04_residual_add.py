"""The captions of lesson 04."""

import numpy as np
from drawn import across, titles

from parts.residual_add import pictures
from parts.residual_add.explorers import turns_and_dy

INDIA, F_INDIA = np.array([[0.1, 1.3, 0.4, 1.5], [0.5, 1.0, 0.8, 1.2]])
SUM = INDIA + F_INDIA
NORMED = (SUM - SUM.mean()) / SUM.std()
AFTER = (INDIA - INDIA.mean()) / INDIA.std() + F_INDIA

TURNS, DY = turns_and_dy()
WITH, WITHOUT = np.eye(64), np.eye(64)  # the Jacobians of ten layers
for Q in TURNS[:10]:
    WITH, WITHOUT = WITH @ (np.eye(64) + 0.5 * Q), WITHOUT @ (0.5 * Q)
LENGTHS = {"with shortcut": np.ones(11), "without": np.ones(11)}
BAND = pictures.gradient_norms(LENGTHS, "").axes[0].patches[0]

BLOCK = across(pictures.block().axes[0])
POST, PRE = (across(axes) for axes in pictures.orders().axes)

CAPTIONS = {
    "block-picture": [
        ("from x to y: attention, a plus sign, LayerNorm, feed-forward, a "
         "plus sign, LayerNorm",
         BLOCK == ["x", "attention", "+", "LayerNorm", "feed-forward", "+",
                   "LayerNorm", "y"]),
        ("around each of the {} sublayers to the plus sign after it",
         BLOCK.count("+")),
    ],
    "fork-picture": [
        ("{} drawings of the same fork", len(pictures.fork().axes),
         *(across(axes) == ["x", "+", "y"] for axes in pictures.fork().axes)),
        ("Forward, x goes to the sum directly and through f. Backward, the "
         "sum hands all of dy to both branches",
         [title.split(":")[0] for title in titles(pictures.fork())]
         == ["Forward", "Back"]),
        ("dy arrives at x as it is, and once more multiplied by the Jacobian",
         np.allclose(DY @ (np.eye(64) + TURNS[0]), DY + DY @ TURNS[0])),
    ],
    "norms": [
        ("the grey band goes from {} to {}.",
         BAND.get_y(), BAND.get_y() + BAND.get_height()),
        ("From {} at the output, without a shortcut, it comes to {} at the "
         "input; with a shortcut to {}.",
         np.linalg.norm(DY), np.linalg.norm(DY @ WITHOUT.T),
         np.linalg.norm(DY @ WITH.T)),
    ],
    "bracket-tried": [
        ("India's {} features under both readings", len(INDIA)),
        ("LayerNorm of the sum has mean {} and standard deviation {}.",
         NORMED.mean(), NORMED.std()),
        ("With f(x) added after the norm, the mean is {} and the standard "
         "deviation {}, because the sum itself is never normalized",
         AFTER.mean(), AFTER.std()),
    ],
    "orders-picture": [
        ("The same {} sublayers in {} orders", 2, 2,
         sorted(POST) == sorted(PRE)),
        ("the road of the shortcuts drawn in green",
         {line.get_color() for axes in pictures.orders().axes
          for line in axes.lines} == {"#009E73"}),
        ("Post-norm: from y back to x the road leads through both norms",
         [POST[i + 1] for i, name in enumerate(POST) if name == "+"]
         == ["LayerNorm"] * 2),
        ("Pre-norm: it leads over {} additions and through no norm",
         PRE.count("+"),
         [PRE[i - 1] for i, name in enumerate(PRE) if name == "+"]
         == ["attention", "feed-forward"]),
    ],
}  # fmt: skip
