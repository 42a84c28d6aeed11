"""Exercises that name the mistake."""

from course_lib.exercises.cards import ProgressPanel, card, hint, solution
from course_lib.exercises.checking import check, grade

__all__ = ["ProgressPanel", "card", "check", "grade", "hint", "solution"]
