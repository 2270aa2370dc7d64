"""Document 003, chapter 7 and Appendix C: cases that go to a person, and the best region of them."""

import csv
import math
from collections.abc import Mapping
from dataclasses import replace
from functools import cache, partial
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import brentq, minimize_scalar
from scipy.special import ndtr

from ddcore.arrays import Array
from ddcore.counts import Cells
from ddcore.decisions.costs import costs
from ddcore.decisions.referral import Referral, band_thresholds
from ddcore.decisions.reject import OVERALL, BandCounts, band_counts, best_band, overall
from ddcore.decisions.smallest_band import least_band, rates_band
from ddcore.decisions.utility import Utility
from ddcore.measures import measure
from ddcore.papers.item import Compared, Item, Printed
from ddcore.papers.printed import holds, rows, value
from ddcore.papers.propositions import SOME, Setting, proposition_15, regions
from ddcore.papers.tried import LAW, everywhere, fact, formula, item, printed, spelled, tried
from ddcore.samples import SAMPLES
from ddcore.scores.modes import peaks
from ddcore.table import ScoreTable

REFER = "/refer?sample=two_class_example"
TABLE_7_1 = "/refer?sample=table_7_1&model=A&by=hand&low=0.47&high=0.85"
CASES = SAMPLES["table_7_1"]


def _given(what: str, key: str | None = None) -> list[Mapping[str, str]]:
    """The rows of Table 7.1."""
    found = [row for row in rows("003_bands.csv") if (row["place"], row["what"]) == ("Table 7.1", what)]
    return [row for row in found if key in (None, row["key"])]


with CASES.path.open(encoding="utf-8", newline="") as file:
    TEN: tuple[Mapping[str, str], ...] = tuple(csv.DictReader(file))
"""The ten cases of Table 7.1 as they ship with the program."""


def _model(name: str) -> ScoreTable:
    return ScoreTable.of([float(case[name]) for case in TEN], [case["truth"] == "positive" for case in TEN])


def _table_7_1() -> Compared:
    """Ten cases: scores, truth, and accuracy of all and of those outside of the region."""
    numbers = []
    for name in "AB":
        for row, case in zip(_given(f"score {name}"), TEN, strict=True):
            numbers.append(Printed.number(f"score {name} of case {row['key']}", row["printed"], float(case[name])))
    for row, case in zip(_given("truth"), TEN, strict=True):
        sign = "+" if case["truth"] == "positive" else "-"
        numbers.append(fact(f"truth of case {row['key']}", row["printed"], sign, sign == row["printed"]))
    for name in "AB":
        low, high = CASES.regions[name]
        decided = band_counts(_model(name), low, high).decided
        for what, cells in (("overall", _model(name).at(0.5)), ("decided", decided)):
            [row] = _given(f"{what} accuracy", name)
            numbers.append(Printed.number(f"{what} accuracy of {name}", row["printed"], float(measure("ACC")(cells))))
    return Compared.of(numbers)


def _moral() -> Compared:
    """Table 7.1: whether model B is better once four cases are left out."""
    bests = {name: best_band(_model(name), "ACC", 0.4) for name in "AB"}
    left = [f"{score:g}" for score in _model("A").score.tolist() if bests["A"].low <= score < bests["A"].high]
    return Compared.claim(
        "with a region of 40 % model B has the better accuracy, 100 % against 83 %",
        f"with the best region of 40 % A has {bests['A'].value:.0%} and B {bests['B'].value:.0%}",
        holds=bests["B"].value > bests["A"].value,
        proof=f"Section 7.1 asks for the best region of the size. For A it holds the scores {', '.join(left)}; the "
        f"other {bests['A'].cells.decided.total} cases are right. The table leaves out rows 4 to 7 for both models.",
    )


def _three_answers() -> Compared:
    """Figure 7.1: below t0, between, from t1 on."""
    cells, closed = band_counts(LAW.by_ratio, -1.0, 1.0), band_counts(LAW.by_ratio, 0.5, 0.5)
    whole = float(cells.decided.total + cells.referred)
    return Compared.of(
        [
            fact("three regions", "each case is in one of them", f"they sum to {whole:.6f}", abs(whole - 1) < 1e-9),
            fact("t0 = t1", "the binary decision", f"{float(closed.referred):g} referred", not closed.referred),
        ]
    )


def _six_cells() -> Compared:
    """Table 7.2: the six cells, by the laws of both classes at the ends of the region."""
    places = LAW.exact.edges[[900, 1700]]  # on scores that rise with the ratio
    cells = band_counts(LAW.by_score, *places.tolist())
    (pos0, pos1), (neg0, neg1) = (law.below(places) for law in (LAW.exact.positives, LAW.exact.negatives))
    p, q = LAW.share, 1 - LAW.share
    both = {
        "TP": (p * (1 - pos1), cells.decided.tp), "FP": (q * (1 - neg1), cells.decided.fp),
        "UP": (p * (pos1 - pos0), cells.positives), "UN": (q * (neg1 - neg0), cells.negatives),
        "FN": (p * pos0, cells.decided.fn), "TN": (q * neg0, cells.decided.tn),
    }  # fmt: skip
    return Compared.of(Printed.formula(name, name, theirs, ours) for name, (theirs, ours) in both.items())


@cache
def _some_bands() -> tuple[BandCounts, ...]:
    return tuple(band_counts(LAW.by_ratio, low, low + wide) for low in (-2.0, -0.5, 0.3) for wide in (0.0, 0.4, 1.5))


def _table_7_3() -> Compared:
    """Table 7.3: the measures of all cases, and of the decided ones."""
    bands = _some_bands()
    letters: dict[str, Any] = {
        name: np.array([float(getattr(band.decided, name)) for band in bands]) for name in ("tp", "fp", "fn", "tn")
    }
    letters |= {"p1": LAW.share, "p0": 1 - LAW.share, "alpha": np.array([band.share for band in bands])}
    numbers = []
    for row in printed("Table 7.3"):
        key = row["key"]
        ours = [overall(band)[key] if key in OVERALL else float(measure(key)(band.decided)) for band in bands]
        numbers.append(formula(row, ours, letters))
    return Compared.of(numbers)


def _observations() -> Compared:
    """Section 7.2: how the measures run over the ends, and over a region of one size."""
    found = []
    for setting in SOME:
        every, tpr, fpr = setting.ratio_swept
        cells = every.counts.floats()
        precision, other = measure("PPV").on(cells), measure("NPV").on(cells)
        some = (tpr > 1e-4) & (tpr < 1 - 1e-4)
        found.append(bool((np.diff(precision[some]) > -1e-7).all() and (np.diff(other[some]) < 1e-7).all()))
        found.append(bool((np.diff(tpr) <= 1e-12).all() and (np.diff(fpr) <= 1e-12).all()))
        decided = regions(setting)[3]
        for key, sign in (("TPR", -1), ("FPR", -1), ("TNR", 1), ("FNR", 1)):
            values = measure(key).on(decided)
            found.append(bool((sign * np.diff(values[np.isfinite(values)]) >= -1e-9).all()))
        right = decided.tp + decided.tn
        found.append(int(np.argmax(right)) == int(np.argmax(measure("ACC").on(decided))))
    claimed = (
        "PPV rises with t1 and NPV falls with t0; at one size TPR and FPR fall and TNR and FNR rise with t0; OACC and "
        "ACC are best together"
    )
    return everywhere(claimed, found)


@cache
def _best_ends(key: str, size: float) -> tuple[float, float, float]:
    """Ratios at the ends of the best region of a size on the normal law, found by searching, and the value there."""
    p, q = LAW.share, 1 - LAW.share

    def below(x: float) -> float:
        at = np.array([x])
        return float(p * LAW.exact.positives.below(at)[0] + q * LAW.exact.negatives.below(at)[0])

    def end(x: float) -> float:
        return float(brentq(lambda y: below(y) - below(x) - size, x, 12.0, xtol=1e-13))

    def worth(x: float) -> float:
        (low, high) = (LAW.exact.cells(np.array([at]), p) for at in (x, end(x)))
        return float(measure(key).on(Cells(tp=high.tp, fp=high.fp, fn=low.fn, tn=low.tn))[0])

    top = float(brentq(lambda x: below(x) - (1 - size) + 1e-6, -9, 9))
    found = minimize_scalar(lambda x: -worth(x), bounds=(-4, top), method="bounded", options={"xatol": 1e-9})
    low, high = np.exp(LAW.exact.log_ratio(np.array([found.x, end(float(found.x))]))).tolist()
    return low, high, -float(found.fun)


SIZES = (0.1, 0.2, 0.4)


def _chance(ratio: float) -> float:
    odds = ratio * LAW.share / (1 - LAW.share)
    return odds / (1 + odds)


def _accuracy_ends(*, probability: bool) -> Compared:
    """Proposition 13 and Corollary 11: the ends of the best region for accuracy, on the normal law."""
    numbers = []
    for size in SIZES:
        low, high, _ = _best_ends("ACC", size)
        if probability:
            both = _chance(low) + _chance(high)
            numbers.append(fact(f"a region of {size:.0%}", "t0 + t1 = 1", f"{both:.6f}", abs(both - 1) < 1e-5))
            continue
        [row] = [row for row in rows("003_bands.csv") if (row["what"], row["share"]) == ("product", f"{size:g}")]
        theirs = float(value(row["printed"]))
        numbers.append(
            fact(f"ACC: t0 t1 with {size:.0%}", row["printed"], f"{low * high:.6f}", abs(low * high - theirs) < 1e-4)
        )
    return Compared.of(numbers, "t0 + t1 = 1" if probability else "t0 t1 = (π0 / π1)²")


def _proposition_13() -> Compared:
    """The product of the ends by searching, and the settings."""
    found = tried("Proposition 13")
    ends = _accuracy_ends(probability=False)
    return replace(found, same=found.same and ends.same, numbers=(*ends.numbers, *found.numbers))


def _f1_ends(*, probability: bool) -> Compared:
    """Proposition 14 and Corollary 12: the equation at the best region for F1, and what lies between its ends."""
    numbers = []
    p, q = LAW.share, 1 - LAW.share
    for size in SIZES:
        low, high, f1 = _best_ends("F1", size)
        jaccard = f1 / (2 - f1)
        name = f"a region of {size:.0%}"
        if probability:
            t0, t1 = _chance(low), _chance(high)
            theirs, ours, middle = 2 * t1 / (1 - t0 + t1), f1, f1 / 2
            told = "F1 = 2 t1 / (1 − t0 + t1)"
        else:
            t0, t1 = low, high
            theirs = (q * p * t1 + p * p * t0 * t1) / (q * q + q * p * t1)
            ours, middle, told = jaccard, q * jaccard / p, "JI = (π0 π1 t1 + π1² t0 t1) / (π0² + π0 π1 t1)"
        numbers.append(fact(name, f"{told} = {theirs:.6f}", f"{ours:.6f}", abs(theirs - ours) < 1e-5))
        between = f"{t0:.4f} < {middle:.4f} < {t1:.4f}"
        numbers.append(
            fact(name, "t0 < F1 / 2 < t1" if probability else "t0 < π0 JI / π1 < t1", between, t0 < middle < t1)
        )
    return Compared.of(numbers)


def _proposition_14() -> Compared:
    """The equation at the best region by searching, and the settings."""
    found, ends = tried("Proposition 14"), _f1_ends(probability=False)
    return replace(found, same=found.same and ends.same, numbers=(*ends.numbers, *found.numbers))


def _appendix_c() -> Compared:
    """F1 of the decided over the place of a region of one size."""
    counted = []
    for setting in SOME:
        for size in (0.1, 0.3):
            values = measure("F1").on(regions(replace(setting, referred=size))[3])
            counted.append(peaks(values[np.isfinite(values)], 1e-7))
    return everywhere("F1 of the decided cases has one peak over t0", [count == 1 for count in counted])


@cache
def _random_costs() -> Mapping[str, Array]:
    """Costs c00 < cu0 < c10 and c11 < cu1 < c01, three even draws in order for each class."""
    rng = np.random.default_rng(1)
    first, second = (np.sort(rng.uniform(size=(3, 300)), axis=0) for _ in range(2))
    named = dict(zip(("c00", "cu0", "c10"), first, strict=True)) | dict(zip(("c11", "cu1", "c01"), second, strict=True))
    return {**named, "p1": np.full(300, LAW.share), "p0": np.full(300, 1 - LAW.share)}


def _utility(given: Mapping[str, float]) -> Utility:
    """Four costs as payoffs."""
    return costs(c00=given["c00"], c10=given["c10"], c11=given["c11"], c01=given["c01"])


@cache
def _ends() -> tuple[Array, Array, NDArray[np.bool_]]:
    """The ends of the best region at each of the random costs: ratios and probabilities of shape (2, costs); closed."""
    given, found = _random_costs(), []
    for at in range(given["c00"].size):
        cost = {name: float(of[at]) for name, of in given.items()}
        utility = _utility(cost)
        found.append(band_thresholds(utility, Referral(-cost["cu1"], -cost["cu0"]), LAW.share))
    ratio, posterior = (
        np.array([[float(getattr(end, scale)) for end in (band.low, band.high)] for band in found]).T
        for scale in ("ratio", "posterior")
    )
    return ratio, posterior, np.array([band.closed for band in found])


def _open_region(place: str) -> Compared:
    """The printed ends and their condition at random costs, where the region is open."""
    ratio, posterior, closed = _ends()
    given, ends = _random_costs(), ratio if place == "Proposition 15" else posterior
    numbers = []
    for what, ours in zip(("t0", "t1"), ends, strict=True):
        [row] = printed(place, what)
        theirs = np.where(closed, np.nan, value(row["printed"], **given))
        numbers.append(Printed.formula(what, spelled(row["printed"]), theirs, ours))
    if place == "Proposition 15":
        [row] = printed(place, "condition")
        right = np.asarray(holds(row["printed"], **given)) == ~closed
        told = f"right at {right.sum()} of {closed.size} random costs, of which {(~closed).sum()} leave a region open"
        numbers.append(fact("condition", spelled(row["printed"]), told, right.all()))
        found = tried(place)
        return replace(found, same=found.same and all(number.same for number in numbers), numbers=tuple(numbers))
    return Compared.of(numbers)


def _costs_at(ratio: Array) -> Array:
    """What a case costs at each of the random costs with one threshold each on the likelihood ratio."""
    cut = np.log(ratio) / LAW.separation + LAW.separation / 2
    tpr, fpr, given = ndtr(LAW.separation - cut), ndtr(-cut), _random_costs()
    of_positives = given["c11"] * tpr + given["c01"] * (1 - tpr)
    return np.asarray(given["p1"] * of_positives + given["p0"] * (given["c10"] * fpr + given["c00"] * (1 - fpr)))


def _otherwise() -> Compared:
    """The ends that Proposition 15 and Corollary 13 print where t0 is above t1."""
    ratio, posterior, closed = _ends()
    numbers = []
    for place, ours in (("Proposition 15", ratio[0]), ("Corollary 13", posterior[0])):
        [row] = printed(place, "otherwise")
        theirs = np.where(closed, value(row["printed"], **_random_costs()), np.nan)
        numbers.append(Printed.formula(f"otherwise: {place}", spelled(row["printed"]), theirs, ours))
    [row] = [row for row in rows("003_bands.csv") if row["place"] == "Proposition 15"]
    card = proposition_15(Setting(miss=5, asking=0.8))
    [row_15] = printed("Proposition 15", "otherwise")
    more = (_costs_at(value(row_15["printed"], **_random_costs())) / _costs_at(ratio[0]) - 1)[closed]
    same = abs(card.left[1] - card.right[1]) < 1e-5
    numbers.append(fact(f"{row['what']}, {row['key']}", row["printed"], f"{card.right[1]:.6f}", same))
    compared = Compared.of(numbers, "t0 = t1 = π0 (c10 − cu0) / (π1 (cu1 − c11)) where t0 would be above t1")
    return replace(
        compared,
        ours="t0 = t1 = π0 (c10 − c00) / (π1 (c01 − c11)), as in Proposition 12",
        proof=f"c10 = 1, c01 = 5, cu0 = 0.8, cu1 = 4, 30 % positive, N(0,1) and N(1.5,1): the printed rule costs "
        f"{card.left[1]:.4f} a case, the best one {card.right[1]:.4f}. The case occurs at {closed.mean():.0%} of "
        f"{closed.size} random costs, where it costs {more.mean():.1%} more on average, {more.max():.0%} at most.",
    )


def _condition_of_corollary_13() -> Compared:
    """The condition of Corollary 13, in which cu1 stands for cu0."""
    *_, closed = _ends()
    [row] = printed("Corollary 13", "condition")
    given = _random_costs()
    as_printed, as_right = (np.asarray(holds(row[text], **given)) == ~closed for text in ("printed", "right"))
    at = int(np.argmin(as_printed))
    told = ", ".join(f"{name} = {float(given[name][at]):.2f}" for name in ("c00", "cu0", "c10", "c11", "cu1", "c01"))
    return replace(
        Compared.of(
            [
                fact(
                    "condition",
                    spelled(row["printed"]),
                    f"true of {as_printed.sum()} of {closed.size} costs",
                    as_printed.all(),
                )
            ],
            "(c00 − cu1) / (cu1 − c01) ≤ (c10 − cu1) / (cu1 − c11)",
        ),
        ours=f"with cu0 in both numerators it is right at {as_right.sum()} of {closed.size} random costs",
        proof=f"{told}: the region is {'closed' if closed[at] else 'open'}, and the printed condition says "
        f"{'open' if closed[at] else 'closed'}. It errs at {(~as_printed).sum()} of {closed.size} random costs.",
    )


def _six_costs() -> tuple[Mapping[str, float], float]:
    """Costs of the six outcomes, and what a case costs with a region, by the program."""
    given = {"c00": 0.1, "cu0": 0.4, "c10": 1.0, "c11": 0.2, "cu1": 0.9, "c01": 5.0}
    utility = _utility(given)
    return given, -band_counts(LAW.by_ratio, -0.7, 0.9)(utility, Referral(-given["cu1"], -given["cu0"]))


def _expected_cost() -> Compared:
    """Table 7.4 and equation 7.8: the cost of a case by the six costs and the laws of the ratio."""
    given, paid = _six_costs()
    table = LAW.by_ratio
    below = [
        np.asarray(tally)[table.score < end].sum()
        for tally in (table.positives, table.negatives)
        for end in (-0.7, 0.9)
    ]
    low1, high1, low0, high0 = map(float, below)
    theirs = low0 * given["c00"] + low1 * given["c01"] + (high0 - low0) * given["cu0"] + (high1 - low1) * given["cu1"]
    theirs += (1 - LAW.share - high0) * given["c10"] + (LAW.share - high1) * given["c11"]
    return Compared.of([Printed.formula("H", "the sum of six costs times their probabilities", theirs, paid)])


def _first_line() -> Compared:
    """The first line of H1: which costs belong to a case that is predicted positive."""
    given, _ = _six_costs()
    [row] = printed("Section 7.3", "H1")
    decided = band_counts(LAW.by_ratio, -0.7, 0.9).decided
    called = float(decided.tp + decided.fp)
    chance = float(decided.tp) / called
    utility = _utility(given)
    ours = -float(utility(Cells(tp=decided.tp, fp=decided.fp, fn=0.0, tn=0.0)))
    theirs = float(value(row["printed"], q=chance, **given))
    third = float(value(row["right"], q=chance, **given))
    return replace(
        Compared.of(
            [fact("H1", spelled(row["printed"]), f"{ours:.4f}", abs(theirs - ours) < 1e-9)],
            "P(Y=0|s ≥ t1) c00 + P(Y=1|s ≥ t1) c01",
        ),
        ours="P(Y=0|s ≥ t1) c10 + P(Y=1|s ≥ t1) c11",
        proof=f"c00 = 0.1, c10 = 1, c11 = 0.2, c01 = 5, of the cases above t1 {chance:.1%} positive: they cost "
        f"{ours:.4f} each; the first line gives {theirs:.4f}, the third {third:.4f}.",
    )


def _lei() -> Compared:
    """Chapter 7, after Lei (2014): the smallest region for two error rates, and for a wanted accuracy."""
    rng = np.random.default_rng(1)
    found = []
    for _ in range(6):
        truth = np.arange(20) % 2
        table = ScoreTable.of(rng.integers(0, 8, 20) + 2 * truth, truth)
        ends = [*table.score.tolist(), math.inf]
        every = [(band_counts(table, low, high), low, high) for low in ends for high in ends if low <= high]
        band = rates_band(table, 0.1, 0.1)
        enough = [cells.share for cells, *_ in every if max(cells.decided.fn, cells.decided.fp) <= 1]
        found.append(abs(band.cells.share - min(enough)) < 1e-12)
        least = least_band(table, "ACC", 0.9)
        decided = [cells for cells, *_ in every if cells.decided.total]
        good = [cells.share for cells in decided if measure("ACC")(cells.decided) >= 0.9 - 1e-12]
        found.append((least is None) == (not good) and (least is None or abs(least.cells.share - min(good)) < 1e-12))
    return everywhere("the smallest ambiguous region that keeps two error rates, or reaches a value", found)


ITEMS: tuple[Item, ...] = (
    item("Table 7.1", "ten cases, two models", _table_7_1,
         "The text then says that model A is better than model A: it must be B.", TABLE_7_1),
    item("Table 7.1", "which model is better with a region", _moral,
         "The table leaves out the same four cases for both. The best region of each model, which the chapter asks "
         "for, serves A as well as B.", "/refer?sample=table_7_1&model=A"),
    item("Figure 7.1", "two thresholds and the region between them", _three_answers, link=f"{REFER}&by=hand"),
    item("Chapter 7", "the smallest region (Lei 2014)", _lei, "Cited only; the rule is Lei's.", f"{REFER}&by=rates"),
    item("Table 7.2", "six cells", _six_cells, link=REFER),
    item("Table 7.3", "measures of all and of the decided cases", _table_7_3, link=REFER),
    item("Section 7.2", "how the measures run over the ends", _observations,
         "It refers to Proposition 4 for PPV and NPV; Corollary 5 says it.", REFER),
    item("Proposition 13", "the best region for accuracy", _proposition_13, link=f"{REFER}&by=hand"),
    item("Corollary 11", "the same as probabilities", partial(_accuracy_ends, probability=True),
         link=f"{REFER}&by=hand"),
    item("Proposition 14", "the best region for F1", _proposition_14, link=f"{REFER}&measure=F1"),
    item("Corollary 12", "the same as probabilities", partial(_f1_ends, probability=True), link=f"{REFER}&measure=F1"),
    item("Appendix C", "F1 of the decided has one peak", _appendix_c, link=f"{REFER}&measure=F1"),
    item("Table 7.4", "costs of three answers, with equation 7.8", _expected_cost, link=f"{REFER}&by=cost"),
    item("Section 7.3", "the cost of predicting positive, H1", _first_line,
         "The first line has the costs of predicting negative; the third line is right.", f"{REFER}&by=cost"),
    item("Proposition 15", "where the region is open", partial(_open_region, "Proposition 15"),
         link=f"{REFER}&by=cost"),
    item("Corollary 13", "the ends as probabilities, where it is open", partial(_open_region, "Corollary 13"),
         link=f"{REFER}&by=cost"),
    item("Proposition 15, Corollary 13", "where t0 would be above t1", _otherwise,
         "Both ends at t1 cost more than one threshold between t1 and t0, that of Proposition 12.", f"{REFER}&by=cost"),
    item("Corollary 13", "its condition", _condition_of_corollary_13,
         "It has cu1 for cu0 in both numerators. The letter can hardly be read, so that the text may be damaged.",
         f"{REFER}&by=cost"),
)  # fmt: skip
"""The items of chapter 7 and of Appendix C, in the order of the document."""
