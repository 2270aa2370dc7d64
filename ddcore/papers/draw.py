"""Document 001: van de Bijl and others (2024), The Dutch Draw."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import cache

import numpy as np

from ddcore.arrays import Array
from ddcore.chance import dutch_draw, guessing, moments
from ddcore.chance.shares import baseline_over_share
from ddcore.formats import number as text
from ddcore.measures import measure
from ddcore.papers import draw_tables as tables
from ddcore.papers.draw_first import CLASSES
from ddcore.papers.item import Compared, Item, Printed
from ddcore.papers.printed import holds, rows

KEYS = (
    "TP", "TN", "TPR", "TNR", "PPV", "NPV", "F1", "F2", "F0.5", "J", "MK", "ACC", "BACC", "MCC", "kappa", "FM", "G2",
    "TS",
)  # fmt: skip
"""The measures that are to be maximised: this version leaves out the others."""
PICTURE = "A picture in the text: compared with the formulas of the first version, which it repeats."


def _all_of(numbers: Iterable[Printed]) -> Compared:
    every = tuple(numbers)
    return tables.formulas(every, printed=f"{len(every)} formulas and sets")


def _table_1() -> Compared:
    return _all_of(number for key in (*KEYS, "FN", "FP", "PT") for number in tables.definition(key))


def _table_2() -> Compared:
    return _all_of(tables.domain(key) for key in KEYS if key != "kappa")


def _table_3() -> Compared:
    return _all_of(number for key in KEYS if key not in ("G2", "TS") for number in tables.law(key))


def _table_4() -> Compared:
    numbers = []
    for key in KEYS:
        numbers += [number for number in tables.extremes(key) if "highest" in number.what]
        numbers += tables.places(key, "right", ["max"])
    return _all_of(numbers)


FOOTNOTES = rows("001_table4_footnotes.csv")
SETS: Mapping[str, str] = {"True": "Θ*", "n < M": "Θ* without 1", "n > 0": "Θ* without 0"}
"""The sets of the footnotes, as they are printed."""


def footnote(row: Mapping[str, str]) -> Printed:
    """A footnote of Table 4: where the mean of a measure is highest, on the classes that it is about.

    >>> [footnote(row).same for row in FOOTNOTES]
    [True, True, False, True]
    """
    about = holds(row["where"], **tables.draws())
    found = tables.best_draws(row["measure"], "max", row["printed"], about)
    return replace(found, what=f"{row['measure']} where {row['where']}", printed=SETS[row["printed"]])


def _footnote(place: str, erratum: str = "no") -> Compared:
    chosen = [row for row in FOOTNOTES if row["place"].endswith(place) and row["erratum"] == erratum]
    return Compared.of([footnote(row) for row in chosen])


def _kappa_without_positives() -> Compared:
    found = dutch_draw.baseline("kappa", 4, 0)
    wrong = _footnote("b", "yes")
    return replace(
        wrong,
        printed="θ* = 1 is left out at P = M; nothing is at P = 0",
        ours=f"with M = 4 and P = 0 the draws with a value are n = {tables.shown(found.argmax)}",
        proof=f"M = 4, P = 0, E[κ]: {tables.means('kappa', 4, 0)}. At n = 0 all agree by chance too, 1 − Pe = 0.",
    )


def _figure_2() -> Compared:
    """The best share over the number of positives, at 50 cases."""
    reached = baseline_over_share("G2", 50).reached[1:-1]
    best = np.array([first for ((first, _),) in reached])
    moved = np.flatnonzero(best != 25) + 1
    numbers = [
        Printed("θ = 0.5", "not always optimal", f"{moved.size} of 49 P have another", moved.size > 0),
        Printed(
            "P ≪ N", "θ*max is increased", f"{best[0] / 50:g} at P = 1, falling to {best[24] / 50:g} at P = 25",
            bool((np.diff(best) <= 0).all() and best[0] > 25),
        ),
        Printed("P ≫ N", "the reverse", f"{best[-1] / 50:g} at P = 49", bool((best + best[::-1] == 50).all())),
    ]  # fmt: skip
    return Compared.of(numbers)


def _without_skill() -> Compared:
    """Measures on which a draw is as good as a perfect classifier."""
    perfect = []
    for key in KEYS:
        row = measure(key)
        if dutch_draw.baseline(row, 303, 139).best(row.better) == row.ideal(303, 139):
            perfect.append(key)
    others = [key for key in KEYS if key not in perfect]
    ours = f"with 139 of 303 positive on {', '.join(perfect)}; not on the other {len(others)}"
    return Compared.claim(
        "the baseline is as good as a perfect classifier on some, like TPR and TNR",
        ours,
        holds={"TPR", "TNR"} <= set(perfect) and bool(others),
    )


def _example(place: str) -> Compared:
    (row,) = [row for row in rows("001_examples.csv") if row["place"] == place]
    found = dutch_draw.baseline(row["measure"], int(row["M"]), int(row["P"]))
    what = f"{row['measure']} with {int(row['P']):,} of {int(row['M']):,} positive"
    return Compared.of([Printed.number(what, row["printed"], found.highest)])


def _other_guessers() -> Compared:
    """Guessers who call each case positive with probability g, against the baseline."""
    g, above, tried = np.linspace(0.05, 0.95, 19), 0, 0
    for key in KEYS:
        for M, P in ((10, 3), (20, 6), (30, 25), (50, 25)):
            ours = guessing.expectation(key, M, P, g)
            above += int((ours > dutch_draw.baseline(key, M, P).highest + 1e-12).sum())
            tried += ours.size
    return Compared.claim(
        "Does the baseline outperform other input-independent classifiers?",
        f"a guesser was above it in {above} of {tried:,} comparisons, {len(KEYS)} measures with 19 values of g",
        holds=above == 0,
    )


@cache
def _g_means(most: int) -> tuple[tuple[int, int, Array], ...]:
    """The mean of G-mean 2 at every n, for all classes of up to so many cases."""
    return tuple(
        (M, P, dutch_draw.expectation("G2", M, P, np.arange(M + 1) / M))
        for M in range(2, most + 1)
        for P in range(1, M)
    )


def _conjecture() -> Compared:
    """The conjecture on the best share of G-mean 2."""
    inside = []
    for M, P, mean in _g_means(20):
        best = np.flatnonzero(mean >= mean.max() - 1e-13) / M
        inside.append(best.min() >= 0.5 if 2 * P < M else best.max() <= 0.5 if 2 * P > M else True)
    return Compared.claim(
        "θ*max in [1/2, 1] for P < N, in [0, 1/2] for P > N",
        f"true in all {len(inside):,} classes of up to 20 cases" if all(inside) else f"false in {inside.count(False)}",
        holds=all(inside),
    )


def _concave() -> Compared:
    """Convexity of the mean of G-mean 2 in n, up to its sign."""
    turns = np.concatenate([np.diff(mean, 2) for _, _, mean in _g_means(20)])
    return Compared.claim(
        "proving convexity could make it easier",
        f"E[G2] is concave in n: all {turns.size:,} second differences up to 20 cases are at most {text(turns.max())}",
        holds=bool((turns < 0).all()),
    )


def _many_cases() -> Compared:
    """The best number of a million cases, found without examining all draws."""
    M, P = 10**6, 10**5
    ((best, last),) = dutch_draw.baseline("G2", M, P).argmax
    before, after = (moments.step(measure("G2"), M, P, n) for n in (best - 1, best))
    return Compared.claim(
        "faster techniques should be developed",
        f"M = 1,000,000, P = 100,000: n = {best:,} is best; the mean rises up to it and falls from there",
        holds=best == last and before > 0 > after,
    )


ITEMS: tuple[Item, ...] = (
    Item("001", "Section 1", "six properties of the baseline", None, why="Properties in words, without numbers."),
    Item("001", "Table 1", "definitions and codomains", _table_1, why=PICTURE, link=CLASSES),
    Item(
        "001", "Table 2", "domains", _table_2,
        why=f"{PICTURE} Whether kappa still has no restriction cannot be seen.", link="/baselines?M=10&P=0",
    ),
    Item(
        "001", "Section 3.1.1", "the Dutch Draw and its hypergeometric laws", tables.hypergeometric_law,
        link="/expectation?M=303&P=139&measure=TP",
    ),
    Item("001", "Equations (1) to (4)", "every count by TP alone", tables.by_true_positives, link=CLASSES),
    Item("001", "Example 1", "distribution of F_beta", tables.f_law, link="/expectation?M=303&P=139&measure=F1"),
    Item(
        "001", "Equations (5), (6)", "domain of TP and range of a TP + b", tables.true_positives_range,
        link="/expectation?M=303&P=139&measure=F1",
    ),
    Item("001", "Equation (7)", "the expectation rule a E[TP] + b", tables.expectation_rule, link=CLASSES),
    Item("001", "Example 2", "expectation of F_beta", tables.f_mean,
         link="/expectation?M=303&P=139&measure=F1&theta=0.3"),
    Item("001", "Table 3", "expectation, a and b", _table_3, why=PICTURE, link=CLASSES),
    Item("001", "Figure 1", "the road to the baseline", None, why="A diagram of steps without numbers."),
    Item(
        "001", "Table 4", "highest means and where they are reached", _table_4,
        why=f"{PICTURE} Whether the brackets of accuracy are still swapped cannot be seen.", link=CLASSES,
    ),
    Item(
        "001", "Table 4, footnote a", "accuracy at P = M/2", lambda: _footnote("a"),
        link="/baselines?M=10&P=5&measure=ACC",
    ),
    Item("001", "Table 4, footnote b", "kappa at P = M", lambda: _footnote("b"),
         link="/baselines?M=4&P=4&measure=kappa"),
    Item(
        "001", "Table 4, footnote b", "kappa at P = 0", _kappa_without_positives,
        why="The footnote for P = M lacks its twin: at P = 0 the draw without a positive prediction has no kappa.",
        link="/baselines?M=4&P=0&measure=kappa",
    ),
    Item(
        "001", "Table 4, footnote c", "the threat score at P = 1", lambda: _footnote("c"),
        why="It is missing in the first version.", link="/baselines?M=5&P=1&measure=TS",
    ),
    Item("001", "Example 3", "baseline of F_beta", tables.f_baseline, link=f"{CLASSES}&measure=F1"),
    Item(
        "001", "Section 3.2.2", "measures that cannot be beaten", _without_skill, link=CLASSES,
    ),
    Item(
        "001", "Figure 2, Section 3.2.3", "θ*max of G-mean 2 over P, with M = 50", _figure_2,
        why="The figure has no digits: compared with what the text says of it.",
        link="/baselines?M=50&P=10&over=share&shown=G2",
    ),
    Item(
        "001", "Example 4", "F1 baseline of Cleveland Heart Disease", lambda: _example("Example 4"),
        why="M and P are not printed: 31 with 18 positive is the only tenth of the 303 cases that gives 0.735.",
        link="/baselines?M=31&P=18&measure=F1",
    ),
    Item(
        "001", "Example 4", "F1 of the decision tree, 0.727, and of k nearest neighbours, 0.710", None,
        why="The split and the predictions are not printed. The sample has the same patients and kinds of model, on a "
        "split chosen because both fall short there.",
        link="/?sample=cleveland",
    ),
    Item(
        "001", "Table 5", "five models, ten seeds, against the baseline", None,
        why="A picture in the text. The sample has the same patients and kinds of model on another split.",
        link="/?sample=cleveland",
    ),
    Item(
        "001", "Example 5", "accuracy baseline of each category of ImageNet", lambda: _example("Example 5"),
        link="/baselines?M=50000&P=50&measure=ACC",
    ),
    Item(
        "001", "Table 6", "categories below the baseline, for six models", None,
        why="A picture in the text, and the predictions are not printed. Six simulated models stand in.",
        link="/groups?sample=thousand_classes&measure=ACC",
    ),
    Item(
        "001", "Example 5", "24 categories in which none of six models is above the baseline", None,
        why="The predictions are not printed. Six simulated models stand in.",
        link="/groups?sample=thousand_classes&measure=ACC",
    ),
    Item(
        "001", "Example 6", "five attributes of CelebA on which all models are below the baseline", None,
        why="The predictions are not printed. In the simulated sample the same five were made to fall short.",
        link="/groups?sample=attributes&measure=F1",
    ),
    Item(
        "001", "Table 7", "F1 of vision models by attribute", None,
        why="A picture in the text, and the predictions are not printed. A simulated sample has its form.",
        link="/groups?sample=attributes&measure=F1",
    ),
    Item(
        "001", "Section 5.1", "other input-independent classifiers", _other_guessers,
        why="It can be proved: who calls a random number of cases positive averages over draws, and no average is "
        "above the best of them.",
        link="/expectation?M=303&P=139&guessing=each&measure=F1",
    ),
    Item(
        "001", "Section 5.1", "how hard is a score, and 0.91 after 0.90", None,
        why="An open question there. The separation that a score takes is one answer.",
        link="/reach?M=303&P=139&measure=F1&wanted=0.9",
    ),
    Item("001", "Section 5.1", "the rescaled measure", tables.rescaled, link="/rescaled?TP=227&FP=50&FN=31&TN=192"),
    Item(
        "001", "Section 5.1", "the rescaled measure where all draws have one mean", tables.rescaled_at_chance,
        why="A score equal to the baseline gets −1, and one that is larger by 10⁻⁹ gets 10⁻⁹. Here it gets 0.",
        link="/rescaled?TP=227&FP=50&FN=31&TN=192",
    ),
    Item(
        "001", "Section 5.1", "more than two classes", None,
        why="An open question there. Here one class is held against the rest.",
        link="/groups?sample=thousand_classes&measure=ACC",
    ),
    Item(
        "001", "Section 5.1", "faster baselines of G-mean 2", _many_cases,
        why="As the mean is concave in n, the sign of its steps finds the best n by halving, for up to 10⁹ cases.",
        link="/baselines?M=1000000&P=100000&measure=G2",
    ),
    Item(
        "001", "Section 5.1", "conjecture on θ*max of G-mean 2", _conjecture, why="Not proved.",
        link="/baselines?M=50&P=10&over=share&shown=G2",
    ),
    Item(
        "001", "Section 5.1", "convexity of the mean of G-mean 2", _concave,
        why="It is proved: drawing two more cases adds less together than each alone, as √TP and √TN are concave "
        "and a case adds to one or takes from the other.",
        link=f"{CLASSES}&measure=G2",
    ),
)  # fmt: skip
