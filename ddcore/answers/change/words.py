"""The sentences of a change: by how much a measure changed and why, notes, and how that is computed."""

import math

from ddcore.answers.base.answer import Note
from ddcore.answers.base.words import digits4, in_text, interval_text, literal, signed
from ddcore.answers.change.compute import SEED, ChangeAnalysis, may_be_chance
from ddcore.formats import many, number, p_text, percent
from ddcore.interval import Interval, alpha, confidence
from ddcore.measures import Measure
from ddcore.records.threshold import at_scores
from ddcore.scores.before_labels import DRAWS
from ddcore.scores.change import Side
from ddcore.scores.change_draws import RESAMPLES

LITTLE = 0.0005
"""A change that three decimals do not show."""
MOST_NOTES = 5


def named(measure: Measure) -> str:
    """The name of a measure at the beginning of a sentence."""
    name = in_text(measure)
    return name[0].upper() + name[1:]


def p_of(p: float) -> str:
    """A probability as text, however small.

    >>> p_of(0.0321), p_of(0.0)
    ('0.032', 'below 10⁻³⁰⁰')
    """
    return p_text(math.log10(p)) if p > 0 else "below 10⁻³⁰⁰"


def amount(part: Interval) -> str:
    """A part of the change without its sign, followed by a remark where it may be chance."""
    return f"**{number(abs(part.value))}**{_doubt(part)}"


def _doubt(part: Interval) -> str:
    return " (may be chance)" if may_be_chance(part) else ""


def sentence(analysis: ChangeAnalysis, measure: Measure) -> str:
    """By how much the measure changed and the parts of both causes, or why these cases do not show it."""
    if not analysis.parts:
        return _unknown(analysis, measure)
    parts, intervals = analysis.parts[measure.key], analysis.intervals[measure.key]
    title = named(measure)
    if math.isnan(parts.change):
        return f"**These cases cannot tell.** {title} has no value then, now or between: {measure.undefined}."
    share, classifier = intervals["share"], intervals["classifier"]
    larger = max(abs(share.value), abs(classifier.value))
    if abs(parts.change) < LITTLE and larger < LITTLE:
        return f"{title} **did not change**: it is {number(parts.now)} then and now."
    if abs(parts.change) < LITTLE:
        return (
            f"{title} hardly changed because two causes cancel out: the base rate {_moves(share)} it by "
            f"{amount(share)}, the classifier {_moves(classifier)} it by {amount(classifier)}."
        )
    went = f"{title} {'fell' if parts.change < 0 else 'rose'} by {amount(intervals['change'])}"
    rarer = "rarer" if analysis.rates["share"].now < analysis.rates["share"].then else "more frequent"
    if abs(share.value) < LITTLE:
        return f"{went}, all of it because of the classifier."
    if abs(classifier.value) < LITTLE:
        return f"{went}, all of it because positives became {rarer}."
    if share.value * classifier.value < 0:
        return (
            f"{went}: {rarer} positives {_move(share)} it by {amount(share)}, the classifier {_moves(classifier)} it "
            f"by {amount(classifier)}."
        )
    return f"{went}: {amount(share)} because positives became {rarer}, {amount(classifier)} because of the classifier."


def _move(part: Interval) -> str:
    return "raise" if part.value > 0 else "lower"


def _moves(part: Interval) -> str:
    return f"{_move(part)}s"


def _unknown(analysis: ChangeAnalysis, measure: Measure) -> str:
    """The sentence where a side lacks a class with a truth: what the scores alone say."""
    sides = analysis.sides
    if analysis.expected is None:
        return f"**These cases cannot tell.** {_lacks(sides.before, literal(sides.then))}, so nothing can be compared."
    why = _lacks(sides.after, literal(sides.now))
    expected = analysis.expected
    would, share = expected.measures[measure.key], percent(expected.share.value)
    if math.isnan(would.value):
        return f"**Not known yet.** {why}."
    expectation = f"**{number(would.value)}** ({interval_text(would)}), not {number(analysis.then(measure))}"
    if expected.assumption == "mix":
        return (
            f"**Not known yet.** {why}. If each score still means the same, {in_text(measure)} is {expectation}, and "
            f"about {share} are positive. More than the base rate changed: no mix of the earlier positives and "
            f"negatives gives the scores of now (p = {p_of(expected.mixture_p)})."
        )
    return (
        f"**Not known yet.** {why}. If only the base rate changed, to about {share}, {in_text(measure)} is "
        f"{expectation}."
    )


def _lacks(side: Side, name: str) -> str:
    if not side.counts.total > 0:
        return f"No case of {name} has a known truth"
    return f"All cases of {name} with a known truth are of one class"


def reason(analysis: ChangeAnalysis, measure: Measure) -> str:
    """The cases of then and of now, and the parts of the classifier's part."""
    sides = analysis.sides
    periods = (
        f"Earlier cases (**{literal(sides.then)}**): {_side(sides.before, sides.rows_then)}. Later cases "
        f"(**{literal(sides.now)}**): {_side(sides.after, sides.rows_now)}."
    )
    parts = analysis.parts.get(measure.key)
    if parts is None or "level" not in parts.names or math.isnan(parts.change):
        return periods
    intervals = analysis.intervals[measure.key]
    by = {name: f"**{signed(part.value)}**{_doubt(part)}" for name, part in intervals.items()}
    if analysis.threshold_moved:
        return (
            f"{periods} Of the classifier's part, {by['separation']} is from separation, {by['level']} from a shift of "
            f"the scores and {by['threshold']} from the new threshold."
        )
    return (
        f"{periods} Of the classifier's part, {by['separation']} is from separation and {by['level']} from a shift of "
        f"the scores, so the same threshold now selects other cases."
    )


def _side(side: Side, rows: int) -> str:
    if not side.counts.total > 0:
        return f"{many(rows, 'case')}, none with a known truth"
    known = many(float(side.counts.total), "case") if side.counts.whole else many(rows, "case")
    return f"{known}, {percent(float(side.point.share))} positive"


def notes(analysis: ChangeAnalysis, measure: Measure) -> list[Note]:
    """What this change calls for, the most useful first."""
    every = [
        *_more_than_the_whole(analysis, measure),
        *_separation(analysis),
        *_cut(analysis),
        _drift_note(analysis),
        *_foreseen(analysis),
        *_assumption(analysis),
        *_unlabelled(analysis),
        *_labels(analysis),
        *_weights(analysis),
    ]
    return every[:MOST_NOTES]


def _more_than_the_whole(analysis: ChangeAnalysis, measure: Measure) -> list[Note]:
    """Causes that work against each other."""
    intervals = analysis.intervals.get(measure.key)
    if intervals is None or not intervals["share"].value * intervals["classifier"].value < 0:
        return []
    if may_be_chance(intervals["share"]) or may_be_chance(intervals["classifier"]):
        return []
    return [
        Note(
            "against-each-other",
            "The base rate and the classifier work against each other, so the change of the measure alone hides how "
            "much the classifier changed.",
        )
    ]


def _separation(analysis: ChangeAnalysis) -> list[Note]:
    """Whether the scores separate better or less well than then, by the area under the ROC curve."""
    area = analysis.rates.get("AUC")
    if area is None or math.isnan(area.p):
        return []
    areas = f"AUC {number(area.then)} then, {number(area.now)} now"
    if not area.surely:
        return [
            Note(
                "separates-alike",
                f"The scores separate as well as before, as far as these cases show: {areas} (p = {p_of(area.p)}).",
            )
        ]
    if area.difference.value < 0:
        return [Note("separates-less", f"The scores separate less well, more than chance explains: {areas}.")]
    return [Note("separates-better", f"The scores separate better, more than chance explains: {areas}.")]


def _cut(analysis: ChangeAnalysis) -> list[Note]:
    """That the same threshold now selects other cases, and which threshold would restore the earlier share."""
    intervals, sides = analysis.intervals.get("TPR"), analysis.sides
    if intervals is None or "level" not in intervals or may_be_chance(intervals["level"]):
        return []
    if sides.before.threshold is None or sides.after.table is None:
        return []
    then, there = sides.before.point, sides.after.table.at(sides.before.threshold)
    now = float(there.tp / there.positives + there.fp / there.negatives)
    more = "more" if now > then.tpr + then.fpr else "fewer"
    would = _as_then(analysis)
    restored = "" if would is None else f" A threshold of {digits4(would)} would restore the earlier share."
    return [
        Note(
            "cuts-elsewhere",
            f"At {at_scores(sides.before.threshold, digits4)}, {more} cases are predicted positive than then: "
            f"{percent(now / 2)} instead of {percent(float(then.tpr + then.fpr) / 2)} if both classes had the same "
            f"size.{restored}",
        )
    ]


def _as_then(analysis: ChangeAnalysis) -> float | None:
    """The threshold at which TPR + FPR now is nearest to that of then."""
    table, then = analysis.sides.after.table, analysis.sides.before.point
    if table is None:
        return None
    counts = table.at(table.score)
    reach = counts.tp / counts.positives + counts.fp / counts.negatives
    return float(table.score[abs(reach - (then.tpr + then.fpr)).argmin()])


def _drift_note(analysis: ChangeAnalysis) -> Note:
    """Whether the scores drifted."""
    drift = analysis.drift
    index = (
        f"The population stability index (PSI) is {number(drift.psi)}; without a change it is about "
        f"{number(drift.psi_expected)}."
    )
    apart = percent(drift.distance).removesuffix(" %")
    if drift.p <= alpha():
        return Note(
            "drifted",
            f"The scores drifted: the share of cases with a score up to {number(drift.place)} changed by {apart} "
            f"points (p = {p_of(drift.p)}). This shows without labels. {index}",
        )
    return Note(
        "no-drift",
        f"No drift shows in the scores: the share of cases up to any score changed by at most {apart} points "
        f"(p = {p_of(drift.p)}). {index}",
    )


def _foreseen(analysis: ChangeAnalysis) -> list[Note]:
    """The share of positives by the scores alone beside the true one."""
    if analysis.expected is None or not analysis.parts:
        return []
    share, rate = analysis.expected.by_scores, analysis.rates["share"]
    if math.isnan(share.value):
        return []
    by_scores = (
        f"By the scores alone, {percent(share.value)} are positive now ({percent(share.low)} to {percent(share.high)})"
    )
    if share.low <= rate.now <= share.high:
        if not rate.surely:
            return []
        if share.low <= rate.then <= share.high:
            return [
                Note(
                    "share-not-told",
                    f"{by_scores}; their labels say {percent(rate.now)}. The earlier {percent(rate.then)} fits the "
                    f"scores too, so the scores alone do not show the change.",
                )
            ]
        told = f"{by_scores}; their labels say {percent(rate.now)}: the scores warned before the labels came."
        return [Note("foretold", told)]
    return [
        Note(
            "not-foretold",
            f"{by_scores}; their labels say {percent(rate.now)}. More than the base rate changed, so estimates from "
            f"the scores alone are off.",
        )
    ]


def _assumption(analysis: ChangeAnalysis) -> list[Note]:
    """The assumption behind the number of the headline where labels are still to come."""
    expected = analysis.expected
    if expected is None or analysis.parts:
        return []
    if expected.assumption == "mix":
        return [
            Note(
                "rests-on-scores",
                "These numbers assume that a score means the same as then: of cases with the same score, the same "
                "share is positive. Only labels can show whether this is true.",
            )
        ]
    if math.isnan(expected.mixture_p):
        tested = "Labels alone cannot test this."
    else:
        tested = f"The scores of now do not contradict this (p = {p_of(expected.mixture_p)})."
    return [
        Note(
            "rests-on-share",
            f"These numbers assume that only the base rate changed: positives and negatives score as before. {tested} "
            f"If a score means the same as then instead, {percent(expected.share_of_mix.value)} are positive; the "
            f"table has both.",
        )
    ]


def _unlabelled(analysis: ChangeAnalysis) -> list[Note]:
    unlabelled = analysis.sides.unlabelled
    if not unlabelled or not analysis.parts:
        return []
    have = "has" if unlabelled == 1 else "have"
    return [Note("unlabelled", f"{many(unlabelled, 'case')} of now {have} no known truth and only count for drift.")]


def _labels(analysis: ChangeAnalysis) -> list[Note]:
    if analysis.sides.before.table is not None:
        return []
    return [Note("labels", "Labels have no threshold, so the classifier's part is not divided further.")]


def _weights(analysis: ChangeAnalysis) -> list[Note]:
    if analysis.sides.before.counts.whole and analysis.sides.after.counts.whole:
        return []
    cases = many(analysis.sides.rows_then + analysis.sides.rows_now, "case")
    return [Note("weights", f"The test for drift uses the {cases} without their weights.")]


def method(analysis: ChangeAnalysis, measure: Measure) -> str:
    """How the parts, the tests, the drift and the expectation before labels are computed."""
    return "\n\n".join(
        part
        for part in (
            _parts_method(analysis, measure),
            _intervals_method(analysis),
            _drift_method(analysis),
            _expected_method(analysis),
        )
        if part
    )


def _parts_method(analysis: ChangeAnalysis, measure: Measure) -> str:
    parts = analysis.parts.get(measure.key)
    if parts is None:
        return ""
    put_in = ""
    if not math.isnan(parts.change):
        before, after = analysis.sides.before.point, analysis.sides.after.point
        put_in = (
            f" Here $f({before.share:.3f}, {before.tpr:.3f}, {before.fpr:.3f})$ = {number(parts.then)} and "
            f"$f({after.share:.3f}, {after.tpr:.3f}, {after.fpr:.3f})$ = {number(parts.now)}; the parts "
            f"{' + '.join(number(parts.part(name)) for name in ('share', 'classifier'))} are their difference, "
            f"**{number(parts.change)}**."
        )
    title = measure.title
    return f"""**The parts.** {title} is a function $f(\\alpha, \\mathrm{{TPR}}, \\mathrm{{FPR}})$ of the base rate and
two rates of the classifier, whatever the number of cases (Luque et al. 2019; Burger & Meertens, Table 4). Either the
base rate changes first and the rates after it, or the rates change first. The part of each is the mean of what it
changes in both orders (Shapley 1953), so the parts add up to the change.{put_in}

**The classifier's part.** A classifier at a threshold is a point of its ROC curve. The sum
$\\mathrm{{TPR}} + \\mathrm{{FPR}}$ measures how far along the curve this point is; each curve passes each sum once.
*Separation* is the effect of the new curve at the same sum. *Shift of the scores* is the effect of the same threshold
on that sum. *Threshold* is the effect of a new threshold. Points of a curve are joined by straight lines. The three
effects are taken in every order, before and after the base rate, and averaged (Owen 1977), so they add up to the
classifier's part. Another measure of the place along the curve would give other parts with the same sum."""


def _intervals_method(analysis: ChangeAnalysis) -> str:
    if not analysis.parts:
        return ""
    return f"""**Chance.** The {confidence()} intervals of the parts come from {RESAMPLES} resamples: the cases of then
and of now are drawn with replacement, seed {SEED} (percentile bootstrap, Efron 1979). In simulations with 100 to 1,000
cases a side they contained the true value in 90 to 100 % of samples, so an interval that just leaves out 0 is weak
evidence. The whole change, the rates and the areas have the intervals of *Compare* for separate cases. For a share of
cases, such as accuracy, this is the interval of Miettinen & Nurminen (1985), with Fisher's exact p (1935). For areas it
combines both intervals (Zou & Donner 2008), which use the variance of DeLong, DeLong & Clarke-Pearson (1988), widened
for few cases. For any other measure it holds the middle of 20,000 draws of both tables."""


def _drift_method(analysis: ChangeAnalysis) -> str:
    drift, how = analysis.drift, "exact" if analysis.drift.exact else "that of very many cases"
    return f"""**Drift** uses all scores, with or without a known truth. The largest difference between the shares of
cases up to a score is the statistic of Kolmogorov and Smirnov (Hodges 1958); its p is {how}, and too large where scores
are equal. The population stability index is $\\sum_b (q_b - p_b) \\log (q_b / p_b)$ over {drift.bins} bins with the
same number of cases of both sides together. It is never 0: without a change it is about $(B - 1)(1/n + 1/m)$ on
average, here {number(drift.psi_expected)}, and divided by $1/n + 1/m$ it follows a chi-square law with $B - 1$ degrees
of freedom (Yurdakul & Naranjo 2020). Rules such as "above 0.25" ignore the number of cases."""


def _expected_method(analysis: ChangeAnalysis) -> str:
    if analysis.expected is None:
        return ""
    calls = analysis.expected.by_calls.value
    by_calls = f"{percent(calls)} here" if not math.isnan(calls) else "no value here"
    p = analysis.expected.mixture_p
    fits = "here it cannot be tested" if math.isnan(p) else f"here p = {p_of(p)}"
    return f"""**Before labels come** there are two ways to estimate a measure. *If only the base rate changed* (label
shift), each class scores as it did, and the scores of now are a mixture of the two earlier laws. The base rate and both
laws are estimated together, in up to 20 bins with 8 cases of the rarer class then (Hosmer 1973; with the earlier laws
taken as known this would be the algorithm of Saerens, Latinne & Decaestecker 2002, which few cases draw towards one
half). Together with the earlier TPR and FPR it gives the measure. From the predictions alone the base rate is
$(c - \\mathrm{{FPR}}) / (\\mathrm{{TPR}} - \\mathrm{{FPR}})$, where $c$ is the share predicted positive (Rogan & Gladen
1978; Lipton, Wang & Smola 2018): {by_calls}. A likelihood ratio test in five bins shows whether the scores of now can
be such a mixture ({fits}); if not, at 5 %, the other estimate heads the answer.

*If only the mix of cases changed* (covariate shift, Shimodaira 2000), each score means what it did. A logistic
regression on a spline of the score gives each case its probability, corrected in bins of 20 cases to the share that
was positive then (Cassel, Saerndal & Wretman 1976); the sums of the probabilities are the expected counts. Both
{confidence()} intervals come from {DRAWS} draws (Efron 1979), wider where then has few cases of a class (Hesterberg
2015). They refer to cases like those of now, however many. Scores alone cannot show which assumption is true, or
whether either is."""
