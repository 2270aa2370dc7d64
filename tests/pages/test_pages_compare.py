"""Two models on their page: who is held against whom stands in the link by place, and so does by what."""

import numpy as np

from tests.helpers.visiting import choose, dropped, linked, moves, rows, shown, shows, table, travels, visit, widget


def content(cases=400):
    rng = np.random.default_rng(1)
    truth = rng.random(cases) < 0.4
    good, poor = (np.round(1 / (1 + np.exp(-rng.normal(far * truth - far / 2, 1))), 4) for far in (4, 1))
    return rows(["truth", "secret forest", "other"], zip(truth.astype(int), good, poor, strict=True))


def test_sides_and_judge_are_chosen_and_nothing_of_the_file_stands_in_the_link():
    at = moves(dropped(content(), "compare"), judge="AUC")
    moves(at, first_="other", equivalence=0.01)
    assert linked(at) == {"data": "File", "first": "2", "judge": "AUC", "equivalence": "0.01"}


def test_worth_has_prices_and_only_then():
    at = visit("compare", "sample=tumours&judge=worth&u=10,-5,-20,0&unit=EUR")
    assert "EUR" in shows(at).sentence
    assert shown(at, "tp_")
    travels(at)
    at = choose(visit("compare", "sample=tumours"), correction="bh")
    assert at.query_params["correction"] == "bh"
    shows(at)
    assert not shown(at, "tp_")
    assert widget(at, "pairs_chart")
    assert len(table(at, of=len(at.dataframe))) == 157
