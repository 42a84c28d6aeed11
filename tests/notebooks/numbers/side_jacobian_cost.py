"""The numbers in the prose of the side page on the matrix's cost."""

from parts.backward import cost

TOKENS, N = 8192, 768
STORED = cost.stored()
MICROSECONDS = {
    way: {n: 1e6 * each for n, each in zip(STORED["sizes"], seconds)}
    for way, seconds in STORED["seconds"].items()
}
MATRIX, LINES = MICROSECONDS["matrix"], MICROSECONDS["three lines"]
KEPT = MICROSECONDS[cost.KEPT]

PEAK = {way: each[-1] for way, each in STORED["peak_bytes"].items()}

NUMBERS = [
    (
        "At N = 256 that is {} against {}.",
        tuple(
            cost.multiplications(way, 256)
            for way in (cost.dx_by_matrix, cost.dx_by_three_lines)
        ),
    ),
    ("A batch has {} tokens of N = {} features", (TOKENS, N)),
    ("{} · {}² · 8 bytes = {} GB", (TOKENS, N, TOKENS * N**2 * 8 / 1e9)),
    (
        "three lines take {} µs at N = 16 and {} µs at N = 1024.",
        (LINES[16], LINES[1024]),
    ),
    ("to 256 it takes {} times as long", MATRIX[256] / MATRIX[128]),
    (
        "at N = 256 it takes {} µs in place of {},",
        (KEPT[256], MATRIX[256]),
    ),
    (
        "from N = {} to {}, is only {} times.",
        (512, 1024, MATRIX[1024] / MATRIX[512]),
    ),
    ("of N² numbers, {} MiB at", PEAK["matrix"] / 2**20),
    ("of N numbers, {} KiB.", PEAK["three lines"] / 2**10),
]
