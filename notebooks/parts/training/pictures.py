"""Pictures of lessons 09 and 10: digits, curves, and the grid of runs."""

import numpy as np
from matplotlib.patches import Rectangle

from course_lib.panels.style import (
    CENTRE,
    DATA,
    GRADIENT,
    OUTPUT,
    REFERENCE,
    RESIDUAL,
    TEXT,
    note,
    picture,
)

# colour, line style, marker and width: told apart without colour as well, and
# where two lines coincide the narrow one lies on the wide one
LOOKS = {
    "post-norm": (OUTPUT, "-", "o", 5),
    "pre-norm": (RESIDUAL, "--", "s", 2),
    "norm at end": ("#5D3A9B", "-", "P", 5),
    "no norm": (GRADIENT, "-.", "^", 2),
    "no shortcut": (DATA, ":", "D", 2),
    "neither": (REFERENCE, (0, (5, 1, 1, 1, 1, 1)), "v", 2),
    "no last norm": (GRADIENT, "-.", "^", 2),
    "RMSNorm": (DATA, ":", "D", 2),
    "gated": ("#5D3A9B", "-", "v", 2),
    "RMSNorm, gated": (TEXT, "--", "<", 2),
}


def look(variant):
    """Return the drawing options of a variant's line."""
    colour, line, marker, width = LOOKS[variant]
    return {
        "color": colour,
        "ls": line,
        "marker": marker,
        "lw": width,
        "ms": 5 + width / 2,
        "label": variant,
    }


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


# They hold for the run that the page trains, on every machine.
CURVES_IN_WORDS = (
    "Left: the training loss falls from about 1 to below 0.03 in 15 epochs, "
    "on a logarithmic axis. Right: accuracy on validation images is above 0.9 "
    "from the fourth epoch on and ends above 0.95."
)


@picture((9.0, 4.2))
def training_curves(figure, history, title):
    """Draw loss and validation accuracy of one run, a `History`, by epoch.

    The title says which run it is: variant, depth, rate.
    """
    figure.suptitle(title, x=0.01, ha="left")
    left, right = figure.subplots(1, 2)
    epochs = np.arange(1, len(history.loss) + 1)
    left.plot(epochs, history.loss, color=OUTPUT, marker="o", ms=4)
    left.axhline(np.log(10), color=REFERENCE, ls=":")
    end = epochs[-1], np.log(10)
    note(left, "equal shares: ln 10", end, (0, -4), ha="right", va="top")
    left.set(yscale="log", ylabel="loss, cross entropy in nats")
    left.set_title("The loss falls")
    right.plot(epochs, history.validation, color=DATA, marker="s", ms=4)
    right.set(ylim=(0, 1.02), ylabel="accuracy, share of images")
    right.set_title("Unseen images are read")
    ticks = range(0, len(epochs) + 1, max(1, len(epochs) // 5))
    for axes in (left, right):
        axes.set(xticks=ticks, xlabel="epoch")


@picture((9.0, 4.8))
def sizes_by_layer_picture(figure, sizes):
    """Draw how large activations and gradients are, layer by layer.

    Sizes holds for every variant what ``sizes_by_layer`` returned.
    """
    left, right = figure.subplots(1, 2)
    for variant, both in sizes.items():
        for axes, values in zip((left, right), both):
            often = max(1, len(values) // 8)
            axes.plot(values, **look(variant), markevery=often)
    left.set(ylabel="root mean square", title="Activations, going forward")
    right.set_title("Gradients, going back")
    for axes in (left, right):
        axes.set(yscale="log", xlabel="block")
    handles, labels = left.get_legend_handles_labels()
    figure.legend(handles, labels, loc="outside lower center", ncols=3)


@picture((9.0, 7.4))
def rates_and_depths(figure, found, chosen, lost):
    """Draw which learning rates train a variant, depth by depth.

    Parameters
    ----------
    found : dict of str to dict of (int, float) to (float, int)
        ``found[variant][depth, lr]``: median share of validation images, and
        how many of the three runs diverged.
    chosen : dict of str to dict of int to float
        ``chosen[variant][depth]``: the learning rate that the search chose.
    lost : dict of str to (int, int)
        How many runs of the variant diverged, and of how many.
    """
    depths = sorted({d for by_place in found.values() for d, _ in by_place})
    rates = sorted({lr for by_place in found.values() for _, lr in by_place})
    grid = _panels(figure, "learning rate")
    for axes, (variant, by_place) in zip(grid.flat, found.items()):
        shares = np.full((len(rates), len(depths)), np.nan)
        for (depth, lr), (share, diverged) in by_place.items():
            row, column = rates.index(lr), depths.index(depth)
            shares[row, column] = share
            if diverged:
                color = "white" if share < 0.6 else TEXT
                axes.text(column, row, diverged, color=color, **CENTRE)
        image = axes.imshow(
            shares, cmap="cividis", vmin=0, vmax=1, origin="lower",
            aspect="auto",
        )  # fmt: skip
        for depth, lr in chosen[variant].items():
            if lr in rates:
                corner = depths.index(depth) - 0.42, rates.index(lr) - 0.42
                axes.add_patch(
                    Rectangle(corner, 0.84, 0.84, fill=False, ec=TEXT, lw=2)
                )
        few, all_ = lost[variant]
        axes.set_xticks(range(len(depths)), depths)
        axes.set_yticks(range(len(rates)), [f"{lr:g}" for lr in rates])
        axes.set_title(f"{variant}\n{few} of {all_} diverged")
    figure.colorbar(
        image, ax=grid, location="bottom", aspect=40,
        label="validation images read, median of three runs",
    )  # fmt: skip


@picture((9.0, 6.6))
def every_run(figure, table, baseline, lowest=0.0):
    """Draw every run as a dot over depth, and the medians as bars.

    Parameters
    ----------
    table : dict of str to dict of int to list of float
        ``table[variant][depth]``: share of images, one a run.
    baseline : float
        What the head reads without any block.
    lowest : float
        The share at which the axis begins.
    """
    room = 0.04 * (1 - lowest)
    grid = _panels(figure, "test images read, share")
    for axes, (variant, by_depth) in zip(grid.flat, table.items()):
        colour, _, marker, _ = LOOKS[variant]
        hollow = {"marker": marker, "mfc": "none", "mew": 1.5}
        axes.axhline(baseline, color=REFERENCE, ls="--", lw=1)
        for place, shares in enumerate(by_depth.values()):
            beside = place + np.linspace(-0.25, 0.25, len(shares))
            axes.plot(beside, shares, color=colour, ls="", ms=6, **hollow)
            ends = place - 0.4, place + 0.4
            axes.hlines(np.median(shares), *ends, color=TEXT, lw=2)
        axes.set_xticks(range(len(by_depth)), by_depth)
        axes.set(ylim=(lowest - room, 1 + room), title=variant)


def _panels(figure, upright):
    """Return two rows of three panels over depth, with the upright label."""
    grid = figure.subplots(2, 3, sharex=True, sharey=True)
    for axes in grid[1]:
        axes.set_xlabel("depth, blocks")
    for axes in grid[:, 0]:
        axes.set_ylabel(upright)
    return grid
