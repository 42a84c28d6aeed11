"""How large activations and gradients are, layer by layer."""

import numpy as np

from course_lib.layers import softmax_cross_entropy


def sizes_by_layer(model, x, digit):
    """Run one forward and backward pass and measure every layer.

    Parameters
    ----------
    model : DigitsStack
    x : ndarray, (images, 64)
    digit : ndarray, (images,)

    Returns
    -------
    activations, gradients : ndarray, (depth + 1,)
        Root mean square of the input and of every block's output, and of
        the loss's gradient with respect to each of them.
    """
    with np.errstate(over="ignore", invalid="ignore"):
        logits = model.forward(x.astype(model.head.W.dtype))
        _, dlogits = softmax_cross_entropy(logits, digit)
        model.backward(dlogits)
    stack = model.stack
    return _rms(stack.activations), _rms(stack.activation_gradients)


def sizes_in_words(sizes):
    """Say how activations and gradients change from end to end.

    Parameters
    ----------
    sizes : dict of str to (ndarray, ndarray)
        For every variant what ``sizes_by_layer`` returned.
    """
    grown = {v: (a[-1] / a[0], g[0] / g[-1]) for v, (a, g) in sizes.items()}
    each = [
        f"{variant} × {_one_digit(forward)} and × {_one_digit(back)}"
        for variant, (forward, back) in grown.items()
    ]
    depth = len(next(iter(sizes.values()))[0]) - 1
    return (
        f"Root mean square by layer in fresh stacks of {depth} blocks. From "
        "the first to the last layer activations change, and from the last "
        f"to the first gradients: {'; '.join(each)}."
    )


def _one_digit(value):
    return f"{float(f'{value:.0e}'):,.10g}"


def _rms(arrays):
    return np.array(
        [np.sqrt(np.mean(np.square(a, dtype=np.float64))) for a in arrays]
    )
