"""Data of which only tallies are known, and a random part of the cases one by one: what each question answers for."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from ddcore.answers.base.as_json import plain_reply
from ddcore.answers.base.question import QUESTIONS, next_steps
from ddcore.data import Data
from ddcore.figures.theme import LIGHT
from ddcore.read import read
from ddcore.read.pack import packed, unpacked
from ddcore.read.predictions import Predictions
from tests.helpers.answers import asked, codes, text_of
from tests.helpers.loops import nonempty

ROWS, PART = 600, 150
ROLES = {"truth": "truth", "score": ["a", "b"], "positive": 1, "group": "where", "amount": "paid"}
GROWING = {"u": (0, 0, 0, 0), "rate": (0, -1, -2, 0)}
ONE_BY_ONE = {
    "compare": {},
    "ensemble": {},
    "groups": {},
    "change": {},
    "cases": {},
    "costs": GROWING,
    "curves": {"curve": "difference"},
}
"""The questions of single cases, with choices that make them so."""


def frame(rows: int) -> pd.DataFrame:
    rng = np.random.default_rng(11)
    truth = rng.integers(0, 2, rows)
    scores = {name: np.round(rng.normal(truth, 1), 2) for name in "ab"}
    more = {"where": rng.choice(["north", "south"], rows), "paid": rng.integers(1, 90, rows)}
    return pd.DataFrame({"truth": truth, **scores, **more, "w": rng.choice([0.3, 1.0, 2.5], rows)})


def tallied(**roles: object) -> Predictions:
    """Predictions as an engine gives them: tallies of all rows, and a few of them one by one."""
    table = frame(ROWS)
    whole, part = (read(rows, **ROLES, **roles) for rows in (table, table.sample(PART, random_state=1)))
    models = {name: replace(model, scored=None) for name, model in whole.models.items()}
    return replace(whole, models=models, joint=None, cases=None, single=part)


@pytest.fixture(scope="module")
def data() -> Data:
    return tallied().data()


def test_only_what_needs_single_cases_is_asked_of_the_part(data: Data) -> None:
    for name, question in nonempty(QUESTIONS.items()):
        choices = ONE_BY_ONE.get(name, {})
        assert (question.asked_of(data, question.choices.of(**choices)) is data) == (name not in ONE_BY_ONE)
        assert (question.asked_of(data) is data) == (ONE_BY_ONE.get(name) != {})
        assert question.lacking(data) is None


@pytest.mark.full
@pytest.mark.parametrize("roles", [{}, {"weight": "w"}], ids=["plain", "weighted"])
@pytest.mark.parametrize("choices", [{}, GROWING], ids=["usual", "amounts"])
def test_every_question_answers(roles: dict[str, str], choices: dict[str, object]) -> None:
    """With its figures and tables."""
    data = tallied(**roles).data()
    asked_of = [
        name for name, each in QUESTIONS.items() if each.needs_data and {*choices} <= {*each.choices.model_fields}
    ]
    for name in nonempty(asked_of):
        answer = asked(name, data, **choices)
        assert ("part-of-cases" in codes(answer)) == (ONE_BY_ONE.get(name) in ({}, choices))
        assert all(figure.drawn(LIGHT) for figure in answer.figures.values())
        assert all(table.rows() is not None for table in answer.tables.values())


def test_what_needs_single_cases_is_what_the_part_alone_says(data: Data) -> None:
    part = replace(data.one_by_one, whole=None)
    assert (part.total, data.total) == (PART, ROWS)
    for name, choices in nonempty(ONE_BY_ONE.items()):
        answer, alone = asked(name, data, **choices), asked(name, part, **choices)
        assert (answer.sentence, dict(answer.values)) == (alone.sentence, dict(alone.values))
        assert codes(answer) == [*codes(alone), "part-of-cases"]
        assert "**150 of the 600" in answer.about


def test_the_best_of_several_models_is_picked_on_the_part(data: Data) -> None:
    """And says so, though the verdict is that of all cases."""
    answer = asked("verdict", data)
    note = text_of(answer, next(code for code in codes(answer) if code.startswith("best-unseen")))
    assert "150" in note
    assert "part-of-cases" not in codes(answer)


def test_the_part_has_the_model_the_threshold_and_the_share_in_force(data: Data) -> None:
    predictions = tallied()
    moved = {name: model.cut(0.25) for name, model in predictions.models.items()}
    part = predictions.data("b", moved, "x").one_by_one
    assert (part.name, part.model.threshold, part.source, part.whole) == ("b", 0.25, "x", ROWS)
    assert {each.threshold for each in (*part.model.groups.values(), *part.model.moments)} == {0.25}
    there = data.at_share(0.1).one_by_one
    assert (there.prevalence, there.original.total) == (pytest.approx(0.1), PART)
    assert there.original.rows is not None
    assert data.part(60, rng=np.random.default_rng(1)).joint is not None
    in_memory = read(frame(80), **ROLES).data()
    assert in_memory.one_by_one is in_memory


def test_choices_are_those_of_the_part_and_steps_lead_to_it(data: Data) -> None:
    compare = QUESTIONS["compare"]
    choices = compare.choices.of(first="where: north", second="where: south")
    answer = compare.ask(data, choices)
    assert plain_reply(answer, compare, data, choices)["choices"]["first"] == "where: north"
    assert "compare" in {step.question for step in next_steps("curves", data)}
    drawn = QUESTIONS["cases"].ask_part(data, QUESTIONS["cases"].choices())
    assert "150 of the 600" in drawn.about


def test_a_worker_sends_the_part_along() -> None:
    header, buffers = packed(tallied())
    sent = unpacked(header, [bytearray(memoryview(buffer).cast("B")) for buffer in buffers])
    assert sent.data().one_by_one.fingerprint == tallied().data().one_by_one.fingerprint
