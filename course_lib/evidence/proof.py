"""A proof that can be read: named steps, each an equation that is checked."""

from dataclasses import dataclass

import sympy as sp


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
    """

    name: str
    formula: str
    left: sp.Basic
    right: sp.Basic
    difference: sp.Basic
    by: str = "SymPy"
    example: str = ""

    def __bool__(self):
        return not any(sp.flatten([self.difference]))

    def verdict(self, show=str):
        """In words: who answers for it, or what is left over."""
        if self:
            return f"{self.by}: holds" if self.by == "SymPy" else self.by
        rest = next(filter(None, sp.flatten([self.difference])))
        where = f" at {self.example}" if rest.has(sp.Float) else ""
        return f"does not hold, left - right = {show(rest)}{where}"

    def __repr__(self):
        return f"{self.name} ({self.verdict()})"

    def _repr_markdown_(self):
        verdict = self.verdict(lambda rest: f"${sp.latex(rest)}$")
        return f"**{self.name}** ({verdict}): $\\displaystyle {self.formula}$"


@dataclass(frozen=True)
class Proof:
    """Steps under a title; true when every step holds."""

    title: str
    steps: tuple

    def __bool__(self):
        return all(self.steps)

    def __getitem__(self, name):
        """Return the step of this name."""
        return {step.name: step for step in self.steps}[name]

    def __iter__(self):
        return iter(self.steps)

    def __len__(self):
        return len(self.steps)

    @property
    def verdict(self):
        """Say in one sentence whether the proof stands."""
        for number, step in enumerate(self.steps, 1):
            if not step:
                return f"Refuted at step {number}: {step.name}."
        hand = sum(step.by != "SymPy" for step in self.steps)
        note = f", {hand} of them a rule put in by hand" if hand else ""
        plural = "" if len(self) == 1 else "s"
        return f"Proved in {len(self)} step{plural}{note}."

    def __repr__(self):
        lines = [f"  {n}. {step!r}" for n, step in enumerate(self.steps, 1)]
        return "\n".join([self.title, *lines, self.verdict])

    def _repr_markdown_(self):
        lines = [
            f"{n}. {step._repr_markdown_()}"
            for n, step in enumerate(self.steps, 1)
        ]
        return "\n".join(
            [f"**{self.title}**", "", *lines, "", f"*{self.verdict}*"]
        )


def step(name, formula, left, right, simplify=sp.expand, example=""):
    """Check left = right, entry by entry, and return the step.

    `simplify` must turn every expression that is 0 into 0. Where it returns
    decimal numbers, that is the difference at `example`.
    """
    if isinstance(left, sp.MatrixBase):
        difference = (left - right).applyfunc(simplify)
    else:
        difference = simplify(left - right)
    return Step(name, formula, left, right, difference, example=example)


def by_hand(name, formula, left, right):
    """Return a step that SymPy does not check: a rule that is put in."""
    return Step(name, formula, left, right, sp.S.Zero, "by hand")


def symbols(name, rows, columns):
    """Return a matrix of real symbols, name_11 … ."""
    return sp.Matrix(
        rows,
        columns,
        lambda t, i: sp.Symbol(f"{name}_{t + 1}{i + 1}", real=True),
    )


def slopes(loss, parameter):
    """Return SymPy's derivatives of the loss by every entry."""
    return parameter.applyfunc(lambda p: sp.diff(loss, p))
