r"""What a norm behind a weight makes of the weight's gradient and length.

y = norm(h) with h = xW. Without ε, y does not notice the length of h, so no
gradient is left along W; from there everything else follows by algebra.
"""

import sympy as sp

from course_lib.evidence.proof import Proof, by_hand, slopes, step, symbols

N, ROWS = 3, 2
eps, eta, decay, c, beta = sp.symbols("ε η λ c β", positive=True)
t = sp.Symbol("t", integer=True, nonnegative=True)


def total(A):
    """Return the sum of all entries."""
    return sum(A, sp.S.Zero)


def hadamard(A, B):
    """Return the sum of A ∘ B."""
    return total(A.multiply_elementwise(B))


def normalized(h, centred=True):
    """Return x̂ and s of a row."""
    h = h - total(h) / N * sp.ones(*h.shape) if centred else h
    s = sp.sqrt(hadamard(h, h) / N + eps)
    return h / s, s


def prove_no_gradient_along(claim=None):
    """Prove that ⟨dW, W⟩ is what ε leaves, and 0 without it.

    Parameters
    ----------
    claim : sympy expression, optional
        The factor of x̂ in what comes back from a step along h: ε/s².
    """
    x, W, b = symbols("x", ROWS, 2), symbols("W", 2, N), symbols("b", 1, N)
    g, h = symbols("g", ROWS, N), symbols("h", 1, N)
    ones = sp.ones(ROWS, 1)
    loss = hadamard(g, x * W + ones * b)  # g is the gradient by x W + b
    dW, db = slopes(loss, W), slopes(loss, b)
    x_hat, s = normalized(h)
    along = x_hat.applyfunc(lambda y: hadamard(slopes(y, h), h))
    claim = eps / s**2 if claim is None else claim
    rows = x_hat.applyfunc(lambda y: total(slopes(y, h)))
    without = (claim * x_hat).subs(eps, 0)
    return Proof(
        "No gradient along a weight before a norm",
        (
            step(
                "a step along W is a step along h",
                r"\langle dW, W\rangle = \sum_t \langle dh_t, h_t\rangle, "
                r"\quad h = xW",
                hadamard(dW, W),
                hadamard(g, x * W),
            ),
            step(
                "with a bias, W and b together",
                r"\langle dW, W\rangle + \langle db, b\rangle = "
                r"\sum_t \langle dh_t, h_t\rangle, \quad h = xW + b",
                hadamard(dW, W) + hadamard(db, b),
                hadamard(g, x * W + ones * b),
            ),
            step(
                "LayerNorm and a step along h",
                r"\sum_j h_j\,\frac{\partial \hat x_i}{\partial h_j} = "
                r"\frac{\varepsilon}{s^2}\,\hat x_i",
                along,
                claim * x_hat,
                sp.simplify,
            ),
            step(
                "without ε",
                r"\langle dW, W\rangle = 0",
                without,
                sp.zeros(1, N),
            ),
            step(
                "a shift of h, with ε too",
                r"\sum_j \frac{\partial \hat x_i}{\partial h_j} = 0, "
                r"\text{ so each row of } dW \text{ sums to } 0",
                rows,
                sp.zeros(1, N),
                sp.simplify,
            ),
        ),
    )


def prove_length(growth=None):
    """Prove what a step does to |W| if the gradient has no part along it.

    Parameters
    ----------
    growth : sympy expression, optional
        What |W|² grows by under plain descent, in η and ‖dW‖² = D.
    """
    w, d = symbols("w", 1, 3), symbols("d", 1, 3)
    v, D = symbols("v", 1, 3), sp.Symbol("D", positive=True)
    growth = eta**2 * D if growth is None else growth
    wd, dd = hadamard(w, d), hadamard(d, d)

    def square(row):
        return hadamard(row, row)

    # Momentum: v' = β v + d and w' = w − η v', where ⟨d, w⟩ = 0.
    moved = beta * v + d
    inner = hadamard(w - eta * v, beta * v + d)
    # d belongs to the new w, so it is orthogonal to w − η v
    orthogonal = hadamard(d, w - eta * v)
    return Proof(
        "What a step does to the length of W",
        (
            step(
                "plain descent",
                r"\|W - \eta\,dW\|^2 = \|W\|^2 + \eta^2\|dW\|^2",
                square(w - eta * d) - square(w) + 2 * eta * wd,
                growth.subs(D, dd),
            ),
            step(
                "descent with decay",
                r"\|(1 - \eta\lambda) W - \eta\,dW\|^2 = "
                r"(1 - \eta\lambda)^2 \|W\|^2 + \eta^2 \|dW\|^2",
                square((1 - eta * decay) * w - eta * d)
                + 2 * eta * (1 - eta * decay) * wd,
                (1 - eta * decay) ** 2 * square(w) + eta**2 * dd,
            ),
            step(
                "momentum: the velocity never points along W",
                r"\langle W', v'\rangle = \beta\left(\langle W, v\rangle "
                r"- \eta\|v\|^2\right), \quad W' = W - \eta v, "
                r"\; v' = \beta v + dW'",
                inner - orthogonal,
                beta * (hadamard(w, v) - eta * hadamard(v, v)),
            ),
            step(
                "momentum: so every step makes W longer",
                r"\|W - \eta v\|^2 - \|W\|^2 = \eta^2\|v\|^2 "
                r"- 2\eta\langle W, v\rangle",
                square(w - eta * moved) - square(w),
                eta**2 * square(moved) - 2 * eta * hadamard(w, moved),
            ),
        ),
    )


def prove_rate(power=2):
    """Prove that W times c and its rate times c² train alike.

    Parameters
    ----------
    power : int
        The claimed power of c.
    """
    h, w, d = (symbols(name, 1, N) for name in "hwd")
    x_hat, _ = (each.subs(eps, 0) for each in normalized(h))
    scaled = {old: c * old for old in h}
    slope = x_hat.applyfunc(lambda y: sp.diff(y, h[0]))
    return Proof(
        "A longer weight is a smaller rate",
        (
            step(
                "the same output",
                r"\hat x(c\,h) = \hat x(h)",
                x_hat.subs(scaled, simultaneous=True),
                x_hat,
                sp.simplify,
            ),
            step(
                "a gradient c times smaller",
                r"dW(c\,W) = \frac{1}{c}\,dW(W)",
                slope.subs(scaled, simultaneous=True),
                slope / c,
                sp.simplify,
            ),
            step(
                "plain descent, rate times c²",
                r"cW - c^2\eta\,\frac{dW}{c} = c\,(W - \eta\,dW)",
                c * w - c**power * eta * d / c,
                c * (w - eta * d),
            ),
            step(
                "Adam without ε, rate times c",
                r"cW - c\,\eta\,u = c\,(W - \eta\,u)",
                c * w - c * eta * d,
                c * (w - eta * d),
            ),
        ),
    )


def prove_decay(power=None):
    """Prove that decay is a growing rate.

    Parameters
    ----------
    power : sympy expression, optional
        The claimed power of k = 1 − ηλ in the rate: −(2t + 1).
    """
    w, d = symbols("w", 1, 3), symbols("d", 1, 3)
    k = sp.Symbol("k", positive=True)
    power = -(2 * t + 1) if power is None else power
    # V is W without its decay: W = kᵗ V, so dW(W) = dW(V) / kᵗ.
    decayed = k * (k**t * w) - eta * d / k**t
    r = sp.Symbol("r", positive=True)  # η²‖dW‖² / ‖W‖² at balance
    (balance,) = sp.solve((1 - eta * decay) ** 2 + r - 1, r)
    return Proof(
        "Weight decay is a growing rate",
        (
            step(
                "one step of W, written for V = W / kᵗ",
                r"V_{t+1} = V_t - \eta\,k^{-(2t+1)}\,dV_t, "
                r"\quad k = 1 - \eta\lambda",
                (decayed / k ** (t + 1)).applyfunc(sp.powsimp),
                (w - eta * k**power * d).applyfunc(sp.powsimp),
                sp.simplify,
            ),
            step(
                "where growth and decay are in balance",
                r"\frac{\eta^2\|dW\|^2}{\|W\|^2} = 2\eta\lambda - "
                r"(\eta\lambda)^2",
                balance,
                2 * eta * decay - (eta * decay) ** 2,
            ),
            by_hand(
                "the angle of a step, for a small ηλ",
                r"\alpha \approx \frac{\eta\|dW\|}{\|W\|} \approx "
                r"\sqrt{2\eta\lambda}",
                balance,
                2 * eta * decay,
            ),
        ),
    )
