"""What makes panels a page to project: a head, keys, and large type."""

from pathlib import Path

import anywidget
import traitlets

HERE = Path(__file__).parent


class Projector(anywidget.AnyWidget):
    """Stands above the panel in view and turns from one to another.

    The book plays the same script.

    Parameters
    ----------
    titles : sequence of str
        What stands above each panel, its lesson's number first.
    sections : sequence of str
        What the menu calls each panel: the heading under which it stands.
    """

    _esm = (
        HERE.joinpath("projector.js").read_text(encoding="utf-8")
        + "export default { render };\n"
    )
    _css = HERE / "projector.css"
    titles = traitlets.List().tag(sync=True)
    sections = traitlets.List().tag(sync=True)
    index = traitlets.Int(0).tag(sync=True)

    def __init__(self, titles, sections):
        super().__init__(titles=list(titles), sections=list(sections))

    @traitlets.validate("index")
    def _within(self, proposal):
        last = len(self.titles) - 1
        if not 0 <= proposal.value <= last:
            raise traitlets.TraitError(
                f"panels go from 0 to {last}; got {proposal.value}"
            )
        return proposal.value
