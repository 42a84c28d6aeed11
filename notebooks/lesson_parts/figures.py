"""Rebuild the pictures in figures/: python -m lesson_parts.figures.

Every picture is a PNG and an SVG. With the pinned versions a rebuild gives
the same bytes, so that a change in figures/ is a change of a picture.
"""

import sys
from io import BytesIO
from pathlib import Path

import numpy as np

from course_lib.layers import LayerNorm
from course_lib.sliders.style import style
from course_tools import own_files
from lesson_parts.derivatives import pictures as derivatives
from lesson_parts.layernorm import pictures as layer_norm
from lesson_parts.residual_add import pictures as residual_add
from lesson_parts.statistics import pictures as statistics
from lesson_parts.vectors import pictures as vectors
from lesson_parts.vectors import sphere_pictures as sphere

FOLDER = Path(__file__).parents[2] / "figures"
PNG_DOTS_PER_INCH = 200
# Dates and versions would change the bytes and not the picture.
METADATA = {
    "png": {"Software": None},
    "svg": dict.fromkeys(("Date", "Creator", "Format", "Type")),
}


def layer_norm_effect():
    """Draw the documents' samples, N(0, 1) and N(5, 3), before and after."""
    rng = np.random.default_rng(5)
    before = rng.normal([[0], [5]], [[1], [3]], size=(2, 1000))
    after = LayerNorm(1000).forward(before)
    return layer_norm.layer_norm_effect(before, after, ["N(0, 1)", "N(5, 3)"])


def mean_std_visualization():
    """Histogram of 1,000 numbers from N(5, 2), with mean and mean ± std."""
    x = np.random.default_rng(0).normal(5, 2, 1000)
    return statistics.mean_std_histogram(x)


def u_curve():
    """Error of three numerical slopes of x³ at 1.3, against the step."""
    h = derivatives.STEPS
    return derivatives.error_curves(h, derivatives.cube_errors(1.3, h))


# The name of a file in figures/, and what draws it.
FIGURES = {
    "mean_std_visualization": mean_std_visualization,
    "vector_addition": vectors.vector_addition,
    "standardized_sphere": sphere.standardized_sphere,
    "derivative_visualization": derivatives.derivative,
    "partial_derivatives": derivatives.partial_derivatives,
    "gradient_visualization": derivatives.bowl,
    "u_curve": u_curve,
    "norm_orders": residual_add.orders,
    "layer_norm_effect": layer_norm_effect,
}


def build(folder=FOLDER, names=None):
    """Write pictures, or all of them, as PNG and SVG; return the paths.

    A name that is not in `FIGURES` is a KeyError, and nothing is written.
    """
    builders = {name: FIGURES[name] for name in names or FIGURES}
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for name, builder in builders.items():
        figure = builder()
        for kind, metadata in METADATA.items():
            path, drawn = folder / f"{name}.{kind}", BytesIO()
            with style():
                figure.savefig(
                    drawn, format=kind, metadata=metadata,
                    dpi=PNG_DOTS_PER_INCH,
                )  # fmt: skip
            own_files.write(path, drawn.getvalue())
            written.append(path)
    return written


if __name__ == "__main__":
    for path in build(names=sys.argv[1:]):
        print(path.name)
