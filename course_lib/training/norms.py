"""How large activations and gradients are, layer by layer."""

import numpy as np

from course_lib.layers import softmax_cross_entropy


def sizes_by_layer(model, x, digit):
    """Run one forward and backward pass and measure every layer.

    Parameters
    ----------
    model : Classifier
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


def _rms(arrays):
    return np.array(
        [np.sqrt(np.mean(np.square(a, dtype=np.float64))) for a in arrays]
    )
