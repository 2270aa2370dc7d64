"""The link of every figure of the papers opens its page, and a browser draws its charts (in full).

One page of one browser draws all of them: what stands around a chart is looked at on each page by `test_site.py`.
"""

import json
import shutil
from pathlib import Path

import plotly
import pytest
from playwright.sync_api import sync_playwright

from ddcore.papers import items
from tests.helpers.loops import nonempty
from tests.helpers.visiting import visit

LINKS = sorted({item.link for item in items() if item.link and item.kind == "figure"})
LIBRARY = Path(plotly.__file__).parent / "package_data" / "plotly.min.js"
DRAW = """async ([data, layout]) => {
    const place = document.body.appendChild(document.createElement('div'))
    await Plotly.newPlot(place, data, {...layout, width: 800, height: layout.height ?? 450})
    const drawn = [...place.querySelectorAll('.main-svg')].some(part => part.getBoundingClientRect().width > 0)
    Plotly.purge(place)
    place.remove()
    return drawn
}"""


def opened(link):
    """The page of a link, on which nothing is amiss."""
    path, _, query = link.removeprefix("/").partition("?")
    at = visit(path or "verdict", query)
    assert not at.warning
    assert not at.error
    return at


@pytest.mark.full
def test_the_link_of_a_figure_opens_its_page():
    for link in nonempty(LINKS):
        assert opened(link).get("plotly_chart"), link


@pytest.mark.full
@pytest.mark.usefixtures("drawn")
def test_a_browser_draws_every_figure():
    charts = [(link, json.loads(chart.proto.spec)) for link in LINKS for chart in opened(link).get("plotly_chart")]
    executable = shutil.which("chromium")
    assert executable, "chromium is not installed: apt-get install chromium"
    trouble = []
    with (
        sync_playwright() as playwright,
        playwright.chromium.launch(executable_path=executable, args=["--no-sandbox", "--disable-gpu"]) as browser,
    ):
        page = browser.new_page()
        page.on("console", lambda message: trouble.append(message.text))
        page.on("pageerror", lambda error: trouble.append(str(error)))
        page.add_script_tag(path=LIBRARY)
        for link, chart in nonempty(charts):
            assert page.evaluate(DRAW, [chart["data"], chart["layout"]]), link
            assert trouble == [], link
