"""The numbers in the words of lesson 11."""

import numpy as np

from parts.real_model import Encoder
from parts.real_model.changes import sums_before_norms
from parts.real_model.choose_pieces import PUBLISHED
from parts.real_model.encoder import BLOCKS, PARTS, SUBLAYERS
from parts.real_model.pairs import ten_sentences
from parts.real_model.results import found, gained, measured
from parts.real_model.trials import Trials
from parts.real_model.weights import FILE, load_weights


def share(name):
    return found(name)[0]


def all_of(part, sublayer):
    return [share(f"no {part} {i} {sublayer}") for i in range(6)]


three = Encoder().vectors(PUBLISHED)
ten = Encoder().vectors(ten_sentences())
met, _ = sums_before_norms(["The soup is far too salty."])
row = met["0.feed_forward"][0]
spread = met["0.feed_forward"].std(-1)
x_hat = (row - row.mean()) / row.std()
subs = all_of("sublayer", "attention") + all_of("sublayer", "feed_forward")
gamma = [v for k, v in load_weights().items() if k.endswith("gamma")]
last = [load_weights()[f"5.feed_forward.{name}"] for name in ("gamma", "beta")]
silent = (np.abs(last) < 1e-6).all(0)  # features that the last norm lets go
assert silent.sum() == 3
loudest = [load_weights()[f"{i}.attention.gamma"].max() for i in range(4)]
kept = {}
MEAN = "CLS massive mean"


def note(name):
    return lambda x: kept.setdefault(name, x)


def centred(x):
    return x - x.mean(-1, keepdims=True)


def turn(factor):
    """Return by how many degrees most sums turn, without [CLS]."""
    z, f = kept["shortcut"], kept["sublayer"]
    a, b = centred(factor * z + f), centred(z + f)
    length = np.linalg.norm(a, axis=1) * np.linalg.norm(b, axis=1)
    return np.degrees(
        np.arccos(np.median(((a * b).sum(1) / length)[~trials.first]))
    )


trials = Trials()
trials.vectors({(n, 0, "feed_forward"): note(n)
                for n in ("shortcut", "sublayer")})  # fmt: skip
TWINS = Encoder().vectors(
    ["The dog chased the cat.", "The cat chased the dog."]
)

NUMBERS = [
    ("4b is nearer, but only at {} against {}:",
     (ten[6] @ ten[7], ten[6] @ ten[8])),
    ("Attention has 4 · {}² weights.", 384),
    ("has 2 · 4 · {}² = 8 · {}². Its share is {} of {},", (384, 384, 8, 12)),
    ("with the published weights by less than {},", 0.005),
    ("and without the rounding by less than {}.", 1e-6),
    ("from their words alone, {}, and with the whole model {}.",
     (share("no block"), share("whole"))),
    ("The first two, at {}.", TWINS[0] @ TWINS[1]),
    ("hardly missed: {} to {} are found", (min(subs), max(subs))),
    ("in block 0 only {} % of the sentences find",
     100 * share("no shortcut 0 feed_forward")),
    ("without the norm of block {} ({}), half",
     (0, share("no norm 0 feed_forward"))),
    ("with γ = {} and β = {} in this one norm, {} are found.",
     (1, 0, share("0.feed_forward both at start"))),
    ("The squares of x̂ add up to {}, and feature {} takes {} of them.",
     ((x_hat**2).sum(), row.argmax(), (x_hat**2).max())),
    ("The largest one in float16 is {}.", np.finfo(np.float16).max),
    ("The square of {} is {} and", (round(row.max()), round(row.max()) ** 2)),
    ("similarities of others rise a little, from {} to {}.",
     (measured()["whole"]["others"], measured()["RMSNorm"]["others"])),
    ("it is missed far more, {} to {}:",
     (share("no norm 0 feed_forward"), share("no shortcut 0 feed_forward"))),
    ("in all blocks {} are found, and without all feed-forward layers {};",
     (share("no sublayer all attention"),
      share("no sublayer all feed_forward"))),
    ("at the bottom: {} are found without attention in block {}, and as",
     (min(subs), subs.index(min(subs)))),
    ("In this panel you can make {} such comparisons,",
     len(PARTS) * len(SUBLAYERS) * (BLOCKS + 1)),
    ("missed: the changes are {} ± {} and {} ± {}.",
     (*gained("no sublayer 5 attention"),
      *gained("no sublayer 0 feed_forward"))),
    ("by only {} and {} degrees.", (turn(0.5), turn(2))),
    ("for both will do: fewer than {} are found, whichever", 0.2),
    ("With these two constants {} are found", share("sigmas 0 10 1")),
    ("one constant each, and {} are found.", share("sigma one attention")),
    ("thirteen norms only {} are found, so", share("sigma two all")),
    ("In block 1 that leaves {}, and in block 2 it leaves {}.",
     (share("CLS massive 0 1"), share("CLS massive 0 2"))),
    *[("to its mean over all sentences, {} are", share(f"{MEAN} {i}"))
      for i in range(4)],
    ("all three are right: {}, {} and {}.",
     (three[0] @ three[1], three[0] @ three[2], three[1] @ three[2])),
    ("Of its {} entries {} are above 1,",
     (np.size(gamma), np.sum(np.array(gamma) > 1))),
    ("by 10 and the others by 3, and {} are found;", share("sigmas 0 10 3")),
    ("nearly the same ratio, and it is only {}.", share("sigmas 0 3 1")),
    ("with 3 for both, {} are found.", share("sigmas 3 3 3")),
    ("So three of the {} numbers of a sentence's vector are {},",
     (len(silent), float(np.ptp(ten[:, silent])))),
    ("it finds {} sentences of a hundred in place of {}.",
     (100 * share("no shortcut 0 feed_forward"), 100 * share("whole"))),
    ("behind attention, {} to {}, belongs to feature 99.",
     (min(loudest), max(loudest))),
    ("with nothing in common have a similarity of {}.",
     measured()["no norm 0 feed_forward"]["others"]),
    ("Eight rows have a σ between {} and {},",
     (round(min(spread[1:]), 1), round(max(spread[1:])))),
    ("By a factor of {} (the smallest is {}).",
     (max(spread) / min(spread), min(spread))),
    ("and [CLS] has {}.", spread[0]),
    ("its feature {} is {}, and the next largest has {}.",
     (row.argmax(), row.max(), np.sort(np.abs(row))[-2])),
    ("it is √383 = {}, and feature 99 has {}.", (383**0.5, x_hat.max())),
    ("γ now lies around {}.", round(float(np.mean(gamma)), 1)),
    ("for all. Then only {} % find their",
     100 * share("folded, shortcut without")),
    ("vectors of the {} most common word pieces",
     len(load_weights()["pieces"])),
    ("weights rounded from 32 bits to eight, in {} megabytes.",
     FILE.stat().st_size / 1e6),
]  # fmt: skip
