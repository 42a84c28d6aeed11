"""LayerNorms with a right forward pass and one mistake in the backward.

They are here to be caught: lesson 07 tries checks on them. Their backwards
are the exercise's solution with the edits of its mistakes, or with two more.
"""

import numpy as np

from answer_check.judging.judge import judge
from course_lib.layers import LayerNorm
from lesson_parts.add_norm_backward.exercises.layer_norm_backward import (
    EXERCISE,
)

EDITS = {
    "dx is all zeros": "rstd * dx → 0 * dx",
    "dx without γ": "dy * gamma → dy",
    "dx without the mean's term": "- dx_hat.mean(axis=-1, keepdims=True) → ",
    "dx without the variance's term": "x_hat * (dx_hat → 0 * (dx_hat",
    "dβ not summed over tokens": "dy.sum(axis=tokens) → dy",
    "dγ from y, not from x̂": "(dy * x_hat) → (dy * y)",
    # right for (tokens, features)
    "dγ and dβ as .sum(axis=0)": "axis=tokens → axis=0",
}


# What people get wrong most often.
FREQUENT = {
    "μ and σ taken as constants, dx = dx̂·rstd":
        "- dx_hat.mean → - 0 * dx_hat.mean; x_hat * (dx_hat → 0 * (dx_hat",
    "γ multiplied at the end":
        "dy * gamma → dy; rstd * dx → gamma * rstd * dx",
    "both means over the tokens":
        "dx_hat.mean(axis=-1 → dx_hat.mean(axis=0; "
        "x_hat).mean(axis=-1 → x_hat).mean(axis=0",
    "dγ from y": "(dy * x_hat) → (dy * y)",
    "dγ and dβ as .sum(axis=0)": "axis=tokens → axis=0",
    "the variance's term left out": "x_hat * (dx_hat → 0 * (dx_hat",
}  # fmt: skip


def wrong_answer(edits):
    """Return the solution of `layer_norm_backward` with "old → new; …"."""
    source = EXERCISE.source
    pairs = [edit.split(" → ") for edit in edits.split("; ")]
    return source.made(source.applied(pairs))


def said_of(edits):
    """Return what the exercise's check says of the solution so edited."""
    return " ".join(judge(wrong_answer(edits), EXERCISE).sentences)


def with_mistake(edits):
    """Return a class of LayerNorms whose backward has these edits."""
    answer = wrong_answer(edits)

    class WrongLayerNorm(LayerNorm):
        def forward(self, x):
            self.x, self.y = np.array(x), super().forward(x)
            return self.y.copy()

        def backward(self, dy):
            self.check_ready_for_backward()
            found = answer(dy, self.x, self.y, self.gamma, self.eps)
            dx, self.dgamma, self.dbeta = found
            return dx

    return WrongLayerNorm


SLIPS = {name: with_mistake(edit) for name, edit in EDITS.items()}
DxWithoutMean = SLIPS["dx without the mean's term"]
DgammaFromY = SLIPS["dγ from y, not from x̂"]


def four_gradients():
    """Say, line by line, what two sums show of four dx; one is right."""
    kinds = {
        "A": DxWithoutMean,
        "B": SLIPS["dx without the variance's term"],
        "C": LayerNorm,
        "D": SLIPS["dx without γ"],
    }
    x, dy, gamma = [[1.0, 1, 3, 3], [3.0, 2, 8, 2], [2.0, 1, 1, 2]]
    yield "of each dx, its sum and its dot product with x_hat:"
    for name, kind in kinds.items():
        layer = kind(4, eps=1e-12)
        dx = gradients(layer, x, gamma, np.zeros(4), dy)[0].round(6)
        yield f"{name} {dx} {dx.sum()} {dx @ [-1, -1, 1, 1]}"


def passes_by_value(slip, x, gamma, beta, dy, eps=1e-5, tolerance=1e-6):
    """Compare the gradients with the true ones by value, never by shape.

    Parameters
    ----------
    slip : str
        One of `SLIPS`.
    x, dy : array_like, (..., d_model)
    gamma, beta : array_like, (d_model,)
    eps, tolerance : float

    Returns
    -------
    bool
        Whether this careless check lets the slip pass.
    """
    d_model = np.shape(x)[-1]
    right = gradients(LayerNorm(d_model, eps=eps), x, gamma, beta, dy)
    wrong = gradients(SLIPS[slip](d_model, eps=eps), x, gamma, beta, dy)
    return all(close(a, b, tolerance) for a, b in zip(wrong, right))


def gradients(layer, x, gamma, beta, dy):
    """Return dx, dgamma and dbeta of a layer with these parameters."""
    layer.gamma, layer.beta = np.array(gamma, float), np.array(beta, float)
    layer.forward(x)
    return layer.backward(np.array(dy, float)), layer.dgamma, layer.dbeta


def close(a, b, tolerance):
    """Compare by value, whatever the shapes; False if they cannot meet."""
    try:
        return np.allclose(a, b, rtol=tolerance, atol=tolerance)
    except ValueError:  # shapes that do not even broadcast
        return False
