"""A page to project: every explorer of the course, one at a time."""

from threading import RLock

from answer_check.widgets.panel_with_fallback import PanelWithFallback
from course_site.book.explorer_registry import in_sections
from course_site.book.projector import Projector


class Classroom(PanelWithFallback):
    """Shows one explorer large, and the next one at the press of a key.

    An explorer is made when it is first shown, and kept as it was left.

    Attributes
    ----------
    explorer : course_lib.sliders.explorer.Explorer
        The one in view.
    """

    def __init__(self):
        self._made = {}
        titles, sections, self._kinds = zip(*in_sections())
        self._one_at_a_time = RLock()  # two turns may come in two threads
        self._projector = Projector(titles, sections)
        super().__init__([self._projector])
        self.remove_class("course-explorer")
        self.add_class("course-classroom")
        self._projector.observe(self._show, "index")
        self._show()

    def turn_to(self, index):
        """Show the explorer of this index, from 0; refuse any other."""
        self._projector.index = index

    def _show(self, _=None):
        with self._one_at_a_time:
            self._show_kind(self._kinds[self._projector.index])

    def _show_kind(self, kind):
        if kind not in self._made:
            self._made[kind] = made = kind()
            made.keep_soon = self.keep_soon  # the page's picture is this one
            for name, control in kind.controls.items():
                # Page Up and Page Down turn the page here.
                made.inputs[name].tooltip = control.label
        self.explorer = self._made[kind]
        self.children = [*self.children[:3], self.explorer]
        self.keep_soon()

    def fallback(self):
        """Return the picture in view and its sentence."""
        return self.explorer.fallback()

    def close(self):
        """Close the explorers that were made, and the page."""
        for explorer in self._made.values():
            explorer.close()
        super().close()
