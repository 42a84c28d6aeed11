"""What lesson 04 says in words."""

from functools import cache

import numpy as np
from slopes import slopes
from stored_runs import BOTH, mean
from test_numbers import prose

from course_lib.layers import AddNorm, FeedForward, LayerNorm, Stack
from parts.residual_add.explorers import DepthAndGain, turn, turns_and_dy
from parts.residual_add.pictures import ALIVE
from parts.start.pictures import WORDS
from parts.training.signal_stack import SignalStack

rng = np.random.default_rng(4)
W = rng.normal(size=(4, 4))
x, dy = rng.normal(size=(2, 4))


def f(x):
    return np.tanh(x @ W)


def angle(n):
    """Return how far from a right angle two random vectors lie, in degrees."""
    a, b = rng.normal(size=(2, 300, n))
    cosines = (a * b).sum(1) / np.sqrt((a**2).sum(1) * (b**2).sum(1))
    return np.std(np.degrees(np.arccos(cosines)))


def let_through(variant, depth):
    """Return how much of a gradient's length a fresh stack lets through."""
    stack = SignalStack(variant, depth, rng=1).layers["stack"]
    x, dy = np.random.default_rng(4).normal(size=(2, 200, 40))
    stack.forward(x)
    return np.linalg.norm(stack.backward(dy)) / np.linalg.norm(dy)


hat = LayerNorm(4, eps=0).forward

same, LENGTH = np.allclose, np.linalg.norm
INDIA, F_INDIA = np.array([0.1, 1.3, 0.4, 1.5]), np.array([0.5, 1.0, 0.8, 1.2])
KINDS = {
    "neither": {"shortcut": False, "norm": False},
    "shortcut": {"norm": False},
    "norm": {"shortcut": False},
    "both": {},
}


def through(slope, layers=10, shortcut=True):
    """Return how far the output rises if the input rises by 1."""
    x = 3.0, 4.0
    for _ in range(layers):
        x = [slope * each + shortcut * each for each in x]
    return x[1] - x[0]


def stack_of(kind, half=1):
    """Return a fresh stack of 20 blocks and what it makes of some tokens."""
    stack = Stack(20, 64, 128, rng=1, **KINDS[kind])
    for block in stack.blocks:
        block.feed_forward.W2 *= half
    return stack, stack.forward(np.random.default_rng(2).normal(size=(8, 64)))


@cache
def growth(kind, half=1):
    """Return by how much the length of a gradient grows on its way back."""
    stack, y = stack_of(kind, half)
    dy = np.random.default_rng(3).normal(size=y.shape)
    return np.linalg.norm(stack.backward(dy)) / np.linalg.norm(dy)


def put(line):
    """Return what a caller finds in dx, which held 10, after a line."""
    names = {"dx": (held := np.full(3, 10.0)), "dz": np.arange(1.0, 4)}
    exec(line, names)
    return held.tolist()


def wiped(d_model):
    """Return what is left of tokens behind a layer made to wipe them out."""
    x, one = rng.normal(size=(5, d_model)), np.eye(d_model)
    W1, W2 = np.hstack([one, -one]), np.vstack([-one, one])
    return x + FeedForward(d_model, 2 * d_model, W1=W1, W2=W2).forward(x)


def turned(n, gain=1.0):
    """Return angles of vectors and their turned copies, lengths of the sum."""
    draw = np.random.default_rng(0)
    v = draw.normal(size=(100, n))
    copies = np.array([turn(draw, n) @ each for each in v])
    cosines = (v * copies).sum(1) / (v**2).sum(1)
    sums = np.linalg.norm(v + gain * copies, axis=1) / np.linalg.norm(
        v, axis=1
    )
    return np.degrees(np.arccos(cosines)), sums


def reached(gain, depth=32):
    """Return how much reaches the input of the panel, without and with."""
    turns, alone = turns_and_dy()
    together = alone
    for Q in reversed(turns[:depth]):
        alone, together = gain * Q @ alone, together + gain * Q @ together
    return LENGTH(alone), LENGTH(together)


def paths(slopes):
    """List the product of slopes along every path through forks."""
    found = [1.0]
    for slope in slopes:
        found += [slope * each for each in found]
    return found


def one_block(order, x, f=lambda x: np.tanh(x @ W)):
    """Send a token through two sublayers with a norm each."""
    for _ in range(2):
        x = hat(x + f(x)) if order == "post" else x + f(hat(x))
    return x


def nothing(x):
    """Leave the road of the shortcuts alone."""
    return 0 * x


GAINS = np.arange(1, 31) / 20
IN_BAND = [
    [g for g in GAINS if 0.1 <= reached(g)[kind] <= 10] for kind in (0, 1)
]
TEN = reached(0.5, 10)
LINES = "dx += dz", "dx[:] = dz", "dx = dz"
TOKENS = rng.normal(size=(3, 4))
FEED = FeedForward(4, 8, rng=1)
FRESH, HALVED = (FeedForward(64, 128, rng=1) for _ in range(2))
HALVED.W2 *= 0.5
MANY = rng.normal(size=(200, 64))
GAIN = LENGTH(FRESH.forward(MANY)) / LENGTH(MANY)

CLAIMS = {
    "A Transformer adds the input of every sublayer to its output. That "
    "costs one plus sign": (
        same(AddNorm(4).forward(x, dy), LayerNorm(4).forward(x + dy))
    ),
    "A deep network is a chain of functions, and along a chain slopes "
    "multiply (lesson 03). Take ten layers of slope 0.5: if the input of a "
    "layer rises by a little, its output rises by half as much. Then build "
    "the same ten layers a second time, but let each of them add its input "
    "to its output, so that it returns x + f(x). **Predict.** The input of "
    "the first layer rises by 1.": (
        0.5 * (3 + 0.2) - 0.5 * 3 < 0.2
        and np.isclose(through(0.5, shortcut=False), 0.5**10)
        and np.isclose(through(0.5), (1 + 0.5) ** 10)
    ),
    "In x + f(x) the x contributes a slope of 1 and f contributes 0.5, so "
    "each layer has slope 1.5. Ten slopes multiply: 0.5¹⁰ is about 0.001 "
    "and 1.5¹⁰ about 57.7. The same two factors apply on the way back. A "
    "gradient of 1 at the output reaches the input as 0.001 or as 57.7. In "
    "plain gradient descent a layer that gets a thousandth of the gradient "
    "takes a thousandth of the step.": (
        np.isclose(through(0.5, 1), 1.5) and round(0.5**10, 3) == 0.001
        and round(1.5**10, 1) == 57.7 == round(through(0.5), 1)
        and np.isclose(0.1 * (dy / 1000), 0.1 * dy / 1000).all()
    ),
    "Suppose the weights start small. Then the slopes of f are small at "
    "the start, and they may have either sign.": (
        abs(slopes(lambda x: np.tanh(0.01 * x @ W), x)).max() < 0.05
        and slopes(lambda x: 0.01 * x @ W, x).min() < 0 < slopes(
            lambda x: 0.01 * x @ W, x
        ).max()
    ),
    "What happens to a change of 1 in each chain if f has slope 0.05? If "
    "it has slope −0.05? If it has slope −0.5? In which of these cases "
    "does the plus sign gain nothing?": (
        [
            np.isclose(
                abs(through(a)),
                abs(through(a, shortcut=False)),
                rtol=1e-6,
                atol=0,
            )
            for a in (0.05, -0.05, -0.5)
        ] == [False, False, True]
    ),
    "With a slope of 0.05 or −0.05 next to nothing passes the first chain, "
    "one part in ten trillion, and the second lets 1.6 or 0.6 through. "
    "That is what the plus sign buys: it moves the slope of every layer "
    "from near 0 to near 1, and that is worth most where f does little. "
    "With a slope of −0.5 it gains nothing, because 1 − 0.5 is 0.5 again. "
    "So the plus sign often helps, but it is no guarantee.": (
        abs(1 + 0.05 - 1) < 0.1 and abs(0.05) < 0.1
        and round(np.log10(0.05**10)) == -13
        and [round(through(a), 1) for a in (0.05, -0.05)] == [1.6, 0.6]
        and 1 - 0.5 == 0.5
        and np.isclose(abs(through(-0.5)), abs(-0.5) ** 10)
        and through(0.05) / 0.05**10 > through(0.5) / 0.5**10
    ),
    "The **tokens** are rows of numbers, their **features**, and every row "
    "keeps the same number of features from the first layer to the last. A "
    "**block** has two **sublayers**. In *attention* every token takes up "
    "something from other tokens. The *feed-forward layer* treats each "
    "token alone. After each sublayer come two small steps, together "
    "called **Add & Norm**: - *Add*: what went into the sublayer is added "
    "to what came out. The way around the sublayer is the **shortcut**, "
    "and this lesson is about it. - *Norm*: LayerNorm shifts the sum to "
    "mean 0 and scales it to a standard deviation of 1. Lesson 05 is about "
    "that.": (
        {each.shape for each in stack_of("both")[0].activations} == {(8, 64)}
        and same(FEED.forward(TOKENS)[1], FEED.forward(TOKENS[1]))
        and same(
            AddNorm(4, eps=0).forward(TOKENS, TOKENS**2),
            hat(TOKENS + TOKENS**2),
        ) and same(hat(TOKENS).mean(-1), 0) and same(hat(TOKENS).std(-1), 1)
    ),
    'You will often read that every block has two Add & Norm. There is '
    'one for each sublayer, and most blocks have two sublayers. But the '
    'original Transformer translates, and a block of its *decoder*, the '
    'half that writes, has a third sublayer, which looks at the sentence '
    'to be translated, so it has three Add & Norm.': (
        WORDS["block"].partition("shortcut")[0].count("Add & Norm") == 2
    ),
    "Write f for a sublayer, whichever it is. The residual add returns": (
        same(slopes(lambda x: x + f(x), x), np.eye(4) + slopes(f, x))
    ),
    "- $x$: the token that goes in; a copy of it takes the shortcut - "
    "$f(x)$: what the sublayer makes of it, with as many features as x - "
    "$y$: the sum, which goes to the norm": (
        f(x).shape == x.shape
        and same(AddNorm(4, eps=0).forward(x, f(x)), hat(x + f(x)))
    ),
    'Two of the five texts print them: C has "India" and E has '
    '"studying". (C also prints eight features that PyTorch computed; [a '
    'side page](side_printed_example.ipynb) recomputes those.)': (
        "prints eight features of a token" in prose("side_printed_example")
    ),
    '| "India" | 0.1, 1.3, 0.4, 1.5 | 0.5, 1.0, 0.8, 1.2 | | "studying" | '
    "1.8, −0.3, 0.8 | 1.36, 0.91, 1.07 |": (
        same(INDIA + F_INDIA, [0.6, 2.3, 1.2, 2.7])
        and same(
            np.add([1.8, -0.3, 0.8], [1.36, 0.91, 1.07]),
            [3.16, 0.61, 1.87],
        )
    ),
    'A token is a vector, and for vectors the slopes are a Jacobian '
    '(lesson 03). Take an f that mixes four features and bends the '
    'results, f(x) = tanh(xW); tanh is an S-shaped curve between −1 and '
    '1. The cell computes the Jacobians of x + f(x) and of f by central '
    'differences. **Predict.** Subtract the second matrix from the first.'
    ' Which 4 × 4 matrix is left?': (
        slopes(f, x).shape == (4, 4) and not same(f(2 * x), 2 * f(x))
        and same(slopes(lambda x: x + f(x), x) - slopes(f, x), np.eye(4))
    ),
    "The identity matrix is left: ones on the diagonal, zeros elsewhere. "
    "Output i contains input i once, whatever f adds to it. That was "
    "*tested numerically*. On paper it is one line, for every f, because "
    "the Jacobian of a sum is the sum of the Jacobians:": (
        same(slopes(lambda x: x + f(x), x) - slopes(f, x), np.eye(4))
        and same(
            slopes(lambda x: f(x) + np.sin(x), x),
            slopes(f, x) + slopes(np.sin, x),
        )
    ),
    "- $J_f$, $J_y$: Jacobians of f and of y = x + f(x) - $I$: the "
    "identity matrix": (
        same(slopes(lambda x: x + f(x), x), np.eye(4) + slopes(f, x))
    ),
    "Forward, x is copied: one copy takes the shortcut, one goes through "
    "f, and then they are added. On the way back a gradient `dy` arrives "
    "at the plus sign.": (
        same(slopes(lambda x: x + f(x), x), np.eye(4) + slopes(f, x))
    ),
    "What does each of the two branches get: half of `dy`, or all of it?": (
        same(
            slopes(
                lambda terms: dy @ (terms[0] + terms[1]), np.array([x, f(x)])
            ),
            [dy, dy],
        )
    ),
    "All of it. If one of the two terms rises by 1 while the other stands "
    "still, y rises by 1. So y has slope 1 with respect to each term, and "
    "each branch gets the whole of `dy`. A gradient is not an amount that "
    "could be shared out. It says how much the loss changes, and it says "
    "so for each term separately. At x the two paths meet, and where paths "
    "meet, gradients add (the chain rule of lesson 03):": (
        (3 + 1) + 4 - (3 + 4) == 1
        and same(
            slopes(
                lambda terms: dy @ (terms[0] + terms[1]),
                np.array([x, f(x)]),
            ),
            [dy, dy],
        )
        and same(slopes(lambda x: dy @ (x + f(x)), x), dy + dy @ slopes(f, x))
    ),
    r"- $dy$: the gradient that arrives at y - $dy\,J_f$: what comes back "
    "through f, whose Jacobian is $J_f$ - $dx$: all that arrives at x Any "
    "other use of x adds its own gradient.": (
        same(
            slopes(lambda x: dy @ (x + f(x)) + sum(x**3), x),
            dy + dy @ slopes(f, x) + 3 * x**2,
        )
    ),
    "Now write the rule for what arrives at x, with $f(x) = xW$. There "
    r"output i is $\sum_j x_j W_{ji}$, so its slope with respect to $x_j$ "
    "is $W_{ji}$, and that makes $J_f = W^T$.": (
        np.allclose(slopes(lambda x: x @ W, x), W.T)
        and np.isclose((x @ W)[1], sum(x[j] * W[j, 1] for j in range(4)))
    ),
    'Your function returns a new array. A program often collects the '
    'gradients at x in one array, and every part that has used x puts its'
    ' own gradient into it. In Python there are three lines that look as '
    'if they did this. **Predict.** `dx` is such an array, and 10 has '
    'already arrived at each of its entries.': (
        len({*map(str, map(put, LINES))}) == len(LINES) == 3
    ),
    "A function is given `dx` and `dz`, and it runs a single line. What "
    "does its caller find in `dx` afterwards if the line is `dx += dz`? If "
    "it is `dx[:] = dz`? If it is `dx = dz`?": (
        [*map(put, ("dx += dz", "dx[:] = dz", "dx = dz"))] == [
            [11, 12, 13],
            [1, 2, 3],
            [10, 10, 10],
        ]
    ),
    "Only `+=` keeps the 10 and adds `dz`. `a += b` and `a[:] = b` both "
    "write into the array that the caller holds, but the second throws "
    "away what had arrived. `a = b` only gives the name a to another "
    "array, so that `dz` never reaches the caller's. Both lose a gradient, "
    "and no error says so.": (
        [*map(put, LINES)] == [[11, 12, 13], [1, 2, 3], [10, 10, 10]]
    ),
    "Two layers with a shortcut, y = x + f(x) and then z = y + g(y). f has "
    "slope a = 0.5, g has slope b = −0.2. Draw the two forks one after the "
    "other. Write down every path from z back to x with its slope, and add "
    "them up. Which path is left when a and b shrink to 0?": (
        np.isclose(sum(paths([0.5, -0.2])), 1.2)
        and [p for p in paths([0, 0]) if p] == [1]
    ),
    "Four paths: 1 (both shortcuts), 0.5, −0.2, and 0.5 · (−0.2) = −0.1. "
    "They add up to 1.2, and indeed (1 + a)(1 + b) = 1 + a + b + ab = 1.5 "
    "· 0.8. The plain 1 is left: the shortcut all the way. Each layer "
    "doubles the number of paths, so ten have 2¹⁰ = 1024.": (
        0.5 * -0.2 == -0.1
        and np.isclose(1 + 0.5 - 0.2 + 0.5 * -0.2, 1.5 * 0.8)
        and 2**10 == 1024 and same(paths([0.5, -0.2]), [1, 0.5, -0.2, -0.1])
        and np.isclose(sum(paths([0.5, -0.2])), 1.2)
        and [p for p in paths([0, 0]) if p] == [1]
        and len(paths(range(10))) == 2 * len(paths(range(9))) == 1024
    ),
    "A layer can also turn a vector into another direction. So let f be a "
    "turn Q, which keeps every length, times a **gain**. (`turn` shuffles "
    "the features and flips some of their signs.) On the way back, x + "
    "f(x) then adds a turned copy of `dy` to `dy`. **Predict.** At which "
    "angle do a vector and its turned copy meet, on average over many "
    "turns? Does that angle vary more with 8 features or with 512?": (
        np.isclose(
            np.linalg.norm(turn(rng, 9) @ np.arange(9.0)),
            np.linalg.norm(np.arange(9.0)),
        ) and same(np.sort(abs(turn(rng, 9) @ np.arange(9.0))), np.arange(9))
        and (turn(rng, 99).sum(0) == -1).any()
        and turned(8)[0].std() > turned(512)[0].std()
    ),
    "At a right angle, and with 512 features the angle hardly leaves 90°: "
    "in many dimensions two unrelated directions have next to nothing in "
    "common. So Pythagoras gives the length of the sum. If `dy` has length "
    "1, its turned copy has the length of the gain, and each layer with a "
    "shortcut multiplies the gradient's length by about √(1 + gain²).": (
        abs(turned(64)[0].mean() - 90) < 2 and turned(512)[0].std() < 4
        and angle(512) < 4 < angle(8)
        and same(turned(512, 0.5)[1], np.hypot(1, 0.5), rtol=0.1)
    ),
    "Ten layers with gain 0.5 once more. How long is the gradient when it "
    "reaches the input, without the shortcut and with it?": (
        TEN[0] < 0.01 < 1 < TEN[1]
    ),
    "Without the shortcut it is 0.001 again, since a turn changes no "
    "length. With the shortcut the rule says 1.25⁵ = 3.1, and these turns, "
    "whose angles are not quite right, give 3.6. That is far less than the "
    "57.7 of the first chain, where all 1024 paths pulled in one "
    "direction.": (
        round(1.25**5, 1) == 3.1 and np.isclose(TEN[0], 0.5**10)
        and np.isclose((1 + 0.5**2) ** (10 / 2), 1.25**5)
        and round(TEN[1], 1) == 3.6 < 57.7 / 10
        and round(sum(paths([0.5] * 10)), 1) == 57.7
        and min(paths([0.5] * 10)) > 0 and len(paths([0.5] * 10)) == 1024
    ),
    "Is the shortcut always the better choice, then? In both pictures the "
    "grey band goes from 0.1 to 10.": (
        ALIVE == (0.1, 10)
    ),
    "At 32 layers without a shortcut the gain must be almost exactly 1: "
    "0.95, 1 or 1.05 on the slider. With a shortcut every gain up to 0.35 "
    "keeps the gradient in the band, however small the gain is. In this "
    "panel a gradient with a shortcut never vanishes. But it may explode: "
    "at gain 1 it grows 30,000-fold, and by the rule it would be 2¹⁶ = "
    "65,536.": (
        np.isclose(np.hypot(1, 1) ** 32, 65536)
        and same(IN_BAND[0], [0.95, 1, 1.05])
        and same(IN_BAND[1], GAINS[GAINS < 0.37])
        and min(reached(g)[1] for g in GAINS) > 0.1
        and round(reached(1.0)[1], -4) == 30_000
        and DepthAndGain.controls["depth"].max == 32
    ),
    "You will often read that it is, even if the sublayer has learned "
    "nothing useful: in a group project you add your own ideas to what the "
    "group suggests, so they are not lost. **Predict.** What must the "
    "group suggest so that nothing is left of your ideas?": (
        not (INDIA + -INDIA).any()
    ),
    "The group must suggest the opposite of your ideas: f(x) = −x leaves "
    "nothing. A sublayer that returns 0 does no harm, and of such a "
    "sublayer the sentence is true. But a sublayer can also wipe the token "
    "out.": (
        not (INDIA + -INDIA).any() and same(INDIA + 0 * INDIA, INDIA)
        and same(wiped(4), 0)
    ),
    "On paper you can write down any f. But a sublayer does not choose a "
    "formula, it learns weights. The simplest feed-forward layer "
    "multiplies a token by a matrix W₁, sets everything negative to 0, and "
    "multiplies the result by a second matrix: f(x) = max(0, xW₁)W₂. Are "
    "there weights at all with which such a layer wipes out every token, "
    "whatever its signs are? **Find them.** Start with tokens of a single "
    "feature.": (
        same(FEED.forward(TOKENS), np.maximum(0, TOKENS @ FEED.W1) @ FEED.W2)
        and same(wiped(1), 0)
    ),
    "With these weights, yours or the course's, a layer of the course "
    'meets "India" and three random tokens:': (
        same(wiped(4), 0)
    ),
    "So a sublayer can have weights that destroy its input in spite of the "
    "shortcut. What the shortcut guarantees, with no norm on its way, is a "
    "path of slope 1 for the gradient, whatever the weights are. It "
    "promises nothing about the output.": (
        same(wiped(4), 0) and 1 in paths(rng.normal(size=5))
    ),
    "So far this lesson has left out the Norm of Add & Norm. Two orders "
    "are usual: - **post-norm**, LayerNorm(x + f(x)): the original "
    'Transformer (2017), and "Add & Norm" in this course - **pre-norm**, x '
    "+ f(LayerNorm(x)): GPT-2 and most large models since (many with "
    "RMSNorm there) **Predict.** Walk from the end of a block back to its "
    "beginning, and take the shortcut wherever there is one. How many "
    "norms do you pass in post-norm, and how many in pre-norm?": (
        same(AddNorm(4, eps=0).forward(x, f(x)), hat(x + f(x)))
        and not same(one_block("post", x), one_block("pre", x))
    ),
    "You pass both norms in post-norm and none in pre-norm. There the "
    "shortcuts make one road from end to end (the green line).": (
        same(slopes(lambda x: one_block("pre", x, nothing), x), np.eye(4))
        and not same(
            slopes(lambda x: one_block("post", x, nothing), x), np.eye(4)
        )
    ),
    "every sublayer reads from it and adds to it. A few recent models "
    "normalize f's output, but not the road:": (
        same(slopes(lambda x: x + hat(f(x)) - hat(f(x)), x), np.eye(4))
    ),
    "What does a norm change, before any training? Take 20 of the course's "
    "real feed-forward layers. Their initial weights are made for a gain "
    "near 1. If you halve W₂, the second matrix of each, the gain is 0.5. "
    "Build four kinds of stack: with the shortcut alone, with the norm "
    "alone, with both (Add & Norm) and with neither.": (
        len(KINDS) == 4 and 0.8 < GAIN < 1.25
        and np.isclose(
            LENGTH(HALVED.forward(MANY)), LENGTH(FRESH.forward(MANY)) / 2
        ) and len(stack_of("both")[0].blocks) == 20
    ),
    "Then send a gradient back through each of them.": (
        len({growth(kind) for kind in KINDS}) == len(KINDS) == 4
    ),
    "One of the four stacks does not notice that all its W₂ were halved: "
    "its gradient comes out equally long, in all printed digits. Which "
    "one?": (
        [
            kind
            for kind in KINDS
            if f"{growth(kind):.3g}" == f"{growth(kind, 0.5):.3g}"
        ] == ["norm"]
    ),
    "The stack with the norm alone. There, all that halving W₂ does is to "
    "halve what goes into the norm, and the norm divides by the spread of "
    "whatever it gets. Apart from its ε (lesson 05) it does not notice a "
    "positive factor, so the whole stack remains the same function. With "
    "the shortcut alone the rule gives 2¹⁰ = 1024 and 1.25¹⁰ = 9.3. The "
    "real layers give 819 and 7.7, so random turns are a good model of "
    "them. With a norm the length stays near 1, even without a shortcut. "
    "But a good length is not all that training needs: lesson 09 trains "
    "all four kinds.": (
        round(1.25**10, 1) == 9.3
        and all(
            1 / 4 < let_through("no shortcut", depth) < 4
            and mean("no shortcut", depth, optimizer)
            < mean("post-norm", depth, optimizer) - 0.03
            for depth in (4, 16)
            for optimizer in BOTH
        )
        and [
            kind
            for kind in KINDS
            if f"{growth(kind):.3g}" == f"{growth(kind, 0.5):.3g}"
        ] == ["norm"]
        and same(stack_of("norm")[1], stack_of("norm", 0.5)[1], atol=1e-3)
        and same(hat(x / 2), hat(x)) and not same(hat(-x), hat(x))
        and 2**10 == 1024
        and all(
            1 / 2 < growth(kind, half) < 2
            for kind in ("norm", "both")
            for half in (1, 0.5)
        ) and 400 < growth("shortcut") < 2000
        and 4 < growth("shortcut", 0.5) < 16
    ),
    "1. y = x + f(x) has slope 1 + f′(x), with vectors $I + J_f$: on the "
    "way back both branches get all of `dy`, and what arrives at x adds "
    "up. 2. With no norm on its way, the shortcut keeps one path of slope "
    "1 open at any depth. It helps most where f does little. It does not "
    "stop gradients from growing, and it does not promise a good output. "
    "3. Post-norm is LayerNorm(x + f(x)), pre-norm is x + f(LayerNorm(x)).": (
        np.allclose(slopes(lambda x: x + f(x), x), np.eye(4) + slopes(f, x))
        and same(slopes(lambda x: dy @ (x + f(x)), x), dy + dy @ slopes(f, x))
        and 1 in paths(rng.normal(size=9))
        and through(0.05) / 0.05**10 > through(0.5) / 0.5**10
        and through(0.5) > 50 and same(wiped(4), 0)
        and same(AddNorm(4, eps=0).forward(x, f(x)), hat(x + f(x)))
    ),
    "1. A stack has 20 layers x + f(x), and every f has slope −1. What "
    'reaches the input, and does that contradict "one path of slope 1 is '
    'always open"? 2. A stack has 30 layers, each with gain 0.1. Estimate '
    "in your head": (
        through(-1, 20) == 0 and paths([-1] * 9).count(1) > 0
        and 0.1**30 < 1e-29
    ),
    "1. (1 − 1)²⁰ = 0: nothing. The straight path brings 1, but the other "
    "paths cancel it. An open path is no promise about the sum of all "
    "paths. 2. Without: 0.1³⁰ = 10⁻³⁰. With: each layer multiplies by "
    "√1.01 ≈ 1.005, so about 1.005³⁰ ≈ 1.16.": (
        (1 - 1) ** 20 == 0 and np.isclose(0.1**30, 1e-30, atol=0)
        and round(1.01**0.5, 3) == 1.005 and round(1.005**30, 2) == 1.16
        and sum(paths([-1] * 9)) == 0 and paths([-1] * 9)[0] == 1
        and np.isclose(np.hypot(1, 0.1), 1.01**0.5)
        and np.isclose(reached(0.1, 30)[0], 0.1**30, atol=0)
    ),
    "With a shortcut alone everything grows. At gain 1 each layer "
    "multiplies a gradient by about √2 = 1.4, and on the way forward it "
    "does the same to a token: twelve such steps turned a 2.3 into 131 in "
    "lesson 00. One norm behind each plus sign ends that, and it hardly "
    "notices how strong the layers are.": (
        round(np.hypot(1, 1), 1) == 1.4 and 0.8 < 2.3 * 2**6 / 131 < 1.25
        and LENGTH(stack_of("shortcut")[1]) > 100 * LENGTH(stack_of("both")[1])
        and 0.5 < growth("both", 0.5) / growth("both") < 2
    ),
}  # fmt: skip
