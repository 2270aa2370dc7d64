"""Which cases should a person see? The whole answer on a file, on ties and weights, and how it is computed."""

import re
from fractions import Fraction
from functools import cache

import numpy as np
import pandas as pd
import pytest

from ddcore.answers.refer.choices import assumed_referral
from ddcore.answers.refer.words import method
from ddcore.decisions.reject import best_band
from ddcore.errors import InputError
from ddcore.figures.theme import LIGHT
from ddcore.measures import measure
from ddcore.read import read
from tests.helpers.answers import holds, notes
from tests.helpers.lines import paired, percent
from tests.helpers.loops import nonempty
from tests.helpers.refer_answers import ACC, by_accuracy
from tests.helpers.reject import best, six, tally
from tests.helpers.score_pages import SCORE, TRUE, N, P
from tests.helpers.scored import two_class_example
from tests.helpers.tiers import some_of

M = P + N
ORDER = np.argsort(SCORE)
SORTED, TRUTH = SCORE[ORDER], TRUE[ORDER]
ONES = np.append(0, np.cumsum(TRUTH))
"""Positives among the lowest cases of the sample; no two of its scores are tied."""
ENDS = np.append(SORTED, np.inf)


@pytest.fixture(scope="module")
def example():
    return two_class_example().data()


def here(answer):
    """What the answer says of these cases, without what to expect of others and without marks."""
    said = answer.sentence.replace("**", "").replace("\\", "")
    return re.sub(r" on these cases(, [\d.]+ on unseen ones|; on unseen cases .*)?\.$", ".", said)


def cells_of(first, last):
    """TP, FP, FN, TN of the decided, and positives and negatives referred, where cases first to last are referred."""
    fn, tp = ONES[first], P - ONES[last]
    return tp, M - last - tp, fn, first - fn, ONES[last] - fn, last - first - (ONES[last] - fn)


@cache
def every_band():
    """Where each band that leaves a case to decide begins and ends, and its error rate."""
    first, last = np.triu_indices(M + 1)
    decided = last - first < M
    first, last = first[decided], last[decided]
    tp, fp, fn, tn, *_ = cells_of(first, last)
    return first, last, (fp + fn) / (tp + fp + fn + tn)


def best_accuracy(share):
    """The band of at most a share with the least error rate, by looking at each.

    Of several the one with the fewest cases, then the one with the fewest mistakes, then the lowest.
    """
    first, last, risk = every_band()
    held = last - first
    within = held <= int(share * M + 1e-9)
    ties = np.flatnonzero(within & (risk == risk[within].min()))
    place = min(ties.tolist(), key=lambda at: (held[at], risk[at] * (M - held[at]), first[at]))
    return int(first[place]), int(last[place])


def three(x):
    return f"{x:.3f}".replace("-", "−") if x % 1 else f"{x:.0f}"


def six_of(answer):
    """The small table of the six cells."""
    return answer.tables["cells"].rows().iloc[:, 1:].to_numpy().tolist()


def measures_of(answer):
    return answer.tables["refer"].rows().set_index("Short name")


@pytest.mark.parametrize("share", [0.2, 0.1, 0.7])
def test_band_at_a_share_is_the_best_of_all(example, share):
    answer = by_accuracy(example, share=share)
    first, last = best_accuracy(share)
    tp, fp, fn, tn, positives, negatives = cells_of(first, last)
    alone = max((P - ONES[at] + at - ONES[at]) for at in range(M + 1)) / M
    told = percent((last - first) / M), ENDS[first], ENDS[last], alone, (tp + tn) / (tp + fp + fn + tn)
    assert holds(here(answer), "Send ", *(part if isinstance(part, str) else three(part) for part in told))
    assert six_of(answer) == [[tp, fp], [positives, negatives], [fn, tn]]
    band = answer.values["band"]
    assert (band["low"], band["high"], band["share"]) == (ENDS[first], ENDS[last], pytest.approx((last - first) / M))
    assert band["decided"] == {"tp": tp, "fp": fp, "fn": fn, "tn": tn}
    assert answer.values["held_out"]["low"] < answer.values["held_out"]["value"] < band["value"]
    assert holds(notes(answer)["accuracy-of-all"], three((tp + tn) / M), three((tp + tn + last - first) / M))


def test_chart_shows_both_classes_and_the_band(example):
    figure = by_accuracy(example).figures["refer"]
    drawn = figure.draw(LIGHT)
    first, last = best_accuracy(0.2)
    assert [(bar.name, sum(bar.y)) for bar in drawn.data] == [("truly Class1", P), ("truly Class2", N)]
    rectangles = [shape for shape in drawn.layout.shapes if shape.type == "rect"]
    assert [(shape.x0, shape.x1) for shape in rectangles] == [(ENDS[first], ENDS[last])]
    assert holds(figure.words, three(ENDS[first]), three(ENDS[last]), percent((last - first) / M))


def test_risk_over_coverage_is_that_of_the_best_bands(example):
    answer = by_accuracy(example)
    rows = answer.tables["coverage"].rows()
    assert rows["Share decided"].tolist() == pytest.approx((np.arange(1, 101) / 100).tolist())
    risks = []
    for place, decided in enumerate(range(5, 501, 5)):
        first, last = best_accuracy((M - decided) / M)
        _, fp, fn, *_ = cells_of(first, last)
        risks.append((fp + fn) / (M - last + first))
        assert rows["Error rate"][place] == pytest.approx(risks[-1]), decided
        low, high = rows["Referred from"][place], rows["to below"][place]
        assert (low, high) == (ENDS[first], ENDS[last])
    first, last = best_accuracy(0.2)
    lines = answer.figures["coverage"].draw(LIGHT).layout.shapes
    assert [line.x0 for line in lines] == [pytest.approx(1 - (last - first) / M)]
    assert answer.values["risk_coverage_area"] == pytest.approx(np.mean(risks))


@pytest.mark.parametrize("key", some_of(["F1", "ERR", "J", "net = (tp - 5*fp) / m"], "ERR", "net = (tp - 5*fp) / m"))
def test_band_is_best_for_another_measure(example, key):
    answer = by_accuracy(example, measure=[key], share=0.3)
    found, alone = (best_band(example.model.table, key, share) for share in (0.3, 0.0))
    assert answer.values["band"]["value"] == found.value
    way = "falls" if key == "ERR" else "rises"
    assert here(answer).endswith(f" {way} from {three(alone.value)} to {three(found.value)}.")
    assert answer.tables["coverage"].rows().iloc[69, 1] == pytest.approx(found.value)


def test_measures_that_count_cases_are_not_offered(example):
    """Fewer decided cases have fewer of each; one's own formula may still count."""
    with pytest.raises(InputError, match="must be one of those offered here"):
        by_accuracy(example, measure=["TP"])
    answer = by_accuracy(example, measure=["hits = tp"])
    assert holds(here(answer), "Refer no case:", f"≥ {three(SCORE[TRUE == 1].min())},", f"hits is {P} on")
    assert not {"referred-blindly", "referring-more"} & set(notes(answer))
    assert "referred at random" not in {line.name for line in answer.figures["coverage"].draw(LIGHT).data}


def dearest_first(payoffs, referral):
    """The least mean cost of all bands, by looking at each, and the bands that have it."""
    first, last = np.triu_indices(M + 1)
    tp, fp, fn, tn, positives, negatives = cells_of(first, last)
    worth = sum(payoff * cell for payoff, cell in zip(payoffs, (tp, fp, fn, tn), strict=True))
    total = -(worth + (payoffs[0] - referral[0]) * positives + (payoffs[3] - referral[1]) * negatives) / M
    ties = total <= total.min() + 1e-12
    return total.min(), set(zip(first[ties].tolist(), last[ties].tolist(), strict=True)), total[first == last].min()


@pytest.mark.parametrize(
    ("payoffs", "referral"),
    [((0, -1, -1, 0), (0.2, 0.2)), ((0, -1, -5, 0), (0.5, 0.5)), ((15, -335, -35, 165), (10, 25)),
     ((0, -1, -3, 0), (0.1, 0.4)), ((0, -1e-7, -1, 0), (1e-9, 1e-9))],
)  # fmt: skip
def test_band_by_cost_is_the_cheapest_of_all(example, payoffs, referral):
    answer = by_accuracy(example, by="cost", u=payoffs, referral=referral, unit="EUR")
    least, best, alone = dearest_first(payoffs, referral)
    _, (positives, negatives), (fn, tn) = six_of(answer)
    held, start = int(positives + negatives), int(fn + tn)
    assert (start, start + held) in best
    assert held == min(last - first for first, last in best)
    assert answer.values["band"]["value"] == pytest.approx(-least)
    assert answer.values["nobody_referred"]["value"] == pytest.approx(-alone)
    now, before = re.search(r"a case then (?:costs|earns) (\S.*) EUR instead of (\S.*) EUR\.$", here(answer)).groups()
    assert now != before
    # Where referring beats predicting negative, and where predicting positive beats it, by the payoffs of one case.
    R1, R0 = payoffs[0] - referral[0], payoffs[3] - referral[1]
    low = (payoffs[3] - R0) / (payoffs[3] - R0 + R1 - payoffs[2])
    high = (R0 - payoffs[1]) / (R0 - payoffs[1] + payoffs[0] - R1)
    if low > 1e-3:
        assert f"from {three(low)} to {three(high)}**." in notes(answer)["band-of-probabilities"]
        S1, S0 = payoffs[0] - payoffs[2], payoffs[3] - payoffs[1]
        digits = 2 if payoffs[0] else 3
        assert f"up to **{S0 * S1 / (S0 + S1):.{digits}f} EUR** a case" in notes(answer)["dearest-person"]


@pytest.mark.parametrize(
    ("choices", "message"),
    [
        ({"referral": (-1, 9)}, "no band fits a referral"),
        ({"u": (1, 2, 2, 1)}, "a right answer must be worth at least as much as a wrong one"),
        ({"rate": (0, 0, -1, 0)}, "referring by cost needs prices that do not grow with an amount"),
        ({"referral": "0.2"}, "referral must be two costs, of a positive and a negative case, such as 0.2,0.2"),
    ],
)
def test_costs_that_cannot_be_used_are_refused(example, choices, message):
    with pytest.raises(InputError, match=message):
        by_accuracy(example, by="cost", **choices)


# Ties and weights ------------------------------------------------------------------------------------------------


def of_scores(true, score, weight=None, **choices):
    columns = {"truth": np.where(true, "ill", "well"), "score": score, "weight": weight}
    frame = pd.DataFrame({name: column for name, column in columns.items() if column is not None})
    roles = {role: role for role in ("truth", "score", "weight") if role in frame}
    return by_accuracy(read(frame, positive="ill", **roles).data(), **choices)


@pytest.mark.parametrize("weighted", [False, True])
def test_cases_of_one_score_stay_together(weighted):
    """Whole scores with ties, of 60 cases a third of which are positive."""
    rng = np.random.default_rng(5)
    true = np.arange(60) % 3 == 0
    score = np.where(true, rng.integers(2, 6, 60), rng.integers(0, 4, 60))
    weight = np.where(np.arange(60) % 4 == 0, 2.5, 0.5) if weighted else np.ones(60)
    tallied = tally(list(zip(score.tolist(), true.tolist(), map(Fraction, weight), strict=True)))
    *_, alone = best(tallied, "ACC", 0)
    for share, refers in nonempty({0.2: False, 0.3: True}.items()):
        answer = of_scores(true, score, weight if weighted else None, share=share)
        low, high, value = best(tallied, "ACC", Fraction(str(share)))
        cells = six(tallied, low, high)
        referred = float(sum(cells[4:]) / sum(cells))
        assert measures_of(answer).loc[["ACC", "referred"], "With referral"].tolist() == pytest.approx(
            [value, referred]
        )
        assert (referred > 0) == refers
        told = ["Refer no case:", three(low), three(value)]
        if refers:
            told = [percent(referred), three(low), three(high), "rises", three(alone), three(value)]
        assert holds(here(answer), *told)
        assert ("fewer-than-asked" in notes(answer)) == (0 < referred < share - 0.005)
        assert six_of(answer) == [pytest.approx([float(one) for one in cells[at : at + 2]]) for at in (0, 4, 2)]


def test_scores_that_leave_nothing_to_refer():
    """Constant ones; and those for which the odds ratio divides by zero."""
    true = np.arange(60) % 3 == 0
    constant = of_scores(true, np.full(60, 7))
    assert holds(here(constant), "Refer no case:", "no case positive,", "0.667 on")
    assert "nobody-is-best" in notes(constant)
    odds = of_scores(true[:30], 0.2 + 0.6 * true[:30], measure=["DOR"])
    assert holds(here(odds), "(DOR)", "no value")
    assert "no case referred" in odds.figures["refer"].words


# How it is computed ----------------------------------------------------------------------------------------------


def test_method():
    """Seven to three, squared; a formula of one's own letter by letter, and one class without a missing number."""
    own = measure("= (tp - 2 * fp) / m")
    texts = {row.key: method(row, 0.3) for row in (ACC, measure("F1"), measure("MCC"), own)}
    for key in ("ACC", "F1", "MCC"):
        assert holds(texts[key], "$\\pi$ = 0.300", "= 5.444", "200 resamples (seed 1)")
        assert measure(key).title in texts[key].replace("\\", "")
    assert "\\(tp − 2 · fp\\) \\/ m" in texts[own.key]
    for text in (*texts.values(), method(ACC, 0.0), method(ACC, 1.0)):
        assert paired(text)
        assert not re.search(r"\bnan\b|\binf\b|None|∞", text)


@pytest.mark.parametrize(
    ("payoffs", "dearest"), [((0, -100, -500, 0), Fraction(250, 3)), ((15, -335, -35, 165), Fraction(500, 11))]
)
def test_referral_starts_from_the_prices_in_force(example, payoffs, dearest):
    """Two fifths of the price at which a person who is always right pays nothing any more, S0 S1 / (S0 + S1)."""
    price = float(f"{float(dearest * Fraction(2, 5)):.2g}")
    assumed, said = (by_accuracy(example, by="cost", u=payoffs, **more) for more in ({}, {"referral": (price, price)}))
    assert assumed.sentence == said.sentence
    assert assumed.values["band"] == said.values["band"]
    assert [assumed_referral(nothing) for nothing in ((0, 0, -1, 0), (1, 1, 1, 1))] == [0, 0]
