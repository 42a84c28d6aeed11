"""The sheet of formulas: letters, code and layers give the same numbers.

The code of each row runs as it is printed, from top to bottom. ``LETTERS``
has, for the letters of each row, what they come to: added up entry by entry
here, or found by slopes, or made by the layers of the course.
"""

import ast
import math
import re

import numpy as np
import pytest
from course_pages import prose

from course_lib.evidence import central_differences as slopes
from course_lib.layers import (
    AddNorm,
    FeedForward,
    GatedFeedForward,
    LayerNorm,
    RMSNorm,
    softmax,
    softmax_cross_entropy,
    squared_error,
)
from lesson_parts.real_model.encoder import attention
from lesson_parts.real_model.erf import erf

ROW = re.compile(r"^\| .+\]\(\S+\) \| \$(.+?)\$<br>`(.+?)` \|$", re.M)
TOKENS, N, WIDE = 3, 4, 5
EPS, LR = 0.1, 0.3
draw = np.random.default_rng(3)
x, dy, T, Q, K, V = draw.normal(size=(6, TOKENS, N))
gamma, beta, v, u, dy_v, a, b, b2 = draw.normal(size=(8, N))
W1, W_gate, W_up = draw.normal(size=(3, N, WIDE))
W2, W_down = draw.normal(size=(2, WIDE, N))
b1 = draw.normal(size=WIDE)
one_hot = np.eye(N)[[2, 0, 3]]


def f(x):
    """Mix the features of a token: a sublayer whose slopes are known."""
    return np.sin(x) * np.roll(x, 1, -1)


def with_(layer, **parameters):
    """Return a layer that has these parameters."""
    for name, value in parameters.items():
        getattr(layer, name)[...] = value
    return layer


def rows(rule):
    """Return one number for each token, from its entries: (tokens, 1)."""
    return np.array([[rule([float(entry) for entry in row])] for row in x])


def mean(row):
    return sum(row) / N


def variance(row):
    return sum((entry - mean(row)) ** 2 for entry in row) / N


def SiLU(m):
    return m / (1 + np.exp(-m))


def loss_of(pre):
    """Return the squared error of what follows the pre-activation."""
    return np.mean((np.maximum(0, pre) @ W2 + b2 - T) ** 2)


def dSiLU(m):
    return (SiLU(m + 1e-6) - SiLU(m - 1e-6)) / 2e-6


plain = LayerNorm(N, eps=EPS)
norm = with_(LayerNorm(N, eps=EPS), gamma=gamma, beta=beta)
y, dx = norm.forward(x), norm.backward(dy)
x_hat, J = plain.forward(x), slopes(plain.forward, v)
squeezed = np.sort(np.linalg.eigvalsh(J))
add = with_(AddNorm(N, eps=EPS), gamma=gamma, beta=beta)
add.forward(f(x), x - f(x))
ffn = with_(FeedForward(N, WIDE), W1=W1, b1=b1, W2=W2, b2=b2)
Y = ffn.forward(x)
square, G = squared_error(Y, T)
dX = ffn.backward(G)
rms = with_(RMSNorm(N, eps=EPS), gamma=gamma)
rms.forward(x)
gate = with_(
    GatedFeedForward(N, WIDE), W_gate=W_gate, W_up=W_up, W_down=W_down
)
stepped = with_(FeedForward(N, WIDE), W1=W1, b1=b1, W2=W2, b2=b2)
stepped.forward(x)
stepped.backward(G)
stepped.step(LR)
pre = ffn.pre_activation
loudest = LayerNorm(N, eps=0).forward(np.eye(N)[0] * 7).max()
one_row = RMSNorm(N, eps=EPS)
one_row.forward(v)
half = np.linalg.norm(a / math.hypot(*a) - b / math.hypot(*b)) / 2  # chord


def loss_by_hidden(hidden):
    """Return a loss whose slopes with respect to Y are G."""
    return (LAST_G * (hidden @ W_down)).sum()


LAST_G = softmax_cross_entropy(Y, one_hot)[1]  # G of the row above


# fmt: off
LETTERS = {
    r"\mu = \frac{1}{N}\sum_i x_i": [rows(mean)],
    r"\sigma^2 = \frac{1}{N}\sum_i (x_i - \mu)^2": [rows(variance)],
    r"\sigma^2 = \frac{1}{N}\sum_i x_i^2 - \mu^2": [rows(variance)],
    r"\sigma = \sqrt{\sigma^2}": [rows(lambda row: variance(row) ** 0.5)],
    r"a \cdot b = \sum_i a_i b_i": [sum(a[i] * b[i] for i in range(N))],
    r"\mu = \frac{x \cdot \mathbf{1}}{\mathbf{1} \cdot \mathbf{1}}":
        [rows(mean)[:, 0]],
    r"C = I - \frac{1}{N}\mathbf{1}\mathbf{1}^\top":
        [slopes(lambda v: v - mean(v), v)],
    r"\lvert x\rvert^2 = N\mu^2 + N\sigma^2":
        [rows(lambda row: sum(entry**2 for entry in row))],
    r"f'(x) \approx \frac{f(x+h) - f(x-h)}{2h}": [math.cos(v[0])],
    r"f'(x) \approx \frac{\operatorname{Im} f(x + ih)}{h}": [math.cos(v[0])],
    r"J_{ij} = \frac{\partial y_i}{\partial x_j}": [slopes(f, v)],
    r"dx_j = \sum_i dy_i \, J_{ij}": [slopes(lambda v: dy_v @ f(v), v)],
    r"y = x + f(x)":
        [[[x[t, i] + f(x[t])[i] for i in range(N)] for t in range(TOKENS)]],
    r"dx = dy + dy\,J_f": [slopes(lambda v: dy_v @ (v + f(v)), v)],
    r"\frac{1}{s} = \frac{1}{\sqrt{\sigma^2 + \varepsilon}}": [norm.rstd],
    r"\hat{x} = \frac{x - \mu}{s}": [x_hat],
    r"\max_i \hat{x}_i \le \sqrt{N-1}": [loudest],
    r"y = \gamma \circ \hat{x} + \beta": [y],
    r"\operatorname{var}(\hat{x}) = \frac{\sigma^2}{\sigma^2 + \varepsilon}":
        [x_hat.var(-1, keepdims=True)],
    r"\frac{\partial \mu}{\partial x_j} = \frac{1}{N}, \quad "
    r"\frac{\partial \sigma^2}{\partial x_j} = \frac{2}{N}(x_j - \mu)":
        [slopes(np.mean, v), slopes(np.var, v)],
    r"\frac{\partial \sigma}{\partial x_j} = \frac{x_j - \mu}{N\sigma}, "
    r"\quad \frac{\partial s}{\partial x_j} = \frac{\hat{x}_j}{N}":
        [slopes(np.std, v), slopes(lambda v: (np.var(v) + EPS) ** 0.5, v)],
    r"\frac{\partial \hat{x}_i}{\partial x_j} = \frac{1}{s}\left(\delta_{ij}"
    r" - \frac{1}{N} - \frac{\hat{x}_i \hat{x}_j}{N}\right)": [J],
    r"Ju = \frac{1}{s}\left(u - \operatorname{mean}(u) - \hat{x}\,"
    r"\operatorname{mean}(\hat{x} \circ u)\right)": [J @ u],
    r"0, \quad \frac{\varepsilon}{s^3}, \quad \frac{1}{s}": [squeezed[:3]],
    r"dx = \frac{1}{s}\left(g - \operatorname{mean}(g) - \hat{x}\,"
    r"\operatorname{mean}(g \circ \hat{x})\right)": [dy * gamma, dx],
    r"d\gamma = \sum_t dy_t \circ \hat{x}_t, \quad d\beta = \sum_t dy_t":
        [norm.dgamma, norm.dbeta],
    r"z = x + f(x), \quad df = dz": [add.backward(dy), add.backward(dy)],
    r"M = XW_1 + b_1, \quad H = \max(0, M), \quad Y = HW_2 + b_2":
        [pre, ffn.hidden, Y],
    r"dW_2 = H^\top G, \quad db_2 = \sum_t G_t": [ffn.dW2, ffn.db2],
    r"D = (M > 0) \circ (G W_2^\top)": [slopes(loss_of, pre)],
    r"dW_1 = X^\top D, \quad db_1 = \sum_t D_t, \quad dX = D W_1^\top":
        [ffn.dW1, ffn.db1, dX],
    r"L = \frac{1}{mn}\sum_{ti}(Y_{ti} - T_{ti})^2, \quad "
    r"G = \frac{2\,(Y - T)}{mn}": [square, G],
    r"p_{ti} = \frac{e^{Y_{ti}}}{\sum_k e^{Y_{tk}}}":
        [np.exp(Y - Y.max(-1, keepdims=True)), softmax(Y)],
    r"L = -\frac{1}{m}\sum_{ti} T_{ti} \ln p_{ti}, \quad "
    r"G = \frac{p - T}{m}":
        [*2 * [np.log(softmax(Y))], *softmax_cross_entropy(Y, one_hot)],
    r"W_1 \leftarrow W_1 - \mathrm{lr} \cdot dW_1": [stepped.W1],
    r"\mathrm{LN}(x + f(x)), \quad x + f(\mathrm{LN}(x))":
        [plain.forward(x + f(x)), x + f(x_hat)],
    r"\mathrm{softmax}\left(\frac{QK^\top}{\sqrt{N}}\right) V":
        [attention(Q[:, None], K[:, None], V[:, None])[:, 0]],
    r"\hat{x} = \frac{x}{r}, \quad r = \sqrt{\frac{1}{N}\sum_i x_i^2 + "
    r"\varepsilon}": [1 / rms.inv_rms, rms.x_hat],
    r"J = \frac{1}{r}\left(I - \frac{1}{N}\hat{x}\hat{x}^\top\right)":
        [slopes(RMSNorm(N, eps=EPS).forward, v)],
    r"dx = \frac{1}{r}\left(g - \hat{x}\,\operatorname{mean}(g \circ "
    r"\hat{x})\right)": [rms.backward(dy)],
    r"m\,\Phi(m), \quad \Phi(m) = \frac{1 + \operatorname{erf}(m/\sqrt{2})}"
    r"{2}": [[[m * (1 + math.erf(m / 2**0.5)) / 2 for m in row]
              for row in pre]],
    r"m\,S(m), \quad S(m) + m\,S(m)\,(1 - S(m)), \quad "
    r"S(m) = \frac{1}{1 + e^{-m}}":
        [1 / (1 + np.exp(-pre)), SiLU(pre), dSiLU(pre)],
    r"Y = (\mathrm{SiLU}(XW_\mathrm{gate}) \circ XW_\mathrm{up})\,"
    r"W_\mathrm{down}": [gate.forward(x)],
    r"dH = GW_\mathrm{down}^\top, \quad dU = \mathrm{SiLU}(M) \circ dH, "
    r"\quad dM = \mathrm{SiLU}'(M) \circ U \circ dH":
        [slopes(loss_by_hidden, SiLU(x @ W_gate) * (x @ W_up)),
         slopes(lambda U: loss_by_hidden(SiLU(x @ W_gate) * U), x @ W_up),
         slopes(lambda M: loss_by_hidden(SiLU(M) * (x @ W_up)), x @ W_gate)],
    r"\cos = \frac{a \cdot b}{\lvert a\rvert\,\lvert b\rvert}":
        [1 - 2 * half**2],
}
# fmt: on


def page():
    """Return the rows of the sheet: letters and code."""
    return ROW.findall(prose("formulas"))


def made(code, names):
    """Run the code of a row; return what it makes, in order."""
    exec(code, names)
    return [
        names[target.id]
        for statement in ast.parse(code).body
        for target in statement.targets
    ]


@pytest.fixture(scope="module")
def computed():
    """Run all rows as they are printed; return what each makes."""
    hat = plain.forward(v)
    names = {
        "np": np, "N": N, "x": x, "a": a, "b": b, "ones": np.ones(N), "v": v,
        "u": u, "dy_v": dy_v, "dy": dy, "f": f, "eps": EPS,
        "gamma": gamma, "beta": beta, "x_hat_v": hat, "X": x, "W1": W1,
        "rstd_v": float(plain.rstd[0]), "b1": b1, "W2": W2, "b2": b2, "T": T,
        "lr": LR, "t": v[0], "h": 1e-5, "G": G, "one_hot": one_hot, "V": V,
        "LN": plain.forward, "softmax": softmax, "Q": Q, "K": K, "erf": erf,
        "SiLU": SiLU, "W_gate": W_gate, "W_up": W_up, "W_down": W_down,
        "dSiLU": dSiLU, "x_rms_v": one_row.x_hat,
        "r_v": 1 / float(one_row.inv_rms[0]),
    }  # fmt: skip
    return {letters: made(code, names) for letters, code in page()}


def test_every_formula_is_compared(computed):
    assert len(computed) == len(page()) > 35, "two rows have the same letters"
    assert computed.keys() == LETTERS.keys(), (
        f"change LETTERS in this file: it lacks {computed.keys() - LETTERS}, "
        f"and {LETTERS.keys() - computed} is not on the page"
    )


@pytest.mark.parametrize("letters", LETTERS)
def test_letters_code_and_layers_agree(letters, computed):
    found, wanted = computed[letters], LETTERS[letters]
    assert len(found) == len(wanted)
    for one, other in zip(found, wanted):
        np.testing.assert_allclose(one, other, rtol=1e-6, atol=2e-7)
