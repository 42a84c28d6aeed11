"""Records an explorer: the picture and the sentence of every state.

What moves in an explorer's picture is a few kilobytes of SVG. A recording
takes it and the sentence apart, at their numbers, into words of one
vocabulary: a row of words a state. It keeps the columns of this table, those
that are alike once, and ``player.js`` reads a row. Nothing is computed on the
page.
"""

import itertools
import re

from course_lib.sliders.controls import Slider

MOST = 40  # steps of a slider on a page without a kernel
NUMBER = r"(?<![\w#.\-])(-?\d+(?:\.\d+)?)(?!\w)"
END = "\x00"  # of the frame; the sentence follows


def axes_of(explorer):
    """Return ``{control: the values it stops at}`` on a page."""
    told = f"{explorer.task} {explorer.question}"
    named = [float(n) for n in re.findall(r"\d+(?:\.\d+)?", told)]
    return {
        name: stops(control, named)
        for name, control in explorer.controls.items()
    }


def stops(control, named=()):
    """Return at most about `MOST` values, the start and named ones too.

    Named is what the explorer's task and question say, and what its slider
    lists because an answer or a text says it.
    """
    values = list(control.values)
    if not isinstance(control, Slider) or control.log:
        return values
    step = -(-(len(values) - 1) // MOST)
    kept = {*values[::step], control.start, values[-1], *named, *control.named}
    return [value for value in values if value in kept]


def states(explorer):
    """Yield each state's values by control, the last control fastest."""
    axes = axes_of(explorer)
    for values in itertools.product(*axes.values()):
        yield dict(zip(axes, values))


def tidy(frame):
    """Shorten what Matplotlib writes, and name its marks x0, x1, …

    Numbers keep hundredths of a point.
    """
    names = {}
    frame = re.sub(r"> <", "><", re.sub(r"\s*\n\s*", " ", frame))
    frame = re.sub(
        r"\b[mp][0-9a-f]{10}\b",
        lambda found: names.setdefault(found[0], f"x{len(names)}"),
        frame,
    )
    return re.sub(
        NUMBER + "(?=[^<]*>)",  # in a tag
        lambda found: f"{round(float(found[0]) * 100) / 100:g}",
        frame,
    )


def seen(explorer):
    """Return the frame and the sentence that the explorer shows."""
    return tidy(explorer.frame) + END + explorer.text


def around(explorer):
    """Return what stands around the picture, ready for JSON."""
    axes = axes_of(explorer)
    return {
        "task": explorer.task,
        "question": explorer.question,
        "choices": explorer.choices,
        "answer": explorer.answer,
        "words": tidy(explorer.picture.words),
        "size": [explorer.picture.width, explorer.picture.height],
        "windows": [
            [round(x, 2) for x in w] for w in explorer.picture.windows
        ],
        "controls": [
            {
                "label": control.label,
                "values": [control.words(value) for value in axes[name]],
                "start": axes[name].index(control.start),
                "choice": not isinstance(control, Slider),
            }
            for name, control in explorer.controls.items()
        ],
    }


def record(explorer, progress=iter):
    """Move an explorer through all of its states and pack what is seen.

    Parameters
    ----------
    explorer : course_lib.sliders.explorer.Explorer
    progress : callable
        Wraps the list of states, for a progress bar.

    Returns
    -------
    dict
        What the player reads, ready for JSON.
    """
    texts = []
    for values in progress(list(states(explorer))):
        explorer.set(**values)
        texts.append(seen(explorer))
    return around(explorer) | packed(texts)


def packed(texts):
    """Pack texts that are much alike.

    Returns
    -------
    dict
        ``vocabulary``, a list of words; ``columns``, lists with the number of
        a word for each text; ``places``, the column of each place in a text.
    """
    vocabulary = {"": 0}
    rows = [
        [
            vocabulary.setdefault(word, len(vocabulary))
            for word in re.split(NUMBER, text)
        ]
        for text in texts
    ]
    table = list(itertools.zip_longest(*rows, fillvalue=0))
    columns = {column: k for k, column in enumerate(dict.fromkeys(table))}
    return {
        "vocabulary": list(vocabulary),
        "columns": list(columns),
        "places": [columns[column] for column in table],
    }
