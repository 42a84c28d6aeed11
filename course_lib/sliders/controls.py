"""What a learner may change: a slider, a choice, or lines to type."""

from collections.abc import Callable
from dataclasses import dataclass
from math import log10

import ipywidgets as widgets

from course_lib.sliders.words import counted, number, power

STEPS = "Arrow keys move by one step, Page Up and Page Down by five. "
KEYS = (
    f"{STEPS}Or type a number, with a point, at the right end: the nearest "
    "step is taken."
)


@dataclass(frozen=True)
class Slider:
    """A number between two ends.

    Parameters
    ----------
    label : str
        What stands before the slider: the symbol and its name.
    min, max, step, start : float
        The two ends, one press of an arrow key, and the first value.
        A slider whose step is an int gives ints.
    log : bool
        Whether ends and step are powers of ten: -3 for 0.001.
    named : tuple of float
        Values that an answer or a text names: the book, which records about
        every fourth step of a long slider, stops at these as well.
    """

    label: str
    min: float
    max: float
    step: float
    start: float
    log: bool = False
    named: tuple = ()

    @property
    def values(self):
        """Every value that a learner can reach, from the lower end up."""
        steps = round((self.max - self.min) / self.step)
        places = [
            round(self.min + k * self.step, 10) for k in range(steps + 1)
        ]
        return [10.0**place for place in places] if self.log else places

    @property
    def digits(self):
        """Digits after the point that the values need."""
        ends = (f"{each:.10f}".rstrip("0") for each in (self.step, self.min))
        return max(len(each.split(".")[1]) for each in ends)

    def words(self, value):
        """Write a value as all of the panel must; with log: 10⁻⁵, 0.0316."""
        return power(value) if self.log else number(value, self.digits)

    def place(self, value):
        """Return the value of the page that stands for a value."""
        if not self.log:
            return value
        return min(self.values, key=lambda each: abs(log10(each / value)))

    def check(self, name, value):
        """Refuse a value beyond the ends."""
        low, *_, high = self.values
        if not low <= value <= high:
            raise ValueError(
                f"{name} goes from {low:g} to {high:g}; got {value}"
            )

    def widget(self):
        """Make the ipywidgets slider; with log its steps have names."""
        if self.log:
            return widgets.SelectionSlider(
                options=[(self.words(value), value) for value in self.values],
                value=self.place(self.start),
                description=self.label,
                tooltip=STEPS.strip(),
                layout={"width": "auto"},
            )
        if isinstance(self.step, int):
            kind, shown = widgets.IntSlider, "d"
        else:
            kind, shown = widgets.FloatSlider, f".{self.digits}f"
        return kind(
            value=self.start,
            min=self.min,
            max=self.max,
            step=self.step,
            description=self.label,
            tooltip=KEYS,
            readout_format=shown,
            layout={"width": "auto"},
        )


@dataclass(frozen=True)
class Choice:
    """One of a few names or numbers, as a dropdown or as a row of buttons.

    Parameters
    ----------
    label : str
    values : tuple of str or of float
    start : str or float
    buttons : bool
        A row of toggle buttons; for short names.
    """

    label: str
    values: tuple
    start: str | float
    buttons: bool = False

    def words(self, value):
        """Write a value as the sentence must."""
        return value if isinstance(value, str) else f"{value:g}"

    def place(self, value):
        """Return the value itself."""
        return value

    def check(self, name, value):
        """Refuse what is not offered."""
        if value not in self.values:
            offered = ", ".join(map(self.words, self.values))
            raise ValueError(f"{name} is one of {offered}; got {value!r}")

    def widget(self):
        """Make the ipywidgets dropdown or toggle buttons."""
        kind = widgets.ToggleButtons if self.buttons else widgets.Dropdown
        return kind(
            options=[(self.words(value), value) for value in self.values],
            value=self.start,
            description=self.label,
            tooltip=self.label,
            layout={"width": "auto"},
        )


@dataclass(frozen=True)
class Lines:
    """A few lines of text that the learner types.

    Parameters
    ----------
    label : str
    start, other : str
        The lines at first, and others. Where no Python runs, a reader
        chooses between these two.
    rule : callable
        Takes the text and raises a ValueError that says what is wrong.
    """

    label: str
    start: str
    other: str
    rule: Callable

    @property
    def values(self):
        """The two texts that can be foreseen."""
        return self.other, self.start

    def place(self, value):
        """Return the text itself."""
        return value

    def words(self, value):
        """Say how many lines there are."""
        return counted(len(value.split("\n")), "line")

    def check(self, name, value):
        """Refuse what is no text, or breaks the rule."""
        if not isinstance(value, str):
            raise ValueError(f"{name} is one text; got {value!r}")
        self.rule(value)

    def widget(self):
        """Make the ipywidgets text area; it answers when it is left."""
        return widgets.Textarea(
            value=self.start,
            description=self.label,
            continuous_update=False,
            rows=6,
            layout={"width": "auto"},
        )
