"""How a panel looks, in the colours of whatever theme it stands in."""

from pathlib import Path

# JupyterLab's dark theme sets this number to 32, its light one to 0, and no
# other page knows it. There a picture turns dark and keeps its hues: white
# becomes #121212 on a page of #111111. (No single colour of text could do for
# both pages: 4.5:1 to each asks for 20.25:1 between them, and they have 18.9.)
_DARK = "min(1, var(--jp-shadow-base-lightness, 0))"
FILTER = f"invert(calc(0.93 * {_DARK})) hue-rotate(calc(180deg * {_DARK}))"
CSS = Path(__file__).with_name("look.css").read_text(encoding="utf-8")
STYLE = f"<style>.course-explorer {{--course-filter: {FILTER}}}\n{CSS}</style>"


def run_me(what):
    """Say to whoever sees a page without a kernel how to get the rest."""
    return f'<div class="course-run"><i>Run this cell for {what}.</i></div>'
