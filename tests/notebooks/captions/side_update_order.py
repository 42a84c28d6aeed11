"""The captions of the side page on the order of the update."""

import runpy
from pathlib import Path

# The training by hand stands beside the numbers of the page's prose.
PROSE = Path(__file__).parents[1] / "numbers" / "side_update_order.py"
BY_HAND = runpy.run_path(PROSE)
SLOW, FAST, SLOW_MANY, FAST_MANY = (
    late / right
    for right, late in (
        BY_HAND[name].T for name in ("FEW", "LARGE_FEW", "MANY", "LARGE_MANY")
    )
)


def one_digit(value):
    return float(f"{value:.0e}")


CAPTIONS = {
    "cost-picture": [
        ("after {} updates, the {} starts in order", 5, len(SLOW)),
        ("The loss in the text's order over the loss in the right order",
         "tests/parts/backward has the picture"),
        ("At rate {} it lies between {} and {}, and above {} in {}.",
         0.1, SLOW.min(), SLOW.max(), 1, (SLOW > 1).sum()),
        ("At rate {}, on a log scale, it reaches from {} to {}, and is above "
         "{} in {}.", 1, FAST.min(), FAST.max(), 1, (FAST > 1).sum()),
    ],
    "longer-picture": [
        ("The same ratio after {} updates. At rate {} it is above {} in {} of "
         "the starts, and within a factor of {} in all but {}.",
         50, 0.1, 1, (SLOW_MANY > 1).sum(), 2,
         ((SLOW_MANY > 2) | (SLOW_MANY < 1 / 2)).sum()),
        ("At rate {}, on a log scale, it is above {} in {} and below one {} "
         "in {}; the largest is {}.", 1, 2, (FAST_MANY > 2).sum(), 0.5,
         (FAST_MANY < 0.5).sum(), one_digit(FAST_MANY.max())),
    ],
}  # fmt: skip
