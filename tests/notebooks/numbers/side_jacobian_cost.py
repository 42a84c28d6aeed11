"""What the side page on the matrix's cost says of its measurement."""

from parts.backward import cost

STORED = cost.stored()
MICROSECONDS = {
    way: {n: 1e6 * each for n, each in zip(STORED["sizes"], seconds)}
    for way, seconds in STORED["seconds"].items()
}
MATRIX, LINES = MICROSECONDS["matrix"], MICROSECONDS["three lines"]
KEPT = MICROSECONDS[cost.KEPT]
PEAK = {way: each[-1] for way, each in STORED["peak_bytes"].items()}

NUMBERS = {
    "counts-why": {
        "131,328 768": tuple(
            cost.multiplications(way, 256)
            for way in (cost.dx_by_matrix, cost.dx_by_three_lines)
        ),
    },
    "measured-why": {
        "2.9 16 3.6 1024": (LINES[16], 16, LINES[1024], 1024),
        "21": MATRIX[256] / MATRIX[128],
        "52 392": (KEPT[256], MATRIX[256]),
        "512 1024 1.8": (512, 1024, MATRIX[1024] / MATRIX[512]),
        "16": PEAK["matrix"] / 2**20,
        "24": PEAK["three lines"] / 2**10,
    },
}
