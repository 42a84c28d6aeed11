"""The lessons' files: where they lie, and how one starts afresh."""

import shutil
from pathlib import Path

from course_lib import update

NOTEBOOKS = Path(__file__).parents[1] / "notebooks"


def pages(notebooks=NOTEBOOKS):
    """Return the lessons and side pages of a folder, without kept copies."""
    found = sorted(notebooks.glob("*.ipynb"))
    return [path for path in found if ".yours" not in path.name]


def give(folder):
    """Copy the lessons that a learner's folder does not have yet.

    Parameters
    ----------
    folder : pathlib.Path
        It is made if there is none. What is there already stays as it is.
    """
    folder.mkdir(parents=True, exist_ok=True)
    for page in pages():
        if not (folder / page.name).exists():
            shutil.copy(page, folder)


def afresh(number, folder):
    """Put a lesson back as it was delivered; keep yours under a new name.

    Parameters
    ----------
    number : str
        What the name of the lesson's file begins with: "05", "side_eps".
    folder : pathlib.Path
        Where your lessons are. On a server for a class it is not the
        folder of the course, which all share.

    Returns
    -------
    pathlib.Path
        Where your copy is kept.

    Raises
    ------
    ValueError
        If no lesson, or more than one, begins so, or if there is no
        delivered lesson to go back to. Nothing is changed.
    """
    names = [path.name for path in pages(folder)]
    found = [name for name in names if name.startswith(number)]
    if len(found) != 1:
        raise ValueError(
            f"{len(found)} lessons begin with {number!r}: {', '.join(found)}. "
            "Write more of the name"
            if found
            else f"no lesson in {folder} begins with {number!r}"
        )
    lesson = folder / found[0]
    delivered = _delivered(lesson)
    kept = update.keep_copy(lesson)
    lesson.write_bytes(delivered)
    return kept


def _delivered(lesson):
    try:
        text = update.of_edition(NOTEBOOKS, "HEAD", f"./{lesson.name}")
        return text.encode()
    except (OSError, update.NotUpdated) as error:
        source = NOTEBOOKS / lesson.name
        if source.exists() and not source.samefile(lesson):
            return source.read_bytes()
        raise ValueError(
            f"git does not know {lesson.name} as it was delivered; download "
            "the course again and take the lesson from there"
        ) from error
