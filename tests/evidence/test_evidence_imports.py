"""SymPy and PyTorch load when they are asked for, not before."""

import subprocess
import sys

import pytest

HEAVY = ("sympy", "torch", "matplotlib", "ipywidgets")


def loaded_after(code):
    """Return which heavy packages a fresh Python has loaded after `code`."""
    check = f"import sys; print([m for m in {HEAVY} if m in sys.modules])"
    result = subprocess.run(
        [sys.executable, "-c", f"{code}\n{check}"],
        capture_output=True,
        text=True,
        check=True,
    )
    return eval(result.stdout.splitlines()[-1])


def test_the_checks_need_no_sympy():
    code = (
        "import numpy as np\n"
        "from course_lib.evidence import *\n"
        "from course_lib.layers import LayerNorm\n"
        "assert check_gradients(LayerNorm(4), np.eye(4))"
    )
    assert loaded_after(code) == []


@pytest.mark.parametrize(
    "code",
    [
        "from course_lib.proofs import layer_norm_every_n",
        "import numpy as np\n"
        "from course_lib.evidence import agreement_panel\n"
        "from course_lib.layers import LayerNorm\n"
        "agreement_panel(LayerNorm(3), np.eye(3))",
    ],
)
def test_proofs_and_the_panel_load_sympy_alone(code):
    assert loaded_after(code) == ["sympy"]
