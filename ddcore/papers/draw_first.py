"""Document 000: van de Bijl and others, The Dutch Draw, the first version."""

from collections.abc import Iterable
from dataclasses import replace
from functools import partial

import numpy as np

from ddcore.chance import dutch_draw, moments
from ddcore.chance.linear import shares
from ddcore.chance.verdict import verdict
from ddcore.counts import Counts
from ddcore.measures import measure
from ddcore.papers import draw_tables as tables
from ddcore.papers.item import Compared, Item, Printed
from ddcore.papers.printed import decimals, rows, value

CLASSES = "/baselines?M=303&P=139"
CLEVELAND = "/?sample=cleveland"
KEYS = tuple(dict.fromkeys(row["measure"] for row in rows("000_table1.csv")))
"""The measures of Table 1, in its order; F_beta at three betas."""
SECTIONS = {
    "TP": 1, "TN": 2, "FN": 3, "FP": 4, "TPR": 5, "TNR": 6, "FNR": 7, "FPR": 8, "PPV": 9, "NPV": 10, "FDR": 11,
    "FOR": 12, "F1": 13, "J": 14, "MK": 15, "ACC": 16, "BACC": 17, "MCC": 18, "kappa": 19, "FM": 20, "G2": 21,
    "PT": 22, "TS": 23,
}  # fmt: skip
"""The section of Appendix A that derives each measure."""


def _measure(key: str) -> Compared:
    """All that Tables 1 to 4 and Appendix A print of a measure, without what stands as an erratum of its own."""
    keys = tables.F_SCORES if key == "F1" else (key,)
    numbers: list[Printed] = []
    for each in keys:
        numbers += tables.definition(each)
        if key != "PT":
            numbers += [] if key == "kappa" else [tables.domain(each)]
            numbers += [] if key in ("G2", "TS") else tables.law(each)
            numbers += [*tables.extremes(each), *tables.places(each, "right"), *tables.thetas(each)]
    return tables.formulas(numbers, printed=_count(numbers))


def _count(numbers: Iterable[Printed]) -> str:
    return f"{len(list(numbers))} formulas and sets"


def _wrong(numbers: Iterable[Printed], printed: str, ours: str, proof: str) -> Compared:
    """An erratum: what is printed and what is computed in words for people, with the numbers that differ."""
    return replace(Compared.of(numbers, printed, proof), ours=ours)


def _one_class_missing(key: str, other: str, positives: int) -> Compared:
    """The extremes of two counts where all draws have the same, 0."""
    numbers = [
        number for each in (key, other) for number in (*tables.places(each, "wrong"), *tables.thetas(each, "yes"))
    ]
    found = dutch_draw.baseline(key, 4, positives)
    return _wrong(
        numbers,
        "θ* = 0 or 1 alone",
        f"at {tables.shown(found.argmax, 4)}",
        f"M = 4, P = {positives}, E[{key}]: {tables.means(key, 4, positives)}; "
        f"E[{other}]: {tables.means(other, 4, positives)}.",
    )


def _accuracy() -> Compared:
    """The Iverson brackets of Table 4."""
    found = dutch_draw.baseline("ACC", 10, 3)
    at = dutch_draw.expectation("ACC", 10, 3, [0.0, 1.0])
    return _wrong(
        tables.places("ACC", "wrong"),
        "highest at θ* = [P < M/2], lowest at θ* = [P > M/2]",
        f"M = 10, P = 3: highest at n = {tables.shown(found.argmax)}, lowest at n = {tables.shown(found.argmin)}",
        f"M = 10, P = 3: [P < M/2] = 1, but E[Acc] is {at[1]:.1f} at θ* = 1 and {at[0]:.1f} at θ* = 0.",
    )


def _kappa_without_positives() -> Compared:
    """Cohen's kappa where no case is positive."""
    found = dutch_draw.baseline("kappa", 4, 0)
    wrong = [tables.theta(row) for row in _theta_rows("kappa", "P == 0")]
    return _wrong(
        [*tables.places("kappa", "wrong"), *wrong],
        "θ* = 1 is left out at P = M; nothing is at P = 0",
        f"with M = 4 and P = 0 the draws with a value are n = {tables.shown(found.argmax)}",
        f"M = 4, P = 0, E[κ]: {tables.means('kappa', 4, 0)}. At n = 0 all agree by chance too, 1 − Pe = 0.",
    )


def _kappa_without_negatives() -> Compared:
    """The closed end of its interval where every case is positive."""
    theta = 1 - 1 / 8
    called = int(dutch_draw.predicted_positives(4, theta))
    at = float(dutch_draw.expectation("kappa", 4, 4, theta))
    return _wrong(
        [tables.theta(row) for row in _theta_rows("kappa", "P == M")],
        "θ in [0, 1 − 1/(2M)]",
        f"θ in {shares(4, dutch_draw.baseline('kappa', 4, 4).argmax)[0]} for M = 4",
        f"M = P = 4: θ = 1 − 1/(2M) = {theta} calls {called} of 4 cases positive, where κ has "
        f"{'no value' if np.isnan(at) else f'the mean {at:g}'}.",
    )


def _theta_rows(key: str, where: str) -> list[dict[str, str]]:
    return [dict(row) for row in rows("000_theta.csv") if (row["measure"], row["where"]) == (key, where)]


def _kappa_domain() -> Compared:
    """The domain of kappa in Table 2."""
    counts = {"P = 0, n = 0": Counts(tp=0, fp=0, fn=0, tn=4), "P = M, n = M": Counts(tp=4, fp=0, fn=0, tn=0)}
    unknown = [name for name, table in counts.items() if np.isnan(measure("kappa")(table))]
    return _wrong(
        [tables.domain("kappa")],
        "no restriction",
        tables.domain("kappa", "right").printed,
        f"With M = 4 kappa has no value at {' and at '.join(unknown)}: 1 − Pe = 0.",
    )


def _two_domains() -> Compared:
    """F1 and the threat score rise together and have different domains in Table 2."""
    counts, letters = tables.tables()
    f1, ts = measure("F1")(counts), measure("TS")(counts)
    both = np.isfinite(f1) & np.isfinite(ts)
    alike = Printed.formula("F1 = 2 TS / (1 + TS)", "F1", f1, 2 * ts / (1 + ts))
    apart = Printed.formula("domain of F1", "P > 0, n > 0; TS: P > 0", np.isfinite(f1), np.isfinite(ts))
    silent = (letters["P"] == 1) & (letters["n"] == 0) & (letters["M"] == 4)
    return _wrong(
        [alike, apart],
        "F1 needs a case predicted positive, TS does not",
        f"F1 = 2 TS / (1 + TS) in all {both.sum():,} tables where both have a value",
        f"M = 4, P = 1, n = 0: TS = {ts[silent][0]:g}, F1 has no value. So the least mean of F1 is at n = 1 "
        f"({tables.means('F1', 4, 1)}) and that of TS at n = 0 ({tables.means('TS', 4, 1)}).",
    )


def _threat_score() -> Compared:
    """The footnote of the threat score at P = 1."""
    found = dutch_draw.baseline("TS", 5, 1)
    return _wrong(
        tables.places("TS", "wrong", ["max"]),
        "highest at θ* = 1 alone",
        f"with M = 5 and P = 1 highest at n = {tables.shown(found.argmax)}",
        f"M = 5, P = 1, E[TS]: {tables.means('TS', 5, 1)}.",
    )


def _false_discovery() -> Compared:
    """The open end of the interval of the false discovery rate."""
    called = int(dutch_draw.predicted_positives(4, 1 / 8))
    at = float(dutch_draw.expectation("FDR", 4, 2, 1 / 8))
    return _wrong(
        tables.thetas("FDR", "yes"),
        "θ in (1/(2M), 1]",
        f"θ in {shares(4, dutch_draw.baseline('FDR', 4, 2).argmax)[0]} for M = 4",
        f"M = 4, P = 2: θ = 1/(2M) = 0.125 calls {called} case positive, and E[FDR] = {at:g} as for every other n > 0.",
    )


def _by_the_name_of_another(key: str, named: str, positives: int, printed: str) -> Compared:
    """Extremes of one measure that are written with the name of another; `printed` is the printed set of the lowest."""
    lowest = {each: tables.shown(dutch_draw.baseline(each, 10, positives).argmin, 10) for each in (key, named)}
    number = tables.best_draws(named, "min", printed)
    return _wrong(
        [number],
        f"E[{named}] is lowest at {'every n' if printed == 'True' else 'n = 0'}",
        f"with M = 10 at {lowest[named]}",
        f"M = 10, P = {positives}: E[{named}] is lowest at {lowest[named]}, E[{key}] at {lowest[key]}.",
    )


def _prevalence_threshold() -> Compared:
    """Its definition, the coprimality that A.22 asks for, and what it tends to where its fraction is 0 / 0."""
    theirs, ours = [], []
    for M in range(2, 16):
        for P in range(1, M):
            safe = all(P * n % M for n in range(1, M))
            theirs.append(np.gcd(M, P) == 1)
            ours.append(safe)
    given = {"TP": 0.3 + 1e-9, "P": 1, "FP": 0.3, "N": 1}
    near = float(value(tables.of_measure("000_table1.csv", "PT")["definition"], **given))
    here = float(measure("PT")(Counts(tp=3, fp=3, fn=7, tn=7)))
    return tables.formulas(
        [
            *tables.definition("PT"),
            Printed.formula("never 0 / 0 for 0 < n < M", "M and P coprime", theirs, ours),
            Printed("value at TPR = FPR", "any c", f"{here:g}, its limit {near:.3f}", abs(near - here) < 1e-3),
        ],
        printed="defined unless TPR = FPR",
    )


# Table 5, sections 4 and 5 -----------------------------------------------------------------------------------------


def _table_5(keys: Iterable[str], erratum: str = "no", place: str = "Table 5") -> list[Printed]:
    """Baselines of the eight data sets, three decimals with zeros dropped."""
    chosen = set(keys)
    return [
        Printed.number(
            f"{row['measure']}, {row['dataset']}",
            row["printed"],
            dutch_draw.baseline(row["measure"], int(row["M"]), int(row["P"])).highest,
            max(3, decimals(row["printed"])),
        )
        for row in rows("000_table5.csv")
        if row["place"] == place and row["measure"] in chosen and row["erratum"] == erratum
    ]


def _swapped() -> Compared:
    numbers = _table_5(["FN", "FP"], "yes")
    found = {key: dutch_draw.baseline(key, 48842, 11687).highest for key in ("FN", "FP")}
    return _wrong(
        numbers,
        f"FN {numbers[0].printed}, FP {numbers[8].printed} (Adult)",
        f"FN {numbers[0].ours}, FP {numbers[8].ours}",
        f"Adult, M = 48,842 and P = 11,687: max E[FN] = {found['FN']:,.0f}, as no more than P cases can be missed; "
        f"max E[FP] = {found['FP']:,.0f}.",
    )


def _banknote() -> Compared:
    """The number 672, which is neither P nor M - P."""
    row = next(
        row for row in rows("000_table5.csv") if row["dataset"].startswith("Banknote") and row["measure"] == "FN"
    )
    classes = int(row["M"]), int(row["P"])
    false_positives, true_negatives = (dutch_draw.baseline(key, *classes).highest for key in ("FP", "TN"))
    number = Printed.number("M − P, Banknote Authentication", row["printed"], false_positives)
    return _wrong(
        [number],
        row["printed"],
        f"{false_positives:g}",
        f"M − P = {classes[0]} − {classes[1]} = {false_positives:g}; the row TN of the same column prints "
        f"{true_negatives:g}.",
    )


def _bank_in_the_text() -> Compared:
    """The F1 of section 4."""
    numbers = _table_5(["F1"], "yes", "section 4, text")
    found = {name: dutch_draw.baseline("F1", *of).highest for name, of in _SETS.items()}
    closest = min(found, key=lambda name: abs(found[name] - 0.629))
    return _wrong(
        numbers,
        "0.629 for Bank Marketing",
        f"{found['Bank Marketing']:.3f}",
        f"0.629 is the baseline of {closest} ({found[closest]:.6f}); Bank Marketing, M = 45,211 and P = 5,289, has "
        f"{found['Bank Marketing']:.6f}, as Table 5 prints it.",
    )


_SETS = {row["dataset"]: (int(row["M"]), int(row["P"])) for row in rows("000_table5.csv") if row["measure"] == "TP"}
"""M and P of the eight data sets."""


def _g_mean_example() -> Compared:
    """The G-mean 2 of nine positives of ten."""
    numbers = [
        Printed.formula(
            f"E[G2] at θ* = {row['n']}/10",
            row["printed"],
            value(row["printed"]),
            moments.mean(measure("G2"), 10, 9, int(row["n"])),
        )
        for row in rows("000_g2_example.csv")
        if row["printed"]
    ]
    best = dutch_draw.baseline("G2", 10, 9)
    ours = f"n = {tables.shown(best.argmax)}, {best.highest:.6f}"
    where = Printed("highest", "θ* = 3/10", ours, best.argmax == ((3, 3),))
    return tables.formulas([*numbers, where], printed=", ".join(number.printed for number in (*numbers, where)))


def _below_the_baseline() -> Compared:
    """A classifier that a draw outperforms is told so."""
    behind = Counts(tp=1, fp=2, fn=9, tn=88)
    (line,) = verdict("model", behind, ["F1"]).lines
    ours = f"F1 = {line.score:.3f} with a baseline of {line.baseline.highest:.3f}: {line.state}"
    return Compared.claim("a score below the baseline is a major warning sign", ours, holds=line.state == "behind")


def _of_measure(key: str) -> Item:
    what = "F_beta, at 1, 2 and 1/2" if key == "F1" else f"{measure(key).name} ({key})"
    printed = "definition" if key == "PT" else "definition, domain, mean, a and b, extremes and their θ"
    # A count is on no scale, so that the chart of baselines has no row for it.
    link = f"/measures?measure={key}" if key in ("TP", "TN", "FN", "FP") else f"{CLASSES}&measure={key}"
    return Item(
        "000", f"Tables 1, 2, 3, 4, Appendix A.{SECTIONS[key]}" if key != "PT" else "Table 1, Appendix A.22",
        f"{what}: {printed}", partial(_measure, key) if key != "PT" else _prevalence_threshold,
        why=_REMARKS.get(key, ""), link=link,
    )  # fmt: skip


_REMARKS = {
    "F1": "The printed harmonic form has no value at TP = 0, where the score is 0.",
    "FM": "Its least mean stands at n = 1 because n = 0 is left out.",
    "PT": "A.22 derives nothing, as a value c at TPR = FPR would be arbitrary. It is not: the fraction tends to 1/2 "
    "there, so only n = 0 has no value.",
    "TS": "A.23 writes D(TS) for the values that TP can have; at n = 0 both are {0}, so that no number changes.",
    "ACC": "Its places in Table 4 are an item of their own; Appendix A.16 has them right.",
}

ITEMS: tuple[Item, ...] = (
    Item(
        "000", "Section 3.1", "the Dutch Draw classifier σ_θ", tables.classifier,
        link="/expectation?M=303&P=139&measure=F1",
    ),
    Item(
        "000", "Section 3.1", "rounding ⌊Mθ⌉ and the set Θ*", tables.rounding,
        why="Appendix A takes halves up; rounding to the even neighbour, or plain doubles, give other numbers.",
        link="/expectation?M=25&P=10&measure=F1&theta=0.58",
    ),
    Item(
        "000", "Section 3.1.1", "TP, FP, FN and TN are hypergeometric", tables.hypergeometric_law,
        link="/expectation?M=303&P=139&measure=TP",
    ),
    Item("000", "Equations (B1) to (B4)", "every count by TP alone", tables.by_true_positives, link=CLASSES),
    Item(
        "000", "Section 3.1.1, example", "distribution of F_beta", tables.f_law,
        link="/expectation?M=303&P=139&measure=F1",
    ),
    Item(
        "000", "Equations (1), (R)", "domain of TP and range of a TP + b", tables.true_positives_range,
        link="/expectation?M=303&P=139&measure=F1",
    ),
    Item("000", "Section 3.1.3", "the expectation rule a E[TP] + b", tables.expectation_rule, link=CLASSES),
    Item(
        "000", "Equation (2), example", "expectation of F_beta", tables.f_mean,
        link="/expectation?M=303&P=139&measure=F1&theta=0.3",
    ),
    Item("000", "Figure 1", "the road to the baseline", None, why="A diagram of steps without numbers."),
    Item(
        "000", "Section 3.2.1, example", "baseline of F_beta", tables.f_baseline,
        link=f"{CLASSES}&measure=F1",
    ),
    *(_of_measure(key) for key in SECTIONS),
    Item(
        "000", "Table 4, Appendices A.1, A.3", "TP and FN without positives",
        partial(_one_class_missing, "TP", "FN", 0),
        why="At P = 0 every draw has TP = FN = 0, so that all θ reach both extremes.", link="/baselines?M=4&P=0",
    ),
    Item(
        "000", "Table 4, Appendices A.2, A.4", "TN and FP without negatives",
        partial(_one_class_missing, "TN", "FP", 4),
        why="At P = M every draw has TN = FP = 0, so that all θ reach both extremes.", link="/baselines?M=4&P=4",
    ),
    Item(
        "000", "Table 4", "where the mean of accuracy is highest and lowest", _accuracy,
        why="The two brackets are swapped. Equations (16) and (17) have them right.",
        link="/baselines?M=10&P=3&measure=ACC",
    ),
    Item(
        "000", "Table 2", "domain of Cohen's kappa", _kappa_domain,
        why="It has no value where all cases are of one class and all are called so. "
        "A.19 derives half of this.",
        link="/baselines?M=4&P=0&measure=kappa",
    ),
    Item(
        "000", "Table 4, Appendix A.19", "kappa without positives", _kappa_without_positives,
        why="The footnote for P = M lacks its twin: A.19 takes 2P − M > 0 from P/(2P − M) ≥ 0 and forgets P = 0.",
        link="/baselines?M=4&P=0&measure=kappa",
    ),
    Item(
        "000", "Appendix A.19", "interval of θ for kappa without negatives", _kappa_without_negatives,
        why="Its right end rounds to all cases, and must be open. The line above it in A.19 has it open.",
        link="/baselines?M=4&P=4&measure=kappa",
    ),
    Item(
        "000", "Table 2", "domains of F1 and of the threat score", _two_domains,
        why="Each is a function of the other, yet only F1 leaves out the draws without a positive prediction.",
        link="/baselines?M=4&P=1&measure=F1,TS",
    ),
    Item(
        "000", "Table 4", "the threat score with one positive", _threat_score,
        why="The footnote (P = 1: every n above 0) is missing. A.23 and the later version have it.",
        link="/baselines?M=5&P=1&measure=TS",
    ),
    Item(
        "000", "Appendix A.8", "extremes of FPR, written with FNR", partial(
            _by_the_name_of_another, "FPR", "FNR", 3, "n == 0"
        ),
        why="The sets are those of FPR; the formulas name FNR.", link=f"{CLASSES}&measure=FPR",
    ),
    Item(
        "000", "Appendix A.11", "interval of θ for FDR", _false_discovery,
        why="1/(2M) rounds to one case and belongs to the interval, as in A.9 for precision.",
        link=f"{CLASSES}&measure=FDR",
    ),
    Item(
        "000", "Appendix A.17", "extremes of balanced accuracy, written with Acc", partial(
            _by_the_name_of_another, "BACC", "ACC", 3, "True"
        ),
        why="The set is that of balanced accuracy; the formulas name accuracy.", link=f"{CLASSES}&measure=BACC",
    ),
    Item(
        "000", "Table 5", "baselines of eight data sets, but for FN and FP",
        lambda: Compared.of(_table_5(set(KEYS) - {"FN", "FP"})),
        why="G-mean 2 is below 0.5 in every column and rounds to it.", link=f"{CLASSES}&over=sets",
    ),
    Item(
        "000", "Table 5", "the rows FN and FP", _swapped,
        why="The two rows are swapped in all eight columns: the most that a draw can miss are all P positives.",
        link=f"{CLASSES}&over=sets",
    ),
    Item(
        "000", "Table 5", "672 of Banknote Authentication", _banknote,
        why="A misprint of 762, which belongs to the row FP.", link="/baselines?M=1372&P=610",
    ),
    Item(
        "000", "Section 4", "F1 baseline of Bank Marketing in the text", _bank_in_the_text,
        why="0.629 belongs to Cleveland Heart Disease.", link="/baselines?M=45211&P=5289&measure=F1",
    ),
    Item(
        "000", "Figure 2, Section 4.1", "five algorithms on Cleveland Heart Disease", None,
        why="A picture; neither the split nor the predictions are printed. The sample has the same patients and kinds "
        "of model, on a split chosen because the decision tree and k nearest neighbours fall short there too.",
        link=CLEVELAND,
    ),
    Item(
        "000", "Section 5", "G-mean 2 with M = 10 and P = 9", _g_mean_example,
        link="/expectation?M=10&P=9&measure=G2&theta=0.3",
    ),
    Item(
        "000", "Section 5", "recommendation: beat the baseline first", _below_the_baseline,
        link="/?TP=1&FP=2&FN=9&TN=88&measure=F1",
    ),
    Item(
        "000", "Section 5", "recommendation: then compare with the state of the art", None,
        why="Advice without numbers. Two models on the same cases stand beside each other here.",
        link="/compare?sample=cleveland",
    ),
    Item(
        "000", "Section 5.1", "how much better is a score", None,
        why="An open question there. The separation that a score takes is one answer.",
        link="/reach?M=303&P=139&measure=F1&wanted=0.9",
    ),
    Item("000", "Section 5.1", "the rescaled measure", tables.rescaled, link="/rescaled?TP=227&FP=50&FN=31&TN=192"),
    Item(
        "000", "Section 5.1", "the rescaled measure where all draws have one mean", tables.rescaled_at_chance,
        why="A score equal to the baseline gets −1, and one that is larger by 10⁻⁹ gets 10⁻⁹. Here it gets 0.",
        link="/rescaled?TP=227&FP=50&FN=31&TN=192",
    ),
    Item(
        "000", "Section 5.1", "more than two classes", None,
        why="An open question there. Here one class is held against the rest.",
        link="/groups?sample=thousand_classes&measure=ACC",
    ),
    Item("000", "Section 5.1", "regression", None, why="An open question there; the program is for two classes."),
    Item(
        "000", "Table 6", "the sections of the appendix", None, why="A list of contents.",
    ),
    Item(
        "000", "Appendix A.21", "second moment of G-mean 2 and the bound on its mean", tables.g_mean_bound,
        why="E[G2] ≤ √(θ*(1 − θ*)) holds too, by Cauchy and Schwarz, and is sharper.",
        link=f"{CLASSES}&measure=G2",
    ),
)  # fmt: skip
