"""The panel: one gradient, found in ways that share nothing.

By hand is the layer's own backward. Beside it stand SymPy's derivatives turned
into code, central differences of the layer's forward, and the complex step
through the textbook forward.
"""

from dataclasses import dataclass

import numpy as np

from course_lib.evidence import compare
from course_lib.evidence.forwards import forward_of
from course_lib.evidence.gradient_check import Run, compare_slopes
from lesson_parts.add_norm_backward.other_ways import by_complex_step, by_sympy

# The largest difference that is allowed, as a share of the largest entry.
TOLERANCES = {
    "SymPy": 1e-12,  # exact formulas in float64, so only rounding
    "central differences": 1e-6,  # the rule and rounding leave about 1e-10
    "complex step": 1e-12,  # nothing is subtracted, so only rounding
}


def agreement_panel(layer, *inputs, dy=None, parameters="random", rng=0):
    """Compare a layer's gradients with three other ways to find them.

    Parameters
    ----------
    layer : LayerNorm, RMSNorm, AddNorm, AddRMSNorm, Linear or feed-forward
        Or a subclass with a backward of its own. It stays as it is.
    *inputs : array_like
        What its forward takes; small, since SymPy differentiates by every
        entry of one token.
    dy, parameters, rng
        As in `check_gradients`.

    Returns
    -------
    Agreement

    Raises
    ------
    TypeError
        For other layers, and for a subclass whose forward is another
        function: use `check_gradients` there.
    ValueError
        If a token and the parameters have more than 200 entries together.
    """
    rng = np.random.default_rng(rng)
    run = Run(layer, inputs, dy, parameters, rng)
    by_hand = {name: gradient for name, _, gradient in run.gradients}
    arrays = {name[1:]: array for name, array, _ in run.gradients}
    check_forward(run, arrays)
    source = run.layer, arrays, run.dy
    tolerance = TOLERANCES["central differences"]
    columns = {
        "SymPy": compare_all("SymPy", by_hand, by_sympy(*source)),
        "central differences": tuple(
            compare_slopes(name, gradient, array, run.y_dy, rng, tolerance)
            for name, array, gradient in run.gradients
        ),
        "complex step": compare_all(
            "complex step", by_hand, by_complex_step(*source)
        ),
    }
    return Agreement(by_hand, columns, run.changed, run.setting)


def check_forward(run, arrays):
    """Refuse a layer that does not compute the textbook's function."""
    y = forward_of(run.layer)(**arrays)
    line = compare("y", run.y, y, tolerance=1e-6)
    if not line:
        raise TypeError(
            f"The y of this {type(run.layer).__name__} is not the textbook's: "
            f"it {line.verdict}. If the layer means another function, use "
            "check_gradients, which takes any layer. If not, its forward is "
            "wrong."
        )


def compare_all(method, by_hand, found):
    """Return a comparison for each gradient, in the method's tolerance.

    Beside the largest gradient of all, rounding may leave that much of any.
    """
    tolerance = TOLERANCES[method]
    largest = max(abs(g).max(initial=0) for g in found.values())
    return tuple(
        compare(name, own, found[name], tolerance, floor=tolerance * largest)
        for name, own in by_hand.items()
    )


@dataclass(frozen=True)
class Agreement:
    """A row for each gradient, a column for each method.

    It is true when all agree.

    Attributes
    ----------
    by_hand : dict
        The layer's gradients by name.
    columns : dict
        For each method, one `Comparison` a gradient.
    changed : list of Comparison
        A failing line for every array that backward wrote into.
    """

    by_hand: dict
    columns: dict
    changed: list
    setting: str

    def __bool__(self):
        return not self.disagreements()

    def __repr__(self):
        rows = [["", "shape", *self.columns]]
        for cells in zip(*self.columns.values()):
            name, shape = cells[0].name, str(cells[0].shape)
            rows.append([name, shape, *map(in_short, cells)])
        wide = [max(map(len, column)) for column in zip(*rows)]
        table = [
            "  ".join(f"{c:<{w}}" for c, w in zip(row, wide)).rstrip()
            for row in rows
        ]
        title = f"The gradients by hand against other ways ({self.setting})"
        ending = ["These do not agree:", *self.disagreements()]
        if self:
            ending = [
                f"All {len(self.by_hand)} gradients agree with all "
                f"{len(self.columns)} methods."
            ]
        return "\n".join([title, *table, *ending])

    def disagreements(self):
        """Return a line for everything that is not as it should be."""
        lines = [
            f"  {line.name} against {method} {line.verdict}."
            for method, column in self.columns.items()
            for line in column
            if not line
        ]
        return lines + [f"  {a.name} {a.verdict}." for a in self.changed]


def in_short(line):
    """Return a comparison in a word or two, for a cell."""
    if line:
        return line.verdict.removeprefix("agrees ").split(",")[0]
    return "wrong shape" if np.isnan(line.error) else "differs"
