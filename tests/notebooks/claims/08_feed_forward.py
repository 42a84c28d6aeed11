"""What lesson 08 says in words."""

import inspect
from copy import deepcopy

import numpy as np
from page_cells import printed, written
from slopes import slopes
from test_numbers import NOTEBOOKS, prose

from course_lib.exercises.exercise import find
from course_lib.layers import (
    FeedForward,
    softmax,
    softmax_cross_entropy,
    squared_error,
)
from parts.feed_forward import loss_gradients, proofs
from parts.feed_forward.curves import stored_curves
from parts.feed_forward.explorers import END, bends, curve_to_meet

rng = np.random.default_rng(8)
same = np.allclose
layer = FeedForward(4, 6, rng=1)
layer.b1[:], layer.b2[:] = rng.normal(size=6), rng.normal(size=4)
x, G = rng.normal(size=(2, 5, 4))
y = layer.forward(x).copy()
H, M = layer.hidden.copy(), layer.pre_activation.copy()
layer.backward(G)
logits = np.array([[2.0, 0.0]])
shares = softmax(logits)[0]
first = np.eye(2)[:1]
loss, step = softmax_cross_entropy(logits, first)
d = 64


def entropy(T, p):
    return -np.sum(T * np.log(p))


PAGE = "08_feed_forward"
CODE, SHOWN = written(PAGE), printed(PAGE)
PLACES = [*CODE]
TITLES = prose(PAGE)
CURVES = stored_curves()
ADDS = np.arange(-2.0, 3)
wide = FeedForward(200, 800, rng=1)
many = rng.uniform(size=(8, 200))
nudged = many.copy()
nudged[0, 0] += 0.001
before, after = (
    [wide.forward(rows).copy(), wide.pre_activation, wide.hidden]
    for rows in (many, nudged)
)
CHANGED = [a != b for a, b in zip(before, after)]
W1 = np.array([[1.0, -1, 0], [1, 0, -2]])
W2 = np.array([[1.0, 0], [2, 1], [5, 2]])
m3 = np.array([1.0, 2]) @ W1 + [0, 3, 1]
h3, g3 = np.maximum(m3, 0), np.array([1.0, -1])
d3 = (m3 > 0) * (W2 @ g3)
logit_slopes = softmax_cross_entropy(logits, first)[1][0]


def kinked(h=0.4):
    """Return what a central difference says of the ReLU, by place."""
    at = np.array([-2 * h, -h / 2, 0, h / 2, 2 * h])
    return (np.maximum(at + h, 0) - np.maximum(at - h, 0)) / (2 * h)


def bends_meet_the_curve(units=5):
    """Whether the panel's bends stand evenly and its sum meets the curve."""
    made = bends(units)
    ends = np.append(-made.b1[1:], END)
    return same(np.diff(-made.b1, 2), 0) and same(
        made.forward(ends[:, None])[:, 0], curve_to_meet(ends)
    )


def misses(units):
    """Return by how much the panel's sum misses the curve at most."""
    at = np.linspace(0, END, 801)
    return np.abs(
        bends(units).forward(at[:, None])[:, 0] - curve_to_meet(at)
    ).max()


def moved(units):
    """Return by how much one step of the rate 0.1 changes an output."""
    draw = np.random.default_rng(0)
    data, target = draw.uniform(size=(2, 8, 200))
    one = FeedForward(200, units, rng=draw)
    start = one.forward(data).copy()
    one.backward_step(squared_error(start, target)[1], 0.1)
    return np.abs(one.forward(data) - start).mean()


def one_size(tokens, d_model, d_ff):
    """Whether dX and dW1 of the page are the slopes at this size."""
    one = FeedForward(d_model, d_ff, rng=2)
    v, dy = rng.normal(size=(2, tokens, d_model))
    D = (v @ one.W1 + one.b1 > 0) * (dy @ one.W2.T)
    found = slopes(lambda v: np.sum(dy * one.forward(v)), v)
    one.forward(v)
    one.backward(dy)
    return same(found, D @ one.W1.T) and same(one.dW1, v.T @ D)


def at_the_kink():
    """Return dX of a layer whose units are all exactly at 0."""
    one = FeedForward(3, 4, rng=0)
    one.forward(np.zeros((1, 3)))
    return one.backward(np.ones((1, 3)))


def goes_back_then_steps():
    """Whether backward_step moves by the gradients at the old weights."""
    one, two = FeedForward(4, 6, rng=1), FeedForward(4, 6, rng=1)
    for each in (one, two):
        each.forward(x)
    dx = one.backward(G)
    return same(two.backward_step(G, 0.1), dx) and all(
        same(two.parameters()[name], p - 0.1 * one.gradients()[name])
        for name, p in one.parameters().items()
    )


def large_weights_shut():
    """Whether large positive weights end with every unit shut."""
    draw = np.random.default_rng(0)
    data, target = draw.uniform(size=(2, 8, 50))
    W = draw.uniform(size=(50, 200)), draw.uniform(size=(200, 50))
    one = FeedForward(50, 200, W1=W[0], W2=W[1])
    for _ in range(20):
        one.backward_step(squared_error(one.forward(data), target)[1], 0.1)
    one.forward(data)
    return not one.hidden.any()


def all_shut():
    """Return which parameters get a gradient when every unit is shut."""
    one = FeedForward(4, 6, rng=1, b1=np.full(6, -99.0))
    one.forward(x)
    assert not one.backward(G).any()
    return {name for name, dp in one.gradients().items() if dp.any()}


def path_slope(t=1, j=2):
    """Return the slope of L by one entry of M, by differences."""

    def L(step):
        hidden = M.copy()
        hidden[t, j] += step
        return np.sum(G * (np.maximum(hidden, 0) @ layer.W2 + layer.b2))

    return (L(1e-6) - L(-1e-6)) / 2e-6


def by_numbers(name):
    """Return the slopes of L by one parameter, by differences."""

    def L(p):
        other = deepcopy(layer)
        setattr(other, name, p)
        return np.sum(G * other.forward(x))

    return slopes(L, getattr(layer, name))


def lowest(units):
    """Return the stored rate that ends lowest, and its loss."""
    ends = {lr: c[-1] for (lr, n), (c, *_) in CURVES.items() if n == units}
    return min(ends.items(), key=lambda end: end[1])


def started(kind):
    """Return the page's layer of 50 features after 500 steps, and x."""
    draw = np.random.default_rng(0)
    data, target = draw.uniform(size=(2, 8, 50))
    own = {}
    if kind != "usual":
        own = {"W1": draw.uniform(size=(50, 200)) / 50,
               "b1": draw.uniform(size=200) / 50,
               "W2": draw.uniform(size=(200, 50)) / 200,
               "b2": draw.uniform(size=50) / 200}  # fmt: skip
    taught = FeedForward(50, 200, **own)
    for _ in range(500):
        taught.backward_step(
            squared_error(taught.forward(data), target)[1], 0.1
        )
    return taught.forward(data), taught.hidden, target


SLOW, OPEN, TARGET = started("positive")
QUICK, _, _ = started("usual")


def waits_alike():
    """Return how W₂'s step follows differences in H, and W₁'s those in W₂."""
    one = FeedForward(3, 4, W1=np.ones((3, 4)), W2=np.ones((4, 3)))
    one.forward(rng.uniform(size=(2, 3)))
    one.backward(rng.normal(size=(2, 3)))
    return same(np.ptp(one.dW2, axis=0), 0) and same(
        np.ptp(one.dW1, axis=1), 0
    )


def a_unit_stays_shut():
    """Whether a unit that no token opens stays as it is, step by step."""
    shut = FeedForward(4, 6, rng=1)
    shut.b1[0] = -99
    kept = shut.W1[:, 0].copy(), shut.b1[0]
    for _ in range(5):
        shut.forward(x)
        shut.backward_step(G, 0.1)
    return same(shut.W1[:, 0], kept[0]) and shut.b1[0] == kept[1]


CLAIMS = {
    "So a unit is open for a token if its entry of $M$ is above 0": (
        ((H > 0) == (M > 0)).all()
    ),
    "With a width of 4·d_model the layer has 8·d_model² weights, and "
    "attention has 4·d_model²": (
        FeedForward(d, 4 * d).W1.size + FeedForward(d, 4 * d).W2.size
        == 8 * d**2
    ),
    "(SymPy asks $H > 0$ there, which is the same as $M > 0$.)": (
        ((H > 0) == (M > 0)).all()
    ),
    "The feed-forward layer is two tables of weights with a ReLU between "
    "them. In the encoder of the original Transformer it holds two thirds "
    "of each block's weights.": (
        same(y, np.maximum(x @ layer.W1 + layer.b1, 0) @ layer.W2 + layer.b2)
        and 2 * 512 * 2048 / (2 * 512 * 2048 + 4 * 512**2) == 2 / 3
    ),
    "The second one runs without the first, on another day if you like.": (
        all(
            word in CODE["second-setup"]
            for word in (
                "import numpy as np",
                "FeedForward",
                "pictures",
                "show",
            )
        )
    ),
    'leave out "Why four times as wide?", the kink, and the derivation of '
    "the softmax.": (
        "### Why four times as wide?" in TITLES
        and "at the kink?" in TITLES
        and "softmax-derived" in PLACES
    ),
    "## First sitting: forward and back This is the layer, with one token "
    "on its way through it. Each of the token's features goes to every "
    "hidden **unit**, and each unit adds up what arrives, with a weight for "
    "every line. If the sum is above 0 the unit hands it on; it is *open*. "
    "If not, the unit hands on a 0; it is *shut*. The features of the "
    "output are again sums with a weight for every line.": (
        same(H[M > 0], M[M > 0])
        and layer.W1.shape == (4, 6)
        and same(
            M[0, 2],
            sum(x[0, i] * layer.W1[i, 2] for i in range(4)) + layer.b1[2],
        )
        and same(H, np.where(M > 0, M, 0))
        and same(
            y[0, 1],
            sum(H[0, j] * layer.W2[j, 1] for j in range(6)) + layer.b2[1],
        )
    ),
    "For many tokens at once, with a token in each row, the same is three "
    "lines of matrices:": (same(layer.forward(x[1]), y[1])),
    r"- $X$: the tokens, here 8 with 200 features each - $W_1$ (200, 800), "
    r"$b_1$ (800,), $W_2$ (800, 200), $b_2$ (200,): weights and biases - "
    r"$M$: the **pre-activation**, $H$: the **hidden layer**, both (8, 800); "
    r"each column is a hidden unit - $\max(0, \cdot)$: the **ReLU**, which "
    r"turns negative numbers into 0.": (
        [p.shape for p in wide.parameters().values()]
        == [(200, 800), (800,), (800, 200), (200,)]
        and wide.pre_activation.shape == wide.hidden.shape == (8, 800)
        and many.shape == (8, 200)
        and "(d_model=200, d_ff=800" in CODE["permute"]
    ),
    "- $Y$: the output, of the same shape as $X$": (
        before[0].shape == many.shape
    ),
    "Raise one feature of token 0 by a little. How many of the 8·800 "
    "entries of M change? How many of H, and how many of the 8·200 of Y? "
    "And in which rows?": (
        (before[1].size, before[0].size) == (8 * 800, 8 * 200)
        and "raised[0, 0] += 0.001" in CODE["permute"]
    ),
    "Row 0 changes and no other, in M, H and Y: no sum runs over tokens. "
    "(In a Transformer, tokens meet in attention and nowhere else.) In M "
    "all 800 entries of that row change, because each unit adds up all "
    "features. In H only the 409 entries of open units change; a shut unit "
    "hands on 0 as before. And all 200 entries of Y change, because each "
    "adds up all units.": (
        not any(c[1:].any() for c in CHANGED)
        and (CHANGED[0][0].sum(), CHANGED[1][0].sum()) == (200, 800)
        and np.array_equal(CHANGED[2][0], before[2][0] > 0)
        and "H  409 of 6400" in SHOWN["permute"]
    ),
    "A memory error says nothing about its cause, though, so a layer should "
    "compare the sizes itself and say which ones it expects:": (
        "x must have 200 features in its last axis, but its shape is (8, 199)"
        in SHOWN["wrong-size"]
    ),
    "### By hand: one token, three hidden units": (same(m3, [3, 2, -3])),
    "The third unit is shut: its entry of M is −3. So the third row of "
    "$W_2$, the one with the largest numbers, adds nothing to Y.": (
        m3[2] == -3
        and h3[2] == 0
        and W2.max(axis=1).argmax() == 2
        and same(h3 @ W2, h3[:2] @ W2[:2])
    ),
    "**Now for any number of tokens.** A gradient check never looks at the "
    "forward pass itself (lesson 03), so the forward pass needs a check of "
    "its own:": (
        find("feed_forward").lesson == "08"
        and 'card("feed_forward")' in CODE["forward-card"]
    ),
    "Take one feature in and one out. With $W_1 = 1$, a unit is 0 up to "
    "some point and a straight slope after it, so it has one bend, and the "
    "layer adds up the units:": (
        same(np.maximum(0, np.arange(-2.0, 3)), [0, 0, 0, 1, 2])
        and np.count_nonzero(np.diff(np.maximum(0, ADDS), 2)) == 1
    ),
    "- $k_j$: where unit j bends (its entry of $W_1$ is 1, and its entry of "
    "$b_1$ is $-k_j$) - $w_j$: its entry of $W_2$, by which the slope of "
    "the sum changes at $k_j$": (
        same(
            FeedForward(1, 1, W1=[[1.0]], b1=[-0.5], W2=[[3.0]]).forward(
                ADDS[:, None]
            )[:, 0],
            3 * np.maximum(0, ADDS - 0.5),
        )
    ),
    "The panel spaces the bends evenly and chooses each $w_j$ so that the "
    "sum meets a given curve at the next bend. Nothing is trained.": (
        bends_meet_the_curve()
    ),
    "To the left of its bend a unit adds nothing, to the right it adds "
    "$w_j$ to the slope. So **the slope at x is the sum of the $w_j$ of the "
    "open units**.": (
        same(
            slopes(
                lambda v: (
                    2 * np.maximum(0, v - 1)
                    - 3 * np.maximum(0, v - 2)
                    + 5 * np.maximum(0, v - 9)
                ),
                [4.0],
            )[0],
            2 - 3,
        )
    ),
    "Leave out the ReLU, so that $H = M$. Show that 800 units are then "
    "equal to one matrix and one bias.": (
        same(
            (x @ layer.W1 + layer.b1) @ layer.W2 + layer.b2,
            x @ (layer.W1 @ layer.W2) + layer.b1 @ layer.W2 + layer.b2,
        )
    ),
    "With one feature that is a straight line, however many units there "
    "are.": (
        same(
            np.diff(
                (ADDS[:, None] @ layer.W1[:1] + layer.b1) @ layer.W2[:, :1],
                2,
                axis=0,
            ),
            0,
        )
    ),
    "It is a convention. The "
    "[paper of 2017](https://arxiv.org/abs/1706.03762) used 512 features "
    "and 2048 units and gave no reason, and many models kept the factor of "
    "4.": (2048 == 4 * 512),
    "More units seem to learn better. Let two layers learn 8 random tokens "
    "in 200 steps of training with the learning rate 0.1 (the length of a "
    "step). With 200 units the loss comes down to 0.0526, and with 800 "
    "units to 0.0065. But that may have two reasons: every unit adds its "
    "own slopes to the gradient, so with more units one step of the same "
    "rate changes the output more.": (
        CURVES[0.1, 800][0][-1] < CURVES[0.1, 200][0][-1]
        and len(CURVES[0.1, 200][0]) in (200, 201)
        and moved(800) > 1.5 * moved(200)
    ),
    "Give the layer of 200 units four times the rate, 0.4, so that rate "
    "times units is the same for both.": (np.isclose(0.4 * 200, 0.1 * 800)),
    "Much less: 0.0100 for 200 units, 0.0065 for 800. With a fourth of both "
    "rates they are nearly equal too, 0.0526 and 0.0594. So most of what "
    "looked like the gain of width was a longer step.": (
        "200   0.0934   0.0526   0.0100" in SHOWN["fair-table"]
        and "800   0.0594   0.0065   0.0000" in SHOWN["fair-table"]
        and (0.1, 0.025) == (0.4 / 4, 0.1 / 4)
        and 0.0100 - 0.0065 < (0.0526 - 0.0065) / 2
    ),
    "But not all of it. At the best of seven rates the layer of 200 units "
    "reaches 1.7·10⁻⁴ and that of 800 reaches 1.7·10⁻¹⁰, and no choice of "
    "rate makes up for that; the panel at the end shows them. And eight "
    "random tokens are learned by heart. Nothing here says which width "
    "serves tokens that the layer has not seen before.": (
        len({lr for lr, _ in CURVES}) == 7
        and lowest(800)[1] < 1e-9 < 1e-4 < lowest(200)[1]
        and PLACES.index("rate-explorer") > PLACES.index("what-next")
    ),
    "Hence the two thirds.": (8 / (8 + 4) == 2 / 3),
    "A loss L is one number, computed from Y. Suppose its slopes with "
    "respect to Y are given:": (
        np.ndim(squared_error(y, G)[0]) == 0
        and squared_error(y, G)[1].shape == y.shape
    ),
    r"There it is $\partial Y/\partial L$, which is upside down.": (
        np.isclose(slopes(lambda v: np.sum(v**2), [3.0])[0], 6)
        and not np.isclose(6, 1 / 6)
    ),
    "One rule does the rest: **to find the slope of L with respect to an "
    "entry, follow every path from that entry to L, multiply the slopes "
    "along each path, and add up the paths.**": (
        same(
            slopes(lambda x: np.sum(G * layer.forward(x)), x)[0],
            ((M > 0) * (G @ layer.W2.T) @ layer.W1.T)[0],
        )
        and same(
            by_numbers("W1")[1, 2],
            sum(
                x[t, 1] * (M[t, 2] > 0) * layer.W2[2, i] * G[t, i]
                for t in range(5)
                for i in range(4)
            ),
        )
    ),
    r"The layer says $Y_{ti} = \sum_j H_{tj} W_{2,ji} + b_{2,i}$.": (
        same(y[3, 2], H[3] @ layer.W2[:, 2] + layer.b2[2])
    ),
    "The cell tries it with the token from above and $G = (1, -1)$, so $L = "
    "Y_0 - Y_1$.": ("G = np.array([[1.0, -1.0]])" in CODE["output-check"]),
    r"- The entry $b_{2,i}$ reaches $Y_{ti}$ for each token t, with slope 1. "
    r"Adding up the paths gives $\sum_t G_{ti}$. There is one token, so it "
    r"is G. - The entry $W_{2,ji}$ reaches $Y_{ti}$ for each t, with slope "
    r"$H_{tj}$. So its slope is $\sum_t H_{tj} G_{ti}$, and a sum over the "
    r"first index of H is a product with its transpose. Here $H = (3, 2, "
    r"0)$: the last row is 0, because the third unit is shut.": (
        same(layer.dW2, H.T @ G)
        and same(by_numbers("b2"), G.sum(axis=0))
        and same(
            by_numbers("W2")[2, 1], sum(H[t, 2] * G[t, 1] for t in range(5))
        )
        and same(h3, [3, 2, 0])
        and not np.outer(h3, g3)[2].any()
    ),
    "G has the shape (8, 200), and the slopes with respect to H must have "
    "the shape (8, 800). So G is multiplied by a matrix of shape (200, "
    "800). There are two of them, $W_1$ and $W_2^T$.": (
        wide.W1.shape == wide.W2.T.shape == (200, 800)
        and before[2].shape == (8, 800)
    ),
    "Try it with the same token and the same G: if an entry of H rises a "
    "little, what does $L = Y_0 - Y_1$ do?": (
        "G * (H @ W2 + b2)" in CODE["two-fit"]
    ),
    "$W_2^T$. The paths from H to Y lead through $W_2$; $W_1$ comes before "
    "H, so no path from H to the loss passes it. Shapes catch slips; only "
    "the paths tell you which matrix.": (
        same(
            slopes(lambda H: np.sum(G * (H @ layer.W2 + layer.b2)), H),
            G @ layer.W2.T,
        )
        and same(g3 @ W2.T, [1, 1, 3])
        and (g3 @ W1).shape == (g3 @ W2.T).shape
        and not same(g3 @ W1, g3 @ W2.T)
    ),
    "Two steps are left. 1. One path leads from $M_{tj}$ to $H_{tj}$.": (
        np.count_nonzero(slopes(lambda m: np.maximum(m, 0), M[0]))
        == (M[0] > 0).sum()
    ),
    "Call the result D: it is the gradient with respect to M. 2. $M = XW_1 "
    "+ b_1$ has the same form as $Y = HW_2 + b_2$. So write down the slopes "
    "with respect to $b_1$, $W_1$ and X without a new derivation.": (
        np.isclose(path_slope(), ((M > 0) * (G @ layer.W2.T))[1, 2], atol=1e-6)
        and same(layer.dW2, H.T @ G)
        and same(layer.dW1, x.T @ ((M > 0) * (G @ layer.W2.T)))
    ),
    r"There SymPy differentiates each entry on its own, for two tokens, two "
    r"features and three units. (It writes $\mathbf{1}^T$ for the sum over "
    r"tokens.)": (
        same(np.ones(5) @ G, G.sum(axis=0))
        and (proofs.TOKENS, proofs.D_MODEL, proofs.D_FF) == (2, 2, 3)
    ),
    r"$H_{tj}$ reaches all features $Y_{ti}$ of its own token, with slope "
    r"$W_{2,ji}$. Adding up the paths gives $\sum_i G_{ti} W_{2,ji}$, which "
    r"is $G W_2^T$. The slope from $M_{tj}$ to $H_{tj}$ is 1 where the unit "
    r"is open and 0 where $M_{tj} < 0$. Write $M > 0$ for the table of these "
    r"ones and zeros, and $\circ$ for the product entry by entry:": (
        same(
            (G @ layer.W2.T)[2, 3],
            sum(G[2, i] * layer.W2[3, i] for i in range(4)),
        )
        and same(slopes(lambda m: np.maximum(m, 0), M[0]), np.diag(M[0] > 0))
        and (M < 0).any()
    ),
    "For $b_1$, $W_1$ and X the same lines hold with other letters: "
    "$X_{ti}$ reaches all $M_{tj}$ of its token with slope $W_{1,ij}$, just "
    "as H reached Y. (Here too a second matrix fits, $W_2$, and is wrong.)": (
        same(slopes(lambda v: v @ layer.W1, x[0]), layer.W1.T)
        and layer.W1.T.shape == layer.W2.shape
        and not same(layer.W1.T, layer.W2)
    ),
    "One size is an example; the lines above are the proof for every size.": (
        all(one_size(*size) for size in ((1, 1, 1), (2, 5, 3), (4, 2, 7)))
    ),
    "for the token from above, with $G = (1, -1)$: the table $M > 0$, then "
    "D, then $dW_1$ and $dX$, where $dW_1$ stands for ∂L/∂W₁, and so for "
    "the others.": (
        "D = (M > 0) * (G @ W2.T)" in CODE["hand-back"]
        and "token.T @ D" in CODE["hand-back"]
    ),
    "The third unit is shut, so D is (1, 1, 0): the 3 of $GW_2^T$ does not "
    "get through. The shut unit has a column of zeros in $dW_1$, as it had "
    "a row of zeros in $dW_2$: this token teaches it nothing. And $dX_0$ is "
    "0 because two paths cancel: more of $x_0$ raises the first unit and "
    "lowers the second.": (
        same(d3, [1, 1, 0])
        and (W2 @ g3)[2] == 3
        and not np.outer([1, 2], d3)[:, 2].any()
        and not np.outer(h3, g3)[2].any()
        and (W1 @ d3)[0] == 0
        and W1[0, 0] > 0 > W1[0, 1]
    ),
    "**Now write it for any number of tokens.** `dy` is our G.": (
        [
            *inspect.signature(
                find("feed_forward_backward").reference
            ).parameters
        ][0]
        == "dy"
    ),
    "The course's class `FeedForward` has the same lines as your function, "
    "for any number of leading axes. *Tested numerically*, at 8 × 200 × "
    "800: first the class against central differences, at 8 entries of each "
    "gradient. Then all entries of the class against your function, or "
    "against the course's if the check of yours has not passed yet.": (
        FeedForward(4, 6, rng=1).forward(x[None, None]).shape == (1, 1, 5, 4)
        and "max_entries=8" in CODE["full-size"]
        and CODE["full-size"].index("check_gradients")
        < CODE["full-size"].index("own_or_ours")
        and "at 8 of 160000 entries" in SHOWN["full-size"]
    ),
    "At $M_{tj} = 0$ the ReLU has no derivative. The layer says 0 there. A "
    "central difference of step h looks at both sides.": (
        kinked()[2] == 0.5 and not at_the_kink().any()
    ),
    "At the kink it says ½, the mean of the slopes 0 and 1. Up to a "
    "distance of h on either side it says something between 0 and 1, "
    "because one of its two points lies beyond the kink.": (
        same(kinked(), [0, 0.25, 0.5, 0.75, 1])
    ),
    "So a check can disagree with a right layer if its step carries a "
    "pre-activation past 0. That is rare for random inputs. But with biases "
    "of 0, an input of 0 puts *every* unit exactly on the kink. The "
    "course's check notices and says so:": (
        not FeedForward(3, 4, rng=0).b1.any()
        and "2 of 5 undecided, at a kink: dx, db1." in SHOWN["kink-check"]
        and np.abs(M).min() > 1e-5
    ),
    'When you come back, start with the cell below "Second sitting". '
    "Everything that the second sitting needs is imported there.": (
        PLACES[PLACES.index("second-sitting") + 1] == "second-setup"
    ),
    "What you bring along is one sentence: **follow every path from an "
    "entry to the loss, multiply the slopes along it, and add up the "
    "paths.**": (
        same(
            by_numbers("b1")[2],
            sum(
                (M[t, 2] > 0) * layer.W2[2, i] * G[t, i]
                for t in range(5)
                for i in range(4)
            ),
        )
    ),
    "You can say where the first gradient comes from, and why two layers "
    "that differ only in their start learn so differently. **You bring "
    "along** the gradients of the first sitting, D, $dW_1$, $dW_2$ and the "
    "others. The course's `FeedForward` computes them with the same lines.": (
        [*layer.gradients()] == ["W1", "b1", "W2", "b2"]
        and same(layer.db1, ((M > 0) * (G @ layer.W2.T)).sum(axis=0))
    ),
    "It comes from the loss, the one number that training makes small. Two "
    "losses are enough for this course. The **squared error** compares Y "
    "with a target T. It is a mean over m tokens of n features:": (
        np.isclose(squared_error(y, G)[0], np.mean((y - G) ** 2))
    ),
    "Where the layer has to choose among classes, each entry of a token's Y "
    "stands for a class, and the entries are called **logits**. **Softmax** "
    "turns them into probabilities p. It takes e to the power of each, so "
    "that all are positive, and divides by their sum, so that they add up "
    "to 1. The **cross entropy** looks at the probability that the right "
    "class got, and takes minus its logarithm:": (
        same(softmax(y), np.exp(y) / np.exp(y).sum(axis=1, keepdims=True))
        and same(softmax(y).sum(axis=1), 1)
        and (softmax(y) > 0).all()
        and np.isclose(loss, -np.log(shares @ first[0]))
    ),
    "for targets of 0 or more whose rows sum to 1. Usually T has a single 1 "
    "in each row, for the right class, and then $L$ is minus the logarithm "
    "of the probability of that class, averaged over the tokens.": (
        np.isclose(loss, -np.log(shares[0]))
        and np.isclose(
            softmax_cross_entropy(y, np.eye(4)[[0, 1, 2, 3, 0]])[0],
            -np.log(softmax(y)[range(5), [0, 1, 2, 3, 0]]).mean(),
        )
    ),
    "A token has the logits (2, 0). Softmax makes 0.88 and 0.12 of them, "
    "and ln 0.88 = −0.13, ln 0.12 = −2.13. What is the loss if the first "
    "class is right? And if the second is? In that case, what should a step "
    "do with the two logits?": (
        same(np.log(shares).round(2), [-0.13, -2.13])
        and same(shares.round(2), [0.88, 0.12])
        and same(shares.round(2), [0.88, 0.12])
        and same(np.log(shares).round(2), [-0.13, -2.13])
    ),
    "0.13 and 2.13: it costs much to be sure and wrong. The step should "
    "raise the second logit and lower the first.": (
        softmax_cross_entropy(logits, np.eye(2)[1:])[1][0, 1]
        < 0
        < softmax_cross_entropy(logits, np.eye(2)[1:])[1][0, 0]
        and same(
            [softmax_cross_entropy(logits, np.eye(2)[[k]])[0] for k in (0, 1)],
            [0.13, 2.13],
            atol=0.005,
        )
    ),
    "The gradient is simpler than the loss:": (
        same(
            softmax_cross_entropy(y, softmax(G))[1],
            (softmax(y) - softmax(G)) / 5,
        )
    ),
    r"In the example it is (0.88, −0.88): what softmax gave too much, and "
    r"what it gave too little. Three rules about e and ln are all it takes "
    r"to derive it: - logarithm of a fraction: $\ln(a/b) = \ln a - \ln b$, "
    r"and $\ln e^u = u$ - slope of e: $(e^u)' = e^u u'$ - slope of ln: $(\ln "
    r"u)' = u'/u$ *Derived by hand.* Let $S_t = \sum_k e^{Y_{tk}}$, and "
    r"$c_t$ be the cost of row t, so that $L = \frac1m \sum_t c_t$:": (
        same(
            softmax_cross_entropy(logits, np.eye(2)[[1]])[1].round(2),
            [[0.88, -0.88]],
        )
        and same(
            slopes(lambda v: np.log(np.sin(v)), [0.7])[0],
            np.cos(0.7) / np.sin(0.7),
        )
        and same(
            slopes(lambda v: np.exp(np.sin(v)), [0.7])[0],
            np.exp(np.sin(0.7)) * np.cos(0.7),
        )
    ),
    "*Verified symbolically*, for two rows of three logits:": (
        (loss_gradients.ROWS, loss_gradients.COLUMNS) == (2, 3)
    ),
    r"The loss is lowest at p = T. It is then $-\sum_i T_i \ln T_i$: 0 if T "
    r"is a single 1 (which p approaches and never reaches), and ln 2 for T = "
    r"(½, ½).": (
        np.isclose(entropy([0.5, 0.5], [0.5, 0.5]), np.log(2))
        and min(
            (entropy([0.3, 0.7], [p, 1 - p]), p)
            for p in np.arange(0.1, 1, 0.1)
        )[1].round(1)
        == 0.3
        and softmax_cross_entropy(np.array([[30.0, 0]]), first)[0] < 1e-12
        and softmax(np.array([[30.0, 0]]))[0, 1] > 0
    ),
    r"The sums run over the i with $T_i > 0$. Since $\ln u \le u - 1$ for "
    r"every u > 0, $\sum_i T_i \ln (p_i/T_i) \le \sum_i (p_i - T_i) \le 0$: "
    r"the $p_i$ add up to 1 at most, and the $T_i$ to 1. So $-\sum_i T_i \ln "
    r"p_i$ is at least $-\sum_i T_i \ln T_i$, its value at p = T.": (
        (np.log(u := np.linspace(0.01, 5, 99)) <= u - 1 + 1e-12).all()
        and all(
            entropy(t, p) >= entropy(t, t)
            for t, p in zip(softmax(y), softmax(G))
        )
    ),
    "There the cross entropy has no minus sign, and Y no softmax. [A side "
    "page](side_printed_loss.ipynb) trains with it and looks at what "
    "becomes of the loss.": (
        "side_printed_loss"
        in {path.stem for path in NOTEBOOKS.glob("*.ipynb")}
        and "minus sign" in prose("side_printed_loss")
    ),
    "Large logits are the trap, because $e^{1000}$ overflows. Adding the "
    "same number to all logits of a row changes none of its probabilities.": (
        same(softmax(y + 7), softmax(y)) and np.log(np.finfo(float).max) < 1000
    ),
    r"**Stochastic gradient descent** moves every parameter θ: $\theta "
    r"\leftarrow \theta - \mathrm{lr} \cdot d\theta$, with the learning rate "
    r"lr. Compute all gradients before any step; [a side page of lesson "
    r"07](side_update_order.ipynb) steps too early. `backward_step(dy, lr)` "
    r"goes back and then steps.": (
        all(layer.gradients()[name].any() for name in layer.parameters())
        and goes_back_then_steps()
    ),
    "Two layers of 50 features and 200 units learn the same 8 random tokens "
    "and targets, all numbers between 0 and 1, with the squared error and "
    "lr = 0.1. The first starts from small positive weights and biases, "
    "drawn from 0 to 1 and divided by the number of terms in its sum. The "
    "second has the usual start: weights drawn around 0, and biases of 0. "
    "Each is trained for 500 steps.": (
        TARGET.shape == (8, 50)
        and 0 < TARGET.min() < TARGET.max() < 1
        and "backward_step(dy, 0.1)" in CODE["positive-start"]
        and "500" in CODE["positive-start"]
        and not FeedForward(50, 200).b1.any()
        and abs(FeedForward(50, 200).W1.mean()) < 0.01
    ),
    "The loss of the first falls quickly to 0.068 and then hardly moves: "
    "after 500 steps it is 0.065.": (
        np.mean((SLOW - TARGET) ** 2).round(3) == 0.065
    ),
    "It has learned almost one row for all tokens, the mean of the targets. "
    "(*Spread* is the standard deviation over the eight tokens, averaged "
    "over the features.) The best single row has a loss of 0.0681, the "
    "variance of the targets, and $b_2$ alone could say it. With positive "
    "weights and positive tokens every entry of H is a weighted sum of 50 "
    "features, and such sums hardly differ from token to token. Every unit "
    "is open, so no bend is in use. The loss does not tell you what was "
    "learned, but the outputs do.": (
        SLOW.std(axis=0).mean() < 0.1 * TARGET.std(axis=0).mean()
        and np.abs(SLOW.mean(axis=0) - TARGET.mean(axis=0)).max() < 0.05
        and np.isclose(TARGET.var(axis=0).mean().round(4), 0.0681)
        and (OPEN > 0).all()
        and OPEN.std(axis=0).mean() < 0.1 * OPEN.mean()
    ),
    "Train both layers for another 3,500 steps. Where will each loss be at "
    "the end? And a third layer, whose weights are as small as those of the "
    "first but of both signs: will it learn as slowly?": (
        "3500" in CODE["wait-and-fall"]
        and "both signs" in CODE["wait-and-fall"]
    ),
    "It waits and then falls: 0.065 at step 500, 0.047 at step 1,000, 0.010 "
    "at step 2,000, and 0.0000 at the end. While the loss stood nearly "
    "still, something grew, as the last column shows. To give different "
    "tokens different outputs, $W_2$ needs differences in H, and to make "
    "differences in H, $W_1$ needs differences in $W_2$. Each grows in "
    "proportion to the other, so both grow exponentially, from a size too "
    "small to see.": (
        same(slopes(lambda w: w[0] * w[1], [2.0, 3.0]), [3, 2])
        and all(
            row in " ".join(SHOWN["wait-and-fall"].split())
            for row in (
                "500 0.0648 0.023 1000 0.0467 0.055",
                "2000 0.0101 0.110 4000 0.0000 0.127",
            )
        )
        and waits_alike()
    ),
    "The third layer waits as well: 0.065 at step 500, 0.051 at step 1,000. "
    "At this small size the sign hardly matters: with the same spread, both "
    "signs wait about as long. Large positive weights fail in another way: "
    "at this rate they shut every unit. The usual start, of both signs, "
    "draws its weights 35 ($W_1$) and 49 ($W_2$) times as far apart, and "
    "does not have to wait.": (
        "small, both signs: 0.0654 at 500, 0.0510 at 1000"
        in SHOWN["wait-and-fall"]
        and large_weights_shut()
        and np.mean((QUICK - TARGET) ** 2) < 0.001
    ),
    "So a flat loss may mean that a layer has finished, or that it has "
    "hardly begun.": (np.mean((SLOW - TARGET) ** 2) > 0.06),
    "The panel has stored curves from the usual start: seven rates, three "
    "widths, 200 steps.": (
        (len({lr for lr, _ in CURVES}), len({n for _, n in CURVES})) == (7, 3)
        and all(len(c[0]) in (200, 201) for c in CURVES.values())
    ),
    "At width 800 the rate 1 ends lowest, at 1.7·10⁻¹⁰. At 200 units it is "
    "3, and at 50 it is 1 again, so here the best rate hardly follows the "
    "width: rate times units was a guide while the steps were short. With "
    "too small a rate the loss crawls. Too large a rate shuts units for "
    "good: a unit that is shut for every token gets no gradient, so as long "
    "as its inputs stay as they are, no step opens it again.": (
        not (layer.dW1[:, ~(M > 0).any(axis=0)].any())
        and [lowest(n)[0] for n in (800, 200, 50)] == [1, 3, 1]
        and a_unit_stays_shut()
        and CURVES[min(lr for lr, _ in CURVES), 800][0][-1]
        > 100 * lowest(800)[1]
    ),
    "1. The layer treats each token alone. A unit has one bend, and the "
    "open units make the slope. 2. Follow every path, multiply along it, "
    "and add up the paths. Two matrices may fit; the paths say which one is "
    "right. 3. G comes from the loss. For softmax with cross entropy it is "
    "$(p - T)/m$. 4. A flat loss may belong to a layer that has finished, "
    "or that has hardly begun.": (
        same(layer.dW1, x.T @ ((M > 0) * (G @ layer.W2.T)))
        and same(layer.forward(x[::-1]), y[::-1])
        and np.count_nonzero(np.diff(np.maximum(0, ADDS), 2)) == 1
        and same(step, (shares - first) / 1)
        and same(
            G @ layer.W2.T, slopes(lambda H: np.sum(G * (H @ layer.W2)), H)
        )
        and np.mean((SLOW - TARGET) ** 2) > 0.06
    ),
    "Only b₂. dW₂ = HᵀG is 0, and the mask shuts the way to M, so db₁, dW₁ "
    "and dX are 0 too.": (
        not (np.zeros((6, 5)) @ G).any() and all_shut() == {"b2"}
    ),
    "How fast can such a layer run? [A side page](side_how_fast.ipynb) "
    "tries it.": ("How fast" in prose("side_how_fast")),
    "[09 Train a stack](09_train_a_stack.ipynb): sixteen blocks one above "
    "the other.": (
        prose("09_train_a_stack").startswith("# 09 Train a stack")
        and "4 and 16 blocks" in prose("09_train_a_stack")
    ),
    "Five units are the fewest that miss the curve by less than 0.25.": (
        [misses(units) < 0.25 for units in range(1, 9)]
        == 4 * [False] + 4 * [True]
    ),
    "**Predict.** What has the first layer learned after these 500 steps? "
    "Think of what goes into H when all weights are small and positive.": (
        (OPEN > 0).all() and OPEN.max() < 2
    ),
}
