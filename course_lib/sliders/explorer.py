"""What the author of an explorer writes: numbers, a picture, a sentence.

How the page shows it stands in `explorer_panel`.
"""

from types import SimpleNamespace

from course_lib.sliders.controls import Choice, Lines, Slider
from course_lib.sliders.explorer_panel import ExplorerPanel
from course_lib.sliders.live_picture import LivePicture
from course_lib.sliders.style import PIXELS_PER_INCH, new_figure, style
from course_lib.sliders.words import number, numbers

__all__ = ["Choice", "Explorer", "Lines", "Slider", "number", "numbers"]


class Explorer(ExplorerPanel):
    """Base of all explorers; a subclass says what is drawn and what is said.

    Attributes
    ----------
    task : str
        What to do, with numbers.
    question, answer : str
        The prediction that unlocks the controls, and the right choice.
        Without a question the controls are open from the start.
    choices : dict of str to str
        Each choice, and what is said to a learner who took it.
    controls : dict of str to Slider, Choice or Lines
        At most three. The names are those of the arguments below.
    size : str or (float, float)
        Size of the figure, as in ``course_lib.sliders.style.new_figure``.
    inputs : dict of str to ipywidgets.Widget
        The controls on the page; what is set there is drawn.
    prediction : Prediction
    picture : LivePicture
    text, frame : str
        The sentence of the picture shown now, and what moves in it, as SVG.
    error : Exception or None
        What the last move raised; the panel shows it.

    Notes
    -----
    A subclass gives ``draw``, ``move`` and ``sentence``, and in ``state``
    what both need, so that it is computed once a move. Every value may come
    after every other: what ``move`` leaves must not depend on what was shown
    before.
    """

    task = question = answer = ""
    choices = {}
    controls = {}
    size = "one"

    def state(self, **values):
        """Compute what the picture and the sentence need, by name."""
        return {}

    def draw(self, figure):
        """Lay out the figure and return a dict of the artists that move."""
        raise NotImplementedError

    def move(self, artists, now):
        """Move the artists; make no new ones.

        ``now`` has the values of the controls and what ``state`` computed
        from them, as attributes.
        """
        raise NotImplementedError

    def sentence(self, now):
        """Say what the picture shows, with its numbers."""
        raise NotImplementedError

    def __init_subclass__(cls):
        """Refuse more than three controls, or an answer that is no choice."""
        if not 1 <= len(cls.controls) <= 3:
            raise ValueError(
                f"{cls.__name__} has {len(cls.controls)} controls; "
                "give it one to three, so that one sees which did what"
            )
        if cls.question and cls.answer not in cls.choices:
            raise ValueError(
                f"the answer {cls.answer!r} is not among the choices "
                + ", ".join(cls.choices)
            )

    def at(self, **values):
        """Return what ``move`` and ``sentence`` take.

        Values not given are those of the start.
        """
        self._check(values)
        return self._computed({**self._start(), **values})

    def snapshot(self, **values):
        """Draw the picture of these values on a figure of its own."""
        now = self.at(**values)
        picture = self._drawn()
        self.move(picture.artists, now)
        picture.figure.set_dpi(PIXELS_PER_INCH)
        return picture.figure

    def _start(self):
        return {name: control.start for name, control in self.controls.items()}

    def _check(self, values):
        for name, value in values.items():
            if name not in self.controls:
                raise TypeError(
                    f"{type(self).__name__} has no control {name!r}; it has "
                    + ", ".join(self.controls)
                )
            self.controls[name].check(name, value)

    def _computed(self, values):
        return SimpleNamespace(**values, **self.state(**values))

    def _drawn(self):
        with style():
            figure = new_figure(self.size)
            artists = self.draw(figure)
            self.move(artists, self.at())
            return LivePicture(figure, artists)
