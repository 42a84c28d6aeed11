"""A question that a learner answers before the sliders unlock."""

import ipywidgets as widgets

from answer_check import teacher
from course_lib.sliders.words_html import paragraph

SKIP, REVEAL = "Skip the question", "Reveal the answer"


class Prediction(widgets.VBox):
    """Asks, waits for a choice or a skip, and explains.

    The question stays. Whoever skips it, and a teacher, may still choose, or
    reveal the answer.

    Parameters
    ----------
    question : str
        Empty when there is nothing to ask.
    choices : dict of str to str
        Each choice, and what is said to a learner who took it.
    answer : str
        The right choice.
    done : callable
        Called without arguments when the learner has chosen or skipped.
    missed : callable
        Called with a wrong choice, if it was the learner's first.

    Attributes
    ----------
    finished : bool
        Whether the sliders are open.
    pressed : str
        What the learner did last: a choice, `SKIP`, `REVEAL`, or nothing.
    """

    def __init__(self, question, choices, answer, done, missed=None):
        self._done, self.pressed = done, ""
        self._answer, self._missed = answer, missed
        self._told = paragraph(f"{answer}.", choices.get(answer, ""))
        self.finished = teacher.unlocked() or not question
        self._replies = {
            choice: paragraph(
                f"You said: {choice}.",
                f"{'Yes.' if choice == answer else 'Not quite.'} {why}",
            )
            for choice, why in choices.items()
        }
        super().__init__(self._asked(question, choices) if question else [])

    def _asked(self, question, choices):
        buttons = [_button(choice, self.press) for choice in choices]
        self._way_out = _button("", self.press)
        self._way_out.add_class("course-skip")
        self._name_the_way_out()
        self._row = widgets.Box([*buttons, self._way_out])
        self._row.add_class("course-choices")
        self._said = widgets.HTML()
        # Holds the place of whatever will be said.
        room = widgets.HTML(max(self._replies.values(), key=len))
        parts = [self._row, room.add_class("course-room"), self._said]
        answer = widgets.Box(parts).add_class("course-answer")
        return [widgets.HTML(paragraph("Predict first.", question)), answer]

    def take(self, choice):
        """Commit to a choice, and say whether it is right and why."""
        if choice not in self._replies:
            raise ValueError(
                f"choose one of {', '.join(self._replies)}; got {choice!r}"
            )
        first = self.pressed in ("", SKIP) and not teacher.unlocked()
        if self._missed and first and choice != self._answer:
            self._missed(choice)
        self._tell(choice, self._replies[choice])

    def skip(self):
        """Go on without a choice."""
        if not self.finished:
            self.finished, self.pressed = True, SKIP
            self._done()
            self._name_the_way_out()

    def press(self, button):
        """Do what the button of this name does; any other does nothing."""
        if button in self._replies:
            self.take(button)
        elif button == REVEAL:
            self._tell(REVEAL, self._told)
        elif button == SKIP:
            self.skip()

    def _name_the_way_out(self):
        label = REVEAL if self.finished else SKIP
        self._way_out.description = self._way_out.tooltip = label

    def _tell(self, pressed, verdict):
        self.finished, self.pressed = True, pressed
        self._done()  # first, so that Tab finds the sliders unlocked
        self._row.add_class("course-done")
        self._said.value = (
            f'<div class="course-verdict" tabindex="-1">{verdict}</div>'
        )


def _button(label, act):
    """Make a button that calls ``act`` with its words."""
    button = widgets.Button(description=label, tooltip=label)
    button.on_click(lambda pressed: act(pressed.description))
    return button
