"""Which cases should a person see? The whole answer on a file, on ties and weights, and how it is computed."""

import re
from fractions import Fraction

import numpy as np
import pandas as pd
import pytest

from ddcore.answers import refer
from ddcore.answers.refer_choices import assumed_referral
from ddcore.errors import InputError
from ddcore.figures.theme import LIGHT
from ddcore.measures import measure
from ddcore.read import read
from tests.helpers.answers import asked, holds, notes
from tests.helpers.lines import paired, percent
from tests.helpers.refer_answers import ACC
from tests.helpers.score_pages import SCORE, TRUE, N, P
from tests.helpers.scored import two_class_example

# The whole answer, on a file of 500 cases ------------------------------------------------------------------------

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


def windows(share):
    """The six cells of every band that refers as many cases as the share allows."""
    held = int(share * M + 1e-9)
    first = np.arange(M - held + 1)
    return first, first + held, cells_of(first, first + held)


def best_accuracy(share):
    """The band with the fewest mistakes, by looking at each; the lowest of several."""
    first, last, (_, fp, fn, *_) = windows(share)
    place = int((fp + fn).argmin())
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
    answer = asked("refer", example, share=share)
    first, last = best_accuracy(share)
    tp, fp, fn, tn, positives, negatives = cells_of(first, last)
    alone = max((P - ONES[at] + at - ONES[at]) for at in range(M + 1)) / M
    told = percent(share), ENDS[first], ENDS[last], alone, (tp + tn) / (tp + fp + fn + tn)
    assert holds(here(answer), "Refer ", *(part if isinstance(part, str) else three(part) for part in told))
    assert six_of(answer) == [[tp, fp], [positives, negatives], [fn, tn]]
    band = answer.values["band"]
    assert (band["low"], band["high"], band["share"]) == (ENDS[first], ENDS[last], pytest.approx(share))
    assert band["decided"] == {"tp": tp, "fp": fp, "fn": fn, "tn": tn}
    assert holds(notes(answer)["accuracy-of-all"], three((tp + tn) / M), three((tp + tn + last - first) / M))


def test_measures_stand_among_the_decided_and_over_all(example):
    rows = measures_of(asked("refer", example))
    first, last = best_accuracy(0.2)
    line = min(range(M + 1), key=lambda at: (ONES[at] + M - at - P + ONES[at], at))
    for column, ends in (("With referral", (first, last)), ("Nobody referred", (line, line))):
        tp, fp, fn, tn, positives, negatives = (float(cell) for cell in cells_of(*ends))
        expected = {
            "ACC": (tp + tn) / (tp + fp + fn + tn),
            "TPR": tp / (tp + fn),
            "TNR": tn / (tn + fp),
            "PPV": tp / (tp + fp),
            "NPV": tn / (tn + fn),
            "FNR": fn / (tp + fn),
            "FPR": fp / (fp + tn),
            "FDR": fp / (tp + fp),
            "FOR": fn / (tn + fn),
            "F1": 2 * tp / (2 * tp + fp + fn),
            "TS": tp / (tp + fp + fn),
            "OTPR": tp / P,
            "OTNR": tn / N,
            "OFNR": fn / P,
            "OFPR": fp / N,
            "OACC": (tp + tn) / M,
            "referred": (positives + negatives) / M,
        }
        assert rows[column].to_dict() == pytest.approx(expected)
    assert rows.loc[["OACC", "ACC"], "Of which cases"].str.split().str[0].tolist() == ["all,", "decided"]


def test_chart_shows_both_classes_and_the_band(example):
    figure = asked("refer", example).figures["refer"]
    drawn = figure.draw(LIGHT)
    first, last = best_accuracy(0.2)
    bars = {bar.name: bar for bar in drawn.data}
    assert list(bars) == ["truly Class1", "truly Class2"]
    for name, truth in (("truly Class1", TRUE), ("truly Class2", ~TRUE)):
        middle, height = np.array(bars[name].x), np.array(bars[name].y)
        expected = [(np.abs(SCORE[truth] - x) < bars[name].width / 2).sum() for x in middle]
        assert height.sum() == truth.sum()
        assert np.abs(height - expected).sum() <= 2
    rectangles = [shape for shape in drawn.layout.shapes if shape.type == "rect"]
    assert [(shape.x0, shape.x1) for shape in rectangles] == [(ENDS[first], ENDS[last])]
    assert holds(figure.words, three(ENDS[first]), three(ENDS[last]), "20 %")


def test_risk_over_coverage_is_that_of_the_best_bands(example):
    answer = asked("refer", example)
    rows = answer.tables["coverage"].rows()
    assert rows["Share decided"].tolist() == pytest.approx((np.arange(1, 101) / 100).tolist())
    risks = []
    for place, decided in enumerate(range(5, 501, 5)):
        _, _, (_, fp, fn, *_) = windows((M - decided) / M)
        risks.append((fp + fn).min() / decided)
        assert rows["Error rate"][place] == pytest.approx(risks[-1]), decided
        low, high = rows["Referred from"][place], rows["to below"][place]
        assert ((low <= SCORE) & (high > SCORE)).sum() == M - decided
    drawn = answer.figures["coverage"].draw(LIGHT)
    lines = {line.name: line for line in drawn.data}
    assert list(lines["best cases referred"].y) == pytest.approx(risks)
    assert list(lines["referred at random"].y) == pytest.approx([risks[-1]] * 2)
    assert [shape.x0 for shape in drawn.layout.shapes] == [pytest.approx(0.8)]
    assert answer.values["risk_coverage_area"] == pytest.approx(np.mean(risks))


def test_value_on_other_cases_is_that_of_thirds_decided_by_the_others(example):
    rng, right, decided = np.random.default_rng(7), 0, 0
    for _ in range(60):
        third = np.empty(M, int)
        for mine in (TRUE, ~TRUE):
            third[mine] = rng.permutation(mine.sum()) % 3
        for part in range(3):
            order = np.argsort(SCORE + 9.0 * (third == part), kind="stable")[: (third != part).sum()]
            below, size = np.append(0, np.cumsum(TRUE[order])), order.size
            held = int(0.2 * size)
            first = np.arange(size - held + 1)
            wrong = below[first] + (size - held - first) - (below[-1] - below[first + held])
            place = int(wrong.argmin())
            low, high = SCORE[order[place]], SCORE[order[place + held]] if place < size - held else np.inf
            sure_of = (third == part) & ((low > SCORE) | (high <= SCORE))
            right, decided = right + ((high <= SCORE) == TRUE)[sure_of].sum(), decided + sure_of.sum()
    assert asked("refer", example).values["held_out"]["value"] == pytest.approx(right / decided, abs=0.006)


@pytest.mark.parametrize(
    ("key", "name", "value", "lower"),
    [
        ("F1", "F1", lambda tp, fp, fn, tn: 2 * tp / (2 * tp + fp + fn), False),
        ("ERR", "error rate", lambda tp, fp, fn, tn: (fp + fn) / (tp + fp + fn + tn), True),
        ("J", "Youden's J", lambda tp, fp, fn, tn: tp / (tp + fn) + tn / (tn + fp) - 1, False),
        ("net = (tp - 5*fp) / m", None, lambda tp, fp, fn, tn: (tp - 5 * fp) / (tp + fp + fn + tn), False),
    ],
)
def test_band_is_best_for_another_measure(example, key, name, value, lower):
    answer = asked("refer", example, measure=[key], share=0.3)
    first, last, counted = windows(0.3)
    with np.errstate(divide="ignore", invalid="ignore"):
        values = np.nan_to_num(value(*counted[:4]), nan=9 if lower else -9)
        every = value(*cells_of(np.arange(M + 1), np.arange(M + 1))[:4])
    place = int(values.argmin() if lower else values.argmax())
    before = np.nanmin(every) if lower else np.nanmax(every)
    band = answer.values["band"]
    assert (band["low"], band["high"]) == (ENDS[first[place]], ENDS[last[place]])
    assert band["value"] == pytest.approx(values[place])
    if name:
        way = "falls" if lower else "rises"
        assert here(answer).endswith(f"{name} {way} from {three(before)} to {three(values[place])}.")
    curve = answer.tables["coverage"].rows()
    (column,) = (column for column in curve.columns if column not in ("Share decided", "Referred from", "to below"))
    assert curve[column].iloc[69] == pytest.approx(values[place])


def test_measures_that_count_cases_are_not_offered(example):
    """Fewer decided cases have fewer of each; one's own formula may still count."""
    with pytest.raises(InputError, match="must be one that is offered here"):
        asked("refer", example, measure=["TP"])
    answer = asked("refer", example, measure=["hits = tp"])
    assert holds(here(answer), "does not help", "20 %", "hits falls", "258 to 257.")
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
    answer = asked("refer", example, by="cost", u=payoffs, referral=referral, unit="EUR")
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


def test_payoffs_say_what_a_case_yields(example):
    answer = asked("refer", example, by="cost", written="payoffs")
    least, _, alone = dearest_first((0, -1, -1, 0), (0.2, 0.2))
    assert here(answer).endswith(f"a case then yields {three(-least)} instead of {three(-alone)}.")
    assert "case yields **−0." in answer.reason


@pytest.mark.parametrize(
    ("choices", "message"),
    [
        ({"referral": (-1, 9)}, "no band fits a referral"),
        ({"u": (1, 2, 2, 1)}, "a right answer must be worth no less than a wrong one"),
        ({"u": (1, 1, 1, 1)}, "the four payoffs must not all be equal"),
        ({"rate": (0, 0, -1, 0)}, "referring by costs needs costs that do not grow with an amount"),
        ({"referral": "0.2"}, "referral must be two costs, of a positive and a negative case, such as 0.2,0.2"),
        ({"referral": "x,1"}, "the cost of a referral must be a number"),
    ],
)
def test_costs_that_cannot_be_used_are_refused(example, choices, message):
    with pytest.raises(InputError, match=message):
        asked("refer", example, by="cost", **choices)


# Ties and weights ------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def ties():
    """Whole scores with ties, of 60 cases a third of which are positive."""
    rng = np.random.default_rng(5)
    true = np.arange(60) % 3 == 0
    return true, np.where(true, rng.integers(2, 6, 60), rng.integers(0, 4, 60))


def of_scores(true, score, weight=None, **choices):
    columns = {"truth": np.where(true, "ill", "well"), "score": score, "weight": weight}
    frame = pd.DataFrame({name: column for name, column in columns.items() if column is not None})
    roles = {role: role for role in ("truth", "score", "weight") if role in frame}
    return asked("refer", read(frame, positive="ill", **roles).data(), **choices)


def widest(true, score, share, weight):
    """The best accuracy of the bands of whole scores that hold at most a share and cannot grow, with their shares."""
    cuts = [*np.unique(score), np.inf]
    held = {}
    for i, low in enumerate(cuts):
        for j, high in enumerate(cuts[i:], start=i):
            inside = (score >= low) & (score < high)
            held[i, j] = weight[inside].sum() / weight.sum()
    room = share + 1e-12
    candidates = []
    for (i, j), part in held.items():
        wider = [held.get((i - 1, j), 9), held.get((i, j + 1), 9)]
        if part <= room and min(wider) > room:
            low, high = cuts[i], cuts[j]
            decided = (score < low) | (score >= high)
            right = weight[decided & ((score >= high) == true)].sum()
            candidates.append((right / weight[decided].sum(), part, low, high))
    return max(candidates, key=lambda candidate: candidate[0])


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("share", [0.2, 0.3])
def test_cases_of_one_score_stay_together(ties, weighted, share):
    true, score = ties
    weight = np.where(np.arange(60) % 4 == 0, 2.5, 0.5) if weighted else np.ones(60)
    answer = of_scores(true, score, weight if weighted else None, share=share)
    accuracy, part, low, high = widest(true, score, share, weight)
    assert part > 0
    rows = measures_of(answer)
    assert rows.loc["ACC", "With referral"] == pytest.approx(accuracy)
    assert rows.loc["referred", "With referral"] == pytest.approx(part)
    alone = max(np.average((score >= cut) == true, weights=weight) for cut in [*np.unique(score), np.inf])
    way = "rises" if accuracy > alone else "falls"
    assert holds(here(answer), percent(part), three(low), three(high), way, three(alone), f"{three(accuracy)}.")
    assert ("fewer-than-asked" in notes(answer)) == (part < share - 0.005)
    assert sum(map(sum, six_of(answer))) == pytest.approx(weight.sum())


def test_scores_that_leave_nothing_to_refer():
    """Constant ones; ones that tell the classes apart; and those for which the odds ratio divides by zero."""
    true = np.arange(60) % 3 == 0
    constant = of_scores(true, np.full(60, 7))
    assert holds(here(constant), "Refer nobody,", "no case positive,", "0.667.")
    assert "nobody-is-best" in notes(constant)
    assert six_of(constant) == [[0, 0], [0, 0], [20, 40]]
    assert here(of_scores(true, true * 0.5 + np.arange(60) / 200)).endswith("stays 1.")
    odds = of_scores(true[:30], 0.2 + 0.6 * true[:30], measure=["DOR"])
    assert holds(here(odds), "(DOR)", "no value")
    assert "none referred" in odds.figures["refer"].words


def test_weighted_cases_have_bands_by_cost(ties):
    true, score = ties
    weight = np.where(np.arange(60) % 4 == 0, 2.5, 0.5)
    answer = of_scores(true, score, weight, by="cost")
    cuts = [*np.unique(score), np.inf]
    costs_of = [
        np.average(np.where(score < low, true, np.where(score < high, 0.2, ~true)), weights=weight)
        for i, low in enumerate(cuts)
        for high in cuts[i:]
    ]
    assert answer.values["band"]["value"] == pytest.approx(-min(costs_of))
    assert sum(map(sum, six_of(answer))) == pytest.approx(weight.sum())


# How it is computed ----------------------------------------------------------------------------------------------


def method(row, share):
    return refer._method(row, share)


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
    ("payoffs", "dearest"),
    [
        ((0, -1, -1, 0), Fraction(1, 2)),
        ((0, -100, -500, 0), Fraction(250, 3)),
        ((15, -335, -35, 165), Fraction(500, 11)),
    ],
)
def test_referral_starts_from_the_prices_in_force(example, payoffs, dearest):
    """Two fifths of the price at which a person who is always right pays nothing any more, S0 S1 / (S0 + S1)."""
    price = float(f"{float(dearest * Fraction(2, 5)):.2g}")
    assumed, said = (
        asked("refer", example, by="cost", u=payoffs, **more) for more in ({}, {"referral": (price, price)})
    )
    assert assumed.sentence == said.sentence
    assert assumed.values["band"] == said.values["band"]


@pytest.mark.parametrize("payoffs", [(0, 0, -1, 0), (1, 1, 1, 1)])
def test_referral_costs_nothing_where_a_person_could_save_nothing(payoffs):
    assert assumed_referral(payoffs) == 0
