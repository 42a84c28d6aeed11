"""What the derivations take from the exercises."""

from importlib import import_module
from pathlib import Path


def files(name):
    """Return the files of this name in the lessons."""
    from answer_check import registry

    folders = map(Path, registry.course().folders)
    return [f for each in folders for f in sorted(each.glob(f"*/{name}"))]


def proof(package, name):
    """Run a lesson's proof, LESSON.MODULE.FUNCTION; whether it holds."""
    module, _, function = f"{package}.{name}".rpartition(".")
    return bool(getattr(import_module(module), function)())


def keep(name, text):
    """Keep an accepted derivation in the learner's journal."""
    from answer_check import progress

    return progress.remember(f"derivation {name}", text)


def missed(name, line):
    """Note a line that is false."""
    from answer_check import progress

    progress.note("wrong", f"derivation {name}", mistakes=[line])


def kept(name):
    """Return the learner's own derivation, or None."""
    from answer_check import progress

    return progress.done().get(f"derivation {name}", {}).get("source")


def allowed(hints):
    """Return how many of the hints there are, and whether ways are seen."""
    from answer_check import teacher

    return teacher.hints(hints), teacher.solutions() != "hide"
