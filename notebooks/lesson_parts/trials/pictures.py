"""Pictures of the second plan: answers, eight combinations, slopes, W."""

from course_lib.sliders.style import (
    DATA,
    GRADIENT,
    OUTPUT,
    RESIDUAL,
    TEXT,
    picture,
)
from lesson_parts.laboratory.pictures import (
    draw_findings,
    draw_runs,
    draw_two,
    in_percent,
    legend_below,
    wrapped,
)
from lesson_parts.laboratory.plan_settings import BOTH
from lesson_parts.laboratory.trainer import Setting
from lesson_parts.trials import findings
from lesson_parts.trials.cells import PLACES, STARTS
from lesson_parts.trials.findings import EIGHT, GATE, QUESTIONS, RELU

SLOPES = {
    "all slopes": ("", TEXT, "s"),
    "without μ's": (", μ detached", DATA, "^"),
    "without σ's": (", σ detached", RESIDUAL, "D"),
    "without both": (", both detached", OUTPUT, "o"),
}
LOOKS = {  # of the eight combinations
    (RELU, "LayerNorm"): (DATA, "-", "s"),
    (RELU, "RMSNorm"): (RESIDUAL, "--", "P"),
    (GATE, "LayerNorm"): (OUTPUT, "-", "o"),
    (GATE, "RMSNorm"): (GRADIENT, "--", "v"),
}


@picture((9.6, 5.4))
def answers(figure, trial, message):
    """Draw the ten differences of each question of a trial."""
    rows = [
        (f"{name}. {wrapped(QUESTIONS[name].difference)}\n→ {said}", found)
        for name, (_, found, _, said) in findings.answered(trial).items()
    ]
    draw_findings(figure, rows, message)


@picture((9.0, 5.0))
def eight(figure, message):
    """Draw what the eight combinations read, with and without last norm.

    Lines join the means of the runs that trained.
    """
    for axes, optimizer in zip(figure.subplots(1, 2, sharey=True), BOTH):
        for i, ((layer, norm), look) in enumerate(LOOKS.items()):
            settings = [
                Setting(EIGHT[layer, norm, last], 16, optimizer)
                for last in (True, False)
            ]
            trained = [findings.trained(each) for each in settings]
            draw_two(axes, 0.05 * (i - 1.5), trained, look, f"{layer}, {norm}")
            if lost := sum(map(findings.diverged, settings)):
                axes.text(1.33, 0.9, f"{lost} of 10 diverged",
                          ha="right", color=TEXT)  # fmt: skip
        axes.set_ylim(0.7, 0.94)
        axes.set_xticks([0, 1], ["last norm", "no last norm"])
        axes.set(xlim=(-0.35, 1.35), title=optimizer)
    legend_below(figure, message, 2, "new signals read")


@picture((9.0, 7.6))
def slopes(figure, message):
    """Draw what stacks read with all slopes and without some of them."""
    grid = figure.subplots(2, 2, sharex=True, sharey=True)
    for row, place in zip(grid, PLACES):
        for axes, optimizer in zip(row, BOTH):
            for k, start in enumerate(STARTS):
                for i, (name, look) in enumerate(SLOPES.items()):
                    kind, colour, marker = look
                    setting = Setting(place + kind, 16, optimizer, start)
                    draw_runs(axes, 4.6 * k + i, findings.scores(setting),
                              colour, marker, "" if k else name)  # fmt: skip
            axes.set_title(f"{place}, {optimizer}")
            axes.set_yticks([1.5, 6.1], ["He's start", "small start"])
            axes.set_ylim(8.4, -0.8)
    for axes in grid[1]:
        axes.set_xlabel("new signals read")
        in_percent(axes.xaxis)
    legend_below(figure, message, 4)
