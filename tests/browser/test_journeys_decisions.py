"""What people do to find out what a classifier is worth to them: values clicked, typed, sent, and carried along."""

import re

import numpy as np
import pandas as pd
import pytest
from playwright.sync_api import expect

from tests.helpers.journeys import answer, chart, csv_rows, fill, go, main, query, text, unfold

pytestmark = pytest.mark.full

A, B, LONG, SHORT = (27, 15, 23, 35), (43, 18, 7, 32), (50, 50, 0, 0), (0, 0, 50, 50)
"""TP, FP, FN and TN of the two classifiers, and of always answering "long" and "short"."""
MORE = "Unit, period, fixed cost, limit"
PLACE = """(chart, [x, y]) => {
    const plot = chart.querySelector('.js-plotly-plot'), box = plot.getBoundingClientRect(), shown = plot._fullLayout
    return [box.left + shown.xaxis._offset + shown.xaxis.l2p(x), box.top + shown.yaxis._offset + shown.yaxis.l2p(y)]
}"""
CROSS = """chart => chart.querySelector('.js-plotly-plot').data.filter(trace => trace.marker?.symbol?.startsWith('x-'))
    .map(trace => [trace.marker.symbol, trace.x[0], trace.y[0]]).filter(([, x]) => x !== null)"""


def fields(page):
    """The payoffs of TP, FP, FN and TN."""
    return [box.input_value() for box in main(page).get_by_test_id("stTextInputField").all()[:4]]


def click(page, settled, x, y):
    """On a place of the map."""
    chart(page).scroll_into_view_if_needed()
    settled(page)
    left, top = chart(page).evaluate(PLACE, [x, y])
    page.mouse.move(left, top)
    # Plotly takes a click for one on the point that it has seen the mouse over.
    expect(chart(page).locator(".hoverlayer .hovertext")).to_be_visible()
    page.mouse.click(left, top)


def mean(payoffs, cells):
    return sum(payoff * cell for payoff, cell in zip(payoffs, cells, strict=True)) / sum(cells)


def test_click_on_the_map_fills_the_table_and_moves_the_cross(visit, settled):
    page = visit("/utility?sample=factory")
    assert all(told in text(answer(page)) for told in ("No model:", "“short”", "65.00 EUR", "A 3.50 EUR"))
    assert {(x, y) for _, x, y in chart(page).evaluate(CROSS)} == {(0.3, -0.6)}
    # There x = (TN - TP) / 500 and y = (FP - FN) / 500, the least payoff being -335 and the greatest 165.
    click(page, settled, 0.5, 0.25)
    expect(main(page).get_by_test_id("stTextInputField").first).to_have_value("-85")
    settled(page)
    payoffs = (-85, -210, -335, 165)
    assert fields(page) == [str(payoff) for payoff in payoffs]
    assert query(page) == {"sample": "factory", "u": "-85,-210,-335,165"}
    assert {(x, y) for _, x, y in chart(page).evaluate(CROSS)} == {(0.5, 0.25)}
    assert f"{mean(payoffs, B):.2f} EUR".replace("-", "−") in text(answer(page))
    # A second click is as good as the first.
    click(page, settled, 0.0, -0.5)
    expect(main(page).get_by_test_id("stTextInputField").first).to_have_value("165")
    settled(page)
    assert fields(page) == ["165", "-335", "-85", "165"]
    assert query(page)["u"] == "165,-335,-85,165"


def test_link_of_a_colleague_opens_the_same_view(visit, settled, pick):
    page = visit("/utility?sample=medical")
    fill(main(page).get_by_test_id("stTextInputField").nth(1), "−1,250.5", "Tab")
    body = unfold(page, settled, MORE)
    fill(body.get_by_role("textbox", name="Unit", exact=True), "months & days", "Tab")
    page.keyboard.press("Escape")
    others = "0.25: 1, 2, 3, 4\n0.5: 500, 0, 0, 500"
    pick(page, "Doubts")
    fill(main(page).get_by_role("textbox", name="Other possible prices"), others, "Tab")
    pick(page, "The map")
    assert query(page) == {
        **{"sample": "medical", "u": "350,-1250.5,300,500", "unit": "months & days"},
        "or": "0.25: 1, 2, 3, 4;0.5: 500, 0, 0, 500",
    }
    other = visit(page.url.removeprefix(visit.server))
    assert fields(other) == ["350", "-1250.5", "300", "500"]
    assert text(answer(other)) == text(answer(page))
    assert chart(other).evaluate(CROSS) == chart(page).evaluate(CROSS)
    assert other.url == page.url
    reweighted = np.array([0.25, 0.25, 0.5]) @ [(350, -1250.5, 300, 500), (1, 2, 3, 4), (500, 0, 0, 500)]
    expect(main(other)).to_contain_text(f"{mean(reweighted, B):.2f}".replace("-", "−"))


def test_values_go_along_to_the_ranking_and_the_tables_are_taken_away(visit, download, choose):
    page = visit("/ranking?sample=factory&pairs=10000")
    go(page, "utility")
    fill(main(page).get_by_test_id("stTextInputField").first, "99", "Tab")
    payoffs = (99, -335, -35, 165)
    rows = csv_rows(download(page, "All numbers"))
    expected = {"A": A, "B": B, "always long": LONG, "always short": SHORT}
    found = dict(zip(rows["Classifier"], rows["Per case (EUR)"], strict=True))
    assert found == pytest.approx({one: mean(payoffs, cells) for one, cells in expected.items()})
    assert download(page, "The map")[0].endswith("-The-map.csv")

    go(page, "ranking")
    assert query(page) == {"sample": "factory", "pairs": "10000", "u": "99,-335,-35,165"}
    assert re.match(r"Accuracy .* 8\.\d %.*F1 in 9\.\d %", text(answer(page)))
    expect(chart(page, 2)).to_contain_text("worth per case in EUR")
    rows = csv_rows(download(page, "Classifiers on one test set"))
    cells = rows[["TP", "FP", "FN", "TN"]].to_numpy()
    assert rows["Worth per case"].tolist() == pytest.approx((cells @ np.array(payoffs) / 1000).tolist())
    assert download(page, "All measures")[0].endswith("-All-measures.csv")

    choose(page, "Payoffs in the third chart", "All right answers equal")
    expect(chart(page, 2)).not_to_contain_text("in EUR")
    assert query(page)["values"] == "right"
    go(page, "utility")
    assert fields(page) == ["99", "-335", "-35", "165"]


def test_file_with_amounts_is_worth_what_its_cases_are(visit, settled, drop):
    rng = np.random.default_rng(4)
    true, amount = np.arange(50) % 4 == 0, np.round(rng.gamma(2, 60, 50), 2)
    score = np.round(np.clip(0.5 * true + 0.6 * rng.random(50), 0, 1), 3)
    frame = pd.DataFrame({"truth": np.where(true, "fraud", "fine"), "score": score, "loan_amount": amount})
    page = visit("/utility")
    drop(page, "loans.csv", frame.to_csv(index=False).encode())
    rates = main(page).get_by_role("textbox", name="per 1 of loan")
    expect(rates).to_have_count(4)
    for place, rate in ((2, "1"), (1, "0.25")):
        fill(rates.nth(place), rate, "Tab")
    settled(page)
    typed = {"data": "File", "rate": "0,-0.25,-1,0"}
    called = score >= 0.5
    payoff = np.select([called & true, called & ~true, ~called & true], [0, -1 - 0.25 * amount, -1 - amount], 0)
    always = np.where(true, 0, -1 - 0.25 * amount), np.where(true, -1 - amount, 0)
    best = max((payoff.mean(), "The model"), (always[0].mean(), "fraud"), (always[1].mean(), "fine"))
    assert best[1] in text(answer(page)).split(" a case")[0]
    for one in (payoff, *always):
        expect(main(page).locator("table:not([role=grid])").first).to_contain_text(f"{-one.mean():.2f}")
    assert query(page) == typed
    # The map stands for an average case: a click on it changes nothing.
    before = fields(page)
    click(page, settled, 0.0, 0.0)
    settled(page)
    assert fields(page) == before
    assert query(page) == typed
