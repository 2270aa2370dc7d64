"""A person at a browser, who brings a file and leaves with a decision; each press and each typed field is counted."""

import re
import time

from playwright.sync_api import expect

from ddcore.answers.base.question import QUESTIONS
from tests.helpers.browser import settle, until
from tests.helpers.journeys import THRESHOLD, answer, main

MOST_TABS = 120
"""Presses of the tab key after which something is taken for out of reach."""
SOON = 20_000
"""Milliseconds until a press is taken for lost."""


class Mouse:
    """Someone with a mouse; `actions` are what they did, `seen` is called on each page they have read."""

    def __init__(self, page, seen=lambda page: None):
        self.page, self.seen, self.actions, self.began = page, seen, [], time.monotonic()

    @property
    def seconds(self):
        return time.monotonic() - self.began

    def press(self, what, shown):
        """Press it until something shows; it counts once."""
        self.actions.append("press")
        until(lambda: self.touch(what), lambda: expect(shown).to_be_visible(timeout=SOON))
        settle(self.page)

    def touch(self, what):
        # A browser under load may go on taking what is in its window for outside, until its window is set anew.
        until(lambda: self.into_view(what), lambda: what.click(timeout=SOON), tries=3)

    def into_view(self, what):
        self.page.set_viewport_size(self.page.viewport_size)
        what.evaluate("shown => shown.scrollIntoView({block: 'center'})")

    def write(self, field, text):
        self.actions.append("type")
        field.fill(text)
        field.press("Tab")
        settle(self.page)

    def drop(self, name, content):
        self.actions.append("drop")
        self.page.locator("input[type=file]").set_input_files({"name": name, "mimeType": "text/csv", "buffer": content})
        expect(main(self.page).get_by_text(f"{name}:").first).to_be_visible()
        settle(self.page)

    def answer(self, label, option):
        """A question about the file is answered from its list."""
        box = main(self.page).get_by_role("combobox", name=label)
        found = self.page.get_by_role("option", name=option, exact=True)
        self.press(box, found)
        self.press(found, answer(self.page))

    def tick(self, label):
        self.actions.append("press")
        box = main(self.page).get_by_role("checkbox", name=label)
        self.reach(box)
        box.press("Space")
        expect(box).to_be_checked()
        settle(self.page)

    def confirm(self):
        self.press(self.button("Confirm"), self.button("Change"))

    def button(self, name):
        return main(self.page).get_by_role("button", name=name, exact=True)

    def next(self, page):
        """Along the links at the end of an answer."""
        question = QUESTIONS[page]
        link = main(self.page).get_by_role("link", name=re.compile(f"→ {re.escape(question.title)}$"))
        self.press(link, self.page.get_by_role("heading", level=1, name=question.text))

    def menu(self, page):
        """By the menu at the top, which is opened first where the page stands in a section."""
        question = QUESTIONS[page]
        entry = self.page.get_by_role("menuitem", name=re.compile(f"^{re.escape(question.title)}"))
        self.press(self.page.get_by_role("button", name=question.section.capitalize(), exact=True), entry)
        self.press(entry, self.page.get_by_role("heading", level=1, name=question.text))

    def use(self):
        """The threshold that a page proposes."""
        button = main(self.page).get_by_role("button", name=re.compile("^Use the threshold"))
        expect(button).to_be_visible()
        self.press(button, answer(self.page))

    def unfold(self, name):
        """The body of what a button opens."""
        body = self.page.get_by_test_id("stPopoverBody")
        self.press(self.button(name), body)
        return body

    def move(self):
        """The slider of the threshold."""
        self.actions.append("move")
        slider = main(self.page).get_by_role("slider", name=THRESHOLD)
        before = slider.input_value()
        self.reach(slider)
        slider.press("PageUp")
        expect(slider).not_to_have_value(before)
        settle(self.page)

    def reach(self, what):
        what.focus()

    def take_away(self):
        """The saved view, as text."""
        self.actions.append("press")
        button = self.page.get_by_test_id("stSidebar").get_by_role("button", name="Save view")
        with self.page.expect_download() as waiting:
            self.touch(button)
        return waiting.value.path().read_text()


class Keyboard(Mouse):
    """Someone without a mouse: Tab goes to what is pressed or typed into."""

    def reach(self, what):
        focused = "shown => shown === document.activeElement || shown.contains(document.activeElement)"
        for _ in range(MOST_TABS):
            if what.evaluate(focused):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"{what} is not reached by the tab key")

    def touch(self, what):
        self.reach(what)
        self.page.keyboard.press("Enter")

    def answer(self, label, option):
        self.actions += ["press", "type"]
        box = main(self.page).get_by_role("combobox", name=label)
        found = self.page.get_by_role("option", name=option, exact=True)
        self.reach(box)
        self.page.keyboard.type(option)
        expect(found).to_be_visible()
        self.page.keyboard.press("Enter")
        expect(found).to_have_count(0)
        settle(self.page)

    def write(self, field, text):
        self.actions.append("type")
        self.reach(field)
        self.page.keyboard.press("Control+a")
        self.page.keyboard.type(text)
        self.page.keyboard.press("Tab")
        settle(self.page)

    def drop(self, name, content):
        self.actions.append("drop")
        chosen = []

        def choose():
            with self.page.expect_file_chooser(timeout=SOON // 5) as waiting:
                self.touch(self.page.locator(".stFileUploader section button"))
            chosen.append(waiting.value)

        until(choose, lambda: None)
        chosen[0].set_files({"name": name, "mimeType": "text/csv", "buffer": content})
        expect(main(self.page).get_by_text(f"{name}:").first).to_be_visible()
        settle(self.page)
