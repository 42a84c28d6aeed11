"""What the derivations take from the exercises."""

from pathlib import Path


def files(name):
    """Return the files of this name in the lessons."""
    from answer_check import registry

    folders = map(Path, registry.folders())
    return [f for each in folders for f in sorted(each.glob(f"*/{name}"))]


def proofs(file):
    """Return the proofs of the lesson that a file lies in."""
    from answer_check import registry

    module = (*file.parts[-3:-1], file.stem)
    return registry.load(".".join(module)).PROOFS


def keep(name, text):
    """Keep an accepted derivation in the learner's journal."""
    from answer_check import progress

    return progress.remember(f"derivation {name}", text)


def kept(name):
    """Return the learner's own derivation, or None."""
    from answer_check import progress

    return progress.done().get(f"derivation {name}", {}).get("source")


def allowed():
    """Return how many hints there are, and whether ways may be seen."""
    from answer_check import teacher

    return teacher.hints(), teacher.solutions() != "hide"
