"""Explorers of lesson 10: what a trained model can do without."""

import textwrap

import numpy as np

from answer_check import own_or_ours
from course_lib.sliders.explorer import Choice, Explorer, Lines, number
from course_lib.sliders.style import DATA, GRADIENT, OUTPUT, REFERENCE, TEXT
from course_lib.sliders.words import counted
from lesson_parts.real_model.changes import SIGMAS, row_spreads
from lesson_parts.real_model.encoder import BLOCKS, PARTS, SUBLAYERS, Encoder
from lesson_parts.real_model.functions import NAMES
from lesson_parts.real_model.pictures import name_sentences
from lesson_parts.real_model.results import found, measured
from lesson_parts.real_model.text import pieces, unknown

ROOM = 6  # sentences in the picture of a learner's own
LEFT_OUT = {
    "nothing": (),
    "attention, all blocks": [("sublayer", "attention")],
    "feed-forward, all blocks": [("sublayer", "feed_forward")],
    "all shortcuts": [("shortcut", each) for each in SUBLAYERS],
    "all norms behind them": [("norm", each) for each in SUBLAYERS],
}
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


def draw_nearest(axes, names, size):
    """Draw who is nearest to whom, in rings of a size; return what moves."""
    count = len(names)
    mesh = axes.pcolormesh(
        np.zeros((count, count)), cmap="cividis", vmin=0, vmax=1
    )
    name_sentences(axes, names)
    axes.set_title("Who is nearest to whom")
    (rings,) = axes.plot([], [], "o", ms=size, mfc="none", mec=OUTPUT, mew=2.5)
    axes.figure.colorbar(mesh, ax=axes, label="similarity")
    return {"mesh": mesh, "rings": rings}


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
        "part": Choice("left out", PARTS, "shortcut", buttons=True),
        "sublayer": Choice("of", tuple(CALLED), "feed-forward", buttons=True),
        "block": Choice(
            "in block", (*map(str, range(BLOCKS)), "all"), "0", buttons=True
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
        names = [f"{i // 2 + 1}{'ab'[i % 2]}" for i in range(10)]
        right.set_title("Of all sixty pairs")
        return draw_nearest(left, names, 13) | draw_found(right)

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


def sentences_of(text):
    """Return the sentences of a text, one a line, if there are two to six."""
    found = [line.strip() for line in text.splitlines() if line.strip()]
    if not 2 <= len(found) <= ROOM:
        raise ValueError(
            f"this picture takes two to {ROOM} sentences, one on each line; "
            f"you typed {len(found)}"
        )
    for sentence in found:
        pieces(sentence)  # refuses what is too long
    return found


def shortened(sentence, number):
    """Return the beginning of a sentence, to stand beside its row."""
    whole = textwrap.shorten(sentence, 33, placeholder=" …")
    # The picture's font ends before Hebrew, and "$" would begin a formula.
    drawn = (c if ord(c) < 0x590 or c in "’“”–—…€" else "▯" for c in whole)
    line = f"{number}  {''.join(drawn)}".replace("$", r"\$")
    lost, count = unknown(sentence)
    return f"{line}\n    [UNK]: {lost} of {count} pieces" if lost else line


class OwnSentences(Explorer):
    """The learner's own sentences, and who is nearest to whom."""

    size = (9.0, 4.6)
    task = (
        "Type your own sentences, two to six, one on each line, and click "
        "beside the box. Rare words will do; what the model has no piece "
        "for, such as an emoji, becomes [UNK], and its line is marked. Can "
        "you find two that mean the same and are not alike for the model? "
        "Then leave out all shortcuts."
    )
    question = (
        "The first three sentences speak of a dog and a cat. Which two of "
        "them does the model take for the most similar?"
    )
    choices = {
        "1 and 2, which have the same words": (
            "At 0.99 they are nearly the same vector. Who chases whom hardly "
            "counts in this model."
        ),
        "1 and 3, which mean the same": (
            "They reach 0.80, and 1 and 2 have 0.99: the same words weigh "
            "more here than who chases whom."
        ),
        "none: it finds all three alike": (
            "1 and 2 have 0.99, but either of them only 0.80 or 0.81 to 3, "
            "which says it in other words."
        ),
    }
    answer = "1 and 2, which have the same words"
    controls = {
        "text": Lines(
            "sentences",
            "The dog chased the cat.\n"
            "The cat chased the dog.\n"
            "A dog ran after a cat.\n"
            "The violin is out of tune.\n"
            "This instrument sounds awful today.\n"
            "We baked bread for the whole village.",
            "Please switch off the lamp.\n"
            "Turn the light off.\n"
            "Do not switch off the lamp.",
            sentences_of,
        ),
        "left_out": Choice("left out", tuple(LEFT_OUT), "nothing"),
    }

    def state(self, text, left_out):
        """Run the encoder on the sentences that were typed."""
        found = sentences_of(text)
        functions = {name: own_or_ours(name) for name in NAMES}
        change = {
            (part, i, sublayer): None
            for part, sublayer in LEFT_OUT[left_out]
            for i in range(BLOCKS)
        }
        vectors = Encoder(functions).vectors(found, change)
        # The last digits of float32 differ from processor to processor.
        alike = (vectors @ vectors.T).astype(float).round(5)
        others = np.where(np.eye(len(found), dtype=bool), -2, alike)
        return {"sentences": found, "alike": alike, "others": others}

    def draw(self, figure):
        left, right = figure.subplots(1, 2, width_ratios=[1.15, 1])
        left.set(xlim=(0, 1), ylim=(ROOM, 0), title="The sentences")
        left.set_axis_off()
        places = np.arange(ROOM) + 0.5
        names = [left.text(0, y, "", va="center") for y in places]
        return {"names": names} | draw_nearest(right, range(1, ROOM + 1), 24)

    def move(self, artists, now):
        count = len(now.sentences)
        shown = np.full((ROOM, ROOM), np.nan)
        shown[:count, :count] = now.alike
        artists["mesh"].set_array(np.ma.masked_invalid(shown))
        nearest = now.others.argmax(1)
        artists["rings"].set_data(nearest + 0.5, np.arange(count) + 0.5)
        for i, name in enumerate(artists["names"]):
            name.set_text(
                shortened(now.sentences[i], i + 1) if i < count else ""
            )

    def sentence(self, now):
        nearest = [
            f"to {i} it is {row.argmax() + 1}, at {number(row.max())}"
            for i, row in enumerate(now.others, 1)
        ]
        i, j = np.unravel_index(now.others.argmax(), now.others.shape)
        return (
            f"{counted(len(now.sentences), 'line')}. "
            f"Left out: {now.left_out}. Most alike are sentences "
            f"{min(i, j) + 1} and {max(i, j) + 1}. Nearest "
            f"{'; '.join(nearest)}."
            f"{say_unknown(now.sentences)}"
        )


def say_unknown(sentences):
    """Say which sentences have pieces that the model does not know."""
    told = ""
    for place, sentence in enumerate(sentences, 1):
        lost, count = unknown(sentence)
        if lost == count:
            told += (
                f" Of sentence {place} the model knows no piece: to it, all "
                "such sentences of one length are the same."
            )
        elif lost:
            told += (
                f" Of sentence {place} it does not know {lost} of the "
                f"{count} pieces."
            )
    return told


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
    choices = dict.fromkeys(
        ("next to nothing", "about half", "nearly all"),
        "0.83, nearly as much as with the whole model. Ten to one is near the "
        "ratio of their own σ, so [CLS] is tamed; that all rows are too loud "
        "does little harm then.",
    )
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
            "rows": row_spreads()[int(block)],
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
        for name, colour in (("cls", GRADIENT), ("others", DATA)):
            (artists[name, "dots"],) = left.plot(
                [], [], ".", color=colour, ms=7, alpha=0.5
            )
            (artists[name, "mark"],) = left.plot([], [], color=TEXT, lw=4)
        right.set_title("Of all sixty pairs")
        return artists | draw_found(right)

    def move(self, artists, now):
        for name, height in (("cls", 1), ("others", 0)):
            values = now.rows[name]
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
