"""What a learner did in a panel, kept for the next run of its cell.

One small file a panel, in a folder beside the journal of the exercises: what
was pressed under the question, and where the controls stand. The panel is
known by its lesson, its cell and its class. What was kept for another
question, or by another version of this file, is not used. Nothing is kept
where the journal is switched off, and where the notebook program does not tell
a cell's id.
"""

import json
import os
import re
import shutil
from contextlib import suppress
from pathlib import Path

from answer_check import progress

VERSION = 1


def folder():
    """Return the folder of the files, or None where nothing is kept."""
    journal = progress.path()
    return journal and journal.with_name(f"{journal.stem}_panels")


def place(panel):
    """Return the file of a panel that the running cell shows, or None."""
    lesson, cell = _lesson(), _cell()
    if cell is None or folder() is None:
        return None
    return folder() / f"{_plain(lesson)}.{_plain(cell)}.{panel}.json"


def recall(file, asked):
    """Return what was kept for this question, or an empty dict."""
    with suppress(OSError, ValueError):
        match json.loads(file.read_text("utf-8")) if file else None:
            case {
                "version": int(version),
                "asked": question,
                "pressed": str(),
                "values": {},
            } as kept if version == VERSION and question == asked:
                return kept
    return {}


def keep(file, asked, pressed, values):
    """Keep what was pressed and where the controls stand.

    A disk that refuses costs a learner nothing else, so it is not told.
    """
    kept = {
        "version": VERSION,
        "asked": asked,
        "pressed": pressed,
        "values": values,
    }
    text = json.dumps(kept)
    for listener in progress.listeners:
        listener("panel", file.name, text)
    with suppress(OSError):
        file.parent.mkdir(parents=True, exist_ok=True)
        new = file.with_suffix(f".{os.getpid()}")
        new.write_text(text, encoding="utf-8")
        new.replace(file)


def forget(lesson=None):
    """Forget the panels of a lesson, or of all; False if none is kept.

    Parameters
    ----------
    lesson : str, optional
        The name of the notebook's file without its ending.
    """
    here = folder()
    if here is None or not here.is_dir():
        return False
    if lesson is None:
        shutil.rmtree(here)
    else:
        for file in here.glob(f"{_plain(lesson)}.*.json"):
            file.unlink(missing_ok=True)
    return True


def _lesson():
    """Return the name of the running notebook; Jupyter's server tells it."""
    return Path(os.environ.get("JPY_SESSION_NAME", "")).stem


def _cell():
    """Return the id of the running cell, or None."""
    with suppress(ImportError, AttributeError, KeyError):
        from IPython import get_ipython

        return get_ipython().get_parent()["metadata"]["cellId"]
    return None


def _plain(name):
    """Return a name that a file may have; a dot is for parting them."""
    return re.sub(r"[^\w-]", "_", name)
