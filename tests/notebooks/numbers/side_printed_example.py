"""The numbers in the prose of the side page on one printed example."""

NUMBERS = [
    ("√(7/8) = {}", (7 / 8) ** 0.5),
]
