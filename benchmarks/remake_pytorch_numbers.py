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


def grads(loss, inputs):
    """Return the gradient of the loss by each of the inputs."""
    names = list(inputs)
    values = torch.autograd.grad(loss, [inputs[name] for name in names])
    return {f"d{name}": grad for name, grad in zip(names, values)}


def tensors(rng, **shapes):
    """Return random leaves, which gradients reach."""
    return {
        name: torch.tensor(rng.standard_normal(shape), requires_grad=True)
        for name, shape in shapes.items()
    }


def layer_norm_case(rng, shape, eps):
    """LayerNorm."""
    leaves = tensors(rng, x=shape, gamma=shape[-1:], beta=shape[-1:])
    y = functional.layer_norm(
        leaves["x"], shape[-1:], leaves["gamma"], leaves["beta"], eps
    )
    return y, leaves


def add_norm_case(rng, shape, eps):
    """LayerNorm of a sum."""
    leaves = tensors(
        rng, prev=shape, orig=shape, gamma=shape[-1:], beta=shape[-1:]
    )
    y = functional.layer_norm(
        leaves["prev"] + leaves["orig"],
        shape[-1:],
        leaves["gamma"],
        leaves["beta"],
        eps,
    )
    return y, leaves


def feed_forward_case(rng, shape, d_ff):
    """Linear, ReLU, Linear."""
    n = shape[-1]
    leaves = tensors(
        rng, x=shape, W1=(n, d_ff), b1=(d_ff,), W2=(d_ff, n), b2=(n,)
    )
    hidden = functional.linear(leaves["x"], leaves["W1"].T, leaves["b1"])
    y = functional.linear(hidden.relu(), leaves["W2"].T, leaves["b2"])
    return y, leaves


def stack_case(rng, shape, d_ff, order):
    """One block with shortcut and norm."""
    _, leaves = feed_forward_case(rng, shape, d_ff)
    leaves |= tensors(rng, gamma=shape[-1:], beta=shape[-1:])

    def norm(z):
        return functional.layer_norm(
            z, shape[-1:], leaves["gamma"], leaves["beta"]
        )

    def sublayer(z):
        hidden = functional.linear(z, leaves["W1"].T, leaves["b1"]).relu()
        return functional.linear(hidden, leaves["W2"].T, leaves["b2"])

    x = leaves["x"]
    y = norm(x + sublayer(x)) if order == "post" else x + sublayer(norm(x))
    return y, leaves


def rms_norm_case(rng, shape, eps):
    """RMSNorm."""
    leaves = tensors(rng, x=shape, gamma=shape[-1:])
    y = functional.rms_norm(leaves["x"], shape[-1:], leaves["gamma"], eps)
    return y, leaves


def gated_case(rng, shape, d_ff):
    """SwiGLU, from linear maps and SiLU."""
    wide, narrow = (shape[-1], d_ff), (d_ff, shape[-1])
    leaves = tensors(rng, x=shape, W_gate=wide, W_up=wide, W_down=narrow)
    return gated(leaves["x"], leaves), leaves


def gated(x, leaves):
    """Return the output of the gated layer with these weights."""
    gate = functional.silu(functional.linear(x, leaves["W_gate"].T))
    up = functional.linear(x, leaves["W_up"].T)
    return functional.linear(gate * up, leaves["W_down"].T)


def todays_block_case(rng, shape, d_ff):
    """One block with the norm before its gated layer: x + f(RMSNorm(x))."""
    _, leaves = gated_case(rng, shape, d_ff)
    leaves |= tensors(rng, gamma=shape[-1:])
    x, gamma = leaves["x"], leaves["gamma"]
    inside = functional.rms_norm(x, shape[-1:], gamma, 1e-5)
    return x + gated(inside, leaves), leaves


def loss_case(rng, kind, shape):
    """Return a loss, its input and its target."""
    y = rng.standard_normal(shape)
    if kind == "squared_error":
        target = torch.tensor(rng.standard_normal(shape))
        loss = functional.mse_loss
    elif kind == "classes":
        y *= 10
        target = torch.tensor(rng.integers(0, shape[-1], shape[:-1]))
        loss = rows_first(functional.cross_entropy)
    elif kind == "probabilities":
        target = torch.tensor(rng.dirichlet(np.ones(shape[-1]), shape[:-1]))
        loss = rows_first(functional.cross_entropy)
    else:
        y = rng.uniform(0.1, 3, shape)
        target = torch.tensor(rng.uniform(0, 1, shape))

        def loss(y, target):
            return -(target * y.log()).mean()

    y = torch.tensor(y, requires_grad=True)
    return loss(y, target), {"y": y}, target


def rows_first(loss):
    """Let PyTorch's cross entropy, classes second, take (..., classes)."""

    def of_rows(y, target):
        classes = y.shape[-1]
        flat = (
            target.reshape(-1, classes)
            if target.shape == y.shape
            else target.reshape(-1)
        )
        return loss(y.reshape(-1, classes), flat)

    return of_rows


def cases():
    """Yield name and numbers of all cases."""
    rng = np.random.default_rng(20240)
    made = {
        "layer_norm": [
            (*layer_norm_case(rng, shape, eps), {"eps": eps})
            for eps in EPSILONS
            for shape in SHAPES
        ],
        "add_norm": [
            (*add_norm_case(rng, shape, eps), {"eps": eps})
            for eps in EPSILONS[:2]
            for shape in SHAPES
        ],
        "feed_forward": [
            (*feed_forward_case(rng, shape, d_ff), {})
            for d_ff in (1, 3, 8)
            for shape in SHAPES
        ],
        "block_post": [
            (*stack_case(rng, shape, 4, "post"), {}) for shape in SHAPES[2:4]
        ],
        "block_pre": [
            (*stack_case(rng, shape, 4, "pre"), {}) for shape in SHAPES[2:4]
        ],
    }
    yield from with_gradients(rng, made)
    for kind in ("squared_error", "classes", "probabilities", "positive"):
        for i, shape in enumerate(SHAPES[:4]):
            loss, leaves, target = loss_case(rng, kind, shape)
            found = {"loss": loss, "target": target, **leaves}
            yield f"{kind}-{i}", found | grads(loss, leaves)


def newer_cases():
    """Yield name and numbers of the cases of newer layers."""
    rng = np.random.default_rng(20241)
    made = {
        "rms_norm": [
            (*rms_norm_case(rng, shape, eps), {"eps": eps})
            for eps in EPSILONS
            for shape in SHAPES
        ],
        "gated": [
            (*gated_case(rng, shape, d_ff), {})
            for d_ff in (1, 3, 8)
            for shape in SHAPES
        ],
        "block_today": [
            (*todays_block_case(rng, shape, 4), {}) for shape in SHAPES[2:4]
        ],
    }
    yield from with_gradients(rng, made)


def with_gradients(rng, made):
    """Yield name and numbers of all cases of layers, with a random dy."""
    for kind, several in made.items():
        for i, (y, leaves, settings) in enumerate(several):
            dy = torch.tensor(rng.standard_normal(y.shape))
            found = {"y": y, "dy": dy, **leaves, **settings}
            yield f"{kind}-{i}", found | grads((y * dy).sum(), leaves)


def main():
    """Write the file."""
    torch.set_num_threads(1)
    arrays, count = {}, 0
    for name, numbers in (*cases(), *newer_cases()):
        count += 1
        for key, value in numbers.items():
            if isinstance(value, torch.Tensor):
                value = value.detach().numpy()
            arrays[f"{name}/{key}"] = np.asarray(value)
    np.savez_compressed(FILE, **arrays)
    print(f"{count} cases, {FILE.stat().st_size} bytes in {FILE.name}")


if __name__ == "__main__":
    main()
