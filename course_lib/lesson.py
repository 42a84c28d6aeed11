"""Start a lesson afresh; your own copy is kept beside it.

``python -m course_lib.lesson afresh 05``
"""

import subprocess
import sys
from pathlib import Path

NOTEBOOKS = Path(__file__).parents[1] / "notebooks"
USAGE = "write: python -m course_lib.lesson afresh 05 (the lesson's number)"


def afresh(number, notebooks=NOTEBOOKS):
    """Put a lesson back as it was delivered; keep yours under a new name.

    Parameters
    ----------
    number : str
        What the name of the lesson's file begins with: "05", "side_eps".
    notebooks : pathlib.Path

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
    found = [
        path
        for path in sorted(notebooks.glob("*.ipynb"))
        if path.name.startswith(number) and ".yours" not in path.name
    ]
    if len(found) != 1:
        names = ", ".join(path.name for path in found) or "none"
        raise ValueError(f"one lesson must begin with {number!r}: {names} do")
    (lesson,) = found
    delivered = _delivered(lesson)
    copies = (
        lesson.with_suffix(f".yours{count}.ipynb") for count in range(1, 1000)
    )
    kept = next(path for path in copies if not path.exists())
    lesson.rename(kept)
    lesson.write_bytes(delivered)
    return kept


def _delivered(lesson):
    try:
        return subprocess.run(
            ["git", "show", f"HEAD:./{lesson.name}"],
            cwd=lesson.parent,
            capture_output=True,
            check=True,
        ).stdout
    except (OSError, subprocess.CalledProcessError) as error:
        raise ValueError(
            f"git does not know {lesson.name} as it was delivered; download "
            "the course again and take the lesson from there"
        ) from error


def main(arguments):
    """Do what the command line says; return an exit code."""
    if len(arguments) != 2 or arguments[0] != "afresh":
        print(USAGE)
        return 2
    try:
        kept = afresh(arguments[1])
    except (ValueError, OSError) as error:
        print(f"Nothing is changed: {error}.")
        return 1
    print(f"Done. Your copy with your answers is {kept.name}, beside it.")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
