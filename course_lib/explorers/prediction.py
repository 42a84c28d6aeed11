"""A question that a learner answers before the sliders unlock."""

import ipywidgets as widgets

from course_lib.panels.look import paragraph
from course_lib.panels.panel import close_all


class Prediction(widgets.VBox):
    """Asks, waits for a choice or a skip, and explains.

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
    """

    def __init__(self, question, choices, answer, done):
        self._choices, self._answer, self._done = choices, answer, done
        self.verdict = ""
        self.finished = not question
        super().__init__(self._asked(question) if question else [])

    def _asked(self, question):
        if self._answer not in self._choices:
            raise ValueError(
                f"the answer {self._answer!r} is not among the choices "
                + ", ".join(self._choices)
            )
        buttons = [
            _button(choice, lambda _, choice=choice: self.take(choice))
            for choice in self._choices
        ]
        skip = _button("Skip the question", lambda _: self.skip())
        skip.add_class("course-skip")
        row = widgets.Box([*buttons, skip])
        row.layout.flex_flow = "row wrap"
        row.add_class("course-choices")
        return [widgets.HTML(paragraph("Predict first.", question)), row]

    def take(self, choice):
        """Commit to a choice, and say whether it is right and why."""
        if choice not in self._choices:
            raise ValueError(
                f"choose one of {', '.join(self._choices)}; got {choice!r}"
            )
        right = "Yes." if choice == self._answer else "Not quite."
        self.verdict = f"{right} {self._choices[choice]}"
        said = paragraph(f"You said: {choice}.", self.verdict)
        self._finish(widgets.HTML(f'<div role="status">{said}</div>'))

    def skip(self):
        """Go on without a choice."""
        if not self.finished:
            self._finish()

    def _finish(self, *shown):
        self.finished = True
        self._done()  # first, so that Tab finds the sliders unlocked
        asked, self.children = self.children, shown
        for each in asked:
            close_all(each)


def _button(words, act):
    button = widgets.Button(description=words, tooltip=words)
    button.on_click(act)
    return button
