"""Estimate: which step suits a number format of eight bits?"""

from course_lib.exercises.question import Question

EXERCISE = Question(
    name="step_in_bfloat16",
    lesson="03",
    statement="Most models of today are trained in bfloat16, which keeps 8 "
    "bits of every number; float32 keeps 24, and float64 keeps 53. Take x³ "
    "near 1.3 once more. With which h is the central difference best in "
    "bfloat16? Estimate it from the two that you know, 6·10⁻⁶ and 3·10⁻³.",
    right=0.15,
    factor=3,
    wrong={
        3e-3: "That is about the best h of float32. bfloat16 keeps 16 bits "
        "fewer, so next to 1.3 it has steps of 0.008 only: h is rounded to "
        "one of them, and rounding takes over at a larger step.",
        6e-6: "That is about the best h of float64. With 8 bits x + h would "
        "be x, and the slope 0: fewer bits want a larger step.",
        1.5: "That step is about as large as x itself. The curve bends within "
        "it: on paper the error of the slope is h², and the slope is 5.",
    },
    why="A simulation puts it at about 0.2. From 53 bits to 24, 29 bits "
    "fewer, h grew by a factor of 500, which is about 2 to the power 29/3. "
    "16 bits fewer make about 2 to the power 16/3, which is 40, and 40 times "
    "3·10⁻³ is 0.12. Even then the slope is wrong in its second digit: "
    "nobody checks a gradient in bfloat16.",
    hints=[
        "Fewer bits: does rounding take over at a smaller step or at a "
        "larger one?",
        "Going from 53 bits to 24, h grew by a factor of about 500, that is "
        "2 to the power 9. By which power of 2 does it grow for each bit "
        "that is lost?",
        "For every three bits that are lost h about doubles. bfloat16 has 16 "
        "bits fewer than float32: double 3·10⁻³ five times.",
    ],
)
