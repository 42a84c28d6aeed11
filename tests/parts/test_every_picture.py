"""What is drawn and written is what a picture was given."""

from functools import partial
from itertools import groupby

import numpy as np
import pytest
from matplotlib.colors import to_hex
from matplotlib.text import Text

from course_lib.panels import style
from parts.backward import pictures as backward
from parts.derivatives import pictures as derivatives
from parts.feed_forward import pictures as feed_forward
from parts.jacobian import pictures as jacobian
from parts.jacobian import ray_pictures as ray
from parts.layer_norm import pictures as layer_norm
from parts.residual_add import pictures as residual_add
from parts.statistics import pictures as statistics
from parts.training import pictures as training
from parts.training.digits_stack import VARIANTS
from parts.vectors import pictures as vectors
from parts.vectors import shadows

ONE, OTHER, THIRD = 0.5 ** np.arange(12).reshape(3, 4)
PLACES = np.array([1, 10, 100, 1000])
TWO = np.stack([ONE, OTHER])
STACKS = {"with shortcut": ONE, "without": OTHER}
BACK = {"with shortcut": THIRD, "without": ONE}
CURVES = {"printed": -ONE, "squared": OTHER}
ERRORS = {"forward difference": ONE, "complex step": 0 * ONE}
FLOOR = np.full(4, derivatives.FLOOR)
LEVELS = [i + ONE for i, _ in enumerate(VARIANTS)]
SIZES = {name: (x, 1 / x) for name, x in zip(VARIANTS, LEVELS)}

# A picture, what it is given, and the heights of the lines of each panel.
LINES = {
    "variance": (
        partial(statistics.variance_error, PLACES),
        (ONE, OTHER, THIRD),
        [[ONE, OTHER, THIRD]],
    ),
    "places": (
        partial(layer_norm.two_places, PLACES),
        (ONE, OTHER),
        [[ONE, OTHER]],
    ),
    "u": (partial(derivatives.u_curve, PLACES), (ERRORS,), [[ONE, FLOOR]]),
    "stacks": (
        residual_add.both_ways,
        (STACKS, BACK),
        [[ONE, OTHER], [THIRD, ONE]],
    ),
    "two losses": (
        feed_forward.one_panel_each,
        (CURVES,),
        [[-ONE], [OTHER]],
    ),
    "sizes": (
        training.sizes_by_layer_picture,
        (SIZES, "message"),
        [LEVELS, [1 / level for level in LEVELS]],
    ),
    "undone": (
        layer_norm.undone,
        (20 * TWO, -20 * TWO, "ab"),
        [[20 * ONE, -20 * ONE], [20 * OTHER, -20 * OTHER]],
    ),
}


@pytest.mark.parametrize("name", LINES)
def test_lines_are_as_given_and_differ_in_more_than_colour(name):
    draw, given, expected = LINES[name]
    places = PLACES if isinstance(draw, partial) else range(4)
    for axes, heights in zip(draw(*given).axes, expected, strict=True):
        lines = [x for x in axes.lines if len(x.get_ydata()) > 2]  # no rules
        low, high = axes.get_ylim()
        for line, wanted in zip(lines, heights, strict=True):
            np.testing.assert_allclose(line.get_xdata(), places)
            np.testing.assert_allclose(line.get_ydata(), wanted)
            assert low < wanted.min() and wanted.max() < high
        looks = {(x.get_linestyle(), x.get_marker()) for x in lines}
        assert len(looks) == len(lines)


PAIR = np.array([[1, 2], [3, 4]]), np.array([[5, 6], [7, 8]])
# A picture, and words that stand in it, in order, parted by "|".
SAYS = [
    (
        partial(derivatives.partial_derivatives, 1, 0.5),
        "∂f/∂x = 2: move x, hold y|∂f/∂y = 1: move y, hold x",
    ),
    (
        partial(
            derivatives.chain_graph,
            {"w": 3, "x": 2, "q": 6, "y": 8, "t": 7, "e": 1, "L": 1.5},
            {"x": 8, "w": 4, "t": -2},
            {"xq": 5, "xy": 3.5},
        ),
        "w|3|∂L/∂w = 4|x|2|∂L/∂x = 8|q = w·x|6|y = q + x|8|t|7|∂L/∂t = −2|"
        "e = y − t|1|L = e²|1.5|← 5|← 3.5",
    ),
    (
        partial(statistics.balance_point, [2, 4, 6, 8, 10], [2, 4, 6, 8, 20]),
        "10|4|2|4|2|mean 6|20|6|4|2|12|mean 8",
    ),
    (
        partial(statistics.distances, [2, 4, 6, 8, 10]),
        "16|2|4|4|0|6|4|8|16|10|8|std 2.83|average distance 2.4",
    ),
    (
        partial(vectors.tables, [1, 2], [[3], [4]], joints="+", titles="ab"),
        "1|2|a|+|3|4|b",
    ),
    (
        partial(vectors.stretching, [1, 2], [[10], [20]]),
        "1|2|1|2|shape (2,)|+|10|10|20|20|shape (2, 1)|=|11|12|21|22",
    ),
    (
        partial(vectors.row_means, np.array([[1, 3], [4, 8]])),
        "1|3|4|8|table|−|2|2|6|6|its means, shape (2, 1)|=|−1|1|−2|2|"
        "1|3|4|8|table|−|2|6|2|6|its means, shape (2,)|=|−1|−3|2|2",
    ),
    (
        partial(vectors.tables, [[0.75, -0.25], [0.5, -1.5]]),
        "¾|−¼|½|−1.5",
    ),
    (
        partial(vectors.two_scales, [1, 2], [3, 4, 5]),
        "1|2|1|2|1|2|shape (2,)|or|3|3|4|4|5|5|shape (3, 1)",
    ),
    (
        partial(
            vectors.flattened, {"C": np.eye(2) / 2, "Q": -PAIR[0]}, [[2, -1]]
        ),
        "(2, −1)|(1, −0.5)|C|(2, −1)|(0, −2)|Q",
    ),
    (
        partial(vectors.row_times_column, *PAIR, 0, 1),
        "A|B|A B|1·6 + 2·8\n= 22",
    ),
    (
        partial(vectors.row_times_column, *PAIR, 1, 0),
        "A|B|A B|3·5 + 4·7\n= 43",
    ),
    (residual_add.fork, "x, as it is|f(x)|dy|dy|dy, as it is|$dy\\,J_f$"),
    (
        partial(layer_norm.slide_and_stretch, [3.16, 0.61, 1.87]),
        "1.23|−1.22|−0.01|1.28|−1.27|−0.01|3.16|0.61|1.87",
    ),
    (
        partial(layer_norm.layer_norm_effect, TWO, TWO, ["one", "two"]),
        "one|two",
    ),
    (
        partial(layer_norm.same_face, TWO[:, :3], TWO[:, :3], "zy"),
        "feature 0|feature 1|feature 2",
    ),
    (
        partial(ray.on_its_ray, [1, 4, 10], 2),
        "Cx|x̂|The plane, seen along 1|√3|our token|How far out is x̂?",
    ),
    (
        partial(ray.two_slopes, [1, 4, 10], 2),
        "nudge|move|Across: 1/4 of the nudge|slope 1/4|slope 1/32|"
        "Along: 1/32 of the nudge",
    ),
    (
        ray.rectangle,
        "w h = 3 × 2|3 × 0.05 = 0.15|0.02 × 2 = 0.04|0.02 × 0.05 = 0.001",
    ),
]


@pytest.mark.parametrize("draw, words", SAYS)
def test_a_picture_says_its_numbers(draw, words):
    shown = iter([text.get_text() for text in draw().findobj(Text)])
    for each in words.split("|"):
        assert each in shown, (  # from here on
            f"the picture does not say “{each}”, or not in this place. If "
            "it is right, change its row of SAYS in this file"
        )


SUM = [(0, 0, 2, 3), (0, 0, 4, 1), (2, 3, 6, 4), (0, 0, 6, 4)]
# A picture, and the arrows of each panel, from their tails to their tips.
ARROWS = [
    (partial(vectors.vector_addition, [2, 3], [4, 1]), [SUM]),
    (
        partial(vectors.sum_and_multiples, [2, 3], [4, 1], [2, -0.5]),
        [SUM, [(0, 0, 4, 6), (0, 0, -1, -1.5), (0, 0, 2, 3)]],
    ),
    (  # b, a, and what is left: orthogonal to b
        partial(shadows.shadow_of, [1, 3], [3, 1]),
        [[(0, 0, 3, 1), (0, 0, 1, 3), (1.8, 0.6, 1, 3)]],
    ),
    (  # mean part, x, centred part and x̂: std 2, so σ√4 = 4 and √4 = 2
        partial(shadows.in_its_plane, [3, 3, -1, -1]),
        [[(0, 0, 2, 0), (0, 0, 2, 4), (-0.16, 0, -0.16, 4), (0, 0, 0, 2)]],
    ),
    (  # x̂ is (0, …): all is left for the others; (√2, 0, 0, −√2): a third
        partial(shadows.one_feature_grows, [0, 1, 1, -2], 0, [0, 4]),
        [[(0, 0, 0, 2), (0, 0, (8 / 3) ** 0.5, (4 / 3) ** 0.5)]],
    ),
    (  # both parts and the ones; mean part and rest are orthogonal
        partial(vectors.centring, [4, 1]),
        [[(0, 0, 4, 1), (0, 0, 2.5, 2.5), (0, 0, 1.5, -1.5), (0, 0, 1, 1)]],
    ),
    (  # only the symmetric one drops at a right angle
        partial(
            vectors.flattened,
            {"C": np.eye(2) - 0.5, "S": np.array([[1, 1], [0, 0]])},
            [[2, 1], [-1, 3]],
        ),
        [
            [(2, 1, 0.5, -0.5), (-1, 3, -2, 2)],
            [(2, 1, 3, 0), (-1, 3, 2, 0)],
        ],
    ),
]


@pytest.mark.parametrize("draw, expected", ARROWS)
def test_arrows_lead_where_the_numbers_say(draw, expected):
    for axes, wanted in zip(draw().axes, expected, strict=True):
        arrows = [each for each in axes.texts if each.arrow_patch]
        found = [(*each.xyann, *each.xy) for each in arrows]
        np.testing.assert_allclose(found, wanted, atol=1e-12)


THREE = np.array([1.0, 2.0, 6.0])  # mean 3, median 2, std √(14/3)
STD = (14 / 3) ** 0.5
TOKEN = [1, 4, 10]  # mean 5, Cx = (−4, −1, 5), and s = 4 at ε = 2
RAY = partial(ray.on_its_ray, TOKEN, 2)
SLOPES = partial(ray.two_slopes, TOKEN, 2)
BEAM = partial(statistics.balance_point, [2, 4, 9], [2, 4, 15])
SLID = partial(layer_norm.slide_and_stretch, THREE)
FLAT = partial(
    vectors.flattened,
    {"M": np.array([[2, 1], [0, 3]]), "C": np.eye(2) - 0.5},
    [[0, 1]],
)
CENTRED = partial(vectors.centring, [4, 1])
SHADED = partial(shadows.shadow_of, [1, 3], [3, 1])
DERIVED = partial(derivatives.derivative, 2.0)
# A picture, a panel, a line of it in the order of drawing, and a rule: two
# things made of its places x and y that have to be equal.
RULES = [
    (BEAM, 0, 0, lambda x, y: ((x[0], *y), (2 - 1, 0, 0))),
    (BEAM, 0, 1, lambda x, y: (x, [2, 4, 9])),
    (BEAM, 0, 2, lambda x, y: (x, [5, 2])),  # arms, from the mean
    (BEAM, 0, 3, lambda x, y: (x, [5, 4])),
    (BEAM, 0, 4, lambda x, y: (x, [5, 9])),
    (BEAM, 1, 4, lambda x, y: (x, [7, 15])),
    (BEAM, 1, 7, lambda x, y: (x, [5])),  # the mean before
    (SLID, 0, 0, lambda x, y: (x, [-1, 1])),
    (SLID, 0, 3, lambda x, y: (x, [-STD, STD])),
    (SLID, 0, 6, lambda x, y: (x, [3 - STD, 3 + STD])),
    (SLID, 0, 7, lambda x, y: (x, [3])),  # the tick
    (SLID, 0, 9, lambda x, y: (x, 0)),
    (partial(residual_add.brackets, {"y": THREE}), 0, 1,
     lambda x, y: (x, [3])),
    (DERIVED, 0, 0, lambda x, y: (y, x**2)),
    (DERIVED, 2, 0, lambda x, y: (y, x**2)),
    (RAY, 0, 0, lambda x, y: (np.hypot(x, y), 3**0.5)),
    (RAY, 0, 3, lambda x, y: ((*x, *y), (42**0.5, 0))),
    (RAY, 0, 4, lambda x, y: ((*x, *y), (42**0.5 / 4, 0))),
    (RAY, 1, 1, lambda x, y: (y, 3**0.5)),
    (SLOPES, 0, 0, lambda x, y: (np.hypot(x, y), 3**0.5)),
    (SLOPES, 0, 3, lambda x, y: (y * 42**0.5, x * max(y))),  # to the nudge
    (SLOPES, 0, 4, lambda x, y: (x, 42**0.5)),
    (SLOPES, 0, 6, lambda x, y: (x, 42**0.5 / 4)),
    (SLOPES, 0, 7, lambda x, y: (x, 42**0.5 / 4)),
    (partial(ray.taken_away, TOKEN, 2), 0, 2,  # s·Ju: an eighth stays
     lambda x, y: (x, 4 / 8)),
    (partial(ray.taken_away, TOKEN, 2), 0, 4,  # what J takes away
     lambda x, y: (x, [4 / 8, 4])),
    (FLAT, 0, 16, lambda x, y: (  # the grid's line from (−3, −3) to (3, −3)
        (x[0], y[0], x[-1], y[-1]), (-9, -9, 3, -9))),
    (FLAT, 0, 17, lambda x, y: (  # and the one from (−3, −3) to (−3, 3)
        (x[0], y[0], x[-1], y[-1]), (-9, -9, -3, 9))),
    (CENTRED, 0, 6, lambda x, y: (  # a right angle at 0
        (x, y), ([0.35, 0.7, 0.35], [0.35, 0, -0.35]))),
    (CENTRED, 0, 2, lambda x, y: (x, y)),
    (CENTRED, 0, 3, lambda x, y: (x, -y)),
    (CENTRED, 0, 4, lambda x, y: ((x, y), ([2.5, 4], [2.5, 1]))),
    (CENTRED, 0, 5, lambda x, y: ((x, y), ([1.5, 4], [-1.5, 1]))),
    (SHADED, 0, 2, lambda x, y: (x, 3 * y)),  # the line along b
    (SHADED, 0, 3, lambda x, y: (np.diff(y), -3 * np.diff(x))),  # light
    (SHADED, 0, 5, lambda x, y: (x[1], 3 * y[1])),  # ends on that line
    (SHADED, 0, 9, lambda x, y: ((x, y), ([0, 1.8], [0, 0.6]))),
    (SHADED, 0, -1, lambda x, y: (  # a right angle at the shadow's end
        np.hypot(x - 1.8, y - 0.6), 0.22 * np.sqrt([1, 2, 1]))),
    (partial(shadows.in_its_plane, [3, 3, -1, -1]), 0, 2,
     lambda x, y: (np.hypot(x, y), 2)),
    (partial(shadows.one_feature_grows, [0, 1, 1, -2], 0, [4]), 0, 2,
     lambda x, y: (np.hypot(x, y), 2)),
    (partial(vectors.sum_and_multiples, [2, 3], [4, 1], [2]), 1, 2,
     lambda x, y: (3 * x, 2 * y)),
    (partial(statistics.variance_error, PLACES, ONE, ONE, ONE), 0, 0,
     lambda x, y: (y, 1)),  # the variance itself
    (partial(jacobian.printed_error, THREE), 0, 0, lambda x, y: (y, 0)),
    (partial(jacobian.printed_error, THREE), 0, 1, lambda x, y: (y, 1)),
    (partial(feed_forward.one_panel_each, CURVES), 0, 1,
     lambda x, y: (y, 0)),
    (partial(residual_add.both_ways, STACKS, BACK), 0, 2,
     lambda x, y: (y, 1)),
    (partial(training.warm_up_by_rate, ""), 0, -1,
     lambda x, y: (y, 0.1)),  # a guess
]  # fmt: skip


@pytest.mark.parametrize("k", range(len(RULES)))
def test_lines_follow_their_rules(k):
    draw, panel, line, rule = RULES[k]
    x, y = draw().axes[panel].lines[line].get_data()
    found, expected = rule(np.asarray(x), np.asarray(y))
    np.testing.assert_allclose(*np.broadcast_arrays(found, expected),
                               atol=1e-9)  # fmt: skip


NAMES = ["DATA", "OUTPUT", "RESIDUAL", "GRADIENT", "REFERENCE", "TEXT"]
ROLE = {getattr(style, name): name for name in NAMES}
ROLE |= {style.ink(getattr(style, name)): name for name in NAMES[:5]}


def roles(axes):
    """Name the roles of lines, then of arrows, each once in a row."""
    arrows = [getattr(each, "arrow_patch", None) for each in axes.texts]
    found = [each.get_color() for each in axes.lines]
    found += [each.get_edgecolor() for each in arrows if each]
    named = [ROLE.get(to_hex(each).upper(), "other") for each in found]
    return " ".join(name for name, _ in groupby(named))


# A picture, and the roles in each panel: x is DATA, what comes out is OUTPUT.
ROLES = [
    (partial(vectors.vector_addition, [2, 3], [4, 1]),
     ["REFERENCE DATA RESIDUAL OUTPUT"]),
    (CENTRED,
     ["REFERENCE RESIDUAL TEXT DATA REFERENCE RESIDUAL TEXT"]),
    (SHADED,
     ["REFERENCE OUTPUT TEXT DATA RESIDUAL"]),
    (partial(shadows.in_its_plane, [3, 3, -1, -1]),
     ["REFERENCE TEXT REFERENCE DATA RESIDUAL OUTPUT"]),
    (DERIVED,
     3 * ["DATA OUTPUT RESIDUAL GRADIENT TEXT"]),
    (SLID,
     ["OUTPUT TEXT OUTPUT DATA TEXT DATA TEXT DATA REFERENCE"]),
    (RAY,
     ["REFERENCE TEXT REFERENCE DATA OUTPUT", "OUTPUT REFERENCE OUTPUT"]),
    (SLOPES,
     ["REFERENCE TEXT REFERENCE DATA OUTPUT",
      "OUTPUT REFERENCE OUTPUT TEXT GRADIENT"]),
    (residual_add.fork,
     ["REFERENCE RESIDUAL", "GRADIENT"]),
    (residual_add.block,
     ["RESIDUAL REFERENCE RESIDUAL REFERENCE RESIDUAL"]),
    (partial(residual_add.both_ways, STACKS, BACK),
     2 * ["RESIDUAL OUTPUT REFERENCE"]),
    (backward.graph,
     ["REFERENCE"]),
    (partial(backward.graph, True),
     ["REFERENCE GRADIENT"]),
    (partial(layer_norm.two_places, PLACES, ONE, OTHER),
     ["OUTPUT DATA"]),
    (partial(layer_norm.same_face, TWO[:, :3], TWO[:, :3], "zy"),
     ["REFERENCE DATA", "REFERENCE OUTPUT"]),
    (partial(training.warm_up_by_rate, ""),
     ["DATA OUTPUT REFERENCE", "DATA OUTPUT REFERENCE"]),
]  # fmt: skip


@pytest.mark.parametrize("draw, expected", ROLES)
def test_colours_keep_their_roles(draw, expected):
    assert [roles(axes) for axes in draw().axes] == expected, (
        "colours say what a thing is (course_lib/panels/style.py); if a "
        "thing was added, add its role to ROLES in this file"
    )
