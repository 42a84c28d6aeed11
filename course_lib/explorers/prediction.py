"""A question that a learner answers before the sliders unlock."""

import ipywidgets as widgets

from course_lib.panels.look import paragraph


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
    finished : bool
        Whether the sliders are open from the start.
    """

    def __init__(self, question, choices, answer, done, finished=False):
        self._choices, self._answer, self._done = choices, answer, done
        self.verdict = ""
        self.finished = finished or not question
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
        self._way_out = _button("", lambda _: self._skip_or_reveal())
        self._way_out.add_class("course-skip")
        self._name_the_way_out()
        self._row = widgets.Box([*buttons, self._way_out])
        self._row.layout.flex_flow = "row wrap"
        self._row.add_class("course-choices")
        self._said = widgets.HTML()
        # Holds the place of whatever will be said.
        longest = max(map(self._words, self._choices), key=len)
        room = widgets.HTML(longest)
        room.add_class("course-room")
        answer = widgets.Box([self._row, room, self._said])
        answer.add_class("course-answer")
        return [widgets.HTML(paragraph("Predict first.", question)), answer]

    def _words(self, choice):
        right = "Yes." if choice == self._answer else "Not quite."
        return paragraph(
            f"You said: {choice}.", f"{right} {self._choices[choice]}"
        )

    def take(self, choice):
        """Commit to a choice, and say whether it is right and why."""
        if choice not in self._choices:
            raise ValueError(
                f"choose one of {', '.join(self._choices)}; got {choice!r}"
            )
        right = "Yes." if choice == self._answer else "Not quite."
        self._tell(f"You said: {choice}.", f"{right} {self._choices[choice]}")

    def reveal(self):
        """Tell the answer."""
        self._tell(f"{self._answer}.", self._choices[self._answer])

    def skip(self):
        """Go on without a choice."""
        if not self.finished:
            self.finished = True
            self._done()
            self._name_the_way_out()

    def _skip_or_reveal(self):
        self.reveal() if self.finished else self.skip()

    def _name_the_way_out(self):
        words = "Reveal the answer" if self.finished else "Skip the question"
        self._way_out.description = self._way_out.tooltip = words

    def _tell(self, lead, verdict):
        self.verdict, self.finished = verdict, True
        self._done()  # first, so that Tab finds the sliders unlocked
        self._row.add_class("course-done")
        self._said.value = (
            '<div class="course-verdict" tabindex="-1">'
            f"{paragraph(lead, verdict)}</div>"
        )


def _button(words, act):
    button = widgets.Button(description=words, tooltip=words)
    button.on_click(act)
    return button
