"""What lesson 10 says of its model and of what was measured."""

import numpy as np

from lesson_parts.real_model import Encoder, without
from lesson_parts.real_model.changes import (
    NORMS,
    SIGMAS,
    divided_by,
    sums_before_norms,
)
from lesson_parts.real_model.encoder import (
    BLOCKS,
    EPS,
    HEADS,
    PARTS,
    SUBLAYERS,
    attention,
)
from lesson_parts.real_model.pairs import EASY, sentences, ten_sentences
from lesson_parts.real_model.rare_pieces import FILE as RARE
from lesson_parts.real_model.results import by_pair, found, gained, measured
from lesson_parts.real_model.retrieval import Retrieval, judged
from lesson_parts.real_model.text import LONGEST
from lesson_parts.real_model.weights import FILE

encoder = Encoder()
weights = encoder.weights
ten = encoder.vectors(ten_sentences())
three = encoder.vectors(
    [
        "The weather is lovely today.",
        "It's so sunny outside!",
        "He drove to the stadium.",
    ]
)
GAMMA, BETA = (
    np.array([weights[f"{norm}.{name}"] for norm in NORMS])
    for name in ("gamma", "beta")
)
met, _ = sums_before_norms(["The soup is far too salty."])
row, spread = met["0.feed_forward"][0], met["0.feed_forward"].std(-1)
x_hat = (row - row.mean()) / row.std()
silent = (np.abs([GAMMA[-1], BETA[-1]]) < 1e-6).all(0)
loudest = [weights[f"{i}.attention.gamma"].max() for i in range(4)]
HERE = three[0] @ three[1], three[0] @ three[2], three[1] @ three[2]


def share(name):
    return found(name)[0]


def each_block(part, sublayer):
    return [share(f"no {part} {i} {sublayer}") for i in range(BLOCKS)]


def carried(kind):
    return [share(f"shortcut {kind} {i}") for i in range(BLOCKS)]


def beyond(name, times=2):
    """Whether a change loses more than so many times its error."""
    more, spread = gained(name)
    return -more > times * spread


def left(part):
    """Return how many of the ten find their partner without a part."""
    change = without(part, 0, "feed_forward")
    return 10 * judged(encoder.vectors(ten_sentences(), change)).found.mean()


def given_to_cls(cls, others):
    """Return the weight that [CLS] gets in block 1 from the other rows.

    Behind block 0 [CLS] and the others are divided by the constants given.
    """
    x, ends = encoder.embedding(["The soup is far too salty."])
    cls_row = np.eye(len(x))[:, :1]
    norm = divided_by(np.where(cls_row, cls, others))
    x = encoder.blocks(x, ends, {("norm", 0, "feed_forward"): norm}, stop=1)
    q, k = (
        encoder._linear(x, f"1.{name}").reshape(len(x), HEADS, -1)
        for name in ("query", "key")
    )
    return attention(q, k, cls_row[:, None])[1:].mean()


OTHERS = spread[1:].mean()
USUAL = given_to_cls(spread[0], OTHERS)


def note(name):
    return lambda x: kept.setdefault(name, x)


def turn(factor):
    """Return by how many degrees most sums turn, without [CLS]."""
    z, f = kept["shortcut"], kept["sublayer"]
    a, b = (
        x - x.mean(-1, keepdims=True) for x in (factor * z + f, z + f)
    )  # fmt: skip
    length = np.linalg.norm(a, axis=1) * np.linalg.norm(b, axis=1)
    cosines = ((a * b).sum(1) / length)[~trials.first]
    return np.degrees(np.arccos(np.median(cosines)))


kept, trials = {}, Retrieval()
trials.vectors(
    {(n, 0, "feed_forward"): note(n) for n in ("shortcut", "sublayer")}
)
WHOLE = share("whole")
SUBS = {
    f"no sublayer {i} {s}": share(f"no sublayer {i} {s}")
    for s in SUBLAYERS for i in range(BLOCKS)
}  # fmt: skip
TENFOLD = [
    share(f"sigmas 0 {a:g} {b:g}")
    for a in SIGMAS for b in SIGMAS if a > 9.9 * b
]  # fmt: skip
LOWEST = sorted(SUBS, key=SUBS.get)
SHORTCUT = each_block("shortcut", "feed_forward")
NORM = each_block("norm", "feed_forward")
AROUND = each_block("shortcut", "attention")
GIANT = (kept["shortcut"] + kept["sublayer"])[trials.first, 99]

NUMBERS = {
    "inside-text": {"0.61 0.52": (ten[6] @ ten[7], ten[6] @ ten[8])},
    "own-text": {"23": (FILE.stat().st_size + RARE.stat().st_size) / 1e6},
    "own-why": {
        "0.67 0.10 0.14": HERE,
        "256": LONGEST,
    },
    "leave-text": {
        "0.28 0.33 0.84":
            (share("token vectors"), share("no block"), WHOLE),
    },
    "panel-text": {
        "0.78 0.85": (min(SUBS.values()), max(SUBS.values())),
        "0.22 0.27 0.33 0.40 0.59 0.78": (*SHORTCUT,),
        "0.03 0.41 0.46 0.87 0.70 0.64": (*NORM,),
    },
    "carried-text": {
        "0.57 0.58": tuple(share(f"no sublayer all {s}") for s in SUBLAYERS),
        "5 0 0.78": (5, 0, SUBS["no sublayer 5 attention"]),
        "42": len(PARTS) * len(SUBLAYERS) * (BLOCKS + 1),
        "−0.067 0.040 −0.067 0.027": (
            *gained("no sublayer 5 attention"),
            *gained("no sublayer 0 feed_forward"),
        ),
    },
    "carried-why": {
        "1 0 0.83": (1, 0, share("0.feed_forward both at start")),
        "12 8": (turn(0.5), turn(2)),
        "0.96": measured()["no norm 0 feed_forward"]["others"],
        "0.17 0.17 0.36 0.44 0.61 0.80": (*carried("shuffled"),),
        "0.09 0.21 0.43 0.51 0.63 0.76": (*carried("mean"),),
    },
    "bound": {
        "384 99 382.5": (x_hat @ x_hat, row.argmax(), max(x_hat**2)),
        "0.66 1.0 11.4 17": (
            min(spread[1:]), max(spread[1:]), spread[0],
            max(spread) / min(spread),
        ),
        "99 223 7": (row.argmax(), row.max(), np.sort(np.abs(row))[-2]),
        "19.57 99 19.56": (383**0.5, 99, x_hat.max()),
    },
    "my-norm-text": {
        "0.84": share("sigmas 0 10 1"),
        "0.05 0.3 1 3 10 30 0.18": (
            share("sigmas 0 1 1"), *SIGMAS,
            max(share(f"sigmas 0 {s:g} {s:g}") for s in SIGMAS),
        ),
        "0.85": share("sigma one attention"),
        "0.73": share("sigma two all"),
    },
    "scales-text": {
        "10 3 0.82": (10, 3, share("sigmas 0 10 3")),
        "0.19": share("sigmas 0 3 1"),
        "0.76 0.84": (min(TENFOLD), max(TENFOLD)),
        "3 0.85": (3, share("sigmas 3 3 3")),
    },
    "giant-text": {
        "0.68 0.72": tuple(share(f"CLS massive 0 {i}") for i in (1, 2)),
        "121 191": tuple(met[f"{i}.feed_forward"][0].max() for i in (1, 2)),
        "220 224": (GIANT.min(), GIANT.max()),
    },
    "scales-why": {
        "1 0.26 0 0.55": (1, share("all gamma 1"), 0, share("all beta 0")),
        "0.6": GAMMA.mean(),
        "4,992 19 1": (GAMMA.size, (GAMMA > 1).sum(), 1),
        "384 0": (len(silent), np.ptp(ten[:, silent])),
        "1.43 1.55 99": (
            min(loudest), max(loudest), weights["0.attention.gamma"].argmax()
        ),
    },
    "closing": {
        "0.09 0.12": tuple(
            measured()[each]["others"] for each in ("whole", "RMSNorm")
        ),
        "22 84": (100 * SHORTCUT[0], 100 * WHOLE),
        "78": 100 * SHORTCUT[5],
    },
    "folded_gamma": {"53": 100 * share("folded, shortcut without")},
}  # fmt: skip

HOLDS = {
    "inside-text": {
        "all ten find their partner": judged(ten).found.min() == 1,
    },
    "count": {
        "thirteen norms, ε = 10⁻¹²": (len(NORMS), EPS) == (13, 1e-12),
    },
    "own-why": {
        "none is off by more than 0.001":
            max(np.abs(np.array(HERE) - [0.6660, 0.1046, 0.1411])) < 0.001,
    },
    "floors-text": {
        "sixty pairs, forty with a tempting wrong partner":
            len(sentences()) == 2 * 60 == 2 * (EASY + 40),
    },
    "leave-text": {
        "wrong partners are too tempting":
            by_pair("whole")[:EASY].mean() > by_pair("whole")[EASY:].mean(),
    },
    "parts-text": {
        "five without the shortcut, six without the norm, all without f":
            [left(part) for part in ("shortcut", "norm", "sublayer")] == [
                5,
                6,
                10,
            ],
    },
    "panel-text": {
        "without a shortcut of blocks 0 to 2 as few as without any block":
            max(SHORTCUT[:3] + AROUND[:3]) <= share("no block"),
        "from block 1 on the harm gets smaller":
            all(each[1:] == sorted(each[1:]) for each in (SHORTCUT, AROUND)),
        "behind attention the norm of block 0 is missed, else all but 3's":
            [
                [beyond(f"no norm {i} {s}") for i in range(BLOCKS)]
                for s in SUBLAYERS
            ] == [[i == 0 for i in range(6)], [i != 3 for i in range(6)]],
    },
    "carried-text": {
        "without all sublayers more than without all norms, shortcuts":
            min(share(f"no sublayer all {s}") for s in SUBLAYERS) > max(
                share(f"no {part} all {s}")
                for part in ("norm", "shortcut")
                for s in SUBLAYERS
            ),
        "twenty of the panel's comparisons are beyond four errors":
            sum(
                abs(np.divide(*gained(f"no {part} {i} {s}"))) > 4
                for part in PARTS
                for s in SUBLAYERS
                for i in (*range(BLOCKS), "all")
                if gained(f"no {part} {i} {s}")[1]
            ) == 20,
        "two sublayers share the bottom, one of them is missed":
            {*LOWEST[:2]} == {
                "no sublayer 0 feed_forward",
                "no sublayer 5 attention",
            } and beyond("no sublayer 0 feed_forward") and not beyond(
                "no sublayer 5 attention"
            ),
    },
    "carried-why": {
        "half and twice do no harm, in any block":
            not any(
                beyond(f"shortcut {kind} {i}")
                for kind in ("half", "double")
                for i in range(BLOCKS)
            ),
        "shuffled and one for all: worse than no block":
            max(
                share("shortcut shuffled 0"), share("shortcut mean 0")
            ) < share("no block"),
        "the norm of block 0 is the worst to leave out":
            NORM[0] == min(
                share(f"no {part} {i} {s}")
                for part in PARTS
                for i in range(BLOCKS)
                for s in SUBLAYERS
            ),
    },
    "sigma-text": {
        "only [CLS] needs this norm":
            share("no norm 0 CLS") < 0.1 < WHOLE <= share("no norm 0 others"),
        "loud, [CLS] gets the whole weight, usually a little more than half":
            given_to_cls(1, OTHERS) > 0.99 and 0.5 < USUAL < 0.65,
    },
    "my-norm-text": {
        "two constants do the work of σ here":
            round(share("sigmas 0 10 1"), 2) == round(WHOLE, 2) and share(
                "sigmas 0 1 1"
            ) < 0.1,
        "behind attention one constant each will do, everywhere not":
            share("sigma one attention") >= WHOLE and beyond("sigma two all"),
    },
    "scales-text": {
        "no constant for both will do":
            max(share(f"sigmas 0 {s:g} {s:g}") for s in SIGMAS) < 0.2,
        "[CLS] gets nearly the whole weight at 3 and 1, not at 10 and 3":
            given_to_cls(3, 1) > 0.95 and given_to_cls(10, 3) < USUAL + 0.05,
    },
    "giant-text": {
        "blocks 1 and 2 need feature 99, blocks 0 and 3 little":
            all(
                beyond(f"CLS massive 0 {i}", 2.5) == (i in (1, 2))
                for i in range(4)
            ),
        "only the 0 does harm":
            not any(
                beyond(f"CLS {kind} {i}")
                for kind in ("massive mean", "hundred 0")
                for i in range(4)
            ),
    },
    "scales-why": {
        "two γ beyond 1.5, ten β beyond ±1":
            ((GAMMA > 1.5).sum(), (np.abs(BETA) > 1).sum()) == (2, 10),
        "at 1 and 0 no more than with random vectors":
            share("all both at start") <= share("random token vectors"),
        "flat or shuffled γ lose many":
            beyond("all gamma flat") and beyond("all gamma shuffled"),
        "feature 99's γ: largest, then among the ten smallest":
            all(
                weights[f"{i}.attention.gamma"].argmax() == 99
                and weights[f"{i}.feed_forward.gamma"].argsort().argsort()[99]
                < 10
                for i in range(4)
            ),
        "three features are silent": silent.sum() == 3,
        "one norm at a time, two are missed":
            [norm for norm in NORMS if beyond(f"{norm} both at start")] == [
                "0.attention",
                "5.feed_forward",
            ],
    },
    "closing": {
        "without β it finds 0.60": round(share("RMSNorm, beta 0"), 2) == 0.6,
        "RMSNorm changes nothing beyond its error":
            WHOLE <= share("RMSNorm") < WHOLE + 2 * gained("RMSNorm")[1],
        "rows have nearly no mean":
            all(
                np.abs(z.mean(-1) / z.std(-1)).max() < 0.1
                for z in met.values()
            ),
        "a single sublayer is hardly missed":
            min(SUBS.values()) > WHOLE - 0.07,
        "γ and β of all norms are needed":
            beyond("all both at start", 4),
        "folded, with a shortcut that keeps γ and β: the same model":
            share("folded, shortcut with") == WHOLE,
    },
}  # fmt: skip
