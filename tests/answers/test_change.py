"""What changed: the sentence, the notes by their rules, sides without a truth, labels, cuts, weights and refusals."""

import datetime
import math

import numpy as np
import pytest
from scipy.stats import norm

import ddcore
from ddcore.answers import QUESTIONS
from ddcore.answers.change import Choices
from ddcore.answers.change_sides import usual_pair
from ddcore.errors import InputError
from ddcore.measures import MEASURES, measure
from ddcore.scores.intervals import delong
from ddcore.table import ScoreTable
from tests.helpers.answers import asked, codes
from tests.helpers.loops import nonempty

SIZE = 1200


def law(seed, share, apart, shift=0.0, size=SIZE):
    """Truth and scores of one side."""
    rng = np.random.default_rng(seed)
    true = (np.arange(size) < share * size).astype(int)
    return true, rng.normal(size=size) + apart * true + shift


def period(then, now, **roles):
    """Data of two sides; the truth of a side may be None."""
    truth = np.concatenate([then[0], now[0]])
    score = np.concatenate([then[1], now[1]])
    when = np.repeat(["then", "now"], [len(then[1]), len(now[1])])
    return ddcore.predictions(truth, score, positive=1, group={"when": when}, threshold=0.5, **roles)


@pytest.fixture(scope="module")
def worse():
    return period(law(1, 0.4, 1.5), law(2, 0.2, 0.9, -0.4))


def test_change_is_told_with_its_parts_which_add_up(worse):
    answer = asked("change", worse, measure="F1")
    assert answer.sentence.startswith("F1 fell by **")
    assert "positives are rarer" in answer.sentence
    found = answer.values["measures"]["F1"]
    for key, told in nonempty(answer.values["measures"].items()):
        made = sum(told[name]["value"] for name in ("share", "separation", "level", "threshold"))
        assert made == pytest.approx(told["now"] - told["then"], abs=1e-12 * max(1, abs(told["now"]))), key
    counts = worse.where(worse.rows.splits["when"].codes == worse.rows.splits["when"].names.index("now")).model.counts
    assert found["now"] == pytest.approx(float(measure("F1")(counts)), abs=1e-15)
    assert set(answer.values["measures"]) == {key for key, row in MEASURES.items() if row.judges and not row.grows}
    assert {"separates-less", "cuts-elsewhere", "drifted"} <= set(codes(answer))
    assert [*answer.figures] == ["change", "drift"]


def test_areas_of_two_periods_differ_by_both_their_errors():
    then, now = law(1, 0.4, 1.5, size=300), law(2, 0.2, 0.9, size=300)
    found = asked("change", period(then, now)).values["rates"]["AUC"]
    areas = [delong(ScoreTable.of(score, true)) for true, score in (then, now)]
    error = math.hypot(*(area.error for area in areas))
    difference = found["difference"]
    assert difference["value"] == pytest.approx(areas[1].value - areas[0].value, abs=1e-15)
    assert difference["high"] - difference["low"] == pytest.approx(2 * norm.ppf(0.975) * error, rel=1e-9)
    assert found["p"] == pytest.approx(2 * norm.sf(abs(difference["value"]) / error), rel=1e-9)


def test_causes_against_each_other_are_said():
    answer = asked("change", ddcore.sample("then_and_now"), measure="ACC")
    assert "positives make it" in answer.sentence
    assert "against-each-other" in codes(answer)


def test_only_the_share_moves():
    (true, score), many = law(1, 0.4, 1.5), 3
    rarer = np.concatenate([true, *[true[true == 0]] * many]), np.concatenate([score, *[score[true == 0]] * many])
    answer = asked("change", period((true, score), rarer), measure="PPV")
    assert answer.values["measures"]["PPV"]["classifier"]["value"] == 0
    assert "none of it" in answer.sentence
    assert codes(answer) == ["separates-alike", "drifted", "foretold"]
    share = answer.values["expected"]["share_by_scores"]
    assert share["low"] < rarer[0].mean() < share["high"]


def test_nothing_changed():
    answer = asked("change", period(law(1, 0.4, 1.5), law(1, 0.4, 1.5)))
    assert "**did not change**" in answer.sentence
    assert codes(answer)[:2] == ["separates-alike", "no-drift"]
    assert answer.values["drift"]["p"] == 1


def test_a_small_change_may_be_luck():
    answer = asked("change", period(law(1, 0.4, 1.5, size=200), law(9, 0.4, 1.5, size=200)), measure="F1")
    assert "may be luck" in answer.sentence
    assert "no-drift" in codes(answer)
    assert 0.05 < answer.values["drift"]["p"] < 0.95


def test_a_new_threshold_has_its_part(worse):
    plain, moved = (asked("change", worse, measure="F1", threshold_now=cut) for cut in (None, 0.1))
    names = [step.split("<br>")[0] for step in moved.figures["change"].draw("dark").layout.yaxis.ticktext]
    assert names == ["Then", "Share of positives", "Separation", "Where scores lie", "Threshold", "Now"]
    assert "the new threshold" in moved.reason
    assert "new threshold" not in plain.reason
    assert moved.values["measures"]["F1"]["threshold"]["value"] != 0
    assert plain.values["measures"]["F1"]["threshold"] == {"value": 0, "low": 0, "high": 0}


@pytest.fixture(scope="module")
def unlabelled():
    """The cases of now have no truth; two in ten are positive."""
    then, now = law(1, 0.4, 1.5), law(2, 0.2, 1.5)
    lines = [f"{t},{s},then" for t, s in zip(*then, strict=True)] + [f",{s},now" for s in now[1]]
    content = "\n".join(["truth,score,when", *lines]).encode()
    roles = {"truth": "truth", "score": "score", "group": "when", "positive": "1", "missing": "leave out"}
    return ddcore.read(content, threshold=0.5, **roles)


def test_a_side_without_labels_is_told_what_the_measure_would_be(unlabelled):
    answer = asked("change", unlabelled, measure="ACC")
    assert answer.values["measures"] == {}
    share = answer.values["expected"]["share_by_scores"]
    assert share["low"] < 0.2 < share["high"]
    assert codes(answer) == ["drifted"]
    assert [*answer.tables] == ["rates", "drift", "expected"]
    assert len(answer.figures["change"].draw("light").layout.yaxis.ticktext) == 3
    true = law(2, 0.2, 1.5)
    accuracy = np.mean((true[1] >= 0.5) == true[0])
    would = answer.values["expected"]["if_share"]["ACC"]
    assert would["low"] < accuracy < would["high"]


def test_then_without_labels_has_nothing_to_compare_with(unlabelled):
    answer = asked("change", unlabelled, then="now", now="then")
    assert answer.values["measures"] == {}
    assert [*answer.figures] == ["drift"]


def test_two_files_are_then_and_now_in_their_order(tmp_path):
    for name, (true, score) in (("b.csv", law(1, 0.4, 1.5)), ("a.csv", law(2, 0.2, 1.5))):
        lines = [f"{t},{s}" for t, s in zip(true, score, strict=True)]
        (tmp_path / name).write_text("\n".join(["truth,score", *lines]))
    data = ddcore.read([tmp_path / "b.csv", tmp_path / "a.csv"], positive="1", threshold=0.5)
    values = asked("change", data).values
    assert (values["by"], values["then"]["name"], values["now"]["name"]) == ("file", "b.csv", "a.csv")


def test_a_date_is_cut_where_the_share_asks_and_a_number_too():
    true, score = law(1, 0.4, 1.5, size=200)
    days = [(datetime.date(2024, 1, 1) + datetime.timedelta(days=int(day))).isoformat() for day in range(200)]
    lines = [f"{t},{s},{day},{age}" for t, s, day, age in zip(true[::-1], score, days, range(200), strict=True)]
    content = "\n".join(["truth,score,day,age", *lines]).encode()
    data = ddcore.read(content, truth="truth", score="score", positive="1", group=["day", "age"])
    half, early = (asked("change", data, cut=cut).values for cut in (0.5, 0.25))
    assert (half["then"]["name"], half["now"]["name"]) == ("before 2024-04-10", "from 2024-04-10 on")
    assert (early["then"]["cases"], early["now"]["cases"]) == (50, 150)
    aged = asked("change", data, by="age").values
    assert (aged["then"]["name"], aged["now"]["name"]) == ("below 100", "100 and more")
    assert Choices.offered("then", data, {"by": "age"}) == {}


def test_labels_have_two_parts():
    (true, score), (later, other) = law(1, 0.4, 1.5), law(2, 0.2, 0.9)
    label = np.concatenate([score, other]) >= 0.5
    when = np.repeat(["then", "now"], SIZE)
    rows = zip(np.concatenate([true, later]), label, when, strict=True)
    content = "\n".join(["truth,label,when", *(f"{t},{int(called)},{side}" for t, called, side in rows)])
    data = ddcore.read(content.encode(), truth="truth", label="label", positive="1", group="when")
    answer = asked("change", data)
    scores = asked("change", period((true, score), (later, other)))
    assert "labels" in codes(answer)
    found, told = (one.values["measures"]["ACC"] for one in (answer, scores))
    for name in nonempty(("change", "share", "classifier")):
        assert found[name]["value"] == pytest.approx(told[name]["value"], abs=1e-14)
    assert "separation" not in found


def test_weights_count_and_clusters_are_warned_of():
    then, now = law(1, 0.4, 1.5, size=300), law(2, 0.2, 1.5, size=300)
    weight = np.random.default_rng(1).integers(1, 4, 600)
    plain = asked("change", period(then, now))
    weighted = asked("change", period(then, now, weight=weight, cluster=np.arange(600) // 2))
    assert plain.values["measures"]["F1"]["then"] != weighted.values["measures"]["F1"]["then"]
    assert {"clusters"} <= set(codes(weighted)) | {"weights"}
    assert plain.values["drift"] == weighted.values["drift"]
    same = asked("change", period(then, now, weight=np.full(600, 2)))
    assert same.values["measures"] == plain.values["measures"]


@pytest.mark.parametrize(
    ("choices", "told"),
    [
        ({"by": "where"}, r'by must be one of the columns that divide the cases \(when\), got "where"'),
        ({"then": "never"}, r'then must be one of the values of when \(now, then\), got "never"'),
        ({"then": "now", "now": "now"}, 'then and now must be two values, got "now" twice'),
        ({"cut": 2}, 'cut must be between 0.05 and 0.95, got "2"'),
    ],
)
def test_what_cannot_be_asked_is_said(worse, choices, told):
    with pytest.raises(InputError, match=told):
        asked("change", worse, **choices)


def test_what_lacks_is_said():
    data = ddcore.predictions([0, 1, 1], [0.1, 0.4, 0.8])
    answer = QUESTIONS["change"].ask(data)
    assert "Nothing divides" in answer.sentence
    assert not answer.figures


def test_usual_pair_goes_by_names():
    assert usual_pair(("test", "train")) == ("train", "test")
    assert usual_pair(("2024.csv", "2023.csv")) == ("2024.csv", "2023.csv")
    assert usual_pair(("alone",)) is None
