"""Add & Norm in the order of the original Transformer."""

import numpy as np

from course_lib.exercises.exercise import Case, Exercise, Mistake

STARTER = '''\
def post_norm(x, sublayer, norm):
    """Add the shortcut, then normalize."""
    raise NotImplementedError
'''


def post_norm(x, sublayer, norm):
    return norm(x + sublayer(x))


def _step_by_step(x, sublayer, norm):
    y = sublayer(x)
    y = y + x
    return norm(y)


def _numpy_add(x, sublayer, norm):
    return norm(np.add(sublayer(x), x))


def _bracket(x, sublayer, norm):
    return norm(x) + sublayer(x)


def _pre_norm(x, sublayer, norm):
    return x + sublayer(norm(x))


def _no_shortcut(x, sublayer, norm):
    return norm(sublayer(x))


def _no_norm(x, sublayer, norm):
    return x + sublayer(x)


def _norm_of_the_sublayer(x, sublayer, norm):
    return x + norm(sublayer(x))


def _each_by_itself(x, sublayer, norm):
    return norm(x) + norm(sublayer(x))


def _both_orders(x, sublayer, norm):
    return norm(x + sublayer(norm(x)))


def _lost_shortcut(x, sublayer, norm):
    return norm(norm(x) + sublayer(norm(x)))


def _norm_before_too(x, sublayer, norm):
    return norm(norm(x) + sublayer(x))


def _sublayer_of_the_norm(x, sublayer, norm):
    return sublayer(norm(x))


def _called_twice(x, sublayer, norm):
    sublayer(x)
    return norm(x + sublayer(x))


class _Louder:
    """A sublayer that counts its calls; a copy begins where it was copied."""

    def __init__(self):
        self.calls = 0

    def __call__(self, x):
        self.calls += 1
        return self.calls * np.maximum(x, 0)


def _cases(rng):
    def case(*shape, sublayer=None, **note):
        W, V = rng.normal(size=(2, shape[-1], shape[-1]))
        gamma, beta = rng.uniform(0.5, 2, (2, shape[-1]))

        def feed_forward(x):
            return np.maximum(x @ W, 0) @ V

        def norm(z):
            mean = z.mean(axis=-1, keepdims=True)
            var = z.var(axis=-1, keepdims=True)
            return gamma * (z - mean) / np.sqrt(var + 0.1) + beta

        f = sublayer or feed_forward
        return Case(rng.normal(1, 2, shape), f, norm, **note)

    return [
        case(1, 4),
        case(3, 5),
        case(2, 3, 4, note="a 3-D input"),
        case(2, 4, sublayer=lambda x: x, note="a sublayer that returns x"),
        case(
            2, 5, sublayer=_Louder(),
            note="a sublayer that is louder at a second call",
        ),
    ]  # fmt: skip


EXERCISE = Exercise(
    name="post_norm",
    lesson="04",
    statement="Write one Add & Norm as in the original Transformer, "
    "post-norm. `sublayer` and `norm` are functions that you call on an "
    "array: `norm(z)` is the LayerNorm of z.",
    starter=STARTER,
    reference=post_norm,
    accepted=[_step_by_step, _numpy_add],
    mistakes=[
        Mistake(
            _bracket,
            "You wrote LayerNorm(x) + f(x).",
            "The bracket closes too early, as in the printed formula: the "
            "sum itself is never normalized.",
        ),
        Mistake(
            _pre_norm,
            "You wrote x + f(LayerNorm(x)), which is pre-norm.",
            "Many newer models do that. Post-norm normalizes after the "
            "addition.",
        ),
        Mistake(
            _no_shortcut,
            "You left out the shortcut: LayerNorm(f(x)).",
            "The sublayer's output looks like all there is to pass on, but "
            "x must be added to it.",
        ),
        Mistake(
            _no_norm,
            "You left out the norm: x + f(x).",
            "That is the Add of Add & Norm, and half of the work.",
        ),
        Mistake(
            _norm_of_the_sublayer,
            "You wrote x + LayerNorm(f(x)).",
            "Some models normalize the branch alone. Here the sum is "
            "normalized.",
        ),
        Mistake(
            _each_by_itself,
            "You normalized x and f(x) each by itself.",
            "LayerNorm of a sum is not the sum of two LayerNorms: its spread "
            "is another one.",
        ),
        Mistake(
            _both_orders,
            "You normalized before the sublayer and after the addition.",
            "That is pre-norm and post-norm at once; post-norm has one.",
        ),
        Mistake(
            _lost_shortcut,
            "You normalized x first and used that for both branches.",
            "The shortcut then carries LayerNorm(x) and not x.",
        ),
        Mistake(
            _norm_before_too,
            "You normalized the shortcut too: LayerNorm(LayerNorm(x) + f(x)).",
            "x goes into the sum as it is; only the sum is normalized.",
        ),
        Mistake(
            _sublayer_of_the_norm,
            "You wrote f(LayerNorm(x)).",
            "That is the branch of pre-norm alone. Add x to f(x), then "
            "normalize.",
        ),
        Mistake(
            _called_twice,
            "You called the sublayer twice.",
            "It costs twice the time, and a sublayer that drops numbers at "
            "random answers differently each time: keep its answer in a name.",
        ),
    ],
    hints=[
        "Two steps in the order of the name: first Add, then Norm.",
        "What is added to `sublayer(x)`? And what goes into `norm`?",
        "The whole sum goes into the bracket of `norm(...)`.",
    ],
    cases=_cases,
)
