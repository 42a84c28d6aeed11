"""What the derivations take from the exercises: journal and switch."""


def keep(name, text):
    """Keep an accepted derivation in the learner's journal."""
    from answer_check import progress

    return progress.remember(f"derivation {name}", text)


def kept(name):
    """Return the learner's own derivation, or None."""
    from answer_check import progress

    return progress.done().get(f"derivation {name}", {}).get("source")


def allowed():
    """Return how many hints there are, and whether routes may be seen."""
    from answer_check import teacher

    return teacher.hints(), teacher.solutions() != "hide"
