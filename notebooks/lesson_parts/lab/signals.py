"""MNIST-1D: ten kinds of signals, made by a rule, so that they never run out.

Source: Greydanus and Kobak, "Scaling down deep learning with MNIST-1D"
(ICML 2024), arXiv:2011.14439, with the settings of their package. A template
of 12 numbers is padded with zeros, stretched to 72 numbers, scaled and
shifted in a circle. Zeros become smooth noise, everything gets a little
noise more, a random slope is subtracted, and 40 numbers are read off.
"""

from functools import cache

import numpy as np

LENGTH, KINDS = 40, 10
STRETCHED = 72
PADDINGS = np.arange(36, 61)  # zeros behind the template
SHIFTS = 48
SCALE, SLOPE = 0.4, 0.75  # how wide both are drawn, around 1 and around 0
SMOOTH_NOISE, NOISE = 0.25, 0.02
# Of the finished signals, over two million of them. The package measures
# both on the few thousand signals that it returns.
MEAN, STD = -0.0060, 0.1547
HEIGHTS = """
    5 6   6.5 6.75 7   7    7    7   6.75 6.5 6   5
    5 3   3   3.4  3.8 4.2  4.6  5   5.4  5.8 5   5
    5 6   6.5 6.5  6   5.25 4.75 4   3.5  3.5 4   5
    5 6   6.5 6.5  6   5    5    6   6.5  6.5 6   5
    5 4.4 3.8 3.2  2.6 2.6  5    5   5    5   5   5
    5 3   3   3    3   5    6    6.5 6.5  6   4.5 5
    5 4   3.5 3.25 3   3    3    3   3.25 3.5 4   5
    5 7   7   6.6  6.2 5.8  5.4  5   4.6  4.2 5   5
    5 4   3.5 3.5  4   5    5    4   3.5  3.5 4   5
    5 4   3.5 3.5  4   5    5    5   5    4.7 4.3 5
"""


def templates():
    """Return the ten templates, (10, 12), each of them starting at 0."""
    x = np.array(HEIGHTS.split(), float).reshape(KINDS, -1)
    x -= x.mean(axis=1, keepdims=True)
    x /= x.std(axis=1, keepdims=True)
    return (x - x[:, :1]) / 6


@cache
def stretched():
    """Return every template with every padding, (10, paddings, 72)."""
    made = np.empty((KINDS, len(PADDINGS), STRETCHED), np.float32)
    for kind, template in enumerate(templates()):
        for i, padding in enumerate(PADDINGS):
            # 10⁻⁸ keeps the template's own zeros apart from the padding
            padded = np.append(template + 1e-8, np.zeros(padding))
            made[kind, i] = resampling(len(padded), STRETCHED) @ padded
    return made


def resampling(size, new_size):
    """Return the matrix that reads new_size values off size, linearly."""
    at = np.linspace(0, 1, new_size) * (size - 1)
    below = np.minimum(at.astype(int), size - 2)
    rows, share = np.arange(new_size), at - below
    matrix = np.zeros((new_size, size))
    matrix[rows, below] = 1 - share
    matrix[rows, below + 1] = share
    return matrix


def smoothing(size, width=2, reach=8):
    """Return the matrix of a Gaussian filter whose ends are mirrored."""
    offsets = np.arange(-reach, reach + 1)
    weights = np.exp(-((offsets / width) ** 2) / 2)
    weights /= weights.sum()
    matrix = np.zeros((size, size))
    for offset, weight in zip(offsets, weights):
        at = np.arange(size) + offset
        at = np.where(at < 0, -1 - at, at)
        at = np.where(at >= size, 2 * size - 1 - at, at)
        matrix[np.arange(size), at] += weight
    return matrix


@cache
def matrices():
    """Return what makes noise smooth and what reads off 40 numbers."""
    smooth = SMOOTH_NOISE * smoothing(STRETCHED)
    read = resampling(STRETCHED, LENGTH)
    return smooth.T.astype(np.float32), read.T.astype(np.float32)


def signals(count, rng):
    """Make new signals.

    Parameters
    ----------
    count : int
    rng : numpy.random.Generator

    Returns
    -------
    x : ndarray, (count, 40), float32
        With mean 0 and standard deviation 1 over many signals.
    kind : ndarray, (count,), int64
        0 to 9, all equally likely.
    """
    smooth, read = matrices()
    kind = rng.integers(KINDS, size=count)
    padding = rng.integers(len(PADDINGS), size=count)
    shift = rng.integers(SHIFTS, size=(count, 1))
    scale, slope = rng.random((2, count, 1), np.float32) - np.float32(0.5)
    smooth_noise, noise = rng.standard_normal(
        (2, count, STRETCHED), np.float32
    )
    at = (np.arange(STRETCHED) - shift) % STRETCHED
    x = stretched()[kind[:, None], padding[:, None], at]
    x = np.where(x == 0, smooth_noise @ smooth, x * (1 + SCALE * scale))
    x += np.float32(NOISE) * noise
    x -= SLOPE * slope * np.linspace(-0.5, 0.5, STRETCHED, dtype=np.float32)
    return (x @ read - np.float32(MEAN)) / np.float32(STD), kind
