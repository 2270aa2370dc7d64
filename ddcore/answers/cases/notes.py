"""What is worth knowing of cases and their best answers: beside other ways to decide, and what they call for."""

import math

from ddcore.answers.base.answer import Note
from ddcore.answers.base.known_laws import story
from ddcore.answers.base.money import Money
from ddcore.answers.cases.compute import ALL, NONE, REFER, SET, CaseResults
from ddcore.formats import many
from ddcore.interval import Interval

OTHERS = {
    SET: "the model's own predictions",
    ALL: "always predicting positive",
    NONE: "never predicting positive",
    REFER: "letting a person see every case",
}


def lead_notes(results: CaseResults, money: Money) -> list[Note]:
    """By how much deciding case by case is better than the model's own answers, and than one answer for all."""
    worth = {name: lead for name, lead in results.worth.items() if name != "best" and not math.isnan(lead.value)}
    constants = {name: lead for name, lead in worth.items() if name != SET}
    notes = [_lead(SET, worth[SET], money, "own-answers")] if SET in worth else []
    if constants:
        nearest = min(constants, key=lambda name: constants[name].value)
        notes.append(_lead(nearest, constants[nearest], money, "one-answer"))
    return notes


def _lead(name: str, lead: Interval, money: Money, code: str) -> Note:
    rival, less = OTHERS[name], "less" if money.as_costs else "more"
    if lead.low > 0:
        text = (
            f"On unseen cases that is **{money.in_unit(lead.value)}** a case {less} than {rival} "
            f"({money.lead(lead.low, lead.high)})."
        )
        return Note(f"better-than-{code}", text)
    if abs(lead.value) <= 1e-12 * money.span:
        return Note(f"as-good-as-{code}", f"On unseen cases that is worth as much as {rival}.")
    if lead.high < 0:
        more = "more" if money.as_costs else "less"
        text = f"On unseen cases that is {money.in_unit(-lead.value)} a case {more} than {rival}, which is better."
        return Note(f"worse-than-{code}", text)
    if math.isnan(lead.low):
        return Note(
            f"unsure-beside-{code}", f"How it compares with {rival} cannot be told: of weights only sums are known."
        )
    return Note(
        f"maybe-no-better-than-{code}",
        f"On unseen cases that may be no better than {rival}: {money.lead(lead.low, lead.high)} a case {less}.",
    )


def assumed_notes(results: CaseResults) -> list[Note]:
    """That nobody said yet what outcomes are worth."""
    if not results.prices.assumed or story(results.own) is not None:
        return []
    text = "No prices are set yet: every mistake is taken to cost 1 and every right answer nothing."
    return [Note("assumed", text, kind="assumed")]


def case_notes(results: CaseResults) -> list[Note]:
    """What these cases call for."""
    listed, notes = results.listed, []
    unlike = results.cases((results.best != 2) & ((results.best == 0) != (results.chance >= 0.5)))
    if unlike:
        notes.append(
            Note(
                "not-the-more-probable",
                f"For {many(unlike, 'case')} the best prediction is not the more probable class: what a mistake costs "
                f"counts, too.",
            )
        )
    if results.referral is not None and not (results.best == 2).any():
        notes.append(Note("nobody-referred", "For no case is a person worth what that costs."))
    unknown = results.cases(listed.unknown > 0)
    if unknown:
        notes.append(
            Note(
                "truth-unknown",
                f"{many(unknown, 'case')} without a truth {'is' if unknown == 1 else 'are'} decided by all the others.",
                kind="rests",
            )
        )
    if results.unseen is None:
        notes.append(
            Note("own-truth", "There are too few cases to leave one out: each had a part in what its score means.")
        )
    if listed.rows is None and not results.labels:
        notes.append(
            Note("by-score", "The cases are not known one by one, so the table has a row for each of their scores.")
        )
    return notes
