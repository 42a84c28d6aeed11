"""What lesson 09 says in words."""

import runpy
from pathlib import Path

import numpy as np

from course_lib.layers import softmax_cross_entropy

runs = runpy.run_path(
    Path(__file__).parents[1] / "numbers" / "09_train_a_stack.py"
)
both, longer, usual = runs["both"], runs["longer"], runs["usual"]
read, small = runs["READ"], {"start": "small"}
gap = np.subtract
fresh = np.random.default_rng(0).normal(size=(50, 10))
TEN = np.eye(10)[np.arange(50) % 10]


def mean(variant, depth=16, **change):
    return np.mean(both(variant, depth, **change))


CLAIMS = {
    "What is best at one start, one learning rate or after one number of "
    "steps may fall behind at another": (
        mean("pre-norm") > mean("norm at end")
        and mean("pre-norm", **small) < mean("norm at end", **small)
    ),
    "It is above that of equal shares": (
        softmax_cross_entropy(fresh, TEN)[0] > np.log(10)
    ),
    "Pre-norm reads more at every rate at which either of them trains": (
        min(runs["LEADS"]) > 0
    ),
    "so the mean square about doubles": np.isclose(np.hypot(1, 1) ** 2, 2),
    "With 4 blocks all five lie within 0.11 of each other, from 0.70 to "
    "0.81, and “norm at end” is first with gradient descent": (
        both("norm at end", 4)[0]
        == max(both(name, 4)[0] for name in runs["FIVE"])
    ),
    "more than every variant here except pre-norm": (
        both("pre-norm")[1]
        > both("no norm")[1]
        > max(both(n)[1] for n in runs["FIVE"] if n != "pre-norm")
    ),
    "Everything with shortcuts gains except pre-norm with gradient descent": (
        both("pre-norm", **small)[0] < both("pre-norm")[0]
        and both("pre-norm", **small)[1] > both("pre-norm")[1]
        and all(
            (gap(both(n, **small), both(n)) > 0).all()
            for n in ("post-norm", "norm at end")
        )
    ),
    "“Norm at end” is first": (
        both("norm at end", **small)[0]
        == max(both(name, **small)[0] for name in runs["FIVE"][:4])
    ),
    "from the small start pre-norm reads most before training, 0.30, and then "
    "falls behind": (
        read["pre-norm", "small"] > read["post-norm", "small"]
        and mean("pre-norm", **small) < mean("post-norm", **small)
    ),
    "which is less than behind pre-norm from He's start": (
        read[runs["RAW"], ""] < read["pre-norm", ""]
    ),
    "The shortcut helps and pre-norm reads more, with both optimizers": (
        (gap(both("post-norm"), both("no shortcut")) > 0).all()
        and (gap(both("pre-norm"), both("post-norm")) > 0).all()
    ),
    "so the shortcut's gain grows from 0.09 to 0.23": (
        longer("post-norm") - longer("no shortcut")
        > usual("post-norm") - usual("no shortcut")
    ),
    "A norm inside loses less under a shortcut than without one": (
        runs["question"](3)[0] > 0
    ),
    "a head can read less behind post-norm": (
        read["post-norm", ""] < read["pre-norm", ""]
    ),
    "One block reads 0.71, about twice as much as the head alone, and more "
    "than the 0.59 of 16 such blocks": (
        runs["mean"]("post-norm", 1, runs["GD"])
        > 1.8 * runs["mean"]("post-norm", 0, runs["GD"])
        and runs["mean"]("post-norm", 1, runs["GD"]) > both("post-norm")[0]
    ),
    "The mean square doubles ten times": np.isclose(
        np.hypot(1, 1) ** 20, 2**10
    ),
}
