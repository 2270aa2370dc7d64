"""What to do about a model by its verdict, in one sentence, and the two numbers that the sentence names."""

from collections.abc import Mapping
from dataclasses import replace

from ddcore.answers.base.answer import Number
from ddcore.answers.base.words import as_subject, literal
from ddcore.answers.verdict.compute import Ranked
from ddcore.answers.verdict.words import among, ordinal, verdict_case
from ddcore.data import Data
from ddcore.formats import cases_text, percent

FOUND = "Positive cases it finds (recall)"
RIGHT = "Positive predictions that are right (precision)"


def decision(
    data: Data, ranked: Ranked, models: int, numbers: Mapping[str, Number], *, separates: bool, trained: int = 0
) -> str:
    """Whether to use a model of several; `separates` tells that another threshold would mend it.

    `trained` is as in `among`.
    """
    case, model = verdict_case(ranked.verdict, models), literal(ranked.name)
    who = f"{as_subject(ranked.name)}{_place(ranked, models, trained)}"
    cases = f"These {cases_text(data.total)} cases"
    if case in ("yes", "part", "barely"):
        beats = {
            "yes": "is better than guessing",
            "part": "is better than guessing on most measures",
            "barely": "is better than guessing on a few measures only",
        }[case]
        return f"{who} {beats}: {_rates(data, numbers)}."
    if separates:
        return f"Do not use {model} with the threshold it has: its scores separate the classes, its predictions do not."
    if case == "no":
        return f"Do not use {model}: on these cases guessing is as good."
    if case == "luck":
        return f"{cases} do not show that {model} is better than the luckiest of {models} guessers: test it on more."
    if case == "unclear":
        return f"{cases} do not show that {model} is better than guessing: test it on more before you use it."
    return f"{cases} cannot show whether {model} is better than guessing: use cases of both classes."


def decisive(numbers: Mapping[str, Number]) -> list[Number]:
    """Recall and precision in percent, as the sentence has them."""
    return [
        replace(numbers[key], label=label, writer=percent)
        for key, label in (("TPR", FOUND), ("PPV", RIGHT))
        if numbers[key].is_known
    ]


def _place(ranked: Ranked, models: int, trained: int) -> str:
    """The place of a model among several, after its name."""
    if models == 1:
        return ""
    if ranked.rank > 1:
        return f", the {ordinal(ranked.rank)} of {among(models, trained)},"
    return (
        f", one of the {ranked.equals} best of {among(models, trained)},"
        if ranked.equals > 1
        else f", the best of {among(models, trained)},"
    )


def _rates(data: Data, numbers: Mapping[str, Number]) -> str:
    """What share of the positive cases a model finds, and what share of its positive predictions is right."""
    positive, texts = literal(data.positive), [number.text for number in decisive(numbers)]
    told = [f"it finds **{texts[0]}** of the cases that are *{positive}*"] if texts else []
    told += [f"**{text}** of its *{positive}* predictions are right" for text in texts[1:]]
    return ", and ".join(told)
