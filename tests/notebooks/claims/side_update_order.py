"""What the page on the order of the update says in words."""

from pathlib import Path

import numpy as np
from page_cells import printed, written
from slopes import slopes

from course_lib.layers import LayerNorm

rng = np.random.default_rng(0)
x, dy = rng.normal(size=(2, 3, 4))


def back(dy, beta=0.0):
    layer = LayerNorm(4, eps=0.1)
    layer.beta[:] = beta
    layer.forward(x)
    return layer.backward(dy)


CODE = written("side_update_order")
SHOWN = printed("side_update_order")
FIVE_TEXTS = (
    Path(__file__).parents[1].joinpath("five_texts.md").read_text("utf-8")
)


def late(lr):
    """Return dz with γ updated before, by the right one, token by token."""
    layer = LayerNorm((3, 1))
    layer.forward(x)
    dz = layer.backward(dy)
    moved = layer.gamma - lr * layer.dgamma
    other = LayerNorm((3, 1))
    other.gamma[:] = moved
    other.forward(x)
    return other.backward(dy), dz, moved


def most_within(percent=1):
    """Whether most of the page's own starts lie so close at rate 0.1."""
    names = {"np": np, "LayerNorm": LayerNorm}
    exec(CODE["loss-after"], names)
    after = names["loss_after"]
    apart = [after(s, 0.1, True) / after(s, 0.1, False) for s in range(40)]
    return np.median(np.abs(np.array(apart) - 1)) < percent / 100


def refused():
    layer = LayerNorm(4)
    layer.forward(x)
    layer.backward(dy)
    layer.step(0.1)
    try:
        layer.backward(dy)
    except RuntimeError as error:
        return str(error)
    return ""


def loss(layer_input, gamma):
    layer = LayerNorm((3, 1))
    layer.gamma[:] = gamma
    return np.sum(dy * layer.forward(layer_input))


CLAIMS = {
    "Training repeats two things: it finds all gradients, and then it moves "
    "the parameters a little. The class of text A mixes the two. You work "
    "out how far off its gradient is, guess what that does to training, see "
    "it, and write a function that cannot go wrong in this way.": (
        not np.allclose(*late(0.1)[:2])
        and [*CODE].index("order-numbers")
        < [*CODE].index("cost-picture")
        < [*CODE].index("order-card")
    ),
    "An update moves each parameter a little against its gradient: γ "
    "becomes γ − lr·∂L/∂γ. The **learning rate** lr says how little.": (
        loss(x, late(0.01)[2]) < loss(x, 1)
    ),
    "The text describes a class for Add & Norm. It has one γ per token, and "
    "calls what enters the norm z. Its backward pass has three stages. The "
    "first finds the gradients of γ and β and the Jacobian. The second "
    "updates γ and β. The third computes dz with γ. To check what follows, "
    "look up which γ the third stage finds there.": (
        "γ is updated before dz is computed with it" in FIVE_TEXTS
        and np.allclose(late(0.1)[0], late(0.1)[2] * late(0.1)[1])
    ),
    "The rest is as in lesson 07, where three lines of code lead from dy "
    "back through the norm. With one γ per token, dz is γ times what these "
    "lines return for dy, so dz is proportional to γ. **Predict.** For one "
    "token γ is 1 and ∂L/∂γ is 3, and lr is 0.1. What is the third stage's "
    "dz, compared with the right one? And what for a token with ∂L/∂γ = −3?": (
        np.allclose(back(3 * dy), 3 * back(dy))
        and np.allclose(late(0.1)[0] / late(0.1)[1], late(0.1)[2])
        and np.allclose([1 - 0.1 * 3, 1 + 0.1 * 3], [0.7, 1.3])
    ),
    "In the third stage γ is 0.7 for the first token and 1.3 for the "
    "second, so dz is 30 % too small in one and 30 % too large in the "
    "other. On the three random tokens of the cell it is off by up to 47.5 "
    "%. dz should say how the loss that was measured depends on z, and that "
    "loss came from the old γ. No shape is wrong and no error is raised.": (
        np.allclose(back(0.7 * dy), (1 - 0.3) * back(dy))
        and np.allclose(back(1.3 * dy), (1 + 0.3) * back(dy))
        and "off by 47.5% of the largest" in SHOWN["order-numbers"]
        and late(0.1)[0].shape == late(0.1)[1].shape
        and np.allclose(
            slopes(lambda v: loss(v, 1), x), late(0.1)[1], atol=1e-6
        )
    ),
    "Here is a small network to train: a weight matrix W, and behind it a "
    "LayerNorm with one γ per token. W gets its gradient from dz. "
    "`loss_after` trains both from a random start, in the right order or in "
    "that of the text, and returns the loss after five updates.": (
        "rng.normal(size=(4, 4)), LayerNorm((3, 1))" in CODE["loss-after"]
        and "updates=5" in CODE["loss-after"]
        and "x @ W" in CODE["loss-after"]
    ),
    "We take 100 random starts, each with a small learning rate, 0.1, and "
    "with a large one, 1. **Predict.** In how many of the 100 will the "
    "text's order have the larger loss, at each of the two rates?": (
        "range(100)" in CODE["cost-picture"]
        and "(0.1, 1)" in CODE["cost-picture"]
    ),
    "At the small rate the text's order is behind in 77 of 100, but by less "
    "than one percent in most. At the large rate it is behind in only 21: "
    "there the wrong gradient is usually *ahead* in these five updates.": (
        "above 1 in 77" in SHOWN["cost-picture"]
        and "above 1 in 21" in SHOWN["cost-picture"]
        and most_within()
    ),
    "We go on to 50 updates, with the same starts and rates. Will the "
    "text's order catch up at the small rate? And will it stay ahead at the "
    "large one?": ("losses_after(50)" in CODE["longer-picture"]),
    "At the small rate the text's order is now behind in 33 of 100 and no "
    "longer in 77, and the two orders still end close together. At the "
    "large rate it is a lottery: 37 starts end with less than half the loss "
    "of the right order, and 20 with more than twice as much. One of these "
    "has come down to 3·10⁻⁶ in the right order, and only to 0.03 in the "
    "text's. So with this network the text's order does not ruin training "
    "in general, but neither can you rely on it. It is a mistake all the "
    "same. dz and ∂L/∂γ belong to two different layers, one with the old γ "
    "and one with the new. Whoever compares this dz with the gradient of "
    "another library finds them different, and finds them equal only with "
    "lr = 0. And that training often still works is the reason why such a "
    "mistake may stay for years: lesson 03 had a suspect of that kind.": (
        all(
            words in SHOWN["longer-picture"]
            for words in (
                "above 1 in 33 of the starts",
                "within a factor of 2 in all but 2",
                "above 2 in 20",
                "below one half in 37",
            )
        )
        and np.allclose(*late(0)[:2])
        and not np.allclose(*late(1e-3)[:2])
    ),
    "The course's class refuses to go back after an update:": (
        "Call forward first, and again after every step" in refused()
    ),
    "Below, γ and β have one number per feature again, and rows are tokens.": (
        "`gamma` and `beta` have one number per feature"
        in " ".join(SHOWN["order-card"].split())
    ),
    "Does it matter whether β is updated before dz is computed?": (
        np.allclose(back(dy, 7.0), back(dy))
    ),
    "No. dz = J (dy∘γ) does not contain β. But one order that is right for "
    "every parameter is easier to remember: first all gradients, and then "
    "all updates.": (
        np.allclose(back(dy, 7.0), back(dy))
        and np.allclose(back(dy, 7.0), back(dy))
        and not np.allclose(*late(0.1)[:2])
    ),
}
