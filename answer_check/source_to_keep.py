"""A learner's function as text that runs alone, and the way back."""

import ast
import inspect
import linecache
import sys
import textwrap
from contextlib import suppress

import numpy as np

from answer_check.judging.run import run
from answer_check.judging.words import kind


class NotKept(Exception):
    """No text that runs alone can be made of a function; says why."""


def standalone_source(function, name):
    """Return the source of a function with all that it needs to run alone.

    That is its helpers, imports and constants. Run in an empty module, the
    text defines the function under ``name``. Raise NotKept, with the reason,
    if no such text can be made.
    """
    given, functions = {}, {}
    attempt = run(lambda: _gather(function, name, given, functions), ())
    if isinstance(attempt.error, NotKept):
        raise attempt.error
    texts = ["\n".join(given.values()), *functions.values()]
    source = "\n\n\n".join(texts).lstrip() + "\n"
    if attempt.error or not function_from(source, name):
        raise NotKept("it does not run on its own, outside of this notebook.")
    return source


def _gather(function, name, given, functions):
    text = ""
    with suppress(OSError, TypeError):
        text = textwrap.dedent(inspect.getsource(function)).rstrip()
    if not text.startswith("def ") or function.__closure__:
        raise NotKept(
            f"`{name}` is not written with `def` alone, without a decorator "
            "and outside of other functions. If it is, your code is kept."
        )
    functions[name] = text
    if name != function.__name__:
        functions[f"{name} "] = f"{name} = {function.__name__}"
    needed = _looked_up(text) & {*function.__globals__} - {*functions}
    for name in sorted(needed):
        value = function.__globals__[name]
        own = getattr(inspect.unwrap(value), "__globals__", None)
        module = _module_of(value)
        if inspect.ismodule(value):
            given[name] = f"import {value.__name__} as {name}"
        elif own is function.__globals__:
            _gather(value, name, given, functions)
        elif module:
            given[name] = f"from {module} import {value.__name__} as {name}"
        elif _is_literal(repr(value)):
            given[name] = f"{name} = {value!r}"
        else:
            what = "a class" if inspect.isclass(value) else kind(value)
            raise NotKept(
                f"it uses `{name}`, {what} that stands outside of it. Put "
                "that inside, or write it out as plain numbers."
            )


def _looked_up(text):
    """Gather the names that a function does not define itself."""
    nodes = [*ast.walk(ast.parse(text))]
    names = [node for node in nodes if isinstance(node, ast.Name)]
    own = {node.arg for node in nodes if isinstance(node, ast.arg)}
    own |= {node.id for node in names if isinstance(node.ctx, ast.Store)}
    return {node.id for node in names} - own


def _module_of(value):
    """Return the module from which a value can be imported, or None.

    The value stands there under its own name, its ``__name__``.
    """
    name = getattr(value, "__name__", None)
    for module in (getattr(value, "__module__", None), "numpy"):
        found = vars(sys.modules.get(module, object)).get(name)
        if found is value is not None and module != "__main__":
            return module
    return None


def function_from(source, name):
    """Run a kept source, and return the function ``name`` that it defines.

    It runs within the limits of an answer. Return None if it defines none.
    """
    filename, namespace = f"<your {name}>", {"np": np}
    linecache.cache[filename] = (
        len(source), None, source.splitlines(True), filename,
    )  # fmt: skip
    run(lambda: exec(compile(source, filename, "exec"), namespace), ())
    function = namespace.get(name)
    return function if callable(function) else None


def _is_literal(text):
    with suppress(ValueError, SyntaxError):
        ast.literal_eval(text)
        return True
    return False
