"""One drawing by every picture function, with small made-up numbers."""

from functools import partial

import numpy as np

from parts.backward import pictures as backward
from parts.derivatives import pictures as derivatives
from parts.feed_forward import pictures as feed_forward
from parts.how_fast import pictures as how_fast
from parts.jacobian import pictures as jacobian
from parts.jacobian import ray_pictures as ray
from parts.layer_norm import pictures as layer_norm
from parts.real_model import pictures as real_model
from parts.residual_add import pictures as residual_add
from parts.start import pictures as start
from parts.statistics import pictures as statistics
from parts.training import pictures as training
from parts.training.digits import load_digits
from parts.vectors import pictures as vectors
from parts.vectors import shadows
from parts.vectors import sphere_pictures as sphere

X = np.array([1.0, 4, 10])
PLACES = np.array([1.0, 10, 100, 1000])
ROW = 0.5 ** np.arange(4)
TWO = np.array([[3.0, 1, 2], [0, 2, 1]])
THREE = np.array([[3.0, 1, 2], [0, 2, 1], [2, 3, 3]])
PAIR = np.array([[1, 2], [3, 4]]), np.array([[5, 6], [7, 8]])
ALL = list(training.LOOKS)
SAMPLES = {
    "start.block": start.block,
    "start.with_and_without": partial(
        start.with_and_without, {"a": TWO, "b": TWO}
    ),
    "start.course_map": start.course_map,
    "statistics.balance_point": partial(
        statistics.balance_point, [2, 4, 6], [2, 4, 9]
    ),
    "statistics.distances": partial(statistics.distances, [2, 4, 6]),
    "statistics.large_feature": partial(
        statistics.large_feature, {"one": [1, 2.0], "two": [1, 9.0]}, 8
    ),
    "statistics.mean_std_histogram": partial(statistics.mean_std_histogram, X),
    "statistics.variance_error": partial(
        statistics.variance_error, PLACES, ROW, ROW, ROW
    ),
    "vectors.vector_addition": vectors.vector_addition,
    "vectors.sum_and_multiples": partial(
        vectors.sum_and_multiples, [2, 3], [4, 1], [2, -0.5]
    ),
    "vectors.tables": partial(vectors.tables, *PAIR, titles="ab", title="c"),
    "vectors.stretching": partial(vectors.stretching, [1, 2], [[3], [4]]),
    "vectors.two_scales": partial(vectors.two_scales, [1, 2], [3, 4]),
    "vectors.row_times_column": partial(vectors.row_times_column, *PAIR, 0, 1),
    "vectors.flattened": partial(
        vectors.flattened,
        {"C": np.eye(2) - 0.5, "Q": np.array([[1, 1], [0, 0]])},
        np.array([[2, 1]]),
    ),
    "vectors.centring": partial(vectors.centring, [4, 1]),
    "shadows.shadow_of": partial(shadows.shadow_of, [1, 3], [3, 1]),
    "shadows.in_its_plane": partial(shadows.in_its_plane, [3, 3, -1, -1]),
    "shadows.one_feature_grows": partial(
        shadows.one_feature_grows, [0, 1, 1, -2], 0, [0, 4]
    ),
    "sphere.standardized_sphere": sphere.standardized_sphere,
    "derivatives.derivative": derivatives.derivative,
    "derivatives.partial_derivatives": partial(
        derivatives.partial_derivatives, 1.5, 0.5
    ),
    "derivatives.gradient": partial(derivatives.gradient, (1.5, 0.5)),
    "derivatives.chain_graph": partial(
        derivatives.chain_graph,
        dict.fromkeys("wxqyteL", 1),
        dict.fromkeys("wxt", 2),
        {"xq": 1, "xy": 1},
    ),
    "derivatives.u_curve": partial(
        derivatives.u_curve, PLACES, dict.fromkeys(derivatives.METHODS, ROW)
    ),
    "derivatives.training_runs": partial(
        derivatives.training_runs, {"A": ROW, "B": ROW}, "title"
    ),
    "residual_add.fork": residual_add.fork,
    "residual_add.gradient_norms": partial(
        residual_add.gradient_norms,
        dict.fromkeys(residual_add.LOOKS, ROW),
        "title",
    ),
    "residual_add.brackets": partial(
        residual_add.brackets, {"a": X, "b": X, "c": X}
    ),
    "residual_add.block": residual_add.block,
    "residual_add.orders": residual_add.orders,
    "residual_add.exchanged": residual_add.exchanged,
    "layer_norm.slide_and_stretch": partial(layer_norm.slide_and_stretch, X),
    "layer_norm.layer_norm_effect": partial(
        layer_norm.layer_norm_effect, TWO, TWO, "ab"
    ),
    "layer_norm.same_face": partial(layer_norm.same_face, TWO, TWO, "ab"),
    "layer_norm.undone": partial(layer_norm.undone, TWO, TWO, "ab"),
    "layer_norm.feature_lines": partial(
        layer_norm.feature_lines, THREE, THREE, "abc"
    ),
    "layer_norm.two_places": partial(layer_norm.two_places, PLACES, ROW, ROW),
    "layer_norm.axis_cubes": layer_norm.axis_cubes,
    "jacobian.printed_error": partial(jacobian.printed_error, X),
    "ray.on_its_ray": partial(ray.on_its_ray, X, 2),
    "ray.two_slopes": partial(ray.two_slopes, X, 2),
    "ray.rectangle": ray.rectangle,
    "ray.plane": partial(ray.plane, X, (14, 0)),
    "ray.pulled_around": partial(
        ray.pulled_around, X, np.array([1.0, 0, -1]), (5, 20), 20
    ),
    "backward.graph": partial(backward.graph, gradients=True),
    "backward.cost": partial(
        backward.cost,
        PLACES,
        dict.fromkeys(["matrix", "three lines", "matrix, memory reused"], ROW),
        {"matrix": ROW, "three lines": ROW},
    ),
    "backward.audit": partial(
        backward.audit, {"a": {"one": True, "two": False}}, "title"
    ),
    "backward.two_orders": partial(
        backward.two_orders, {0.1: TWO.T + 1, 1: TWO.T + 1}
    ),
    "feed_forward.one_token_through": feed_forward.one_token_through,
    "feed_forward.shape_graph": feed_forward.shape_graph,
    "feed_forward.relu_kink": partial(feed_forward.relu_kink, 0.4),
    "feed_forward.loss_curves": partial(
        feed_forward.loss_curves, dict.fromkeys("abcd", ROW), "title"
    ),
    "feed_forward.one_panel_each": partial(
        feed_forward.one_panel_each, dict.fromkeys("ab", ROW)
    ),
    "feed_forward.eight_tokens": partial(
        feed_forward.eight_tokens, {"a": TWO}, TWO, 3
    ),
    "training.digit_sheet": partial(
        training.digit_sheet, load_digits()["train"]
    ),
    "training.sizes_by_layer_picture": partial(
        training.sizes_by_layer_picture, {v: (ROW, ROW) for v in ALL}, "title"
    ),
    "training.example_signals": training.example_signals,
    "training.every_run": partial(training.every_run, training.FIVE, "title"),
    "training.answers": partial(training.answers, (1, 2), "title"),
    "training.searched_rates": partial(
        training.searched_rates, 16, training.FIVE, "title"
    ),
    "training.warm_up_by_rate": partial(training.warm_up_by_rate, "title"),
    "training.fresh_and_trained": partial(training.fresh_and_trained, "title"),
    "training.two_starts": partial(training.two_starts, "title"),
    "training.probe_by_depth": partial(
        training.probe_by_depth, {"post-norm": np.ones((3, 5))}, "title"
    ),
    "real_model.the_model": real_model.the_model,
    "real_model.who_finds_whom": partial(
        real_model.who_finds_whom, np.eye(2), "ab"
    ),
    "real_model.parts_left_out": partial(
        real_model.parts_left_out,
        {
            (s, p): [(0.5, 0.1)] * 6
            for s in ("attention", "feed_forward")
            for p in real_model.LOOKS
        },
        {"whole": 0.8, "no block": 0.1},
    ),
    "real_model.rows_of_tokens": partial(
        real_model.rows_of_tokens,
        ["[CLS]", "a"],
        np.array([[0, 9.0, 1], [0, 1.0, 2]]),
    ),
    "real_model.scales_by_norm": partial(
        real_model.scales_by_norm, ["one", "two"], TWO, -TWO
    ),
    "how_fast.roofline": partial(
        how_fast.roofline,
        {
            name: (1 + k, 1e9 * (k + 1))
            for k, name in enumerate(how_fast.LOOKS)
        },
        1e9,
        tuple(how_fast.LOOKS),
    ),
}
