"""Estimate: which step suits a number format of eight bits?"""

from answer_check.question import Question

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
        (7e-5, 8e-5): "That is 3·10⁻³ divided by about 40. The factor is "
        "right, and the direction is not: with fewer bits rounding is "
        "coarser, so the best h is larger and not smaller.",
        (2.1e-3, 2.2e-3): "That is about the cube root of 10⁻⁸, as if 8 bits "
        "were 8 decimal digits. They are between two and three.",
        (3.8e-3, 4e-3): "That is about 2⁻⁸, the size of one rounding in "
        "bfloat16. The best h is larger than that: in float32 a rounding is "
        "2⁻²⁴, or 6·10⁻⁸, and the best h 3·10⁻³. Which root is that?",
        (3e-6, 1.31e-5): "That is about the best h of float64. In bfloat16 "
        "x + h would be x again: fewer bits want a larger step.",
        (5e-8, 7e-8): "That is about the third power of 2⁻⁸. It is h³ that "
        "is about as small as a rounding, so h is a root, and much larger.",
        (1e-12, 1e-3): "The numbers of bfloat16 are 0.008 apart next to 1.3. "
        "With so small an h, x + h would be x again, and the slope 0: fewer "
        "bits want a larger step.",
        (1e-3, 3.4e-3): "That is about the best h of float32. bfloat16 keeps "
        "16 bits fewer: its numbers are 0.008 apart next to 1.3, so x + h "
        "would be x again, and the slope 0. Fewer bits want a larger step.",
        (0.017, 0.0175): "That is about 3·10⁻³ times 2 to the cube root of "
        "16. Python takes `2**16 ** (1 / 3)` so, from the right; it is 2¹⁶ "
        "whose cube root tells how much h grows.",
        (3.4e-3, 0.018): "That is at most six times the best h of float32, "
        "though 16 bits are gone. h does not grow in proportion to the bits: "
        "each one that is lost multiplies it by the same factor, and 29 of "
        "them multiplied it by 500.",
        (0.018, 0.033): "That is about the cube root of 2⁻¹⁶, which would "
        "suit a format that keeps 16 bits. bfloat16 takes up 16 bits, but it "
        "keeps 8 of the digits of a number. It is also 2⁻⁸ to the power 2/3, "
        "which is h², the error that is left.",
        (0.033, 0.05): "That is close, but still too small. Count the bits "
        "that are lost after float32, and what three of them do to h.",
        (0.74, 0.8): "That is about 3·10⁻³ times 2 to the power 16/2. A "
        "square root belongs to a step up alone; with steps both ways 29 "
        "bits fewer made 500. Which root of 2²⁹ is that?",
        (1.4, 1.6): "That is about 500 times 3·10⁻³. By 500 h grew from "
        "float64 to float32, but there 29 bits were lost. Now it is only 16.",
        (0.45, 4.5): "That step is about as large as x itself. The curve "
        "bends within it: on paper the error of the slope is h², and the "
        "slope is 5.",
        (36, 44): "That is about how many times larger h becomes from float32 "
        "to bfloat16. The h itself was asked.",
        (60, 70): "That is about 3·10⁻³ times a third of 2 to the power 16. "
        "The third belongs to the power, 16/3: Python takes `**` before `/`, "
        "so a power that is a fraction needs brackets.",
        (180, 215): "That is about 3·10⁻³ times 2 to the power 16, by which "
        "rounding gets coarser. h grows by less: from float64 to float32 "
        "rounding got coarser by 2²⁹, and h grew by 500. Which root is that?",
        (4.5, 1e12): "That step is far larger than x. On paper the error of "
        "the slope is h², and the slope is 5. Fewer bits want a larger step "
        "than 3·10⁻³, but one that is small beside x.",
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
