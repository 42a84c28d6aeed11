"""The whole grid: five variants, six depths, three seeds.

``python -m course_lib.training.grid`` trains what is missing from grid.json
and goes on where it stopped; delete the file to begin anew. It takes a
quarter of an hour or so on one core.

For every variant and depth the learning rate is the one that did best on the
validation part with seed 0: of seven, and of smaller ones as long as the
smallest tried does best, so that no variant fails for want of a small step.
The three runs that count use seeds 1, 2 and 3, and each looks at the test
part once, after its last step.
"""

import json
from pathlib import Path

import numpy as np
from tqdm import tqdm

from course_lib.data.digits import load_digits
from course_lib.training.classifier import VARIANTS, Classifier
from course_lib.training.norms import sizes_by_layer
from course_lib.training.train import train

FILE = Path(__file__).parent.parent / "data" / "grid.json"
DEPTHS = (1, 2, 4, 8, 16, 32)
SEEDS = (1, 2, 3)
LEARNING_RATES = (0.0003, 0.001, 0.003, 0.01, 0.03, 0.1, 0.3)
SMALLER = (0.0001, 3e-05, 1e-05, 3e-06, 1e-06, 3e-07, 1e-07, 3e-08, 1e-08)
EPOCHS = 20


def one_run(variant, depth, *, lr, seed, epochs=EPOCHS, progress=iter):
    """Train one classifier from its seed.

    Returns
    -------
    model : Classifier
    history : course_lib.training.train.History
    """
    weights, shuffle = np.random.default_rng(seed).spawn(2)
    model = Classifier(variant, depth, rng=weights)
    history = train(
        model,
        load_digits(),
        epochs=epochs,
        lr=lr,
        rng=shuffle,
        progress=progress,
    )
    return model, history


def search_run(variant, depth, lr):
    """Return the validation accuracy of one candidate learning rate."""
    _, history = one_run(variant, depth, lr=lr, seed=0)
    return {
        "variant": variant,
        "depth": depth,
        "lr": lr,
        "validation": 0.0 if history.diverged else history.validation[-1],
    }


def final_run(variant, depth, lr, seed):
    """Return all that lesson 09 shows of one run."""
    model, history = one_run(variant, depth, lr=lr, seed=seed)
    batch = load_digits()["train"]
    x, digit = batch.x[:256], batch.digit[:256]
    start, _ = np.random.default_rng(seed).spawn(2)
    fresh = Classifier(variant, depth, rng=start)
    before, after = (sizes_by_layer(m, x, digit) for m in (fresh, model))
    return {
        "variant": variant,
        "depth": depth,
        "seed": seed,
        "lr": lr,
        "diverged": bool(history.diverged),
        "loss": _digits(history.loss),
        "validation": _digits(history.validation),
        "test": None
        if history.diverged
        else round(model.accuracy(load_digits()["test"]), 5),
        "activations": _digits(before[0]),
        "gradients": _digits(before[1]),
        "activations_after": _digits(after[0]),
        "gradients_after": _digits(after[1]),
    }


def best_lr(search, variant, depth):
    """Return the learning rate that did best; of equals, the smaller."""
    rows = [
        r for r in search if (r["variant"], r["depth"]) == (variant, depth)
    ]
    return max(rows, key=lambda r: (r["validation"], -r["lr"]))["lr"]


def rates_to_try(search, variant, depth):
    """Return the learning rates that the search of one cell still lacks."""
    tried = [
        r["lr"]
        for r in search
        if (r["variant"], r["depth"]) == (variant, depth)
    ]
    missing = [lr for lr in LEARNING_RATES if lr not in tried]
    if missing or best_lr(search, variant, depth) > min(tried):
        return missing
    return [lr for lr in SMALLER if lr < min(tried)][:1]


def load_grid():
    """Read the stored grid: ``{"search": [...], "runs": [...]}``."""
    return json.loads(FILE.read_text(encoding="utf-8"))


def main():
    """Train what is missing, and save after every run."""
    grid = load_grid() if FILE.exists() else {"search": [], "runs": []}
    cells = [(v, d) for v in VARIANTS for d in DEPTHS]
    for cell in tqdm(cells, "learning rates"):
        while rates := rates_to_try(grid["search"], *cell):
            grid["search"].append(search_run(*cell, rates[0]))
            _save(grid)
    done = {(r["variant"], r["depth"], r["seed"]) for r in grid["runs"]}
    wanted = [(v, d, seed) for v, d in cells for seed in SEEDS]
    for key in tqdm([k for k in wanted if k not in done], "runs"):
        variant, depth, seed = key
        lr = best_lr(grid["search"], variant, depth)
        grid["runs"].append(final_run(variant, depth, lr, seed))
        _save(grid)


def _save(grid):
    lines = {
        name: ",\n".join(json.dumps(row, allow_nan=False) for row in rows)
        for name, rows in grid.items()
    }
    text = ",\n".join(f'"{n}": [\n{rows}\n]' for n, rows in lines.items())
    part = FILE.with_suffix(".part")
    part.write_text("{\n" + text + "\n}\n", encoding="utf-8")
    part.replace(FILE)  # an interrupted run loses nothing


def _digits(values):
    """Four significant digits; None where a run left the finite numbers."""
    return [
        float(f"{value:.4g}") if np.isfinite(value) else None
        for value in values
    ]


if __name__ == "__main__":
    main()
