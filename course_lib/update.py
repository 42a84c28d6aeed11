"""Bring the course up to date, and keep what a learner wrote in the lessons.

``python -m course_lib update``. This file needs Git and nbformat and
nothing else of the course, so that it can be run from an older edition too.
"""

import re
import subprocess
import sys
from pathlib import Path

IMPORT = re.compile(r"(?:from|import) .+")
CHECK = re.compile(r"^check\(.+\)\Z", re.M)


class NotUpdated(Exception):
    """Why nothing was changed, in words."""


def update(folder, install=True, say=print):
    """Take the newest edition; cells that the learner wrote stay.

    Whatever the newest edition changes as well is first copied, under a name
    with ``.yours``. Nothing is changed when something stands in the way.

    Parameters
    ----------
    folder : pathlib.Path
        The course, or a folder in it.
    install : bool
        Whether to install what the newest edition asks for.
    say : callable
        Takes each sentence about what was done.

    Raises
    ------
    NotUpdated
        With the reason.
    """
    top = Path(git(folder, "rev-parse", "--show-toplevel").strip())
    git(top, "fetch", "--quiet")
    new = git(top, "rev-parse", "@{upstream}").strip()
    if git(top, "rev-list", "--count", f"HEAD..{new}").strip() == "0":
        say("You have the newest edition.")
        return
    mine = changed(top, "HEAD")
    both = sorted(mine & changed(top, f"HEAD...{new}"))
    before = {name: of_edition(top, "HEAD", name) for name in both}
    yours = {name: (top / name).read_bytes() for name in both}
    copies = {name: keep_copy(top / name) for name in both}
    try:
        if both:
            git(top, "checkout", "--quiet", "HEAD", "--", *both)
        git(top, "merge", "--quiet", "--ff-only", new)
    except NotUpdated:
        for name, text in yours.items():
            (top / name).write_bytes(text)
        for copy in copies.values():
            copy.unlink()
        raise
    say("The course is the newest edition now.")
    for name, copy in copies.items():
        say(bring_back(top / name, before[name], yours[name], copy))
    for name in sorted(mine - set(both)):
        say(f"{name}: as you left it.")
    if install:
        ask = [sys.executable, "-m", "pip", "install", "--quiet"]
        ask += ["-r", "requirements.txt"]
        if subprocess.run(ask, cwd=top).returncode:
            say("Now run this in the folder of the course, with a network:")
            say(" ".join(ask))
    say("Close JupyterLab and start it again.")


def git(folder, *words):
    """Run Git; return what it says, or raise NotUpdated."""
    try:
        return subprocess.run(
            ["git", *words],
            cwd=folder,
            capture_output=True,
            check=True,
            encoding="utf-8",
        ).stdout
    except FileNotFoundError:
        raise NotUpdated("Git is not installed") from None
    except subprocess.CalledProcessError as error:
        told = " ".join(error.stderr.split())
        raise NotUpdated(f"Git says: {told}") from None


def changed(top, edition):
    """Return the names of the files that differ, as Git writes them."""
    names = git(top, "diff", "--name-only", "--no-renames", "-z", edition)
    return {name for name in names.split("\0") if (top / name).is_file()}


def of_edition(top, edition, name):
    """Return the text of a file as an edition has it."""
    return git(top, "show", f"{edition}:{name}")


def keep_copy(file):
    """Copy a file to a new name beside it; return that name."""
    copies = (
        file.with_suffix(f".yours{count}{file.suffix}")
        for count in range(1, 1000)
    )
    copy = next(path for path in copies if not path.exists())
    copy.write_bytes(file.read_bytes())
    return copy


def bring_back(file, before, yours, copy):
    """Put the learner's cells into the new file; say what was done."""
    import nbformat  # comes with JupyterLab

    whole = f"your copy is {copy.name}"
    if file.suffix != ".ipynb":
        return f"{file.name}: the newest edition's; {whole}."
    try:
        before, yours = (
            nbformat.reads(text, as_version=4)
            for text in (before, yours.decode("utf-8"))
        )
    except (ValueError, nbformat.reader.NotJSONError):
        return f"{file.name}: the newest edition's; {whole}."
    written = cells_of_the_learner(before, yours)
    if not written:
        copy.unlink()
        return f"{file.name}: you had only run it, so run it again."
    if not file.exists():
        return f"{file.name}: the newest edition has no such page; {whole}."
    lesson = nbformat.read(file, as_version=4)
    for cell, above in written:
        put(lesson.cells, cell, above, before)
    nbformat.write(lesson, file)
    cells = f"{len(written)} cells of yours stand"
    if len(written) == 1:
        cells = "1 cell of yours stands"
    return f"{file.name}: {cells} in it; {whole}."


def cells_of_the_learner(before, yours):
    """List ``(cell, ids above it)`` of the cells that the learner wrote."""
    delivered = {cell.id: cell.source for cell in before.cells}
    above, written = [], []
    for cell in yours.cells:
        if cell.source.strip() and cell.source != delivered.get(cell.id):
            written.append((cell, above[:]))
        above.append(cell.id)
    return written


def put(cells, cell, above, before):
    """Put a learner's cell where it stood, into the new edition's cells.

    It takes the place of the cell that it was written in if the new edition
    left that as it was, or has the same check at its end. Otherwise it stands
    right below that cell.
    """
    places = {each.id: k for k, each in enumerate(cells)}
    delivered = {each.id: each.source for each in before.cells}
    at = places.get(cell.id)
    if at is not None:
        now = cells[at].source
        if now == delivered.get(cell.id) or ends_alike(now, cell.source):
            cell.source = with_imports(now, cell.source)
            cells[at] = cell
            return
        cell.id = f"yours-{cell.id}"[:64]
    else:
        known = [places[each] for each in above if each in places]
        at = max(known, default=len(cells) - 1)
    cells.insert(at + 1, cell)


def ends_alike(one, other):
    """Whether two cells end in the same check."""
    ends = [CHECK.search(text.rstrip()) for text in (one, other)]
    return all(ends) and ends[0][0] == ends[1][0]


def with_imports(now, source):
    """Return a source below the imports of the new cell that it lacks."""
    if not CHECK.search(now):
        return source
    lacking = [
        line
        for line in now.splitlines()
        if IMPORT.match(line) and line not in source.splitlines()
    ]
    return "\n".join([*lacking, "\n", source]) if lacking else source


def main():
    """Update the course in the current folder; return an exit code."""
    try:
        update(Path.cwd())
    except NotUpdated as error:
        print(f"Nothing is changed. {error}.")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
