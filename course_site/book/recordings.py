"""The stored recordings, and whether they still are what the explorers show.

Each explorer has a script that carries its recording and a PNG of the part of
its picture that stands still, in ``course_site/book/recordings``.
``python -m course_site.book.recordings GammaBeta`` records one anew.
"""

import base64
import json
import random
import re
import sys
import zlib
from difflib import SequenceMatcher
from itertools import cycle, islice
from pathlib import Path

from course_site.book.explorer_registry import live
from course_site.book.recorder import (
    END,
    around,
    axes_of,
    record,
    seen,
    states,
)
from course_tools import own_files

FOLDER = Path(__file__).parent / "recordings"
ENOUGH = 5  # differences, to see what has changed


def stored(name):
    """Return the stored recording of an explorer, or None."""
    path = FOLDER / f"{name}.js"
    if path.exists():
        _, packed, _ = path.read_text("ascii").split('"')
        return json.loads(zlib.decompress(base64.b64decode(packed)))


def store(explorer, progress=iter):
    """Record an explorer and keep it as a script, which a file may load."""
    name, recording = type(explorer).__name__, record(explorer, progress)
    text = json.dumps(recording, ensure_ascii=False, separators=(",", ":"))
    packed = base64.b64encode(zlib.compress(text.encode(), 9)).decode("ascii")
    script = f'courseRecordings.{name} = "{packed}";\n'
    own_files.write(FOLDER / f"{name}.js", script)
    own_files.write(FOLDER / f"{name}.png", explorer.picture.background)


def refresh(name, progress=iter):
    """Record an explorer anew if what is stored is not what it shows."""
    if differences(live(name)):
        store(live(name), progress)


def chosen(explorer, seed=0):
    """Return states to look at: the start, and of each control both ends.

    And as many states as make each value of each control occur. Which values
    of the other controls go with it is drawn.
    """
    draw, axes = random.Random(seed), axes_of(explorer)
    start = {name: each.start for name, each in explorer.controls.items()}
    found = [start]
    for name, values in axes.items():
        found += [start | {name: values[0]}, start | {name: values[-1]}]
    most = max(map(len, axes.values()))
    drawn = [
        cycle(draw.sample(values, len(values))) for values in axes.values()
    ]
    return found + [
        dict(zip(axes, values)) for values in islice(zip(*drawn), most)
    ]


def differences(explorer, seed=0, at=None):
    """Compare the recording with the live explorer.

    The sentences of all states are compared, and the pictures of chosen ones;
    or, if states are given, their pictures and sentences.

    Returns
    -------
    list of str
        What differs, with the words and numbers that were recorded and those
        that are shown; the first few. Empty if nothing differs.
    """
    recording = stored(type(explorer).__name__)
    if recording is None:
        return ["nothing is recorded"]
    found = list(_around_differs(explorer, recording))
    if found:
        return found
    return list(islice(_states_differ(explorer, recording, seed, at), ENOUGH))


def _around_differs(explorer, recording):
    """Say what differs around the moving part of the picture."""
    for what, now in around(explorer).items():
        if recording.get(what) != now:
            yield f"the {what}: {changed(recording.get(what), now)}"
    png = FOLDER / f"{type(explorer).__name__}.png"
    if png.read_bytes() != explorer.picture.background:
        yield "the part of the picture that stands still"
    count = sum(1 for _ in states(explorer))
    if len(recording.get("columns", [[]])[0]) != count:
        yield "the controls stop elsewhere"


def _states_differ(explorer, recording, seed, at):
    """Say which sentences differ, then which pictures."""
    every = list(states(explorer))
    for state, values in enumerate(every if at is None else ()):
        old = played(recording, state).split(END)[1]
        new = said(explorer, values)
        if old != new:
            yield f"the sentence at {values}: {changed(old, new)}"
    for values in chosen(explorer, seed) if at is None else at:
        explorer.set(**values)
        old, new = played(recording, every.index(values)), seen(explorer)
        if old != new:
            what = f"the picture or the sentence at {values}"
            yield f"{what}: {changed(old, new)}"


def changed(old, new, most=3):
    """Show the first words and numbers in which two values differ."""
    a, b = (re.findall(r"[^\s<>\"']+", str(each)) for each in (old, new))
    found = []
    for kind, i, j, k, n in SequenceMatcher(None, a, b).get_opcodes():
        if kind != "equal":
            was, now = a[max(0, i - 3) : j], b[max(0, k - 3) : n]
            found.append(f"“{' '.join(was)}” → “{' '.join(now)}”"[:300])
    return "; ".join(found[:most])


def said(explorer, values):
    """Return the sentence of a state, for which nothing is drawn."""
    return " ".join(explorer.sentence(explorer.at(**values)).split())


def played(recording, state):
    """Return the frame and the sentence that a player shows."""
    pieces = [recording["columns"][k][state] for k in recording["places"]]
    return "".join(recording["vocabulary"][word] for word in pieces)


if __name__ == "__main__":
    for name in sys.argv[1:]:
        refresh(name)
        print(f"{name} is recorded")
