"""What a learner may turn: a slider, or a choice among a few names."""

from dataclasses import dataclass

import ipywidgets as widgets

from course_lib.plots.words import number

KEYS = (
    "Arrow keys move by one step, Page Up and Page Down by five. "
    "Or type a number at the right end."
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
    """

    label: str
    min: float
    max: float
    step: float
    start: float

    @property
    def digits(self):
        """Digits after the point that a step needs."""
        return len(f"{self.step:.10f}".rstrip("0").split(".")[1])

    def words(self, value):
        """Write a value as the sentence must."""
        return number(value, self.digits)

    def stops(self):
        """Both ends, the middle and the start: what a test visits."""
        steps = round((self.max - self.min) / self.step)
        middle = round(self.min + self.step * (steps // 2), self.digits)
        return sorted({self.min, middle, self.start, self.max})

    def check(self, name, value):
        """Refuse a value beyond the ends."""
        if not self.min <= value <= self.max:
            raise ValueError(
                f"{name} goes from {self.min} to {self.max}; got {value}"
            )

    def widget(self):
        """Make the ipywidgets slider."""
        whole = isinstance(self.step, int)
        kind = widgets.IntSlider if whole else widgets.FloatSlider
        return kind(
            value=self.start,
            min=self.min,
            max=self.max,
            step=self.step,
            description=self.label,
            tooltip=KEYS,
            readout_format="d" if whole else f".{self.digits}f",
        )


@dataclass(frozen=True)
class LogSlider:
    """A positive number between two ends, by equal factors.

    Parameters
    ----------
    label : str
    low, high : int
        The ends are 10**low and 10**high.
    start : float
    per_decade : int
        Presses of an arrow key from one power of ten to the next.
    """

    label: str
    low: int
    high: int
    start: float
    per_decade: int = 1

    def words(self, value):
        """Write a value as the sentence must: 1e-05, 0.0316, 10."""
        return f"{value:.3g}"

    def stops(self):
        """Both ends, the middle and the start: what a test visits."""
        middle = 10.0 ** ((self.low + self.high) // 2)
        return sorted(
            {10.0**self.low, middle, float(self.start), 10.0**self.high}
        )

    def check(self, name, value):
        """Refuse a value beyond the ends."""
        if not 10.0**self.low <= value <= 10.0**self.high:
            raise ValueError(
                f"{name} goes from 1e{self.low} to 1e{self.high}; got {value}"
            )

    def widget(self):
        """Make the ipywidgets slider."""
        return widgets.FloatLogSlider(
            value=self.start,
            min=self.low,
            max=self.high,
            step=1 / self.per_decade,
            description=self.label,
            tooltip=KEYS,
            readout_format=".1e",
        )


@dataclass(frozen=True)
class Choice:
    """One name out of a few, as a dropdown or as a row of buttons.

    Parameters
    ----------
    label : str
    options : tuple of str
    start : str
    buttons : bool
        A row of toggle buttons; for two or three short names.
    """

    label: str
    options: tuple
    start: str
    buttons: bool = False

    def words(self, value):
        """Write a value as the sentence must."""
        return value

    def stops(self):
        """Every option."""
        return list(self.options)

    def check(self, name, value):
        """Refuse a name that is not offered."""
        if value not in self.options:
            raise ValueError(
                f"{name} is one of {', '.join(self.options)}; got {value!r}"
            )

    def widget(self):
        """Make the ipywidgets dropdown or toggle buttons."""
        kind = widgets.ToggleButtons if self.buttons else widgets.Dropdown
        return kind(
            options=self.options,
            value=self.start,
            description=self.label,
            tooltip=self.label,
        )
