"""The working parts: layers, evidence, plots, explorers, exercises, data.

Each room is loaded when it is entered, so that ``import course_lib`` stays as
cheap as a bare import.
"""

import importlib

__version__ = "0.1.0"

_ROOMS = ("data", "evidence", "exercises", "explorers", "layers", "plots")


def __getattr__(name):
    if name in _ROOMS:
        return importlib.import_module(f"course_lib.{name}")
    raise AttributeError(f"module 'course_lib' has no attribute {name!r}")


def __dir__():
    return [*globals(), *_ROOMS]
