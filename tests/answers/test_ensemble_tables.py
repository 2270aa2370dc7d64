"""Are two better than one? The tables, and how it is computed."""

import math
import re

import numpy as np
import pytest
from scipy.stats import multivariate_normal, norm, rankdata
from sklearn.metrics import average_precision_score, roc_auc_score

from ddcore.answers import joint
from ddcore.samples.pairs import COVARIANCES
from ddcore.scores.ensemble import Regions, regions
from ddcore.scores.joint import JOINT_METHODS
from ddcore.scores.kernel import BANDWIDTHS
from ddcore.scores.together import called, together, unique
from tests.helpers.ensemble_answers import (
    BASE,
    KERNEL,
    MARKED,
    SCORES,
    TRUTH,
    answered,
    at_share,
    calls,
    made,
    read,
)
from tests.helpers.lines import letter_by_letter, paired, sentences

# Tables ----------------------------------------------------------------------------------------------------------

COLUMNS = [
    "Scores", "What they are", "AUC", "95 % from", "95 % to", "Gain of together", "gain, 95 % from", "gain, 95 % to",
    "gain, two-sided p", "Average precision",
]  # fmt: skip


class TestWays:
    def test_columns_and_rows(self):
        table = answered(BASE).tables["ensemble"].rows()
        assert table.columns.tolist() == COLUMNS
        assert table["Scores"].tolist() == [
            "a", "b", "a, read", "b, read", "Together", "Stacking", "Mean", "AND", "OR",
        ]  # fmt: skip
        assert table["What they are"].tolist() == [
            *["the scores as they are"] * 2,
            *["likelihood ratio, unseen cases"] * 2,
            JOINT_METHODS["binormal"].words + ", unseen cases",
            JOINT_METHODS["logistic"].words + ", unseen cases",
            "the mean of the scores; standardised, unless all are between 0 and 1",
            "positive where all models say so: the lowest of the ranks",
            "positive where any model says so: the highest of the ranks",
        ]

    def test_areas_of_what_learns_nothing(self):
        """Those of scikit-learn, on the scores as they are and on mixtures made here."""
        table = answered(BASE).tables["ensemble"].rows().set_index("Scores")
        ranks = np.column_stack([rankdata(column) for column in SCORES.T])
        plain = {
            "a": SCORES[:, 0],
            "b": SCORES[:, 1],
            "Mean": (SCORES / SCORES.std(axis=0)).sum(axis=1),
            "AND": ranks.min(axis=1),
            "OR": ranks.max(axis=1),
        }
        for name, score in plain.items():
            assert table.loc[name, "AUC"] == pytest.approx(roc_auc_score(TRUTH, score))
            assert table.loc[name, "Average precision"] == pytest.approx(average_precision_score(TRUTH, score))

    def test_gains_are_differences_of_areas(self):
        table = answered(BASE).tables["ensemble"].rows().set_index("Scores")
        whole = table.loc["Together", "AUC"]
        assert table["Gain of together"].to_numpy() == pytest.approx(whole - table["AUC"].to_numpy())
        assert (table["95 % from"] <= table["AUC"]).all()
        assert (table["AUC"] <= table["95 % to"]).all()
        assert table.drop("Together")["gain, two-sided p"].between(0, 1).all()
        assert math.isnan(table.loc["Together", "gain, two-sided p"])

    def test_p_is_that_of_the_interval(self):
        """Two-sided: below 0.05 where the 95 % interval leaves out 0, and nearly that of the normal law."""
        table = answered(BASE).tables["ensemble"].rows().set_index("Scores").drop("Together")
        p, low, high = (table[name].to_numpy() for name in ("gain, two-sided p", "gain, 95 % from", "gain, 95 % to"))
        assert ((p < 0.05) == ((low > 0) | (high < 0))).all()
        error = (high - table["Gain of together"]) / norm.isf(0.025)
        assert p == pytest.approx(2 * norm.sf(abs(table["Gain of together"] / error)), abs=0.01)

    def test_logistic_reading_is_the_stacking(self):
        table = answered(read(3, "logistic")[0]).tables["ensemble"].rows()
        assert table["Scores"].tolist() == [
            "a", "b", "c", "a, read", "b, read", "c, read", "Together", "Mean", "AND", "OR",
        ]  # fmt: skip

    def test_models_may_be_named_like_a_mixture(self):
        table = answered(read(names=("Mean", "Together"))[0]).tables["ensemble"].rows()
        assert table["Scores"].tolist() == [
            "Mean", "Together", "Mean, read", "Together, read", "Together (2)", "Stacking", "Mean (2)", "AND", "OR",
        ]  # fmt: skip
        assert table["What they are"].tolist() == answered(BASE).tables["ensemble"].rows()["What they are"].tolist()

    @pytest.mark.parametrize(
        ("names", "titles"),
        [
            (("Mean", "Mean (2)"), ["Mean", "Mean (2)", "Mean, read", "Mean (2), read", "Together", "Mean (3)"]),
            (("a", "a, read"), ["a", "a, read", "a, read (2)", "a, read, read", "Together", "Mean"]),
            (("a", "a"), ["a", "a (2)", "a, read", "a, read (2)", "Together", "Mean"]),
        ],
    )
    def test_no_two_ways_have_one_name(self, names, titles):
        found, _, _ = read(names=names, method="logistic")
        table = answered(found).tables["ensemble"].rows()
        assert table["Scores"].tolist() == [*titles, "AND", "OR"]
        assert table["What they are"].tolist() == [
            *["the scores as they are"] * 2,
            *["likelihood ratio, unseen cases"] * 2,
            JOINT_METHODS["logistic"].words + ", unseen cases",
            "the mean of the scores; standardised, unless all are between 0 and 1",
            "positive where all models say so: the lowest of the ranks",
            "positive where any model says so: the highest of the ranks",
        ]
        assert sentences([answered(found).sentence, answered(found).reason])


@pytest.mark.parametrize(
    ("title", "taken", "name"),
    [
        ("Mean", [], "Mean"),
        ("Mean", ["AND", "Mean (2)"], "Mean"),
        ("Mean", ["Mean"], "Mean (2)"),
        ("Mean", ["Mean", "Mean (2)", "Mean (4)"], "Mean (3)"),
        ("Mean", ("Mean", "Mean (3)", "Mean (2)"), "Mean (4)"),
        ("", [""], " (2)"),
    ],
)
def test_a_name_that_is_taken_is_numbered(title, taken, name):
    assert unique(title, taken) == name


class TestAtShare:
    def test_counts_by_hand(self):
        found = made()
        table = at_share(calls(found, (20, 5, 10, 25), (15, 10, 15, 20), (0, 0, 30, 30)))
        assert table == [
            ["predicted positive by", "truly ill", "found", "precision"],
            ["a", "20 of 25", "66.7 %", "0.800"],
            ["b", "15 of 25", "50 %", "0.600"],
            ["Together", "none: its highest score alone holds more", "0 %", "–"],
        ]

    def test_weights_below_one_are_not_rounded_away(self):
        table = at_share(calls(made(), (0.25, 0.1, 0.3, 0.4), (12.5, 1, 3, 4), (1, 1, 1, 1)))
        assert [row[1] for row in table[1:]] == ["0.250 of 0.350", "12.5 of 13.5", "1 of 2"]

    def test_nobody_is_called_where_more_share_the_highest_score(self):
        """40 of 60 cases have the highest score of the first model: at a share of half it can call none of them."""
        scores = np.array([[1.0] * 20 + [0.0] * 10 + [1.0] * 20 + [0.0] * 10, np.arange(60.0)]).T
        found = together(scores, TRUTH, "binormal", positive=True, names=("a", "b"), rng=np.random.default_rng(1))
        some = [(one, called(one.table, 0.5).counts) for one in found.of("alone")]
        assert at_share(some)[1:] == [
            ["a", "none: its highest score alone holds more", "0 %", "–"],
            ["b", "0 of 30", "0 %", "0"],
        ]
        some = [(one, called(one.table, 0.7).counts) for one in found.of("alone")]
        assert at_share(some)[1][1] == "20 of 40"

    def test_a_single_highest_score_is_not_shared(self):
        """One of 60 cases is more than the 1 % that may be called, but no other case has its score."""
        some = [(one, called(one.table, 0.01).counts) for one in BASE.of("alone")]
        assert len(np.unique(SCORES[:, 0])) == 60
        assert [row[0::2] for row in at_share(some)[1:]] == [["a", "0 %"], ["b", "0 %"]]

    def test_counts_of_real_scores(self):
        """The 24 highest of 60 scores, counted one by one."""
        some = [(one, called(one.table, 0.4).counts) for one in BASE.of("alone")]
        for (_, *cells), column in zip(at_share(some)[1:], SCORES.T, strict=True):
            right = int(TRUTH[np.argsort(-column)[:24]].sum())
            assert cells == [f"{right} of 24", f"{100 * right / 30:.1f}".removesuffix(".0") + " %", f"{right / 24:.3f}"]


def test_plane_has_a_row_for_each_point():
    log = np.array([[0.1, 0.2], [0.3, 0.4]])
    table = joint.plane_rows(Regions(np.array([1.0, 2]), np.array([5.0, 6]), log, log > 0), ("a", "b"))
    assert table.columns.tolist() == ["a", "b", "Log likelihood ratio"]
    assert table.to_numpy().tolist() == [[1, 5, 0.1], [2, 5, 0.2], [1, 6, 0.3], [2, 6, 0.4]]


def test_plane_of_a_model_named_like_the_evidence():
    log = np.array([[0.1, 0.2], [0.3, 0.4]])
    names = ("Log likelihood ratio", "b")
    table = joint.plane_rows(Regions(np.array([1.0, 2]), np.array([5.0, 6]), log, log > 0), names)
    assert table.columns.tolist() == ["Log likelihood ratio", "b", "Log likelihood ratio (2)"]
    assert table.to_numpy().tolist() == [[1, 5, 0.1], [2, 5, 0.2], [1, 6, 0.3], [2, 6, 0.4]]


def test_plane_of_real_scores():
    table = joint.plane_rows(regions(BASE.ensemble, SCORES), ("a", "b"))
    assert len(table) == 121**2
    some = table.sample(50, random_state=1)
    ratio = BASE.ensemble.log_ratio(some[["a", "b"]].to_numpy())
    assert some["Log likelihood ratio"].to_numpy() == pytest.approx(ratio)


def test_areas_at_other_correlations():
    """Alone Phi(2 / sqrt 5); together by as many pairs of cases drawn at random, and where both classes have one
    covariance, Phi of half of Mahalanobis' distance times sqrt 2."""
    table = joint.correlation_rows()
    assert table.columns.tolist() == [
        "Covariance within the negatives", "within the positives", "AUC alone", "AUC together",
    ]  # fmt: skip
    assert list(zip(table.iloc[:, 0], table.iloc[:, 1], strict=True)) == list(COVARIANCES)
    assert table["AUC alone"].to_numpy() == pytest.approx(norm.cdf(2 / math.sqrt(5)))
    rng = np.random.default_rng(1)
    for negative, positive, _, found in table.itertuples(index=False):
        laws = [multivariate_normal((d, d), [[2.5, c], [c, 2.5]]) for d, c in ((2, positive), (0, negative))]
        cases = np.concatenate([law.rvs(10_000, random_state=rng) for law in laws])
        logs = laws[0].logpdf(cases) - laws[1].logpdf(cases)
        assert found == pytest.approx(roc_auc_score(np.arange(20_000) < 10_000, logs), abs=0.01)
        if negative == positive:
            assert found == pytest.approx(norm.cdf(math.sqrt(8 / (2.5 + positive)) / math.sqrt(2)), abs=1e-4)


# How it is computed ----------------------------------------------------------------------------------------------


def computed(found, bandwidth="normal", seed=1):
    """The text, a paragraph a line."""
    return re.sub(r"(?<!\n)\n(?!\n)", " ", answered(found, bandwidth=bandwidth, deal=seed).method)


class TestComputed:
    @pytest.mark.parametrize(("method", "models"), [("kde", 2), ("binormal", 2), ("logistic", 2), ("binormal", 3)])
    def test_method_folds_and_seed(self, method, models):
        found, _, _ = read(models, method, cases=63)
        text = computed(found, "scott", 7)
        row = JOINT_METHODS[method]
        assert f"**{row.title}**: {row.words}; {row.source}." in text
        assert ("Bandwidths by Scott." in text) == (method == "kde")
        assert f"5 folds of {min(found.sizes)} to {max(found.sizes)} cases, dealt class by class (seed 7)" in text
        assert "$s_{12} = f_1(x_1, x_2) / f_0(x_1, x_2)$" in text
        assert "those of gains paired, their variance times 2, as folds share their cases." in text
        assert paired(text)
        assert not re.search(r"\b(nan|inf|None)\b|no value|∞", text)

    @pytest.mark.parametrize("models", [2, 3])
    def test_a_plane_is_told_of_only_where_there_is_one(self, models):
        """Three scores make no plane."""
        assert ("The plane alone is estimated from all cases" in computed(read(models)[0])) == (models == 2)

    @pytest.mark.parametrize("rule", BANDWIDTHS)
    def test_rules_of_the_bandwidth(self, rule):
        text = answered(KERNEL, bandwidth=rule).method
        assert f"Bandwidths by {BANDWIDTHS[rule][0]}." in text
        assert "along the sum of the scores" in text

    @pytest.mark.parametrize("name", MARKED)
    def test_names_are_letters(self, name):
        found, _, _ = read(names=(name, "b"), method="logistic")
        text = answered(found).method
        assert letter_by_letter(name, text)
        assert text.replace("\\$", "").count("$") % 2 == 0

    def test_a_hyphen_of_a_name_is_no_minus_sign(self):
        """The weights of a logistic regression name the models."""
        found, _, _ = read(names=("gpt-4", "b"), method="logistic")
        assert "Weights of the scores" in computed(found)
        assert letter_by_letter("gpt-4", computed(found))

    def test_folds_of_one_size_are_said_once(self):
        text = answered(BASE).method
        assert set(BASE.sizes) == {12}
        assert "5 folds of 12 cases" in text

    def test_falling_scores_have_a_minus_sign(self):
        """Scores that fall as the other one rises."""
        rng = np.random.default_rng(1)
        one = rng.normal(size=60)
        scores = np.column_stack([one + TRUTH, -one + 0.5 * rng.normal(size=60)])
        found = together(scores, TRUTH, "binormal", positive=True, names=("a", "b"), rng=rng)
        text = answered(found).method.replace("\\", "")
        assert re.search(r"among the positives: −0\.\d", text)
        assert not re.search(r"among the positives: -", text)
