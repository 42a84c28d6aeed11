"""In every kernel of the tests: a picture that cannot be read is an error.

A startup file of IPython, which ``tests/conftest.py`` writes, imports this. So
the one run of a page that compares its outputs judges its pictures as well.
"""

from picture_rules import problems

from course_lib.panels import show

render = show.png_bytes


def judged(figure):
    """Render a figure that reads from the back row."""
    found = problems(figure)
    assert not found, "\n".join(found)
    return render(figure)


show.png_bytes = judged
