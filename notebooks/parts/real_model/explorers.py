"""Explorers of lesson 11: what a trained model can do without."""

import numpy as np

from course_lib.panels.explorer import Choice, Explorer, Slider, number
from course_lib.panels.style import (
    DATA,
    GRADIENT,
    OUTPUT,
    REFERENCE,
    RESIDUAL,
    TEXT,
)
from parts.real_model.changes import NORMS, SIGMAS
from parts.real_model.encoder import BLOCKS, PARTS
from parts.real_model.measure import row_spreads
from parts.real_model.results import found, measured
from parts.real_model.weights import load_weights

FLOOR = "no block"
CALLED = {"attention": "attention", "feed-forward": "feed_forward"}
WHERE = {"sublayer": "itself", "shortcut": "around it", "norm": "behind it"}


def draw_found(axes):
    """Draw an upright scale of sentences found, and return what moves."""
    axes.set(
        xlim=(0, 1), ylim=(-0.03, 1.03), xticks=[],
        ylabel="sentences found, share",
    )  # fmt: skip
    for name, words in (("whole", "whole model"), (FLOOR, "no block at all")):
        share, _ = found(name)
        axes.axhline(share, color=REFERENCE, ls="--", lw=1.5)
        axes.text(0.98, share + 0.02, words, ha="right", color=TEXT)
    (spread,) = axes.plot([], [], color=OUTPUT, lw=3)
    (dot,) = axes.plot([], [], "o", color=OUTPUT, ms=12, mec="white")
    return {"spread": spread, "dot": dot}


def move_found(artists, share, error):
    """Put a share and its standard error on the scale."""
    ends = np.clip([share - error, share + error], 0, 1)
    artists["spread"].set_data([0.3, 0.3], ends)
    artists["dot"].set_data([0.3], [share])


def say_found(name):
    """Say how many are found, and how alike sentences have become."""
    (share, error), kept = found(name), measured()[name]
    return (
        f"{number(share)} ± {number(error)} of the sentences find their "
        f"partner. Mean similarity of partners {number(kept['partners'])}, "
        f"of others {number(kept['others'])}."
    )


class LeaveOut(Explorer):
    """Ten sentences, and who finds whom, with one part left out."""

    size = (9.0, 4.6)
    task = (
        "Leave out each part in all blocks at once: which is missed least? "
        "Then look for the sublayers of the twelve that are missed most."
    )
    question = (
        "The feed-forward layers of all six blocks are left out at once, and "
        "with them two thirds of the blocks' weights. How many sentences "
        "still find their partner?"
    )
    choices = {
        "no more than without any block": (
            "Attention and the shortcuts are still there: 0.58 are found, and "
            "without any block 0.33."
        ),
        "more than half": (
            "0.58, because attention and the shortcuts are still there. Each "
            "layer alone is hardly missed, but all together they are."
        ),
        "nearly all": (
            "Each layer alone is hardly missed, but all together they are: "
            "0.58 are found, and by the whole model 0.84."
        ),
    }
    answer = "more than half"
    controls = {
        "part": Choice("left out", PARTS, "sublayer", buttons=True),
        "sublayer": Choice("of", tuple(CALLED), "attention", buttons=True),
        "block": Choice(
            "in block", (*map(str, range(BLOCKS)), "all"), "2", buttons=True
        ),
    }

    def state(self, part, sublayer, block):
        """Look up who finds whom."""
        name = f"no {part} {block} {CALLED[sublayer]}"
        alike = np.array(measured()[name]["ten"]) / 10_000
        nearest = alike.argmax(1)  # 0 stands on the diagonal
        alike += np.eye(len(alike))
        return {"name": name, "alike": alike, "nearest": nearest}

    def draw(self, figure):
        left, right = figure.subplots(1, 2, width_ratios=[1.5, 1])
        count = 10
        mesh = left.pcolormesh(
            np.zeros((count, count)), cmap="cividis", vmin=0, vmax=1
        )
        names = [f"{i // 2 + 1}{'ab'[i % 2]}" for i in range(count)]
        places = np.arange(count) + 0.5
        left.set_xticks(places, names)
        left.set_yticks(places, names)
        left.set(ylim=(count, 0), ylabel="this sentence", xlabel="and this")
        left.set_title("Who is nearest to whom")
        left.tick_params(length=0)
        (rings,) = left.plot(
            [], [], "o", ms=13, mfc="none", mec=OUTPUT, mew=2.5
        )
        figure.colorbar(mesh, ax=left, label="similarity")
        right.set_title("Of all sixty pairs")
        return {"mesh": mesh, "rings": rings, **draw_found(right)}

    def move(self, artists, now):
        artists["mesh"].set_array(now.alike)
        places = np.arange(len(now.nearest)) + 0.5
        artists["rings"].set_data(now.nearest + 0.5, places)
        move_found(artists, *found(now.name))

    def sentence(self, now):
        right = (now.nearest == np.arange(10) ^ 1).sum()
        blocks = "all blocks" if now.block == "all" else f"block {now.block}"
        return (
            f"Left out in {blocks}: of {now.sublayer}, the {now.part} "
            f"{WHERE[now.part]}. Of the ten sentences {right} have their "
            f"partner nearest. Of all, {say_found(now.name)}"
        )


class TrainedScales(Explorer):
    """γ and β of one norm, or of all, on the way back to 1 and 0."""

    size = (9.0, 4.1)
    task = (
        "Choose “all” and set both sliders to 0, then only γ, then only β. "
        "Then try single norms: which of the thirteen are missed?"
    )
    question = (
        "γ and β of a single norm go back to 1 and 0. For how many of the "
        "thirteen norms is the loss larger than twice its error?"
    )
    choices = {
        "none": (
            "For two: behind attention in block 0, and the very last one. "
            "The other eleven are hardly missed."
        ),
        "two": (
            "Behind attention in block 0, and the very last one. The others "
            "are hardly missed, though all together they are indispensable."
        ),
        "all": (
            "For two only: behind attention in block 0, and the very last "
            "one. It takes many norms at once to lose nearly everything."
        ),
    }
    answer = "two"
    controls = {
        "norm": Choice("norm behind", ("all", *NORMS), start="0.attention"),
        "gamma": Slider("γ: 0 new, 1 trained", 0.0, 1.0, 0.25, start=0.5),
        "beta": Slider("β: 0 new, 1 trained", 0.0, 1.0, 0.25, start=0.5),
    }

    def state(self, norm, gamma, beta):
        """Look up what is found; interpolate γ and β."""
        name = f"turned {norm} {gamma:g} {beta:g}"
        norms = NORMS if norm == "all" else [norm]
        trained = load_weights()
        rows = {}
        for part, share, begin in (("gamma", gamma, 1), ("beta", beta, 0)):
            values = np.sort([trained[f"{n}.{part}"] for n in norms])
            values = values.mean(0, dtype=float)
            rows[part] = begin + share * (values - begin)
        return {"name": name, "rows": rows}

    def draw(self, figure):
        left, right = figure.subplots(1, 2, width_ratios=[1.7, 1])
        left.set(
            xlim=(0, 384), ylim=(-2.3, 3.2), xlabel="features, sorted",
            ylabel="value", title="γ and β of the norm",
        )  # fmt: skip
        artists = {}
        for name, colour, begin, symbol in (
            ("gamma", DATA, 1, "γ"),
            ("beta", RESIDUAL, 0, "β"),
        ):
            left.axhline(begin, color=REFERENCE, lw=1, ls=":")
            (artists[name],) = left.plot([], [], color=colour, label=symbol)
        left.legend(loc="upper left", ncols=2)
        right.set_title("Of all sixty pairs")
        return artists | draw_found(right)

    def move(self, artists, now):
        for name, values in now.rows.items():
            artists[name].set_data(np.arange(len(values)), values)
        move_found(artists, *found(now.name))

    def sentence(self, now):
        said = [
            f"{symbol} at {number(getattr(now, name))} of the way from "
            f"{begin}: {number(row[0])} to {number(row[-1])}"
            for (name, row), symbol, begin in zip(
                now.rows.items(), "γβ", (1, 0), strict=True
            )
        ]
        of = (
            "all norms, sorted and averaged" if now.norm == "all" else now.norm
        )
        return f"Norm: {of}. {'; '.join(said)}. {say_found(now.name)}"


class TwoSigmas(Explorer):
    """Two constants in place of σ: one for [CLS], one for all others."""

    size = (9.0, 4.1)
    task = (
        "Give both the same constant, all five in turn. Then give each its "
        "own. Try 3 and 1: is the ratio all that counts?"
    )
    question = (
        "In block 0 [CLS] has σ = 11 and the other rows have 0.8. Divide it "
        "by 3 and the others by 0.3, so both become far too loud. What is "
        "found?"
    )
    choices = {
        "next to nothing": (
            "0.83, nearly as much as with the whole model. Ten to one is "
            "near the ratio of their own σ, so [CLS] is tamed; that all rows "
            "are too loud does little harm then."
        ),
        "about half": (
            "0.83, nearly as much as with the whole model. Ten to one is "
            "near the ratio of their own σ, so [CLS] is tamed; that all rows "
            "are too loud does little harm then."
        ),
        "nearly all": (
            "0.83. Ten to one is near the ratio of their own σ, so [CLS] is "
            "tamed; that all rows are too loud does little harm then."
        ),
    }
    answer = "nearly all"
    controls = {
        "cls": Choice("σ for [CLS]", SIGMAS, start=3, buttons=True),
        "others": Choice("σ for others", SIGMAS, start=3, buttons=True),
        "block": Choice("block", tuple("0123"), start="0", buttons=True),
    }

    def state(self, block, cls, others):
        """Look up what is found, and the rows' own σ."""
        return {
            "name": f"sigmas {block} {cls:g} {others:g}",
            "rows": row_spreads()[f"{block}.feed_forward"],
        }

    def draw(self, figure):
        left, right = figure.subplots(1, 2, width_ratios=[1.7, 1])
        left.set(
            xscale="log", xlim=(0.2, 45), ylim=(-0.7, 1.7), yticks=[1, 0],
            yticklabels=["[CLS]", "others"], xlabel="σ of a row",
            title="Each row's own σ, and the constant",
        )  # fmt: skip
        left.set_xticks(SIGMAS, [f"{each:g}" for each in SIGMAS])
        left.minorticks_off()
        artists = {}
        for name, colour in (
            ("cls", GRADIENT),
            ("others", DATA),
        ):
            (artists[name, "dots"],) = left.plot(
                [], [], ".", color=colour, ms=7, alpha=0.5
            )
            (artists[name, "mark"],) = left.plot([], [], color=TEXT, lw=4)
        right.set_title("Of all sixty pairs")
        return artists | draw_found(right)

    def move(self, artists, now):
        for name, height in (("cls", 1), ("others", 0)):
            values = np.array(now.rows[name])
            spread = height + 0.25 * np.sin(7 * np.arange(len(values)))
            artists[name, "dots"].set_data(values, spread)
            at = getattr(now, name)
            artists[name, "mark"].set_data(
                [at] * 2, [height - 0.45, height + 0.45]
            )
        move_found(artists, *found(now.name))

    def sentence(self, now):
        own = {n: np.mean(now.rows[n]) for n in ("cls", "others")}
        return (
            f"Block {now.block}: [CLS] has σ {number(own['cls'])} and is "
            f"divided by {now.cls:g}, the others have "
            f"{number(own['others'])} and are divided by {now.others:g}. "
            f"{say_found(now.name)}"
        )
