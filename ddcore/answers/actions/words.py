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
        return f"**One answer for all: {constant}.** A case is then worth {always}; choosing adds nothing."
    if result.gain.low > 0:
        rival = number(result.always.value)
        return f"**Choose case by case.** A case is then worth {worth}; with {constant} for all, {rival}."
    if result.gain.high < 0:
        chosen = number(result.worth.value)
        return f"**One answer for all: {constant}.** A case is then worth {always}; chosen case by case, {chosen}."
    return (
        f"**Not clearly better than one answer for all.** Chosen case by case a case is worth {worth}; with {constant} "
        f"for all, {number(result.always.value)}."
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
        f"{quoted(name)} {percent(share)}"
        for name, share in sorted(zip(actions.names, shares, strict=True), key=lambda pair: -pair[1])
        if share > 0
    ]
    return (
        f"Each case gets the answer that is worth most on average, by its probabilities of {len(names)} classes: "
        f"{listing(given, 6)}."
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
    return Note("class-order", f"The numbers of an answer belong to the classes in this order: {classes}.")


def _assumed(data: Data, choices: Choices) -> list[Note]:
    if choices.answers != default_answers(len(class_names(data))):
        return []
    return [
        Note(
            "assumed-worth",
            f"Nobody said yet what the answers are worth: a right one counts 1, a wrong one 0, and leaving the case to "
            f"a person {REFERRAL:g}. Put in your own numbers, and answers such as *treat both* or *none*.",
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
    if data.classes is None:
        promise = "too much" if too_much else "too little"
        text = f"Read as evidence, the scores promise {promise}: {expected} a case, where the truth gives {counted}."
    elif too_much:
        text = (
            f"*The probabilities are too sure of themselves*: they promise {expected} a case, the truth gives "
            f"{counted}. Recalibrate them."
        )
    else:
        text = (
            f"*The probabilities could be surer*: they promise {expected} a case, the truth gives {counted}. "
            f"Recalibrate them."
        )
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
        notes.append(Note("unused", f"No case here is best answered with {listing(unused, 4)}."))
    return notes


def _as_given(data: Data) -> list[Note]:
    if data.classes is None:
        return []
    return [
        Note(
            "as-given",
            "The probabilities are taken as the file has them. If the model was trained on these cases, what choosing "
            "is worth looks better than it is.",
        )
    ]


def method(actions: Actions, names: Sequence[str], data: Data) -> str:
    """How the worth of answers is computed, with the numbers of these actions put in."""
    known = (
        f"The probabilities of the {len(names)} classes are those of the file, brought to a sum of one in each row."
        if data.classes is not None
        else f"The probability of {literal(data.positive)} is that of the score read as evidence "
        f"({reading_name(data)}), estimated for each case from the others."
    )
    return f"""**Worth.** With $p_c$ the probability of class $c$ and $U_{{ac}}$ what answer $a$ is worth for a case of
it, an answer is worth $\\sum_c p_c U_{{ac}}$ on average, and the best one is chosen (Dyrland, Lundervold & Porta Mana
2022, equation 8); of equals the first. {known} There are {len(actions.names)} answers.

**By the truth.** What choosing was worth is the mean of $U_{{ac}}$ over the cases, $c$ being the true class. The best
answer for all is what a decision that does not look at the cases can reach; it is the best one on these same cases.

**Intervals**, {confidence()}, are Wilson's for a mean of numbers between the least and the largest worth, with their
own variance and Student's quantile; that of the gain, and of what the truth adds to what was promised, is paired, case
by case. They are for cases as they come, whose share of each class varies, too; those of *Cases* keep that
share.{_inflated(data)} {count(scores_of(data).total)} cases were counted.

**Best for some probabilities.** An answer is, unless the others can be mixed so that the mixture is worth as much
whatever the class: found by linear programming.
"""


def _inflated(data: Data) -> str:
    if data.classes is not None:
        return ""
    return f""" As each case had a part in what the scores of others mean, the variance is taken {INFLATION:g}
times."""
