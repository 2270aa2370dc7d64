"""Are two models better than one? The tables, and how it is computed."""

import math
import re

import numpy as np
import pytest
from scipy.stats import multivariate_normal, norm
from sklearn.metrics import roc_auc_score

from ddcore.answers.ensemble import Choices
from ddcore.answers.ensemble.tables import correlation_rows, plane_rows, way_rows
from ddcore.answers.ensemble.words import headline, method, reason
from ddcore.samples.pairs import COVARIANCES
from ddcore.scores.ensemble import Regions
from ddcore.scores.joint import JOINT_METHODS
from ddcore.scores.kernel import BANDWIDTHS
from ddcore.scores.together import MIXTURES, called, together, unique
from tests.helpers.ensemble_answers import BASE, MARKED, TRUTH, at_share, calls, made, read
from tests.helpers.lines import letter_by_letter, paired, sentences
from tests.helpers.tiers import some_of

# Tables ----------------------------------------------------------------------------------------------------------

COLUMNS = [
    "Scores", "What they are", "AUC", "95 % from", "95 % to", "Together gains", "gain, 95 % from", "gain, 95 % to",
    "gain, two-sided p", "Average precision",
]  # fmt: skip


def test_ways_with_what_they_are():
    table = way_rows(BASE)
    assert table.columns.tolist() == COLUMNS
    assert table["Scores"].tolist() == [
        "a",
        "b",
        "a, likelihood ratio",
        "b, likelihood ratio",
        "Together",
        "Stacking",
        "Mean",
        "AND",
        "OR",
    ]
    kinds = table["What they are"].tolist()
    assert kinds[0] == kinds[1] != kinds[2] == kinds[3]
    assert kinds[4].startswith(JOINT_METHODS["binormal"].words)
    assert kinds[5].startswith(JOINT_METHODS["logistic"].words)
    assert kinds[6:] == [MIXTURES[key].words for key in ("mean", "and", "or")]


def test_gains_are_differences_of_areas_with_their_p():
    """Two-sided: below 0.05 where the 95 % interval leaves out 0, and nearly that of the normal law."""
    table = way_rows(BASE).set_index("Scores")
    assert table["Together gains"].to_numpy() == pytest.approx(table.loc["Together", "AUC"] - table["AUC"].to_numpy())
    assert ((table["95 % from"] <= table["AUC"]) & (table["AUC"] <= table["95 % to"])).all()
    assert math.isnan(table.loc["Together", "gain, two-sided p"])
    gain, low, high, p = table.drop("Together").iloc[:, 4:8].to_numpy().T
    assert ((p < 0.05) == ((low > 0) | (high < 0))).all()
    assert p == pytest.approx(2 * norm.sf(abs(gain / ((high - gain) / norm.isf(0.025)))), abs=0.01)


@pytest.mark.parametrize(
    ("method", "names", "titles"),
    [
        ("logistic", ("a", "b", "c"), "a|b|c|a, LR|b, LR|c, LR|Together|Mean"),
        ("binormal", ("Mean", "Together"),
         "Mean|Together|Mean, LR|Together, LR|Together (2)|Stacking|Mean (2)"),
        pytest.param("logistic", ("Mean", "Mean (2)"),
                     "Mean|Mean (2)|Mean, LR|Mean (2), LR|Together|Mean (3)", marks=pytest.mark.full),
        pytest.param("logistic", ("a", "a, read"),
                     "a|a, read|a, LR (2)|a, read, LR|Together|Mean", marks=pytest.mark.full),
        ("logistic", ("a", "a"), "a|a (2)|a, LR|a, LR (2)|Together|Mean"),
    ],
)  # fmt: skip
def test_no_two_ways_have_one_name(method, names, titles):
    """A logistic reading is the stacking."""
    found = read(len(names), method, names=names, cases=24, folds=2)[0]
    table = way_rows(found)
    assert table["Scores"].tolist() == [*titles.replace("LR", "likelihood ratio").split("|"), "AND", "OR"]
    usual = way_rows(read(len(names), method, cases=24, folds=2)[0])
    assert table["What they are"].tolist() == usual["What they are"].tolist()
    assert sentences([headline(found), reason(found)])


def test_a_name_that_is_taken_is_numbered():
    taken = [[], ["Mean"], ["Mean", "Mean (2)", "Mean (4)"], ("Mean", "Mean (3)", "Mean (2)")]
    assert [unique("Mean", some) for some in taken] == ["Mean", "Mean (2)", "Mean (3)", "Mean (4)"]


def test_counts_at_a_share_by_hand():
    table = at_share(calls(made(), (20, 5, 10, 25), (15, 10, 15, 20), (0, 0, 30, 30)))
    assert table[0] == ["Model", "Truly ill, of predicted positive", "Recall", "Precision"]
    assert table[1:3] == [["a", "20 of 25", "66.7 %", "0.800"], ["b", "15 of 25", "50 %", "0.600"]]
    assert table[3][1].startswith("none: ")
    assert table[3][2:] == ["0 %", "–"]
    table = at_share(calls(made(), (0.25, 0.1, 0.3, 0.4), (12.5, 1, 3, 4), (1, 1, 1, 1)))
    assert [row[1] for row in table[1:]] == ["0.250 of 0.350", "12.5 of 13.5", "1 of 2"]


def alone_at(found, share):
    """The rows of the models alone at a share of cases predicted positive."""
    return at_share([(one, called(one.table, share).counts) for one in found.of("alone")])[1:]


@pytest.mark.usefixtures("in_order")
def test_nobody_is_called_where_more_share_the_highest_score():
    """40 of 60 cases have the highest score of the first model: at a share of half it can call none of them."""
    scores = np.array([[1.0] * 20 + [0.0] * 10 + [1.0] * 20 + [0.0] * 10, np.arange(60.0)]).T
    found = together(scores, TRUTH, "binormal", positive=True, names=("a", "b"), rng=np.random.default_rng(1))
    first, second = alone_at(found, 0.5)
    assert first[1].startswith("none: ")
    assert second == ["b", "0 of 30", "0 %", "0"]
    assert alone_at(found, 0.7)[0][1] == "20 of 40"
    # One of 60 cases is more than the 1 % that may be called, but no other case has its score.
    assert [row[0::2] for row in alone_at(BASE, 0.01)] == [["a", "0 %"], ["b", "0 %"]]


def test_plane_has_a_row_for_each_point():
    log = np.array([[0.1, 0.2], [0.3, 0.4]])
    points = Regions(np.array([1.0, 2]), np.array([5.0, 6]), log, log > 0)
    for first, ratio in (("a", "Log likelihood ratio"), ("Log likelihood ratio", "Log likelihood ratio (2)")):
        table = plane_rows(points, (first, "b"))
        assert table.columns.tolist() == [first, "b", ratio]
        assert table.to_numpy().tolist() == [[1, 5, 0.1], [2, 5, 0.2], [1, 6, 0.3], [2, 6, 0.4]]


@pytest.mark.full
def test_areas_at_other_correlations():
    """Alone Phi(2 / sqrt 5); together by as many pairs of cases drawn at random, and where both classes have one
    covariance, Phi of half of Mahalanobis' distance times sqrt 2."""
    table = correlation_rows()
    assert table.columns[2:].tolist() == ["AUC alone", "AUC together"]
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


def method_of(found, **choices):
    """The text, a paragraph a line."""
    return re.sub(r"(?<!\n)\n(?!\n)", " ", method(found, Choices(**choices)))


@pytest.mark.parametrize(("method", "models"), [("kde", 2), ("logistic", 2), ("binormal", 3)])
def test_method_folds_and_seed(method, models):
    found, _, _ = read(models, method, cases=33)
    text = method_of(found, bandwidth="scott", deal=7)
    row = JOINT_METHODS[method]
    assert f"**{row.title}**: {row.words}; {row.source}." in text
    assert ("by Scott." in text) == (method == "kde")
    assert f"5 folds of {min(found.sizes)} to {max(found.sizes)} cases" in text
    assert "(seed 7)" in text
    assert ("The plane alone" in text) == (models == 2)
    assert paired(text)
    assert not re.search(r"\b(nan|inf|None)\b|no value|∞", text)


def test_method_with_each_rule_of_the_bandwidth():
    found, _, _ = read(method="kde", cases=40)
    for rule, (title, *_) in BANDWIDTHS.items():
        assert f"Bandwidths by {title}." in method_of(found, bandwidth=rule)
    assert "folds of 12 cases" in method_of(BASE)


@pytest.mark.parametrize("name", some_of([*MARKED, "gpt-4"], *list(MARKED)[:2], "gpt-4"))
def test_names_in_the_method_are_letters(name):
    """The weights of a logistic regression name the models, of which a hyphen is no minus sign."""
    text = method_of(read(names=(name, "b"), method="logistic", cases=24, folds=2)[0])
    assert "Weights of the scores" in text
    assert letter_by_letter(name, text)
    assert text.replace("\\$", "").count("$") % 2 == 0


@pytest.mark.usefixtures("in_order")
def test_falling_scores_have_a_minus_sign():
    rng = np.random.default_rng(1)
    one = rng.normal(size=60)
    falling = np.column_stack([one + TRUTH, -one + 0.5 * rng.normal(size=60)])
    found = together(falling, TRUTH, "binormal", positive=True, names=("a", "b"), rng=rng)
    assert re.search(r"among the positives: −0\.\d", method_of(found).replace("\\", ""))
