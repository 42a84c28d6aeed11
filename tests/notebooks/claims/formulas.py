"""What the sheet of formulas says beside its formulas."""

import numpy as np
from slopes import slopes

from course_lib.layers import AddNorm, LayerNorm

x = np.array([1.0, 2, 6])
far = 1e9 + x
J = slopes(LayerNorm(3, eps=0.5).forward, x)
s = np.sqrt(x.var() + 0.5)
away = x - x.mean()
across = np.cross(away, np.ones(3))
add = AddNorm(3)
add.forward(np.outer(x, x), np.eye(3))
before = np.ones((3, 3))
dz = add.backward(np.outer(x, away), before)

CLAIMS = {
    "the same in one pass, which loses digits when μ is large beside σ": (
        np.isclose((x**2).mean() - x.mean() ** 2, x.var())
        and not np.isclose((far**2).mean() - far.mean() ** 2, far.var())
    ),
    "variance of x̂, a little below 1": (
        0.99 < LayerNorm(3).forward(x).var() < 1
    ),
    "how far x̂ follows: along all ones, along its ray, across both": (
        np.allclose(J @ np.ones(3), 0, atol=1e-8)
        and np.allclose(J @ away, 0.5 / s**3 * away)
        and np.allclose(J @ across, across / s)
    ),
    "Add & Norm: both branches get the same dx": np.allclose(before - 1, dz),
}
