"""The card on a lesson's first screen: what is due, one after the other."""

import ipywidgets as widgets
from IPython.display import display

from answer_check import progress, recall
from answer_check.verdict_html import highlighted, signed
from answer_check.widgets.html import paragraph
from answer_check.widgets.panel import Panel


class RecallCard(Panel):
    """Asks what is due; an answer is judged, told and kept.

    Parameters
    ----------
    found : Due
        What `recall.due` returned.
    """

    def __init__(self, found):
        self.left, self.of = [*found.asked], len(found.asked)
        self.now, self.labels = None, {}
        self.shown, self.told = widgets.HTML(), widgets.HTML()
        self.answers = widgets.Box().add_class("course-choices")
        self.next, self.later = (
            widgets.Button(description=words)
            for words in ("Next", "Not today")
        )
        self.next.on_click(lambda _: self._ask())
        self.later.on_click(lambda _: self._put_off())
        self.later.add_class("course-skip")
        ways = widgets.HBox([self.next, self.later]).add_class(
            "course-choices"
        )
        remarks = widgets.HTML("".join(map(paragraph, found.remarks)))
        super().__init__([self.shown, self.answers, self.told, ways, remarks])
        self.add_class("course-card")
        self._ask()

    def _ask(self):
        self.told.value, self.answers.children = "", ()
        self.next.layout.display = "none"
        if not self.left:
            done = "That was all for today." if self.of else ""
            self.shown.value = done and paragraph(done)
            self.later.layout.display = "none"
            return
        self.now = self.left.pop(0)
        asked = self.now.question
        place = f"{self.of - len(self.left)} of {self.of}"
        lesson = f", lesson {asked.lesson}" if asked.lesson else ""
        lead = f"From an earlier day ({place}{lesson})."
        ask, *choices = asked.statement.split("\n\n")
        code = highlighted(self.now.code) if self.now.code else ""
        self.shown.value = paragraph(ask, lead) + code
        self.labels = {}
        if asked.factor or asked.accept:
            field = widgets.Text(placeholder="your answer")
            check = _button("Check", lambda _: self.answer(field.value))
            self.answers.children = [field, check]
        else:
            self.labels = dict(zip(asked.choices, choices or asked.choices))
            self.answers.children = [
                _button(words, lambda _, letter=letter: self.answer(letter))
                for letter, words in self.labels.items()
            ]

    def answer(self, given):
        """Judge an answer, and keep whether it was right."""
        asked, given = self.now.question, given.strip()
        if asked.factor:
            given = _number(given)
        if given in ("", None):
            kind = (
                "a number, as 0.25 or 1/4" if asked.factor else "a few words"
            )
            self.told.value = paragraph(f"Answer with {kind}.")
            return
        verdict = asked.verdict(given)
        progress.note(
            "asked", self.now.name,
            mistakes=[self.now.mistake], right=verdict.passed,
        )  # fmt: skip
        said = paragraph(self.labels.get(given, f"{given}"), "You said:")
        said += signed(verdict.state) + paragraph(verdict.message)
        if not verdict.passed:
            right = self.labels.get(asked.right, f"{asked.right}")
            said += paragraph(f"{right.rstrip('.')}. {asked.why}", "Right is:")
        self.told.value = f'<div role="status">{said}</div>'
        self.answers.children = ()
        self.next.layout.display = ""

    def _put_off(self):
        progress.note("later")
        self.left.clear()
        self._ask()
        self.shown.value = paragraph("Another day, then.")

    def fallback(self):
        """Return nothing: a page without Python asks nothing."""
        return {"text/plain": ""}


def _button(label, act):
    button = widgets.Button(description=label.replace("`", ""))
    button.on_click(act)
    return button


def _number(text):
    """Return the number that a text is, with a comma or a fraction, too."""
    above, _, below = text.replace(",", ".").replace("−", "-").partition("/")
    try:
        return float(above) / float(below or 1)
    except (ValueError, ZeroDivisionError):
        return None


def ask():
    """Show the card where something is due or no journal can be kept.

    Else nothing at all is shown.
    """
    found = recall.due()
    if found.asked or recall.lost():
        display(RecallCard(found))
