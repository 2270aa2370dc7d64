"""How a change is divided: the formulas, with the numbers of the measure put in, and their sources."""

import math

from ddcore.answers.change.compute import SEED, Found
from ddcore.answers.change.words import p_of
from ddcore.formats import number, percent
from ddcore.measures import Measure
from ddcore.scores.before_labels import DRAWS
from ddcore.scores.change_draws import RESAMPLES


def method(found: Found, row: Measure) -> str:
    """How the parts, the tests, the drift and what labels would show come about."""
    return "\n\n".join(
        part for part in (_parts(found, row), _intervals(found), _drift(found), _expected(found)) if part
    )


def _parts(found: Found, row: Measure) -> str:
    told = found.parts.get(row.key)
    if told is None:
        return ""
    put_in = ""
    if not math.isnan(told.change):
        before, after = found.sides.before.point, found.sides.after.point
        put_in = (
            f" Here $f({before.share:.3f}, {before.tpr:.3f}, {before.fpr:.3f})$ = {number(told.then)} and "
            f"$f({after.share:.3f}, {after.tpr:.3f}, {after.fpr:.3f})$ = {number(told.now)}; the parts "
            f"{' + '.join(number(told.part(name)) for name in ('share', 'classifier'))} are their difference, "
            f"**{number(told.change)}**."
        )
    return f"""**The parts.** {row.title} is a function $f(\\alpha, \\mathrm{{TPR}}, \\mathrm{{FPR}})$ of the share of
positives and of two rates of the classifier, whatever the number of cases (Luque et al. 2019; Burger & Meertens, Table
4). The share moves first and the rates after it, or the rates first: the part of each is the mean of what it changes in
both orders (Shapley 1953), so that the parts add up to the change.{put_in}

**The classifier's part.** A classifier at a threshold is a point of its ROC curve. How far along the curve it lies is
told by $\\mathrm{{TPR}} + \\mathrm{{FPR}}$, which each curve passes once. *Separation* is what the other curve changes
at the same sum; *where the scores lie* is what the same threshold changes of that sum, as it cuts the other scores
elsewhere; *threshold* is what another threshold changes. Between two points of a curve it is straight. The three are
moved in every order, before and after the share of positives, and averaged (Owen 1977), so that they add up to the
classifier's part. By another measure of how far along the curve a point lies they would differ; their sum would not."""


def _intervals(found: Found) -> str:
    if not found.parts:
        return ""
    return f"""**Luck.** The intervals of the parts, 95 %, are those of {RESAMPLES} resamples: the cases of then and of
now are drawn anew with replacement, seed {SEED} (percentile bootstrap, Efron 1979). In simulations with 100 to 1,000
cases a side they held between 90 and 100 % of the time, so one that just leaves out 0 is weak evidence. The
whole change, the rates and the areas have the intervals of *Compare* for cases of their own: a share of cases, such as
accuracy, that of Miettinen & Nurminen (1985) with the exact probability by Fisher (1935); areas the squares of what
both their intervals reach (Zou & Donner 2008), which have the variance of DeLong, DeLong & Clarke-Pearson (1988),
widened for few cases; any other measure the middle of 20,000 draws of both tables."""


def _drift(found: Found) -> str:
    how = "exact" if found.drift.exact else "by its limit for many cases"
    return f"""**Drift** is looked for in all scores, with or without a truth. The largest distance of both shares of
cases below a score is that of Kolmogorov and Smirnov (Hodges 1958), its probability {how}; equal scores make it too
large. The stability index is $\\sum_b (q_b - p_b) \\log (q_b / p_b)$ over {found.drift.bins} bins of as many cases of
both sides together. It is never 0: without a change it is about $(B - 1)(1/n + 1/m)$ on average, here
{number(found.drift.psi_expected)}, and divided by $1/n + 1/m$ it has the law of chi-square with $B - 1$ degrees of
freedom (Yurdakul & Naranjo 2020). Rules such as "above 0.25" know nothing of the number of cases."""


def _expected(found: Found) -> str:
    if found.expected is None:
        return ""
    calls = found.expected.by_calls.value
    by_calls = f"{percent(calls)} here" if not math.isnan(calls) else "here without a value"
    p = found.expected.mixture_p
    fits = "here it cannot be tested" if math.isnan(p) else f"here p = {p_of(p)}"
    return f"""**Before labels come** there are two ways to say what a measure would be. *If only the share of positives
moved* (label shift), each class scores as it did, and the scores of now are a mixture of both laws of then. The share
and both laws are estimated together, in up to 20 bins with 8 cases of the rarer class then (Hosmer 1973; with the laws
of then taken as known it would be the algorithm of Saerens, Latinne & Decaestecker 2002, which few cases draw towards
one half). With it and TPR and FPR of then comes the measure. By the predictions alone the share is
$(c - \\mathrm{{FPR}}) / (\\mathrm{{TPR}} - \\mathrm{{FPR}})$, $c$ the share predicted positive (Rogan & Gladen 1978;
Lipton, Wang & Smola 2018): {by_calls}. Whether the scores of now can be such a mixture is tested in five bins by the
likelihood ratio ({fits}); where they cannot, at 5 %, the other way heads the answer.

*If only other cases come* (covariate shift, Shimodaira 2000), each score means what it did. A logistic regression on a
spline of the score gives each case its probability, mended in bins of 20 cases by what share of them was positive then
(Cassel, Saerndal & Wretman 1976); the sums of the probabilities are the counts to expect. Both intervals, 95 %, are
those of {DRAWS} draws (Efron 1979), wider where then has few cases of a class (Hesterberg 2015). They are about cases
like those of now, however many. Scores alone cannot tell which of the two assumptions holds, nor whether either
does."""
