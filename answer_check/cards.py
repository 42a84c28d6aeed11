"""The card of an exercise: what to write, the state, hints, the solution."""

from pathlib import Path

import ipywidgets as widgets

from answer_check import checking, progress, recall, teacher
from answer_check.exercise import find
from answer_check.judging.verdict import NOT_STARTED, NOT_YET, RIGHT
from answer_check.verdict_html import filled, highlighted, sign, signed
from answer_check.widgets import look
from answer_check.widgets.html import paragraph
from answer_check.widgets.panel import Panel

EVERYBODY = (
    "Your exercises, done and open, lesson by lesson. Run this cell to see "
    "them."
)
HIDDEN = "is hidden by the teacher's switch."
TRY_FIRST = (
    "Try it first: after a check of your own answer, right or not, the "
    "solution is one click away. Or show it anyway."
)


class ExerciseCard(Panel):
    """Statement, state, and buttons for the hints and the solution.

    The printed words never depend on what is remembered, so that a page is
    the same for everybody; the live card says what is done.
    """

    def __init__(self, exercise):
        self.exercise = exercise
        lead = f"Exercise: {exercise.name}."
        self.html = paragraph(exercise.statement, lead)
        self.hints, self.opened = 0, teacher.solutions() == "show"
        self.tried = self.asked = False
        self.state, self.panel = widgets.HTML(), widgets.HTML()
        self.hint_button = widgets.Button()
        self.hint_button.on_click(lambda _: self._refresh(more_hints=1))
        self.solution_button = widgets.Button()
        self.solution_button.on_click(self._turn)
        self.solution_button.add_class("course-skip")
        buttons = widgets.HBox([self.hint_button, self.solution_button])
        buttons.add_class("course-choices")
        super().__init__(
            [widgets.HTML(self.html), self.state, buttons, self.panel]
        )
        self.add_class("course-card")
        self.say_state()
        self._refresh()
        checking.shown[exercise.name] = self

    def say_state(self, verdict=None):
        """Show on the card what the last check found, if there was one."""
        state, words = NOT_STARTED, NOT_STARTED
        if verdict is None or verdict.state == NOT_STARTED:
            if entry := progress.done().get(self.exercise.name):
                state, words = RIGHT, f"Done on {entry['on']}."
                self.tried = True
        else:
            state, self.tried = verdict.state, True
            words = "Done." if verdict.passed else NOT_YET
            self.opened &= not verdict.passed
            self._refresh()
        text = signed(state, words)
        self.state.value = f'<div role="status">{text}</div>'
        self.layout.border_left = f"4px solid {sign(state)[1]}"

    def _turn(self, _):
        """Show the solution, or put it away again.

        Whoever has not tried yet is asked first.
        """
        self.asked = not (self.opened or self.tried or self.asked)
        self.opened ^= not self.asked
        self._refresh()

    def _refresh(self, more_hints=0):
        hidden = teacher.solutions() == "hide"
        last = teacher.hints(len(self.exercise.hints))
        self.hints = min(self.hints + more_hints, last)
        more = f"Hint {self.hints + 1} of {last}"
        self.hint_button.disabled = self.hints == last
        self.hint_button.description = (
            "No more hints" if self.hints == last else more
        )
        self.solution_button.description = (
            "Hide solution" if self.opened
            else "Show it anyway" if self.asked else "Show solution"
        )  # fmt: skip
        self.solution_button.layout.display = "none" if hidden else ""
        shown = [
            f"<details open><summary>Hint {i}</summary>{paragraph(hint)}"
            "</details>"
            for i, hint in enumerate(self.exercise.hints[: self.hints], 1)
        ]
        if self.asked and not (self.opened or hidden):
            shown.append(paragraph(TRY_FIRST))
        if self.opened and not hidden:
            shown.append(highlighted(self.exercise.solution))
        self.panel.value = f'<div role="status">{"".join(shown)}</div>'
        self.panel.layout.display = None if shown else "none"

    def fallback(self):
        """Return the statement, for pages and terminals without widgets."""
        name, last = self.exercise.name, len(self.exercise.hints)
        ends = dict.fromkeys((1, last) if last else ())
        hints = " to ".join(f'hint("{name}", {k})' for k in ends)
        text = (
            f"Exercise: {name}. {self.exercise.statement}\n\n"
            f"Write it in the next cell, then run check({name}). "
            f'{hints and hints + " and "}solution("{name}") help.'
        )
        return {
            "text/html": self.html + look.run_me("hints and the solution"),
            "text/plain": "\n\n".join(map(filled, text.split("\n\n"))),
        }


class ProgressPanel(Panel):
    """How far one is, lesson by lesson; a click reads the file again."""

    def __init__(self):
        # JupyterLab finds what a link of an output leads to, wherever the
        # address of its page points; that of a widget it leaves alone.
        self.lines = widgets.Output()
        button = widgets.Button(description="Refresh")
        button.on_click(self._refresh)
        super().__init__([self.lines, button])
        self._refresh()

    def _refresh(self, _=None):
        lessons = progress.by_lesson()
        rows = "".join(
            _row(lesson, *names) for lesson, names in lessons.items()
        )
        follow = (
            f"Next: {_in_words(left[0])} in lesson {_link(lesson)}."
            for lesson, (_, left) in lessons.items()
            if left
        )
        first = progress.summary().split("\n")[0]
        html = (
            f'<div role="status"><b>{first}</b> '
            f"{next(follow, 'Nothing is open.')}<table>{rows}</table>"
            f"{paragraph(recall.summary())}</div>"
        )
        shown = {"text/html": html}
        self.lines.outputs = (
            {"output_type": "display_data", "data": shown, "metadata": {}},
        )

    def fallback(self):
        """Return what a page shows without widgets, the same for everybody."""
        return {"text/html": f"<p>{EVERYBODY}</p>", "text/plain": EVERYBODY}


_STATES = (RIGHT, "done"), (NOT_STARTED, "open")


def _row(lesson, done, left):
    """Write a lesson's row of the table of progress as HTML."""
    listed = "".join(
        f"<div>{signed(*state)}: {', '.join(map(_in_words, names))}</div>"
        for state, names in zip(_STATES, (done, left))
        if names
    )
    return (
        f"<tr><td>{_link(lesson)}</td><td>"
        f"<progress max={len(done + left)} value={len(done)} "
        f"aria-label='lesson {lesson}'></progress></td><td>{listed}</td></tr>"
    )


def _in_words(name):
    return name.replace("_", " ")


def _link(lesson):
    """Link to a lesson, where its notebook lies beside the open one."""
    for page in sorted(Path().glob(f"{lesson}_*.ipynb")):
        words = _in_words(page.stem)
        return f'<a href="{page.name}">{words}</a>'
    return lesson


def card(name):
    """Return the card of an exercise, to stand last in a cell."""
    return ExerciseCard(find(name))


def hint(name, number=1):
    """Print a hint: 1 nudges, the last is nearly there."""
    hints = find(name).hints
    last = teacher.hints(len(hints))
    if number not in range(1, len(hints) + 1):
        raise ValueError(f"there are hints 1 to {len(hints)}, not {number!r}")
    if number > last:
        print(f"The last hint {HIDDEN}")
    else:
        print(filled(f"Hint {number} of {last}. {hints[number - 1]}"))


def solution(name):
    """Print the solution of an exercise."""
    hidden = teacher.solutions() == "hide"
    print(f"The solution {HIDDEN}" if hidden else find(name).solution)
