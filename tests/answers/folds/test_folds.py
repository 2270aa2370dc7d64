"""How steady is the score: the best threshold found again with pandas, every sentence and note on parts made up."""

import math
import re
from dataclasses import replace

import numpy as np
import pytest

from ddcore.answers.base.answer import NO_INTERVAL, PICKED
from ddcore.answers.base.guess import guesser_text
from ddcore.answers.folds import Choices, answer
from ddcore.chance.folds import of_folds
from ddcore.data import Data, Model
from ddcore.errors import InputError
from ddcore.formats import number, percent
from ddcore.measures import MEASURES, measure
from ddcore.read import read
from ddcore.samples import SAMPLES
from ddcore.table import ScoreTable
from tests.helpers.answers import asked, codes, numbers, text_of
from tests.helpers.folds import THREE, nothing, parts_of
from tests.helpers.lines import paired
from tests.helpers.loops import nonempty

HPC = SAMPLES["hpc_cv"]
COMMON = "Score at the common threshold"


def data_of(score, truth, folds=None, threshold=0.5, weight=None):
    table = ScoreTable.of(score, truth, True, weight)
    parts = {name: Model(part, threshold, part.at(threshold)) for name, part in (folds or {}).items()}
    model = Model(table, threshold, counts := table.at(threshold), folds=parts)
    return Data(float(counts.total), float(counts.positives), models={"the model": model}, chosen="the model")


TWO = {name: ScoreTable.of([0.2, 0.4, 0.6, 0.8], [0, 1, 0, 1]) for name in "ab"}


def folded(threshold=0.5):
    """Data with two folds; what is computed on them is made up where a test says so."""
    return data_of([0.2, 0.4, 0.6, 0.8] * 2, [0, 1, 0, 1] * 2, TWO, threshold)


NEVER = parts_of([[0.1, 0.2, 0.4], [0.1, 0.0, 0.6]], key="ACC")


@pytest.fixture
def made(monkeypatch):
    """The answer where the parts are made up."""

    def answered(common, kind="folds", in_force=9.0, guess="half"):
        for name in ("of_folds", "of_resamples"):
            monkeypatch.setattr(
                f"ddcore.answers.folds.compute.{name}", lambda *given, **options: replace(common, kind=kind)
            )
        return asked("folds", folded(in_force), measure=[common.measure.key], parts=kind, guess=guess)

    return answered


def table(given):
    return given.tables["folds"].rows()


def test_common_threshold_of_a_file_is_that_of_its_folds():
    jobs = read(HPC.path, **HPC.roles).data("model VF")
    given = asked("folds", jobs, measure=["F1"], guess="prevalence")
    folds = of_folds("F1", {name: fold.table for name, fold in jobs.model.folds.items()}, "prevalence")
    each, own = folds.at_best, np.nanmax(folds.normalised, axis=1)
    rows = table(given).set_index("Fold")
    assert list(rows.index) == [f"Fold{k:02d}" for k in range(1, 11)]
    np.testing.assert_array_equal(rows[[COMMON, "Score there"]].T, [each, own])
    assert given.values["parts"] == rows[COMMON].to_dict()
    assert given.values["cutoff"] == folds.threshold[folds.best]
    ends = {"value": each.mean(), "low": each.min(), "high": each.max()}
    assert given.values["beyond_guesser"] == pytest.approx(ends, abs=1e-12)
    assert given.values["chosen_on_others"] == folds.unseen
    told = [(text, interval) for _, text, interval in numbers(given)]
    assert told[0] == (percent(each.mean()), f"{percent(each.min())} to {percent(each.max())}")
    assert told[1:] == [(percent(folds.unseen), NO_INTERVAL), (number(folds.threshold[folds.best]), PICKED)]
    assert percent(own.mean() - each.mean()).removesuffix(" %") in text_of(given, "own-cutoffs")
    at_half = folds.mean[folds.threshold >= 0.5][0]
    assert re.search(f"{percent(at_half)}, {100 * (each.mean() - at_half):.1f}", text_of(given, "in-force-worse"))


def test_what_does_not_change_is_not_computed_again(monkeypatch):
    calls = []
    monkeypatch.setattr("ddcore.answers.folds.compute.of_folds", lambda *given: (calls.append(given), THREE)[1])
    data = folded()
    for guess in ("half", "half", "mode"):
        asked("folds", data, guess=guess)
    assert len(calls) == 2


NET = parts_of([[0.1, 0.5], [0.2, 0.1]], key="net gain = (tp - fp) / m")


@pytest.mark.parametrize(
    ("common", "kind", "words"),
    [
        (THREE, "folds", "of 0.200, F1.*50 %.*30 % and 70 % on the folds"),
        (NEVER, "folds", "no case predicted positive, Accuracy.*50 %.*40 % and 60 %"),
        (nothing("PPV"), "resamples", "cannot tell"),
        (parts_of([[-0.4, -0.3], [-0.3, -0.2]]), "folds", "No better.*−25 %"),
        (NET, "resamples", "net gain.*30 %.*10 % and 50 % on the resamples"),
        (parts_of([[0.1, 0.5], [0.2, 0.5]]), "folds", "same on all folds"),
        (parts_of([*[[0.1, 0.5]] * 200, [0.1, 0.4]]), "resamples", "same on the middle 95 %"),
        (parts_of([[0.1, 0.3 + 0.002 * i] for i in range(200)]), "resamples", "31 % and 68.8 % on the middle 95 %"),
    ],
)
def test_sentence(made, common, kind, words):
    assert re.search(words, made(common, kind).sentence)


def test_what_to_expect_where_the_threshold_was_not_chosen(made):
    for unseen, code, end in (
        (math.nan, "flatters", "on the folds."),
        (0.25, "worse-on-others", "On unseen cases it is 25 %."),
        (-0.25, "worse-on-others", "no better than guessing**."),
        (0.502, "as-good-on-others", "it is as good."),
    ):
        given = made(replace(THREE, unseen=unseen))
        assert given.sentence.endswith(end)
        assert codes(given)[-1] == code
    for kind, others in (("folds", "other folds"), ("resamples", "other cases")):
        text = text_of(made(replace(THREE, unseen=0.25), kind), "worse-on-others")
        assert re.search(f"same {kind}.*{others}.*25 %.*50 %", text)


def test_span_is_the_ends_of_few_and_the_middle_of_many(made):
    for parts in (25, 26):
        at = np.random.default_rng(1).random(parts)
        span = made(parts_of(np.stack([at, at - 1], axis=1))).values["beyond_guesser"]
        ends = (at.min(), at.max()) if parts <= 25 else np.quantile(at, [0.025, 0.975])
        assert (span["low"], span["high"]) == pytest.approx(tuple(ends))


def test_reason_counts_the_parts_and_names_the_guesser(made):
    assert "3 folds" in made(THREE).reason
    assert guesser_text("half") in made(THREE).reason
    assert guesser_text(0.3) in made(THREE, guess=0.3).reason
    assert made(nothing(left_out=("a", "b"))).reason.startswith("On none of the")


def test_thresholds_of_their_own_only_where_they_differ(made):
    given = made(THREE, in_force=0.1)
    assert codes(given) == ["own-cutoffs", "in-force-worse", "flatters"]
    assert re.search("0.200 and 0.300.*10 points", text_of(given, "own-cutoffs"))
    nearly = parts_of([[0.1, 0.5, 0.5001], [0.1, 0.5002, 0.5]], threshold=[0.1, 0.2, 0.3])
    assert "almost nothing" in text_of(made(nearly), "own-cutoffs")
    for normalised in (
        [[0.1, 0.5, 0.2], [0.2, 0.6, 0.2]],  # all want the same
        [[0.1, 0.5, 0.9], [0.2, 0.6, 0.9]],  # all want to call nothing positive
        [[0.1, 0.5, 0.9], [0.2, 0.6, 0.2]],  # one does, and one threshold is no range
    ):
        assert "own-cutoffs" not in codes(made(parts_of(normalised)))


def test_a_threshold_at_the_lowest_score_needs_no_scores(made):
    for thinned in (False, True):
        given = made(parts_of([[0.5, 0.1, 0.2], [0.6, 0.2, 0.2]], thinned=thinned))
        assert (codes(given)[0] == "lowest-score", "lowest-score" in codes(given)) == (not thinned,) * 2


def test_threshold_in_force(made):
    """A case is called positive from the threshold on, so what lies between two scores counts as the higher one."""
    for in_force, code, digits in (
        (0.2, "in-force-as-good", ["0.200", "50"]),
        (0.15, "in-force-as-good", ["0.150", "50"]),
        (0.3, "in-force-worse", ["0.300", "40", "10"]),
        (-5.0, "in-force-worse", ["−5", "−3.3", "53.3"]),
    ):
        assert re.findall(r"−?\d[.\d]*\d|−\d", text_of(made(THREE, in_force=in_force), code)) == digits
    for in_force in (0.31, math.inf):  # the mean has no value there
        assert not {"in-force-worse", "in-force-as-good"} & set(codes(made(THREE, in_force=in_force)))
    assert re.search("∞.*50 %", text_of(made(NEVER, in_force=math.inf), "in-force-as-good"))


def test_parts_no_better_than_the_guesser(made):
    for at, share in (([0.0, 0.3, 0.4], "33.3 %"), ([-0.1, -0.1, 0.9], "66.7 %")):
        assert text_of(made(parts_of([[x, x - 1] for x in at])), "no-better").startswith(share)
    assert "no-better" not in codes(made(parts_of([[x, x - 1] for x in (0.1, 0.3, 0.4)])))


def test_parts_left_out_are_named_letter_by_letter(made):
    table = ScoreTable.of([0.2, 0.7, 0.9], [0, 1, 0], weight=[1, 2, 3])
    weighted = data_of([0.2, 0.7, 0.9] * 2, [0, 1, 0] * 2, {"a": table, "b": table}, weight=[1, 2, 3] * 2)
    said = text_of(asked("folds", weighted, measure=["gain = tp - fp"]), "left-out")
    assert said.endswith("of cases has none.")
    given = made(parts_of([[0.1, 0.5], [0.2, 0.5]], left_out=("<b>x</b>", "y")))
    assert r": \<b\>x\<\/b\> and y." in text_of(given, "left-out")
    assert given.values["left_out"] == ("<b>x</b>", "y")
    assert codes(made(nothing("PPV", ("a",)), "resamples")) == ["left-out"]


def test_without_a_common_threshold(made):
    given = made(nothing())
    assert codes(given) == ["nothing-common"]
    assert given.values["left_out"] == ()
    assert "cutoff" not in given.values
    assert not numbers(given)
    assert list(table(given).columns) == list(table(made(THREE)).columns)
    assert table(given).empty


def test_thinned_scores_have_a_note_unless_five_others_come_first(made):
    assert "1,500" in text_of(made(parts_of(np.ones((2, 1501)), thinned=True), in_force=-1.0), "thinned")
    assert "thinned" not in codes(made(parts_of(np.ones((2, 1501))), in_force=-1.0))
    rows = [[0.1, 0.5, 0.2, 0.0], [0.6, 0.3, -0.1, 0.0], [0.0, -0.1, 0.0, 0.0]]
    given = made(parts_of(rows, left_out=("x",), thinned=True), in_force=0.3)
    assert codes(given) == ["own-cutoffs", "in-force-worse", "no-better", "flatters", "left-out"]


def test_table(made):
    rows = table(made(THREE))
    assert list(rows.columns) == ["Fold", COMMON, "Own best threshold", "Score there"]
    assert rows.iloc[:, 1:].to_numpy().tolist() == [[0.5, 0.2, 0.5], [0.3, 0.3, 0.6], [0.7, 0.2, 0.7]]
    rows = table(made(parts_of([[0.1, 0.5], [math.nan, 0.4]], parts=("<b>", "x,y"))))
    assert rows[["Fold", "Own best threshold"]].to_numpy().tolist() == [["<b>", math.inf], ["x,y", math.inf]]


def test_method(made):
    for guess, key, kind in (("half", "F1", "folds"), ("mode", "net = tp / m", "resamples"), (0.3, "PPV", "folds")):
        method = made(parts_of([[0.1, 0.5], [0.2, 0.5]], key=key), kind, guess=guess).method
        assert paired(method)
        assert measure(key).title in method
        assert "(Q_{kc} - E_k) /" in method
        assert ("seed 1" in method) == (kind == "resamples")


def test_every_measure_on_folds():
    rng = np.random.default_rng(7)
    folds = {"alone": ScoreTable.of([0.1, 0.2], [1, 1])}
    for name in ("one", "two", "three"):
        truth = rng.random(30) < 0.4
        folds[name] = ScoreTable.of(np.round(rng.normal(size=30) + truth, 1), truth, True)
    data = data_of([0.1, 0.9], [False, True], folds)
    for key in nonempty(key for key, row in MEASURES.items() if row.judges):
        given = asked("folds", data, measure=[key])
        assert "nan" not in " ".join([given.sentence, *(note.text for note in given.notes)]), key
        assert len(table(given)) == (len(given.values["parts"]) if "cutoff" in given.values else 0)


def test_few_cases_and_scores_that_are_all_equal_have_an_answer():
    for score, truth, threshold in (([0.9, 0.1, 0.4], [1, 0, 1], 0.4), ([3] * 20, [0, 1] * 10, 3)):
        given = asked("folds", data_of(score, truth))
        assert (given.values["cutoff"], "nan" in given.sentence) == (threshold, False)


def test_parts_are_folds_where_there_are_any():
    alone = data_of([0.2, 0.8], [0, 1])
    assert list(Choices.offered("parts", folded(), {}).values()) == ["2 folds", "Resamples"]
    assert list(Choices.offered("parts", alone, {})) == ["resamples"]
    assert [Choices().with_defaults(data).parts for data in (folded(), alone)] == ["folds", "resamples"]
    with pytest.raises(InputError, match=r"^parts cannot be folds, because the model has none; choose resamples$"):
        answer(alone, Choices.of(parts="folds"))
    with pytest.raises(InputError, match=r'^resamples must be one of 50, 100, 200, 500, 1000, got "x"$'):
        Choices.of(resamples="x")
