"""One server for a class: its configuration, run as the hub runs it."""

import re
from pathlib import Path
from types import SimpleNamespace

import pytest
from traitlets.config import Config

from course_tools.lesson import give, pages

TOP = Path(__file__).parents[2]
PAGE = TOP / "notebooks" / "teaching" / "run_it_for_a_class.md"
WORDS = PAGE.read_text("utf-8")


def test_what_a_learner_has_is_not_given_again(tmp_path):
    (tmp_path / "05_layernorm.ipynb").write_text("mine")
    give(tmp_path)
    assert (tmp_path / "05_layernorm.ipynb").read_text() == "mine"


@pytest.fixture
def configured(tmp_path, monkeypatch):
    """Run the configuration of the page as the hub does."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("CLASS_PASSWORD", "eight letters")
    monkeypatch.setenv("TEACHER_PASSWORD", "another one")
    (code,) = re.findall(
        r"^Save this as .+?```python\n(.+?)^```", WORDS, re.M | re.S
    )
    config = Config()
    exec(code, {"get_config": lambda: config})
    return config


def test_nobody_but_the_teacher_logs_in_as_teacher(configured):
    """With the switch come all solutions, so the name has its own password."""
    assert configured["Authenticator"]["admin_users"] == {"teacher"}
    asked = configured["SharedPasswordAuthenticator"]
    assert asked["admin_password"] != asked["user_password"]


def test_the_hub_gives_lessons_progress_and_the_switch(configured, tmp_path):
    spawner = configured["Spawner"]
    for name, kept, switch in (("ada", "progress/ada.jsonl", ""),
                               ("teacher", "off", "1")):  # fmt: skip
        learner = SimpleNamespace(user=SimpleNamespace(name=name))
        spawner["pre_spawn_hook"](learner)
        home = configured["SimpleLocalProcessSpawner"]["home_dir_template"]
        given = Path(home.format(username=name))
        assert {path.name for path in given.iterdir()} == {
            path.name for path in pages()
        }
        assert (given / spawner["default_url"].rpartition("/")[2]).is_file()
        environment = spawner["environment"]
        path = environment["COURSE_PROGRESS"](learner)
        assert path in (kept, str(tmp_path / kept))
        assert environment["COURSE_TEACHER"](learner) == switch
        assert re.match(configured["Authenticator"]["username_pattern"], name)
    assert configured["Authenticator"]["allow_all"] is True
