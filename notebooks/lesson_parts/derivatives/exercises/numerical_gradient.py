"""The gradient of a loss by central differences, entry by entry."""

import numpy as np

from answer_check.exercise import Case, Exercise


def numerical_gradient(f, x, h):
    """Return the slope of f with respect to each entry of x."""
    gradient = np.zeros(x.shape)
    for i in np.ndindex(x.shape):
        above, below = x.astype(float), x.astype(float)
        above[i] += h
        below[i] -= h
        gradient[i] = (f(above) - f(below)) / (2 * h)
    return gradient


def _with_steps(f, x, h):
    x = np.asarray(x, dtype=float)
    steps = h * np.eye(x.size).reshape(x.size, *x.shape)
    slopes = [(f(x + step) - f(x - step)) / (2 * h) for step in steps]
    return np.reshape(slopes, x.shape)


def _complex_step(f, x, h):
    gradient = np.zeros(x.shape)
    for i in np.ndindex(x.shape):
        point = x.astype(complex)
        point[i] += 1j * h
        gradient[i] = np.imag(f(point)) / h
    return gradient


def _cases(rng):
    def loss(shape):
        weights = rng.normal(size=shape)
        return lambda x: float(np.sum(weights * x**3) + np.sum(x) ** 3)

    whole = rng.integers(2, 5, size=(2, 2))
    fixed = 0.1 * rng.normal(size=(1, 9))
    fixed.setflags(write=False)
    return [
        Case(loss(3), rng.normal(size=3), 0.1),
        Case(loss((2, 2)), whole, 0.1, note="integers"),
        Case(loss((2, 3)), rng.normal(size=(2, 3)), 0.01, note="two rows"),
        Case(loss((1, 9)), fixed, 0.1, note="a read-only array"),
        Case(loss((2, 7, 2)), rng.normal(0, 9, (2, 7, 2)), 0.1,
             note="a 3-D input"),
    ]  # fmt: skip


EXERCISE = Exercise(
    lesson="03",
    statement="Write the central difference for every entry of `x`. `f(x)` "
    "takes an array and returns one number. Step one entry at a time, by `h` "
    "up and by `h` down. Return an array with the shape of `x`. Do not write "
    "into `x`, which may hold integers or be read-only.",
    reference=numerical_gradient,
    properties={
        "a sum of all entries has the slope 1 in each": "03: f(f=np.sum) == "
        "np.ones(x.shape)",
        "the slopes of x · x are 2x": "03: f(f=lambda z: (z * z).sum()) == "
        "2 * x",
        "the product of all entries has in each the product of the others as "
        "its slope": "03: x * f(f=np.prod) == np.prod(x) + 0 * x",
    },
    accepted=[_with_steps],
    mistakes={
        "below[i] -= h → ; (2 * h) → h": "You took the forward difference, "
        "from x to x + h. It defines the derivative, but its error shrinks "
        "like h; steps from x both ways shrink it like h².",
        "above[i] += h → ; (2 * h) → h": "You took the backward difference: "
        "only a step down. It is as good as a step up, and as bad: its error "
        "shrinks like h; stepping both ways shrinks it like h².",
        "(2 * h) → h": "You divided by h where the two points are 2h apart. "
        "One step is h long, but you stepped both ways. On f(x) = x the "
        "answer would be 2.",
        "below[i] -= h → ": "Your points are x + h and x, but you divided by "
        "2h. Step down from x as well. On f(x) = x the answer would be one "
        "half.",
        "/ (2 * h) → ": "You did not divide by the distance of the two "
        "points. A difference is a rise; the slope is rise over run.",
        "above[i] += h → above[i] += h / 2; below[i] -= h → below[i] -= h / "
        "2; (2 * h) → h": "You stepped by h/2 to either side. That is a good "
        "central difference, but of half the step: the task says h up and h "
        "down.",
        "(2 * h) → 2 * h": "You divided by 2 and multiplied by h, as `/ 2 * "
        "h` does. Python reads from left to right, so 2 * h needs brackets.",
        "f(above) - f(below) → f(below) - f(above)": "You subtracted the "
        "upper value from the lower one, so every slope has the wrong sign. "
        "A rising line has a positive slope: try f(x) = x.",
        (
            "(2 * h) → (2 * h)\n        x = below",
            "for i in np.ndindex(x.shape):\n         → ; .astype(float)\n → "
            ".astype(float)\n    for i in np.ndindex(x.shape):\n",
        ): "You did not put x[i] back before the next entry. From the "
        "second entry on, those before it are moved as well.",
        ".astype(float) → .copy()": "Your steps were cut off: in an array of "
        "integers, 3 + 0.1 is 3. NumPy keeps the dtype of x when you assign "
        "to an entry. Copy x to float first.",
        (
            "return gradient → return (f(x + h) - f(x - h)) / (2 * h)",
            "above[i] → above; below[i] → below",
        ): "You stepped all entries at once. x + h adds h to every entry; a "
        "step that is 0 everywhere but in one place moves one entry.",
        (
            "np.ndindex(x.shape) → range(len(x))",
            "np.zeros(x.shape) → np.zeros(len(x)); np.ndindex(x.shape) → "
            "range(len(x))",
        ): "You stepped whole rows. "
        "range(len(x)) counts rows and x[i] is a row; with one axis only, "
        "you would not notice.",
        ".astype(float) → ": "Both points are the same, or no slope is kept. "
        "`above = x` makes no copy, `above.flatten()` only a copy, and `+` "
        "for `+=` no step.",
        (
            "f(above) - f(below) → f(x[i] + h) - f(x[i] - h)",
            "np.ndindex(x.shape) → range(len(x)); "
            "f(above) - f(below) → f(x[i] + h) - f(x[i] - h)",
            "np.zeros(x.shape) → np.zeros(len(x)); np.ndindex(x.shape) → "
            "range(len(x)); f(above) - f(below) → f(x[i] + h) - f(x[i] - h)",
        ): "You gave f only x[i] + h. It takes the whole array: copy x, add h "
        "to one entry of the copy, and hand over the copy.",
        (
            "return gradient → return gradient.sum()",
            "return gradient → return np.full(x.shape, gradient.sum())",
        ): "You added all slopes up, as `gradient += …` does. Each entry of x "
        "keeps its own slope.",
        "above[i] += h → above[i] += h * x[i]; "
        "below[i] -= h → below[i] -= h * x[i]": "You stepped by h·x[i] and "
        "divided by 2h, which belongs to a step of h. A step in proportion "
        "to x is a good idea elsewhere, where x[i] is not 0.",
        tuple(
            f"above[i] += h → above[i] += {step}; "
            f"below[i] -= h → below[i] -= {step}; (2 * h) → (2 * {step})"
            for step in ("h * x[i]", "h * max(1, abs(x[i]))")
        ): "Your step is in proportion to x[i]. Step by h, not by h·x[i]: the "
        "task says the same h for every entry, and h·x[i] is no step where "
        "x[i] is 0.",
        "np.zeros(x.shape) → np.zeros_like(x)": "Your gradient is an array of "
        "integers where x is one: the slopes were cut off. `np.zeros_like(x)` "
        "and `np.empty_like(x)` take over the dtype of x; `np.zeros(x.shape)` "
        "is float.",
        "below[i] -= h → below[i] -= 1e-5; above[i] += h → above[i] += "
        "1e-5; (2 * h) → 2e-5": "Your slopes are nearer to the derivative "
        "than h allows. The check compares with the central difference for "
        "this `h`: no step of your own, and no points but x + h and x − h.",
        _complex_step: "You took the complex step. It needs an f that "
        "computes with complex numbers; this one returns a real number, "
        "whatever it is given. Step by h up and down instead.",
        "return gradient → return gradient * "
        "(np.arange(x.size).reshape(x.shape) == 0)": "Only the first slope is "
        "there; all others are 0. The usual way there is a `return` inside "
        "the loop, which ends it in the first round.",
        "above[i] += h → above[i] += 1; below[i] -= h → below[i] -= 1": "You "
        "stepped by 1 and divided by 2h. The step is h long: what is added "
        "and what divides belong together.",
        "above[i] += h → above[i] = h; below[i] -= h → below[i] = -h": "You "
        "set the entry to h and to −h. It moves from where it is, by h up and "
        "by h down; yours is the slope at a point where the entry is 0.",
        "(f(above) - f(below)) / (2 * h) → (f(above) - 2 * f(x) + f(below)) / "
        "h**2": "You took the central formula for the second derivative, "
        "which says how much f bends. The slope is the rise from below to "
        "above over the run; f(x) itself does not come into it.",
        "(f(above) - f(below)) → f(above) - f(below)": "You divided the "
        "second value alone. Python divides before it subtracts, unless "
        "brackets hold the difference together.",
    },
    hints=[
        "One entry moves, all others stay. How many slopes are there, and "
        "what shape do they fill?",
        "`for i in np.ndindex(x.shape):` visits every entry of an array with "
        "any number of axes; `x[i]` is one number, and `x.astype(float)` a "
        "copy that takes fractions.",
        "For each entry two copies: h is added to this entry in the one and "
        "taken off in the other. The rise is what f gives for the first, less "
        "what it gives for the second; how far apart are the two points?",
    ],
    promise={
        "x.ndim": (1, 2, 3),
        "x.dtype.name": ("float64", "int64"),
        "h": (0.1, 0.01),
        "x.flags.writeable": (False, True),
    },
    cases=_cases,
)
