"""The demo of the document on the feed-forward layer, at its sizes and rate.

    python -m course_lib.layers.demo

8 tokens, 200 features, 800 hidden, rate 0.1. The document's own loss has its
sign the wrong way round and needs positive outputs, so the error is squared
here. The second part puts AddNorm behind the layer, as in a Transformer.
"""

import numpy as np

from course_lib.layers import AddNorm, FeedForward, squared_error

NUM_TOKENS, D_MODEL, D_FF, LEARNING_RATE = 8, 200, 800, 0.1
STEPS = 200


def train_feed_forward(steps=STEPS):
    """Yield the loss of FeedForward before every step."""
    rng = np.random.default_rng(0)
    x, target = rng.uniform(size=(2, NUM_TOKENS, D_MODEL))
    layer = FeedForward(D_MODEL, D_FF, rng=rng)
    for _ in range(steps):
        loss, dy = squared_error(layer.forward(x), target)
        layer.backward_step(dy, LEARNING_RATE)
        yield loss


def train_add_norm(steps=STEPS):
    """Yield the loss of AddNorm behind FeedForward before every step."""
    rng = np.random.default_rng(0)
    x, target = rng.uniform(size=(2, NUM_TOKENS, D_MODEL))
    feed_forward = FeedForward(D_MODEL, D_FF, rng=rng)
    add_norm = AddNorm(D_MODEL)
    for _ in range(steps):
        y = add_norm.forward(feed_forward.forward(x), x)
        loss, dy = squared_error(y, target)
        dx = np.zeros(x.shape)  # orig_grad: what reaches x on both ways
        dz = add_norm.backward_step(dy, LEARNING_RATE, dx)
        dx += feed_forward.backward_step(dz, LEARNING_RATE)
        yield loss


def main():
    """Print both losses as they fall."""
    print(
        f"{NUM_TOKENS} tokens, d_model {D_MODEL}, d_ff {D_FF}, "
        f"rate {LEARNING_RATE}"
    )
    print("step   loss of FeedForward   with AddNorm behind it")
    both = zip(train_feed_forward(), train_add_norm())
    for step, (loss, behind) in enumerate(both):
        if step % 20 == 0 or step == STEPS - 1:
            print(f"{step:4}   {loss:19.6f}   {behind:22.6f}")


if __name__ == "__main__":
    main()
