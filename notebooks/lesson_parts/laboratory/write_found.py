"""Write found.md: what was expected beside what was found, and every setting.

Run ``python -m lesson_parts.laboratory.write_found`` after new runs. The words
stand in found_template.md; here its tables are filled.
"""

from pathlib import Path

from lesson_parts.laboratory import plan_settings
from lesson_parts.laboratory.findings import (
    DESCRIBED,
    QUESTIONS,
    answered,
    at_equal_rates,
    by_place,
    differences,
    diverged,
    losses,
    p_by_loss,
    report,
    scores,
    signed,
    span,
    stored,
)  # fmt: skip
from lesson_parts.laboratory.paired import finding
from lesson_parts.laboratory.plan_settings import SWAPPED, SWAPPED_RATES
from lesson_parts.laboratory.trainer import STEPS, Setting

HERE = Path(__file__).parent
FILE, PLAN = HERE / "found.md", HERE / "plan.md"
TEMPLATE = HERE / "found_template.md"


def expected():
    """Return what the plan expected, by the number of the question."""
    rows = {}
    for line in PLAN.read_text(encoding="utf-8").splitlines():
        columns = [each.strip() for each in line.strip("|").split("|")]
        if len(columns) == 4 and columns[0].isdigit():
            rows[int(columns[0])] = columns[3]
    return rows


def answers():
    """Yield a row for every question."""
    rows = zip(expected().items(), answered(), p_by_loss(), strict=True)
    for (number, words), (question, found, p, said), p_loss in rows:
        yield (
            number,
            f"{question.asked} {question.difference}",
            words,
            signed(found.mean),
            span(found),
            f"{p:.3f}",
            said,
            signed(differences(question.weights, losses).mean()),
            f"{p_loss:.3f}",
        )


def described():
    """Yield a row for what the plan did not ask, each optimizer beside it."""
    for words, weights in DESCRIBED.items():
        found = finding(differences(weights))
        descent, adam = (signed(f.mean) for f in by_place(weights).values())
        yield words, signed(found.mean), span(found), descent, adam


def places():
    """Yield a row for every question, depth and optimizer."""
    for number, question in enumerate(QUESTIONS, 1):
        by_loss = by_place(question.weights, losses)
        for place, found in by_place(question.weights).items():
            loss = signed(by_loss[place].mean)
            yield number, *place, signed(found.mean), span(found), loss


def settings():
    """Yield a row for every setting: its rate, its regret, what it reads."""
    plan = plan_settings
    groups = plan.SETTINGS, plan.LATER_SETTINGS, plan.LONGER_SETTINGS
    for each in dict.fromkeys(sum(groups, [])):
        if not report(each):
            continue
        read, runs = scores(each), stored()[each]
        measured = read.mean(), read.min(), read.max(), losses(each).mean()
        yield (
            each.variant if each.depth else "head alone", each.depth,
            each.optimizer, change(each), f"{plan.chosen_rate(runs):.4g}",
            f"{plan.regret(runs):.3f}", len(read),
            *(f"{number:.3f}" for number in measured), diverged(each),
        )  # fmt: skip


def change(setting):
    """Say in words what is changed besides the variant."""
    parts = [
        "small start" if setting.start else "",
        f"warm-up of {setting.warm_up}" if setting.warm_up else "",
        f"{setting.steps} steps" if setting.steps != STEPS else "",
    ]
    return ", ".join(filter(None, parts))


def equal_rates():
    """Say the answer to question 7 with one learning rate for both norms."""
    (setting, *_), found = SWAPPED_RATES, at_equal_rates()
    return "\n".join(
        f"With {lr:g} for both norms at {setting.depth} blocks and "
        f"{setting.optimizer}, question 7 is answered by "
        f"{signed(each.mean)} ({span(each)})."
        for lr, each in found.items()
    )


def other_rate():
    """Say what question 4 with 4 blocks is at the other rate of pre-norm."""
    setting = Setting("pre-norm", 4)
    post = scores(setting._replace(variant="post-norm"))
    found = [finding(scores(setting, s) - post) for s in ("report", SWAPPED)]
    usual, other = (f"{signed(f.mean)} ({span(f)})" for f in found)
    return (
        f"Pre-norm minus post-norm with {setting.depth} blocks and "
        f"{setting.optimizer} is {usual}; with {SWAPPED_RATES[setting]:g} for "
        f"pre-norm it is {other}."
    )


def page():
    """Return the whole page."""
    tables = {
        each.__name__: "\n".join(
            f"| {' | '.join(map(str, row))} |" for row in each()
        )
        for each in (answers, places, described, settings)
    }
    return TEMPLATE.read_text(encoding="utf-8").format(
        **tables,
        equal_rates=equal_rates(),
        other_rate=other_rate(),
        seeds=len(plan_settings.REPORT_SEEDS),
        longer_seeds=len(plan_settings.LONGER_SEEDS),
        longer=plan_settings.LONGER,
    )


if __name__ == "__main__":
    FILE.write_text(page(), encoding="utf-8", newline="\n")
