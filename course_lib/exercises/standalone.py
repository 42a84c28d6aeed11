"""The source of a notebook's function, with what it needs to run alone."""

import ast
import inspect
import textwrap
import types


def standalone_source(function, name):
    """Gather a function, its helpers, imports and constants as one text.

    Parameters
    ----------
    function : callable
    name : str
        What the text defines.

    Returns
    -------
    str or None
        None if the source is not to be had.
    """
    imports, constants, functions = {}, {}, {}
    if not isinstance(function, types.FunctionType):
        return None
    try:
        _gather(function, imports, constants, functions)
    except (OSError, TypeError):
        return None
    text = "\n".join([*imports.values(), *constants.values()])
    text += "\n\n\n" + "\n\n\n".join(functions.values()) + "\n"
    if function.__name__ != name:
        text += f"\n\n{name} = {function.__name__}\n"
    return text.lstrip()


def _gather(function, imports, constants, functions):
    if function.__closure__:
        raise TypeError("a closure cannot be told from its source")
    functions[function.__name__] = textwrap.dedent(
        inspect.getsource(function)
    ).rstrip()
    if not functions[function.__name__].startswith("def "):
        raise TypeError("not a function statement")
    for name in _names_in(function.__code__):
        if name in functions or name not in function.__globals__:
            continue
        value = function.__globals__[name]
        if isinstance(value, types.ModuleType):
            imports[name] = f"import {value.__name__} as {name}"
        elif isinstance(value, types.FunctionType) and (
            value.__globals__ is function.__globals__
        ):
            _gather(value, imports, constants, functions)
        elif hasattr(value, "__module__") and hasattr(value, "__qualname__"):
            imports[name] = (
                f"from {value.__module__} import {value.__qualname__} "
                f"as {name}"
            )
        elif _is_literal(value):
            constants[name] = f"{name} = {value!r}"


def _names_in(code):
    yield from code.co_names
    for each in code.co_consts:
        if isinstance(each, types.CodeType):
            yield from _names_in(each)


def _is_literal(value):
    try:
        return ast.literal_eval(repr(value)) == value
    except (ValueError, SyntaxError):
        return False
