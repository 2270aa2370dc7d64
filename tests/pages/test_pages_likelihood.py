"""Scores read as evidence on their page: each control changes what it should and stands in the link, and files."""

import pytest

from ddcore.answers import curves, likelihood
from tests.helpers.score_pages import CHARTS, ONE, SAMPLE, SIDE, numbers, two
from tests.helpers.visiting import (
    choose,
    control,
    drop,
    fine,
    go,
    kind,
    moves,
    rows,
    said,
    shown,
    shows,
    table,
    travels,
    visit,
)


@pytest.mark.usefixtures("unfolded", "drawn")
def test_choices_change_what_they_should_and_travel():
    """Reading changes all, dealing the areas alone, the share in use what is counted."""
    at = visit("likelihood", f"{SAMPLE}&method=kde")
    link = dict(at.query_params)
    changes = {"bandwidth": (1, 1, 1), "bounds": (1, 1, 1), "folds": (0, 1, 0), "deal": (0, 1, 0)}
    changes["prevalence"] = (0, 1, 1)
    for name, value in (("bandwidth", "scott"), ("bounds", "logit"), ("folds", 3), ("deal", 7), ("prevalence", 0.1)):
        before, areas, scores = at.get_by_key("ratio_chart").proto.spec, table(at, 0, 3), table(at, 1, 3)
        choose(at, **{"prevalence_in_use" if name == "prevalence" else name: value})
        shows(at)
        link[name] = str(value)
        assert at.query_params == link
        now = at.get_by_key("ratio_chart").proto.spec
        changed = (now != before, not table(at, 0, 3).equals(areas), not table(at, 1, 3).equals(scores))
        assert changed == tuple(map(bool, changes[name])), name
    other = travels(at)
    assert table(other, 0, 3).equals(table(at, 0, 3))
    assert table(other, 1, 3).equals(table(at, 1, 3))


def test_scales_curves_and_transformation_are_chosen_and_travel():
    at = visit("likelihood", "sample=scenario_2&size=200")
    assert all(shown(at, key) for key in (*CHARTS, "measures_chart"))
    assert not shown(at, "transformation_chart")
    choose(at, scale_of_densities="probability")
    moves(at, curve_compared="precision_recall", transformation="abs(x - 0.5)")
    assert shown(at, "transformation_chart")
    asked = {"densities": "probability", "curve": "precision_recall", "transformation": "abs(x - 0.5)"}
    assert asked.items() <= at.query_params.items()
    travels(at)
    choose(at, curve_compared="decision")
    shows(go(at, "ensemble"))
    shows(go(at, "thresholds"))
    assert shown(at, "evidence_chart")


@pytest.mark.full
def test_method_hides_what_has_no_effect():
    at = moves(visit("likelihood", f"{SAMPLE}&method=kde&bandwidth=scott"), method="histogram")
    assert not shown(at, "bandwidth")
    assert "Reflect at 0 and 1" not in control(at, "bounds").options
    assert at.query_params["bandwidth"] == "scott"
    choose(at, method="best")
    assert not shown(at, "bounds")
    choose(at, method="kde")
    assert (control(at, "bandwidth").value, control(at, "bounds").value) == ("scott", "reflect")
    assert at.query_params["bandwidth"] == "scott"


@pytest.mark.full
@pytest.mark.usefixtures("samples_anew")
def test_reading_is_kept_while_the_threshold_moves(monkeypatch):
    fits = []
    before = likelihood.gain_of
    monkeypatch.setattr(likelihood, "gain_of", lambda *given, **named: (fits.append(given), before(*given, **named))[1])
    at = visit("likelihood", "sample=scenario_1&size=300")
    choose(at, data_threshold_=0.6, curve_compared="toc")
    go(go(at, "curves"), "likelihood")
    assert len(fits) == 1
    choose(at, deal=2)
    assert len(fits) == 2
    choose(at, deal=1)
    assert len(fits) == 2


def test_threshold_goes_along_to_the_other_pages_and_back():
    at = go(choose(visit("curves", SAMPLE), **{SIDE: 0.7}), "likelihood")
    (slider,) = at.sidebar.slider
    assert slider.value == 0.7
    fine(slider.set_value(0.3).run())
    shows(at)
    assert control(go(at, "curves"), SIDE).value == 0.3
    shows(at)


@pytest.mark.full
def test_size_and_seed_of_a_sample_are_chosen_and_travel():
    at = visit("curves", "sample=scenario_3&size=50")
    assert at.query_params == {"sample": "scenario_3", "size": "50"}
    moves(at, data_seed=2, data_size=70)
    assert (at.query_params["size"], at.query_params["seed"]) == ("70", "2")
    assert at.session_state["data"].total == 140
    assert numbers(travels(at)).equals(numbers(at))
    go(at, "likelihood")
    assert (at.query_params["size"], at.query_params["seed"]) == ("70", "2")
    choose(at, data_size=10_000, data_seed=1)
    assert not {"size", "seed"} & set(at.query_params)


def test_file_of_one_visitor_is_not_seen_by_another(pair):
    mine = two(pair, ("truth", "secret_score", "hidden_score"))
    assert "secret_score" in said(mine)
    yours = visit("curves", "data=File")
    assert not yours.main.get("plotly_chart")
    drop(yours, rows(["truth", "score"], ONE))
    for at in (yours, visit("likelihood", SAMPLE), kind(mine, "Sample")):
        assert "secret" not in said(at)
        assert "hidden" not in said(at)
    assert numbers(yours).index.tolist() == ["the model"]


@pytest.mark.full
def test_large_table_is_made_when_it_is_opened(monkeypatch):
    made, before = [], curves.points
    monkeypatch.setattr(curves, "points", lambda *given: (made.append(given), before(*given))[1])
    at = visit("curves", "sample=scenario_1&size=600")
    small = len(at.main.dataframe)
    assert made == []
    at.session_state["roc_box"] = True
    fine(at.run())
    assert len(made) == 1
    assert len(at.main.dataframe) == small + 1
    lines = len(table(at, 1, small + 1))
    assert any(one.label.endswith(f"({lines:,} rows)") for one in at.main.expander)
