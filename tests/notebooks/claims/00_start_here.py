"""What lesson 00 says in words."""

import inspect
import json
import os
import re
from itertools import pairwise
from unittest import mock

import nbformat
import numpy as np
import sympy as sp
from test_numbers import HERE, NOTEBOOKS, joined

from course_lib import __main__ as command
from course_lib.exercises import progress
from course_lib.exercises.exercise import find
from course_lib.layers import AddNorm, FeedForward, LayerNorm, Stack
from course_lib.panels import prediction, remembered
from course_lib.panels.style import OUTPUT, RESIDUAL
from parts.start import installation
from parts.start.explorers import MeanFollows
from parts.start.pictures import BLOCK, LESSONS, SKIPPED
from parts.statistics.token_row import token_row

x = np.random.default_rng(0).normal(size=(3, 64))
sizes, normed = [x.var()], [x.var()]
plain = normalized = x
for block in Stack(8, 64, 128, rng=1, norm=False).blocks:
    plain = plain + block.feed_forward.forward(plain)
    added = normalized + block.feed_forward.forward(normalized)
    normalized = LayerNorm(64).forward(added)
    sizes.append(plain.var())
    normed.append(normalized.var())

PAGES = sorted(NOTEBOOKS.glob("[0-9]*.ipynb"))
CELLS = nbformat.read(NOTEBOOKS / "00_start_here.ipynb", 4).cells
CODE = {c.id: c.source for c in CELLS if c.cell_type == "code"}
TOKEN = np.random.default_rng(0).normal(size=64)
ALONE, NORMED = (
    Stack(12, 64, 128, rng=1, norm=False),
    Stack(12, 64, 128, rng=1),
)
FAR, NEAR = abs(ALONE.forward(TOKEN)).max(), abs(NORMED.forward(TOKEN)).max()
ROWS_ALONE = np.array(ALONE.activations)
ADDED = np.diff(ROWS_ALONE, axis=0)
SHARES = np.linalg.norm(ADDED, axis=1) / np.linalg.norm(
    ROWS_ALONE[:-1], axis=1
)
GROWTH = (np.linalg.norm(ROWS_ALONE[-1]) / np.linalg.norm(TOKEN)) ** (1 / 12)
NAMES = [name for name, *_ in BLOCK]
RIVER = np.sort(token_row())
a, b, c = sp.symbols("a b c")
mu = (a + b + c) / 3
batch = np.random.default_rng(1).normal(size=(2, 3, 4))
norm, feed = LayerNorm(4), FeedForward(4, 8, rng=1)
norm.forward(batch)
feed.forward(batch)
norm.backward(batch)
feed.backward(batch)


(TABLE,) = [each.source.splitlines() for each in CELLS if each.id == "texts"]
FIVE_TEXTS = [
    line
    for line in (HERE / "five_texts.md").read_text("utf-8").splitlines()
    if re.match(r"\| [RF]\d", line)
]
(ASKED,) = [each.source for each in CELLS if each.id == "what-you-need"]
QUESTIONS = re.split(r"\n\d\. ", ASKED)[1:]
COMMANDS = {*command._parser()._subparsers._group_actions[0].choices}
BOOK = {
    page.stem: json.loads(page.read_text("utf-8"))["cells"]
    for page in NOTEBOOKS.glob("*.ipynb")
}
BOXES = [
    (joined("".join(one["source"])).replace(" > ", " "), two["cell_type"])
    for page in BOOK.keys() - {"00_start_here"}
    for one, two in pairwise(BOOK[page])
    if "> **In print (text" in "".join(one["source"])
]
AVERAGE = find("average")


def same_spread(stack):
    """Whether a token has the mean 0 and the spread 1 behind every block."""
    rows = np.array(stack.activations[1:])
    return np.allclose(rows.mean(1), 0) and np.allclose(
        rows.std(1), 1, atol=1e-3
    )


def words(page):
    """Return the prose of a page."""
    markdown = [c for c in BOOK[page] if c["cell_type"] == "markdown"]
    return joined("\n\n".join("".join(c["source"]) for c in markdown))


def folded_after_predict():
    """Whether the output of each cell after a prediction is folded."""
    after = [two for one, two in pairwise(CELLS) if "**Predict." in one.source]
    return all(each.metadata["jupyter"]["outputs_hidden"] for each in after)


def said_at(third):
    """Return the sentence below the picture of the first slider."""
    panel = MeanFollows()
    said = panel.sentence(panel.at(third=third))
    panel.close()
    return said


def sends_nothing(module):
    """Whether a module imports nothing that could send."""
    source = inspect.getsource(module)
    return not re.search(
        r"import (socket|http|urllib|requests|ftplib)", source
    )


def kept_nowhere():
    """Whether there is no file while the variable says off."""
    with mock.patch.dict(os.environ, COURSE_PROGRESS="off"):
        return progress.path() is None


CLAIMS = {
    "Between the attention layers of a Transformer stand two plain pieces: "
    "**Add & Norm** and the **feed-forward layer**. This course takes them "
    "apart. You derive their formulas by hand, prove them with SymPy and "
    "test them with numbers. Then you train a stack of your own layers, "
    "and in the end your own layers run a model that people use.": (
        len({*NAMES[1:-1]} - {"attention"}) == 2
        and "Not taken apart" in BLOCK[1][2]
        and [name[:2] for name, _ in LESSONS][-3::2] == ["09", "11"]
        and "a real model" in LESSONS[-1][0] and "trained" in LESSONS[8][0]
    ),
    "Click on a cell and press Shift+Enter: the cell runs, and the next "
    "one is selected. Every notebook of this course runs from top to "
    "bottom without an error, even before you have written a line. The "
    "first cell checks that this notebook has all that the course needs. "
    "If something is missing, it says what to do.": (
        not any(
            '"output_type": "error"' in page.read_text("utf-8")
            for page in NOTEBOOKS.glob("*.ipynb")
        ) and "check_installation()" in [*CODE.values()][0]
        and "pip install" in installation.REPAIR
    ),
    "A Transformer reads a text as rows of numbers. Each row is a "
    "**token**, one word for instance, and each of its entries is a "
    "**feature**. The rows pass through a stack of blocks, one after the "
    "other, that are all built in the same way: The parts in green and "
    "orange are our subject: Add & Norm, the shortcut that leads to it, "
    "and the feed-forward layer.": (
        {
            name for name, colour, _ in BLOCK if colour in (RESIDUAL, OUTPUT)
        } == {"Add & Norm", "feed-forward"}
        and len({type(block) for block in ALONE.blocks}) == 1
        and all(NAMES[i + 1] == "Add & Norm" for i in SKIPPED)
    ),
    "The *Norm* in Add & Norm is a LayerNorm. To see what it does, leave "
    "it out. The next cell sends one token of 64 numbers, between about −2 "
    "and 2, through two stacks of twelve blocks that were never trained. "
    "(To keep them short, the blocks have a feed-forward layer and no "
    "attention.) Both stacks have the same weights. In each block the "
    "layer makes a new row out of the token, about as large as the token "
    "is by then, and adds it. In one of the two stacks a LayerNorm follows "
    "after each addition. On these pages you are asked before you are "
    "shown: under the word **Predict** the answer is folded. Decide first, "
    "and write your answer down. **Predict.** Behind the twelfth block, "
    "how far from 0 does the farthest of the 64 numbers lie without a "
    "norm? About 3, about 30 or more than 100? And with a LayerNorm?": (
        np.allclose(
            AddNorm(4).forward(batch, 2 * batch),
            LayerNorm(4).forward(3 * batch),
        ) and TOKEN.size == 64
        and np.allclose([TOKEN.min(), TOKEN.max()], [-2, 2], atol=0.4)
        and len(ALONE.blocks) == len(NORMED.blocks) == 12
        and all(
            np.array_equal(one.feed_forward.W1, two.feed_forward.W1)
            for one, two in zip(ALONE.blocks, NORMED.blocks)
        ) and not hasattr(ALONE.blocks[0], "attention")
        and 0.7 < np.median(SHARES) < 1.4 and FAR > 100 and abs(NEAR - 3) < 1
        and not same_spread(ALONE) and same_spread(NORMED)
        and folded_after_predict()
    ),
    "Without a norm it is 131. Each block adds a row that is about as "
    "large as the token itself, so the token grows by a factor in each "
    "block, as money does with compound interest. Doubling 2.3 twelve "
    "times would give more than 9,000. But the two rows point in different "
    "directions, so the factor is smaller; lesson 04 finds it, about 1.4. "
    "With a LayerNorm it is 2.7, hardly more than at the start: after each "
    "addition the LayerNorm moves the token's mean back to 0 and its "
    "spread back to 1.": (
        int(FAR) == 131 and 0.7 < np.median(SHARES) < 1.4
        and 9_000 < 2.3 * 2**12 < 10_000 and abs(GROWTH - 1.4) < 0.15
        and round(2**0.5, 1) == 1.4 and round(NEAR, 1) == 2.7
        and abs(TOKEN).max() < NEAR < abs(TOKEN).max() + 0.5
        and same_spread(NORMED)
    ),
    "But what does a LayerNorm throw away? Why does a block add anything "
    "in the first place? And how does a network learn through all of this? "
    "These are the questions of the lessons. ## What will you be able to "
    "do? At the end you can derive the backward pass of LayerNorm on "
    "paper, prove it for every size, say how you know that your code is "
    "right, and run a published model with layers that you wrote.": (
        len(LESSONS) == len(PAGES) - 1 == 11
        and "what is lost" in LESSONS[4][1]
        and "How do I know" in LESSONS[2][1]
        and "What runs in a model" in LESSONS[10][1]
    ),
    "The course also covers **five texts** on these layers. Most of what "
    "they say is right, and some of it is not, as in almost every text; "
    "finding out which is which is the skill.": (
        {row[2] for row in FIVE_TEXTS} == {"R", "F"}
        and sum(
            x.startswith("| ")
            and len(x) > 9
            and x[2] in "ABCDE"
            and x[3] == " "
            for x in TABLE
        ) == 5
    ),
    "A box gives every formula and every number that is tested, and the "
    "cell after it computes with exactly these. So you do not need the "
    "texts, and you see for yourself whether the statement is right. Only "
    "one thing you must believe us: that the text really says it.": (
        len(BOXES) > 8
        and all(
            after == "code" or "a side page" in box for box, after in BOXES
        )
    ),
    "| A | Add & Norm in C++ | a class with a forward and a backward pass "
    "| | B | the feed-forward layer in C++ | a class with every derivative "
    "of its backward pass | | C | a tutorial on Add & Norm | the word "
    '"India" by hand, and eight features in PyTorch | | D | a chapter on '
    "foundations | statistics, vectors, derivatives, six pictures | | E | "
    'a section of a book | the word "studying" by hand, scale and shift |': (
        "Text B describes a C++ class for the feed-forward layer" in words(
            "side_printed_loss"
        ) and "(text C;" in words("side_eps_outside")
        and "(text C;" in words("side_printed_example")
        and "prints eight features" in words("side_printed_example")
        and all(
            "text D" in words(page)
            for page in ("01_statistics", "03_derivatives")
        )
    ),
    "Many formulas on these pages carry one or more of three labels. - "
    "**Derived by hand**: each line follows from the one before by one "
    "rule. - **Verified symbolically**: SymPy, a program for algebra, did "
    "the same steps without numbers and got the same formula. - **Tested "
    "numerically**: both sides were computed for some numbers, and they "
    "agree. None replaces the others. A derivation can contain a slip of "
    "the pen, a proof can prove the wrong statement, and a test sees only "
    "the numbers it was given. Here are two of the ways on a small claim: "
    "three numbers minus their mean add up to 0.": (
        all(
            label in "".join(words(page.stem).lower() for page in PAGES)
            for label in (
                "derived by hand",
                "verified symbolically",
                "tested numerically",
            )
        ) and sp.expand(a - mu + b - mu + c - mu) == 0
    ),
    "*Derived by hand*: call the numbers $a$, $b$, $c$ and their mean "
    r"$\mu$ (the Greek letter mu). Then $(a-\mu)+(b-\mu)+(c-\mu) = (a+b+c) "
    r"- 3\mu$, and $3\mu = a+b+c$ by the definition of the mean, so the sum "
    "is $0$. *Tested numerically*: the same sum in NumPy, Python's library "
    "for numbers, rounded to 12 digits.": (
        sp.expand(a - mu + b - mu + c - mu) == 0 == sp.expand(
            3 * mu - a - b - c
        ) and CODE["tested-numerically"].endswith(".sum()), 12))")
    ),
    "You learn little by only reading, and a wrong prediction shows you "
    "where to look. So write your answer down, as you did above. Then "
    "click on the fold, and it opens; in JupyterLab it also opens when you "
    "run the cell. The explanation is below, folded as well. **Predict.** "
    "The numbers 2, 5 and 8 have the mean 5. Which number must replace the "
    "8 to make the mean 6?": (
        np.mean([2, 5, 8]) == 5 and folded_after_predict()
    ),
    "Three numbers with the mean 6 must add up to 18. The 2 and the 5 make "
    "7 of that, so the third number is 11. </details> A panel with sliders "
    "asks you first, too. Click on an answer, and the slider unlocks; "
    "*Skip the question* is one click away.": (
        (3 * 6, 2 + 5, 18 - 7) == (18, 7, 11) and np.mean([2, 5, 11]) == 6
        and prediction.SKIP == "Skip the question"
        and bool(MeanFollows.question)
    ),
    "Then drag the handle, or select it and use the arrow keys. The "
    "sentence below the picture changes with it and says in words what the "
    "picture shows. What you answered and where you left the sliders is "
    "there again when you come back.": (
        said_at(12) != said_at(6) and "mean 6" in said_at(12)
        and callable(remembered.forget)
    ),
    "An exercise is two cells: a card that says what to write, and a cell "
    "in which you write it. The last line of that cell checks your "
    "function, on inputs that expose mistakes. If the answer is wrong, it "
    "tells you *which* mistake it is when it knows, and what differs when "
    "it does not. Nothing is graded. Change your lines and run the cell "
    "again, as often as you like. Many lessons go on with what you wrote, "
    "as soon as its check has passed; until then the course's own function "
    "stands in, and the page says so.": (
        'card("average")' in CODE["average-card"]
        and CODE["average-starter"].endswith("check(average)")
        and sum("own_or_ours" in page.read_text("utf-8") for page in PAGES) > 5
        and len(AVERAGE.mistakes) > 5
    ),
    "Replace the line `raise NotImplementedError` by your code and run the "
    "cell. Try a wrong answer first: leave out the division.": (
        "raise NotImplementedError" in CODE["average-starter"]
        and "did not divide" in " ".join(AVERAGE.mistakes.values())
    ),
    "**Pencil and paper.** Five questions. Answer each before you unfold "
    "it. If 1, 3 or 4 is unclear, go on: the lesson named there explains "
    "it. Questions 2 and 5 are the Python and the algebra to bring along.": (
        [("Lesson 0" in each) for each in QUESTIONS] == [
            True,
            False,
            True,
            True,
            False,
        ] and "Python" in QUESTIONS[1]
    ),
    "1. What is the mean of 1, 1 and 7? <details><summary>Answer</summary> "
    "(1 + 1 + 7) / 3 = 3. Lesson 01 starts here.</details> 2. What does "
    "`[a ** 2 for a in (1, 2, 3)]` make? "
    "<details><summary>Answer</summary> The list [1, 4, 9]. This much "
    "Python is assumed.</details> 3. A table has 2 rows and 3 columns. How "
    "many numbers does it hold, and what would NumPy call its shape? "
    "<details><summary>Answer</summary> Six numbers; the shape is (2, 3). "
    "Lesson 01 comes to such tables, and lesson 02 goes on.</details> 4. "
    "The line $y = 3x + 1$: by how much does $y$ grow when $x$ grows by 1? "
    "<details><summary>Answer</summary> By 3, the slope. Lesson 03 asks "
    "the same of curves.</details> 5. What can you square to get 16? And "
    "what is √16? <details><summary>Answer</summary> 4 and also −4. The "
    "square root √16 is the one that is not negative: 4. </details>": (
        (1 + 1 + 7) / 3 == 3 and [n**2 for n in (1, 2, 3)] == [1, 4, 9]
        and np.zeros((2, 3)).size == 6 and (3 * 5 + 1) - (3 * 4 + 1) == 3
        and 4**2 == (-4) ** 2 == 16 and 16**0.5 == 4
        and "(2, 3)" in words("02_vectors_and_matrices")
        and "axis" in words("01_statistics")
        and "slope of a curve" in words("03_derivatives")
    ),
    "The course keeps what you have done in small files on this machine, "
    "and sends them nowhere: which exercises you solved, what you "
    "predicted in a panel, and where its sliders stood. Run the next cell "
    "whenever you want to see it.": (
        sends_nothing(progress) and sends_nothing(remembered)
        and "ProgressPanel()" in CODE["progress"]
    ),
    "In a terminal, `.venv/bin/python -m course_lib progress` says where "
    "the files are. Delete them, and all is forgotten; `.venv/bin/python "
    "-m course_lib forget` forgets only the panels. With each exercise "
    "they keep the day, your answer, and which mistakes a check found; a "
    "teacher sees that only if you hand in a copy. Start JupyterLab with "
    "the environment variable `COURSE_PROGRESS=off`, and nothing is kept.": (
        {"progress", "forget"} <= COMMANDS
        and "progress.path()" in inspect.getsource(command._progress)
        and "progress" not in inspect.getsource(command._forget)
        and all(
            word in inspect.getsource(progress._write)
            for word in ("on", "exercise")
        ) and kept_nowhere()
    ),
    "Each lesson explains its own symbols, and the pages "
    "[formulas](formulas.ipynb) and [glossary](glossary.ipynb) have all of "
    "them on two sheets each.": (
        "on two sheets" in words("formulas")
    ),
    "`...` stands for any axes in front. | text | code | what it is | "
    "shape | |---|---|---|---| | $x$, $y$ | `x`, `y` | input and output of "
    "a layer | `(..., d_model)` | | $N$ | `d_model` | features of one "
    r"token | a number | | $\mu$ | `mean` | mean of one token's features | "
    r"`(..., 1)` | | $\sigma^2$ | `var` | their variance, which divides by "
    r"$N$ | `(..., 1)` | | $\sigma$ | `std` | its root | `(..., 1)` | | "
    r"$\varepsilon$ | `eps` | a small number added under the root | a "
    r"number | | $1/\sqrt{\sigma^2+\varepsilon}$ | `rstd` | what the "
    r"centred row is multiplied by | `(..., 1)` | | $\hat{x}$ | `x_hat` | "
    r"the normalized row | `(..., d_model)` | | $\gamma$, $\beta$ | "
    "`gamma`, `beta` | learned scale and shift | `(d_model,)` | | $W_1$, "
    "$b_1$ | `W1`, `b1` | first weights and bias | `(d_model, d_ff)`, "
    "`(d_ff,)` | | $W_2$, $b_2$ | `W2`, `b2` | second weights and bias | "
    "`(d_ff, d_model)`, `(d_model,)` | | $M$, $H$ | `pre_activation`, "
    "`hidden` | before and after the ReLU | `(..., d_ff)` | | $L$ | `loss` "
    r"| what training makes small | a number | | $\partial L/\partial p$ | "
    "`dp`: `dx`, `dgamma`, `dW1` | gradient of the loss with respect to "
    "$p$ | that of `p` |": (
        norm.mean.shape == norm.var.shape == norm.rstd.shape == (2, 3, 1)
        and norm.x_hat.shape == batch.shape
        and norm.gamma.shape == norm.beta.shape == norm.dgamma.shape == (4,)
        and np.allclose(norm.var[..., 0], batch.var(-1))
        and np.allclose(norm.rstd, (norm.var + norm.eps) ** -0.5)
        and np.allclose(norm.x_hat, norm.rstd * (batch - norm.mean))
        and [
            w.shape for w in (feed.W1, feed.b1, feed.W2, feed.b2, feed.dW1)
        ] == [(4, 8), (8,), (8, 4), (4,), (4, 8)]
        and np.allclose(feed.hidden, np.maximum(0, feed.pre_activation))
        and feed.hidden.shape == (2, 3, 8)
    ),
    "1. A lesson asks you to predict, then lets you explore, then checks "
    "what you write. 2. A formula may be derived by hand, verified "
    "symbolically or tested numerically, and the page says which.": (
        all(
            "**Predict" in words(page.stem)
            and "check(" in page.read_text("utf-8")
            and "explorers import" in page.read_text("utf-8")
            for page in PAGES[:6]
        )
        and all(
            label in words("00_start_here")
            for label in (
                "Derived by hand",
                "Verified symbolically",
                "Tested numerically",
            )
        )
    ),
    "In a fresh stack without a norm a token grows from block to block, "
    "and a LayerNorm after each addition stops that": (
        sizes == sorted(sizes) and sizes[-1] > 100 and max(normed[1:]) <= 1
    ),
    "1. A hundred numbers have the mean 10. One of them grows by 6. What "
    "is the new mean? <details><summary>Answer</summary> 10.06: the sum "
    "grows by 6, and it is shared by a hundred.</details> 2. A program and "
    "a formula agree for one hundred random inputs. Is the formula proved? "
    "<details><summary>Answer</summary> No, it is tested. The inputs may "
    "all miss the case where they differ, and you will meet such cases in "
    "lesson 03.</details>": (
        np.isclose((100 * 10 + 6) / 100, 10.06)
        and "How a check lies" in words("03_derivatives")
    ),
    "There are [notes for every lesson](teaching/README.md), and [a page "
    "to project](classroom.ipynb) shows every panel in turn, large.": (
        len([*NOTEBOOKS.glob("parts/*/note.md")]) == len(PAGES)
    ),
    "Here is what you will look at first: eight numbers of one token in a "
    "real model. Seven of them lie between −0.13 and 0.75, and one is "
    "3.78. Does a LayerNorm tame it?": (
        len(RIVER) == 8
        and [RIVER[0], RIVER[6], RIVER[7]] == [-0.13, 0.75, 3.78]
    ),
}  # fmt: skip
