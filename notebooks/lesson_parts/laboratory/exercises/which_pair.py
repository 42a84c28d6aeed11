"""Choose: which two sets of runs may be compared?"""

from answer_check.question import Question

EXERCISE = Question(
    name="which_pair",
    lesson="11",
    statement="You want to know whether the norm helps. A run with a norm "
    "and one without have each a learning rate, and a seed that draws the "
    "weights and the signals. Which comparison answers your question? "
    "a) Both train at the rate 0.1, each with the seeds 1 to 10. "
    "b) Each trains at five rates, with the seeds 1 to 10. For each you "
    "report the rate at which these ten runs read most. "
    "c) Each has its best rate by three runs of its own; then both train "
    "with the same ten other seeds. "
    "d) Each has its best rate by three runs of its own; then the one trains "
    "with the seeds 4 to 13, and the other with 14 to 23.",
    right="c",
    wrong={
        "a": "One rate for both, as in a, is not fair to both. A norm changes "
        "which rates suit a stack, so at one common rate you may measure the "
        "rate and not the norm.",
        "b": "In b the runs that choose the rate are the runs that you "
        "report. Of five rates the luckiest wins, so both numbers come out "
        "too high, and the one that varies more gains more. Choose on other "
        "runs than you report.",
        "d": "In d the two see different signals and start from different "
        "weights. An easy seed then counts for one of them alone. With the "
        "same seeds, what it does to both alike drops out of the difference.",
        "none": "One of them is fair: each may have a rate of its own, if "
        "other runs than those that chose it are reported.",
    },
    why="Each variant has the rate that suits it, other runs than those that "
    "chose it report, and each seed makes a pair, so that only the norm "
    "differs within it.",
    hints=[
        "For each of the four ask: could a difference come from anything but "
        "the norm?",
        "There are three such causes here: a rate that suits only one of "
        "them, the luck of the runs that chose the rate, and the luck of the "
        "seeds.",
        "Cross out the one with a common rate, the one that chooses and "
        "reports with the same runs, and the one with different seeds. One "
        "is left.",
    ],
)
