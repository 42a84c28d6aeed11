"""Pictures of the second plan: answers, eight combinations, slopes, W."""

import numpy as np

from course_lib.panels.style import (
    DATA,
    GRADIENT,
    OUTPUT,
    RESIDUAL,
    TEXT,
    picture,
)
from parts.training.pictures import (
    draw_findings,
    headline,
    in_percent,
    wrapped,
)
from parts.training.plan_settings import BOTH
from parts.training.trainer import Setting
from parts.trials import findings
from parts.trials.cells import PLACES, STARTS
from parts.trials.findings import EIGHT, GATE, QUESTIONS, RELU

SLOPES = {
    "all slopes": ("", TEXT, "s"),
    "without μ's": (", μ detached", DATA, "^"),
    "without σ's": (", σ detached", RESIDUAL, "D"),
    "without both": (", both detached", OUTPUT, "o"),
}
LOWEST = 0.6  # of the axis; a run that diverged lies below
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
        for name, (found, _, said) in findings.answered(trial).items()
    ]
    draw_findings(figure, rows, message)


@picture((9.0, 5.0))
def eight(figure, message):
    """Draw what the eight combinations read, with and without last norm."""
    for axes, optimizer in zip(figure.subplots(1, 2, sharey=True), BOTH):
        for i, ((layer, norm), look) in enumerate(LOOKS.items()):
            colour, line, marker = look
            places = np.array([0, 1]) + 0.05 * (i - 1.5)
            found = [
                findings.scores(
                    Setting(EIGHT[layer, norm, last], 16, optimizer)
                )
                for last in (True, False)
            ]
            for at, read in zip(places, found):
                axes.plot([at] * len(read), read, marker, color=colour,
                          mfc="none", ms=6, mew=1.2)  # fmt: skip
            axes.plot(places, [read.mean() for read in found], color=colour,
                      ls=line, lw=2, label=f"{layer}, {norm}")  # fmt: skip
            if min(map(np.min, found)) < LOWEST:
                axes.text(1.3, LOWEST + 0.005, "one run diverged, at 10 % ↓",
                          ha="right", color=TEXT)  # fmt: skip
        axes.set_ylim(LOWEST, 0.95)
        axes.set_xticks([0, 1], ["last norm", "no last norm"])
        axes.set(xlim=(-0.35, 1.35), title=optimizer)
    figure.axes[0].set_ylabel("new signals read")
    in_percent(figure.axes[0].yaxis)
    handles, labels = figure.axes[0].get_legend_handles_labels()
    figure.legend(handles, labels, loc="outside lower center", ncols=2)
    headline(figure, message)


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
                    read, y = findings.scores(setting), 4.6 * k + i
                    if not len(read):
                        continue
                    heights = y + np.linspace(-0.28, 0.28, len(read))
                    axes.plot(read, heights, marker, color=colour, ms=6,
                              mew=1.2, mfc="none",
                              label="" if k else name)  # fmt: skip
                    axes.plot([read.mean()] * 2, [y - 0.42, y + 0.42],
                              color=TEXT, lw=2)  # fmt: skip
            axes.set_title(f"{place}, {optimizer}")
            axes.set_yticks([1.5, 6.1], ["He's start", "small start"])
            axes.set_ylim(8.4, -0.8)
            axes.tick_params(axis="y", length=0)
            axes.grid(axis="x", color="#E0E0E0", lw=0.8)
    for axes in grid[1]:
        axes.set_xlabel("new signals read")
        in_percent(axes.xaxis)
    handles, labels = figure.axes[0].get_legend_handles_labels()
    figure.legend(handles, labels, loc="outside lower center", ncols=4)
    headline(figure, message)
