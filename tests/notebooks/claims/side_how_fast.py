"""What the side page on speed says in words."""

from parts.how_fast import speed

PASSES = {way: sum(count) for way, count in speed.count_passes().items()}

CLAIMS = {
    "Blocks and compiled loops make fewer passes over memory": (
        max(PASSES["in blocks"], PASSES["compiled"])
        < min(PASSES["in place"], PASSES["usual"])
    ),
}
