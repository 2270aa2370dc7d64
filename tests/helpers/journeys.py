"""What the journeys share: where things stand on a page, and how they are read."""

import re
from io import BytesIO
from urllib.parse import parse_qs, urlsplit

import pandas as pd
from playwright.sync_api import expect

from ddcore.answers.base.question import QUESTIONS
from ddcore.samples import SAMPLES
from tests.helpers.browser import settle

EXAMPLE = SAMPLES["two_class_example"].path
THRESHOLD = "positive at scores ≥"
WIDE = """() => [...document.querySelectorAll('[data-testid="stMain"] *')].filter(element =>
    element.getBoundingClientRect().right > innerWidth + 1
    && !element.closest('[data-testid="stDataFrame"], .stMultiSelect, .katex-display, svg, details:not([open])')
).map(element => element.outerHTML.slice(0, 120))"""


def main(page):
    return page.get_by_test_id("stMain")


def answer(page):
    """The sentence under the question."""
    return main(page).get_by_role("heading", level=2)


def chart(page, number=0):
    return page.get_by_test_id("stPlotlyChart").nth(number)


def counts(page):
    """TP, FP, FN, TN as the small table has them."""
    rows = [
        row.locator("td").all_inner_texts() for row in main(page).locator('[data-testid="stMarkdown"] tbody tr').all()
    ]
    assert [row[0] for row in rows] == ["positive", "negative"]
    return [int(text.replace(",", "")) for row in rows for text in row[1:]]


def text(element):
    """What the eye reads; a word joiner takes no room."""
    return element.inner_text().replace("\u2060", "").replace("\u00a0", " ")


def query(page):
    """What the link says, but for the fingerprint of a file."""
    link = parse_qs(urlsplit(page.url).query)
    return {name: values[0] for name, values in link.items() if name != "file"}


def csv_rows(download):
    """The table of a downloaded CSV, whose file name is safe everywhere."""
    name, content = download
    assert re.fullmatch(r"[\w-]+\.csv", name)
    return pd.read_csv(BytesIO(content))


def unfold(page, settled, name):
    """Opens the popover of a button, and gives its body."""
    main(page).get_by_role("button", name=name).click()
    body = page.get_by_test_id("stPopoverBody")
    expect(body).to_be_visible()
    settled(page)
    return body


def unfold_all(page, settled, part):
    """Opens everything that is folded up in a part of the page; the sidebar of a phone is out of reach."""
    for summary in part.locator("summary").all():
        summary.click()
        settled(page)


def slide(slider, key="ArrowRight", times=1):
    """Presses a key on a slider so many times."""
    slider.focus()
    for _ in range(times):
        slider.press(key)
    settle(slider.page)


def fill(box, text, key="Enter"):
    """Fills in a box and leaves it by a key."""
    box.fill(text)
    box.press(key)
    settle(box.page)


def go(page, name):
    """To the page of a question by the menu at the top, and by its tab where it shares one."""
    question = QUESTIONS[name]
    owner = QUESTIONS[question.page]
    page.get_by_role("button", name=owner.section.capitalize(), exact=True).click()
    # Below the title stands the question, by a style.
    page.get_by_role("menuitem", name=re.compile(f"^{re.escape(owner.title)}")).click()
    expect(page).to_have_title(re.compile(f"^{re.escape(owner.title)} - "))
    if owner != question:
        main(page).get_by_text(next(iter(question.tabs)), exact=True).click()
        expect(page).to_have_title(re.compile(f"^{re.escape(question.title)} - "))
    settle(page)


def legend(part):
    return [name.strip() for name in part.locator(".legendtext").all_text_contents()]


def panel(page):
    return page.get_by_test_id("stSidebar")


def press(page, settled, name):
    page.get_by_role("navigation", name="Panel").get_by_role("button", name=name).click()
    settled(page)


def closed(page):
    expect(panel(page)).to_have_attribute("data-collapsed", "true")
    expect(panel(page)).not_to_be_in_viewport()


def preview(page):
    """The report in its frame, once its charts are drawn."""
    frame = page.frame_locator("iframe")
    expect(frame.locator("html[data-drawn]")).to_have_count(1)
    return frame


def narrow(page):
    """Whether nothing of the page reaches beyond the window."""
    return page.evaluate("document.documentElement.scrollWidth") <= 390 and page.evaluate(WIDE) == []


def fits_the_first_screen(page):
    """Whether a phone shows question, answer and the top of the first chart, of 844 pixels, without a finger's move."""
    places = [place.bounding_box() for place in (page.get_by_role("heading", level=1), answer(page), chart(page))]
    inside = all(box["x"] >= 0 and box["x"] + box["width"] <= 390 for box in places)
    tops = [box["y"] for box in places]
    return inside and tops == sorted(tops) and tops[-1] < 844 - 100 and narrow(page)
