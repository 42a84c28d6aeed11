"""Add & Norm in the order of the original Transformer."""

import numpy as np

from course_lib.exercises.exercise import Case, Exercise


def post_norm(x, sublayer, norm):
    """Add the shortcut, then normalize."""
    return norm(x + sublayer(x))


def _step_by_step(x, sublayer, norm):
    y = sublayer(x)
    y = y + x
    return norm(y)


def _numpy_add(x, sublayer, norm):
    return norm(np.add(sublayer(x), x))


class _Louder:
    """A sublayer that counts its calls; a copy begins where it was copied."""

    def __init__(self):
        self.calls = 0

    def __call__(self, x):
        self.calls += 1
        return self.calls * np.maximum(x, 0)


def _case(rng, *shape, sublayer=None, gain=1, note=""):
    W, V = rng.normal(size=(2, shape[-1], shape[-1]))
    gamma, beta = gain * rng.uniform(0.5, 2, (2, shape[-1]))

    def feed_forward(x):
        return np.maximum(x @ W, 0) @ V

    def norm(z):
        mean = z.mean(axis=-1, keepdims=True)
        var = z.var(axis=-1, keepdims=True)
        return gamma * (z - mean) / np.sqrt(var + 0.1) + beta

    f = sublayer or feed_forward
    return Case(rng.normal(1, 2, shape), f, norm, note=note)


WHOLE = "norm(x + sublayer(x))"

EXERCISE = Exercise(
    lesson="04",
    statement="Write one Add & Norm as in the original Transformer, "
    "post-norm. `sublayer` and `norm` are functions that you call on an "
    "array: `norm(z)` is the LayerNorm of z.",
    reference=post_norm,
    accepted=[_step_by_step, _numpy_add],
    mistakes={
        f"{WHOLE} → norm(x) + sublayer(x)": "You wrote LayerNorm(x) + f(x). "
        "The bracket closes too early, as in the printed formula: the sum "
        "itself is never normalized.",
        f"{WHOLE} → x + sublayer(norm(x))": "You wrote x + f(LayerNorm(x)), "
        "which is pre-norm. Many newer models do that. Post-norm normalizes "
        "after the addition.",
        "x + sublayer(x) → x - sublayer(x)": "You took the sublayer's output "
        "off x. It is the Add of Add & Norm: what the sublayer returns is "
        "added.",
        "x + sublayer(x) → sublayer(x) - x": "You took the shortcut off. It "
        "is the Add of Add & Norm: x is added to what the sublayer returns.",
        "x + → ": "You left out the shortcut: LayerNorm(f(x)). The "
        "sublayer's output alone is not passed on: x is added to it.",
        "norm → ": "You left out the norm: x + f(x). That is the Add of Add "
        "& Norm; the Norm is missing.",
        f"{WHOLE} → x + norm(sublayer(x))": "You wrote x + LayerNorm(f(x)). "
        "Some models normalize the branch alone. Here the sum is normalized.",
        f"{WHOLE} → norm(x) + norm(sublayer(x))": "You normalized x and f(x) "
        "each by itself. LayerNorm of a sum is not the sum of two "
        "LayerNorms, because the sum has another spread.",
        "sublayer(x) → sublayer(norm(x))": "You normalized before the "
        "sublayer and after the addition. That is pre-norm and post-norm at "
        "once; post-norm has one.",
        f"{WHOLE} → norm(norm(x) + sublayer(norm(x)))": "You normalized x "
        "first and used that for both branches. The shortcut then carries "
        "LayerNorm(x) and not x.",
        "x + → norm(x) +": "You normalized the shortcut too: "
        "LayerNorm(LayerNorm(x) + f(x)). x goes into the sum as it is; only "
        "the sum is normalized.",
        f"{WHOLE} → sublayer(norm(x))": "You wrote f(LayerNorm(x)). That is "
        "the branch of pre-norm alone. Add x to f(x), then normalize.",
        "return → sublayer(x)\n    return": "You called the sublayer twice. "
        "It costs twice the time, and a sublayer that drops numbers at random "
        "answers differently each time: keep its answer in a name.",
        f"{WHOLE} → x + norm(x + sublayer(x))": "You added x again after the "
        "norm. What leaves post-norm is normalized; x is in the sum already.",
        f"{WHOLE} → norm(x) + sublayer(norm(x))": "You normalized x first "
        "and then added. It is the other way round: add x and f(x), then "
        "normalize.",
        "x + → 2 * x +": "You added the shortcut twice. `x + f(x)` is easily "
        "taken for the sublayer's own output; that is f(x) alone.",
        f"{WHOLE} → norm(x) + x": "The sublayer is missing: you added x to "
        "its own LayerNorm. Add x to f(x), then normalize.",
        f"{WHOLE} → sublayer(norm(x) + x)": "You called the sublayer last. "
        "Post-norm calls it first, on x; then come the addition and the norm.",
        "sublayer(x) → x": "The sublayer is missing: you added x to itself. "
        "Add x to what `sublayer` returns.",
        f"{WHOLE} → norm(norm(x + sublayer(x)))": "You "
        "normalized the sum twice. Post-norm has one norm, around the sum.",
    },
    promise={
        "x.ndim": (2, 3),
        "x.dtype.name": ("float64",),
    },
    cases=lambda rng: [
        _case(rng, 1, 4),
        _case(rng, 3, 5),
        _case(rng, 2, 3, 4, note="a 3-D input"),
        _case(rng, 2, 4, gain=300, note="a norm with a gamma near 300"),
        _case(
            rng, 2, 4, sublayer=lambda x: x, note="a sublayer that returns x"
        ),
        _case(
            rng,
            2,
            5,
            sublayer=_Louder(),
            note="a sublayer that is louder at a second call",
        ),
    ],
    hints=[
        "Two steps in the order of the name: first Add, then Norm.",
        "What is added to `sublayer(x)`? And what goes into `norm`?",
        "One call of `norm`, around everything, and one of `sublayer`, on x "
        "as it came in.",
    ],
)
