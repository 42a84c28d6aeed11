"""The gated feed-forward layer's backward pass: four gradients."""

import numpy as np

from answer_check.exercise import Case, Exercise


def gated_backward(dy, x, W_gate, W_up, W_down):
    """Return dx, dW_gate, dW_up, dW_down; dy and x are 2-D."""
    pre_activation, up = x @ W_gate, x @ W_up
    sigmoid = 1 / (1 + np.exp(-pre_activation))
    gate = pre_activation * sigmoid
    dhidden = dy @ W_down.T
    dgate = dhidden * up
    dup = dhidden * gate
    slope = sigmoid * (1 + pre_activation * (1 - sigmoid))
    dpre = dgate * slope
    dx = dpre @ W_gate.T + dup @ W_up.T
    return dx, x.T @ dpre, x.T @ dup, (gate * up).T @ dy


def _side_by_side(dy, x, W_gate, W_up, W_down):
    W = np.concatenate([W_gate, W_up], axis=1)
    m, up = np.split(x @ W, 2, axis=1)
    s = (1 + np.tanh(m / 2)) / 2
    dhidden = np.einsum("tk,jk->tj", dy, W_down)
    d = np.hstack([dhidden * up * (s + m * s * (1 - s)), dhidden * m * s])
    dW_gate, dW_up = np.split(x.T @ d, 2, axis=1)
    return d @ W.T, dW_gate, dW_up, np.einsum("tj,tk->jk", m * s * up, dy)


def _token_by_token(dy, x, W_gate, W_up, W_down):
    dx, totals = [], [np.zeros_like(W) for W in (W_gate, W_up, W_down)]
    for row, g in zip(x, dy):
        m, up = row @ W_gate, row @ W_up
        silu = m / (1 + np.exp(-m))
        dm = (W_down @ g) * up * (silu + (1 - silu) / (1 + np.exp(-m)))
        dup = (W_down @ g) * silu
        dx.append(W_gate @ dm + W_up @ dup)
        for total, pair in zip(
            totals, [(row, dm), (row, dup), (silu * up, g)]
        ):
            total += np.outer(*pair)
    return np.array(dx), *totals


def _case(rng, tokens, d_model, d_ff, size=1, **about):
    dy, x = rng.normal(size=(2, tokens, d_model))
    W_gate, W_up = rng.normal(size=(2, d_model, d_ff))
    W_down = rng.normal(size=(d_ff, d_model))
    return Case(size * dy, x, W_gate, W_up, W_down, **about)


def _far_from_zero(rng):
    """Make a case in which exp(m) overflows, and exp(−m) as well."""
    dy, x, *weights = _case(rng, 3, 4, 5).args
    return Case(dy, 1e4 * x, *weights, rough=True, note="m of ±10⁴")


SLOPE = "sigmoid * (1 + pre_activation * (1 - sigmoid))"

EXCHANGED = (
    "x @ W_gate, x @ W_up → x @ W_up, x @ W_gate; "
    "dpre @ W_gate.T → dpre @ W_up.T; dup @ W_up.T → dup @ W_gate.T"
)
GRADIENTS = "x.T @ dpre, x.T @ dup → x.T @ dup, x.T @ dpre"

EXERCISE = Exercise(
    lesson="09",
    statement="Write the backward pass of y = (silu(x W_gate) * (x W_up)) "
    "W_down, where silu(m) = m σ(m) and `*` multiplies entry by entry. `dy` "
    "is the gradient of the loss with respect to y; return `dx`, `dW_gate`, "
    "`dW_up`, `dW_down`, in this order. Tokens are rows: `x` and `dy` are "
    "2-D. m of ±10⁴ must work.",
    reference=gated_backward,
    properties={
        "twice the dy gives twice the dx": "03: f(dy=2 * dy).dx == 2 * dx",
        "with x = 0, dW_gate is 0": "09: f(x=0 * x).dW_gate + W_gate == "
        "W_gate",
        "with W_up = 0 nothing reaches W_gate, and dW_gate is 0": "09: "
        "f(W_up=0 * W_up).dW_gate + W_gate == W_gate",
    },
    given=3,
    accepted=[_side_by_side, _token_by_token],
    outputs=("dx", "dW_gate", "dW_up", "dW_down"),
    mistakes={
        "dhidden * up → dhidden * gate; dhidden * gate → dhidden * up": "You "
        "made dL/dgate with the gate and dL/dup with up; it is the other way "
        "round. The slope of a · b with respect to a is b.",
        "dhidden * up → dhidden": "You handed dL/dhidden to the gate as it "
        "is. The gate is multiplied by up, so its gradient is, too.",
        "dhidden * gate → dhidden": "You handed dL/dhidden to up as it is. "
        "The gate multiplies up on the way forward, so it multiplies the "
        "gradient on the way back.",
        "dhidden * gate → dhidden * sigmoid": "You took σ for the gate in "
        "dL/dup. The first gated units had σ alone for a gate; here it is m "
        "σ(m).",
        "dhidden * gate → dhidden * np.maximum(pre_activation, 0)": "You took "
        "the ReLU of m for the gate in dL/dup. Far from 0 the two are nearly "
        "the same; the gate is m σ(m).",
        f"dhidden * gate → dhidden * {SLOPE}": "You took the SiLU's slope for "
        "the gate in dL/dup. The slope belongs on the way back through the "
        "gate; up is multiplied by the gate as it is.",
        "dgate * slope → dgate": "You went back past the SiLU without its "
        "slope. dL/dgate is the gradient behind the SiLU; W_gate and x need "
        "the one in front of it.",
        f"{SLOPE} → gate": "You multiplied by what the SiLU returned, where "
        "its slope belongs. The output of the SiLU is not its slope.",
        f"{SLOPE} → sigmoid": "Your slope of the SiLU is σ alone. m stands "
        "twice in m · σ(m), so the product rule has a second term.",
        f"{SLOPE} → sigmoid * (1 - sigmoid)": "You took the sigmoid's slope "
        "for the SiLU's. SiLU is m · σ(m): the product rule gives two "
        "terms.",
        f"{SLOPE} → gate * (1 - gate)": "You put the SiLU where σ belongs: g "
        "(1 − g) is a slope for g = σ(m) alone. SiLU is m · σ(m), so its "
        "slope is σ + m σ (1 − σ).",
        f"{SLOPE} → pre_activation * sigmoid * (1 - sigmoid)": "Your slope of "
        "the SiLU lacks its first term, σ. The product rule takes the slope "
        "of m, which is 1, times σ as well.",
        f"{SLOPE} → (sigmoid + pre_activation * (1 - sigmoid))": "The second "
        "term of your slope has lost a σ. σ' is σ (1 − σ), and m multiplies "
        "all of it.",
        f"{SLOPE} → (pre_activation > 0)": "You used the ReLU's mask. SiLU "
        "has no kink, and its slope is smooth: a little gets through below 0 "
        "as well.",
        "+ dup @ W_up.T → ": "Your dx lacks what comes back through W_up. x "
        "is used twice, and the two gradients add up.",
        "dpre @ W_gate.T + dup → dup": "Your dx lacks what comes back "
        "through W_gate. x is used twice, and the two gradients add up.",
        "dpre @ W_gate.T → dpre @ W_up.T; dup @ W_up.T → dup @ W_gate.T": "In "
        "dx, W_gate and W_up have changed places. Their shapes are the same; "
        "each gradient goes back the way its matrix came.",
        "x.T @ dpre, x.T @ dup → x.T @ dup, x.T @ dpre": "dW_gate and dW_up "
        "have changed places. Their shapes are the same, so no error tells "
        "you.",
        "W_down.T → W_down": "You went back through W_down without "
        "transposing it. With square weights no error tells you.",
        "W_gate.T → W_gate; W_up.T → W_up": "You went back to x without "
        "transposing W_gate and W_up. With square weights no error tells you.",
        "x.T @ dpre, x.T @ dup, (gate * up).T @ dy → "
        "dpre.T @ x, dup.T @ x, dy.T @ (gate * up)": "Your gradients of the "
        "weights are transposed. They hold the same numbers, but a gradient "
        "has the shape of its parameter.",
        "return dx, x.T @ dpre, x.T @ dup, (gate * up).T @ dy → "
        "return dx, *(d / len(x) for d in (x.T @ dpre, x.T @ dup, (gate * "
        "up).T @ dy))": "You divided the weights' gradients by the number of "
        "tokens. The mean, if the loss has one, is already inside dy.",
        "1 / (1 + np.exp(-pre_activation)) → np.exp(pre_activation) / (1 + "
        "np.exp(pre_activation))": "Your σ is exp(m)/(1 + exp(m)), which is "
        "∞/∞ for a large m. 1/(1 + exp(−m)) is the same on paper, and it is "
        "1 there.",
        f"{SLOPE} → 1 / (1 + np.exp(-gate)) * "
        "(1 + gate * (1 - 1 / (1 + np.exp(-gate))))": "You "
        "took the slope at what the SiLU returned. It belongs to what goes "
        "into it: to m.",
        "dy @ W_down.T → dy @ W_up": "You went back from dy through W_up; it "
        "came through W_down. The shapes fit, but dL/dhidden = dy · W_downᵀ.",
        "dy @ W_down.T → dy @ W_gate": "You went back from dy through "
        "W_gate; it came through W_down. The shapes fit, but dL/dhidden = dy "
        "· W_downᵀ.",
        (
            EXCHANGED,
            f"{EXCHANGED}; {GRADIENTS}",
        ): "W_gate and W_up have changed places "
        "throughout. The SiLU belongs to x W_gate; x W_up stays as it is.",
        "x.T @ dpre, x.T @ dup, (gate * up).T @ dy → np.outer(x[-1], "
        "dpre[-1]), np.outer(x[-1], dup[-1]), np.outer((gate * up)[-1], "
        "dy[-1])": "Only the last token counts in your gradients of the "
        "weights. In a loop, `dW_up = …` replaces what was there; a sum "
        "needs `dW_up += …`.",
        f"{SLOPE} → (1 + pre_activation * sigmoid * (1 - sigmoid))": "Your "
        "slope of the SiLU has 1 where its first term, σ, belongs. "
        "There m itself is differentiated, and σ(m) stays.",
        "np.exp(-pre_activation) → np.exp(pre_activation)": "Your σ falls "
        "where it should rise. σ(m) is 1/(1 + exp(−m)), with a minus, so "
        "that a large m gives 1.",
        "dhidden * up → dhidden * gate": "You made dL/dgate with the "
        "gate itself; it is up that belongs there. The slope of a · b with "
        "respect to a is b.",
        "dhidden * gate → dhidden * up": "You made dL/dup with up "
        "itself; it is the gate that belongs there. The slope of a · b with "
        "respect to b is a.",
        "gate = pre_activation * sigmoid → gate = sigmoid": "Your gate is σ "
        "alone, in dL/dup and in dW_down. The first gated units had that; "
        "here the gate is m σ(m).",
        "gate = pre_activation * sigmoid → gate = "
        "np.maximum(pre_activation, 0)": "Your gate is the ReLU of m, in "
        "dL/dup and in dW_down. Far from 0 the two are nearly the same; here "
        "the gate is m σ(m).",
        "x.T @ dpre → x.T @ dgate": "You made dW_gate from dL/dgate. Between "
        "x W_gate and the gate stands the SiLU: its slope is missing.",
        "return dx → return dy + dx": "You added dy to dx, the gradient of a "
        "shortcut. The shortcut belongs to the block, outside of this layer.",
        f"{SLOPE} → (sigmoid + sigmoid * (1 - sigmoid))": "The second term "
        "of your SiLU's slope lacks an m. There σ(m) is "
        "differentiated, and m stays.",
        f"{SLOPE} → (1 + np.exp(-pre_activation) + pre_activation * "
        "np.exp(-pre_activation)) / (1 + np.exp(-pre_activation)) ** 2": ""
        "Your slope of the SiLU is right on paper, but for m of ±10⁴ an exp "
        "is ∞, and ∞/∞ or 0·∞ is no number. Made of σ, which is at most 1, "
        "the same slope is finite.",
    },
    promise={
        "x.ndim": (2,),
        "x.dtype.name": ("float64", "float32"),
        "abs(x).max() > 9e3": (False, True),
    },
    cases=lambda rng: [
        _case(rng, 2, 2, 3),
        _case(rng, 4, 4, 4, note="square weights"),
        _case(rng, 5, 4, 7),
        _case(rng, 40, 3, 5),
        _case(rng, 3, 4, 6, size=300, note="large gradients"),
        _case(rng, 3, 5, 8, float32=True),
        _case(rng, 1, 3, 4, note="a single token", rough=True),
        _far_from_zero(rng),
    ],
    hints=[
        "Go backwards: W_down first, then the product, then the SiLU, then "
        "W_gate and W_up. x was used twice.",
        "For hidden = gate · up, each factor's gradient is dL/dhidden times "
        "the other factor. SiLU is itself a product, m · σ(m), and σ' is σ (1 "
        "− σ).",
        "Behind the SiLU you have dL/dgate; before it, that times σ + m σ (1 "
        "− σ). A weight's gradient pairs its input with what comes back; dx "
        "adds what comes back through both transposed weights.",
    ],
)
