"""How fast are the layers? Ratios to the same work done in other ways.

    python benchmarks/layers.py            everything, about 2 minutes
    python benchmarks/layers.py --seconds 1 --only small ffn

Every line is one run: the candidates take turns in short slices, in an order
that is shuffled every time, on one thread. The ratio is the median over the
turns of (time of the course) / (time of the other). Time is the processor's,
so that others on the machine disturb little. Below 1 the course is faster.
All candidates must first agree on the numbers. PyTorch and numba take part
where they are installed.
"""

import argparse
import time
from importlib.util import find_spec

import numpy as np
from peers import TaughtFeedForward, TaughtLayerNorm
from threadpoolctl import threadpool_limits
from tqdm import tqdm

from course_lib.layers import FeedForward, LayerNorm, squared_error
from course_lib.layers.compiled import CompiledLayerNorm

try:
    import torch
    from torch.nn import functional
except ImportError:
    torch = None

SLICE = 10e-3  # seconds; long enough to warm the caches after each turn
DTYPES = (np.float32, np.float64)
OURS = ("course", "compiled")  # each gets a line of ratios to the others


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
    runs = [(run, how_many(run)) for run in candidates.values()]
    order = np.random.default_rng(0)
    turns = []
    end = time.perf_counter() + seconds
    while time.perf_counter() < end or len(turns) < 5:
        turn = np.empty(len(runs))
        for i in order.permutation(len(runs)):
            run, n = runs[i]
            turn[i] = seconds_for(run, n) / n
        turns.append(turn)
    return np.array(turns)


def how_many(run):
    """Return how many calls fill a slice."""
    run()
    return max(1, round(SLICE / min(seconds_for(run, 1) for _ in range(3))))


def seconds_for(run, n):
    """Return the seconds that n calls take."""
    start = time.process_time()
    for _ in range(n):
        run()
    return time.process_time() - start


def report(title, candidates, seconds, dtype):
    """Print a line for each of ours: its own time, and its ratios."""
    agree(candidates, dtype)
    times = dict(zip(candidates, compare(candidates, seconds).T))
    others = [name for name in candidates if name not in OURS]
    for name in (name for name in OURS if name in candidates):
        text = "".join(
            f"{np.median(times[name] / times[other]):7.2f} of {other}"
            for other in others
        )
        own = np.median(times[name]) * 1e6
        tqdm.write(f"{title:<37}{name:<9}{own:7.0f} us {text}")


def agree(candidates, dtype):
    """Refuse to time candidates that compute something else."""
    tolerance = 1e-3 if dtype == np.float32 else 1e-9
    ours, *others = (run() for run in candidates.values())
    for other in others:
        for a, b in zip(ours, other, strict=True):
            np.testing.assert_allclose(a, b, rtol=tolerance, atol=tolerance)


# --- LayerNorm, forward and backward ---


def layer_norm(tokens, d_model, dtype, seconds):
    """Time forward and backward on rows of standard normal numbers."""
    rng = np.random.default_rng(0)
    x, dy = rng.standard_normal((2, tokens, d_model)).astype(dtype)
    candidates = {
        "course": once(LayerNorm(d_model, dtype=dtype), x, dy),
        "NumPy as taught": once(TaughtLayerNorm(d_model, dtype), x, dy),
    }
    if find_spec("numba"):
        layer = CompiledLayerNorm(d_model, dtype=dtype)
        candidates["compiled"] = once(layer, x, dy)
    if torch:
        candidates["PyTorch"] = torch_layer_norm(x, dy)
    title = f"LayerNorm ({tokens}, {d_model}) {np.dtype(dtype)}"
    report(title, candidates, seconds, dtype)


def once(layer, x, dy):
    """Return a function that goes forward and back once."""
    return lambda: (layer.forward(x), layer.backward(dy))


def torch_layer_norm(x, dy):
    """Return the same forward and backward in PyTorch."""
    x = torch.tensor(x, requires_grad=True)
    dy = torch.tensor(dy)
    layer = torch.nn.LayerNorm(x.shape[-1], dtype=x.dtype)

    def run():
        x.grad = layer.weight.grad = layer.bias.grad = None
        y = layer(x)
        y.backward(dy)
        return y.detach(), x.grad

    return run


# --- FeedForward, one training step ---


def feed_forward(dtype, seconds, tokens=8, d_model=200, d_ff=800):
    """Time forward, loss, backward and update."""
    rng = np.random.default_rng(0)
    x, target = rng.standard_normal((2, tokens, d_model)).astype(dtype)
    course = FeedForward(d_model, d_ff, dtype=dtype)
    weights = [p.copy() for p in course.parameters().values()]
    taught = TaughtFeedForward(*weights)

    def course_step():
        _, dy = squared_error(course.forward(x), target)
        return (course.backward_step(dy, 0.1),)

    candidates = {
        "course": course_step,
        "NumPy as taught": lambda: (taught.train(x, target, 0.1),),
    }
    if torch:
        candidates["PyTorch"] = torch_step(x, target, weights)
    title = f"FeedForward step {tokens}x{d_model}x{d_ff} {np.dtype(dtype)}"
    report(title, candidates, seconds, dtype)


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


# --- accuracy ---


def accuracy():
    """Print the largest error of y in float32 as the mean grows."""
    tqdm.write("\nmean of x   largest error of y in float32")
    rng = np.random.default_rng(0)
    for mean in (0, 1e2, 1e4, 1e6):
        x = (mean + rng.standard_normal((64, 768))).astype(np.float32)
        true = LayerNorm(768).forward(x.astype(np.float64))
        line = f"{mean:9.0e}   course {error(LayerNorm(768).forward(x), true)}"
        taught = TaughtLayerNorm(768, np.float32)
        line += f"   NumPy as taught {error(taught.forward(x), true)}"
        if torch:
            y = functional.layer_norm(torch.tensor(x), (768,)).numpy()
            line += f"   PyTorch {error(y, true)}"
        tqdm.write(line)


def error(y, true):
    """Return the largest difference, in two digits."""
    return f"{np.abs(y - true).max():.1e}"


PARTS = {
    "small": lambda s: [layer_norm(8, 200, t, s) for t in DTYPES],
    "large": lambda s: [layer_norm(4096, 768, t, s) for t in DTYPES],
    "ffn": lambda s: [feed_forward(t, s) for t in DTYPES],
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
