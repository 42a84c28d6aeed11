"""Pictures of the laboratory: signals, the interval, rates, the answers."""

import numpy as np
from matplotlib.ticker import FuncFormatter, PercentFormatter

from course_lib.sliders.style import (
    DATA,
    OUTPUT,
    REFERENCE,
    RESIDUAL,
    TEXT,
    picture,
)
from lesson_parts.laboratory import char_runs, findings, runs
from lesson_parts.laboratory.char_model import STEPS as CHAR_STEPS
from lesson_parts.laboratory.exercises.three_seeds import interval_of
from lesson_parts.laboratory.signals import KINDS, signals
from lesson_parts.laboratory.trainer import GUESS

MATTERS = 2  # points: less than this we call too little to matter
# colour, line style and marker: told apart without colour as well
LOOKS = {
    "post-norm": (OUTPUT, "-", "o"),
    "pre-norm": (RESIDUAL, "--", "s"),
    "today": ("#B00020", "-.", "p"),
}
COLUMN_LOOKS = {
    (16, "PyTorch"): (DATA, "o", DATA),
    (4, "PyTorch"): (DATA, "s", "white"),
    (16, "He"): (OUTPUT, "o", OUTPUT),
    (4, "He"): (OUTPUT, "s", "white"),
}
KIND_LOOKS = {"2017": (OUTPUT, "-", "o"), "today": ("#B00020", "-.", "p")}


def headline(figure, words):
    """Write above all panels what they say together."""
    figure.suptitle(words, x=0.01, ha="left", weight="bold")
    for axes in figure.axes:
        axes.set_title(axes.get_title("left"), weight="normal")


def in_points(x, _):
    """Write a difference in points, for an axis."""
    return f"{x:+.0f}".replace("-", "−") if x else "0"


@picture(
    (9.0, 5.0),
    "Three signals of each of ten kinds, 40 numbers each. The same short "
    "pattern appears at different places, stretched, tilted and noisy; by "
    "eye most kinds are hard to tell apart.",
)
def example_signals(figure, seed=3, each=3):
    """Draw some signals of every kind, from a stream of their own."""
    x, kind = signals(400, np.random.default_rng(seed))
    grid = figure.subplots(2, 5, sharex=True, sharey=True)
    looks = [*zip((DATA, OUTPUT, TEXT), ("-", "--", ":"))]
    for k, axes in zip(range(KINDS), grid.flat, strict=True):
        for row, (colour, line) in zip(x[kind == k][:each], looks):
            axes.plot(row, color=colour, ls=line, lw=1.5)
        axes.set(title=f"kind {k}", xticks=[0, 20, 39], yticks=[-3, 0, 3])
    for axes in grid[1]:
        axes.set_xlabel("place")


@picture(
    (9.0, 2.9),
    "Three intervals on a line, and a grey band from −2 to 2 points. A lies "
    "above the band. B, of the three seeds that are drawn in it as dots, "
    "holds the whole band and reaches far beyond it on either side. C lies "
    "within the band, and holds 0.",
)
def three_intervals(figure, differences):
    """Draw three intervals, that of three differences as the second."""
    axes = figure.subplots()
    axes.axvspan(-MATTERS, MATTERS, color="#E8E8E8", lw=0)
    axes.axvline(0, color=REFERENCE, lw=1)
    ends = {"A": (3.1, 6.7), "B": interval_of(differences)}
    ends["C"] = -1.2, 0.8
    for y, (low, high) in enumerate(ends.values()):
        axes.plot([low, high], [y] * 2, "|-", color=DATA, lw=3, ms=14, mew=2)
        axes.plot((low + high) / 2, y, "s", color=DATA, ms=8)
    axes.plot(differences, [1] * 3, "o", color=OUTPUT, ms=9)
    axes.set_yticks(range(3), ends)
    axes.set_xticks([-5, -2, 0, 2, 5, 10])
    axes.set_ylim(2.5, -0.5)
    axes.xaxis.set_major_formatter(FuncFormatter(in_points))
    axes.set_xlabel("difference in points; the band is too little to matter")
    axes.set_title("Where may the true difference be?")


@picture((9.0, 4.4), findings.rates_in_words)
def every_rate(figure):
    """Draw what one seed of 16 blocks reads at every rate of the sweep."""
    axes = figure.subplots()
    for cell in runs.SWEEP:
        colour, line, marker = LOOKS[cell.variant]
        axes.plot(
            *zip(*findings.swept(cell).items()), color=colour, ls=line, lw=2,
            marker=marker, ms=8, label=cell.variant,
        )  # fmt: skip
    axes.axhline(GUESS, color=REFERENCE, lw=1, ls=":")
    axes.set(
        xscale="log", xlabel="learning rate of Adam", ylim=(0, 1),
        ylabel="signals read",
        title="At a common rate the lead depends on the rate",
    )  # fmt: skip
    axes.set_xticks([], minor=True)
    axes.set_xticks([0.0005, 0.002, 0.008, 0.032])
    axes.xaxis.set_major_formatter("{x:g}")
    axes.yaxis.set_major_formatter(
        PercentFormatter(1, decimals=0, symbol=" %")
    )
    axes.legend(loc="lower left", bbox_to_anchor=(0, 0.12))


@picture((9.6, 8.4), findings.in_words)
def all_answers(figure):
    """Draw the answers of every question, four intervals a question."""
    axes = figure.subplots()
    axes.axvspan(-MATTERS, MATTERS, color="#E8E8E8", lw=0)
    axes.axvline(0, color=REFERENCE, lw=1)
    labels = []
    found = zip(findings.QUESTIONS.values(), findings.answers().values())
    for y, (pair, columns) in enumerate(found):
        for at, (column, said) in enumerate(zip(runs.COLUMNS, columns)):
            colour, marker, fill = COLUMN_LOOKS[column]
            height = y + 0.2 * (at - 1.5)
            axes.plot([said.low, said.high], [height] * 2, color=colour, lw=2)
            axes.plot(
                said.mean, height, marker, color=colour, mfc=fill, ms=8,
                label="" if y else findings.column_name(column),
            )  # fmt: skip
        labels.append(f"{pair[0]}\n− {pair[1]}")
        if y:
            axes.axhline(y - 0.5, color="#E0E0E0", lw=0.8)
    axes.set_yticks(range(len(labels)), labels)
    axes.set_ylim(len(labels) - 0.45, -0.55)
    axes.tick_params(axis="y", length=0)
    axes.xaxis.set_major_formatter(FuncFormatter(in_points))
    axes.set_xlabel("difference in points, that is, of 100 signals")
    figure.legend(loc="outside lower center", ncols=4, columnspacing=1,
                  handletextpad=0.2)  # fmt: skip
    headline(figure, "Some answers turn round with the start")


@picture((9.0, 4.6), char_runs.in_words)
def writing(figure):
    """Draw the losses of both character models, and what is held out."""
    left, right = figure.subplots(1, 2, width_ratios=(3, 2))
    for at, (kind, look) in enumerate(KIND_LOOKS.items()):
        colour, line, marker = look
        rows = char_runs.at_chosen_rate(kind)
        losses = np.array([row["losses"] for row in rows])
        steps = (np.arange(losses.shape[1]) + 0.5) * char_runs.PART
        left.plot(
            steps, losses.mean(axis=0), color=colour, ls=line, lw=2,
            label=f"block of {kind}",
        )  # fmt: skip
        held_out = [row["held_out"] for row in rows]
        right.plot([at] * len(rows), held_out, marker, color=colour,
                   mfc="none", ms=9, mew=1.6)  # fmt: skip
    left.set(
        xlabel="step", ylabel="loss per character, in nats",
        xlim=(0, CHAR_STEPS), title="while it trains, mean of the seeds",
    )  # fmt: skip
    left.legend()
    right.set(xlim=(-0.6, 1.6), title="on the held-out tenth")
    left.set_xticks([0, CHAR_STEPS // 2, CHAR_STEPS])
    right.set_xticks([0, 1], ["2017", "today"])
    right.set(ylim=(1.4, 1.6), yticks=[1.4, 1.5, 1.6])
    headline(
        figure,
        "Two small models that write: while they train, and on new text",
    )
