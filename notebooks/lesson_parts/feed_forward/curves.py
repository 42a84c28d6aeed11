"""Loss curves of one FeedForward for many learning rates and widths.

``python -m lesson_parts.feed_forward.curves`` computes them again, in
some seconds, and writes curves.json.
"""

import json
from functools import cache
from pathlib import Path

import numpy as np
from tqdm import tqdm

from course_desk import own_files
from course_lib.layers import FeedForward, squared_error

FILE = Path(__file__).with_name("curves.json")
TOKENS, D_MODEL = 8, 200
WIDTHS = (50, 200, 800)
LEARNING_RATES = (0.01, 0.03, 0.1, 0.3, 1.0, 3.0, 10.0)
STEPS = 200


def loss_curve(lr, d_ff):
    """Train on one batch with the squared error.

    Data and targets, uniform from 0 to 1, and weights come from seed 0.

    Parameters
    ----------
    lr : float
        Learning rate.
    d_ff : int
        Features of the hidden layer.

    Returns
    -------
    losses : ndarray, (STEPS + 1,)
        Before each step and after the last.
    alive : float
        Share of hidden entries above 0 at the end.
    """
    rng = np.random.default_rng(0)
    x, target = rng.uniform(size=(2, TOKENS, D_MODEL))
    layer = FeedForward(D_MODEL, d_ff, rng=rng)
    losses = []
    for _ in range(STEPS):
        loss, dy = squared_error(layer.forward(x), target)
        losses.append(loss)
        layer.backward_step(dy, lr)
    losses.append(squared_error(layer.forward(x), target)[0])
    return np.array(losses), float(np.mean(layer.hidden > 0))


@cache
def stored_curves():
    """Return ``(losses, alive)`` by learning rate and width."""
    rows = json.loads(FILE.read_text(encoding="utf-8"))
    return {
        (row["lr"], row["d_ff"]): (np.array(row["losses"]), row["alive"])
        for row in rows
    }


def main():
    """Compute all curves and store them with four significant digits."""
    rows = []
    for lr in tqdm(LEARNING_RATES, "learning rates"):
        for d_ff in WIDTHS:
            losses, alive = loss_curve(lr, d_ff)
            rounded = [float(f"{loss:.4g}") for loss in losses]
            rows.append(
                {"lr": lr, "d_ff": d_ff, "alive": round(alive, 4),
                 "losses": rounded}
            )  # fmt: skip
    text = ",\n".join(json.dumps(row, allow_nan=False) for row in rows)
    own_files.write(FILE, f"[\n{text}\n]\n")


if __name__ == "__main__":
    main()
