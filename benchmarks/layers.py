"""How fast are the layers, and how accurate? Beside NumPy as usually written.

    python benchmarks/layers.py

Ratios are medians over turns of (time of the course) / (time of the usual
lines), on one thread: below 1 the course is faster. PyTorch's accuracy is
printed where it is installed. README.md beside the layers has three runs.
"""

import os

os.environ["OPENBLAS_NUM_THREADS"] = "1"

from timeit import Timer

import numpy as np
from tqdm import tqdm

from course_lib.layers import FeedForward, LayerNorm, RMSNorm, squared_error

try:
    import torch
except ImportError:
    torch = None


def usual_layer_norm(x, gamma, beta, dy, eps=1e-5):
    """Return y, dx and the gradients of gamma and beta."""
    mean, var = x.mean(-1, keepdims=True), x.var(-1, keepdims=True)
    std = np.sqrt(var + eps)
    x_hat = (x - mean) / std
    y = gamma * x_hat + beta
    dgamma, dbeta = (dy * x_hat).sum(axis=0), dy.sum(axis=0)
    dx_hat = dy * gamma
    mean = dx_hat.mean(-1, keepdims=True)
    along = (dx_hat * x_hat).mean(-1, keepdims=True)
    return y, (dx_hat - mean - x_hat * along) / std, dgamma, dbeta


def usual_rms_norm(x, gamma, dy, eps=1e-5):
    """Return y, dx and the gradient of gamma."""
    rms = np.sqrt((x**2).mean(-1, keepdims=True) + eps)
    x_hat = x / rms
    y, dgamma = gamma * x_hat, (dy * x_hat).sum(axis=0)
    dx_hat = dy * gamma
    along = (dx_hat * x_hat).mean(-1, keepdims=True)
    return y, (dx_hat - x_hat * along) / rms, dgamma


def norms(kind, usual, shape, dtype):
    """Return forward and backward, the course's and the usual ones."""
    x, dy = np.random.default_rng(0).standard_normal((2, *shape), dtype=dtype)
    layer = kind(shape[-1], dtype=dtype)
    given = layer.parameters().values()
    return lambda: (layer.forward(x), layer.backward(dy)), lambda: usual(
        x, *given, dy
    )


def steps(dtype, shape=(8, 200), d_ff=800, lr=0.1):
    """Return one training step, the course's and the usual one."""
    rng = np.random.default_rng(0)
    x, target = rng.standard_normal((2, *shape), dtype=dtype)
    layer = FeedForward(shape[-1], d_ff, dtype=dtype)
    W1, b1, W2, b2 = (p.copy() for p in layer.parameters().values())

    def course():
        y = layer.forward(x)
        return y, layer.backward_step(squared_error(y, target)[1], lr)

    def usual():
        nonlocal W1, b1, W2, b2
        M = x @ W1 + b1
        hidden = np.maximum(0, M)
        y = hidden @ W2 + b2
        dy = 2 * (y - target) / y.size
        dM = (dy @ W2.T) * (M > 0)
        dx = dM @ W1.T
        W1, b1 = W1 - lr * (x.T @ dM), b1 - lr * dM.sum(axis=0)
        W2, b2 = W2 - lr * (hidden.T @ dy), b2 - lr * dy.sum(axis=0)
        return y, dx

    return course, usual


def ratio(pair, turns):
    """Return the median of the turns, once both agree on the numbers."""
    for ours, other in zip(*(run() for run in pair)):
        assert np.allclose(ours, other, rtol=1e-3, atol=1e-3)
    timers = [Timer(run) for run in pair]
    calls = max(1, round(0.01 / min(timers[0].repeat(3, 1))))
    times = [[timer.timeit(calls) for timer in timers] for _ in range(turns)]
    return float(np.median([course / usual for course, usual in times]))


def accuracy():
    """Print the largest error of y in float32, with a mean of a million."""
    noise = np.random.default_rng(0).standard_normal((64, 768))
    x = (1e6 + noise).astype(np.float32)
    true = LayerNorm(768).forward(x.astype(float))
    found = {"course": LayerNorm(768).forward(x)}
    if torch:
        y = torch.nn.functional.layer_norm(torch.tensor(x), (768,))
        found["PyTorch"] = y.numpy()
    for name, y in found.items():
        print(f"largest error, mean 1e6, {name}: {abs(y - true).max():.1e}")


def main():
    """Print a line for each work and dtype, and the accuracy."""
    rows = {}
    for shape in ((8, 200), (4096, 768)):
        for dtype in ("float32", "float64"):
            for kind, usual in (
                (LayerNorm, usual_layer_norm),
                (RMSNorm, usual_rms_norm),
            ):
                title = f"{kind.__name__} {shape} {dtype}"
                rows[title] = norms(kind, usual, shape, dtype)
    for dtype in ("float32", "float64"):
        rows[f"FeedForward step {dtype}"] = steps(dtype)
    for title, pair in tqdm(rows.items(), leave=False):
        turns = 11 if "4096" in title else 101
        tqdm.write(f"{title:<32} {ratio(pair, turns):.2f}")
    accuracy()


if __name__ == "__main__":
    main()
