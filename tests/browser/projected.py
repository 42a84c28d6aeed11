"""The page to project, as a class sees it: in JupyterLab and in the book."""

from lab import assert_accessible
from playwright.sync_api import expect

from course_site.book.explorer_registry import in_lesson_order, in_sections

PANELS = in_lesson_order()
SECTIONS = [section for _, section, _ in in_sections()]


class Projected:
    """The page, filled by the key F."""

    def __init__(self, page):
        self.page = page
        self.root = page.locator(".course-classroom")
        self.heading = self.root.get_by_role("heading", level=2)
        page.set_viewport_size({"width": 1920, "height": 1080})
        self.keys_work_at_once()
        page.wait_for_function("document.fullscreenElement !== null")

    def keys_work_at_once(self):
        """Before anything is clicked."""
        if self.page.locator(".jp-Notebook").count():
            expect(self.heading).to_be_focused()
        self.press("f")

    def press(self, key):
        """Press a key, wherever the focus is."""
        self.page.keyboard.press(key)

    def shows(self, index):
        """Wait until the panel of this index is in view, and it alone."""
        title, kind = PANELS[index]
        expect(self.heading).to_have_accessible_name(
            f"{index + 1} of {len(PANELS)}: {title}"
        )
        menu = self.root.get_by_role("combobox", name="Go to")
        here = menu.locator("option:checked")
        expect(here).to_have_text(f"{title[:2]} {SECTIONS[index]}")
        expect(self.root).to_contain_text(kind.task)
        expect(self.root.get_by_text("Try.", exact=True)).to_have_count(1)
        return kind

    def is_for_everybody(self):
        """Nothing is against axe's rules."""
        assert_accessible(self.page, ".course-classroom")

    def goes_through_all(self):
        """Turn from first to last; unlock and reveal each panel."""
        for index in range(len(PANELS)):
            kind = self.shows(index)
            reset = self.root.get_by_role("button", name="Reset")
            if kind.question:
                expect(reset).to_be_disabled()
                self.press("u")
                expect(reset).to_be_enabled()
                expect(self.root).to_contain_text(kind.question)
                self.press("U")
                why = kind.choices[kind.answer]
                told = self.root.get_by_text(why).locator("visible=true")
                expect(told).to_have_count(1)
            self.press("n" if index % 2 else "PageDown")

    def keeps_its_keys(self, slider):
        """Arrows move a slider; the other keys turn the page from anywhere."""
        last = len(PANELS) - 1
        self.shows(last)  # there is nothing after it
        for index in range(last, 0, -1):
            self.press("p" if index % 2 else "PageUp")
            self.shows(index - 1)
        self.press("p")
        self.shows(0)
        for _ in range(3):  # a key that is held turns one page
            self.page.keyboard.down("n")
        self.page.keyboard.up("n")
        self.shows(1)
        self.press("p")
        self.shows(0)
        self.press("u")
        slider.focus()
        sentence = self.root.locator(".course-sentence, p[role=status]")
        said = sentence.inner_text()
        self.press("ArrowRight")
        expect(sentence).not_to_have_text(said)
        self.press("PageDown")
        self.shows(1)
        expect(self.heading).to_be_focused()
        self.page.evaluate("document.activeElement.blur()")
        self.press("PageUp")
        self.shows(0)
        expect(sentence).not_to_have_text(said)  # as it was left
        self.root.get_by_role("combobox", name="Go to").select_option(index=6)
        self.shows(6)
