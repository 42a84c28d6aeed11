"""The questions that come back about panels and about derivations."""

import inspect
import zlib
from importlib import import_module
from pathlib import Path

from answer_check.question import of_choices

HERE = Path(__file__).parent


def panel(name, _):
    """Return the question of a panel, to be predicted again."""
    for path in sorted(HERE.glob("*/*.py")):
        if f"class {name}(Explorer" in path.read_text("utf-8"):
            module = f"{HERE.name}.{path.parent.name}.{path.stem}"
            break
    else:
        raise LookupError(f"panel {name}")
    kind = getattr(import_module(module), name)
    pages = sorted(HERE.parent.glob("[0-9]*.ipynb"))
    lesson = [p.stem[:2] for p in pages if f"{name}()" in p.read_text("utf-8")]
    asked = inspect.cleandoc(kind.question)
    return of_choices(
        name, "".join(lesson[:1]), asked, kind.choices, kind.answer
    )


def derivation(name, line):
    """Ask which line is false: the learner's own, or two of ours."""
    from derivation_check.goals import find
    from derivation_check.judge import HOLDS, WRONG, Derivation

    try:
        goal = find(name)
    except ValueError:
        raise LookupError(f"derivation {name}") from None
    judged = Derivation(goal, line)
    if not judged.first or judged.first.mark != WRONG:
        return None  # it used letters of lines above it
    false = judged.first
    ours = {
        each.plain().strip()
        for route in goal.routes.values()
        for each in Derivation(goal, route).lines
        if each.mark == HOLDS and not each.chained
    }
    if len(ours) < 2:
        return None
    shown = sorted(ours, key=lambda text: zlib.crc32((line + text).encode()))
    said, _ = judged.why(false, 3)
    choices = dict.fromkeys(shown[:2], "That line is true.")
    choices[line] = " ".join([false.message, *said])
    asked = f"Which of these lines is false? ({goal.statement})"
    return of_choices(f"derivation {name}", "", asked, choices, line)
