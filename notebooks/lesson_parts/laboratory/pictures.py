"""Pictures of lessons 11 and 10: data, sizes, the probe, and every run."""

from textwrap import wrap

import numpy as np
from matplotlib.ticker import FuncFormatter, MultipleLocator, PercentFormatter

from course_lib.sliders.style import (
    DATA,
    GRADIENT,
    OUTPUT,
    REFERENCE,
    RESIDUAL,
    TEXT,
    picture,
)
from lesson_parts.laboratory import findings, signal_probe
from lesson_parts.laboratory.paired import INTEREST, group_means
from lesson_parts.laboratory.plan_settings import (
    BOTH,
    FOUR,
    LONGER,
    WARM_UP,
    chosen_rate,
)
from lesson_parts.laboratory.signals import KINDS, signals
from lesson_parts.laboratory.trainer import STEPS, Setting

# colour, line style and marker: told apart without colour as well
BARE = "neither, norm at end"
LOOKS = {
    "pre-norm": (RESIDUAL, "-", "s"),
    "RMSNorm": ("#7A5200", (0, (1, 1)), "P"),
    "gated": (TEXT, "--", "v"),
    "no last norm": (GRADIENT, "-.", "^"),
    "norm at end": ("#5D3A9B", (0, (5, 1)), "X"),
    "post-norm": (OUTPUT, "-", "o"),
    "no shortcut": (DATA, ":", "D"),
    BARE: (REFERENCE, (0, (3, 1, 1, 1, 1, 1)), "<"),
    "no norm": ("#B00020", (0, (1, 2)), "*"),
    "today": ("#B00020", "-", "p"),
}
FIVE = ("pre-norm", "norm at end", "post-norm", "no shortcut", BARE)


def look(variant):
    """Return the drawing options of a variant's line."""
    colour, line, marker = LOOKS[variant]
    return {"color": colour, "ls": line, "marker": marker, "label": variant}


def headline(figure, words):
    """Write above all panels what they say together."""
    figure.suptitle(words, x=0.01, ha="left", weight="bold")
    for axes in figure.axes:
        axes.set_title(axes.get_title("left"), weight="normal")


def legend_below(figure, message, columns, shares=""):
    """Write the message above all panels, and one legend below them.

    If the panels show shares upward, say which.
    """
    if shares:
        figure.axes[0].set_ylabel(shares)
        in_percent(figure.axes[0].yaxis)
    handles, labels = figure.axes[0].get_legend_handles_labels()
    figure.legend(handles, labels, loc="outside lower center", ncols=columns)
    headline(figure, message)


def draw_runs(axes, y, found, colour, marker, label=""):
    """Draw the scores of ten runs as marks at a height, their mean a line."""
    heights = y + np.linspace(-0.28, 0.28, len(found))
    axes.plot(found, heights, marker, color=colour, mfc="none", ms=6,
              mew=1.3, label=label)  # fmt: skip
    axes.plot([found.mean()] * 2, [y - 0.42, y + 0.42], color=TEXT, lw=2)
    axes.tick_params(axis="y", length=0)
    axes.grid(axis="x", color="#E0E0E0", lw=0.8)


def draw_two(axes, off, both, look, label):
    """Draw the scores of two settings side by side, joined by their means."""
    (colour, line, marker), places = look, np.array([0, 1]) + off
    for at, found in zip(places, both):
        axes.plot([at] * len(found), found, marker, color=colour,
                  mfc="none", ms=6, mew=1.2)  # fmt: skip
    axes.plot(places, [found.mean() for found in both], color=colour,
              ls=line, lw=2, label=label)  # fmt: skip


def in_percent(axis):
    """Write the shares of an axis as 60 %."""
    axis.set_major_formatter(PercentFormatter(1, decimals=0, symbol=" %"))


@picture((6.4, 5.2))
def digit_sheet(figure, part, columns=12):
    """Draw the first images of each digit of a `Part`, one row a digit."""
    rows = [part.x[part.digit == d][:columns] for d in range(10)]
    images = np.stack(rows).reshape(10, columns, 8, 8)
    sheet = np.full((10, 9, columns, 9), -1.0)  # a white line between images
    sheet[:, :8, :, :8] = images.transpose(0, 2, 1, 3)
    axes = figure.subplots()
    axes.imshow(
        sheet.reshape(90, 9 * columns), cmap="Greys", interpolation="none"
    )
    axes.set(
        xticks=[],
        yticks=np.arange(10) * 9 + 3.5,
        yticklabels=range(10),
        ylabel="digit",
        title="Eight by eight pixels are enough to read a digit",
    )
    axes.tick_params(length=0)
    axes.spines[:].set_visible(False)


@picture((9.0, 4.8))
def sizes_by_layer_picture(figure, sizes, message):
    """Draw how large activations and gradients are, layer by layer.

    Sizes holds for every variant what ``sizes_by_layer`` returned; the message
    stands above both panels.
    """
    left, right = figure.subplots(1, 2)
    for variant, both in sizes.items():
        for axes, values in zip((left, right), both):
            often = max(1, len(values) // 8)
            axes.plot(values, **look(variant), lw=2, markevery=often)
    left.set(ylabel="root mean square", title="Activations, going forward")
    right.set_title("Gradients, going back")
    for axes in (left, right):
        axes.set(yscale="log", xlabel="block")
    legend_below(figure, message, 3)


@picture((9.0, 5.0))
def example_signals(figure, seed=3, each=3):
    """Draw some signals of every kind, from a stream of their own."""
    x, kind = signals(400, np.random.default_rng(seed))
    grid = figure.subplots(2, 5, sharex=True, sharey=True)
    looks = [*zip((DATA, OUTPUT, TEXT), ("-", "--", ":"))]
    for k, axes in enumerate(grid.flat):
        for row, (colour, line) in zip(x[kind == k][:each], looks):
            axes.plot(row, color=colour, ls=line, lw=1.5)
        axes.set(title=f"kind {k}", xticks=[0, 20, 39], yticks=[-3, 0, 3])
    for axes in grid[1]:
        axes.set_xlabel("place")
    assert k == KINDS - 1


@picture((9.0, 8.8))
def every_run(figure, variants, message):
    """Draw every report run as a mark and the mean of ten as a line.

    A bar in the first panel is as long as the smallest difference that
    interests us. The message stands above all panels.
    """
    grid = figure.subplots(2, 2, sharex=True, sharey=True)
    for row, depth in zip(grid, (4, 16)):
        for axes, optimizer in zip(row, BOTH):
            for y, variant in enumerate(reversed(variants)):
                colour, _, marker = LOOKS[variant]
                found = findings.scores(Setting(variant, depth, optimizer))
                draw_runs(axes, y, found, colour, marker)
            axes.set_title(f"{depth} blocks, {optimizer}")
            axes.set_yticks(range(len(variants)), reversed(variants))
            axes.set_ylim(-0.6, len(variants) - 0.4)
    for axes in grid[1]:
        axes.set_xlabel("new signals read")
        axes.xaxis.set_major_locator(MultipleLocator(0.1))
        in_percent(axes.xaxis)
    left, _ = grid[0, 0].get_xlim()
    grid[0, 0].plot([left, left + INTEREST], [-0.35] * 2, color=TEXT, lw=4,
                    solid_capstyle="butt")  # fmt: skip
    grid[0, 0].text(left + 1.3 * INTEREST, -0.35,
                    f"{100 * INTEREST:.0f} points", va="center",
                    color=TEXT)  # fmt: skip
    headline(figure, message)


@picture((9.0, 4.6))
def where_the_truth_lies(figure, distances, true=2.0):
    """Draw the group means of every way to sign some distances.

    Each row adds its signed distances to the true difference and draws the
    means of all groups, the rows in order of how many lie below the truth.
    """
    axes = figure.subplots()
    ways = 1 - 2 * np.array([*np.ndindex((2,) * len(distances))])
    rows = [(way * distances, group_means(true + way * distances))
            for way in ways]  # fmt: skip
    rows.sort(key=lambda row: (row[1] < true).sum())
    axes.axvline(true, color=OUTPUT, lw=2)
    labels = []
    for y, (off, means) in enumerate(rows):
        axes.plot(means, [y] * len(means), "-o", color=DATA, ms=8, lw=0.8)
        below = (means < true).sum()
        labels.append(f"{in_signs(off)} → {below} below")
    axes.set_yticks(range(len(rows)), labels)
    axes.set_ylim(len(rows) - 0.4, -0.6)
    axes.tick_params(axis="y", length=0)
    axes.set_xlabel("means of groups, in points; the line is the true one")
    axes.set_title("Eight ways to be off, and the truth in eight gaps")


def in_signs(numbers):
    """Write whole numbers with their signs, as +1 −2."""
    return " ".join(f"{x:+.0f}" for x in numbers).replace("-", "−")


@picture((9.0, 4.6))
def learning_curves(figure, depths, message):
    """Draw the loss of post-norm stacks over the steps, by their depth.

    Each line is the mean over the report seeds. No signal repeats, so the
    loss in training is that on new signals.
    """
    looks = zip((DATA, RESIDUAL, OUTPUT), ("-", "--", ":"), "osD")
    looks = dict(zip(depths, looks))
    panels = figure.subplots(1, 2, sharey=True)
    for axes, steps in zip(panels, (STEPS, LONGER)):
        for depth, (colour, line, marker) in looks.items():
            setting = Setting("post-norm", depth, steps=steps)
            found = np.mean([r.losses for r in findings.report(setting)], 0)
            at = (np.arange(len(found)) + 0.5) * steps / len(found)
            name = f"{depth} block" + "s" * (depth > 1)
            axes.plot(at, found, color=colour, ls=line, marker=marker, ms=5,
                      lw=2, label=name)  # fmt: skip
        axes.set(xlabel="step", title=f"{steps:,} steps")
        axes.set_xticks([0, steps // 2, steps])
        axes.xaxis.set_major_formatter("{x:,.0f}")
    figure.axes[0].set(ylabel="loss on new signals", ylim=(0, 2.3))
    legend_below(figure, message, 3)


@picture((9.6, 5.4))
def answers(figure, numbers, message):
    """Draw the ten differences of each question with their interval.

    Parameters
    ----------
    numbers : sequence of int
        The questions, counted from 1.
    message : str
        What the picture says, above it.
    """
    all_of_them, rows = findings.answered(), []
    for number in numbers:
        question, found, _, said = all_of_them[number - 1]
        label = f"{number}. {wrapped(question.difference)}\n→ {said}"
        rows.append((label, found))
    draw_findings(figure, rows, message)


def draw_findings(figure, rows, message):
    """Draw ten differences a row, their mean and their intervals.

    Rows are pairs of a label and a Finding.
    """
    figure.set_figheight(1.5 + 0.65 * len(rows))
    axes = figure.subplots()
    axes.axvspan(-INTEREST, INTEREST, color="#E8E8E8", lw=0)
    axes.axvline(0, color=REFERENCE, lw=1)
    for y, (_, found) in enumerate(rows):
        heights = y + np.linspace(-0.24, 0.24, len(found.differences))
        axes.plot(found.differences, heights, "o", color=DATA, mfc="none",
                  ms=5, mew=1.2)  # fmt: skip
        axes.plot(found.wide, [y, y], color=TEXT, lw=1.5)
        axes.plot(found.narrow, [y, y], color=TEXT, lw=4)
        axes.plot(found.mean, y, "D", color=OUTPUT, ms=8)
    axes.set_yticks(range(len(rows)), [label for label, _ in rows])
    axes.set_ylim(len(rows) - 0.4, -0.6)
    axes.tick_params(axis="y", length=0)
    axes.xaxis.set_major_formatter(FuncFormatter(in_points))
    axes.set_xlabel("difference in points, that is, of 100 signals")
    headline(figure, message)


def in_points(share, _):
    """Write a difference of shares as points, for an axis."""
    return f"{100 * share:+.0f}".replace("-", "−") if share else "0"


def wrapped(words, width=30):
    """Break a label into lines."""
    return "\n".join(wrap(words, width, break_on_hyphens=False))


@picture((9.0, 4.4))
def searched_rates(figure, depth, variants, message):
    """Draw what the search read at every rate, and the rate it chose."""
    for axes, optimizer in zip(figure.subplots(1, 2, sharey=True), BOTH):
        for variant in variants:
            setting = Setting(variant, depth, optimizer)
            draw_search(axes, setting, LOOKS[variant], variant)
        axes.set(xscale="log", xlabel="learning rate", title=optimizer)
    legend_below(figure, message, 3, "read in the search")


def draw_search(axes, setting, look, label):
    """Draw one setting's scores by learning rate, and fill the chosen mark."""
    (colour, line, marker), runs = look, findings.stored()[setting]
    found = findings.searched(runs)
    axes.plot(*zip(*sorted(found.items())), color=colour, ls=line, lw=1.8,
              marker=marker, ms=5, mfc="none", label=label)  # fmt: skip
    lr = chosen_rate(runs)
    axes.plot(lr, found[lr], marker, color=colour, ms=10)


@picture((9.0, 4.6))
def warm_up_by_rate(figure, message):
    """Draw the searches with and without warm-up, for both orders."""
    looks = {0: (DATA, "--", "o"), WARM_UP: (OUTPUT, "-", "s")}
    variants = ("post-norm", "pre-norm")
    grid = figure.subplots(1, 2, sharex=True, sharey=True)
    for axes, variant in zip(grid, variants):
        for steps, look in looks.items():
            setting = Setting(variant, 16, "Adam", warm_up=steps)
            label = f"warm-up of {steps} steps" if steps else "no warm-up"
            draw_search(axes, setting, look, label)
        axes.axhline(0.1, color=REFERENCE, lw=1, ls=":")
        axes.set(xscale="log", xlabel="learning rate of Adam", title=variant)
    legend_below(figure, message, 2, "read in the search")


@picture((9.0, 5.0))
def fresh_and_trained(figure, message):
    """Draw what training reads over what a head reads of fresh stacks.

    Filled marks start from He's weights, hollow ones from the small start.
    """
    grid = figure.subplots(1, 2, sharex=True, sharey=True)
    raw = signal_probe.stored()[signal_probe.RAW, ""].mean()
    for axes, optimizer in zip(grid, BOTH):
        axes.axvline(raw, color=REFERENCE, lw=1.2)
        axes.text(
            raw + 0.003, 0.03, "the signals\nthemselves", color=TEXT,
            transform=axes.get_xaxis_transform(),
        )  # fmt: skip
        for start, variants in (("", FIVE), ("small", FOUR)):
            both = signal_probe.fresh_and_trained(variants, start, optimizer)
            for variant, before, after in zip(variants, *both):
                colour, _, marker = LOOKS[variant]
                axes.plot(before, after, marker, color=colour, ms=11, mew=1.8,
                          mfc="none" if start else colour,
                          label="" if start else variant)  # fmt: skip
        axes.set(title=optimizer, xlabel="read before training")
        axes.set_xticks([0.15, 0.2, 0.25, 0.3])
        in_percent(axes.xaxis)
        axes.set_xlim(0.145, 0.31)
    figure.axes[0].plot([], [], "o", color=TEXT, ms=11, mew=1.8, mfc="none",
                        label="hollow: small start")  # fmt: skip
    legend_below(figure, message, 3, "read after training")


@picture((9.0, 4.8))
def two_starts(figure, message):
    """Draw the same four variants from both starts, every run."""
    for axes, optimizer in zip(figure.subplots(1, 2, sharey=True), BOTH):
        for i, variant in enumerate(FOUR):
            both = [
                findings.scores(Setting(variant, 16, optimizer, start=start))
                for start in ("", "small")
            ]
            draw_two(axes, 0.06 * (i - 1.5), both, LOOKS[variant], variant)
        axes.set_xticks([0, 1], ["He's start", "small start"])
        axes.set(xlim=(-0.3, 1.3), title=optimizer)
    legend_below(figure, message, 4, "new signals read")


@picture((9.0, 4.6))
def probe_by_depth(figure, read, message):
    """Draw what a head reads behind every block of fresh, frozen stacks.

    Parameters
    ----------
    read : dict of str to ndarray, (seeds, depth + 1)
    message : str
        What the picture says, above it.
    """
    axes = figure.subplots()
    ends = {}
    for variant, shares in read.items():
        colour, line, marker = LOOKS[variant]
        middle = np.median(shares, axis=0)
        axes.plot(shares.T, color=colour, lw=0.6, alpha=0.5)
        axes.plot(middle, color=colour, ls=line, marker=marker, markevery=4,
                  ms=7, label=variant)  # fmt: skip
        ends[variant] = middle[-1]
    axes.set(
        xlabel="blocks before the head", ylim=(0.2, 1),
        ylabel="validation digits read",
    )  # fmt: skip
    in_percent(axes.yaxis)
    headline(figure, message)
    axes.set_xticks(range(0, shares.shape[1], 4))
    figure.legend(loc="outside right center")
