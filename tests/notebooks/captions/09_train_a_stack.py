"""The captions of lesson 09."""

import json

import numpy as np
from judged import answers_said
from stored_runs import BOTH, FOLDER, mean, runs_said

from course_lib.layers import softmax_cross_entropy
from parts.training import pictures
from parts.training.digits import load_digits
from parts.training.digits_stack import DigitsStack

FOUR = ["post-norm", "pre-norm", "no shortcut", "norm at end"]
BARE = "neither, norm at end"
FIVE = ["pre-norm", "norm at end", "post-norm", "no shortcut", BARE]
SHEET = pictures.digit_sheet(load_digits()["train"]).axes[0]
SIGNALS = pictures.example_signals().axes


def stored(name):
    return json.loads((FOLDER / name).read_text(encoding="utf-8"))


def factors(variant, depth=32):
    """Return by what factors activations and gradients change, one digit."""
    part = load_digits()["train"]
    model = DigitsStack(variant, depth, rng=1)
    logits = model.forward(part.x.astype(np.float32))
    model.backward(softmax_cross_entropy(logits, part.digit)[1])
    rows = model.stack.activations, model.stack.activation_gradients[::-1]
    sizes = [
        [np.linalg.norm(each[k].astype(float)) for k in (0, -1)]
        for each in rows
    ]
    return [float(f"{last / first:.0e}") for first, last in sizes]


PROBED = {}
for row in stored("probe.json"):
    if row["halvings"] == 0:
        PROBED.setdefault(row["variant"], []).append(
            np.array(row["read"]) / 300
        )
PROBED = {name: np.median(PROBED[name], axis=0) for name in FIVE}

CAPTIONS = {
    "digits-picture": [
        ("{} handwritten images of each digit from {} to {}, {} by {} pixels "
         "each",
         np.shape(SHEET.images[0].get_array())[1] / 9,
         *(int(SHEET.get_yticklabels()[k].get_text()) for k in (0, -1)),
         *[load_digits()["train"].x.shape[1] ** 0.5] * 2),
        ("Most are easy to read", "said of the picture"),
    ],
    "sizes": [
        ("in fresh stacks of {} blocks. From the first to the last layer "
         "activations change, and from the last to the first gradients: "
         + "; ".join(f"{variant} × {{}} and × {{}}" for variant in FIVE)
         + ".", 32, *sum(map(factors, FIVE), [])),
    ],
    "probe-picture": [
        ("{} seeds and their median", 3),
        ("From the images themselves it reads {} %; behind {} blocks: "
         + ", ".join(f"{variant} {{}} %" for variant in FIVE) + ".",
         100 * PROBED["pre-norm"][0], len(PROBED["pre-norm"]) - 1,
         *(100 * PROBED[variant][-1] for variant in FIVE)),
    ],
    "signals": [
        ("{} signals of each of {} kinds, {} numbers each",
         len(SIGNALS[0].lines), len(SIGNALS),
         len(SIGNALS[0].lines[0].get_ydata())),
        ("The same short pattern", "tests/parts/training has the templates"),
        ("by eye most kinds are hard to tell apart", "said of the picture"),
    ],
    "every-run": runs_said(FIVE),
    "starts": [
        ("The same variants with {} blocks", 16),
        *((f"{optimizer}: "
           + "; ".join(f"{variant} {{}} % and {{}} %" for variant in FOUR)
           + ".",
           *(100 * mean(variant, 16, optimizer, start=start)
             for variant in FOUR for start in ("", "small")))
          for optimizer in BOTH),
    ],
    "answers": answers_said(range(1, 7)),
}  # fmt: skip
