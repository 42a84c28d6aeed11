"""One sentence for each way in which a call can end without an answer."""

import difflib
import inspect
import itertools
import linecache
import re
import sysconfig
import traceback
from collections import Counter
from pathlib import Path

import numpy as np
from numpy.exceptions import AxisError

from answer_check.judging.words import joined, kind, sentence, shape
from answer_check.registry import course

LATE = 0.5  # seconds of work after which a stop was not prompt
DEEP = 500  # calls within calls that no answer needs
TURNED = " `.T` turns all axes round: it makes shape (4, 3, 2) of (2, 3, 4)."
LAST_TWO = " `np.swapaxes(…, -1, -2)` exchanges the last two."
KEPT = (
    " One has lost an axis of the other: in a mean or a sum "
    "`keepdims=True` keeps it, with length 1."
)
WRITES = "writes into its input"
ON_A_COPY = "Work on a copy, so that the caller's array stays as it was."
SUMMED = (
    "lets `einsum` sum over `...`, which it does for letters only: make two "
    "axes of them first, with `reshape`."
)
NOT_TOLD = (
    "has axes that `einsum` is not told of: put `...` for them, before `->` "
    "and behind it."
)
TORCH_ARGUMENTS = {"dim": "axis", "keepdim": "keepdims", "unbiased": "ddof"}
TORCH_METHODS = {
    "pow": "a power is `**`", "view": "it is `.reshape`",
    "unsqueeze": "an axis more is `[..., None]`", "clone": "it is `.copy()`",
    "numel": "it is `.size`", "permute": "it is `.transpose`",
    "t": "it is `.T`", "matmul": "it is `@`", "mm": "it is `@`",
    "detach": "an array needs none", "numpy": "it is an array already",
    **{name: f"it is `np.{name}(…)`" for name in ("sqrt", "exp", "log")},
}  # fmt: skip
_LIBRARIES = {sysconfig.get_path(p) for p in ("stdlib", "purelib", "platlib")}
# In a browser they lie elsewhere than sysconfig says.
_LIBRARIES |= {str(Path(each.__file__).parents[1]) for each in (re, np)}
_ENGINE = str(Path(__file__).parents[1])
_NOT_OWN = (*_LIBRARIES, "<frozen", _ENGINE)


class Stopped(BaseException):
    """Raised inside code that runs too long, on every further line."""


class AskedForInput(BaseException):
    """The code waits for somebody at the keyboard."""


class CheckInside(BaseException):
    """The code checks itself while it is being checked."""


def is_own(code):
    """Whether code is the learner's: no library's, not the course's."""
    known = course()
    not_own = _NOT_OWN + known.folders + known.library
    return not code.co_filename.startswith(not_own)


def raised(attempt, function, exercise, seconds):
    """Say what went wrong in a call that raised or was stopped."""
    error, said, where, beyond = attempt.error, attempt.said, "", None
    steps = [*traceback.walk_tb(error.__traceback__)]
    while steps and not is_own(steps[-1][0].f_code):
        beyond, _ = steps.pop()
    if steps:
        own = [(f.f_code.co_filename, n) for f, n in steps if is_own(f.f_code)]
        file, line = own[-1]
        if isinstance(error, RecursionError):  # the line that comes again
            ((file, line), _), *_ = Counter(own).most_common()
        code = linecache.getline(file, line).strip()
        where = f"line {line} (`{code}`)" if code else f"line {line}"
    if isinstance(error, Stopped):
        return _stopped(attempt, seconds, where)
    trouble, where = type(error), sentence(where) or "Your function"
    args = dict(zip(exercise.parameters, attempt.case.args))
    for name, arg in args.items():
        if trouble is RecursionError:
            break  # wherever it ended, it is the line that comes again
        if beyond and getattr(arg, "__code__", None) is beyond.f_code:
            return f"{where} {_calls(name, beyond, trouble, args)}"
    other = trouble is TypeError and _other_arguments(function, exercise)
    if other:
        return other
    for name, arg in args.items():
        if callable(arg):  # by the name that the learner knows
            theirs = f"{getattr(arg, '__qualname__', '?')}()"
            said = said.replace(theirs, f"{name}()")
    for kinds, words, does in _SENTENCES:
        if issubclass(trouble, kinds) and re.search(words, said):
            if callable(does):
                does = does(said, function, where, steps)
            if (
                "mixes" in does
                and re.search(r"\.T\b", where)
                and (max(map(np.ndim, args.values())) > 2)
            ):
                does += TURNED + (LAST_TWO if " @ " in where else "")
            return f"{where} {does}"
    said = f": {said.rstrip('.')}" if said.strip(".") else ""
    return f"{where} raised {trouble.__name__}{said}."


def _stopped(attempt, seconds, where):
    more = f"`check(…, seconds={4 * seconds:g})` gives it more time."
    if where and attempt.error.args[0] > DEEP:
        return (
            f"It was still running after {seconds:g} s in {where}, "
            f"{attempt.error.args[0]} calls deep, so it was stopped. Does it "
            "call itself without an end?"
        )
    if attempt.worked > seconds + LATE:  # however busy the machine is
        ended = f", and ended in {where}" if where else ""
        return (
            f"It took {attempt.seconds:.2g} s where {seconds:g} s are given"
            f"{ended}, because a single call could not be interrupted. {more}"
        )
    where = f" in {where}" if where else ""
    busy = attempt.clock > 1.5 * seconds + LATE
    late = f" (By the clock {attempt.clock:.0f} s: the machine is busy.)"
    return (
        f"It was still running after {seconds:g} s{where}, so it was stopped. "
        "Is there a loop that never ends, or does "
        f"{'that line' if where else 'a call'} take so long? {more}"
        f"{late * busy}"
    )


def _other_arguments(function, exercise):
    """Say how a function must be called, if it cannot be called so."""
    name, wanted = exercise.name, exercise.parameters
    try:
        signature = inspect.signature(function)
    except (TypeError, ValueError):  # no function, or one built into Python
        return ""
    try:
        signature.bind(*wanted)
    except TypeError:
        count = f"{len(wanted)} argument{'' if len(wanted) == 1 else 's'}"
        return (
            f"{name} is called with {count}: {name}({', '.join(wanted)}). "
            f"Yours is {name}{signature}."
        )
    return ""


def _missing_name(said, function, *_):
    name = said.split("'")[1] if "'" in said else "a name"
    known = [
        *getattr(getattr(function, "__code__", None), "co_varnames", ()),
        *getattr(function, "__globals__", ()),
    ]
    near = difflib.get_close_matches(name, known, n=1)
    if name == "np":
        near = ["import numpy as np"]
    hint = f" Did you mean `{near[0]}`?" if near else ""
    return f"uses `{name}`, which is not defined.{hint}"


def _shapes(said, *_):
    """Shorten what NumPy says of a matrix product."""
    found = re.search(r"matmul.*size (\d+) is different from (\d+)", said)
    if found:
        right, left = found.groups()
        said = f"in @, a row of {left} entries meets a column of {right}"
    said = re.sub("remapped | \\[original->remapped\\]:|->\\(.*?\\)", "", said)
    said = re.sub(r"^operands.* shapes (.*\)) \(", r"\1 and (", said.strip())
    pair = re.findall(r"\((\d[\d,]*)\)", said)
    axes = sorted((each.strip(",").split(",") for each in pair), key=len)
    lost = len(axes) == 2 and any(
        axes[0] == axes[1][:k] + axes[1][k + 1 :] for k in range(len(axes[1]))
    )
    return (
        f"mixes shapes that do not fit: {said.strip().rstrip('.')}."
        f"{KEPT if lost else ''}"
    )


def _no_such_attribute(said, function, *_):
    where, _, name = re.search(
        "'(.*)' (object )?.*attribute '(.*)'", said
    ).groups()
    there = np if where == "numpy" else np.ndarray
    near = difflib.get_close_matches(name, dir(there), n=1, cutoff=0.8)
    hint = f" Did you mean `.{near[0]}`?" if near and near != [name] else ""
    if name in getattr(getattr(function, "__code__", None), "co_varnames", ()):
        hint = f" `{name}` is a name of yours: use it alone."
    elif name == "length":
        hint = " `len(…)` counts."
    what = {"numpy": "NumPy", "numpy.ndarray": "an array",
            "numpy.float64": "a single number"}.get(where, where)  # fmt: skip
    if name in TORCH_METHODS and where == "numpy.ndarray":
        hint = f" PyTorch's tensors have it; here {TORCH_METHODS[name]}."
    return f"asks for `.{name}`, which {what} has not.{hint}"


def _writes(said, function, where, steps):
    """Name a variable that is no copy of an argument."""
    found = ""
    if steps:
        code, there = steps[-1][0].f_code, steps[-1][0].f_locals
        arrays = [n for n, a in there.items() if isinstance(a, np.ndarray)]
        given = [
            n for n in code.co_varnames[: code.co_argcount] if n in arrays
        ]
        if "asarray" in code.co_names:
            found = " `np.asarray` makes none of what is an array already."
        for arg, name in itertools.product(given, arrays):
            same = np.shares_memory(there[arg], there[name])
            if name != arg and same and there[name].size == there[arg].size:
                found = f" `{name}` is no copy of {arg}: both are the same "
                found += "numbers in memory."
    return f"{WRITES}. {ON_A_COPY}{found}"


def _too_many(said, *_):
    name, most, came = re.search(
        r"(\w+)\(\) takes (\d+).* (\d+) w", said
    ).groups()
    return f"gives {name} {came} arguments, and it takes {most}."


def _torch_argument(said, *_):
    name = said.split("'")[1]
    return (
        f"hands over `{name}=`, as PyTorch has it. In NumPy it is "
        f"`{TORCH_ARGUMENTS[name]}=`."
    )


def _no_such_entry(said, *_):
    found = re.search(r"index (-?\d+) .* axis (\d+) with size (\d+)", said)
    if not found:
        return f"asks for an entry that is not there: {said.rstrip('.')}."
    entry, axis, n = found.groups()
    last = f"; its last one is {int(n) - 1}" if n != "0" else ""
    return f"asks for index {entry} of axis {axis}, whose length is {n}{last}."


def _no_such_axis(said, *_):
    found = re.search(r"axis (-?\d+) .*dimension (\d+)", said)
    if not found:
        return f"takes an axis that is not there: {said.rstrip('.')}."
    axis, n = found.groups()
    if n == "0":
        return f"takes axis {axis} of a single number, which has none."
    axes = f"{n} {'axis' if n == '1' else 'axes'}"
    return f"takes axis {axis} of an array with {axes}. The last one is −1."


def _calls(name, frame, trouble, args):
    """Tell what a function among the arguments was called with."""
    names = frame.f_code.co_varnames[: frame.f_code.co_argcount]
    passed = [frame.f_locals[each] for each in names]
    words = [
        f"{kind(v)} of shape {shape(v)}"
        if isinstance(v, np.ndarray)
        else kind(v)
        for v in passed
    ]
    said = f"calls {name} with {joined(words)}"
    arrays = [(p, a) for p, a in args.items() if isinstance(a, np.ndarray)]
    for parameter, x in arrays[:1]:
        if getattr(passed[0], "shape", None) != x.shape:
            return (
                f"{said}, which {name} cannot take; {parameter} has shape "
                f"{shape(x)}."
            )
    return f"{said}, and there it raised {trouble.__name__}."


_SENTENCES = (  # types, words in the message, what the line does
    (AskedForInput, "", "asks for input. Everything it needs comes in "
     "through its arguments."),
    (CheckInside, "", "calls check inside a function that is being checked. "
     "Put check below the function, at the left margin."),
    (RuntimeError, "running event loop", "starts an event loop, and the "
     "notebook runs in one. No answer needs to wait for anything: leave out "
     "`asyncio`."),
    (SystemExit, "", "exits, which would end the notebook. Use return."),
    (MemoryError, "", "asks for more memory than there is."),
    (RecursionError, "", "calls itself without an end."),
    (UnboundLocalError, "", lambda said, *_: "uses `{}` before it has a "
     "value: does its line come later, or is it left out?".format(
         said.split("'")[1])),
    (NameError, "", _missing_name),
    (TypeError, r"bitwise_xor|for \^", "uses `^`, which is no power in "
     "Python. The power is `**`."),
    (ValueError, "truth value of an array", "asks whether a whole array is "
     "true, as `if`, `and` and `max` do. NumPy's functions answer entry by "
     "entry: `np.where`, `np.maximum`."),
    (ValueError, "array element with a sequence", "puts several numbers into "
     "the place of one."),
    (IndexError, "^only integers", "has an index that is no whole number. "
     "`//` divides to a whole number, `/` never does."),
    (AttributeError, "^(module )?'.*' .*has no attribute '",
     _no_such_attribute),
    (TypeError, f"keyword argument '({'|'.join(TORCH_ARGUMENTS)})'",
     _torch_argument),
    (TypeError, "multiple values for argument 'axis'|cannot be interpreted "
     "as an integer|only integer scalar arrays", "hands an array over where "
     "a whole number is asked for, such as an axis or a size."),
    (TypeError, "context manager", "says `with`, which opens files. A loop "
     "says `for` or `while`."),
    (TypeError, r"\w\(\) takes \d+ .* but \d+ w", _too_many),
    (AxisError, "", _no_such_axis),
    (IndexError, "out of (bounds|range)", _no_such_entry),
    (ValueError, "einstein sum, but no", lambda said, _, where, *__:
     SUMMED if re.search(r"\.{3}.*->[^.]*$", where) else NOT_TOLD),
    (ValueError, "read-only", _writes),
    (TypeError, "^'numpy.(float|int)64' object is not", "takes a single "
     "number for a row of numbers."),
    (TypeError, "only (0-dim|length-1|size-1)", "puts a whole array where one "
     "number is asked for. `float` and the functions of `math` take one; "
     "NumPy's take arrays."),
    (ValueError, "values to unpack", "unpacks more or fewer values than "
     "there are. Does it count on a number of axes?"),
    (ValueError, "^(?!.*subscript).*(broadcast|mismatch|not aligned|shape)",
     _shapes),
    (TypeError, "Cannot interpret 'True'", "hands True over in the place of "
     "`dtype`: write `keepdims=True`."),
    (TypeError, "Cannot interpret '-?[0-9(]", "hands a shape over in the "
     "place of `dtype`, as PyTorch's `.view` takes one. In NumPy it is "
     "`.reshape`."),
    (TypeError, "Cannot cast ufunc", "puts numbers with a fraction into an "
     "array of integers. Make it an array of floats first, with "
     "`.astype(float)`."),
)  # fmt: skip
