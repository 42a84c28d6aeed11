"""Choose: what do three intervals say beside what is too little to matter?"""

from answer_check.question import Question

EXERCISE = Question(
    name="three_intervals",
    lesson="11",
    statement="Less than 2 points is too little to matter. What does each "
    "of these intervals say: A from 3.1 to 6.7 points, B from −5 to beyond "
    "+10, C from −1.2 to +0.8? "
    "*More*: sure that the first variant reads more. *No difference*: sure "
    "that what there is, is too little to matter. *Not known*: neither. "
    "a) A more, B no difference, C no difference. "
    "b) A more, B more, C no difference. "
    "c) A more, B not known, C not known. "
    "d) A more, B not known, C no difference.",
    right="d",
    wrong={
        "a": "B holds 0, as C does, but it holds −4 and 12 as well. Whoever "
        "says “no difference” of B has excluded none of these.",
        "b": "The mean of B is 4 points, but three seeds do not know it well: "
        "the truth may as well be 0, or below.",
        "c": "C does not tell whether the difference is above or below 0. But "
        "all that it holds is too little to matter, and that is known.",
        "none": "A lies above 0, so it says more, in all four answers.",
    },
    why="A lies above 0. C holds 0, and nothing that matters. B holds 0, too, "
    "and large differences on either side.",
    hints=[
        "For each interval ask what the truth could be. Would all of these "
        "truths get the same verdict?",
        "B and C both hold 0. What does B hold that C does not?",
        "“No difference” needs an interval that lies within the band. Only "
        "one of the three does.",
    ],
)
