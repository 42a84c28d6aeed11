"""What the teachers' notes say of votes, boards and plans, computed.

``CLAIMS`` has, by lesson, words of its note, each with what computes whether
they are true.
"""

import statistics

import numpy as np
from runs_in_percent import ADAM, GD, SMALL, both, read
from slopes import slopes

from course_lib.layers import (
    FeedForward,
    LayerNorm,
    RMSNorm,
    Stack,
    squared_error,
)
from parts.feed_forward import curves, explorers, pictures
from parts.real_model.results import found, gained
from parts.training.digits import load_digits
from parts.training.digits_stack import DigitsStack
from parts.training.norms import sizes_by_layer
from parts.training.probe import stored_probes

same = np.allclose
rng = np.random.default_rng(12)
STUDYING = np.array([3.16, 0.61, 1.87])
OTHER = np.array([0.6, 2.3, 1.2])


def norm(x, gamma=1.0, beta=0.0, eps=0.0, kind=LayerNorm):
    """Return what a norm makes of x, and the layer."""
    layer = kind(np.shape(x)[-1], eps=eps)
    layer.gamma[:] = gamma
    if kind is LayerNorm:
        layer.beta[:] = beta
    return layer.forward(np.asarray(x, float)), layer


def hat(x, eps=0.0):
    return norm(x, eps=eps)[0]


# Lesson 01.
FIVE = np.arange(2.0, 11, 2)
FAR = np.array([10001, 10002, 10003, 10004], dtype=np.float32)
TABLE = np.arange(6.0).reshape(2, 3)

# Lesson 02: many tokens of three features, and what each half of x̂ leaves.
SQUARE = np.arange(9.0).reshape(3, 3)
TOKENS = rng.normal(size=(50, 3))
CENTRED = TOKENS - TOKENS.mean(axis=1, keepdims=True)
LONG = TOKENS / np.sqrt((TOKENS**2).mean(axis=1, keepdims=True))


def refuses(table):
    """Whether NumPy takes no row means from a table without keepdims."""
    try:
        table - table.mean(axis=-1)
    except ValueError:
        return True
    return False


def on_the_sphere(x):
    return same(np.linalg.norm(x, axis=1), np.sqrt(3))


def in_the_plane(x):
    return same(x.sum(axis=1), 0)


# Lesson 03.
def right_digits(h):
    """Return how many digits of x³'s slope are right in float32."""
    at, h = np.linspace(1, 2, 101, dtype=np.float32), np.float32(h)
    found = ((at + h) ** 3 - (at - h) ** 3) / (2 * h)
    true = 3 * at.astype(float) ** 2
    return round(-np.log10(np.median(abs(found / true - 1))))


def is_right_along_0(shape):
    """Whether dy.sum(axis=0) is the sum over all tokens."""
    dy = rng.normal(size=shape)
    true = dy.reshape(-1, shape[-1]).sum(axis=0)
    found = dy.sum(axis=0)
    return np.shape(found) == true.shape and same(found, true)


W, T, X = 0.7, 0.4, 1.3
CHAIN = slopes(lambda x: (W * x[0] + x[0] - T) ** 2, [X])[0]
SUM_LOSS = slopes(lambda x: (x - x.mean()).sum(), rng.normal(size=5))

# Lesson 05: a token's growth by block, and what comes back of the other.
STACK = Stack(32, 64, 128, rng=1, norm=False)
STACK.forward(rng.normal(size=(3, 64)))
FIRST, LAST = (STACK.activations[k].var(axis=-1).mean() for k in (0, -1))
GROWTH = (LAST / FIRST) ** (1 / 32)
UNDONE = norm(OTHER, STUDYING.std(), STUDYING.mean())[0]

# Lesson 06: the token of the board.
MET = np.array([1.0, 4, 10])
DEVIATION = MET - 5


def moves(x, direction, eps=2.0):
    """Return by which part of a small nudge x̂ moves."""
    nudge = 1e-5 * np.asarray(direction) / np.linalg.norm(direction)
    moved = hat(x + nudge, eps) - hat(x - nudge, eps)
    return np.linalg.norm(moved) / 2e-5


ACROSS = np.array([2, -3, 1])
OUTWARDS = [DEVIATION * size / np.linalg.norm(DEVIATION) for size in (2, 8)]

# Lesson 07.
ROWS, DY = rng.normal(size=(2, 3, 4))


def gamma_last(gamma):
    """Whether γ may come behind the three lines of dy."""
    layer = norm(ROWS)[1]
    true = slopes(lambda x: (DY * gamma * hat(x)).sum(), ROWS)
    return same(gamma * layer.backward(DY), true, atol=1e-6)


# Lesson 08.
EIGHT = explorers.bends(8)
EIGHT.forward(np.linspace(-1, 5, 997)[:, None])
OPEN = {tuple(row) for row in EIGHT.hidden > 0}
PATHS = FeedForward(3, 5, rng=1)
Y = PATHS.forward(ROWS[:, :3])
H, M = PATHS.hidden.copy(), PATHS.pre_activation.copy()
G = DY[:, :3]
DX = PATHS.backward(G)
CURVES = curves.stored_curves()
AT_800 = {lr: CURVES[lr, 800][0] for lr in curves.LEARNING_RATES}
UP_TO_1 = [AT_800[lr][-1] for lr in curves.LEARNING_RATES if lr <= 1]


def after_ten():
    """Train with the rate 10; return opened units, gradients, variance."""
    draw = np.random.default_rng(0)
    x, target = draw.uniform(size=(2, curves.TOKENS, curves.D_MODEL))
    layer, is_open = FeedForward(curves.D_MODEL, 800, rng=draw), []
    for _ in range(curves.STEPS):
        dy = squared_error(layer.forward(x), target)[1]
        is_open.append((layer.hidden > 0).any())
        layer.backward_step(dy, 10)
    layer.forward(x)
    layer.backward(rng.normal(size=target.shape))
    learns = {name for name, d in layer.gradients().items() if d.any()}
    return is_open, learns, target.var(axis=0).mean()


IS_OPEN, LEARNS, TARGETS_VARIANCE = after_ten()


def gap(units):
    """Return how far so many units miss the curve of the panel."""
    x = np.linspace(0, explorers.END, 2001)
    points = np.linspace(0, explorers.END, units + 1)
    curve = explorers.curve_to_meet
    return abs(np.interp(x, points, curve(points)) - curve(x)).max()


def heights(figure):
    """Return how high each text of a picture stands."""
    return {
        line: text.get_position()[1]
        for axes in figure.axes
        for text in axes.texts
        for line in text.get_text().split("\n")
    }


HEIGHTS = heights(pictures.shape_graph())


def at(letter):
    """Return the height of the text that begins with a letter."""
    (found,) = {y for text, y in HEIGHTS.items() if text.startswith(letter)}
    return found


# Lessons 09 and 10.
DIGITS = load_digits()["train"]
SIZES = sizes_by_layer(
    DigitsStack("norm at end", 32, rng=1), DIGITS.x, DIGITS.digit
)[0]
READ = {
    name: round(100 * np.median(stored_probes()[name, 0][:, -1]))
    for name in ("norm at end", "post-norm")
}
HELPED = {
    name: [read(name, 16, o, **SMALL) - read(name, 16, o) for o in (GD, ADAM)]
    for name in ("pre-norm", "norm at end", "post-norm", "no shortcut")
}
MOVED = {
    name: [
        gain
        for depth in (4, 16)
        for gain in np.subtract(both(name, depth), both("pre-norm", depth))
    ]
    for name in ("RMSNorm", "gated", "no last norm")
}
NEGATIVE = np.array(
    [-1.4464, -1.0357, -0.4356, -1.9942, -0.5325, -0.4291, -0.4998, -0.3973]
)
DY_8, GAMMA_8 = np.random.default_rng(12).normal(size=(2, 8))


def sum_of_dx(kind, gamma=GAMMA_8):
    return norm(NEGATIVE, gamma, kind=kind)[1].backward(DY_8).sum()


# Lesson 11: the share found with these constants for [CLS] and the others.
SIGMAS = 0.3, 1, 3, 10, 30
PAIRS = {
    (a, b): found(f"sigmas 0 {a:g} {b:g}")[0] for a in SIGMAS for b in SIGMAS
}

CLAIMS = {
    "00": {
        "It moves by a third of 6": np.isclose(
            np.mean([2, 4, 12]) - np.mean([2, 4, 6]), 6 / 3
        ),
        "*C* hands on the whole step": np.mean([2, 4, 6]) + 6 == 10,
        "Evenly spaced numbers hide it": (
            statistics.median([2, 4, 6]) == np.mean([2, 4, 6])
        ),
        "*B*: 4 is not 5": (
            (statistics.median([2, 4, 9]), np.mean([2, 4, 9])) == (4, 5)
        ),
        # The sign's square is 1 at a hundred random places, and 0 at 0.
        "a hundred is many, yet all may miss the case where they differ": (
            same(np.sign(rng.normal(size=100)) ** 2, 1) and np.sign(0) ** 2 < 1
        ),
    },
    "01": {
        "Squares on the board, 40/5": ((FIVE - 6) ** 2).sum() == 40,
        "The average distance of 2, 4, 6, 8, 10 from 6 is 2.4": np.isclose(
            abs(FIVE - 6).mean(), 2.4
        ),
        "2.8284 (`std-against-average`); squares favour far numbers": (
            FIVE.std().round(4) == 2.8284 > abs(FIVE - 6).mean()
        ),
        "it is 8.0 and not 10.0": (FIVE.var(), FIVE.var(ddof=1)) == (8, 10),
        "*C*: defaults differ, LayerNorm does not": (
            statistics.variance(FIVE) != np.var(FIVE)
            and same(norm(FIVE)[1].var, np.var(FIVE))
        ),
        "have variance 1.25. One pass in float32 says **A** 1.25, "
        "**B** nearly that, **C** −8.0": (
            np.var(FAR.astype(float)) == 1.25
            and (FAR * FAR).mean() - FAR.mean() ** 2 == -8
        ),
        "a table of two rows and three columns with an arrow down (axis 0) "
        "and one along (axis −1)": (
            same(TABLE.mean(axis=0), [(a + b) / 2 for a, b in zip(*TABLE)])
            and same(TABLE.mean(axis=-1), [sum(row) / 3 for row in TABLE])
        ),
    },
    "02": {
        "`twice`: the second time nothing changes": same(
            CENTRED - CENTRED.mean(axis=1, keepdims=True), CENTRED
        ),
        "`loud`: the others pay for it": (
            np.abs(hat([1.0, 2, 4, 80])[:3] - hat([1.0, 2, 4, 80])[1]).max()
            < np.abs(hat([1.0, 2, 4, 8])[:3] - hat([1.0, 2, 4, 8])[1]).max()
        ),
        "v gets twice as long, in the same direction. The mean of its "
        "entries **A** stays, **B** doubles": same(
            (2 * TOKENS).mean(axis=1), 2 * TOKENS.mean(axis=1)
        ),
        "It runs, and the rows have means −3, 0, 3": same(
            (SQUARE - SQUARE.mean(axis=-1)).mean(axis=-1), [-3, 0, 3]
        ),
        "*A* holds for 2 × 3": refuses(TABLE) and not refuses(SQUARE),
        "Where plane and sphere meet": (
            in_the_plane(hat(TOKENS)) and on_the_sphere(hat(TOKENS))
        ),
        "*A* forgets the centring, *C* the division": (
            on_the_sphere(LONG)
            and not in_the_plane(LONG)
            and in_the_plane(CENTRED)
            and not on_the_sphere(CENTRED)
        ),
        "its mean part μ1 along 1, and its centred part Cx. Below it "
        "|x|² = Nμ² + Nσ²": same(
            (TOKENS**2).sum(axis=1),
            3 * TOKENS.mean(axis=1) ** 2 + 3 * TOKENS.var(axis=1),
        ),
    },
    "03": {
        "Why 6 + h ahead, and 6 both ways?": same(
            [((3 + 0.5) ** 2 - 9) / 0.5, 3.5**2 - 2.5**2], [6 + 0.5, 6]
        ),
        "Bending and rounding meet near h = 3e-3": right_digits(3e-3) == 5,
        "*A* takes a bad h": right_digits(0.3) == 2,
        "Centred numbers add up to 0 whatever x is": same(SUM_LOSS, 0),
        "dβ is written as dy.sum(axis=0). On which shapes does the check "
        "report it? **A** (3, 8) alone, **B** (8,) and (2, 3, 8), **C** all "
        "three. **Right: B.**": (
            [is_right_along_0(shape) for shape in [(3, 8), (8,), (2, 3, 8)]]
            == [True, False, False]
        ),
        "With two axes, axis 0 is all tokens (`two-axes`). *A* is the one on "
        "which it is right": (
            [is_right_along_0(shape) for shape in [(3, 8), (8,), (2, 3, 8)]]
            == [True, False, False]
        ),
        "L = (wx + x − t)² as a graph, x with two arrows": np.isclose(
            CHAIN, 2 * (W * X + X - T) * W + 2 * (W * X + X - T)
        ),
    },
    "04": {
        "1.5 to the power 10 (`ten-layers`). *A* is the chain without the "
        "plus sign. *B* is one path of 1024": (
            round(1.5**10, 2) == 57.67
            and 0.5**10 == 0.0009765625
            and 2**10 == 1024
        ),
        "Each term has slope 1": same(
            slopes(lambda x: x[0] + x[1], [3.0, -2.0]), 1
        ),
        "x passes. *C*: half of 2x is x": (
            same(OTHER + 0 * OTHER, OTHER) and same((OTHER + OTHER) / 2, OTHER)
        ),
        "from the end to the start: 1, 0.5, −0.2, −0.1. Then (1 + a)(1 + b)": (
            np.isclose(1 + 0.5 - 0.2 - 0.1, (1 + 0.5) * (1 - 0.2))
        ),
    },
    "05": {
        "each block doubles the variance": 1.9 < GROWTH < 2.1,
        "1.4162 (`gamma-beta-numbers`). *A* takes y for x̂. *B* holds if all "
        "γ are equal": (
            norm(STUDYING, (2, 1, -1), 1, 1e-5)[0].mean().round(4) == 1.4162
            and same(hat(STUDYING).mean(), 0)
            and same(norm(STUDYING, 2, 1)[0].mean(), 1)
        ),
        "A shift changes no deviation (`invariances-picture`). *A* holds at "
        "ε = 0": (
            same(hat(STUDYING + 2, 0.1), hat(STUDYING, 0.1))
            and not same(hat(2 * STUDYING, 0.1), hat(STUDYING, 0.1))
            and same(hat(2 * STUDYING), hat(STUDYING))
        ),
        "1.88 and 1.0411 (`undo-picture`)": same(
            [UNDONE.mean(), UNDONE.std().round(4)], [1.88, 1.0411]
        ),
        "*C* forgets that β comes last": same(
            norm(OTHER, STUDYING.std())[0].mean(), 0
        ),
        "To its right stand μ and σ, a pair for each row; below it stand γ "
        "and β, a pair for each column": (
            norm(ROWS)[1].mean.shape == norm(ROWS)[1].var.shape == (3, 1)
            and norm(ROWS)[1].gamma.shape == norm(ROWS)[1].beta.shape == (4,)
        ),
    },
    "06": {
        "1/32 of the nudge, against 1/4 across (`three-nudges-numbers`). *A*: "
        "there it does not move at all": same(
            [moves(MET, d) for d in (DEVIATION, ACROSS, np.ones(3))],
            [1 / 32, 1 / 4, 0],
            atol=1e-6,
        ),
        "From 0.33 to 0.02, the one across from 0.55 to 0.21": same(
            [[moves(x, d) for x in OUTWARDS] for d in (DEVIATION, ACROSS)],
            [[0.33, 0.02], [0.55, 0.21]],
            atol=0.007,
        ),
        "Raise all of x a little and x̂ stays": same(
            hat(MET + 0.1, 2), hat(MET, 2)
        ),
        "*C*: ε moves entries, not the sum": all(
            moves(MET, np.ones(3), eps) < 1e-9 for eps in (0, 2, 20)
        )
        and moves(MET, ACROSS, 0) > moves(MET, ACROSS, 20),
        "the numbers of (1, 4, 10), ε = 2: μ = 5, σ² = 14, s = 4, "
        "x̂ = (−1, −1/4, 5/4)": (
            same([MET.mean(), MET.var(), np.sqrt(MET.var() + 2)], [5, 14, 4])
            and same(hat(MET, 2), [-1, -1 / 4, 5 / 4])
        ),
    },
    "07": {
        "*B*: but means mix features": (
            gamma_last(np.array([[2.0], [0.5], [3]]))
            and not gamma_last(np.array([2.0, 1, -1, 3]))
        ),
        "With two axes the first is all tokens": is_right_along_0((3, 4)),
        "*C* is right on three axes": (
            DY[None].sum(axis=0).shape != norm(ROWS)[1].gamma.shape
        ),
        "dz arrives at z = prev + orig. prev gets **A** dz": same(
            slopes(lambda prev: (DY * (prev + ROWS)).sum(), ROWS), DY
        ),
    },
    "08": {
        "M = (3, 2, −3), the third is shut, Y = (7, 3)": same(
            np.array([1, 2]) @ [[1, -1, 0], [1, 0, -2]] + [0, 3, 1],
            [3, 2, -3],
        )
        and same(
            np.array([3, 2, 0]) @ [[1, 0], [2, 1], [5, 2]] + [0, 1], [7, 3]
        ),
        "five units miss by less than 0.25": gap(5) < 0.25 < gap(4),
        "*A* forgets the piece before the first bend. *C* counts all ways to "
        "be open or shut; nine occur": len(OPEN) == 9 and 2**8 == 256,
        "The paths from H to Y lead through W₂": same(
            slopes(lambda H: (G * (H @ PATHS.W2 + PATHS.b2)).sum(), H),
            G @ PATHS.W2.T,
        ),
        "*A* has the shape without a transpose": (
            (G @ PATHS.W1).shape == H.shape
        ),
        "1 ends lowest at width 800": (
            min(AT_800, key=lambda lr: AT_800[lr][-1]) == 1
        ),
        "Only b₂ learns; the loss stays at 0.0717, the targets' variance": (
            {"b2"} == LEARNS
            and round(TARGETS_VARIANCE, 4) == 0.0717
            and same(AT_800[10][-100:], TARGETS_VARIANCE, rtol=1e-3)
        ),
        "*A* held up to 1": sorted(UP_TO_1, reverse=True) == UP_TO_1,
        "*B*: it leaps up, but comes down": (
            AT_800[10].max() > 100 * AT_800[10][0] > 100 * AT_800[10][-1]
        ),
        "W₁, b₁, W₂, b₂ above": all(
            at(f"{weight}{k} (") > at("X W") > at("∂L/∂X")
            for weight in "Wb"
            for k in "₁₂"
        ),
        "Each gradient has its letter's shape": DX.shape == (3, 3)
        and all(
            d.shape == PATHS.parameters()[name].shape
            for name, d in PATHS.gradients().items()
        ),
    },
    "09": {
        "**C** 60,000-fold": 5.5e4 < SIZES[-1] / SIZES[0] < 6.5e4,
        "Each block doubles the mean square": 1.8
        < (SIZES[-1] / SIZES[0]) ** (2 / 32)
        < 2.2,
        "59 % both, `probe-picture`": set(READ.values()) == {59},
        "*A* and *B* gain most: their shortcuts carry more of the input": (
            min(HELPED["post-norm"] + HELPED["norm at end"])
            > max(HELPED["no shortcut"] + HELPED["pre-norm"])
        ),
        "Which variant does the small start not help?": (
            max(HELPED["no shortcut"]) < 0
        ),
    },
    "10": {
        "(1, 5, 7) on paper: r = 5, x̂ = (0.2, 1, 1.4)": same(
            norm([1.0, 5, 7], kind=RMSNorm)[0], [0.2, 1, 1.4]
        ),
        "Dividing by a positive root keeps signs (`signs`). *B* is "
        "LayerNorm: 3 are": (
            (norm(NEGATIVE, kind=RMSNorm)[0] < 0).all()
            and (hat(NEGATIVE) < 0).sum() == 3
        ),
        "To −3.14 here: it notices a shift (`vanish`). *A* is LayerNorm's "
        "rule": (
            round(sum_of_dx(RMSNorm), 2) == -3.14
            and same(sum_of_dx(LayerNorm), 0)
            and abs(sum_of_dx(RMSNorm, 1.0)) > 0.1
        ),
        "By 9 points (`later-runs`). *A* moves it hardly at all. *C* depends "
        "on depth and optimizer": (
            round(np.mean(MOVED["gated"])) == 9
            and np.abs(MOVED["RMSNorm"]).max() < 1.5
            and min(MOVED["no last norm"])
            < 1
            < 10
            < max(MOVED["no last norm"])
            and np.mean(MOVED["no last norm"]) < np.mean(MOVED["gated"])
        ),
    },
    "11": {
        "which of the two does more harm when it is left out": (
            found("no shortcut 0 feed_forward")[0]
            < found("no sublayer 0 feed_forward")[0]
        ),
        "One for [CLS], one for the others": (
            max(PAIRS.values()) > found("whole")[0] - 0.01
            and max(PAIRS[each, each] for each in SIGMAS) < 0.5
        ),
        "0.86 and 0.84, within the error": (
            (round(found("RMSNorm")[0], 2), round(found("whole")[0], 2))
            == (0.86, 0.84)
            and gained("RMSNorm")[0] < 2 * gained("RMSNorm")[1]
        ),
    },
}
