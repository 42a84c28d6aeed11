"""Remake pytorch_numbers.npz: what PyTorch says to 92 cases.

    python benchmarks/remake_pytorch_numbers.py

It needs PyTorch, which the tests do not: they read the file. Inputs are in
it as well, so that it does not hang on any random generator. All is computed
in float64 on one thread; every case holds the loss and all gradients.
"""

from pathlib import Path

import numpy as np
import torch
from torch.nn import functional

TOP = Path(__file__).parents[1]
FILE = TOP / "tests" / "layers" / "pytorch_numbers.npz"
SHAPES = [(4,), (1, 5), (3, 4), (2, 3, 5), (2, 1, 2, 3)]
EPSILONS = [1e-5, 1e-12, 1e-1]
WIDTHS = [1, 3, 8]


def norm(z, p, eps=1e-5):
    """LayerNorm, or RMSNorm where there is no beta."""
    shape = z.shape[-1:]
    if "beta" in p:
        return functional.layer_norm(z, shape, p["gamma"], p["beta"], eps)
    return functional.rms_norm(z, shape, p["gamma"], eps)


def feed_forward(z, p):
    """Linear, ReLU, Linear, or SwiGLU from linear maps and SiLU."""
    if "W1" in p:
        hidden = functional.linear(z, p["W1"].T, p["b1"]).relu()
        return functional.linear(hidden, p["W2"].T, p["b2"])
    gate = functional.silu(functional.linear(z, p["W_gate"].T))
    up = functional.linear(z, p["W_up"].T)
    return functional.linear(gate * up, p["W_down"].T)


def norm_alone(p, eps):
    """Normalize x, or prev + orig."""
    return norm(p["x"] if "x" in p else p["prev"] + p["orig"], p, eps)


def feed_forward_alone(p, _):
    return feed_forward(p["x"], p)


def post_norm(p, _):
    return norm(p["x"] + feed_forward(p["x"], p), p)


def pre_norm(p, _):
    return p["x"] + feed_forward(norm(p["x"], p), p)


# kind: formula, names of the leaves, what varies, shapes of x
LAYERS = {
    "layer_norm": (norm_alone, "x gamma beta", EPSILONS, SHAPES),
    "add_norm": (norm_alone, "prev orig gamma beta", EPSILONS[:2], SHAPES),
    "feed_forward": (feed_forward_alone, "x W1 b1 W2 b2", WIDTHS, SHAPES),
    "block_post": (post_norm, "x W1 b1 W2 b2 gamma beta", [4], SHAPES[2:4]),
    "block_pre": (pre_norm, "x W1 b1 W2 b2 gamma beta", [4], SHAPES[2:4]),
}
NEWER_LAYERS = {
    "rms_norm": (norm_alone, "x gamma", EPSILONS, SHAPES),
    "gated": (feed_forward_alone, "x W_gate W_up W_down", WIDTHS, SHAPES),
    "block_today": (pre_norm, "x W_gate W_up W_down gamma", [4], SHAPES[2:4]),
}


def random_leaves(rng, names, shape, d_ff):
    """Return random arrays, which gradients reach."""
    n = shape[-1]
    shapes = {"W1": (n, d_ff), "b1": (d_ff,), "W2": (d_ff, n), "b2": (n,)}
    shapes |= {"W_gate": (n, d_ff), "W_up": (n, d_ff), "W_down": (d_ff, n)}
    shapes |= dict.fromkeys(["x", "prev", "orig"], shape)
    shapes |= dict.fromkeys(["gamma", "beta"], (n,))
    return {
        name: torch.tensor(
            rng.standard_normal(shapes[name]), requires_grad=True
        )
        for name in names.split()
    }


def layer_cases(rng, kinds):
    """Yield name and numbers of the cases of layers, with a random dy."""
    made = []
    for kind, (formula, names, varied, shapes) in kinds.items():
        each = [(value, shape) for value in varied for shape in shapes]
        for i, (value, shape) in enumerate(each):
            leaves = random_leaves(rng, names, shape, value)
            y = formula(leaves, value)
            eps = {"eps": value} if formula is norm_alone else {}
            made.append((f"{kind}-{i}", y, leaves, eps))
    for name, y, leaves, eps in made:
        dy = torch.tensor(rng.standard_normal(y.shape))
        found = {"y": y, "dy": dy, **leaves, **eps}
        yield name, found | gradients((y * dy).sum(), leaves)


def gradients(loss, leaves):
    """Return the gradient of the loss by each of the leaves."""
    found = torch.autograd.grad(loss, [*leaves.values()])
    return {f"d{name}": grad for name, grad in zip(leaves, found)}


def loss_cases(rng):
    """Yield name and numbers of the cases of losses."""
    for kind in ("squared_error", "classes", "probabilities", "positive"):
        for i, shape in enumerate(SHAPES[:4]):
            y = rng.standard_normal(shape)
            if kind == "squared_error":
                target = rng.standard_normal(shape)
            elif kind == "classes":
                y *= 10
                target = rng.integers(0, shape[-1], shape[:-1])
            elif kind == "probabilities":
                target = rng.dirichlet(np.ones(shape[-1]), shape[:-1])
            else:
                y = rng.uniform(0.1, 3, shape)
                target = rng.uniform(0, 1, shape)
            leaves = {"y": torch.tensor(y, requires_grad=True)}
            target = torch.tensor(target)
            loss = LOSSES[kind](leaves["y"], target)
            found = {"loss": loss, "target": target, **leaves}
            yield f"{kind}-{i}", found | gradients(loss, leaves)


def rows_first(y, target):
    """Let PyTorch's cross entropy, classes second, take (..., classes)."""
    classes = y.shape[-1]
    if target.shape == y.shape:
        target = target.reshape(-1, classes)
    else:
        target = target.reshape(-1)
    return functional.cross_entropy(y.reshape(-1, classes), target)


LOSSES = {
    "squared_error": functional.mse_loss,
    "classes": rows_first,
    "probabilities": rows_first,
    "positive": lambda y, target: -(target * y.log()).mean(),
}


def main():
    """Write the file."""
    torch.set_num_threads(1)
    rng = np.random.default_rng(20240)
    made = dict(layer_cases(rng, LAYERS)) | dict(loss_cases(rng))
    made |= dict(layer_cases(np.random.default_rng(20241), NEWER_LAYERS))
    arrays = {
        f"{name}/{key}": value.detach().numpy()
        if isinstance(value, torch.Tensor)
        else value
        for name, numbers in made.items()
        for key, value in numbers.items()
    }
    np.savez_compressed(FILE, **arrays)
    print(f"{len(made)} cases, {FILE.stat().st_size} bytes in {FILE.name}")


if __name__ == "__main__":
    main()
