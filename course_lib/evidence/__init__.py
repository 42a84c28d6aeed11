"""How we know with numbers that a layer is right."""

from course_lib.evidence import textbook
from course_lib.evidence.central_differences import central_differences
from course_lib.evidence.comparison import GradientReport, compare
from course_lib.evidence.complex_step import complex_step
from course_lib.evidence.gradient_check import check_gradients

__all__ = [
    "GradientReport",
    "central_differences",
    "check_gradients",
    "compare",
    "complex_step",
    "textbook",
]
