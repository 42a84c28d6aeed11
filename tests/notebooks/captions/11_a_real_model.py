"""The captions of lesson 11."""

import json
from pathlib import Path

import numpy as np
from drawn import titles
from matplotlib.patches import Rectangle

import parts
from parts.real_model import Encoder, pictures
from parts.real_model.pairs import ten_sentences
from parts.real_model.text import pieces

STORED = Path(parts.__file__).parent / "real_model" / "stored"
MEASURED = json.loads((STORED / "measured.json").read_text(encoding="utf-8"))
WEIGHTS = dict(np.load(STORED / "weights.npz"))
ENCODER = Encoder()
TEN = ENCODER.vectors(ten_sentences())
ALIKE = TEN @ TEN.T
OTHERS = np.where(np.eye(10), -1, ALIKE)
DRAWN = pictures.who_finds_whom(ALIKE, [*"abcdefghij"]).axes[0]
TEXT = "The soup is far too salty."
MODEL = pictures.the_model()


def share(name):
    """Return the share of sentences that find their partner."""
    return sum(map(int, MEASURED[name]["found"])) / (
        2 * len(MEASURED[name]["found"])
    )


def blocks(part, sublayer):
    return np.array([share(f"no {part} {i} {sublayer}") for i in range(6)])


SUBLAYERS = "attention", "feed_forward"
WHOLE = share("whole")
ALONE, SHORTCUT, NORM = (
    [blocks(part, each) for each in SUBLAYERS]
    for part in ("sublayer", "shortcut", "norm")
)


def third_norm_meets():
    """Return what the third norm is given for the nine pieces, (9, 384)."""
    met = []

    def noting(z, gamma, beta, eps):
        met.append(z)
        x_hat = (z - z.mean(-1, keepdims=True)) / np.sqrt(
            z.var(-1, keepdims=True) + eps
        )
        return gamma * x_hat + beta

    Encoder({"layer_norm": noting})(TEXT)
    return met[2]


Z = third_norm_meets()
SPREAD, LOUD = Z.std(-1), abs(Z[0]).argmax()
GAMMA, BETA = (
    np.array([ENCODER.weights[name] for name in ENCODER.weights
              if name.endswith(kind)]) for kind in ("gamma", "beta")
)  # fmt: skip

CAPTIONS = {
    "ten": [
        ("{} rows and {} columns, one for each sentence", *ALIKE.shape),
        ("The brighter a field, the more similar the {} sentences", 2,
         DRAWN.collections[0].get_cmap().name == "cividis"),
        ("Along the diagonal stand ones", np.allclose(np.diag(ALIKE), 1)),
        ("A frame in each row marks the most similar other sentence, and it "
         "is the partner every time",
         (OTHERS.argmax(1) == np.arange(10) ^ 1).all(),
         [int(each.get_x()) for each in DRAWN.patches
          if isinstance(each, Rectangle)] == [*OTHERS.argmax(1)]),
        ("For 4a that is 4b, at {}; 5a follows at {}.", ALIKE[6, 7],
         ALIKE[6, 8], (OTHERS[6].argsort()[:-3:-1] == [7, 8]).all()),
        ("Numbers below {} are not written", 0.2,
         len(DRAWN.texts) == (ALIKE >= 0.2).sum()),
    ],
    "inside": [
        ("From left to right: a sentence is split",
         MODEL.axes[0].texts[0].get_position()[0]
         < MODEL.axes[0].texts[3].get_position()[0]),
        ("each piece becomes a vector of {} numbers", TEN.shape[1]),
        ("In each of them stand attention, Add & Norm, a feed-forward layer "
         "with GELU, and Add & Norm again. At the end comes the mean over the "
         "tokens, divided by its length",
         "tests/parts/real_model has the order",
         np.allclose(np.linalg.norm(TEN, axis=1), 1)),
        ("{} blocks follow",
         len({k[0] for k in ENCODER.weights if k[0].isdigit()})),
    ],
    "parts": [
        ("{} panels, attention and feed-forward, with a mark over each of "
         "the {} blocks", 2, len(ALONE[0]),
         titles(pictures.parts_left_out(
             {(s, p): [(0, 0)] * 6 for s in SUBLAYERS
              for p in pictures.LOOKS}, {})) == ["Attention", "Feed-forward"]),
        ("that is left out there", "a verb"),
        ("Without the sublayer the marks stay near the whole model",
         max(map(max, WHOLE - np.array(ALONE))) < 0.15),
        ("Without the shortcut they are near {} in block {} and reach {} or "
         "{} in block {}.", np.mean([each[0] for each in SHORTCUT]), 0,
         *sorted(each[5] for each in SHORTCUT), 5),
        ("Without the norm behind attention something is lost in block {} "
         "only", 0, NORM[0][0] < WHOLE - 0.05,
         NORM[0][1:].min() > WHOLE - 0.05),
        ("without the norm behind the feed-forward layer next to nothing is "
         "found in block {}, {} is lost in blocks {} and {}, and nothing in "
         "block {}.", 0, 0.5, 1, 2, 3, NORM[1][0] < 0.05,
         abs(NORM[1][1:3] / WHOLE - 0.5).max() < 0.2,
         abs(NORM[1][3] - WHOLE) < 0.05),
    ],
    "row": [
        ("Left, a dot for each token of one sentence: the spread of its row "
         "is {} to {} for all tokens but [CLS], whose row has {}.",
         SPREAD[1:].min(), SPREAD[1:].max(), SPREAD[0],
         pieces(TEXT, ENCODER.rows)[0] == "[CLS]"),
        ("Right, the {} numbers of [CLS]'s row: all lie near {} but one, "
         "feature {}, which is about {}.", Z.shape[1], 0, LOUD, Z[0, LOUD],
         abs(np.delete(Z[0], LOUD)).max() < 20),
    ],
    "scales": [
        ("For each of the {} norms", len(GAMMA)),
        ("where γ and β of its {} features lie", GAMMA.shape[1]),
        ("a thick line for the middle {} tenths, a thin one for all, and a "
         "black tick for the median", 9,
         "tests/parts/real_model has the lines"),
        ("γ lies around {}, and hardly a feature reaches {}, which the dashed "
         "line marks", np.median(GAMMA), 1, (GAMMA >= 1).mean() < 0.1),
        ("β lies around {}, with some features beyond ±{}.", np.median(BETA),
         1, 0 < (abs(BETA) > 1).sum() < 50),
    ],
}  # fmt: skip
