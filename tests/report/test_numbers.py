"""The numbers of a report are those of its answers: each is written as one of the values, with the ends beside it."""

import math
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
import pytest

import ddcore
from ddcore.answers.base.question import QUESTIONS
from ddcore.answers.base.words import signed
from ddcore.answers.reach import auc_text
from ddcore.data import Data
from ddcore.formats import count, number, p_text, percent, worth
from ddcore.report.compose import numbers_in
from tests.helpers.loops import nonempty
from tests.helpers.tiers import some_of

WRITERS = (number, percent, count, signed, auc_text, lambda log10_p: p_text(min(log10_p, 0.0)))
CASES = {
    **{name: ("pair_2", {}) for name in QUESTIONS},
    "groups": ("wards", {"measure": "MCC"}),
    "groups, segments": ("wards", {"show": "segments"}),
    "groups, thresholds": ("wards", {"show": "thresholds", "column": "ward"}),
    "change": ("then_and_now", {"measure": "F1"}),
    "lending": ("applicants", {}),
    "utility, of a period": ("factory", {"volume": 1000.0, "fixed": 20.0}),
    "costs, of a period": ("two_class_example", {"u": (0, -1, -5, 0), "volume": 1000.0}),
    "expectation, each": ("pair_2", {"guessing": "each", "guess": 0.2}),
    "plan, priced": ("pair_2", {"label_price": 2.0, "unlabelled_price": 0.1}),
    "compare, by worth": ("pair_2", {"judge": "worth", "u": (0, -1, -5, 0)}),
}
SHIPPED = ("factory", "two_class_example")
DERIVED = {"reach", "prevalence"}
"""These tell differences of values, and values of the verdict at another share, too."""


def wards() -> Data:
    """Scores of 600 patients, by ward and shift."""
    rng = np.random.default_rng(3)
    ward, shift = rng.choice(["north", "south"], 600), rng.choice(["day", "night"], 600)
    truth = rng.random(600) < 0.4
    score = rng.normal(truth * np.where(ward == "north", 0.5, 2.0), 1)
    return ddcore.predictions(truth, 1 / (1 + np.exp(-score)), group={"ward": ward, "shift": shift})


def leaves(values: Any) -> Iterator[float]:
    """Every number of an answer."""
    if isinstance(values, Mapping):
        for value in values.values():
            yield from leaves(value)
    elif isinstance(values, list | tuple):
        for value in values:
            yield from leaves(value)
    elif isinstance(values, int | float) and not math.isnan(values):
        yield float(values)


def intervals(values: Any) -> Iterator[tuple[float, float, float]]:
    """Every number of an answer that has ends."""
    if isinstance(values, Mapping):
        if {"value", "low", "high"} <= set(values) and values["low"] is not None:
            yield values["value"], values["low"], values["high"]
        if {"share", "standard_error"} <= set(values):
            share, reach = values["share"], 1.959964 * values["standard_error"]
            yield share, max(0.0, share - reach), min(1.0, share + reach)
    if isinstance(values, Mapping | list | tuple):
        for value in values.values() if isinstance(values, Mapping) else values:
            yield from intervals(value)


def written(values: tuple[float, ...]) -> Iterator[tuple[str, ...]]:
    """Values of one kind as any question may write them: of 100, as costs, and of any span of amounts."""
    if not all(map(math.isfinite, values)):
        yield tuple(map(number, values))
        return
    for write in WRITERS:
        yield tuple(map(write, values))
    yield tuple(number(100 * value) for value in values)
    yield tuple(f"{100 * value:.2f}" for value in values)
    for sign in (1, -1):
        for span in (1, 5, 50, 500, 1e5):
            yield tuple(worth(sign * value, span) for value in values)


QUICK = ("verdict", "curves", "groups, segments", "utility, of a period", "reach")
"""Of chance, scores and decisions, with ends and without, and of a story's prices."""


@pytest.mark.parametrize("case", some_of(CASES, *QUICK))
def test_each_number_is_a_value_of_its_answer_and_stands_between_its_ends(case):
    name = case.partition(",")[0]
    sample, chosen = CASES[case]
    data = wards() if sample == "wards" else ddcore.sample(sample, **({} if sample in SHIPPED else {"size": 200}))
    question = QUESTIONS[name]
    answer = question.ask(data, question.choices.of(**chosen))
    numbers = numbers_in(answer)
    assert len({each.name for each in numbers}) == len(numbers) >= 1
    texts = {text for leaf in leaves(answer.values) for (text,) in written((leaf,))}
    ends = {
        (value, f"{first} to {last}")
        for triple in intervals(answer.values)
        for value, low, high in written(triple)
        for first, last in ((low, high), (high, low))
    }
    for each in nonempty(numbers):
        if " to " in each.interval:
            assert case in DERIVED or (each.text, each.interval) in ends, each
        else:
            assert case in DERIVED or set(each.text.split(" of ")) & texts, each


def test_every_question_has_numbers():
    assert {case.partition(",")[0] for case in CASES} == set(QUESTIONS)
