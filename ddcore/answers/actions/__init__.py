"""Which of several answers is worth most?"""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Annotated, Any

import numpy as np
import pandas as pd
from pydantic import Field

from ddcore.answers.actions import draw as figures
from ddcore.answers.actions.typed import REFERRAL, actions_of, class_names, usual_text
from ddcore.answers.base import needs
from ddcore.answers.base.answer import Answer, Figure, Note, Table, measured
from ddcore.answers.base.options import OfData, Options, Text
from ddcore.answers.base.separation import cross_read, reading_named, scored
from ddcore.answers.base.words import about, interval_text, listing, literal
from ddcore.data import Data
from ddcore.decisions.actions import Actions, Judged, judged
from ddcore.decisions.class_probabilities import ClassProbabilities
from ddcore.errors import InputError
from ddcore.formats import count, number, percent
from ddcore.interval import Interval
from ddcore.scores.unseen import INFLATION

TITLE = "Actions"
SECTION = "decisions"
NEEDS = needs.scores
NEEDED = (
    "What each answer is worth for a case hangs on how likely its classes are: that takes a model's scores, or a "
    "column of probabilities for each of several classes."
)
EXAMPLE = "sample=iris"
SAMPLE = "iris"
NEXT = {
    "refer": "Which cases should a person see?",
    "costs": "Which threshold costs least?",
    "curves": "How well do the scores separate?",
}
"""What may be asked next, the most useful first, by the name of the question."""


class Choices(Options):
    """The answers, and what each is worth."""

    answers: Annotated[str | None, Text(most=4000, lines=4), OfData()] = Field(
        None,
        title="What each answer is worth, class by class",
        description="A line each: a name, a colon, and what the answer is worth if the case is truly of the first "
        "class, of the second, and so on; one number stands for all. A name that is the number of a class answers "
        "that class. So “treat both: 0.6” and “none: 0, 0, 1” are answers, too.",
    )

    @classmethod
    def defaults(cls, data: Data) -> Mapping[str, Any]:
        """An answer for each class, right or wrong, and referring the case."""
        return {"answers": usual_text(len(class_names(data)))}


def answer(data: Data, choices: Choices = Choices()) -> Answer:
    """The best answer for each case by its probabilities, and what choosing so is worth by the truth."""
    choices = choices.with_defaults(data)
    names = class_names(data)
    actions = actions_of(str(choices.answers), names)
    cases = _cases(data)
    found = judged(actions, cases, INFLATION if data.classes is None else 1.0)
    given = Figure(
        "Answers given, by the true class",
        figures.given_alt(actions, found, names),
        partial(figures.given_figure, actions, found, names),
    )
    mapped = _map(actions, cases)
    return Answer(
        __doc__,
        _sentence(actions, found),
        _reason(actions, found, names),
        about(data),
        _notes(actions, found, data, choices),
        {"actions": given} if mapped is None else {"actions": mapped, "given": given},
        {
            "worth": Table.of("What each answer is worth", _worth(actions, names)),
            "given": Table.of("Answers given", _given(actions, found, names)),
            "cases": Table("Every case", len(cases.probability), partial(_every, actions, cases)),
        },
        _method(actions, names, data),
        _values(actions, found, class_names(data)),
    )


def _cases(data: Data) -> ClassProbabilities:
    """The probabilities of all classes as the file has them; of two classes those of the scores read as evidence."""
    if data.classes is not None:
        return data.classes
    read = cross_read(data)
    if not read:
        raise InputError("probabilities need two cases of each class, of which each one's weight is known")
    return ClassProbabilities.of_table(read[0], (data.positive, data.negative))


def _map(actions: Actions, cases: ClassProbabilities) -> Figure | None:
    """Where each answer is the best: along a line for two classes, on a triangle for three."""
    classes = actions.utility.shape[1]
    if classes == 2:
        return Figure(
            "The best answer over the probability",
            figures.line_alt(actions, cases.names),
            partial(figures.line_figure, actions, cases),
        )
    if classes == 3:
        return Figure(
            "Where each answer is the best",
            figures.triangle_alt(actions, cases.names),
            partial(figures.triangle_figure, actions, cases),
            "Each dot is a case, at a corner where its class is sure; its colour and mark are the true class.",
        )
    return None


def _sentence(actions: Actions, found: Judged) -> str:
    constant, worth = named(actions.names[found.constant]), _told(found.worth)
    if found.gain.value == 0:
        return f"**One answer for all: {constant}.** A case is then worth {_told(found.always)}; choosing adds nothing."
    if found.gain.low > 0:
        always = number(found.always.value)
        return f"**Choose case by case.** A case is then worth {worth}; with {constant} for all, {always}."
    if found.gain.high < 0:
        chosen = number(found.worth.value)
        return (
            f"**One answer for all: {constant}.** A case is then worth {_told(found.always)}; chosen case by case, "
            f"{chosen}."
        )
    return (
        f"**Not clearly better than one answer for all.** Chosen case by case a case is worth {worth}; with {constant} "
        f"for all, {number(found.always.value)}."
    )


def named(answer: str) -> str:
    """The name of an answer inside a sentence; that of a class may be a number.

    >>> named("1")
    '“1”'
    """
    return f"“{literal(answer)}”"


def _told(worth: Interval) -> str:
    """What a case is worth, with its interval where it has a width."""
    value = f"**{number(worth.value)}**"
    return value if worth.low == worth.high else f"{value} ({interval_text(worth)})"


def _reason(actions: Actions, found: Judged, names: Sequence[str]) -> str:
    """Which answers the cases get."""
    shares = found.by_class.sum(axis=1) / found.by_class.sum()
    given = [
        f"{named(name)} {percent(share)}"
        for name, share in sorted(zip(actions.names, shares, strict=True), key=lambda pair: -pair[1])
        if share > 0
    ]
    return (
        f"Each case gets the answer that is worth most on average, by its probabilities of {len(names)} classes: "
        f"{listing(given, 6)}."
    )


def _notes(actions: Actions, found: Judged, data: Data, choices: Choices) -> list[Note]:
    return [
        _order(data),
        *_assumed(data, choices),
        *_promised(found, data),
        *_never(actions, found),
        *_as_given(data),
    ]


def _order(data: Data) -> Note:
    """Which number of an answer belongs to which class."""
    classes = listing([f"“{literal(name)}”" for name in class_names(data)], 12)
    return Note("class-order", f"The numbers of an answer belong to the classes in this order: {classes}.")


def _assumed(data: Data, choices: Choices) -> list[Note]:
    if choices.answers != usual_text(len(class_names(data))):
        return []
    return [
        Note(
            "assumed-worth",
            f"Nobody said yet what the answers are worth: a right one counts 1, a wrong one 0, and leaving the case to "
            f"a person {REFERRAL:g}. Put in your own numbers, and answers such as *treat both* or *none*.",
        )
    ]


def _promised(found: Judged, data: Data) -> list[Note]:
    """Whether the probabilities promised what was kept."""
    if not found.surplus.is_finite or found.surplus.low <= 0 <= found.surplus.high:
        return []
    told, kept = number(found.promised), number(found.worth.value)
    if told == kept:
        return []
    too_much = found.surplus.value < 0
    if data.classes is None:
        promise = "too much" if too_much else "too little"
        text = f"Read as evidence, the scores promise {promise}: {told} a case, where the truth gives {kept}."
    elif too_much:
        text = (
            f"*The probabilities are too sure of themselves*: they promise {told} a case, the truth gives {kept}. "
            f"Recalibrate them."
        )
    else:
        text = (
            f"*The probabilities could be surer*: they promise {told} a case, the truth gives {kept}. Recalibrate them."
        )
    return [Note("promised", text)]


def _never(actions: Actions, found: Judged) -> list[Note]:
    """Answers that are the best for no probabilities, and those that are the best for no case here."""
    useful = actions.useful()
    given = found.by_class.sum(axis=1) > 0
    never = [named(name) for name, fits in zip(actions.names, useful, strict=True) if not fits]
    unused = [named(name) for name, fits, some in zip(actions.names, useful, given, strict=True) if fits and not some]
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


def _worth(actions: Actions, names: Sequence[str]) -> pd.DataFrame:
    return pd.DataFrame(
        {"Answer": actions.names} | {f"truly {name}": actions.utility[:, place] for place, name in enumerate(names)}
    )


def _given(actions: Actions, found: Judged, names: Sequence[str]) -> pd.DataFrame:
    """How many cases of each true class got each answer, and their share."""
    cases = found.by_class.sum(axis=1)
    return pd.DataFrame(
        {"Answer": actions.names}
        | {f"truly {name}": found.by_class[:, place] for place, name in enumerate(names)}
        | {"Cases": cases, "Share": cases / cases.sum()}
    )


def _every(actions: Actions, cases: ClassProbabilities) -> pd.DataFrame:
    """The probabilities of each case, or of all cases that share them, what each answer is worth, and the best one."""
    expected = actions.expected(cases.probability)
    return pd.DataFrame(
        {f"Probability of {name}": cases.probability[:, place] for place, name in enumerate(cases.names)}
        | {f"Worth of {name}": expected[:, place] for place, name in enumerate(actions.names)}
        | {"Best answer": np.array(actions.names, dtype=object)[actions.best(cases.probability)]}
        | {f"Cases truly {name}": cases.cases[:, place] for place, name in enumerate(cases.names)}
    )


def _values(actions: Actions, found: Judged, names: Sequence[str]) -> Mapping[str, object]:
    cases = found.by_class.sum(axis=1)
    return {
        "classes": list(names),
        "worth": measured(found.worth),
        "promised": found.promised,
        "surplus": measured(found.surplus),
        "constant": actions.names[found.constant],
        "always": measured(found.always),
        "gain": measured(found.gain),
        "answers": {
            name: {"cases": float(own), "share": float(own / cases.sum())}
            for name, own in zip(actions.names, cases, strict=True)
        },
    }


def _method(actions: Actions, names: Sequence[str], data: Data) -> str:
    known = (
        f"The probabilities of the {len(names)} classes are those of the file, brought to a sum of one in each row."
        if data.classes is not None
        else f"The probability of {literal(data.positive)} is that of the score read as evidence "
        f"({reading_named(data)}), estimated for each case from the others."
    )
    return f"""**Worth.** With $p_c$ the probability of class $c$ and $U_{{ac}}$ what answer $a$ is worth for a case of
it, an answer is worth $\\sum_c p_c U_{{ac}}$ on average, and the best one is chosen (Dyrland, Lundervold & Porta Mana
2022, equation 8); of equals the first. {known} There are {len(actions.names)} answers.

**By the truth.** What choosing was worth is the mean of $U_{{ac}}$ over the cases, $c$ being the true class. The best
answer for all is what a decision that does not look at the cases can reach; it is the best one on these same cases.

**Intervals**, 95 %, are Wilson's for a mean of numbers between the least and the largest worth, with their own variance
and Student's quantile; that of the gain, and of what the truth adds to what was promised, is paired, case by case. They
are for cases as they come, whose share of each class varies, too; those of *Cases* keep that share.{_inflated(data)}
{count(scored(data).total)} cases were counted.

**Best for some probabilities.** An answer is, unless the others can be mixed so that the mixture is worth as much
whatever the class: found by linear programming.
"""


def _inflated(data: Data) -> str:
    if data.classes is not None:
        return ""
    return f""" As each case had a part in what the scores of others mean, the variance is taken {INFLATION:g}
times."""
