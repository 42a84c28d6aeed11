r"""The lengths and slopes of the picture: x̂ on the ray of Cx, for every N.

ℓ is the length of Cx and ρ that of x̂, so σ² = ℓ²/N. SymPy computes with ℓ, N
and ε; what the lesson says of s = √(σ² + ε) is written in short.
"""

import sympy as sp

from course_lib.evidence.proof import Proof, step

length, N, eps = sp.symbols("l N epsilon", positive=True)
dot = sp.Symbol("d", real=True)  # x̂ᵀu
VAR = length**2 / N
S = sp.sqrt(VAR + eps)
RHO = length / S
ALONG = eps / S**3
TAKEN = dot / N


def prove_ray(along=ALONG, taken=TAKEN):
    """Prove where x̂ lies and how far it goes along and across its ray.

    Parameters
    ----------
    along : sympy expression
        The claim of how fast ρ grows with ℓ.
    taken : sympy expression
        The claim of how many x̂ are taken from a nudge u, with d = x̂ᵀu.
    """
    kept = ALONG * S  # of a nudge's shadow on x̂, before the division by s
    return Proof(
        "x̂ on the ray of Cx, for every N",
        (
            equal(
                "its distance",
                r"\rho = \frac{\ell}{s} = "
                r"\frac{\sqrt N \, \ell}{\sqrt{\ell^2 + N \varepsilon}}",
                RHO,
                sp.sqrt(N) * length / sp.sqrt(length**2 + N * eps),
            ),
            equal(
                "across the ray",
                r"\frac{\rho}{\ell} = \frac{1}{s}",
                RHO / length,
                1 / S,
            ),
            equal(
                "along the ray",
                r"\frac{d\rho}{d\ell} = \frac{\varepsilon}{s^3}",
                sp.diff(RHO, length),
                along,
            ),
            equal(
                "taken from the shadow",
                r"1 - \frac{\varepsilon}{s^2} = \frac{\sigma^2}{s^2} = "
                r"\frac{\hat x^\top \hat x}{N}",
                1 - kept,
                RHO**2 / N,
            ),
            equal(
                "a mean, not a shadow",
                r"\left(1 - \frac{\varepsilon}{s^2}\right) "
                r"\frac{\hat x^\top u}{\hat x^\top \hat x} = "
                r"\frac{\hat x^\top u}{N}",
                (1 - kept) * dot / RHO**2,
                taken,
            ),
        ),
    )


def equal(name, formula, left, right):
    """Compare two expressions in ℓ, N and ε."""
    return step(name, formula, left, right, sp.simplify)
