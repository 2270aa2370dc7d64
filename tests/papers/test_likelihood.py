"""Document 003: what differs is its errata, each printed row is compared once, and what holds can fail."""

import re

import numpy as np
import pytest

from ddcore.papers import framework, lending, likelihood, review, tried
from ddcore.papers.printed import rows
from tests.helpers.loops import nonempty
from tests.helpers.settings import ByScore, Turned

DOCUMENT = "003"

NOT_COMPARED = {
    *(("Section 9.1", what) for what in ("funds", "margin", "rate")),
    *(("Table 9.2", what) for what in ("approved", "enrolled", "profit")),
    *(("Table 9.3", what) for what in ("approved", "accepted", "rate", "profit")),
    *(("Table 8.1", what) for what in ("s1", "s2", "s12")),
    ("Section 9.4", "take-up"),
}
"""What the document takes, and numbers of simulations whose cases it does not print."""


def numbers_of(computed, row, text):
    """Whether each number that stands for a printed row is the same: found by its place, its text and its key."""
    place, key = row["place"].lower(), re.escape(row.get("key") or row.get("measure") or "")
    there = [line for line in computed if stands_at(line, place)]
    return [
        number.same
        for line in there
        for number in line.numbers
        if number.printed in (text, tried.spelled(text))
        and re.search(rf"(?<![-\w.]){key}(?![\w.])" if key else "", number.what)
    ]


def stands_at(line, place):
    stands = line.item.partition(": ")[0].lower()
    return place in stands or stands in place


@pytest.mark.parametrize(
    "name",
    ["003_formulas.csv", "003_table4_4.csv", "003_areas.csv", "003_bands.csv", "003_ensemble.csv", "003_lending.csv"],
)
def test_every_printed_row_differs_where_it_is_marked(computed, name):
    texts = "direction" if name == "003_table4_4.csv" else "printed"
    printed = [row for row in rows(name) if row[texts] and (row["place"], row.get("what")) not in NOT_COMPARED]
    found = [numbers_of(computed, row, row[texts]) for row in nonempty(printed)]
    assert [row for row, numbers in zip(printed, found, strict=True) if not numbers] == []
    differs = np.array([not all(numbers) for numbers in found])
    np.testing.assert_array_equal(differs, [row.get("erratum") == "yes" for row in printed])


@pytest.mark.parametrize("wrong", [ByScore, Turned])
def test_claims_fail_where_scores_are_not_the_likelihood_ratio(monkeypatch, wrong):
    """Of the scores of two groups, or of scores turned round, hardly any of what holds of a ratio does."""
    for module in (tried, framework, likelihood, review):
        monkeypatch.setattr(module, "SOME", (wrong(separation=1.0, below=0.3, share=0.4),))
    of_ratio = [
        *("Proposition 1", "Proposition 2", "Corollary 1", "Proposition 9", "Lemma 2", "Proposition 11"),
        *("Corollary 8", "Corollary 9", "Proposition 12", "Section 7.2", "Proposition 13", "Proposition 14"),
    ]
    failing = [item.place for item in likelihood.ITEMS if item.place in of_ratio and not item.compared().same]
    # A curve is nowhere below itself.
    beside_itself = set() if wrong is Turned else {"Corollary 1", "Corollary 8", "Corollary 9"}
    assert set(of_ratio) - set(failing) <= beside_itself


def test_a_wrong_formula_is_told_from_a_right_one(monkeypatch):
    def exchanged(name):
        return [{**row, "printed": row["printed"].replace("a", "b", 1)} for row in rows(name)]

    for module in (tried, framework):
        monkeypatch.setattr(module, "rows", exchanged)
    assert not framework._table_4_1(f1=False).same
    assert not framework._corollary_6().same
    assert not framework._table_4_4("CC").same


def test_the_masses_of_appendix_b_are_those_worked_out_by_hand():
    by_hand = [
        0.0718403547672 + 0.0444881795262 + 0.465330444204 + 0.408760166634,
        0.798226164080 + 0.0341588945983 + 0.160346695558 + 0.0845546518548,
    ]
    assert framework.appendix_b() == pytest.approx(by_hand, abs=1e-7)


def test_two_prices_have_the_greatest_mean_gap_of_a_linear_programme():
    """Solved by scipy in tests/decisions/test_lending.py: prices of 22 and 50 %."""
    part = (0.347 - 0.22) / (0.5 - 0.22)
    assert lending.greatest_mean_gap(0.347) == pytest.approx((1 - part) * 0.12 + part * 0.05, abs=1e-4)
