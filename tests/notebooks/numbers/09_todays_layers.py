"""What lesson 09 says of its runs."""

from pathlib import Path

import numpy as np
from runs_in_percent import ADAM, GD, SMALL, both, longer, question, rate, read

from lesson_parts import training
from lesson_parts.laboratory.findings import (
    QUESTIONS,
    answered,
    by_optimizer,
    by_place,
    differences,
    minus,
    scores,
    searched,
)
from lesson_parts.laboratory.findings import stored as runs
from lesson_parts.laboratory.paired import INTEREST, finding
from lesson_parts.laboratory.plan_settings import SETTINGS
from lesson_parts.laboratory.signal_stack import D_FF, SignalStack
from lesson_parts.laboratory.trainer import Setting
from lesson_parts.trials import findings as second
from lesson_parts.trials.findings import GATE, RELU

RMS = differences(QUESTIONS[6].weights)
PLACES = [*by_place(QUESTIONS[6].weights)]
SAID = [said for *_, said in answered()]
PLAN = Path(training.__file__).with_name("plan.md").read_text("utf-8")
GATES = *both("gated", 4), *both("gated", 16)
EXCHANGED = "pre-norm", "RMSNorm", "gated", "no last norm"


def average(variant, depth):
    return np.mean(both(variant, depth))


def gains(one, other, depth=16):
    """Return what one variant reads more, by optimizer, in points."""
    return np.subtract(both(one, depth), both(other, depth))


def apart(weights, optimizer):
    """Return what one optimizer answers, and its interval, in points."""
    found = by_optimizer(weights, second.scores)[optimizer]
    return 100 * found.mean, *(100 * end for end in found.wide)


def gate(last, optimizer):
    """Return what the gate gains, and its interval, in points."""
    return apart(second.gain_of_gate("LayerNorm", last), optimizer)


def second_read(layer, last, optimizer):
    """Return what 16 blocks with LayerNorm read, in percent."""
    return 100 * second.mean(second.EIGHT[layer, "LayerNorm", last], optimizer)


def on_pre_norm(layer, optimizer):
    """Return what leaving out the last norm, with a layer, gains pre-norm."""
    return second_read(layer, False, optimizer) - second_read(
        RELU, True, optimizer
    )


def of_second(name, optimizer):
    return apart(second.QUESTIONS[name].weights, optimizer)


def in_both(name):
    """Return what each optimizer answers, and their mean, in points."""
    return *(of_second(name, each)[0] for each in (GD, ADAM)), SECOND[name]


def at_times(factor, optimizer, name="no last norm"):
    """Return what 4 and 16 blocks read at a multiple of the best rate.

    The best rate is that of the stack without a last norm.
    """
    return np.array([
        100 * searched(runs()[Setting(name, depth, optimizer)])[
            factor * rate("no last norm", optimizer, depth)
        ]
        for depth in (4, 16)
    ])  # fmt: skip


def block(variant):
    """Return the norm and the layer of a block, and the last norm."""
    stack = SignalStack(variant, 4, rng=1).layers["stack"]
    one = stack.blocks[0]
    kinds = one.norm_before, one.feed_forward, stack.final_norm
    return " ".join(type(kind).__name__ for kind in kinds)


def left_by_pairs():
    """Return the variance of question 7's differences, by that of no pairs."""
    pairs = apart = 0
    for place in PLACES:
        a, b = (scores(Setting(v, *place)) for v in ("RMSNorm", "pre-norm"))
        pairs += np.var(a - b)
        apart += np.var(a) + np.var(b)
    return pairs / apart


SECOND = {
    name: 100 * found.mean
    for name, (_, found, *_) in second.answered("A").items()
}
ALONE = (
    gains("pre-norm", "post-norm").mean(),
    *(gains(v, "pre-norm").mean() for v in ("RMSNorm", "gated")),
)
LAST = {depth: gains("no last norm", "pre-norm", depth) for depth in (4, 16)}
BEST = read("no last norm", 16, ADAM)

NUMBERS = {
    "grid-text": {
        "80 53": (
            D_FF,
            SignalStack("gated", 1, rng=0)
            .layers["stack"].blocks[0].feed_forward.d_ff,
        ),
    },
    "judged-text": {
        "89 86 78 77": tuple(
            read(name, 16, ADAM)
            for name in ("no last norm", "gated", "RMSNorm", "pre-norm")
        ),
        "85 87": (min(GATES), max(GATES)),
        "2 8": (
            100 * INTEREST,
            100 * max(np.ptp(scores(Setting("RMSNorm", *p))) for p in PLACES),
        ),
    },
    "judged-answer": {
        "0.5": question(7)[0],
        "0.0 1.1": tuple(100 * x for x in finding(RMS).narrow),
    },
    "last-norm-text": {
        "77.1 90.5 13": (
            second_read(RELU, True, ADAM), second_read(GATE, False, ADAM),
            on_pre_norm(GATE, ADAM),
        ),
        "8.5 1.8 1.3 2.3": (
            gate(True, ADAM)[0], *gate(False, ADAM),
        ),
        "10.1": on_pre_norm(GATE, GD),
        "−0.6 6.8 3.1": in_both("A1"), "10.9 1.8 6.3": in_both("A2"),
        "−0.2 4.8 2.3": in_both("A3"), "0.5 −0.2 0.1": in_both("A4"),
        "11.5": on_pre_norm(RELU, ADAM),
        "16 16": (16, ALONE[0]), "1 10": ALONE[1:],
    },
    "together-text": {
        "8.5 11.5": (gate(True, ADAM)[0], on_pre_norm(RELU, ADAM)),
        "10.3 −0.8": (gate(True, GD)[0], on_pre_norm(RELU, GD)),
    },
    "verdicts": {
        "27 16": (gains("today", "post-norm").mean(), 16),
        "4 9": (4, gains("today", "post-norm", 4).mean()),
        "87 4 86 16": (average("today", 4), 4, average("today", 16), 16),
        "78 59": (average("post-norm", 4), average("post-norm", 16)),
        "80 86": (both("post-norm", **SMALL)[1], longer("post-norm")),
        "0.5": question(7)[0],
        "9.1": question(8)[0],
        "6.3": SECOND["A2"],
        "4 6.5": (4, np.mean(LAST[4])),
        "16 11": (16, LAST[16][1]),
        "0.4 −0.8": (LAST[16][0], on_pre_norm(RELU, GD)),
    },
    "closing": {"9": question(8)[0], "1.8": gate(False, ADAM)[0]},
}  # fmt: skip

HOLDS = {
    "grid-text": {
        "one part is exchanged at a time":
            [block(v) for v in EXCHANGED] == [
                "LayerNorm FeedForward LayerNorm",
                "RMSNorm FeedForward RMSNorm",
                "LayerNorm GatedFeedForward LayerNorm",
                "LayerNorm FeedForward NoneType",
            ],
        "today's block exchanges norm and layer":
            block("today") == "RMSNorm GatedFeedForward RMSNorm",
    },
    "judged-text": {
        "gated, 16 blocks are nearly as good as 4":
            max(np.subtract(both("gated", 4), both("gated", 16))) < 2,
        "no last norm: all four means higher, three clearly":
            np.min([*LAST.values()]) > 0 and np.sum(
                np.array([*LAST.values()]) > 2
            ) == 3,
        "only it gains by depth with Adam":
            [v for v in EXCHANGED if read(v, 16, ADAM) > read(v, 4, ADAM)] == [
                "no last norm"
            ],
        "RMSNorm and pre-norm come last, in this order":
            sorted(EXCHANGED, key=lambda v: -read(v, 16, ADAM)) == [
                "no last norm", "gated", "RMSNorm", "pre-norm"
            ],
        "the gate moves the results most":
            all(
                gains("gated", "pre-norm", d).mean()
                > LAST[d].mean()
                > gains("RMSNorm", "pre-norm", d).mean()
                for d in (4, 16)
            ),
    },
    "judged-answer": {
        "the interval is narrower than in any one setting":
            np.ptp(question(7)[1:]) < min(
                100 * np.ptp(x.wide)
                for x in by_place(QUESTIONS[6].weights).values()
            ),
        "pairs leave a third of the variance": 0.28 < left_by_pairs() < 0.38,
    },
    "verdicts": {
        "the three gains add up":
            abs(gains("today", "post-norm").mean() - sum(ALONE)) < 1,
        "7 as good, 8 more": SAID[6:] == ["no difference", "more"],
        "nobody had planned no last norm":
            "no last norm" not in str(QUESTIONS),
        "in a pilot RMSNorm won by 4 points":
            "RMSNorm read 0.039 more" in PLAN,
        "today's block: from He's start, 4,000 steps only":
            not any(
                k.variant == "today" and (k.start or k.steps > 4000)
                for k in runs()
            ),
    },
    "together-text": {
        "today's block was not planned":
            not any(kind.variant == "today" for kind in SETTINGS),
    },
    "last-norm-text": {
        "with descent as much as the gate alone, with Adam less than the sum":
            abs(on_pre_norm(GATE, GD) - gate(True, GD)[0]) < 0.5
            and on_pre_norm(GATE, ADAM)
            < gate(True, ADAM)[0] + on_pre_norm(RELU, ADAM),
        "with descent the last norm is not seen to matter":
            all(
                low < 0 < high
                for _, low, high in (
                    of_second("A1", GD), of_second("A3", GD),
                    apart(minus("no last norm", "pre-norm"), GD),
                )
            ),
        "the verdicts":
            [said for *_, said in second.answered("A").values()] == [
                "more", "more", "more", "no difference", "open",
            ],
        "four runs of today's block without a last norm diverged":
            second.diverged(second.FRAGILE) == 4
            and all(
                run.test_loss is not None
                for run in second.stored()[second.FRAGILE]["fine"]
                if run.lr == second.report(second.FRAGILE)[0].lr
            ),
        "no last norm overflows at twice its best rate, with Adam it reads":
            max(at_times(2, GD)) < 11 < 70 < min(at_times(2, GD, "pre-norm"))
            and max(at_times(1, ADAM) - at_times(2, ADAM)) < 4,
    },
}  # fmt: skip
