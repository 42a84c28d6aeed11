"""Nothing is deleted or written over that the course did not make.

A folder that a command builds carries a list of the files that were written
there. The next build takes away those files and no others: a file that is
not on the list, or that was changed since, stops it before anything happens.
"""

import hashlib
import json
import os
import shutil
import subprocess
import tempfile
from pathlib import Path

from course_tools.update import keep_copy, write_whole

MARK = "made_by_the_course.json"


class Refused(Exception):
    """Why nothing was changed, in words."""


def put_folder(made, out, kind):
    """Put a folder that was just built in the place of an earlier build.

    Parameters
    ----------
    made : pathlib.Path
        The folder that was built.
    out : pathlib.Path
        Where it goes: to a folder that is missing or empty, or that an
        earlier build of this kind made. A build of another kind that lies
        inside it stays.
    kind : str
        What is built, such as "book".

    Raises
    ------
    Refused
        If the folder is anything else. Nothing is changed.
    """
    old = check_folder(out, kind)
    new = {path.relative_to(made).as_posix(): _sum(path)
           for path in sorted(made.rglob("*")) if path.is_file()}  # fmt: skip
    for name in old:
        (out / name).unlink(missing_ok=True)
    _drop_empty_folders(out)
    out.mkdir(parents=True, exist_ok=True)
    _write_mark(out, kind, new)
    shutil.copytree(made, out, dirs_exist_ok=True)


def check_folder(out, kind):
    """Return the files of an earlier build, or say why none may go there.

    Parameters
    ----------
    out : pathlib.Path
        The folder that somebody named.
    kind : str
        What is to be built there.

    Returns
    -------
    dict
        The earlier build's files and their sums; empty if there is none.

    Raises
    ------
    Refused
        If the folder is not ours to replace.
    """
    _not_somebodys_home(out.resolve())
    _needs_rights(out)
    if not out.exists() and not out.is_symlink():
        return {}
    if not out.is_dir():
        raise Refused(f"{out} is a file. Name a folder that does not exist")
    files = [*_files_of(out)]
    if not files:
        return {}
    mark = _mark(out)
    if mark is None:
        raise Refused(
            f"{out} holds files that the course did not make, such as "
            f"{files[0]}. Name an empty folder or one that does not exist"
        )
    if mark["kind"] != kind:
        raise Refused(
            f"{out} holds the {mark['kind']}, and this builds the {kind}. "
            "Name another folder"
        )
    for name in files:
        known = name in mark["files"]
        if not known or mark["files"][name] != _sum(out / name):
            what = "changed since the course made it"
            what = what if known else "not made by the course"
            raise Refused(
                f"{out / name} was {what}. Move it out of that folder, or "
                "name another folder"
            )
    # Only what was found: a list may name what lies outside of the folder.
    return {name: mark["files"][name] for name in files}


def rewrite(folder, name, data):
    """Write one file of a build anew, and its line of the list.

    Parameters
    ----------
    folder : pathlib.Path
        A folder that `put_folder` made.
    name : str
        The file's name below it.
    data : bytes
        What it is to hold.
    """
    mark = _mark(folder)
    if mark is None:
        raise Refused(f"{folder} was not built by the course")
    if mark["files"].get(name) != _sum(folder / name):
        raise Refused(f"{folder / name} was changed since the course made it")
    write_whole(folder / name, data)
    files = mark["files"] | {name: _sum(folder / name)}
    _write_mark(folder, mark["kind"], files)


def write(path, data):
    """Write a file; what somebody else wrote there is kept beside it.

    Parameters
    ----------
    path : pathlib.Path
        The file.
    data : bytes or str
        What it is to hold; a str is written as UTF-8.

    Returns
    -------
    pathlib.Path or None
        The copy of what stood there. There is none if it was the same, or
        if Git has it just so.
    """
    path = Path(path)
    data = data.encode() if isinstance(data, str) else data
    if path.is_dir():
        raise Refused(f"{path} is a folder. Name a file")
    kept = None
    if path.exists() and path.read_bytes() != data and not _in_git(path):
        kept = keep_copy(path)
    try:
        write_whole(path, data)
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from None
    return kept


def _in_git(path):
    """Whether Git can give this file back as it is: it has nothing to say."""
    folder, name = path.resolve().parent, path.resolve().name
    ask = ["git", "-C", folder, "status", "--porcelain"]
    ask += ["--untracked-files=all", "--ignored", "--", name]
    try:
        done = subprocess.run(ask, capture_output=True)
    except FileNotFoundError:
        return False
    return done.returncode == 0 and not done.stdout


def _not_somebodys_home(out):
    """Refuse the current folder and what holds it, homes and repositories."""
    for kept, what in {
        Path.cwd(): "the current folder",
        Path(os.path.expanduser("~")): "a home",
        Path(__file__).parents[1]: "the folder of the course",
    }.items():
        if kept.resolve().is_relative_to(out):
            holds = "is" if kept.resolve() == out else "holds"
            raise Refused(
                f"{out} {holds} {what}, which a build would replace. Name a "
                "folder inside it, such as build/site"
            )
    if ".git" in out.parts or (out / ".git").exists():
        raise Refused(f"{out} is a repository of Git. Name another folder")


def _needs_rights(out):
    """Refuse a folder that may not be written, or not be made."""
    above = next(
        each for each in (out, *out.absolute().parents) if each.is_dir()
    )
    try:
        tempfile.TemporaryFile(dir=above).close()
    except OSError as error:
        raise Refused(
            f"Nothing can be written in {above}: {error.strerror}. Name "
            "another folder"
        ) from None


def _files_of(folder):
    """Yield the names of what a folder holds, but for builds inside it."""
    for here, folders, names in os.walk(folder):
        place = Path(here)
        links = [name for name in folders if (place / name).is_symlink()]
        folders[:] = [
            name for name in folders if not (place / name / MARK).is_file()
        ]
        for name in [*links, *names]:
            if (place, name) != (folder, MARK):
                yield (place / name).relative_to(folder).as_posix()


def _sum(path):
    if path.is_symlink() or not path.is_file():
        return None
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _mark(folder):
    try:
        mark = json.loads((folder / MARK).read_text("utf-8"))
        return mark if {"kind", "files"} <= set(mark) else None
    except (OSError, ValueError, TypeError):
        return None


def _write_mark(folder, kind, files):
    text = json.dumps({"kind": kind, "files": files}, indent=0)
    write_whole(folder / MARK, text.encode())


def _drop_empty_folders(folder):
    for here, _, _ in os.walk(folder, topdown=False):
        if here != str(folder) and not os.listdir(here):
            os.rmdir(here)
