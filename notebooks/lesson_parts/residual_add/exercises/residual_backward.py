"""The gradient at the input of y = x + f(x), where x is used elsewhere too."""

import numpy as np

from answer_check.exercise import Case, Exercise


def residual_backward(dy, W, dx_so_far):
    """Return the gradient at x, where y = x + x @ W."""
    return dx_so_far + dy + dy @ W.T


def _one_matrix(dy, W, dx_so_far):
    return dx_so_far + dy @ (np.eye(len(W), dtype=W.dtype) + W).T


def _accumulated(dy, W, dx_so_far):
    dx = dx_so_far.copy()
    dx += dy
    dx += np.einsum("...i,ji->...j", dy, W)
    return dx


def _cases(rng):
    def args(*shape, size=1):
        d_model = shape[-1]
        dy = rng.normal(0, size, shape)
        W = rng.normal(size=(d_model, d_model))
        return dy, W, rng.normal(size=shape)

    fixed, one_zero = args(2, 4), args(3, 4)
    one_zero[2][1, 2] = 0
    for each in fixed:
        each.setflags(write=False)
    return [
        Case(*args(1, 3)),
        Case(*args(4, 4), note="as many tokens as features"),
        Case(*args(2, 3, 4), note="a 3-D input"),
        Case(*args(2, 5, size=300), note="large gradients"),
        Case(*fixed, note="read-only arrays"),
        Case(*one_zero, note="a 0 in dx_so_far"),
        Case(*args(8, 9), float32=True),
    ]


EXERCISE = Exercise(
    lesson="04",
    statement="The sublayer is `f(x) = x @ W`, and `y = x + f(x)`. Given "
    "`dy`, the gradient at y, of shape (..., num_tokens, d_model), return the "
    "gradient at x. x is used elsewhere too: `dx_so_far` has already arrived "
    "from there. Return a new array and leave `dx_so_far` as it was: a layer "
    "may add into its own gradient, but a function must not change what it "
    "is given.",
    reference=residual_backward,
    properties={
        "with dy = 0, what came so far stays as it is": "04: f(dy=0 * dy) "
        "== dx_so_far",
        "with W = 0 the shortcut is left, which adds dy": "04: f(W=0 * W) "
        "== dx_so_far + dy",
        "twice the dy adds twice as much": "04: f(dy=2 * dy) - dx_so_far == "
        "2 * (answer - dx_so_far)",
    },
    accepted=[_one_matrix, _accumulated],
    mistakes={
        "+ dy + → +": "You left out the gradient of the shortcut. The x that "
        "is added to f(x) has no weights to train, but its slope is 1, not 0.",
        "+ dy @ W.T → ": "You left out the gradient that comes through the "
        "sublayer. A sum hands dy to both of its terms; the second one still "
        "has to go back through W.",
        "dx_so_far + → ": "You left out what had arrived before. The "
        "gradients of several uses add up; as long as dx_so_far is 0 you "
        "would not notice.",
        "+ dy + → + 2 * dy +": "You counted the shortcut twice. dy is handed "
        "to both terms, but only one of them is x itself.",
        "+ dy + → - dy +": "You subtracted the gradient of the shortcut. y = "
        "x + f(x): the slope of y by this x is 1, not −1.",
        (
            "W.T → W",
            "dy @ W.T → (W.T @ dy.T).T",
        ): "Your product comes to dy @ W. Forward goes x @ W; "
        "a gradient goes back through the transpose. With a symmetric W you "
        "would not notice.",
        ("dy @ W.T → W.T @ dy", "dy @ W.T → W @ dy"): "dy itself belongs on "
        "the left. Its rows are tokens, and forward each row was multiplied "
        "from the right, x @ W; so it is on the way back.",
        "dy + dy @ W.T → (dy + dy @ W.T) / 2": "You averaged the two "
        "branches. That keeps the gradient small, but the slopes of a sum "
        "add up; nothing is halved.",
        "dy + dy @ W.T → dy * (dy @ W.T)": "You multiplied the two branches. "
        "Slopes multiply along one path. Side by side, paths add up.",
        "dy + dy @ W.T → dy @ (1 + W.T)": "You added 1 to every entry of W.T. "
        "For one number the slope is 1 + f′; for vectors the 1 becomes the "
        "identity, with ones on its diagonal alone.",
        "dy @ W.T → (dx_so_far + dy) @ W.T": "You sent dx_so_far through the "
        "sublayer as well. It has arrived at x already; only dy comes from y.",
        "dx_so_far + dy + dy @ W.T → dy + (dx_so_far + dy) @ W.T": "You sent "
        "dx_so_far through the sublayer instead of adding it. It has arrived "
        "at x already; only dy comes from y.",
        "dx_so_far + dy + dy @ W.T → dy + dx_so_far @ W.T": "You sent "
        "dx_so_far through W and added dy as it is. dx_so_far is there "
        "already: add it as it is. It is dy that goes through W.",
        "dx_so_far + dy + dy @ W.T → dx_so_far * (dy + dy @ W.T)": "You "
        "multiplied by what had arrived before. Slopes multiply along one "
        "path; gradients of several uses add up.",
        "+ dy + → + 1 +": "You added 1 where dy belongs. 1 is the slope of "
        "the shortcut; the gradient is dy times this slope.",
        "+ dy + dy @ W.T → - (dy + dy @ W.T)": "You subtracted what comes "
        "from y. Where gradients meet they add; the minus belongs to the "
        "step of gradient descent.",
        "dy @ W.T → W.T": "`W.T` stands alone. A "
        "gradient is dy times a slope, along each path.",
        "dy @ W.T → dy * W.T": "You multiplied dy and W.T entry by entry. "
        "Every entry of x reaches all entries of x @ W, so the way back is a "
        "matrix product, `@`.",
        "dy @ W.T → dy * W": "You multiplied dy and W entry by entry. Every "
        "entry of x reaches all entries of x @ W, so the way back is a "
        "matrix product with W.T, `@`.",
        "dy @ W.T → dy * np.diag(W)": "You took only the diagonal of W, as if "
        "each feature of x reached the same feature of f(x) alone. Every "
        "entry of x reaches all entries of x @ W.",
        "dy + dy @ W.T → dy @ np.linalg.inv(np.eye(len(W)) + W)": "You undid "
        "the forward pass with an inverse. What comes back is a gradient, not "
        "x, and it goes through the transpose.",
    },
    hints=[
        "Three gradients meet at x. Which ones?",
        "Along the shortcut, dy arrives as it is. Forward, f multiplies by W; "
        "the gradient goes back through its transpose.",
        "Where gradients meet they add, and none is halved. One has arrived "
        "already: leave its array as it was.",
    ],
    promise={"dy.ndim": (2, 3), "dy.dtype.name": ("float64", "float32")},
    cases=_cases,
)
