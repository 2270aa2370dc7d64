"""What people do with two models at once, and to find what a loan should cost."""

import numpy as np
import pandas as pd
import pytest
from playwright.sync_api import expect
from sklearn import metrics

from ddcore.samples import SAMPLES
from tests.helpers.journeys import answer, chart, csv_rows, fill, go, main, query, slide, text, unfold

pytestmark = pytest.mark.full

LOANS = pd.read_csv(SAMPLES["lending_club"].path)
BAD, BOTH = (LOANS["Class"] == "bad").to_numpy(), ["logistic", "trees"]


def found(score, share):
    """How many bad loans are among the highest scores, and how many these are, up to a share of all."""
    cut = min(cut for cut in np.unique(score) if (score >= cut).mean() <= share)
    return f"{(BAD & (score >= cut)).sum()} of {(score >= cut).sum()}"


def test_loans_are_read_together_by_another_method_and_the_tables_taken_away(visit, settled, download):
    page = visit("/baselines?sample=lending_club")
    go(page, "ensemble")
    areas = [metrics.roc_auc_score(BAD, LOANS[name]) for name in BOTH]
    alone = f", alone {areas[0]:.3f} and {areas[1]:.3f}."
    assert text(answer(page)).endswith(alone)
    rows = main(page).locator('[data-testid="stMarkdown"] tbody tr')
    for share, steps in ((0.05, 0), (0.07, 2)):
        slide(main(page).get_by_role("slider", name="Share of cases predicted positive"), times=steps)
        shown = [text(rows.nth(place).locator("td").nth(1)) for place in (0, 1)]
        assert shown == [found(LOANS[name], share) for name in BOTH]
    page.get_by_role("combobox", name="Method").click()
    page.get_by_role("option", name="Binormal", exact=True).click()
    settled(page)
    expect(unfold(page, settled, "Settings").get_by_text("Bandwidth")).to_have_count(0)
    assert text(answer(page)).endswith(alone)
    assert query(page) == {"sample": "lending_club", "called": "0.07", "joint": "binormal"}

    table = csv_rows(download(page, "All combinations")).set_index("Scores")
    assert table.loc[BOTH, "AUC"].tolist() == pytest.approx(areas)
    assert f"together {table.loc['Together', 'AUC']:.3f}" in text(answer(page)).lower()
    assert len(csv_rows(download(page, "The plane of both scores"))) == 121**2


def test_cost_of_funds_is_moved_rates_are_mended_and_the_tables_taken_away(visit, download):
    page = visit("/lending?sample=applicants&size=1000&risk=scores")
    assert "risk of 0.442" in text(answer(page))
    slide(main(page).get_by_role("slider", name="Cost of funds"), times=2)
    assert query(page)["funds"] == "0.04"
    assert f"a risk of {0.41 / 0.95:.3f}, earn " in text(answer(page))
    box = main(page).get_by_role("textbox", name="Rates in %, lowest first")
    fill(box, "15, cheap")
    assert "cannot be used yet" in text(answer(page))
    expect(main(page)).to_contain_text('got "cheap"')
    expect(box).to_have_value("15, cheap")
    expect(chart(page)).to_have_count(0)
    fill(box, "15, 25, 40")
    assert f"a risk of {0.36 / 0.9:.3f}, earn " in text(answer(page))
    assert query(page)["rates"] == "0.15,0.25,0.4"

    ways = csv_rows(download(page, "Every way to lend"))
    assert {"Best thresholds", "A price for each"} <= set(ways["Way to lend"])
    drawn, rates = csv_rows(download(page, "What an applicant earns")), np.array([0.15, 0.25, 0.4])
    taken_up, risk = 1 - 3.75 * rates**2 - rates**4, drawn["Risk"].to_numpy()[:, None]
    earned = 100 * taken_up * ((1 - risk) * (rates - 0.04) - risk * (0.5 + 0.04))
    np.testing.assert_allclose(drawn[[f"at {100 * rate:.0f} %" for rate in rates]], earned, atol=1e-9)
