"""What lesson 07 says in words."""

from pathlib import Path

import numpy as np
from page_cells import printed, written
from slopes import slopes
from test_numbers import prose

from course_lib.exercises.exercise import find
from course_lib.layers import AddNorm, LayerNorm, RMSNorm
from course_lib.layers.layer_norm import sum_to
from parts.backward.wrong_backwards import SLIPS, passes_by_value

x = np.array([1.0, 4, 10])
rng = np.random.default_rng(7)
same = np.allclose
J = slopes(lambda x: LayerNorm(3, eps=2).forward(x), x)
x_hat, rstd = LayerNorm(3, eps=2).forward(x), 1 / 4
X, dY, dX_hat = rng.normal(size=(3, 5, 3))
away = x - x.mean()
gamma, beta = np.array([2.0, 1, -1]), np.array([1.0, 0, 3])
row = np.array([1.0, 1, 3, 3])
row_hat = (row - row.mean()) / row.std()
A, B = np.array([7, 3, 7, 3]), np.array([1, -3, 3, -1])
C, D = np.array([2, -2, 2, -2]), np.array([0.5, -0.5, 3, -3])


def layer(eps=2.0):
    made = LayerNorm(3, eps=eps)
    made.gamma[:], made.beta[:] = gamma, beta
    return made


def back(dx_hat, x_hat, rstd):
    def mean(a):
        return a.mean(-1, keepdims=True)

    return (dx_hat - mean(dx_hat) - x_hat * mean(dx_hat * x_hat)) * rstd


def dz(size):
    add = AddNorm(3)
    add.forward(size * X, size * dX_hat)
    return add.backward(dY)


norm = layer()
norm.forward(X)
dX = norm.backward(dY)

together = AddNorm(3)
together.forward(X, dX_hat)
elsewhere = np.ones_like(X)  # what reached orig on other ways
grown = elsewhere.copy()
handed = together.backward(dY, grown)
one_feature = LayerNorm(1)
one_feature.forward(X[:, :1])

PAGE = "07_add_norm_backward"
CODE, SHOWN = written(PAGE), printed(PAGE)
PLACES = [*CODE]
FIVE_TEXTS = (
    Path(__file__).parents[1].joinpath("five_texts.md").read_text("utf-8")
)
u, ones = dX_hat[0], np.ones(3)
mean = np.mean
walk = {}  # the page's walk for dx̂ = (1, 0, 0)
walk["drstd"] = away[0]
walk["dvar"] = walk["drstd"] * -(rstd**3) / 2
walk["by var"] = walk["dvar"] * 2 * away / 3
walk["dcentred"] = np.array([1, 0, 0]) * rstd + walk["by var"]
walk["dmean"] = -walk["dcentred"].sum()
walk["dx"] = walk["dcentred"] + walk["dmean"] / 3
IN_DX = [*SLIPS][:4]
SUMS = [*SLIPS][4:]
four = LayerNorm(4, eps=1e-12)
four.forward(tokens := rng.normal(size=(3, 4)))
TWO = slopes(LayerNorm(2, eps=1e-12).forward, np.array([1.0, 4]))


def dx_of(slip, dy, gamma=1.0, tokens=tokens):
    """Return the dx of a right layer or of one with a slip."""
    made = (SLIPS[slip] if slip else LayerNorm)(tokens.shape[-1], eps=1e-12)
    made.gamma = np.broadcast_to(gamma, made.gamma.shape) * 1.0
    made.forward(tokens)
    return made.backward(np.array(dy, float))


def unseen(dy, gamma=1.0, tokens=tokens):
    """Return which slips in dx give the right dx on these data."""
    right = dx_of("", dy, gamma, tokens)
    return [
        slip
        for slip in IN_DX
        if same(dx_of(slip, dy, gamma, tokens), right, atol=1e-6)
    ]


def past(*shape, random=True):
    """Return which of all slips pass by value on x of this shape."""
    draw = np.random.default_rng(7)
    g, b = draw.normal(size=(2, 4)) if random else (np.ones(4), np.zeros(4))
    x, dy = draw.normal(size=(2, *shape))
    return [s for s in SLIPS if passes_by_value(s, x, g, b, dy)]


def both_orders(shape):
    """Whether γ first, and γ last, give the dx of slopes."""
    g = np.random.default_rng(3).uniform(0.5, 2, shape)
    plain = LayerNorm(3, eps=2)
    first = back(dY * g, plain.forward(X), plain.rstd)
    last = g * back(dY, plain.forward(X), plain.rstd)
    true = slopes(lambda x: np.sum(dY * (g * plain.forward(x))), X)
    return same(first, true, atol=1e-6), same(last, true, atol=1e-6)


def by_nodes(dx_hat, second=True):
    """Return dx by dvar and dmean, with or without the second sum."""
    dvar = -np.sum(dx_hat * away) / (2 * 4**3)
    dmean = -dx_hat.sum() / 4 - second * 2 * dvar / 3 * away.sum()
    return dx_hat / 4 + dvar * 2 * away / 3 + dmean / 3


def smallest(shape, apart=1):
    """Whether random numbers of this shape stop all seven slips."""
    draw = np.random.default_rng(1)
    g, b = draw.uniform(0.5, 2, size=(2, shape[-1]))
    x, dy = draw.normal(size=(2, *shape))
    x *= apart
    return not any(passes_by_value(s, x, g, b, dy, 1e-12) for s in SLIPS)


CLAIMS = {
    "mean((dx̂ − mean(dx̂))·x̂) = mean(dx̂·x̂) − mean(dx̂)·mean(x̂), and "
    "mean(x̂) is 0": (
        np.isclose(
            ((dX_hat[0] - dX_hat[0].mean()) * x_hat).mean(),
            (dX_hat[0] * x_hat).mean(),
        )
    ),
    "rstd²·(var + ε) = 1": (rstd**2 * (np.var(x) + 2) == 1),
    "| x̂ | centred · rstd | to centred: rstd; to rstd: centred |": (
        same(slopes(lambda c: c * rstd, away), rstd * np.eye(3))
        and same(slopes(lambda r: away * r, [rstd])[:, 0], away)
    ),
    "| rstd | rstd²·(var + ε) = 1 | to var: −rstd³/2 |": (
        same(slopes(lambda var: 1 / np.sqrt(var + 2), [14.0]), -(rstd**3) / 2)
        and rstd**2 * (14 + 2) == 1
    ),
    "| var | mean of centred² | to centred: 2·centred/N |": (
        same(slopes(lambda c: np.mean(c**2), away), 2 * away / 3)
    ),
    "| centred | x − mean | to x: 1; to mean: −1 in every entry |": (
        same(slopes(lambda x: x - 5, x), np.eye(3))
        and same(slopes(lambda mean: x - mean, [5.0]), -1)
    ),
    "| mean | sum of x, over N | to x: 1/N |": (
        same(slopes(lambda x: sum(x) / 3, x), 1 / 3)
    ),
    "Lesson 06 gave you J, the Jacobian of x̂: N × N numbers for every "
    "token. Now you write the backward pass that ran in every block of the "
    "first Transformer.": (
        J.shape == (3, 3)
        and not same(slopes(LayerNorm(3, eps=2).forward, 2 * x), J)
    ),
    "How a layer gets by without J; where γ belongs on the way back; why a "
    "check is blind, and when; how a program finds a gradient that nobody "
    "derived.": (
        same(u @ J, back(u, x_hat, rstd))
        and PLACES.index("gamma-place")
        < PLACES.index("audit")
        < PLACES.index("nodes")
    ),
    'it leaves out "The longer form".': (
        "## The longer form" in CODE["nodes"]
    ),
    r"A gradient dx̂ has arrived at x̂, and by the chain rule $dx_j = \sum_i "
    r"d\hat{x}_i J_{ij}$. With 768 features J has 589,824 entries, and every "
    r"token has a J of its own. Do we need them all?": (
        768 * 768 == 589_824
        and same(
            slopes(lambda x: u @ LayerNorm(3, eps=2).forward(x), x), u @ J
        )
    ),
    "On a blank page, derive dx without the matrix: write down the entries "
    "of J, put them into the chain rule, and split the sum. What is left of "
    "the matrix? (After the short way through lesson 06, start from its "
    "line for J u. Now dx̂ stands on the other side of J; why may you use "
    "the line all the same?)": (
        same(u @ J, J @ u)
        and "The short way leaves this out" in prose("06_layernorm_jacobian")
    ),
    r"($\hat{x}_j$ is the same in every term, so it stands before the sum.) "
    r"All that remains of the matrix is two means. It is lesson 06's line "
    r"for a nudge, with dx̂ in place of u, because J is symmetric.": (
        same(u @ J, (u - mean(u) - x_hat * mean(u * x_hat)) / 4)
        and same(J, J.T)
    ),
    "Try it on lesson 06's token (1, 4, 10) with ε = 2, where x̂ = (−1, "
    "−1/4, 5/4) and s = 4. **Predict.** Three gradients arrive at x̂: first "
    "(5, 5, 5), then (2, −3, 1), then (−4, −1, 5). What is dx each time? "
    "You hardly need any arithmetic, if you remember in which direction "
    "each of them points.": (
        same(x_hat, [-1, -1 / 4, 5 / 4])
        and np.isclose((x.var() + 2) ** 0.5, 4)
        and "([5, 5, 5], [2, -3, 1], [-4, -1, 5])" in CODE["three-lines"]
    ),
    "(5, 5, 5) points along **1**, so nothing comes through. (2, −3, 1) "
    "points across the ray, so it is divided by s = 4: (0.5, −0.75, 0.25). "
    "And (−4, −1, 5) points along the ray, so its factor is ε/s³ = 2/64 = "
    "1/32, which makes (−1/8, −1/32, 5/32). Without ε it would be 0. "
    "</details> *Verified symbolically*, for every N. The proof writes g "
    "for dx̂ and a bar for the mean. (How much the three lines save is "
    "[counted on a side page](side_jacobian_cost.ipynb).)": (
        same(np.array([-4, -1, 5]) @ J, np.array([-4, -1, 5]) / 32)
        and same(np.array([2, -3, 1]) @ J, np.array([2, -3, 1]) / 4)
        and same(np.full(3, 5) @ J, 0, atol=1e-7)
        and np.dot([2, -3, 1], away) == 0
        and same(away, [-4, -1, 5])
        and same(away @ slopes(LayerNorm(3, eps=0).forward, x), 0, atol=1e-6)
        and "every N" in SHOWN["three-lines-proof"]
    ),
    "So from x̂ back to x a backward pass has three lines: 1. Take away the "
    "mean of dx̂. 2. Take away x̂ times the mean of dx̂·x̂. (It is σ²/s² of "
    "the shadow of dx̂ on x̂: all of it at ε = 0, a little less otherwise.) "
    "3. Multiply by rstd, which is 1/s.": (
        same(dX_hat[0] @ J, back(dX_hat[0], x_hat, rstd))
        and np.isclose(
            mean(u * x_hat), 14 / 16 * (u @ x_hat) / (x_hat @ x_hat)
        )
        and rstd == 1 / 4
        and same(u @ J, (u - mean(u) - x_hat * mean(u * x_hat)) * rstd)
    ),
    r"We started at x̂, but that is not where a layer ends. For token t and "
    r"feature j it returns $y_{tj} = \gamma_j\,\hat{x}_{tj} + \beta_j$, with "
    r"one γ and one β per feature. So a gradient dy that comes back meets γ "
    r"and β first. They want gradients of their own, or they could not "
    r"learn. All tokens use the same γ and β, and what is used several times "
    r"collects its gradient from every use (lesson 03).": (
        same(dX, back(dY * gamma, norm.x_hat, norm.rstd))
        and norm.gamma.shape == norm.beta.shape == (3,)
        and same(
            layer().forward(X)[4, 1], gamma[1] * norm.x_hat[4, 1] + beta[1]
        )
        and same(norm.dbeta, sum(dY))
    ),
    "Two tokens have x̂ = −1 and 2 in feature 0, and dy = 3 and 1 there; γ₀ "
    "is 10.": (
        "np.array([-1.0, 2.0]), np.array([3.0, 1.0])"
        in CODE["parameters-numbers"]
        and "dy_0 * 10" in CODE["parameters-numbers"]
    ),
    "dβ₀ = 3 + 1 = 4, dγ₀ = 3·(−1) + 1·2 = −1, and dx̂ = 30 and 10.": (
        (3 + 1, 3 * -1 + 1 * 2, 3 * 10, 1 * 10) == (4, -1, 30, 10)
    ),
    "The sums run over tokens, because the tokens share γ and β. The two "
    "means of dx run over features, because the features of a token share μ "
    "and s.": (
        same(norm.dgamma, (dY * norm.x_hat).sum(axis=0))
        and norm.rstd.shape == (5, 1)
        and same(dX, back(dY * gamma, norm.x_hat, norm.rstd))
    ),
    "The class takes dγ from w, its output after γ and β, in place of x̂: "
    "[refuted on a side page](side_printed_entries.ipynb). It also updates "
    "γ before it computes dx: that is on [another side "
    "page](side_update_order.ipynb).": (
        "| F2 |" in FIVE_TEXTS
        and "side_printed_entries | printed-w-numbers" in FIVE_TEXTS
        and "γ is updated before dz is computed with it | side_update_order"
        in FIVE_TEXTS
    ),
    "**Inside or outside?** Text A has one γ per token, and multiplies by "
    "it last: it takes the three lines of dy, and γ times the result is dx. "
    "The other order is to take the three lines of γ·dy. Does it matter? A "
    "constant factor may be moved out of a sum; is γ one? **Predict.** Do "
    "the two orders give the same dx with one γ per token? With one per "
    "feature?": (
        not same(dX, gamma * back(dY, norm.x_hat, norm.rstd))
        and "((3, 1), (4,))" in CODE["gamma-place-check"]
        and np.isclose(sum(3 * x), 3 * sum(x))
    ),
    "With one γ per token, yes: it is one number for the whole row, and a "
    "constant may stand before a mean or inside it. With one γ per feature, "
    "no: γ changes from entry to entry, and the means mix entries. γ first "
    "is right for both, since on the way back dy meets γ before it meets "
    "x̂.": (
        np.isclose((3 * x).mean(), 3 * x.mean())
        and both_orders((5, 1)) == (True, True)
        and both_orders((3,)) == (True, False)
    ),
    "How would you know that your backward pass is right, if nobody had "
    "written a check for you? You would compare it with central "
    "differences, as in lesson 03, and there you saw that such a check can "
    "let a wrong dx through. Now you can say when: if the true dx and the "
    "wrong one happen to be equal on the data of the check. And you know "
    "what J makes of which direction. Four layers return a wrong dx: - *dx "
    "is all zeros*: the backward pass was never written - *dx without γ*: "
    "the three lines of dy, not of dx̂ - *dx without the mean's term*: line "
    "1 is missing - *dx without the variance's term*: line 2 is missing": (
        IN_DX
        == [
            "dx is all zeros",
            "dx without γ",
            "dx without the mean's term",
            "dx without the variance's term",
        ]
        and same(
            dx_of(IN_DX[1], tokens**3, gamma=[2, 1, 3, 1]),
            back(tokens**3, four.x_hat, four.rstd),
        )
        and same(
            dx_of(IN_DX[2], tokens**3),
            (
                tokens**3
                - four.x_hat * (tokens**3 * four.x_hat).mean(-1, keepdims=True)
            )
            * four.rstd,
        )
    ),
    "Four checks are quickly written, with three random tokens of four "
    "features and ε = 10⁻¹². The loss is chosen for convenience: | check | "
    "its data | |---|---| | sum | a new layer (γ = 1, β = 0) and the loss "
    "`y.sum()`, so dy is 1 everywhere | | squares | a new layer and the "
    "loss `(y**2).sum() / 2`, so dy is y | | γ=1 | a new layer, and a "
    "random dy | | N=2 | γ, β and dy random, but only two features |": (
        "size=(3, 4)" in CODE["audit-table"]
        and "SLIPS[slip](4, eps=1e-12), SLIPS[slip](2, eps=1e-12)"
        in CODE["audit-table"]
        and same(slopes(lambda y: (y**2).sum() / 2, x), x)
        and same(slopes(np.sum, x), 1)
    ),
    "On a sheet, draw a table with the layers as rows and the checks as "
    "columns, and mark what passes. Ask of each check: in which direction "
    "does dx̂ point, and what comes through?": (
        "Slips that pass each check. sum:" in SHOWN["audit-table"]
    ),
    "- *sum*: dx̂ is 1 everywhere and points along **1**. The true dx is 0, "
    "so zeros are right. The mean of dx̂·x̂ is that of x̂, which is 0, so "
    "nobody misses the variance's term. The mean's term shows.": (
        unseen(np.ones((3, 4))) == [IN_DX[k] for k in (0, 1, 3)]
        and same(dx_of("", np.ones((3, 4))), 0)
        and same(four.x_hat.mean(-1), 0)
    ),
    "- *squares*: dx̂ is x̂ and points along the ray. With so small an ε "
    "the true dx is 0 again. Now it is the other way round: the mean of x̂ "
    "is 0, so nobody misses the mean's term, and the variance's term shows.": (
        unseen(four.x_hat) == IN_DX[:3]
        and same(dx_of("", four.x_hat), 0, atol=1e-9)
    ),
    "- *γ=1*: a random dy has something across the ray, and all shows "
    "except a factor of 1 that is left out. - *N=2*: nothing is across the "
    "ray, so the true dx is nearly 0 whatever dy is. Zeros pass, with γ or "
    "without.": (
        unseen(tokens**3) == [IN_DX[1]]
        and same(TWO, 0, atol=1e-6)
        and unseen(tokens[:, :2] ** 3, [2, -1], tokens[:, 2:]) == IN_DX[:2]
    ),
    "Two convenient losses, and each sends its gradient along one of the "
    "two directions that J destroys. The last column has nothing "
    "convenient: γ, β and dy are random, and N is 4.": (
        same(back(np.ones(3), *[(x - 5) / np.std(x)], 1), 0)
        and same(back((x - 5) / np.std(x), (x - 5) / np.std(x), 1), 0)
        and unseen(tokens**3, [2, -1, 3, 0.5]) == []
        and "all random: none." in SHOWN["audit-table"]
    ),
    "### Three wrong sums The other slips sit in dγ and dβ: *dβ not summed "
    "over tokens*; *dγ from y, not from x̂*; and *dγ and dβ as "
    ".sum(axis=0)*. Now everything is random, but x has the shape (1, 4) "
    "once, then (3, 4), then (2, 3, 4). This check compares values and "
    "never looks at shapes. The cell tries all seven slips. **Predict.** "
    "Which of these three get past which x?": (
        SUMS
        == [
            "dβ not summed over tokens",
            "dγ from y, not from x̂",
            "dγ and dβ as .sum(axis=0)",
        ]
        and len(SLIPS) == 7
        and "((1, 4), (3, 4), (2, 3, 4))" in CODE["audit-sums"]
        and "passes_by_value" in CODE["audit-sums"]
    ),
    "- One token hides a forgotten sum: a sum over one token is that token. "
    "Only the shape would tell. - In (3, 4) the first axis holds all "
    "tokens, so `.sum(axis=0)` is right. With a third axis it no longer is. "
    "- dγ from y passes nowhere here, because γ and β are random. In a new "
    "layer, where y is x̂, it would pass everywhere. The four slips in dx "
    "are caught everywhere. So none of the seven gets past (2, 3, 4).": (
        np.ones((3, 4)).sum(axis=0).max() == 3
        and past(1, 4) == [SUMS[0], SUMS[2]]
        and past(3, 4) == [SUMS[2]]
        and past(2, 3, 4) == []
        and all(
            SUMS[1] in past(*shape, random=False)
            for shape in ((1, 4), (3, 4), (2, 3, 4))
        )
        and same(LayerNorm(4).forward(tokens), four.x_hat, atol=1e-3)
    ),
    "A check is evidence, *tested numerically*, and not a proof. </details> "
    "### Design the data How few numbers in x can stop all seven slips?": (
        past(2, 3, 4) == [] and past(3, 4) != []
    ),
    "Six numbers will do: one sentence of two tokens with three features. "
    "One token would hide a forgotten sum, two features would hide dx, and "
    "two axes would hide the wrong axis. An axis of length 1 in front is "
    "enough, because then the first axis is not that of the tokens. Even "
    "four will do, with two features, if these lie about √ε apart. Then ε "
    "counts beside σ², and x̂ moves after all.": (
        smallest((1, 2, 3))
        and not any(map(smallest, ((1, 1, 3), (1, 2, 2), (2, 3))))
        and smallest((1, 2, 2), apart=1e-12**0.5)
    ),
    "Before the norm comes the add: z = prev + orig, with `prev` for what "
    "the sublayer made and `orig` for what the shortcut brought. "
    "LayerNorm's dx is now dz. Say that prev is tiny, a thousandth of orig. "
    "**Predict.** How is dz divided between the two? And what becomes of "
    "both gradients when prev and orig are made ten times as large?": (
        same(AddNorm(3).forward(X, dX_hat), LayerNorm(3).forward(X + dX_hat))
        and "small *= 1e-3" in CODE["add-norm-shares"]
        and "(1, 10)" in CODE["add-norm-shares"]
    ),
    "It is not divided. Both get all of dz, however small prev is, because "
    "∂z/∂prev and ∂z/∂orig are 1. That is lesson 04's fork. And ten times "
    "larger inputs make dz ten times smaller, because s is ten times as "
    "large (but for ε) and x̂ stays.": (
        same(dz(100.0), 10 * dz(1000.0), atol=1e-5)
        and same(
            slopes(
                lambda p: (AddNorm(3).forward(p, X) * dY).sum(), 1e-3 * dX_hat
            ),
            slopes(
                lambda o: (AddNorm(3).forward(1e-3 * dX_hat, o) * dY).sum(), X
            ),
            atol=1e-6,
        )
    ),
    "prev and orig differ in one way: before it came here, orig was used in "
    "other places as well, and from those a gradient may have arrived "
    "already, `orig_grad`. To that dz must be added.": (
        same(grown, elsewhere + handed)
        and find("add_norm_backward").outputs[1].startswith("orig")
    ),
    "Here is the arithmetic of `LayerNorm.backward`, which AddNorm "
    "inherits. (`sum_to` adds over every axis along which a parameter was "
    "repeated: over tokens for one γ per feature, over features for one γ "
    "per token.)": (
        issubclass(AddNorm, LayerNorm)
        and same(sum_to((3,), X), X.sum(axis=0))
        and same(sum_to((5, 1), X)[:, 0], X.sum(axis=1))
    ),
    "Its second mean is taken of `dx * x_hat`, where dx has lost its mean "
    "already, and not of `dx_hat * x_hat`, as in your three lines.": (
        "dx -= x_hat * row_mean_of_product(dx, x_hat)"
        in SHOWN["real-class-source"]
        and same(
            back(u, x_hat, 1), (v := u - u.mean()) - x_hat * mean(v * x_hat)
        )
    ),
    "The cell compares the class with SymPy's derivatives, central "
    "differences and the complex step, which know nothing of these lines. "
    "(Where PyTorch is installed, `agreement_panel(…).pytorch()` asks it as "
    "well.) Below it stands a layer without the mean's term, and all three "
    "methods say so.": (
        "SymPy         central differences  complex step"
        in SHOWN["panel-table"]
        and "DxWithoutMean(4)" in CODE["panel-table"]
        and SHOWN["panel-table"].count("dx") >= 1
    ),
    "*The short way leaves this out and goes on at [Four gradients on a "
    "sheet](#Four-gradients-on-a-sheet).* You found the three lines because "
    "you could derive them. A program for automatic differentiation cannot. "
    "It is given the forward pass, one operation after the other, and still "
    "it finds dx. How? It walks the graph of the operations from the end to "
    "the start, passes the gradient on at each box, and adds where arrows "
    "branch. That is called **reverse mode**.": (
        same(walk["dx"], J[0])
        and "## Four gradients on a sheet" in CODE["agree-why"]
    ),
    "Lesson 06's three rules give each box its slopes:": (
        same(slopes(lambda r: r**2 * 16, [rstd]), 2 * rstd * 16)
    ),
    "(rstd: by the product and square rule, 2·rstd·rstd′·(var + ε) + rstd² "
    "= 0. Solve for rstd′.) A box that is one number and feeds N entries "
    "collects from all N.": (
        np.isclose(2 * rstd * (-(rstd**3) / 2) * 16 + rstd**2, 0)
        and np.isclose(walk["drstd"], sum(np.array([1, 0, 0]) * away))
        and np.isclose(walk["dmean"], -sum(walk["dcentred"]))
    ),
    "Let dx̂ = (1, 0, 0), so that only entry 0 has a gradient. At which box "
    "do the entries 1 and 2 first get one, and along which arrow does it "
    "come? And which arrow makes the entries of dx add up to 0?": (
        np.count_nonzero(np.array([1, 0, 0]) * rstd) == 1
        and np.all(walk["by var"] != 0)
    ),
    "Then write the gradient beside every box: drstd, dvar, dcentred, "
    "dmean, dx. You know what dx must be, because dx̂ = (1, 0, 0) picks a "
    "row of lesson 06's J.": (
        same(np.array([1, 0, 0]) @ J, J[0]) and same(walk["dx"], J[0])
    ),
    "drstd = Σ dx̂·centred = −4. dvar = −4 · (−1/2)(1/4)³ = 1/32. At "
    "centred two gradients meet: dx̂·rstd and dvar·2·centred/3.": (
        -4 * (-1 / 2) * (1 / 4) ** 3 == 1 / 32
        and walk["drstd"] == -4
        and walk["dvar"] == 1 / 32
        and same(walk["dcentred"], [8 / 48, -1 / 48, 5 / 48])
    ),
    "At centred, along the arrow from var. What comes straight from x̂ is "
    "(1/4, 0, 0), but var is made of all three entries, so it sends "
    "something to each: (−4, −1, 5)/48. That is how one entry of x̂ comes "
    "to move every entry of x. And the arrow from mean makes dx add up to "
    "0. It takes the same 1/12 from every entry, a third of what dcentred "
    "adds up to. In the end dx is (4, −5, 1)/48, row 0 of J.": (
        same(walk["by var"], away / 48)
        and np.isclose(walk["dmean"] / 3, -1 / 12)
        and np.isclose(walk["dcentred"].sum() / 3, 1 / 12)
        and same(walk["dx"], np.array([4, -5, 1]) / 48)
        and np.isclose(walk["dx"].sum(), 0)
    ),
    "Now for any token, and any γ and β. Each number of the walk is checked "
    "separately, and a wrong one is named.": (
        len(find("layer_norm_every_intermediate").outputs) == 12
    ),
    "Two sums over i stand under dmean and one under dvar. For any dx̂, one "
    "of them is 0 for every token: which, and why? And which of the three "
    "terms of $dx_j$ is which of your three lines?": (
        np.isclose(away.sum(), 0)
        and not np.isclose(u.sum(), 0)
        and not np.isclose(u @ away, 0)
    ),
    "The second one under dmean: the deviations of a token add up to 0. So "
    "you may leave that term out. Then dmean/N is −1/s times the mean of "
    "dx̂, which is line 1. And dvar·2(x_j − μ)/N is −1/s times x̂_j times "
    "the mean of dx̂·x̂, which is line 2. Line 3 is the 1/s in all of them. "
    "So both forms give the same numbers. Automatic differentiation walks "
    "the graph; code written by hand, such as llm.c's, has the three lines.": (
        same(by_nodes(u), by_nodes(u, second=False))
        and same(by_nodes(u), u @ J)
        and same(
            -np.sum(u * away) / 128 * 2 * away / 3,
            -x_hat * mean(u * x_hat) / 4,
        )
    ),
    "Last, a case without any code. You are handed the token x = (1, 1, 3, "
    "3) and four gradients dx that four layers returned for it, with a tiny "
    "ε and for the same dy: - A = (7, 3, 7, 3) - B = (1, −3, 3, −1) - C = "
    "(2, −2, 2, −2) - D = (0.5, −0.5, 3, −3) One of the layers is right. "
    "Each of the others has one of the four slips in dx that you tried on "
    "the checks, and all have the same γ. You get neither γ nor dy. "
    "**Predict.** Which gradients can you rule out, for good? Which not? "
    "(What do you know of every dx that has passed through J?)": (
        all(
            same(dx_of(slip, [3, 2, 8, 2], [2, 1, 1, 2], row), found)
            for slip, found in (
                ("dx without the mean's term", A),
                ("dx without the variance's term", B),
                ("", C),
                ("dx without γ", D),
            )
        )
    ),
    "A and B. J sends **1** to 0, and with a tiny ε also x̂, and it is "
    "symmetric. So every true dx is orthogonal to both: its entries add up "
    "to 0, and its dot product with x̂ = (−1, −1, 1, 1) is 0. A adds up to "
    "20: the mean's term is missing. B has the dot product 4: the "
    "variance's term is missing. C and D pass both tests. Zeros would pass, "
    "too. The two sums can prove a gradient wrong, but not right.": (
        abs(A.sum()) > 0
        and abs(B @ row_hat) > 0
        and same(row_hat, [-1, -1, 1, 1])
        and (A.sum(), A @ row_hat, B.sum(), B @ row_hat) == (20, 0, 0, 4)
        and C.sum() == D.sum() == C @ row_hat == D @ row_hat == 0
    ),
    "Can one of those that you ruled out help you to decide between them? "
    "(Which slip does it have, and what would make it right?)": (
        np.ptp(A - C) == 0 < np.ptp(A - D)
    ),
    "Yes. A lacks only the mean's term, which takes the same number from "
    "every entry. So A and the right dx differ by the same number in every "
    "entry. A − C = (5, 5, 5, 5), but A − D = (6.5, 3.5, 4, 6). C is right. "
    "B says so too: it lacks only a multiple of x̂, and B − C = (−1, −1, 1, "
    "1) is one. D is what the three lines make of dy, without γ.": (
        same(B - C, [-1, -1, 1, 1])
        and same(B - C, row_hat)
        and same(A - C, 5)
        and same(A - D, [6.5, 3.5, 4, 6])
        and np.ptp(A - C) == 0 < np.ptp(A - D)
        and same(D, dx_of("", [3, 2, 8, 2], 1.0, row))
        and np.linalg.matrix_rank([B - D, row_hat]) == 2
    ),
    "1. dβ and dγ add up dy and dy·x̂ over tokens; dx̂ is dy·γ. 2. dx takes "
    "three lines: dx̂ without its mean, without x̂ times the mean of "
    "dx̂·x̂, times rstd. It is orthogonal to **1**, and nearly so to x̂. 3. "
    "A check is blind where the true gradient and the wrong one agree. So "
    "make γ, β and dy random, take more than two features and three axes, "
    "and compare the shapes first.": (
        same(slopes(LayerNorm(2, eps=0).forward, x[:2]), 0, atol=1e-6)
        and abs(slopes(LayerNorm(3, eps=0).forward, x)).max() > 0.01
        and not one_feature.backward(dY[:, :1]).any()
        and same(np.ones((1, 8)), np.ones(8))
        and same(dX_hat[0] @ J, back(dX_hat[0], x_hat, rstd))
        and same(norm.dbeta, dY.sum(axis=0))
        and same(norm.dgamma, (dY * norm.x_hat).sum(axis=0))
        and same(dX.sum(axis=1), 0)
        and np.abs((four.backward(tokens**3) * four.x_hat).sum(-1)).max()
        < 1e-6
        and abs((dX * norm.x_hat).sum(axis=1)).max() > 1e-3
    ),
    "On a blank sheet, write LayerNorm: forward, then backward, with the "
    "axis of every sum and mean.": (both_orders((3,))[0]),
    "Forward: mean and var over features; rstd = 1/√(var + ε); x̂ = (x − "
    "mean)·rstd; y = γ·x̂ + β. Backward: 1. dβ = Σ dy over tokens. 2. dγ = "
    "Σ dy·x̂ over tokens. 3. dx̂ = dy·γ. 4. dx = (dx̂ − mean(dx̂) − "
    "x̂·mean(dx̂·x̂))·rstd, both means over features. AddNorm: dz = dx; "
    "prev gets dz, orig's gradient grows by dz.": (
        same(norm.rstd, 1 / np.sqrt(X.var(axis=1, keepdims=True) + 2))
        and same(dX, back(dY * gamma, norm.x_hat, norm.rstd))
        and same(norm.dgamma, (dY * norm.x_hat).sum(axis=0))
        and same(norm.dbeta, dY.sum(axis=0))
        and same(
            layer().forward(x),
            gamma * (x - x.mean()) / np.sqrt(x.var() + 2) + beta,
        )
        and same(grown, elsewhere + handed)
        and same(
            handed,
            slopes(lambda X: (AddNorm(3).forward(X, dX_hat) * dY).sum(), X),
            atol=1e-6,
        )
        and same(
            slopes(lambda h: np.sum(dY[0] * (gamma * h + beta)), x_hat),
            dY[0] * gamma,
        )
        and same(dX, back(dY * gamma, norm.x_hat, norm.rstd))
    ),
    "1. Somebody's dx for one token adds up to 0.3.": (
        same(dX.sum(axis=1), 0)
    ),
    "2. RMSNorm has J = (I − x̂x̂ᵀ/N)/s. Which of the two tests on the "
    "sheet holds for its dx?": (
        same(
            slopes(lambda x: x / np.sqrt(np.mean(x * x) + 2), x),
            (np.eye(3) - np.outer(x, x) / (np.mean(x * x) + 2) / 3)
            / np.sqrt(np.mean(x * x) + 2),
        )
        and same(
            slopes(RMSNorm(3, eps=0).forward, x),
            (np.eye(3) - np.outer(x, x) / np.mean(x**2) / 3)
            / np.mean(x**2) ** 0.5,
        )
    ),
    "1. Look whether the mean of dx̂ is missing, whether a γ per feature "
    "was multiplied last, and whether x̂ stands before the mean of dx̂·x̂, "
    "and not y or nothing. 2. Only the dot product with x̂. **1** is no "
    "special direction there, so its dx need not add up to 0.": (
        abs((gamma * back(dY, norm.x_hat, norm.rstd)).sum(axis=1)).min() > 1e-3
        and same(slopes(RMSNorm(3, eps=0).forward, x).T @ x, 0, atol=1e-6)
        and abs(slopes(RMSNorm(3, eps=0).forward, x) @ ones).max() > 0.01
        and abs((u - u.mean() - mean(u * x_hat)).sum()) > 1e-3
    ),
    "Add & Norm is complete, there and back. What it adds to the token "
    "comes from a layer that holds two thirds of a block's weights.": (
        "two thirds" in prose("08_feed_forward")
    ),
    "how does a loss reach every one of them?": (
        "how does a loss reach every weight?" in prose("08_feed_forward")
    ),
    "**LayerNorm sends a gradient back without the matrix: it multiplies "
    "by γ, takes away the mean and the part along x̂, and divides by s.**": (
        same(u @ J, (u - mean(u) - x_hat * mean(u * x_hat)) / 4)
    ),
    "**You bring along** the three lines for dx. The next cell has them, "
    "and imports all that this sitting needs.": (
        PLACES[PLACES.index("second-sitting") + 1] == "second-setup"
        and "import numpy as np" in CODE["second-setup"]
        and "AddNorm, LayerNorm" in CODE["second-setup"]
    ),
}
