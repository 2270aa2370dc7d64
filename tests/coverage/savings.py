"""What the scores save at given costs, measured on cases that did not choose the threshold."""

import numpy as np
from scipy.stats import norm

from ddcore.counts import Cells
from ddcore.decisions.amounts import ScoredCases, UtilityByCase
from ddcore.decisions.band_interval import cost_band_interval
from ddcore.decisions.cost_curves import cost_curves, held_out_h_measure
from ddcore.decisions.costs import costs
from ddcore.decisions.decision_rules import cross_fitted, cross_fitted_yield
from ddcore.decisions.held_out import held_out_yield, payoffs_apart, share_drawn
from ddcore.decisions.referral import Referral
from ddcore.decisions.utility import Utility
from ddcore.interval import Interval
from ddcore.scores.likelihood import fit
from ddcore.scores.resampling import Resamples
from ddcore.scores.thresholds import best, bootstrap_intervals, lead
from ddcore.table import ScoreTable
from tests.coverage.claim import at_least, at_most, within

TITLE = "Savings at given costs"
SETS = 150
NOISE = {"P 10, N 40": (10, 40), "P 50, N 150": (50, 150)}
UTILITY = costs(c10=1, c01=5)
CHECK = 0.3
FRAUD = UtilityByCase(Cells(tp=-CHECK, fp=-CHECK, fn=0, tn=0), Cells(tp=0, fp=0, fn=-1, tn=0))
"""A case that is called costs a check, a missed one its amount, which is lognormal."""
MEAN = np.exp(1 / 2)


def cost(tpr, fpr, P, N):
    """The mean cost per case of a threshold with these rates."""
    return (5 * P * (1 - tpr) + N * fpr) / (P + N)


def drawn(rng, P, N, apart):
    """Scores of a binormal, whose positives lie so far above the negatives."""
    scores = np.concatenate([rng.normal(apart, 1, P), rng.normal(0, 1, N)])
    return ScoreTable.of(scores, np.repeat([1, 0], [P, N]))


def told(table, rng):
    """The saving of the best threshold over the better constant answer, and its interval; the threshold."""
    held = Resamples.of(table, 10, rng=rng)
    (sure,) = bootstrap_intervals([UTILITY], drawn=held)
    leads = [lead(UTILITY, sure, at, drawn=held) for at in (-np.inf, np.inf)]
    saving = min(leads, key=lambda one: one.value)
    return saving, best(table, UTILITY).threshold, held


def at_one_price(sets):
    for seed, (name, (P, N)) in enumerate(NOISE.items()):
        rng, shares, claimed, h = np.random.default_rng(seed), [], [], []
        for _ in range(sets):
            saving, _, held = told(drawn(rng, P, N, 0.0), rng)
            least = min(5 * P, N) / (P + N)
            shares.append(saving.value / least)
            claimed.append(saving.low > 0)
            h.append(held_out_h_measure(held).low > 0)
        yield at_most(f"noise, {name}: mean share of the cost that the scores are said to save", 0.02, np.mean(shares))
        yield at_most(f"noise, {name}: said to save", 0.05, np.mean(claimed))
        yield at_most(f"noise, {name}: H-measure said to be above 0", 0.05, np.mean(h))
    P, N, apart = 50, 150, 1.5
    rng, inside, off, claimed, bands = np.random.default_rng(9), [], [], [], []
    for _ in range(sets):
        saving, at, held = told(drawn(rng, P, N, apart), rng)
        true = min(5 * P, N) / (P + N) - cost(norm.sf(at - apart), norm.sf(at), P, N)
        inside.append(saving.low <= true <= saving.high)
        off.append(saving.value - true)
        claimed.append(saving.low > 0)
        bands.append(cost_band_interval(UTILITY, Referral.costing(UTILITY, 0.3), drawn=held).lead.low > 0)
    yield at_least("skill (AUC 0.86), P 50, N 150: said to save", 0.9, np.mean(claimed))
    yield within("skill: the interval holds what the threshold saves on unseen cases", 0.9, 1.0, np.mean(inside))
    yield within("skill: reported minus true saving, per case", -0.03, 0.03, np.mean(off))
    yield at_least("skill: a band by costs is said to save, referrals costing 0.3", 0.8, np.mean(bands))


UNSEEN = (
    ("a miss costs 5", costs(c10=1, c01=5), 200, 0.25),
    ("a miss costs 50", costs(c10=1, c01=50), 200, 0.1),
    ("a hit earns 20", Utility(tp=20, fp=-1, fn=-5, tn=0), 100, 0.3),
    ("a hit earns 20", Utility(tp=20, fp=-1, fn=-5, tn=0), 1000, 0.3),
)
"""Payoffs, cases, and the share of them that is positive."""


def unseen_case(sets):
    """What an unseen case earns by the best threshold: with the classes as they are, and with their share drawn too."""
    apart = 1.5
    for seed, (name, utility, total, share) in enumerate(UNSEEN):
        rng, given, drawn_too = np.random.default_rng(50 + seed), [], []
        for at_random, inside in ((False, given), (True, drawn_too)):
            for _ in range(sets):
                P = int(rng.binomial(total, share)) if at_random else round(total * share)
                table = drawn(rng, P, total - P, apart)
                held = Resamples.of(table, 10, rng=rng)
                (sure,) = bootstrap_intervals([utility], drawn=held)
                told = Interval(sure.value, sure.value_low, sure.value_high)
                if at_random:
                    told = share_drawn(told, payoffs_apart(utility, sure, held), P, total - P)
                at = best(table, utility).threshold
                hit, alarm = norm.sf(at - apart), norm.sf(at)
                true = share * (utility.tp * hit + utility.fn * (1 - hit))
                true += (1 - share) * (utility.fp * alarm + utility.tn * (1 - alarm))
                inside.append(told.low <= true <= told.high)
        start = f"{name}, {total} cases, {share:.0%} positive: what an unseen case earns is held"
        yield within(f"{start}, their share given", 0.93, 1.0, np.mean(given))
        yield within(f"{start}, their share drawn too", 0.93, 1.0, np.mean(drawn_too))


def by_amount(rng, P, N, apart):
    """What the best threshold saves with amounts, beside which constant answer, what that costs, and the threshold."""
    score = np.concatenate([rng.normal(apart, 1, P), rng.normal(0, 1, N)])
    true, amount = np.repeat([True, False], [P, N]), rng.lognormal(0, 1, P + N)
    free = min((CHECK * (P + N), "all"), (amount[:P].sum(), "none"))
    leads = held_out_yield(ScoredCases(score, true, amount, np.ones(P + N)), FRAUD, rng=rng)
    cuts = [-np.inf, *score, np.inf]
    paid = [np.where(score >= cut, CHECK, np.where(true, amount, 0)).sum() for cut in cuts]
    return leads[free[1]], free[1], free[0] / (P + N), cuts[int(np.argmin(paid))]


def true_saving(at, key, P, N, apart):
    """What a threshold saves over a constant answer with amounts, on unseen cases."""
    called, alarms = P * norm.sf(at - apart), N * norm.sf(at)
    paid = CHECK * (called + alarms) + MEAN * (P - called)
    return ((CHECK * (P + N) if key == "all" else MEAN * P) - paid) / (P + N)


def amounts(sets):
    for seed, (name, (P, N)) in enumerate(NOISE.items()):
        rng = np.random.default_rng(20 + seed)
        told = [by_amount(rng, P, N, 0.0) for _ in range(sets)]
        start = f"amounts, noise, {name}"
        shares = [saving.value / least for saving, _, least, _ in told]
        yield at_most(f"{start}: mean share of the cost that the scores are said to save", 0.02, np.mean(shares))
        yield at_most(f"{start}: said to save", 0.05, np.mean([saving.low > 0 for saving, *_ in told]))
    P, N, apart = 100, 300, 1.5
    rng, inside, off, claimed = np.random.default_rng(22), [], [], []
    for _ in range(sets):
        saving, key, _, at = by_amount(rng, P, N, apart)
        true = true_saving(at, key, P, N, apart)
        inside.append(saving.low <= true <= saving.high)
        off.append(saving.value - true)
        claimed.append(saving.low > 0)
    start = "amounts, skill (AUC 0.86), P 100, N 300"
    yield at_least(f"{start}: said to save", 0.5, np.mean(claimed))
    yield within(f"{start}: the interval holds what the threshold saves on unseen cases", 0.9, 1.0, np.mean(inside))
    yield within(f"{start}: reported minus true saving, per case", -0.03, 0.03, np.mean(off))


def over_all_costs(sets):
    """What the cost curve of the best thresholds saves, averaged over all costs."""
    for seed, (apart, name) in enumerate(((0.0, "noise"), (1.5, "skill (AUC 0.86)"))):
        rng, shares, off = np.random.default_rng(30 + seed), [], []
        for _ in range(sets):
            table = drawn(rng, 10, 40, apart)
            found = cost_curves(table, "cost", points=51, drawn=Resamples.of(table, 1, rng=rng))
            free = np.minimum(found.lines["all"], found.lines["none"])
            shares.append((free - found.lines["unseen"]).sum() / free.sum())
            cuts = np.append(table.score, np.inf)
            fnr, fpr = ((table.at(cuts).fn / 10), (table.at(cuts).fp / 40))
            at = cuts[np.argmin(found.x[:, None] * fnr + (1 - found.x[:, None]) * fpr, axis=1)]
            true = found.x * norm.cdf(at - apart) + (1 - found.x) * norm.sf(at)
            off.append((true - found.lines["unseen"]).sum() / free.sum())
        start = f"cost curve, {name}, P 10, N 40"
        if not apart:
            yield at_most(f"{start}: mean share of the cost that the best thresholds save", 0.02, np.mean(shares))
        # Two thirds of the cases choose less well than all.
        yield within(f"{start}: reported share minus that on unseen cases", -0.1, 0.05, np.mean(off))


def as_evidence(sets):
    """What reading scores without skill as evidence costs, beside what it costs on many new cases."""
    rng, off = np.random.default_rng(40), []
    many = drawn(rng, 1000, 4000, 0.0)
    for _ in range(sets):
        table = drawn(rng, 10, 40, 0.0)
        told = cross_fitted_yield(cross_fitted(table, rng=rng).tables, UTILITY, Resamples.of(table, 1, rng=rng)).value
        read = many.rescored(fit(table, "best").posterior(many.score, 0.2))
        off.append((float(UTILITY(read.at(1 / 6))) - told) / 0.8)
    what = "reported cost minus the true one, in parts of the better constant answer"
    yield within(f"read as evidence, noise, P 10, N 40: {what}", -0.05, 0.1, np.mean(off))


def claims(size):
    sets = round(SETS * size)
    yield from at_one_price(sets)
    yield from unseen_case(sets)
    yield from amounts(sets)
    yield from over_all_costs(sets)
    yield from as_evidence(sets * 3 // 5)
