"""The verdict on a model in a headline: on how many measures it beats chance, and which of several models it is."""

import math
from collections.abc import Sequence

from ddcore.answers.verdict_models import Ranked, reached
from ddcore.answers.words import interval_text, listing, literal, subject
from ddcore.chance.verdict import Verdict
from ddcore.formats import count, number, percent

FEW = 1 / 4
"""A model that beats chance on no larger share of the measures does so barely."""


def kind(verdict: Verdict, models: int) -> str:
    """The case of a verdict on one of so many models.

    "untold" where no measure can be beaten; "yes", "part" or "barely" where all, some or few are; "luck" where some
    are, but as many models without skill may do as much; "unclear" where the model is ahead, and "no" where it is not.
    """
    tally = verdict.tally
    if not tally.of:
        return "untold"
    if tally.beats and not verdict.clear_of(models):
        return "luck"
    if tally.beats:
        return "yes" if tally.beats == tally.of else "barely" if tally.beats <= FEW * tally.of else "part"
    return "unclear" if verdict.having("unclear") else "no"


def headline(ranked: Ranked, models: int) -> str:
    """The verdict in a few words and a sentence; of several models it says whether the best or another is told of."""
    verdict = ranked.verdict
    case = kind(verdict, models)
    word = {
        "yes": "Yes",
        "part": "In part",
        "barely": "Barely",
        "no": "No",
        "luck": "No clear improvement",
        "unclear": "No clear improvement",
        "untold": "Nobody can tell",
    }[case]
    words = (word,) if case == "untold" else (word, won(verdict))
    if models == 1:
        return f"**{': '.join(words)}.** {_told(verdict, case, models, subject(verdict.name))}"
    short = ", ".join(words)
    short = f"{short[0].lower()}{short[1:]}"
    if ranked.rank > 1:
        place = f"{literal(verdict.name)}, {ordinal(ranked.rank)} of {models}"
        return f"**You look at {place}: {short}.** {_told(verdict, case, models, 'It')}"
    first = f"One of {ranked.equals} best of {models}" if ranked.equals > 1 else f"Best of {models}"
    return f"**{first}: {short}.** {_told(verdict, case, models, subject(verdict.name))}"


def _told(verdict: Verdict, case: str, models: int, name: str) -> str:
    """What the headline stands for."""
    beaten, worse, unclear = (_titles(verdict, *states) for states in (("beats",), ("worse",), ("unclear", "behind")))
    if case == "yes":
        return f"{name} beats chance on every measure that can be beaten."
    if case == "part" and not worse:
        return f"{name} beats chance, but not clearly on {unclear}."
    if case == "part" and not unclear:
        return f"{name} beats chance, but is clearly worse than chance on {worse}."
    if case == "part":
        return f"{name} beats chance, but not clearly on {unclear}, and is clearly worse than chance on {worse}."
    if case == "luck":
        return (
            f"{name} beats chance by itself on {beaten}, but the luckiest of {models} models without skill may do as "
            f"much."
        )
    if case == "untold":
        return f"None of these measures can be beaten by {literal(verdict.name)} on these cases."
    told = {
        "barely": f"{name} beats chance on {beaten} only",
        "unclear": f"{name} is not clearly better than chance on any of these measures",
        "no": f"{name} beats chance on none of these measures",
    }[case]
    return f"{told}, and is clearly worse than chance on {worse}." if worse else f"{told}."


def won(verdict: Verdict) -> str:
    """The count of measures on which a model beats chance, and of those on which it is clearly worse if there are any.

    >>> from ddcore.chance.verdict import verdict
    >>> from ddcore.counts import Counts
    >>> won(verdict("A", Counts(tp=9, fp=60, fn=1, tn=930), ["accuracy", "MCC"]))
    '1 of 2, 1 clearly worse'
    """
    tally = verdict.tally
    return f"{tally}, {tally.worse} clearly worse" if tally.worse else str(tally)


def _titles(verdict: Verdict, *states: str) -> str:
    """The measures that have one of these states, in words; empty where none has."""
    titles = [line.measure.title for line in verdict.beatable if line.state in states]
    return listing(titles, 3) if titles else ""


def ordinal(rank: int) -> str:
    """A rank in words.

    >>> [ordinal(rank) for rank in (1, 2, 3, 4, 11, 12, 13, 21, 102, 111)]
    ['1st', '2nd', '3rd', '4th', '11th', '12th', '13th', '21st', '102nd', '111th']
    """
    ends = {1: "st", 2: "nd", 3: "rd"}
    return f"{rank}{'th' if rank % 100 in (11, 12, 13) else ends.get(rank % 10, 'th')}"


def facts(ranked: Ranked) -> str:
    """Share beyond chance, AUC with its interval and number of cases, in one line; what is not known is left out."""
    auc, counts = ranked.auc, ranked.verdict.counts
    parts = []
    beyond = ranked.beyond
    between = "" if math.isnan(beyond.low) else f" ({reached(beyond)})"
    if beyond.value < 0:
        parts.append(f"on average **below chance**: {percent(beyond.value)}{between}")
    elif beyond.value >= 0:
        parts.append(f"on average **{percent(beyond.value)}** of the way from chance to perfect{between}")
    if auc is not None:
        parts.append(f"AUC **{number(auc.value)}** ({interval_text(auc)})")
    if counts.whole:
        parts.append(f"**{count(counts.total.item())}** {'case' if counts.total == 1 else 'cases'}")
    text = " · ".join(parts)
    return f"{text[:1].upper()}{text[1:]}"


def best_of(ranked: Sequence[Ranked], looked: Ranked) -> str:
    """Which model is the best of several, where another one is looked at; empty where it is that one."""
    if looked.rank == 1:
        return ""
    best = ranked[0].verdict
    told = f"Best of {len(ranked)} is **{literal(best.name)}**: {won(best)}."
    if looked.auc is None or ranked[0].auc is not None:
        return told
    return (
        f"{told} It has no scores, which most questions need: unless you choose, you look at the best one with scores."
    )
