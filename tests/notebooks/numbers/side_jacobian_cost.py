"""The numbers in the prose of the side page on the matrix's cost."""

TOKENS, N = 8192, 768

NUMBERS = [
    ("A batch has {} tokens of N = {} features", (TOKENS, N)),
    ("{} · {}² · 8 bytes = {} GB", (TOKENS, N, TOKENS * N**2 * 8 / 1e9)),
]
