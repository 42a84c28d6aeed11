"""Which functions an answer calls: those that its exercise rules out."""

from pathlib import Path

from course_lib.exercises.judging.errors import is_own
from course_lib.exercises.judging.time_limit import call
from course_lib.exercises.judging.words import joined

_LAYERS = str(Path(__file__).parents[2] / "layers")


class Calls:
    """Notes the calls of one run, as told by ``sys.setprofile``."""

    def __init__(self, function, exercise):
        ours = (exercise.reference, *exercise.accepted)
        codes = {getattr(f, "__code__", None) for f in ours}
        self._ours = codes - {getattr(function, "__code__", None)}
        self._exercise = exercise
        self._used, self._course = set(), ""

    def note(self, frame, event, arg):
        """Note a call into the course, and a name that own code calls."""
        caller = frame if event == "c_call" else frame.f_back
        if event == "call":
            code, name = frame.f_code, frame.f_code.co_name
            layers = code.co_filename.startswith(_LAYERS)
            if code in self._ours or (
                layers and not self._exercise.may_call_layers
            ):
                self._course = self._course or name
        elif event == "c_call":
            name = getattr(arg, "__name__", "")
        else:
            return
        if caller is not None and (
            is_own(caller.f_code) or caller.f_code is call.__code__
        ):
            self._used.add(name)

    @property
    def problem(self):
        """What is to be said of the calls; empty if nothing is."""
        if self._course:
            return (
                f"It calls the course's own {self._course}. Write the "
                "arithmetic yourself, with NumPy."
            )
        used = [n for n in self._exercise.without if n in self._used]
        if not used:
            return ""
        names = joined(f"`{n}`" for n in used)
        return f"The numbers are right, but you used {names}: do without."
