"""What the side page on ε outside the root says of lesson 01's row."""

from parts.statistics.token_row import token_row

VAR = token_row().var()

NUMBERS = {
    "own-variance-predict": {"1.5268": VAR},
    "eps-place": {
        "1.00": VAR / (VAR + 1e-5),
        "1.5268·10⁻⁶": VAR * 1e-6,
        "1.5268 1.5268 10 0.13": (VAR, VAR, 10, VAR / (VAR + 10)),
    },
}
