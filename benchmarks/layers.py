"""How fast are the layers? Ratios to the same work done in other ways.

    python benchmarks/layers.py            everything, about 4 minutes
    python benchmarks/layers.py --seconds 1 --only small step

Every line is one run: the candidates take turns in short slices, in an order
that is shuffled every time, on one thread. The ratio is the median over the
turns of (time of the course) / (time of the other). Time is the processor's,
so that others on the machine disturb little. Below 1 the course is faster.
All candidates must first agree on the numbers. PyTorch takes part where it is
installed.
"""

import argparse
import time
from timeit import Timer

import numpy as np
from threadpoolctl import threadpool_limits
from tqdm import tqdm

from course_lib.layers import FeedForward, LayerNorm, RMSNorm, squared_error

try:
    import torch
    from torch.nn import functional
except ImportError:
    torch = None

SLICE = 10e-3  # seconds; long enough to warm the caches after each turn
DTYPES = (np.float32, np.float64)


def report(title, candidates, seconds, dtype):
    """Print a line: the course's own time, and its ratio to each other."""
    agree(candidates, dtype)
    times = dict(zip(candidates, compare(candidates, seconds).T))
    own = times.pop("course")
    text = "".join(
        f"{np.median(own / time):7.2f} of {other}"
        for other, time in times.items()
    )
    title = f"{title} {np.dtype(dtype)}"
    tqdm.write(f"{title:<37}{np.median(own) * 1e6:7.0f} us {text}")


def agree(candidates, dtype):
    """Refuse to time candidates that compute something else."""
    tolerance = 1e-3 if dtype == np.float32 else 1e-9
    ours, *others = (run() for run in candidates.values())
    for other in others:
        for a, b in zip(ours, other, strict=True):
            np.testing.assert_allclose(a, b, rtol=tolerance, atol=tolerance)


def compare(candidates, seconds):
    """Run the candidates in turns; return seconds per call, one row a turn.

    Parameters
    ----------
    candidates : dict of str to callable
        The course's comes first.

    Returns
    -------
    times : ndarray, (turns, candidates)
    """
    timers = [
        Timer(run, timer=time.process_time) for run in candidates.values()
    ]
    calls = [max(1, round(SLICE / min(t.repeat(4, 1)))) for t in timers]
    order = np.random.default_rng(0)
    turns = []
    end = time.perf_counter() + seconds
    while time.perf_counter() < end or len(turns) < 5:
        turn = np.empty(len(timers))
        for i in order.permutation(len(timers)):
            turn[i] = timers[i].timeit(calls[i]) / calls[i]
        turns.append(turn)
    return np.array(turns)


# --- The norms, forward and backward ---


def norm(kind, tokens, d_model, dtype, seconds):
    """Time forward and backward on rows of standard normal numbers."""
    rng = np.random.default_rng(0)
    x, dy = rng.standard_normal((2, tokens, d_model)).astype(dtype)
    gamma, beta = np.ones(d_model, dtype), np.zeros(d_model, dtype)

    def course(layer):
        return lambda: (layer.forward(x), layer.backward(dy))

    def usual():
        if kind is RMSNorm:
            return usual_rms_norm(x, gamma, dy)
        y, x_hat, std = usual_forward(x, gamma, beta)
        return y, usual_backward(dy, x_hat, std, gamma)[0]

    candidates = {
        "course": course(kind(d_model, dtype=dtype)),
        "usual NumPy": usual,
    }
    if torch:
        candidates["PyTorch"] = torch_norm(kind, x, dy)
    title = f"{kind.__name__} ({tokens}, {d_model})"
    report(title, candidates, seconds, dtype)


def usual_forward(x, gamma, beta, eps=1e-5):
    """Return y, and what backward needs, as they are usually written."""
    mean = x.mean(axis=-1, keepdims=True)
    var = x.var(axis=-1, keepdims=True)
    std = np.sqrt(var + eps)
    x_hat = (x - mean) / std
    return gamma * x_hat + beta, x_hat, std


def usual_backward(dy, x_hat, std, gamma):
    """Return dx, dgamma, dbeta."""
    dgamma = (dy * x_hat).sum(axis=0)
    dbeta = dy.sum(axis=0)
    dx_hat = dy * gamma
    mean = dx_hat.mean(axis=-1, keepdims=True)
    product = (dx_hat * x_hat).mean(axis=-1, keepdims=True)
    return (dx_hat - mean - x_hat * product) / std, dgamma, dbeta


def usual_rms_norm(x, gamma, dy, eps=1e-5):
    """Return y and dx, as they are usually written."""
    rms = np.sqrt((x**2).mean(axis=-1, keepdims=True) + eps)
    x_hat = x / rms
    y = gamma * x_hat
    _ = (dy * x_hat).sum(axis=0)  # dgamma
    dx_hat = dy * gamma
    share = (dx_hat * x_hat).mean(axis=-1, keepdims=True)
    return y, (dx_hat - x_hat * share) / rms


def torch_norm(kind, x, dy):
    """Return the same forward and backward in PyTorch."""
    x, dy = torch.tensor(x, requires_grad=True), torch.tensor(dy)
    layer = getattr(torch.nn, kind.__name__)(
        x.shape[-1], eps=1e-5, dtype=x.dtype
    )

    def run():
        x.grad = None
        layer.zero_grad()
        y = layer(x)
        y.backward(dy)
        return y.detach(), x.grad

    return run


# --- FeedForward, one training step ---


def step(dtype, seconds, tokens=8, d_model=200, d_ff=800):
    """Time forward, loss, backward and update."""
    rng = np.random.default_rng(0)
    x, target = rng.standard_normal((2, tokens, d_model)).astype(dtype)
    layer = FeedForward(d_model, d_ff, dtype=dtype)
    weights = [p.copy() for p in layer.parameters().values()]

    def course():
        _, dy = squared_error(layer.forward(x), target)
        return (layer.backward_step(dy, 0.1),)

    candidates = {
        "course": course,
        "usual NumPy": usual_step(x, target, *weights),
    }
    if torch:
        candidates["PyTorch"] = torch_step(x, target, weights)
    title = f"FeedForward step {tokens}x{d_model}x{d_ff}"
    report(title, candidates, seconds, dtype)


def usual_step(x, target, W1, b1, W2, b2, lr=0.1):
    """Return the step with new arrays for every result."""

    def run():
        nonlocal W1, b1, W2, b2
        M = x @ W1 + b1
        hidden = np.maximum(0, M)
        y = hidden @ W2 + b2
        dy = 2 * (y - target) / y.size
        dM = (dy @ W2.T) * (M > 0)
        dx = dM @ W1.T
        W1, b1 = W1 - lr * (x.T @ dM), b1 - lr * dM.sum(axis=0)
        W2, b2 = W2 - lr * (hidden.T @ dy), b2 - lr * dy.sum(axis=0)
        return (dx,)

    return run


def torch_step(x, target, weights):
    """Return the same training step in PyTorch, with its own optimizer."""
    x, target = torch.tensor(x, requires_grad=True), torch.tensor(target)
    W1, b1, W2, b2 = (torch.tensor(p) for p in weights)
    first = torch.nn.Linear(*W1.shape, dtype=x.dtype)
    second = torch.nn.Linear(*W2.shape, dtype=x.dtype)
    with torch.no_grad():
        for own, p in zip(
            (first.weight, first.bias, second.weight, second.bias),
            (W1.T, b1, W2.T, b2),
        ):
            own.copy_(p)
    model = torch.nn.Sequential(first, torch.nn.ReLU(), second)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)

    def run():
        optimizer.zero_grad()
        x.grad = None
        functional.mse_loss(model(x), target).backward()
        optimizer.step()
        return (x.grad,)

    return run


# --- Accuracy ---


def accuracy():
    """Print the largest error of y in float32 as the mean grows."""
    tqdm.write("\nmean of x   largest error of y in float32")
    rng = np.random.default_rng(0)
    layer, gamma, beta = LayerNorm(768), np.float32(1), np.float32(0)
    for mean in (0, 1e2, 1e4, 1e6):
        x = (mean + rng.standard_normal((64, 768))).astype(np.float32)
        found = {
            "course": layer.forward(x),
            "usual NumPy": usual_forward(x, gamma, beta)[0],
        }
        if torch:
            y = functional.layer_norm(torch.tensor(x), (768,)).numpy()
            found["PyTorch"] = y
        true = layer.forward(x.astype(np.float64))
        errors = (
            f"   {name} {np.abs(y - true).max():.1e}"
            for name, y in found.items()
        )
        tqdm.write(f"{mean:9.0e}{''.join(errors)}")


PARTS = {
    "small": lambda s: [norm(LayerNorm, 8, 200, t, s) for t in DTYPES],
    "large": lambda s: [norm(LayerNorm, 4096, 768, t, s) for t in DTYPES],
    "rms": lambda s: [
        norm(RMSNorm, *shape, t, s)
        for shape in ((8, 200), (4096, 768))
        for t in DTYPES
    ],
    "step": lambda s: [step(t, s) for t in DTYPES],
    "accuracy": lambda s: accuracy(),
}


def main():
    """Run the parts asked for."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=20, help="a line")
    parser.add_argument("--only", nargs="+", choices=PARTS, default=PARTS)
    options = parser.parse_args()
    if torch:
        torch.set_num_threads(1)
    else:
        print("PyTorch is not installed: no ratios to it.")
    with threadpool_limits(1):
        for part in tqdm(options.only, leave=False):
            PARTS[part](options.seconds)


if __name__ == "__main__":
    main()
