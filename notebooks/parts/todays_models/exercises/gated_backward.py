"""The gated feed-forward layer's backward pass: four gradients."""

import numpy as np

from course_lib.exercises.exercise import Case, Exercise


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


SLOPE = "sigmoid * (1 + pre_activation * (1 - sigmoid))"

EXERCISE = Exercise(
    lesson="10",
    statement="Write the backward pass of y = (silu(x W_gate) * (x W_up)) "
    "W_down, where silu(m) = m σ(m) and `*` multiplies entry by entry. `dy` "
    "is the gradient of the loss by y; return `dx`, `dW_gate`, `dW_up`, "
    "`dW_down`, in this order. Tokens are rows: `x` and `dy` are 2-D.",
    reference=gated_backward,
    given=3,
    accepted=[_side_by_side, _token_by_token],
    outputs=("dx", "dW_gate", "dW_up", "dW_down"),
    mistakes={
        "dhidden * up → dhidden * gate; dhidden * gate → dhidden * up": "Gate "
        "and up each got itself where it needs the other. In the slope of a · "
        "b by a, it is b that stays.",
        "dhidden * up → dhidden": "You handed dL/dhidden to the gate as it "
        "is. The gate is multiplied by up, so its gradient is, too.",
        "dhidden * gate → dhidden": "You handed dL/dhidden to up as it is. "
        "What the gate holds back on the way forth, it holds back on the way "
        "back.",
        "dhidden * gate → dhidden * sigmoid": "You took σ for the gate in "
        "dL/dup. In the first gated units the gate was σ alone; here it is m "
        "σ(m).",
        "dhidden * gate → dhidden * pre_activation": "You took m for the gate "
        "in dL/dup. The gate is what the SiLU makes of m: m σ(m).",
        "dhidden * gate → dhidden * np.maximum(pre_activation, 0)": "You took "
        "the ReLU of m for the gate in dL/dup. Far from 0 the two are nearly "
        "the same; the gate is m σ(m).",
        f"dhidden * gate → dhidden * {SLOPE}": "You took the SiLU's slope for "
        "the gate in dL/dup. The slope belongs on the way back through the "
        "gate; up is multiplied by the gate as it is.",
        "dgate * slope → dgate": "You went back past the SiLU without its "
        "slope. dL/dgate belongs to what comes out of it; W_gate and x need "
        "what goes in.",
        f"{SLOPE} → gate": "You multiplied by what the SiLU returned, where "
        "its slope belongs. What came out says how much, the slope how fast.",
        f"{SLOPE} → sigmoid": "Your slope of the SiLU is σ alone. m stands "
        "twice in m · σ(m), so the product rule has a second term.",
        f"{SLOPE} → sigmoid * (1 - sigmoid)": "You took the sigmoid's slope "
        "for the SiLU's. SiLU is m · σ(m): the product rule gives σ + m σ (1 "
        "− σ).",
        f"{SLOPE} → pre_activation * sigmoid * (1 - sigmoid)": "Your slope of "
        "the SiLU lacks its first term, σ. The product rule takes the slope "
        "of m, which is 1, times σ as well.",
        f"{SLOPE} → (sigmoid + pre_activation * (1 - sigmoid))": "The second "
        "term of your slope has lost a σ. σ' is σ (1 − σ), and m multiplies "
        "all of it.",
        f"{SLOPE} → (pre_activation > 0)": "You used the ReLU's mask. SiLU "
        "has no kink: it lets a little through below 0, and its slope is no "
        "step.",
        "+ dup @ W_up.T → ": "Your dx misses what comes back through W_up. x "
        "is used twice, and both ways add up.",
        "dpre @ W_gate.T + dup → dup": "Your dx misses what comes back "
        "through W_gate. x is used twice, and both ways add up.",
        "dpre @ W_gate.T → dpre @ W_up.T; dup @ W_up.T → dup @ W_gate.T": "In "
        "dx, W_gate and W_up have changed places. Their shapes are the same; "
        "each gradient goes back the way its matrix came.",
        "x.T @ dpre, x.T @ dup → x.T @ dup, x.T @ dpre": "dW_gate and dW_up "
        "have changed places. Their shapes are the same, so nothing "
        "complains.",
        "(gate * up).T → gate.T": "You made dW_down from the gate alone. Its "
        "input is the whole product, gate · up.",
        "W_down.T → W_down": "You went back through W_down without "
        "transposing it. With square weights nothing complains.",
        "W_gate.T → W_gate; W_up.T → W_up": "You went back to x without "
        "transposing W_gate and W_up. With square weights nothing complains.",
        "x.T @ dpre, x.T @ dup, (gate * up).T @ dy → "
        "dpre.T @ x, dup.T @ x, dy.T @ (gate * up)": "Your gradients of the "
        "weights are transposed. They hold the same numbers, but a gradient "
        "has the shape of its parameter.",
        "return dx, x.T @ dpre, x.T @ dup, (gate * up).T @ dy → "
        "return dx, *(d / len(x) for d in (x.T @ dpre, x.T @ dup, (gate * "
        "up).T @ dy))": "You divided the weights' gradients by the number of "
        "tokens. The mean, if the loss has one, is already inside dy.",
    },
    cases=lambda rng: [
        _case(rng, 2, 2, 3),
        _case(rng, 4, 4, 4, note="square weights"),
        _case(rng, 5, 4, 7),
        _case(rng, 3, 4, 6, size=300, note="large gradients"),
        _case(rng, 3, 5, 8, float32=True),
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
