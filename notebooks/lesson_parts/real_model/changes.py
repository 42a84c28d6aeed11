"""Changes that the lesson makes in the encoder, each with a name.

A change is a dict of the arguments that `Retrieval.vectors` takes.
"""

from functools import cache

import numpy as np

from lesson_parts.layernorm.exercises.layer_norm import layer_norm
from lesson_parts.real_model.encoder import (
    BLOCKS,
    HEADS,
    PARTS,
    SUBLAYERS,
    Encoder,
    attention,
    without,
)
from lesson_parts.real_model.pairs import sentences
from lesson_parts.real_model.retrieval import Retrieval
from lesson_parts.real_model.weights import load_weights

NORMS = ["embedding"] + [f"{i}.{s}" for i in range(BLOCKS) for s in SUBLAYERS]
MASSIVE = 99  # the feature that is huge in [CLS] behind blocks 0 to 3
SIGMAS = (0.3, 1, 3, 10, 30)  # constants in place of a token's σ


def rms_norm(z, gamma, beta, eps):
    """Divide by the root mean square, and do not subtract the mean."""
    return gamma * z / np.sqrt((z * z).mean(-1, keepdims=True) + eps) + beta


def place(norm):
    """Return where in a change a norm stands: "3.attention"."""
    if norm == "embedding":
        return "norm", 0, norm
    block, sublayer = norm.split(".")
    return "norm", int(block), sublayer


def one_part():
    """Each part of each block left out alone, and each kind everywhere."""
    for part in PARTS:
        for sublayer in SUBLAYERS:
            everywhere = {}
            for i in range(BLOCKS):
                change = without(part, i, sublayer)
                everywhere |= change
                yield f"no {part} {i} {sublayer}", {"change": change}
            yield f"no {part} all {sublayer}", {"change": everywhere}


def shortcuts():
    """Let the shortcut around a feed-forward layer carry something else."""
    order = np.random.default_rng(1).permutation(384)
    carried = {
        "half": lambda x: x / 2,
        "double": lambda x: 2 * x,
        "mean": lambda x: np.broadcast_to(x.mean(0), x.shape),
        "shuffled": lambda x: x[:, order],
    }
    for i in range(BLOCKS):
        for name, shortcut in carried.items():
            change = {("shortcut", i, "feed_forward"): shortcut}
            yield f"shortcut {name} {i}", {"change": change}


def sums_before_norms(texts):
    """Return what meets each norm, (tokens, 384), and which rows are [CLS]."""
    met, trials = {}, Retrieval(texts)

    def noting(norm):
        def note(z, gamma, beta, eps):
            met[norm] = z
            return layer_norm(z, gamma, beta, eps)

        return note

    trials.vectors({place(norm): noting(norm) for norm in NORMS})
    return met, trials.first


@cache
def row_spreads():
    """Return σ of the rows that meet the norms of the panel.

    ``row_spreads()[0]["cls"]`` has those of [CLS] behind the feed-forward
    layer of block 0, and ``["others"]`` those of all other rows, in the first
    twenty sentences.
    """
    met, first = sums_before_norms(sentences()[:20])
    spreads = [met[f"{i}.feed_forward"].std(-1) for i in range(4)]
    return [{"cls": s[first], "others": s[~first]} for s in spreads]


def divided_by(sigma):
    """Return a norm that divides every row by given numbers."""

    def norm(z, gamma, beta, eps):
        return gamma * (z - z.mean(-1, keepdims=True)) / sigma + beta

    return norm


def given_to_cls(text, cls, others):
    """Return the weight that [CLS] gets in block 1 from the other rows.

    Behind block 0 [CLS] and the others are divided by the constants given.
    """
    encoder = Encoder()
    x, ends = encoder.embedding([text])
    cls_row = np.eye(len(x))[:, :1]
    norm = divided_by(np.where(cls_row, cls, others))
    x = encoder.blocks(x, ends, {("norm", 0, "feed_forward"): norm}, stop=1)
    q, k = (
        encoder._linear(x, f"1.{name}").reshape(len(x), HEADS, -1)
        for name in ("query", "key")
    )
    return attention(q, k, cls_row[:, None])[1:].mean()


def constants(trials, other_texts):
    """Replace σ by constants, found on other texts."""
    met, first = sums_before_norms(other_texts)
    sigma = {norm: z.std(-1, keepdims=True) for norm, z in met.items()}
    here = trials.first[:, None]
    one = {
        place(norm): divided_by(s.mean())
        for norm, s in sigma.items()
        if norm.endswith("attention")
    }
    two = {
        place(norm): divided_by(
            np.where(here, s[first].mean(), s[~first].mean())
        )
        for norm, s in sigma.items()
    }
    yield "sigma one attention", {"change": one}
    yield "sigma two all", {"change": two}


def chosen_sigmas(trials):
    """Two constants for σ behind one feed-forward layer: the panel's."""
    here = trials.first[:, None]
    for i in range(4):
        for cls in SIGMAS:
            for others in SIGMAS:
                norm = divided_by(np.where(here, cls, others).astype("f4"))
                change = {("norm", i, "feed_forward"): norm}
                name = f"sigmas {i} {cls:g} {others:g}"
                yield name, {"change": change}


def the_first_token(trials):
    """Treat [CLS] otherwise behind the feed-forward layers 0 to 3."""
    here = trials.first[:, None]
    for name, rows in (("CLS", here), ("others", ~here)):

        def norm(z, gamma, beta, eps, rows=rows):
            return np.where(rows, z, layer_norm(z, gamma, beta, eps))

        change = {("norm", 0, "feed_forward"): norm}
        yield f"no norm 0 {name}", {"change": change}
    draw = np.random.default_rng(3)
    hundred = draw.choice(np.delete(np.arange(384), MASSIVE), 100, False)
    met, first = sums_before_norms(trials.texts)
    for i in range(4):
        z = met[f"{i}.feed_forward"][first]
        at = {
            "massive 0": (MASSIVE, 0),
            "massive mean": (MASSIVE, z[:, MASSIVE].mean()),
            "hundred 0": (hundred, 0),
        }
        for name, (features, value) in at.items():

            def norm(z, gamma, beta, eps, features=features, value=value):
                z = z.copy()
                z[np.ix_(trials.first, np.atleast_1d(features))] = value
                return layer_norm(z, gamma, beta, eps)

            change = {("norm", i, "feed_forward"): norm}
            yield f"CLS {name} {i}", {"change": change}


def with_scales(norms, gamma=None, beta=None):
    """Return weights in which γ and β of norms are made anew."""
    trained, made = load_weights(), {}
    for norm in norms:
        for name, new in (("gamma", gamma), ("beta", beta)):
            if new:
                old = trained[f"{norm}.{name}"]
                made[f"{norm}.{name}"] = new(old).astype("f4")
    return made


def scales():
    """Set γ and β back to where they started, or elsewhere."""
    draw = np.random.default_rng(4)
    ones, zeros = np.ones_like, np.zeros_like

    def flat(gamma):
        return np.full_like(gamma, gamma.mean())

    kinds = {
        "gamma 1": (ones, None),
        "beta 0": (None, zeros),
        "both at start": (ones, zeros),
        "gamma flat": (flat, None),
        "gamma shuffled": (draw.permutation, None),
    }
    for name, (gamma, beta) in kinds.items():
        yield f"all {name}", {"weights": with_scales(NORMS, gamma, beta)}
    for norm in NORMS:
        weights = with_scales([norm], ones, zeros)
        yield f"{norm} both at start", {"weights": weights}


def folded():
    """Put γ and β of attention's norms into W1 and b1, rightly and wrongly.

    Rightly, the shortcut still carries γ x̂ + β; wrongly it carries x̂.
    """
    trained = load_weights()
    weights, wrong, right = {}, {}, {}
    for i in range(BLOCKS):
        name = f"{i}.attention"
        gamma, beta = (trained[f"{name}.{p}"] for p in ("gamma", "beta"))
        W, b = trained[f"{i}.1.W"], trained[f"{i}.1.b"]
        weights[f"{i}.1.W"] = gamma[:, None] * W
        weights[f"{i}.1.b"] = b + beta @ W
        weights[f"{name}.gamma"] = np.ones_like(gamma)
        weights[f"{name}.beta"] = np.zeros_like(beta)

        def kept(x, gamma=gamma, beta=beta):
            return gamma * x + beta

        right["shortcut", i, "feed_forward"] = kept
    yield "folded, shortcut without", {"weights": weights, "change": wrong}
    yield "folded, shortcut with", {"weights": weights, "change": right}


def exchanged():
    """RMSNorm for LayerNorm, with β and without it: nothing retrained."""
    yield "whole", {}
    rms = {place(norm): rms_norm for norm in NORMS}
    yield "RMSNorm", {"change": rms}
    no_beta = with_scales(NORMS, beta=np.zeros_like)
    yield "RMSNorm, beta 0", {"change": rms, "weights": no_beta}


def all_changes(trials, other_texts):
    """Return every change that is stored, by name."""
    return dict(
        [
            *exchanged(),
            *one_part(),
            *shortcuts(),
            *the_first_token(trials),
            *constants(trials, other_texts),
            *scales(),
            *folded(),
            *chosen_sigmas(trials),
        ]
    )
