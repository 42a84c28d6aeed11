"""The demo of the document on the feed-forward layer, at its sizes and rate.

    python -m lesson_parts.feed_forward.demo

8 tokens, 200 features, 800 hidden, rate 0.1. The document's own loss has its
sign the wrong way round and needs positive outputs, so the error is squared
here. The second part puts AddNorm behind the layer, as in a Transformer.
"""

import numpy as np

from course_lib.layers import AddNorm, FeedForward, squared_error

NUM_TOKENS, D_MODEL, D_FF, LEARNING_RATE = 8, 200, 800, 0.1
STEPS = 200


def train(with_add_norm, steps=STEPS):
    """Yield the loss before every step, with AddNorm behind, or without."""
    rng = np.random.default_rng(0)
    x, target = rng.uniform(size=(2, NUM_TOKENS, D_MODEL))
    feed_forward = FeedForward(D_MODEL, D_FF, rng=rng)
    add_norm = AddNorm(D_MODEL)
    for _ in range(steps):
        y = feed_forward.forward(x)
        dx = np.zeros(x.shape)  # orig_grad: what reaches x on both ways
        if with_add_norm:
            loss, dy = squared_error(add_norm.forward(y, x), target)
            dy = add_norm.backward_step(dy, LEARNING_RATE, dx)
        else:
            loss, dy = squared_error(y, target)
        dx += feed_forward.backward_step(dy, LEARNING_RATE)
        yield loss


def main():
    """Print both losses as they fall."""
    print(
        f"{NUM_TOKENS} tokens, d_model {D_MODEL}, d_ff {D_FF}, "
        f"rate {LEARNING_RATE}"
    )
    print("step   loss of FeedForward   with AddNorm behind it")
    both = zip(train(False), train(True))
    for step, (loss, behind) in enumerate(both):
        if step % 20 == 0 or step == STEPS - 1:
            print(f"{step:4}   {loss:19.6f}   {behind:22.6f}")


if __name__ == "__main__":
    main()
