"""Sentences and tables about the cases that a person should see."""

import math

import pandas as pd

from ddcore.answers.words import cases_text, inside, literal, many, values
from ddcore.decisions.band_interval import BandInterval
from ddcore.decisions.coverage import RiskCoverage
from ddcore.decisions.referral import BandThresholds, break_even_cost
from ddcore.decisions.reject import (
    DECIDED,
    OVERALL,
    BandCounts,
    RejectBand,
    overall,
)
from ddcore.decisions.utility import Utility
from ddcore.formats import number, percent
from ddcore.formats import worth as amount
from ddcore.measures import Measure, measure
from ddcore.report.costs import shown_span
from ddcore.scores.thresholds import rounding_error


def _between(band: RejectBand) -> str:
    if math.isinf(band.high):
        return f"from {number(band.low)} on"
    return f"between {number(band.low)} and {number(band.high)}"


def _rises(row: Measure, before: float, after: float, told: str) -> str:
    if math.isnan(before):
        return f"is {told}"
    if abs(after - before) <= rounding_error(row, before):
        return f"stays {number(before)}"
    return f"{'rises' if after > before else 'falls'} from {number(before)} to {told}"


def _marked(told: str, really: bool) -> str:
    """The number that counts has a colour."""
    return f":primary[{told}]" if really else told


def answer(row: Measure, band: RejectBand, alone: RejectBand, sure: BandInterval | None = None) -> str:
    """Which cases should a person see, at a share that is given? `alone` is the band that refers nobody.

    What is told of these cases flatters; with `sure` it says what to expect of others.
    """
    name = inside(row)
    if math.isnan(band.value):
        return f"{literal(row.title)} has no value among the decided cases: {row.undefined}."
    if band.closed:
        start = f"positive from {number(band.low)} on" if math.isfinite(band.low) else "nothing positive"
        said = f"Refer nobody, call {start}, and {name} is"
        if sure is None or math.isnan(sure.value):
            return f"{said} :primary[{number(band.value)}] on these cases."
        return f"{said} {number(band.value)} on these cases, :primary[{number(sure.value)}] on others."
    here = sure is None or math.isnan(sure.lead.value)
    rises = _rises(row, alone.value, band.value, _marked(number(band.value), here))
    refer = f"efer {percent(band.cells.share)}, {_between(band)}, and {name} {rises}"
    alike = abs(band.value - alone.value) <= rounding_error(row, alone.value)
    idle = alike or row.is_better(alone.value, band.value)
    said = f"{'Referring does not help: r' if idle else 'R'}{refer} on these cases"
    if sure is None or math.isnan(sure.lead.value):
        return f"{said}."
    between = values(sure.lead.low, sure.lead.high)
    if sure.lead.low > 0:
        return f"{said}; on others it is better by :primary[{number(sure.lead.value)}] ({between})."
    if sure.lead.high < 0:
        return f"{said}; on others it is **worse** by {number(-sure.lead.value)}."
    return f"{said}; on others it is **maybe no better** ({between})."


def decided(band: RejectBand, positive: str) -> str:
    """Who decides what."""
    cells, ours = band.cells, band.cells.decided
    total, right = float(ours.total), float(ours.tp + ours.tn)
    seen = "" if band.closed else f"{percent(float(cells.positives) / float(cells.referred))} of "
    if ours.weighted:
        said = f"The model decides **{percent(1 - cells.share)}** of the weight"
        said += f" and gets {percent(right / total)} of that right." if total else "."
        if band.closed:
            return said
        return f"A person sees **{percent(cells.share)}** of the weight, {seen}that truly {literal(positive)}. {said}"
    gets = f"{'all' if right == total else cases_text(right)} of them right"
    if total <= 1:
        gets = f"it {'right' if right else 'wrong'}"
    said = f"The model decides **{many(total, 'case')}** and gets {gets}." if total else "The model decides no case."
    if band.closed:
        return said
    return (
        f"A person sees **{cases_text(float(cells.referred))}** of {many(float(cells.total), 'case')}, {seen}them "
        f"truly {literal(positive)}. {said}"
    )


def reason(row: Measure, band: RejectBand, sure: BandInterval | None, positive: str) -> str:
    """Who decides what, and how sure the band is."""
    if math.isnan(band.value):
        return "Another measure, or a smaller share, may have a value here."
    said = decided(band, positive)
    if sure is None:
        return f"{said} Of the weights only the sums are known, so nobody can say how sure that is."
    if math.isnan(sure.value):
        return said
    return (
        f"{said} On cases that had no say in the band, {inside(row)} is **{number(sure.value)}** "
        f"({values(sure.value_low, sure.value_high)}): expect that on new cases."
    )


def worth_knowing(
    row: Measure,
    band: RejectBand,
    alone: RejectBand,
    share: float,
    sure: BandInterval | None,
    found: RiskCoverage,
    risk: RiskCoverage,
) -> list[str]:
    """What this band calls for; `found` is the measure over the coverage, `risk` the error rate."""
    if math.isnan(band.value):
        return [f"{literal(row.title)} has no value where {row.undefined}."]
    said = []
    name = inside(row)
    if not band.closed and not row.grows and not math.isnan(float(row(alone.cells.decided))):
        blind = float(row(alone.cells.decided))
        said.append(
            f"Referred blindly, the same share would leave {name} at {number(blind)} on average on these cases."
        )
    if sure is not None and not band.closed and not math.isnan(sure.low[0]):
        said.append(f"Resampled, the band begins {_within(*sure.low)} and ends {_within(*sure.high)} (95 %).")
    if not band.closed:
        said.append(
            f"Counting each referred case as a mistake, accuracy is {number(overall(band.cells)['OACC'])}; if a person "
            f"gets them all right, {number(_assisted(band.cells))}."
        )
    if share and band.closed:
        said.append(
            f"Of the bands that fill {percent(share)} as far as cases of one score allow, none does better than "
            f"referring nobody."
        )
    elif band.cells.share < share - 0.005:
        said.append(
            f"Only {percent(band.cells.share)} are referred: cases of one score stay together, and the next band would "
            f"hold more than {percent(share)}."
        )
    values = [(one, _at(found, 1 - one)) for one in (0.1, 0.3, 0.5) if found.coverage.size >= 10]
    known = [f"{number(value)} at {percent(one)}" for one, value in values if not math.isnan(value)]
    if known and not row.grows and any(value != found.blind for _, value in values):
        said.append(f"What more referring does on these cases: {name} of {', '.join(known)}.")
    if not math.isnan(risk.area):
        said.append(
            f"Over all shares the error rate of the decided is {number(risk.area)} on average on these cases, the "
            f"*area under the risk-coverage curve*; without any referral it is {number(risk.blind)}."
        )
    return said


def _within(low: float, high: float) -> str:
    return f"at {_end(low)}" if low == high else f"between {_end(low)} and {_end(high)}"


def _end(threshold: float) -> str:
    return number(threshold) if math.isfinite(threshold) else "the top"


def _assisted(cells: BandCounts) -> float:
    ours = cells.decided
    return float((ours.tp + ours.tn + cells.referred) / cells.total)


def _at(found: RiskCoverage, coverage: float) -> float:
    """The value where at least that share is decided."""
    return float(found.value[math.ceil(coverage * found.coverage.size - 1e-9) - 1])


def by_cost_answer(
    band: RejectBand, alone: RejectBand, sign: int, span: float, unit: str, sure: BandInterval | None = None
) -> str:
    """Which cases should a person see, by what outcomes are worth? `sure` is as for `answer`."""
    verb = "costs" if sign < 0 else "yields"
    money = f" {literal(unit)}" if unit else ""
    told = [f"{amount(sign * one.value, span)}{money}" for one in (band, alone)]
    if band.closed:
        return f":primary[Refer nobody:] on these cases a person saves no more than they cost; a case {verb} {told[1]}."
    here = sure is None or math.isnan(sure.lead.value)
    said = (
        f"Refer {percent(band.cells.share)}, {_between(band)}: a case then {verb} {_marked(told[0], here)} instead of "
        f"{told[1]} on these cases"
    )
    if sure is None or math.isnan(sure.lead.value):
        return f"{said}."
    lead, less = sure.lead, "less" if sign < 0 else "more"
    between = f"{amount(lead.low, span)} to {amount(lead.high, span)}"
    if lead.low > 0:
        return f"{said}; on others :primary[{amount(lead.value, span)}{money}] {less} ({between})."
    if lead.high < 0:
        return f"{said}; on others {amount(-lead.value, span)}{money} {'more' if sign < 0 else 'less'}."
    return f"{said}; on others **maybe no {less}** ({between})."


def by_cost_reason(
    band: RejectBand, sure: BandInterval | None, positive: str, sign: int, span: float, unit: str
) -> str:
    """Who decides what, and what to expect elsewhere."""
    said = decided(band, positive)
    if sure is None:
        return f"{said} Of the weights only the sums are known, so nobody can say how sure that is."
    if math.isnan(sure.value):
        return said
    verb, money = "costs" if sign < 0 else "yields", f" {literal(unit)}" if unit else ""
    low, high = sorted((sign * sure.value_low, sign * sure.value_high))
    return (
        f"{said} On cases that had no say in the band, a case {verb} **{amount(sign * sure.value, span)}{money}** "
        f"({amount(low, span)} to {amount(high, span)}): expect that on new cases."
    )


def by_cost_worth_knowing(utility: Utility, ends: BandThresholds) -> list[str]:
    """Where the band is for honest probabilities, and how dear a referral may be."""
    unit = f" {literal(utility.unit)}" if utility.unit else ""
    line, most = number(float(ends.low.posterior)), break_even_cost(utility)
    dear = amount(most, shown_span(float(utility.highest - utility.lowest), most))
    said = []
    if ends.closed:
        said.append(
            f"For honest probabilities too, nobody should be referred: the band closes at a chance of {line}, the "
            f"line between negative and positive."
        )
    else:
        said.append(
            f"For honest probabilities, refer chances of being positive **from {line} to "
            f"{number(float(ends.high.posterior))}**."
        )
    said.append(
        f"A person who is always right may cost up to **{dear}{unit}** a case; dearer, and "
        f"the band closes whatever the scores."
    )
    return said


def cells(band: RejectBand, positive: str, negative: str) -> str:
    """The six cells as a small table."""
    true, false, six = literal(positive), literal(negative), band.cells
    rows = (
        ("called positive", six.decided.tp, six.decided.fp),
        ("referred", six.positives, six.negatives),
        ("called negative", six.decided.fn, six.decided.tn),
    )
    lines = [f"| cases | truly {true} | truly {false} |", "|:--|--:|--:|"]
    return "\n".join(
        [*lines, *(f"| {name} | {cases_text(float(a))} | {cases_text(float(b))} |" for name, a, b in rows)]
    )


def table(band: RejectBand, alone: RejectBand, row: Measure) -> pd.DataFrame:
    """Measures among the decided cases, and shares of all cases, with the band and without."""
    keys = list(dict.fromkeys([row.key, *DECIDED, "F1", "TS"]))
    rows = [
        {
            "Of which cases": "decided by the model",
            "Key": key,
            "Measure": measure(key).name,
            "With the band": float(measure(key)(band.cells.decided)),
            "Nobody referred": float(measure(key)(alone.cells.decided)),
        }
        for key in keys
    ]
    before, after = overall(alone.cells), overall(band.cells)
    rows += [
        {
            "Of which cases": "all, referred ones count as mistakes",
            "Key": key,
            "Measure": f"share of {told}" if key == "OACC" else told,
            "With the band": after[key],
            "Nobody referred": before[key],
        }
        for key, (_, _, told) in OVERALL.items()
    ]
    rows.append(
        {
            "Of which cases": "all",
            "Key": "referred",
            "Measure": "Share that a person sees",
            "With the band": band.cells.share,
            "Nobody referred": alone.cells.share,
        }
    )
    return pd.DataFrame(rows)


def coverage(found: RiskCoverage) -> pd.DataFrame:
    """Every point of the curve."""
    return pd.DataFrame(
        {
            "Share decided": found.coverage,
            found.measure.title: found.value,
            "Band from": found.low,
            "to below": found.high,
        }
    )


def computed(row: Measure, prevalence: float, seed: int) -> str:
    """How the band is found, with its theory and sources."""
    squared = f" = {number(((1 - prevalence) / prevalence) ** 2)}" if prevalence > 0 else ""
    return f"""**The band.** A case is called negative if its score is below the lower end, positive if it is at or
above the upper end, and referred in between. At a share that is given, every band that holds as many cases is tried
(cases of one score stay together, and no more than the share is referred), and the one with the best
{literal(row.title)} among the decided cases is taken; of several the one with the fewest mistakes, then the lowest.

**For scores read as evidence**, with the likelihood ratios $t_0$ and $t_1$ at the ends, the posteriors $p_0$ and $p_1$,
and the share of positives $\\pi$ = {number(prevalence)}: accuracy is best where $t_0 t_1 = ((1-\\pi)/\\pi)^2${squared},
so that $p_0 + p_1 = 1$; F1 where $F_1 = 2 p_1 / (1 - p_0 + p_1)$ (Gong 2022,
Propositions 13 and 14, Corollaries 11 and 12).

**By costs**, a case of posterior $p$ is best referred where that is worth more than either answer. With $R_1$ and $R_0$
the worth of a referred case that is truly positive and negative, that is from
$p_0 = (U_{{TN}} - R_0) / (U_{{TN}} - R_0 + R_1 - U_{{FN}})$ to
$p_1 = (R_0 - U_{{FP}}) / (R_0 - U_{{FP}} + U_{{TP}} - R_1)$. If $p_0 > p_1$ the band closes at $S_0 / (S_0 + S_1)$, the
line of two answers. (Proposition 15 as printed closes it at $p_1$, which costs 11.6 % more on average.) On these cases
every pair of ends was tried.

**How sure.** The ends of the best bands of 200 resamples (seed {seed}). For its value on cases that had no say the
cases are dealt to three parts, class by class, 20 times, each part is decided by the band that is best on the others,
and the parts of a deal are counted together; what it is better by than the best line that refers nobody is counted on
the same cases. The interval draws the shares of each class that are called positive, referred and called negative. It
held the true value in 88 to 100 % of simulated samples of 40 to 400 cases.

**Risk and coverage**: the best band at each of up to 100 shares; the area
is the mean over them (El-Yaniv & Wiener 2010; Geifman, Uziel & El-Yaniv 2019).
"""
