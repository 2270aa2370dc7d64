"""Whom a band refers and who decides what, in words."""

import math

from ddcore.answers.base.words import literal
from ddcore.decisions.reject import RejectBand
from ddcore.formats import cases_text, many, number, percent


def referred_between(band: RejectBand) -> str:
    """Which scores are referred."""
    if math.isinf(band.high):
        return f"at scores ≥ {number(band.low)}"
    return f"between {number(band.low)} and {number(band.high)}"


def referred_scores(band: RejectBand) -> str:
    """The same after the word scores."""
    return referred_between(band).removeprefix("at scores ")


def who_decides(band: RejectBand, positive: str, there: bool = False) -> str:
    """Who decides what; shares of cases where they are counted as they are elsewhere."""
    cells, ours = band.cells, band.cells.decided
    total, right = float(ours.total), float(ours.tp + ours.tn)
    seen = math.nan if band.closed else float(cells.positives) / float(cells.referred)
    if not ours.whole:
        all_of, them = ("cases", "these") if there else ("weight", "that")
        model = f"The model decides **{percent(1 - cells.share)}** of the {all_of}"
        model = f"{model} and gets {percent(right / total)} of {them} right." if total else f"{model}."
        if band.closed:
            return model
        return (
            f"A person sees **{percent(cells.share)}** of the {all_of}, {percent(seen)} of {them} truly "
            f"{literal(positive)}. {model}"
        )
    if not total:
        model = "The model decides no case."
    elif total == 1:
        model = f"The model decides **1 case** and gets it {'right' if right else 'wrong'}."
    else:
        gets = "all" if right == total else cases_text(right)
        model = f"The model decides **{many(total, 'case')}** and gets {gets} of them right."
    if band.closed:
        return model
    return (
        f"A person sees **{cases_text(float(cells.referred))}** of {many(float(cells.total), 'case')}, {percent(seen)} "
        f"of them truly {literal(positive)}. {model}"
    )
