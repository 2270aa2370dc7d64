"""What should a loan cost? The tables, and how it is computed."""

import csv
import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from ddcore.answers.lending import tables, words
from ddcore.answers.lending.closer import margin_rows
from ddcore.decisions.cutoffs import LendingLimits, LoanTerms, Policy
from ddcore.decisions.lending import LENDING_METHODS
from ddcore.decisions.pricing import AlternationStep, Book
from ddcore.decisions.take_up import sigmoid, through_points
from ddcore.table import ScoreTable
from tests.helpers.answers import holds
from tests.helpers.lending_answers import (
    BASE,
    DEFAULTS,
    INF,
    NAN,
    ODD,
    RATES,
    RISK,
    TAKE,
    TERMS,
    by_margin,
    expects,
    lent,
    made,
    odd,
    share,
)
from tests.helpers.lines import paired

EARNED, EXPECTED, IF_RIGHT = "Earned of 100 applied for", "Expected of 100 applied for", "If risks are right"
PUBLISHED = Path(__file__).parents[3] / "ddcore" / "papers" / "003_lending.csv"


def test_outcomes():
    """Each column is one number of each way to lend, profits of 100; nobody who is approved has no mean."""
    nobody = {"approved": 0.0, "accepted": NAN, "rate": NAN, "per_loan": NAN}
    for found in (BASE, made(cutoff=nobody)):
        table = tables.every_way(found).merge(tables.loans(found), on="Way to lend")
        assert table["Way to lend"].tolist() == [title for title, _ in LENDING_METHODS.values()]
        for column, factor, value in (
            (EARNED, 100, lambda way: way.profit.value),
            ("95 % from", 100, lambda way: way.profit.low),
            ("95 % to", 100, lambda way: way.profit.high),
            ("More than one margin", 1, lambda way: way.more.value),
            ("more, 95 % from", 1, lambda way: way.more.low),
            ("more, 95 % to", 1, lambda way: way.more.high),
            (IF_RIGHT, 100, lambda way: way.expected),
            ("Approved", 1, lambda way: way.approved),
            ("Accept, of approved", 1, lambda way: way.accepted),
            ("Take the loan", 1, lambda way: way.enrolled),
            ("Mean rate of loans", 1, lambda way: way.rate),
            ("Earned of 100 lent", 100, lambda way: way.per_loan),
        ):
            right = [factor * value(way) for way in found.outcomes.values()]
            np.testing.assert_allclose(table[column], right, err_msg=column)


class TestPolicies:
    def test_rows_by_hand(self):
        """Of risks 0.1 to 0.6, thresholds give two 30 %, one 35 %, one 40 %, and two nothing."""
        table = ScoreTable.of([0.05, 0.1, 0.2, 0.3, 0.5, 0.6], [0, 0, 1, 0, 1, 1])
        found = replace(
            BASE,
            policies={
                "margin": Policy((0.2, 0.3), (-INF, 0.05)),
                "cutoff": Policy((0.2, 0.3, 0.35, 0.4), (-INF, 0.1, 0.25, 0.3)),
                "system": Policy((), ()),
            },
        )
        rows = tables.policies(found, table)
        assert rows.values.tolist() == [
            ["One margin for all", 0.3, 0.0, 0.05, pytest.approx(1 / 6)],
            ["Best thresholds", 0.3, 0.0, 0.1, pytest.approx(2 / 6)],
            ["Best thresholds", 0.35, 0.1, 0.25, pytest.approx(1 / 6)],
            ["Best thresholds", 0.4, 0.25, 0.3, pytest.approx(1 / 6)],
        ]

    def test_nobody_is_approved_by_any(self):
        nobody = Policy((0.2,), (-INF,))
        found = replace(BASE, policies=dict.fromkeys(("margin", "cutoff", "system"), nobody))
        assert tables.policies(found, ScoreTable.of(RISK, DEFAULTS, True)).shape == (0, 5)


class TestOverTheRisk:
    def test_profits_by_hand(self):
        table = tables.over_the_risk(BASE, TERMS, TAKE)
        assert table.columns.tolist()[1:-2] == [f"at {100 * rate:.0f} %" for rate in RATES]
        for row in table.iloc[::20].itertuples(index=False):
            risk, *profits, best, most = row
            assert profits == pytest.approx([100 * expects(rate, risk) for rate in RATES], abs=1e-9)
            peak = max(100 * expects(rate, risk) for rate in np.linspace(0, 0.5, 2001))
            assert most == pytest.approx(max(peak, 0), abs=0.01)
            if peak > 0.01:
                assert 100 * expects(best, risk) == pytest.approx(peak, abs=0.01)

    def test_a_column_for_each_rate(self):
        """Rates that differ by less than a tenth of a percent, and rates up to higher limits."""
        rates = (0.3, 0.3002, 0.3004)
        assert len(tables.over_the_risk(lent(RISK, DEFAULTS, rates), TERMS, TAKE).columns) == 6
        take = through_points([0, 1], [1, 0])
        found = lent(RISK, DEFAULTS, (0.3, 0.6), take_up=take, limits=LendingLimits(0, 1))
        assert tables.over_the_risk(found, TERMS, take)["at 60 %"][0] == pytest.approx(100 * 0.4 * 0.57)


def test_every_margin_by_hand():
    book = Book.of(ScoreTable.of(RISK, DEFAULTS, True))
    table = margin_rows(BASE, book, TERMS, TAKE, LendingLimits())
    assert table["Margin"].to_numpy() == pytest.approx(np.arange(421) / 1000)
    for margin, approved, taken, expected in table.iloc[5::60].itertuples(index=False):
        rates = [by_margin(margin)(risk) for risk in RISK]
        assert approved == pytest.approx(sum(rate is not None for rate in rates) / 200)
        assert taken == pytest.approx(sum(share(rate) for rate in rates if rate is not None) / 200)
        plain = sum(expects(rate, risk) for rate, risk in zip(rates, RISK, strict=True) if rate is not None)
        assert expected == pytest.approx(100 * plain / 200, abs=1e-9)
    assert BASE.margin == table["Margin"][table[EXPECTED].idxmax()]


def test_what_a_loan_brings_by_hand():
    """Table 9.1 of the document: r - r_c, -(LGD + r_c), and nothing for who is refused."""
    table = tables.matrix(LoanTerms(0.25, 0.5), (0.5, 0.75))
    assert table.values.tolist() == [["50 %", 25.0, -75.0], ["75 %", 50.0, -75.0], ["refused", 0.0, 0.0]]


def test_trace_by_hand():
    steps = (
        AlternationStep("thresholds", Policy((0.2, 0.3, 0.4), (-INF, 0.1, 0.25)), 0.05),
        AlternationStep("prices", Policy((0.31234, 0.4), (0.1, 0.25)), 0.0625),
    )
    table = tables.trace(replace(BASE, steps=steps))
    assert table.values.tolist() == [
        [1, "thresholds", 5.0, "0.2000, 0.3000, 0.4000", "0.0000, 0.1000, 0.2500"],
        [2, "prices", 6.25, "0.3123, 0.4000", "0.1000, 0.2500"],
    ]


# How it is computed ----------------------------------------------------------------------------------------------


def computed(found=BASE, terms=TERMS, take_up=TAKE, limits=None, way="read"):
    """The text, a paragraph a line."""
    text = words.method(found, terms, take_up, limits or LendingLimits(), way, 0.3)
    return re.sub(r"(?<!\n)\n(?!\n)", " ", text)


class TestComputed:
    def test_numbers_put_in(self):
        text = computed(terms=LoanTerms(0.025, 0.625), limits=LendingLimits(0.05, 0.45, 0.75))
        for part in ("$r_c$ = 0.025", "$LGD$ = 0.625.", "allowed, 0.750.", f"({len(BASE.steps)} steps;"):
            assert part in text
        assert holds(text, "within 5 %", "45 %.", "400 resamples", "(seed 1)")
        assert "(1 step;" in computed(replace(BASE, steps=BASE.steps[:1]))
        for way, said in words.RISKS.items():
            assert said in computed(way=way)

    def test_formulas(self):
        """The profit of a loan, of an offer, the rule of one margin, and equation 9.10."""
        text = computed()
        for formula in (
            "$r - r_c$", "$-(LGD + r_c)$", r"$[(1-s)(r-r_c) - s(LGD+r_c)]\,T$", r"$s \le r_i - r_c - m$",
            r"$s_{ij} = (M - r_c N)/(M + LGD\,N)$", "$M = T_j r_j - T_i r_i$", "$N = T_j - T_i$", "$(r-r_c)/(r+LGD)$",
        ):  # fmt: skip
            assert formula in text

    def test_who_accepts(self):
        """An amount in dollars is no formula: its sign is escaped. A guess is called one only where it is used."""
        for take in (TAKE, sigmoid(2, 1, -8), through_points([0, 0.5], [1, 0])):
            text = computed(take_up=take)
            assert paired(text.replace("\\$", ""))
            assert take.words in text.replace("\\", "")
            assert not re.search(r"(?<!\w)-8", text)
            assert ("guess" in text) == (take is TAKE)

    def test_what_has_no_interval_is_not_resampled(self):
        assert "resamples" in computed(odd("weighted"))
        for found in (odd("sums of weights"), odd("one")):
            assert "resamples" not in computed(found)

    def test_what_the_document_prints(self):
        with PUBLISHED.open(encoding="utf-8") as lines:
            table = list(csv.reader(lines))
        rows = {",".join(row[2:5]) for row in table if row[1] == "Table 9.3"}
        printed = "profit,cutoff,$1,708", "profit,system,$3,539", "enrolled,system,58.3%", "rate,system,34.7%"
        assert set(printed) <= rows
        (worst,) = (float(row[5]) for row in table if row[1:4] == ["Table 9.3", "least", "any rates"])
        loans = 0.583 * 30_000
        assert worst == pytest.approx(3539 - loans * 0.08825, abs=0.1)
        amounts = f"{loans:,.0f} loans", f"about ${3539 - loans * 0.06:,.0f}", f"about ${worst:,.0f}", "34.7 %"
        assert holds(computed().replace("\\", ""), "$3,539", "$1,708", *amounts)

    @pytest.mark.parametrize("name", ODD)
    def test_no_missing_number(self, name):
        text = re.sub(r"\$[^$]*\$", "f", computed(odd(name)))
        assert not re.search(r"\b(nan|inf|None)\b|no value|∞", text)
