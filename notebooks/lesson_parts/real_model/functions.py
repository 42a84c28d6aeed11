"""The course's own functions for the four places of the encoder."""

from lesson_parts.layernorm.exercises.layer_norm import layer_norm
from lesson_parts.real_model.exercises.encoder_block import encoder_block
from lesson_parts.real_model.exercises.gelu_feed_forward import (
    gelu_feed_forward,
)
from lesson_parts.real_model.exercises.sentence_vector import sentence_vector

FUNCTIONS = layer_norm, gelu_feed_forward, encoder_block, sentence_vector
NAMES = tuple(function.__name__ for function in FUNCTIONS)


def course_functions():
    """Return the references of the four exercises by name."""
    return dict(zip(NAMES, FUNCTIONS))
