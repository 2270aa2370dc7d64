"""The sentences of actions: the answer, its reason, its notes, and how it is computed."""

from collections.abc import Sequence

from ddcore.answers.actions.choices import REFERRAL, Choices, class_names, default_answers
from ddcore.answers.base.answer import Note
from ddcore.answers.base.separation import reading_name, scores_of
from ddcore.answers.base.words import interval_text, listing, literal
from ddcore.data import Data
from ddcore.decisions.actions import Actions, Judged
from ddcore.formats import count, number, percent
from ddcore.interval import Interval, confidence
from ddcore.scores.unseen import INFLATION


def sentence(actions: Actions, result: Judged) -> str:
    """Whether one answer is best for all cases, or choosing gains, and how much."""
    constant, worth = quoted(actions.names[result.constant]), _with_interval(result.worth)
    always = _with_interval(result.always)
    if result.gain.value == 0:
        return f"**One answer for all: {constant}.** It is worth {always} per case; choosing case by case adds nothing."
    if result.gain.low > 0:
        rival = number(result.always.value)
        return f"**Choose case by case.** That is worth {worth} per case; {constant} for all is worth {rival}."
    if result.gain.high < 0:
        chosen = number(result.worth.value)
        return f"**One answer for all: {constant}.** It is worth {always} per case; choosing case by case, {chosen}."
    return (
        f"**Not clearly better than one answer for all.** Choosing case by case is worth {worth} per case; {constant} "
        f"for all is worth {number(result.always.value)}."
    )


def quoted(answer: str) -> str:
    """The name of an answer inside a sentence, in quotes, as that of a class may be a number.

    >>> quoted("1")
    '“1”'
    """
    return f"“{literal(answer)}”"


def _with_interval(worth: Interval) -> str:
    """The worth of a case, with its interval where it has a width."""
    value = f"**{number(worth.value)}**"
    return value if worth.low == worth.high else f"{value} ({interval_text(worth)})"


def reason(actions: Actions, result: Judged, names: Sequence[str]) -> str:
    """The shares of cases that get each answer."""
    shares = result.by_class.sum(axis=1) / result.by_class.sum()
    given = [
        f"{quoted(name)} for {percent(share)}"
        for name, share in sorted(zip(actions.names, shares, strict=True), key=lambda pair: -pair[1])
        if share > 0
    ]
    return (
        f"Each case gets the answer that is worth most on average, given the probabilities of its {len(names)} "
        f"classes. That is {listing(given, 6)} of the cases."
    )


def notes(actions: Actions, result: Judged, data: Data, choices: Choices) -> list[Note]:
    """The notes on what was assumed, what the probabilities promised, and answers that are never best."""
    return [
        _class_order(data),
        *_assumed(data, choices),
        *_promised(result, data),
        *_not_best(actions, result),
        *_as_given(data),
    ]


def _class_order(data: Data) -> Note:
    """Which number of an answer belongs to which class."""
    classes = listing([f"“{literal(name)}”" for name in class_names(data)], 12)
    return Note("class-order", f"The numbers of an answer are for the classes in this order: {classes}.")


def _assumed(data: Data, choices: Choices) -> list[Note]:
    if choices.answers != default_answers(len(class_names(data))):
        return []
    return [
        Note(
            "assumed-worth",
            f"The worth of the answers is assumed: 1 if right, 0 if wrong, and {REFERRAL:g} for leaving the case to a "
            f"person. Enter your own numbers, and answers such as *treat both* or *none*.",
        )
    ]


def _promised(result: Judged, data: Data) -> list[Note]:
    """That the worth expected by the probabilities differs from the worth by the truth."""
    if not result.surplus.is_finite or result.surplus.low <= 0 <= result.surplus.high:
        return []
    expected, counted = number(result.promised), number(result.worth.value)
    if expected == counted:
        return []
    too_much = result.surplus.value < 0
    numbers = f"they predict a worth of {expected} per case, while the true classes give {counted}"
    if data.classes is None and too_much:
        text = f"The probabilities estimated from the scores are too optimistic: {numbers}."
    elif data.classes is None:
        text = f"The probabilities estimated from the scores are too pessimistic: {numbers}."
    elif too_much:
        text = f"*The probabilities are overconfident*: {numbers}. Recalibrate them."
    else:
        text = f"*The probabilities are underconfident*: {numbers}. Recalibrate them."
    return [Note("promised", text)]


def _not_best(actions: Actions, result: Judged) -> list[Note]:
    """The answers that are best for no probabilities, and those that are best for no case here."""
    useful = actions.useful()
    given = result.by_class.sum(axis=1) > 0
    never = [quoted(name) for name, fits in zip(actions.names, useful, strict=True) if not fits]
    unused = [quoted(name) for name, fits, some in zip(actions.names, useful, given, strict=True) if fits and not some]
    notes = []
    if never:
        notes.append(
            Note(
                "never-best", f"Whatever the probabilities, another answer is at least as good as {listing(never, 4)}."
            )
        )
    if unused:
        notes.append(Note("unused", f"For these cases another answer is always better than {listing(unused, 4)}."))
    return notes


def _as_given(data: Data) -> list[Note]:
    if data.classes is None:
        return []
    return [
        Note(
            "as-given",
            "The probabilities are used as they are in the file. If the model was trained on these cases, choosing "
            "looks better than it is.",
        )
    ]


def method(actions: Actions, names: Sequence[str], data: Data) -> str:
    """How the worth of answers is computed, with the numbers of these actions put in."""
    known = (
        f"The probabilities of the {len(names)} classes are those of the file, scaled to sum to 1 in each row."
        if data.classes is not None
        else f"The probability of {literal(data.positive)} follows from the likelihood ratio of the score "
        f"({reading_name(data)}), which is estimated for each case from the others."
    )
    return f"""**Worth.** With $p_c$ the probability of class $c$ and $U_{{ac}}$ the worth of answer $a$ for a case of
that class, an answer is worth $\\sum_c p_c U_{{ac}}$ on average. The best answer is chosen (Dyrland, Lundervold & Porta
Mana 2022, equation 8), of equals the first. {known} There are {len(actions.names)} answers.

**By the truth.** The worth of choosing is the mean of $U_{{ac}}$ over the cases, where $c$ is the true class. The best
answer for all needs no model; it is the best one on these same cases.

**Intervals**, {confidence()}, are Wilson's for a mean of numbers between the least and the largest worth, with their
own variance and Student's quantile. That of the gain is paired case by case, and so is that of the difference between
the true worth and the predicted one. They are for new cases, whose share of each class varies too; those of
*Case by case* keep that share.{_inflated(data)} The number of cases is {count(scores_of(data).total)}.

**Best for some probabilities.** An answer can be best unless the others can be mixed so that the mixture is worth at
least the same for every class. This is checked by linear programming.
"""


def _inflated(data: Data) -> str:
    if data.classes is not None:
        return ""
    return f""" Each case is also used to estimate the probabilities of others, so the variance is multiplied by
{INFLATION:g}."""
