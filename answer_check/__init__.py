"""Exercises that name the mistake."""

from answer_check.cards import ProgressPanel, card, hint, solution
from answer_check.checking import check, grade
from answer_check.progress import own_or_ours, whose

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
