"""What LayerNorm's backward pass costs: as a matrix, and as three lines.

``python -m parts.backward.cost`` measures again and stores the
result in ``notebooks/parts/backward/jacobian_cost.json``.
"""

import json
import tracemalloc
from functools import partial
from pathlib import Path
from timeit import Timer

import numpy as np

SIZES = (16, 32, 64, 128, 256, 512, 1024)
STORE = Path(__file__).with_name("jacobian_cost.json")


def dx_by_matrix(dx_hat, x_hat, rstd):
    """Return dx = dx_hat · J of one token by building J, shape (N, N)."""
    n = x_hat.size
    jacobian = np.eye(n) - 1 / n - np.outer(x_hat, x_hat) / n
    return dx_hat @ jacobian * rstd


def dx_by_three_lines(dx_hat, x_hat, rstd):
    """Return the same dx of one token from two means, shape (N,)."""
    n = x_hat.size
    mean = dx_hat.sum() / n
    along = (dx_hat @ x_hat) / n
    return (dx_hat - mean - x_hat * along) * rstd


def in_kept_memory(n):
    """Return `dx_by_matrix` with arrays for J that are made once, for n."""
    centring, jacobian = np.eye(n) - 1 / n, np.empty((n, n))

    def dx_by_matrix_in_kept_memory(dx_hat, x_hat, rstd):
        np.outer(x_hat, x_hat, out=jacobian)
        np.divide(jacobian, n, out=jacobian)
        np.subtract(centring, jacobian, out=jacobian)
        return dx_hat @ jacobian * rstd

    return dx_by_matrix_in_kept_memory


WAYS = {"matrix": dx_by_matrix, "three lines": dx_by_three_lines}
KEPT = "matrix, memory reused"


class Counted:
    """Any number: it counts the multiplications that it takes part in."""

    multiplications = 0

    def __mul__(self, other):
        Counted.multiplications += 1
        return self

    def __add__(self, other):
        return self

    __rmul__ = __mul__
    __radd__ = __sub__ = __rsub__ = __truediv__ = __add__


def multiplications(way, n):
    """Count the multiplications that one token of n features takes.

    The function ``way(dx_hat, x_hat, rstd) -> dx`` runs on numbers that
    count; nothing is estimated.
    """
    numbers = np.array([Counted()] * n)
    Counted.multiplications = 0
    way(numbers, numbers, Counted())
    return Counted.multiplications


def peak_bytes(way, *arrays):
    """Return the most memory, in bytes, that a call holds at one time."""
    tracemalloc.start()
    way(*arrays)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return peak


def measure(rng):
    """Measure both ways at every size.

    Returns
    -------
    dict
        ``sizes``; ``seconds`` of each of `WAYS` and of `in_kept_memory`, and
        ``peak_bytes`` of each of `WAYS`, one value per size.
    """
    found = {
        "sizes": list(SIZES),
        "seconds": {way: [] for way in (*WAYS, KEPT)},
        "peak_bytes": {way: [] for way in WAYS},
    }
    for n in SIZES:
        arrays = rng.normal(size=n), rng.normal(size=n), 1.0
        for name, way in {**WAYS, KEPT: in_kept_memory(n)}.items():
            found["seconds"][name].append(fastest(way, *arrays))
        for name, way in WAYS.items():
            found["peak_bytes"][name].append(peak_bytes(way, *arrays))
    return found


def fastest(way, *arrays, rounds=100, seconds=2e-3):
    """Return the time of a call, the best of many rounds.

    What else a computer does makes a round longer, never shorter. A round is
    as many calls as fill some milliseconds.
    """
    timer = Timer(partial(way, *arrays))
    first = min(timer.repeat(repeat=5, number=1))
    calls = max(1, int(seconds / first))
    return min(timer.repeat(repeat=rounds, number=calls)) / calls


def stored():
    """Return the measurement that ships with the course."""
    return json.loads(STORE.read_text(encoding="utf-8"))


if __name__ == "__main__":
    found = measure(np.random.default_rng(6))
    STORE.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    print(f"stored sizes {found['sizes']}")
