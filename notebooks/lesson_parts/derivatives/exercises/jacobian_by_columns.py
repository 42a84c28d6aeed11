"""The table of all partial derivatives, filled one column per input."""

import numpy as np

from answer_check.exercise import Case, Exercise


def jacobian_by_columns(f, x, h):
    """Return J: J[i, j] is the slope of output i as input j moves."""
    columns = []
    for j in range(len(x)):
        above, below = x.astype(float), x.astype(float)
        above[j] += h
        below[j] -= h
        columns.append((f(above) - f(below)) / (2 * h))
    return np.stack(columns, axis=1)


def _rows_of_steps(f, x, h):
    rows = [(f(x + e) - f(x - e)) / (2 * h) for e in h * np.eye(len(x))]
    return np.array(rows).T


def _after_f_answered(f, x, h):
    """Move on in the very array that f may have answered with."""
    columns, point = [], x.astype(float)
    for j in range(len(x)):
        point[j] = x[j] + h
        above = f(point)
        point[j] = x[j] - h
        columns.append((above - f(point)) / (2 * h))
        point[j] = x[j]
    return np.stack(columns, axis=1)


def _square(f, x, h):
    """Make room for as many outputs as inputs."""
    J = np.zeros((len(x), len(x)))
    for j in range(len(x)):
        e = h * np.eye(len(x))[j]
        J[:, j] = (f(x + e) - f(x - e)) / (2 * h)
    return J


def _into_rows(f, x, h):
    """Put what the nudge of input j did into row j."""
    J = np.zeros((len(f(x)), len(x)))
    for j in range(len(x)):
        e = h * np.eye(len(x))[j]
        J[j] = (f(x + e) - f(x - e)) / (2 * h)
    return J


def _cases(rng):
    def function(outputs, inputs):
        A, B = rng.normal(size=(2, outputs, inputs))
        return lambda x: A @ x**3 + (B @ x) ** 3

    def case(outputs, inputs, h=0.1, size=1, **note):
        x = rng.normal(0, size, inputs)
        return Case(function(outputs, inputs), x, h, **note)

    fixed = rng.normal(size=4)
    fixed.setflags(write=False)
    return [
        case(3, 2),
        case(3, 3, note="as many outputs as inputs"),
        case(4, 8, h=0.01, note="more inputs than outputs"),
        case(8, 4, size=20, note="steep slopes"),
        case(1, 3, note="one output", rough=True),
        case(3, 1, note="one input", rough=True),
        Case(function(4, 4), fixed, 0.1, note="a read-only array"),
        Case(lambda x: x**3, rng.integers(2, 5, size=3), 0.1, note="integers"),
        Case(lambda x: x, rng.normal(size=3), 0.1, note="f(x) = x"),
    ]  # fmt: skip


COLUMNS = "np.stack(columns, axis=1)"

EXERCISE = Exercise(
    lesson="03",
    statement="`f` takes a vector and returns a vector, not always of the "
    "same length. Nudge input `j` by `h` up and down: the central difference "
    "of all outputs is column `j`. Return the table `J`, one row per output, "
    "one column per input. `x` may hold integers or be read-only, and `f` "
    "may return the very array that you gave it.",
    reference=jacobian_by_columns,
    properties={
        "f(x) = x has the Jacobian I": "03: f(f=np.copy) == np.eye(len(x))",
        "f(x) = x[::-1] has a one where output i is input j": "03: "
        "f(f=np.flip) == np.eye(len(x))[::-1]",
    },
    accepted=[_rows_of_steps],
    mistakes={
        "axis=1 → axis=0": "Your table is transposed: it has one row per "
        "input. np.array of a list and `J[j] = …` fill rows; each result is a "
        "column. With a symmetric Jacobian you would not notice.",
        (
            "below[j] -= h → ; (2 * h) → h",
            "above[j] += h → ; (2 * h) → h",
        ): "You took a step one way only, up or down. It can save calls of f, "
        "but its error shrinks like h and not like h².",
        (
            ".astype(float) → .copy()",
            "x.astype(float), x.astype(float) → x + np.zeros_like(x), "
            "x.copy(); above[j] += h → above[j] += np.array(h, x.dtype); "
            "below[j] -= h → below[j] -= np.array(h, x.dtype)",
        ): "Your steps were cut off: in an array of "
        "integers, 3 + 0.1 is 3. NumPy keeps the dtype of x when you assign "
        "to an entry. Copy x to float first.",
        "(2 * h) → h": "You divided by h where the two points are 2h apart. "
        "One step is h long, but you stepped both ways.",
        (
            "(2 * h)) → (2 * h))\n        x = below",
            "(2 * h)) → (2 * h))\n        x = above",
            "for j in range(len(x)):\n         → ; .astype(float)\n → "
            ".astype(float)\n    for j in range(len(x)):\n",
        ): "You did not put input j back before the next one. Column 0 "
        "has its own nudge alone, so it tells nothing; in column j the inputs "
        "before j are moved as well.",
        _after_f_answered: "You changed an array after f had answered with "
        "it. f may return the very array it was given, as f(x) = x does; give "
        "it a copy.",
        _square: "Your table has as many rows as x has entries: it is square, "
        "or its rows and columns are exchanged. J needs `len(f(x))` rows, one "
        "for each output, and `len(x)` columns.",
        _into_rows: "You put each nudge into a row, as `J[j] = …` does. What "
        "the nudge of input j does to all outputs is column j, `J[:, j] = …`.",
        (
            f"{COLUMNS} → (f(x + h) - f(x - h)) / (2 * h)",
            "above[j] → above; below[j] → below",
        ): "You nudged all inputs at once. x + h moves every input; a step "
        "that is 0 everywhere but in one place moves one input.",
        f"{COLUMNS} → sum(columns)": "You added the columns up, as `J += …` "
        "does. Each column keeps its own place.",
        (
            "above[j] += h → above[j] += h * x[j]; "
            "below[j] -= h → below[j] -= h * x[j]",
            "above[j] += h → above[j] += h * abs(x[j]); "
            "below[j] -= h → below[j] -= h * abs(x[j])",
        ): "You stepped by h times the size of x[j], and divided by 2h. "
        "That is a good idea elsewhere, but then the run grows with x[j] as "
        "well.",
        COLUMNS
        + " → np.stack([np.imag(f(x + 1j * e)) / h for e in h * "
        + "np.eye(len(x))], axis=1)": "You took a step along the imaginary "
        "axis. That works only for an f that takes complex numbers, and it is "
        "another number for this h; the central difference is asked.",
        f"{COLUMNS} → {COLUMNS}.sum(axis=0)": "You added up the outputs: "
        "that is the gradient of their sum. One number per input is enough "
        "for a loss; a Jacobian keeps the outputs apart.",
        f"{COLUMNS} → {COLUMNS} * np.eye(len(columns[0]), len(x))": "You kept "
        "only the diagonal: output i by input i. That is right for functions "
        "that work entry by entry. Here every output may depend on every "
        "input.",
        ".astype(float) → ": "Both points are the same, or no column is kept. "
        "`above = x` makes no copy, `above.flatten()` only a copy, and `+` "
        "for `+=` no step.",
        "(2 * h) → 2 * h": "You divided by 2 and multiplied by h, as `/ 2 * "
        "h` does. Python reads from left to right, so 2 * h needs brackets.",
        "above[j] += h → above[j] += h / 2; below[j] -= h → below[j] -= h / "
        "2; (2 * h) → h": "You stepped by h/2 to either side. That is a good "
        "central difference, but of half the step: the task says h up and h "
        "down.",
        "/ (2 * h) → ": "You did not divide by the distance of the two "
        "points. A difference is a rise; the slope is rise over run.",
        "f(above) - f(below) → f(below) - f(above)": "You subtracted the "
        "upper value from the lower one, so every slope has the wrong sign. "
        "A rising line has a positive slope: try f(x) = x.",
        "below[j] -= h → ": "Your two points are h apart, but you divided by "
        "2h, two steps. Step down from x by h as well.",
        "axis=1) → axis=1) * 0 + np.array([(f(x + 1e-5 * e) - f(x - 1e-5 * "
        "e)) / 2e-5 for e in np.eye(len(x))]).T": "Your slopes are nearer to "
        "the derivative than h allows. The check compares with the central "
        "difference for this `h`: no step of your own, and no points but "
        "x + h and x − h.",
        f"{COLUMNS} → np.stack(columns[:1], axis=1)": "Your table has only "
        "its first column. The usual way there is a `return` inside the loop, "
        "which ends it in the first round.",
        "(f(above) - f(below)) → (f(above)) - f(below)": "You divided the "
        "second value alone. Python divides before it subtracts, unless "
        "brackets hold the difference together.",
        f"{COLUMNS} → np.hstack(columns)": "You laid the columns end to end, "
        "in one long row, as `np.hstack` and `np.concatenate` do with "
        "vectors. They belong side by side in a table.",
    },
    hints=[
        "How many outputs change when you nudge one input? They all belong "
        "in one column. So the table has one row per output, and f may have "
        "more outputs than inputs, or fewer.",
        "`above = x.astype(float)` is a copy of floats; in it, add h to entry "
        "j alone. A second copy steps down.",
        "For every j: the two answers of f, their difference, over the "
        "distance of the two points. Put these columns side by side: "
        "`np.stack` has an `axis`.",
    ],
    promise={
        "x.ndim": (1,),
        "x.dtype.name": ("float64", "int64"),
        "h": (0.1, 0.01),
        "x.flags.writeable": (False, True),
        "f(x) is x": (False, True),
    },
    cases=_cases,
)
