"""How fast a layer can be: passes over memory, counted, foretold, measured.

``python -m parts.how_fast.speed`` measures again and stores the result
in ``notebooks/parts/how_fast/speed.json``, which stands in where nothing runs.
"""

import json
import time
from functools import partial
from pathlib import Path
from timeit import Timer
from unittest import mock

import numpy as np

from course_lib.layers import LayerNorm, blocks
from parts.how_fast.compiled import CompiledLayerNorm, compiled

STORE = Path(__file__).with_name("speed.json")
SHAPE = (4096, 768)  # 12.6 MB in float32: more than a core's cache holds
# tokens, d_model, d_ff: those of text B, and more than the cache holds
PRODUCTS = {"": (8, 200, 800), ", larger": (64, 512, 2048)}
FLOPS = 20  # of forward and backward of LayerNorm, for every number of x
ROUNDS, SLICE = 9, 5e-3  # seconds that a turn takes, or one call


# --- LayerNorm, as it is usually written ---


def usual_forward(x, gamma, beta, eps=1e-5):
    """Return y, and what backward needs."""
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


# --- Passes, counted ---


class Watched(np.ndarray):
    """An array that counts how often arrays of its size are passed over."""

    size_of_a_pass = passes = 0

    def __array_ufunc__(self, ufunc, method, *inputs, out=(), **options):
        """Compute, and count what was read and what was written."""
        plain = [np.asarray(each) for each in inputs]
        if out:
            options["out"] = tuple(np.asarray(each) for each in out)
        result = getattr(ufunc, method)(*plain, **options)
        read = {id(each): np.size(each) for each in inputs}.values()
        for size in (*read, np.size(result)):
            Watched.passes += size == Watched.size_of_a_pass
        return out[0] if out else np.asarray(result).view(Watched)

    def dot(self, other):
        """Compute and count a dot product: it is no ufunc."""
        for each in (self, other):
            Watched.passes += each.size == Watched.size_of_a_pass
        return np.asarray(self).dot(other).view(Watched)


def passes(run, *arrays):
    """Count how often run reads or writes a whole array of the first's size.

    The function runs on arrays that count; nothing is estimated.
    """
    Watched.size_of_a_pass, Watched.passes = arrays[0].size, 0
    run(*(np.array(each).view(Watched) for each in arrays))
    return Watched.passes


def count_passes():
    """Return the passes of forward and backward, each way to write them.

    In blocks and in a compiled loop the large arrays come from memory once,
    and go there once: x, x_hat, y; dy, x_hat, dx.
    """
    x, dy = np.random.default_rng(0).normal(size=(2, 5, 7))
    layer = LayerNorm(7)
    layer.forward(x)
    gamma, beta = layer.gamma, layer.beta
    x_hat, rstd = layer.x_hat, layer.rstd
    # What the layer does with one block.
    forward = partial(LayerNorm.normalize, gamma=gamma, beta=beta, eps=1e-5)
    backward = partial(
        LayerNorm.normalize_backward,
        rstd=rstd,
        gamma=gamma,
        beta=beta,
    )
    usual_again = partial(usual_backward, std=1 / rstd, gamma=gamma)
    return {
        "usual": (
            passes(partial(usual_forward, gamma=gamma, beta=beta), x),
            passes(usual_again, dy, x_hat),
        ),
        "in place": (
            passes(forward, x),
            passes(backward, dy, x_hat),
        ),
        "in blocks": (3, 3),
        "compiled": (3, 3),
    }


# --- The product of the feed-forward layer, in loops ---


def dot_by_dot(X, W, Y):
    """Fill Y = X W, one entry after the other, each a dot product."""
    for i in range(X.shape[0]):
        for j in range(W.shape[1]):
            Y[i, j] = 0
            for k in range(X.shape[1]):
                Y[i, j] += X[i, k] * W[k, j]


def row_by_row(X, W, Y):
    """Fill Y = X W: the loops over j and k have changed places."""
    for i in range(X.shape[0]):
        for j in range(W.shape[1]):
            Y[i, j] = 0
        for k in range(X.shape[1]):
            for j in range(W.shape[1]):
                Y[i, j] += X[i, k] * W[k, j]


# --- Measured ---


def ways():
    """Return what is timed, by name: functions without arguments."""
    rng, n = np.random.default_rng(0), SHAPE[1]
    x, dy = rng.standard_normal((2, *SHAPE), np.float32)
    layer = LayerNorm(n, dtype=np.float32)
    gamma, beta = layer.gamma, layer.beta
    small = x[: blocks.BLOCK // n]

    def usual():
        _, x_hat, std = usual_forward(x, gamma, beta)
        usual_backward(dy, x_hat, std, gamma)

    def both(layer):
        layer.forward(x)
        layer.backward(dy)

    in_one_block = mock.patch.object(blocks, "BLOCK", x.size)
    there, near = np.empty_like(x), np.empty_like(small)
    found = {
        "usual": usual,
        "in place": in_one_block(lambda: both(layer)),
        "in blocks": lambda: both(layer),
        "memory": lambda: np.copyto(there, x),
        "cache": lambda: np.add(small, small, out=near),
    }
    try:
        twin = CompiledLayerNorm(n, dtype=np.float32)
        found["compiled"] = lambda: both(twin)
        loops = {
            "loops": compiled(dot_by_dot),
            "swapped": compiled(row_by_row),
        }
    except ImportError:
        loops = {}
    loops["BLAS"] = lambda X, W, Y: np.matmul(X, W, out=Y)
    for size, (m, k, n) in PRODUCTS.items():
        X, W, Y = (rng.random(s, np.float32) for s in ((m, k), (k, n), (m, n)))
        for name, product in loops.items():
            found[name + size] = partial(product, X, W, Y)
    return found


def measure():
    """Time all ways in turns, on this machine.

    Returns
    -------
    dict of str to list of float
        Seconds of the processor by way, one number a round.
    """
    timers = {
        n: Timer(run, timer=time.process_time) for n, run in ways().items()
    }
    seconds, calls = {name: [] for name in timers}, {}
    for number in range(ROUNDS + 1):
        for name, timer in timers.items():
            if number == 0:
                timer.timeit(1)  # compiles and warms up
                calls[name] = max(1, round(SLICE / timed(timer, 1)))
            else:
                seconds[name].append(timed(timer, calls[name]))
    return seconds


def timed(timer, calls):
    """Return the processor's seconds for a call."""
    return max(timer.timeit(calls), 1e-9) / calls


def stored():
    """Return the measurement that ships with the course."""
    return json.loads(STORE.read_text(encoding="utf-8"))


# --- Worked out from the count, and compared ---


def bandwidths(seconds):
    """Return numbers a second that pass to or from memory, and the cache."""
    n = SHAPE[0] * SHAPE[1]
    small = blocks.BLOCK // SHAPE[1] * SHAPE[1]
    return (
        2 * n / np.median(seconds["memory"]),  # a copy reads and writes
        2 * small / np.median(seconds["cache"]),
    )


def foretold(seconds):
    """Return each way's time as a fraction of the usual one, from counts."""
    far, near = bandwidths(seconds)
    count = {name: sum(pair) for name, pair in count_passes().items()}
    times = {name: passes / far for name, passes in count.items()}
    times["in blocks"] += (count["in place"] - count["in blocks"]) / near
    return {name: t / times["usual"] for name, t in times.items()}


def roofline(seconds):
    """Return where each way stands: operations a byte, and a second.

    Returns
    -------
    dict of str to (float, float)
        By way: operations for each byte that must come from memory or go
        there, and operations a second.
    """
    size = SHAPE[0] * SHAPE[1]
    places = {
        name: (FLOPS * size, 4 * sum(pair) * size)
        for name, pair in count_passes().items()
    }
    for size, (m, k, n) in PRODUCTS.items():
        for name in ("BLAS", "loops", "swapped"):
            places[name + size] = 2 * m * k * n, 4 * (m * k + k * n + m * n)
    return {
        name: (flops / size, flops / np.median(seconds[name]))
        for name, (flops, size) in places.items()
        if name in seconds
    }


def table(seconds):
    """Tabulate each way's fraction of the usual time, and its rate."""
    usual, places = np.array(seconds["usual"]), roofline(seconds)
    lines = ["           by count  measured  10⁹ operations per second"]
    for name, fraction in foretold(seconds).items():
        if name not in seconds:
            lines.append(f"{name:<11}not measured, because numba is missing")
            continue
        measured = np.median(seconds[name] / usual)
        rate = places[name][1] / 1e9
        lines.append(f"{name:<11}{fraction:8.2f}{measured:10.2f}{rate:10.1f}")
    return "\n".join(lines)


def times(seconds, slow, fast):
    """Return how many times as fast one way is as another, by the median."""
    return np.median(np.array(seconds[slow]) / np.array(seconds[fast]))


def compared(seconds, slow, fast):
    """Say how many times as fast `fast` is as `slow`."""
    if not {slow, fast} <= set(seconds):
        return f"{fast} beside {slow}: not measured, because numba is missing"
    found = times(seconds, slow, fast)
    return f"{fast} is {found:.1f} times as fast as {slow}"


if __name__ == "__main__":
    STORE.write_text(json.dumps(measure()) + "\n", encoding="utf-8")
    print(f"stored in {STORE}")
