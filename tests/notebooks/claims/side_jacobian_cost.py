"""What the page on the cost of the Jacobian says in words."""

from parts.backward.cost import (
    dx_by_matrix,
    dx_by_three_lines,
    multiplications,
)


def times(way, n):
    """Return by what factor the count grows with twice the features."""
    return multiplications(way, 2 * n) / multiplications(way, n)


CLAIMS = {
    "The matrix needs N² for x̂x̂ᵀ, N² for dx̂ times the matrix, and N for "
    "rstd": (multiplications(dx_by_matrix, 16) == 2 * 16**2 + 16),
    "The three lines need N for dx̂·x̂, N for x̂ times its mean, and N for "
    "rstd": multiplications(dx_by_three_lines, 16) == 3 * 16,
    "With twice the features the matrix needs four times the "
    "multiplications, and the three lines need twice as many": (
        3.9 < times(dx_by_matrix, 256) < 4
        and times(dx_by_three_lines, 256) == 2
    ),
    "A count says how a cost grows": (
        times(dx_by_matrix, 4096) > 3.99
        and times(dx_by_three_lines, 4096) == 2
    ),
    "large arrays cost memory before they cost arithmetic": (
        3 * 8192 * multiplications(dx_by_matrix, 768) < 8192 * 768**2 * 8
    ),
    "8,192 · 768² · 8 bytes = 38.7 GB": (
        round(8192 * 768**2 * 8 / 1e9, 1) == 38.7
    ),
}
