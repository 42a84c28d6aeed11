"""Relations between a wrong and a right answer of unequal shapes."""

import numpy as np

from course_lib.exercises.judging.answers import close
from course_lib.exercises.judging.words import joined, shape


def transposed(answer, expected):
    if answer.ndim > 1 and close(np.swapaxes(answer, -1, -2), expected):
        return "{name} is the transpose of what is expected."


def _extra_axis(answer, expected):
    if answer.size == expected.size and close(
        answer.reshape(expected.shape), expected
    ):
        return (
            f"The numbers are right, but {{name}} has shape {shape(answer)} "
            f"where {shape(expected)} is expected."
        )


def _not_summed(answer, expected):
    for axis in range(answer.ndim):
        for what in (np.sum, np.mean):
            if close(what(answer, axis=axis), expected):
                return (
                    f"The {what.__name__} of {{name}} over axis {axis} is "
                    "what is expected."
                )
    leading = tuple(range(answer.ndim - expected.ndim))
    if leading and close(answer.sum(axis=leading), expected):
        return (
            f"The sum of {{name}} over the axes {joined(map(str, leading))} "
            "is what is expected."
        )


def _broadcasts(answer, expected):
    try:
        spread = np.broadcast_to(answer, expected.shape)
    except ValueError:
        return None
    if close(spread, expected):
        return (
            f"The numbers are right, but {{name}} has shape {shape(answer)} "
            f"and must be spread out to {shape(expected)}."
        )


def _shape(answer, expected):
    turned = answer.shape == expected.shape[::-1] and answer.ndim > 1
    return answer.shape != expected.shape and (
        f"{{name}} has shape {shape(answer)}; expected is {shape(expected)}."
        + " That is turned round." * turned
    )


OF_SHAPES = transposed, _extra_axis, _not_summed, _broadcasts, _shape
