"""The lessons' files: where they lie, and how one starts afresh."""

import re
import shutil
from pathlib import Path

from course_tools import update

NOTEBOOKS = Path(__file__).parents[1] / "notebooks"
LINK = re.compile(r"\]\((?:\.\./)*(\w+)\.ipynb")


def needs_its_folder(notebooks=NOTEBOOKS):
    """Refuse to go on where only the packages of the course are installed.

    Raises
    ------
    LookupError
        If there is no folder of notebooks; it says what to do.
    """
    if not notebooks.is_dir():
        raise LookupError(
            "This needs the folder of the course, with its notebooks, and "
            "only the packages are installed here. Get the course, run "
            "python -m pip install -e . in its folder, and do it again there."
        )


def pages(notebooks=NOTEBOOKS):
    """Return the pages of the course, in order of their names.

    These are the lessons that the teachers' notes are about, and what links
    lead to from there. Kept copies and notebooks of the learner's own may lie
    beside them. Where there are no notes, all but the copies are pages.
    """
    needs_its_folder(notebooks)
    waiting = [*notebooks.glob("lesson_parts/*/note.md")]
    if not waiting:
        found = notebooks.glob("*.ipynb")
        return sorted(path for path in found if ".yours" not in path.name)
    found = set()
    while waiting:
        names = LINK.findall(waiting.pop().read_text("utf-8"))
        linked = {notebooks / f"{name}.ipynb" for name in names} - found
        found |= linked
        waiting += filter(Path.exists, linked)
    return sorted(filter(Path.exists, found))


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
    OSError
        If there is no room for the copy or for the delivered lesson. Nothing
        is changed.
    """
    names = [path.name for path in pages(NOTEBOOKS)]
    names = [name for name in names if (folder / name).exists()]
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
    try:
        update.write_whole(lesson, delivered)
    except OSError:
        kept.unlink()
        raise
    return kept


def _delivered(lesson):
    try:
        top = update.top_of(NOTEBOOKS)
        text = update.of_edition(top, "HEAD", f"notebooks/{lesson.name}")
        return text.encode()
    except (OSError, update.NotUpdated) as error:
        source = NOTEBOOKS / lesson.name
        if source.exists() and not source.samefile(lesson):
            return source.read_bytes()
        raise ValueError(
            f"nothing here knows {lesson.name} as it was delivered; download "
            "the course again and take the lesson from there"
        ) from error
