"""What should a loan cost? Every branch of what is said, and whether it is true of the applicants."""

from dataclasses import replace

import numpy as np
import pytest

from ddcore.decisions.cutoffs import LendingLimits
from ddcore.interval import Interval
from tests.helpers.answers import interval
from tests.helpers.lending_answers import (
    BASE,
    DEFAULTS,
    DOUBTFUL,
    NAN,
    RISK,
    answered,
    by_best,
    by_margin,
    cut,
    expects,
    lent,
    made,
    mean,
    of,
    texts_of,
)
from tests.helpers.lines import sentences

NONE = Interval(NAN, NAN, NAN, NAN)


# The answer ------------------------------------------------------------------------------------------------------


WHERE = "A threshold of **0.442** on the risk"
MORE, LESS = (f"earns **12.5 %** {which} than one margin for all" for which in ("more", "less"))


@pytest.mark.parametrize(
    ("cutoff", "said"),
    [
        (cut(), f"{MORE}."),
        (cut(ahead=(0.01, -0.005, 0.02)), f"{MORE}, maybe by chance."),
        (cut(ahead=(0.01, 0.0, 0.02)), f"{MORE}, maybe by chance."),
        (cut(more=(-0.125, -0.2, -0.05), ahead=(-0.01, -0.02, -0.005)), f"{LESS}."),
        (cut(more=(-0.125, -0.2, 0.05), ahead=(-0.01, -0.02, 0.005)), f"{LESS}, maybe by chance."),
        (cut(more=(-0.125, -0.2, 0.0), ahead=(-0.01, -0.02, 0.0)), f"{LESS}, maybe by chance."),
        (cut(more=(0.0006, 0, 0.001)), "earns **0.1 %** more than one margin for all."),
        (cut(more=(0.0004, 0, 0.001)), "earns as much as one margin for all."),
        (cut(more=(-0.0004, -0.001, 0), ahead=(-1e-5, -1e-4, 0)), "earns as much as one margin for all."),
    ],
)
def test_answer(cutoff, said):
    assert answered(made(cutoff=cutoff)).sentence == f"{WHERE} {said}"


def test_chance_is_that_of_the_absolute_gain():
    """One margin may lose in a resample: then a part of it has no interval, but the difference has one."""
    for more in ((0.125, NAN, NAN), (0.125, 0.05, 0.2)):
        found = made(cutoff=cut(more=more, ahead=(0.01, -0.005, 0.02)))
        assert answered(found).sentence.endswith(" more than one margin for all, maybe by chance.")
    found = made(cutoff=cut(more=(0.125, -0.05, 0.3), ahead=(0.01, 0.005, 0.02)))
    assert answered(found).sentence.endswith(" more than one margin for all.")


def test_without_an_interval_nobody_can_say_how_surely():
    found = made(cutoff=cut((0.06, NAN, NAN), (0.125, NAN, NAN), (0.01, NAN, NAN)))
    assert answered(found).sentence == (
        f"{WHERE} earns **12.5 %** more than one margin for all; how surely cannot be told."
    )


@pytest.mark.parametrize(
    ("best", "margin", "ahead", "said"),
    [
        (0.06, -0.0125, (0.05, 0.1), "earns 6, one margin for all loses 1.250 of 100 applied for."),
        (0.06, -0.0125, (-0.05, 0.2), "earns 6, one margin for all loses 1.250 of 100 applied for, maybe by chance."),
        (0.06, 0.0, (0.05, 0.07), "earns 6, one margin for all earns 0 of 100 applied for."),
        (-0.0125, 0.05, (-0.1, -0.01), "loses 1.250, one margin for all earns 5 of 100 applied for."),
        (-0.0125, 0.05, (-0.2, 0.1), "loses 1.250, one margin for all earns 5 of 100 applied for, maybe by chance."),
        (-0.0125, -0.05, (0.01, 0.06), "loses 1.250, one margin for all loses 5 of 100 applied for."),
    ],
)
def test_amounts_stand_where_one_of_the_two_earns_nothing(best, margin, ahead, said):
    """Nothing can be told as a part of a loss."""
    more = (best / margin - 1,) if margin > 0 else (NAN,)
    given = cut((best, best - 0.01, best + 0.01), more, (best - margin, *ahead))
    assert answered(made(cutoff=given, margin={"profit": interval(margin)})).sentence == f"{WHERE} {said}"


def test_a_difference_of_nothing_is_not_called_chance():
    """At one rate both ways lend to the same two applicants, in every resample: there is no difference to doubt."""
    found = lent([0.1, 0.2], [True, True], (0.3,))
    assert mean(by_margin(0, (0.3,)), [0.1, 0.2], [True, True]) == found.outcomes["cutoff"].profit.value
    assert found.outcomes["cutoff"].ahead == Interval(0, 0, 0, 0)
    assert "chance" not in answered(found).sentence


NONE_EARNS = "Lend to nobody at these rates: none of them earns anything, at any risk."
NONE_SO_SAFE = "Lend to nobody here: no applicant has a risk of 0.442 or less."


def test_no_applicant_is_safe_enough():
    assert answered(made(cutoff=cut(approved=0.0))).sentence == NONE_SO_SAFE


def test_no_rate_earns_anything():
    assert answered(made(used=False)).sentence == NONE_EARNS


def test_gain_of_cutoffs_is_that_on_these_applicants():
    margin, best = (mean(of, RISK, DEFAULTS) for of in (by_margin(BASE.margin), by_best))
    more = f"{abs(100 * (best / margin - 1)):.1f}".removesuffix(".0")
    assert f"**{more} %** {'more' if best > margin else 'less'} than one margin" in answered(BASE).sentence


def test_answers_of_lenders_that_earn_nothing():
    """Rates below the funds, a rate that nobody takes, and applicants who are all too risky."""
    for rates in ((0.02, 0.03), (0.5,)):
        found = lent(RISK, DEFAULTS, rates)
        assert answered(found).sentence == NONE_EARNS
        assert sentences([answered(found).reason, *texts_of(found)])
    found = lent([0.9, 0.95, 0.99], [True, True, False])
    assert answered(found).sentence == NONE_SO_SAFE
    assert sentences([answered(found).reason, *texts_of(found)])


LOSING = (
    [0.15, 0.23, 0.15, 0.23, 0.14, 0.54, 0.36, 0.19, 0.62, 0.14, 0.19,
     0.28, 0.39, 0.24, 0.46, 0.36, 0.19, 0.06, 0.45, 0.52, 0.08, 0.47],
    [1, 0, 0, 0, 0, 0, 1, 1, 1, 0, 0, 0, 1, 1, 1, 1, 1, 0, 1, 0, 0, 0],
)  # fmt: skip
UNLUCKY = (
    [0.68, 0.43, 0.51, 0.01, 0.17, 0.29, 0.25, 0.41, 0.1, 0.59, 0.37, 0.22, 0.12, 0.03, 0.34],
    [1, 0, 1, 0, 1, 1, 0, 1, 0, 1, 0, 1, 0, 0, 1],
)


def test_a_gain_of_few_applicants_is_not_said_without_a_doubt():
    """In some resamples one margin loses, so that no ratio has an interval: these are the least certain of all."""
    found = of(DOUBTFUL)
    margin = found.outcomes["margin"].profit
    assert margin.low < 0 < margin.value
    gain = mean(by_best, *DOUBTFUL) / mean(by_margin(found.margin), *DOUBTFUL) - 1
    assert (
        answered(found).sentence
        == f"{WHERE} earns **{100 * gain:.1f} %** more than one margin for all, maybe by chance."
    )


def test_nobody_is_sent_away_while_one_margin_earns():
    """Best thresholds lose 0.53 of 100 here, the margin of the lender earns 1.58."""
    found = of(LOSING)
    assert mean(by_margin(found.margin), *LOSING) > 0.015 > 0 > mean(by_best, *LOSING)
    assert answered(found).sentence == (
        f"{WHERE} loses {-100 * mean(by_best, *LOSING):.3f}, one margin for all earns "
        f"{100 * mean(by_margin(found.margin), *LOSING):.3f} of 100 applied for, maybe by chance."
    )


def test_a_margin_that_earns_is_not_denied():
    """The margin that promised most loses on these applicants; one of 26 % earns 3.78 of 100."""
    found = of(UNLUCKY)
    assert mean(by_margin(0.26), *UNLUCKY) == pytest.approx(0.0378, abs=1e-4)
    assert mean(by_margin(found.margin), *UNLUCKY) <= 0
    assert "no single margin for all earns anything" not in answered(found).sentence
    assert "one margin for all loses " in answered(found).sentence
    assert answered(found).reason.startswith("Of 100 applied for, the single margin that promises most, ")


# The reason ------------------------------------------------------------------------------------------------------


EARNED = {
    "margin": {"profit": interval(0.05)},
    "cutoff": cut((0.06, 0.05, 0.07125)),
    "system": {"profit": interval(0.0625)},
}
REST = (
    "earns **5**. The same rates, each given to the risks where it earns most, earn **6** (95 % interval 5 to 7.125); "
    "no more rates, but those that promise most, **6.250**."
)


def test_reason():
    most = f"{100 * BASE.margins[np.argmax(BASE.by_margin)]:.3g} %"
    assert (
        answered(made(**EARNED)).reason == f"Of 100 applied for, the single margin that promises most, {most}, {REST}"
    )
    other = replace(made(**EARNED), margin=0.05)
    assert answered(other).reason == f"Of 100 applied for, a margin of 5 %, where {most} promises most, {REST}"
    assert answered(other).sentence == f"{WHERE} earns **12.5 %** more than one margin of 5 % for all."


def test_profits_without_an_interval_are_told():
    found = made(margin={"profit": interval(-0.05)}, cutoff=cut((0.06, NAN, NAN)))
    assert "earns **−5**." in answered(found).reason
    assert "earn **6**; no more rates, but those that promise most, **" in answered(found).reason


def test_advice_where_no_rate_earns():
    assert answered(made(used=False, system={"profit": interval(0.0625)})).reason == (
        "Try other rates, or lend at lower costs. As many of the best rates would earn **6.250** of 100 applied for."
    )


def test_advice_where_no_rate_could_earn():
    """The highest rate that is allowed does not cover the funds."""
    found = lent(RISK, DEFAULTS, (0.01,), limits=LendingLimits(0, 0.02))
    assert max(expects(rate, 0.0) for rate in np.linspace(0, 0.02, 21)) < 0
    assert answered(found).reason == "Lend at lower costs: no rate within the limits earns anything."


def test_advice_where_none_of_these_applicants_can_be_offered_any_rate():
    """At 1 % the funds are not covered; of a risk of 0.9 no rate is, or the lender allows none."""
    said = "Try other rates, or lend at lower costs; to these applicants no rate at all can be offered."
    assert answered(lent([0.9, 0.95], [True, False], (0.01,))).reason == said
    assert expects(0.3, 0.2) > 0
    assert answered(lent([0.2, 0.3], [False, True], (0.01,), limits=LendingLimits(riskiest=0.1))).reason == said
    assert answered(lent([0.05, 0.3], [False, True], (0.01,), limits=LendingLimits(riskiest=0.1))).reason != said


def test_the_best_rates_are_those_of_the_advice():
    """Who gets which of the best rates, and what these applicants bring at them."""
    found = lent(RISK, DEFAULTS, (0.01, 0.02))
    system = found.policies["system"]
    assert len(system.used) == 2
    got = mean(lambda risk: float(system.rate(risk)) if risk <= system.last else None, RISK, DEFAULTS)
    assert answered(found).reason == (
        f"Try other rates, or lend at lower costs. As many of the best rates would earn **{100 * got:.3f}** of 100 "
        "applied for."
    )


def test_rates_are_not_blamed_for_applicants_who_are_too_risky():
    """At 1 % nothing is earned, at 30 % it is: only nobody here is safe enough for any rate."""
    found = lent([0.9, 0.95], [True, False], (0.01,))
    assert expects(0.3, 0.1) > 0.1
    assert max(expects(rate, 0.9) for rate in np.linspace(0, 0.5, 501)) <= 0
    assert "no rate within the limits earns anything" not in answered(found).reason


def test_nobody_is_advised_to_raise_rates_that_nobody_takes():
    """Of the quartic nobody takes 50 %, but a lender at 30 % earns."""
    found = lent(RISK, DEFAULTS, (0.5,))
    assert mean(lambda risk: 0.3 if risk < 0.3 else None, RISK, DEFAULTS) > 0
    assert "higher rates" not in answered(found).reason
