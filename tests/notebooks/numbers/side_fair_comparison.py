"""The numbers in the prose of the side page on fair comparisons."""

from runs_in_percent import (
    ADAM,
    GD,
    SMALL,
    both,
    gain,
    leads,
    less,
    longer,
    usual,
)

from parts.training.findings import (
    QUESTIONS,
    at_equal_rates,
    by_place,
    differences,
    losses,
    p_by_loss,
    report,
    searched,
    stored,
)
from parts.training.plan_cells import (
    LONGER,
    LONGER_SEEDS,
    SWAPPED_RATES,
    WARM_UP,
    chosen_rate,
)
from parts.training.signal_probe import FIVE, RAW, same_order, separated
from parts.training.signal_probe import stored as signal_probes
from parts.training.trainer import STEPS, Kind

WITHOUT, WITH = (
    {name: stored()[Kind(name, 16, "Adam", warm_up=steps)]
     for name in ("post-norm", "pre-norm")}
    for steps in (0, WARM_UP)
)  # fmt: skip
NOT_DIVERGED = [
    100 * run.accuracy
    for run in report(Kind("no norm", 16))
    if run.test_loss is not None
]
assert len(NOT_DIVERGED) == 7
READ = {place: 100 * found.mean() for place, found in signal_probes().items()}
assert separated(FIVE, "") != [] and same_order(FIVE, "", GD) == (8, 8)
BY_LOSS = [differences(each.cells, losses).mean() for each in QUESTIONS]
BY_ACCURACY = [differences(each.cells).mean() for each in QUESTIONS]
assert all(a * b < 0 for a, b in zip(BY_LOSS, BY_ACCURACY))  # "same side"
STARTS = {
    (name, each): gain(Kind(name, 16, each, start="small"),
                       Kind(name, 16, each))
    for name in ("pre-norm", "no shortcut")
    for each in (GD, ADAM)
}  # fmt: skip


def rates(variant, **change):
    """Return the rates that both optimizers' searches chose."""
    return tuple(
        chosen_rate(stored()[Kind(variant, 16, each, **change)])
        for each in (GD, ADAM)
    )


def at(runs, name, lr):
    """Return what a search read at a rate, in percent."""
    return 100 * searched(runs[name])[lr]


def warmed(name):
    """Return what warm-up adds to one order, in points."""
    return gain(Kind(name, 16, ADAM, warm_up=WARM_UP), Kind(name, 16, ADAM))


def search_rate(variant):
    return chosen_rate(stored()[Kind(variant, 4)])


NUMBERS = [
    ("are best at {}, pre-norm at {}; with Adam it is {} against {}.",
     (rates("post-norm")[0], rates("pre-norm")[0], rates("norm at end")[1],
      rates("pre-norm")[1])),
    ("its lead is anything from {} to {} points", leads()),
    ("fails at every rate above {},", rates("no norm")[0]),
    ("the other seven read {} %.", sum(NOT_DIVERGED) / 7),
    ("its best rate at {}, above all others, and in the report runs it reads "
     "{} %:", (rates("no norm")[1], both("no norm")[1])),
    ("With Adam at the rate {}, post-norm read {} % of",
     (0.002, at(WITHOUT, "post-norm", 0.002))),
    ("during the first {} steps", WARM_UP),
    ("It reads {} % at that rate.", at(WITH, "post-norm", 0.002)),
    ("for pre-norm from {} to {} and for post-norm from {} to {}.",
     tuple(chosen_rate(runs[name]) for name in ("pre-norm", "post-norm")
           for runs in (WITHOUT, WITH))),
    ("nearly as good, {} % against {} %, with",
     (at(WITH, "post-norm", 0.001), at(WITH, "post-norm", 0.002))),
    ("rate warm-up loses {} points for post-norm and {} for pre-norm.",
     tuple(at(WITHOUT, name, 0.00025) - at(WITH, name, 0.00025)
           for name in ("post-norm", "pre-norm"))),
    ("is left: {} points for post-norm ({} to {}) and {} for pre-norm "
     "({} to {}).", (*warmed("post-norm"), *warmed("pre-norm"))),
    ("Everything so far had {} steps.", STEPS),
    ("also gave four variants {},", LONGER),
    ("In {} steps post-norm rises from {} % to {} % and pre-norm from {} % "
     "to {} %, so {} of {} points are left between them, and “norm at end” "
     "reads {} %.",
     (LONGER, usual("post-norm"), longer("post-norm"), usual("pre-norm"),
      longer("pre-norm"), longer("pre-norm") - longer("post-norm"),
      usual("pre-norm") - usual("post-norm"), longer("norm at end"))),
    ("“No shortcut” rises only to {} %, so the shortcut's gain grows from {} "
     "points to {}.",
     (longer("no shortcut"), usual("post-norm") - usual("no shortcut"),
      longer("post-norm") - longer("no shortcut"))),
    ("cannot bring p below {},", 2 / 2 ** len(LONGER_SEEDS)),
    ("separates {} of the 10 pairs, and training puts all {} in",
     same_order(FIVE, "", GD)[::-1]),
    ("separates {} of the 10 pairs, and training puts all {} in",
     same_order(FIVE, "", ADAM)[::-1]),
    ("reads most before training, {} %, and then falls behind two variants "
     "that read {} %.", (READ["pre-norm", "small"],
                         READ["post-norm", "small"])),
    ("two variants that read {} %.", READ["norm at end", "small"]),
    ("the same head reads {} %, which is less than behind pre-norm from He's "
     "start, {} %,", (READ[RAW, ""], READ["pre-norm", ""])),
    ("a head reads {} %, no more than behind post-norm, {} %,",
     (READ["gated", ""], READ["post-norm", ""])),
    ("it reads {} points less with gradient descent ({} to {}) and {} less "
     "with Adam,", (*less(STARTS["no shortcut", GD]),
                    -STARTS["no shortcut", ADAM][0])),
    ("falls from {} to {}. Nothing",
     (rates("no shortcut")[0], rates("no shortcut", **SMALL)[0])),
    ("gained pre-norm {} points with Adam and cost it {} with",
     (STARTS["pre-norm", ADAM][0], -STARTS["pre-norm", GD][0])),
    ("$2^{-32}$ is {}", 2**-32),
    ("p = {} for both.", p_by_loss()[1]),
    ("p = {} for both.", p_by_loss()[2]),
    ("descent RMSNorm reads {} points more, and the",
     100 * by_place(QUESTIONS[6].cells)[16, GD].mean),
    ("is ahead too, by {} on average", -BY_LOSS[6]),
    ("chose {} as the learning rate for LayerNorm, and {} for RMSNorm",
     (search_rate("pre-norm"), search_rate("RMSNorm"))),
    ("is +{} or +{} points instead of +{}.",
     (*(100 * at_equal_rates()[lr].mean
        for lr in sorted(SWAPPED_RATES.values())[::-1]),
      100 * BY_ACCURACY[6])),
]  # fmt: skip
