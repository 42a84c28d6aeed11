"""What the side page on fair comparisons says of the stored runs."""

import numpy as np
from runs_in_percent import (
    ADAM,
    GD,
    SMALL,
    at_common_rates,
    at_rate,
    both,
    gain,
    leads,
    less,
    longer,
    moved,
    question,
    rate,
    read,
    usual,
)

from lesson_parts.laboratory.exercises.judge import judge
from lesson_parts.laboratory.findings import (
    QUESTIONS,
    answered,
    at_equal_rates,
    by_place,
    differences,
    diverged,
    losses,
    p_by_loss,
    report,
    searched,
    stored,
)
from lesson_parts.laboratory.plan_settings import (
    BOTH,
    FOUR,
    LONGER,
    LONGER_SEEDS,
    SWAPPED_RATES,
    WARM_UP,
)
from lesson_parts.laboratory.plan_settings import scores as by_rate
from lesson_parts.laboratory.signal_probe import (
    FIVE,
    RAW,
    same_order,
    separated,
)
from lesson_parts.laboratory.signal_probe import stored as signal_probes
from lesson_parts.laboratory.signals import signals
from lesson_parts.laboratory.trainer import STEPS, Setting, fresh

READ = {place: 100 * x.mean() for place, x in signal_probes().items()}
FINISHED = [
    100 * run.accuracy
    for run in report(Setting("no norm", 16))
    if run.test_loss is not None
]
BY_LOSS = [differences(each.weights, losses).mean() for each in QUESTIONS]
BY_ACCURACY = [differences(each.weights).mean() for each in QUESTIONS]
PATIENT = {
    name: by_rate(stored()[Setting(name, 16, GD, steps=LONGER)]["fine"])
    for name in FOUR
}
OTHERS = [name for name in FIVE if name != "pre-norm"]
EQUAL = at_equal_rates()


def lost(name):
    """Return what warm-up loses at the smallest rate, in points."""
    return at_rate(name, 0.00025) - at_rate(name, 0.00025, warm_up=WARM_UP)


def warmed(name):
    """Return what warm-up adds to one order, in points."""
    return gain(
        Setting(name, 16, ADAM, warm_up=WARM_UP), Setting(name, 16, ADAM)
    )


def seen_with(pairs, number):
    """Return the difference that so many pairs show four times in five.

    Student's quantiles with 9 degrees of freedom, 97.5 and 80 percent.
    """
    return (2.262 + 0.883) * scatter(number) / pairs**0.5


def scatter(number):
    """Return the standard deviation of a question's ten differences."""
    return 100 * differences(QUESTIONS[number - 1].weights).std(ddof=1)


def judged(number):
    """Return what the judge says of each setting by itself."""
    places = by_place(QUESTIONS[number - 1].weights).items()
    return {
        place: judge(found.differences, np.zeros(10))[2]
        for place, found in places
    }


def one_block(variant):
    x, _ = signals(50, np.random.default_rng(5))
    return fresh(Setting(variant, 1), 1).forward(x)


NUMBERS = {
    "rates-answer": {
        "0.04": rate("post-norm", GD),
        "0.04 0.16": (rate("norm at end", GD), rate("pre-norm", GD)),
        "0.0005": rate("post-norm"),
        "0.0005 0.002": (rate("norm at end"), rate("pre-norm")),
        "5 68": leads(),
        "0.00031": rate("no norm", GD),
        "34": np.mean(FINISHED),
        "0.008": rate("no norm"),
        "71": read("no norm", 16, ADAM),
        "0.002 17": (0.002, at_rate("post-norm", 0.002)),
        "1,000": WARM_UP,
    },
    "warm-up-answer": {
        "64": at_rate("post-norm", 0.002, warm_up=WARM_UP),
        "0.002 0.008": (rate("pre-norm"), rate("pre-norm", warm_up=WARM_UP)),
        "0.0005 0.002": (
            rate("post-norm"), rate("post-norm", warm_up=WARM_UP)
        ),
        "3": lost("post-norm"),
        "4": lost("pre-norm"),
        "3.7 0.7 6.9": warmed("post-norm"),
        "5.3 4.2 6.4": warmed("pre-norm"),
        "−1.6 −4.8 1.7": question(6),
        "4.6 2 1.5 4.5": (scatter(6), 2, scatter(2), seen_with(10, 6)),
        "2 40": (2, round((2.8 * scatter(6) / 2) ** 2, -1)),  # 1.96 + 0.84
        "4,000": STEPS,
        "16 16,000": (16, LONGER),
    },
    "patience-answer": {
        "16,000 59 86": (LONGER, usual("post-norm"), longer("post-norm")),
        "74 91": (usual("pre-norm"), longer("pre-norm")),
        "5 14": (
            longer("pre-norm") - longer("post-norm"),
            usual("pre-norm") - usual("post-norm"),
        ),
        "88": longer("norm at end"),
        "63": longer("no shortcut"),
        "9": usual("post-norm") - usual("no shortcut"),
        "23": longer("post-norm") - longer("no shortcut"),
        "0.06": 2 / 2 ** len(LONGER_SEEDS),
    },
    "fresh-answer": {
        "8 10": (len(separated(FIVE, "")), 10),
        "30": READ["pre-norm", "small"],
        "27": [READ[name, "small"] for name in ("post-norm", "norm at end")],
        "24": READ[RAW, ""],
        "20 21": (READ["gated", ""], READ["post-norm", ""]),
        "6 3 9 2": (
            -moved("no shortcut", GD)[0],
            *less(moved("no shortcut", GD))[1:],
            -moved("no shortcut", ADAM)[0],
        ),
        "2 6": (moved("pre-norm", ADAM)[0], -moved("pre-norm", GD)[0]),
        "0.02 0.005": (
            rate("no shortcut", GD), rate("no shortcut", GD, **SMALL)
        ),
    },
    "by-loss-answer": {
        "0.039": p_by_loss()[1], "2 3 0.039": (2, 3, p_by_loss()[2])
    },  # fmt: skip
    "each-answer": {
        "1.1": 100 * by_place(QUESTIONS[6].weights)[16, GD].mean,
        "0.017": -BY_LOSS[6],
        "0.64": rate("pre-norm", GD, 4),
        "0.16": rate("RMSNorm", GD, 4),
        "0.6": 100 * EQUAL[max(SWAPPED_RATES.values())].mean,
        "0.4": 100 * EQUAL[min(SWAPPED_RATES.values())].mean,
        "0.5": 100 * BY_ACCURACY[6],
    },
}  # fmt: skip

HOLDS = {
    "rates-answer": {
        "only pre-norm tolerates the larger rates":
            all(
                at_rate("pre-norm", lr, each)
                > 70
                > 35
                > at_rate(name, lr, each)
                for lr, each in ((0.32, GD), (0.004, ADAM))
                for name in OTHERS
            ),
        "it reads more at every common rate that trains":
            all(
                pre > post
                for each in BOTH
                for pre, post in at_common_rates(each)
            ),
        "without norms gradient descent fails above, three diverged":
            max(
                at_rate("no norm", lr, GD)
                for lr in searched(stored()[Setting("no norm", 16)])
                if lr > 0.00032
            ) < 11 and diverged(Setting("no norm", 16)) == 3,
        "with Adam its rate is above all, its share below pre-norm's":
            rate("no norm") > max(map(rate, FIVE)) and both("pre-norm")[
                1
            ] > both("no norm")[1] > max(both(name)[1] for name in OTHERS),
    },
    "warm-up-answer": {
        "question 6 is open": answered()[5][3] == "open",
        "four variants, five seeds, gradient descent only":
            (
                len(PATIENT),
                len(LONGER_SEEDS),
                {k.optimizer for k in stored() if k.steps == LONGER},
            ) == (4, 5, {GD}),
    },
    "patience-answer": {
        "only post-norm's best rate was an inner one":
            [
                name
                for name, found in PATIENT.items()
                if min(found) < max(found, key=found.get) < max(found)
            ] == ["post-norm"],
        "no shortcut was best at the smallest of three":
            len(PATIENT["no shortcut"]) == 3 and max(
                found := PATIENT["no shortcut"], key=found.get
            ) == min(found),
    },
    "fresh-answer": {
        "8 separated pairs, trained in the same order":
            all(same_order(FIVE, "", each) == (8, 8) for each in BOTH),
        "not: post-norm from norm at end, the two without shortcuts":
            not {frozenset(pair) for pair in separated(FIVE, "")} & {
                frozenset(("post-norm", "norm at end")),
                frozenset(("no shortcut", "neither, norm at end")),
            },
        "pre-norm first before training, behind two afterwards":
            max(
                FOUR, key=lambda name: READ[name, "small"]
            ) == "pre-norm" and all(
                min(np.subtract(both(v, **SMALL), both("pre-norm", **SMALL)))
                > 0
                for v in ("post-norm", "norm at end")
            ),
        "gated is trained to more than any of the five":
            all(
                min(np.subtract(both("gated"), both(name))) > 0
                for name in FIVE
            ),
    },
    "by-loss-answer": {
        "the loss takes the same side in all eight":
            all(a * b < 0 for a, b in zip(BY_LOSS, BY_ACCURACY)),
        "it decides 2 and 3, which accuracy left open":
            [
                number
                for number, (p, found) in enumerate(
                    zip(p_by_loss(), answered()), 1
                )
                if p <= 0.05 < found[2]
            ] == [2, 3],
    },
    "each-answer": {
        "no difference in three of four, open in the fourth":
            {place: says for place, says in judged(7).items() if says} == {
                (16, GD): 2
            },
        "the gate: more, four times": [*judged(8).values()] == [1] * 4,
        "post-norm and norm at end are one model with one block":
            np.allclose(
                one_block("post-norm"), one_block("norm at end"), atol=1e-5
            ),
    },
}  # fmt: skip
