"""What the exercise `numerical_gradient` claims."""

import numpy as np


def add_up(x):
    return x.sum()


def up(h):
    """Return a slope of x³ at 1, where it is 3, by a step up."""
    return ((1 + h) ** 3 - 1) / h


def both(h):
    return ((1 + h) ** 3 - (1 - h) ** 3) / (2 * h)


ROUGH = (up(0.1) - 3) / (up(0.01) - 3)
FINE = (both(0.1) - 3) / (both(0.01) - 3)


def steps(x, h):
    """Return one step for each entry, in the order of the entries."""
    return (h * np.eye(x.size)).reshape(-1, *x.shape)


def slopes(f, x, h, above=1, below=1, run=2):
    found = [
        (f(x + above * e) - f(x - below * e)) / (run * h) for e in steps(x, h)
    ]
    return np.reshape(found, x.shape)


CLAIMS = {
    "Step one entry at a time, by `h` up and by `h` down":
        "same(right, slopes(f, x, h))",
    "h is added to this entry in the one and taken off in the other. The "
    "rise is what f gives for the first, less what it gives for the second":
        "same(right, slopes(f, x, h))",
    "You took the forward difference: only a step up":
        "slopes(f, x, h, below=0, run=1)",
    "You took the backward difference: only a step down":
        "slopes(f, x, h, above=0, run=1)",
    "its error shrinks like h; stepping both ways shrinks it like h²":
        "9 < ROUGH < 12 and 99 < FINE < 101",
    "It is as good as a step up, and as bad": "9 < ROUGH < 12",
    "You divided by h where the two points are 2h apart. One step is h "
    "long, but you stepped both ways. On f(x) = x the answer would be 2":
        "same(done(f=add_up), 2 + 0 * x) and same(wrong, 2 * right)",
    "You stepped only up, by h, and divided by 2h. The 2 belongs to a step "
    "both ways. On f(x) = x the answer would be one half":
        "same(done(f=add_up), 1 / 2 + 0 * x) and same(wrong, slopes(f, x, "
        "h, below=0))",
    "A difference is a rise; the slope is rise over run":
        "same(wrong / (2 * h), right)",
    "You wrote / 2 * h": "right * h**2",
    "You subtracted the upper value from the lower one, so every slope has "
    "the wrong sign":
        "-right",
    "A rising line has a positive slope: try f(x) = x":
        "bool((asked(f=add_up) > 0).all())",
    "You did not put x[i] back before the next entry. The first entry is "
    "right, so it looks right; every later slope is taken at another point":
        "same(wrong.flat[0], right.flat[0]) and not same(wrong, right)",
    "You stepped all entries at once. x + h adds h to every entry":
        "same(wrong, (f(x + h) - f(x - h)) / (2 * h))",
    "That gives one slope, along the diagonal, and not one slope per entry":
        "np.size(wrong) == 1",
    "You stepped whole rows. range(len(x)) counts rows and x[i] is a row; "
    "with one axis only, you would not notice":
        "unseen(f=add_up, x=np.array([1.0, 2, 6])) and (x.ndim == 1 or not "
        "unseen())",
    "You stepped all entries at once, for each entry again. x + h adds h to "
    "every entry":
        "0 * right + (f(x + h) - f(x - h)) / (2 * h)",
    "A step that is 0 everywhere but in one place moves one entry":
        "np.count_nonzero(steps(x, h)[0]) == 1",
    "Your step was not set back to 0 before the next entry. The first entry "
    "is right, so it looks right; later, all entries up to this one move":
        "np.reshape([(f(x + e) - f(x - e)) / (2 * h) for e in "
        "np.cumsum(steps(x, h), axis=0)], x.shape)",
    "You added all slopes into one number": "right.sum()",
    "Each entry of your gradient is the sum of all slopes":
        "0 * right + right.sum()",
    "You stepped by h·x[i] and divided by 2h":
        "np.reshape([(f(x + e * x) - f(x - e * x)) / (2 * h) for e in "
        "steps(x, h)], x.shape)",
    "A step in proportion to x is a good idea elsewhere, but then the run "
    "is 2·h·x[i] as well":
        "same((x + h * x) - (x - h * x), 2 * h * x)",
    "Only the first slope is there; all others are 0. A `return` inside the "
    "loop ends it in the first round: it belongs below the loop":
        "right * (np.arange(x.size) == 0).reshape(x.shape)",
    "You stepped by 1 and divided by 2h":
        "slopes(f, x, h, above=1 / h, below=1 / h)",
}  # fmt: skip
