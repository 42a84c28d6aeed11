"""What lesson 03 says in words."""

import inspect

import numpy as np
import sympy as sp
from slopes import slopes

from course_lib.evidence import complex_step
from course_lib.evidence.gradient_check import check_gradients
from course_lib.layers import LayerNorm
from parts.derivatives.explorers import KINDS, StepSize
from parts.derivatives.pictures import cube_errors
from parts.derivatives.two_runs import (
    BETA,
    GAMMA,
    TURNED,
    backward_a,
    backward_b,
    train,
)
from parts.statistics.token_row import token_row

rng = np.random.default_rng(3)


class Doubled:
    """A layer that was to return x, and whose two passes agree."""

    def forward(self, x):
        return 2 * x

    def backward(self, dy):
        return 2 * dy


def forward(f, x, h):
    return (f(x + h) - f(x)) / h


def central(f, x, h):
    return (f(x + h) - f(x - h)) / (2 * h)


def cube(x):
    return x**3


def off(x, h, f=cube, slope=None):
    return abs(central(f, x, h) - (3 * x**2 if slope is None else slope))


def best(kind):
    """Return the step whose slope of x³ is nearest, in this kind of float."""
    at = kind(1.3)
    hs = [kind(2.0**-n) for n in range(1, 50) if at + kind(2.0**-n) > at]
    return min(hs, key=lambda h: abs(float(central(cube, at, h)) - 5.07))


BOWL = slopes(lambda v: v[0] ** 2 + v[1] ** 2, [1, 0.5])
AROUND = [np.array([np.cos(a), np.sin(a)]) for a in np.linspace(0, 6.283, 999)]
BEST = max(AROUND, key=lambda e: BOWL @ e)
x, dy = rng.normal(size=(2, 4))
gamma, beta = rng.uniform(0.5, 2, 4), rng.normal(size=4)
C = np.eye(4) - np.ones((4, 4)) / 4
H, AT = 0.1, 1.3

same = np.allclose
RIVER = token_row()
ONE_LINE = [
    one
    for one, other in zip(
        *(
            inspect.getsource(f).splitlines()[1:]
            for f in (backward_a, backward_b)
        )
    )
    if one != other
]
LOSSES_A, LOSSES_B = train(backward_a), train(backward_b)
TURNED_A, TURNED_B = (train(f, TURNED, 300) for f in (backward_a, backward_b))
LETTERS = sp.symbols("x h")
TABLE = slopes(
    lambda v: np.array([v[0] * v[1], v[0] + v[1], v[1] ** 2]), [2, 3]
)
ERRORS = {h: cube_errors(1.3, h) for h in (1e-5, 1e-12)}
OF_VARIANCE = slopes(np.var, RIVER)
AT_1 = 2 * (3 * 2 + 2 - 7)  # the slope of e² in the chain


def chain(w=3.0, x=2.0, t=7.0):
    return (w * x + x - t) ** 2


def relative(f, slope, x, h):
    return abs(central(f, x, h) / slope(x) - 1)


def layer(x, gamma, beta):
    return gamma * (x - x.mean(-1, keepdims=True)) + beta


def nudged(f, v, h=1e-5):
    """Return the slopes of a number by central differences, any shape."""
    e = h * np.eye(v.size).reshape(-1, *v.shape)
    return np.reshape(
        [(f(v + each) - f(v - each)) / (2 * h) for each in e], v.shape
    )


def wrong(backward, shape=(2, 3, 8), sum_loss=False, start=False, h=1e-5):
    """Check a backward on random data; return the names that are wrong."""
    rng = np.random.default_rng(7)
    x, dy = rng.normal(size=(2, *shape))
    gamma, beta = rng.normal(size=(2, 8))
    dy = np.ones(shape) if sum_loss else dy
    gamma, beta = (np.ones(8), np.zeros(8)) if start else (gamma, beta)
    found = (
        nudged(lambda v: (dy * layer(v, gamma, beta)).sum(), x, h),
        nudged(lambda v: (dy * layer(x, v, beta)).sum(), gamma, h),
        nudged(lambda v: (dy * layer(x, gamma, v)).sum(), beta, h),
    )
    given = backward(x, gamma, beta, dy)
    return [
        name
        for name, one, other in zip(("dx", "dgamma", "dbeta"), given, found)
        if np.shape(one) != other.shape or abs(one - other).max() > 1e-6
    ]


def changed(**by):
    """Return backward_a with some of its gradients made another way."""

    def backward(x, gamma, beta, dy):
        found = dict(
            zip(("dx", "dgamma", "dbeta"), backward_a(x, gamma, beta, dy))
        )
        return [
            *(
                found | {k: f(x, gamma, beta, dy) for k, f in by.items()}
            ).values()
        ]

    return backward


def error_of_dx(h):
    """Return how far a numerical dx of the layer is off."""
    rng = np.random.default_rng(3)
    (x, dy), (gamma, beta) = (
        rng.normal(size=(2, 3, 8)),
        rng.normal(size=(2, 8)),
    )
    found = nudged(lambda v: (dy * layer(v, gamma, beta)).sum(), x, h)
    return abs(found - backward_a(x, gamma, beta, dy)[0]).max()


def relu_slopes(relu):
    """Whether a ReLU has the slopes that its backward lets through."""
    inputs = np.array([-2.0, -0.5, 0.7, 3.0])
    return same(central(relu, inputs, 1e-5), inputs > 0)


ZEROS = changed(dx=lambda x, g, b, dy: 0 * x)
FORGETS = changed(dx=lambda x, g, b, dy: dy - dy.mean(-1, keepdims=True))
AXIS_0 = changed(dbeta=lambda x, g, b, dy: np.asarray(dy.sum(axis=0)))
BY_STEP = [error_of_dx(h) for h in (1.0, 1e-5, 1e-8)]
BROKEN = (
    lambda x: np.where(x > 0, x, 1.0),
    lambda x: np.where(x > 0, x, 0.1 * x),
    lambda x: np.where(x > 0, 2 * x, 0.0),
)
REPORTED = [not relu_slopes(relu) for relu in BROKEN]
SHARES = np.random.default_rng(1).uniform(1, 2, 5)


def share(v):
    return v / v.sum()


def best_step(f, slope, x):
    """Return the power of ten that serves a central difference best."""
    return min(
        10.0 ** np.arange(-9, 5), key=lambda h: relative(f, slope, x, h)
    )


def off_by_step(h):
    """Return the error of a numerical slope of LayerNorm."""
    return abs(
        nudged(lambda v: dy @ NORM_OF(v), x, h) - NORM.backward(dy)
    ).max()


AT_1_3 = slopes(lambda v: v[0] ** 2 + v[1] ** 2, [1, 3])
ALONG = np.array([-BOWL[1], BOWL[0]])  # the contour through (1, 0.5)
NORM, NORM_OF = LayerNorm(4), LayerNorm(4).forward
NORM.forward(x)
ONES = np.ones(8)
OURS = np.array([RIVER, *np.random.default_rng(3).normal(size=(2, 8))])
DATA = RIVER + np.vstack(
    [np.zeros(8), np.random.default_rng(0).normal(size=(31, 8))]
)
FIRST_LOSS = np.mean((layer(DATA, 1, 0) - layer(DATA, GAMMA, BETA)) ** 2)


def scales(backward, updates=60, lr=0.16):
    """Train as the page does; return γ after every update."""
    gamma, beta, found = np.ones(8), np.zeros(8), []
    for _ in range(updates):
        error = layer(DATA, gamma, beta) - layer(DATA, GAMMA, BETA)
        _, dgamma, dbeta = backward(DATA, gamma, beta, 2 * error / error.size)
        gamma, beta = gamma - lr * dgamma, beta - lr * dbeta
        found.append(gamma)
    return found


def imports(line):
    """Whether an import works."""
    try:
        exec(line, {})
    except ImportError:
        return False
    return True


CLAIMS = {
    "A network learns from slopes. Each layer has a `backward`, which says "
    "how the loss would change if one of the layer's numbers grew a "
    "little. If such a slope is wrong, no error is raised and training "
    "goes on.": (
        wrong(backward_a) == [] != wrong(backward_b)
        and LOSSES_B[-1] < LOSSES_B[0] / 20
    ),
    "Here is one small layer, trained twice. It centres every token, "
    "scales feature by feature with γ and shifts with β, and only γ and β "
    "are trained. The loss says how wrong it still is: it is the mean "
    "squared difference between its outputs and those that we want. Both "
    'runs start from the same numbers and see the same data, "river" and '
    "31 tokens drawn around it. The two programs differ in one line of "
    "`backward`, and one of them computes a wrong gradient.": (
        len(ONE_LINE) == 1
        and (wrong(backward_a), len(wrong(backward_b))) == ([], 1)
        and LOSSES_A[0] == LOSSES_B[0]
        and np.isclose(LOSSES_A[0], FIRST_LOSS)
    ),
    "How fast does f(x) = x² rise at x = 3, for each unit by which x "
    "grows? The curve bends, so you look only a small step h away, and "
    "divide the rise by the run. You can look ahead, from 3 to 3 + h, "
    "which is a run of h. Or you can look both ways, from 3 − h to 3 + h, "
    "which is a run of 2h.": (
        np.isclose(forward(np.square, 3, H), ((3 + H) ** 2 - 9) / H)
        and np.isclose((3 + H) - (3 - H), 2 * H)
        and forward(np.square, 3, H) != forward(np.square, 3, 1)
    ),
    "*Derived by hand.* Ahead, the rise is $(3+h)^2 - 9 = 6h + h^2$, and "
    "divided by h that is $6 + h$. The 6 is the slope, and the h is the "
    "error. Both ways, the rise is $(3+h)^2 - (3-h)^2 = 12h$, and divided "
    "by 2h that is 6 for every h. So both approach 6.": (
        np.isclose(forward(np.square, 3, H), 6 + H)
        and all(
            np.isclose(central(np.square, 3, h), 6) for h in (1, 0.3, 0.01)
        ) and np.isclose(12 * H / (2 * H), 6)
        and np.isclose(forward(np.square, 3, 1e-7), 6)
    ),
    "Rise / run ahead is called the **forward difference**, and both ways "
    "the **central difference**. The value that they approach is the "
    "**derivative**:": (
        np.isclose(forward(np.square, 3, H), 6 + H)
        and np.isclose(central(np.square, 3, H), 6)
        and sp.diff(LETTERS[0] ** 2).subs(LETTERS[0], 3) == 6
    ),
    r"- $f'(x)$: the slope of f at x - $\lim$: the value that the fraction "
    "approaches as the step h shrinks": (
        abs(forward(cube, AT, 1e-7) - 3 * AT**2) < abs(
            forward(cube, AT, 1e-2) - 3 * AT**2
        ) < 0.1
    ),
    "Text D starts its code for a derivative with `from scipy.misc import "
    "derivative`, and never uses it. That line alone ends in an "
    "ImportError, because SciPy no longer has this function.": (
        not imports("from scipy.misc import derivative")
    ),
    "x² has a slope at every x, and you know the one at 3. Sketch all of "
    "them from x = −5 to x = 5.": (
        sp.diff(LETTERS[0] ** 2) == 2 * LETTERS[0]
    ),
    "At any x the forward difference is $(2xh + h^2)/h = 2x + h$, so the "
    "slope of x² is 2x, a straight line. It is 0 at the bottom of the "
    "curve and negative to the left of it, where the curve falls. "
    "*Verified symbolically*: SymPy takes the limit.": (
        abs(central(np.square, 0, H)) < 1e-12 > central(np.square, -1, H)
        and np.isclose(forward(np.square, AT, H), 2 * AT + H)
        and sp.limit(
            ((LETTERS[0] + LETTERS[1]) ** 2 - LETTERS[0] ** 2)
            / LETTERS[1],
            LETTERS[1],
            0,
        ) == 2 * LETTERS[0] and np.square(-2) > np.square(-1)
    ),
    "Do the same for f(x) = x³ at any x. Both ways, what is rise divided "
    "by run?": (
        np.isclose(central(cube, AT, H), 3 * AT**2 + H**2)
    ),
    "$(x+h)^3 = x^3 + 3x^2h + 3xh^2 + h^3$, and in $(x-h)^3$ the terms "
    "with h and h³ have the other sign. The difference of the two is "
    "$6x^2h + 2h^3$, and divided by 2h that is $3x^2 + h^2$: the slope, "
    "3x², and an error of h².": (
        np.isclose((AT - H) ** 3, AT**3 - 3 * AT**2 * H + 3 * AT * H**2 - H**3)
        and np.isclose((AT + H) ** 3 - (AT - H) ** 3, 6 * AT**2 * H + 2 * H**3)
        and np.isclose(central(cube, AT, H) - 3 * AT**2, H**2)
    ),
    "What is a slope if there are two inputs? Take the bowl f(x, y) = x² + "
    "y², and stand at (1, 0.5). Move x and hold y still, and you find one "
    "slope. Move y and hold x still, and you find another. They are called "
    "**partial derivatives** and written": (
        len(BOWL) == 2 and BOWL[0] != BOWL[1]
    ),
    "How large are these two slopes at (1, 0.5)? Then go on to (1, 3), "
    "where x is the same and y is not. Which of the two slopes changes?": (
        np.isclose(BOWL[0], AT_1_3[0]) and not np.isclose(BOWL[1], AT_1_3[1])
    ),
    "While y is held still, y² is a constant and has no slope. So "
    r"$\partial f/\partial x = 2x$, and in the same way $\partial "
    r"f/\partial y = 2y$. At (1, 0.5) they are 2 and 1. At (1, 3) the slope "
    "with respect to x is still 2, and the one with respect to y is 6.": (
        same(BOWL, [2, 1]) and same(AT_1_3, [2, 6])
    ),
    "Put the partial derivatives into one vector and you have the "
    "**gradient**, with one slope for each input:": (
        BOWL.shape == (2,)
    ),
    "From (1, 0.5) you may go a short way in any direction: 0° is straight "
    "along x, and 90° is straight along y. Which direction climbs fastest, "
    "and how steep is it that way? The cell tries all 360 degrees.": (
        np.allclose(BOWL, [2, 1]) and same([np.cos(0), np.sin(np.pi / 2)], 1)
        and same([np.sin(0), np.cos(np.pi / 2)], 0)
    ),
    "Along the gradient, which is (2, 1) here, and there the slope is the "
    "gradient's length.": (
        np.allclose(BEST, BOWL / np.linalg.norm(BOWL), atol=0.01)
        and np.isclose(BOWL @ BEST, np.linalg.norm(BOWL), rtol=1e-4)
        and same(BOWL, [2, 1])
    ),
    "For a short move the squares are tiny, and what remains is the dot "
    "product of the gradient and the move. Among moves of one length it is "
    "largest for the one that points the same way (lesson 02). There the "
    "slope is the gradient's length, √(4 + 1) = √5. Training wants to make "
    "a loss smaller, so it moves against the gradient.": (
        np.allclose(BEST, BOWL / np.linalg.norm(BOWL), atol=0.01)
        and np.isclose(BOWL @ BEST, 5**0.5, rtol=1e-4)
        and (np.array([1, 0.5]) - 0.1 * BOWL) @ (
            np.array([1, 0.5]) - 0.1 * BOWL
        ) < 1.25
        and np.isclose(
            (1 + 2e-6) ** 2 + (0.5 + 1e-6) ** 2 - 1.25,
            BOWL @ [2e-6, 1e-6],
            rtol=1e-5,
        ) and same(BOWL**2, [4, 1])
    ),
    "A line on which the height stays the same is called a **contour**. A "
    "short move along it raises nothing, so its dot product with the "
    "gradient is 0, and the gradient crosses contours at a right angle.": (
        abs(BOWL @ ALONG) < 1e-6
        and abs(
            (1 + 1e-4 * ALONG[0]) ** 2
            + (0.5 + 1e-4 * ALONG[1]) ** 2
            - 1.25
        ) < 1e-7
    ),
    "A layer has many outputs, and from here on y names them:": (
        TABLE.shape[0] == 3
    ),
    "With two inputs and three outputs there are 3 × 2 slopes. *Derived by "
    "hand:* nudge $x_0$ alone. Then $x_0 x_1$ moves with slope $x_1 = 3$, "
    "the sum with slope 1, and $x_1^2$ does not move at all. That makes 3, "
    "1, 0. If you nudge $x_1$ alone, it is 2, 1, 6. Each nudge fills one "
    "**column** of a table, the **Jacobian**:": (
        TABLE.shape == (3, 2) and same(TABLE[:, 0], [3, 1, 0])
        and same(TABLE[:, 1], [2, 1, 6])
    ),
    "- row $i$: the output that moves - column $j$: the input that was "
    "nudged": (
        np.isclose(TABLE[0, 1], 2) and np.isclose(TABLE[1, 0], 1)
        and np.isclose(TABLE[2, 0], 0, atol=1e-9)
    ),
    "Column 0 is $(x_1, 1, 0) = (4, 1, 0)$ and column 1 is $(x_0, 1, 2x_1) "
    "= (1, 1, 8)$.": (
        same(
            slopes(
                lambda v: np.array([v[0] * v[1], v[0] + v[1], v[1] ** 2]),
                [1, 4],
            ).T,
            [[4, 1, 0], [1, 1, 8]],
        )
    ),
    "Now let the computer nudge, for any function. One nudge moves all "
    "outputs at once, and the table is square only if f has as many "
    "outputs as inputs.": (
        TABLE.shape == (3, 2) and slopes(np.square, [1, 2]).shape == (2, 2)
    ),
    "A **loss** is one number that says how wrong a network is. It comes "
    "out of a long chain of operations, so how far does it move if you "
    "nudge a number at the other end? Take a short chain, in which x is "
    "used twice; w is a weight and t the target:": (
        np.ndim(chain()) == 0
        and np.isclose(
            slopes(lambda v: v[0] * 3 + 2 - 7, [2.0])[0] + 1,
            slopes(lambda v: 3 * v[0] + v[0] - 7, [2.0])[0],
        )
    ),
    "Take it operation by operation: q = w·x = 6, y = q + x = 8, e = y − t "
    "= 1 and L = e² = 1. Now nudge w by a small δ. Then q moves by xδ, and "
    "so do y and e. L moves by about 2e times that, since 2e is the slope "
    "of e². So each operation multiplies the nudge by its own slope, and "
    "the slope of L with respect to w is x · 1 · 1 · 2e = 4.": (
        (3 * 2, 3 * 2 + 2, 3 * 2 + 2 - 7, chain()) == (6, 8, 1, 1)
        and np.isclose(
            slopes(lambda v: chain(w=v[0]), [3.0])[0], 2 * 1 * 1 * AT_1
        ) and np.isclose((3 + H) * 2 - 3 * 2, 2 * H)
        and np.isclose(central(np.square, 1, H), 2)
    ),
    "Nudge x instead, and y has two reasons to move: q moves, and x itself "
    "is added. For a small nudge two effects add up, as they did in the "
    "bowl. That makes the **chain rule**: along a path multiply the "
    "slopes, and where paths meet add what arrives. The gradient of L with "
    "respect to x is written ∂L/∂x, and in code `dx`, and so for every "
    "other name.": (
        np.isclose(
            slopes(lambda v: (2 * v[0] + v[0]) ** 2, [1.0])[0], 2 * 3 * (2 + 1)
        )
        and np.isclose(
            slopes(lambda v: chain(x=v[0]), [2.0])[0], 3 * AT_1 + 1 * AT_1
        )
    ),
    "Follow both paths of x.": (
        np.isclose(slopes(lambda v: chain(x=v[0]), [2.0])[0], 3 * AT_1 + AT_1)
    ),
    "dx is 8. The path through q brings 2e·w = 6, and the direct one 2e = "
    "2. The folded code goes from the end of the chain to its start, one "
    "operation per line. That order is called backward. </details> With "
    "vectors the rule is the same. If you nudge input $x_j$ by δ, then "
    r"every output $y_i$ moves by $J_{ij}\,\delta$, and L by the sum of "
    r"$dy_i\,J_{ij}\,\delta$ over all outputs. Divide by δ:": (
        np.isclose(slopes(lambda v: chain(x=v[0]), [2.0])[0], 8)
        and (AT_1 * 3, AT_1) == (6, 2)
        and same(
            slopes(
                lambda v: (
                    [0.5, 2, -1]
                    @ np.array([v[0] * v[1], v[0] + v[1], v[1] ** 2])
                ),
                [2, 3],
            ),
            [0.5, 2, -1] @ TABLE,
        )
    ),
    "- $dy_i$: the gradient that arrives at output $i$ - $dx_j$: the "
    "gradient that leaves through input $j$ This is what a layer's "
    "`backward(dy)` does: it takes ∂L/∂y and returns ∂L/∂x.": (
        NORM.backward(dy).shape == x.shape
        and same(
            NORM.backward(dy),
            slopes(lambda v: dy @ NORM_OF(v), x),
            atol=1e-6,
        )
    ),
    "Take the table at (2, 3) from above, with the rows (3, 2), (1, 1) and "
    "(0, 6), and the loss $L = y_0 + y_1 + y_2$.": (
        same(TABLE, [(3, 2), (1, 1), (0, 6)])
    ),
    "Each output enters L with slope 1, so dy = (1, 1, 1) and dx holds the "
    "sums of the columns, 4 and 9. Directly:": (
        same(np.ones(3) @ TABLE, [4, 9]) and same(TABLE.sum(axis=0), [4, 9])
    ),
    "Take f(x) = x³ at 1.3, and three ways, *derived by hand*: | method | "
    "formula | what comes out on paper | |---|---|---| | forward "
    "difference | $(f(x+h) - f(x)) / h$ | $3x^2 + 3xh + h^2$ | | central "
    "difference | $(f(x+h) - f(x-h)) / (2h)$ | $3x^2 + h^2$ | | complex "
    "step | imaginary part of $f(x+ih)$, over h | $3x^2 - h^2$ | The third "
    "goes sideways. Its i is a made-up number with i² = −1, and otherwise "
    r"a letter like any other. In $(x+ih)^3$ the terms with i are $i\,(3x^2 "
    "h - h^3)$, and the factor of i is called the **imaginary part**.": (
        np.isclose(forward(cube, AT, H), 3 * AT**2 + 3 * AT * H + H**2)
        and np.isclose(central(cube, AT, H), 3 * AT**2 + H**2)
        and np.isclose(cube(AT + H * 1j).imag / H, 3 * AT**2 - H**2)
        and AT == 1.3 and 1j**2 == -1
        and np.isclose(((AT + 1j * H) ** 3).imag, 3 * AT**2 * H - H**3)
    ),
    "On paper all three errors shrink with h. A computer keeps about 16 "
    "digits of every number (float64). It takes h = 10⁻⁵, and then h = "
    "10⁻¹². For each of the three ways: with which of the two steps is its "
    "error smaller?": (
        all(
            error(1e-2) < error(H)
            for error in (lambda h: 3 * AT * h + h**2, np.square)
        ) and round(-np.log10(np.finfo(float).eps)) == 16
        and len(ERRORS[1e-5]) == 3
    ),
    "The complex step is better with 10⁻¹², and both differences are "
    "better with 10⁻⁵. On the right of the picture, the curve bends within "
    "the step, and all three pay for that. On the left it is rounding: at "
    "h = 10⁻¹² the numbers f(x + h) and f(x − h) have about the first 11 "
    "of their 16 digits in common, so their difference has four or five "
    "left, and dividing by a tiny h magnifies what rounding did to them. "
    "The complex step subtracts no two nearly equal numbers. But f must "
    "mean the same for complex numbers: |a + ib| is √(a² + b²), which is "
    "real, so the complex step finds that |x| has the slope 0 everywhere, "
    "and nothing warns you.": (
        ERRORS[1e-12]["complex step"] < ERRORS[1e-5]["complex step"]
        and all(
            ERRORS[1e-5][way] < ERRORS[1e-12][way]
            for way in ("forward difference", "central difference")
        ) and min(cube_errors(1.3, 0.3).values()) > 0.01
        and 11 < -np.log10(cube(AT + 1e-12) / cube(AT - 1e-12) - 1) < 12
        and abs(3 + 4j) == (3**2 + 4**2) ** 0.5
        and np.imag(abs(np.array([2 + 1e-9j, -2 + 1e-9j]))).max() == 0
        and 1e-6 < ERRORS[1e-12]["central difference"] < 1e-3
    ),
    "No. At x = 1,000,000 the relative error of the slope of x³ is 3·10⁻¹¹ "
    "with h = 10, and 4·10⁻⁷ with h = 0.0001. For sin x at the same place "
    "h = 10 is useless: a sine goes up and down once every 6.28, and the "
    "step jumps over all of that. What counts is how far you can go before "
    "the curve bends. **In float64, let h be about 10⁻⁵ times the distance "
    "over which f bends**, and more if x is much larger than that "
    "distance, because then x ± h is rounded too. For x³ this distance is "
    "about x itself, and for sin x about 1, wherever you are. For "
    "LayerNorm it will be the spread of a token's features.": (
        relative(cube, lambda x: 3 * x**2, 1e6, 10) < 1e-10 < 1e-7 < relative(
            cube, lambda x: 3 * x**2, 1e6, 1e-4
        ) and relative(np.sin, np.cos, 1e6, 10) > 0.5
        and np.isclose(np.sin(1e6 + 2 * np.pi), np.sin(1e6))
        and round(2 * np.pi, 2) == 6.28
        and best_step(np.sin, np.cos, 1e6) > 3 * best_step(np.sin, np.cos, 1.0)
        and 0.01 < best_step(cube, lambda x: 3 * x**2, 1e6) / 1e6 * 1e5 < 100
        and 0.01 < best_step(np.sin, np.cos, 1.0) * 1e5 < 100
    ),
    "Numbers may have fewer digits than 16. The panel shows x³ near 1.3 "
    "through a microscope that magnifies 1/h times, in float64 and in "
    "float32.": (
        np.finfo(np.float32).precision < np.finfo(float).precision <= 16
        and {*KINDS} == {"float64", "float32"}
        and "numbers" in StepSize.controls
    ),
    "In float32 the best h of the slider is about 3·10⁻³, and in float64 "
    "about 6·10⁻⁶. That is a factor of about 560: with fewer digits, "
    "rounding takes over at a larger step.": (
        0.03 < best(np.float32) / 3e-3 < 30
        and 0.03 < best(np.float64) / 6e-6 < 30
    ),
    "Now write the tool that every gradient check needs: the central "
    "difference for each entry of an array. Here `f(x)` is one number, "
    "such as a loss, and x may have any shape. To visit every entry, write "
    "`for i in np.ndindex(x.shape):`. For the shape (2, 3), i is (0, 0), "
    "(0, 1), (0, 2), (1, 0) and so on, and `x[i]` is one number.": (
        [*np.ndindex((2, 3))][:4] == [(0, 0), (0, 1), (0, 2), (1, 0)]
        and np.ndim(np.zeros((2, 3))[0, 1]) == 0
        and same(nudged(np.sum, np.ones((2, 3))), 1)
    ),
    'Put it to work on "river", whose mean is 0.64.': (
        round(RIVER.mean(), 2) == 0.64
    ),
    "Take the variance of the eight features, and nudge one feature at a "
    "time. With respect to which of them is the slope largest? And what do "
    "all eight slopes add up to?": (
        len(RIVER) == 8
    ),
    "With respect to the 3.78, because it is farthest from the mean: the "
    r"slope of the variance with respect to $x_i$ is $2(x_i - \mu)/N$. "
    "(When $x_i$ moves, μ moves as well, but that changes nothing, because "
    "the deviations add up to 0.) The eight slopes add up to 0. You can "
    "see that without a formula: raise all features by the same amount, "
    "and the variance stays (lesson 01). That move raises it by the sum of "
    "all slopes, so the sum must be 0. Such gradients will come back with "
    "LayerNorm.": (
        RIVER[OF_VARIANCE.argmax()] == 3.78 == RIVER[
            abs(RIVER - RIVER.mean()).argmax()
        ] and same(OF_VARIANCE, 2 * (RIVER - RIVER.mean()) / 8)
        and abs((RIVER - RIVER.mean()).sum()) < 1e-12
        and abs(OF_VARIANCE.sum()) < 1e-6
        and np.isclose(np.var(RIVER + 5), np.var(RIVER))
        and abs(NORM.backward(dy).sum()) < 1e-12
    ),
    "What you bring along is one sentence: **a numerical gradient nudges "
    "each input by a small h, up and down, and it needs nothing but the "
    "forward function.**": (
        same(nudged(np.var, RIVER), OF_VARIANCE, atol=1e-6)
    ),
    "The two suspects are backwards of one and the same layer. It centres "
    "every row with the matrix of lesson 02, $C = I - "
    r"\mathbf{1}\mathbf{1}^\top/N$, then scales each feature by its γ and "
    "adds its β:": (
        same(layer(x, gamma, beta), gamma * (x @ C) + beta)
    ),
    "- $x$: tokens, one per row; $C$: the centring matrix, which is its "
    r"own transpose - $\gamma$, $\beta$: one number per feature; $\circ$: "
    "entry by entry": (
        same(C, C.T) and gamma.shape == beta.shape == x.shape
    ),
    "A gradient dy arrives. What are dx, dγ and dβ? (For dγ and dβ, "
    "remember that all tokens use the same γ and β.)": (
        layer(np.ones((5, 4)), gamma, beta).shape == (5, 4)
    ),
    r"The slope of $y_i$ with respect to $x_j$ is $\gamma_i C_{ji}$, so "
    r"$dx_j = \sum_i dy_i \gamma_i C_{ji}$. Because C is its own transpose, "
    r"that is $dx = (dy \circ \gamma)\,C$: multiply by γ first, then "
    r"centre. The slope of $y_i$ with respect to $\gamma_i$ is $(xC)_i$, "
    r"and with respect to $\beta_i$ it is 1. Each token is a path of its "
    "own from γ and β to the loss, and where paths meet, what arrives is "
    "added:": (
        np.allclose(
            slopes(lambda v: dy @ (gamma * (v @ C) + beta), x),
            (dy * gamma) @ C,
        )
        and same(
            slopes(lambda v: layer(v, gamma, beta), x),
            gamma[:, None] * C.T,
        ) and same(C, C.T)
        and same(np.diag(slopes(lambda g: layer(x, g, beta), gamma)), x @ C)
        and same(slopes(lambda b: layer(x, gamma, b), beta), np.eye(4))
        and same(
            slopes(
                lambda g: (dy * layer(np.array([x, dy]), g, beta)).sum(),
                gamma,
            ),
            dy * (x @ C) + dy * (dy @ C),
        )
    ),
    "In code, `backward` is four lines.": (
        len(inspect.getsource(backward_a).split("\n")[1:-1]) == 4
    ),
    "How do you test this `backward`? `my_gradient` needs a function that "
    "returns one number, but the layer returns a whole array. So make up a "
    "loss: draw a random `dy` and let L = Σ dy·y. The gradient of this L "
    "with respect to y is `dy`, so `backward(dy)` must return what "
    "`my_gradient` finds for L. That is the whole **gradient check**. "
    "Compare the shapes first, because NumPy subtracts arrays of shapes "
    "(1, 8) and (8,) without a word, and then the values. Rounding makes "
    "them differ by about 10⁻¹⁰ and a real mistake by much more, so we "
    'draw the line at 10⁻⁶. The data are "river" and two made-up tokens.': (
        same(slopes(lambda v: (dy * v).sum(), x), dy)
        and wrong(backward_a) == []
        and (np.ones((1, 8)) - np.ones(8)).shape == (1, 8)
        and 1e-11 < BY_STEP[1] < 1e-9 < 1e-6 and wrong(backward_b) != []
    ),
    "The check uses h = 10⁻⁵, which was a good step for x³. For this "
    "layer, put h = 1, h = 10⁻⁵ and h = 10⁻⁸ in order, from the smallest "
    "error of dx to the largest.": (
        BY_STEP[0] < BY_STEP[1] < BY_STEP[2]
        and ERRORS[1e-5]["central difference"] < 1e-9
    ),
    "The step of 1 is best, and the smaller the step, the larger the "
    "error. While the rest is held still, y is a straight line in each "
    "entry of x, of γ and of β. A straight line does not bend, so a long "
    "step costs nothing and keeps rounding small. With LayerNorm, which "
    "divides by a spread, that will be different, and 10⁻⁵ is a good "
    "habit.": (
        BY_STEP[0] < BY_STEP[1] < BY_STEP[2] and BY_STEP[0] < 1e-13
        and same(
            layer(x + 2 * dy, gamma, beta) + layer(x, gamma, beta),
            2 * layer(x + dy, gamma, beta),
        ) and off_by_step(1.0) > 1e3 * off_by_step(1e-5)
    ),
    "The check has let a correct backward through. Would it have stopped a "
    "**slip**, a small mistake that raises no error? That depends on the "
    "data. Here are three checks of the kind that people write. **The "
    "first check takes the sum as its loss.** A new layer has γ = 1 and β "
    "= 0, and `y.sum()` is the quickest loss to write. Its `dy` is all "
    "ones. **Predict.** What are dx and dβ then, for our three tokens?": (
        wrong(backward_a) == []
        and wrong(ZEROS, sum_loss=True, start=True) == [] != wrong(ZEROS)
        and (LayerNorm(4).gamma == 1).all() and not LayerNorm(4).beta.any()
        and same(slopes(np.sum, x), 1)
    ),
    "dβ is 3 for each feature, one from each token. dx is 0 everywhere. "
    "The centred features of a token add up to 0, whatever x is, so no "
    "change of x can move this loss. A backward that returns zeros for dx "
    "passes this check. So does one that forgets γ, because γ is 1. Random "
    "γ and random `dy` catch both.": (
        same(backward_a(OURS, np.ones(8), np.zeros(8), np.ones((3, 8)))[2], 3)
        and same(
            backward_a(OURS, np.ones(8), np.zeros(8), np.ones((3, 8)))[0],
            0,
        ) and abs(layer(OURS, 1, 0).sum(-1)).max() < 1e-12
        and wrong(ZEROS, sum_loss=True, start=True) == wrong(
            FORGETS, sum_loss=True, start=True
        ) == wrong(FORGETS, start=True) == []
        and wrong(ZEROS) == wrong(FORGETS) == ["dx"]
    ),
    "**The second check uses random data.** β is added to every token, so "
    "its gradient is the sum of `dy` over the tokens. Somebody writes dβ "
    "as `dy.sum(axis=0)`. **Predict.** We run our check on one token of "
    "shape (8,), on three tokens of shape (3, 8) and on two sentences of "
    "three tokens, of shape (2, 3, 8). On which of them does it flag dβ as "
    "wrong?": (
        np.allclose(
            slopes(lambda b: (np.ones((3, 4)) * dy * b).sum(), beta), 3 * dy
        )
        and [wrong(AXIS_0, shape) for shape in ((8,), (3, 8), (2, 3, 8))] == [
            ["dbeta"],
            [],
            ["dbeta"],
        ]
    ),
    "On the first and the third. With two axes, axis 0 *is* all the "
    "tokens, so the sum is right there. With one axis the features "
    "themselves are added up; with three, only the sentences are. So a "
    "check needs sentences, too.": (
        [wrong(AXIS_0, shape) for shape in ((8,), (3, 8), (2, 3, 8))] == [
            ["dbeta"],
            [],
            ["dbeta"],
        ] and np.ones(8).sum(axis=0) == 8
        and np.ones((2, 3, 8)).sum(axis=0).shape == (3, 8)
    ),
    "**The third check is run on forward passes that are broken.** The "
    "ReLU is max(0, x), and its backward lets `dy` through where x is "
    "positive. Here are three broken ReLUs, each paired with this "
    "backward: - the first returns 1 where x is negative, - the second "
    "returns 0.1·x where x is negative, - the third returns 2·x where x is "
    "positive. **Predict.** For which of the three does a gradient check "
    "report a wrong gradient?": (
        relu_slopes(lambda x: np.maximum(0, x))
        and [float(f(-2.0)) for f in BROKEN] == [1, 0.1 * -2, 0]
        and [float(f(3.0)) for f in BROKEN] == [3, 3, 6]
    ),
    "For the second and the third. The first has the right slopes wherever "
    "it was tested, and wrong values. A gradient check takes the forward "
    "pass as it is and never asks whether it computes what you want. The "
    "forward needs a test of its own.": (
        REPORTED == [False, True, True] and BROKEN[0](-2.0) != max(0, -2.0)
        and bool(check_gradients(Doubled(), np.eye(3)))
    ),
    "The two programs differ in one line, so one of dx, dγ and dβ is wrong "
    "in one of them. Training moved only γ and β, and the two losses are "
    "close but not equal. Which of the three gradients can you clear "
    "without any test?": (
        len(ONE_LINE) == 1
        and 0 < np.max(np.abs(np.divide(LOSSES_B, LOSSES_A) - 1)) < 0.05
    ),
    "dx. No update uses it, so with a wrong dx the two losses would be "
    "equal to the last digit. B is wrong. It takes dγ from y, where the "
    "centred x belongs: `dy * forward(x, gamma, beta)`. Because y = γ∘(xC) "
    "+ β, that makes γ times the right gradient, plus β times dβ, which is "
    "0 once β is settled. So while γ is positive, B ends up going the "
    "right way, too fast where γ is larger than 1 and too slowly where it "
    "is smaller. These data ask for both, so B happened to be about as "
    "fast as A. A falling loss is no test of a gradient. (Nor is the sum "
    "loss: with γ = 1 and β = 0, y *is* the centred x, and B would have "
    "been let through.) In these runs every γ stayed positive.": (
        np.allclose(
            dy * (gamma * (x @ C) + beta), gamma * (dy * (x @ C)) + beta * dy
        ) and train(ZEROS) == LOSSES_A
        and same(
            backward_b(OURS, GAMMA, 0 * ONES, OURS)[1],
            GAMMA * backward_a(OURS, GAMMA, 0 * ONES, OURS)[1],
        ) and min(map(np.min, (scales(backward_a), scales(backward_b)))) > 0
        and wrong(backward_b) == ["dgamma"] and "dgamma" in ONE_LINE[0]
        and (GAMMA > 1).any() and (GAMMA > 0).all() and (GAMMA < 1).any()
        and np.all(np.diff(LOSSES_B) < 0)
        and wrong(backward_b, sum_loss=True, start=True) == []
    ),
    "Take data that ask for γ = −1.6 in one feature, while γ starts at 1 "
    "as before.": (
        [*TURNED[TURNED < 0]] == [-1.6] and (np.abs(TURNED) == GAMMA).all()
    ),
    "A arrives and B stops at about 0.4. B's dγ has the factor γ, so it "
    "fades as γ comes near 0, and γ never crosses to the other side. The "
    "line of code that did no harm above now keeps training from ever "
    "reaching the solution, and still no error is raised.": (
        TURNED_A[-1] < 1e-3 and abs(TURNED_B[-1] - 0.4) < 0.05
        and abs(TURNED_B[-1] - TURNED_B[-100]) < 0.01 and LOSSES_B[-1] < 0.02
        and same(backward_b(OURS, 0 * ONES, 0 * ONES, OURS)[1], 0)
        and not same(backward_a(OURS, 0 * ONES, 0 * ONES, OURS)[1], 0)
    ),
    "You can now check any gradient, and you know what such a check does "
    "not see. **Summary.** 1. A derivative is a slope; a gradient lists "
    "the slopes of one output, and a Jacobian those of many. Along a path "
    "slopes multiply, and where paths meet they add. 2. In float64 a "
    "central difference works best with h near 10⁻⁵ times the distance "
    "over which f bends, and in float32 with a larger one. The complex "
    "step takes any tiny h, but only in formulas that hold for complex "
    "numbers. 3. A gradient check is as good as its data: random γ, β and "
    "dy, several features, tokens and sentences, shapes first. It never "
    "tests the forward pass, and a falling loss is no check at all.": (
        np.allclose(np.ones((1, 8)), np.ones(8))
        and bool(check_gradients(Doubled(), np.eye(3)))
        and off(1e5, 1.0) < off(1e5, 1e-5)
        and best(np.float32) > best(np.float64) and BOWL.shape == (2,)
        and TABLE.shape == (3, 2)
        and np.isclose(
            slopes(lambda v: (2 * v[0] + v[0]) ** 2, [1.0])[0],
            2 * 3 * (2 + 1),
        )
        and np.isclose(
            complex_step(lambda v: v**3, np.array([AT])).item(), 3 * AT**2
        ) and np.imag(abs(2 + 1e-9j)) == 0 and wrong(backward_b) != []
        and np.all(np.diff(LOSSES_B) < 0)
    ),
    "1. A friend's layer divides positive numbers by their sum. She checks "
    "it with the loss `y.sum()`, and everything passes. Why does that say "
    "so little about its dx? 2. Another friend computes in float32. With h "
    "= 10⁻⁵ and the line at 10⁻⁶, his check reports that every gradient is "
    "wrong. Must he look for a mistake in `backward`?": (
        same(slopes(lambda v: share(v).sum(), SHARES), 0, atol=1e-8)
        and not same(slopes(lambda v: share(v)[0], SHARES), 0)
        and cube_errors(1.3, 1e-5, np.float32)["central difference"] > 1e-6
    ),
    "1. The outputs sum to 1 whatever x is. So the true gradient is 0, and "
    "a backward that returns zeros passes. She should use a random `dy`. "
    "2. Not yet. In float32 rounding alone leaves the slope of x³ an error "
    "of about 10⁻³ with this step, and about 10⁻⁵ with the best one. He "
    "should run the check in float64.": (
        np.isclose(share(SHARES).sum(), 1)
        and same(slopes(lambda v: share(v).sum(), SHARES), 0, atol=1e-8)
        and 1e-4 < cube_errors(1.3, 1e-5, np.float32)[
            "central difference"
        ] < 1e-2
        and min(
            cube_errors(1.3, h, np.float32)["central difference"]
            for h in 2.0 ** -np.arange(6, 12)
        ) < 3e-5
    ),
    "In a deep network a gradient passes many layers, and each of them "
    "multiplies it by a slope.": (
        np.isclose(
            slopes(lambda v: np.tanh(np.tanh(v[0])), [0.4])[0],
            slopes(np.tanh, [np.tanh(0.4)]).item()
            * slopes(np.tanh, [0.4]).item(),
        )
    ),
}  # fmt: skip
