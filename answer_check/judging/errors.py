"""One sentence for each way in which a call can end without an answer."""

import difflib
import inspect
import itertools
import linecache
import re
import sysconfig
import traceback
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from types import FrameType

import numpy as np
from numpy.exceptions import AxisError

from answer_check.judging.words import sentence
from answer_check.registry import course

TURNED = (
    " `.T` turns all axes round: it makes shape (4, 3, 2) of (2, 3, 4). "
    "`np.swapaxes(…, -1, -2)` exchanges the last two."
)
KEPT = (
    " If a mean or a sum has taken an axis of one, `keepdims=True` keeps it, "
    "with length 1."
)
WRITES = "writes into its input"
ON_A_COPY = "Work on a copy, so that the caller's array stays as it was."
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
ENGINE = str(Path(__file__).parents[1])
_NOT_OWN = (*_LIBRARIES, "<frozen", ENGINE)


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


@dataclass
class _Raised:
    """What was raised, with what arguments, and in which frame's line."""

    kind: type
    message: str
    line: str
    frame: FrameType | None
    args: dict

    @property
    def names(self):
        """The names of the function's own variables."""
        return self.frame.f_code.co_varnames if self.frame else ()


def raised(attempt, function, exercise, seconds):
    """Say what went wrong in a call that raised or was stopped."""
    error = attempt.error
    steps = [(frame, number) for frame, number
             in traceback.walk_tb(error.__traceback__)
             if is_own(frame.f_code)]  # fmt: skip
    line = _line(steps, error)
    if isinstance(error, Stopped):
        return _stopped(seconds, line)
    known = _Raised(
        type(error), attempt.error_text, sentence(line) or "Your function",
        steps[-1][0] if steps else None,
        dict(zip(exercise.parameters, attempt.case.args)),
    )  # fmt: skip
    message = ""
    if known.kind is TypeError:
        message = _other_arguments(function, exercise)
    return message or _in_words(known)


def _line(steps, error):
    """Write the last line of the learner's own, or one that comes again."""
    if not steps:
        return ""
    own = [(frame.f_code.co_filename, number) for frame, number in steps]
    file, number = own[-1]
    if isinstance(error, RecursionError):
        ((file, number), _), *_ = Counter(own).most_common()
    code = linecache.getline(file, number).strip()
    return f"line {number} (`{code}`)" if code else f"line {number}"


def _in_words(known):
    """Say what a line did, by the kind of the error and its message."""
    message = known.message
    for kinds, words, does in _SENTENCES:
        if issubclass(known.kind, kinds) and re.search(words, message):
            return f"{known.line} {does(known) if callable(does) else does}"
    message = f": {message.rstrip('.')}" if message.strip(".") else ""
    return f"{known.line} raised {known.kind.__name__}{message}."


def _stopped(seconds, line):
    return (
        f"It was still running after {seconds:g} s{line and f' in {line}'}, "
        "so it was stopped. Is there a loop that never ends, or does "
        f"{'that line' if line else 'a call'} take so long? "
        f"`check(…, seconds={4 * seconds:g})` gives it more time."
    )


def _other_arguments(function, exercise):
    """Say how a function must be called, if it cannot be called so."""
    name, wanted = exercise.name, exercise.parameters
    try:
        signature = inspect.signature(function)
        signature.bind(*wanted)
    except ValueError:  # a function that is built into Python
        return ""
    except TypeError:
        count = f"{len(wanted)} argument{'' if len(wanted) == 1 else 's'}"
        return (
            f"{name} is called with {count}: {name}({', '.join(wanted)}). "
            f"Yours is {name}{signature}."
        )
    return ""


def _quoted(known):
    """Return the first name in quotes that the message has."""
    return [*known.message.split("'"), "", "a name"][1]


def _missing_name(known):
    name = _quoted(known)
    there = known.frame.f_globals if known.frame else ()
    near = difflib.get_close_matches(name, [*known.names, *there], n=1)
    if name == "np":
        near = ["import numpy as np"]
    hint = f" Did you mean `{near[0]}`?" if near else ""
    return f"uses `{name}`, which is not defined.{hint}"


def _shapes(known):
    """Shorten what NumPy says of shapes, and say what may help."""
    message = known.message
    found = re.search(r"matmul.*size (\d+) is different from (\d+)", message)
    if found:
        right, left = found.groups()
        message = f"in @, a row of {left} entries meets a column of {right}"
    message = re.sub(r"remapped | \[original->\w+\]:|->\(.*?\)", "", message)
    message = re.sub(r"^operands.* shapes (.*\)) \(", r"\1 and (", message)
    message = message.strip().rstrip(".")
    pair = re.findall(r"\((\d[\d,]*)\)", message)
    axes = sorted((each.strip(",").split(",") for each in pair), key=len)
    lost = len(axes) == 2 and any(
        axes[0] == axes[1][:k] + axes[1][k + 1 :] for k in range(len(axes[1]))
    )
    into_a_place = re.search("input array|output operand", known.message)
    help_ = KEPT if lost and not into_a_place else ""
    deepest = max(map(np.ndim, known.args.values()), default=0)
    if re.search(r"\.T\b", known.line) and deepest > 2:
        help_ += TURNED
    return f"meets shapes that do not fit: {message}.{help_}"


def _no_such_attribute(known):
    form = "'(.*)' (?:object )?.*attribute '(.*)'"
    where, name = re.search(form, known.message).groups()
    there = dir(np if where == "numpy" else np.ndarray)
    near = difflib.get_close_matches(name, there, n=1, cutoff=0.8)
    hint = f" Did you mean `.{near[0]}`?" if near and near != [name] else ""
    if name in known.names:
        hint = f" `{name}` is a name of yours: use it alone."
    if name in TORCH_METHODS and where == "numpy.ndarray":
        hint = f" PyTorch's tensors have it; here {TORCH_METHODS[name]}."
    what = {"numpy": "NumPy", "numpy.ndarray": "an array"}.get(where, where)
    return f"asks for `.{name}`, which {what} has not.{hint}"


def _writes(known):
    """Name a variable that is no copy of an argument."""
    found, there = "", known.frame.f_locals if known.frame else {}
    given = known.names[: known.frame.f_code.co_argcount] if there else ()
    arrays = [n for n, a in there.items() if isinstance(a, np.ndarray)]
    for arg, name in itertools.permutations(arrays, 2):
        both = there[arg], there[name]
        no_copy = np.shares_memory(*both) and both[0].size == both[1].size
        if arg in given and no_copy:
            found = f" `{name}` is no copy of {arg}: both are the same "
            found += "numbers in memory."
    return f"{WRITES}. {ON_A_COPY}{found}"


def _torch_argument(known):
    name = _quoted(known)
    return (
        f"hands over `{name}=`, as PyTorch has it. In NumPy it is "
        f"`{TORCH_ARGUMENTS[name]}=`."
    )


def _not_there(what):
    return lambda known: (
        f"{what} that is not there: {known.message.rstrip('.')}."
    )


_SENTENCES = (  # types, words in the message, what the line does
    (AskedForInput, "", "asks for input. Everything it needs comes in "
     "through its arguments."),
    (CheckInside, "", "calls check inside a function that is being checked. "
     "Put check below the function, at the left margin."),
    (SystemExit, "", "exits, which would end the notebook. Use return."),
    (MemoryError, "", "asks for more memory than there is."),
    (RecursionError, "", "calls itself without an end."),
    (UnboundLocalError, "", lambda known: (
        f"uses `{_quoted(known)}` before it has a value: does its line come "
        "later, or is it left out?")),
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
     "a whole number is asked for, such as an axis or a size. (`np.max` "
     "takes an axis; `np.maximum` compares two arrays.)"),
    (AxisError, "", _not_there("takes an axis")),
    (IndexError, "out of (bounds|range)", _not_there("asks for an entry")),
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
