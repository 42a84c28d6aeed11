"""The code that every page begins with: it looks for the course."""

FIRST = "find-the-course"
FIND = """\
try:
    from lesson_parts.start.installation import find_the_course
except ImportError:
    raise ImportError(
        "This page cannot find the course. Open it in the folder `notebooks` "
        "of the course; in Colab copy lesson 00's first cell here and run it."
    ) from None
find_the_course()"""
FETCH = """\
# In Colab, and wherever only this page was opened: fetch the course.
import os
import subprocess
import sys
from importlib.util import find_spec

ADDRESS = "{address}"
if ADDRESS and not find_spec("lesson_parts"):
    pip = [sys.executable, "-m", "pip", "install", "--quiet"]
    if not os.path.exists("course"):
        clone = ["git", "clone", "--quiet", "--depth", "1", ADDRESS, "course"]
        subprocess.run(clone, check=True)
    subprocess.run([*pip, "anywidget", "threadpoolctl"], check=True)
    subprocess.run([*pip, "--no-deps", "-e", "course"], check=True)
    os.chdir("course/notebooks")
    sys.path[:0] = [os.getcwd(), os.path.dirname(os.getcwd())]
"""


def first_cell(page, address=""):
    """Return the code of a page's first cell, by the page's name."""
    if page != "00_start_here":
        return FIND
    return f"{FETCH.format(address=address)}\n{FIND}"
