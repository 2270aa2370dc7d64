"""Sentences about results, for pages and reports: plain words first, numbers in bold, Markdown."""

import math
import re
from collections.abc import Mapping, Sequence

import numpy as np

from ddcore.chance.dutch_draw import Baseline, Distribution, Intervals, predicted_positives
from ddcore.chance.verdict import STATES, WEIGHTED, MeasureVerdict, Verdict, classes_of_draw
from ddcore.counts import Counts
from ddcore.errors import InputError
from ddcore.formats import begun, between, count, number, p_text, percent, theta_text
from ddcore.interval import Interval
from ddcore.measures import Measure


def literal(text: str) -> str:
    """A name from a file as Markdown that shows it letter by letter, whatever it holds: no link, picture or formula."""
    # Addresses become links even where each sign is escaped; a word joiner, which nobody sees, keeps them apart.
    apart = re.sub(r"(?=://|@)|(?<=www)(?=\.)", "\u2060", " ".join(text.split()), flags=re.IGNORECASE)
    return re.sub(r"([!-/:-@\[-`{-~])", r"\\\1", apart)


def subject(name: str) -> str:
    """The name of a model at the beginning of a sentence, as Markdown.

    >>> subject("the model"), subject("score_a")
    ('The model', 'score\\\\_a')
    """
    return literal(begun(name))


def listing(items: Sequence[str], most: int = 4) -> str:
    """ "a", "a and b", "a, b and c"; after `most` the rest is counted."""
    if len(items) > most:
        items = [*items[: most - 1], f"{len(items) - most + 1} more"]
    return items[0] if len(items) == 1 else f"{', '.join(items[:-1])} and {items[-1]}"


PROPER = ("MCC", "FM", "J", "kappa", "G2")
"""Measures whose names keep their capital letter inside a sentence."""


def inside(row: Measure) -> str:
    """The name of a measure inside a sentence: "accuracy", "F1", "Cohen's kappa"."""
    common = "=" not in row.key and row.key not in PROPER and row.title != row.key
    return literal(row.name[0].lower() + row.name[1:]) if common else literal(row.title)


def many(number_of: float, thing: str) -> str:
    """A number of things.

    >>> many(1, "case"), many(2000, "case")
    ('1 case', '2,000 cases')
    """
    return f"{cases_text(number_of)} {thing}{'' if number_of == 1 else 's'}"


def reach(low: float, high: float) -> str:
    """From one threshold to another, with the digits that tell them apart; +inf calls nothing positive.

    >>> reach(0.41, 0.49), reach(0.8001, 0.8004), reach(0.5, float("inf"))
    ('0.410 to 0.490', '0.8001 to 0.8004', '0.500 to never')
    """
    if math.isfinite(low) and math.isfinite(high):
        return between(low, high).replace(" and ", " to ")
    return " to ".join(number(end) if math.isfinite(end) else "never" for end in (low, high))


def values(low: float, high: float) -> str:
    """From one value to another, with the digits that tell them apart.

    >>> values(0.8001, 0.8004), values(2, float("inf"))
    ('0.8001 to 0.8004', '2 to infinity')
    """
    return reach(low, high).replace("never", "infinity")


def sentence(problem: InputError) -> str:
    """What cannot be used, as a sentence."""
    text = literal(str(problem))
    return f"{text[0].upper()}{text[1:]}."


def calls(reached: Intervals, total: int) -> str:
    """Which draws reach a mean, in words: "always calling positive", "calling 152 of 303 positive"."""
    return " or ".join(_calls(first, last, total) for first, last in reached) or "no draw"


def _calls(first: int, last: int, total: int) -> str:
    if total == WEIGHTED and 1 < first == last < total - 1:  # weighted cases, or so many that single ones do not count
        return f"calling {percent(first / total)} positive"
    if first == last:
        named = {total: "always calling positive", 0: "never calling positive"}
        if total > 2:
            named |= {1: "calling a single case positive", total - 1: "calling all but one positive"}
        return named.get(first, f"calling {count(first)} of {count(total)} positive")
    spans = {
        (0, total): "calling any number positive",
        (1, total): "calling any number positive but none",
        (0, total - 1): "calling any number positive but all",
        (1, total - 1): "calling any number positive but none or all",
    }
    return spans.get((first, last), f"calling {count(first)} to {count(last)} of {count(total)} positive")


def verdict_answer(found: Verdict) -> str:
    """Does this model beat chance? One sentence that starts with yes or no."""
    beatable, beaten, unclear = found.beatable, found.having("beats"), found.having("unclear")
    name, all_of_them = subject(found.name), f"{len(beatable)} measure{'s' if len(beatable) != 1 else ''}"
    if not beatable:
        return f":primary[Nobody can tell.] None of these measures can be beaten by {literal(found.name)} on this data."
    if len(beaten) == len(beatable):
        start, how_many = "Yes.", f"{len(beaten)} of {all_of_them}"
    elif beaten:
        start, how_many = "In part.", f"{len(beaten)} of {all_of_them}"
    elif 2 * len(unclear) >= len(beatable):
        return (
            f":primary[Not clearly.] {name} is ahead of every classifier without skill on {len(unclear)} of "
            f"{all_of_them} that can be beaten, but luck may do as much."
        )
    else:
        start, how_many = "No.", f"none of {all_of_them}"
    more = f"; on {len(unclear)} more it is ahead, but luck may do as much" if unclear else ""
    return f":primary[{start}] {name} beats every classifier without skill on {how_many} that can be beaten{more}."


def verdict_reason(found: Verdict, positive: str, negative: str) -> str:
    """Why: accuracy against its baseline, and the exact chance that a draw does as well."""
    accuracy = next(line for line in found.lines if line.measure.key == "ACC")
    total, _ = classes_of_draw(found.counts)
    always: dict[Intervals, str] = {
        ((total, total),): f"by always saying {literal(positive)}",
        ((0, 0),): f"by always saying {literal(negative)}",
    }
    how = always.get(accuracy.baseline.argmax, "whatever it says")
    sentence = (
        f"Without skill nobody can expect more than {percent(accuracy.chance)} accuracy ({how}); "
        f"this model reaches **{percent(accuracy.score)}**. "
    )
    if math.isnan(found.log10_luck):
        return sentence + (
            "The cases are weighted and nothing is known of the single weights: no probability, no interval, and any "
            "lead may be luck."
        )
    p = p_text(found.log10_luck)
    ahead = found.having("unclear")
    often = " That is too often to tell skill from luck." if ahead and not _seldom(found) else ""
    if found.counts.weighted:
        return sentence + (
            f"The cases are weighted and say as much as {as_much_as(found.counts)}; a draw with as many positive calls "
            f"does as well with probability **about {p}**.{often}"
        )
    how = "exact" if found.log10_p == found.log10_p else "or less"
    return sentence + f"A draw with as many positive calls does as well with probability **{p}** ({how}).{often}"


SELDOM = 0.05
"""A draw that does as well with a larger probability leaves a lead unclear."""


def _seldom(found: Verdict) -> bool:
    return found.log10_luck <= math.log10(SELDOM)


def as_much_as(counts: Counts) -> str:
    """How many cases of each class count one each and say as much as the weighted ones."""
    sure = counts.effective
    if sure is None:
        return "an unknown number"
    positives, negatives = (round(float(number)) for number in (sure.positives, sure.negatives))
    return f"about {count(positives)} positive and {count(negatives)} negative ones of one weight"


def verdict_worth_knowing(found: Verdict, auc: Interval | None = None) -> list[str]:
    """Two to four sentences that these data call for; `auc` is the area under the ROC curve, with its interval."""
    by_key = {line.measure.key: line for line in found.lines}
    share = float(found.counts.positives / found.counts.total)
    total, _ = classes_of_draw(found.counts)
    said = []
    if auc is not None and auc.high < 0.5:
        said.append(
            f"The scores point the wrong way: a random positive case outscores a random negative one in only "
            f"{percent(auc.value)} of pairs (AUC {number(auc.value)}, {number(auc.low)} to {number(auc.high)}). "
            f"Nothing was flipped; is the right class positive?"
        )
    said += not_drawn([line.measure for line in found.lines])
    if behind := found.having("behind"):
        said.append(
            f"{listing([line.measure.title for line in behind])} {'do' if len(behind) > 1 else 'does'} no better than "
            f"a classifier that never looks at the cases."
        )
    if unclear := found.having("unclear"):
        said.append(_unclear(found, unclear[0]))
    said += [_without_score(line) for line in found.having("undefined") if _one_end(line)][:1]
    said += _empty(found)
    said += _without_value(found.lines)
    if unbeatable := found.having("unbeatable"):
        names = listing([line.measure.title for line in unbeatable])
        first = unbeatable[0]
        said.append(
            f"*{names} cannot be beaten*: {calls(first.baseline.reached(first.measure.better), total)} already gives "
            f"{first.measure.title} {number(first.chance)}. Read such measures in pairs, as J or balanced accuracy."
        )
    free = by_key.get("F1")
    if free is not None and free.chance > 0.5 and free.state != "unbeatable":
        said.append(f"F1 of {number(free.chance)} is free here: {calls(free.baseline.argmax, total)} reaches it.")
    if not 0.2 <= share <= 0.8:
        rare = "positive" if share < 0.5 else "negative"
        said.append(
            f"Only {percent(min(share, 1 - share))} of the cases are {rare}, so {percent(max(share, 1 - share))} "
            f"accuracy is free."
        )
    return said[:4] or [
        f"The classes are about equally common ({percent(share)} positive), so accuracy is a fair first look here."
    ]


def reversed_models(areas: Mapping[str, Interval]) -> list[str]:
    """Which models have scores that surely point the wrong way, besides the one looked at."""
    if not areas:
        return []
    names = listing([f"{literal(name)} (AUC {number(auc.value)})" for name, auc in areas.items()])
    return [f"The scores of {names} point the wrong way. Nothing was flipped; do high ones speak for the other class?"]


def _unclear(found: Verdict, line: MeasureVerdict) -> str:
    """Why a lead may be luck."""
    ahead = f"{line.measure.title} of {number(line.score)} is ahead of {number(line.chance)}"
    if math.isnan(line.interval.low):
        return f"{ahead}, but nobody can say how sure that is."
    if line.distance_interval[0] <= 0:
        ends = f"{number(line.interval.low)} to {number(line.interval.high)}"
        return f"{ahead}, but its interval ({ends}) reaches to the other side."
    if not _seldom(found):
        return (
            f"{ahead}, but a draw with as many positive calls does as well with probability {p_text(found.log10_luck)}."
        )
    return f"{ahead}, but more than {percent(SELDOM)} of the draws with as many positive calls do as well."


def _empty(found: Verdict) -> list[str]:
    """Which measures have no value because nothing is called positive, or everything is."""
    counts, none = found.counts, [line.measure.title for line in found.having("undefined") if not _one_end(line)]
    for how_many, called in (
        (counts.predicted_positives, "no case is called positive"),
        (counts.predicted_negatives, "every case is called positive"),
    ):
        if none and how_many == 0:
            return [f"{listing(none)} {'have' if len(none) > 1 else 'has'} no value here: {called}."]
    return []


def _one_end(line: MeasureVerdict) -> bool:
    return math.isfinite(line.interval.low) and math.isinf(line.interval.high)


def _without_score(line: MeasureVerdict) -> str:
    return (
        f"{line.measure.title} has no value on these cases, but its interval says that it is "
        f"{number(line.interval.low)} or more."
    )


def _without_value(lines: Sequence[MeasureVerdict]) -> list[str]:
    """Of a measure of one's own that has no value at some of the rates that its interval looks at."""
    return [
        f"{line.measure.title} has no value at {percent(line.interval.undefined)} of the rates that go with these "
        f"counts; its interval is that of the others."
        for line in lines
        if line.interval.undefined >= 0.005
    ][:1]


DRAW = (
    "Without skill means: some number of cases is called positive, drawn blindly (a *Dutch Draw*). Its **expectation** "
    "is the score it gets on average; the best over all such numbers is the **baseline** that a model has to beat."
)


def confusion(counts: Counts, positive: str, negative: str) -> str:
    """The four counts as a small table."""
    true, false = literal(positive), literal(negative)
    return (
        f"| called | truly {true} | truly {false} |\n|:--|--:|--:|\n"
        f"| positive | {cases_text(counts.tp.item())} | {cases_text(counts.fp.item())} |\n"
        f"| negative | {cases_text(counts.fn.item())} | {cases_text(counts.tn.item())} |\n"
    )


def cases_text(counted: float) -> str:
    """How many cases there are, or how much they weigh.

    >>> cases_text(227), cases_text(457.49), cases_text(0.35)
    ('227', '457.5', '0.350')
    """
    return count(counted) if counted % 1 == 0 else f"{counted:,.1f}" if counted >= 10 else number(counted)


def verdict_computed(found: Verdict) -> str:
    """How a verdict is computed, with the numbers put in."""
    total, positives = classes_of_draw(found.counts)
    states = "\n".join(f"- *{words}*" for words in STATES.values())
    return f"""**Score.** A measure is a function of the four counts; its formula stands in the table.

**Chance.** A draw calls $n$ of the $M$ = {count(total)} cases positive, blindly; $P$ = {count(positives)} are truly
positive. The best average over all $n$ is the baseline (van de Bijl et al. 2024, *The Dutch Draw*, Tables 3 and 4).

{_probability(found)}

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


def _probability(found: Verdict) -> str:
    """What a draw with as many positive calls does, in formulas."""
    if found.log10_p == found.log10_p:
        return _exact(found.counts)
    total = count(classes_of_draw(found.counts)[0])
    chance = f"Chance is that of {total} cases with as large a share of positives; bare counts are left out."
    if math.isnan(found.log10_luck):
        return f"**No exact p and no interval.** The cases are weighted, and a draw calls whole cases. {chance}"
    if not found.counts.weighted:
        return f"**No exact p.** So many cases are taken for 1,000,000,000, which makes $p$ larger. {chance}"
    return f"""**About p.** The cases are weighted, and a draw calls whole cases. They say as much as
{as_much_as(found.counts)}, $(\\sum w)^2 / \\sum w^2$ in each class (Kish 1965), and $p$ is that of Fisher's exact test
on a table of so many, rounded against the model. {chance}"""


def _exact(counts: Counts) -> str:
    total, positives, called = (round(n) for n in (counts.total, counts.positives, counts.predicted_positives))
    # Streamlit takes a formula for a block only where the signs stand on lines of their own.
    return f"""**Exact p.** With as many positive calls as this model made, $n$ = {count(called)}, the true positives of
a draw are hypergeometric:

$$
p = \\sum_{{k \\ge {counts.tp.item()}}} \\frac{{\\binom{{{positives}}}{{k}}
\\binom{{{total - positives}}}{{{called} - k}}}}{{\\binom{{{total}}}{{{called}}}}}
$$

It is one number for all measures, because each of them rises with the true positives once $P$ and $n$ are given
(Fisher's exact test, one-sided). A measure of your own has it only where it rises too; where it does not, its own law
is asked as well."""


def baselines_answer(
    total: int, positives: int, rows: Sequence[tuple[Measure, Baseline, float]], weighted: bool = False
) -> str:
    """What would chance score? On a measure of one's own, else on F1 if it is shown, the first measure otherwise."""
    own = (item for item in rows if "=" in item[0].key)
    row, reach, _ = next(own, next((item for item in rows if item[0].key == "F1"), rows[0]))
    cases = f"With {count(total)} case{'s' if total > 1 else ''}, {count(positives)} positive,"
    if weighted:
        cases = f"With {percent(positives / total)} positive,"
    if not reach.argmax:
        return f"{cases} {row.title} has no value: {row.undefined}."
    return (
        f"{cases} no skill is needed for {_article(row.title)} of :primary[{number(reach.best(row.better))}]: "
        f"{calls(reach.reached(row.better), total)} reaches it."
    )


def _article(name: str) -> str:
    vowel = name[0] in "AEIO" or re.match(r"(F|MCC|NPV|FDR|FOR|FPR|FNR)", name)
    return f"{'an' if vowel and not name.startswith(('Fowlkes', 'False')) else 'a'} {name}"


def baselines_worth_knowing(
    total: int, positives: int, rows: Sequence[tuple[Measure, Baseline, float]], keys: Sequence[str]
) -> list[str]:
    """What these classes make free: in accuracy always, otherwise among the measures shown."""
    share = positives / total
    by_key = {row.key: reach for row, reach, _ in rows}
    said = []
    accuracy = by_key["ACC"]
    said.append(
        f"Accuracy of {number(accuracy.highest)} is free: {calls(accuracy.argmax, total)} reaches it."
        + (
            f" That is high because only {percent(min(share, 1 - share))} are of the rarer class."
            if accuracy.highest > 0.8
            else ""
        )
    )
    rows = [item for item in rows if item[0].key in keys]
    said += not_drawn([row for row, _, _ in rows])
    unbeatable = [row for row, reach, ideal in rows if row.judges and reach.argmax and reach.best(row.better) == ideal]
    if unbeatable:
        said.append(
            f"*{listing([row.title for row in unbeatable], 5)} cannot be beaten*: a draw already reaches the best "
            f"value. Alone they say nothing about skill."
        )
    partial = [(row, reach) for row, reach, _ in rows if reach.argmax and reach.undefined(row.better) >= 0.005]
    if partial:
        row, reach = partial[0]
        said.append(
            f"{row.title} is an average over the draws that have a value: {percent(reach.undefined(row.better))} of "
            f"the best ones have none ({row.undefined})."
        )
    middle = by_key["G2"]
    if middle.argmax:
        said.append(
            f"G-mean 2 has its best draw in between: {calls(middle.argmax, total)} scores {number(middle.highest)} on "
            f"average."
        )
    empty = [row for row, reach, _ in rows if not reach.argmax]
    if empty:
        have = "have" if len(empty) > 1 else "has"
        said.append(f"{listing([row.title for row in empty], 5)} {have} no value here: {empty[0].undefined}.")
    return said


def baselines_computed(
    rows: Sequence[tuple[Measure, Baseline, float]], keys: Sequence[str], total: int, positives: int
) -> str:
    """The formula of each expectation, with the numbers of the best draw put in."""
    parts = [
        f"$M$ = {count(total)} cases, $P$ = {count(positives)} positive, $N$ = {count(total - positives)} negative, "
        f"$n$ called positive. Closed forms are those of van de Bijl et al. (2024), Table 3; the others are exact sums "
        f"over the hypergeometric law of the true positives $k$. Halves are rounded up. F scores and Fowlkes-Mallows "
        f"need a positive call, the threat score does not; so their lowest expectation is at $n$ = 1, and its at 0. "
        f"Where a draw may have no value, the expectation is that of the draws that have one; the table says how many "
        f"have none."
    ]
    parts += [
        f"**{row.title}**: {expected_formula(row, reach, total, positives)}"
        for row, reach, _ in rows
        if row.key in keys
    ]
    return "\n\n".join(parts)


def expected_formula(row: Measure, reach: Baseline, total: int, positives: int) -> str:
    """The expectation of the best draw: formula, numbers put in, value."""
    if not reach.argmax:
        return f"has no value: {row.undefined}."
    value, n = number(reach.best(row.better)), reach.reached(row.better)[0][0]
    if not row.expected_latex:
        return (
            f"$\\mathrm{{E}}\\left[{row.latex}\\right] = \\sum_k p(k)\\, f(k)$ at $n$ = {count(n)}, summed exactly: "
            f"**{value}**"
        )
    formula = row.expected_latex
    filled = put_in(formula, total, positives, n)
    equal = f"{formula} = {filled}" if filled != formula else formula
    return f"$\\mathrm{{E}}\\left[{row.latex}\\right] = {equal}$ at $n$ = {count(n)}: **{value}**"


def expectation_answer(rows: Sequence[tuple[Measure, Baseline, float]], total: int) -> str:
    """Where each measure is best."""
    parts = [_expected(row, reach, total) for row, reach, _ in rows]
    return "; ".join(parts) + "."


def _expected(row: Measure, reach: Baseline, total: int) -> str:
    name = row.title
    if not reach.argmax:
        return f"{name} has no value: {row.undefined}"
    first, last = reach.reached(row.better)[0]
    value = f":primary[{number(reach.best(row.better))}]"
    if last > first:
        return f"{name} is {value} on average, {calls(reach.reached(row.better), total)}"
    return f"{name} is best, {value} on average, at θ = {theta_text(first / total)}"


def expectation_worth_knowing(
    row: Measure,
    law: Distribution,
    total: int,
    theta: float,
    points: Sequence[tuple[str, str, float, float]],
    weighted: bool = False,
) -> list[str]:
    """What a draw at this theta scores, and where the models stand; how far draws scatter is not known for weights."""
    name, called = row.title, int(predicted_positives(total, theta))
    said = [f"θ = {theta_text(theta)} calls **{count(called)} of {count(total)}** cases positive."]
    if weighted:
        said = [f"Mean and bands are those of {count(total)} cases; as these are weighted, draws scatter more."]
    if not law.value.size:
        return [*said, f"No such draw has a value of {name}: {row.undefined}."]
    if not weighted:
        said.append(_scatter(law, name))
    if law.undefined > 0:
        said.append(f"{percent(law.undefined)} of them have no value ({row.undefined}); the rest counts as the whole.")
    for model, _, share, score in [point for point in points if point[1] == row.key][:3]:
        scores = f"has no value of {name}" if math.isnan(score) else f"scores {number(score)} on {name}"
        said.append(f"{subject(model)} calls {percent(share)} positive and {scores}.")
    return said


def _scatter(law: Distribution, name: str) -> str:
    """Where 95 % of the draws score, or all of them where few scores are possible."""
    low, high = law.quantile([0.025, 0.975])
    draws = "All" if low <= law.value.min() and high >= law.value.max() else "95 % of"
    where = f"**{number(low)}**" if low == high else f"between **{between(low, high)}**"
    return f"{draws} such draws score {where} on {name}."


def expectation_computed(row: Measure, total: int, positives: int, theta: float) -> str:
    """How a draw at one theta is computed."""
    n = int(predicted_positives(total, theta))
    expected = put_in(row.expected_latex, total, positives, n) if row.expected_latex else r"\sum_k p(k)\, f(k)"
    return f"""A draw at $\\theta$ calls $n = \\lfloor M \\theta + 1/2 \\rfloor$ cases positive; here
$n$ = {count(n)} of $M$ = {count(total)}, with $P$ = {count(positives)} truly positive. Its true positives $k$ are
hypergeometric:

$$
p(k) = \\binom{{P}}{{k}} \\binom{{N}}{{n-k}} \\Big/ \\binom{{M}}{{n}}
$$

**{row.title}** is ${row.latex}$, and on average ${expected}$. Where some draws have no value
({row.undefined}), mean and bands are those of the others. Source: {row.source}. Its law under a draw:
van de Bijl et al. (2024), Table 3.
"""


def put_in(latex: str, total: int, positives: int, called: int) -> str:
    r"""A formula in P, N, M and n with the numbers put in.

    >>> print(put_in(r"\frac{P \cdot n}{M}", 303, 139, 152))
    \frac{139 \cdot 152}{303}
    """
    numbers = {"P": positives, "N": total - positives, "M": total, "n": called}
    return re.sub(r"(?<![A-Za-z\\])[PNMn](?![A-Za-z])", lambda found: str(numbers[found[0]]), latex)


def own_direction(row: Measure) -> str:
    """Which way a measure of one's own points, why, and how to turn it."""
    other = "lower" if row.better == "higher" else "higher"
    if row.key.endswith((", lower", ", higher")):
        return f"{row.title}: {row.better} is better, as you say."
    good, bad = (
        row(Counts(tp=right, fp=50 - right, fn=50 - right, tn=right)) for right in map(np.array, ([50, 40], [0, 10]))
    )
    why = (
        f"because a perfect classifier's is {row.better} than that of one that is always wrong"
        if (row.is_better(good, bad)).any()
        else "as long as nobody says otherwise"
    )
    return f'{row.title}: {row.better} is better, {why}. To turn it, end the formula with ", {other}".'


def not_drawn(measures: Sequence[Measure]) -> list[str]:
    """Which measures of one's own stand in the table only, and how to see them in the chart."""
    own = [row for row in measures if "=" in row.key and math.isinf(row.best)]
    large, endless = [row.title for row in own if row.grows], [row.title for row in own if not row.grows]
    said = []
    if large:
        said.append(f"In the table only, because of growing with the number of cases: {listing(large)}. Divide by m.")
    if endless:
        said.append(f"In the table only, because a perfect or an always wrong classifier has none: {listing(endless)}.")
    return said
