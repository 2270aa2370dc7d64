"""The sentences of what changed: by how much, and what of it comes from where."""

import math

from ddcore.answers.base.words import inside, interval_text, literal, signed
from ddcore.answers.change.compute import Found
from ddcore.formats import NOISE, many, number, p_text, percent
from ddcore.interval import Interval
from ddcore.measures import Measure
from ddcore.scores.change import Side

LITTLE = 0.0005
"""A change that is not told with three decimals."""


def named(row: Measure) -> str:
    """The name of a measure at the beginning of a sentence."""
    name = inside(row)
    return name[0].upper() + name[1:]


def may_be_luck(part: Interval) -> bool:
    """Whether the interval of a part does not tell it from none.

    >>> may_be_luck(Interval(0.1, -0.1, 0.3)), may_be_luck(Interval(0.1, 0.05, 0.2))
    (True, False)
    """
    return not (part.low > NOISE or part.high < -NOISE)


def p_of(p: float) -> str:
    """A probability as text, however small.

    >>> p_of(0.0321), p_of(0.0)
    ('0.032', 'below 10⁻³⁰⁰')
    """
    return p_text(math.log10(p)) if p > 0 else "below 10⁻³⁰⁰"


def luck(part: Interval) -> str:
    """What is added where a part may be luck."""
    return ", which may be luck" if may_be_luck(part) else ""


def sentence(found: Found, row: Measure) -> str:
    """By how much the measure changed and the parts of both causes, or why nobody can tell."""
    if not found.parts:
        return _unknown(found, row)
    parts, ends = found.parts[row.key], found.ends[row.key]
    title = named(row)
    if math.isnan(parts.change):
        return f"**Nobody can tell.** {title} has no value then, now or between: {row.undefined}."
    share, classifier = ends["share"], ends["classifier"]
    if abs(parts.change) < LITTLE:
        if max(abs(share.value), abs(classifier.value)) < LITTLE:
            return f"{title} **did not change**: it is {number(parts.now)} then and now."
        return (
            f"{title} hardly changed, but not because nothing did: the share of positives made it "
            f"**{signed(share.value)}**{luck(share)}, the classifier **{signed(classifier.value)}**{luck(classifier)}."
        )
    went = "fell" if parts.change < 0 else "rose"
    changed = f"{title} {went} by **{number(abs(parts.change))}**{luck(ends['change'])}"
    if min(abs(share.value), abs(classifier.value)) >= LITTLE and share.value * classifier.value < 0:
        return (
            f"{changed}: {_rarer(found)} positives make it **{number(abs(share.value))}** {_way(share)}{luck(share)}, "
            f"the classifier **{number(abs(classifier.value))}** {_way(classifier)}{luck(classifier)}."
        )
    return f"{changed}: {_share(found, share)}, {_classifier(classifier)}."


def _rarer(found: Found) -> str:
    return "rarer" if found.rates["share"].now < found.rates["share"].then else "more frequent"


def _way(part: Interval) -> str:
    return "higher" if part.value > 0 else "lower"


def _share(found: Found, part: Interval) -> str:
    """What of the change is that positives became rarer or more frequent."""
    if abs(part.value) < LITTLE:
        return "the share of positives has no part in it"
    return f"**{number(abs(part.value))}** of it is that positives are {_rarer(found)}{luck(part)}"


def _classifier(part: Interval) -> str:
    """What of it is the classifier."""
    if abs(part.value) < LITTLE:
        return "none of it is the classifier"
    return f"**{number(abs(part.value))}** is the classifier{luck(part)}"


def _unknown(found: Found, row: Measure) -> str:
    """What is said where a side lacks a class with a truth."""
    sides = found.sides
    if found.expected is None:
        return f"**Nobody can tell.** {_lacks(sides.before, literal(sides.then))}, so there is nothing to compare with."
    why = _lacks(sides.after, literal(sides.now))
    expected = found.expected
    would, share = expected.measures[row.key], percent(expected.share.value)
    if math.isnan(would.value):
        return f"**Nobody can tell yet.** {why}."
    told = f"**{number(would.value)}** ({interval_text(would)}), not {number(then(found, row))}"
    if expected.assumption == "mix":
        return (
            f"**Nobody can tell yet.** {why}. If a score still means what it meant, {inside(row)} is {told}, and about "
            f"{share} are positive. More than the share of positives changed: the scores of positives and negatives "
            f"then give no mixture like those of now (p = {p_of(expected.mixture_p)})."
        )
    return (
        f"**Nobody can tell yet.** {why}. If positives and negatives each score as they did and only their share "
        f"changed, to about {share}, {inside(row)} is {told}."
    )


def then(found: Found, row: Measure) -> float:
    """A measure of the cases of then."""
    return float(row.on(found.sides.before.point.cells))


def _lacks(side: Side, name: str) -> str:
    if not side.counts.total > 0:
        return f"No case of {name} has a truth"
    return f"All cases of {name} with a truth are of one class"


def reason(found: Found, row: Measure) -> str:
    """What is then and what now, and what the classifier's part is made of."""
    sides = found.sides
    told = (
        f"Then is **{literal(sides.then)}**: {_side(sides.before, sides.rows_then)}. Now is "
        f"**{literal(sides.now)}**: {_side(sides.after, sides.rows_now)}."
    )
    parts = found.parts.get(row.key)
    if parts is None or "level" not in parts.names or math.isnan(parts.change):
        return told
    ends = found.ends[row.key]
    made = [
        f"**{signed(ends['separation'].value)}** is how well the scores separate{luck(ends['separation'])}",
        f"**{signed(ends['level'].value)}** that they lie elsewhere, so that the same threshold cuts elsewhere"
        f"{luck(ends['level'])}",
    ]
    if sides.before.threshold != sides.after.threshold:
        made.append(f"**{signed(ends['threshold'].value)}** the new threshold{luck(ends['threshold'])}")
    return f"{told} Of the classifier's part, {', '.join(made[:-1])}, and {made[-1]}."


def _side(side: Side, rows: int) -> str:
    if not side.counts.total > 0:
        return f"{many(rows, 'case')}, none with a truth"
    known = many(float(side.counts.total), "case") if side.counts.whole else many(rows, "case")
    return f"{known}, {percent(float(side.point.share))} positive"
