"""The panel that every explorer shares.

A task, a prediction, at most three controls, one picture that moves and one
sentence that says what it shows.
"""

import base64
from html import escape

import ipywidgets as widgets

from course_lib import teaching
from course_lib.explorers.controls import Choice, LogSlider, Slider
from course_lib.explorers.live_picture import LivePicture, flatten, lay_out
from course_lib.explorers.reruns import replace_earlier
from course_lib.plots.show import png_bytes, show
from course_lib.plots.style import PIXELS_PER_INCH, new_figure, style
from course_lib.plots.words import number, numbers

__all__ = ["Choice", "Explorer", "LogSlider", "Slider", "number", "numbers"]


class Explorer(widgets.VBox):
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
    controls : dict of str to Slider or Choice
        At most three. The names are those of the arguments below.
    size : str or (float, float)
        Size of the figure, as in ``course_lib.plots.style.new_figure``.

    Notes
    -----
    A subclass gives ``draw``, ``move`` and ``sentence``.
    """

    task = ""
    question = ""
    choices = {}
    answer = ""
    controls = {}
    size = "one"

    def draw(self, figure, **values):
        """Lay out the figure and return a dict of the artists that move."""
        raise NotImplementedError

    def move(self, artists, **values):
        """Move the artists to these values; make no new ones."""
        raise NotImplementedError

    def sentence(self, **values):
        """Say what the picture shows, with its numbers."""
        raise NotImplementedError

    def __init__(self):
        if len(self.controls) > 3:
            raise ValueError(
                f"{type(self).__name__} has {len(self.controls)} controls; "
                "more than three at once teach nothing"
            )
        self.error = None
        self._verdict = ""
        self._watching = True
        self._figure, self._artists = self._drawn()
        self._live = LivePicture(self._figure, flatten(self._artists))

        self._inputs = {
            name: control.widget() for name, control in self.controls.items()
        }
        for each in self._inputs.values():
            each.style.description_width = "initial"
            each.layout.width = "auto"
            each.observe(self._changed, "value")
        self._reset = widgets.Button(description="Reset", icon="undo")
        self._reset.on_click(lambda _: self.reset())
        self._prediction = widgets.VBox()
        self._background = widgets.HTML()
        self._foreground = widgets.HTML()
        self._trouble = widgets.HTML()
        super().__init__(self._panel())
        self._show_background()
        self._redraw()
        if self.question and not teaching.unlocked():
            self._ask()
        replace_earlier(self)

    # What a test, a teacher or a lesson may do with it.

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
    def trouble(self):
        """The error message in the panel, or nothing."""
        return self._trouble.value

    @property
    def verdict(self):
        """What the panel said to the prediction."""
        return self._verdict

    def control(self, name):
        """Return the ipywidgets control of that name."""
        return self._inputs[name]

    @property
    def png(self):
        """The picture shown now, as PNG bytes."""
        self._figure.set_dpi(PIXELS_PER_INCH)
        try:
            return png_bytes(self._figure)
        finally:
            self._figure.set_dpi(72)

    @property
    def locked(self):
        """Whether the controls wait for a prediction."""
        return any(each.disabled for each in self._inputs.values())

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
        self.set(**{n: control.start for n, control in self.controls.items()})

    def predict(self, choice):
        """Commit to a choice: the controls unlock and the answer is told."""
        if choice not in self.choices:
            raise ValueError(
                f"choose one of {', '.join(self.choices)}; got {choice!r}"
            )
        verdict = "Yes." if choice == self.answer else "Not quite."
        self._unlock(f"You said: {choice}. {verdict} {self.choices[choice]}")

    def skip(self):
        """Unlock the controls without a prediction."""
        self._unlock("")

    def snapshot(self, **values):
        """Draw the picture of these values on a figure of its own.

        Values not given are those of the start.
        """
        self._check(values)
        figure, artists = self._drawn()
        with style():
            self.move(artists, **{**self._start(), **values})
        figure.set_dpi(PIXELS_PER_INCH)
        return figure

    def still(self, **values):
        """Show the picture of these values with its words, without controls.

        Returns
        -------
        course_lib.plots.show.Picture
        """
        words = self.sentence(**{**self._start(), **values})
        return show(self.snapshot(**values), words)

    def close(self):
        """Close the panel and all of its parts; nothing of it stays."""
        self.unobserve_all()
        _close_parts(self)
        super().close()

    # How it is done.

    def _check(self, values):
        for name, value in values.items():
            if name not in self.controls:
                raise TypeError(
                    f"{type(self).__name__} has no control {name!r}; it has "
                    + ", ".join(self.controls)
                )
            self.controls[name].check(name, value)

    def _start(self):
        return {name: each.start for name, each in self.controls.items()}

    def _drawn(self):
        with style():
            figure = new_figure(self.size)
            artists = self.draw(figure, **self._start())
            self.move(artists, **self._start())
            lay_out(figure, flatten(artists))
        return figure, artists

    def _panel(self):
        picture = widgets.GridBox(
            [self._background, self._foreground],
            layout=widgets.Layout(
                grid_template_areas='"picture"',
                grid_template_columns="minmax(0, 1fr)",
                max_width=f"{self._live.width * PIXELS_PER_INCH / 72:.0f}px",
            ),
        )
        for each in picture.children:
            each.layout.grid_area = "picture"
            each.layout.margin = "0"
        return [
            widgets.HTML(f"<b>{escape(self.task)}</b>"),
            self._prediction,
            *self._inputs.values(),
            self._reset,
            self._trouble,
            picture,
        ]

    def _show_background(self):
        data = base64.b64encode(self._live.background()).decode("ascii")
        self._background.value = (
            '<img alt="" style="display:block;width:100%;border-radius:4px" '
            f'src="data:image/png;base64,{data}">'
        )

    def _changed(self, _):
        if self._watching:
            self._redraw()

    def _redraw(self):
        """Move the picture; whatever goes wrong is shown in the panel."""
        try:
            with style():
                self.move(self._artists, **self.values)
            text = " ".join(self.sentence(**self.values).split())
            frame = self._live.frame()
        except Exception as error:
            self.error = error
            self._trouble.value = (
                '<div role="alert">The picture could not be drawn: '
                f"{escape(type(error).__name__)}: {escape(str(error))}. "
                "It still shows the last values that worked.</div>"
            )
            return
        if self.error:
            self.error = None
            self._trouble.value = ""
        self._text, self._frame = text, frame
        words = escape(text, quote=True)
        self._foreground.value = (
            f'<svg role="img" aria-label="{words}" width="100%" '
            f'viewBox="0 0 {self._live.width:g} {self._live.height:g}" '
            'style="display:block;stroke-linejoin:round">'
            f'{frame}</svg><div role="status">{words}</div>'
        )

    def _ask(self):
        for each in self._inputs.values():
            each.disabled = True
        self._reset.disabled = True
        buttons = []
        for choice in self.choices:
            button = widgets.Button(description=choice)
            button.on_click(lambda pressed: self.predict(pressed.description))
            buttons.append(button)
        skip = widgets.Button(description="Skip")
        skip.on_click(lambda _: self.skip())
        self._prediction.children = [
            widgets.HTML(escape(self.question)),
            *buttons,
            skip,
        ]

    def _unlock(self, words):
        for old in self._prediction.children:
            _close_parts(old)
            old.close()
        self._verdict = words
        told = f'<div role="status">{escape(words)}</div>'
        self._prediction.children = [widgets.HTML(told)] if words else []
        for each in self._inputs.values():
            each.disabled = False
        self._reset.disabled = False

    def _repr_mimebundle_(self, **kwargs):
        return {
            **super()._repr_mimebundle_(**kwargs),
            **self.still(**self.values)._repr_mimebundle_(),
        }


def _close_parts(widget):
    """Close the widgets that a widget holds: children, layouts, styles."""
    for name in widget.keys:
        held = getattr(widget, name)
        for each in held if isinstance(held, list | tuple) else [held]:
            if isinstance(each, widgets.Widget):
                _close_parts(each)
                each.close()
