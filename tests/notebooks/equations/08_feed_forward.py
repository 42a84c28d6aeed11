"""The equations of lesson 08."""

import numpy as np

from course_lib.evidence import central_differences as slopes
from course_lib.layers import FeedForward, softmax

draw = np.random.default_rng(8)
m, d, wide, n = 3, 2, 4, 2
X, T = draw.normal(size=(2, m, n))
W1, W2 = draw.normal(size=(d, wide)), draw.normal(size=(wide, n))
b1, b2 = draw.normal(size=wide), draw.normal(size=n)
layer = FeedForward(d, wide)
layer.W1[:], layer.b1[:], layer.W2[:], layer.b2[:] = W1, b1, W2, b2
made = layer.forward(X)
M = X @ W1 + b1
H = np.maximum(0, M)
Y = H @ W2 + b2
G = 2 * (Y - T) / (m * n)
D = (M > 0) * (G @ W2.T)


def loss(Y):
    every = [(Y[t, i] - T[t, i]) ** 2 for t in range(m) for i in range(n)]
    return sum(every) / (m * n)


def loss_by(X=X, W1=W1, b1=b1, W2=W2, b2=b2):
    return loss(np.maximum(0, X @ W1 + b1) @ W2 + b2)


def loss_behind(M):
    return loss(np.maximum(0, M) @ W2 + b2)


# Targets whose rows sum to 1, not only with a single 1.
P = np.array([[0.2, 0.8], [1, 0], [0.5, 0.5]])
S = np.array([sum(np.exp(row)) for row in Y])
p = np.exp(Y) / S[:, None]


def cost(Y):
    """Return the cross entropy of each token."""
    return -(P * np.log(softmax(Y))).sum(1)


def slope_in_row(function):
    """Return the slopes of each row's number by the entries of that row."""
    by_all = slopes(function, Y)  # (rows, rows, features)
    return np.stack([by_all[t, t] for t in range(m)])


knots, weights = np.array([-1.0, 0.5, 2.0]), np.array([0.7, -2.0, 1.5])
curve = FeedForward(1, 3)
curve.W1[:], curve.b1[:] = 1, -knots
curve.W2[:], curve.b2[:] = weights[:, None], 0.3
at = np.linspace(-3, 3, 7)


moved = FeedForward(d, wide)
for name, parameter in layer.parameters().items():
    getattr(moved, name)[...] = parameter
moved.forward(X)
moved.backward(G)
before = {n: q.copy() for n, q in moved.parameters().items()}
steps = {n: before[n] - 0.3 * moved.gradients()[n] for n in before}
moved.step(0.3)

EQUATIONS = {
    r"M = XW_1 + b_1, \qquad H = \max(0, M), \qquad Y = HW_2 + b_2": [
        (layer.pre_activation, M),
        (layer.hidden, H),
        (made, Y),
    ],
    r"y = b_2 + \sum_j w_j \max(0, x - k_j)": [
        (
            curve.forward(at[:, None])[:, 0],
            [0.3 + sum(w * max(0, x - k) for w, k in zip(weights, knots))
             for x in at],
        ),
    ],
    r"""\boxed{\frac{\partial L}{\partial b_2} = \sum_t G_t} \qquad
    \boxed{\frac{\partial L}{\partial W_2} = H^\top G}""": [
        (slopes(lambda b2: loss_by(b2=b2), b2), sum(G[t] for t in range(m))),
        (slopes(lambda W2: loss_by(W2=W2), W2), H.T @ G),
    ],
    r"""\boxed{D = \frac{\partial L}{\partial M}
    = (M > 0) \circ (G W_2^\top)}""": [(slopes(loss_behind, M), D)],
    r"""\boxed{\frac{\partial L}{\partial b_1} = \sum_t D_t} \qquad
    \boxed{\frac{\partial L}{\partial W_1} = X^\top D} \qquad
    \boxed{\frac{\partial L}{\partial X} = D\,W_1^\top}""": [
        (slopes(lambda b1: loss_by(b1=b1), b1), sum(D[t] for t in range(m))),
        (slopes(lambda W1: loss_by(W1=W1), W1), X.T @ D),
        (slopes(lambda X: loss_by(X=X), X), D @ W1.T),
    ],
    r"""L = \frac{1}{mn}\sum_{ti} (Y_{ti} - T_{ti})^2, \qquad
    G = \frac{2\,(Y - T)}{mn}""": [
        (np.mean((Y - T) ** 2), loss(Y)),
        (slopes(loss, Y), G),
    ],
    r"p_{ti} = \frac{e^{Y_{ti}}}{\sum_k e^{Y_{tk}}}": [(softmax(Y), p)],
    r"L = -\frac1m \sum_{ti} T_{ti} \ln p_{ti}": [
        (np.mean(cost(Y)), -(P * np.log(p)).sum() / m),
    ],
    r"G = \frac{p - T}{m}": [
        (slopes(lambda Y: np.mean(cost(Y)), Y), (p - P) / m),
    ],
    r"""\begin{aligned}
    \ln p_{ti} &= Y_{ti} - \ln S_t && \text{logarithm of a fraction} \\
    c_t = -\sum_i T_{ti} \ln p_{ti}
    &= \ln S_t \sum_i T_{ti} - \sum_i T_{ti} Y_{ti} && \text{split the sum} \\
    &= \ln S_t - \sum_i T_{ti} Y_{ti} && \text{targets of a row sum to 1} \\
    \frac{\partial S_t}{\partial Y_{ti}} &= e^{Y_{ti}} && \text{slope of e} \\
    \frac{\partial \ln S_t}{\partial Y_{ti}} &= \frac{e^{Y_{ti}}}{S_t} = p_{ti}
    && \text{slope of ln} \\
    \frac{\partial c_t}{\partial Y_{ti}} &= p_{ti} - T_{ti}
    && \text{sum rule; then divide by } m
    \end{aligned}""": [
        (np.log(softmax(Y)), Y - np.log(S)[:, None]),
        (
            cost(Y),
            np.log(S) * P.sum(1) - (P * Y).sum(1),
            np.log(S) - (P * Y).sum(1),
        ),
        (slope_in_row(lambda Y: np.exp(Y).sum(1)), np.exp(Y)),
        (
            slope_in_row(lambda Y: np.log(np.exp(Y).sum(1))),
            np.exp(Y) / S[:, None],
            p,
        ),
        (slope_in_row(cost), p - P),
    ],
    # In a line of prose.
    r"(XW_1 + b_1)W_2 + b_2 = X\,(W_1W_2) + (b_1W_2 + b_2)": [
        ((X @ W1 + b1) @ W2 + b2, X @ (W1 @ W2) + (b1 @ W2 + b2))
    ],
    r"Y_{ti} = \sum_j H_{tj} W_{2,ji} + b_{2,i}": [
        (made[1, 0], sum(H[1, j] * W2[j, 0] for j in range(wide)) + b2[0])
    ],
    r"\theta \leftarrow \theta - \mathrm{lr} \cdot d\theta": [
        (moved.parameters()[n], steps[n]) for n in steps
    ],
    r"M = XW_1 + b_1": [(layer.pre_activation, M)],
    r"Y = HW_2 + b_2": [(made, Y)],
    r"dW_2 = H^\top G": [(slopes(lambda W2: loss_by(W2=W2), W2), H.T @ G)],
    r"\ln(a/b) = \ln a - \ln b": [(np.log(S / m), np.log(S) - np.log(m))],
    r"(e^u)' = e^u u'": [(slopes(lambda v: np.exp(v**2), b2).diagonal(),
                         np.exp(b2**2) * 2 * b2)],
    r"(\ln u)' = u'/u": [(slopes(lambda v: np.log(v**2), b2).diagonal(),
                          2 * b2 / b2**2)],
}  # fmt: skip
