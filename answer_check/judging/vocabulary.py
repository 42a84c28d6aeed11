"""What a learner's code is written with: names, numbers and operators."""

import dis
import inspect
from numbers import Number

from answer_check.judging.learner_code import helpers
from answer_check.judging.source import written

# What says the same in other code, or in the answer of a slip of ours.
ALSO = {
    "T": {"transpose", "swapaxes", "einsum"},
    "sum": {"einsum", "dot", "@", "fsum", "reduce", "cumsum"},
    "sqrt": {"**"},
    "min": {"minimum", "sort"},
    "max": {"maximum", "sort"},
    "maximum": {"max", "where", "clip"},
    "minimum": {"min", "where", "clip"},
    "@": {"matmul", "dot", "einsum", "inner", "outer", "tensordot"},
    "*": {"multiply", "@", "dot", "einsum", "outer"},
    "/": {"divide", "**"},
    "-": {"subtract"},
    "+": {"add"},
    "**": {"square", "power", "sqrt", "*"},
    0: {"len"},
}


def vocabulary(function):
    """Gather the words of a function and of its own helpers.

    What is looked up is told as well: ``"attr mean"`` of `np.mean`, ``"method
    mean"`` of `x.mean()` in Python 3.11, ``"global sum"`` of a `sum` that is
    no helper. None for what has no code of its own.
    """
    function = written(function)
    if not inspect.isfunction(function):
        return None
    known = helpers(function)
    words = set().union(*(words_of(each.__code__) for each in known.values()))
    return words - {f"global {name}" for name in known}


def says(words, wanted):
    """Whether code with these words has all the wanted ones."""
    return words is None or all(
        word in words or ALSO.get(word, set()) & words for word in wanted
    )


def words_of(code):
    """Gather the words of one function, without its helpers."""
    words = {*code.co_names, *code.co_freevars}
    constants = [*code.co_consts]
    for each in constants:  # which grows
        if inspect.iscode(each):
            words |= words_of(each)
        elif isinstance(each, (tuple, frozenset)):
            constants += each
        elif isinstance(each, str):
            words.add(each)
        elif isinstance(each, Number) and not isinstance(each, bool):
            words.add(each if isinstance(each, complex) else abs(each))
    for step in dis.get_instructions(code):
        words |= _words_of_step(step)
    return words


def _words_of_step(step):
    """Gather the words of one instruction."""
    if "LOAD_FAST" in step.opname:  # of two variables, in newer Pythons
        names = step.argval
        return {*names} if isinstance(names, tuple) else {names}
    if step.opname in ("LOAD_ATTR", "LOAD_METHOD", "LOAD_GLOBAL"):
        return {f"{step.opname[5:].lower()} {step.argval}"}
    if step.opname == "FOR_ITER":
        return {"for"}
    if step.opname not in ("BINARY_OP", "COMPARE_OP"):
        return set()
    words = {step.argrepr.removesuffix("=")}
    if step.opname == "COMPARE_OP":
        words.add(step.argrepr)
    return words
