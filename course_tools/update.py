"""Bring the course up to date, and keep what a learner wrote beside it.

``python -m course_tools update``. This file needs Git and nothing else of the
course, so that it can be run from an older edition too.
"""

import json
import re
import subprocess
import sys
from pathlib import Path

DOWNLOAD = (
    "download the newest edition into a folder of its own. What your checks "
    "have kept is used there too, and your lessons stay in this one"
)
# Words of Git, and what to do then.
ADVICE = {
    "not a git repository": f"This is no clone of the course: {DOWNLOAD}",
    "dubious ownership": "The folder belongs to somebody else: run it as they",
    "HEAD does not point to a branch": "Go back to the course's branch first: "
    "git switch main",
    "no upstream configured": "Tell Git where the course comes from: "
    "git branch --set-upstream-to origin/main",
    "fast-forward": "You have commits of your own, which this command leaves "
    "alone. To join both: git merge @{upstream}",
    "untracked working tree files": "The newest edition brings files of these "
    "names. Give yours other names and run this again",
    "index.lock": "Another Git is at work here. If none is, delete the file "
    "that it names",
    "No space left": "Make room on the disk and run this again",
    "resolve host|unable to access|[Cc]onnection|read from remote|"
    "not appear to be": "Is there a network? Run this again when there is",
}


class NotUpdated(Exception):
    """Why nothing was changed, in words."""


def update(folder, install=True, say=print):
    """Take the newest edition; what the learner changed stays.

    Whatever the newest edition changes as well is first copied, under a name
    with ``.yours``. What checks have kept is used in the new pages, too.
    Nothing is changed when something stands in the way.

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
    top = top_of(folder)
    if git(top, "ls-files", "--unmerged").strip():
        raise NotUpdated(
            "A merge of yours is not finished. Finish it, or give it up with "
            "git merge --abort, and run this again"
        )
    git(top, "fetch", "--quiet")
    new = git(top, "rev-parse", "@{upstream}").strip()
    if git(top, "rev-list", "--count", f"HEAD..{new}").strip() == "0":
        say("You have the newest edition.")
        return
    mine = changed(top, "HEAD")
    both = sorted(mine & changed(top, f"HEAD...{new}"))
    before = {name: of_edition(top, "HEAD", name) for name in both}
    yours = {name: (top / name).read_bytes() for name in both}
    copies = {}
    try:
        for name in both:
            copies[name] = keep_copy(top / name)
        if both:
            git(top, "checkout", "--quiet", "HEAD", "--", *both)
        git(top, "merge", "--quiet", "--ff-only", new)
    except (NotUpdated, OSError) as error:
        for name, copy in copies.items():
            copy.replace(top / name)  # which needs no room
        if isinstance(error, OSError):
            why = f"{error.filename} cannot be written: {error.strerror}"
            raise NotUpdated(why) from error
        raise
    say("The course is the newest edition now.")
    for name, copy in copies.items():
        say(said_of(top / name, before[name], yours[name], copy))
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
        told = " ".join(error.stderr.split()).rstrip(".")
        advice = [each for words, each in ADVICE.items()
                  if re.search(words, told)]  # fmt: skip
        told = ". ".join([f"Git says: {told}", *advice[:1]])
        raise NotUpdated(told) from None


def top_of(folder):
    """Return the top folder of the course, if it is a clone.

    A folder that was unpacked inside a repository of another kind is none:
    there Git would answer for that repository.
    """
    top = Path(git(folder, "rev-parse", "--show-toplevel").strip())
    above = [folder.resolve(), *folder.resolve().parents]
    course = next((p for p in above if (p / "notebooks").is_dir()), folder)
    if not course.samefile(top) or not git(top, "ls-files", "notebooks"):
        raise NotUpdated(
            f"{course} is no clone of the course, and lies in {top}, which "
            f"Git knows as something else: {DOWNLOAD}"
        )
    return top


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
    write_whole(copy, file.read_bytes())
    return copy


def write_whole(file, data):
    """Write a file whole, or, where the disk is full, leave it as it is."""
    made = file.with_name(f"{file.name}.new")
    try:
        made.write_bytes(data)
        made.replace(file)
    except OSError:
        made.unlink(missing_ok=True)
        raise


def said_of(file, before, yours, copy):
    """Say where a learner's file is now; drop the copy of a page only run.

    Parameters
    ----------
    file, copy : pathlib.Path
    before : str
        What the edition had that the learner worked in.
    yours : bytes
        What the learner's file held.
    """
    if file.suffix == ".ipynb" and sources(before) == sources(yours):
        copy.unlink()
        return f"{file.name}: you had only run it, so run it again."
    new = "the newest edition's" if file.exists() else "there is none any more"
    return f"{file.name}: {new}; yours, as you left it, is {copy.name}."


def sources(text):
    """Return what stands in the cells of a notebook, or its text as it is."""
    try:
        cells = json.loads(text)["cells"]
        return ["".join(cell["source"]) for cell in cells]
    except (ValueError, KeyError, TypeError):
        return text


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
