"""Document 004: Dyrland, Lundervold & Porta Mana (2022), How is the evaluation evaluated?

Class 0 of the document is the positive one: its matrix [[U00, U01], [U10, U11]] is tp, fp, fn, tn.
"""

import math
from collections.abc import Callable
from functools import cache, partial

import numpy as np

from ddcore.counts import Cells, Counts
from ddcore.decisions.admissible import admissibility, misranked_pair
from ddcore.decisions.cases import expected, probability, switches
from ddcore.decisions.chains import longest_reverse
from ddcore.decisions.comparison import Comparison
from ddcore.decisions.lottery import Lottery, MoneyWorth
from ddcore.decisions.ranking import (
    TABLE_1,
    UTILITY,
    MisrankedByError,
    misranked,
    misranked_by_error,
    random_tables,
    true_values,
    with_error,
)
from ddcore.decisions.uncertain import expected_utility
from ddcore.decisions.utility import Utility
from ddcore.measures import measure
from ddcore.papers.item import Compared, Item, Printed
from ddcore.papers.printed import rows, value
from ddcore.samples.stories import STORIES

FACTORY, OTHER, MEDICAL = (STORIES[key] for key in ("factory", "factory_prices", "medical"))
MATRICES = {"4": FACTORY, "5": OTHER, "6": MEDICAL}
"""The stories by the number of their matrix in print."""
CELLS = ("tp", "fp", "fn", "tn")
PAIRS = 60_000
"""Pairs of classifiers that are drawn for a share: enough for 0.1 percentage points."""
ERRORS = (0.0, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35)
UTILITY_PAGE = "/utility?sample=factory"
RANKING_PAGE = "/ranking?sample=factory"


def _utility(matrix: str) -> Utility:
    return MATRICES[matrix].utility


def _printed(name: str, what: str, **wanted: str) -> list[dict[str, str]]:
    """The rows of a file about one thing that are printed."""
    chosen = [
        dict(row)
        for row in rows(name)
        if row["what"] == what and all(row[column] == text for column, text in wanted.items())
    ]
    if not chosen:
        raise ValueError(f"{name} has no {what} with {wanted}")
    return chosen


# Sections 0 and 1 ----------------------------------------------------------------------------------------------------


def _yields(matrix: str) -> Compared:
    """What both classifiers earn per case under one of the matrices."""
    found = [row for row in _printed("004_yields.csv", "yield", matrix=matrix) if row["printed"]]
    models = MATRICES[matrix].models
    return Compared.of(
        Printed.number(
            f"yield of {row['classifier']}", row["printed"], float(_utility(matrix)(models[row["classifier"]]))
        )
        for row in found
    )


def _months() -> Compared:
    """The yields in months: those in money, shifted, with A more than six months ahead of B."""
    (shift,) = _printed("004_yields.csv", "shift from (4)")
    (lead,) = _printed("004_yields.csv", "lead of A over B")
    months = {name: float(MEDICAL.utility(counts)) for name, counts in MEDICAL.models.items()}
    shifted = {name: months[name] - float(FACTORY.utility(counts)) for name, counts in FACTORY.models.items()}
    ahead = months["A"] - months["B"]
    return Compared.of(
        [
            *(Printed.number(f"shift of {name}", shift["printed"], each) for name, each in shifted.items()),
            Printed(
                "lead of A",
                lead["printed"],
                f"{ahead:g}",
                ahead > float(lead["printed"].removeprefix("more than ")),
            ),
        ],
        printed=f"{shift['printed']} more than in money; A leads by {lead['printed']}",
    )


def _table_1(key: str) -> Compared:
    """The scores of both classifiers on one measure."""
    return Compared.of(
        Printed.number(
            f"{key} of {row['classifier']}", row["printed"], float(measure(key)(FACTORY.models[row["classifier"]]))
        )
        for row in _printed("004_table1.csv", "value", key=key)
    )


def _majority() -> Compared:
    """How many of the eight measures favour B, and whether the yields do."""
    a, b = FACTORY.models["A"], FACTORY.models["B"]
    for_a = [key for key in TABLE_1 if measure(key).is_better(measure(key)(a), measure(key)(b))]
    earns = FACTORY.utility(a) > FACTORY.utility(b)
    return Compared.claim(
        "only the true-negative rate favours A, and A earns more",
        f"{', '.join(for_a)} {'favours' if len(for_a) == 1 else 'favour'} A; A earns {'more' if earns else 'less'}",
        holds=for_a == ["TNR"] and bool(earns),
    )


def _scarcity() -> Compared:
    """The relative lead of A on the true-negative rate."""
    a, b = (float(measure("TNR")(FACTORY.models[name])) for name in "AB")
    return Compared.of([Printed.number("lead of A on the true-negative rate", "9%", a / b - 1)])


# Sections 2 and 3 ----------------------------------------------------------------------------------------------------


def _expected_utility() -> Compared:
    """Equation 8 on a grid of probabilities, against the sum it prints."""
    chance = np.linspace(0, 1, 101)
    worth = expected(FACTORY.utility.payoffs, chance)
    u = FACTORY.utility.payoffs
    theirs = [chance * u.tp + (1 - chance) * u.fp, chance * u.fn + (1 - chance) * u.tn]
    return Compared.of([Printed.formula("both answers", "sum_j U_ij p_j", theirs, [worth.positive, worth.negative])])


def _mean_yield() -> Compared:
    """Equations 7, 9 and 19: the yield as a sum over the four cells, for random matrices and tables."""
    rng = np.random.default_rng(1)
    payoffs = dict(zip(CELLS, rng.normal(0, 9, (4, 200)), strict=True))
    cells = Cells(**dict(zip(CELLS, rng.integers(1, 90, (4, 200)).astype(float), strict=True)))
    theirs = sum(payoffs[name] * getattr(cells, name) for name in CELLS) / cells.total
    ours = Utility(**payoffs)(cells)
    return Compared.of([Printed.formula("yield", "sum_ij U_ij C_ij", theirs, ours)])


def _tree() -> Compared:
    """The loss of 335 EUR as an average over refunds: one set of chances that gives it."""
    lottery = Lottery(((0.72, -475.0), (0.28, 25.0)))
    return Compared.of([Printed.number("mean of the lottery", "-335", lottery.mean)])


def _logarithm() -> Compared:
    """Whether a person whose worth of money is logarithmic takes less for sure than the mean of a gamble."""
    shy, gamble = MoneyWorth("log", 1000.0), Lottery(((0.5, 165.0), (0.5, -35.0)))
    sure = shy.sure(gamble.expected(shy.of))
    return Compared.claim(
        "money is worth somewhat less than its amount",
        f"an even chance of 165 or −35 EUR, 65.00 on average, is worth {sure:.2f} for sure",
        holds=sure < gamble.mean,
    )


def _rank_alike() -> Compared:
    """Equation 10: matrices that differ by a factor above 0 and a constant rank all pairs alike."""
    rng = np.random.default_rng(1)
    tables = random_tables(0.3, 2000, rng=rng)
    kept = 0
    for factor, shift in ((2.0, 7.0), (0.01, -335.0), (30.0, 0.0)):
        u = FACTORY.utility
        moved = Utility(**{name: factor * getattr(u, name) + shift for name in CELLS})
        kept += int((np.argsort(u(tables)) == np.argsort(moved(tables))).all())
    return Compared.claim(
        "the same ranking", f"the same order of 2,000 tables under {kept} of 3 changes", holds=kept == 3
    )


def _normalised() -> Compared:
    """Equation 11 on the three matrices of the stories."""
    theirs, ours = [], []
    for story in MATRICES.values():
        payoffs = [float(getattr(story.utility, name)) for name in CELLS]
        theirs += [(payoff - min(payoffs)) / (max(payoffs) - min(payoffs)) for payoff in payoffs]
        ours += [float(getattr(story.utility.normalised, name)) for name in CELLS]
    return Compared.of([Printed.formula("normalised", "(U − min U) / (max U − min U)", theirs, ours)])


def _coordinates() -> Compared:
    """Equation 12: the matrix at a place of the hexagon, and back."""
    x, y = (axis.ravel() for axis in np.meshgrid(np.linspace(-1, 1, 21), np.linspace(-1, 1, 21)))
    inside = (np.abs(x - y) <= 1) & (np.abs(x) + np.abs(y) > 0)
    x, y = x[inside], y[inside]
    theirs = [1 - x * (x > 0), y * (y > 0), -y * (y < 0), 1 + x * (x < 0)]
    at = Utility.at(x, y)
    back = at.coordinates
    return Compared.of(
        [
            Printed.formula(
                "the matrix at (x, y)",
                "[1 − x [x>0], y [y>0]; −y [y<0], 1 + x [x<0]]",
                theirs,
                [at.tp, at.fp, at.fn, at.tn],
            ),
            Printed.formula("and back", "(x, y)", [x, y], list(back)),
        ],
        printed="the matrix at each place (x, y)",
    )


def _corners() -> Compared:
    """Figure 1: what the text says of the directions from the centre."""
    centre = Utility.at(0.0, 0.0)
    left, right, up, down = (Utility.at(x, y) for x, y in ((-0.5, 0.0), (0.5, 0.0), (0.0, 0.5), (0.0, -0.5)))
    claims = {
        "centre: accuracy": [float(getattr(centre, name)) for name in CELLS] == [1, 0, 0, 1],
        "left: class 1 worth less": bool(left.tn < left.tp),
        "right: class 0 worth less": bool(right.tp < right.tn),
        "up: misses of class 1 worth more": bool(up.fp > 0 == up.fn),
        "down: misses of class 0 worth more": bool(down.fn > 0 == down.fp),
    }
    shares = [f"{100 * region.share:.0f} %" for region in Comparison.of(FACTORY.models, 0.5, ("0", "1")).regions]
    held = [name for name, found in claims.items() if found]
    return Compared.claim(
        "accuracy in the centre; left, right, up and down as the text has them",
        f"{len(held)} of {len(claims)} directions; parts of the map of the factory: {', '.join(shares)}",
        holds=len(held) == len(claims),
    )


def _form() -> Compared:
    """Equations 13 to 16: a yield is linear in C00 and C11 on one test set."""
    f0 = np.linspace(0.1, 0.9, 9)[:, None, None]
    c00, c11 = f0 * np.linspace(0, 1, 6)[:, None], (1 - f0) * np.linspace(0, 1, 6)
    u = FACTORY.utility
    cells = Cells(tp=c00 + 0 * c11, fp=1 - f0 - c11 + 0 * c00, fn=f0 - c00 + 0 * c11, tn=c11 + 0 * c00)
    theirs = (u.tp - u.fn) * c00 + (u.tn - u.fp) * c11 + f0 * u.fn + (1 - f0) * u.fp
    printed = "(U00 − U10) C00 + (U11 − U01) C11 + f0 U10 + f1 U01"
    return Compared.of([Printed.formula("yield", printed, theirs, u(cells))])


def _expression(key: str) -> Compared:
    """A measure written in C00, C11 and the shares of the classes."""
    (row,) = _printed("004_table1.csv", "expression", key=key)
    f0 = np.array([0.2, 0.5, 0.9])[:, None, None]
    c00, c11 = f0 * np.linspace(0.1, 0.9, 5)[:, None], (1 - f0) * np.linspace(0.1, 0.9, 5)
    cells = Cells(tp=c00 + 0 * c11, fp=1 - f0 - c11 + 0 * c00, fn=f0 - c00 + 0 * c11, tn=c11 + 0 * c00)
    theirs = value(row["printed"], C00=c00, C11=c11, f0=f0, f1=1 - f0)
    found = Printed.formula(f"expression of {key}", row["printed"], theirs, measure(key)(cells))
    return Compared.of([found])


def _mcc_proof() -> str:
    (row,) = _printed("004_table1.csv", "expression", key="MCC")
    told = []
    for name, counts in FACTORY.models.items():
        total = float(counts.total)
        shares = {"C00": counts.tp / total, "C11": counts.tn / total, "f0": counts.positives / total}
        as_printed = float(value(row["printed"], f1=1 - shares["f0"], **shares))
        right = float(value(row["right"], f1=1 - shares["f0"], **shares))
        told.append(f"{as_printed:.3f} for {name}, whose value is {right:.3f}")
    return f"As printed it is {', and '.join(told)}; a correlation is never above 1."


def _ranks(key: str) -> Compared:
    """Whether a measure ranks as some utility does."""
    (row,) = _printed("004_table1.csv", "ranks as a utility", key=key)
    form = admissibility(key).form
    pair = misranked_pair(key, FACTORY.utility) if form == "never" else None
    ours = "ranks as one matrix of payoffs" if form == "always" else "follows from no matrix of payoffs"
    if pair is not None:
        (more, less), (low, high) = pair.yields, pair.scores
        ours += f"; worth {more:.1f} EUR at {low:.3f}, yet {less:.1f} at {high:.3f}".replace("-", "−")
    printed = {"always": "an instance of (16)", "never": "no instance of (16)"}[row["printed"]]
    return Compared.claim(printed, ours, holds=form == row["printed"])


def _balanced() -> Compared:
    """Balanced accuracy on one test set against the matrix diag(1/f0, 1/f1)."""
    f0 = 0.9
    rng = np.random.default_rng(1)
    tables = random_tables(f0, 2000, rng=rng)
    matrix = Utility(tp=1 / f0, fp=0, fn=0, tn=1 / (1 - f0))
    apart = float(np.abs(matrix(tables) - 2 * measure("BACC")(tables)).max())
    form = admissibility("BACC").form
    return Compared.claim(
        "ranks some pairs of one test set wrongly under every matrix",
        "ranks every pair of one test set as [1/f0, 0; 0, 1/f1] does",
        holds=form == "never",
        proof=(
            f"$2 \\cdot \\mathrm{{BACC}} = C_{{00}}/f_0 + C_{{11}}/f_1$ is the yield of that matrix: on 2,000 tables "
            f"with 90 % of class 0 both differ by {apart:.0e} at most. What is true: no matrix does so for all shares."
        ),
    )


def _coherent_plot(key: str, positives: float, matrix: Utility) -> bool:
    """Whether a measure rises with the yield over all tables of one test set."""
    tables = random_tables(positives, 1500, rng=np.random.default_rng(2))
    order = np.argsort(matrix(tables), kind="stable")
    return bool((np.diff(measure(key).on(tables)[order]) > -1e-9).all())


def _panels(positives: float) -> Compared:
    """Figures 2 and 3: which measure is a function of the yield, with which matrix."""
    accuracy, recall = Utility(tp=1, fp=0, fn=0, tn=1), Utility(tp=1, fp=0, fn=0, tn=0)
    claims = {
        "accuracy with [1 0; 0 1]": (_coherent_plot("ACC", positives, accuracy), True),
        "accuracy with [1 0; 0 0]": (_coherent_plot("ACC", positives, recall), False),
        "recall with [1 0; 0 0]": (_coherent_plot("TPR", positives, recall), True),
        "recall with [1 0; 0 1]": (_coherent_plot("TPR", positives, accuracy), False),
        **{
            f"{key} with {name}": (_coherent_plot(key, positives, matrix), False)
            for key in ("F1", "MCC")
            for name, matrix in (("[1 0; 0 1]", accuracy), ("[1 0; 0 0]", recall))
        },
    }
    held = sum(found == wanted for found, wanted in claims.values())
    return Compared.claim(
        "accuracy and recall follow one matrix each, F1 and MCC none",
        f"{held} of {len(claims)} panels as described",
        holds=held == len(claims),
    )


def _reverse() -> Compared:
    """Three or more tables that F1 ranks in exactly the reverse of their worth."""
    tables = random_tables(0.5, 400, rng=np.random.default_rng(3))
    found = longest_reverse(FACTORY.utility(tables), measure("F1").on(tables))
    return Compared.claim(
        "three or more can stand in reverse order", f"{len(found)} of 400 tables do", holds=len(found) >= 3
    )


# Section 4 -----------------------------------------------------------------------------------------------------------


def _mean_matrix() -> Compared:
    """Equations 17 and 18: under the mean matrix each classifier earns the mean of what it earns under each."""
    stories = (FACTORY, OTHER)
    both = Utility.of(Cells(**{name: [float(getattr(story.utility, name)) for story in stories] for name in CELLS}))
    mean = expected_utility(both, [0.5, 0.5])
    theirs = [np.mean([float(story.utility(counts)) for story in stories]) for counts in FACTORY.models.values()]
    ours = [float(mean(counts)) for counts in FACTORY.models.values()]
    return Compared.of(
        [
            Printed.formula(f"yield of {name}", "sum_j [sum_a q_a U_ij] p_j", left, right)
            for name, left, right in zip(FACTORY.models, theirs, ours, strict=True)
        ],
        printed="the mean matrix decides as all of them do together",
    )


def _no_idea() -> Compared:
    """The mean of all matrices of the hexagon, each as likely as any other."""
    drawn = true_values("uniform", PAIRS, rng=np.random.default_rng(4))
    mean = expected_utility(drawn).normalised
    payoffs = {name: float(getattr(mean, name)) for name in CELLS}
    near = abs(payoffs["tp"] - payoffs["tn"]) < 0.02 and abs(payoffs["fp"] - payoffs["fn"]) < 0.02
    text = "; ".join(" ".join(f"{payoffs[name]:.2f}" for name in pair) for pair in (("tp", "fp"), ("fn", "tn")))
    return Compared.claim(
        "knowing nothing, use accuracy: [1 0; 0 1]", f"mean of {PAIRS:,} matrices: [{text}]", holds=near
    )


def _quartiles() -> Compared:
    """Assumption (ii): quartiles of the rates of random classifiers."""
    tables = random_tables(0.5, PAIRS, rng=np.random.default_rng(5))
    found = np.quantile(measure("TPR").on(tables), (0.25, 0.5, 0.75))
    # The law's own: 1/2 + sqrt(u)/2.
    exact = 0.5 + np.sqrt((0.25, 0.5, 0.75)) / 2
    if np.abs(found - exact).max() > 0.005:
        raise ValueError("the drawn classifiers are not of their law")
    return Compared.of(
        Printed.number(name, text, number)
        for name, text, number in zip(
            ("lower quartile", "median", "upper quartile"), ("0.75", "0.85", "0.93"), exact.tolist(), strict=True
        )
    )


@cache
def _by_error(truth: str) -> MisrankedByError:
    """Shares of pairs ranked wrongly by payoffs with an error, and by the measures of Table 1."""
    return misranked_by_error(truth, ERRORS, PAIRS, rng=np.random.default_rng(6), measures=TABLE_1)


def _two_laws() -> Compared:
    """Assumption (i): the middle and the spread of both laws on the hexagon."""
    spread = {}
    for truth in ("uniform", "gaussian"):
        x, y = true_values(truth, 20_000, rng=np.random.default_rng(7)).coordinates
        spread[truth] = float(np.std(x)), abs(float(np.mean(x))) + abs(float(np.mean(y)))
    centred = all(off < 0.03 for _, off in spread.values())
    return Compared.claim(
        "uniform, and gaussian about accuracy with deviation 1/3, cut at the edge",
        f"deviation of x: {spread['uniform'][0]:.2f} uniform, {spread['gaussian'][0]:.2f} gaussian and cut",
        holds=centred and spread["gaussian"][0] < 1 / 3 < spread["uniform"][0],
    )


def _error_law() -> Compared:
    """Assumption (iii): errors of all four payoffs stay between 0 and 1, a right answer worth no less."""
    values = true_values("uniform", 5000, rng=np.random.default_rng(8))
    drawn = with_error(values, 0.3, rng=np.random.default_rng(9))
    good = bool(np.all(drawn.proper)) and float(np.min(drawn.lowest)) >= 0 and float(np.max(drawn.highest)) <= 1
    return Compared.claim(
        "errors are cut so that payoffs stay allowed",
        f"{'all' if good else 'not all'} of 5,000 drawn are allowed",
        holds=good,
    )


def _extent() -> Compared:
    """Figure 5: how far errors of .1 and .2 reach around two matrices."""
    reach = {}
    for error in (0.1, 0.2):
        drawn = with_error(Utility(tp=[0.5] * 4000, fp=0.5, fn=0, tn=1), error, rng=np.random.default_rng(10))
        x, y = drawn.normalised.coordinates
        reach[error] = float(np.hypot(x - 0.5, y - 0.5).mean())
    return Compared.claim(
        "errors of 0.2 reach farther than errors of 0.1",
        f"mean distance on the map {reach[0.1]:.2f} and {reach[0.2]:.2f}",
        holds=reach[0.1] < reach[0.2],
    )


def _figure_6() -> Compared:
    """The shares of Figure 6 that the text prints, within what so many pairs can tell."""
    drawn = misranked("uniform", 0.1, 4 * PAIRS, rng=np.random.default_rng(13), measures=["ACC"])
    accuracy, rough = drawn.share["ACC"], drawn.share[UTILITY]
    # Printed to a tenth of a percent, of 10^6 pairs.
    near = abs(accuracy - 0.087) < 0.0005 + 3 * drawn.error["ACC"]
    return Compared.of(
        [
            Printed("accuracy", "8.7%", f"{100 * accuracy:.1f}%", near),
            Printed("payoffs with errors of 0.1", "4%", f"{100 * rough:.1f}%", round(100 * rough) == 4),
        ]
    )


def _order_of_figure_6() -> Compared:
    """Accuracy is the best measure, and payoffs with a small error are better."""
    shares = _by_error("uniform").share
    best = min(TABLE_1, key=shares.__getitem__)
    listed = ", ".join(f"{key} {100 * shares[key]:.1f} %" for key in sorted(TABLE_1, key=shares.__getitem__)[:4])
    return Compared.claim("accuracy errs least of the measures", f"fewest first: {listed}", holds=best == "ACC")


def _overtaken(truth: str) -> float:
    return _by_error(truth).overtaken("ACC")


def _figure_7(truth: str) -> Compared:
    """The share ranked wrongly rises about linearly with the error."""
    found = _by_error(truth).utility[: ERRORS.index(0.3) + 1]
    errors = np.array(ERRORS[: found.size])
    correlation = float(np.corrcoef(errors, found)[0, 1])
    return Compared.claim(
        "approximately linear in the error",
        f"correlation {correlation:.3f}; {100 * found[-1]:.1f} % at an error of 0.3",
        holds=correlation > 0.98,
    )


def _tolerance(claimed: float, printed: str) -> Compared:
    """Whether payoffs with that error still err less often than every measure, under both laws."""
    told, fine = [], []
    for truth in ("uniform", "gaussian"):
        drawn = _by_error(truth)
        rough, best = float(drawn.utility[ERRORS.index(claimed)]), drawn.share["ACC"]
        told.append(f"{100 * rough:.1f} % against {100 * best:.1f} % of accuracy ({truth})")
        fine.append(rough < best)
    return Compared.claim(
        printed,
        "; ".join(told),
        holds=all(fine),
        proof=f"Accuracy overtakes at {_overtaken('uniform'):.2f} (uniform), {_overtaken('gaussian'):.2f} (gaussian).",
    )


def _overtakes() -> Compared:
    """The error at which accuracy becomes the more reliable."""
    uniform, gaussian = _overtaken("uniform"), _overtaken("gaussian")
    return Compared.claim(
        "accuracy overtakes around 0.25",
        f"above {math.floor(100 * uniform) / 100:.2f} (uniform), at {gaussian:.2f} (gaussian)",
        holds=abs(uniform - 0.25) < 0.03 and abs(gaussian - 0.25) < 0.03,
        proof=f"With {PAIRS:,} pairs of classifiers the curves cross at {uniform:.3f} and {gaussian:.3f}.",
    )


# Section 6 and the appendix ------------------------------------------------------------------------------------------


def _choice() -> Compared:
    """Equation 20: from which probability of class 0 on the first answer is best."""
    ((_, first), (cut, second)) = switches(FACTORY.utility.payoffs)
    u = FACTORY.utility
    theirs = float((u.tn - u.fp) / (u.tn - u.fp + u.tp - u.fn))
    return Compared.of(
        [Printed.formula("switch of the factory", "argmax_d sum_c U_dc p_c", [theirs, 1, 0], [cut, first, second])],
        printed=f"class 0 from a probability of {theirs:.3f} on",
    )


def _not_most_probable() -> Compared:
    """Equation 21 against equation 20: cases where the most probable class is not the best answer."""
    chance = np.linspace(0, 1, 1001)
    best = expected(FACTORY.utility.payoffs, chance).best == 0
    share = float(np.mean(best != (chance > 0.5)))
    return Compared.claim(
        "the most probable class need not be the best answer",
        f"it is not at {100 * share:.0f} % of all probabilities, with the payoffs of the factory",
        holds=share > 0,
    )


def _bayes() -> Compared:
    """Equations 26 and 31: the probability of a class from frequencies of the feature and a base rate."""
    base, found = np.linspace(0.01, 0.99, 50), 9 / 98
    hit, alarm = 0.9, 89 / 990
    theirs = hit * base / (hit * base + alarm * (1 - base))
    ours = [probability(np.log(hit / alarm), float(share)) for share in base]
    return Compared.of(
        [
            Printed.formula("all base rates", "f(Z|X) P(X) / sum_X f(Z|X) P(X)", theirs, np.array(ours)),
            Printed.formula("1 % ill", "9 / 98", found, float(probability(np.log(hit / alarm), 0.01))),
        ],
        printed="f(Z|X) P(X) / sum_X f(Z|X) P(X)",
    )


def _conditional() -> Compared:
    """Equations 25 and 26: a conditional frequency is a count over its row."""
    table = Counts(tp=9, fp=89, fn=1, tn=901)
    ours = [float(measure("PPV")(table)), float(1 - measure("NPV")(table))]
    return Compared.of([Printed.formula("f(X=0 | z)", "F(x, z) / F(z)", [9 / (9 + 89), 1 / (1 + 901)], ours)])


def _known() -> Compared:
    """Equation 27: with the class known the right answer is best."""
    best = expected(FACTORY.utility.payoffs, [1.0, 0.0]).best.tolist()
    return Compared.claim(
        "the answer of the larger utility",
        f"class 0: answer {best[0]}; class 1: answer {best[1]}",
        holds=best == [0, 1],
    )


def _item(place: str, what: str, compared: Callable[[], Compared] | None, link: str = "", why: str = "") -> Item:
    return Item("004", place, what, compared, why, link)


NAMES = {key: measure(key).title for key in TABLE_1}

ITEMS: tuple[Item, ...] = (
    _item(
        "Equations 1 to 4",
        "what both classifiers of the factory earn, EUR per part",
        partial(_yields, "4"),
        UTILITY_PAGE,
    ),
    *(_item("Table 1", f"{NAMES[key]} of both classifiers", partial(_table_1, key), UTILITY_PAGE) for key in TABLE_1),
    _item("Section 0", "which measures favour which classifier", _majority, UTILITY_PAGE),
    _item("Section 0", "relative lead of A on the true-negative rate", _scarcity, UTILITY_PAGE),
    _item(
        "Equation 5",
        "what both earn under other prices, EUR per part",
        partial(_yields, "5"),
        "/utility?sample=factory&u=45,-335,-65,165",
    ),
    _item("Equation 6", "what both earn in months of life", _months, "/utility?sample=medical"),
    _item(
        "Section 1",
        "issues (a) to (f)",
        None,
        UTILITY_PAGE,
        "Arguments in words; the page of the link tells those that the data call for.",
    ),
    _item("Equations 7, 9, 19", "the yield of a confusion matrix", _mean_yield, UTILITY_PAGE),
    _item(
        "Equation 8", "expected utility of an answer", _expected_utility, "/cases?sample=two_class_example&u=0,-1,-5,0"
    ),
    _item(
        "Section 2.3",
        "−335 EUR as an average over breaks and refunds",
        _tree,
        "/utility?sample=factory&tree=sold=25;refund=500;fp=0.9:(0.8:sold-refund%7Csold)%7Csold",
        "The chances are not printed; those of the link are one set that gives the number.",
    ),
    _item(
        "Section 2.3",
        "money is worth somewhat logarithmically",
        _logarithm,
        "/utility?sample=factory&aversion=log&tolerance=1000",
    ),
    _item("Equation 10", "payoffs that rank alike", _rank_alike, UTILITY_PAGE),
    _item("Equation 11", "payoffs between 0 and 1", _normalised, UTILITY_PAGE),
    _item("Equation 12", "the place of a matrix on the map", _coordinates, UTILITY_PAGE),
    _item("Figure 1", "the space of utility matrices", _corners, UTILITY_PAGE),
    _item("Equations 13 to 16", "the form of a measure that ranks as payoffs do", _form, RANKING_PAGE),
    *(
        _item(
            "Section 3.3",
            f"{NAMES[key]} in terms of C00 and C11",
            partial(_expression, key),
            RANKING_PAGE,
        )
        for key in ("ACC", "TPR", "TNR", "PPV", "F1", "FM", "BACC")
    ),
    _item(
        "Section 3.3",
        "Matthews correlation in terms of C00 and C11",
        lambda: Compared(**{**vars(_expression("MCC")), "proof": _mcc_proof()}),
        RANKING_PAGE,
        "The numerator lacks $-f_0 f_1$.",
    ),
    *(
        _item("Section 3.3", f"whether {NAMES[key]} ranks as payoffs do", partial(_ranks, key), RANKING_PAGE)
        for key in ("ACC", "TPR", "TNR", "PPV", "F1", "MCC", "FM")
    ),
    _item(
        "Section 3.3",
        "whether balanced accuracy ranks as payoffs do",
        _balanced,
        RANKING_PAGE,
        "On one test set it ranks as one matrix of payoffs does. That matrix changes with the shares of the classes.",
    ),
    _item(
        "Figure 2",
        "measures against worth where both classes are equally large",
        partial(_panels, 0.5),
        "/ranking?sample=factory&also=set&values=right",
    ),
    _item(
        "Figure 3",
        "the same where 90 % are of class 0",
        partial(_panels, 0.9),
        "/ranking?sample=factory&also=set&values=right&prevalence=0.9",
    ),
    _item("Figure 2", "caption: three or more in reverse order", _reverse, "/ranking?sample=factory&also=set"),
    _item(
        "Equations 17, 18",
        "the expected utility matrix",
        _mean_matrix,
        "/utility?sample=factory&other=0.5:45,-335,-65,165",
    ),
    _item(
        "Section 4.1",
        "without any idea of the payoffs use accuracy",
        _no_idea,
        "/utility?sample=factory&doubt=dirichlet",
    ),
    _item("Section 4.2", "assumption (i): two laws of the payoffs", _two_laws, "/ranking?sample=factory&also=laws"),
    _item("Section 4.2", "assumption (ii): quartiles of the rates", _quartiles, RANKING_PAGE),
    _item("Section 4.2", "assumption (iii): errors of the payoffs", _error_law, RANKING_PAGE),
    _item("Section 4.2", "steps 1 to 6", _order_of_figure_6, RANKING_PAGE),
    _item("Figure 4", "the gaussian law on the map", _two_laws, "/ranking?sample=factory&also=laws&law=gaussian"),
    _item("Figure 5", "the extent of errors of 0.1 and 0.2", _extent, "/ranking?sample=factory&also=laws"),
    _item("Figure 6", "shares of pairs ranked wrongly", _figure_6, RANKING_PAGE),
    _item("Figure 7", "share ranked wrongly over the error, uniform law", partial(_figure_7, "uniform"), RANKING_PAGE),
    _item(
        "Figure 7",
        "share ranked wrongly over the error, gaussian law",
        partial(_figure_7, "gaussian"),
        "/ranking?sample=factory&law=gaussian",
    ),
    _item(
        "Section 1",
        "errors of 25 % still rank better than every measure",
        partial(_tolerance, 0.25, "better even with errors of 25 %"),
        RANKING_PAGE,
        "True under the uniform law only; under the gaussian one accuracy is better from an error of about 0.21 on.",
    ),
    _item(
        "Section 4",
        "errors of 20 % still rank better than the common measures",
        partial(_tolerance, 0.2, "better even with errors of 20 %"),
        RANKING_PAGE,
    ),
    _item(
        "Section 4.2",
        "errors up to 0.15 still rank better than every measure",
        partial(_tolerance, 0.15, "better with errors up to 0.15"),
        RANKING_PAGE,
    ),
    _item(
        "Section 4.2",
        "the error from which on accuracy is more reliable",
        _overtakes,
        RANKING_PAGE,
        "It depends on the law of the payoffs, and under neither of the two it is around 0.25.",
    ),
    _item(
        "Section 5",
        "the area under the ROC curve as a measure",
        None,
        "/ranking?sample=factory&also=auc",
        "The section has a title only. The page of the link ranks whole curves, drawn from a law of its own.",
    ),
    _item(
        "Section 6",
        "get an estimate of the utilities",
        None,
        UTILITY_PAGE,
        "Advice. The page of the link takes prices, chances and doubts about them.",
    ),
    _item(
        "Section 6",
        "choose a test set",
        None,
        "/plan?M=303&P=139",
        "Advice. The page of the link says how many cases it takes.",
    ),
    _item("Equation 20", "the answer of greatest expected utility", _choice, "/cases?sample=factory"),
    _item(
        "Equation 21",
        "the most probable class as an answer",
        _not_most_probable,
        "/cases?sample=two_class_example&u=0,-1,-5,0&person=none",
    ),
    _item(
        "Equations 22, 24, 30",
        "probabilities of a class for a feature, from a sample",
        None,
        "/cases?sample=two_class_example",
        "The document ends with a sketch and no number; the page of the link estimates them on unseen cases.",
    ),
    _item(
        "Equation 23", "expected utilities of both actions", _expected_utility, "/cases?sample=two_class_example&row=2"
    ),
    _item("Equations 25, 26", "conditional frequencies", _conditional, "/cases?sample=pathology"),
    _item("Equation 27", "the choice where the class is known", _known, "/cases?sample=factory"),
    _item(
        "Equations 28, 29",
        "expected utilities from frequencies, and the choice",
        _choice,
        "/cases?sample=factory&row=2",
    ),
    _item("Equation 31", "base rates: 9 of 98", _bayes, "/cases?TP=9&FP=89&FN=1&TN=901"),
    _item(
        "Appendix",
        "more than two classes and decisions",
        None,
        "/actions?sample=iris",
        "Named without numbers; the page of the link computes it.",
    ),
    _item("Appendix", "74 % and 26 %", None, "", "An invented pair of frequencies: it follows from no number."),
)
