"""What lesson 06 says in words."""

import numpy as np
from slopes import slopes

from course_lib.layers import LayerNorm

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

CLAIMS = {
    "√(14 + 2) = 4": root(x) == 4,
    "Its deviation falls from 5 to 4.967, because the mean rises": (
        round((moved - moved.mean())[2], 3) == 4.967
        and moved.mean() > x.mean()
    ),
    "so s falls as well, from 4 to 3.967, and that is the larger part of it": (
        round(root(moved), 3) == 3.967
        and 5 / root(moved) - 5 / 4 > 5 / 4 - (moved - moved.mean())[2] / 4
    ),
    "That makes a vector shorter or longer, but does not turn it": same(
        away / s / length(away / s), away / length(away)
    ),
    "ℓ² = 16 + 1 + 25 = 42, so ℓ = 6.48 and ρ = 6.48/4 = 1.62": (
        round(length(away), 2) == 6.48 and round(length(x_hat), 2) == 1.62
    ),
    "would end at ρ = √3 = 1.73": round(length(hat(x, 0)), 2) == 1.73,
    "With ε > 0, x̂ stays inside it": length(x_hat) < 3**0.5,
    "across the ray, along (2, −3, 1), which is orthogonal to **1** and to "
    "Cx": across @ ones == across @ away == 0,
    "When all entries rise alike, their deviations stay what they are": same(
        J @ ones, 0, atol=1e-8
    ),
    "By similar triangles it goes ρ/ℓ = 1/s as far": same(
        J @ across, across / s
    )
    and same(length(x_hat) / length(away), 1 / s),
    "near √3 the curve is almost flat": length(J @ away) < length(away) / 20,
    "With changes ten times smaller the strips get ten times smaller, and "
    "the corner a hundred times": np.isclose(0.002 * 0.005, 0.02 * 0.05 / 100)
    and np.isclose(0.002 * 2, 0.02 * 2 / 10),
    "(w·h)′ = w′·h + w·h′": same(
        slopes(lambda v: np.sin(v[0]) * v[0] ** 2, [0.7]),
        np.cos(0.7) * 0.7**2 + np.sin(0.7) * 2 * 0.7,
    ),
    "(w²)′ = 2w·w′": same(
        slopes(lambda v: np.sin(v[0]) ** 2, [0.7]),
        2 * np.sin(0.7) * np.cos(0.7),
    ),
    "its root rises by √b − √a, and 1 over it changes by 1/b − 1/a": (
        np.isclose(np.sqrt(9) - np.sqrt(4), 3 - 2)
    ),
    "settle down, at 1/(2√a) and −1/a²": same(
        [
            slopes(lambda v: v[0] ** 0.5, [4.0])[0],
            slopes(lambda v: 1 / v[0], [4.0])[0],
        ],
        [1 / (2 * 4**0.5), -1 / 4**2],
    ),
    "s² = ℓ²/N + ε": np.isclose(s**2, length(away) ** 2 / N + eps),
    "For our token 2/4³ = 1/32": same(J @ away, away / 32),
    "The part along the ray needs the factor ε/s³ in all": same(
        J @ away, eps / s**3 * away
    ),
    "Take the rest of it away, 1 − ε/s² = σ²/s²": np.isclose(
        1 - eps / s**2, np.var(x) / s**2
    ),
    "x̂ᵀx̂ is N times the variance of x̂, and that is σ²/s²": np.isclose(
        x_hat @ x_hat, N * np.var(x) / s**2
    ),
    "What LayerNorm takes away is therefore x̂ times x̂ᵀu/N": same(
        s * (J @ u), u - u.mean() - x_hat * (x_hat @ u) / N
    ),
    "At ε = 0 they are the same, since then x̂ᵀx̂ = N": np.isclose(
        hat(x, 0) @ hat(x, 0), N
    ),
    "With ε the mean takes a little less, σ²/s² of the shadow": same(
        x_hat * (x_hat @ u) / N, np.var(x) / s**2 * t * x_hat
    ),
    "Its width gets the factor s·ε/s³ = ε/s²": np.isclose(
        s * eps / s**3, eps / s**2
    ),
    "At ε = 2 that is 2/16 = 1/8": eps / s**2 == 1 / 8,
    "It is 1/2 where ε is half of s² = 14 + ε, so at ε = 14, which is σ²": (
        14 / (14 + 14) == 1 / 2 and np.isclose(np.var(x), 14)
    ),
    "Of two numbers x̂ says only which one is larger": (
        same(hat([3, 7], 0), [-1, 1]) and same(hat([9, 7], 0), [1, -1])
    ),
    "no entry of J is larger than 0.000000625": np.isclose(
        1e-5 / (2**2 + 1e-5) ** 1.5 / 2, 6.25e-7, rtol=1e-3
    ),
    "For i = 1 and j = 2 you should get −11/192": np.isclose(
        J[1, 2], -11 / 192
    ),
    "You should get 2/3 where i = j, and −1/3 where not": same(
        slopes(lambda x: x - x.mean(), x)[0], [2 / 3, -1 / 3, -1 / 3]
    ),
    "Row 0 of 12·J begins with 3 − 1 − 1 = 1 and −1 − 1/4 = −5/4": same(
        12 * J[0, :2], [1, -5 / 4]
    ),
    "**every row of J adds up to 0**": same(J.sum(axis=1), 0, atol=1e-8),
    "J is symmetric": same(J, J.T),
    "a step across makes Cx longer, whichever way it points": (
        length(away + 0.5 * across)
        > length(away)
        < length(away - 0.5 * across)
    ),
    "J divides by s, so farther out dx is smaller": (
        length(slopes(hat, x + 9 * away) @ across) < length(J @ across)
    ),
    "The longer the step, the more": max(steps(20)) > max(steps(5)),
    "x̂ lies on the ray of Cx, at distance √N·ℓ/√(ℓ² + Nε)": np.isclose(
        length(x_hat),
        N**0.5 * length(away) / (length(away) ** 2 + N * eps) ** 0.5,
    ),
    "it moves by ε/s³ of a nudge along the ray, and by 1/s of one across": (
        same(J @ away, eps / s**3 * away) and same(J @ across, across / s)
    ),
    "J u = (u − mean(u) − x̂·mean(x̂ ∘ u)) / s": same(
        J @ u, (u - u.mean() - x_hat * (x_hat * u).mean()) / s
    ),
    "J = (I − **11**ᵀ/N − x̂x̂ᵀ/N)/s, for every N": same(
        J, (np.eye(3) - 1 / N - np.outer(x_hat, x_hat) / N) / s
    ),
    "ρ′(ℓ) = ε/s³, the slope of the curve": same(J @ away, eps / s**3 * away),
    "So their gradient is orthogonal to them, and every plain step makes them "
    "longer": np.isclose(np.sum(W * dW), 0, atol=1e-6)
    and all(length(W - lr * dW) > length(W) for lr in (0.01, 0.1, 1)),
}
