"""Fold what a cell puts out, until the reader has made a prediction.

The fold is a ``<details>`` inside the output itself. What a notebook's
metadata fold, VS Code and Colab show open, and so does JupyterLab after Run
All; a ``<details>`` stays shut in all of them, and on a page without a kernel.
"""

import sys
from base64 import b64encode
from html import escape

from IPython import get_ipython
from IPython.core.displaypub import DisplayPublisher

WIDGET_VIEW = "application/vnd.jupyter.widget-view+json"
START = "<details><summary>Show the answer</summary>"
END = "</details>"
FORMULAS = "text/markdown", "text/latex"


def fold_the_answer():
    """Fold all that the rest of this cell prints and shows.

    Write it on the first line of the cell that answers a prediction. When
    the cell has ended, one output comes: closed, to be opened by a click.
    Warnings, tracebacks, panels and progress bars stay outside. Where no
    cell runs, as in a script, nothing is folded.
    """
    shell = get_ipython()
    if shell and not isinstance(shell.display_pub, _Collector):
        _Collector(shell).begin()


class _Collector(DisplayPublisher):
    """Takes the place of a cell's standard output and of its displays.

    As `sys.stdout` it is written to, as `sys.displayhook` it is called with
    what the last line returns, and as ``shell.display_pub`` it publishes.
    """

    encoding = "utf-8"

    def begin(self):
        """Take the places, until the cell has ended."""
        self.bundles = []
        self.before = self.shell.display_pub, sys.stdout, sys.displayhook
        self.shell.display_pub = sys.stdout = sys.displayhook = self
        self.shell.events.register("post_run_cell", self.end)

    def end(self, result):
        """Give the places back, and show what was collected, folded."""
        self.shell.events.unregister("post_run_cell", self.end)
        self.shell.display_pub, sys.stdout, sys.displayhook = self.before
        if self.bundles:
            self.shell.display_pub.publish(folded(self.bundles))

    def write(self, text):
        """Collect what is printed; neighbours become one piece."""
        if self.bundles and self.bundles[-1].keys() == {"text"}:
            text = self.bundles.pop()["text"] + text
        self.bundles.append({"text": text})
        return len(text)

    def flush(self):
        """Do nothing: all of it is shown at the end."""

    def isatty(self):
        """Say that no terminal is behind this stream."""
        return False

    def __call__(self, result=None):
        """Collect what the last line of the cell returns."""
        if result is not None and not self.shell.displayhook.quiet():
            data, _ = self.shell.display_formatter.format(result)
            if data:  # else it has displayed itself
                self.publish(data)

    def publish(self, data, metadata=None, **options):
        """Collect a display; let one through that changes later."""
        if WIDGET_VIEW in data or any(options.values()):
            self.before[0].publish(data, metadata, **options)
        else:
            self.bundles.append(data)

    def clear_output(self, wait=False):
        """Forget what was collected, and clear what was not."""
        self.bundles.clear()
        self.before[0].clear_output(wait)


def folded(bundles):
    """Put outputs into one that is folded.

    Parameters
    ----------
    bundles : list of dict
        The data of each output by their MIME types; printed text under
        ``"text"``.

    Returns
    -------
    dict
        The data of one output: HTML, or Markdown if a formula is in it,
        which HTML would not set everywhere; and the plain text, for a
        terminal and for nbval.
    """
    plain = [
        each.get("text") or each.get("text/plain", "") for each in bundles
    ]
    markdown = any(kind in each for each in bundles for kind in FORMULAS)
    kind, gap = ("markdown", "\n\n") if markdown else ("html", "\n")
    pieces = map(_piece, bundles, plain)
    return {
        f"text/{kind}": gap.join([START, *pieces, END]),
        "text/plain": "\n".join(words.rstrip("\n") for words in plain),
    }


def _piece(data, plain):
    for kind in (*FORMULAS, "text/html"):
        if kind in data:
            return data[kind]
    words = escape(plain.rstrip())
    if "image/png" in data:  # a reader's own, drawn by pyplot
        png = data["image/png"]
        if isinstance(png, bytes):
            png = b64encode(png).decode()
        return f'<img alt="{words}" src="data:image/png;base64,{png}">'
    return f"<pre>{words}</pre>"
