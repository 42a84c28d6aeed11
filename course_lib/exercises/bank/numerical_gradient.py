"""The gradient of a loss by central differences, entry by entry."""

from functools import partial

import numpy as np

from course_lib.exercises.exercise import Case, Exercise, Mistake

STARTER = '''\
def numerical_gradient(f, x, h):
    """Return the gradient of the number f(x) by each entry of x."""
    raise NotImplementedError
'''


def numerical_gradient(f, x, h):
    x = np.array(x, dtype=float)  # a copy, and never integers
    gradient = np.empty_like(x)
    for i in np.ndindex(x.shape):
        here = x[i]
        x[i] = here + h
        above = f(x)
        x[i] = here - h
        below = f(x)
        x[i] = here
        gradient[i] = (above - below) / (2 * h)
    return gradient


def _with_steps(f, x, h):
    x = np.asarray(x, dtype=float)
    steps = h * np.eye(x.size).reshape(x.size, *x.shape)
    slopes = [(f(x + step) - f(x - step)) / (2 * h) for step in steps]
    return np.reshape(slopes, x.shape)


def _flat(f, x, h):
    gradient = np.zeros(x.shape)
    for i in range(x.size):
        above, below = np.float64(x).copy(), np.float64(x).copy()
        above.flat[i] += h
        below.flat[i] -= h
        gradient.flat[i] = (f(above) - f(below)) / 2 / h
    return gradient


def wrong(f, x, h, *, side="both", width=2, divided=True, sign=1,
          restored=True, truncated=False, whole=False):  # fmt: skip
    """Numerical gradient with one switch for every listed mistake."""
    filled = x.dtype if whole else float
    x = np.array(x, dtype=None if truncated else float)
    gradient = np.empty(x.shape)
    for i in np.ndindex(x.shape):
        here = x[i]
        x[i] = here + (h if side != "below" else 0)
        above = f(x)
        x[i] = here - (h if side != "above" else 0)
        below = f(x)
        if restored:
            x[i] = here
        gradient[i] = sign * (above - below)
    if divided:
        gradient /= (width if side == "both" else 1) * h
    return gradient.astype(filled)


def _divided_then_multiplied(f, x, h):
    return wrong(f, x, h, divided=False) / 2 * h


def _all_at_once(f, x, h):
    x = np.asarray(x, dtype=float)
    return (f(x + h) - f(x - h)) / (2 * h)


def _each_entry_the_same(f, x, h):
    return np.full(np.shape(x), _all_at_once(f, x, h))


def _step_grows(f, x, h):
    step, gradient = np.zeros(x.shape), np.zeros(x.shape)
    for i in np.ndindex(x.shape):
        step[i] = h
        gradient[i] = (f(x + step) - f(x - step)) / (2 * h)
    return gradient


def _no_copies(f, x, h):
    gradient = np.zeros(x.shape)
    for i in np.ndindex(x.shape):
        above = below = x
        above[i] += h
        below[i] -= h
        gradient[i] = (f(above) - f(below)) / (2 * h)
    return gradient


def _half_a_run(f, x, h):
    return wrong(f, x, h, side="above") / 2


def _row_by_row(f, x, h):
    x = np.array(x, dtype=float)
    gradient = np.empty_like(x)
    for i in range(len(x)):
        here = x[i].copy()
        x[i] = here + h
        above = f(x)
        x[i] = here - h
        gradient[i] = (above - f(x)) / (2 * h)
        x[i] = here
    return gradient


def _cases(rng):
    def loss(shape):
        weights = rng.normal(size=shape)

        def f(x):
            return float(np.sum(weights * x**3) + np.sum(x) ** 2)

        return f

    whole = rng.integers(2, 5, size=(2, 2))
    fixed = rng.normal(size=(2, 3))
    fixed.setflags(write=False)
    return [
        Case(loss(3), rng.normal(size=3), 0.1),
        Case(loss((2, 2)), whole, 0.1, note="an array of integers"),
        Case(loss((2, 3)), rng.normal(size=(2, 3)), 0.01, note="two rows"),
        Case(loss((2, 3)), fixed, 0.1, note="a read-only array"),
        Case(loss((2, 2, 3)), rng.normal(size=(2, 2, 3)), 0.1,
             note="a 3-D input"),
    ]  # fmt: skip


EXERCISE = Exercise(
    name="numerical_gradient",
    lesson="03",
    statement="Write the central difference for every entry of `x`. "
    "`f(x)` takes an array and returns one number. Step one entry at a time, "
    "by `h` up and by `h` down. Return an array with the shape of `x`. Do "
    "not write into `x`, which may hold integers or be read-only.",
    starter=STARTER,
    reference=numerical_gradient,
    accepted=[_with_steps, _flat],
    mistakes=[
        Mistake(
            partial(wrong, side="above"),
            "You took the forward difference: only a step up.",
            "It is the definition of a derivative, but its error shrinks "
            "like h; stepping both ways shrinks it like h².",
        ),
        Mistake(
            partial(wrong, side="below"),
            "You took the backward difference: only a step down.",
            "It is as good as a step up, and as bad: its error shrinks like "
            "h; stepping both ways shrinks it like h².",
        ),
        Mistake(
            partial(wrong, width=1),
            "You divided by h where the two points are 2h apart.",
            "One step is h long, but you stepped both ways. On f(x) = x the "
            "answer would be 2.",
        ),
        Mistake(
            _half_a_run,
            "You stepped only up, by h, and divided by 2h.",
            "The 2 belongs to a step both ways. On f(x) = x the answer would "
            "be one half.",
        ),
        Mistake(
            partial(wrong, divided=False),
            "You did not divide by the distance of the two points.",
            "A difference is a rise; the slope is rise over run.",
        ),
        Mistake(
            _divided_then_multiplied,
            "You wrote / 2 * h, which divides by 2 and multiplies by h.",
            "Python reads from left to right; write / (2 * h).",
        ),
        Mistake(
            partial(wrong, sign=-1),
            "You subtracted the upper value from the lower one.",
            "The slope of a rising line must be positive: try f(x) = x.",
        ),
        Mistake(
            partial(wrong, restored=False),
            "You did not put x[i] back before the next entry.",
            "The first entry is right, so it looks right; every later slope "
            "is taken at another point.",
        ),
        Mistake(
            partial(wrong, truncated=True),
            "Your steps were cut off: in an array of integers, 3 + 0.1 is 3.",
            "NumPy keeps the dtype of x when you assign to an entry. Copy x "
            "to float first.",
        ),
        Mistake(
            _all_at_once,
            "You stepped all entries at once.",
            "x + h adds h to every entry. That gives one slope, along the "
            "diagonal, and not one slope an entry.",
        ),
        Mistake(
            _row_by_row,
            "You stepped whole rows.",
            "range(len(x)) counts rows and x[i] is a row; with one axis "
            "only, nothing shows.",
        ),
        Mistake(
            _each_entry_the_same,
            "You stepped all entries at once, for each entry again.",
            "x + h adds h to every entry. A step that is 0 but in one place "
            "moves one.",
        ),
        Mistake(
            _step_grows,
            "Your step was not set back to 0 before the next entry.",
            "The first entry is right, so it looks right; later, all entries "
            "up to this one move.",
        ),
        Mistake(
            _no_copies,
            "Both points are the same array: `above = x` makes no copy.",
            "A second name is no second array; `np.array(x, dtype=float)` is "
            "one.",
        ),
        Mistake(
            partial(wrong, whole=True),
            "Your gradient is an array of integers where x is one: the slopes "
            "were cut off.",
            "`np.zeros_like(x)` and `np.empty_like(x)` take over the dtype of "
            "x; `np.zeros(x.shape)` is float.",
        ),
    ],
    hints=[
        "One entry moves, all others stay. How many slopes are there, and "
        "what shape do they fill?",
        "`for i in np.ndindex(x.shape):` visits every entry of an array with "
        "any number of axes; `x[i]` is one number. Work on "
        "`np.array(x, dtype=float)`, a copy.",
        "Inside the loop: keep `here = x[i]`, set `x[i] = here + h` and call "
        "`f(x)`, set `x[i] = here - h` and call `f(x)`, put `here` back, and "
        "divide the difference by `(2 * h)`.",
    ],
    cases=_cases,
)
