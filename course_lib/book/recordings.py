"""The stored recordings, and whether they still are what the explorers show.

Each explorer has a script that carries its recording and a PNG of the part of
its picture that stands still, in ``course_lib/book/recordings``.
``python -m course_lib.book.recordings GammaBeta`` records one anew.
"""

import base64
import json
import random
import sys
import zlib
from pathlib import Path

from course_lib.book.in_order import live
from course_lib.book.recorder import around, record, seen, states

FOLDER = Path(__file__).parent / "recordings"
SAMPLE = 3


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
    (FOLDER / f"{name}.js").write_text(script, encoding="ascii")
    (FOLDER / f"{name}.png").write_bytes(explorer.picture.background)


def refresh(name, progress=iter):
    """Record an explorer anew if what is stored is not what it shows."""
    if differences(live(name)):
        store(live(name), progress)


def differences(explorer, seed=0, sample=SAMPLE):
    """Compare a sample of states with the live explorer.

    Returns
    -------
    list of str
        What differs; empty if nothing does.
    """
    recording = stored(type(explorer).__name__)
    if recording is None:
        return ["nothing is recorded"]
    now = around(explorer)
    found = [what for what in now if recording.get(what) != now[what]]
    png = FOLDER / f"{type(explorer).__name__}.png"
    if png.read_bytes() != explorer.picture.background:
        found.append("the part that stands still")
    every = list(states(explorer))
    if len(recording.get("columns", [[]])[0]) != len(every):
        found.append("the controls stop elsewhere")
    if found:
        return found
    size = min(sample, len(every))
    for state in random.Random(seed).sample(range(len(every)), size):
        explorer.set(**every[state])
        if played(recording, state) != seen(explorer):
            found.append(f"the picture or the sentence at {every[state]}")
    return found


def played(recording, state):
    """Return the frame and the sentence that a player shows."""
    pieces = [recording["columns"][k][state] for k in recording["places"]]
    return "".join(recording["vocabulary"][word] for word in pieces)


if __name__ == "__main__":
    for name in sys.argv[1:]:
        refresh(name)
        print(f"{name} is recorded")
