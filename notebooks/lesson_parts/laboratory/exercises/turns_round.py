"""Count: which answers have the other sign from the other start?"""

from answer_check.question import Question

EXERCISE = Question(
    name="turns_round",
    lesson="11",
    statement="In the table of nine answers in lesson 11's second sitting, "
    "compare the two columns with 16 blocks, row by row. How many answers "
    "turn round with the start, from more to less or from less to more?",
    right=4,
    factor=1.01,
    wrong={
        (2.5, 3.5): "One more turns round. A small difference counts as well, "
        "if its arrow is the other way from the other start.",
        (0.5, 2.5): "More of them turn round. Ask each row by itself: has it "
        "↑ in one of the two columns and ↓ in the other?",
        (4.5, 6.5): "So many do not turn round. A row counts if it has ↑ in "
        "one of the two columns with 16 blocks and ↓ in the other; = is no "
        "turn.",
    },
    why="Where the norm stands, whether norms inside help, whether ReLU² or "
    "the gate is ahead, and what silu does: four of nine hang on the start.",
    hints=[
        "Look only at the first and at the third column.",
        "A row turns round if one of the two has ↑ and the other ↓.",
        "Begin with pre-norm − post-norm: −2.5 ↓ and +12.7 ↑, so it turns.",
    ],
)
