"""What changed: the sentence, the notes by their rules, sides without a truth, labels, cuts, weights and refusals."""

import math
from pathlib import Path

import numpy as np
import pytest
from scipy.stats import norm
from sklearn.metrics import f1_score

import ddcore
from ddcore.answers.base.answer import COUNTED
from ddcore.answers.base.question import QUESTIONS
from ddcore.answers.base.words import signed
from ddcore.answers.change import Choices
from ddcore.answers.change.sides import default_pair
from ddcore.errors import InputError
from ddcore.formats import percent
from ddcore.measures import MEASURES
from ddcore.scores.intervals import delong
from ddcore.table import ScoreTable
from tests.helpers.answers import asked, codes, numbers
from tests.helpers.loops import nonempty

SIZE = 800
SHIFT = Path(__file__).parents[2] / "samples" / "unlabelled_shift.csv"


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


def read(head, rows, **roles):
    """Data of the lines of a table."""
    content = "\n".join([head, *(",".join(map(str, row)) for row in rows)])
    return ddcore.read(content.encode(), truth="truth", positive="1", **roles)


def test_change_is_told_with_its_parts_which_add_up(worse):
    answer = asked("change", worse, measure="F1")
    assert answer.sentence.startswith("F1 fell by **")
    assert "because positives became rarer" in answer.sentence
    told = answer.values["measures"]
    made = [sum(one[name]["value"] for name in ("share", "separation", "level", "threshold")) for one in told.values()]
    assert made == pytest.approx([one["now"] - one["then"] for one in told.values()], rel=1e-9, abs=1e-12)
    true, score = law(2, 0.2, 0.9, -0.4)
    assert told["F1"]["now"] == pytest.approx(f1_score(true, score >= 0.5), abs=1e-15)
    assert set(told) == {key for key, row in MEASURES.items() if row.judges and not row.grows}
    assert {"separates-less", "cuts-elsewhere", "drifted"} <= set(codes(answer))
    assert [*answer.figures] == ["change", "drift"]


def test_areas_of_two_periods_differ_by_both_their_errors():
    then, now = law(1, 0.4, 1.5, size=300), law(2, 0.2, 0.9, size=300)
    found = asked("change", period(then, now)).values["rates"]["AUC"]
    before, after = (delong(ScoreTable.of(score, true)) for true, score in (then, now))
    gap = after.value - before.value
    low = gap - math.hypot(after.value - after.low, before.high - before.value)
    high = gap + math.hypot(after.high - after.value, before.value - before.low)
    assert found["difference"] == pytest.approx({"value": gap, "low": low, "high": high}, rel=1e-9)
    assert found["p"] == pytest.approx(2 * norm.sf(norm.isf(0.025) * abs(gap) / (high - gap)), rel=1e-9)


@pytest.mark.parametrize(("positives", "behind"), [(3, 5), (5, 8)])
def test_few_perfect_cases_then_are_no_sure_loss_now(positives, behind):
    """The normal law of both errors: an area of 1 has none, so that 0.83 of 3 positives is surely less."""
    then = np.repeat([1, 0], [positives, 30]), np.concatenate([np.full(positives, 2.0), np.linspace(0, 1, 30)])
    now = then[0], np.concatenate([np.full(positives, 1 - behind / 30), np.linspace(0, 1, 30)])
    answer = asked("change", period(then, now))
    area = answer.values["rates"]["AUC"]
    assert (area["then"], area["now"] < 0.85) == (1.0, True)
    assert area["difference"]["low"] < 0 < area["difference"]["high"]
    assert "separates-alike" in codes(answer)


def test_causes_against_each_other_are_said():
    answer = asked("change", ddcore.sample("then_and_now"), measure="ACC")
    assert "positives raise it" in answer.sentence
    assert "against-each-other" in codes(answer)


def test_only_the_share_moves():
    true, score = law(1, 0.4, 1.5)
    rarer, of_them = (np.concatenate([column, np.tile(column[true == 0], 3)]) for column in (true, score))
    answer = asked("change", period((true, score), (rarer, of_them)), measure="PPV")
    assert answer.values["measures"]["PPV"]["classifier"]["value"] == 0
    assert "positives became rarer" in answer.sentence
    assert codes(answer) == ["separates-alike", "drifted", "foretold"]
    share = answer.values["expected"]["share_by_scores"]
    assert share["low"] < rarer.mean() < share["high"]


def test_nothing_changed():
    answer = asked("change", period(law(1, 0.4, 1.5), law(1, 0.4, 1.5)))
    assert "**did not change**" in answer.sentence
    assert codes(answer)[:2] == ["separates-alike", "no-drift"]
    assert answer.values["drift"]["p"] == 1


def test_a_small_change_may_be_luck():
    answer = asked("change", period(law(1, 0.4, 1.5, size=200), law(9, 0.4, 1.5, size=200)), measure="F1")
    assert "may be chance" in answer.sentence
    assert "no-drift" in codes(answer)
    assert 0.05 < answer.values["drift"]["p"] < 0.95


def test_a_new_threshold_has_its_part(worse):
    plain, moved = (asked("change", worse, measure="F1", threshold_now=cut) for cut in (None, 0.1))
    names = [step.split("<br>")[0] for step in moved.figures["change"].draw("dark").layout.yaxis.ticktext]
    assert names == ["Then", "Base rate", "Separation", "Shift of the scores", "Threshold", "Now"]
    assert ["new threshold" in answer.reason for answer in (plain, moved)] == [False, True]
    assert moved.values["measures"]["F1"]["threshold"]["value"] != 0
    assert plain.values["measures"]["F1"]["threshold"] == {"value": 0, "low": 0, "high": 0}


@pytest.fixture(scope="module")
def unlabelled():
    """The cases of now have no truth; two in ten are positive."""
    (true, then), (_, now) = law(1, 0.4, 1.5), law(2, 0.2, 1.5)
    rows = [*zip(true, then, ["then"] * SIZE, strict=True), *zip([""] * SIZE, now, ["now"] * SIZE, strict=True)]
    return read("truth,score,when", rows, score="score", group="when", missing="leave out", threshold=0.5)


def test_the_chosen_measure_leads_whatever_was_asked_before(worse):
    for key in nonempty(("TPR", "F1", "TPR")):
        answer = asked("change", worse, measure=key)
        assert next(iter(answer.values["measures"])) == key
        assert answer.tables["parts"].rows()["Short name"][0] == key


def test_the_numbers_that_carry_it_are_the_change_with_its_parts_and_drift(worse, unlabelled):
    answer = asked("change", worse, measure="F1")
    change, drift = answer.values["measures"]["F1"]["change"], answer.values["drift"]["distance"]
    parts = [("measures", "F1", part) for part in ("change", "share", "classifier")]
    assert [stated.path for stated in answer.numbers] == [*parts, ("expected", "share_of_mix"), ("drift", "distance")]
    first, *_, last = numbers(answer)
    assert first[1:] == (signed(change["value"]), f"{signed(change['low'])} to {signed(change['high'])}")
    assert last[1:] == (percent(drift), COUNTED)
    paths = [stated.path for stated in asked("change", unlabelled).numbers]
    assert paths == [("expected", "share_by_scores"), ("drift", "distance")]


def test_a_side_without_labels_is_told_what_the_measure_would_be(unlabelled):
    answer = asked("change", unlabelled, measure="ACC")
    assert (answer.values["measures"], codes(answer)) == ({}, ["drifted", "rests-on-share"])
    assert [*answer.tables] == ["rates", "drift", "expected"]
    assert len(answer.figures["change"].draw("light").layout.yaxis.ticktext) == 3
    true, score = law(2, 0.2, 1.5)
    expected = answer.values["expected"]
    for told, real in (
        (expected["share_by_scores"], 0.2),
        (expected["if_share"]["ACC"], ((score >= 0.5) == true).mean()),
    ):
        assert told["low"] < real < told["high"]


def test_scores_that_no_share_makes_are_told_by_what_they_meant():
    data = ddcore.read(SHIFT, group="period", missing="leave out")
    answer = asked("change", data, measure="ACC")
    assert codes(answer) == ["drifted", "rests-on-scores"]
    expected = answer.values["expected"]
    assert (expected["assumption"], expected["mixture_p"] < 0.01) == ("mix", True)
    told = expected["if_mix"]["ACC"]
    assert f"**{told['value']:.3f}** ({told['low']:.3f} to {told['high']:.3f})" in answer.sentence
    assert told["low"] < 0.678 < told["high"] < 0.75


def test_labels_alone_cannot_show_what_the_share_rests_on():
    true, score = law(1, 0.4, 1.5)
    rows = [
        *((int(one), int(two >= 0.5), "then") for one, two in zip(true, score, strict=True)),
        *(("", int(two >= 0.5), "now") for two in law(2, 0.2, 1.5)[1]),
    ]
    answer = asked("change", read("truth,label,when", rows, label="label", group="when", missing="leave out"))
    assert codes(answer) == ["drifted", "rests-on-share", "labels"]
    assert math.isnan(answer.values["expected"]["mixture_p"])


@pytest.mark.parametrize(
    ("then", "now", "apart", "told"),
    [
        (0.4, 0.15, 1.5, "foretold"),
        (0.4, 0.2, 0.3, "share-not-told"),
        (0.4, 0.4, 1.5, None),
        pytest.param(0.4, 0.38, 1.5, None, marks=pytest.mark.full),
    ],
)
def test_a_change_could_be_seen_before_only_where_the_old_share_is_ruled_out(then, now, apart, told):
    sides = law(1, then, apart, size=600), law(2, now, apart, size=600)
    found = asked("change", period(*sides))
    shown = {"foretold", "share-not-told", "not-foretold"} & set(codes(found))
    assert shown == ({told} if told else set())
    ends = found.values["expected"]["share_by_scores"]
    assert ends["low"] < now < ends["high"]
    assert (ends["low"] < then < ends["high"]) == (told != "foretold")


def test_more_than_the_share_changed(worse):
    ends = asked("change", worse).values["expected"]["share_by_scores"]
    assert not ends["low"] < 0.2 < ends["high"]
    assert "not-foretold" in codes(asked("change", worse))


def test_then_without_labels_has_nothing_to_compare_with(unlabelled):
    answer = asked("change", unlabelled, then="now", now="then")
    assert (answer.values["measures"], [*answer.figures]) == ({}, ["drift"])


def sides(data, **choices):
    """The names of then and now, and their cases."""
    values = asked("change", data, **choices).values
    return tuple(values[side][told] for told in ("name", "cases") for side in ("then", "now"))


def test_two_files_are_then_and_now_in_their_order(tmp_path):
    files = [tmp_path / name for name in ("b.csv", "a.csv")]
    for file, one in zip(files, (law(1, 0.4, 1.5), law(2, 0.2, 1.5)), strict=True):
        np.savetxt(file, np.transpose(one), delimiter=",", header="truth,score", comments="")
    data = ddcore.read(files, positive="1.0", threshold=0.5)
    assert sides(data) == ("b.csv", "a.csv", SIZE, SIZE)
    assert asked("change", data).values["by"] == "file"


def test_a_date_is_cut_where_the_share_asks_and_a_number_too():
    true, score = law(1, 0.4, 1.5, size=200)
    days = np.arange("2024-01-01", "2024-07-19", dtype="datetime64[D]")
    rows = zip(true[::-1], score, days, range(200), strict=True)
    data = read("truth,score,day,age", rows, score="score", group=["day", "age"])
    assert sides(data, cut=0.5)[:2] == ("before 2024-04-10", "from 2024-04-10 on")
    assert sides(data, cut=0.25)[2:] == (50, 150)
    assert sides(data, by="age")[:2] == ("below 100", "100 and more")
    assert Choices.offered("then", data, {"by": "age"}) == {}


def test_what_tells_of_time_divides_before_a_place():
    true, score = law(1, 0.4, 1.5, size=60)
    days = np.arange("2024-01-01", "2024-03-01", dtype="datetime64[D]")
    rows = zip(true[::-1], score, ["north", "south", "west"] * 20, days, ["train", "test"] * 30, strict=True)
    for groups, by in (
        (["site", "day", "set"], "day"),
        (["site", "set"], "set"),
        (["site", "day"], "day"),
        (["site"], "site"),
    ):
        data = read("truth,score,site,day,set", rows := list(rows), score="score", group=groups)
        assert Choices.defaults(data)["by"] == by


def test_labels_have_two_parts():
    then, now = law(1, 0.4, 1.5), law(2, 0.2, 0.9)
    sides = {"then": np.transpose(then), "now": np.transpose(now)}
    rows = [(int(true), int(score >= 0.5), name) for name, side in sides.items() for true, score in side]
    answer = asked("change", read("truth,label,when", rows, label="label", group="when"))
    assert "labels" in codes(answer)
    found, told = (one.values["measures"]["ACC"] for one in (answer, asked("change", period(then, now))))
    parts = ("change", "share", "classifier")
    assert [found[name]["value"] for name in parts] == pytest.approx([told[name]["value"] for name in parts], abs=1e-14)
    assert "separation" not in found


@pytest.mark.full
def test_weights_count_and_clusters_leave_less_sure():
    then, now = law(1, 0.4, 1.5, size=150), law(2, 0.2, 1.5, size=150)
    weight = np.random.default_rng(1).integers(1, 4, 300)
    plain = asked("change", period(then, now))
    weighted = asked("change", period(then, now, weight=weight, cluster=np.arange(300) // 2))
    assert plain.values["measures"]["F1"]["then"] != weighted.values["measures"]["F1"]["then"]
    assert "clusters" in codes(weighted)
    weighted = asked("change", period(then, now, weight=weight))
    assert plain.values["drift"] == weighted.values["drift"]


def test_weighted_rates_have_each_side_at_its_own_threshold():
    then, now = law(1, 0.4, 1.5, size=150), law(2, 0.2, 1.5, size=150)
    weight = np.random.default_rng(1).integers(1, 4, 300)
    found = asked("change", period(then, now, weight=weight), threshold_now=1.2).values["rates"]["TPR"]
    by_hand = [
        weight[part][(true == 1) & (score >= cut)].sum() / weight[part][true == 1].sum()
        for (true, score), part, cut in ((then, slice(150), 0.5), (now, slice(150, 300), 1.2))
    ]
    assert [found["then"], found["now"]] == pytest.approx(by_hand)


@pytest.mark.full
def test_equal_weights_change_nothing_and_cases_that_stand_twice_in_one_cluster_count_once():
    then, now = law(1, 0.4, 1.5, size=300), law(2, 0.2, 1.5, size=300)
    plain = asked("change", period(then, now))
    pairs = asked(
        "change",
        period(*([np.repeat(column, 2) for column in side] for side in (then, now)), cluster=np.arange(1200) // 2),
    )
    for key in ("distance", "psi_expected", "psi_p"):
        assert pairs.values["drift"][key] == pytest.approx(plain.values["drift"][key], rel=0.05), key
    assert pairs.values["drift"]["p"] == pytest.approx(plain.values["drift"]["p"], abs=0.02)
    same = asked("change", period(then, now, weight=np.full(600, 2)))
    assert same.values["measures"] == plain.values["measures"]


def test_what_cannot_be_asked_is_said(worse):
    for choices, told in (
        ({"by": "where"}, r'by must be one of the columns that divide the cases \(when\), got "where"'),
        ({"then": "never"}, r'then must be one of the values of when \(now, then\), got "never"'),
        ({"then": "now", "now": "now"}, 'then and now must be two values, got "now" twice'),
        ({"cut": 2}, 'cut must be between 0.05 and 0.95, got "2"'),
    ):
        with pytest.raises(InputError, match=told):
            asked("change", worse, **choices)
    answer = QUESTIONS["change"].ask(ddcore.predictions([0, 1, 1], [0.1, 0.4, 0.8]))
    assert "Nothing divides" in answer.sentence
    assert not answer.figures


def test_default_pair_goes_by_names():
    named = {("test", "train"): ("train", "test"), ("2024.csv", "2023.csv"): ("2024.csv", "2023.csv"), ("one",): None}
    assert {names: default_pair(names) for names in named} == named
