"""A counterexample: one γ and β cannot undo LayerNorm for every token."""

import numpy as np

from course_lib.exercises.exercise import Case, Exercise, Mistake

EPS = 1e-12  # so small that a miss of exactly 1 is not more than 1
AMOUNT = 1
SET = [(1.0411, 1.88), (2.0, -3.0), (0.5, 0.7), (0.05, -0.3)]

STARTER = '''\
def refute_undo(gamma, beta):
    """Return a token that gamma and beta do not bring back."""
    raise NotImplementedError
'''


def refute_undo(gamma, beta):
    return beta + 10 + gamma * np.array([1.0, -1.0, 0.0])


def _louder(gamma, beta):
    return beta + (gamma + 5) * np.array([1.0, -1.0])


def _constant_elsewhere(gamma, beta):
    return np.full(4, beta + 3.0)


def brought_back(x, gamma, beta):
    """Return γ·x̂ + β."""
    x_hat = (x - x.mean()) / np.sqrt(x.var() + EPS)
    return gamma * x_hat + beta


def _token(answer):
    x = np.asarray(answer, dtype=float)
    fits = x.ndim == 1 and x.size >= 2 and not isinstance(answer, tuple)
    return x if fits else None


class _SetForTheFirst(Case):
    """γ and β that undo the token which answered the first case."""

    def __init__(self):
        super().__init__(1.0, 0.0)
        self.token = None

    def learn(self, token):
        self.token = token
        spread = token.std() if np.ptp(token) else 1.0
        self.args = float(spread), float(token.mean())


_own = _SetForTheFirst()


def verdict(answer, gamma, beta):
    """Say why x is brought back well enough, or return None."""
    x = _token(answer)
    if x is None:
        return "Return one token: two or more numbers in one row."
    if (gamma, beta) == SET[0]:
        _own.learn(x)
    miss = np.abs(brought_back(x, gamma, beta) - x).max()
    if miss > AMOUNT + 1e-9 * np.abs(x).max():
        return None
    if (gamma, beta) == _own.args and np.array_equal(x, _own.token):
        return (
            "Your token stays the same when gamma and beta are set for it, "
            "and so it comes back."
        )
    return (
        f"Your token comes back with an error of {miss:.4f} at most; it "
        f"should be more than {AMOUNT}."
    )


def _about(mean, std):
    """Recognise a token by its mean and σ: "same", "near" or "zero"."""

    def when(answer, gamma, beta):
        x = _token(answer)
        if x is None or (gamma, beta) not in SET:
            return False
        kinds = {
            "mean": "same" if abs(x.mean() - beta) < 1e-3 else "near",
            "std": "same" if abs(x.std() - gamma) < 1e-3 else "near",
        }
        if np.ptp(x) == 0:
            kinds["std"] = "zero"
        return (kinds["mean"], kinds["std"]) == (mean, std)

    return when


def _exchanged(answer, gamma, beta):
    x = _token(answer)
    swapped = abs(x.mean() - gamma) + abs(x.std() - abs(beta)) < 1e-9
    return swapped and (gamma, beta) in SET


SHAPE = np.array([1.0, -1.0, 1.0, -1.0])


EXERCISE = Exercise(
    name="refute_undo",
    lesson="05",
    statement="“A layer that learns γ = √σ² and β = μ undoes the "
    "normalization.” Refute it: `gamma` and `beta` are two numbers that were "
    "set to undo some token, and all tokens share them. Return another token "
    "(a row of two or more numbers) that γ·x̂ + β misses by more than 1 in "
    "some entry.",
    starter=STARTER,
    reference=refute_undo,
    accepted=[_louder, _constant_elsewhere],
    verdict=verdict,
    mistakes=[
        Mistake(
            lambda gamma, beta: beta + gamma * SHAPE,
            "Your token has mean β and standard deviation γ: exactly what "
            "was set.",
            "Other numbers are not enough. Every token with this mean and "
            "this spread comes back, in any order of its features.",
            when=_about("same", "same"),
        ),
        Mistake(
            lambda gamma, beta: np.full(3, beta),
            "Every entry is β, and such a token comes back.",
            "A constant token looks like the hardest case: x̂ is 0, nothing "
            "of it is left, and then β puts back just this constant.",
            when=_about("same", "zero"),
        ),
        Mistake(
            lambda gamma, beta: beta + 0.5 + gamma * SHAPE,
            "You moved the mean away from β, but not by more than 1.",
            "The error is exactly the distance of the mean from β; go "
            "further.",
            when=_about("near", "same"),
        ),
        Mistake(
            lambda gamma, beta: np.array([gamma - beta, gamma + beta]),
            "gamma and beta have changed places: the mean of your token is γ, "
            "its spread |β|.",
            "β is the mean that was set, and γ the standard deviation.",
            when=_exchanged,
        ),
        Mistake(
            lambda gamma, beta: beta + 1.2 * gamma * SHAPE,
            "You changed the spread, but too little for a γ that was tried.",
            "The error is the change of σ times the largest |x̂|, and must be "
            "more than 1. A change that is a multiple of γ is small where γ "
            "is.",
            when=_about("same", "near"),
        ),
        Mistake(
            lambda gamma, beta: np.full(3, beta + 0.5),
            "Your token is constant, and its constant is within 1 of β.",
            "A constant token comes back as β: the error is its distance "
            "from β.",
            when=_about("near", "zero"),
        ),
        Mistake(
            lambda gamma, beta: np.array([beta + 10]),
            "You returned a single number.",
            "With one feature x̂ is always 0; a token has two or more.",
            when=lambda x, gamma, beta: (
                np.size(x) == 1 and not isinstance(x, (bool, tuple))
            ),
        ),
        Mistake(
            lambda gamma, beta: beta + np.outer([1, 9], gamma * SHAPE),
            "You returned several rows; one token is one row.",
            "Two tokens side by side show the point, but return only the one "
            "that does not come back.",
            when=lambda x, gamma, beta: (
                isinstance(x, np.ndarray) and x.ndim > 1 and x.size > 1
            ),
        ),
    ],
    hints=[
        "γ·x̂ + β always has mean β and standard deviation nearly γ.",
        "So a token with another mean, or another spread, cannot come back.",
        "Move a token far away: `beta + 10 + np.array([1.0, -1.0])`.",
    ],
    cases=[SET[0], _own, *SET[1:]],
)
