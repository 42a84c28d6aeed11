"""Records an explorer: the picture and the sentence of every state.

What moves in an explorer's picture is a few kilobytes of SVG. A recording
takes each frame apart into a template (the text between its numbers) and the
numbers, in hundredths of a point; a number that never changes within a
template goes back into it. Sentences are lists of words of one vocabulary.
``player.js`` puts them together again; nothing is computed on the page.
"""

import itertools
import re

from course_lib.explorers.controls import Choice

MOST = 40  # steps of a slider on a page without a kernel
PER_POINT = 100
NUMBER = re.compile(
    r"(?<![\w#.\-])-?\d+\.\d+(?!\w)|(?<![\w#.\-])-?\d+(?![\w.])"
)
WORDS = re.compile(r">([^<>]+)</text>")
MARK = "\x00"  # stands in a template where the words of a text belong


def axes_of(explorer):
    """Return ``{control: the values it stops at}`` on a page."""
    told = f"{explorer.task} {explorer.question}"
    named = [float(n) for n in re.findall(r"\d+(?:\.\d+)?", told)]
    return {
        name: stops(control, named)
        for name, control in explorer.controls.items()
    }


def stops(control, named=()):
    """Return at most about `MOST` values, the start and named ones too."""
    values = list(control.values)
    if isinstance(control, Choice) or control.log:
        return values
    each = -(-(len(values) - 1) // MOST)
    kept = {*values[::each], control.start, values[-1], *named}
    return [value for value in values if value in kept]


def states(explorer):
    """Yield each state's values by control, the last control fastest."""
    axes = axes_of(explorer)
    for values in itertools.product(*axes.values()):
        yield dict(zip(axes, values))


def tidy(frame):
    """Shorten what Matplotlib writes, and name its marks x0, x1, …"""
    names = {}
    frame = re.sub(r"> <", "><", re.sub(r"\s*\n\s*", " ", frame))
    return re.sub(
        r"\b[mp][0-9a-f]{10}\b",
        lambda found: names.setdefault(found[0], f"x{len(names)}"),
        frame,
    )


def apart(frame):
    """Take a frame apart: the text between its numbers, numbers, words."""
    words = WORDS.findall(frame)
    frame = WORDS.sub(f">{MARK}</text>", frame)
    pieces, numbers, at = [], [], 0
    for tag in re.finditer(r"<[^>]*>", frame):
        for found in NUMBER.finditer(frame, tag.start(), tag.end()):
            pieces.append(frame[at : found.start()])
            numbers.append(round(float(found[0]) * PER_POINT))
            at = found.end()
    return (*pieces, frame[at:]), numbers, words


def record(explorer, watched=iter):
    """Move an explorer through all of its states and pack what is seen.

    Parameters
    ----------
    explorer : course_lib.explorers.base.Explorer
    watched : callable
        Wraps the list of states, for a progress bar.

    Returns
    -------
    dict
        What the player reads, ready for JSON.
    """
    templates, vocabulary, sentences = {}, {}, {}
    rows, template_of, words_of, sentence_of = {}, [], [], []

    def number_of(word):
        return vocabulary.setdefault(word, len(vocabulary))

    for values in watched(list(states(explorer))):
        explorer.set(**values)
        pieces, numbers, words = apart(tidy(explorer.frame))
        template = templates.setdefault(pieces, len(templates))
        rows.setdefault(template, []).append(numbers)
        template_of.append(template)
        words_of.append([number_of(word) for word in words])
        said = re.split(r"(?<=[ ,.])", explorer.text)
        said = tuple(number_of(word) for word in said if word)
        sentence_of.append(sentences.setdefault(said, len(sentences)))
    packed = [_packed(p, rows[t]) for p, t in templates.items()]
    return {
        "task": explorer.task,
        "question": explorer.question,
        "choices": explorer.choices,
        "answer": explorer.answer,
        "size": [explorer._picture.width, explorer._picture.height],
        "controls": _controls(explorer),
        "templates": [template for template, _ in packed],
        "columns": [[_deltas(c) for c in columns] for _, columns in packed],
        "template": template_of,
        "words": words_of,
        "sentences": list(sentences),
        "sentence": sentence_of,
        "vocabulary": list(vocabulary),
    }


def _packed(pieces, rows):
    """Put numbers that stand still into the text; tell the others apart.

    Returns
    -------
    template : (list of str, list of int)
        The text between the numbers that move, and which column each is.
    columns : list of tuple of int
        A number's values over the states, each series once.
    """
    kept, text, series, which = [], pieces[0], {}, []
    for column, piece in zip(zip(*rows), pieces[1:]):
        if len(set(column)) > 1:
            kept.append(text)
            which.append(series.setdefault(column, len(series)))
            text = piece
        else:
            text += f"{column[0] / PER_POINT:g}{piece}"
    return ([*kept, text], which), list(series)


def _deltas(column):
    return [column[0], *(b - a for a, b in zip(column, column[1:]))]


def _controls(explorer):
    axes = axes_of(explorer)
    return [
        {
            "label": control.label,
            "values": [control.words(value) for value in axes[name]],
            "start": axes[name].index(control.start),
            "choice": isinstance(control, Choice),
        }
        for name, control in explorer.controls.items()
    ]
