"""The link of every figure of the documents, opened in a browser: those of one page at once."""

from itertools import groupby

import pytest

from tests.helpers.documents_table import rows
from tests.helpers.loops import nonempty

LINKS = sorted({link for row in rows() if row.is_figure for link in row.links})
PAGES = {path: list(links) for path, links in groupby(LINKS, lambda link: link.partition("?")[0])}


@pytest.mark.parametrize("path", PAGES)
def test_the_links_of_figures_show_them(visit, path):
    for link, page in nonempty(zip(PAGES[path], visit.together(PAGES[path]), strict=True)):
        assert page.locator('[data-testid="stPlotlyChart"] .main-svg').first.is_visible(), link
        alerts = page.locator('[data-testid="stAlertContentWarning"], [data-testid="stAlertContentError"]')
        assert alerts.count() == 0, link
