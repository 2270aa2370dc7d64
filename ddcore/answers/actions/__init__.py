"""Which of several answers is worth most?"""

from collections.abc import Sequence
from functools import partial
from typing import Any

import numpy as np
import pandas as pd

from ddcore.answers.actions import draw, words
from ddcore.answers.actions.choices import Choices, actions_of, class_names, text_of
from ddcore.answers.base import needs
from ddcore.answers.base.answer import Answer, Figure, Number, Part, Table, measured
from ddcore.answers.base.separation import read_by_others
from ddcore.answers.base.words import about
from ddcore.data import Data
from ddcore.decisions.actions import Actions, Judged, judged
from ddcore.decisions.class_probabilities import ClassProbabilities
from ddcore.errors import InputError
from ddcore.scores.unseen import INFLATION

__all__ = ["Choices", "actions_of", "answer", "class_names", "text_of"]

TITLE = "More than two answers"
SECTION = "more"
WORDS = (
    "multiclass, several classes, more than two classes, decision theory, answers, actions, softmax, "
    "three classes, treatment choice"
)
NEEDS = needs.scores
NEEDED = (
    "The best answer for a case depends on how likely its classes are. This needs a model's scores, or a column of "
    "probabilities for each class."
)
EXAMPLE = "sample=iris"
SAMPLE = "iris"
NEXT = {
    "refer": "Which cases should a person see?",
    "costs": "Which threshold costs least?",
    "curves": "How well do the scores separate?",
}
"""What may be asked next, the most useful first, by the name of the question."""


def answer(data: Data, choices: Choices = Choices()) -> Answer:
    """The best answer for each case by its class probabilities, and what choosing so is worth by the true classes."""
    choices = choices.with_defaults(data)
    names = class_names(data)
    actions = actions_of(str(choices.answers), names)
    cases = _probabilities(data)
    inflation = INFLATION if data.classes is None else 1.0
    result = data.cached(("answers judged", cases, choices.answers), partial(judged, actions, cases, inflation))
    given = Figure(
        "Answers given, by the true class",
        draw.given_alt(actions, result, names),
        partial(draw.given_figure, actions, result, names),
    )
    regions = _map(actions, cases)
    return Answer.of(
        Answer(__doc__, words.sentence(actions, result), words.reason(actions, result, names), about(data)),
        Part(
            words.notes(actions, result, data, choices),
            {"actions": given} if regions is None else {"actions": regions, "given": given},
            {
                "worth": Table.of("What each answer is worth", _worth_rows(actions, names)),
                "given": Table.of("Answers given", _given_rows(actions, result, names)),
                "cases": Table("Every case", len(cases.probability), partial(_case_rows, actions, cases)),
            },
            words.method(actions, names, data),
            _values(actions, result, names),
            [
                Number("Worth per case, best answer for each", result.worth, ("worth",)),
                Number(f"Gain over {actions.names[result.constant]} for all", result.gain, ("gain",)),
            ],
        ),
    )


def _probabilities(data: Data) -> ClassProbabilities:
    """The probabilities of all classes in the file; for two classes those by the likelihood ratio of the scores."""
    if data.classes is not None:
        return data.classes
    read = read_by_others(data)
    if not read.tables:
        raise InputError("probabilities need two cases of each class, and the weight of each single case")
    names = data.positive, data.negative
    return data.cached(
        ("class probabilities", read, names), partial(ClassProbabilities.of_table, read.tables[0], names), large=True
    )


def _map(actions: Actions, cases: ClassProbabilities) -> Figure | None:
    """The answer that is best at each probability: along a line for two classes, on a triangle for three."""
    classes = actions.utility.shape[1]
    if classes == 2:
        return Figure(
            "Best answer by probability",
            draw.line_alt(actions, cases.names),
            partial(draw.line_figure, actions, cases),
        )
    if classes == 3:
        return Figure(
            "Best answer by class probabilities",
            draw.triangle_alt(actions, cases.names),
            partial(draw.triangle_figure, actions, cases),
            "Each dot is a case; at a corner its class is certain. Colour and symbol are the true class.",
        )
    return None


def _worth_rows(actions: Actions, names: Sequence[str]) -> pd.DataFrame:
    return pd.DataFrame(
        {"Answer": actions.names} | {f"truly {name}": actions.utility[:, place] for place, name in enumerate(names)}
    )


def _given_rows(actions: Actions, result: Judged, names: Sequence[str]) -> pd.DataFrame:
    """The number of cases of each true class that got each answer, and their share."""
    cases = result.by_class.sum(axis=1)
    return pd.DataFrame(
        {"Answer": actions.names}
        | {f"truly {name}": result.by_class[:, place] for place, name in enumerate(names)}
        | {"Cases": cases, "Share": cases / cases.sum()}
    )


def _case_rows(actions: Actions, cases: ClassProbabilities) -> pd.DataFrame:
    """The probabilities of each case, or of all cases that share them, the worth of each answer, and the best one."""
    expected = actions.expected(cases.probability)
    return pd.DataFrame(
        {f"Probability of {name}": cases.probability[:, place] for place, name in enumerate(cases.names)}
        | {f"Worth of {name}": expected[:, place] for place, name in enumerate(actions.names)}
        | {"Best answer": np.array(actions.names, dtype=object)[actions.best(cases.probability)]}
        | {f"Cases truly {name}": cases.cases[:, place] for place, name in enumerate(cases.names)}
    )


def _values(actions: Actions, result: Judged, names: Sequence[str]) -> dict[str, Any]:
    """What else `values` hold."""
    cases = result.by_class.sum(axis=1)
    return {
        "classes": list(names),
        "promised": result.promised,
        "surplus": measured(result.surplus),
        "constant": actions.names[result.constant],
        "always": measured(result.always),
        "answers": {
            name: {"cases": float(own), "share": float(own / cases.sum())}
            for name, own in zip(actions.names, cases, strict=True)
        },
    }
