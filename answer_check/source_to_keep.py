"""A learner's function as text that runs alone, and the way back."""

import ast
import dis
import inspect
import linecache
import sys
import textwrap
from contextlib import suppress

import numpy as np

from answer_check.judging.run import run
from answer_check.judging.words import kind

# LOAD_FROM_DICT_OR_GLOBALS: in a class, from Python 3.12 on.
LOOKED_UP = "LOAD_GLOBAL", "LOAD_NAME", "LOAD_FROM_DICT_OR_GLOBALS"


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
    for name in _names_in(function.__code__, text):
        if name in functions or name not in function.__globals__:
            continue
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


def _names_in(code, text=""):
    """Yield names that code looks up, and those in the head of its `def`."""
    for head in ast.parse(text).body:
        nodes = [head.args, *filter(None, [head.returns])]
        found = (n for node in nodes for n in ast.walk(node))
        yield from (n.id for n in found if isinstance(n, ast.Name))
    for each in dis.get_instructions(code):  # x.mean does not look up mean
        if each.opname in LOOKED_UP:
            yield each.argval
    for each in code.co_consts:
        if inspect.iscode(each):
            yield from _names_in(each)


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

    It runs within the limits of an answer. Return None if the source does
    anything but import and define, or does not define that function.
    """
    filename, namespace = f"<your {name}>", {"np": np}
    linecache.cache[filename] = (
        len(source), None, source.splitlines(True), filename,
    )  # fmt: skip

    def define():
        tree = ast.parse(source)
        if all(map(_defines, tree.body)):
            exec(compile(tree, filename, "exec"), namespace)

    run(define, ())
    function = namespace.get(name)
    return function if callable(function) else None


def _defines(statement):
    """Whether a statement imports, or names a function or a literal."""
    if isinstance(statement, ast.Assign):
        value = statement.value
        return isinstance(value, ast.Name) or _is_literal(value)
    return isinstance(statement, ast.Import | ast.ImportFrom | ast.FunctionDef)


def _is_literal(value):
    with suppress(ValueError, SyntaxError):
        ast.literal_eval(value)
        return True
    return False
