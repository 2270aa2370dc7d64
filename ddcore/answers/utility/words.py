"""Which classifier is worth most, in words: the sentence, the reason, what it calls for, and how it is computed."""

import math
from dataclasses import replace

import numpy as np

from ddcore.answers.base.answer import Note
from ddcore.answers.base.money import Money, Totals
from ddcore.answers.base.prices import Prices, limit_text
from ddcore.answers.base.separation import SEED
from ddcore.answers.base.words import as_subject, listing, literal
from ddcore.answers.utility.compute import predicted_positive
from ddcore.answers.utility.votes import Votes
from ddcore.counts import CELLS
from ddcore.data import Data
from ddcore.decisions.comparison import Region, stake_ratio
from ddcore.decisions.period import Limit
from ddcore.decisions.standings import Standing, Standings
from ddcore.decisions.uncertain import UncertainUtility
from ddcore.decisions.utility import ROUNDING, useful_prevalences
from ddcore.formats import number, percent
from ddcore.interval import confidence, confident

"""The probability of being worth most from which a classifier is surely the best."""


def who(standing: Standing) -> str:
    """A classifier within a sentence: a model by its name, a constant answer by the class that it always answers."""
    if standing.constant:
        return f"always answering “{_class_answered(standing)}”"
    return literal(standing.name)


def begun(standing: Standing) -> str:
    """A classifier at the beginning of a sentence."""
    return f"Always answering “{_class_answered(standing)}”" if standing.constant else as_subject(standing.name)


def _class_answered(standing: Standing) -> str:
    return literal(standing.name.removeprefix("always "))


def share(share: float) -> str:
    """A share in percent, with digits even where it is close to 0 or 100 %."""
    text = percent(share)
    return f"{number(100 * share)} %" if text.startswith(("below", "above")) else text


def all_compared(standings: Standings) -> bool:
    """Whether the standings have every classifier: none was left out by a limit of positive predictions."""
    return len(standings.ranked) == len(standings.comparison.names)


def worth_most(standings: Standings) -> str:
    """Which of the classifiers that keep to the limit is worth most, in a few words."""
    who_most = f"{who(standings.ranked[0])} is worth most"
    return who_most if all_compared(standings) else f"{who_most} within the limit"


def sentence(standings: Standings, money: Money, unpaid: Totals | None = None) -> str:
    """The best classifier with its worth, and the next one; `unpaid` are the totals of a best one with a fixed cost."""
    best, top = standings.best, standings.ranked[0]
    yields = money.text(top.earned.value)
    if not standings.of(constant=False):
        return f"**No model keeps to the limit.** {begun(top)} {money.verb(top.earned.value)} {yields} a case."
    if len(best) == len(standings.ranked):
        return f"**All are worth the same**, {yields} a case."
    if len(best) > 1:
        names = listing([begun(best[0]), *map(who, best[1:])])
        return f"**{names}** are worth the same, {yields} a case."
    verb = money.verb(top.earned.value)
    if top.constant:
        model = standings.of(constant=False)[0]
        no = "No model" if _surely(standings) else "Probably no model"
        return f"**{no}:** {who(top)} {verb} {yields} a case, {who(model)} {money.text(model.earned.value)}."
    name = begun(top) if _surely(standings) else f"{begun(top)}, but this is not certain"
    if unpaid is not None and unpaid.gain.value < 0:
        total, free = unpaid.wide.text(unpaid.net.value), unpaid.wide.text(unpaid.net.value - unpaid.gain.value)
        return (
            f"**No model at this fixed cost:** {who(top)} {verb} {yields} a case, but {total} a {unpaid.period.name} "
            f"with its fixed cost; {unpaid.rival} {money.verb(top.earned.value)} {free}."
        )
    second = standings.ranked[1]
    return f"**{name}:** it {verb} {yields} a case, {who(second)} {money.text(second.earned.value)}."


def _surely(standings: Standings) -> bool:
    """Whether the best classifier is surely the best; with amounts or a limit its interval decides."""
    top, *rest = standings.ranked
    if standings.by_case is None and all_compared(standings):
        return top.probability_best >= confident()
    if top.constant:
        return all(other.constant or other.earned.high <= top.earned.value for other in rest)
    return top.earned.low >= rest[0].earned.value


def reason(standings: Standings) -> str:
    """How to read the map, and which classifier has the best accuracy, where that is another one."""
    how = (
        "The map shows which classifier is worth most for any prices of right and wrong answers. **The cross marks "
        "your prices.**"
    )
    shares = standings.comparison.shares
    accuracy = shares.tp + shares.tn
    most = max(accuracy[standing.place] for standing in standings.ranked)
    right = [standing for standing in standings.ranked if accuracy[standing.place] >= most - ROUNDING]
    if any(standing in standings.best for standing in right):
        return how
    names = " or ".join(f"**{who(standing)}**" for standing in right[:3])
    return f"{how} By accuracy the best is {names} ({percent(most)} right)."


NO_PRICES = Note(
    "assumed",
    "No prices are set yet. Until then each mistake costs 1 and each right answer costs nothing.",
    kind="assumed",
)


def doubt_note(standings: Standings) -> Note:
    """Whether accuracy is the measure to use under this doubt (Dyrland, Lundervold & Porta Mana 2022, section 4.1)."""
    right, wrong = (float(stake) for stake in standings.values.utility.stakes)
    source = "(Dyrland, Lundervold & Porta Mana 2022, section 4.1)"
    if math.isclose(right, wrong) and right > 0 and standings.values.each is None:
        return Note(
            "symmetric-doubt",
            f"A mistake costs the same in both classes, and the doubt is the same for all payoffs. So accuracy ranks "
            f"the classifiers as the expected payoffs do {source}.",
        )
    return Note(
        "accuracy-under-doubt",
        f"With the same doubt about both classes and nothing else known of the payoffs, accuracy is the right measure "
        f"{source}. Here a mistake does not cost the same in both classes, or the doubt differs, so accuracy is not.",
    )


def models_left_out(data: Data, standings: Standings) -> list[Note]:
    """A note on how many models are compared, where these are not all."""
    shown = len(standings.comparison.models)
    if len(data.models) == shown:
        return []
    return [
        Note(
            "models-left-out",
            f"{shown} of {len(data.models)} models are compared: the selected one and those worth most.",
            kind="rests",
        )
    ]


def over_limit(every: Standings, kept: Standings, limit: Limit | None, prices: Prices) -> list[Note]:
    """A note on the classifiers that predict more cases positive than the limit allows."""
    over = [standing for standing in every.ranked if standing.name not in {each.name for each in kept.ranked}]
    if not over or limit is None:
        return []
    names = listing(
        [f"{who(standing)} predicts {percent(predicted_positive(every, standing))} positive" for standing in over]
    )
    text = (
        f"*Left out*: {names}. The limit is {limit_text(limit, prices.period, prices.volume)}, "
        f"{percent(limit.share)}. A higher threshold predicts fewer positives."
    )
    return [Note("over-the-limit", text, kind="changes")]


def notes(standings: Standings, money: Money, data: Data, votes: Votes | None = None) -> list[Note]:
    """Up to five notes about these prices and these classifiers."""
    notes: list[Note] = []
    positive, negative, here = data.positive, data.negative, "here" if data.original is None else "there"
    utility, model = standings.values.utility, standings.of(constant=False)[0]
    right, wrong = (float(stake) for stake in utility.stakes)
    if not utility.proper:
        notes.append(
            Note(
                "off-the-map",
                "*Your prices are off the map*: they make a wrong answer worth more than a right one. Check them. "
                "Amounts and probabilities are correct even there.",
            )
        )
    if right == wrong == 0:
        nothing = "*Nothing is at stake*: for each class both answers are worth the same, so no model can do better."
        return [*notes, Note("nothing-at-stake", nothing)]
    notes += _against_constants(standings, model, money) + _close(standings, money)
    if standings.by_case is not None or not all_compared(standings):
        return notes or [_ahead(standings, model)]
    if abs(model.lead) > ROUNDING * standings.values.span:
        notes += _useful(model, positive, standings.comparison.prevalence, here)
    region = next((region for region in standings.comparison.regions if model.place in region.winners), None)
    if region is not None and right > 0 and wrong > 0:
        notes.append(Note("worth-most-where", _where(model, region, right / wrong, positive, negative)))
    return [*notes, *_nowhere(standings), *_doubtful(standings, money), *(votes.notes if votes else [])][:5]


def _against_constants(standings: Standings, model: Standing, money: Money) -> list[Note]:
    """A note on whether the best model is worth using at all; none where it surely is."""
    free, name, start = standings.of(constant=True)[0], literal(model.name), as_subject(model.name)
    if abs(model.lead) <= ROUNDING * standings.values.span:
        text = f"*{start} gains nothing here*: {who(free)} {money.verb(free.earned.value)} the same and needs no model."
        return [Note("gains-nothing", text)]
    if model.lead < 0:
        no_model = "No model is" if len(standings.of(constant=False)) > 1 else f"{start} is not"
        text = (
            f"*{no_model} worth using here*: {who(free)} needs no model and {money.verb(free.earned.value)} "
            f"{money.in_unit(-model.lead)} a case {'less' if money.as_costs else 'more'} than {name}."
        )
        if model.earned.high > free.earned.value:
            return [
                Note(
                    "maybe-not-worth-using",
                    f"{text} This is not certain: the {confidence()} interval of {name} includes "
                    f"{money.text(free.earned.value)}.",
                    kind="changes",
                )
            ]
        return [Note("not-worth-using", text, kind="changes")]
    if model.earned.low < free.earned.value:
        return [
            Note(
                "maybe-worth-using",
                f"{start} is ahead of {who(free)} by {money.in_unit(model.lead)} a case. This is not certain: its "
                f"{confidence()} interval ({money.between(model.earned.low, model.earned.high)}) includes "
                f"{money.text(free.earned.value)}.",
            )
        ]
    return []


def _close(standings: Standings, money: Money) -> list[Note]:
    """A note where the interval of the best model holds the worth of the second best."""
    first, *rest = standings.of(constant=False)
    if not rest or not first.earned.low < rest[0].earned.value or first.lead < 0:
        return []
    lead = first.earned.value - rest[0].earned.value
    if lead <= ROUNDING * standings.values.span:
        return []
    return [
        Note(
            "close",
            f"{as_subject(first.name)} is ahead of {literal(rest[0].name)} by only {money.in_unit(lead)} a case, "
            f"which is within its {confidence()} interval. On other cases the order may be reversed.",
        )
    ]


def _ahead(standings: Standings, model: Standing) -> Note:
    """The note on a model that is worth using, where payoffs grow with an amount or a limit leaves some out."""
    free = standings.of(constant=True)
    if len(free) == 1:
        start = f"{as_subject(model.name)} is ahead of {who(free[0])}, which also keeps to the limit"
        sure = f"; its {confidence()} interval excludes that amount"
    else:
        start = f"{as_subject(model.name)} is ahead of both constant answers"
        sure = f"; its {confidence()} interval excludes their amounts"
    return Note("ahead", f"{start}{sure if math.isfinite(model.earned.low) else ''}.")


def totals(standing: Standing, standings: Standings, prices: Prices, money: Money) -> Totals:
    """The totals of a classifier over a period, beside the better constant answer, which needs no model."""
    rival, earned = standings.of(constant=True)[0], standing.earned
    lead = earned.scaled(1.0, -rival.earned.value)
    period = replace(prices.of_period, fixed=0.0) if standing.constant else prices.of_period
    return Totals(period, who(standing), earned, who(rival), lead, money)


def total_notes(data: Data, standings: Standings, model: Standing, totals: Totals) -> list[Note]:
    """The totals of a model over a period, and at which shares of positives it is useful with its fixed cost paid."""
    period, notes = totals.period, totals.notes
    if not period.fixed or period.cases is None or standings.by_case is not None:
        return notes
    low, high = useful_prevalences(
        standings.values.utility, data.models[model.name].counts, period.fixed / period.cases
    )
    here = "here" if data.original is None else "there"
    if math.isnan(low):
        text = f"With its fixed cost, {literal(model.name)} beats both constant answers at no share of positives."
        return [*notes, Note("fixed-cost-nowhere", text)]
    return [
        *notes,
        Note(
            "fixed-cost-useful",
            f"With its fixed cost, {literal(model.name)} beats both constant answers if between {share(low)} and "
            f"{share(high)} of the cases are “{literal(data.positive)}”; {here} {share(data.prevalence)} are.",
        ),
    ]


def _useful(model: Standing, positive: str, prevalence: float, here: str) -> list[Note]:
    """The shares of positives at which the best model is worth using."""
    (low, high), name = model.useful, as_subject(model.name)
    if not math.isfinite(low) or not math.isfinite(high):
        return []
    if low == 0 and high == 1:
        return [Note("always-useful", f"{name} beats both constant answers at any share of “{literal(positive)}”.")]
    first, last = share(low), share(high)
    if first == last:
        return []
    if low <= prevalence <= high:
        text = (
            f"{name} beats both constant answers if between {first} and {last} of the cases are "
            f"“{literal(positive)}”; {here} {share(prevalence)} are."
        )
        return [Note("useful-here", text, kind="changes")]
    text = (
        f"{name} beats both constant answers only if between {first} and {last} of the cases are "
        f"“{literal(positive)}”; {here} {share(prevalence)} are."
    )
    return [Note("useful-elsewhere", text, kind="changes")]


def _where(model: Standing, region: Region, yours: float, positive: str, negative: str) -> str:
    """The prices for which a model is worth most, in words."""
    low, high, yours = (float(f"{x:.9g}") for x in (stake_ratio(region.low), stake_ratio(region.high), yours))
    name, true, false = as_subject(model.name), literal(positive), literal(negative)
    if low == 0 and math.isinf(high):
        return f"{name} is worth most at any prices that make a right answer worth more than a wrong one."
    if math.isinf(high):
        times = "at least the same as" if low == 1 else f"at least {number(low)} times as much as"
    elif low == 0:
        times = "at most the same as" if high == 1 else f"up to {number(high)} times as much as"
    else:
        times = f"between {number(low)} and {number(high)} times as much as"
    return (
        f"{name} is worth most if a right answer on “{true}” is worth {times} one on “{false}”; at your prices it "
        f"is worth {'the same' if yours == 1 else f'{number(yours)} times as much'}."
    )


def _nowhere(standings: Standings) -> list[Note]:
    """A note on the models that are worth most for no prices."""
    models = [standing for standing in standings.of(constant=False) if not standing.share]
    if not models or not standings.values.utility.proper:
        return []
    names, are = listing([begun(models[0]), *map(who, models[1:])]), "is" if len(models) == 1 else "are"
    return [
        Note(
            "nowhere-best",
            f"{names} {are} worth most at no prices on the map: another classifier is always at least as good.",
        )
    ]


def _doubtful(standings: Standings, money: Money) -> list[Note]:
    """The probability that the best classifier is the best, where it is not nearly certain."""
    top = standings.ranked[0]
    if top.probability_best >= 0.999 or len(standings.best) > 1:
        return []
    most = f"the probability that {who(top)} is worth most is {percent(top.probability_best)}."
    if not standings.values.is_off:
        return [Note("doubtful", f"With this number of cases, {most}", kind="changes")]
    text = f"With this number of cases, and if {error_words(standings.values, money)}, {most}"
    return [Note("doubtful", text, kind="changes")]


def error_words(values: UncertainUtility, money: Money) -> str:
    """How far payoffs may be off, as a clause after "if"."""
    if values.each is not None:
        own = ", ".join(
            f"{name.upper()} {money.in_unit(off)}" for name, off in zip(CELLS, values.each, strict=True) if off
        )
        return f"each payoff may be off by its own standard deviation ({own})"
    return f"each payoff may be off by {money.in_unit(values.deviation)} (standard deviation)"


def method(standings: Standings, data: Data) -> str:
    """How a yield is computed, with the numbers put in."""
    utility = standings.values.utility
    x, y = (float(axis) for axis in utility.coordinates)
    payoffs = [float(payoff) for payoff in utility.payoffs.values()]
    counts = data.model.counts
    cells = [cell.item() for cell in counts.values()]
    filled = "".join(
        rf"{_digits(payoff, '+')}\cdot {_digits(cell)}" for payoff, cell in zip(payoffs, cells, strict=True)
    ).removeprefix("+")
    right, wrong = (float(stake) for stake in utility.stakes)
    if right * wrong < 0:
        even = "The same constant answer is better at every share of positives."
    elif right == wrong == 0:
        even = "Both are worth the same at every share of positives, as nothing is at stake."
    else:
        even = f"Both are worth the same where {percent(wrong / (right + wrong))} of the cases are positive."
    several = (
        " Of several possible sets of prices the mean is used, weighted by probability (equation 17)."
        if len(standings.values.probability) > 1
        else ""
    )
    return f"""**Yield.** Each case earns the payoff $U$ of its outcome; the yield is the mean (Dyrland, Lundervold &
Porta Mana 2022, equation 9). For {literal(data.name)}{_each(standings)}:

$$
\\frac{{{filled}}}{{{_digits(counts.total.item())}}}
$$

**Interval**, {confidence()}, with the class sizes kept: {_interval(standings)}

**Constant answers.** Random guessing (a *Dutch Draw*) that predicts a share $\\theta$ of the cases positive earns on
average $\\theta (f U_{{TP}} + (1-f) U_{{FP}}) + (1-\\theta)(f U_{{FN}} + (1-f) U_{{TN}})$, where $f$ is the share of
positives. That is linear in $\\theta$, so the best random guessing is always one of the two constant answers. {even}

**Map.** Adding a number to all payoffs, or multiplying them by one above 0, changes no ranking. With the least payoff
at 0 and the greatest at 1 two numbers remain (equations 11 and 12): $x = U_{{TN}} - U_{{TP}}$ = {number(x)} and
$y = U_{{FP}} - U_{{FN}}$ = {number(y)}. On one test set the winner depends only on how much a right answer on a
positive case is worth against one on a negative case, so borders run from corner to corner.

**Uncertainty.** {_doubts(standings)}{several}
"""


def _digits(x: float, sign: str = "") -> str:
    """A number of a formula with all its digits, but none that is a rounding error; the comma is no list's."""
    whole, point, rest = np.format_float_positional(float(f"{abs(x):.15g}"), trim="-").partition(".")
    before = "-" if x < 0 else sign
    return f"{before}{int(whole):,}{point}{rest}".replace(",", "{,}")


def _each(standings: Standings) -> str:
    return ", if each case had the mean amount of its class" if standings.by_case is not None else ""


def _doubts(standings: Standings) -> str:
    if standings.by_case is not None:
        return "The payoffs are taken as exact."
    rates = (
        f"{len(standings.draws.tp):,} draws (seed {SEED}): the rates of each model from Beta laws, Jeffreys's "
        f"posterior (1946), with the share of positives kept. Each model is drawn separately, as if tested on its own "
        f"cases, because counts do not show which cases two models get right together. If they are right on the same "
        f"cases, the better model is surer than reported."
    )
    if not standings.values.is_off:
        return f"{rates} The payoffs are taken as exact."
    return (
        f"{rates} {_error_method(standings.values)} Draws in which a wrong answer is worth more than a right one "
        f"are repeated, unless your own prices are like that."
    )


def _interval(standings: Standings) -> str:
    if standings.by_case is not None:
        return "the normal interval of a stratified mean (Cochran 1977). Amounts in the table are sums over the cases."
    return (
        "Wilson's limits (1927) of both rates, combined as by Zou & Donner (2008). Where one to three cases of a class "
        "are right, or wrong, the limit on that side is that of Jeffreys's posterior (1946) if it is wider. Weighted "
        "cases count as their effective number (Kish 1965). The amount of a constant answer is exact."
    )


def _error_method(values: UncertainUtility) -> str:
    """How payoffs with an error are drawn."""
    if values.law == "dirichlet":
        return (
            f"The losses of the outcomes against the best one are parts of one fixed sum, drawn from a Dirichlet "
            f"distribution around the losses given. Its root mean square deviation is "
            f"{percent(values.relative_deviation)} of the span from the least to the greatest payoff."
        )
    kind = "normal" if values.law == "normal" else "uniform"
    if values.each is not None:
        return f"Each payoff has a {kind} error with its own standard deviation."
    return (
        f"Each payoff has a {kind} error of {percent(values.relative_deviation)} of the span from the least to the "
        f"greatest."
    )
