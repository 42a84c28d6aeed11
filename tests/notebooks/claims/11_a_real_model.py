"""What lesson 11 says in words."""

import contextlib
import inspect
import io
from pathlib import Path

import numpy as np
from page_cells import printed, written
from test_numbers import prose

from course_lib.layers import FeedForward, LayerNorm, RMSNorm, Stack
from course_lib.layers.activations import normal_cdf
from parts.real_model import Encoder, changes, pairs, without
from parts.real_model.changes import NORMS, SIGMAS
from parts.real_model.encoder import BLOCKS, EPS, HEADS, PARTS, SUBLAYERS
from parts.real_model.explorers import LeaveOut, TrainedScales, TwoSigmas
from parts.real_model.functions import NAMES, course_functions
from parts.real_model.pairs import sentences, ten_sentences
from parts.real_model.results import FLOORS, by_pair, found, gained, measured
from parts.real_model.text import pieces, readable
from parts.real_model.trials import judged
from parts.real_model.weights import FILE

rng = np.random.default_rng(11)
same = np.allclose


def share(name):
    return found(name)[0]


def error(name):
    return gained(name)[1]


PARTS_LEFT_OUT = [
    f"no sublayer {i} {part}"
    for i in range(6)
    for part in ("attention", "feed_forward")
]
CLEARLY = [
    name for name in PARTS_LEFT_OUT if -gained(name)[0] > 2 * gained(name)[1]
]
SHORTCUTS = [share(f"no shortcut {i} feed_forward") for i in range(6)]
giant = np.zeros(384)
giant[99] = 223.0
gamma, beta, x_hat = rng.normal(size=(3, 5))
W1 = rng.normal(size=(5, 7))

PAGE = "11_a_real_model"
CODE, SHOWN = written(PAGE), printed(PAGE)
encoder = Encoder()
weights = encoder.weights
GAMMA, BETA = (
    np.array([weights[f"{norm}.{name}"] for norm in NORMS])
    for name in ("gamma", "beta")
)
EASY = 20  # the first pairs; the others come in twos
own = course_functions()
ten = encoder.vectors(ten_sentences())
SOUP = "The soup is far too salty."
met = []


def noting(z, gamma, beta, eps):
    met.append(z)
    return own["layer_norm"](z, gamma, beta, eps)


rows_of_soup = Encoder({"layer_norm": noting}).tokens([SOUP])[0]
cls = met[2][0]
COUNTS = {
    part: 10 * judged(encoder.vectors(
        ten_sentences(), without(part, 0, "feed_forward")
    )).found.mean()
    for part in PARTS
}  # fmt: skip
NORM_LESS = {s: [share(f"no norm {i} {s}") for i in range(6)]
             for s in SUBLAYERS}  # fmt: skip
CONSTANTS = [share(f"sigmas 0 {s:g} {s:g}") for s in SIGMAS]
three = encoder.vectors([
    "The weather is lovely today.", "It's so sunny outside!",
    "He drove to the stadium.",
])  # fmt: skip
HERE = (three @ three.T)[[0, 0, 1], [1, 2, 2]]
PUBLISHED = np.array([0.6660, 0.1046, 0.1411])
dogs = encoder.vectors([
    "The dog chased the cat.", "The cat chased the dog.",
    "A dog ran after a cat.",
])  # fmt: skip
x = rng.normal(size=(4, 384))


def beyond(name, times=2):
    """Whether a change loses more than so many times its error."""
    more, spread = gained(name)
    return -more > times * spread


def by_hand(change):
    """Return what a block makes of numbers when a part is left out."""
    names = "attention", "feed_forward"
    maker = Encoder({"layer_norm": lambda z, g, b, e: 2 * z})
    f = [maker._sublayer(change, 0, n, lambda x: x**2) for n in names]
    norm = [maker._norm(change, 0, n) for n in names]
    return own["encoder_block"](np.array([3.0]), *f, *norm)


OZ = Path(__file__).parents[2] / "parts" / "real_model" / "oz.txt"
PAPERS = Path(__file__).parents[1].joinpath("references.md").read_text("utf-8")
CHANGES = inspect.getsource(changes)
PAIRS = " ".join(inspect.getdoc(pairs).split())


def left_out(*texts):
    """Return which texts stay, and whether it is said why others do not."""
    with contextlib.redirect_stdout(io.StringIO()) as said:
        kept = readable(texts, encoder.rows)
    return kept, "is left out. The course ships" in said.getvalue()


def without_a_block():
    """Return vectors of all sentences from what enters block 0."""
    x, ends = encoder.embedding(sentences())
    each = np.split(x, ends[:-1])
    return np.stack([own["sentence_vector"](rows) for rows in each])


def back(x, dy):
    """Return dx of a LayerNorm whose γ is 1, and its x̂ at right angles."""
    layer = LayerNorm(x.shape[-1], eps=0)
    layer.forward(x)
    return layer.backward(dy)


def carried_by_the_shortcut():
    """Whether a stack whose layers add 0 hands row and gradient on."""
    stack = Stack(3, 4, 8, norm=False, rng=1)
    for block in stack.blocks:
        block.feed_forward.W2[...] = block.feed_forward.b2[...] = 0
    x, dy = rng.normal(size=(2, 1, 4))
    return same(stack.forward(x), x) and same(stack.backward(dy), dy)


def shut_units_send_nothing():
    """Whether dx is that of the open hidden units alone."""
    f = FeedForward(4, 9, rng=1)
    m = (x := rng.normal(size=(1, 4))) @ f.W1 + f.b1
    f.forward(x)
    opened = (dy := rng.normal(size=(1, 4))) @ f.W2.T * (m > 0)
    return same(f.backward(dy), opened @ f.W1.T) and not np.all(m > 0)


def layer(block, x):
    """Return a feed-forward layer by its weights, added up here."""
    m = x @ weights[f"{block}.1.W"] + weights[f"{block}.1.b"]
    return (
        m * normal_cdf(m) @ weights[f"{block}.2.W"] + weights[f"{block}.2.b"]
    )


CLAIMS = {
    "The shortcut around it is, and most of all in the first blocks": (
        SHORTCUTS[0] < SHORTCUTS[1] < min(SHORTCUTS[2:])
    ),
    "What it carries may be half or twice as long, but each row has to keep "
    "its own direction": (
        share("shortcut half 0") > share("whole") - 0.1
        and share("shortcut shuffled 0") < 0.4
        and share("shortcut mean 0") < 0.4
    ),
    "Since 1,536 = 4 · 384, the feed-forward layer has 2 · 4 · 384² = 8 · "
    "384²": (2 * 1536 * 384 == 8 * 384**2),
    "the share of a standard normal distribution that lies below m": (
        abs((rng.normal(size=40_000) < 0.7).mean() - normal_cdf(0.7)) < 0.01
    ),
    "From block 1 on the harm gets smaller with every block": (
        SHORTCUTS[1:] == sorted(SHORTCUTS[1:])
    ),
    "hardly anything is found without the norm of block 0 (0.03), 0.41 and "
    "0.46 without those of blocks 1 and 2, as much as ever without that of "
    "block 3 (0.87), and less again without the last two": (
        share("no norm 0 feed_forward") < 0.1
        and share("no norm 1 feed_forward") < 0.6
        and share("no norm 2 feed_forward") < 0.6
        and share("no norm 3 feed_forward") >= share("whole")
        and share("no norm 4 feed_forward") < share("whole")
        and share("no norm 5 feed_forward") < share("whole")
    ),
    "all-MiniLM-L6-v2, built from the layers of this course.": (
        [*own] == [*NAMES]
        and np.allclose(encoder.feed_forward(x, 2), layer(2, x), atol=1e-4)
    ),
    "In the first sitting you write the three functions that are still "
    "missing and run the published model with your own layers. In the "
    "second you take it apart.": (
        [n for n in NAMES if f'card("{n}")' in "".join(CODE.values())]
        == [*NAMES[1:]]
        and len(NAMES[1:]) == 3
        and [*CODE].index("vector-card")
        < [*CODE].index("own")
        < [*CODE].index("second-sitting")
        < [*CODE].index("leave")
    ),
    "Which parts a trained model needs, what became of γ and β, and how to "
    "check that such a result is not luck.": (
        {"parts", "scales", "sigma-table"} <= CODE.keys()
    ),
    "The second one runs without the first, on another day if you like.": (
        all(
            word in CODE["second-setup"]
            for word in (
                "import numpy as np",
                "encoder = Encoder(mine)",
                "own_parts(NAMES)",
                "text = ",
            )
        )
    ),
    'it leaves out "What γ and β became" and "RMSNorm in place of '
    'LayerNorm".': (
        all(
            f"### {title}" in prose(PAGE)
            for title in (
                "What γ and β became",
                "RMSNorm in place of LayerNorm",
            )
        )
    ),
    "The two sentences of each pair say nearly the same in other words. | | "
    "a | b | |---|---|---| | 1 | The train was late again this morning. | "
    "Once more our railway service failed to arrive on time today. | | 2 | "
    "Please close the window, it is cold in here. | Could you shut that? I "
    "am freezing. | | 3 | I cannot sleep at night. | I lie awake until "
    "morning. | | 4 | He sat on the bank and watched the fish. | By the "
    "river he looked into the water at the animals. | | 5 | The bank gave "
    "him money for a house. | He took out a loan to buy a home. |": (
        all(
            f"| {a} | {b} |" in prose(PAGE)
            for a, b in zip(ten_sentences()[::2], ten_sentences()[1::2])
        )
    ),
    "The encoder gives each of them a vector of length 1. So the dot "
    "product of two is the cosine of their angle (lesson 02). It is called "
    "their *similarity*.": (
        same(np.linalg.norm(ten, axis=1), 1)
        and same(
            ten[0] @ ten[1],
            np.cos(2 * np.arcsin(np.linalg.norm(ten[0] - ten[1]) / 2)),
        )
    ),
    'Sentence 4a shares the word "bank" with 5a, and hardly a word with 4b.': (
        "bank" in ten_sentences()[6]
        and "bank" in ten_sentences()[8]
        and len(
            {*ten_sentences()[6].lower().strip(".").split()}
            & {*ten_sentences()[7].lower().strip(".").split()}
        )
        == 2
    ),
    "the meaning counts for more than the shared word, and the word counts, "
    "too. All ten sentences find their partner.": (
        ten[6] @ ten[7]
        > ten[6] @ ten[8]
        > 0.5
        > (ten[6] @ ten[[0, 2, 4]].T).max()
        and judged(ten).found.min() == 1
    ),
    "A sentence is first split into *word pieces*: common words are one "
    "piece, rare ones several. A piece called [CLS] comes in front, and "
    "[SEP] at the end.": (
        pieces("cat", encoder.rows) == ["[CLS]", "cat", "[SEP]"]
        and len(pieces("salty", encoder.rows))
        == 3
        < len(pieces("unsalted", encoder.rows))
    ),
    "Each piece has a learned vector of 384 numbers, and so has each "
    "position. Their sum is normalized, and then come six blocks like the "
    "one in lesson 10.": (
        weights["pieces"].shape[1] == weights["positions"].shape[1] == 384
        and len(weights["positions"]) > 100
        and BLOCKS == 6
        and same(
            encoder.embedding(["cat"])[0],
            own["layer_norm"](
                weights["pieces"][
                    [encoder.rows[p] for p in pieces("cat", encoder.rows)]
                ]
                + weights["positions"][:3],
                GAMMA[0],
                BETA[0],
                EPS,
            ),
            atol=1e-5,
        )
        and "Add & Norm" in str(SHOWN)
    ),
    "Three things differ from lesson 10: attention has twelve heads, and we "
    "take it as given again; the feed-forward layer has GELU in place of "
    "the ReLU; and ε is 10⁻¹² in all thirteen norms.": (
        (HEADS, EPS, len(NORMS)) == (12, 1e-12, 13)
        and same(encoder.feed_forward(x, 2), layer(2, x), atol=1e-4)
        and "attention" not in NAMES
    ),
    "Attention has four weight matrices of 384 × 384 in each block. The "
    "feed-forward layer has two, 384 × 1,536 and 1,536 × 384.": (
        all(
            sum(
                w.shape == (384, 384)
                for k, w in weights.items()
                if k.startswith(f"{i}.")
            )
            == 4
            for i in range(6)
        )
        and (weights["0.1.W"].shape, weights["0.2.W"].shape)
        == ((384, 1536), (1536, 384))
    ),
    "Its share is 8 of 12, or two thirds.": (
        np.isclose(
            weights["0.1.W"].size
            * 2
            / (weights["0.1.W"].size * 2 + 4 * 384**2),
            2 / 3,
        )
    ),
    "### Three functions are missing You wrote `layer_norm` in lesson 05. "
    "The feed-forward layer still needs GELU: m times Φ(m),": (
        len(NAMES) - 1 == 3
        and same(
            own["gelu_feed_forward"](
                np.array([[2.0]]),
                np.eye(1),
                np.zeros(1),
                np.eye(1),
                np.zeros(1),
                encoder.erf,
            ),
            2 * normal_cdf(2.0),
        )
        and 'card("layer_norm")' in str(written("05_layernorm"))
    ),
    "NumPy has no Φ, but it can be made from the *error function* erf, "
    "which is handed to your function:": (
        not hasattr(np, "erf")
        and not hasattr(np, "Phi")
        and [*inspect.signature(own["gelu_feed_forward"]).parameters][-1]
        == "erf"
    ),
    "Now the block. It gets sublayers and norms as functions, as in lesson "
    "04.": (
        [*inspect.signature(own["encoder_block"]).parameters]
        == ["x", "attention", "feed_forward", "norm_1", "norm_2"]
    ),
    "What leaves the last block is one vector for each token. But we want "
    "one vector for the whole sentence:": (
        rows_of_soup.shape
        == (9, 384)
        == (len(pieces(SOUP, encoder.rows)), 384)
        and encoder(SOUP).shape == (384,)
    ),
    "`own_parts` fetches what you have solved. Where something is missing, "
    "the course's function stands in, and the cell says so. The "
    "documentation of sentence-transformers, the package with which most "
    "people run this model, prints the similarities of three sentences: "
    "0.6660, 0.1046 and 0.1411.": (
        "own_parts(NAMES)" in CODE["own"]
        and "the course’s" in CODE["own"]
        and "[0.6660, 0.1046, 0.1411]" in CODE["own"]
    ),
    "So that you need no download, the course ships its weights rounded "
    "from 32 bits to eight, in 15 megabytes.": (
        np.load(FILE)["0.1.W:codes"].dtype.itemsize == 1
        and round(FILE.stat().st_size / 1e6) == 15
    ),
    "Your functions do all the arithmetic outside of attention. Each of the "
    "three numbers has four decimals.": (
        "attention" not in NAMES
        and np.array_equal(PUBLISHED, PUBLISHED.round(4))
        and "self.functions" in inspect.getsource(Encoder.feed_forward)
        and "self.functions" in inspect.getsource(Encoder._norm)
    ),
    "To two decimals all three are right: 0.67, 0.10 and 0.14. None is off "
    "by more than 0.001. The small differences come from the rounded "
    "weights, not from your code: with the published weights the same "
    "functions give all four decimals.": (
        same(HERE.round(2), PUBLISHED.round(2))
        and 0 < np.abs(HERE - PUBLISHED).max() < 0.001
        and not same(HERE.round(3), PUBLISHED.round(3), atol=1e-9)
    ),
    "*Tested numerically*: on 200 sentences from an old children's book,": (
        len([line for line in OZ.read_text("utf-8").split("\n") if line])
        == 200
    ),
    "If a word needs others, its sentence is left out, and you are told "
    "why.": (
        left_out("The cat chased.", "A zyzzyva.")
        == (["The cat chased."], True)
    ),
    "The first two, at 0.99. Who chases whom hardly counts in this model.": (
        dogs[0] @ dogs[1] > 0.99 > max(dogs[0] @ dogs[2], dogs[1] @ dogs[2])
    ),
    "What you bring along is one sentence: **a model that people use runs "
    "on your functions, and the published numbers come out to two "
    'decimals.** When you come back, start with the cell below "Second '
    'sitting".': (
        np.abs(HERE - PUBLISHED).max() < 0.001
        and [*CODE][[*CODE].index("second-sitting") + 1] == "second-setup"
    ),
    "## Second sitting: take it apart **Goal.** You can say which parts "
    "this trained model needs, and how you know that a result is not luck. "
    "**You bring along** the functions whose checks have passed. Where one "
    "is missing, the course's function stands in. The next cell says which "
    "are yours.": (
        'print("Yours:", ' in CODE["second-setup"]
        and "own_parts(NAMES)" in CODE["second-setup"]
    ),
    "From here on we leave parts out of the trained model, and nothing is "
    "trained again. To measure the harm, we take sixty pairs of sentences "
    "that mean the same. Forty of them have a tempting wrong partner, like "
    "the two banks in the first sitting. For each of the 120 sentences we "
    "look which of the other 119 is nearest. If it is the partner, the "
    "sentence is *found*.": (
        len(sentences()) == 120 == 2 * 60
        and 60 - EASY == 40
        and judged(np.eye(4)[[0, 0, 1, 1]]).found.tolist() == [1, 1]
        and judged(np.eye(4)[[0, 1, 0, 1]]).found.tolist() == [0, 0]
    ),
    "These pairs are our second choice. In our first set even the whole "
    "model preferred the wrong partner 94 times in a hundred, so no change "
    "could make it visibly worse.": (
        "second choice" in PAIRS and "94 times of a hundred" in PAIRS
    ),
    "Some changes had been tried on that set. With these pairs nothing had "
    "been measured when they were fixed.": (
        "Nothing had been measured with them when they" in PAIRS
    ),
    "We compare the whole model with three *floors*, which do without any "
    "block: - random vectors for the word pieces, averaged over the "
    "sentence; - the model's own vectors for the word pieces, averaged as "
    "well; - *no block*: what enters block 0.": (
        FLOORS == ("random token vectors", "token vectors", "no block")
        and np.isclose(
            judged(without_a_block()).found.mean(), share("no block")
        )
    ),
    "Here is how a line of the tables reads, with invented numbers: | | "
    "found | change | partners | others | |---|---|---|---|---| | a change "
    "| 0.60 ± 0.05 | −0.10 ± 0.04 | 0.70 | 0.30 | Sixty of a hundred "
    "sentences are found, ten fewer than with the whole model. The number "
    "after ± is the standard error over the sixty pairs. A change of less "
    "than twice its error may be luck; this one is a little more. Two "
    "partners have a similarity of 0.70 on average, and two sentences that "
    "are not partners 0.30. **Predict.** How much can one find without a "
    "single block, from the words alone? And with the whole model? "
    "<details> <summary>Compare with your prediction</summary> A third of "
    "the sentences are found from their words alone, 0.33, and with the "
    "whole model 0.84. It stays below 1": (
        1 / 3 - 0.01 < share("no block") < 1 / 3 + 0.01
        and 0.60 + 0.10 == 0.70
        and 2 * 0.04 < 0.10 < 3 * 0.04
        and same(
            found("no block"),
            [(f := by_pair("no block")).mean(), f.std(ddof=1) / 60**0.5],
        )
    ),
    "It stays below 1 because some wrong partners are too tempting.": (
        by_pair("whole")[:EASY].mean() > by_pair("whole")[EASY:].mean()
    ),
    '`without("shortcut", 0, "feed_forward")` describes a change, and the '
    "encoder takes it as a second argument. In place of LayerNorm(z + "
    "f(z)), a block without the sublayer computes LayerNorm(z), without the "
    "shortcut LayerNorm(f(z)), and without the norm z + f(z).": (
        [*inspect.signature(Encoder.vectors).parameters][2] == "change"
        and [float(by_hand(without(p, 0, "feed_forward"))[0]) for p in PARTS]
        == [2 * 24**2, 2 * 24, 24 + 24**2]
    ),
    "Then `judged` counts: for each pair it gives the share of its two "
    "sentences that find the other. **Predict.** We begin with the ten "
    "sentences of the first sitting.": (
        judged(
            np.array([[1, 0, 0], [0.8, 0.6, 0], [0.7, 0.7, 0.1], [0, 0, 1.0]])
        ).found.tolist()
        == [0.5, 0.5]
        and "ten_sentences()" in CODE["leave"]
    ),
    "Every sentence that finds its partner counts as one.": (
        COUNTS == {"shortcut": 5, "sublayer": 10, "norm": 6}
        and "10 * shares.mean()" in CODE["leave"]
    ),
    "The shortcut: five of ten are left. Without the norm it is six. Ten "
    "sentences can hardly tell these two apart.": (
        (COUNTS["shortcut"], COUNTS["norm"]) == (5, 6)
    ),
    "Now each of the six blocks, with the sixty pairs.": (
        "range(6)" in CODE["parts"] and len(by_pair("whole")) == 60
    ),
    "A single sublayer is hardly missed: 0.78 to 0.85 are found without it, "
    "and only the feed-forward layers of blocks 0 and 2 are missed by more "
    "than twice the error. The shortcut around it matters: without the one "
    "around feed-forward in block 0 only 22 % of the sentences find their "
    "partner, fewer than without any block.": (
        SHORTCUTS[0] < share("no block")
        and sorted(CLEARLY)
        == ["no sublayer 0 feed_forward", "no sublayer 2 feed_forward"]
        and len(CLEARLY) == 2
        and beyond("no shortcut 0 feed_forward", 5)
    ),
    "Perhaps that is because only f(z) goes on without the shortcut, and "
    "all later blocks have to work with it: five behind block 0, and none "
    "behind block 5.": (
        float(by_hand(without("shortcut", 0, "feed_forward"))[0]) == 2 * 24**2
        and BLOCKS - 1 == 5
    ),
    "That a deep network hardly misses one of its sublayers was "
    "[found in 2016](https://arxiv.org/abs/1605.06431) with images, and "
    "explained by the many paths through its shortcuts that lesson 04 "
    "counts.": (
        "Relatively Shallow Networks | found in 2016 |" in PAPERS
        and "paths" in prose("04_residual_add")
    ),
    "Behind attention only the norm of block 0 is missed. Behind the "
    "feed-forward layers it depends on the block:": (
        [beyond(f"no norm {i} attention") for i in range(6)]
        == [True] + 5 * [False]
    ),
    "With the ten sentences, the norm of block 0 seemed to be missed less "
    "than the shortcut, six to five. With sixty pairs it is missed far "
    "more, 0.03 to 0.22: ten sentences are too few.": (
        COUNTS["norm"] > COUNTS["shortcut"]
        and NORM_LESS["feed_forward"][0] < SHORTCUTS[0] / 2
    ),
    "The panel has all of these and more:": (
        {*LeaveOut.controls} == {"part", "sublayer", "block"}
        and {"0", "5"} < {*LeaveOut.controls["block"].values}
    ),
    "The sublayers are missed least. Without attention in all blocks 0.57 "
    "are found, and without all feed-forward layers 0.58; without all norms "
    "or all shortcuts it is less.": (
        min(share(f"no sublayer all {s}") for s in SUBLAYERS)
        > max(
            share(f"no {p} all {s}")
            for p in ("norm", "shortcut")
            for s in SUBLAYERS
        )
    ),
    "Of the single sublayers two are at the bottom: 0.78 are found without "
    "attention in block 5, and as many without feed-forward in block 0. Yet "
    "by our rule only the second is missed:": (
        sorted(PARTS_LEFT_OUT, key=share)[:2]
        == ["no sublayer 0 feed_forward", "no sublayer 5 attention"]
        and share("no sublayer 5 attention")
        == share("no sublayer 0 feed_forward")
        and beyond("no sublayer 0 feed_forward")
        and not beyond("no sublayer 5 attention")
    ),
    "And even the rule is wrong at times, because about one comparison in "
    "twenty lies beyond twice its error by luck alone. In this panel you "
    "can make 42 such comparisons, so about two of them may be false "
    "alarms.": (
        abs((np.abs(rng.normal(size=20_000)) > 2).mean() - 1 / 20) < 0.01
        and round(42 / 20) == 2
        and np.prod([len(c.values) for c in LeaveOut.controls.values()]) == 42
    ),
    "We let the one around the feed-forward layer of block 0 carry "
    "something other than z: half of z, twice z, z with its features "
    "shuffled (for all tokens alike), or the mean of z over all tokens of "
    "all sentences, so that every row gets the same vector.": (
        all(
            f'"{kind}"' in CODE["carried"]
            for kind in ("half", "double", "shuffled", "mean")
        )
        and all(
            word in CHANGES
            for word in (
                '"half": lambda x: x / 2',
                '"double": lambda x: 2 * x',
                "np.broadcast_to(x.mean(0), x.shape)",
                "x[:, order]",
            )
        )
    ),
    "Half of z and twice z do no harm, but they also turn the sum z + f(z) "
    "of most tokens by only 12 and 8 degrees. Shuffled features and one "
    "vector for all are worse than no block at all. So z has to come "
    "through with its own direction, and a factor of two in its length does "
    "not matter. (A factor on the whole sum would change nothing: the norm "
    "takes it away, lesson 05.)": (
        not beyond("shortcut half 0")
        and not beyond("shortcut double 0")
        and max(share("shortcut shuffled 0"), share("shortcut mean 0"))
        < share("no block")
        and same(
            LayerNorm(384, eps=0).forward(3 * x),
            LayerNorm(384, eps=0).forward(x),
        )
    ),
    "The worst single change was to leave out the norm behind the "
    "feed-forward layer of block 0. Nearly nothing is found then, and even "
    "sentences with nothing in common have a similarity of 0.96. Why was it "
    "so important to divide by σ here? (Without the norm γ and β are gone "
    "as well, but that is not the reason:": (
        share("no norm 0 feed_forward")
        == min(
            share(f"no {p} {i} {s}")
            for p in PARTS
            for i in range(6)
            for s in SUBLAYERS
        )
        and share("0.feed_forward both at start") > 0.8
    ),
    "To see what this norm is given, we wrap `layer_norm` in a function "
    "that notes its z. **Predict.** The sentence has nine tokens.": (
        len(rows_of_soup) == 9 and "met.append(z)" in CODE["row"]
    ),
    "By a factor of 17. Eight rows have a σ between 0.66 and 1.0, and [CLS] "
    "has 11.4. A single number makes this row loud: its feature 99 is 223, "
    "and the next largest has 7.": (
        round(cls.std() / met[2][1:].std(-1).min()) == 17
        and np.abs(cls).argmax() == 99
        and np.delete(cls, 99).std() < 1
        and len(met[2][1:]) == 8
    ),
    "A row has N features. All are 0 but one, which is h. What is x̂ of "
    "that feature, at ε = 0? What is it for N = 384?": (
        np.count_nonzero(giant) == 1 and giant.size == 384
    ),
    "The mean is h/N. The mean square is h²/N, so σ² = h²/N − h²/N² = h²(N "
    "− 1)/N². The deviation of the loud feature is h(N − 1)/N.": (
        np.isclose(giant.var(), 223**2 * 383 / 384**2)
        and same(
            [giant.mean(), (giant**2).mean(), giant.max() - giant.mean()],
            [223 / 384, 223**2 / 384, 223 * 383 / 384],
        )
    ),
    "Divided by σ it is √(N − 1) for every h > 0. That is the most that any "
    "feature can have, because x̂ lies on the sphere of radius √N, in the "
    "plane orthogonal to **1** (lesson 02). For 384 features it is √383 = "
    "19.57, and feature 99 has 19.56. So behind the norm next to nothing is "
    "left of the rest of [CLS].": (
        np.isclose(
            np.linalg.norm(LayerNorm(384, eps=0).forward(giant)), 384**0.5
        )
        and np.isclose(LayerNorm(384, eps=0).forward(giant)[99], 383**0.5)
        and abs(LayerNorm(384, eps=0).forward(x).sum(-1)).max() < 1e-9
        and LayerNorm(384, eps=0)
        .forward(rng.standard_cauchy((99, 384)) ** 3)
        .max()
        <= 383**0.5 + 1e-9
        and round((hat := (cls - cls.mean()) / cls.std())[99], 2) == 19.56
        and np.delete(hat, 99).std() < 0.1
    ),
    "The largest one in float16 is 65,504. The square of 223 is 49,729 and "
    "still fits, but the square of 256 does not.": (
        223**2 == 49729 < np.finfo("f2").max == 65504 < 256**2
    ),
    "That is one reason why programs compute a norm's μ and σ in 32 bits, "
    "even where all else has 16.": (
        np.isfinite(np.float16(223) * np.float16(223))
        and 256.0**2 > 65504
        and np.finfo("f4").max > 256.0**2
    ),
    "We skip the norm behind the feed-forward layer of block 0, first for "
    "[CLS] alone, so that its row goes on as loud as it is, and then for "
    "all other rows alone.": (
        CODE["sigma-table"].index("no norm 0 CLS")
        < CODE["sigma-table"].index("no norm 0 others")
    ),
    "Only [CLS] needs the norm behind the feed-forward layer of block 0. "
    "Without it for this one row, hardly a sentence finds its partner. "
    "Without it for all the others, nothing is lost.": (
        share("no norm 0 CLS") < 0.1
        and share("no norm 0 others") >= share("whole")
    ),
    "The one below computes the σ of each row, as LayerNorm does, and "
    "stands in for the norm of block 0. Change the marked line. First give "
    "every row the same constant. Then give [CLS], which is `z[0]`, one "
    "constant, and all other rows another.": (
        "z.std(axis=-1, keepdims=True)  # (tokens, 1): change this line"
        in CODE["my-norm"]
        and '("norm", 0, "feed_forward"): my_norm' in CODE["my-norm"]
        and pieces(SOUP, encoder.rows)[0] == "[CLS]"
    ),
    "With these two constants 0.84 are found, as by the whole model: here "
    "they do the whole work of σ. Without the second line hardly any "
    "sentence is found, and no other constant for all rows is much better.": (
        round(share("sigmas 0 10 1"), 2) == round(share("whole"), 2)
        and share("sigmas 0 1 1") < 0.1
        and max(CONSTANTS) < 0.2
    ),
    "Elsewhere it depends. The six norms behind attention can do with one "
    "constant each, and 0.85 are found. But with two constants in each of "
    "the thirteen norms only 0.73 are found, so over the whole model the σ "
    "of each row is of some use.": (
        share("sigma one attention") >= share("whole") > share("sigma two all")
        and beyond("sigma two all")
        and sum(n.endswith("attention") for n in NORMS) == 6
    ),
    "In the panel you choose the two constants in other blocks as well:": (
        [*TwoSigmas.controls] == ["cls", "others", "block"]
        and len(TwoSigmas.controls["block"].values) > 1
    ),
    "In block 0 no constant for both will do: fewer than 0.2 are found, "
    "whichever you take. Two constants have to fit. Divide [CLS] by 10 and "
    "the others by 3, and 0.82 are found; divide by 3 and 1, which have "
    "nearly the same ratio, and it is only 0.19. In block 3 one constant is "
    "enough: with 3 for both, 0.85 are found.": (
        max(CONSTANTS) < 0.2
        and share("sigmas 0 10 3") > 0.8 > 0.2 > share("sigmas 0 3 1")
        and abs(10 / 3 - 3 / 1) < 0.5
        and share("sigmas 3 3 3") >= share("whole")
    ),
    "We set feature 99 of [CLS] to 0 before the norm behind a feed-forward "
    "layer.": (
        "MASSIVE = 99" in CHANGES
        and "z[np.ix_(trials.first, np.atleast_1d(features))] = value"
        in CHANGES
    ),
    "But when it is set to its mean over all sentences, 0.84 are found, in "
    "each of blocks 0 to 3. So blocks 1 and 2 need this number, yet it is "
    "nearly the same for every sentence and says nothing about the meaning. "
    "It works like a bias.": (
        all(round(share(f"CLS massive mean {i}"), 2) == 0.84 for i in range(4))
        and all(beyond(f"CLS massive 0 {i}") for i in (1, 2))
        and not all(beyond(f"CLS massive 0 {i}", 2.5) for i in (0, 3))
    ),
    "and in BERT's relatives single features of "
    "[γ and β stand out](https://arxiv.org/abs/2105.06990) in the same way.": (
        "| γ and β stand out |" in PAPERS
    ),
    "### What γ and β became *The short way leaves this out and goes on at "
    "[What stays with you](#What-stays-with-you).* Each of the thirteen "
    "norms has 384 γ and 384 β. A new LayerNorm starts at γ = 1 and β = 0,": (
        GAMMA.shape == BETA.shape == (13, 384)
        and same(LayerNorm(5).gamma, 1)
        and same(LayerNorm(5).beta, 0)
        and "\n## What stays with you" in CODE["closing"]
    ),
    "γ now lies around 0.6. Of its 4,992 entries 19 are above 1, and only "
    "two beyond 1.5. β has ten entries beyond ±1. With all back at 1 and 0 "
    "no more is found than with random vectors. Each feature has its own γ "
    'for a reason: with one number for all features of a norm ("flat"), or '
    "with shuffled features, many sentences are lost.": (
        0.5 < np.median(GAMMA) < 0.7
        and ((GAMMA > 1).sum(), (GAMMA > 1.5).sum(), (np.abs(BETA) > 1).sum())
        == (19, 2, 10)
        and share("all both at start") <= share("random token vectors")
        and beyond("all gamma flat")
        and beyond("all gamma shuffled")
    ),
    "The loud feature has left its mark here, too. In blocks 0 to 3 the "
    "largest γ behind attention, 1.43 to 1.55, belongs to feature 99. "
    "Behind the feed-forward layers of these blocks, its γ is among the ten "
    "smallest.": (
        all(
            weights[f"{i}.attention.gamma"].argmax() == 99
            and (
                weights[f"{i}.feed_forward.gamma"]
                < weights[f"{i}.feed_forward.gamma"][99]
            ).sum()
            < 10
            for i in range(4)
        )
    ),
    "And in the last norm three features have γ = 0 and β = 0. So three of "
    "the 384 numbers of a sentence's vector are 0, whatever the sentence "
    "says.": (
        ((np.abs(GAMMA[-1]) < 1e-6) & (np.abs(BETA[-1]) < 1e-6)).sum()
        == 3
        == (np.abs(ten).max(0) < 1e-6).sum()
        and NORMS[-1] == "5.feed_forward"
    ),
    "The panel turns γ and β from 1 and 0 to what they are now, in one norm "
    "or in all:": (
        [*TrainedScales.controls] == ["norm", "gamma", "beta"]
        and TrainedScales.controls["norm"].values == ("all", *NORMS)
    ),
    "This model was trained with LayerNorm. We let RMSNorm do the work, "
    "with the same γ and β, and train nothing.": (
        same(
            changes.rms_norm(x, 2, 3, 0),
            2 * RMSNorm(384, eps=0).forward(x) + 3,
        )
    ),
    "The rows have nearly no mean, so there is next to nothing to subtract. "
    "What is found does not change beyond its error; only the similarities "
    "of others rise a little, from 0.09 to 0.12. This model can do without "
    "the centring it was trained with.": (
        measured()["RMSNorm"]["others"] > measured()["whole"]["others"]
        and max(np.abs(z.mean(-1) / z.std(-1)).max() for z in met) < 0.1
        and abs(gained("RMSNorm")[0]) < 2 * gained("RMSNorm")[1]
        and share("RMSNorm") >= share("whole")
    ),
    "**What cutting does not show.** A part that can go from a trained "
    "model may have been needed to train it; lesson 09 asked that. And this "
    "is one model, post-norm, on sixty pairs.": (
        float(
            own["encoder_block"](
                np.array([3.0]),
                np.square,
                np.square,
                lambda z: 2 * z,
                lambda z: 2 * z,
            )[0]
        )
        == 2 * (24 + 24**2)
        and "leave it out" in prose("09_train_a_stack")
    ),
    "1. A model that people use runs on your functions, and the published "
    "numbers come out to within 0.001: its weights have eight bits here. 2. "
    "A single sublayer of this trained model is hardly missed.": (
        np.abs(HERE - PUBLISHED).max() < 0.001
        and np.load(FILE)["0.1.W:codes"].dtype.itemsize * 8 == 8
        and min(map(share, PARTS_LEFT_OUT)) > share("whole") - 0.07
    ),
    "3. Behind the feed-forward layer of block 0, LayerNorm mostly tames "
    "one row, [CLS], with one giant number that is nearly the same for "
    "every sentence. The trained γ and β are indispensable together; the "
    "centring is not.": (
        share("no norm 0 CLS") < 0.1 < share("no norm 0 others")
        and not beyond("CLS massive mean 0")
        and share("all both at start") < 0.1
        and share("RMSNorm") >= share("whole")
    ),
    "1. In blocks 1 and 2, setting feature 99 of [CLS] to 0 does harm, and "
    "setting it to its mean does not. Why would a test with 0 alone have "
    "misled you?": (
        all(
            beyond(f"CLS massive 0 {i}")
            and not beyond(f"CLS massive mean {i}")
            for i in (1, 2)
        )
    ),
    "The number would seem to tell something about the sentence. It does "
    "not; the rest of the model is only used to its being there.": (
        all(
            share(f"CLS massive mean {i}") > share(f"CLS massive 0 {i}")
            for i in range(4)
        )
    ),
    "2. (γx̂ + β) W₁ = x̂ (diag(γ) W₁) + βW₁. So one could put γ and β of "
    "the norms behind attention into W₁ and b₁ once and for all.": (
        same(
            (gamma * x_hat + beta) @ W1,
            x_hat @ (np.diag(gamma) @ W1) + beta @ W1,
        )
        and same(
            (gamma * x_hat + beta) @ W1 + 3,
            x_hat @ (gamma[:, None] * W1) + (beta @ W1 + 3),
        )
    ),
    "The norm has two readers, the feed-forward layer and the shortcut "
    "around it, and the shortcut now carries x̂ in place of γx̂ + β. If it "
    "keeps γ and β, the model is the same, and nothing is saved. In a "
    "pre-norm block the sublayer is the only reader, so there γ and β can "
    "be folded away.": (
        share("folded, shortcut with")
        == share("whole")
        > share("folded, shortcut without") + 0.2
    ),
    "Lesson 00 asked three questions. You can answer each of them now, and "
    "you know how you know it.": (
        all(
            q in prose("00_start_here")
            for q in (
                "what does a LayerNorm throw away?",
                "Why does a block add anything in the first place?",
                "how does a network learn through all of this?",
            )
        )
    ),
    "Two numbers of each row: its mean and how far it spreads. Only the "
    "direction is left. In this model the second counts most: it brings one "
    "loud row, [CLS], down to the size of the others. The mean would hardly "
    "be missed.": (
        same(
            LayerNorm(384, eps=0).forward(5 * x + 3),
            LayerNorm(384, eps=0).forward(x),
        )
        and share("no norm 0 CLS") < 0.1
        and share("RMSNorm") >= share("whole")
    ),
    "So that a row can go on without passing through f, and its gradient "
    "can come back without it. In pre-norm nothing else stands on this way; "
    "in post-norm, as here, the norms do.": (carried_by_the_shortcut()),
    "Every layer sends back a gradient. The shortcut hands it on as it is. "
    "LayerNorm multiplies it by γ, takes the parts along **1** and along x̂ "
    "out of it, and divides by s. The feed-forward layer sends it back "
    "through the units that were open.": (
        np.abs(
            [
                (d := back(x, g := rng.normal(size=x.shape))).sum(-1),
                (d * LayerNorm(384, eps=0).forward(x)).sum(-1),
            ]
        ).max()
        < 1e-9
        and shut_units_send_nothing()
    ),
    "If you want to go on, take apart GPT-2: it is pre-norm, as in lesson "
    "09, and its norms have an ε of 10⁻⁵.": (
        "GPT-2 calls it ln_f" in " ".join(inspect.getdoc(Stack).split())
        and inspect.signature(Stack).parameters["eps"].default == 1e-5
    ),
}
