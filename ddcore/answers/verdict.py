"""Does this model beat chance?"""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Annotated

import numpy as np
import pandas as pd
from pydantic import Field

from ddcore.answers import needs
from ddcore.answers.answer import Answer, Figure, Note, Table, measured
from ddcore.answers.looked import auc_below_half, called, reversed_models
from ddcore.answers.options import Measures, Options
from ddcore.answers.words import about, as_much_as, calls, listing, literal, many, not_drawn, subject
from ddcore.chance.dutch_draw import Intervals
from ddcore.chance.verdict import STATES, MeasureVerdict, Verdict, classes_of_draw
from ddcore.chance.verdict import verdict as verdict_of
from ddcore.counts import Counts
from ddcore.data import Data, Model
from ddcore.figures.chance import verdict_alt, verdict_figure
from ddcore.formats import count, number, p_text, percent
from ddcore.interval import Interval
from ddcore.measures import MEASURES

TITLE = "Verdict"
NEEDS = needs.a_model
NEEDED = "A verdict needs each case's truth and a model's prediction, or the four counts of a model."
EXAMPLE = "TP=227&FP=50&FN=31&TN=192"

HEADLINES = ("ACC", "F1", "PPV", "NPV", "BACC", "G2", "J", "MK", "MCC", "kappa", "FM", "TS", "TPR", "TNR")
"""The measures shown until somebody chooses others."""

DRAWN = 10
"""Models in one chart."""


class Choices(Options):
    """The measures to judge by."""

    measure: Annotated[tuple[str, ...], Measures()] = Field(
        HEADLINES, title="Measures", description="Each stands with its formula in the table below."
    )


def answer(data: Data, choices: Choices = Choices()) -> Answer:
    """The verdict on each model, that on the model looked at first; every measure stands in the table."""
    verdicts = {name: verdict_on(data, name, choices.measure) for name in data.models}
    shown = {name: verdict.only(choices.measure) for name, verdict in verdicts.items()}
    chosen = shown[data.name]
    others = [_sentence(verdict) for name, verdict in shown.items() if name != data.name][:5]
    drawn = list(shown.values())[:DRAWN]
    ordered = [verdict.only([*choices.measure, *MEASURES]) for verdict in verdicts.values()]
    return Answer(
        __doc__,
        _sentence(chosen),
        "\n\n".join([_reason(verdicts[data.name], data), *others]),
        about(data),
        [*_notes(chosen, auc_below_half(data, data.name)), *reversed_models(data)],
        {"verdict": Figure("Score against chance", verdict_alt(drawn), partial(verdict_figure, drawn))},
        {
            "called": called(data),
            "verdict": Table("All measures", sum(len(row.lines) for row in ordered), partial(_table, ordered)),
        },
        _method(chosen),
        {"models": {name: _values(verdict) for name, verdict in verdicts.items()}},
    )


def verdict_on(data: Data, name: str, keys: Iterable[str]) -> Verdict:
    """The verdict on one model and every measure: the listed ones, and those of one's own among the keys."""
    own = tuple(key for key in keys if key not in MEASURES)
    model: Model = data.models[name]
    verdict = data.kept(
        ("verdict", name, model.threshold, own), lambda: verdict_of(name, model.counts, [*MEASURES, *own])
    )
    return replace(verdict, name=name)


def _sentence(verdict: Verdict) -> str:
    """Yes or no, and on how many measures."""
    beatable, beaten, ahead = (len(verdict.beatable), len(verdict.having("beats")), len(verdict.having("unclear")))
    name, measures = subject(verdict.name), many(beatable, "measure")
    if not beatable:
        return f"**Nobody can tell.** None of these measures can be beaten by {literal(verdict.name)} on this data."
    if beaten == beatable:
        return f"**Yes.** {name} beats every classifier without skill on {beaten} of {measures} that can be beaten."
    if not beaten and 2 * ahead >= beatable:
        return (
            f"**Not clearly.** {name} is ahead of every classifier without skill on {ahead} of {measures} that can be "
            f"beaten, but luck may do as much."
        )
    if beaten and ahead:
        return (
            f"**In part.** {name} beats every classifier without skill on {beaten} of {measures} that can be beaten; "
            f"on {ahead} more it is ahead, but luck may do as much."
        )
    if beaten:
        return f"**In part.** {name} beats every classifier without skill on {beaten} of {measures} that can be beaten."
    if ahead:
        return (
            f"**No.** {name} beats every classifier without skill on none of {measures} that can be beaten; on {ahead} "
            f"more it is ahead, but luck may do as much."
        )
    return f"**No.** {name} beats every classifier without skill on none of {measures} that can be beaten."


def _reason(verdict: Verdict, data: Data) -> str:
    """Accuracy against its baseline, and the exact chance that a draw does as well."""
    accuracy = next(line for line in verdict.lines if line.measure.key == "ACC")
    total, _ = classes_of_draw(verdict.counts)
    always: dict[Intervals, str] = {
        ((total, total),): f"by always saying {literal(data.positive)}",
        ((0, 0),): f"by always saying {literal(data.negative)}",
    }
    how = always.get(accuracy.baseline.argmax, "whatever it says")
    sentence = (
        f"Without skill nobody can expect more than {percent(accuracy.chance)} accuracy ({how}); "
        f"this model reaches **{percent(accuracy.score)}**. "
    )
    if math.isnan(verdict.log10_luck):
        return sentence + (
            "The cases are weighted and nothing is known of the single weights: no probability, no interval, and any "
            "lead may be luck."
        )
    p = p_text(verdict.log10_luck)
    often = ""
    if verdict.having("unclear") and not _seldom(verdict):
        often = " That is too often to tell skill from luck."
    if verdict.counts.weighted:
        return sentence + (
            f"The cases are weighted and say as much as {as_much_as(verdict.counts)}; a draw with as many positive "
            f"calls does as well with probability **about {p}**.{often}"
        )
    how = "or less" if math.isnan(verdict.log10_p) else "exact"
    return sentence + f"A draw with as many positive calls does as well with probability **{p}** ({how}).{often}"


SELDOM = 0.05
"""A draw that does as well with a larger probability leaves a lead unclear."""


def _seldom(verdict: Verdict) -> bool:
    return verdict.log10_luck <= math.log10(SELDOM)


def _notes(verdict: Verdict, auc: Interval | None) -> list[Note]:
    """Up to four; `auc` is the area under the ROC curve where it is below 1/2."""
    total, _ = classes_of_draw(verdict.counts)
    notes = [
        *_scores_reversed(auc),
        *not_drawn([line.measure for line in verdict.lines]),
        *_behind(verdict),
        *[Note("unclear", _unclear(verdict, line)) for line in verdict.having("unclear")[:1]],
        *_no_score(verdict),
        *_no_calls(verdict),
        *_undefined_nearby(verdict.lines),
        *_cannot_be_beaten(verdict, total),
        *_free_f1(verdict, total),
        *_free_accuracy(verdict),
    ]
    share = float(verdict.counts.positives / verdict.counts.total)
    return notes[:4] or [
        Note(
            "balanced",
            f"The classes are about equally common ({percent(share)} positive), so accuracy is a fair first look here.",
        )
    ]


def _scores_reversed(auc: Interval | None) -> list[Note]:
    if auc is None or auc.high >= 0.5:
        return []
    return [
        Note(
            "reversed",
            f"The scores point the wrong way: a random positive case outscores a random negative one in only "
            f"{percent(auc.value)} of pairs (AUC {number(auc.value)}, {number(auc.low)} to {number(auc.high)}). "
            f"Nothing was flipped; is the right class positive?",
        )
    ]


def _behind(verdict: Verdict) -> list[Note]:
    behind = [line.measure.title for line in verdict.having("behind")]
    if not behind:
        return []
    do = "do" if len(behind) > 1 else "does"
    return [Note("behind", f"{listing(behind)} {do} no better than a classifier that never looks at the cases.")]


def _unclear(verdict: Verdict, line: MeasureVerdict) -> str:
    """Why a lead may be luck."""
    ahead = f"{line.measure.title} of {number(line.score)} is ahead of {number(line.chance)}"
    if math.isnan(line.interval.low):
        return f"{ahead}, but nobody can say how sure that is."
    if line.distance_interval[0] <= 0:
        ends = f"{number(line.interval.low)} to {number(line.interval.high)}"
        return f"{ahead}, but its interval ({ends}) reaches to the other side."
    if not _seldom(verdict):
        p = p_text(verdict.log10_luck)
        return f"{ahead}, but a draw with as many positive calls does as well with probability {p}."
    return f"{ahead}, but more than {percent(SELDOM)} of the draws with as many positive calls do as well."


def _no_score(verdict: Verdict) -> list[Note]:
    """A measure without a score whose interval has one end."""
    return [
        Note(
            "no-score",
            f"{line.measure.title} has no value on these cases, but its interval says that it is "
            f"{number(line.interval.low)} or more.",
        )
        for line in verdict.having("undefined")
        if _one_end(line)
    ][:1]


def _no_calls(verdict: Verdict) -> list[Note]:
    """Which measures have no value because nothing is called positive, or everything is."""
    counts = verdict.counts
    none = [line.measure.title for line in verdict.having("undefined") if not _one_end(line)]
    have = "have" if len(none) > 1 else "has"
    if none and counts.predicted_positives == 0:
        return [Note("none-called", f"{listing(none)} {have} no value here: no case is called positive.")]
    if none and counts.predicted_negatives == 0:
        return [Note("all-called", f"{listing(none)} {have} no value here: every case is called positive.")]
    return []


def _one_end(line: MeasureVerdict) -> bool:
    return math.isfinite(line.interval.low) and math.isinf(line.interval.high)


def _undefined_nearby(lines: Sequence[MeasureVerdict]) -> list[Note]:
    """A measure of one's own that has no value at some of the rates that its interval looks at."""
    return [
        Note(
            "undefined-nearby",
            f"{line.measure.title} has no value at {percent(line.interval.undefined)} of the rates that go with these "
            f"counts; its interval is that of the others.",
        )
        for line in lines
        if line.interval.undefined >= 0.005
    ][:1]


def _cannot_be_beaten(verdict: Verdict, total: int) -> list[Note]:
    unbeatable = verdict.having("unbeatable")
    if not unbeatable:
        return []
    first = unbeatable[0]
    return [
        Note(
            "cannot-be-beaten",
            f"*{listing([line.measure.title for line in unbeatable])} cannot be beaten*: "
            f"{calls(first.baseline.reached(first.measure.better), total)} already gives {first.measure.title} "
            f"{number(first.chance)}. Read such measures in pairs, as J or balanced accuracy.",
        )
    ]


def _free_f1(verdict: Verdict, total: int) -> list[Note]:
    return [
        Note("free-f1", f"F1 of {number(line.chance)} is free here: {calls(line.baseline.argmax, total)} reaches it.")
        for line in verdict.lines
        if line.measure.key == "F1" and line.chance > 0.5 and line.state != "unbeatable"
    ]


def _free_accuracy(verdict: Verdict) -> list[Note]:
    share = float(verdict.counts.positives / verdict.counts.total)
    if 0.2 <= share <= 0.8:
        return []
    rare = "positive" if share < 0.5 else "negative"
    return [
        Note(
            "free-accuracy",
            f"Only {percent(min(share, 1 - share))} of the cases are {rare}, so {percent(max(share, 1 - share))} "
            f"accuracy is free.",
        )
    ]


def _table(verdicts: Sequence[Verdict]) -> pd.DataFrame:
    """Every measure of every model: score, chance, distance (positive is better), exact p, interval, verdict.

    The 95 % interval keeps the class sizes; "Other cases" is that where they are drawn too. "About p" is that of
    weighted cases, which have no exact one.
    """
    return pd.DataFrame(
        {
            "Model": verdict.name,
            "Measure": line.measure.name,
            "Key": line.measure.key,
            "Score": line.score,
            "Chance": line.chance,
            "Distance": line.distance,
            "Exact p": 10**verdict.log10_p if _has_p(line) else np.nan,
            "95 % from": line.interval.low,
            "95 % to": line.interval.high,
            "Verdict": STATES[line.state],
            "Distance from": line.distance_interval[0],
            "Distance to": line.distance_interval[1],
            "Other cases from": line.drawn.low,
            "Other cases to": line.drawn.high,
            "About p": 10**verdict.log10_luck if verdict.counts.weighted and _has_p(line) else np.nan,
            "log10 of p": verdict.log10_p if _has_p(line) else np.nan,
            "Better": line.measure.better,
            "No value when": line.measure.undefined,
            "Formula": line.measure.formula,
            "Also called": ", ".join(line.measure.aliases),
            "Source": line.measure.source,
        }
        for verdict in verdicts
        for line in verdict.lines
    )


def _has_p(line: MeasureVerdict) -> bool:
    return line.measure.judges and line.follows and not math.isnan(line.score)


def _values(verdict: Verdict) -> Mapping[str, object]:
    return {
        "log10_p": verdict.log10_p,
        "measures": {
            line.measure.key: measured(replace(line.interval, value=line.score))
            | {"baseline": line.chance, "state": line.state}
            for line in verdict.lines
        },
    }


def _method(verdict: Verdict) -> str:
    """How a verdict is computed, with the numbers put in."""
    total, positives = classes_of_draw(verdict.counts)
    states = "\n".join(f"- *{words}*" for words in STATES.values())
    return f"""**Score.** A measure is a function of the four counts; its formula stands in the table.

**Chance.** A draw calls $n$ of the $M$ = {count(total)} cases positive, blindly; $P$ = {count(positives)} are truly
positive. The best average over all $n$ is the baseline (van de Bijl et al. 2024, *The Dutch Draw*, Tables 3 and 4).

{_probability(verdict)}

**Interval**, 95 %. {INTERVAL}

**Verdict.** A score beats chance where that probability is at most {SELDOM:g} and its whole interval is on the better
side of the baseline. So what has no skill beats chance on any of these measures in at most {percent(SELDOM)} of data
sets, however many measures are looked at; of several models each by itself. One of:
{states}
"""


INTERVAL = """Wilson's (1927) for plain proportions. For the others it is what the measure goes through on all pairs
of recall and specificity that go with the counts: each rate some deviations $z$ away from the one observed, as Wilson
has it, with $z_1^2 + z_2^2 \\le 1.96^2$ (a test of chi-square turned round: Miettinen & Nurminen 1985, Newcombe 1998,
Zou & Donner 2008). On the side of a cell with one to three cases Jeffreys' limit is taken where it is further away
(Brown, Cai & DasGupta 2001). The class sizes are kept, so the distance to chance has the same width; in the columns
*Other cases* of the table the share of positives may differ as well, as it does in another sample."""


def _probability(verdict: Verdict) -> str:
    """What a draw with as many positive calls does, in formulas."""
    if not math.isnan(verdict.log10_p):
        return _exact(verdict.counts)
    total = count(classes_of_draw(verdict.counts)[0])
    chance = f"Chance is that of {total} cases with as large a share of positives; bare counts are left out."
    if math.isnan(verdict.log10_luck):
        return f"**No exact p and no interval.** The cases are weighted, and a draw calls whole cases. {chance}"
    if not verdict.counts.weighted:
        return f"**No exact p.** So many cases are taken for 1,000,000,000, which makes $p$ larger. {chance}"
    return f"""**About p.** The cases are weighted, and a draw calls whole cases. They say as much as
{as_much_as(verdict.counts)}, $(\\sum w)^2 / \\sum w^2$ in each class (Kish 1965), and $p$ is that of Fisher's exact
test on a table of so many, rounded against the model. {chance}"""


def _exact(counts: Counts) -> str:
    total, positives, called = (round(n) for n in (counts.total, counts.positives, counts.predicted_positives))
    # A formula is a block of its own only where its signs stand on lines of their own.
    return f"""**Exact p.** With as many positive calls as this model made, $n$ = {count(called)}, the true positives of
a draw are hypergeometric:

$$
p = \\sum_{{k \\ge {counts.tp.item()}}} \\frac{{\\binom{{{positives}}}{{k}}
\\binom{{{total - positives}}}{{{called} - k}}}}{{\\binom{{{total}}}{{{called}}}}}
$$

It is one number for all measures, because each of them rises with the true positives once $P$ and $n$ are given
(Fisher's exact test, one-sided). A measure of your own has it only where it rises too; where it does not, its own law
is asked as well."""
