"""What the exercise `gated_backward` claims."""

import numpy as np


def sigma(m):
    return 1 / (1 + np.exp(-m))


def silu(m):
    return m * sigma(m)


def slope_of(f, m, h=1e-5):
    return (f(m + h) - f(m - h)) / (2 * h)


def way_back(dm, du, W_gate, W_up):
    return dm @ W_gate.T + du @ W_up.T


CLAIMS = {
    "Go backwards: W_down first, then the product, then the SiLU, then "
    "W_gate and W_up. x was used twice":
        "same(right.dx, way_back(dpre, dup, W_gate, W_up))",
    "Write the backward pass of y = (silu(x W_gate) * (x W_up)) W_down, "
    "where silu(m) = m σ(m)":
        "same(silu(pre_activation), gate) and same(slope, slope_of(silu, "
        "pre_activation.astype(float)))",
    "multiplies entry by entry. `dy` is the gradient of the loss with "
    "respect to y":
        "same(dhidden, dy @ W_down.T)",
    "For hidden = gate · up, each factor's gradient is dL/dhidden times the "
    "other factor":
        "same(dgate, dhidden * up) and same(dup, dhidden * gate)",
    "SiLU is itself a product, m · σ(m), and σ' is σ (1 − σ)":
        "same(slope_of(sigma, pre_activation.astype(float)), sigmoid * (1 - "
        "sigmoid))",
    "Behind the SiLU you have dL/dgate; before it, that times σ + m σ (1 − "
    "σ)":
        "same(dpre, dgate * (sigmoid + pre_activation * sigmoid * (1 - "
        "sigmoid)))",
    "A weight's gradient pairs its input with what comes back; dx adds what "
    "comes back through both transposed weights":
        "same(right.dx, way_back(dpre, dup, W_gate, W_up))",
    "m of ±10⁴ must work": "np.isfinite(asked(x=1e4 * x).dx).all()",
    "You multiplied dL/dgate by the gate and dL/dup by up; it is the other "
    "way round. The slope of a · b with respect to a is b":
        "x.T @ (dhidden * up)",
    "You handed dL/dhidden to the gate as it is. The gate is multiplied by "
    "up":
        "x.T @ (dhidden * slope)",
    "You handed dL/dhidden to up as it is. The gate multiplies up on the "
    "way forward, so it multiplies the gradient on the way back":
        "x.T @ dhidden",
    "You took σ for the gate in dL/dup. The first gated units had σ alone "
    "for a gate; here it is m σ(m)":
        "x.T @ (dhidden * sigma(pre_activation))",
    "You took m for the gate in dL/dup. The gate is what the SiLU makes of "
    "m: m σ(m)":
        "x.T @ (dhidden * pre_activation)",
    "You took the ReLU of m for the gate in dL/dup. Far from 0 the two are "
    "nearly the same; the gate is m σ(m)":
        "x.T @ (dhidden * np.maximum(0, pre_activation))",
    "You took the SiLU's slope for the gate in dL/dup. The slope belongs on "
    "the way back through the gate; up is multiplied by the gate as it is":
        "x.T @ (dhidden * slope)",
    "You went back past the SiLU without its slope. dL/dgate is the "
    "gradient behind the SiLU; W_gate and x need the one in front of it":
        "x.T @ dgate",
    "You multiplied by what the SiLU returned, where its slope belongs":
        "x.T @ (dgate * gate)",
    "Your slope of the SiLU is σ alone. m stands twice in m · σ(m)":
        "x.T @ (dgate * sigmoid)",
    "SiLU is m · σ(m): the product rule gives σ + m σ (1 − σ)":
        "x.T @ (dgate * sigmoid * (1 - sigmoid))",
    "You put the SiLU where σ belongs: g (1 − g) is a slope for g = σ(m) "
    "alone. SiLU is m · σ(m), so its slope is σ + m σ (1 − σ)":
        "x.T @ (dgate * gate * (1 - gate))",
    "The product rule gives σ + m σ (1 − σ)":
        "same(slope, sigmoid + pre_activation * sigmoid * (1 - sigmoid))",
    "Your slope of the SiLU lacks its first term, σ. The product rule takes "
    "the slope of m, which is 1, times σ as well":
        "x.T @ (dgate * (slope - sigmoid))",
    "The second term of your slope has lost a σ. σ' is σ (1 − σ)":
        "x.T @ (dgate * (sigmoid + pre_activation * (1 - sigmoid)))",
    "a little gets through below 0 as well":
        "silu(-1.0) < 0 and slope_of(silu, -1.0) > 0",
    "Your dx lacks what comes back through W_up. x is used twice":
        "dpre @ W_gate.T",
    "Your dx lacks what comes back through W_gate. x is used twice":
        "dup @ W_up.T",
    "In dx, W_gate and W_up have changed places":
        "way_back(dpre, dup, W_up, W_gate)",
    "dW_gate and dW_up have changed places":
        "same(wrong[1:3], (right.dW_up, right.dW_gate))",
    "You made dW_down from the gate alone. Its input is the whole product, "
    "gate · up":
        "gate.T @ dy",
    "You went back through W_down without transposing it":
        "x.T @ (dy @ W_down * gate)",
    "You went back to x without transposing W_gate and W_up":
        "dpre @ W_gate + dup @ W_up",
    "Your gradients of the weights are transposed": "right.dW_up.T",
    "You divided the weights' gradients by the number of tokens":
        "right.dW_up / len(x)",
    "Your σ is exp(m)/(1 + exp(m)), which is ∞/∞ for a large m. 1/(1 + "
    "exp(−m)) is the same on paper, and it is 1 there":
        "same(np.exp(2.0) / (1 + np.exp(2.0)), sigma(2.0)) and "
        "np.isinf(np.exp(1e4)) and sigma(1e4) == 1",
    "Your σ is twice too large. With tanh, it is half of 1 + tanh(m/2)":
        "same(sigma(0.7), (1 + np.tanh(0.7 / 2)) / 2) and "
        "same(wrong.dW_down, 2 * right.dW_down)",
    "The second term of your SiLU's slope lacks an m":
        "x.T @ (dgate * (sigmoid + sigmoid * (1 - sigmoid)))",
    "You took the slope at what the SiLU returned":
        "x.T @ (dgate * slope_of(silu, gate.astype(float)))",
    "In dx, what comes back through up went through W_gate. dL/dup goes "
    "back through W_up":
        "way_back(dpre, dup, W_gate, W_gate)",
    "In dx, what comes back through the gate went through W_up. dL/dm goes "
    "back through W_gate":
        "way_back(dpre, dup, W_up, W_up)",
    "You went back from dy through W_up; it came through W_down. The shapes "
    "fit, but dL/dhidden = dy · W_downᵀ":
        "x.T @ (dy @ W_up * gate)",
    "You went back from dy through W_gate; it came through W_down. The "
    "shapes fit, but dL/dhidden = dy · W_downᵀ":
        "x.T @ (dy @ W_gate * gate)",
    "W_gate and W_up have changed places throughout. The SiLU belongs to x "
    "W_gate; x W_up stays as it is":
        "(silu(up) * pre_activation).T @ dy",
    "Only the last token counts in your gradients of the weights":
        "np.outer(x[-1], dup[-1])",
    "Your slope of the SiLU has 1 where its first term, σ, belongs":
        "x.T @ (dgate * (slope - sigmoid + 1))",
    "The second term of your slope lacks a factor 1 − σ":
        "x.T @ (dgate * (sigmoid + pre_activation * sigmoid))",
    "You made dW_down from σ · up. Its input is gate · up, and the gate is "
    "m σ(m)":
        "(sigmoid * up).T @ dy",
    "You made dW_down from m · up. Its input is gate · up, and the gate is "
    "m σ(m)":
        "(pre_activation * up).T @ dy",
    "You made dW_down from up alone. Its input is the whole product, gate · "
    "up":
        "up.T @ dy",
    "You subtracted what comes back through W_up. x is used twice":
        "dpre @ W_gate.T - dup @ W_up.T",
    "Your σ falls where it should rise. σ(m) is 1/(1 + exp(−m)), with a "
    "minus":
        "(pre_activation * sigma(-pre_activation) * up).T @ dy",
    "You multiplied dL/dgate by the gate itself; it is up that belongs "
    "there. The slope of a · b with respect to a is b":
        "x.T @ (dhidden * gate * slope)",
    "You multiplied dL/dup by up itself; it is the gate that belongs there. "
    "The slope of a · b with respect to b is a":
        "x.T @ (dhidden * up)",
    "Your gate is σ alone, in dL/dup and in dW_down. The first gated units "
    "had that; here the gate is m σ(m)":
        "(sigmoid * up).T @ dy",
    "Your gate is the ReLU of m, in dL/dup and in dW_down. Far from 0 the "
    "two are nearly the same; here the gate is m σ(m)":
        "(np.maximum(0, pre_activation) * up).T @ dy",
    "You made dW_gate from dL/dgate": "x.T @ dgate",
    "Your dx goes back through W_gate from dL/dgate":
        "way_back(dgate, dup, W_gate, W_up)",
    "Your slope of the SiLU lacks the factor σ. The product rule gives σ + "
    "m σ (1 − σ), and both terms have a σ":
        "x.T @ (dgate * (1 + pre_activation * (1 - sigmoid)))",
    "You added dy to dx, the gradient of a shortcut": "dy + right.dx",
}  # fmt: skip
