"""The card of an exercise: what to write, the state, hints, the solution."""

import re
import textwrap
from html import escape

import ipywidgets as widgets

from course_lib import teaching
from course_lib.exercises import checking, progress
from course_lib.exercises.exercise import find
from course_lib.exercises.judging.judge import NOT_STARTED
from course_lib.panels import look
from course_lib.panels.panel import Panel

EVERYBODY = (
    "Your exercises, done and open, lesson by lesson. Run this cell to see "
    "them."
)
HIDDEN = "The solution is hidden by the teacher's switch."


class ExerciseCard(Panel):
    """Statement, state, and buttons for three hints and the solution.

    The printed words never depend on what is remembered, so that a page is
    the same for everybody; the live card says what is done.
    """

    def __init__(self, exercise):
        self.exercise = exercise
        self._hints_shown = 0
        self.state, self.panel = widgets.HTML(), widgets.HTML()
        self.hint_button = widgets.Button()
        self.hint_button.on_click(self._one_more_hint)
        self.solution_button = widgets.Button()
        self.solution_button.on_click(self._turn_solution)
        self._solution_shown = teaching.solutions() == "show"
        buttons = widgets.HBox([self.hint_button, self.solution_button])
        super().__init__(
            [widgets.HTML(self.html), self.state, buttons, self.panel]
        )
        self.say_state()
        self._refresh()
        checking.listen(exercise.name, self)

    @property
    def html(self):
        """The statement, for the panel and for pages without a kernel."""
        lead = f"Exercise: {self.exercise.name}."
        return paragraph(self.exercise.statement, lead)

    def say_state(self, verdict=None):
        """Show how things stand, after a check or before the first."""
        if verdict is None or verdict.state == NOT_STARTED:
            entry = progress.done().get(self.exercise.name)
            words = f"Done on {entry.get('on')}." if entry else NOT_STARTED
        else:
            words = "Done." if verdict.passed else verdict.state
        self.state.value = f'<div role="status"><b>{escape(words)}</b></div>'

    def close(self):
        """Close the card and all of its parts."""
        checking.forget(self.exercise.name, self)
        super().close()

    def _one_more_hint(self, _):
        self._hints_shown = min(self._hints_shown + 1, teaching.hints())
        self._refresh()

    def _turn_solution(self, _):
        self._solution_shown = not self._solution_shown
        self._refresh()

    def _refresh(self):
        number, last = self._hints_shown, teaching.hints()
        following = f"Hint {number + 1} of {last}"
        self.hint_button.disabled = number >= last
        self.hint_button.description = (
            following if number < last else "No more hints"
        )
        hidden = teaching.solutions() == "hide"
        turn = "Hide" if self._solution_shown else "Show"
        self.solution_button.layout.display = "none" if hidden else ""
        self.solution_button.description = f"{turn} solution"
        hints = enumerate(self.exercise.hints[:number], 1)
        shown = [paragraph(hint, f"Hint {i}.") for i, hint in hints]
        if self._solution_shown and not hidden:
            code = escape(self.exercise.solution)
            shown.append(f"<pre><code>{code}</code></pre>")
        self.panel.value = f'<div role="status">{"".join(shown)}</div>'
        self.panel.layout.display = None if shown else "none"

    def fallback(self):
        """Return the statement."""
        return {
            "text/html": self.html + look.run_me("hints and the solution"),
            "text/plain": plain_card(self.exercise),
        }


class ProgressPanel(Panel):
    """How far one is, lesson by lesson; a click reads the file again."""

    def __init__(self):
        self.lines = widgets.HTML()
        button = widgets.Button(description="Refresh")
        button.on_click(lambda _: self._refresh())
        super().__init__([self.lines, button])
        self._refresh()

    def _refresh(self):
        rows, follows = "", "Nothing is open."
        for lesson, (done, open_) in reversed(progress.by_lesson().items()):
            rows = (
                f"<tr><td>{lesson}</td><td>"
                f"<progress max={len(done) + len(open_)} value={len(done)} "
                f"aria-label='lesson {lesson}'></progress></td>"
                f"<td>{_names('done', done)}{_names('open', open_)}</td></tr>"
            ) + rows
            if open_:
                follows = f"Next: <code>{open_[0]}</code> in lesson {lesson}."
        first = progress.summary().split("\n")[0]
        self.lines.value = (
            f'<div role="status"><b>{first}</b> {follows}'
            f"<table>{rows}</table></div>"
        )

    def fallback(self):
        """Return words for everybody, however many exercises there are."""
        return {"text/html": f"<p>{EVERYBODY}</p>", "text/plain": EVERYBODY}


def _names(state, names):
    """Write the names of exercises that are done, or open, as HTML."""
    if not names:
        return ""
    listed = ", ".join(f"<code>{name}</code>" for name in names)
    return f"<div>{state}: {listed}</div>"


def card(name):
    """Return the card of an exercise, to stand last in a cell.

    Parameters
    ----------
    name : str
        The function to write.
    """
    return ExerciseCard(find(name))


def hint(name, number=1):
    """Print a hint: 1 nudges, 3 is nearly there."""
    hints = find(name).hints
    if number not in (1, 2, 3):
        raise ValueError(f"there are hints 1, 2 and 3, not {number!r}")
    last = teaching.hints()
    if number > last:
        print("The last hint is hidden by the teacher's switch.")
    else:
        print(_filled(f"Hint {number} of {last}. {hints[number - 1]}"))


def solution(name):
    """Print the solution of an exercise."""
    hidden = teaching.solutions() == "hide"
    print(HIDDEN if hidden else find(name).solution)


def plain_card(exercise):
    """Return the words of a card, for pages and terminals without widgets."""
    name = exercise.name
    paragraphs = exercise.statement.split("\n\n")
    how = (
        f"Write it in the next cell, then run check({name}). "
        f'hint("{name}", 1) to hint("{name}", 3) and solution("{name}") help.'
    )
    said = [f"Exercise: {name}. {paragraphs[0]}", *paragraphs[1:], how]
    return "\n\n".join(map(_filled, said))


def paragraph(text, lead):
    """Return text as HTML after a bold lead; `code` in back quotes counts."""
    text = re.sub(r"`([^`]+)`", r"<code>\1</code>", escape(text))
    text = text.replace("\n\n", "</p><p>")
    return f"<p><b>{escape(lead)}</b> {text}</p>"


def _filled(text):
    return textwrap.fill(text, checking.WIDTH)
