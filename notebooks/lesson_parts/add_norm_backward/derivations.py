"""Lesson 07's own proof of the three lines."""

from lesson_parts.layernorm_jacobian.derivations import product

PROOFS = {"dx": product}
