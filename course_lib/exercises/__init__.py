"""Exercises that name the mistake."""

from course_lib.exercises.cards import ProgressPanel, card, hint, solution
from course_lib.exercises.checking import check, grade
from course_lib.exercises.progress import own_or_ours, whose

__all__ = [
    "ProgressPanel",
    "card",
    "check",
    "grade",
    "hint",
    "own_or_ours",
    "whose",
    "solution",
]
