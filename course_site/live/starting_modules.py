"""Run by Pyodide while the site is built: compile what a start imports.

It imports the kernel and whatever a page of the course imports, and writes
the code of those modules to ``/compiled.zip``.
"""

import ast
import importlib.util
import json
import marshal
import os
import sys
import zipfile
from contextlib import suppress
from pathlib import Path

# The code is never compared with a source: nobody edits a page's modules.
UNCHECKED = (0b01).to_bytes(4, "little") + bytes(8)
HEAD = importlib.util.MAGIC_NUMBER + UNCHECKED
KERNEL = [
    "pyodide_kernel", "piplite", "micropip", "pyodide.http", "IPython",
    "ipywidgets", "anywidget", "course_site.live.in_kernel",
    "course_lib.name_error_advice", "lesson_parts.course",
    "lesson_parts.recall",
]  # fmt: skip
# SymPy's lambdify executes it, and so do learners: all of NumPy must be there.
STAR = "from numpy import *"


def imports_of(page):
    """Yield the import lines of a notebook."""
    for cell in json.loads(page.read_text("utf-8"))["cells"]:
        if cell["cell_type"] == "code":
            with suppress(SyntaxError):  # a line that begins with %
                for node in ast.walk(ast.parse("".join(cell["source"]))):
                    if isinstance(node, (ast.Import, ast.ImportFrom)):
                        yield ast.unparse(node)


def main():
    """Import, and write the archive."""
    notebooks = Path(importlib.util.find_spec("course_lib").origin)
    notebooks = notebooks.parents[1] / "notebooks"
    sys.path.append(str(notebooks))
    os.chdir(notebooks)
    lines = {f"import {name}" for name in KERNEL} | {STAR}
    for page in notebooks.glob("*.ipynb"):
        lines |= {*imports_of(page)}
    for line in sorted(lines):
        with suppress(ImportError):  # what is only fetched when it is needed
            exec(line, {})
    with zipfile.ZipFile("/compiled.zip", "w") as archive:
        for module in [*sys.modules.values()]:
            spec = getattr(module, "__spec__", None)
            if spec and (spec.origin or "").endswith(".py"):
                code = marshal.dumps(spec.loader.get_code(spec.name))
                archive.writestr(spec.origin, HEAD + code)


main()
