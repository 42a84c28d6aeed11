"""What the engine that checks answers is told about this course."""

from pathlib import Path

import course_lib
from answer_check.course import Course
from lesson_parts import recall

LIBRARY = Path(course_lib.__file__).parent
COURSE = Course(
    packages=["lesson_parts"],
    answers=[LIBRARY / "layers"],
    library=[LIBRARY],
    folder="add-norm-course",
    recall={"panel": recall.panel, "derivation": recall.derivation},
)
