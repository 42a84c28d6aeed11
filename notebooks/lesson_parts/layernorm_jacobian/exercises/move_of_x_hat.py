"""How fast x̂ moves when x moves along a nudge u: three parts of u."""

from functools import partial

import numpy as np

from answer_check.exercise import Case, Exercise


def move_of_x_hat(x, u, eps):
    """Return how fast x_hat moves, and where to, when x moves along u."""
    s = np.sqrt(x.var() + eps)
    ray = x - x.mean()
    in_plane = u - u.mean()
    along = ray * (ray @ u) / (ray @ ray)
    across = in_plane - along
    return across / s + along * eps / s**3


def _by_two_means(x, u, eps):
    rstd = (np.var(x) + eps) ** -0.5
    x_hat = (x - np.mean(x)) * rstd
    return (u - np.mean(u) - x_hat * np.mean(x_hat * u)) * rstd


def _by_the_matrix(x, u, eps):
    n, s = len(x), np.sqrt(np.var(x) + eps)
    x_hat = (x - np.mean(x)) / s
    return (np.eye(n) - 1 / n - np.outer(x_hat, x_hat) / n) @ u / s


def _unit_vectors(x, u, eps):
    one = np.ones(len(x)) / np.sqrt(len(x))
    away = x - (x @ one) * one
    e = away / np.linalg.norm(away)
    rest = u - (u @ one) * one - (u @ e) * e
    s2 = away @ away / len(x) + eps
    return rest / s2**0.5 + (u @ e) * e * eps / s2**1.5


def _by(formula):
    """Make a wrong answer of u, x̂ and s."""

    def wrong(x, u, eps):
        s = np.sqrt(x.var() + eps)
        return formula(u, (x - x.mean()) / s, s)

    return wrong


def _by_shadow(shadow, again=None):
    """Make a wrong answer from a wrong shadow of u on x̂.

    The shadow is taken off Cu, and comes back with its factor; `again` is
    the one that comes back where that is another.
    """

    def wrong(x, u, eps):
        s = np.sqrt(x.var() + eps)
        x_hat = (x - x.mean()) / s
        off, back = shadow(u, x_hat), (again or shadow)(u, x_hat)
        return (u - u.mean() - off) / s + back * eps / s**3

    return wrong


def _part(u, x_hat):
    return (x_hat @ u) / (x_hat @ x_hat)


def _shadow(u, x_hat):
    return x_hat * _part(u, x_hat)


def _by_differences(x, u, eps, step, down):
    above, below = (
        (v - v.mean()) / np.sqrt(v.var() + eps)
        for v in (x + step * u, x - down * step * u)
    )
    return (above - below) / (step + down * step)


def _a_whole_step(x, u, eps):
    before, after = (
        (v - v.mean()) / np.sqrt(v.var() + eps) for v in (x, x + u)
    )
    return after - before


EXERCISE = Exercise(
    lesson="06",
    statement="Return how fast x̂ moves, and in which direction, when `x` "
    "moves along `u`: an array like `x`. Use the line for J u, or "
    "split u into its parts along (1, 1, …, 1), along the ray and across it, "
    "and give each its factor. `x` has any length and is not constant; "
    "`eps` stands inside the root. "
    "The formula is asked for: a difference of two nearby x̂ is not exact "
    "enough.",
    reference=move_of_x_hat,
    properties={
        "the moves of all features sum to 0": "06: answer.sum() == 0",
        "a nudge of all features alike moves nothing": "06: f(u=0 * u + 1) "
        "+ answer == answer",
        "twice the u moves twice as far": "06: f(u=2 * u) == 2 * answer",
        "a nudge along x − μ moves x̂ by ε/s³ times that nudge": "06: f(u=x "
        "- x.mean()) == (x - x.mean()) * eps / (x.var() + eps) ** 1.5",
    },
    accepted=[_by_two_means, _by_the_matrix, _unit_vectors],
    mistakes={
        "u - u.mean() → u": "You left the part along (1, 1, …, 1) in u. Where "
        "u has mean 0 nothing shows; but such a part moves Cx nowhere, so its "
        "factor is 0.",
        " + along * eps / s**3 → ": "You took the whole part along the ray "
        "away. That is right at ε = 0 alone: with ε > 0 x̂ is inside its "
        "circle and still moves outwards, by ε/s³.",
        "along * eps / s**3 → along / s": "You gave the part along the ray "
        "the factor 1/s, too. It is that of the part across; outwards the "
        "curve ρ(ℓ) bends, and its slope is ε/s³.",
        **{
            f"along * eps / s**3 → along * eps / s{power}": "You gave the "
            f"part along the ray the factor ε/{name}. The slope of ρ(ℓ) has a "
            "higher power of s below: at ε = 0 or s = 1 you would not notice."
            for power, name in (("**2", "s²"), ("", "s"))
        },
        "across / s → across": "You did not divide the part across the ray "
        "by s. x̂ is Cx divided by s, and so is what a nudge across the ray "
        "does to it.",
        (
            "/ (ray @ ray) → ",
            _by_shadow(lambda u, x_hat: x_hat * (x_hat @ u)),
        ): "You did not divide the dot product by that of the ray with "
        "itself. Without it the shadow is right only for a ray of length 1.",
        (
            "/ (ray @ ray) → / np.sqrt(ray @ ray)",
            _by_shadow(
                lambda u, x_hat: x_hat * (x_hat @ u) / np.linalg.norm(x_hat)
            ),
        ): "You divided the shadow by the length of the ray. It takes the "
        "squared length: once for the dot product, once for the direction.",
        "/ (ray @ ray) → / x.size": "You divided the dot product by N where "
        "that of the ray with itself belongs. A mean looks alike; for a "
        "shadow on Cx it is σ² times too large.",
        _by_shadow(
            lambda u, x_hat: x_hat * (x_hat * u).mean()
        ): "You took x̂ times the mean of x̂·u for the shadow on the ray. The "
        "shadow divides by x̂ᵀx̂, which is N at ε = 0 only. With ε yours is "
        "too short.",
        "x - x.mean() → x": "You took the shadow on x; the ray is that of "
        "Cx = x − μ. For a token of mean 0 they agree.",
        "+ eps → ": "You left ε out of s. For a loud token and 10⁻⁵ it hardly "
        "shows; here ε is larger.",
        "np.sqrt(x.var() + eps) → np.sqrt(x.var()) + eps": "You added ε to σ; "
        "it stands inside the root. Both avoid a division by 0; for a loud "
        "token and 10⁻⁵ four digits agree.",
        "x.var() → x.var(ddof=1)": "You divided the variance by N − 1. It is "
        "the default of many statistics programs; LayerNorm divides by N.",
        "in_plane - along → in_plane": "You gave all of Cu the factor 1/s. "
        "The part across the ray is what is left of Cu when its shadow on the "
        "ray is gone.",
        _by(
            lambda u, x_hat, s: (u - u.mean() - x_hat * (x_hat @ u)) / s
        ): "You took the sum of x̂·u where its mean belongs. The variance is "
        "a mean of N squares, so the dot product is divided by N.",
        _by(
            lambda u, x_hat, s: (u + u.mean() + x_hat * (x_hat * u).mean()) / s
        ): "You added the two means. What the mean and the spread do to x̂ is "
        "taken away: both have a minus.",
        (
            _by(
                lambda u, x_hat, s: (
                    (u - u.mean() + x_hat * (x_hat * u).mean()) / s
                )
            ),
        ): "You added x̂ times the mean of x̂·u instead of subtracting it. A "
        "step outwards makes s larger, and x̂ is divided by s.",
        "across / s → across / s**2; along * eps / s**3 → along * eps / "
        "s**4": "You divided by s once too often. x̂ is a deviation over s, "
        "so everything ends in one division by s.",
        "across / s → across; along * eps / s**3 → along * eps / s**2": "You "
        "did not divide by s at the end. x̂ is Cx divided by s, and so is "
        "every move of it.",
        (
            _by(lambda u, x_hat, s: (u - u.mean() - (x_hat * u).mean()) / s),
            "= ray * (ray @ u) → = (ray @ u)",
            _by_shadow(_part, _shadow),
            _by_shadow(_shadow, _part),
        ): "A number stands where a vector along the ray belongs. Multiply "
        "the number by the vector in its dot product, Cx or x̂.",
        _by(
            lambda u, x_hat, s: (u - u.mean() - x_hat * u.mean()) / s
        ): "You multiplied x̂ by the mean of u. It is the mean of the "
        "products x̂·u that belongs there.",
        tuple(
            partial(_by_differences, step=sign * step, down=down)
            for step in 10.0 ** -np.arange(2, 9)
            for sign, down in ((1, 0), (-1, 0), (1, 1))
        ): "You took a difference of two nearby x̂. It comes close, but where "
        "u is large the curve bends within the step; the formula is exact.",
        _a_whole_step: "You took the difference of x̂ at x + u and at x. "
        "How fast x̂ "
        "moves is a slope; over a whole step u the curve bends away from "
        "it.",
        lambda x, u, eps: (
            (u - u.mean()) / np.sqrt(u.var() + eps)
        ): "You normalized u. u is the direction in which x moves; it is x̂ "
        "that is made by normalizing, and its slope is asked for.",
        "across / s + along * eps / s**3 → along / s + across * eps / "
        "s**3": "The two factors have changed places. 1/s belongs to the part "
        "across the ray, and ε/s³ to the part along it.",
        "along * eps / s**3 → along / s * eps / s**3": "The part along the "
        "ray is divided by s once too often. A shadow on Cx is a number times "
        "Cx: the same number times x̂ is another vector.",
    },
    promise={
        "x.ndim": (1,),
        "x.dtype.name": ("float64",),
        "len(x)": (4, 5, 9),
        "eps": (0.1, 0.5, 1e-3),
    },
    cases=lambda rng: [
        Case(rng.normal(0, 2, 4), rng.normal(size=4), 0.1),
        Case(
            rng.normal(0, 2, 5),
            rng.normal(5, 1, 5),
            0.1,
            note="u with a mean near 5",
        ),  # fmt: skip
        Case(rng.normal(3, 0.5, 5), rng.normal(5, 9, 5), 0.5),
        Case(
            rng.normal(100, 2, 9),
            rng.normal(0, 3e5, 9),
            0.1,
            note="a mean of 100",
        ),  # fmt: skip
        Case(
            rng.normal(0, 1e-2, 5),
            rng.normal(size=5),
            1e-3,
            note="a quiet token",
        ),  # fmt: skip
    ],
    hints=[
        "Begin with the part that has the factor 0. How do you take it off u, "
        "as lesson 02 took it off x?",
        "What is left is Cu, and it lies in the plane of the ray. Its part "
        "along the ray is its shadow on Cx; the rest of Cu goes across.",
        "The shadow of u on a vector r is r times (r·u)/(r·r), with Cx for r. "
        "It gets the factor ε/s³, the rest of Cu gets 1/s, and the two are "
        "added.",
    ],
)
