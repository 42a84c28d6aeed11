"""Pictures of lesson 09: digits, curves, and the grid of runs."""

import numpy as np
from matplotlib.ticker import NullFormatter

from course_lib.plots.style import (
    DATA,
    GRADIENT,
    OUTPUT,
    REFERENCE,
    RESIDUAL,
    new_figure,
    style,
)

# colour, line style and marker: told apart without colour as well
LOOKS = {
    "post-norm": (OUTPUT, "-", "o"),
    "pre-norm": (RESIDUAL, "--", "s"),
    "no norm": (GRADIENT, "-.", "^"),
    "no shortcut": (DATA, ":", "D"),
    "neither": (REFERENCE, (0, (5, 1, 1, 1, 1, 1)), "v"),
}


def look(variant):
    """Return the drawing options of a variant's line."""
    colour, line, marker = LOOKS[variant]
    return {
        "color": colour,
        "ls": line,
        "marker": marker,
        "ms": 5,
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


@style()
def training_curves(history):
    """Draw loss and validation accuracy of one run, epoch by epoch."""
    figure = new_figure("two")
    left, right = figure.subplots(1, 2)
    epochs = np.arange(1, len(history.loss) + 1)
    left.plot(epochs, history.loss, color=OUTPUT, marker="o", ms=4)
    left.axhline(np.log(10), color=REFERENCE, ls=":")
    left.annotate(
        "guessing: ln 10",
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
    figure = new_figure((9.0, 4.2))
    left, right = figure.subplots(1, 2)
    for variant, (activations, gradients) in sizes.items():
        layers = np.arange(len(activations))
        often = max(1, len(layers) // 8)
        left.plot(layers, activations, **look(variant), markevery=often)
        right.plot(layers, gradients, **look(variant), markevery=often)
    left.set(
        yscale="log",
        xlabel="layer",
        ylabel="activation, root mean square",
        title="A shortcut without norm explodes",
    )
    right.set(
        yscale="log",
        xlabel="layer",
        ylabel="gradient of the loss, RMS",
        title="and its gradients explode going back",
    )
    handles, labels = left.get_legend_handles_labels()
    figure.legend(handles, labels, loc="outside lower center", ncols=5)
    return figure


@style()
def accuracy_by_depth(table):
    """Draw accuracy against depth, a line a variant, a bar for the spread.

    Parameters
    ----------
    table : dict of str to dict of int to list of float
        ``table[variant][depth]``: accuracies of the runs that did not
        diverge, 0 for those that did.
    """
    figure = new_figure((6.4, 4.2))
    axes = figure.subplots()
    for variant, by_depth in table.items():
        depths = np.array(list(by_depth))
        runs = np.array(list(by_depth.values()))  # (depths, seeds)
        middle = np.median(runs, axis=1)
        reach = np.stack([middle - runs.min(axis=1), runs.max(1) - middle])
        axes.errorbar(depths, middle, reach, capsize=3, **look(variant))
    axes.set(
        xscale="log",
        xticks=depths,
        xticklabels=depths,
        ylim=(-0.04, 1.04),
        xlabel="depth, blocks",
        ylabel="accuracy on the test part",
        title="After 20 epochs only both together hold at 32 blocks",
    )
    axes.xaxis.set_minor_formatter(NullFormatter())
    axes.tick_params(axis="x", which="minor", length=0)
    figure.legend(loc="outside lower center", ncols=3)
    return figure
