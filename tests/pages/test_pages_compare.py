"""Two models on their page: who is held against whom stands in the link by place, and so does by what."""

import numpy as np

from tests.helpers.visiting import again, answer, dropped, figure, fine, linked, said, shown, table, visit, widget

CHART = "compare_chart"


def content(cases=400):
    rng = np.random.default_rng(1)
    truth = rng.random(cases) < 0.4
    good, poor = (1 / (1 + np.exp(-rng.normal(far * truth - far / 2, 1))) for far in (4, 1))
    rows = zip(truth, good, poor, np.where(np.arange(cases) % 2, "now", "then"), strict=True)
    lines = [f"{yes:d},{a:.4f},{b:.4f},{when}" for yes, a, b, when in rows]
    return "\n".join(["truth,secret forest,other,when", *lines]).encode()


def test_sides_and_judge_are_chosen_and_nothing_of_the_file_stands_in_the_link():
    at = dropped(content(), "compare")
    assert answer(at).startswith("secret forest is better than other: accuracy")
    before = figure(at, CHART)
    fine(widget(at, "judge").set_value("AUC").run())
    assert answer(at).startswith("secret forest is better than other: AUC")
    assert linked(at)["judge"] == "AUC"
    fine(widget(at, "first_").set_value("other").run())
    assert figure(at, CHART) != before
    assert linked(at)["first"] == "2"
    assert not any("secret" in text or "other" in text for text in linked(at).values())


def test_worth_has_prices_and_only_then():
    at = visit("compare", "sample=tumours&judge=worth&u=10,-5,-20,0&unit=EUR")
    assert "EUR" in answer(at)
    assert shown(at, "tp_")
    assert said(again("compare", at)) == said(at)
    at = visit("compare", "sample=tumours")
    assert not shown(at, "tp_")
    assert widget(at, "pairs_chart")


def test_cases_that_differ_stand_row_by_row():
    at = visit("compare", "sample=tumours")
    assert len(table(at, of=len(at.dataframe))) == 157
