"""What lesson 06 says in words."""

from pathlib import Path

import numpy as np
from page_cells import printed, written
from slopes import slopes
from test_numbers import prose

from course_lib.layers import LayerNorm, RMSNorm
from parts.jacobian.explorers import MoveTheToken

x, eps = np.array([1.0, 4, 10]), 2.0


def hat(x, eps=eps):
    return LayerNorm(np.shape(x)[-1], eps=eps).forward(np.asarray(x, float))


J = slopes(hat, x)
s, N = 4, 3
away, across, ones = x - x.mean(), np.array([2, -3, 1]), np.ones(3)
length = np.linalg.norm
same = np.allclose
moved = x + [0.1, 0, 0]
u = np.array([0.3, -1.2, 0.7])
x_hat = hat(x)
t = x_hat @ u / (x_hat @ x_hat)


def root(x):
    return np.sqrt(np.var(x) + eps)


def steps(rate, count=20):
    """Let a token step across: return how long Cx is, and its x̂."""
    token, lengths = x.copy(), []
    for _ in range(count):
        dx = np.array([-1.0, 0, 1]) @ slopes(lambda v: hat(v, 1e-5), token)
        token = token - rate * dx
        lengths.append(length(token - token.mean()))
    return lengths


def behind_norm(W):
    """Return a loss behind a linear layer, weights and bias, and a norm."""
    return np.sum(hat(tokens @ W[:-1] + W[-1], 0) * asked)


rng = np.random.default_rng(6)
tokens, asked = rng.normal(size=(5, 4)), rng.normal(size=(5, 3))
W = rng.normal(size=(4 + 1, 3))
dW = slopes(behind_norm, W)

PAGE = "06_layernorm_jacobian"
CODE, SHOWN = written(PAGE), printed(PAGE)
PLACES = [*CODE]
FIVE_TEXTS = (
    Path(__file__).parents[1].joinpath("five_texts.md").read_text("utf-8")
)
C = np.eye(3) - 1 / 3
u_left = u - u.mean() - t * x_hat  # what is orthogonal to both
eight = rng.normal(size=8)
J8 = {eps: slopes(lambda v, e=eps: hat(v, e), eight) for eps in (0.1, 0)}
mu_slopes = slopes(lambda v: v.mean(), x)
LONGER = {rate: steps(rate) for rate in (5, 20)}
QUIET = slopes(hat, 0.01 * x)


def cut(w, h, dw, dh):
    """Return the strips and the corner by which a rectangle grows."""
    return dw * h, w * dh, dw * dh


def per_entry(i, j):
    """Return an entry of J by the formula of step five."""
    return ((i == j) - 1 / 3 - x_hat[i] * x_hat[j] / 3) / s


def rank(eps):
    return np.linalg.matrix_rank(J8[eps], tol=1e-5)


def cosine(a, b):
    return a @ b / length(a) / length(b)


def angle_of_a_step(away):
    """Return by what angle a step of the same pull turns Cx."""
    pull = np.array([-1.0, 0, 1]) @ slopes(lambda v: hat(v, 0), away)
    return np.arccos(cosine(away, away - pull))


CLAIMS = {
    "So their gradient is orthogonal to them, and every plain step makes "
    "them longer": (
        np.isclose(np.sum(W * dW), 0, atol=1e-6)
        and all(length(W - lr * dW) > length(W) for lr in (0.01, 0.1, 1))
    ),
    "In lesson 05 a token went forward through LayerNorm and came out as "
    "x̂. Now change the token a little. How does x̂ change? The answer is a "
    "matrix, the Jacobian, and you will see it in a picture before you "
    "compute a single entry.": (
        J.shape == (3, 3)
        and PLACES.index("ray-picture") < PLACES.index("entry-card")
    ),
    "Which changes of a token x̂ follows and which it ignores; how a small "
    "change passes through a product and a root; what an eigenvector is.": (
        same(J @ ones, 0, atol=1e-8) and not same(J @ across, 0, atol=1e-3)
    ),
    'where "Five steps" begins, go on to "What does a gradient do to a '
    'token?".': (
        "## Five steps" in CODE["five-steps"]
        and "## What does a gradient do to a token?" in CODE["gradient-back"]
    ),
    "How fast does entry i of x̂ move when you nudge entry j of x? That is "
    "a slope, and all N × N slopes make the **Jacobian** (lesson 03):": (
        np.isclose(
            J[1, 2], (hat(x + [0, 0, 1e-6])[1] - hat(x)[1]) / 1e-6, atol=1e-5
        )
        and J.size == N * N
    ),
    r"Row i is the output you watch and column j the input you nudge; we "
    r"count from 0. The chain rule needs J: when a gradient dx̂ = ∂L/∂x̂ has "
    r"come back to x̂, it goes on to x as $dx_j = \sum_i d\hat{x}_i \, "
    r"J_{ij}$. (Lesson 07 adds γ and β.) This is what we differentiate. The "
    r"letter s is new; in code `rstd` is 1/s.": (
        same(slopes(lambda v: u @ hat(v), x), u @ J)
        and (layer := LayerNorm(3, eps=eps)).forward(x) is not None
        and same(layer.rstd, 1 / s)
    ),
    "Our token is x = (1, 4, 10), with **ε = 2**. That is far more than the "
    "usual 10⁻⁵, but it makes every number a fraction that you can write "
    "down, and you can see when an ε is in the wrong place.": (
        same(x, [1, 4, 10])
        and eps == 2 > 1e4 * LayerNorm(3).eps
        and not np.isclose(x.std() + eps, s)
    ),
    "| μ | 15 / 3 = 5 | | x − μ | −4, −1, 5 | | σ² | (16 + 1 + 25) / 3 = 14 "
    "| | s | √(14 + 2) = 4 | | x̂ | −1, −1/4, 5/4 |": (
        root(x) == 4
        and (x.sum(), x.mean(), s) == (15, 5, 4)
        and same(away, [-4, -1, 5])
        and np.isclose(42 / 3, x.var())
        and same(x_hat, [-1, -1 / 4, 5 / 4])
    ),
    "Nudge the 1 alone, to 1.1. Which entries of x̂ move?": (
        same(moved, [1.1, 4, 10])
    ),
    "All three. The 1 has a part in the mean and in the spread, and every "
    "entry of x̂ uses both. Why does the 10's entry rise? Its deviation "
    "falls from 5 to 4.967, because the mean rises. But the 1 has come "
    "nearer to the others, so s falls as well, from 4 to 3.967, and that is "
    "the larger part of it.": (
        round(root(moved), 3) == 3.967
        and 5 / root(moved) - 5 / 4 > 5 / 4 - (moved - moved.mean())[2] / 4
        and round((moved - moved.mean())[2], 3) == 4.967
        and moved.mean() > x.mean()
        and np.all(np.abs(hat(moved) - x_hat) > 1e-3)
        and hat(moved)[2] > x_hat[2]
        and root(moved) < s
    ),
    "Nine slopes at once are hard to picture, but lesson 02 has a view that "
    "helps. There you took the mean part off x, which left its shadow Cx in "
    "the plane orthogonal to **1**, and divided the shadow by σ. Now we "
    "divide by s. That makes a vector shorter or longer, but does not turn "
    "it. So x̂ lies on the **ray** from 0 through Cx.": (
        same(away / s / length(away / s), away / length(away))
        and J.size == 9
        and same(C @ x, away)
        and np.isclose((C @ x) @ ones, 0)
        and np.isclose(cosine(x_hat, C @ x), 1)
    ),
    "Let ℓ be the length of Cx, and ρ the length of x̂. In lesson 02 you "
    "saw that ℓ² = Nσ². *Derived by hand*:": (
        np.isclose(length(away) ** 2, N * x.var())
        and np.isclose(length(x_hat), length(away) / s)
    ),
    "Our token has ℓ² = 16 + 1 + 25 = 42, so ℓ = 6.48 and ρ = 6.48/4 = "
    "1.62. At ε = 0 every token that is not constant would end at ρ = √3 = "
    "1.73: that is the circle of lesson 02. With ε > 0, x̂ stays inside it.": (
        length(x_hat) < 3**0.5
        and round(length(hat(x, 0)), 2) == 1.73
        and round(length(away), 2) == 6.48
        and round(length(x_hat), 2) == 1.62
        and all(
            np.isclose(length(hat(v, 0)), 3**0.5)
            for v in rng.normal(size=(9, 3))
        )
        and all(
            length(hat(v * 100, 1e-3)) < 3**0.5
            for v in rng.normal(size=(9, 3))
        )
    ),
    "Now nudge the token in three directions, each time by the same small "
    "distance: - along **1** = (1, 1, 1), so that all entries rise alike; - "
    "across the ray, along (2, −3, 1), which is orthogonal to **1** and to "
    "Cx; - along the ray, in the direction of Cx = (−4, −1, 5).": (
        across @ ones == across @ away == 0
        and across @ ones == across @ away == 0
        and same(away, [-4, -1, 5])
        and "1e-5 * u / np.linalg.norm(u)" in CODE["three-nudges-numbers"]
    ),
    "Two of the three you can tell exactly from the left picture. For the "
    "third, look at the curve: is it more or less than across the ray?": (
        length(J @ away) / length(away) < length(J @ across) / length(across)
    ),
    "- *Along* **1** x̂ does not move at all. When all entries rise alike, "
    "their deviations stay what they are, so Cx stays. - *Across the ray* "
    "x̂ moves 1/4 as far. Cx and x̂ turn about 0 by the same angle, and x̂ "
    "is s = 4 times nearer to 0. By similar triangles it goes ρ/ℓ = 1/s as "
    "far. - *Along the ray* x̂ moves 1/32 as far. It can only go outwards, "
    "as far as the curve rises, and near √3 the curve is almost flat.": (
        length(J @ away) < length(away) / 20
        and same(J @ across, across / s)
        and same(length(x_hat) / length(away), 1 / s)
        and same(J @ ones, 0, atol=1e-8)
        and same(C @ (x + 1), C @ x)
        and same(J @ across, across / 4)
        and same(J @ away, away / 32)
        and np.isclose(length(away) / length(x_hat), 4)
    ),
    "Two of the three numbers have a reason now. For the third we need the "
    "slope of the curve, and ρ·s = ℓ is a product in which both factors "
    "change. Lesson 03 had no rule for that, so let us find one. Draw a "
    "product as a rectangle.": (
        np.isclose(length(x_hat) * s, length(away))
        and "(w·h)′" not in prose("03_derivatives")
    ),
    "A rectangle is 3 wide and 2 high. It becomes 0.02 wider and 0.05 "
    "higher. Sketch it: into which pieces does the new area fall, and how "
    "large is each? Then make both changes ten times smaller.": (
        np.isclose(3.02 * 2.05 - 3 * 2, sum(cut(3, 2, 0.02, 0.05)))
    ),
    "A strip of 0.02 × 2 = 0.04 at the side, one of 3 × 0.05 = 0.15 on top, "
    "and a corner of 0.02 × 0.05 = 0.001. With changes ten times smaller "
    "the strips get ten times smaller, and the corner a hundred times, "
    "because both of its sides shrink. The smaller the changes, the less "
    "the corner counts beside the strips. A slope is about changes as small "
    "as you like, so it ignores the corner.": (
        np.isclose(0.002 * 0.005, 0.02 * 0.05 / 100)
        and np.isclose(0.002 * 2, 0.02 * 2 / 10)
        and same(cut(3, 2, 0.02, 0.05), [0.04, 0.15, 0.001])
        and same(cut(3, 2, 0.002, 0.005), [0.004, 0.015, 0.00001])
    ),
    "These are all the rules that this lesson needs, for a width w and a "
    "height h. A prime stands for the slope with respect to whatever is "
    "nudged. - **sum:** (w + h)′ = w′ + h′, because both rises add up - "
    "**product:** (w·h)′ = w′·h + w·h′, the two strips of the rectangle - "
    "**square:** (w²)′ = 2w·w′, the product rule for a height equal to the "
    "width A constant has slope 0, so by the product rule it stays in "
    "front. A root and a fraction need no rules of their own: square the "
    "root, or multiply the fraction out, and then use these.": (
        same(
            slopes(lambda v: np.sin(v[0]) ** 2, [0.7]),
            2 * np.sin(0.7) * np.cos(0.7),
        )
        and same(
            slopes(lambda v: np.sin(v[0]) * v[0] ** 2, [0.7]),
            np.cos(0.7) * 0.7**2 + np.sin(0.7) * 2 * 0.7,
        )
        and same(
            slopes(lambda v: np.sin(v[0]) + v[0] ** 2, [0.7]),
            np.cos(0.7) + 1.4,
        )
        and same(slopes(lambda v: 5 * np.sin(v[0]), [0.7]), 5 * np.cos(0.7))
        and same(
            slopes(lambda v: np.sin(v[0]) ** 0.5, [0.7])
            * 2
            * np.sin(0.7) ** 0.5,
            np.cos(0.7),
        )
    ),
    "Let a number rise from a to b, where both are above 0. On the way its "
    "root rises by √b − √a, and 1 over it changes by 1/b − 1/a. Compare "
    "both with the rise b − a:": (
        np.isclose(np.sqrt(9) - np.sqrt(4), 3 - 2)
        and same(
            [(9**0.5 - 4**0.5) / 5, (1 / 9 - 1 / 4) / 5],
            [1 / (9**0.5 + 4**0.5), -1 / 36],
        )
    ),
    "(Multiply out to check.) When b comes near to a, the right-hand sides "
    "settle down, at 1/(2√a) and −1/a². So yes, both have slopes.": (
        same(
            [
                slopes(lambda v: v[0] ** 0.5, [4.0])[0],
                slopes(lambda v: 1 / v[0], [4.0])[0],
            ],
            [1 / (2 * 4**0.5), -1 / 4**2],
        )
        and same(
            [1 / (2**0.5 + 2.0001**0.5), -1 / (2 * 2.0001)],
            [1 / (2 * 2**0.5), -1 / 4],
            rtol=1e-3,
        )
    ),
    "You know s² = ℓ²/N + ε and ρ·s = ℓ. Here a prime means the slope by ℓ, "
    "and N and ε stand still. Find s′ from the first and then ρ′ from the "
    "second. For our token you should get 1/32.": (
        np.isclose(s**2, length(away) ** 2 / N + eps)
        and np.isclose(
            slopes(lambda v: v[0] / (v[0] ** 2 / 3 + 2) ** 0.5, [42**0.5])[0],
            1 / 32,
        )
    ),
    "For our token 2/4³ = 1/32. </details> ## Every nudge is made of these "
    "three Why do three directions answer for all? Take any nudge u of a "
    "token that is not constant. It has a part along **1**, which is "
    "mean(u)·**1**, and a shadow on the ray, which is t·x̂ for some number "
    "t. What is then left, r, is orthogonal to both:": (
        same(J @ away, away / 32)
        and 2 / 4**3 == 1 / 32
        and same([u_left @ ones, u_left @ x_hat], 0)
    ),
    "A small nudge moves x̂ by J u (lesson 03), and J times a sum is the "
    "sum of the products. So each part gets its own factor:": (
        same(J @ u, J @ (u.mean() * ones) + J @ (t * x_hat) + J @ u_left)
    ),
    "That is the whole Jacobian, for every N, and we have not computed one "
    "entry. (With more than three features there are many directions across "
    "the ray. For each of them you can draw the same two triangles.)": (
        same(J @ u, eps / s**3 * t * x_hat + u_left / s) and rank(0.1) - 1 == 6
    ),
    "Can the three parts be put together again? Centring takes the part "
    "along **1** away. The part along the ray needs the factor ε/s³ in all. "
    "At the end everything is divided by s, so before that this part needs "
    "ε/s². Take the rest of it away, 1 − ε/s² = σ²/s²:": (
        np.isclose(1 - eps / s**2, np.var(x) / s**2)
        and same(J @ away, eps / s**3 * away)
        and same(C @ ones, 0)
        and same(J @ x_hat, eps / s**3 * x_hat)
        and np.isclose(eps / s**2 / s, eps / s**3)
    ),
    "The last fraction is the shadow of u on x̂, as in lesson 02. So the "
    "number x̂ᵀu is multiplied by σ² and divided by s² and by x̂ᵀx̂.": (
        np.isclose(t * length(x_hat), length(u) * cosine(u, x_hat))
        and np.isclose(
            x.var() / s**2 * t, (x_hat @ u) * x.var() / s**2 / (x_hat @ x_hat)
        )
    ),
    "For our token σ² = 14, s² = 16 and x̂ = (−1, −1/4, 5/4). Will another "
    "token have another number?": (np.isclose(x.var(), 14) and s**2 == 16),
    "By 3, and for any token by N. For ours x̂ᵀx̂ = 42/16, and 42/16 "
    "divided by 14/16 is 42/14 = 3. For any token, x̂ᵀx̂ is N times the "
    "variance of x̂, and that is σ²/s² (lesson 05). So σ²/s² cancels. What "
    "LayerNorm takes away is therefore x̂ times x̂ᵀu/N. That is a *mean*, "
    "the mean of the numbers x̂ᵢuᵢ, and not the shadow, which would divide "
    "by x̂ᵀx̂. At ε = 0 they are the same, since then x̂ᵀx̂ = N. With ε the "
    "mean takes a little less, σ²/s² of the shadow, and what it leaves is "
    "what still moves x̂ outwards.": (
        same(x_hat * (x_hat @ u) / N, np.var(x) / s**2 * t * x_hat)
        and np.isclose(hat(x, 0) @ hat(x, 0), N)
        and same(s * (J @ u), u - u.mean() - x_hat * (x_hat @ u) / N)
        and np.isclose(x_hat @ x_hat, N * np.var(x) / s**2)
        and np.isclose(x_hat @ x_hat, 42 / 16)
        and np.isclose(42 / 16 / (14 / 16), 3)
        and np.isclose(x_hat @ u / 3, (x_hat * u).mean())
        and (x_hat @ u / 3) / t < 1
        and all(
            np.isclose((v.var() + 2) * (hat(v) @ hat(v)) / v.var(), v.size)
            for v in (x, eight)
        )
    ),
    "## The whole Jacobian in one line All that you have found stands in "
    "one line, with mean(…) for the mean of the entries, and ∘ for a "
    "product entry by entry:": (
        same(J @ u, (u - u.mean() - x_hat * (x_hat * u).mean()) / s)
    ),
    "For three features, everything except **1** fits on a page: the plane "
    "orthogonal to **1**, with the ray to the right. Take all nudges u of "
    "length 1 in this plane. They make a circle. J turns each of them into "
    "a move of x̂. We draw s·Ju, so that the division by s does not hide "
    "the rest.": (
        np.linalg.matrix_rank(C) == 2 and same(s * J @ across, across)
    ),
    "Which shape does the circle become at ε = 2? For which ε is one axis "
    "of this shape half of the other? And what is left of it at ε = 0?": (
        np.isclose(14 / (14 + 14), 1 / 2)
    ),
    "An ellipse. Its height keeps the factor 1, because across the ray J "
    "divides by s and does nothing else. Its width gets the factor s·ε/s³ = "
    "ε/s². At ε = 2 that is 2/16 = 1/8. It is 1/2 where ε is half of s² = "
    "14 + ε, so at ε = 14, which is σ². At ε = 0 it is 0, and the ellipse "
    "is a line. In words: a token that moves outwards on its ray is the "
    "same token, only louder. LayerNorm turns the volume back, so x̂ hardly "
    "follows.": (
        14 / (14 + 14) == 1 / 2
        and np.isclose(np.var(x), 14)
        and eps / s**2 == 1 / 8
        and np.isclose(s * eps / s**3, eps / s**2)
        and same(s * J @ across, across)
        and same(s * J @ away, away / 8)
        and same(slopes(lambda v: hat(v, 0), x) @ away, 0, atol=1e-7)
        and same(hat(9 * away, 0), hat(away, 0))
    ),
    "Two features are even easier to draw. Are they enough? Take the token "
    "(3, 7) at ε = 0. The mean is 5, the deviations are −2 and 2, s is 2, "
    "so x̂ = (−1, 1). **Predict.** How far must the 7 move until x̂ "
    "changes?": (
        same(hat([3, 7], 0), [-1, 1])
        and np.mean([3, 7]) == 5
        and np.std([3, 7]) == 2
    ),
    "Until it passes the 3. Of two numbers x̂ says only which one is "
    "larger. It jumps when the 7 passes the 3, and at 3 itself it is 0/0; "
    "nowhere else does it move.": (
        same(hat([3, 7], 0), [-1, 1])
        and same(hat([9, 7], 0), [1, -1])
        and same([hat([3, v], 0) for v in (3.01, 99)], [[-1, 1]] * 2)
        and same(hat([3, 2.99], 0), [1, -1])
        and np.std([3, 3]) == 0
    ),
    "With two features the plane orthogonal to **1** is only a line. "
    "Nothing is across the ray, so only the factors 0 and ε/s³ are left, "
    "and at ε = 0 both are 0. With a small ε little is gained: at (3, 7) "
    "and ε = 10⁻⁵ no entry of J is larger than 0.000000625. A backward pass "
    "that returns nothing but zeros would pass a gradient check there. So "
    "never test a LayerNorm on two features with a small ε, unless the two "
    "lie about as close as √ε. (At ε = 2 the entries are ±0.068; that "
    "shows.)": (
        np.isclose(1e-5 / (2**2 + 1e-5) ** 1.5 / 2, 6.25e-7, rtol=1e-3)
        and np.linalg.matrix_rank(np.eye(2) - 1 / 2) == 1
        and same(np.abs(slopes(hat, [3.0, 7])).round(3), 0.068)
        and 6.25e-7 < 1e-6
        and np.abs(slopes(lambda v: hat(v, 1e-5), [3.0, 3.003])).max() > 1
    ),
    "Our token lies 6.48 to the right in its plane. On the left you see Cx, "
    "x̂ and the circle that x̂ cannot leave; on the right, what J makes of "
    "the small circle of nudges around Cx.": (
        MoveTheToken.controls["right"].start == 6.48 == round(length(away), 2)
    ),
    "*The short way leaves this out and goes on at [What does a gradient do "
    "to a token?](#What-does-a-gradient-do-to-a-token?)*": (
        "\n## What does a gradient do to a token?"
        in "\n" + CODE["gradient-back"]
    ),
    "The picture gave you J by directions. Papers and programs write it "
    "entry by entry. The three rules lead there from the formula alone, and "
    "you know what must come out. The input that you nudge, j, stays fixed.": (
        same([[per_entry(i, j) for j in range(3)] for i in range(3)], J)
    ),
    r"**Step 1, the mean.** Of all the $x_k$ only $x_j$ itself moves. What "
    r"is $\partial\mu/\partial x_j$? For our token you should get 1/3. "
    r"<details> <summary>Step 1, derived by hand</summary> By the sum rule,": (
        same(mu_slopes, 1 / 3)
    ),
    r"Write $\delta_{ij}$ for the slope of $x_i$ itself: it is 1 if i = j "
    r"and 0 if not. What is $\partial(x_i - \mu)/\partial x_j$? You should "
    r"get 2/3 where i = j, and −1/3 where not. <details> <summary>Step 2, "
    r"derived by hand</summary> By the sum rule, with step 1,": (
        same(slopes(lambda x: x - x.mean(), x)[0], [2 / 3, -1 / 3, -1 / 3])
        and same(slopes(lambda v: v, x), np.eye(3))
        and same(slopes(lambda v: v - v.mean(), x), C)
    ),
    "You have met this table of numbers before. It is the centring matrix "
    "of lesson 02,": (
        "centring matrix" in prose("02_vectors_and_matrices")
        and same(slopes(lambda v: v - v.mean(), x), C)
    ),
    r"Use the square rule in every term of $\sigma^2 = \frac{1}{N}\sum_k "
    r"(x_k - \mu)^2$, and remember what all deviations add up to. For j = 0, "
    r"1, 2 you should get −8/3, −2/3, 10/3: to raise the 10 widens the "
    r"spread, to raise the 1 narrows it.": (
        same(slopes(np.var, x), [-8 / 3, -2 / 3, 10 / 3])
        and np.isclose(away.sum(), 0)
    ),
    r"In the first sum $\delta_{kj}$ is 0 except where k = j, so one term is "
    r"left. The second sum is 0, because the deviations add up to 0: the "
    r"spread does not care where the mean is.": (
        np.isclose(away.sum(), 0)
        and np.isclose(np.var(x + 5), np.var(x))
        and np.count_nonzero(np.eye(3)[1]) == 1
    ),
    "You should get −1/3, −1/12, 5/12. Where have you seen these numbers, "
    "multiplied by 3?": (
        same(slopes(root, x), [-1 / 3, -1 / 12, 5 / 12])
        and same(3 * slopes(root, x), x_hat)
    ),
    "(ε is constant.) The normalized token itself has turned up.": (
        same(slopes(root, x), x_hat / N)
    ),
    r"**Step 5, the fraction.** Multiply it out: $\hat{x}_i\,s = x_i - \mu$. "
    r"The product rule, with steps 4 and 2, gives $J_{ij} = "
    r"\partial\hat{x}_i/\partial x_j$. For i = 1 and j = 2 you should get "
    r"−11/192. Then write your formula as code; the check tries other tokens "
    r"and other i and j.": (
        np.isclose(J[1, 2], -11 / 192)
        and np.isclose(per_entry(1, 2), -11 / 192)
        and same(x_hat * s, away)
    ),
    r"The factor that stood still in the product rule is the output you "
    r"watch, $\hat{x}_i$. The factor that came as a slope, from step 4, "
    r"belongs to the input you nudge, $\hat{x}_j$. Here i = 1 and j = 2: (0 "
    r"− 1/3 + 5/48) / 4 = (−11/48) / 4 = −11/192.": (
        np.isclose(-x_hat[1] * x_hat[2] / 3, 5 / 48)
        and np.isclose(-1 / 3 + 5 / 48, -11 / 48)
        and np.isclose(-11 / 48 / 4, J[1, 2])
    ),
    "Nowhere, except in the numbers to compare with. The five steps are a "
    "proof by hand, for every N.": (
        same(
            J8[0.1],
            (np.eye(8) - 1 / 8 - np.outer(h := hat(eight, 0.1), h) / 8)
            / (eight.var() + 0.1) ** 0.5,
            atol=1e-6,
        )
    ),
    "Put N·s in front of the entries, and only x̂ still has fractions:": (
        same(12 * J, 3 * np.eye(3) - 1 - np.outer(x_hat, x_hat))
    ),
    "For our token N·s = 12. Row 0 of 12·J begins with 3 − 1 − 1 = 1 and −1 "
    "− 1/4 = −5/4. **Predict.** You need not use the formula again to know "
    "the third number of this row, and two numbers of the other rows. Which "
    "are they, and why? SymPy, which knows nothing of our steps, answers: "
    "it differentiates x̂ itself.": (
        same(12 * J[0, :2], [1, -5 / 4])
        and N * s == 12
        and "deviation / sp.sqrt(var + epsilon" in CODE["guess-numbers"]
    ),
    "The third number is 1/4, because **every row of J adds up to 0**. "
    "Raise every entry of x by the same small amount: then output i moves "
    "by that amount times the sum of row i. But x̂ stays, so the sum is 0. "
    "And column 0 is row 0 once more, so the other rows begin with −5/4 and "
    "1/4: swap i and j in the formula, and nothing changes. J is "
    "**symmetric**. These are two tests for anybody's J.": (
        same(J.sum(axis=1), 0, atol=1e-8)
        and same(12 * J[0], [1, -5 / 4, 1 / 4])
        and same(12 * J[1:, 0], [-5 / 4, 1 / 4])
        and same(hat(x + 0.1), x_hat)
        and same(J, J.T)
    ),
    "Text A prints this matrix twice, entry by entry and as a whole, and "
    "one of the two fails a test that you have just met. Which, and why, is "
    "the subject of a side page,": (
        "| F1 | which a proof refutes | side_printed_entries |" in FIVE_TEXTS
        and "| R8 | its rows add up to 0 | side_printed_entries |"
        in FIVE_TEXTS
    ),
    r"Collect the three terms for all i and j, and each becomes a matrix. "
    r"$I$ is the identity, with the entries $\delta_{ij}$; the outer product "
    r"$\mathbf{1}\mathbf{1}^\top$ is N × N ones; and $\hat{x}\hat{x}^\top$ "
    r"has the entries $\hat{x}_i \hat{x}_j$:": (
        same(np.outer(ones, ones), np.ones((3, 3)))
        and np.outer(x_hat, x_hat)[0, 2] == x_hat[0] * x_hat[2]
    ),
    r"The first two terms together are C. And x̂ has mean 0, so centring "
    r"leaves it alone, $\hat{x}^\top C = \hat{x}^\top$, and you may take C "
    r"out as a factor:": (
        np.isclose(x_hat.mean(), 0)
        and same(x_hat @ C, x_hat)
        and same(J, (np.eye(3) - np.outer(x_hat, x_hat) / 3) @ C / s)
    ),
    "Read from the right, it is the line for J u that you found: centre, "
    "take away x̂ times a mean, divide by s.": (
        same(J @ u, ((v := C @ u) - x_hat * (x_hat * v).mean()) / s)
    ),
    "At N = 512, J has 262,144 entries. SymPy need not try them one by one: "
    "here N is a symbol, mean and variance are sums of N terms, and SymPy "
    "differentiates them as they stand. Its five steps are those of the "
    "section before. *Verified symbolically*, for every ε > 0:": (
        512**2 == 262144
        and "Proved in 5 steps." in SHOWN["every-n-sympy"]
        and [
            f"{k}. the {name} " in SHOWN["every-n-sympy"]
            for k, name in enumerate(
                ("mean", "deviation", "variance", "root", "fraction"), 1
            )
        ]
        == 5 * [True]
    ),
    "A vector that a matrix only stretches is an **eigenvector** of it, and "
    "the factor is its **eigenvalue**. So **1**, x̂ and everything "
    "orthogonal to both must be eigenvectors of J. (A mixture of "
    "eigenvectors with different factors is not one.) The **rank** of a "
    "matrix counts the independent directions that it does not send to 0.": (
        same(J @ ones, 0 * ones, atol=1e-8)
        and same(J @ x_hat, eps / s**3 * x_hat)
        and same(J @ u_left, u_left / s)
        and abs(cosine(J @ (x_hat + across), x_hat + across)) < 0.999
    ),
    "A token has 8 features and is not constant. What is the rank of its J "
    "at ε = 0.1? And at ε = 0?": (eight.size == 8 and eight.std() > 0),
    "7 and 6. J sends **1** to 0, so one of the eight directions is lost. "
    "At ε = 0 x̂ is lost as well. The ranks are *tested numerically*, on "
    "one token. Below them SymPy starts from the entries and multiplies "
    "them by any vector v: *verified symbolically*, for every N.": (
        (rank(0.1), rank(0)) == (7, 6)
        and same(J8[0] @ hat(eight, 0), 0, atol=1e-6)
        and "J times any v" in SHOWN["eigenvectors-proof"]
    ),
    "In training a gradient dx̂ comes back instead, and goes on as dx = dx̂ "
    "J. J is symmetric (so is every matrix that only stretches, along "
    "directions orthogonal to each other), so dx̂ J and J dx̂ are the same "
    "numbers, and gradients get the same three factors.": (
        same(J, J.T)
        and same(u @ J, J @ u)
        and same(
            (a := np.linalg.qr(rng.normal(size=(3, 3)))[0])
            @ np.diag([1, 2, 5])
            @ a.T,
            (a @ np.diag([1, 2, 5]) @ a.T).T,
        )
    ),
    "Let a token learn. Ours has its smallest number in front. Suppose the "
    "loss wants the largest there and keeps pulling with dx̂ = (−1, 0, 1). "
    "At the usual ε = 10⁻⁵ the token takes twenty steps x ← x − rate·dx, "
    "once at the rate 5 and once at 20.": (
        x.argmin() == 0
        and "target = np.array([1, 0, -1])" in CODE["gradient-picture"]
        and "(5, 20), 20" in CODE["gradient-picture"]
        and LayerNorm(3).eps == 1e-5
    ),
    "Cx starts 6.48 away from 0 and has to get to the other side of it.": (
        round(length(away), 2) == 6.48
        and cosine(away, np.array([1, 0, -1])) < -0.9
    ),
    "It moves away, and it never comes back. With so small an ε hardly "
    "anything of dx lies along the ray, so every step goes across it; and "
    "by Pythagoras a step across makes Cx longer, whichever way it points. "
    "The longer the step, the more: at the rate 5 it ends 8.13 away from 0, "
    "at the rate 20 it ends 11.94 away. The first steps at the rate 5 are "
    "short, because the target lies nearly opposite the ray (their cosine "
    "is −0.98): so dx̂ lies nearly along the ray, and hardly any of it "
    "comes through.": (
        max(steps(20)) > max(steps(5))
        and length(away + 0.5 * across)
        > length(away)
        < length(away - 0.5 * across)
        and (round(LONGER[5][-1], 2), round(LONGER[20][-1], 2))
        == (8.13, 11.94)
        and np.all(np.diff(LONGER[5]) >= 0)
        and np.all(np.diff(LONGER[20]) >= 0)
        and round(cosine(away, np.array([1, 0, -1])), 2) == -0.98
        and LONGER[5][0] - 6.481 < 0.1 * np.diff(LONGER[5]).max()
    ),
    "And that changes the next step. J divides by s, so farther out dx is "
    "smaller, and it turns Cx by a smaller angle. Under this one constant "
    "pull, a rate that is too large pushes the token out until its turns "
    "are small again. So LayerNorm slows down a rate that is too large, "
    "though nobody designed that. Behind the norm you see nothing of it: "
    "there both tokens have the length √3.": (
        length(slopes(hat, x + 9 * away) @ across) < length(J @ across)
        and angle_of_a_step(3 * away) < angle_of_a_step(away)
        and np.isclose(length(hat(7 * away, 0)), 3**0.5)
    ),
    "In a network it is not the token that learns, but the weights that "
    "make it. For them it is the same. Double all weights and biases of a "
    "layer whose output goes straight into a norm, and x̂ stays (at ε = 0).": (
        same(
            hat(tokens @ (2 * W[:-1]) + 2 * W[-1], 0),
            hat(tokens @ W[:-1] + W[-1], 0),
        )
    ),
    "1. x̂ lies on the ray of Cx, at distance √N·ℓ/√(ℓ² + Nε). It does not "
    "follow a nudge along **1**; it moves by ε/s³ of a nudge along the ray, "
    "and by 1/s of one across. With two features nothing is across. 2. In "
    "one line: J u = (u − mean(u) − x̂·mean(x̂ ∘ u)) / s. What is taken "
    "away is a mean, not the shadow. 3. As a matrix J = (I − **11**ᵀ/N − "
    "x̂x̂ᵀ/N)/s, for every N. It is symmetric and its rows add up to 0.": (
        same(J, (np.eye(3) - 1 / N - np.outer(x_hat, x_hat) / N) / s)
        and same(J @ u, (u - u.mean() - x_hat * (x_hat * u).mean()) / s)
        and same(J @ away, eps / s**3 * away)
        and same(J @ across, across / s)
        and np.isclose(
            length(x_hat),
            N**0.5 * length(away) / (length(away) ** 2 + N * eps) ** 0.5,
        )
        and same(J @ ones, 0, atol=1e-8)
        and not np.isclose((x_hat * u).mean(), t)
        and same(J, J.T)
        and same(J.sum(axis=1), 0, atol=1e-8)
    ),
    "On a blank sheet, draw the ray with Cx and x̂ and write the three "
    "factors beside it, each with its reason.": (
        len({0, 1 / s, eps / s**3}) == 3
    ),
    "Along **1**: 0, because Cx does not move. Across: ρ/ℓ = 1/s, by "
    "similar triangles. Along the ray: ρ′(ℓ) = ε/s³, the slope of the "
    "curve.": (
        same(J @ away, eps / s**3 * away)
        and same(C @ (x + 1), C @ x)
        and np.isclose(length(x_hat) / length(away), 1 / s)
    ),
    "1. RMSNorm divides by the root mean square of x and never subtracts a "
    "mean. On which ray does its x̂ lie, and what is its Jacobian?": (
        np.isclose(cosine(RMSNorm(3, eps=eps).forward(x), x), 1)
    ),
    "2. The ellipse in the panel was nearly a circle for one kind of token.": (
        length(QUIET @ away)
        / length(away)
        / (length(QUIET @ across) / length(across))
        > 0.99
    ),
    "1. On the ray of x itself. The route through the mean is missing: (I − "
    "x̂x̂ᵀ/N)/s, with s the root of mean(x²) + ε and x̂ = x/s. 2. A quiet "
    "one, with σ² far below ε. Then s² is nearly ε, so ε/s³ is nearly 1/s: "
    "the curve ρ(ℓ) is still straight there.": (
        same(
            slopes(RMSNorm(3, eps=eps).forward, x),
            (
                np.eye(3)
                - np.outer(r := x / (np.mean(x**2) + eps) ** 0.5, r) / 3
            )
            / (np.mean(x**2) + eps) ** 0.5,
        )
        and np.var(0.01 * x) < 0.01 * eps
        and same(QUIET @ away, away / eps**0.5, rtol=0.01)
    ),
    "A token of 768 features has a Jacobian of 768 · 768 = 589,824 entries, "
    "and every token has its own. No layer ever writes them down.": (
        768 * 768 == 589824 and not same(slopes(hat, 2 * x), J)
    ),
    "how does a layer send a gradient back without the matrix?": (
        same(u @ J, (u - u.mean() - x_hat * (x_hat * u).mean()) / s)
    ),
}
