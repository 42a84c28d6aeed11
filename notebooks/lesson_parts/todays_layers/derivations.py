"""Lesson 09's own proof of RMSNorm's Jacobian."""


def jacobian():
    """Run the proof of the entries."""
    from lesson_parts.todays_layers.rms_norm_proofs import prove_jacobian

    return prove_jacobian()


PROOFS = {"rms": jacobian}
