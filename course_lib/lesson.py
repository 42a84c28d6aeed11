"""Start a lesson afresh, or bring the course up to date; yours is kept.

``python -m course_lib.lesson afresh 05``, in the folder of the course or in
that of your lessons; ``python -m course_lib.lesson update`` in the course.
``python -m course_lib.lesson give FOLDER`` is for a server for a class.
"""

import re
import shutil
import sys
from pathlib import Path

from course_lib import update
from course_lib.panels.remembered import forget

NOTEBOOKS = Path(__file__).parents[1] / "notebooks"
USAGE = (
    "write: python -m course_lib.lesson afresh 05 (the lesson's number), or "
    "python -m course_lib.lesson update"
)


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
            f"one lesson must begin with {number!r}, and in {folder} "
            f"{', '.join(found) or 'none'} do"
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


def main(arguments):
    """Do what the command line says; return an exit code."""
    if arguments == ["update"]:
        return update.main()
    if len(arguments) != 2 or arguments[0] not in ("afresh", "give"):
        print(USAGE)
        return 2
    if arguments[0] == "give":
        give(Path(arguments[1]))
        return 0
    here = Path.cwd()
    lessons = here / "notebooks"  # in the folder of the course
    try:
        kept = afresh(arguments[1], lessons if lessons.is_dir() else here)
        forget(re.sub(r"\.yours\d+$", "", kept.stem))
    except (ValueError, OSError) as error:
        print(f"Nothing is changed: {error}.")
        return 1
    print(f"Done. Your copy with your answers is {kept}.")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
