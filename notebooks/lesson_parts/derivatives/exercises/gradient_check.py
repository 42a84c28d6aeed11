"""Mend a gradient check that passes a backward pass of zeros."""

import numpy as np

from answer_check.exercise import Case, Exercise


def gradient_check(forward, backward, x, dy, h):
    """Return ∂L/∂x twice: measured and claimed."""
    measured = np.zeros(x.shape)
    for i in np.ndindex(x.shape):
        above, below = x.copy(), x.copy()
        above[i] += h
        below[i] -= h
        rise = (dy * forward(above)).sum() - (dy * forward(below)).sum()
        measured[i] = rise / (2 * h)
    return measured, backward(dy, x)


def check_of_the_sum(forward, backward, x, dy, h):
    """Return ∂L/∂x twice: measured and claimed."""
    measured = np.zeros(x.shape)
    for i in np.ndindex(x.shape):
        above, below = x.copy(), x.copy()
        above[i] += h
        below[i] -= h
        rise = forward(above).sum() - forward(below).sum()
        measured[i] = rise / (2 * h)
    return measured, backward(np.ones_like(dy), x)


def _with_a_loss(forward, backward, x, dy, h):
    def loss(x):
        return np.vdot(dy, forward(x))

    steps = h * np.eye(x.size).reshape(x.size, *x.shape)
    slopes = [(loss(x + step) - loss(x - step)) / (2 * h) for step in steps]
    return np.reshape(slopes, x.shape), backward(dy, x)


def _normalize(x):
    return (x - x.mean(-1, keepdims=True)) / np.sqrt(
        x.var(-1, keepdims=True) + 0.1
    )


def _zeros(dy, x):
    return np.zeros(x.shape)


def _cases(rng):
    A = rng.normal(size=(4, 4))
    return [
        Case(_normalize, _zeros, *rng.normal(size=(2, 1, 3)), 0.01,
             note="a backward pass of zeros"),
        Case(lambda x: x**3, lambda dy, x: dy * 3 * x**2,
             *rng.normal(0, 40, (2, 2, 3)), 0.1, note="large numbers"),
        Case(lambda x: x @ A, lambda dy, x: dy @ A.T,
             *rng.normal(size=(2, 7, 4)), 0.1),
        Case(lambda x: np.cumsum(x**2), lambda dy, x: x,
             *rng.normal(size=(2, 7)), 0.01, note="a wrong backward pass"),
        Case(lambda x: x @ A[:, :3], lambda dy, x: dy @ A[:, :3].T,
             rng.normal(size=(2, 4)), rng.normal(size=(2, 3)), 0.1,
             note="y of another shape than x"),
    ]  # fmt: skip


RISE = "(dy * forward(above)).sum() - (dy * forward(below)).sum()"

EXERCISE = Exercise(
    lesson="03",
    statement="Mend this gradient check. `forward(x)` returns y, and "
    "`backward(dy, x)` is said to return ∂L/∂x for the loss L = Σ dy · y. The "
    "check returns the slopes that it `measured` and those that are "
    "`claimed`, for you to compare. As it stands it passes a `backward` of "
    "nothing but zeros, if `forward` is a LayerNorm. Its central difference "
    "is in order; find what makes it blind.",
    reference=gradient_check,
    mend=check_of_the_sum,
    accepted=[_with_a_loss],
    outputs=("measured", "claimed"),
    properties={
        "where forward changes nothing, the slopes are dy": "03: "
        "f(forward=np.copy).measured == dy",
        "twice the dy measures twice the slopes": "03: f(dy=2 * dy).measured "
        "== 2 * measured",
        "what is claimed is what backward returns for dy": "03: claimed == "
        "backward(dy, x)",
    },
    mistakes={
        check_of_the_sum: "Your loss is still the plain sum of y, for which "
        "every dy is 1. Normalized numbers sum to 0 whatever x is, so the "
        "true slope of that loss is 0, and so is a backward of zeros.",
        "backward(dy, x) → backward(np.ones_like(dy), x)": "You measured the "
        "loss with dy, but asked `backward` about the plain sum. Both sides "
        "of the comparison need one loss: hand dy to `backward`, too.",
        "backward(dy, x) → dy * backward(np.ones_like(dy), x)": "You asked "
        "`backward` about ones, and multiplied its answer by dy. dy belongs "
        "to the outputs: it goes in, because an input moves several of them.",
        f"+= h → += h * dy[i]; -= h → -= h * dy[i]; {RISE} → "
        "forward(above).sum() - forward(below).sum()": "You moved x by h·dy. "
        "dy belongs to the outputs: move x by h alone, and weight y by dy.",
        (
            f"{RISE} → forward(above).sum() - forward(below).sum(); "
            "return measured → return dy * measured",
            "return measured → return dy * measured",
        ): "You multiplied the slopes by dy. dy belongs to the outputs, and "
        "one input moves several of them: multiply those alone.",
        f"{RISE} → forward(above).sum() - forward(below).sum()": "You gave dy "
        "to `backward`, but still measured the plain sum. Both sides of the "
        "comparison need one loss: Σ dy · y.",
        f"{RISE} → (forward(above) ** 2).sum() - (forward(below) ** 2).sum(); "
        "backward(dy, x) → backward(2 * forward(x), x)": "You took the sum of "
        "squares for the loss. That is another loss, with slopes of its "
        "own; the one here is Σ dy · y.",
        "below[i] -= h → ; (2 * h) → h": "You took the forward difference: "
        "only a step up. The central difference was in order; stepping both "
        "ways is exact to h², and one step only to h.",
        "= rise / (2 * h) → = 0": "Your measured slopes are all 0: both "
        "points are the same, or no slope is kept. `above = below = x.copy()` "
        "is one array with two names.",
        "(2 * h) → h": "You divided by h where the two points are 2h apart. "
        "The central difference was in order.",
        f"{RISE} → dy[i] * (forward(above) - forward(below))[i]": "You kept "
        "output i alone when input i moves. In a norm every input moves every "
        "output of its row, so the whole sum belongs to the rise.",
        f"{RISE} → (dy * forward(above)).mean() - (dy * "
        "forward(below)).mean()": "You averaged dy · y. L is the sum, and "
        "`backward` is told nothing of a division.",
        f"{RISE} → dy.sum() * (forward(above).sum() - "
        "forward(below).sum())": "You multiplied two sums. Each dy belongs to "
        "its own y: multiply entry by entry, and add up after that.",
        f"{RISE} → (np.atleast_2d(dy) @ np.atleast_2d(forward(above) - "
        "forward(below)).T).sum()": "You multiplied the dy of every token by "
        "the y of every other one, too, as a product with the transpose does. "
        "Each entry of dy belongs to its own entry of y alone.",
        f"{RISE} → forward(dy * above).sum() - forward(dy * below).sum()": ""
        "You multiplied x by dy and handed that to forward. In L = Σ dy · y "
        "it is what forward returns that is multiplied by dy.",
        f"{RISE} → (dy.T @ forward(above)).sum() - (dy.T @ "
        "forward(below)).sum()": "You multiplied every dy of a token by every "
        "y of that token, as a product of dy's transpose with y does. Each "
        "entry of dy belongs to its own entry of y alone.",
    },
    promise={
        "x.ndim": (1, 2),
        "dy.ndim": (1, 2),
        "x.dtype.name": ("float64",),
        "h": (0.1, 0.01),
    },
    cases=_cases,
    hints=[
        "For a LayerNorm with γ = 1, what is the plain sum of y? How much "
        "does it change when x moves?",
        "The loss should weight every output differently, and a `dy` of "
        "random numbers is given. Where does the code not use it?",
        "In two places: what is added up in `rise` is `dy * forward(above)`, "
        "less the same for `below`; and `backward` is asked about this loss, "
        "so it gets `dy` in place of the ones.",
    ],
)
