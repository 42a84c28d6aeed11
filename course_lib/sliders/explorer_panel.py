"""What every explorer shows on the page, and how it moves there.

A prediction, a task, at most three controls, one picture that moves and one
sentence that says what it shows.
"""

from threading import RLock

import ipywidgets as widgets

from answer_check import progress
from answer_check.widgets.look import run_me
from answer_check.widgets.panel_with_fallback import PanelWithFallback
from course_lib.sliders import remembered
from course_lib.sliders.picture_html import (
    background_html,
    error_html,
    frame_html,
)
from course_lib.sliders.prediction import Prediction
from course_lib.sliders.screen_reader import ScreenReaderLabels
from course_lib.sliders.show import show
from course_lib.sliders.words_html import paragraph

LOCKED = "<i>Locked until you answer.</i>"


class ExplorerPanel(PanelWithFallback):
    """The panel of an explorer, which says what is drawn and what is said.

    ``course_lib.sliders.explorer.Explorer``, the only subclass, has its
    attributes and the methods that compute and draw.
    """

    picture = None  # until it is drawn
    _file = None  # what it keeps for the next run of its cell

    def __init__(self):
        self.error = None
        self._watching = True
        # JupyterLab sends a first click to the thread that runs cells, and
        # what follows to another one; they share the figure.
        self._one_at_a_time = RLock()
        self.picture = self._drawn()
        self.inputs = {
            n: control.widget() for n, control in self.controls.items()
        }
        for control in self.inputs.values():
            control.observe(self._changed, "value")
        self.prediction = Prediction(
            self.question, self.choices, self.answer, self._lock, self._missed
        )
        self._foreground, self._trouble = widgets.HTML(), widgets.HTML()
        self._task = widgets.HTML(paragraph("Try.", self.task))
        self._lock_note = widgets.HTML()
        self._reset = widgets.Button(description="Reset", icon="undo")
        self._reset.on_click(lambda _: self.reset())
        super().__init__([ScreenReaderLabels(), self._body()])
        self.layout.max_width = f"{self.picture.rem + 23.7:.1f}rem"
        self._lock()
        self._redraw()
        if self.error:
            self.close()
            raise self.error

    @property
    def values(self):
        """The values of the controls, by name."""
        return {name: control.value for name, control in self.inputs.items()}

    def set(self, **values):
        """Set controls by name, as a learner does, and redraw once.

        What drawing raises is raised, and the panel shows it.
        """
        self._check(values)
        self._watching = False
        for name, value in values.items():
            self.inputs[name].value = self.controls[name].place(value)
        self._watching = True
        self._redraw()
        if self.error:
            raise self.error

    def reset(self):
        """Go back to the first picture."""
        self.set(**self._start())

    def fallback(self):
        """Return the picture and its sentence."""
        with self._one_at_a_time, self.picture.at_page_size() as figure:
            bundle = show(figure, self.text)._repr_mimebundle_()
        bundle["text/html"] += run_me("the sliders")
        return bundle

    def _ipython_display_(self):
        if self.comm is not None:
            self._file = remembered.place(type(self).__name__)
            self._go_on()
        super()._ipython_display_()

    def _asked(self):
        return [self.question, *self.choices]

    def _go_on(self):
        """Go on where the learner left this panel, if that still holds."""
        kept = remembered.recall(self._file, self._asked())
        self.prediction.press(kept.get("pressed"))
        try:
            self.set(**kept.get("values", {}))
        except Exception:  # another control, other ends, or no picture
            self.reset()

    def _missed(self, choice):
        """Note a wrong prediction."""
        if self._kept:  # it is on the page, and does not only go on
            name = f"panel {type(self).__name__}"
            progress.note("wrong", name, mistakes=[choice])

    def _keep(self):
        if self._file:
            pressed = self.prediction.pressed
            remembered.keep(self._file, self._asked(), pressed, self.values)
        super()._keep()  # whoever sees this picture finds it again

    def close(self):
        """Close the panel and all of its parts, and let go of its figure."""
        super().close()
        if self.picture:
            self.picture.figure.clear()  # its cycles need not be collected
            self.picture = None

    def _body(self):
        """Lay the picture beside what is asked and what can be turned."""
        last = widgets.HBox([self._lock_note, self._reset])
        controls = [*self.inputs.values(), last.add_class("course-reset")]
        side = [
            self.prediction,
            self._task,
            widgets.VBox(controls).add_class("course-controls"),
            self._trouble,
        ]
        still = widgets.HTML(background_html(self.picture))
        picture = [still.add_class("course-still"), self._foreground]
        size = {"width": f"{self.picture.rem:g}rem", "max_width": "100%"}
        body = [
            widgets.GridBox(picture, layout=size),
            widgets.VBox(side).add_class("course-side"),
        ]
        return widgets.Box(body).add_class("course-body")

    def _changed(self, _):
        if self._watching:
            self._redraw()

    def _redraw(self):
        """Move the picture; whatever goes wrong is shown in the panel."""
        with self._one_at_a_time:
            self._draw_now()

    def _draw_now(self):
        try:
            now = self._computed(self.values)
            self.move(self.picture.artists, now)
            text = " ".join(self.sentence(now).split())
            frame = self.picture.frame()
        except Exception as error:
            self.error = error
            self._trouble.value = error_html(error)
            return
        self.error, self._trouble.value = None, ""
        self.text, self.frame = text, frame
        settings = {
            control.label: control.words(getattr(now, name))
            for name, control in self.controls.items()
        }
        self._foreground.value = frame_html(
            self.picture, frame, text, settings
        )
        self.keep_soon()

    def _lock(self):
        """Lock the controls, or unlock them, as the prediction says.

        What to try would often answer the question: till then it is hidden.
        """
        locked = not self.prediction.finished
        mark = self._task.add_class if locked else self._task.remove_class
        mark("course-waiting")
        for control in [*self.inputs.values(), self._reset]:
            control.disabled = locked
        self._lock_note.value = LOCKED if locked else ""
        self.keep_soon()
