"""What the side page on speed says in words."""

import inspect
from pathlib import Path

import numpy as np
from page_cells import printed, written
from test_numbers import prose

import course_lib.layers
from course_lib.layers import LayerNorm
from course_lib.layers.blocks import BLOCK
from parts.how_fast import speed

PASSES = {way: sum(count) for way, count in speed.count_passes().items()}

PAGE = "side_how_fast"
CODE, SHOWN = written(PAGE), printed(PAGE)
COUNT, SECONDS = speed.count_passes(), speed.stored()
MEASURED = {way: float(np.median(seconds)) for way, seconds in SECONDS.items()}
USUAL, WAYS = MEASURED["usual"], ("usual", "in place", "in blocks", "compiled")
README = (
    Path(course_lib.layers.__file__).with_name("README.md").read_text("utf-8")
)
LINES = inspect.getsource(LayerNorm.normalize)
rng = np.random.default_rng(5)
M, K, L = 3, 4, 5
X, W = rng.normal(size=(M, K)), rng.normal(size=(K, L))


x_size = int(np.prod(speed.SHAPE))


def filled(fill):
    Y = np.empty((M, L))
    fill(X, W, Y)
    return Y


def innermost(fill):
    """Return what the innermost loop of a product runs over."""
    loops = [each.split()[1] for each in inspect.getsource(fill).splitlines()
             if each.strip().startswith("for ")]  # fmt: skip
    return loops[-1]


def times(slow, fast):
    return MEASURED[slow] / MEASURED[fast]


def steps(x, line):
    """Return the passes of one line on an array that counts."""
    return speed.passes(line, x)


x = rng.normal(size=(4, 6))
TEXT_B, LARGER = speed.PRODUCTS.values()
REST = 2 * TEXT_B[0] * TEXT_B[2] + TEXT_B[0] * TEXT_B[1]
PRODUCTS = 2 * 2 * np.prod(TEXT_B)

CLAIMS = {
    "On large inputs PyTorch's LayerNorm is several times as fast as the "
    "NumPy lines that most of us would write, although both do the same "
    "arithmetic on the same processor. Where does the time go? Here you "
    "count it out on paper first, and only then look at a measurement.": (
        [*CODE].index("passes-usual") < [*CODE].index("roofline")
        and "PyTorch" in README
        and times("usual", "compiled") > 2
    ),
    'stop before "Where does the work of the feed-forward layer go?" The '
    "measurement came with the course. To take your own, with the compiled "
    "loops in it,": (
        "## Where does the work of the feed-forward layer go?" in prose(PAGE)
        and speed.STORE.exists()
    ),
    "This is LayerNorm as it is usually written, forward and backward:": (
        np.allclose(
            speed.usual_forward(x, np.ones(6), np.zeros(6))[0],
            LayerNorm(6).forward(x),
        )
    ),
    "A *pass* reads or writes one whole array as large as x. So `x - mean` "
    "makes two passes: it reads x, and it writes a new array. The mean has "
    "only one number per row, so reading it costs next to nothing.": (
        steps(x, lambda x: x - x[:, :1]) == 2
        and x.mean(axis=-1, keepdims=True).shape == (4, 1)
    ),
    "How many passes does `usual_forward` make? Count what is hidden in "
    "`x.var` as well: it computes the mean once more, subtracts it into a "
    "new array, squares this array in place, and sums it.": (
        steps(x, lambda x: x.var(axis=-1)) == 1 + 2 + 2 + 1
    ),
    "Forward makes 15: `x.mean` 1, `x.var` 1 + 2 + 2 + 1 = 6, and two each "
    "for `x - mean`, the division, the product with `gamma` and the "
    "addition of `beta`. Counted in the same way, backward makes 21.": (
        COUNT["usual"] == (1 + 6 + 4 * 2, 21)
        and steps(x, lambda x: x.mean(axis=-1)) == 1
        and steps(x, lambda x: x / 3) == 2
    ),
    "`LayerNorm.normalize` (lesson 05) works in place where it can: "
    "`centred -= mean_error` reads an array and writes into the same one.": (
        "centred -= mean_error" in LINES
    ),
    "| `row_mean(x)` | 1 | | `x - mean` | 2 | | `row_mean(centred)` | 1 | | "
    "`centred -= mean_error` | 2 | | `row_mean_of_product(centred, "
    "centred)` | 1 | | `centred * rstd` | 2 | | `gamma * x_hat` | 2 | | `+ "
    "beta` | 2 | That is 13, although it also centres a second time. "
    "Backward makes 19.": (
        sum((1, 2, 1, 2, 1, 2, 2, 2)) == 13 == COUNT["in place"][0]
        and COUNT["in place"][1] == 19
        and "row_mean_of_product(centred, centred)" in LINES
    ),
    "A large array lies in the computer's memory. From there numbers arrive "
    "at a fixed rate, and while a core waits for one number it could do "
    "several operations. So the time is the number of passes multiplied by "
    "the time that one pass takes:": (
        np.isclose(speed.foretold(SECONDS)["in place"], 32 / 36)
        and np.isclose(speed.foretold(SECONDS)["compiled"], 6 / 36)
    ),
    "- $t$: the time, in seconds - $p$: the number of passes - $n$: how "
    "many numbers x holds - $B$: the bandwidth, in numbers per second": (
        np.isclose(
            2 * x_size / speed.bandwidths(SECONDS)[0], MEASURED["memory"]
        )
    ),
    "Beside each core there is a *cache*, a memory that is small and "
    "several times as fast. So the course's LayerNorm takes a large x in "
    "blocks of 65,280 numbers, 85 tokens of 768 features. The first line of "
    "code that touches a block has to wait for memory, and the others find "
    "the block in the cache. Going forward, x comes from memory, and x̂ and "
    "y go there; going backward, dy and x̂ come, and dx goes. That makes "
    "six passes over memory. The other 26 passes are passes over the cache.": (
        BLOCK // 768 * 768 == 85 * 768 == 65280
        and COUNT["in blocks"] == (3, 3)
        and sum(COUNT["in place"]) - 6 == 26
        and speed.bandwidths(SECONDS)[1] > 2 * speed.bandwidths(SECONDS)[0]
    ),
    "A *compiled* loop takes one row through all lines before it touches "
    "the next row. It makes the same six passes over memory, and everything "
    "in between stays inside the core. **Predict.** Suppose that only "
    "passes over memory cost time. Which fraction of the usual time is left "
    "for the layer in place, in blocks, and compiled?": (
        COUNT["compiled"] == COUNT["in blocks"] == (3, 3)
    ),
    "In place 32 of 36 passes are left, which is 0.89. In blocks and "
    "compiled 6 of 36 are left, which is 0.17.": (
        [sum(COUNT[way]) for way in WAYS] == [36, 32, 6, 6]
    ),
    "The measurement timed several things in turns: copies in memory, sums "
    "in the cache, the four LayerNorms on 4,096 tokens of 768 features in "
    "float32, and matrix products for later. All of it ran on one core, and "
    "each number is the median of nine rounds.": (
        {"memory", "cache", *WAYS, "BLAS, larger"} <= {*SECONDS}
        and speed.SHAPE == (4096, 768)
        and {len(each) for each in SECONDS.values()} == {9}
    ),
    "The next cell reads what came with the course. To have the numbers of "
    "your own machine, write `speed.measure()` in place of `speed.stored()` "
    "and run the page from here on. It takes about a quarter of a minute, "
    "and the pictures and numbers below become yours.": (
        CODE["measure-all"] == "found = speed.stored()"
        and [*CODE].index("measure-all") < [*CODE].index("roofline")
    ),
    "The picture in the next cell is called a *roofline*. A dot further to "
    "the right does more operations for each byte that it needs from "
    "memory, and a dot further up does more of them per second. The roof "
    "rises with what memory delivers, which the machine showed when it "
    "copied arrays. It becomes flat where BLAS, the library that multiplies "
    "NumPy's matrices, is at its best. Under the slope the machine waits "
    'for memory. The column "by count" in the table above the picture has '
    "the fractions of the time that the passes let us expect.": (
        "by count  measured" in SHOWN["roofline"]
        and "then lies flat at the best of BLAS" in SHOWN["roofline"]
        and np.allclose(
            speed.roofline(SECONDS)["compiled"],
            (
                speed.FLOPS / (4 * 6),
                speed.FLOPS * x_size / MEASURED["compiled"],
            ),
        )
        and speed.bandwidths(SECONDS)[0] < speed.bandwidths(SECONDS)[1]
    ),
    "In blocks and compiled, LayerNorm needs the same bytes from memory. "
    "Which of the two stands higher? By which factor, roughly? And what "
    "could keep the other one down?": (
        COUNT["compiled"] == COUNT["in blocks"]
    ),
    "In the measurement that came with the course the compiled loop stands "
    "higher and is 2.5 times as fast. The blocks have to pay for 26 passes "
    "over the cache, and for calling every line of code once for each "
    "block. The compiled loop does neither. By count and measured, the four "
    "come in the same order, but their numbers differ: the count leaves out "
    "everything except the passes, for instance making new arrays, "
    "dividing, and the calls.": (
        round(times("in blocks", "compiled"), 1) == 2.5
        and sorted(WAYS, key=MEASURED.get) == [*WAYS][::-1]
        and abs(MEASURED["in place"] / USUAL - 32 / 36) > 0.05
    ),
    "On small inputs, such as the 8 × 200 of text B, all arrays fit into "
    "the cache, and the calls are what costs time. There the count of "
    "passes predicts nothing. The table in `course_lib/layers/README.md` "
    "has both sizes beside PyTorch.": (
        "8 × 200" in README
        and "4096" in README.replace(",", "")
        and "PyTorch" in README
    ),
    r"A product of $m$ tokens with a matrix of $k$ rows and $l$ columns "
    r"takes $2mkl$ operations: for each of the $m\,l$ entries it multiplies "
    r"$k$ pairs of numbers and adds them up.": (
        filled(speed.dot_by_dot).size == M * L
        and np.isclose(
            filled(speed.dot_by_dot)[1, 2],
            sum(X[1, k] * W[k, 2] for k in range(K)),
        )
    ),
    "Text B, the C++ class of the feed-forward layer in lesson 00's list, "
    "has 8 tokens, 200 features and 800 hidden units. **Predict.** At this "
    "size, which percentage of the operations of the forward pass belongs "
    "to its two matrix products? (The rest is to add $b_1$, to compare with "
    "0, and to add $b_2$.)": (TEXT_B == (8, 200, 800) and REST == 14_400),
    "99.72 percent. So a fast feed-forward layer is a fast matrix product.": (
        round(100 * PRODUCTS / (PRODUCTS + REST), 2) == 99.72
    ),
    "By its definition a matrix product is three loops, and that is also "
    "how one would write it for the C++ class of text B. Below it stands "
    "the same product with two of the loops exchanged.": (
        np.allclose(filled(speed.dot_by_dot), X @ W)
        and np.allclose(filled(speed.row_by_row), X @ W)
        and inspect.getsource(speed.dot_by_dot).count("for ") == 3
    ),
    "Memory arrives in *lines*, which hold 64 bytes on most machines: 16 "
    "numbers of float32. In `dot_by_dot` the innermost loop goes down a "
    "column of W. Every number that it reads lies in another line, and it "
    "uses only that one number of the line. In `row_by_row` the innermost "
    "loop goes along rows of W and Y and uses every number of a line. One "
    "waste is left. Each token takes all of W through the core once more.": (
        64 / np.float32().itemsize == 16
        and (innermost(speed.dot_by_dot), innermost(speed.row_by_row))
        == ("k", "j")
        and "for i in range(X.shape[0]):"
        in inspect.getsource(speed.row_by_row).splitlines()[2]
    ),
    "W has 512 rows and 2,048 columns in float32. How many bytes is that? "
    "How many bytes come from memory if each of 64 tokens fetches W again?": (
        LARGER == (64, 512, 2048)
    ),
    "512 · 2,048 · 4 bytes = 4.2 MB. 64 times that is 268 MB.": (
        (round(512 * 2048 * 4 / 1e6, 1), round(64 * 512 * 2048 * 4 / 1e6))
        == (4.2, 268)
    ),
    "How many times as fast as `dot_by_dot` is BLAS, both on one core: at "
    'text B\'s size, and at 64 tokens with the W above ("larger")?': (
        "BLAS, larger is" in SHOWN["verdicts-product"]
    ),
    "In the measurement that came with the course BLAS is 16 times as fast "
    "as the loops at text B's size, and 124 times at the larger size. The "
    "exchanged loops nearly reach it while W fits into the cache. At the "
    "larger size BLAS is 2.4 times as fast as they are. So most of the "
    "difference comes from the order of two loops, with the same arithmetic "
    "in them. A library that also plans for the cache is faster still.": (
        (
            round(times("loops", "BLAS")),
            round(times("loops, larger", "BLAS, larger")),
            round(times("swapped, larger", "BLAS, larger"), 1),
        )
        == (16, 124, 2.4)
        and times("swapped", "BLAS") < 1.2
        and times("loops, larger", "swapped, larger")
        > times("swapped, larger", "BLAS, larger")
    ),
    "1. LayerNorm computes little for each number, so its time is counted "
    "in passes over memory. 2. Blocks and compiled loops make fewer passes "
    "over memory. The arithmetic stays the same. 3. A matrix product "
    "computes much for each number, so it pays to use every number often "
    "while it is near. A BLAS does that, and therefore you leave products "
    "to it.": (
        max(PASSES["in blocks"], PASSES["compiled"])
        < min(PASSES["in place"], PASSES["usual"])
        and speed.FLOPS < 2 * 512
        and np.allclose(
            LayerNorm(6).forward(x),
            speed.usual_forward(x, np.ones(6), np.zeros(6))[0],
        )
        and MEASURED["BLAS, larger"]
        == min(v for k, v in MEASURED.items() if "larger" in k)
    ),
}
