"""Weights in eight bits: whole numbers from −127 to 127, times a scale.

Each 32 weights that meet the same output have one scale.
"""

import numpy as np

GROUP, LARGEST = 32, 127


def scales(W):
    """Return one scale for each 32 weights of a row, as float16 holds it."""
    largest = np.abs(W.reshape(len(W), -1, GROUP)).max(-1)
    # Rounded up, so that no weight is more than 127 scales.
    return np.nextafter((largest / LARGEST).astype("f2"), np.float16(np.inf))


def rounded(W):
    """Return the nearest codes, and their scales."""
    found = scales(W)
    return np.rint(W / np.repeat(found, GROUP, 1)).astype("i1"), found


def rounded_for(W, inputs):
    """Return codes and scales that change the outputs x @ W.T little.

    One column is rounded after the other, and what its rounding changes is
    made up for by the columns still to come, as well as the typical x allow:
    ``inputs`` is the sum of x xᵀ over some of them.

    Source: Frantar et al., "GPTQ" (2022), arXiv:2210.17323, equations 2 and
    3 and algorithm 1.
    """
    found, left = scales(W), W.astype(float)
    width = np.repeat(found.astype(float), GROUP, 1)
    codes = np.empty(W.shape, "i1")
    damped = inputs + 0.01 * inputs.diagonal().mean() * np.eye(len(inputs))
    passes_on = np.linalg.cholesky(np.linalg.inv(damped)).T
    for j in range(W.shape[1]):
        code = np.rint(left[:, j] / width[:, j])
        codes[:, j] = np.clip(code, -LARGEST, LARGEST)
        missed = left[:, j] - codes[:, j] * width[:, j]
        share = passes_on[j, j + 1 :] / passes_on[j, j]
        left[:, j + 1 :] -= np.outer(missed, share)
    return codes, found


def restored(codes, scales):
    """Return the weights as float32."""
    groups = codes.reshape(len(codes), -1, GROUP)
    return (groups * scales.astype("f4")[..., None]).reshape(codes.shape)
