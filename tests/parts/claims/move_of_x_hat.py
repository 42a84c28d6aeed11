"""What the exercise `move_of_x_hat` claims."""

import numpy as np


def moved(x, u, eps):
    """Return the slope of x̂ along u by a complex step: no formula."""
    z = x + 1e-30j * u
    away = z - z.mean()
    return (away / np.sqrt((away**2).mean() + eps)).imag / 1e-30


def shadow(u, r):
    """Return the shadow of u on r, by its length and direction."""
    e = r / np.linalg.norm(r)
    return (u @ e) * e


FEW = np.array([1.0, 2, 6])
V = np.array([3.0, -1, 4])

CLAIMS = {
    "`eps` stands inside the root": "same(right, moved(x, u, eps))",
    "Return how fast x̂ moves": "same(right, moved(x, u, eps))",
    "Split u into its parts along (1, 1, …, 1), along the ray and across it":
        "same(along + across + u.mean(), u)",
    "Three parts, three factors: 0 along (1, 1, …, 1), ε/s³ along the ray, "
    "1/s across it":
        "same(moved(x, np.ones(N), eps), np.zeros(N)) and same(moved(x, "
        "ray, eps), eps / s**3 * ray) and same(moved(x, across, eps), across "
        "/ s)",
    "Its part along the ray is its shadow on Cx, as in lesson 02; what is "
    "left of Cu is the part across":
        "same(along, shadow(in_plane, x - x.mean()))",
    "The shadow of u on a vector r is r times (r·u)/(r·r); here r is Cx":
        "same(shadow(u, ray), ray * ((ray @ u) / (ray @ ray)))",
    "You left the part along (1, 1, …, 1) in u": "right + u.mean() / s",
    "Where u has mean 0 nothing shows; but such a part moves Cx nowhere, so "
    "its factor is 0":
        "unseen(u=u - u.mean()) and not unseen()",
    "You took the whole part along the ray away. That is right at ε = 0 "
    "alone: with ε > 0 x̂ is inside its circle and still moves outwards, by "
    "ε/s³":
        "unseen(eps=0) and same(wrong, moved(x, across, eps))",
    "You gave the part along the ray the factor 1/s, too. It is that of the "
    "part across":
        "(u - u.mean()) / s",
    "outwards the curve ρ(ℓ) bends, and its slope is ε/s³":
        "same(moved(x, ray, eps), eps / s**3 * ray)",
    "You gave the part along the ray the factor ε/s². That is what is left "
    "of it before the division by s":
        "across / s + along * eps / s**2",
    "You did not divide the part across the ray by s. x̂ is s times nearer "
    "to the middle than Cx, so it goes round by the s-th part":
        "across + along * eps / s**3",
    "You did not divide the dot product by that of the ray with itself":
        "(u - u.mean() - ray * (ray @ u)) / s + ray * (ray @ u) * eps / s**3",
    "Without it the shadow is longer, the longer the ray is; it is right "
    "only for a ray of length 1":
        "np.linalg.norm(2 * FEW * (2 * FEW @ V)) > np.linalg.norm(FEW * "
        "(FEW @ V)) and same(shadow(V, FEW) * (FEW @ FEW), FEW * (FEW @ V))",
    "You divided the shadow by the length of the ray. It takes the squared "
    "length: once for the dot product, once for the direction":
        "(in_plane - along * np.linalg.norm(ray)) / s + along * "
        "np.linalg.norm(ray) * eps / s**3",
    "You divided the dot product by N where that of the ray with itself "
    "belongs. A mean looks alike; for a shadow on Cx it is σ² times too large":
        "(in_plane - x.var() * along) / s + x.var() * along * eps / s**3",
    "You did not divide x̂ᵀu by x̂ᵀx̂. Without it the shadow is right only "
    "for a ray of length 1, and x̂ can be √N long":
        "same(np.linalg.norm((x - x.mean()) / x.std()), N**0.5)",
    "You divided the shadow by the length of x̂. It takes the squared "
    "length, x̂ᵀx̂: once for the dot product, once for the direction":
        "same(shadow(V, FEW) * np.linalg.norm(FEW) ** 2, FEW * (FEW @ V))",
    "You took x̂ times the mean of x̂·u for the shadow on the ray. The "
    "shadow divides by x̂ᵀx̂, which is N at ε = 0 only. With ε the mean is "
    "less than the shadow":
        "sum((ray / s) ** 2) < N and abs(ray / s * (ray / s * "
        "u).mean()).max() <= abs(shadow(u, ray)).max()",
    "the ray is that of Cx = x − μ": "same(ray, x - x.mean())",
    "For a token of mean 0 they agree": "unseen(x=x - x.mean())",
    "You left ε out of s": "across / x.std() + along * eps / x.std() ** 3",
    "You added ε to σ; it stands inside the root":
        "across / (x.std() + eps) + along * eps / (x.std() + eps) ** 3",
    "You divided the variance by N − 1":
        "across / np.sqrt(x.var(ddof=1) + eps) + along * eps / "
        "np.sqrt(x.var(ddof=1) + eps) ** 3",
    "You gave all of Cu the factor 1/s. The part across the ray is what is "
    "left of Cu when its shadow on the ray is gone":
        "(in_plane + along * eps / s**2) / s",
    "You took the sum of x̂·u where its mean belongs. The variance is a "
    "mean of N squares, so the dot product is divided by N":
        "(in_plane - ray / s * (ray / s * u).sum()) / s",
    "both have a minus":
        "same(right, (in_plane - ray / s * (ray / s * u).mean()) / s)",
    "You added x̂ times the mean of x̂·u instead of subtracting it. A step "
    "outwards makes s larger, and x̂ is divided by s":
        "(in_plane + ray / s * (ray / s * u).mean()) / s",
    "You divided by s once too often": "right / s",
    "so everything ends in one division by s": "right / s",
    "You did not divide by s at the end. x̂ is s times nearer to the middle "
    "than Cx, so it moves by the s-th part":
        "right * s",
    "The factor x̂ is missing: a number stands where a vector along the ray "
    "belongs":
        "(in_plane - (ray / s * u).mean()) / s",
    "You multiplied x̂ by the mean of u. It is the mean of the products "
    "x̂·u that belongs there":
        "(in_plane - ray / s * u.mean()) / s",
    "You gave the part along the ray the factor ε/s. It is ε/s³: at ε = 0 "
    "you would not notice":
        "across / s + along * eps / s",
    "You took the difference of x̂ at x + u and at x":
        "(x + u - (x + u).mean()) / np.sqrt((x + u).var() + eps) - (x - "
        "x.mean()) / s",
    "over a whole step u the curve bends away from it":
        "same(done(x=FEW, u=1e-6 * V) * 1e6, asked(x=FEW, u=V))",
}  # fmt: skip
