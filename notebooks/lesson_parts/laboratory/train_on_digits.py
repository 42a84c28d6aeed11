"""Mini-batch training: the loop of lesson 11."""

from dataclasses import dataclass, field

import numpy as np

from course_lib.layers import softmax_cross_entropy

BATCH = 32


@dataclass
class History:
    """What a run left behind, one entry an epoch.

    Attributes
    ----------
    loss : list of float
        Mean cross entropy of the epoch's batches, in nats.
    validation : list of float
        Accuracy on the validation part after the epoch; none for an epoch
        in which the run diverged.
    """

    loss: list = field(default_factory=list)
    validation: list = field(default_factory=list)

    @property
    def diverged(self):
        """Whether the loss left the finite numbers, which ends a run."""
        return not np.isfinite(self.loss[-1])


def train(model, parts, *, epochs, lr, rng, progress=iter):
    """Train by stochastic gradient descent on shuffled mini-batches.

    The learning rate falls along half a cosine, from `lr` to 0.

    Parameters
    ----------
    model : object
        With ``forward``, ``backward_step``, ``accuracy`` and a ``head``, such
        as the lesson's DigitsStack.
    parts : dict of str to Part
        With ``"train"`` and ``"validation"``, as from ``load_digits``.
    epochs : int
        Rounds through the training part.
    lr : float
        First learning rate.
    rng : numpy.random.Generator
        Shuffles the images.
    progress : callable
        Wraps the range of epochs, for a progress bar.

    Returns
    -------
    History
        Shorter than `epochs` if the loss left the finite numbers.
    """
    part = parts["train"]
    x = part.x.astype(model.head.W.dtype)
    batches = -(-len(x) // BATCH)
    history = History()
    with np.errstate(over="ignore", invalid="ignore"):
        for epoch in progress(range(epochs)):
            total = 0.0
            order = rng.permutation(len(x))
            for i in range(batches):
                rows = order[i * BATCH : (i + 1) * BATCH]
                logits = model.forward(x[rows])
                loss, dlogits = softmax_cross_entropy(logits, part.digit[rows])
                done = epoch + i / batches
                share = 0.5 * (1 + np.cos(np.pi * done / epochs)).item()
                model.backward_step(dlogits, lr * share)
                total += loss * len(rows)
            history.loss.append(total / len(x))
            if history.diverged:
                break
            history.validation.append(model.accuracy(parts["validation"]))
    return history
