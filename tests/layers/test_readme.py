"""What README says of the layers is what they do, row by row."""

import importlib.util
import json
import re
import warnings
from pathlib import Path

import numpy as np
import pytest

from course_lib import layers
from course_lib.layers import (
    AddNorm,
    FeedForward,
    GatedFeedForward,
    LayerNorm,
    RMSNorm,
    cross_entropy,
    softmax_cross_entropy,
    squared_error,
)

README = Path(layers.__file__).with_name("README.md").read_text("utf-8")
BENCHMARKS = Path(layers.__file__).parents[2] / "benchmarks"
draw = np.random.default_rng(0)
X = draw.normal(size=(3, 4))
ONES = np.ones(4)


def table(heading, first):
    """Return the rows of the table below a heading, by their first column."""
    section = README.partition(f"## {heading}\n")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| (.+?) \| (.+) \|$", section, re.M)
    assert rows[0][0] == first
    return dict(rows[1:])


def norm(x, kind=LayerNorm, beta=7.0, **options):
    """Return what a norm with β = 7 makes of x, and whether it warned."""
    layer = kind(np.shape(x)[-1], **options)
    if kind is LayerNorm:
        layer.beta[...] = beta
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        y = layer.forward(x)
    return y, bool(told)


def in_words(row, beta=7.0):
    """Name what a row of an output is."""
    if np.isnan(row).all():
        return "NaN"
    if np.allclose(row, beta):
        return "β"
    return "0" if not np.any(row) else "numbers"


def refused(act):
    """Return the name of the error that something raises."""
    try:
        act()
    except Exception as error:
        return type(error).__name__
    return "nothing"


def forward(x, kind=LayerNorm):
    return lambda: kind(4).forward(x)


def backward_twice():
    layer = LayerNorm(4)
    layer.forward(X)
    first = layer.backward(X).copy(), layer.dgamma.copy()
    same = np.array_equal(layer.backward(X), first[0])
    return "same" if same and np.array_equal(layer.dgamma, first[1]) else "no"


def backward_after_a_second_forward():
    layer, other = LayerNorm(4), LayerNorm(4)
    layer.forward(X)
    layer.forward(3 * X[::-1])
    other.forward(3 * X[::-1])
    same = np.array_equal(layer.backward(X), other.backward(X))
    return "second" if same else "first"


def backward_after_a_step():
    layer = LayerNorm(4)
    layer.forward(X)
    layer.backward_step(X, 0.1)
    return layer.backward(X)


def beside_inf(kind):
    x = X.copy()
    x[1] = [1, np.inf, 2, 3]
    y, _ = norm(x, kind)
    return y[1]


def constant_rows():
    x = np.array([[5.0] * 4, [1e300] * 4, X[0]])
    y, _ = norm(x)
    return [in_words(row) for row in y[:2]]


def constant_without_eps():
    y, warned = norm(np.array([[5.0] * 4, X[0]]), eps=0.0)
    assert in_words(y[1]) == "numbers"  # no other is
    return [in_words(y[0]), "RuntimeWarning" if warned else "silent"]


def zeros():
    (y, _), (z, warned) = (
        norm(np.zeros((1, 4)), RMSNorm, eps=eps) for eps in (1e-5, 0.0)
    )
    assert warned
    return [f"gives {in_words(y)}", f"ε = 0 {in_words(z)}"]


def spread_of_1e30():
    x = np.float32([[1e30, -1e30, 2e30, 0]])
    y, warned = norm(x)
    z, warned_too = norm(x, RMSNorm)
    wanted, _ = norm(x.astype(float))
    assert in_words(wanted[0]) == "numbers" and warned and warned_too
    return [f"row gives {in_words(y[0])}", f"row gives {in_words(z[0])}"]


def one_feature():
    y, _ = norm(np.array([[3.0]]))
    z, _ = norm(np.array([[-3.0]]), RMSNorm)
    assert np.allclose(z, -1)  # γ is 1
    return [f"gives {in_words(y[0])}", "γ times the sign"]


def kept_dtypes():
    found = []
    for dtype in (np.float32, np.float64):
        layer = LayerNorm(4, dtype=np.float64)
        y = layer.forward(X.astype(dtype))
        kept = y.dtype == layer.backward(y).dtype == dtype
        found.append("kept" if kept else "changed")
    return found


def an_empty_batch():
    layer = LayerNorm(4)
    y = layer.forward(np.zeros((0, 4)))
    layer.backward(y)
    return [f"gradients of {in_words(layer.dgamma)}", "empty"][: 2 - y.size]


def bad_settings():
    numbers = (-1.0, np.nan, np.inf, 10**400)
    others = ("a", True, None)
    found = {refused(lambda e=e: LayerNorm(4, eps=e)) for e in numbers}
    return [
        *found,
        *{refused(lambda e=e: LayerNorm(4, eps=e)) for e in others},
    ]


def a_bad_gradient():
    def add(orig_grad):
        layer = AddNorm(4)
        layer.forward(X, X)
        return lambda: layer.backward_step(X, 0.1, orig_grad)

    frozen = np.zeros((3, 4))
    frozen.flags.writeable = False
    given = np.zeros((3, 4), int), frozen, np.zeros(4)
    return [refused(add(each)) for each in given]


def nan_rows():
    x = X.copy()
    x[1, 2] = np.nan
    y, _ = norm(x)
    assert in_words(y[0]) == "numbers"
    others = in_words(np.delete(beside_inf(RMSNorm), 1))
    return [f"row is {in_words(y[1])} under LayerNorm", f"makes {others} of"]


def logits():
    far = softmax_cross_entropy(np.array([[1e4, -1e4]]), np.array([0]))[0]
    never = softmax_cross_entropy(np.array([[0, -np.inf]]), np.array([0]))[0]
    return [
        "exact" if far == 0 else "off",
        "nothing" if never == 0 else "some",
    ]


# Each row's input, and words of its result as they are found by trying.
HARD = {
    "float32, float64": kept_dtypes,
    "integers, bool, lists": lambda: [
        LayerNorm(4).forward(x).dtype.name
        for x in (np.arange(4), np.array([True, False] * 2), [1, 2, 3, 4])
    ],
    "another byte order, a subclass of ndarray": lambda: [
        "native"
        if LayerNorm(4).forward(X.astype(">f8")).dtype.isnative
        else ""
    ],
    "float16, complex, object, text, dates, None": lambda: [
        refused(forward(x))
        for x in (
            X.astype("f2"),
            X * 1j,
            X.astype(object),
            X.astype(str),
            None,
        )
    ],
    "masked array": lambda: [refused(forward(np.ma.masked_array(X)))],
    "ragged lists, a single number, no features": lambda: [
        refused(forward([[1, 2, 3, 4], [1]])),
        refused(forward(3.0)),
        refused(forward(np.zeros((3, 0)))),
    ],
    "empty batch, such as (0, d_model)": an_empty_batch,
    "one feature": one_feature,
    "a row of zeros": zeros,
    "constant row": lambda: [f"gives {w}" for w in constant_rows()],
    "constant row with ε = 0": constant_without_eps,
    "NaN or inf": nan_rows,
    "±1e30": spread_of_1e30,
    "subnormal spread": lambda: [
        f"y is {in_words(norm(np.array([[0, 5e-324, 0, 0]]))[0][0])}"
    ],
    "pre-activations of any size in the gated layer": lambda: [
        "no overflow"
        if np.isfinite(GatedFeedForward(4, 3).forward(1e3 * X)).all()
        else "overflow"
    ],
    "γ or β that does not broadcast to x, or would enlarge it": lambda: [
        refused(lambda: LayerNorm((3, 5)).forward(X))
    ],
    "wrong number of features, of weights, of dy, of target": lambda: [
        refused(forward(np.ones((3, 5)))),
        refused(lambda: FeedForward(4, 3, W1=np.ones((2, 2)))),
        refused(lambda: squared_error(X, ONES[:3])),
    ],
    "prev and orig of two shapes": lambda: [
        refused(lambda: AddNorm(4).forward(X, ONES))
    ],
    "`orig_grad` that is no float array, is read-only, has another shape": (
        a_bad_gradient
    ),
    "backward, step, gradients before there is anything to go back on": (
        lambda: [
            refused(lambda: LayerNorm(4).backward(X)),
            refused(lambda: LayerNorm(4).step(0.1)),
        ]
    ),
    "backward twice": lambda: [backward_twice()],
    "backward after a second forward": lambda: [
        backward_after_a_second_forward()
    ],
    "backward after a step, without a forward": lambda: [
        refused(backward_after_a_step)
    ],
    "ε or learning rate negative, NaN, inf, or a whole number beyond every "
    "float; text, bool, None": bad_settings,
    "sizes of 0 or less; not whole": lambda: [
        refused(lambda: FeedForward(0, 3)),
        refused(lambda: FeedForward(2.5, 3)),
    ],
    "`cross_entropy` of an output that is 0, negative or NaN": lambda: [
        refused(lambda v=v: cross_entropy(np.array([[v, 1.0]]), np.eye(2)[:1]))
        for v in (0.0, -1.0, np.nan)
    ],
    "logits of ±1e4": logits,
    "classes out of range, probabilities that do not sum to 1": lambda: [
        refused(lambda: softmax_cross_entropy(X, np.array([0, 1, 9]))),
        refused(lambda: softmax_cross_entropy(X, np.ones((3, 4)))),
    ],
    "loss of no entries": lambda: [
        refused(lambda: squared_error(np.ones((0, 4)), np.ones((0, 4))))
    ],
}
# Held to its numbers by test_forward_accuracy.py.
ELSEWHERE = {"a mean far from 0"}


def test_every_row_is_tried():
    rows = table("What comes of hard input", "input")
    assert {*rows} == {*HARD} | ELSEWHERE


@pytest.mark.parametrize("row", HARD)
def test_a_row_says_what_comes_of_it(row):
    said = table("What comes of hard input", "input")[row]
    for words in HARD[row]():
        assert words and words in said, (row, words)


def test_the_names_of_the_texts_stand_for_what_the_layer_has():
    rows = table("The names of the C++ classes", "the text")
    row = rows["`gamma`, `beta`, `mu`, `sigma`, `w`"]
    x, layer = np.array([0.3, -1.2, 2.5, 0.1]), LayerNorm(4, eps=1e-5)
    layer.beta[:] = 7
    layer.forward(x)
    sigma = np.sqrt(x.var() + 1e-5)
    wanted = 1, 7, x.mean(), sigma, (x - x.mean()) / sigma
    for name, right in zip(re.findall(r"`([^`]+)`", row), wanted):
        attribute = name.removeprefix("1 / ")
        value = getattr(layer, attribute)
        value = value if attribute == name else 1 / value
        np.testing.assert_allclose(
            np.squeeze(value) + 0 * right, right, err_msg=name
        )


def test_the_table_of_speed_is_what_was_measured():
    measured = json.loads((BENCHMARKS / "measured.json").read_text("utf-8"))
    assert table("How fast", "work") == measured


def test_a_ratio_below_1_says_that_the_course_is_faster(monkeypatch):
    path = BENCHMARKS / "layers.py"
    spec = importlib.util.spec_from_file_location("benchmark_of_layers", path)
    benchmark = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(benchmark)
    lines = []
    monkeypatch.setattr(benchmark.tqdm, "write", lines.append)
    monkeypatch.setattr(
        benchmark, "compare", lambda *_: np.array([[1e-6, 4e-6]] * 5)
    )
    work = {"course": lambda: (X,), "other": lambda: (X,)}
    benchmark.report("norm", work, 0, np.float64)
    assert len(lines) == 1 and "0.25 of other" in lines[0]
    assert "below 1 the course is" in " ".join(README.split())
