"""A proof that can be read: named steps, each an equation that is checked."""

from dataclasses import dataclass

import sympy as sp

from course_lib.evidence.report import Report


@dataclass(frozen=True)
class Step:
    """One equation of a proof; true when it holds.

    Attributes
    ----------
    name : str
        What happens here, such as "quotient rule".
    formula : str
        The equation as LaTeX, as one writes it on paper.
    left, right : sympy expression or matrix
        What SymPy found, and what is claimed of it.
    difference : sympy expression or matrix
        left - right, simplified: 0 when the step holds.
    by : str
        Who answers for it: "SymPy", or "by hand" for a rule that is put in.
    example : str
        Where the difference was evaluated, if it holds decimal numbers.
    rest : str
        What the difference is called.
    """

    name: str
    formula: str
    left: sp.Basic
    right: sp.Basic
    difference: sp.Basic
    by: str = "SymPy"
    example: str = ""
    rest: str = "left - right"

    def __bool__(self):
        return not any(sp.flatten([self.difference]))

    def verdict(self, show=str):
        """In words: who answers for it, or what is left over."""
        if self:
            return f"{self.by}: holds" if self.by == "SymPy" else self.by
        rest = next(filter(None, sp.flatten([self.difference])))
        where = f" at {self.example}" if rest.has(sp.Float) else ""
        return f"does not hold, {self.rest} = {show(rest)}{where}"

    def __repr__(self):
        return f"{self.name} ({self.verdict()})"

    def _repr_markdown_(self):
        verdict = self.verdict(lambda rest: f"${sp.latex(rest)}$")
        return f"**{self.name}** ({verdict}): $\\displaystyle {self.formula}$"


class Proof(Report):
    """Steps under a title; true when every step holds."""

    @property
    def verdict(self):
        """Say in one sentence whether the proof stands."""
        for number, step in enumerate(self, 1):
            if not step:
                return f"Refuted at step {number}: {step.name}."
        hand = sum(step.by != "SymPy" for step in self)
        note = f", {hand} of them a rule put in by hand" if hand else ""
        plural = "" if len(self) == 1 else "s"
        return f"Proved in {len(self)} step{plural}{note}."

    def rows(self):
        """Return a numbered line for each step."""
        return [f"  {n}. {step!r}" for n, step in enumerate(self, 1)]

    def _repr_markdown_(self):
        rows = [f"{n}. {s._repr_markdown_()}" for n, s in enumerate(self, 1)]
        return "\n".join(
            [f"**{self.title}**", "", *rows, "", f"*{self.verdict}*"]
        )


def step(name, formula, left, right, simplify=sp.expand, example=""):
    """Check left = right, entry by entry, and return the step.

    Parameters
    ----------
    name, formula : str
        What happens here, and the equation as LaTeX.
    left, right : sympy expression or matrix
    simplify : callable
        Must turn every expression that is 0 into 0.
    example : str
        Where `simplify` evaluates the difference, if it returns decimals.

    Returns
    -------
    Step
    """
    if isinstance(left, sp.MatrixBase):
        difference = (left - right).applyfunc(simplify)
    else:
        difference = simplify(left - right)
    return Step(name, formula, left, right, difference, example=example)


def by_hand(name, formula, left, right):
    """Return a step, made like `step`'s, that SymPy does not check."""
    return Step(name, formula, left, right, sp.S.Zero, "by hand")


def symbols(name, rows, columns):
    """Return a (rows, columns) matrix of real symbols, name_11 … ."""
    return sp.Matrix(
        rows,
        columns,
        lambda t, i: sp.Symbol(f"{name}_{t + 1}{i + 1}", real=True),
    )


def slopes(loss, parameter):
    """Return SymPy's derivatives of the loss, in the parameter's shape."""
    return parameter.applyfunc(lambda p: sp.diff(loss, p))
