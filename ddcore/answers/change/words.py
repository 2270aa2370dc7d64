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


def with_chance(text: str, part: Interval) -> str:
    """A text about a part of the change, followed by a clause where that part may be chance."""
    return f"{text}, which may be luck" if may_be_chance(part) else text


def sentence(analysis: ChangeAnalysis, measure: Measure) -> str:
    """By how much the measure changed and the parts of both causes, or why these cases do not show it."""
    if not analysis.parts:
        return _unknown(analysis, measure)
    parts, intervals = analysis.parts[measure.key], analysis.intervals[measure.key]
    title = named(measure)
    if math.isnan(parts.change):
        return f"**Nobody can tell.** {title} has no value then, now or between: {measure.undefined}."
    share, classifier = intervals["share"], intervals["classifier"]
    if abs(parts.change) < LITTLE:
        if max(abs(share.value), abs(classifier.value)) < LITTLE:
            return f"{title} **did not change**: it is {number(parts.now)} then and now."
        by_share, by_classifier = (with_chance(f"**{signed(part.value)}**", part) for part in (share, classifier))
        return (
            f"{title} hardly changed, but not because nothing did: the share of positives made it {by_share}, the "
            f"classifier {by_classifier}."
        )
    went = "fell" if parts.change < 0 else "rose"
    changed = with_chance(f"{title} {went} by **{number(abs(parts.change))}**", intervals["change"])
    if min(abs(share.value), abs(classifier.value)) >= LITTLE and share.value * classifier.value < 0:
        by_share, by_classifier = (
            with_chance(f"**{number(abs(part.value))}** {'higher' if part.value > 0 else 'lower'}", part)
            for part in (share, classifier)
        )
        return f"{changed}: {_rarer(analysis)} positives make it {by_share}, the classifier {by_classifier}."
    return f"{changed}: {_share(analysis, share)}, {_classifier(classifier)}."


def _rarer(analysis: ChangeAnalysis) -> str:
    return "rarer" if analysis.rates["share"].now < analysis.rates["share"].then else "more frequent"


def _share(analysis: ChangeAnalysis, part: Interval) -> str:
    """The part of the change that comes from rarer or more frequent positives."""
    if abs(part.value) < LITTLE:
        return "the share of positives has no part in it"
    return with_chance(f"**{number(abs(part.value))}** of it is that positives are {_rarer(analysis)}", part)


def _classifier(part: Interval) -> str:
    """The part of the change that comes from the classifier."""
    if abs(part.value) < LITTLE:
        return "none of it is the classifier"
    return with_chance(f"**{number(abs(part.value))}** is the classifier", part)


def _unknown(analysis: ChangeAnalysis, measure: Measure) -> str:
    """The sentence where a side lacks a class with a truth: what the scores alone say."""
    sides = analysis.sides
    if analysis.expected is None:
        return f"**Nobody can tell.** {_lacks(sides.before, literal(sides.then))}, so there is nothing to compare with."
    why = _lacks(sides.after, literal(sides.now))
    expected = analysis.expected
    would, share = expected.measures[measure.key], percent(expected.share.value)
    if math.isnan(would.value):
        return f"**Nobody can tell yet.** {why}."
    expectation = f"**{number(would.value)}** ({interval_text(would)}), not {number(analysis.then(measure))}"
    if expected.assumption == "mix":
        return (
            f"**Nobody can tell yet.** {why}. If a score still means what it meant, {in_text(measure)} is "
            f"{expectation}, and about {share} are positive. More than the share of positives changed: the scores of "
            f"positives and negatives then give no mixture like those of now (p = {p_of(expected.mixture_p)})."
        )
    return (
        f"**Nobody can tell yet.** {why}. If positives and negatives each score as they did and only their share "
        f"changed, to about {share}, {in_text(measure)} is {expectation}."
    )


def _lacks(side: Side, name: str) -> str:
    if not side.counts.total > 0:
        return f"No case of {name} has a truth"
    return f"All cases of {name} with a truth are of one class"


def reason(analysis: ChangeAnalysis, measure: Measure) -> str:
    """The cases of then and of now, and the parts of the classifier's part."""
    sides = analysis.sides
    periods = (
        f"Then is **{literal(sides.then)}**: {_side(sides.before, sides.rows_then)}. Now is "
        f"**{literal(sides.now)}**: {_side(sides.after, sides.rows_now)}."
    )
    parts = analysis.parts.get(measure.key)
    if parts is None or "level" not in parts.names or math.isnan(parts.change):
        return periods
    intervals = analysis.intervals[measure.key]
    texts = {
        "separation": "is how well the scores separate",
        "level": "that they lie elsewhere, so that the same threshold cuts elsewhere",
        **({"threshold": "the new threshold"} if analysis.threshold_moved else {}),
    }
    made = [with_chance(f"**{signed(intervals[name].value)}** {text}", intervals[name]) for name, text in texts.items()]
    return f"{periods} Of the classifier's part, {', '.join(made[:-1])}, and {made[-1]}."


def _side(side: Side, rows: int) -> str:
    if not side.counts.total > 0:
        return f"{many(rows, 'case')}, none with a truth"
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
            "Share of positives and classifier work against each other: the change of the measure alone hides how much "
            "the classifier changed.",
        )
    ]


def _separation(analysis: ChangeAnalysis) -> list[Note]:
    """Whether the scores separate otherwise than then, by the area under the ROC curve."""
    area = analysis.rates.get("AUC")
    if area is None or math.isnan(area.p):
        return []
    areas = f"AUC {number(area.then)} then, {number(area.now)} now"
    if not area.surely:
        return [
            Note(
                "separates-alike",
                f"At all thresholds together the scores separate as they did, as far as these cases tell: {areas} "
                f"(probability of such a difference by luck {p_of(area.p)}).",
            )
        ]
    if area.difference.value < 0:
        return [Note("separates-less", f"The scores separate less well, which is more than luck: {areas}.")]
    return [Note("separates-better", f"The scores separate better, which is more than luck: {areas}.")]


def _cut(analysis: ChangeAnalysis) -> list[Note]:
    """That the same threshold now selects other cases, and which threshold would select as many as then."""
    intervals, sides = analysis.intervals.get("TPR"), analysis.sides
    if intervals is None or "level" not in intervals or may_be_chance(intervals["level"]):
        return []
    if sides.before.threshold is None or sides.after.table is None:
        return []
    then, there = sides.before.point, sides.after.table.at(sides.before.threshold)
    now = float(there.tp / there.positives + there.fp / there.negatives)
    more = "more" if now > then.tpr + then.fpr else "fewer"
    would = _as_then(analysis)
    mend = "" if would is None else f" From {digits4(would)} on it would be as then."
    return [
        Note(
            "cuts-elsewhere",
            f"At {at_scores(sides.before.threshold, digits4)} {more} cases are predicted positive than then: of "
            f"equally many of both classes {percent(now / 2)}, not {percent(float(then.tpr + then.fpr) / 2)}.{mend}",
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
    index = f"The stability index (PSI) is {number(drift.psi)}; {number(drift.psi_expected)} is usual without a change."
    if drift.p <= alpha():
        return Note(
            "drifted",
            f"The scores drifted, which needs no labels to be seen: the shares of cases up to "
            f"{number(drift.place)} differ by {percent(drift.distance)}, by luck with probability {p_of(drift.p)}. "
            f"{index}",
        )
    return Note(
        "no-drift",
        f"No drift is seen in the scores: the shares of cases below a score differ by {percent(drift.distance)} at "
        f"most, as luck does with probability {p_of(drift.p)}. {index}",
    )


def _foreseen(analysis: ChangeAnalysis) -> list[Note]:
    """The share of positives by the scores alone beside the true one."""
    if analysis.expected is None or not analysis.parts:
        return []
    share, rate = analysis.expected.by_scores, analysis.rates["share"]
    if math.isnan(share.value):
        return []
    by_scores = (
        f"By the scores alone {percent(share.value)} are positive now ({percent(share.low)} to {percent(share.high)})"
    )
    if share.low <= rate.now <= share.high:
        if not rate.surely:
            return []
        if share.low <= rate.then <= share.high:
            return [
                Note(
                    "share-not-told",
                    f"{by_scores}, by their truth {percent(rate.now)}: the {percent(rate.then)} of then were possible "
                    f"too, so the scores alone do not show the change.",
                )
            ]
        return [Note("foretold", f"{by_scores}, by their truth {percent(rate.now)}: the change could be seen before.")]
    return [
        Note(
            "not-foretold",
            f"{by_scores}, by their truth {percent(rate.now)}: more changed than the share of positives, so what the "
            f"scores say before labels come is off.",
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
                "The numbers rest on one assumption: among cases with the same score as many are positive as then. "
                "Only labels can show whether that holds.",
            )
        ]
    if math.isnan(expected.mixture_p):
        tested = "which two values of the predictions cannot show"
    else:
        tested = f"which the scores of now do not speak against (p = {p_of(expected.mixture_p)})"
    return [
        Note(
            "rests-on-share",
            f"The numbers rest on one assumption: positives score as positives did, negatives as negatives did, "
            f"{tested}. If instead a score means what it meant, {percent(expected.share_of_mix.value)} are positive; "
            f"the table has both.",
        )
    ]


def _unlabelled(analysis: ChangeAnalysis) -> list[Note]:
    unlabelled = analysis.sides.unlabelled
    if not unlabelled or not analysis.parts:
        return []
    have = "has" if unlabelled == 1 else "have"
    return [
        Note("unlabelled", f"{many(unlabelled, 'case')} of now {have} no truth: seen for drift, not for the change.")
    ]


def _labels(analysis: ChangeAnalysis) -> list[Note]:
    if analysis.sides.before.table is not None:
        return []
    return [Note("labels", "Labels have no threshold to move, so the classifier's part is not divided further.")]


def _weights(analysis: ChangeAnalysis) -> list[Note]:
    if analysis.sides.before.counts.whole and analysis.sides.after.counts.whole:
        return []
    cases = many(analysis.sides.rows_then + analysis.sides.rows_now, "case")
    return [Note("weights", f"Whether scores drifted is judged on the {cases} without their weights.")]


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
    return f"""**The parts.** {title} is a function $f(\\alpha, \\mathrm{{TPR}}, \\mathrm{{FPR}})$ of the share of
positives and of two rates of the classifier, whatever the number of cases (Luque et al. 2019; Burger & Meertens, Table
4). The share moves first and the rates after it, or the rates first: the part of each is the mean of what it changes in
both orders (Shapley 1953), so that the parts add up to the change.{put_in}

**The classifier's part.** A classifier at a threshold is a point of its ROC curve. How far along the curve it lies is
told by $\\mathrm{{TPR}} + \\mathrm{{FPR}}$, which each curve passes once. *Separation* is what the other curve changes
at the same sum; *where the scores lie* is what the same threshold changes of that sum, as it cuts the other scores
elsewhere; *threshold* is what another threshold changes. Between two points of a curve it is straight. The three are
moved in every order, before and after the share of positives, and averaged (Owen 1977), so that they add up to the
classifier's part. By another measure of how far along the curve a point lies they would differ; their sum would not."""


def _intervals_method(analysis: ChangeAnalysis) -> str:
    if not analysis.parts:
        return ""
    return f"""**Luck.** The intervals of the parts, {confidence()}, are those of {RESAMPLES} resamples: the cases of
    then and of now are drawn anew with replacement, seed {SEED} (percentile bootstrap, Efron 1979). In simulations
    with 100 to 1,000 cases a side they held between 90 and 100 % of the time, so one that just leaves out 0 is weak
    evidence. The whole change, the rates and the areas have the intervals of *Compare* for cases of their own: a share
    of cases, such as accuracy, that of Miettinen & Nurminen (1985) with the exact probability by Fisher (1935); areas
    the squares of what both their intervals reach (Zou & Donner 2008), which have the variance of DeLong, DeLong &
    Clarke-Pearson (1988), widened for few cases; any other measure the middle of 20,000 draws of both tables."""


def _drift_method(analysis: ChangeAnalysis) -> str:
    drift, how = analysis.drift, "exact" if analysis.drift.exact else "by its limit for many cases"
    return f"""**Drift** is looked for in all scores, with or without a truth. The largest distance of both shares of
cases below a score is that of Kolmogorov and Smirnov (Hodges 1958), its probability {how}; equal scores make it too
large. The stability index is $\\sum_b (q_b - p_b) \\log (q_b / p_b)$ over {drift.bins} bins of as many cases of
both sides together. It is never 0: without a change it is about $(B - 1)(1/n + 1/m)$ on average, here
{number(drift.psi_expected)}, and divided by $1/n + 1/m$ it has the law of chi-square with $B - 1$ degrees of
freedom (Yurdakul & Naranjo 2020). Rules such as "above 0.25" know nothing of the number of cases."""


def _expected_method(analysis: ChangeAnalysis) -> str:
    if analysis.expected is None:
        return ""
    calls = analysis.expected.by_calls.value
    by_calls = f"{percent(calls)} here" if not math.isnan(calls) else "here without a value"
    p = analysis.expected.mixture_p
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
(Cassel, Saerndal & Wretman 1976); the sums of the probabilities are the counts to expect. Both intervals,
{confidence()}, are those of {DRAWS} draws (Efron 1979), wider where then has few cases of a class (Hesterberg 2015).
They are about cases like those of now, however many. Scores alone cannot tell which of the two assumptions holds, nor
whether either does."""
