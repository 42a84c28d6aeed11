"""The panel that every explorer shares.

A prediction, a task, at most three controls, one picture that moves and one
sentence that says what it shows.
"""

from types import SimpleNamespace

import ipywidgets as widgets

from course_lib import teaching
from course_lib.explorers.controls import Choice, LogSlider, Slider
from course_lib.explorers.live_picture import LivePicture, flatten, lay_out
from course_lib.explorers.prediction import Prediction
from course_lib.panels import look
from course_lib.panels.panel import Panel
from course_lib.panels.voice import Voice
from course_lib.plots.show import png_bytes, show
from course_lib.plots.style import PIXELS_PER_INCH, new_figure, style
from course_lib.plots.words import number, numbers

LOCKED = "<i>Locked until you answer.</i>"
__all__ = ["Choice", "Explorer", "LogSlider", "Slider", "number", "numbers"]


class Explorer(Panel):
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
    controls : dict of str to Slider, LogSlider or Choice
        At most three. The names are those of the arguments below.
    size : str or (float, float)
        Size of the figure, as in ``course_lib.plots.style.new_figure``.
    error : Exception or None
        What the last move raised; the panel shows it.

    Notes
    -----
    A subclass gives ``draw``, ``move`` and ``sentence``, and in ``state``
    what both need, so that it is computed once a move. Every value may come
    after every other: what ``move`` leaves must not depend on what was shown
    before.
    """

    task = ""
    question = ""
    choices = {}
    answer = ""
    controls = {}
    size = "one"

    def state(self, **values):
        """Compute what the picture and the sentence need, by name."""
        return {}

    def draw(self, figure, **values):
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

    def __init__(self):
        if not 1 <= len(self.controls) <= 3:
            raise ValueError(
                f"{type(self).__name__} has {len(self.controls)} controls; "
                "give it one to three, so that one sees which did what"
            )
        self.error = None
        self._watching = True
        figure, self._artists = self._drawn()
        self._live = LivePicture(figure, flatten(self._artists))
        self._inputs = self._made_inputs()
        self._trouble = widgets.HTML()
        self._foreground = widgets.HTML()
        self._prediction = self._made_prediction()
        super().__init__([Voice(), self._body()])
        self.layout.max_width = f"{self._live.pixels / 16 + 23.7:.1f}rem"
        self._lock(not self._prediction.finished)
        self._redraw()
        if self.error:
            self.close()
            raise self.error

    # What a lesson, a teacher or a test may do with it.

    @property
    def values(self):
        """The values of the controls, by name."""
        return {name: each.value for name, each in self._inputs.items()}

    @property
    def text(self):
        """The sentence of the picture shown now."""
        return self._text

    @property
    def frame(self):
        """What moves in the picture shown now, as SVG."""
        return self._frame

    @property
    def png(self):
        """The picture shown now, as PNG bytes."""
        with self._live.at_page_size() as figure:
            return png_bytes(figure)

    @property
    def locked(self):
        """Whether the controls wait for a prediction."""
        return not self._prediction.finished

    @property
    def verdict(self):
        """What the panel said to the prediction."""
        return self._prediction.verdict

    @property
    def trouble(self):
        """The error message in the panel, or nothing."""
        return self._trouble.value

    def control(self, name):
        """Return the ipywidgets control of that name."""
        return self._inputs[name]

    def set(self, **values):
        """Set controls by name, as a learner does, and redraw once.

        Raises
        ------
        TypeError
            If there is no control of that name.
        ValueError
            If the control cannot take the value. Nothing is set.
        Exception
            What drawing raised; the panel shows it too.
        """
        self._check(values)
        self._watching = False
        try:
            for name, value in values.items():
                self._inputs[name].value = value
        finally:
            self._watching = True
        self._redraw()
        if self.error:
            raise self.error

    def reset(self):
        """Go back to the first picture."""
        self.set(**self._start())

    def predict(self, choice):
        """Commit to a choice: the answer is told, the controls unlock."""
        self._prediction.take(choice)

    def skip(self):
        """Unlock the controls without a prediction."""
        self._prediction.skip()

    def reveal(self):
        """Tell the answer, as the teacher's button does."""
        self._prediction.reveal()

    def at(self, **values):
        """Return the state at these values; those not given are the start's.

        Returns
        -------
        types.SimpleNamespace
            What ``move`` and ``sentence`` take.
        """
        self._check(values)
        return self._computed({**self._start(), **values})

    def snapshot(self, **values):
        """Draw the picture of these values on a figure of its own.

        Values not given are those of the start.

        Returns
        -------
        matplotlib.figure.Figure
        """
        now = self.at(**values)
        figure, artists = self._drawn()
        self.move(artists, now)
        figure.set_dpi(PIXELS_PER_INCH)
        return figure

    def still(self, **values):
        """Show the picture of these values with its words, without controls.

        Returns
        -------
        course_lib.plots.show.Picture
        """
        figure = self.snapshot(**values)
        return show(figure, self.sentence(self.at(**values)))

    def close(self):
        """Close the panel and all of its parts; nothing of it stays."""
        super().close()
        if self._live:
            self._live.figure.clear()  # its cycles would wait for collection
        self._live = self._artists = self._inputs = self._prediction = None
        self._foreground = self._trouble = self._reset = None
        self._lock_note = None
        self._text = self._frame = ""

    # How it is done.

    def _start(self):
        return {name: each.start for name, each in self.controls.items()}

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
            artists = self.draw(figure, **self._start())
            self.move(artists, self.at())
            lay_out(figure, flatten(artists))
        return figure, artists

    def _made_inputs(self):
        made = {name: each.widget() for name, each in self.controls.items()}
        for each in made.values():
            each.layout.width = "auto"
            each.observe(self._changed, "value")
        return made

    def _body(self):
        """Lay the picture beside what is asked and what can be turned."""
        side = widgets.VBox(
            [
                self._prediction,
                widgets.HTML(look.paragraph("Try.", self.task)),
                self._controls(),
                self._trouble,
            ]
        )
        side.add_class("course-side")
        body = widgets.Box([self._picture(), side])
        body.add_class("course-body")
        return body

    def _controls(self):
        self._reset = widgets.Button(description="Reset", icon="undo")
        self._reset.on_click(lambda _: self.reset())
        self._lock_note = widgets.HTML()
        last = widgets.HBox([self._lock_note, self._reset])
        last.add_class("course-reset")
        controls = widgets.VBox([*self._inputs.values(), last])
        controls.add_class("course-controls")
        return controls

    def _picture(self):
        """Lay the moving part over the still one, in one area of a grid."""
        background = self._live.background()
        still = widgets.HTML(look.background_html(background, self._live))
        still.add_class("course-still")
        picture = widgets.GridBox([still, self._foreground])
        picture.layout.width = f"{self._live.pixels / 16}rem"
        picture.layout.max_width = "100%"
        picture.layout.grid_template_areas = '"picture"'
        picture.layout.grid_template_columns = "minmax(0, 1fr)"
        for each in picture.children:
            each.layout.grid_area = "picture"
            each.layout.margin = "0"
        return picture

    def _changed(self, _):
        if self._watching:
            self._redraw()

    def _redraw(self):
        """Move the picture; whatever goes wrong is shown in the panel."""
        try:
            now = self._computed(self.values)
            self.move(self._artists, now)
            text = " ".join(self.sentence(now).split())
            frame = self._live.frame()
        except Exception as error:
            self.error = error
            self._trouble.value = look.error_html(error)
            return
        if self.error:
            self.error, self._trouble.value = None, ""
        self._text, self._frame = text, frame
        words = {
            each.label: each.words(getattr(now, name))
            for name, each in self.controls.items()
        }
        self._foreground.value = look.frame_html(
            frame, self._live, text, words
        )
        self.keep_soon()

    def _made_prediction(self):
        return Prediction(
            self.question,
            self.choices,
            self.answer,
            done=lambda: self._lock(False),
            finished=teaching.unlocked(),
        )

    def _lock(self, locked):
        for each in [*self._inputs.values(), self._reset]:
            each.disabled = locked
        self._lock_note.value = LOCKED if locked else ""

    def fallback(self):
        """Return the picture and its sentence."""
        with self._live.at_page_size() as figure:
            bundle = show(figure, self.text)._repr_mimebundle_()
        html = bundle["text/html"] + look.run_me("the sliders")
        return {**bundle, "text/html": html}
