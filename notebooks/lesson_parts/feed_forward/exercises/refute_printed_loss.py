"""The printed cross entropy: a better output has a larger loss."""

import numpy as np

from answer_check.exercise import Exercise

TARGET = np.array([0.1, 0.7, 0.2])


def refute_printed_loss():
    """Return two outputs, worse and better, for target [0.1, 0.7, 0.2].

    Both are probabilities: positive, with sum 1. The better one gives more
    to the second entry, where the target is 0.7. The printed loss,
    sum(target * ln y) / 3, must be larger for the better one.
    """
    worse = np.array([0.4, 0.2, 0.4])
    better = np.array([0.1, 0.7, 0.2])
    return worse, better


def _half():
    return np.array([0.25, 0.5, 0.25]), np.array([0.15, 0.6, 0.25])


def _even():
    return np.full(3, 1 / 3), np.array([0.1, 0.75, 0.15])


def _printed_loss(y):
    """Return the loss as text B prints it, without a minus sign."""
    return float((TARGET * np.log(y)).sum() / 3)


def _overshoots(worse, better):
    """Whether the second entry is too large, however the rest is shared."""
    rest = (1 - better[1]) / (TARGET[0] + TARGET[2])
    best = np.array([rest * TARGET[0], better[1], rest * TARGET[2]])
    return _printed_loss(best) <= _printed_loss(worse)


def _no_outputs(answer):
    """Say why an answer is no two outputs of a softmax, or nothing."""
    worse, better = answer
    if not all(y.shape == (3,) for y in answer):
        losses = "Return the outputs themselves. "
        return losses * (worse.ndim == better.ndim == 0) + (
            "Both outputs need three entries, one for each of the target; "
            f"yours have the shapes {worse.shape} and {better.shape}."
        )
    least = min(worse.min(), better.min())
    if least < 0:
        logs = np.allclose(np.exp(answer).sum(axis=1), 1)
        return (
            "All entries must be positive: a negative number has no ln, and "
            "no softmax stands before this loss."
            + " Yours are logarithms: return what they are of."
            * logs
        )
    if not np.allclose(np.sum(answer, axis=1), 1, rtol=0, atol=1e-6):
        return (
            "Your outputs are not both probabilities: the entries of each "
            f"must sum to 1, and yours sum to {worse.sum():.7g} and "
            f"{better.sum():.7g}. Otherwise size alone would move this "
            "loss, and the right one as well."
        )
    if np.array_equal(better, [0, 1, 0]):
        return (
            "Your better output is 0 but for the second entry, and ln 0 is "
            "−∞. All the weight on one entry looks best, but the target wants "
            "0.1 and 0.2 of the others as well."
        )
    if least == 0:
        return "All entries must be positive: ln 0 is −∞."
    if np.array_equal(worse, better):
        return (
            "The two outputs are the same; a comparison needs two. So it is "
            "after `better = worse`, a second name for one array, or if you "
            "change so little that rounding undoes it."
        )
    return ""


def _why_not(answer):
    """Say why two outputs refute nothing, or return None."""
    no_outputs = _no_outputs(answer)
    if no_outputs:
        return no_outputs
    worse, better = answer
    gain = better[1] - worse[1]
    if gain < 0 and _why_not((better, worse)) is None:
        also = " Or was [2] to be the second? Python counts from 0."
        return (
            "Exchanged, your two outputs would do. By the cross entropy, the "
            "first is to be the worse one, and the second the better one."
            + also
            * int(better.argmax() == 2)
        )
    if gain <= 0:
        also = "Take some of it away from the worse one."
        if better.argmax() == 2:
            also = "You gave most to the third one, [2]: Python counts from 0."
        return (
            "The better output must give more to the second entry, [1], and "
            f"yours gives it {better[1]:.3g}, where the worse one gives "
            f"{worse[1]:.3g}. {also}"
        )
    losses = _printed_loss(worse), _printed_loss(better)
    if losses[1] > losses[0]:
        return None
    if better[1] > TARGET[1] and _overshoots(worse, better):
        return (
            "Your better output overshoots: it is so sure of the second entry "
            "that by the cross entropy it is the worse one. More on the "
            "largest entry is better only up to 0.7."
        )
    lost = TARGET * np.log(worse / better)
    why, k = "It is highest at the target itself.", lost.argmax()
    if better[k] < worse[k] / 2 and lost[k] > -lost[1]:
        why = (
            f"Your better output has {better[k]:.2g} in entry [{k}], and ln "
            "of so little takes away more than the second entry brings."
        )
    return (
        f"The printed loss is {losses[0]:.6f} for the worse output and "
        f"{losses[1]:.6f} for the better one: it does not rise. Show two "
        f"outputs where it does; that is what is wrong with it. {why}"
    ).replace("-", "−")


EXERCISE = Exercise(
    lesson="08",
    statement="Text B prints the loss as Σ target · ln(y) / (m n), without a "
    "minus sign. Show by an example that descending on it goes the wrong way: "
    "return two outputs, `worse` and `better`, for the target [0.1, 0.7, "
    "0.2]. Both are positive and sum to 1; the better one gives more to the "
    "second entry, and its printed loss is larger.",
    reference=refute_printed_loss,
    accepted=[_half, _even],
    outputs=("worse", "better"),
    why_not=_why_not,
    mistakes=[
        lambda: refute_printed_loss()[::-1],
        lambda: (np.array([0.4, 0.2, 0.4]), np.array([0.4, 0.2, 0.4])),
        lambda: (np.array([0.4, 0.2, 0.4]), np.array([0.0, 1.0, 0.0])),
        lambda: (np.array([1.0, 2.0, 1.0]), np.array([1.0, 9.0, 1.0])),
        lambda: (np.array([0.2, 0.6, 0.2]), np.array([0.005, 0.99, 0.005])),
    ],
    hints=[
        "The target itself is the best output there is.",
        "Something flatter than the target is worse.",
        "So `better` may be the target. `worse` shares 1 out among three "
        "entries as well, with less on the second.",
    ],
)
