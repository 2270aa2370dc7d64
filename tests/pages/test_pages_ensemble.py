"""Whether two models are better than one: areas beside other packages, every control and link, and odd files."""

import json
import re
from functools import cache

import numpy as np
import pytest
from sklearn import metrics
from sklearn.discriminant_analysis import QuadraticDiscriminantAnalysis
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import StratifiedKFold, cross_val_predict

from ddcore.samples.pairs import PAIRS, Pair
from tests.helpers.pair_pages import CASES, TRUE, TRUTH, A, B, C, chance, percent, three
from tests.helpers.score_pages import choose, traces, upload
from tests.helpers.visiting import (
    again,
    answer,
    drop,
    dropped,
    figure,
    fine,
    go,
    kind,
    markdown,
    plain,
    rows,
    said,
    shown,
    visit,
    widget,
)

SMALL = "sample=pair_2&size=40"
NAMES = ("model 1", "model 2")
UNREAD = "These scores cannot be read together"
NEED = "It takes two models to be better together."


@cache
def seen(link):
    """A page only to be looked at."""
    return visit("ensemble", link)


def drawn(key, size):
    """The scores of a sample and which cases are positive, found without the page."""
    table = PAIRS[key].draw(size, 1)
    return np.stack([table[name].to_numpy() for name in NAMES], axis=1), np.array(table["truth"].to_pylist()) == (
        "positive"
    )


def two(*scores, header=("score_a", "score_b", "score_c"), truth=TRUTH):
    """The page with a file of several models."""
    return upload(["truth", *header[: len(scores)]], zip(truth, *scores, strict=True), "ensemble")


def ways(at):
    """The table of every way to score the cases; a file may name a model as one of them."""
    return at.main.dataframe[0].value


def areas(at):
    return ways(at).set_index("Scores")["AUC"]


def calls(at):
    """The small table of a share: of each way how many true ones it finds among how many it calls."""
    text = next(one.value for one in at.main.markdown if one.value.startswith("| called positive by |"))
    lines = [[plain(cell.strip()) for cell in line.strip("|").split(" | ")] for line in text.splitlines()[2:]]
    assert all(line[1].startswith("none: ") == (line[3] == "–") for line in lines)
    held = {line[0]: "0 of 0" if line[1].startswith("none: ") else line[1] for line in lines}
    return {name: tuple(int(part.replace(",", "")) for part in text.split(" of ")) for name, text in held.items()}


def found(score, true, share):
    """How many true ones are among the cases with the highest scores, up to a share, ties kept together."""
    best = max((cut for cut in [*np.unique(score), np.inf] if (score >= cut).mean() <= share + 1e-12), key=lambda cut:
               (score >= cut).sum())  # fmt: skip
    return int((true & (score >= best)).sum()), int((score >= best).sum())


def sane(at):
    """Nothing said is no number, and every sentence ends."""
    texts = [said(at), *(chart.proto.alt for chart in at.get("plotly_chart"))]
    for text in texts:
        assert not re.search(r"\b(nan|NaN|inf|Infinity|None)\b|∞", text), text
    for chart in at.get("plotly_chart"):
        assert not re.search(r"\b(NaN|Infinity)\b", chart.proto.spec)
        assert chart.proto.alt.endswith(".")
    for kind_of in ("warning", "error"):
        assert all(plain(one.value)[0].isupper() for one in getattr(at.main, kind_of))
    return at


def refused(at, words):
    """The page says what is missing in a sentence, and shows no chart."""
    sane(at)
    assert answer(at).endswith(".")
    reason = plain(at.main.markdown[0].value)
    assert re.search(words, reason), reason
    assert re.match("[A-Z]|predicted_c ", reason)
    assert reason.endswith(".")
    assert not at.main.get("plotly_chart")


def turn(at, key, value):
    """Set the widget whose key starts so."""
    box = widget(at, key)
    kind_of = "segmented_control" if box.type == "button_group" else box.type
    getattr(at, kind_of)(key=box.key).set_value(value)
    return fine(at.run())


def kept(at, page="likelihood"):
    """The same visitor, who went to another page and came back."""
    return go(go(at, page), "ensemble")


# Samples --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", PAIRS)
def test_answer_has_the_areas_of_each_model_and_of_both(key):
    at = sane(seen(f"sample={key}&size=200"))
    scores, true = drawn(key, 200)
    alone = [metrics.roc_auc_score(true, column) for column in scores.T]
    both = areas(at)
    assert [both[name] for name in NAMES] == pytest.approx(alone, abs=1e-12)
    gains = ways(at).set_index("Scores").loc[list(NAMES)]
    best = NAMES[int(np.argmax(alone))]
    low, high = gains.loc[best, ["gain, 95 % from", "gain, 95 % to"]]
    numbers = f"together {three(both['Together'])}, alone {three(alone[0])} and {three(alone[1])}."
    assert answer(at).lower().endswith(numbers)
    assert answer(at).startswith("Yes. T" if low > 0 else "Not that these cases could show: t")
    text = said(at)
    assert f"gains +{both['Together'] - max(alone):.3f} on the better one, {best} (95 % interval " in text
    assert f"{three(low)} to {three(high)})" in text
    assert gains["Gain of together"].tolist() == pytest.approx([both["Together"] - one for one in alone], abs=1e-12)
    pair = PAIRS[key]
    exact = [f"{pair.alone(name).auc:.4f}" for name in NAMES]
    assert f"the exact areas are {exact[0]} and {exact[1]} alone and {pair.best_auc:.4f} together" in text
    assert both["Together"] == pytest.approx(pair.best_auc, abs=0.03)
    precision = ways(at).set_index("Scores")["Average precision"]
    assert precision[NAMES[0]] == pytest.approx(metrics.average_precision_score(true, scores[:, 0]))


def test_simpler_ways_have_the_areas_of_other_packages():
    at = seen("sample=pair_2&size=200")
    scores, true = drawn("pair_2", 200)
    ranks = scores.argsort(axis=0).argsort(axis=0)
    mean = (scores / scores.std(axis=0)).mean(axis=1)
    for name, score in (("Mean", mean), ("AND", ranks.min(axis=1)), ("OR", ranks.max(axis=1))):
        assert areas(at)[name] == pytest.approx(metrics.roc_auc_score(true, score), abs=1e-12), name
    folds = StratifiedKFold(5, shuffle=True, random_state=0)
    for name, link, model in (
        ("Stacking", "", LogisticRegression(C=1e6)),
        ("Together", "&joint=binormal", QuadraticDiscriminantAnalysis()),
    ):
        chances = cross_val_predict(model, scores, true, cv=folds, method="predict_proba")[:, 1]
        auc = areas(seen(f"sample=pair_2&size=200{link}"))[name]
        assert auc == pytest.approx(metrics.roc_auc_score(true, chances), abs=0.01), name


@pytest.mark.parametrize("share", [0.5, 0.2])
def test_each_way_finds_what_its_highest_scores_hold(share):
    at = seen("sample=pair_2&size=200" + ("" if share == 0.5 else f"&called={share}"))
    scores, true = drawn("pair_2", 200)
    table = calls(at)
    assert [table[name] for name in NAMES] == [found(column, true, share) for column in scores.T]
    true_ones, called = table["Together"]
    assert 0.9 * share * 400 < called <= share * 400
    assert f"{percent(true_ones / 200)}." in said(at)
    lines = [
        one["x0"] if one["x0"] == one["x1"] else one["y0"]
        for one in json.loads(figure(at, "plane_chart"))["layout"]["shapes"]
    ]
    assert lines == [np.sort(column)[-int(share * 400)] for column in scores.T]


def test_charts_show_every_way_and_have_their_tables():
    at = seen("sample=pair_2&size=200")
    lines = traces(at, "ensemble_chart")
    learned = areas(at).drop(["Mean", "AND", "OR"])
    for name, auc in learned.items():
        label = next(one for one in lines if one.startswith(name[:7]) and one.endswith(f" {three(auc)}"))
        assert np.trapezoid(lines[label]["y"], lines[label]["x"]) == pytest.approx(auc, abs=2e-3)
        assert f"{name} {three(auc)}" in at.get_by_key("ensemble_chart").proto.alt
    assert len(lines) == len(learned) + 1 == 7
    plane = traces(at, "plane_chart")
    assert [len(plane[f"truly {name}"]["x"]) for name in ("positive", "negative")] == [200, 200]
    assert at.get_by_key("plane_chart").proto.alt.startswith("Plane of the scores of model 1 and model 2.")
    labels = [one.label for one in at.main.expander]
    assert labels[-1] == "How this is computed"
    assert [label.split(" (")[0] for label in labels[:-1]] == [
        "Every way to score the cases as a table",
        "The plane as a table",
        "Every point of the curves as a table",
        "The same case at other correlations",
    ]
    every, points, others = (one.value for one in at.main.dataframe)
    assert every.columns.tolist() == [
        *("Scores", "What they are", "AUC", "95 % from", "95 % to", "Gain of together", "gain, 95 % from"),
        *("gain, 95 % to", "gain, two-sided p", "Average precision"),
    ]
    assert len(every) == 9
    assert points.columns[:2].tolist() == ["Model", "Threshold"]
    assert set(points["Model"]) == set(every["Scores"])
    assert others.columns.tolist()[2:] == ["AUC alone", "AUC together"]
    assert len(others) == 6


def test_table_of_the_plane_is_made_when_it_is_opened():
    at = visit("ensemble", SMALL)
    at.session_state["plane_box"] = True
    fine(at.run())
    table = next(one.value for one in at.main.dataframe if "Log likelihood ratio" in one.value)
    assert table.columns.tolist() == [*NAMES, "Log likelihood ratio"]
    assert len(table) == 121**2
    assert np.isfinite(table.to_numpy()).all()


def test_other_class_as_positive_turns_each_model_but_not_both():
    at = sane(choose(visit("ensemble", "sample=pair_2&size=100"), data_positive="negative"))
    scores, true = drawn("pair_2", 100)
    alone = [1 - metrics.roc_auc_score(true, column) for column in scores.T]
    assert [areas(at)[name] for name in NAMES] == pytest.approx(alone, abs=1e-12)
    assert areas(at)["Together"] > 0.93
    assert "the exact areas are 0.1855 and 0.1855 alone and 0.9521 together" in said(at)
    assert at.query_params["positive"] == "negative"
    assert "| truly negative |" in said(at)
    assert "| truly negative |" in said(again("ensemble", at))


def test_loans_are_read_together_without_a_gain():
    at = sane(seen("sample=lending_club"))
    assert re.fullmatch(
        r"Not that these cases could show: together 0\.7\d\d, alone 0\.747 and 0\.735\.",
        answer(at),
    )
    assert calls(at)["logistic"] == (90, 492)
    assert widget(at, "ensemble_called").value == 0.05
    assert "called" not in at.query_params
    assert len(at.main.dataframe) == 1
    assert sum("rows)" in one.label for one in at.main.expander) == 2


@pytest.mark.parametrize(
    ("link", "words"),
    [
        ("sample=two_class_example", "Here is only one model"),
        ("sample=hpc_cv", "Here only model VF has scores"),
        ("sample=scenario_2&size=40", "Here is only one model"),
        ("sample=applicants&size=40", "Here is only one model"),
        ("sample=pathology", "Here no model has scores"),
        ("sample=factory", "Here no model has scores"),
        ("TP=227&FP=50&FN=31&TN=192", "Here no model has scores"),
        ("M=303&P=139", "Type a model's counts or drop a file"),
    ],
)
def test_without_two_models_the_page_says_what_it_needs(link, words):
    at = visit("ensemble", link)
    assert (answer(at) == NEED) == (not link.startswith("M="))
    refused(at, words)


# Links and controls ---------------------------------------------------------------------------------------------------

CONTROLS = [
    ("called", "ensemble_called", 0.3),
    ("bandwidth", "ensemble_bandwidth", "scott"),
    ("folds", "ensemble_folds", 3),
    ("deal", "ensemble_deal", 7),
    ("curve", "ensemble_curve", "toc"),
    ("joint", "ensemble_method", "binormal"),
]


def test_controls_change_the_page_and_travel():
    at = visit("ensemble", SMALL)
    start = dict(at.query_params)
    assert start == {"sample": "pair_2", "size": "40", "model": "model 1", "threshold": "6"}
    usual = {key: widget(at, key).value for _, key, _ in CONTROLS}
    fresh = said(at), figure(at, "ensemble_chart")
    asked = dict(start)
    for name, key, value in CONTROLS:
        before = said(at), figure(at, "ensemble_chart")
        turn(at, key, value)
        asked[name] = str(value)
        if name == "joint":
            del asked["bandwidth"]
            assert not shown(at, "ensemble_bandwidth")
        assert (said(at), figure(at, "ensemble_chart")) != before, name
        assert at.query_params == asked, name
        if name in ("curve", "joint"):
            other = again("ensemble", at)
            for chart in ("plane_chart", "ensemble_chart"):
                assert figure(other, chart) == figure(at, chart)
            assert said(other) == said(sane(at))
    for _, key, _ in reversed(CONTROLS):
        turn(at, key, usual[key])
        if key == "ensemble_method":
            assert at.query_params["bandwidth"] == "scott"
    assert at.query_params == start
    assert (said(at), figure(at, "ensemble_chart")) == fresh


def test_what_a_link_cannot_give_is_said_and_the_default_shown():
    at = sane(visit("ensemble", f"{SMALL}&called=2&joint=x&bandwidth=wide&folds=1&deal=1.5&curve=det"))
    assert [widget(at, key).value for _, key, _ in CONTROLS] == [0.5, "normal", 5, 1, "roc", "kde"]
    text = said(at, "warning")
    assert len(at.warning) == 6
    for words in (
        'called must be between 0.01 and 0.99, got "2".',
        'joint must be one of kde, binormal, logistic, got "x".',
        'bandwidth must be one of normal, silverman, scott, isj, got "wide".',
        'folds must be between 2 and 50, got "1".',
        'deal must be a whole number, got "1.5".',
        'curve must be one of roc, precision_recall, toc, got "det".',
    ):
        assert words in text
    assert said(at).replace(text, "").strip() == said(seen(SMALL)).strip()
    assert at.query_params == seen(SMALL).query_params


def test_choices_are_kept_while_another_page_is_looked_at():
    link = f"{SMALL}&called=0.3&joint=binormal&folds=4&curve=toc"
    at = visit("ensemble", link)
    before, query = said(at), dict(at.query_params)
    kept(at)
    assert said(at) == before
    assert at.query_params == query


def test_other_samples_on_the_page_have_answers_of_their_own():
    at = choose(visit("ensemble", SMALL), ensemble_folds=3)
    for sample in ("pathology", "pair_1", "pair_2"):
        sane(choose(at, data_sample=sample))
        if sample.startswith("pair"):
            assert "together 0." in answer(at).lower()
            assert at.query_params["folds"] == "3"
        else:
            assert answer(at) == NEED
            assert "folds" not in at.query_params


def test_exact_areas_are_found_once(monkeypatch):
    """They take a second; whoever moves a slider should not wait for them again."""
    counted = []
    before = Pair._best_auc
    monkeypatch.setattr(Pair, "_best_auc", lambda pair, cells: (counted.append(cells), before(pair, cells))[1])
    at = visit("ensemble", SMALL)
    counted.clear()
    choose(at, ensemble_called=0.4)
    assert counted == []


def test_share_that_nobody_touched_follows_the_data():
    at = choose(visit("ensemble", SMALL), data_sample="lending_club")
    assert widget(at, "ensemble_called").value == 0.05
    assert "called" not in at.query_params


# Files ----------------------------------------------------------------------------------------------------------------


def test_nothing_of_a_file_reaches_the_link():
    at = two(A, B, C, header=("score_secret", "score_hidden", "score_third"))
    assert at.query_params == {"data": "File"}
    choose(at, ensemble_method="logistic", ensemble_called=0.25, data_model_="score_hidden")
    choose(at, ensemble_models=["score_third", "score_secret"])
    assert list(calls(at))[:2] == ["score_third", "score_secret"]
    assert at.query_params == {"data": "File", "joint": "logistic", "called": "0.25"}
    kind(at, "Numbers")
    assert not shown(at, "ensemble_chart")


def test_kernel_refuses_three_models_and_other_methods_read_them():
    at = two(A, B, C)
    assert list(calls(at)) == ["score_a", "score_b", "Together"]
    choose(at, ensemble_models=["score_a", "score_b", "score_c"])
    assert answer(at) == f"{UNREAD} yet."
    refused(at, r"takes two .*a density of three scores needs far more cases.*(?i:binormal or logistic)\.$")
    alone = [metrics.roc_auc_score(TRUE, score) for score in (A, B, C)]
    for method in ("binormal", "logistic"):
        sane(choose(at, ensemble_method=method))
        assert list(calls(at)) == ["score_a", "score_b", "score_c", "Together"]
        text = answer(at).lower()
        assert text.endswith(f"alone {three(alone[0])}, {three(alone[1])} and {three(alone[2])}.")
        assert not shown(at, "plane_chart")
        lines = " ".join(traces(at, "ensemble_chart"))
        assert all(f"score_{name} {three(auc)}" in lines for name, auc in zip("abc", alone, strict=True))
    before = said(at)
    assert said(kept(at, "curves")) == before
    choose(at, ensemble_models=["score_c", "score_b"])
    assert list(calls(at)) == ["score_c", "score_b", "Together"]
    assert shown(at, "plane_chart")


def test_models_of_another_file_take_the_place_of_those_before():
    at = choose(two(A, B, C), ensemble_method="logistic", ensemble_models=["score_b", "score_c", "score_a"])
    drop(at, rows(["truth", "score_x", "score_y", "score_z"], zip(TRUTH, C, A, B, strict=True)), "other.csv")
    assert list(calls(sane(at))) == ["score_x", "score_y", "Together"]
    drop(at, rows(["truth", "score_a", "score_z"], zip(TRUTH, C, A, strict=True)), "third.csv")
    assert list(calls(sane(at))) == ["score_a", "score_z", "Together"]
    assert areas(at)["score_a"] == pytest.approx(metrics.roc_auc_score(TRUE, C), abs=1e-12)


def test_models_in_the_box_are_those_that_are_read():
    """Whoever takes all but one away is told that it takes two, or sees which two are read."""
    at = choose(two(A, B, C), ensemble_models=[])
    assert set(list(calls(at))[:2]) <= {"score_a", "score_b", "score_c"}
    at.multiselect(key="ensemble_models").set_value(["score_c"])
    fine(at.run())
    if at.main.get("plotly_chart"):
        assert "two" in said(at, "info", "warning") or set(at.multiselect(key="ensemble_models").value) == set(
            list(calls(at))[:-1]
        )
    else:
        assert "two" in said(at)


WEIGHT = np.where(np.arange(CASES) % 3 == 0, 2.5, 0.5)
GAPS = ["" if place % 9 == 0 else score for place, score in enumerate(B)]


@pytest.mark.parametrize(
    ("header", "columns", "words"),
    [
        (("model", "score"), (np.where(np.arange(CASES) // 5 % 2, "m1", "m2"), A), "rows of its own"),
        (("score_a", "score_b"), (A, np.full(CASES, 7)), "All scores of score_b are equal.* choose another model"),
        (("score_a", "score_b"), (A, A), "score_a and score_b say the same.*choose two models that differ"),
        (("score_a", "score_b"), (A, np.round(2 * A + 1, 2)), "each is the other on another scale"),
        (("score_a", "score_b"), ((A > 0.5).astype(int), (B > 0).astype(int)), "Here no model has scores"),
        (("score_a", "score_b"), ((A > 0.5).astype(int), B), "Here only score_b has scores"),
        (("score_a", "predicted_b"), (A, np.where(B > 0.5, "yes", "no")), "Here only score_a has scores"),
    ],
)
def test_file_that_cannot_be_read_together_says_why(header, columns, words):
    at = upload(["truth", *header], zip(TRUTH, *columns, strict=True), "ensemble")
    assert answer(at) == NEED or answer(at).startswith(UNREAD)
    refused(at, words)


def test_weighted_cases_are_read_together_with_their_weights():
    columns = [TRUTH, A, B, WEIGHT]
    at = upload(["truth", "score_a", "score_b", "weight"], zip(*columns, strict=True), "ensemble")
    assert "ogether " in answer(sane(at))
    assert "Weighted cases count\ntheir weights" in said(at)
    for name, score in (("score_a", A), ("score_b", B)):
        right = metrics.roc_auc_score(TRUE, score, sample_weight=WEIGHT)
        assert areas(at)[name] == pytest.approx(right, abs=1e-12)


def test_one_class_alone_is_said():
    at = two(A, B, truth=np.full(CASES, "yes"))
    assert answer(at) == "This data cannot be used yet"
    assert "must hold two classes" in said(at, "error")


def test_one_case_of_a_class_is_too_few():
    refused(two(A, B, truth=np.where(np.arange(CASES) == 3, "yes", "no")), "two cases of each class, got 1 of one")


def test_labels_looked_at_are_said_and_left_again():
    at = upload(
        ["truth", "score_a", "score_b", "predicted_c"],
        zip(TRUTH, A, B, np.where(C > 0.5, "yes", "no"), strict=True),
        "ensemble",
    )
    before = said(at)
    choose(at, data_model_="predicted_c")
    refused(at, "predicted_c has no scores; look at another model")
    choose(at, data_model_="score_a")
    assert said(at) == before


PILED = np.where(np.arange(CASES) % 7 == 0, 0, np.where(np.arange(CASES) % 11 == 0, 1, chance(A)))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (A * 1e9, B * 1e-9),
        (PILED, chance(B)),
        (np.where(A > 0.5, 0.8, 0.2), np.where(B > 0.5, 3.5, 1.5)),
        (TRUE * 5 + chance(A), TRUE * 5 + chance(B)),
        (A, np.round(np.exp(A), 4)),
    ],
    ids=["far out", "piled up at 0 and 1", "two distinct scores", "perfect", "in the same order"],
)
def test_odd_scores_are_read_together(one, other):
    at = sane(two(one, other))
    alone = [metrics.roc_auc_score(TRUE, score) for score in (one, other)]
    assert [areas(at)[name] for name in ("score_a", "score_b")] == pytest.approx(alone, abs=1e-12)
    assert answer(at).endswith(f"alone {three(alone[0])} and {three(alone[1])}.")
    assert [calls(at)[name] for name in ("score_a", "score_b")] == [found(s, TRUE, 0.4) for s in (one, other)]
    alike = "put the cases into the same order"
    assert (alike in said(at)) == (np.argsort(one).tolist() == np.argsort(other).tolist() and np.unique(one).size > 2)


def test_gaps_in_one_score_leave_cases_out_when_asked():
    at = two(A, GAPS)
    assert answer(at) == "One question first"
    at.button(key=widget(at, "data_ask_missing_").key).click()
    sane(fine(at.run()))
    known = np.arange(CASES) % 9 != 0
    alone = [metrics.roc_auc_score(TRUE[known], score[known]) for score in (A, B)]
    assert [areas(at)[name] for name in ("score_a", "score_b")] == pytest.approx(alone, abs=1e-12)
    assert "9 cases without a score of each model are left out." in said(at)


def test_gaps_that_leave_one_class_are_said():
    at = two(A, ["" if true else score for true, score in zip(TRUE, B, strict=True)])
    at.button(key=widget(at, "data_ask_missing_").key).click()
    refused(fine(at.run()), "both classes, got no positive case")


def test_truth_that_must_be_asked_for_is_asked_for():
    truths = np.where(TRUE, "b", "a"), np.where(np.roll(TRUE, 1), "d", "c")
    at = upload(["u", "v", "p", "q"], zip(*truths, chance(A), chance(B), strict=True), "ensemble")
    assert answer(at) == "One question first"
    choose(at, data_ask_truth_="u", data_positive_="b")
    assert answer(sane(at)).endswith(f"alone {three(metrics.roc_auc_score(TRUE, A))} and "
                                     f"{three(metrics.roc_auc_score(TRUE, B))}.")  # fmt: skip


def test_two_of_two_hundred_models_are_read_and_others_can_be():
    rng = np.random.default_rng(5)
    scores = np.round(rng.normal(TRUE * 0.3, 1, (200, CASES)), 2)
    names = [f"score_{place}" for place in range(200)]
    at = sane(two(*scores, header=names))
    assert list(calls(at)) == ["score_0", "score_1", "Together"]
    choose(at, ensemble_method="logistic", ensemble_models=names[190:198])
    alone = [three(metrics.roc_auc_score(TRUE, score)) for score in scores[190:198]]
    assert list(calls(sane(at))) == [*names[190:198], "Together"]
    assert all(one in answer(at) for one in alone[:5])


def test_names_are_shown_letter_by_letter():
    names, models = ("**ill** <b>x</b>", "$well$ [a](b)"), ("score `a` *b*", "score ![q](z)")
    at = two(A, B, header=models, truth=np.where(TRUE, *names))
    assert list(calls(at)) == [*models, "Together"]
    assert f"| truly {names[0]} |" in said(at)
    for place, text in markdown(at):
        for name in (*names, *models):
            assert name not in text, place


# Honest words ---------------------------------------------------------------------------------------------------------


def test_noise_beside_a_model_that_was_misread_is_no_second_model():
    """Both low and high scores of one model speak for positive: it alone, read as evidence, is as good as both."""
    rng = np.random.default_rng(5)
    true = np.arange(400) % 2 == 0
    one = np.where(true, rng.choice([-2, 2], 400), 0) + rng.normal(0, 0.6, 400)
    at = two(one, rng.normal(0, 1, 400), truth=np.where(true, "yes", "no"))
    assert areas(at)["score_a, read"] > areas(at)["Together"] - 0.01
    assert not answer(at).startswith("Yes")


def test_score_that_differs_in_one_case_is_not_called_constant():
    other = np.full(CASES, 7.0)
    other[3] = 8
    at = sane(two(A, other))
    assert "All scores of score_b are equal" not in said(at)


@pytest.mark.parametrize(
    "lines",
    [
        [("yes", 0.9, 0.3), ("no", 0.1, 0.2)],
        [("yes", 0.9, 0.3), ("no", 0.1, 0.2), ("no", 0.4, 0.6), ("yes", 0.3, 0.4)],
    ],
    ids=["two cases", "four cases"],
)
def test_few_cases_are_not_said_to_be_one_score_on_another_scale(lines):
    at = sane(dropped(rows(["truth", "score_a", "score_b"], lines), "ensemble", link="data=File"))
    assert "each is the other on another scale" not in said(at)
    assert "cases" in plain(at.main.markdown[0].value)


def test_models_named_as_the_ways_keep_their_curves():
    names = ("Together", "Stacking")
    at = two(chance(A), chance(B), header=names)
    assert ways(at)["Scores"].tolist()[:2] == list(names)
    assert len(traces(at, "ensemble_chart")) == 7
    points = at.main.dataframe[-1].value
    firsts = points.groupby("Model").size()
    assert firsts.size == 9
