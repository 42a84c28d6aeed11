"""Explorer of lesson 08: learning rate and width, on stored curves."""

from course_lib.explorers.base import Choice, Explorer, number
from course_lib.plots.style import OUTPUT, REFERENCE, TEXT
from course_lib.training.feed_forward_curves import (
    LEARNING_RATES,
    STEPS,
    WIDTHS,
    stored_curves,
)

# What is left when only b2 learns: the spread of 8 targets a column.
ONLY_THE_BIAS = 0.0717


class RateAndWidth(Explorer):
    """The training curve of one FeedForward, for one rate and one width."""

    task = (
        "Keep the width at 800 and raise the learning rate step by step, "
        "from 0.01 to 10. Where is it best, and what happens at 10?"
    )
    question = "What will a learning rate of 10 do to this layer?"
    choices = {
        "train ten times faster than 1": (
            "The first step overshoots so far that no hidden entry ever "
            "opens again. Look at how many are alive."
        ),
        "make the loss infinite": (
            "The loss leaps up at first, but it comes down again, and then "
            "stays: the hidden layer is dead and only b₂ learns."
        ),
        "kill the hidden layer": (
            "One huge step pushes every pre-activation below 0. After that "
            "only b₂ learns, and the loss stays at 0.0717."
        ),
    }
    answer = "kill the hidden layer"
    controls = {
        "lr": Choice(
            "learning rate",
            tuple(f"{lr:g}" for lr in LEARNING_RATES),
            start="0.1",
            buttons=True,
        ),
        "d_ff": Choice(
            "width d_ff",
            tuple(str(width) for width in WIDTHS),
            start="800",
            buttons=True,
        ),
    }

    def draw(self, figure, **start):
        """Lay out the axes, which stay, and the curve, which moves."""
        axes = figure.add_subplot()
        axes.set(
            xlim=(0, STEPS),
            ylim=(1e-5, 1e3),
            yscale="log",
            xlabel="step",
            ylabel="squared error",
            title="Too slow, just right, or dead",
        )
        axes.axhline(ONLY_THE_BIAS, color=REFERENCE, ls=":")
        axes.text(
            STEPS, ONLY_THE_BIAS * 1.25, "only b₂ learns", ha="right",
            color=TEXT,
        )  # fmt: skip
        return {"curve": axes.plot([], [], color=OUTPUT, lw=2)[0]}

    def state(self, lr, d_ff):
        """Look up the stored curve of this rate and width."""
        losses, alive = stored_curves()[float(lr), int(d_ff)]
        return {"losses": losses, "alive": alive}

    def move(self, artists, now):
        """Show the curve."""
        steps = range(len(now.losses))
        artists["curve"].set_data(steps, now.losses.clip(1e-5))

    def sentence(self, now):
        """Say where the loss started, where it ended, and who is alive."""
        losses = now.losses
        return (
            f"Learning rate {now.lr}, width {now.d_ff}: the loss goes from "
            f"{number(losses[0], 3)} to {number(losses[-1], 5)} in {STEPS} "
            f"steps, by way of {number(losses.max(), 2)} at its highest; "
            f"{number(100 * now.alive, 0)} % of the hidden entries are alive "
            "at the end."
        )
