"""Execute notebooks top to bottom and write them back in their committed form.

``python tests/run_notebooks.py``        all notebooks
``python tests/run_notebooks.py 05 06``  the ones whose names begin so

What its cells print or say now in other words is shown: read it before you
commit it. A notebook that fails is left as it was.
"""

import difflib
import os
import sys
import tempfile
from pathlib import Path

import nbformat
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError

from course_tools.saving import NO_VERSION, as_committed

NOTEBOOKS = Path(__file__).parent.parent / "notebooks"
KERNEL = {
    "display_name": "Python 3 (ipykernel)",
    "language": "python",
    "name": "python3",
}
CELL_SECONDS = 600


def execute(path):
    """Run a notebook in a fresh kernel and return it in committed form."""
    notebook = nbformat.read(path, as_version=4)
    NotebookClient(
        notebook,
        timeout=CELL_SECONDS,
        kernel_name="python3",
        resources={"metadata": {"path": str(path.parent)}},
        record_timing=False,
        store_widget_state=False,
        coalesce_streams=True,
    ).execute()
    return normalize(notebook)


def normalize(notebook):
    """Drop what differs from run to run: widget views, versions, timings.

    Without its view a widget falls back on the picture and the sentence in
    the same output, so that a page without a kernel reads well. Of a cell's
    metadata its tags stay, and whether JupyterLab folds its code.
    """
    notebook.metadata = nbformat.from_dict(
        {"kernelspec": KERNEL, "language_info": NO_VERSION}
    )
    for cell in notebook.cells:
        hidden = cell.metadata.get("jupyter", {}).get("source_hidden")
        stays = {
            "tags": cell.metadata.get("tags"),
            "jupyter": hidden and {"source_hidden": True},
        }
        cell.metadata = nbformat.from_dict(
            {k: v for k, v in stays.items() if v}
        )
        for output in cell.get("outputs", ()):
            if "metadata" in output:
                output.metadata = nbformat.from_dict({})
    as_committed(notebook)
    nbformat.validate(notebook)
    return notebook


def said(notebook):
    """Return the lines that each cell prints, shows in words, or raises."""
    return [
        f"{cell.id}: {line}"
        for cell in notebook.cells
        for output in cell.get("outputs", ())
        for line in (
            output.get("text")
            or output.get("data", {}).get("text/plain")
            or output.get("evalue", "")
        ).splitlines()
    ]


def other_words(before, after):
    """List the lines that went (−) and that came (+)."""
    lines = difflib.ndiff(said(before), said(after))
    return [line for line in lines if line[0] in "-+"]


def main(prefixes):
    """Execute the notebooks that begin with a prefix; return an exit code."""
    paths = [
        path
        for path in sorted(NOTEBOOKS.glob("*.ipynb"))
        if not prefixes or path.name.startswith(tuple(prefixes))
    ]
    if not paths:
        print(f"no notebook begins with {' or '.join(prefixes)}")
        return 2
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        # Shut out the settings and the progress of whoever runs the script.
        os.environ.pop("COURSE_TEACHER", None)
        os.environ["COURSE_PROGRESS"] = os.path.join(folder, "progress.json")
        os.environ["IPYTHONDIR"] = os.path.join(folder, "ipython")
        os.environ["PYTHONWARNINGS"] = "error::RuntimeWarning"
        for path in paths:
            print(path.name, end=" ", flush=True)
            try:
                notebook = execute(path)
            except CellExecutionError as error:
                failed += 1
                print(f"failed, left as it was\n{error}")
                continue
            changed = other_words(nbformat.read(path, 4), notebook)
            nbformat.write(notebook, path)
            print("executed, and now says:" if changed else "executed")
            for line in changed:
                print(line)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
