"""What lesson 05 says in words."""

import inspect
import statistics

import numpy as np
from slopes import slopes

from course_lib.layers import LayerNorm, Stack
from course_lib.layers.layer_norm import row_mean
from parts.layer_norm.epsilon_explorer import spreads
from parts.layer_norm.explorers import GammaBeta

rng = np.random.default_rng(5)
z = np.array([1.0, 2, 6, 3])
x = rng.normal(size=(3, 8))


def hat(x, eps=0.0):
    return LayerNorm(x.shape[-1], eps=eps).forward(x)


def with_parameters(x, gamma, beta):
    layer = LayerNorm(x.shape[-1], eps=0)
    layer.gamma[:], layer.beta[:] = gamma, beta
    return layer.forward(x)


def added(x, eps):
    return (x - x.mean()) / (x.std() + eps)


same = np.allclose
quiet = 1e-4 * (z - z.mean()) / z.std()
y = with_parameters(z, 2, 1)
first, second = np.array([1.0, 2, 6]), np.array([0.6, 2.3, 1.2])
undone = with_parameters(second, first.std(), first.mean())
blocks = Stack(4, 8, 16, rng=1).blocks
FIRST = blocks[0].feed_forward
ADDED = FIRST.forward(x)
BEHIND_RELU = FIRST.hidden

NO_NORM = Stack(32, 64, 128, rng=1, norm=False)
TOKENS = np.random.default_rng(0).normal(size=(3, 64))
NO_NORM.forward(TOKENS)
SIZES = np.array(NO_NORM.activations).var(axis=-1)  # blocks, tokens
LENGTHS = np.linalg.norm(NO_NORM.activations, axis=-1)
STEPS = np.diff(NO_NORM.activations, axis=0)  # what each block adds
BEFORE = np.array(NO_NORM.activations[:-1])
COSINES = (
    (STEPS * BEFORE).sum(-1) / np.linalg.norm(STEPS, axis=-1) / LENGTHS[:-1]
)
STUDYING, INDIA = np.array([3.16, 0.61, 1.87]), np.array([0.6, 2.3, 1.2, 2.7])
AWAY = STUDYING - STUDYING.mean()
POINTS = np.array([hat(STUDYING), hat(second)])
SLOPES = (STUDYING - second) / (POINTS[0] - POINTS[1])
HEIGHTS = STUDYING - SLOPES * POINTS[0]
THIRD = np.array([2, 0.5, -1])
BLOCK = rng.normal(size=(2, 3, 4))
NORMALIZE = inspect.getsource(LayerNorm.normalize)


DEFAULT = LayerNorm(8)
DEFAULT.forward(x)
z2 = rng.uniform(2, 3, size=8)
UNLIKE = with_parameters(STUDYING, [2, 1, -1], 1)
SHARED = with_parameters(
    np.array([STUDYING, second]), STUDYING.std(), STUDYING.mean()
)
DRAW = np.random.default_rng(5)
BELLS = DRAW.normal([[0], [5]], [[1], [3]], size=(2, 1000))
SAMPLES = np.array([*BELLS, DRAW.exponential(2, 1000) - 8])
LEFT = 1e6 + x - row_mean(1e6 + x)  # centred, but for rounding
with np.errstate(invalid="ignore"):
    NOTHING = np.zeros(4) / np.zeros(4)


def through(x):
    """Send tokens through 32 blocks with a norm after each addition."""
    for block in NO_NORM.blocks:
        x = hat(x + block.feed_forward.forward(x), 1e-5)
    return x


def rejected(layer, x):
    """Whether a layer refuses an input that cannot be."""
    try:
        layer.forward(x)
    except ValueError:
        return True
    return False


def likeness(x):
    """Return the correlations of three tokens."""
    return (hat(x) @ hat(x).T / x.shape[1])[[0, 0, 1], [1, 2, 2]]


def kept(sigma, eps=1e-5):
    """Return the variance of x̂ that is left of a row."""
    return hat(sigma * hat(STUDYING), eps).var()


def variance_from(x_hat, eps=1e-5):
    """Solve the variance of x̂ for σ²."""
    q = x_hat.var()
    with np.errstate(divide="ignore"):
        return eps * q / (1 - q)


def recovered(sigma, kind):
    """Whether σ² can be found again, within a percent, in a kind of float."""
    x = (sigma * hat(STUDYING)).astype(kind)
    away = x - x.mean()
    return np.isclose(
        variance_from(away / np.sqrt(away.var() + kind(1e-5))),
        sigma**2,
        rtol=0.01,
    )


def off_by(printed):
    """Return how many units of the last digit lie between, sorted."""
    sums, output = np.reshape(printed, (2, 8))
    found = np.round(1e4 * LayerNorm(8).forward(sums))
    return sorted(abs(found - np.round(1e4 * output)))


PRINTED = """
    -0.2354 1.4278 0.6270 -2.6982 -1.6530 -0.2670 0.7659 0.0280
    0.0121 1.3344 0.6977 -1.9460 -1.1150 -0.0131 0.8082 0.2215
"""
PRINTED = np.array(PRINTED.split(), float)
AT_START, AT_END = likeness(TOKENS), likeness(through(TOKENS))

TOKEN = GammaBeta().state(1.0, 0.0, GammaBeta.controls["token"].start)["rows"][
    "x"
]
QUIET = np.geomspace(1e-10, 10, 1000)


def gap(eps):
    """How much more of σ is left with ε added to σ than inside the root."""
    return QUIET / (QUIET + eps) - QUIET / np.sqrt(QUIET**2 + eps)


LOPSIDED = np.random.default_rng(5).exponential(2, size=(1, 1000)) - 8
BATCH = np.random.default_rng(1).normal(size=(3, 8))

CLAIMS = {
    "At γ = 0 nothing of x is left: every dot is at β. And y falls into the "
    "rings at γ = 3.12 and β = 5.64, which are the standard deviation and the "
    "mean of this x. Another token needs two other numbers. Keep that in mind "
    'for "Can γ and β undo it?" below.': (
        np.allclose(with_parameters(z, 0, 3), 3)
        and np.allclose([TOKEN.std(), TOKEN.mean()], [3.12, 5.64], atol=0.005)
        and np.allclose(
            with_parameters(TOKEN, TOKEN.std(), TOKEN.mean()), TOKEN
        )
        and not np.allclose(with_parameters(z, TOKEN.std(), TOKEN.mean()), z)
    ),
    "Centre and spread are the same, and not one single value. The lopsided "
    "sample is as lopsided as before. LayerNorm shifts all features of a "
    "token by one number and divides them by one number, and that cannot "
    "change a shape.": (
        np.allclose(z - z.mean(), z.std() * hat(z))
        and np.allclose(hat(LOPSIDED).mean(), 0)
        and np.allclose(
            (hat(LOPSIDED) ** 3).mean(),
            ((LOPSIDED - LOPSIDED.mean()) ** 3).mean() / LOPSIDED.std() ** 3,
        )
    ),
    "At ε = 10⁻⁸ the two layers differ most near σ = 10⁻⁶: one keeps 0.01 of "
    "the spread and the other 0.99. At ε = 10⁻⁵ the gap is at most 0.89. So a "
    "smaller ε takes them farther apart, and not closer together. Without ε "
    "the constant row is 0/0; the other two layers return zeros.": (
        abs(np.log10(QUIET[gap(1e-8).argmax()]) + 6) < 0.05
        and np.allclose(
            [1e-6 / (1e-12 + 1e-8) ** 0.5, 1e-6 / (1e-6 + 1e-8)],
            [0.01, 0.99],
            atol=0.001,
        )
        and abs(gap(1e-5).max() - 0.89) < 0.005
        and gap(1e-5).max() < gap(1e-8).max()
        and np.allclose(
            [*spreads(np.array(0.0), 1e-8).values()],
            [0, 0, np.nan],
            equal_nan=True,
        )
    ),
    "The sentence was written about batch normalization, and there it is "
    "true: μ and σ belong to a feature, as γ and β do ([Ioffe and Szegedy "
    "2015](https://arxiv.org/abs/1502.03167)). In LayerNorm μ and σ belong to "
    "a token.": (
        np.allclose(
            (BATCH - BATCH.mean(0)) / BATCH.std(0) * BATCH.std(0)
            + BATCH.mean(0),
            BATCH,
        )
        and LayerNorm(8).gamma.shape == BATCH.mean(0).shape
        and LayerNorm(8).gamma.shape != BATCH.mean(1).shape
    ),
    "A token enters LayerNorm as a row of numbers and leaves as another "
    "row.": (
        hat(z).shape == z.shape and not same(hat(z), z)
    ),
    "In lesson 00 you saw the numbers of one token grow when no norm holds "
    "them back. Now you can say by how much. In a fresh stack without a "
    "norm each block adds a vector f(x) that is about as long as x and "
    "points in some unrelated direction. You know from lesson 04 what that "
    "does to the length.": (
        (LENGTHS[-1] > 1e4 * LENGTHS[0]).all()
        and 0.7 < np.median(
            np.linalg.norm(STEPS, axis=-1) / LENGTHS[:-1]
        ) < 1.4 and abs(np.median(COSINES)) < 0.1
    ),
    "You will often read that after the addition the values might become "
    "very large or very small.": (
        (LENGTHS[-1] > 1e4 * LENGTHS[0]).all() and not (z + -z).any()
    ),
    "Three tokens start with variance 1.": (
        len(TOKENS) == 3 and abs(SIZES[0].mean() - 1) < 0.1
    ),
    "About 2³² = 4·10⁹: by Pythagoras each block doubles the squared "
    "length. The variances started nearly equal, and they end up to four "
    "times apart because each token took its own random turns. None became "
    "very small: for that, f(x) would have to cancel x.": (
        np.isclose(np.hypot(3, 3) ** 2, 2 * 3**2) and round(2**32 / 1e9) == 4
        and 0.5 < np.median(SIZES[-1]) / 2**32 < 2 and np.ptp(SIZES[0]) < 0.2
        and 3 < SIZES[-1].max() / SIZES[-1].min() < 4.1
        and (SIZES[-1] > 1).all() and not (z + -z).any()
    ),
    "A weight's gradient contains the number that the weight multiplied "
    "(lesson 08), so large tokens make large steps.": (
        same(slopes(lambda w: 5 * (w @ z), np.ones(4)), 5 * z)
    ),
    "LayerNorm does to a token what you did to a row in lesson 01: it "
    "takes the token's own mean away from all features, and then divides "
    "them by the token's own standard deviation. The first step leaves the "
    "standard deviation as it is, and the second leaves the mean at 0.": (
        np.isclose((z - z.mean()).std(), z.std())
        and abs(((z - z.mean()) / z.std()).mean()) < 1e-12
        and same(hat(x), [(each - each.mean()) / each.std() for each in x])
    ),
    "A token with a large standard deviation is called *loud* in this "
    "course, and one with a small standard deviation *quiet*.": (
        quiet.std() < 0.01 * z.std() < np.std(1000 * z)
    ),
    'Do both steps for "studying" as the add of lesson 04 left it, [3.16, '
    "0.61, 1.87]. Write down every number on the way.": (
        same(np.add([1.8, -0.3, 0.8], [1.36, 0.91, 1.07]), STUDYING)
    ),
    "| mean | (3.16 + 0.61 + 1.87) / 3 = 5.64 / 3 = 1.88 | | deviations "
    "from the mean | 1.28, −1.27, −0.01 (they sum to 0) | | their squares "
    "| 1.6384, 1.6129, 0.0001 | | variance, the mean square | 3.2514 / 3 = "
    "1.0838 | | standard deviation | √1.0838 = 1.0411 | | deviation / "
    "standard deviation | 1.2295, −1.2199, −0.0096 |": (
        np.isclose(5.64 / 3, STUDYING.mean())
        and same(AWAY, [1.28, -1.27, -0.01]) and abs(AWAY.sum()) < 1e-12
        and same(AWAY**2, [1.6384, 1.6129, 0.0001])
        and np.isclose((AWAY**2).sum(), 3.2514)
        and np.isclose(3.2514 / 3, statistics.pvariance(STUDYING))
        and same(hat(STUDYING), [1.2295, -1.2199, -0.0096], atol=5e-5)
    ),
    "| $x$ | `x` | one token: N numbers, its features $x_1 … x_N$ | | $N$ "
    r"| `d_model` | how many features a token has | | $\mu$ | `mean` | the "
    r"token's own mean: one number | | $\sigma^2$ | `var` | the token's own "
    r"variance: one number | | $\varepsilon$ | `eps` | a small constant, "
    r"here 10⁻⁵ | | $\hat{x}$ | `x_hat` | the normalized token | | $\gamma, "
    r"\beta$ | `gamma`, `beta` | learned scale and shift, one of each per "
    "feature |": (
        DEFAULT.mean.shape == DEFAULT.var.shape == (3, 1)
        and same(DEFAULT.mean[:, 0], x.mean(-1))
        and same(DEFAULT.var[:, 0], x.var(-1)) and DEFAULT.eps == 1e-5
        and same(DEFAULT.x_hat, hat(x, 1e-5))
        and DEFAULT.gamma.shape == DEFAULT.beta.shape == (8,)
        and same(with_parameters(z, 2, 5), 2 * hat(z) + 5)
    ),
    'In code, x̂ is one line, after one line each for μ and σ². You have '
    'its output on paper.': (
        [
            NORMALIZE.index(name) for name in ("mean =", "var =", "x_hat =")
        ] == sorted(
            NORMALIZE.index(name) for name in ("mean =", "var =", "x_hat =")
        ) and same(hat(STUDYING, 1e-5), AWAY / STUDYING.std(), atol=1e-4)
    ),
    "Mean 0 and standard deviation 1 may be too strict. So the layer "
    "learns a scale γ and a shift β for each feature, the same for all "
    "tokens. They start at 1 and 0.": (
        (DEFAULT.gamma == 1).all() and not DEFAULT.beta.any()
        and DEFAULT.gamma.size == x.shape[1]
        and same(with_parameters(x, z2, -z2), z2 * hat(x) - z2)
    ),
    "([A side page](side_scale_each_token.ipynb) tries one γ per token.)": (
        same(LayerNorm((3, 1)).forward(x), hat(x, 1e-5))
        and LayerNorm((3, 1)).gamma.size == len(x)
    ),
    "You will often read that the output of LayerNorm has mean 0 and "
    "variance 1.": (
        not same([y.mean(), y.var()], [0, 1]) and abs(hat(z).mean()) < 1e-12
        and np.isclose(hat(z).var(), 1)
    ),
    "Of x̂ that is nearly true. With γ = 2 and β = 1 in every feature, the "
    "output y = γx̂ + β has mean 1 and variance 4.": (
        same([y.mean(), y.var()], [1, 4]) and 0.9999 < hat(z, 1e-5).var() < 1
        and abs(hat(z, 1e-5).mean()) < 1e-12 and same(y, 2 * hat(z) + 1)
    ),
    "Now let the three features have different scales, γ = (2, 1, −1), and "
    "still β = 1 in each. Does the mean of y stay 1? Is the variance the "
    "mean of the three γ², which is 2?": (
        np.mean(np.square([2, 1, -1])) == 2 and len(STUDYING) == 3
    ),
    "Neither. With one γ for all features, deviations that cancelled still "
    "cancel. With three different ones they no longer do: the mean moves "
    "to 1.4162, and the variance becomes 2.3384.": (
        np.isclose(with_parameters(STUDYING, 2, 1).mean(), 1)
        and round(UNLIKE.mean(), 4) == 1.4162
        and np.isclose(UNLIKE.var(), 2.3384, atol=1e-4)
    ),
    'In this panel all features share one γ and one β.': (
        [*GammaBeta.controls][:2] == ["gamma", "beta"]
        and "bring the dots of y back into the rings" in GammaBeta.task
    ),
    'The lines of `normalize` take one token. A layer gets a whole table '
    'of them, of shape (token, feature), or several tables, (batch, '
    'token, feature). Each token still has its own mean and variance, so '
    'they keep an axis of length 1 to line up with x. (What if more '
    'numbers shared a mean? [Another side page](side_which_axes.ipynb) '
    'tries it.)': (
        same(hat(BLOCK)[1, 2], hat(BLOCK[1, 2]))
        and BLOCK.mean(-1, keepdims=True).shape == (2, 3, 1)
        and same(
            hat(BLOCK),
            (BLOCK - BLOCK.mean(-1, keepdims=True))
            / BLOCK.std(-1, keepdims=True),
        )
    ),
    "two bells, one around 0 with standard deviation 1 and one around 5 "
    "with 3, and a lopsided sample, which begins steeply at −8 and has a "
    "long tail to the right.": (
        same(SAMPLES.mean(1), [0, 5, -6], atol=0.2)
        and same(SAMPLES.std(1), [1, 3, 2], atol=0.2)
        and -8 < SAMPLES[2].min() < -7.9
        and SAMPLES[2].max() - np.median(SAMPLES[2]) > 5 * np.ptp(
            SAMPLES[2, SAMPLES[2] < np.median(SAMPLES[2])]
        )
    ),
    "Here are `LayerNorm.normalize` and the `LayerNorm.forward` that calls "
    "it. They solve the exercise": (
        "self.normalize" in inspect.getsource(LayerNorm.forward)
        and same(with_parameters(x, z2, -z2), z2 * hat(x) - z2)
    ),
    "`row_mean` is a dot product with ones (lesson 02), and `mean_error` "
    "is its rounding error (lesson 01). `checks` reject impossible input, "
    "and `in_blocks` takes a large x in parts, [for "
    "speed](side_how_fast.ipynb). Eight features that PyTorch normalized "
    "come out of it as [printed](side_printed_example.ipynb), but for one "
    "unit in one last digit.": (
        same(row_mean(x)[:, 0], x @ np.ones(8) / 8)
        and abs(row_mean(LEFT)).max() < 1e-9 and rejected(DEFAULT, x[:, :5])
        and off_by(PRINTED) == [0] * 7 + [1]
    ),
    "All features of a token are equal, as in [2, 2, 2, 2].": (
        np.ptp([2, 2, 2, 2]) == 0
    ),
    "The deviations and σ are 0. Divided by σ alone, each entry is 0/0, "
    'which NumPy calls nan, "not a number". With ε the layer divides 0 by '
    "√ε, and x̂ is 0.": (
        not hat(np.ones(4), 1e-5).any() and np.std([2, 2, 2, 2]) == 0
        and same(
            LayerNorm(4, eps=0.1).normalize(
                np.full(4, 2.0), gamma=1, beta=0, eps=0.1
            )[-1],
            0.1**-0.5,
        ) and np.isnan(NOTHING).all()
    ),
    "What does ε do to all the other rows? Deviations sum to 0, so x̂ has "
    "mean 0, and its variance is the mean of its squares:": (
        abs((z - z.mean()).sum()) < 1e-12 and abs(hat(z, 0.1).mean()) < 1e-12
        and np.isclose((hat(z, 0.1) ** 2).mean(), hat(z, 0.1).var())
    ),
    "It is never 1 when ε > 0": (
        hat(100 * z, 1e-5).var() < 1
    ),
    '"India" from lesson 04, [0.6, 2.3, 1.2, 2.7], has σ² = 0.705. With ε '
    "= 10⁻⁵, does its x̂ have a variance of 1 to three decimals? Does that "
    "of a hundredth of this row, or of a thousandth?": (
        np.isclose(INDIA.var(), 0.705)
        and same(np.add([0.1, 1.3, 0.4, 1.5], [0.5, 1.0, 0.8, 1.2]), INDIA)
    ),
    "The row itself does, and no other. A hundredth of the row has a ten "
    "thousandth of the variance, 7.05·10⁻⁵, and 7.05/(7.05 + 1) = 0.876 is "
    "left; of a thousandth it is 0.066. So what counts is σ beside √ε = "
    "0.0032, and a row far below that is silenced.": (
        [
            round(hat(INDIA * share, 1e-5).var(), 3)
            for share in (1, 0.01, 0.001)
        ] == [1, 0.876, 0.066]
        and np.isclose((INDIA / 100).var(), INDIA.var() / 10_000)
        and np.isclose(kept(1e-5**0.5), 0.5)
        and round(1e-5**0.5, 4) == 0.0032 and kept(1e-4) < 0.01
    ),
    'The laboratory draws x̂ for any σ and ε. Beside it stand two other '
    'layers: one without ε, and one that adds ε to σ, as some programs '
    'do. (Where that matters is the subject of [ε outside the '
    'root](side_eps_outside.ipynb).)': (
        spreads(np.array(2.0), 0.5) == {
            "inside": 2 / 4.5**0.5,
            "added": 2 / 2.5,
            "nowhere": 1,
        }
    ),
    "At ε = 0 the first three have the same x̂, and −z has its mirror "
    "image. At ε = 0.1 only z + 2 still agrees with z; 2z would need an ε "
    "of 0.4. A shift moves μ along with x, so all deviations stay. A "
    "factor c multiplies the deviations by c and σ by |c|; ε must grow by "
    "c², as σ² does: (cx − cμ)/√(c²σ² + c²ε) = (c/|c|) · (x − μ)/√(σ² + "
    "ε).": (
        same(hat(z), hat(z + 2)) and same(hat(z), hat(2 * z))
        and same(hat(z), -hat(-z)) and same(hat(z, 0.1), hat(z + 2, 0.1))
        and not same(hat(z, 0.1), hat(2 * z, 0.1))
        and same(hat(z, 0.1), hat(2 * z, 0.4))
        and same(z + 7 - (z + 7).mean(), z - z.mean())
        and same(hat(-3 * z, 9 * 0.1), -hat(z, 0.1))
        and same(hat(-3 * z, 9 * 0.1), -hat(z, 0.1))
        and np.isclose((z + 7).mean(), z.mean() + 7)
        and np.isclose((-3 * z).std(), 3 * z.std())
        and not same(hat(-z, 0.1), hat(z, 0.1))
    ),
    "You will often read that a network which learns γ = √σ² and β = μ "
    "undoes the normalization": (
        same(with_parameters(first, first.std(), first.mean()), first)
        and not same(undone, second)
    ),
    "γ and β are shared by all tokens. Give every feature these two "
    'numbers of "studying", at ε = 0, and send [0.6, 2.3, 1.2] through the '
    "same layer.": (
        same(
            with_parameters(x, 2, 3),
            [with_parameters(each, 2, 3) for each in x],
        )
    ),
    'Only "studying" comes back. Both outputs have its mean, 1.88, and its '
    "standard deviation, 1.0411, as every token has behind this layer. So "
    "two numbers for all features bring back the tokens that already had "
    "these two, and no others.": (
        same(SHARED[0], STUDYING) and not same(SHARED[1], second)
        and same(SHARED.mean(1), 1.88)
        and same(SHARED.std(1), 1.0411, atol=5e-5)
    ),
    "But γ and β have one number *for each feature*. A token comes back in "
    "a feature if γ·x̂ + β = x there. That is a line with slope γ and "
    "height β, which has to run through the point (x̂, x). Every token has "
    "such a point. Bring back two tokens at once:": (
        same(with_parameters(first, first.std(), first.mean()), first)
        and same(SLOPES * POINTS + HEIGHTS, [STUDYING, second])
        and DEFAULT.gamma.shape == (8,)
    ),
    "The next cell takes your function, or the course's until yours is "
    'right, for "studying" and [0.6, 2.3, 1.2]. Then it sends a third '
    "token through the same layer, [2, 0.5, −1].": (
        [*second] == [0.6, 2.3, 1.2] and [*THIRD] == [2, 0.5, -1]
    ),
    "In how many of its three features does the third token come back?": (
        len(THIRD) == 3
    ),
    "In none. *Derived by hand*: in each feature one line runs through two "
    "points with different x̂, so two tokens come back if their x̂ differ "
    "in every feature. The line is then fixed, and the third point is on "
    "it only by chance. For the whole token to come back, that would have "
    "to happen in every feature.": (
        (abs(POINTS[0] - POINTS[1]) > 0.1).all()
        and same(SLOPES * POINTS + HEIGHTS, [STUDYING, second])
        and (abs(SLOPES * hat(THIRD) + HEIGHTS - THIRD) > 0.1).all()
    ),
    "Two tokens that differ by a shift have the same x̂, so whoever sees "
    "only x̂ can never tell μ. But σ is lost completely only at ε = 0. "
    "With ε > 0 you can solve the variance of x̂, q = σ²/(σ²+ε), for σ²:": (
        same(hat(z), hat(2 * z)) and not same(hat(z, 0.1), hat(2 * z, 0.1))
        and np.isclose(hat(z, 0.1).var(), z.var() / (z.var() + 0.1))
        and same(hat(z, 0.1), hat(z + 5, 0.1))
        and np.isclose(variance_from(hat(z, 0.1), 0.1), z.var())
    ),
    "For a loud token q is so near 1 that 1 − q, which is about ε/σ², is "
    "lost in rounding.": (
        np.isclose(1 - kept(30.0), 1e-5 / 30**2, rtol=0.01, atol=0)
        and not np.isclose(1 - kept(1e6), 1e-5 / 1e6**2, rtol=0.01, atol=0)
    ),
    "Float64 carries 16 digits, and ε = 10⁻⁵. From about which σ on is "
    "there nothing left? And in float32, which carries 7?": (
        [
            round(-np.log10(np.finfo(kind).eps))
            for kind in (np.float64, np.float32)
        ] == [16, 7]
    ),
    "1 − q is about ε/σ². It disappears in the rounding of float64, 10⁻¹⁶, "
    "when σ² is about 10¹¹, so σ about 300,000. In float32, where rounding "
    "is 10⁻⁷, that happens when σ² is about 100, so σ about 10. Most of "
    "the digits are lost long before.": (
        np.isclose(1e-5 / 1e11, 1e-16) and np.isclose(1e-5 / 1e2, 1e-7)
        and round(1e11**0.5, -5) == 300_000 and 100**0.5 == 10
        and recovered(1e3, np.float64) and not recovered(1e6, np.float64)
        and recovered(0.01, np.float32) and not recovered(10, np.float32)
    ),
    "Go back to the stack of the beginning. Put a LayerNorm after each of "
    "its 32 additions, with γ = 1 and β = 0: yours if its check has "
    "passed, and the course's if not.": (
        len(NO_NORM.blocks) == 32
    ),
    "Then make the tokens 1,000 times as loud before they enter the first "
    "block (the biases in this stack are 0).": (
        not any(
            block.feed_forward.b1.any() or block.feed_forward.b2.any()
            for block in NO_NORM.blocks
        )
    ),
    "The variance is 1, to four digits. And the 1,000 makes no difference "
    "that you could see. Without biases the first block makes its f(x) "
    "1,000 times as large as well, so the whole sum is, and the first "
    "LayerNorm removes that factor. The norm keeps the size of every token "
    "in order.": (
        same(
            blocks[0].feed_forward.forward(1000 * x),
            1000 * blocks[0].feed_forward.forward(x),
        ) and same(through(TOKENS).var(-1), 1, atol=5e-5)
        and same(through(1000 * TOKENS), through(TOKENS), atol=1e-8, rtol=0)
        and same(hat(1000 * x), hat(x))
    ),
    "The three tokens are drawn at random. The *correlation* of two tokens "
    "is the mean of the products of their x̂ (at ε = 0): 1 if they have "
    "one shape, near 0 if they are unrelated. At the start the three lie "
    "between −0.2 and 0.": (
        same(hat(x) @ hat(x).T / x.shape[1], np.corrcoef(x))
        and np.isclose((hat(z) * hat(3 * z + 2)).mean(), 1)
        and len(TOKENS) == 3
        and abs(np.corrcoef(rng.normal(size=(2, 10_000)))[0, 1]) < 0.05
        and AT_START.min() > -0.2 and AT_START.max() < 0
    ),
    "In this draw they are 0.93 to 0.97.": (
        (round(AT_END.min(), 2), round(AT_END.max(), 2)) == (0.93, 0.97)
    ),
    'What makes tokens alike is what is added: max(0, ·) lets nothing '
    'negative through, so over the tokens each hidden number has a mean '
    'above 0 (or it is always 0). W₂ makes one vector of these means, and'
    ' every token is given that same vector, on top of what is its own. A'
    ' norm does not undo that: with γ = 1 and β = 0 it leaves the '
    'correlation of two tokens exactly as it finds it.': (
        BEHIND_RELU.mean(axis=0).min() >= 0
        and BEHIND_RELU.mean(axis=0).max() > 0.1
        and same(BEHIND_RELU.mean(axis=0) @ FIRST.W2, ADDED.mean(axis=0))
        and same(np.corrcoef(hat(x)), np.corrcoef(x))
        and BEHIND_RELU.min() == 0
        and likeness(NO_NORM.activations[-1]).min() > 0.9
    ),
    "1. LayerNorm slides each token's own mean to 0 and scales its own "
    "spread to almost 1; then γ and β, shared by all tokens, scale and "
    "shift each feature.": (
        abs(hat(x, 1e-5).mean(-1)).max() < 1e-12
        and (abs(hat(x, 1e-5).std(-1) - 1) < 1e-4).all()
        and (hat(x, 1e-5).std(-1) < 1).all()
        and same(with_parameters(x, z2, -z2), z2 * hat(x) - z2)
    ),
    "2. ε stands inside the root: it keeps a constant row from 0/0, "
    "silences rows with σ far below √ε, and brings the variance of x̂ down "
    "to σ²/(σ²+ε).": (
        hat(quiet, 1e-5).std() < 0.04
        and np.isclose(hat(z, 0.1).var(), z.var() / (z.var() + 0.1))
        and np.isfinite(hat(np.ones(4), 0.1)).all()
        and same(hat(z, 0.1), (z - z.mean()) / (z.var() + 0.1) ** 0.5)
    ),
    "3. In x̂ the order of the features and the proportions of their gaps "
    "survive. A token's mean is lost for good, and the spread of a loud "
    "token is lost in practice. γ and β can bring back two tokens whose x̂ "
    "differ in every feature, and a third only by chance.": (
        (hat(z).argsort() == z.argsort()).all()
        and same(np.diff(hat(z)) / np.diff(z), 1 / z.std())
        and same(hat(z), hat(z + 9)) and not recovered(1e6, np.float64)
        and same(SLOPES * POINTS + HEIGHTS, [STUDYING, second])
        and not np.isclose(SLOPES * hat(THIRD) + HEIGHTS, THIRD).any()
    ),
    "1. You multiply all tokens by 3. What must happen to ε so that no "
    "output changes?": (
        same(hat(3 * z, 9 * 0.1), hat(z, 0.1))
        and not same(hat(3 * z, 0.1), hat(z, 0.1))
    ),
    "2. Two tokens, [0, 1, 2] and [10, 30, 50], with ε = 0. What can a "
    "layer that sees only their LayerNorm know about their difference?": (
        same(hat(np.array([0.0, 1, 2])), hat(np.array([10.0, 30, 50])))
    ),
    "1. Multiply it by 9: ε is compared with σ², and σ² grows by 3². 2. "
    "Only that it is a multiple of x̂ plus one number for all features; "
    "not even whether it is 0. The second is 20 times the first plus 10, "
    "so both have the same x̂ = [−1.2247, 0, 1.2247].": (
        np.isclose((3 * z).var(), 3**2 * z.var())
        and same(20 * np.array([0, 1, 2]) + 10, [10, 30, 50])
        and same(hat(np.array([0.0, 1, 2])), hat(np.array([10.0, 30, 50])))
        and same(hat(3 * z, 9 * 0.1), hat(z, 0.1))
        and same(hat(np.arange(3.0)), [-1.2247, 0, 1.2247], atol=5e-5)
        and np.linalg.matrix_rank(
            [
                np.array([10, 30, 50]) - np.arange(3),
                hat(np.arange(3.0)),
                np.ones(3),
            ]
        ) == 2
    ),
    "The norm has tamed what grew four billionfold. But it could not keep "
    "the tokens apart: behind 32 blocks **three unrelated tokens have "
    "become nearly alike**.": (
        round(2**32 / 1e9) == 4 and len(TOKENS) == 3
        and (abs(AT_START) < 0.2).all() and (AT_END > 0.9).all()
    ),
    "if you nudge one feature of a token, μ and σ move too": (
        not np.isclose((z + [1, 0, 0, 0]).mean(), z.mean())
        and not np.isclose((z + [1, 0, 0, 0]).std(), z.std())
    ),
}  # fmt: skip
