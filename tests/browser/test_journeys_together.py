"""What people do with two models at once, and to find what a loan should cost."""

from io import BytesIO

import numpy as np
import pandas as pd
import pytest
from playwright.sync_api import expect
from scipy.special import logit
from scipy.stats import multivariate_normal
from sklearn import metrics

from ddcore.samples import SAMPLES
from ddcore.samples.applicants import APPLICANTS
from tests.helpers.journeys import answer, chart, main, query, text, unfold

pytestmark = pytest.mark.full

LOANS = pd.read_csv(SAMPLES["lending_club"].path)
BAD, BOTH = (LOANS["Class"] == "bad").to_numpy(), ["logistic", "trees"]
SIZE = 1000
RATES = np.array([0.15, 0.25, 0.4])


def taken(download, page, label):
    """The table of that label, taken away: file name and rows."""
    name, content = download(page, label)
    return name, pd.read_csv(BytesIO(content))


def found(score, share):
    """How many bad loans are among the highest scores, and how many these are, up to a share of all."""
    cut = min(cut for cut in np.unique(score) if (score >= cut).mean() <= share)
    return f"{(BAD & (score >= cut)).sum()} of {(score >= cut).sum()}"


def test_loans_are_read_together_by_another_method_and_the_tables_taken_away(visit, settled, download):
    page = visit("/baselines?sample=lending_club")
    page.get_by_role("button", name="Scores", exact=True).click()
    page.get_by_role("menuitem", name="Ensemble", exact=True).click()
    settled(page)
    expect(page.get_by_role("heading", level=1)).to_have_text("Are two better than one?")
    areas = [metrics.roc_auc_score(BAD, LOANS[name]) for name in BOTH]
    alone = f", alone {areas[0]:.3f} and {areas[1]:.3f}."
    assert "together 0.7" in text(answer(page))
    assert text(answer(page)).endswith(alone)
    cells = main(page).locator('[data-testid="stMarkdown"] tbody tr')
    assert [cells.nth(row).locator("td").nth(1).inner_text().replace("\u00a0", " ") for row in (0, 1)] == [
        found(LOANS[name], 0.05) for name in BOTH
    ]
    slider = main(page).get_by_role("slider", name="Share of cases predicted positive")
    slider.focus()
    for _ in range(2):
        page.keyboard.press("ArrowRight")
    settled(page)
    assert [cells.nth(row).locator("td").nth(1).inner_text().replace("\u00a0", " ") for row in (0, 1)] == [
        found(LOANS[name], 0.07) for name in BOTH
    ]
    body = unfold(page, settled, "How they are read")
    body.get_by_role("combobox").first.click()
    page.get_by_role("option", name="Binormal", exact=True).click()
    settled(page)
    expect(body.get_by_text("Bandwidth")).to_have_count(0)
    assert text(answer(page)).endswith(alone)
    link = {"sample": "lending_club", "called": "0.07", "joint": "binormal"}
    assert query(page) == link

    name, rows = taken(download, page, "Every way to score the cases as a table")
    assert name.endswith("Ensemble-Every-way-to-score-the-cases.csv")
    rows = rows.set_index("Scores")
    assert rows.loc[BOTH, "AUC"].tolist() == pytest.approx(areas)
    assert rows.loc["Mean", "AUC"] == pytest.approx(metrics.roc_auc_score(BAD, LOANS[BOTH].mean(axis=1)))
    assert f"together {rows.loc['Together', 'AUC']:.3f}" in text(answer(page)).lower()
    name, rows = taken(download, page, "The plane as a table")
    assert name.endswith("Ensemble-The-plane.csv")
    assert len(rows) == 121**2
    scores, at = logit(LOANS[BOTH].to_numpy()), logit(rows[BOTH].to_numpy())
    positive, negative = (
        multivariate_normal(scores[cases].mean(axis=0), np.cov(scores[cases], rowvar=False)) for cases in (BAD, ~BAD)
    )
    np.testing.assert_allclose(rows["Log likelihood ratio"], positive.logpdf(at) - negative.logpdf(at), atol=1e-6)


def earned(funds, rates):
    """What each of the sample's applicants is expected to earn at each rate, of 100 applied for, and their risks."""
    risk = APPLICANTS["applicants"].draw(SIZE, 1)["risk"].to_numpy()
    share = 1 - 3.75 * rates**2 - rates**4
    return 100 * share[:, None] * ((1 - risk) * (rates[:, None] - funds) - risk * (0.5 + funds)), risk


def test_cost_of_funds_is_moved_rates_are_mended_and_the_tables_agree(visit, settled, download):
    page = visit(f"/lending?sample=applicants&size={SIZE}&risk=scores")
    assert "threshold of 0.442" in text(answer(page))
    slider = main(page).get_by_role("slider", name="Cost of funds")
    slider.focus()
    for _ in range(2):
        page.keyboard.press("ArrowRight")
    settled(page)
    assert query(page)["funds"] == "0.04"
    assert text(answer(page)).startswith(f"A threshold of {0.41 / 0.95:.3f} on the risk earns ")
    box = main(page).get_by_role("textbox", name="Rates in %, one a category, lowest first")
    box.fill("15, cheap")
    box.press("Enter")
    settled(page)
    assert "cannot be used yet" in text(answer(page))
    expect(main(page)).to_contain_text('got "cheap"')
    expect(box).to_have_value("15, cheap")
    expect(chart(page)).to_have_count(0)
    box.fill("15, 25, 40")
    box.press("Enter")
    settled(page)
    assert text(answer(page)).startswith(f"A threshold of {0.36 / 0.9:.3f} on the risk earns ")
    assert query(page)["rates"] == "0.15,0.25,0.4"

    name, ways = taken(download, page, "Every way to lend as a table")
    assert name.endswith("Lending-Every-way-to-lend.csv")
    expected = ways.set_index("Way to lend")["If the risks are right"]
    name, drawn = taken(download, page, "What an applicant earns as a table")
    assert name.endswith("Lending-What-an-applicant-earns.csv")
    profits, risk = earned(0.04, RATES)
    lines = [np.interp(risk, drawn["Risk"], drawn[f"at {100 * rate:.0f} %"]) for rate in RATES]
    seen = risk <= drawn["Risk"].iloc[-1]
    np.testing.assert_allclose(np.array(lines)[:, seen], profits[:, seen], atol=1e-9)
    assert expected["Best thresholds"] == pytest.approx(np.maximum(profits.max(axis=0), 0).mean())
    own = np.where(seen, np.interp(risk, drawn["Risk"], drawn["at the best rate"]), 0)
    assert expected["A price for each"] == pytest.approx(own.mean(), abs=1e-3)
