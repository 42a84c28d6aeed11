"""Places where a build may not go, and what writing over keeps."""

import json
import os
from pathlib import Path

import pytest

from course_site.book.__main__ import main as build_book
from course_site.live.__main__ import main as build_site
from course_tools import own_files
from course_tools.__main__ import main as command_line
from processes import git


def everything(folder):
    """Return each path below a folder, and what a file holds."""
    return {
        path: path.read_bytes() if path.is_file() else None
        for path in sorted(folder.rglob("*"))
    }


@pytest.fixture
def made(tmp_path):
    """Return a folder that was just built."""
    folder = tmp_path / "made"
    (folder / "pages").mkdir(parents=True)
    (folder / "index.html").write_text("new")
    (folder / "pages" / "one.html").write_text("one")
    return folder


def full(folder, name="thesis.txt"):
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).write_text("mine")
    return folder


def earlier(folder, made, kind="book"):
    own_files.put_folder(made, folder, kind)
    return folder


def refusals(place, made):
    """Yield the places by name."""
    here = full(place / "here")
    yield "the current folder", here, here, "the current folder"
    yield "its parent", place, here, "holds the current folder"
    yield "a home", full(place / "home"), here, "a home"
    yield "what holds a home", place, here, "holds"
    yield "a file", full(place / "d") / "thesis.txt", here, "is a file"
    link = place / "link"
    link.symlink_to(full(place / "behind"))
    yield "a link to a full folder", link, here, "did not make"
    broken = place / "broken"
    broken.symlink_to(place / "nowhere")
    yield "a link to nothing", broken, here, "is a file"
    (place / "repository" / ".git").mkdir(parents=True)
    yield "a repository", place / "repository", here, "repository of Git"
    yield "inside .git", place / "repository/.git/hooks", here, "repository"
    site = full(place / "foreign", "index.html")
    yield "a foreign index.html", site, here, "index.html"
    if Path("/proc").is_dir():  # where not even the superuser writes
        yield "no rights", Path("/proc/course"), here, "Nothing can be written"
    other = earlier(place / "other", made, "site")
    yield "another kind of build", other, here, "holds the site"
    added = full(earlier(place / "added", made))
    yield "a build with a file added", added, here, "not made by the course"
    edited = earlier(place / "edited", made)
    (edited / "index.html").write_text("mine")
    yield "a build with a file changed", edited, here, "was changed since"
    linked = earlier(place / "linked", made)
    (linked / "more").symlink_to(place / "behind")
    yield "a build with a link added", linked, here, "not made by the course"
    moved = earlier(place / "moved", made)
    (moved / "index.html").rename(place / "index.html")
    (moved / "index.html").symlink_to(place / "index.html")
    yield "a file that became a link", moved, here, "was changed since"
    course = Path(own_files.__file__).parents[1]
    yield "the course", course, here, "the folder of the course"


def test_what_is_refused_stays_as_it_was(made, tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", str(tmp_path / "place" / "home"))
    (tmp_path / "place").mkdir()
    for name, out, here, says in refusals(tmp_path / "place", made):
        monkeypatch.chdir(here)
        before = everything(tmp_path)
        with pytest.raises(own_files.Refused, match=says):
            own_files.put_folder(made, out, "book")
        assert everything(tmp_path) == before, name


@pytest.mark.parametrize("build", [build_book, build_site])
@pytest.mark.parametrize("out", [".", "..", "~", "full"])
def test_both_builders_refuse_before_they_work(
    build, out, tmp_path, monkeypatch, capsys
):
    here = full(tmp_path / "here")
    full(here / "full")
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.chdir(here)
    before = everything(tmp_path)
    assert build([out]) == 1
    assert "was built" in capsys.readouterr().err
    assert everything(tmp_path) == before


def test_a_build_takes_the_place_of_an_earlier_one(made, tmp_path):
    out = earlier(tmp_path / "out", made)
    inner = earlier(out / "live", made, "site")
    (made / "pages" / "one.html").unlink()
    (made / "pages").rmdir()
    (made / "index.html").write_text("newer")
    own_files.put_folder(made, out, "book")
    assert (out / "index.html").read_text() == "newer"
    assert not (out / "pages").exists()
    assert (inner / "pages" / "one.html").exists(), "the site inside is gone"
    own_files.rewrite(out, "index.html", b"told of the site")
    assert (out / "index.html").read_text() == "told of the site"
    own_files.put_folder(made, out, "book")
    (out / "index.html").write_text("mine")
    with pytest.raises(own_files.Refused, match="was changed since"):
        own_files.rewrite(out, "index.html", b"told of the site")
    with pytest.raises(own_files.Refused, match="was not built"):
        own_files.rewrite(full(tmp_path / "full"), "thesis.txt", b"")


def test_a_damaged_list_is_no_list(made, tmp_path):
    out = earlier(tmp_path / "out", made)
    for damaged in ("", "[]", '{"kind": "book"}', "\0"):
        (out / own_files.MARK).write_text(damaged)
        with pytest.raises(own_files.Refused, match="did not make"):
            own_files.put_folder(made, out, "book")


def test_a_list_reaches_nothing_outside_of_its_folder(made, tmp_path):
    out = earlier(tmp_path / "out", made)
    thesis = full(tmp_path / "mine") / "thesis.txt"
    mark = json.loads((out / own_files.MARK).read_text())
    mark["files"]["../mine/thesis.txt"] = own_files._sum(thesis)
    (out / own_files.MARK).write_text(json.dumps(mark))
    own_files.put_folder(made, out, "book")
    assert thesis.read_text() == "mine"


def test_what_stood_in_a_file_is_kept(tmp_path):
    file = tmp_path / "sheet.html"
    assert own_files.write(file, "one") is None
    assert own_files.write(file, "one") is None
    kept = own_files.write(file, "two")
    assert kept.read_text() == "one" and file.read_text() == "two"
    with pytest.raises(own_files.Refused, match="is a folder"):
        own_files.write(tmp_path, "two")


def test_what_git_can_give_back_is_not_kept_twice(tmp_path):
    """Whatever Git is told to keep quiet of is kept all the same."""
    (tmp_path / ".gitignore").write_text("ignored.html\n")
    (tmp_path / "kept.html").write_text("one")
    (tmp_path / "changed.html").write_text("zero")
    git(tmp_path, "init")
    git(tmp_path, "config", "status.showUntrackedFiles", "no")
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "-m", "first")
    for name in ("changed", "ignored", "untracked"):
        (tmp_path / f"{name}.html").write_text("one")
        kept = own_files.write(tmp_path / f"{name}.html", "two")
        assert kept.read_text() == "one"
    assert own_files.write(tmp_path / "kept.html", "two") is None
    assert not own_files._in_git(Path(os.devnull))


def test_the_command_line_says_where_the_old_sheet_is(
    tmp_path, monkeypatch, capsys
):
    monkeypatch.chdir(tmp_path)
    Path("sheet.html").write_text("my own")
    assert command_line(["sheet", "average"]) == 0
    assert "sheet.yours1.html: what sheet.html was" in capsys.readouterr().out
    assert Path("sheet.yours1.html").read_text() == "my own"


def test_the_list_names_each_file_that_was_written(made, tmp_path):
    out = earlier(tmp_path / "out", made)
    listed = json.loads((out / own_files.MARK).read_text())["files"]
    found = {p.relative_to(out).as_posix() for p in out.rglob("*")
             if p.is_file()} - {own_files.MARK}  # fmt: skip
    assert {*listed} == found
