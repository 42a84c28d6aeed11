"""The working parts: layers, evidence, plots, explorers, exercises, data.

Each room is loaded when it is entered, so that ``import course_lib`` stays as
cheap as a bare import.
"""

import importlib
import os
import sys

__version__ = "0.1.0"

# The matrices of this course are small: shared between BLAS threads, their
# products are slower, on a busy machine up to ten times. Whoever sets the
# variable decides.
if "OPENBLAS_NUM_THREADS" not in os.environ:
    os.environ["OPENBLAS_NUM_THREADS"] = "1"  # for a NumPy not loaded yet
    if "numpy" in sys.modules:
        from threadpoolctl import threadpool_limits

        threadpool_limits(1, user_api="blas")

_ROOMS = (
    "data",
    "evidence",
    "exercises",
    "explorers",
    "layers",
    "plots",
    "training",
)


def __getattr__(name):
    if name in _ROOMS:
        return importlib.import_module(f"course_lib.{name}")
    raise AttributeError(f"module 'course_lib' has no attribute {name!r}")


def __dir__():
    return [*globals(), *_ROOMS]
