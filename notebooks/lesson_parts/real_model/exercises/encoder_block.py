"""A block of the original Transformer's encoder: two Add & Norms."""

import numpy as np

from answer_check.exercise import Case, Exercise


def encoder_block(x, attention, feed_forward, norm_1, norm_2):
    """Return what leaves a post-norm block of an encoder."""
    y = norm_1(x + attention(x))
    return norm_2(y + feed_forward(y))


def _step_by_step(x, attention, feed_forward, norm_1, norm_2):
    a = attention(x)
    a = norm_1(np.add(a, x))
    y = feed_forward(a)
    y = norm_2(np.add(y, a))
    return y


def _in_a_loop(x, attention, feed_forward, norm_1, norm_2):
    for sublayer, norm in ((attention, norm_1), (feed_forward, norm_2)):
        x = norm(sublayer(x) + x)
    return x


def _case(rng, *shape, gain=1, **about):
    W, V = rng.normal(size=(2, shape[-1], shape[-1]))

    def attention(x):
        return np.tanh(x.mean(axis=-2, keepdims=True) + x) @ W

    def feed_forward(x):
        return np.maximum(x @ V, 0)

    def norm():
        gamma, beta = gain * rng.uniform(0.5, 2, (2, shape[-1]))

        def layer_norm(z):
            mean, var = (f(axis=-1, keepdims=True) for f in (z.mean, z.var))
            return gamma * (z - mean) / np.sqrt(var + 0.1) + beta

        return layer_norm

    return Case(
        rng.normal(1, 2, shape), attention, feed_forward, norm(), norm(),
        **about,
    )  # fmt: skip


FIRST, SECOND = "norm_1(x + attention(x))", "norm_2(y + feed_forward(y))"

EXERCISE = Exercise(
    lesson="10",
    statement="Write a whole block of the Transformer's encoder of 2017, "
    "post-norm (lesson 04). Attention, the feed-forward layer and the norms "
    "are functions that you call on an array; `norm_1` belongs to attention, "
    "`norm_2` to the feed-forward layer.",
    reference=encoder_block,
    properties={
        "where the norms change nothing and the parts return 0, x comes "
        "back": "10: f(attention=np.zeros_like, feed_forward=np.zeros_like, "
        "norm_1=np.copy, norm_2=np.copy) == x",
        "where the norms change nothing and the feed-forward layer returns 0, "
        "x + attention(x) comes back": "10: "
        "f(feed_forward=np.zeros_like, norm_1=np.copy, norm_2=np.copy) == x "
        "+ attention(x)",
    },
    accepted=[_step_by_step, _in_a_loop],
    mistakes={
        f"{FIRST} → norm_1(x) + attention(x); "
        f"{SECOND} → norm_2(y) + feed_forward(y)": "You normalized before the "
        "add. The norm takes the sum.",
        f"{FIRST} → x + attention(norm_1(x)); "
        f"{SECOND} → y + feed_forward(norm_2(y))": "You wrote a pre-norm "
        "block, as newer models have it. This model was trained post-norm: "
        "the norm comes after the add.",
        f"{SECOND} → norm_2(x + feed_forward(y))": "Your second shortcut "
        "comes from the wrong place: it adds x, the input of the block. Each "
        "shortcut goes around its own sublayer: here, what norm_1 made.",
        f"{SECOND} → norm_2(y + feed_forward(x))": "Your feed-forward layer "
        "reads x, the input of the block. It should read y, what the first "
        "Add & Norm made; x has nothing from attention.",
        f"{FIRST} → norm_1(attention(x))": "You left out the shortcut around "
        "attention. x itself is added to what attention returns.",
        f"{SECOND} → norm_2(feed_forward(y))": "You left out the shortcut "
        "around the feed-forward layer. What norm_1 made goes into it, and is "
        "added to what it returns.",
        f"{FIRST} → norm_1(attention(x)); "
        f"{SECOND} → norm_2(feed_forward(y))": "You left out both shortcuts. "
        "Add & Norm adds the input of the sublayer before it normalizes.",
        f"{FIRST} → x + attention(x)": "You left out norm_1. Each of the two "
        "sums is normalized.",
        f"{SECOND} → y + feed_forward(y)": "You left out norm_2. Each of the "
        "two sums is normalized.",
        "norm_1 → norm_2; norm_2 → norm_1": "The two norms have changed "
        "places. norm_1 stands behind attention.",
        tuple(
            f"{FIRST} → norm_{a}(x + feed_forward(x)); "
            f"{SECOND} → norm_{b}(y + attention(y))"
            for a, b in ("12", "21")
        ): "You ran the feed-forward layer first. Attention comes first, so "
        "that the feed-forward layer can work on what it brought together.",
        tuple(
            f"y = {FIRST}\n    return {SECOND} → return norm_2({of_both})"
            for of_both in (
                "norm_1(x + attention(x) + feed_forward(x))",
                "x + norm_1(attention(x)) + feed_forward(x)",
            )
        )
        + (
            f"y = {FIRST}\n    return {SECOND} → "
            "return x + norm_1(attention(x)) + norm_2(feed_forward(x))",
        ): "You ran both sublayers side by side on x. The second one works on "
        "what the first Add & Norm returned.",
        f"{FIRST} → norm_1(x) + norm_1(attention(x)); {SECOND} → norm_2(y) "
        "+ norm_2(feed_forward(y))": "You normalized both terms before you "
        "added them. The norm takes the sum, once.",
        f"{FIRST} → x + norm_1(attention(x)); {SECOND} → y + "
        "norm_2(feed_forward(y))": "You normalized each branch before you "
        "added it. The norm takes the sum, shortcut and branch together.",
        f"{FIRST} → x + norm_1(attention(x)); {SECOND} → x + "
        "norm_2(feed_forward(y))": "You normalized each branch before you "
        "added it, and your second shortcut adds x. The norm takes the sum; "
        "the second shortcut carries what the first Add & Norm made.",
        f"{SECOND} → y": "You stopped after attention. The feed-forward layer "
        "and norm_2 are missing: a second Add & Norm, on what norm_1 made.",
        f"{SECOND} → norm_2(y)": "The feed-forward layer is missing: you "
        "normalized y again. norm_2 takes y + feed_forward(y).",
        f"{SECOND} → feed_forward(y)": "The second Add & Norm is "
        "missing. What norm_1 made is added to what the feed-forward layer "
        "returns, and norm_2 takes the sum.",
        f"{SECOND} → norm_2(y + feed_forward(x + attention(x)))": "Your "
        "feed-forward layer reads the sum before norm_1. It should read y, "
        "what norm_1 made of it.",
        f"{FIRST} → x + attention(x); {SECOND} → norm_2(norm_1(y + "
        "feed_forward(y)))": "Both norms stand at the end. norm_1 belongs "
        "behind attention, before the feed-forward layer.",
        f"{FIRST} → x + attention(x); {SECOND} → norm_2(y + "
        "feed_forward(norm_1(y)))": "Your second shortcut carries the sum "
        "from before norm_1. It should carry y, what norm_1 made of it; the "
        "feed-forward layer reads y, too.",
        f"{FIRST} → x + norm_1(attention(x)); {SECOND} → norm_2(y + "
        "feed_forward(y))": "Your first norm takes attention's answer alone. "
        "norm_1 takes the sum, x + attention(x).",
    },
    promise={"x.ndim": (2, 3), "x.dtype.name": ("float64",)},
    cases=lambda rng: [
        _case(rng, 1, 4),
        _case(rng, 3, 5),
        _case(rng, 2, 3, 4, note="a 3-D input"),
        _case(rng, 8, 9, gain=300, note="norms with a gamma near 300"),
    ],
    hints=[
        "It is lesson 04's Add & Norm, twice. What goes into the second one?",
        "Give the result of the first Add & Norm a name, y.",
        "The second line looks like the first, with y for x and the "
        "feed-forward layer for attention.",
    ],
)
