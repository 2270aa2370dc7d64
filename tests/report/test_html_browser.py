"""A report as HTML in a real browser: opened from a disk without a network, in both themes, on a phone and on paper."""

import asyncio
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect, sync_playwright

import ddcore
from ddcore.report import html
from ddcore.report.report import report

pytestmark = pytest.mark.full

Open = Callable[..., Page]

RUN = "<script>window.ran=1</script>"
HOSTILE = (RUN, '"><img src=x onerror=window.ran=1>', f"</script>{RUN}", "x" * 5000, "\u202eevil", "דוח על המודל")


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    executable = shutil.which("chromium")
    assert executable, "chromium is not installed: apt-get install chromium"
    with (
        sync_playwright() as playwright,
        playwright.chromium.launch(executable_path=executable, args=["--no-sandbox", "--disable-gpu"]) as browser,
    ):
        loop = asyncio.get_running_loop()
        yield browser
        asyncio._set_running_loop(loop)


@pytest.fixture(scope="module")
def files(tmp_path_factory) -> dict[str, Path]:
    """Reports on a disk, by their names."""
    rng = np.random.default_rng(1)
    truth = rng.random(200) < 0.4
    data = ddcore.predictions(truth.astype(int), {name: rng.normal(truth * 0.8) for name in HOSTILE})
    given = dict.fromkeys(("title", "author", "owner", "intended_use", "limits"), "\n\n".join(HOSTILE))
    hostile = report(data, ask="verdict,curves", date=f"</title>{RUN}", **given)
    drawn = report(data, ask="verdict", charts="pictures", **given)
    reports = {"usual": report(ddcore.sample("two_class_example")), "hostile": hostile, "drawn": drawn}
    folder = tmp_path_factory.mktemp("reports")
    paths = {name: folder / f"{name}.html" for name in reports}
    for name, path in paths.items():
        path.write_bytes(html.written(reports[name].document()))
    return paths


@pytest.fixture
def visit(browser, files) -> Iterator[Open]:
    """`visit(name, width, theme)` opens a report of which all charts are drawn; trouble on it fails the test."""
    contexts, trouble = [], []

    def visited(name: str = "usual", width: int = 1280, theme: str = "light", before: str = "") -> Page:
        context = browser.new_context(viewport={"width": width, "height": 900}, color_scheme=theme)
        contexts.append(context)
        context.set_offline(True)
        page = context.new_page()
        page.on("console", lambda message: trouble.append(message.text))
        page.on("pageerror", lambda error: trouble.append(str(error)))
        page.on(
            "request", lambda request: trouble.append(request.url) if is_outside(request.url, files[name]) else None
        )
        if before:
            page.add_init_script(before)
        page.goto(files[name].as_uri())
        if not before and name != "drawn":
            expect(page.locator("html[data-drawn]")).to_have_count(1, timeout=60_000)
        return page

    yield visited
    for context in contexts:
        context.close()
    assert trouble == []


def is_outside(url: str, file: Path) -> bool:
    return url != file.as_uri() and not url.startswith(("data:", "blob:"))


def faults(page: Page) -> list[str]:
    found = Axe().run(page, options={"resultTypes": ["violations"]}).response["violations"]
    return [f"{fault['id']}: {node['html'][:200]}" for fault in found for node in fault["nodes"]]


def ground(page: Page) -> str:
    return page.evaluate("getComputedStyle(document.querySelector('.chart .main-svg')).backgroundColor")


def is_wider_than_its_window(page: Page) -> bool:
    return page.evaluate("document.documentElement.scrollWidth > innerWidth")


LIGHT, DARK = "rgb(255, 255, 255)", "rgb(18, 23, 30)"


@pytest.mark.parametrize(("width", "theme"), [(390, "dark"), (1280, "light")])
def test_opens_from_a_disk_with_all_charts_open_to_all(visit, width, theme):
    page = visit(width=width, theme=theme)
    charts = page.locator(".chart")
    expect(charts).to_have_count(6)
    expect(page.locator(".chart.js-plotly-plot:has(.main-svg)")).to_have_count(6)
    page.evaluate("document.querySelectorAll('details:not(.long)').forEach(details => { details.open = true })")
    assert not is_wider_than_its_window(page)
    assert faults(page) == []


def test_charts_follow_the_theme_of_the_system(visit):
    page = visit(theme="light")
    assert ground(page) == LIGHT
    page.emulate_media(color_scheme="dark")
    expect(page.locator("body")).to_have_css("color", "rgb(232, 236, 241)")
    assert ground(page) == DARK


def test_mouse_over_a_chart_tells_its_numbers(visit):
    chart = visit().locator(".chart").first
    chart.scroll_into_view_if_needed()
    box = chart.locator(".scatterlayer .point").last.bounding_box()
    chart.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=3)
    expect(chart.locator(".hoverlayer .hovertext")).not_to_have_count(0)


def test_paper_is_light_and_holds_each_chart_and_what_is_folded(visit):
    page = visit(theme="dark")
    before = page.locator(".chart .main-svg").first.get_attribute("width")
    assert page.pdf(prefer_css_page_size=True).startswith(b"%PDF")
    page.emulate_media(media="print")
    page.set_viewport_size({"width": 657, "height": 900})
    assert ground(page) == LIGHT
    expect(page.locator("body")).to_have_css("color", "rgb(27, 36, 48)")
    for chart in page.locator(".chart").all():
        assert chart.locator(".main-svg").first.bounding_box()["width"] <= 657
    expect(page.locator("details:not(.long) pre").first).to_be_visible()
    expect(page.locator("details.long").first).to_be_hidden()
    expect(page.locator(".on-paper").first).to_be_visible()
    assert not is_wider_than_its_window(page)
    page.emulate_media(media="screen")
    page.set_viewport_size({"width": 1280, "height": 900})
    assert ground(page) == DARK
    expect(page.locator(".chart .main-svg").first).to_have_attribute("width", before)
    expect(page.locator("details pre").first).to_be_hidden()


def test_hostile_texts_stay_letters(visit):
    page = visit("hostile", width=390)
    page.evaluate("document.querySelectorAll('details').forEach(details => { details.open = true })")
    assert page.evaluate("window.ran") is None
    assert page.locator("img").count() == 0
    assert not is_wider_than_its_window(page)
    assert faults(page) == []


def test_words_stay_where_nothing_is_unpacked(visit):
    page = visit(before="delete window.DecompressionStream")
    expect(page.locator(".chart").first).to_contain_text("14 measures")
    assert page.locator(".main-svg").count() == 0


def test_pictures_need_no_script_and_stay_letters(visit, files):
    page = visit("drawn", width=390)
    assert files["drawn"].stat().st_size < 1_500_000
    expect(page.locator(".picture svg")).to_have_count(2)
    assert page.evaluate("[document.scripts.length, window.ran]") == [0, None]
    allowed = {"svg", "g", "defs", "clipPath", "path", "rect", "text", "tspan", "image", "a"}
    assert set(page.evaluate("[...document.querySelectorAll('svg, svg *')].map(part => part.tagName)")) <= allowed
    links = page.evaluate("[...document.querySelectorAll('a')].map(link => link.getAttribute('href'))")
    assert [link for link in links if not link.startswith("#")] == []
    assert not is_wider_than_its_window(page)
    assert faults(page) == []


POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; "
    "font-src 'self' data:; base-uri 'none'"
)


def test_preview_runs_under_the_policy_of_the_dashboard(browser):
    content = html.written(report(ddcore.classes(303, 139)).document(), script="/scripts/")
    trouble = []

    def answer(route):
        name = route.request.url.removeprefix("http://preview.test/").removeprefix("scripts/")
        if name in html.FILES:
            route.fulfill(body=html.script_file(name), content_type="text/javascript")
        else:
            headers = {"Content-Security-Policy": POLICY}
            route.fulfill(body=content, content_type="text/html; charset=utf-8", headers=headers)

    page = browser.new_page()
    page.on("console", lambda message: trouble.append(message.text))
    page.route("http://preview.test/**", answer)
    page.goto("http://preview.test/")
    expect(page.locator("html[data-drawn]")).to_have_count(1, timeout=60_000)
    expect(page.locator(".chart.js-plotly-plot:has(.main-svg)")).to_have_count(3)
    page.close()
    assert trouble == []
