"""A tab of a browser, as the walker sees it."""

import re
import time
from dataclasses import replace
from urllib.parse import urlsplit

from playwright.sync_api import expect

from ddcore.answers.base.question import QUESTIONS
from tests.helpers.browser import settle, until
from tests.helpers.journeys import answer, main, query, text
from tests.helpers.visiting import START
from tests.walk.control import Control
from tests.walk.session import Session

READ = """() => [...document.querySelectorAll('[class*="st-key-"]')].filter(box => box.checkVisibility()).map(box => {
    const one = (wanted) => box.querySelector(wanted)
    const kinds = ['Slider', 'NumberInput', 'TextInput', 'TextArea', 'Selectbox', 'ButtonGroup', 'Radio', 'Checkbox']
    const kind = one(kinds.map(kind => `[data-testid="st${kind}"]`).join(', '))?.dataset.testid
    if (!kind || !box.classList.contains('stElementContainer')) return null
    const field = one('input, textarea'), radios = [...box.querySelectorAll('[role="radio"], input[type="radio"]')]
    if (field?.disabled) return null
    const named = radio => radio && (radio.ariaLabel || radio.closest('label')?.innerText || radio.innerText).trim()
    return {
        name: [...box.classList].find(name => name.startsWith('st-key-')).slice(7), kind,
        value: radios.length ? named(radios.find(radio => radio.checked || radio.ariaChecked === 'true'))
            : kind === 'stCheckbox' ? field.checked : kind === 'stSlider' ? field.getAttribute('aria-valuetext')
            : field?.value ?? null,
        number: kind === 'stSlider' ? Number(field.value) : null,
        fields: box.querySelectorAll('input').length,
        options: radios.map(named),
        low: field?.min || null, high: field?.max || null, step: field?.step || null,
    }
}).filter(box => box)"""
KINDS = {
    "stSlider": "slider",
    "stNumberInput": "number_input",
    "stTextInput": "text_input",
    "stTextArea": "text_area",
    "stSelectbox": "selectbox",
    "stButtonGroup": "segmented_control",
    "stRadio": "radio",
    "stCheckbox": "checkbox",
}
BUTTONS = """() => [...document.querySelectorAll('[class*="st-key-"]')].filter(box => box.checkVisibility()
    && box.classList.contains('stElementContainer')
    && box.querySelector('[data-testid="stButton"] button:not([disabled])'))
    .map(box => [...box.classList].find(name => name.startsWith('st-key-')).slice(7))"""
FILE = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")
SOON = 5000
"""Milliseconds until a press is taken for lost."""
LATEST = 10
"""Seconds until a page that somebody goes back to has to stand as it stood."""


class Tab:
    """A page that is open; `chance` chooses what is unfolded."""

    def __init__(self, page, chance):
        self.tab, self.chance, self.ids, self.checks = page, chance, {}, 0

    @property
    def page(self):
        return urlsplit(self.tab.url).path.strip("/") or "verdict"

    @property
    def link(self):
        return query(self.tab)

    @property
    def is_start(self):
        return self.tab.get_by_role("heading", level=1).first.inner_text() == START

    @property
    def headline(self):
        return [text(heading) for heading in answer(self.tab).all()]

    @property
    def errors(self):
        found = self.tab.locator('[data-testid="stException"], [data-testid="stAlertContentError"]')
        return found.all_inner_texts()

    @property
    def warnings(self):
        return " ".join(self.tab.get_by_test_id("stAlertContentWarning").all_inner_texts())

    @property
    def said(self):
        return text(main(self.tab))

    @property
    def is_asking(self):
        return any(name.startswith("data_ask_") for name in (*self.controls(), *self.buttons()))

    @property
    def saved_view(self):
        button = self.tab.get_by_test_id("stSidebar").get_by_role("button", name="Save view")
        if not button.is_visible():
            return None
        with self.tab.expect_download() as waiting:
            button.click()
        return waiting.value.path().read_bytes()

    def controls(self):
        """Those that are in sight, by their keys; a key has FILE in place of the id of a file."""
        found = {}
        for seen in self.tab.evaluate(READ):
            name, kind = FILE.sub("FILE", seen["name"]), KINDS[seen["kind"]]
            self.ids[name] = seen["name"]
            value, number = seen["value"], kind in ("slider", "number_input")
            if kind == "slider" and seen["fields"] > 1:
                continue
            if kind == "slider" and re.fullmatch(r"[-\u2212\d.e]+ ?%?", value or ""):
                value = seen["number"]
            elif kind == "slider":
                kind, number = "steps", False
            elif kind == "number_input":
                value = float(value) if value else None
            low, high = (float(seen[end]) if seen[end] and number else None for end in ("low", "high"))
            step = float(seen["step"]) if number and seen["step"] not in (None, "any") else 1
            found[name] = Control(name, kind, value, tuple(seen["options"]), low, high, step)
        return found

    def offered(self, control):
        """The same control with its options, for which a list is opened."""
        if control.kind != "selectbox":
            return control
        self._open(control.name)
        options = tuple(self.tab.get_by_role("option").all_inner_texts())
        self.tab.keyboard.press("Escape")
        return replace(control, options=options)

    def set(self, name, value):
        """Move it; what stands there then, as a slider goes in steps."""
        control, box = self.controls()[name], self._box(name)
        if control.kind in ("slider", "steps"):
            box.get_by_role("slider").focus()
            up = control.kind == "steps" or value > control.value
            box.get_by_role("slider").press("PageUp" if up else "PageDown")
        elif control.kind == "selectbox":
            option = self.tab.get_by_role("option", name=value, exact=True).first
            until(lambda: (self._open(name), option.click(timeout=SOON)), lambda: self._shows(name, value))
        elif control.kind in ("segmented_control", "radio"):
            radio = box.get_by_role("radio", name=value, exact=True)
            until(lambda: radio.click(force=True), lambda: expect(radio).to_be_checked(timeout=SOON))
        elif control.kind == "checkbox":
            box.locator("label").click()
        else:
            field = box.locator("input, textarea").first
            field.fill("" if value is None else f"{value:g}" if isinstance(value, float) else str(value))
            field.press("Control+Enter" if control.kind == "text_area" else "Enter")
        self._settle()
        now = self.controls().get(name)
        return now.value if control.kind in ("slider", "steps", "number_input") and now is not None else value

    def buttons(self):
        return {FILE.sub("FILE", name) for name in self.tab.evaluate(BUTTONS)}

    def press(self, name):
        self.tab.locator(f".st-key-{name} button").first.click()
        settle(self.tab)

    def unfold(self):
        """Open one of the buttons that have controls behind them."""
        buttons = main(self.tab).get_by_test_id("stPopoverButton").locator("visible=true").all()
        if not buttons:
            return False
        self.chance.choice(buttons).click()
        settle(self.tab)
        return True

    def go(self, page):
        self._fold()
        question = QUESTIONS[page]
        if question.page != page:
            self.go(question.page)
            self.tab.get_by_test_id("stMain").get_by_text(next(iter(question.tabs)), exact=True).click(timeout=SOON)
            settle(self.tab)
        elif question.section == "start":
            self._click_menu(self.tab.get_by_test_id("stTopNavLink").first, page)
        else:
            self._click_menu(self.tab.get_by_role("button", name=question.section.capitalize(), exact=True), page)

    def _click_menu(self, opener, page):
        title = self.tab.get_by_role("menuitem", name=re.compile(f"^{re.escape(QUESTIONS[page].title)}"))

        def follow():
            opener.click(timeout=SOON)
            if QUESTIONS[page].section != "start":
                title.click(timeout=SOON)

        def shown():
            first = self.tab.get_by_role("heading", level=1)
            expect(first).to_have_text(re.compile(f"{re.escape(QUESTIONS[page].text)}|{START}"), timeout=SOON)
            assert self.page == page

        until(follow, shown)
        settle(self.tab)

    def drop(self, name, content):
        if not self.tab.locator("input[type=file]").count():
            self.set("data_kind", "File")
        kind = "application/json" if name.endswith("json") else "text/csv"
        self.tab.locator("input[type=file]").set_input_files({"name": name, "mimeType": kind, "buffer": content})
        self.tab.wait_for_timeout(300)
        settle(self.tab)
        if "data_instead" in self.buttons():
            self.press("data_instead")

    def travel(self, page, link, steps):
        self.tab.go_back() if steps < 0 else self.tab.go_forward()
        self._settle()
        return self.page, self.link

    def wait_for(self, headline):
        """A busy server begins a page that somebody goes back to after the browser shows its address."""
        deadline = time.monotonic() + LATEST
        while self.headline != headline and time.monotonic() < deadline:
            self.tab.wait_for_timeout(100)
        settle(self.tab)

    def refresh(self):
        self.tab.reload()
        settle(self.tab)

    def agree(self):
        """Whether a session without a browser that opens the same link has the same headline; each fifth time."""
        self._fold()
        self.checks += 1
        if self.checks % 5 or self.link.get("data") == "File" or not self.link:
            return
        assert (
            Session(self.page, "&".join(f"{name}={value}" for name, value in self.link.items())).headline
            == self.headline
        )

    def _fold(self):
        """Close what is unfolded; in a field the same key would empty it."""
        self.tab.evaluate("document.activeElement?.blur()")
        self.tab.keyboard.press("Escape")

    def _settle(self):
        """A busy browser sends what was entered a moment later, and a busy server begins a moment later."""
        for _ in range(2):
            self.tab.wait_for_timeout(300)
            settle(self.tab)

    def _box(self, name):
        return self.tab.locator(f".st-key-{self.ids[name]}")

    def _open(self, name):
        box = self._box(name).get_by_role("combobox")
        box.scroll_into_view_if_needed()

        def shown():
            expect(self.tab.get_by_role("option").first).to_be_visible(timeout=SOON)

        if not self.tab.get_by_role("option").count():
            until(lambda: box.click(timeout=SOON), shown)

    def _shows(self, name, value):
        settle(self.tab)
        control = self.controls().get(name)
        assert control is None or control.value == value
