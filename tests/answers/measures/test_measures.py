"""What a measure means: facts against the table of measures, the certificate and what chance scores."""

import numpy as np
import pytest
from sklearn.metrics import roc_auc_score

from ddcore.answers.base.needs import NO_DATA
from ddcore.answers.measures.compute import Classes, found, share_curve
from ddcore.answers.measures.draw import share_figure
from ddcore.answers.measures.words import REMARKS
from ddcore.chance.dutch_draw import baseline, expectation
from ddcore.counts import Counts
from ddcore.data import Data
from ddcore.decisions.certificate import certificate
from ddcore.figures.theme import LIGHT
from ddcore.measures import MEASURES, measure
from tests.helpers.answers import asked, codes, counted
from tests.helpers.loops import nonempty

CLASSES = Data(303, 139)
SHAPE = "Over the threshold on the likelihood ratio"
NET = "net = (tp - fp) / m"


def test_without_data_the_classes_are_an_example():
    answer = asked("measures", NO_DATA)
    assert answer.values["baseline"] == pytest.approx(baseline("F1", 1000, 300).highest)
    assert answer.about == ""
    with_data = asked("measures", counted(227, 50, 31, 192))
    assert with_data.values["baseline"] == pytest.approx(baseline("F1", 500, 258).highest)
    assert with_data.about


@pytest.mark.parametrize(
    ("key", "wanted"),
    [
        ("F1", "other-names same-as baseline shape-one-peak threshold-moves payoffs-never"),
        ("MCC", "other-names same-as baseline shape-several-peaks payoffs-never"),
        ("ACC", "other-names baseline shape-one-peak threshold-moves payoffs-always"),
        ("TPR", "other-names cannot-be-beaten shape-falls payoffs-always"),
        ("PPV", "other-names baseline shape-rises payoffs-never"),
        ("BACC", "other-names same-as baseline shape-one-peak threshold-moves payoffs-one-test-set"),
        ("prevalence", "other-names"),
        ("level = 0 * tp / m", "cannot-be-beaten shape-level payoffs-no-rank"),
        ("net = (tp - 3 * fp) / m", "baseline shape-one-peak threshold-moves payoffs-always"),
    ],
)
def test_notes_say_what_is_known(key, wanted):
    assert " ".join(codes(asked("measures", CLASSES, measure=[key]))) == wanted


@pytest.mark.full
def test_facts_are_those_of_the_certificate():
    for key in nonempty(["F1", "kappa", "PT", "CC", "MCC", "prevalence", "mine = tp / m - fp / n"]):
        proof, answer = certificate(key, 139 / 303), asked("measures", CLASSES, measure=[key])
        rows = answer.tables["certificate"].rows().set_index("Fact")
        assert rows.loc["Form", "Value"].startswith("(α₁") is (proof.form is not None)
        assert rows.loc[SHAPE, "How it is known"] == proof.shape_how
        assert ("Terms of D(t)" in rows.index) is (proof.form is not None)
        assert rows.loc["As a utility", "How it is known"] == proof.admissible_how
        assert [row["fact"] for row in answer.values["certificate"]] == rows.index.tolist()


def test_the_table_has_every_measure_with_its_names_and_a_formula_of_ones_own_first():
    rows = asked("measures", CLASSES).tables["measures"].rows()
    assert rows["Short name"].tolist() == list(MEASURES)
    assert rows["Other names"].tolist() == [", ".join(row.aliases) for row in MEASURES.values()]
    assert (rows["Better if"] == "not judged").sum() == sum(not row.judges for row in MEASURES.values())
    own = asked("measures", CLASSES, measure=[NET]).tables["measures"].rows()
    assert own["Short name"].tolist() == [NET, *MEASURES]


def test_measures_are_found_by_every_name():
    for key, row in nonempty(MEASURES.items()):
        assert all(key in found(name) for name in (key, row.name, *row.aliases))
    assert found("specificity harmonic") == ["NF1"]
    assert found("no such words") == []
    assert [row["key"] for row in asked("measures", CLASSES, words="jaccard").values["measures"]] == ["TS"]


def line(figure, name):
    return next(trace for trace in figure.draw().data if trace.name == name)


def test_figures_show_the_means_of_draws_and_the_baseline_over_the_share():
    answer = asked("measures", CLASSES, measure=["G2"])
    means = line(answer.figures["draws"], "mean of guesses")
    np.testing.assert_allclose(means.y[50::50], expectation("G2", 303, 139, np.asarray(means.x)[50::50]), rtol=1e-9)
    best = baseline("G2", 303, 139)
    assert set(line(answer.figures["draws"], "baseline").y) == {best.highest}
    assert line(answer.figures["draws"], "best guess").x[0] == best.argmax[0][0] / 303
    share = answer.figures["share"].draw()
    assert np.nanmax(np.asarray(share.data[0].y, float)) == pytest.approx(0.5, abs=2e-3)
    cross = next(trace for trace in share.data if trace.marker.symbol == "x-thin" and trace.x[0] is not None)
    assert (cross.x[0], cross.y[0]) == pytest.approx((139 / 303, best.highest))


def test_what_cannot_be_drawn_says_why():
    one_class = asked("measures", Data(50, 0))
    assert not one_class.figures["draws"].draw().data
    assert share_curve(CLASSES, measure("x = tp * tn / (m * m)"), 10**8) is None
    assert not share_figure(measure("F1"), None, Classes(10**8, 10**7, True), 0.2, LIGHT).traces
    assert measure("F1").title in one_class.figures["draws"].words


def test_what_is_true_of_one_measure_is_true():
    """Each remark on tables at random, against scikit-learn or the other measure."""
    rng = np.random.default_rng(3)
    for tp, fp, fn, tn in nonempty(rng.integers(1, 40, (20, 4)).tolist()):
        of = {key: float(measure(key)(Counts(tp=tp, fp=fp, fn=fn, tn=tn))) for key in MEASURES}
        truth, label = np.repeat([1, 0, 1, 0], [tp, fp, fn, tn]), np.repeat([1, 1, 0, 0], [tp, fp, fn, tn])
        assert of["BACC"] == pytest.approx(roc_auc_score(truth, label))
        assert of["J"] == pytest.approx(2 * of["BACC"] - 1)
        assert of["TS"] == pytest.approx(of["F1"] / (2 - of["F1"]))
        assert of["F1"] == pytest.approx(2 * of["TS"] / (1 + of["TS"]))
        assert of["CP"] == pytest.approx(of["G2"] ** 2)
        assert of["MCC"] ** 2 == pytest.approx(of["MK"] * of["J"])
        assert of["PLR"] == pytest.approx(of["TPR"] / of["FPR"])
    assert set(REMARKS) <= set(MEASURES)
