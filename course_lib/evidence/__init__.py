"""How we know that a layer is right: checks, proofs, agreement.

The checks are named here and start fast. The proofs load SymPy, so each is
imported by the name of its file, for example
``from course_lib.proofs import layer_norm_every_n``.
"""

from course_lib.evidence import textbook
from course_lib.evidence.agreement import agreement_panel
from course_lib.evidence.central_differences import central_differences
from course_lib.evidence.comparison import Report, compare
from course_lib.evidence.complex_step import complex_step
from course_lib.evidence.forward_check import check_forward
from course_lib.evidence.gradient_check import (
    check_derivative,
    check_direction,
    check_gradients,
    check_loss,
)

__all__ = [
    "Report",
    "agreement_panel",
    "central_differences",
    "check_derivative",
    "check_direction",
    "check_forward",
    "check_gradients",
    "check_loss",
    "compare",
    "complex_step",
    "textbook",
]
