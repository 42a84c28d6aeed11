"""The table of all partial derivatives, filled one column an input."""

from functools import partial

import numpy as np

from course_lib.exercises.exercise import Case, Exercise, Mistake

STARTER = '''\
def jacobian_by_columns(f, x, h):
    """Return J with J[i, j] = slope of output i by input j."""
    raise NotImplementedError
'''


def jacobian_by_columns(f, x, h):
    columns = []
    for j in range(len(x)):
        step = np.zeros(len(x))
        step[j] = h
        columns.append((f(x + step) - f(x - step)) / (2 * h))
    return np.stack(columns, axis=1)


def _filled(f, x, h):
    J = np.empty((len(f(x)), len(x)))
    for j in range(len(x)):
        above, below = np.array(x, float), np.array(x, float)
        above[j] += h
        below[j] -= h
        J[:, j] = (f(above) - f(below)) / (2 * h)
    return J


def _rows_of_steps(f, x, h):
    rows = [(f(x + e) - f(x - e)) / (2 * h) for e in h * np.eye(len(x))]
    return np.array(rows).T


def wrong(f, x, h, *, transposed=False, width=2, above=True, below=True,
          restored=True, truncated=False, shared=False):  # fmt: skip
    """Jacobian with one switch for every listed mistake."""
    moved = np.array(x, None if truncated else float)
    columns = []
    for here, j in zip(np.array(x, float), range(len(x))):
        moved[j] = here + h if above else here
        high = f(moved if shared else moved.copy())
        moved[j] = here - h if below else here
        columns.append(
            (high - f(moved)) / ((width if above and below else 1) * h)
        )
        if restored:
            moved[j] = here
    return np.stack(columns, axis=0 if transposed else 1)


def _all_at_once(f, x, h):
    return (f(x + h) - f(x - h)) / (2 * h)


def _each_column_the_same(f, x, h):
    return np.repeat(_all_at_once(f, x, h)[:, None], len(x), axis=1)


def _step_grows(f, x, h):
    step = np.zeros(len(x))
    columns = []
    for j in range(len(x)):
        step[j] = h
        columns.append((f(x + step) - f(x - step)) / (2 * h))
    return np.stack(columns, axis=1)


def _no_copies(f, x, h):
    columns = []
    for j in range(len(x)):
        above = below = x
        above[j] += h
        below[j] -= h
        columns.append((f(above) - f(below)) / (2 * h))
    return np.stack(columns, axis=1)


def _times_a_power(f, x, h, power, factor=1):
    return wrong(f, x, h) * factor * h**power


def _h_of_its_own(f, x, h):
    return wrong(f, x, 0.1)


def _gradient_of_the_sum(f, x, h):
    return wrong(f, x, h).sum(axis=0)


def _elementwise(f, x, h):
    J = wrong(f, x, h)
    return J * np.eye(*J.shape)


def _cases(rng):
    def function(outputs, inputs):
        A, B = rng.normal(size=(2, outputs, inputs))
        return lambda x: A @ x**3 + (B @ x) ** 2

    def case(outputs, inputs, h=0.1, **note):
        return Case(
            function(outputs, inputs), rng.normal(size=inputs), h, **note
        )

    fixed = rng.normal(size=4)
    fixed.setflags(write=False)
    return [
        case(3, 2),
        case(3, 3, note="as many outputs as inputs"),
        case(2, 5, h=0.01, note="more inputs than outputs"),
        Case(function(4, 4), fixed, 0.1, note="a read-only array"),
        Case(
            function(2, 3), rng.integers(2, 5, size=3), 0.1,
            note="an array of integers",
        ),
        Case(lambda x: x, rng.normal(size=3), 0.1, note="f(x) = x"),
    ]  # fmt: skip


EXERCISE = Exercise(
    name="jacobian_by_columns",
    lesson="03",
    statement="`f` takes a vector and returns a vector, not always of the "
    "same length. Nudge input `j` by `h` up and down: the central difference "
    "of all outputs is column `j`. Return the table `J`, one row an output, "
    "one column an input. `x` may hold integers.",
    starter=STARTER,
    reference=jacobian_by_columns,
    accepted=[_filled, _rows_of_steps],
    mistakes=[
        Mistake(
            partial(wrong, transposed=True),
            "Your table is transposed: one row an input.",
            "A list of results becomes rows in np.array; with a symmetric "
            "Jacobian, as LayerNorm's, nothing shows.",
        ),
        Mistake(
            partial(wrong, below=False),
            "You took the forward difference: only a step up.",
            "It needs fewer calls of f, but its error shrinks like h and "
            "not like h².",
        ),
        Mistake(
            partial(wrong, above=False),
            "You took the backward difference: only a step down.",
            "It is as good as a step up, and as bad: its error shrinks like "
            "h and not like h².",
        ),
        Mistake(
            partial(wrong, truncated=True),
            "Your steps were cut off: in an array of integers, 3 + 0.1 is 3.",
            "NumPy keeps the dtype of x when you assign to an entry. Copy x "
            "to float first.",
        ),
        Mistake(
            partial(wrong, width=1),
            "You divided by h where the two points are 2h apart.",
            "One step is h long, but you stepped both ways.",
        ),
        Mistake(
            partial(wrong, restored=False),
            "You did not put input j back before the next one.",
            "Column 0 is right, so it looks right; every later column is "
            "taken at another point.",
        ),
        Mistake(
            partial(wrong, shared=True),
            "You changed an array after f had answered with it.",
            "f may return the very array it was given, as f(x) = x does; "
            "give it a copy.",
        ),
        Mistake(
            _all_at_once,
            "You nudged all inputs at once.",
            "x + h moves every input. What comes is the sum of all columns.",
        ),
        Mistake(
            _gradient_of_the_sum,
            "You added up the outputs: that is the gradient of their sum.",
            "One number an input is enough for a loss; a Jacobian keeps the "
            "outputs apart.",
        ),
        Mistake(
            _elementwise,
            "You kept only the diagonal: output i by input i.",
            "That is right for functions that work entry by entry. Here "
            "every output may depend on every input.",
        ),
        Mistake(
            _each_column_the_same,
            "You nudged all inputs at once, for each column again.",
            "x + h moves every input. A step that is 0 but in one place moves "
            "one.",
        ),
        Mistake(
            _step_grows,
            "Your step was not set back to 0 before the next input.",
            "Column 0 is right, so it looks right; in column j all inputs up "
            "to j move.",
        ),
        Mistake(
            _no_copies,
            "Both points are the same array: `above = x` makes no copy.",
            "A second name is no second array; `x.copy()` is one.",
        ),
        Mistake(
            partial(_times_a_power, power=2),
            "You wrote / 2 * h, which divides by 2 and multiplies by h.",
            "Python reads from left to right; write / (2 * h).",
        ),
        Mistake(
            partial(_times_a_power, power=1, factor=2),
            "You did not divide by the distance of the two points.",
            "A difference is a rise; the slope is rise over run.",
        ),
        Mistake(
            partial(_times_a_power, power=0, factor=-1),
            "You subtracted the upper value from the lower one.",
            "The slope of a rising line must be positive: try f(x) = x.",
        ),
    ],
    hints=[
        "How many outputs change when you nudge one input? They all belong "
        "into one column.",
        "`step = np.zeros(len(x)); step[j] = h` moves input j alone.",
        "Collect `(f(x + step) - f(x - step)) / (2 * h)` for every j and "
        "put the results side by side with `np.stack(columns, axis=1)`.",
    ],
    cases=_cases,
)
