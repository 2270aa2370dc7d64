"""The link of every figure of the documents, opened in a browser; `test_where.py` finds that none is missing."""

import pytest

from tests.helpers.documents_table import rows

LINKS = sorted({link for row in rows() if row.is_figure for link in row.links})


@pytest.mark.parametrize("link", LINKS)
def test_the_link_of_a_figure_shows_it(visit, link):
    page = visit(link)
    assert page.locator('[data-testid="stPlotlyChart"] .main-svg').first.is_visible()
    assert page.locator('[data-testid="stAlertContentWarning"], [data-testid="stAlertContentError"]').count() == 0
