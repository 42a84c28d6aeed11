"""What the exercise `jacobian_by_columns` claims."""


def cube(x):
    return x**3


def error(slope, step):
    """Return how far a slope of x³ at 1 is off: h² in the middle."""
    return abs(slope(step) - 3)


def up(h):
    return ((1 + h) ** 3 - 1) / h


def both(h):
    return ((1 + h) ** 3 - (1 - h) ** 3) / (2 * h)


ROUGH = error(up, 0.1) / error(up, 0.01)
FINE = error(both, 0.1) / error(both, 0.01)


def nudged(f, x, step):
    """Return the rise of f, by twice a step, for each entry of the step."""
    return f(x + step) - f(x - step)


CLAIMS = {
    "returns a vector, not always of the same length":
        "len(f(x)) == len(right)",
    "the central difference of all outputs is column `j`. Return the table "
    "`J`, one row per output, one column per input":
        "same(right[:, 1], nudged(f, x, h * np.eye(len(x))[1]) / (2 * h)) "
        "and right.shape == (len(f(x)), len(x))",
    "Nudge input `j` by `h` up and down":
        "same(right[:, 1], nudged(f, x, h * np.eye(len(x))[1]) / (2 * h))",
    "So the table has one row per output, and f may have more outputs than "
    "inputs, or fewer":
        "right.shape == (len(f(x)), len(x))",
    "with as many rows as x has entries. It needs a row for each output, "
    "and f may have more outputs than inputs, or fewer: `len(f(x))` counts "
    "them":
        "len(right) == len(f(x))",
    "What the nudge of input j does to all outputs is column j, `J[:, j] "
    "= …`":
        "same(right[:, 0] * 2 * h, nudged(f, x, h * np.eye(len(x))[0]))",
    "the two answers of f, their difference, over the distance of the two "
    "points":
        "same(right[:, 0] * 2 * h, nudged(f, x, h * np.eye(len(x))[0]))",
    "Your table is transposed: it has one row per input": "right.T",
    "each result is a column here. With a symmetric Jacobian you would not "
    "notice":
        "same(right[:, 0], columns[0]) and same(*[np.stack([[1, 2], [2, "
        "3]], axis=k) for k in (0, 1)])",
    "You took the forward difference: only a step up. It needs fewer calls "
    "of f, but its":
        "np.array([(f(x + e) - f(x)) / h for e in h * np.eye(len(x))]).T",
    "You took the backward difference: only a step down":
        "np.array([(f(x) - f(x - e)) / h for e in h * np.eye(len(x))]).T",
    "It is as good as a step up, and as bad": "9 < ROUGH < 12",
    "its error shrinks like h and not like h²": "9 < ROUGH < 12 < 90 < FINE",
    "You divided by h where the two points are 2h apart. One step is h long":
        "2 * right",
    "You did not put input j back before the next one. Column 0 is right, "
    "so it looks right; every later column is taken at another point":
        "same(wrong[:, 0], right[:, 0])",
    "You changed an array after f had answered with it. f may return the "
    "very array it was given, as f(x) = x does":
        "same(done(f=lambda x: x), asked(f=lambda x: x)) is False and "
        "unseen(f=cube)",
    "You nudged all inputs at once. x + h moves every input, and one column "
    "comes out, nearly the sum of them all":
        "nudged(f, x, h) / (2 * h)",
    "You added the columns up": "right.sum(axis=1)",
    "You stepped by h·x[j] and divided by 2h":
        "np.array([nudged(f, x, e) / (2 * h) for e in h * "
        "np.diag(x.astype(float))]).T",
    "A step in proportion to x is a good idea elsewhere, but then the run "
    "is 2·h·x[j] as well":
        "same((x + h * x) - (x - h * x), 2 * h * x)",
    "You added up the outputs: that is the gradient of their sum":
        "right.sum(axis=0)",
    "One number per input is enough for a loss": "wrong.shape == x.shape",
    "You kept only the diagonal: output i by input i":
        "right * np.eye(*right.shape)",
    "You nudged all inputs at once, for each column again. x + h moves "
    "every input":
        "np.stack([nudged(f, x, h) / (2 * h)] * len(x), axis=1)",
    "A step that is 0 everywhere but in one place moves one input":
        "np.count_nonzero(h * np.eye(len(x))[0]) == 1",
    "Your step was not set back to 0 before the next input. Column 0 is "
    "right, so it looks right; in column j all inputs up to j move":
        "np.array([nudged(f, x, e) / (2 * h) for e in h * "
        "np.tril(np.ones((len(x), len(x))))]).T",
    "You wrote / 2 * h": "right * h**2",
    "A difference is a rise; the slope is rise over run":
        "same(wrong / (2 * h), right)",
    "You subtracted the upper value from the lower one, so every slope has "
    "the wrong sign":
        "-right",
    "A rising line has a positive slope: try f(x) = x":
        "same(asked(f=lambda x: x), np.eye(len(x)))",
    "You stepped one way, by h, and divided by the distance of two steps, 2h":
        "np.array([(f(x + e) - f(x)) / (2 * h) for e in h * "
        "np.eye(len(x))]).T",
    "Your table has only its first column. A `return` inside the loop ends "
    "it in the first round: it belongs below the loop":
        "right[:, :1]",
}  # fmt: skip
