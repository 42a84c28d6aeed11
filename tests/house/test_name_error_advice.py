"""A cell run before those above it says what to do."""

from processes import printed

CELLS = """
import sys
sys.stderr = sys.stdout
from IPython.core.interactiveshell import InteractiveShell
shell = InteractiveShell.instance(colors="nocolor")
shell.run_cell("import course_lib")
for cell in ("made_above + 1", "1 / 0"):
    print(type(shell.run_cell(cell).error_in_exec).__name__, "it was")
"""


def test_a_missing_name_says_to_run_the_cells_above(tmp_path):
    said = printed("-c", CELLS, cwd=tmp_path)
    missing, other = said.split("NameError it was")
    assert "name 'made_above' is not defined" in missing
    told, advice, _ = missing.partition("Run → Run All Above Selected Cell")
    assert advice and "Traceback" not in told and "Error" not in told
    assert "Run All Above" not in other
    assert "ZeroDivisionError it was" in other
