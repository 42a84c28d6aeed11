"""Pictures of lessons 09 and 10: digits, curves, and the grid of runs."""

import numpy as np
from matplotlib.patches import Rectangle

from course_lib.plots.style import (
    DATA,
    GRADIENT,
    OUTPUT,
    REFERENCE,
    RESIDUAL,
    TEXT,
    new_figure,
    style,
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


@style()
def digit_sheet(part, columns=12):
    """Draw the first images of each digit, one row a digit.

    Parameters
    ----------
    part : course_lib.data.digits.Part
    columns : int
        Images a row.
    """
    rows = [part.x[part.digit == d][:columns] for d in range(10)]
    images = np.stack(rows).reshape(10, columns, 8, 8)
    sheet = np.full((10, 9, columns, 9), -1.0)  # a white line between images
    sheet[:, :8, :, :8] = images.transpose(0, 2, 1, 3)
    figure = new_figure((6.4, 5.2))
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
    return figure


# They hold for the run that the page trains, on every machine.
CURVES_IN_WORDS = (
    "Left: the training loss falls from about 1 to below 0.03 in 15 epochs, "
    "on a logarithmic axis. Right: accuracy on validation images is above 0.9 "
    "from the fourth epoch on and ends above 0.95."
)


@style()
def training_curves(history, title):
    """Draw loss and validation accuracy of one run, epoch by epoch.

    Parameters
    ----------
    history : course_lib.training.train.History
    title : str
        Which run it is: variant, depth, rate.
    """
    figure = new_figure((9.0, 4.2))
    figure.suptitle(title, x=0.01, ha="left")
    left, right = figure.subplots(1, 2)
    epochs = np.arange(1, len(history.loss) + 1)
    left.plot(epochs, history.loss, color=OUTPUT, marker="o", ms=4)
    left.axhline(np.log(10), color=REFERENCE, ls=":")
    left.annotate(
        "equal shares: ln 10",
        (epochs[-1], np.log(10)),
        ha="right",
        va="top",
        xytext=(0, -4),
        textcoords="offset points",
    )
    left.set(
        yscale="log",
        xlabel="epoch",
        ylabel="loss, cross entropy in nats",
        title="The loss falls",
    )
    right.plot(epochs, history.validation, color=DATA, marker="s", ms=4)
    for axes in (left, right):
        axes.set_xticks(range(0, len(epochs) + 1, max(1, len(epochs) // 5)))
    right.set(
        ylim=(0, 1.02),
        xlabel="epoch",
        ylabel="accuracy, share of images",
        title="Unseen images are read",
    )
    return figure


@style()
def sizes_by_layer_picture(sizes):
    """Draw how large activations and gradients are, layer by layer.

    Parameters
    ----------
    sizes : dict of str to (ndarray, ndarray)
        For every variant what ``sizes_by_layer`` returned.
    """
    figure = new_figure((9.0, 4.8))
    left, right = figure.subplots(1, 2)
    for variant, (activations, gradients) in sizes.items():
        layers = np.arange(len(activations))
        often = max(1, len(layers) // 8)
        left.plot(layers, activations, **look(variant), markevery=often)
        right.plot(layers, gradients, **look(variant), markevery=often)
    left.set(
        yscale="log",
        xlabel="block",
        ylabel="root mean square",
        title="Activations, going forward",
    )
    right.set(
        yscale="log",
        xlabel="block",
        title="Gradients, going back",
    )
    handles, labels = left.get_legend_handles_labels()
    figure.legend(handles, labels, loc="outside lower center", ncols=3)
    return figure


@style()
def rates_and_depths(found, chosen, lost):
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
    figure = new_figure((9.0, 7.4))
    grid = figure.subplots(2, 3, sharex=True, sharey=True)
    for axes, (variant, by_place) in zip(grid.flat, found.items()):
        shares = np.full((len(rates), len(depths)), np.nan)
        for (depth, lr), (share, diverged) in by_place.items():
            row, column = rates.index(lr), depths.index(depth)
            shares[row, column] = share
            if diverged:
                axes.text(
                    column, row, diverged, ha="center", va="center",
                    color="white" if share < 0.6 else TEXT,
                )  # fmt: skip
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
        axes.set(
            xticks=range(len(depths)),
            xticklabels=depths,
            yticks=range(len(rates)),
            yticklabels=[f"{lr:g}" for lr in rates],
            title=f"{variant}\n{few} of {all_} diverged",
        )
    for axes in grid[1]:
        axes.set_xlabel("depth, blocks")
    for axes in grid[:, 0]:
        axes.set_ylabel("learning rate")
    figure.colorbar(
        image, ax=grid, location="bottom", aspect=40,
        label="validation images read, median of three runs",
    )  # fmt: skip
    return figure


@style()
def every_run(table, baseline, lowest=0.0):
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
    figure = new_figure((9.0, 6.6))
    grid = figure.subplots(2, 3, sharex=True, sharey=True)
    for axes, (variant, by_depth) in zip(grid.flat, table.items()):
        colour, _, marker, _ = LOOKS[variant]
        axes.axhline(baseline, color=REFERENCE, ls="--", lw=1)
        for place, shares in enumerate(by_depth.values()):
            beside = np.linspace(-0.25, 0.25, len(shares))
            axes.plot(
                place + beside, shares, color=colour, ls="", marker=marker,
                ms=6, mfc="none", mew=1.5,
            )  # fmt: skip
            axes.hlines(
                np.median(shares), place - 0.4, place + 0.4, color=TEXT, lw=2
            )
        axes.set(
            xticks=range(len(by_depth)),
            xticklabels=by_depth,
            ylim=(lowest - room, 1 + room),
            title=variant,
        )
    for axes in grid[1]:
        axes.set_xlabel("depth, blocks")
    for axes in grid[:, 0]:
        axes.set_ylabel("test images read, share")
    return figure
