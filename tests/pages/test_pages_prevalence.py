"""What if positives were rarer: the marked places, the rates, the cases, and what the link may say."""

import json
import re
from urllib.parse import urlencode

import pytest

from tests.helpers.visiting import SCORES, again, answer, dropped, figure, fine, guess, kind, said, table, visit, widget

PAPER = "sample=two_class_example&TPR=0.6&TNR=0.8&cases=many"


def curve(at, key):
    return table(at).loc[lambda rows: rows["Measure"] == key]


def at_share(at, key, share):
    """The row of the table nearest to a share of positive cases."""
    found = curve(at, key)
    return found.loc[(found["Share positive"] - share).abs().idxmin()]


def choose(at, **values):
    """Set widgets by key, one after another."""
    for key, value in values.items():
        box = widget(at, key)
        {"button_group": at.segmented_control}.get(box.type, getattr(at, box.type, None))(key=key).set_value(value)
        fine(at.run())
    return at


def test_crossings_and_top_of_the_first_figure():
    """Burger & Meertens, Figure 1, with TPR 0.6 and TNR 0.8: equal at 1/7 and 1/2, highest at (-9 + 2 sqrt(15)) / 7."""
    text = said(visit("prevalence", PAPER))
    assert "| F1 is highest, beyond the guesser | −0.17914762 | 41.042619 % | 0.33689932 |" in text
    assert "| F1 equals NF1, score | 0.14285714 | 57.142857 % | 0.68571429 |" in text
    assert "| F1 equals NF1, beyond the guesser | 0.50000000 | 75.000000 % | 0.30000000 |" in text
    assert (
        "F1 and Negative F1 (NF1) are equal at 57.1 % positive, but beyond the guesser at 75 %. Between 57.1 % and "
        "75 % they disagree on which class the model serves better." in text
    )
    assert abs((-9 + 2 * 15**0.5) / 7 + 0.17914762) < 5e-9


def test_crossing_beyond_the_proportional_guesser():
    assert "| F1 equals NF1, beyond the guesser | −0.33333333 | 33.333333 % |" in said(
        visit("prevalence", f"{PAPER}&guess=prevalence")
    )


def test_accuracy_is_that_of_the_proportional_guesser_at_two_places():
    """0.8 - 0.2 a = a^2 + (1 - a)^2 at a = (9 -+ sqrt(41)) / 20."""
    at = visit("prevalence", f"{PAPER}&guess=prevalence&measure=ACC")
    text = said(at)
    for sign, printed in ((-1, "−0.74031242"), (1, "0.54031242")):
        assert f"| ACC is that of the guesser | {printed} |" in text
        assert 2 * (9 + sign * 41**0.5) / 20 - 1 == pytest.approx(float(printed.replace("−", "-")), abs=5e-9)
    assert "Below 13 % and above 77 % positive, guessing positive as often as cases are positive does better" in text


def test_answer_has_the_score_there_and_here():
    at = visit("prevalence", f"{PAPER}&prevalence=0.2")
    # 2 a TPR / (a + a TPR + (1 - a)(1 - TNR)) at 0.2 and at 0.516; a coin 2 a / 2 / (a + 1/2)
    assert answer(at) == (
        "With 20 % positive cases instead of 51.6 %, F1 would fall from 0.671 to 0.500; tossing a coin "
        "would score 0.286."
    )
    assert "it calls 60 % positive, of the truly negative ones 80 % negative" in said(at)
    assert "among very many cases" in said(at)


def test_table_is_that_of_the_hand():
    at = visit("prevalence", PAPER)
    assert len(curve(at, "F1")) == len(curve(at, "NF1")) == 121
    for _, row in table(at).iloc[::17].iterrows():
        a, delta = row["Share positive"], row["Imbalance"]
        assert a == pytest.approx((1 + delta) / 2, abs=1e-15)
        own, tpr, tnr = (a, 0.6, 0.8) if row["Measure"] == "F1" else (1 - a, 0.8, 0.6)
        score = 2 * own * tpr / (own + own * tpr + (1 - own) * (1 - tnr))
        guessed = own / (own + 0.5)
        assert row["Score"] == pytest.approx(score, abs=1e-12)
        assert row["Guesser"] == pytest.approx(guessed, abs=1e-12)
        assert row["Beyond guesser"] == pytest.approx((score - guessed) / (1 - guessed), abs=1e-12)
        assert row["Balanced"] == pytest.approx(2 * tpr / (1 + tpr + 1 - tnr), abs=1e-12)
        assert row["Guesser, balanced"] == pytest.approx(0.5, abs=1e-12)


def test_best_draw_stands_in_the_table_where_the_cases_are_counted():
    at = visit("prevalence", "sample=two_class_example&cases=100&measure=F1,ACC")
    for share in (0.1, 0.5, 0.9):
        assert at_share(at, "F1", share)["Best without skill"] == pytest.approx(2 * share / (1 + share), abs=1e-12)
        assert at_share(at, "ACC", share)["Best without skill"] == pytest.approx(max(share, 1 - share), abs=1e-12)
    assert curve(visit("prevalence", PAPER), "F1")["Best without skill"].isna().all()


def test_both_charts_have_lines_and_the_place_asked_for():
    at = visit("prevalence", f"{PAPER}&prevalence=0.1")
    for key in ("prevalence_chart", "balanced_chart"):
        spec = json.loads(figure(at, key))
        assert {trace.get("name") for trace in spec["data"]} >= {"F1", "NF1"}
        assert any(shape["x0"] == pytest.approx(-0.8) for shape in spec["layout"]["shapes"])
        assert "At 10 % positive" in at.get_by_key(key).proto.alt


def test_rates_are_those_of_the_model_until_they_are_typed():
    at = visit("prevalence", "sample=two_class_example")
    assert "it calls 88 % positive, of the truly negative ones 79.3 % negative" in said(at)
    names = [trace.get("name") for trace in json.loads(figure(at, "prevalence_chart"))["data"]]
    assert "this data" in names
    assert "TPR" not in at.query_params
    choose(at, rates_kind="typed")
    assert (at.slider(key="rates_TPR").value, at.slider(key="rates_TNR").value) == (0.6, 0.8)
    choose(at, rates_TPR=0.5, rates_TNR=0.9)
    assert "it calls 50 % positive, of the truly negative ones 90 % negative" in said(at)
    assert (at.query_params["TPR"], at.query_params["TNR"]) == ("0.5", "0.9")
    names = [trace.get("name") for trace in json.loads(figure(at, "prevalence_chart"))["data"]]
    assert "this data" not in names
    other = again("prevalence", at)
    assert said(other) == said(at)
    assert table(other).equals(table(at))
    choose(at, rates_kind="model")
    assert "it calls 88 % positive" in said(at)
    assert "TPR" not in at.query_params


def test_rates_of_labels_are_known_too():
    assert "it calls 89.5 % positive, of the truly negative ones 62.8 % negative" in said(
        visit("prevalence", "sample=pathology")
    )


def test_rates_follow_the_threshold():
    at = visit("prevalence", "sample=two_class_example&threshold=0")
    assert "it calls 100 % positive, of the truly negative ones 0 % negative" in said(at)


def test_classes_alone_have_typed_rates():
    at = visit("prevalence", "M=303&P=139&prevalence=0.1")
    assert list(at.segmented_control(key="rates_kind").options) == ["Typed"]
    assert answer(at).startswith("With 10 % positive cases instead of 45.9 %, F1 would fall from 0.654 to ")
    assert (at.query_params["TPR"], at.query_params["TNR"]) == ("0.6", "0.8")
    assert "among 303 cases" in said(at)


def test_cases_are_as_many_as_chosen():
    at = visit("prevalence", "sample=two_class_example")
    assert "among 500 cases" in said(at)
    assert at.segmented_control(key="rates_cases").options[0] == "500, as here"
    choose(at, rates_cases="many")
    assert "among very many cases" in said(at)
    assert at.query_params["cases"] == "many"
    assert table(again("prevalence", at)).equals(table(at))
    choose(at, rates_cases="own")
    assert at.query_params["cases"] == "1000"
    choose(at, rates_number=20)
    assert "among 20 cases" in said(at)
    assert at.query_params["cases"] == "20"
    assert curve(at, "F1")["Share positive"].tolist() == pytest.approx([P / 20 for P in range(1, 20)])
    other = again("prevalence", at)
    assert table(other).equals(table(at))
    assert other.number_input(key="rates_number").value == 20
    choose(at, rates_cases="here")
    assert "cases" not in at.query_params


def test_more_cases_than_the_page_takes_are_not_called_those_here():
    at = visit("prevalence", "M=1000000000&P=300000000")
    assert "1,000,000, as here" not in at.segmented_control(key="rates_cases").options


@pytest.mark.parametrize(("name", "g"), [("half", 0.5), ("prevalence", None), ("mode", None), ("own", 0.3)])
def test_guesser_is_the_one_chosen(name, g):
    at = visit("prevalence", PAPER)
    if name != "half":
        guess(at, name, g)
    share = at_share(at, "F1", 0.2)["Share positive"]
    g = {"prevalence": share, "mode": 0.0}.get(name, g)
    expected = 2 * share * g / (share + g)
    guessed = at_share(at, "F1", 0.2)["Guesser"]
    if name == "mode":  # never calls a case positive there, so F1 has no value
        assert guessed != guessed
    else:
        assert guessed == pytest.approx(expected, abs=1e-12)
    assert at.query_params.get("guess") == {"half": None, "own": "0.3"}.get(name, name)
    assert table(again("prevalence", at)).equals(table(at))


def test_share_asked_for_travels():
    at = visit("prevalence", PAPER)
    choose(at, prevalence_share=0.75)
    assert answer(at).startswith("With 75 % positive cases instead of 51.6 %, F1 would rise from 0.671 to ")
    assert at.query_params["prevalence"] == "0.75"
    assert answer(again("prevalence", at)) == answer(at)


def test_measures_are_two_at_most_and_none_that_grows():
    at = visit("prevalence", f"{PAPER}&measure=MCC,kappa,ACC")
    assert at.multiselect(key="prevalence_measures").value == ["MCC", "kappa"]
    assert set(table(at)["Measure"]) == {"MCC", "kappa"}
    at = visit("prevalence", f"{PAPER}&measure=TP")
    assert 'measure must be one that this page shows, got "TP"' in said(at, "warning")
    assert at.multiselect(key="prevalence_measures").value == ["F1", "NF1"]


def test_measure_that_stays_level_is_said():
    text = said(visit("prevalence", f"{PAPER}&measure=J"))
    assert "Youden's J does not depend on how common positives are." in text
    assert "Youden's J would stay at 0.400" in text


def test_two_measures_that_stay_level_are_said_in_the_plural():
    text = said(visit("prevalence", f"{PAPER}&measure=J,BACC"))
    assert "Youden's J and Balanced accuracy (BACC) do not depend on how common positives are." in text


def test_measures_of_the_link_are_written_as_they_are_read():
    at = choose(visit("prevalence", PAPER), prevalence_measures=["PPV"])
    assert at.query_params["measure"] == "PPV"
    assert answer(at).startswith("With 25.8 % positive cases instead of 51.6 %, Precision (PPV) would fall from 0.762")


@pytest.mark.parametrize(
    ("link", "key", "default", "words"),
    [
        ("guess=often", "guess_kind", "half", "often"),
        ("cases=2.5", "rates_cases", "here", 'cases must be a whole number or "many", got "2.5"'),
        ("cases=1.5", "rates_cases", "here", 'got "1.5"'),
        ("cases=1", "rates_cases", "here", 'got "1"'),
        ("cases=x", "rates_cases", "here", 'got "x"'),
        ("cases=2000000", "rates_cases", "here", 'got "2000000"'),
        ("TPR=2", "rates_TPR", 0.6, 'TPR must be between 0 and 1, got "2"'),
        ("TNR=x", "rates_TNR", 0.8, 'TNR must be between 0 and 1, got "x"'),
        ("prevalence=7", "prevalence_share", 0.258, 'prevalence must be between 0.001 and 0.999, got "7"'),
        ("prevalence=0", "prevalence_share", 0.258, 'prevalence must be between 0.001 and 0.999, got "0"'),
    ],
)
def test_wrong_value_in_a_link_is_said_and_the_default_shown(link, key, default, words):
    at = visit("prevalence", f"sample=two_class_example&{link}")
    assert len(at.warning) == 1
    text = said(at, "warning")
    assert words in text
    assert widget(at, key).value == default
    name, value = link.split("=")
    assert at.query_params.get(name) != value
    assert "e+06" not in text


@pytest.mark.parametrize("cases", [2, 3, 4])
@pytest.mark.parametrize("rates", ["TPR=0.6&TNR=0.8", "TPR=0&TNR=1", "TPR=1&TNR=1", "TPR=0&TNR=0"])
def test_few_cases_have_an_answer(cases, rates):
    at = visit("prevalence", f"M=303&P=139&cases={cases}&{rates}")
    assert f"among {cases} cases" in said(at)
    assert "nan" not in said(at).lower().split()
    assert len(curve(at, "F1")) == cases - 1


@pytest.mark.parametrize("counts", [(1, 0, 1, 1), (0, 1, 2, 0), (1, 1, 0, 1)])
def test_three_cases_have_an_answer(counts):
    at = visit("prevalence", urlencode(dict(zip(("TP", "FP", "FN", "TN"), counts, strict=True))))
    assert "among 3 cases" in said(at)
    assert json.loads(figure(at, "prevalence_chart"))["data"]


@pytest.mark.parametrize("few", ["M=10&P=0", "M=10&P=3"])
def test_score_between_none_and_one_positive_case_is_that_of_the_formula(few):
    """F1 is 2 a TPR / (a (1 + TPR) + (1 - a)(1 - TNR)) at every share, also below one case in ten."""
    at = visit("prevalence", f"{few}&prevalence=0.01")
    expected = 2 * 0.01 * 0.6 / (0.01 * 1.6 + 0.99 * 0.2)
    assert re.search(f"would (be|.* to) {expected:.3f}", answer(at))


@pytest.mark.parametrize(("data", "share"), [("M=10&P=0", "0 %"), ("M=10&P=10", "100 %")])
def test_one_class_alone_is_said_as_it_is(data, share):
    at = visit("prevalence", f"{data}&prevalence=0.2")
    assert list(at.segmented_control(key="rates_kind").options) == ["Typed"]
    assert f"With 20 % positive cases instead of {share}" in answer(at)


def test_measure_without_a_value_is_said():
    at = visit("prevalence", "M=303&P=139&TPR=0&TNR=1&measure=PPV&cases=many")
    assert answer(at) == "Precision (PPV) has no value there: no case is called positive."


def test_upload_leaves_nothing_in_the_link():
    """Half the share of positives, 0.25, is where the slider starts: what it says comes from the file."""
    at = dropped(SCORES, "prevalence", link="data=File")
    assert answer(at).startswith("With 25 % positive cases instead of 50 %")
    assert "prevalence" not in at.query_params
    choose(at, prevalence_share=0.1)
    assert at.query_params["prevalence"] == "0.1"


def test_rates_of_an_upload_stay_out_of_the_link():
    at = choose(dropped(SCORES, "prevalence", link="data=File"), rates_kind="typed")
    assert "it calls 66.7 % positive" not in said(at)
    assert not {"0.667", "0.6667"} & set(at.query_params.values())
    choose(at, rates_TPR=0.4)
    assert at.query_params["TPR"] == "0.4"


def test_upload_has_its_own_rates_after_a_sample():
    at = visit("prevalence", "sample=two_class_example")
    assert "it calls 88 % positive" in said(at)
    kind(at, "File")
    at.file_uploader(key="data_file").set_value(("a.csv", SCORES, "text/csv"))
    fine(at.run())
    assert "it calls 66.7 % positive, of the truly negative ones 66.7 % negative" in said(at)
    assert "among 30 cases" in said(at)
