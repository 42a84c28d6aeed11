"""``python -m course_lib.book build/book``: the course as static pages.

The committed outputs are used and no notebook is run. Explorers are played
from recordings, which are made anew where an explorer has changed.
"""

import argparse
import shutil
import sys
import tempfile
from functools import partial
from importlib.util import find_spec
from pathlib import Path

from sphinx.cmd.build import build_main
from tqdm import tqdm

from course_lib.book import recordings
from course_lib.explorers.in_order import explorers

HERE = Path(__file__).parent
TOP = HERE.parents[1]
FONTS = "output/chtml/fonts/woff-v2"  # below the script of MathJax
OTHERS = """
```{toctree}
:caption: For teachers
:maxdepth: 1
:hidden:
:glob:

*
```
"""


def main(argv=None):
    """Build the book; return the exit code."""
    parser = argparse.ArgumentParser(
        prog="python -m course_lib.book", description=__doc__
    )
    parser.add_argument("out", type=Path, help="folder of the pages")
    out = parser.parse_args(argv).out.resolve()
    for name, explorer in tqdm(explorers().items(), "explorers"):
        recordings.refresh(explorer, partial(tqdm, desc=name, leave=False))
    with tempfile.TemporaryDirectory() as folder:
        gather(Path(folder))
        options = ["--fail-on-warning", "--keep-going", f"--conf-dir={HERE}"]
        options += [f"--doctree-dir={folder}/.doctrees"]
        code = build_main([*options, folder, str(out)])
    mathjax = Path(find_spec("sphinx-mathjax-offline").origin).parent
    shutil.copytree(
        mathjax / "static" / "mathjax" / FONTS,
        out / "_static" / FONTS,
        dirs_exist_ok=True,
    )
    if code == 0:
        print(f"open {out / 'index.html'}")
    return code


def gather(source):
    """Copy the pages that Sphinx reads into a folder."""
    for page in [
        *(HERE / "pages").glob("*.md"),
        *(TOP / "notebooks").glob("*.ipynb"),
        TOP / "figures" / "standardized_sphere.png",
    ]:
        shutil.copy(page, source)
    (source / "teaching").mkdir()
    for page in (TOP / "teaching").glob("*.md"):
        text = page.read_text(encoding="utf-8")
        text = text.replace("](../notebooks/", "](../")
        text += OTHERS if page.stem == "README" else ""
        (source / "teaching" / page.name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
