"""Too old or too new a Python is told so before anything is downloaded."""

import re
import tomllib

from processes import TOP, ran

FIRST = "course_tools/python_version.py"
AS_OTHER = """
import runpy, sys
sys.version = sys.argv[2]
sys.version_info = tuple(map(int, sys.version.split(".")))
runpy.run_path(sys.argv[1])
"""


def test_a_python_without_packages_is_told_in_words_and_stops_the_command():
    project = tomllib.loads((TOP / "pyproject.toml").read_text("utf-8"))
    oldest = project["project"]["requires-python"].removeprefix(">=")
    wheels = (TOP / "tests" / "wheels.sh").read_text("utf-8")
    known = re.search(r"for python in (.+)", wheels)[1].split()
    words = f"This course needs a Python from {oldest} to {known[-1]}; this is"
    for other in ("3.10.13", "3.15.0"):
        told = ran("-c", AS_OTHER, FIRST, other)
        assert told.returncode == 1
        assert told.stderr.startswith(f"{words} Python {other}. ")
    for minor in known:
        told = ran("-c", AS_OTHER, FIRST, f"{minor}.1")
        assert (told.returncode, told.stdout + told.stderr) == (0, "")
