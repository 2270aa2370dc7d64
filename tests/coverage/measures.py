"""What evidence gains in area and in each measure on unseen cases: the intervals told of it, and what of nothing."""

import numpy as np
from scipy.stats import norm

from ddcore.counts import Cells
from ddcore.decisions.costs import costs, threshold
from ddcore.decisions.decision_rules import cross_fitted, cross_fitted_yield
from ddcore.scores.before_after import before_after
from ddcore.scores.gain import UNSEEN, gain
from ddcore.scores.likelihood import fit
from ddcore.scores.resampling import Resamples
from ddcore.scores.roc_bands import transformed_band
from ddcore.table import ScoreTable
from tests.coverage.claim import at_least, at_most

TITLE = "What evidence gains, in area and of measures at their best threshold"
SETS = 100
KEYS = ("F1", "J", "ACC", "MCC", "FM", "F0.5", "CC")
GROUPS, BETWEEN = ((0.2, 0.05), (0.5, 0.05)), ((0.38, 0.1),)
LAWS = {
    "two groups": (GROUPS, BETWEEN),
    "in the middle": (((0.5, 0.05),), ((0.5, 0.1),)),
    "noise": (((0.0, 1.0),), ((0.0, 1.0),)),
    "normal laws": (((1.5, 1.0),), ((0.0, 1.0),)),
}
SIZES = ((15, 285), (30, 270), (50, 50), (100, 200), (300, 300))
HELD = 0.93
"""How often a 95 % interval shall hold the gain of what these cases chose."""
CELLS = 4000


def drawn(rng, law, cases):
    mean, deviation = np.array(law).T
    part = rng.integers(len(law), size=cases)
    return rng.normal(mean[part], deviation[part])


def share(law, stretches):
    """The share of a class that is within some ranges of scores."""
    return np.mean([sum(norm.cdf(b, m, s) - norm.cdf(a, m, s) for a, b in stretches) for m, s in law])


def true_gain(row, laws, P, N):
    """What these cases chose gains on all others, from the normal laws."""
    values = []
    for called in row.called:
        tp, fp = (np.float64(size * share(law, called)) for law, size in zip(laws, (P, N), strict=True))
        values.append(float(row.measure.on(Cells(tp=tp, fp=fp, fn=P - tp, tn=N - fp))))
    return (values[1] - values[0]) * (1 if row.measure.better == "higher" else -1)


def true_areas(likelihood, laws):
    """The area of the scores and that of the ratio on all other cases: the laws in small cells instead of cases."""
    mean, deviation = np.array([part for law in laws for part in law]).T
    edges = np.linspace((mean - 7 * deviation).min(), (mean + 7 * deviation).max(), CELLS + 1)
    masses = [np.mean([np.diff(norm.cdf(edges, *part)) for part in law], axis=0) for law in laws]
    scores = ScoreTable((edges[1:] + edges[:-1]) / 2, *masses)
    if likelihood.method == "order":
        return scores.auc, scores.auc
    return scores.auc, scores.rescored(np.clip(likelihood.log_ratio(scores.score), -700, 700)).auc


def holds(interval, true):
    """Whether an interval holds a number, and whether it lies above it."""
    return interval.low - 1e-9 <= true <= interval.high + 1e-9, interval.low > true + 1e-9


def studied(rng, laws, P, N):
    """Of the area after, of what it gains and of the gain in each measure: held, above the truth, told to be above 0.

    Then whether a reading was chosen, and whether a curve is reported to be higher, or lower.
    """
    score = np.concatenate([drawn(rng, law, cases) for law, cases in zip(laws, (P, N), strict=True)])
    table = ScoreTable.of(score, np.repeat([1, 0], [P, N]))
    found = gain(table, rng=np.random.default_rng(1))
    before, after = true_areas(found.likelihood, laws)
    area, gained = found.aucs[UNSEEN], found.gains[UNSEEN]
    told = [(*holds(area, after), False), (*holds(gained, after - before), gained.low > 0)]
    for row in before_after(table, found.likelihood, found.readings, KEYS, fixed=found.fixed):
        told.append((*holds(row.gain, true_gain(row, laws, P, N)), row.gain.low > 0))
    curves = transformed_band(found.readings, rng=np.random.default_rng(1))
    return np.array(told, float), found.likelihood.method != "order", bool(curves.higher), bool(curves.lower)


def earned(sets, laws=LAWS["in the middle"], P=30, N=270):
    """How often the interval of what is earned by evidence on unseen cases holds what these cases chose earns."""
    mean, deviation = np.array([part for law in laws for part in law]).T
    edges = np.linspace((mean - 7 * deviation).min(), (mean + 7 * deviation).max(), CELLS + 1)
    masses = [np.mean([np.diff(norm.cdf(edges, *part)) for part in law], axis=0) for law in laws]
    prices, rng, held = costs(c10=1, c01=N / P), np.random.default_rng(1), []
    for _ in range(sets):
        score = np.concatenate([drawn(rng, law, cases) for law, cases in zip(laws, (P, N), strict=True)])
        table = ScoreTable.of(score, np.repeat([1, 0], [P, N]))
        read = fit(table, "best")
        called = read.posterior((edges[1:] + edges[:-1]) / 2, P / (P + N)) >= threshold(prices, P / (P + N)).posterior
        missed, alarmed = float((masses[0] * ~called).sum()), float((masses[1] * called).sum())
        repeats, fixed = (
            cross_fitted(table, *given, rng=np.random.default_rng(1), **options).tables
            for given, options in (((), {}), ((read.method,), {"bounds": read.bounds}))
        )
        resamples = Resamples.of(table, rng=np.random.default_rng(1))
        interval = cross_fitted_yield(repeats, prices, resamples, fixed)
        held.append(holds(interval, -N * (missed + alarmed) / (P + N))[0])
    return float(np.mean(held))


LEAST_CHOSEN = 20
"""With fewer samples in which a reading was chosen nothing is claimed of them."""


def claims(size):
    sets = max(round(SETS * size), 1)
    yield at_least("in the middle, P 30, N 270: what evidence earns held by its interval", HELD, earned(sets))
    for name, laws in LAWS.items() if size == 1 else [(name, LAWS[name]) for name in ("in the middle", "noise")]:
        for P, N in SIZES if size == 1 else SIZES[1:2]:
            rng = np.random.default_rng(P + N)
            every = [studied(rng, laws, P, N) for _ in range(sets)]
            told, chosen, higher, lower = (np.array(column) for column in zip(*every, strict=True))
            held, too_high, said = told.mean(axis=0).T
            which, most = f"{name}, P {P}, N {N}", f"of {len(KEYS)} measures"
            yield at_least(f"{which}: area after held by its interval", HELD, held[0])
            yield at_least(f"{which}: gain in area held by its interval", HELD, held[1])
            if chosen.sum() >= LEAST_CHOSEN:
                some = f"{which}, a reading was chosen"
                yield at_least(f"{some}: gain in area held by its interval", HELD, told[chosen, 1, 0].mean())
            yield at_least(f"{which}: gain held by its interval, least {most}", HELD, held[2:].min())
            yield at_most(f"{which}: interval above the gain, most {most} and area", 1 - HELD, too_high[1:].max())
            if name in ("noise", "normal laws"):
                yield at_most(f"{which}: reported to gain, most {most} and area", 0.03, said.max())
                yield at_most(f"{which}: a curve reported as higher", 0.03, higher.mean())
            yield at_most(f"{which}: a curve reported as lower", 0.03, lower.mean())
