"""Document 003, chapter 8: two models read together."""

import math
from collections.abc import Mapping

import numpy as np

from ddcore.arrays import Array
from ddcore.papers.item import Compared, Item, Printed
from ddcore.papers.printed import rows
from ddcore.papers.tried import card_item, fact, item
from ddcore.samples.pairs import NAMES, PAIRS, Pair
from ddcore.scores.ensemble import fit
from ddcore.scores.exact import Exact
from ddcore.scores.kernel import Kernel, Tally
from ddcore.scores.law import Law
from ddcore.table import ScoreTable

SEEN = "&law_share=0.25&size=40000&judged=held"
CASE_1 = "/ensemble?sample=own_pair&law1=pair(6,8,0.9,2.5,0.9)&law0=pair(6,5,1.25,2.5,-0.9)" + SEEN
CASE_2 = "/ensemble?sample=own_pair&law1=pair(6,8,2.5,2.5,1.9)&law0=pair(4,6,2.5,2.5,-1.7)" + SEEN


def _printed(what: str, key: str) -> Mapping[str, str]:
    [row] = [row for row in rows("003_ensemble.csv") if (row["what"], row["key"]) == (what, key)]
    return row


def _means(key: str) -> list[Printed]:
    """The means of both classes, which can be read."""
    numbers = []
    for name, law in (("negatives", PAIRS[key].negatives), ("positives", PAIRS[key].positives)):
        row = _printed(f"mean of the {name}", key)
        ours = " ".join(f"{mean:g}" for mean in law.mean)
        numbers.append(fact(f"mean of the {name}, {key}", row["printed"], ours, ours == row["printed"]))
    return numbers


def _alone(pair: Pair, name: str) -> tuple[float, float]:
    """The areas of a model alone: of its score, and of its likelihood ratio."""
    scores = (law.alone(NAMES.index(name)).parts[0] for law in (pair.positives, pair.negatives))
    exact = Exact(*(Law.of(f"normal({mean:.10g},{deviation:.15g})") for mean, deviation in scores))
    return exact.auc, exact.best_auc


CELLS = 100
"""Rings into which each law of two scores is cut: its area is then right to four digits."""


def _case_1() -> Compared:
    """A model no better than chance beside a good one."""
    pair = PAIRS["pair_1"]
    raw, read = _alone(pair, NAMES[0])
    other, _ = _alone(pair, NAMES[1])
    together = pair.read(CELLS).auc
    return Compared.of(
        [
            *_means("pair_1"),
            Printed.number("area of model 1, pair_1", _printed("area of model 1", "pair_1")["printed"], raw),
            Printed.number("area of model 1 read, pair_1", _printed("area of model 1 read", "pair_1")["printed"], read),
            fact(
                "together",
                "better than either",
                f"{together:.4f}, alone {read:.4f} and {other:.4f}",
                together > max(read, other),
            ),
        ]
    )


def _case_2() -> Compared:
    """Two models with one area, better together."""
    pair = PAIRS["pair_2"]
    numbers = _means("pair_2")
    row = _printed("area of each model", "pair_2")
    for name in NAMES:
        raw, read = _alone(pair, name)
        numbers.append(Printed.number(f"area of each model, pair_2: {name}", row["printed"], raw))
        numbers.append(
            fact(name, "the transformation improves nothing", f"{read - raw:.1g} more", abs(read - raw) < 1e-6)
        )
    numbers.append(
        Printed.number(
            "area of the ensemble, pair_2", _printed("area of the ensemble", "pair_2")["printed"], pair.read(CELLS).auc
        )
    )
    return Compared.of(numbers)


def _drawn(pair: Pair, size: int, seed: int) -> Array:
    """Scores of so many positives, and then of as many negatives."""
    rng = np.random.default_rng(seed)
    return np.concatenate([law.draw(size, rng) for law in (pair.positives, pair.negatives)])


def _algorithm_1() -> Compared:
    """The ensemble by a joint kernel density, on cases it was not fitted on."""
    pair, numbers = PAIRS["pair_2"], []
    scores, held = (_drawn(pair, size, seed) for size, seed in ((400, 1), (1000, 2)))
    truth, outcome = np.repeat([1, 0], 400), np.repeat([1, 0], 1000)
    ensemble = fit(scores, truth)
    together = ScoreTable.of(ensemble.ratio(held), outcome).auc
    for at, name in enumerate(NAMES):
        alone = ScoreTable.of(held[:, at], outcome).auc
        numbers.append(
            fact(name, "the ensemble is better", f"{together:.3f} together, {alone:.3f} alone", together > alone)
        )
    return Compared.of(numbers, "the ensemble of Algorithm 1 is better than either model")


def _kernel() -> Compared:
    """Equation 8.4: the mean of kernels around the cases."""
    cases, width = np.array([0.0, 0.7, 2.0, 2.1]), 0.6
    x = np.linspace(-1, 3, 21)
    density = np.exp(Kernel.of(Tally(cases, np.ones(4)), width, None)(x))
    theirs = np.exp(-(((x[:, None] - cases) / width) ** 2) / 2).sum(axis=1) / (4 * width * math.sqrt(2 * math.pi))
    return Compared.of([Printed.formula("density", "1 / (n h) Σ K((x − x_i) / h)", theirs, density, 2e-3)])


ITEMS: tuple[Item, ...] = (
    item("Figure 8.1", "static and dynamic selection of classifiers", None, "A drawing without numbers."),
    card_item("Theorem 2", "two scores together dominate each alone", "/ensemble?sample=pair_2",
              "It is of true densities; an estimate need not be better."),
    item("Algorithm 1", "the joint density estimated, then the ratio", _algorithm_1,
         "Learned on 800 cases of Figure 8.3 and judged on 2,000 others.", "/ensemble?sample=pair_2"),
    item("Equation 8.4", "a kernel density", _kernel,
         "The density here stands on a grid, so that it is the same to 0.2 %.", "/likelihood?sample=scenario_3"),
    item("Figure 8.2, section 8.3", "case 1: a poor model improves a good one", _case_1,
         "The covariances cannot be read. Those used here give the printed areas.", CASE_1),
    item("Figure 8.3, section 8.3", "case 2: two equal models, better together", _case_2,
         "The covariances can hardly be read: a 7 and a 9. With −1.7 and 1.9 the printed areas come out; −1.9 and 1.9 "
         "give 0.95, other pairs 0.94 too.", CASE_2),
    item("Table 8.1", "ensembles on loans of Lending Club", None,
         "Neither the loans nor the scores of the models are printed. Two real models stand in their place.",
         "/ensemble?sample=lending_club"),
)  # fmt: skip
"""The items of chapter 8, in the order of the document."""
