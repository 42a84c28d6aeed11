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
from lesson_parts.laboratory.signals import KINDS, signals
from lesson_parts.laboratory.trainer import GUESS

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
    (9.0, 4.6),
    "Eight rows of seven dots, one row for each way to choose the signs of "
    "1, 2 and 6. A line marks the truth, 2. In the first row no dot is below "
    "it, in the second one, and so on, until in the last all seven are.",
)
def where_the_truth_lies(figure, distances, true=2.0):
    """Draw the group means of every way to sign some distances.

    Each row adds its signed distances to the true difference and draws the
    means of all groups, the rows in order of how many lie below the truth.
    """
    axes = figure.subplots()
    choices = np.array([*np.ndindex((2,) * len(distances))])
    groups, rows = choices[1:], []  # all but the empty one
    for off in (1 - 2 * choices) * distances:
        means = np.sort(groups @ (true + off) / groups.sum(axis=1))
        rows.append(((means < true).sum(), off, means))
    axes.axvline(true, color=OUTPUT, lw=2)
    labels = []
    for y, (below, off, means) in enumerate(sorted(rows, key=lambda r: r[0])):
        axes.plot(means, [y] * len(means), "-o", color=DATA, ms=8, lw=0.8)
        signs = " ".join(f"{x:+.0f}" for x in off).replace("-", "−")
        labels.append(f"{signs} → {below} below")
    axes.set_yticks(range(len(rows)), labels)
    axes.set_ylim(len(rows) - 0.4, -0.6)
    axes.tick_params(axis="y", length=0)
    axes.set_xlabel("means of groups, in points; the line is the true one")
    axes.set_title("Eight ways to be off, and the truth in eight gaps")


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
    axes.axvspan(-2, 2, color="#E8E8E8", lw=0)
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
    headline(figure, "These runs do not tell the two blocks apart")
