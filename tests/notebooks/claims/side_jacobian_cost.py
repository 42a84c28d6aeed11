"""What the page on the cost of the Jacobian says in words."""

import inspect

import numpy as np
from page_cells import printed, written

from parts.backward import cost
from parts.backward.cost import (
    dx_by_matrix,
    dx_by_three_lines,
    multiplications,
)


def times(way, n):
    """Return by what factor the count grows with twice the features."""
    return multiplications(way, 2 * n) / multiplications(way, n)


CODE = written("side_jacobian_cost")
SHOWN = printed("side_jacobian_cost")
STORED = cost.stored()
TIME = {
    way: dict(zip(STORED["sizes"], seconds))
    for way, seconds in STORED["seconds"].items()
}
MATRIX, LINES, KEPT = (
    TIME[way] for way in ("matrix", "three lines", cost.KEPT)
)
PEAK = {way: each[-1] for way, each in STORED["peak_bytes"].items()}
DOUBLED = [KEPT[2 * n] / KEPT[n] for n in (128, 256, 512)]
x_hat = np.array([-1.0, 1, -1, 1])
dx_hat = np.array([0.3, 2, -1, 5])

CLAIMS = {
    "# What the N × N matrix costs": (MATRIX[1024] > LINES[1024]),
    "Lesson 07 gets dx for a token without the Jacobian J, in three lines. "
    "What does that save? Here you count it, then you measure it, and the "
    "two do not agree at first.": (
        np.allclose(
            dx_by_matrix(dx_hat, x_hat, 2), dx_by_three_lines(dx_hat, x_hat, 2)
        )
        and MATRIX[256] / MATRIX[128] > 4 * times(dx_by_matrix, 128)
        and [*CODE].index("cost-counts") < [*CODE].index("cost-measured")
    ),
    "There are two ways to get dx for one token from dx̂. One builds J and "
    "multiplies by it. The other takes two means, as in lesson 07.": (
        np.allclose(
            dx_by_three_lines(dx_hat, x_hat, 1),
            dx_hat - dx_hat.mean() - x_hat * (dx_hat * x_hat).mean(),
        )
        and {*cost.WAYS} == {"matrix", "three lines"}
    ),
    "Multiplications: the cell below runs each function on numbers that "
    "count every × they take part in. (Divisions are not counted.)": (
        "    64     8256      192" in SHOWN["cost-counts"]
        and multiplications(dx_by_matrix, 64) == 8256
    ),
    "The matrix needs N² for x̂x̂ᵀ, N² for dx̂ times the matrix, and N for "
    "rstd: 2N² + N. The three lines need N for dx̂·x̂, N for x̂ times its "
    "mean, and N for rstd: 3N. At N = 256 that is 131,328 against 768.": (
        multiplications(dx_by_three_lines, 16) == 3 * 16
        and multiplications(dx_by_matrix, 16) == 2 * 16**2 + 16
        and (
            multiplications(dx_by_matrix, 256),
            multiplications(dx_by_three_lines, 256),
        )
        == (2 * 256**2 + 256, 3 * 256)
        == (131328, 768)
    ),
    "A batch has 8,192 tokens of N = 768 features, in float64. How many "
    "bytes would the matrices of all tokens take?": (
        np.float64().itemsize == 8
    ),
    "8,192 · 768² · 8 bytes = 38.7 GB, for numbers that are used once.": (
        round(8192 * 768**2 * 8 / 1e9, 1) == 38.7
        and round(8192 * 768**2 * 8 / 1e9, 1) == 38.7
    ),
    "With twice the features the matrix needs four times the "
    "multiplications, and the three lines need twice as many. A computer "
    "has more to do than multiply, so let us see what it makes of that. "
    "Seconds differ from machine to machine, and whatever else a machine is "
    "doing makes a run longer. So the picture is a stored measurement, the "
    "best of a hundred runs at each size.": (
        3.9 < times(dx_by_matrix, 256) < 4
        and times(dx_by_three_lines, 256) == 2
        and STORED["sizes"] == [16 * 2**k for k in range(7)]
        and "cost.stored()" in CODE["cost-measured"]
        and inspect.signature(cost.fastest).parameters["rounds"].default == 100
    ),
    "From N = 16 to 1024 the size doubles six times. Does the matrix take "
    "four times as long each time? Do the three lines take twice as long? "
    "If not, guess where they do not, and why.": (
        16 * 2**6 == 1024 == STORED["sizes"][-1]
    ),
    "Neither does. The three lines take 2.9 µs at N = 16 and 3.6 µs at N = "
    "1024. At these sizes it is the calls of NumPy that cost, and hardly "
    "the numbers. The same is true of the matrix as long as it is small. "
    "Then the matrix leaps: from N = 128 to 256 it takes 21 times as long. "
    "The multiplications cannot explain that. But J of 256 features is half "
    "a MiB, and the code makes several arrays of that size anew for each "
    "token.": (
        LINES[1024] < 1.5 * LINES[16]
        and MATRIX[64] < 2 * MATRIX[16]
        and max(MATRIX[2 * n] / MATRIX[n] for n in STORED["sizes"][:-1])
        == MATRIX[256] / MATRIX[128]
        > 20
        and 256**2 * 8 == 2**20 / 2
    ),
    "Memory of this size comes fresh from the operating system, which has "
    "to prepare it page by page. The blue line shows that this is the "
    "cause. There the same matrix is computed in arrays that are made once "
    "and used again, and the leap is gone: at N = 256 it takes 52 µs in "
    "place of 392, and from N = 128 on each doubling costs three to five "
    "times as much, which is about what the count promised. (The last step "
    "of the grey line, from N = 512 to 1024, is only 1.8 times. This "
    "measurement does not say why.)": (
        all(3 < each < 5 for each in DOUBLED)
        and KEPT[256] < MATRIX[256] / 7
        and np.allclose(
            cost.in_kept_memory(4)(dx_hat, x_hat, 2),
            dx_by_matrix(dx_hat, x_hat, 2),
        )
        and round(MATRIX[1024] / MATRIX[512], 1) == 1.8
    ),
    "On the right is the most memory that one call holds at a time. For the "
    "matrix that is about two arrays of N² numbers, 16 MiB at N = 1024, and "
    "for the three lines about three of N numbers, 24 KiB. All of it is for "
    "a single token. So the count was right about multiplications, and the "
    "multiplications were not the whole cost. The matrix loses either way, "
    "and the more so the larger N is.": (
        1.9 < PEAK["matrix"] / (8 * 1024**2) < 2.2
        and 2.9 < PEAK["three lines"] / (8 * 1024) < 3.5
        and all(MATRIX[n] > LINES[n] for n in LINES)
        and MATRIX[1024] / LINES[1024]
        == max(MATRIX[n] / LINES[n] for n in LINES)
    ),
    "1. For one token the matrix takes 2N² + N multiplications, the three "
    "lines take 3N. 2. A count says how a cost grows. What it costs is for "
    "a measurement to say, and large arrays cost memory before they cost "
    "arithmetic.": (
        all(
            (
                multiplications(dx_by_matrix, n),
                multiplications(dx_by_three_lines, n),
            )
            == (2 * n * n + n, 3 * n)
            for n in (4, 7)
        )
    ),
    "(`cost.measure(np.random.default_rng())` makes one on yours.)": (
        [*inspect.signature(cost.measure).parameters] == ["rng"]
    ),
    "## Count first There are two ways": (
        [*CODE].index("cost-counts") < [*CODE].index("cost-measured")
    ),
}
