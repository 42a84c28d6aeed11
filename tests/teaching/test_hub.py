"""For hundreds of learners: the image's recipe, the hub's values, the table.

No container can be built where the tests run, so each line of the recipe is
followed as far as that goes: what it copies, pins, installs and starts.
"""

import math
import re
import shlex
import subprocess
import sys
from collections import defaultdict
from pathlib import Path
from types import SimpleNamespace

import pytest
import yaml

from course_lib.__main__ import main
from course_lib.lesson import give, pages

TOP = Path(__file__).parents[2]
PAGE = TOP / "notebooks" / "teaching" / "run_it_for_a_class.md"
HUB = PAGE.parent / "hub"
VALUES = yaml.safe_load((HUB / "values.yaml").read_text("utf-8"))
RECIPE = (HUB / "Dockerfile").read_text("utf-8")
WORDS = PAGE.read_text("utf-8")


def two_lessons():
    """Return the MiB of a learner who has two lessons open."""
    return int(re.search(r"with both (\d+)", WORDS)[1])


def test_what_asks_for_news_is_a_part_of_jupyterlab():
    (part,) = re.findall(r"labextension disable (\S+)", WORDS)
    scripts = Path(sys.prefix, "share/jupyter/lab/static").glob("*core*.js")
    assert any(part in each.read_text("utf-8") for each in scripts)


def instructions(name):
    """Return what the recipe has behind an instruction, line by line."""
    return re.findall(rf"^{name} (.+)$", RECIPE, re.M)


def test_the_recipe_takes_a_python_that_is_tested():
    (image,) = instructions("FROM")
    workflow = (TOP / ".github/workflows/course.yml").read_text("utf-8")
    assert f'"{re.search(r"[0-9.]+", image)[0]}"' in workflow


def test_the_image_holds_the_course_and_nothing_of_a_checkout():
    assert instructions("COPY") == [". ."]
    left_out = (HUB / "Dockerfile.dockerignore").read_text("utf-8").split()
    assert {".git", ".venv", "class"} <= {*left_out}
    for name in ("course_lib", "notebooks", "requirements.txt"):
        assert (TOP / name).exists() and name not in left_out


@pytest.mark.thorough
def test_what_the_image_installs_can_be_installed(tmp_path):
    pytest.importorskip("pip")
    (line,) = (run for run in instructions("RUN") if "pip" in run)
    install = [sys.executable, "-m", *shlex.split(line), "--dry-run"]
    done = subprocess.run(
        [*install, "--ignore-installed", "--quiet"], cwd=TOP, text=True,
        capture_output=True, check=False,
    )  # fmt: skip
    if re.search("NameResolution|ConnectionError|timed out", done.stderr):
        pytest.skip("there is no network to ask")
    assert done.returncode == 0, done.stderr
    assert "jupyterhub==" in line


def test_the_start_of_a_container_gives_the_lessons(tmp_path):
    hook = VALUES["singleuser"]["lifecycleHooks"]["postStart"]["exec"]
    *command, home = hook["command"]
    assert command == ["python", "-m", "course_lib", "give"]
    assert VALUES["singleuser"]["extraEnv"]["COURSE_PROGRESS"].startswith(home)
    assert main(["give", str(tmp_path / "new")]) == 0
    given = {path.name for path in (tmp_path / "new").iterdir()}
    assert given == {path.name for path in pages()}


def test_what_a_learner_has_is_not_given_again(tmp_path):
    (tmp_path / "05_layernorm.ipynb").write_text("mine")
    give(tmp_path)
    assert (tmp_path / "05_layernorm.ipynb").read_text() == "mine"


def test_a_container_has_room_for_two_lessons_and_for_a_check():
    memory = VALUES["singleuser"]["memory"]
    two_lessons = int(
        re.search(r"open needs \d+ MiB, with both (\d+)", WORDS)[1]
    )
    assert two_lessons <= int(memory["guarantee"].removesuffix("M"))
    assert int(memory["limit"].removesuffix("G")) > 2  # what a check allows


def test_the_names_are_those_of_the_page():
    image = VALUES["singleuser"]["image"]
    assert f"{image['name']}:{image['tag']}" in WORDS
    version = re.search(r"chart ([\d.]+)", (HUB / "values.yaml").read_text())
    assert f"--version {version[1]} " in WORDS


def test_the_table_of_sizes_is_computed():
    mebibytes = two_lessons()
    rows = re.findall(r"^\| ([\d,]+) \| (.+) \|$", WORDS, re.M)
    assert len(rows) == 4
    for learners, rest in rows:
        n = int(learners.replace(",", ""))
        memory, processors = n * mebibytes / 1024, n / 15
        machines = max(memory / (0.9 * 32), processors / (0.9 * 8))
        wanted = memory, processors, machines, n
        found = [int(word.replace(",", "")) for word in rest.split(" | ")]
        assert found == [math.ceil(round(each, 6)) for each in wanted], n


# What JupyterHub 6.1.1 lets one set, of what is set here: each was looked up
# in its classes. A name that it does not know it passes over in silence.
KNOWN = {
    "JupyterHub": {"spawner_class", "authenticator_class"},
    "SharedPasswordAuthenticator": {"user_password", "admin_password"},
    "Authenticator": {"allow_all", "username_pattern", "admin_users",
                      "allowed_users"},
    "SimpleLocalProcessSpawner": {"home_dir_template"},
    "Spawner": {"pre_spawn_hook", "environment", "default_url", "args",
                "http_timeout"},
}  # fmt: skip


@pytest.fixture
def configured(tmp_path, monkeypatch):
    """Run the configuration of the page as the hub does."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("CLASS_PASSWORD", "eight letters")
    monkeypatch.setenv("TEACHER_PASSWORD", "another one")
    (code,) = re.findall(
        r"^Save this as .+?```python\n(.+?)^```", WORDS, re.M | re.S
    )
    set_here = defaultdict(SimpleNamespace)
    names = {"get_config": lambda: Everything(set_here)}
    exec(code, names)
    return {name: vars(each) for name, each in set_here.items()}


class Everything:
    """Stands for the hub's configuration, which has a part a class."""

    def __init__(self, parts):
        self.parts = parts

    def __getattr__(self, name):
        return self.parts[name]


def test_the_hub_knows_every_name_that_is_set(configured):
    parts = VALUES["hub"]["config"]
    for name, values in [*configured.items(), *parts.items()]:
        assert {*values} <= KNOWN[name], name
    for name in ("Authenticator", "JupyterHub"):  # the same on both hubs
        both = {*configured[name]} & {*parts[name]}
        assert {k: configured[name][k] for k in both} == {
            k: {*v} if isinstance(v := parts[name][k], list) else v
            for k in both
        }


def test_nobody_but_the_teacher_logs_in_as_teacher(configured):
    """With the switch come all solutions, so the name has its own password."""
    assert configured["Authenticator"]["admin_users"] == {"teacher"}
    asked = configured["SharedPasswordAuthenticator"]
    assert asked["admin_password"] != asked["user_password"]
    (helm,) = re.findall("^helm install .+", WORDS, re.M)
    for password in asked:
        assert f"SharedPasswordAuthenticator.{password}='" in helm


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
