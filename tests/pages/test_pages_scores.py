"""Pages of scores, alone and together: each control changes what it should and stands in the link, and files."""

import pytest

from ddcore.answers.base.question import QUESTIONS
from ddcore.answers.curves import tables as curve_tables
from ddcore.answers.likelihood import compute as likelihood_compute
from ddcore.samples.pairs import Pair
from tests.helpers.pair_pages import TRUTH, A, B, C
from tests.helpers.score_pages import CHARTS, CURVES, ONE, SAMPLE, SIDE, numbers, points, traces, two, upload
from tests.helpers.tiers import some_of
from tests.helpers.visiting import (
    asked,
    choose,
    control,
    drop,
    dropped,
    fine,
    go,
    kind,
    linked,
    moves,
    plain,
    price,
    rows,
    said,
    seen,
    shown,
    shows,
    table,
    tables,
    travels,
    visit,
    widget,
)

KIND, MEASURE = "curve_of_scores", "measure_looked_at"


@pytest.mark.parametrize("kinds", some_of(["toc", " ".join([*CURVES[1:], "calibration"])], "toc"))
def test_kind_threshold_and_measure_are_chosen_and_travel(kinds):
    at = visit("curves", SAMPLE)
    first = seen(at)
    assert [slider.key for slider in at.main.slider] == [SIDE]
    assert not at.sidebar.slider
    for key in (*kinds.split(), "measure"):
        moves(at, **{KIND: key})
        assert at.query_params["curve"] == key
        assert shown(at, MEASURE) == (key == "measure")
    moves(at, **{MEASURE: ["ACC"], SIDE: 0.7})
    assert at.query_params == {"sample": "two_class_example", "threshold": "0.7", "curve": "measure", "measure": "ACC"}
    travels(at)
    choose(at, **{MEASURE: ["F1"], KIND: "roc", SIDE: 0.5})
    assert at.query_params == {"sample": "two_class_example"}
    assert seen(at) == first


@pytest.mark.full
@pytest.mark.usefixtures("unfolded")
def test_measure_of_ones_own_is_a_column_and_travels():
    at = moves(visit("curves", f"{SAMPLE}&curve=measure"), **{f"{MEASURE}_own": "half = tp / m / 2"})
    assert "half" in points(at).columns
    assert at.query_params["formula"] == "half = tp / m / 2"
    assert points(travels(at)).equals(points(at))


@pytest.mark.usefixtures("drawn")
@pytest.mark.full
def test_models_stand_together_and_turn_round_with_the_one_looked_at(pair):
    at = two(pair)
    assert points(at)["Model"].unique().tolist() == ["score_a", "score_b"]
    assert {name.split()[0] for name in traces(at)} >= {"score_a", "score_b"}
    moves(at, data_model="score_b")
    assert points(at)["Model"].unique().tolist() == ["score_b", "score_a"]
    moves(at, data_positive="no")
    assert linked(at) == {"data": "File", "positive": "2", "model": "2"}
    choose(at, **{KIND: "calibration"})
    # Its scores are fit for every other curve, and the choice to be mended stands there.
    assert not traces(at)
    shows(at)
    choose(at, **{KIND: "roc"})
    assert traces(at)


@pytest.mark.full
def test_two_curves_are_held_against_each_other():
    at = moves(visit("curves", "sample=lending_club&curve=difference"), against="evidence")
    assert at.query_params["against"] == "evidence"
    assert shown(at, "preferred_chart")
    travels(at)
    choose(at, **{KIND: "roc"})
    assert not shown(at, "against")


def all_measures(at):
    """The table of all measures."""
    every = [frame.value for frame in tables(at)]
    return next(rows for rows in every if "Value there" in rows).set_index("Short name")


@pytest.mark.full
@pytest.mark.usefixtures("unfolded")
def test_slider_measure_and_condition_change_the_answer_and_travel():
    at = visit("thresholds", SAMPLE)
    before, first = all_measures(at), seen(at)
    moves(at, data_threshold_=1.0)
    same = [name for name in before.columns if name not in ("At 0.5", "Loss on these cases")]
    assert all_measures(at)[same].equals(before[same])
    assert at.query_params["threshold"] == "1"
    moves(at, measure_looked_at=["kappa"])
    choose(at, data_threshold_=0.5)
    choose(at, where_measure="PPV")
    assert at.query_params["where"] == "PPV:0.9"
    moves(at, where_bound=0.95)
    assert at.query_params == {"sample": "two_class_example", "measure": "kappa", "where": "PPV:0.95"}
    assert control(travels(at), "where_bound").value == 0.95
    before = seen(at)
    assert go(at, "verdict").query_params["where"] == "PPV:0.95"
    assert seen(go(at, "thresholds")) == before
    choose(at, measure_looked_at=["F1"])
    assert (control(at, "where_measure").value, at.query_params["where"]) == ("PPV", "PPV:0.95")
    assert seen(choose(at, where_measure="")) == first
    assert "where" not in at.query_params
    assert choose(at, where_measure="TPR").query_params["where"] == "TPR:0.95"
    moves(at, measure_looked_at_own="net = (tp - 5*fp) / m")
    assert at.query_params["formula"] == "net = (tp - 5 * fp) / m"


@pytest.mark.full
def test_condition_that_none_meets_is_a_sentence_and_stays_to_be_mended():
    at = visit("thresholds", f"{SAMPLE}&where=MCC:0.9")
    assert not shows(at).figures
    assert at.query_params["where"] == "MCC:0.9"
    assert shown(at, "data_threshold_")
    assert shown(at, "measure_looked_at")
    assert shows(choose(at, where_bound=0.7)).figures
    assert at.query_params["where"] == "MCC:0.7"


@pytest.mark.usefixtures("drawn")
def test_example_of_two_peaks_is_folded_with_its_chart_and_points():
    at = visit("thresholds", SAMPLE)
    assert "Which measures can mislead a search" in [box.label for box in at.main.expander]
    assert list(traces(at, "example_chart")) == ["Matthews correlation", "Markedness"]
    keys = [getattr(node, "key", None) for node in at._tree]
    order = ["measure_looked_at", "thresholds_chart", "where_measure", "where_bound", "example_csv", "thresholds_csv"]
    assert [key for key in keys if key in order] == [key for key in order if key in keys]


@pytest.mark.full
def test_threshold_is_best_by_the_prices_that_costs_have():
    at = choose(visit("thresholds", f"{SAMPLE}&u=0,-1,-5,0&unit=EUR&volume=10000"), goal="worth")
    shows(at)
    assert at.query_params["goal"] == "worth"
    travels(at)
    moves(at, **{price(at, "fn_cost").key: "1"})
    assert "u" not in go(at, "costs").query_params
    shows(at)


READING = {"bandwidth": "scott", "bounds": "logit", "folds": 3, "deal": 7, "prevalence": 0.1}


@pytest.mark.full
@pytest.mark.parametrize("names", some_of(["bandwidth deal", " ".join(READING)], "bandwidth deal"))
@pytest.mark.usefixtures("unfolded", "drawn")
def test_choices_change_what_they_should_and_travel(names):
    """Reading changes all, dealing the areas alone, the share in use what is counted."""
    at = visit("likelihood", f"{SAMPLE}&method=kde")
    link = dict(at.query_params)
    changes = {"bandwidth": (1, 1, 1), "bounds": (1, 1, 1), "folds": (0, 1, 0), "deal": (0, 1, 0)}
    changes["prevalence"] = (0, 1, 1)
    for name in names.split():
        value = READING[name]
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


@pytest.mark.full
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
    before = likelihood_compute.gain_of
    monkeypatch.setattr(
        likelihood_compute, "gain_of", lambda *given, **named: (fits.append(given), before(*given, **named))[1]
    )
    at = visit("likelihood", "sample=scenario_1&size=300")
    choose(at, data_threshold_=0.6, curve_compared="toc")
    go(go(at, "curves"), "likelihood")
    assert len(fits) == 1
    choose(at, deal=2)
    assert len(fits) == 2
    choose(at, deal=1)
    assert len(fits) == 2


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


@pytest.mark.usefixtures("folded")
def test_table_is_made_when_it_is_picked(monkeypatch):
    made, before = [], curve_tables.points
    monkeypatch.setattr(curve_tables, "points", lambda *given: (made.append(given), before(*given))[1])
    at = visit("curves", "sample=two_class_example")
    assert not at.main.dataframe
    at.session_state["tables_box"] = True
    fine(at.run())
    tables = asked(at).tables
    picker, first = at.selectbox(key="tables_picked"), [frame.proto.alt for frame in at.main.dataframe]
    assert first == [tables[picker.value].title]
    assert made == []
    fine(picker.set_value("roc").run())
    [table] = at.main.dataframe
    assert (len(made), table.proto.alt, len(table.value)) == (1, tables["roc"].title, len(tables["roc"].rows()))


SMALL = "sample=pair_2&size=40"
CANNOT = QUESTIONS["ensemble"].unanswered


def of_models(*scores, header=("score_a", "score_b", "score_c"), truth=TRUTH):
    """The page with a file of several models."""
    return upload(["truth", *header[: len(scores)]], zip(truth, *scores, strict=True), "ensemble")


def names(at):
    """The ways in the small table of a share."""
    text = next(text.value for text in at.main.markdown if text.value.startswith("| Model |"))
    return [plain(line.strip("|").split(" | ")[0].strip()) for line in text.splitlines()[2:]]


@pytest.mark.full
def test_controls_change_the_page_and_travel():
    at = visit("ensemble", SMALL)
    fresh, usual = seen(at), {key: widget(at, key).value for key in ("called", "bandwidth", "folds", "deal", "joint")}
    moves(at, called=0.3, bandwidth="scott", folds=3, deal=7)
    choose(at, curve_compared="toc")
    moves(at, joint="binormal")
    assert not shown(at, "bandwidth")
    asked = {"called": "0.3", "bandwidth": "scott", "folds": "3", "deal": "7", "curve": "toc", "joint": "binormal"}
    assert at.query_params == {"sample": "pair_2", "size": "40"} | asked
    travels(at)
    before = seen(at)
    assert seen(go(go(at, "likelihood"), "ensemble")) == before
    choose(at, joint=usual.pop("joint"))
    assert at.query_params["bandwidth"] == "scott"
    choose(at, curve_compared="roc", **usual)
    assert at.query_params == {"sample": "pair_2", "size": "40"}
    assert seen(at) == fresh


@pytest.mark.full
def test_what_judges_is_asked_for_once():
    at = moves(visit("ensemble", SMALL), judged="held", held=0.3)
    assert {"judged": "held", "held": "0.3"}.items() <= at.query_params.items()
    assert not shown(at, "folds")


@pytest.mark.full
def test_exact_areas_are_found_once_and_the_share_follows_the_data(monkeypatch):
    """They take a second; whoever moves a slider should not wait for them again."""
    counted = []
    before = Pair.read

    def read(pair, cells, *classes):
        counted.append(cells)
        return before(pair, cells, *classes)

    monkeypatch.setattr(Pair, "read", read)
    at = visit("ensemble", "sample=pair_2&size=41")
    assert counted
    counted.clear()
    choose(at, called=0.4)
    assert counted == []
    at = choose(visit("ensemble", SMALL), data_sample="lending_club")
    assert widget(at, "called").value == 0.05
    assert "called" not in at.query_params


@pytest.mark.full
def test_three_models_of_a_file_are_places_in_the_link():
    at = of_models(A, B, C, header=("score_secret", "score_hidden", "score_third"))
    assert names(at) == ["score_secret", "score_hidden", "Together"]
    choose(at, models_=["score_secret", "score_hidden", "score_third"])
    assert names(at)[:3] == ["score_secret", "score_hidden", "score_third"]
    choose(at, joint="kde")
    assert shows(at).sentence == CANNOT
    moves(at, joint="binormal")
    assert not shown(at, "plane_chart")
    moves(at, joint="logistic", called=0.25)
    choose(at, data_model_="score_hidden", models_=["score_third", "score_secret"])
    asked = {"data": "File", "model": "2", "models": "3,1", "joint": "logistic", "called": "0.25"}
    assert linked(at) == asked
    go(go(at, "curves"), "ensemble")
    assert names(at)[:2] == ["score_third", "score_secret"]
    for few in (["score_third"], []):
        choose(at, models_=few)
        assert f"got {len(few)}" in said(at)
        assert not at.main.get("plotly_chart")
    kind(at, "Numbers")
    assert not shown(at, "ensemble_chart")


@pytest.mark.full
def test_models_of_which_only_counts_are_known_and_parts_of_the_cases_are_compared_without_a_list_of_cases():
    shows(visit("compare", "sample=factory"))
    rows = b"yes,0.9,north\nno,0.4,south\nyes,0.3,south\nno,0.2,north\n" * 5
    shows(dropped(b"truth,score,group\n" + rows, "compare"))
