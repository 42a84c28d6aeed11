"""The equations of lesson 02."""

import math

import numpy as np

a, b, x, y = np.random.default_rng(2).normal(size=(4, 3))
A, B, D = np.random.default_rng(3).normal(size=(3, 3, 3))
N, one, mu = 3, np.ones(3), sum(x) / 3
sigma = np.std(x)
C = np.eye(N) - np.outer(one, one) / N
angle = math.acos(np.dot(a, b) / math.dist(a, 0 * a) / math.dist(b, 0 * b))
shadow = math.cos(angle) * math.dist(a, 0 * a)
t = shadow / math.dist(b, 0 * b)
U, unit = np.outer(one, one) / N, np.eye(N)
basis = np.linalg.qr(A)[0][:, :2]
onto = basis @ basis.T  # an orthogonal projection
x_hat, e = (C @ x) / sigma, unit[1]
length = np.linalg.norm

LEFT, RIGHT = np.array([[1, 2], [3, 4]]), np.array([[5, 6], [7, 8]])

EQUATIONS = {
    r"""A B = \binom{1}{3}(5\;\;6) + \binom{2}{4}(7\;\;8)
    = \begin{pmatrix}5 & 6\\15 & 18\end{pmatrix}
    + \begin{pmatrix}14 & 16\\28 & 32\end{pmatrix}
    = \begin{pmatrix}19 & 22\\43 & 50\end{pmatrix}""": [
        (LEFT @ RIGHT, np.outer([1, 3], [5, 6]) + np.outer([2, 4], [7, 8]),
         np.array([[5, 6], [15, 18]]) + np.array([[14, 16], [28, 32]]),
         np.array([[19, 22], [43, 50]])),
    ],
    r"a \cdot b = \sum_{i=1}^{N} a_i b_i": [
        (np.dot(a, b), sum(a[i] * b[i] for i in range(N))),
    ],
    r"|a + b|^2 = (a + b) \cdot (a + b) = |a|^2 + 2\,a \cdot b + |b|^2": [
        (math.dist(a, -b) ** 2, (a + b) @ (a + b),
         math.dist(a, 0 * a) ** 2 + 2 * a @ b + math.dist(b, 0 * b) ** 2),
    ],
    r"""(a - t\,b) \cdot b = 0
    \quad\Longrightarrow\quad
    t = \frac{a \cdot b}{b \cdot b}""": [
        ((a - t * b) @ b, 0),
        (t, a @ b / (b @ b)),
    ],
    r"""\mu = x \cdot \tfrac{1}{N}\mathbf{1}
    = \frac{x \cdot \mathbf{1}}{\mathbf{1} \cdot \mathbf{1}}""": [
        (mu, x @ (one / N), x @ one / (one @ one)),
    ],
    r"(AB)^\top = B^\top A^\top": [
        (np.einsum("ij,jk->ki", A, B), B.T @ A.T),
    ],
    r"(AB)D = A(BD)": [(A @ B @ D, A @ (B @ D))],
    r"""C = I - \tfrac{1}{N}\mathbf{1}\mathbf{1}^\top \qquad
    C x = x - \mu \mathbf{1}""": [
        (C @ x, x - mu * one),
    ],
    r"""C x = x - \tfrac{1}{N}\mathbf{1}(\mathbf{1}^\top x)
    = x - \mu\mathbf{1}""": [
        (C @ x, x - one / N * (one @ x), x - mu * one),
    ],
    r"|x|^2 = N\mu^2 + N\sigma^2": [
        (math.dist(x, 0 * x) ** 2, N * mu**2 + N * sigma**2),
    ],
    # In a line of prose.
    r"CC = C": [(C @ C, C)],
    r"UU = \mathbf{1}(\mathbf{1}^\top\mathbf{1})\mathbf{1}^\top/N^2": [
        (U @ U, one[:, None] * (one @ one) @ one[None] / N**2)
    ],
    r"CC = I - 2U + UU = C": [
        (C @ C, (unit - U) @ (unit - U), unit - 2 * U + U @ U, unit - U, C)
    ],
    r"PP = P": [(onto @ onto, onto)],
    r"\sigma = |Cx| / \sqrt{N}": [(sigma, length(C @ x) / N**0.5)],
    r"\hat{x}_i = \hat{x} \cdot Ce": [(x_hat[1], x_hat @ (C @ e))],
    r"|Ce|^2 = 1 - N \cdot (1/N)^2 = 1 - 1/N": [
        (length(C @ e) ** 2, 1 - N * (1 / N) ** 2, 1 - 1 / N)
    ],
    r"|\hat{x}|\,|Ce| = \sqrt{N}\,\sqrt{1 - 1/N} = \sqrt{N - 1}": [
        (
            length(x_hat) * length(C @ e),
            N**0.5 * (1 - 1 / N) ** 0.5,
            (N - 1) ** 0.5,
        )
    ],
    r"C = C^\top": [(C, C.T)],
    r"C C = (I - U)(I - U)": [(C @ C, (unit - U) @ (unit - U))],
    r"\sum (x_i - \mu)^2 = N\sigma^2": [(sum((x - mu) ** 2), N * sigma**2)],
}  # fmt: skip
