"""The equations of lesson 09."""

import numpy as np

from course_lib.evidence import central_differences as slopes
from course_lib.layers import GatedFeedForward, RMSNorm, softmax
from lesson_parts.real_model.encoder import attention

draw = np.random.default_rng(10)
N, eps, wide = 4, 0.1, 5
X, dY = draw.normal(size=(2, 3, N))
W_Q, W_K, W_V = draw.normal(size=(3, N, N))
W_gate, W_up = draw.normal(size=(2, N, wide))
W_down = draw.normal(size=(wide, N))
Q, K, V = X @ W_Q, X @ W_K, X @ W_V
of_one_head = attention(*(a[:, None] for a in (Q, K, V)))[:, 0]
x = X[0]
norm = RMSNorm(N, eps=eps)
norm.gamma[:] = gamma = np.array([2, 1, -1, 0.5])
y = norm.forward(x)
r = np.sqrt(sum(x**2) / N + eps)
x_hat = x / r
layer = GatedFeedForward(N, wide)
layer.W_gate[:], layer.W_up[:], layer.W_down[:] = W_gate, W_up, W_down
made, dX = layer.forward(X), layer.backward(dY)
M, U = X @ W_gate, X @ W_up
S = 1 / (1 + np.exp(-M))
silu, silu_slope = M * S, S + M * S * (1 - S)
H = silu * U
dH = dY @ W_down.T
dU, dM = silu * dH, silu_slope * U * dH


def root(x):
    return np.sqrt(np.mean(x**2) + eps)


def by(M, U):
    """Return the loss whose gradient by Y is dY."""
    return np.sum(dY * ((M / (1 + np.exp(-M)) * U) @ W_down))


slope_of_r = slopes(root, x)
J = slopes(lambda x: x / root(x), x)

EQUATIONS = {
    r"""\mathrm{attention}(X) =
    \mathrm{softmax}\!\left(\frac{Q K^\top}{\sqrt{N}}\right) V,
    \qquad Q = X W_Q, \quad K = X W_K, \quad V = X W_V""": [
        (of_one_head, softmax(Q @ K.T / np.sqrt(N)) @ V),
    ],
    r"""y = \gamma\,\hat{x}, \qquad \hat{x} = \frac{x}{r}, \qquad
    r = \sqrt{\tfrac{1}{N}\textstyle\sum_i x_i^2 + \varepsilon}""": [
        (y, gamma * x_hat),
        (norm.x_hat, x_hat),
        (1 / norm.inv_rms[0], r),
    ],
    r"""\begin{aligned}
    r^2 &= \tfrac{1}{N}\textstyle\sum_k x_k^2 + \varepsilon
    && \text{what } r \text{ is} \\
    2r\,\frac{\partial r}{\partial x_j} &= \frac{2}{N}\,x_j
    \;\Rightarrow\; \frac{\partial r}{\partial x_j} = \frac{\hat{x}_j}{N}
    && \text{square rule on both sides} \\
    \frac{\partial \hat{x}_i}{\partial x_j}\, r
     + \hat{x}_i\,\frac{\hat{x}_j}{N} &= \delta_{ij}
    && \text{product rule on } \hat{x}_i\,r = x_i \\
    J &= \frac{1}{r}\left(I - \frac{1}{N}\hat{x}\hat{x}^\top\right)
    && \text{solve for it}
    \end{aligned}""": [
        (norm.inv_rms[0] ** -2, sum(entry**2 for entry in x) / N + eps),
        (2 * r * slope_of_r, 2 / N * x),
        (slope_of_r, x_hat / N),
        (J * r + np.outer(x_hat, x_hat) / N, np.eye(N)),
        (J, (np.eye(N) - np.outer(x_hat, x_hat) / N) / r),
    ],
    r"""M = X W_\mathrm{gate}, \qquad U = X W_\mathrm{up}, \qquad
    H = \mathrm{SiLU}(M) \circ U, \qquad Y = H\,W_\mathrm{down}""": [
        (layer.pre_activation, M),
        (layer.up, U),
        (layer.hidden, H),
        (made, H @ W_down),
    ],
    r"""dU = \mathrm{SiLU}(M) \circ dH, \qquad
    dM = \mathrm{SiLU}'(M) \circ U \circ dH, \qquad
    dX = dM\,W_\mathrm{gate}^\top + dU\,W_\mathrm{up}^\top""": [
        (slopes(lambda U: by(M, U), U), dU),
        (slopes(lambda M: by(M, U), M), dM),
        (
            slopes(lambda X: by(X @ W_gate, X @ W_up), X),
            dX,
            dM @ W_gate.T + dU @ W_up.T,
        ),
    ],
    # In a line of prose.
    r"dH = G W_\mathrm{down}^\top": [
        (slopes(lambda H: np.sum(dY * (H @ W_down)), H), dY @ W_down.T)
    ],
}  # fmt: skip
