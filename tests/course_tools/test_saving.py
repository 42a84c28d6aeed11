"""What is left out when a lesson is saved, and a lesson begun afresh."""

import asyncio
import copy
import shutil
from concurrent.futures import ThreadPoolExecutor
from inspect import isawaitable
from types import SimpleNamespace

import nbformat
import pytest
from ipykernel.ipkernel import IPythonKernel
from jupyter_core.paths import ENV_CONFIG_PATH
from jupyter_server.extension.config import ExtensionConfigManager
from jupyter_server.services.contents.largefilemanager import (
    AsyncLargeFileManager,
    LargeFileManager,
)
from nbconvert import ScriptExporter

from course_lib.sliders import remembered
from course_tools import lesson
from course_tools.__main__ import main
from course_tools.lesson import afresh, pages
from course_tools.saving import (
    NO_VERSION,
    WIDGET_VIEW,
    _load_jupyter_server_extension,
    after_reading,
    before_saving,
)
from processes import git


def saved(notebook):
    model = {"type": "notebook", "content": copy.deepcopy(notebook)}
    before_saving(model=model, path="a.ipynb", contents_manager=None)
    return model["content"]


def notebook(source, **data):
    cell = nbformat.v4.new_code_cell(source)
    cell.outputs = [nbformat.v4.new_output("display_data", data)]
    info = {"name": "python", "version": "3.13.0"}
    return nbformat.v4.new_notebook(
        cells=[cell], metadata={"language_info": info}
    )


def test_a_view_goes_and_what_stands_beside_or_below_it_stays():
    view = {WIDGET_VIEW: {"model_id": "1"}}
    both = view | {"text/html": "<p>so</p>"}
    made = notebook("import course_lib", **view)
    said = nbformat.v4.new_output("stream", text="said")
    below = nbformat.v4.new_output("display_data", {"text/plain": "so"})
    made.cells[0].outputs += [*notebook("", **both).cells[0].outputs]
    made.cells[0].outputs += [said, below]
    beside, *left = saved(made).cells[0].outputs
    assert beside.data == {"text/html": "<p>so</p>"}
    assert left == [said, below]
    assert saved(made).metadata.language_info == NO_VERSION
    other = notebook("import numpy", **both)
    assert saved(other) == other


def test_other_files_are_left_alone():
    text = {"type": "file", "content": "course_lib"}
    before_saving(model=text, path="a.txt", contents_manager=None)
    assert after_reading(text) == {"type": "file", "content": "course_lib"}
    unread = {"type": "notebook", "content": None}
    before_saving(model=unread, path="a.ipynb", contents_manager=None)
    assert after_reading(unread) == {"type": "notebook", "content": None}


@pytest.mark.parametrize("kind", [LargeFileManager, AsyncLargeFileManager])
def test_a_lesson_is_read_with_what_a_kernel_says_of_its_language(
    kind, tmp_path
):
    """JupyterLab has nothing to add then, and saves what was there.

    In a thread of its own: a browser's test may have left an event loop
    running in this one.
    """
    with ThreadPoolExecutor(1) as thread:
        thread.submit(read_and_save, kind, tmp_path).result()


def read_and_save(kind, tmp_path):
    files = kind(root_dir=str(tmp_path))
    _load_jupyter_server_extension(SimpleNamespace(contents_manager=files))
    lesson = notebook("import course_lib", **{"text/plain": "so"})
    lesson.metadata["language_info"] = NO_VERSION.copy()
    for name, delivered in ("a", lesson), ("b", notebook("import numpy")):
        nbformat.write(delivered, tmp_path / f"{name}.ipynb")
        model = finished(files.get, f"{name}.ipynb")
        info = model["content"]["metadata"]["language_info"]
        told = IPythonKernel.language_info if name == "a" else {}
        assert info == {"name": "python", "version": "3.13.0"} | told
        before = (tmp_path / f"{name}.ipynb").read_bytes()
        finished(files.save, model, f"{name}.ipynb")
        assert (tmp_path / f"{name}.ipynb").read_bytes() == before


def finished(call, *args):
    """Return an answer, whether it has to be awaited or not."""

    async def ensured():
        answer = call(*args)
        return await answer if isawaitable(answer) else answer

    return asyncio.run(ensured())


def test_a_script_is_named_as_python_is(tmp_path):
    lesson = saved(notebook("import course_lib", **{"text/plain": "so"}))
    nbformat.write(lesson, tmp_path / "a.ipynb")
    _, made = ScriptExporter().from_filename(tmp_path / "a.ipynb")
    assert made["output_extension"] == ".py"


def test_installing_the_course_switches_it_on():
    manager = ExtensionConfigManager(read_config_path=ENV_CONFIG_PATH)
    assert manager.get_jpserver_extensions()["course_tools.saving"] is True


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Make a course of two lessons, and an answer in one."""
    course = tmp_path / "notebooks"
    course.mkdir()
    (tmp_path / "course_lib").mkdir()
    (tmp_path / "course_lib" / "__init__.py").touch()
    (course / "05_norm.ipynb").write_text("delivered")
    (course / "06_jacobian.ipynb").write_text("delivered")
    git(tmp_path, "init")
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "-m", "first")
    (course / "05_norm.ipynb").write_text("answered")
    monkeypatch.setattr(lesson, "NOTEBOOKS", course)
    return course


@pytest.mark.parametrize("place", [".", ".."])
def test_afresh_keeps_the_answers_and_forgets_the_panels(
    folder, tmp_path, monkeypatch, capsys, place
):
    monkeypatch.setenv("COURSE_PROGRESS", str(tmp_path / "progress.json"))
    monkeypatch.chdir(folder / place)
    this, other = (
        remembered.folder() / f"{name}.sliders.GammaBeta.json"
        for name in ("05_norm", "06_jacobian")
    )
    lesson = folder / "05_norm.ipynb"
    for count, answer in (1, "answered"), (2, "answered again"):
        lesson.write_text(answer)
        for file in (this, other):
            remembered.keep(file, [], "", {})
        assert main(["afresh", "99"]) == 1 and this.exists()
        assert main(["afresh", "05"]) == 0
        assert f"05_norm.yours{count}.ipynb." in capsys.readouterr().out
        assert not this.exists() and other.exists()
        assert lesson.read_text() == "delivered"
        kept = lesson.with_suffix(f".yours{count}.ipynb")
        assert kept.read_text() == answer
    assert len(pages(folder)) == 2


@pytest.mark.parametrize("git", ["git", "no git"])
def test_afresh_leaves_the_lessons_that_a_class_shares(
    folder, tmp_path, monkeypatch, git
):
    """Where the course is the teacher's and the lessons are copies."""
    home = tmp_path / "home"
    home.mkdir()
    (home / "05_norm.ipynb").write_text("of a learner")
    if git == "no git":
        monkeypatch.setenv("PATH", "")
    monkeypatch.chdir(home)
    assert main(["afresh", "05"]) == 0
    assert (home / "05_norm.yours1.ipynb").read_text() == "of a learner"
    fresh = {"git": "delivered", "no git": "answered"}[git]
    assert (home / "05_norm.ipynb").read_text() == fresh
    assert main(["afresh", "06"]) == 1  # the learner has none
    assert [path.read_text() for path in pages(folder)] == [
        "answered", "delivered",
    ]  # fmt: skip
    assert len(list(folder.iterdir())) == 2


@pytest.mark.parametrize(
    ("number", "why"),
    [
        ("99", "no lesson in"), ("0", "2 lessons begin"),
        ("05", "nothing here knows 05_norm"),
    ],
)  # fmt: skip
def test_afresh_refuses_what_it_cannot_find(folder, monkeypatch, number, why):
    monkeypatch.setenv("PATH", "")  # so that nothing is delivered
    with pytest.raises(ValueError, match=why):
        afresh(number, folder)
    assert (folder / "05_norm.ipynb").read_text() == "answered"
    assert len(list(folder.iterdir())) == 2


def test_a_learners_own_notebooks_are_no_pages_of_the_course(tmp_path):
    """So the book, the live site and the classroom leave them alone."""
    made = shutil.copytree(
        lesson.NOTEBOOKS,
        tmp_path / "notebooks",
        ignore=lambda _, names: [
            n for n in names if n.endswith((".npz", ".py"))
        ],
    )
    for name in ("05_layernorm.yours1", "05_layernorm-Copy1", "05_mine", "x"):
        shutil.copy(made / "05_layernorm.ipynb", made / f"{name}.ipynb")
    here = {path.name for path in lesson.NOTEBOOKS.glob("*.ipynb")}
    found = {path.name for path in pages(made)}
    assert found == here, (
        f"{here ^ found}: a page of the course is linked from a lesson, and a "
        "lesson from its note.md"
    )
