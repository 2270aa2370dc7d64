"""Choices: declared once, refused in one sentence, and the same for every door."""

import re
from pathlib import Path
from typing import Annotated

import pytest
from pydantic import Field, ValidationError

from ddcore.answers.base.question import QUESTIONS
from ddcore.data import Data
from ddcore.errors import InputError
from ddcore.measures import MEASURES
from ddcore.options import (
    Key,
    Measures,
    NumberField,
    Offered,
    OneOf,
    Options,
    Slider,
    Text,
    beside,
    judging,
    limits,
)
from pages.session.view import long_names
from tests.helpers.loops import nonempty

ROOT = Path(__file__).parents[1]
KINDS = (Measures, NumberField, Offered, OneOf, Slider, Text)
FIELDS = [(name, field) for name, question in QUESTIONS.items() for field in question.choices.model_fields]


class Sample(Options):
    share: Annotated[float, Slider(0.01)] = Field(0.5, ge=0, le=1, title="Share")
    many: Annotated[int, NumberField()] = Field(10, ge=2, le=1_000_000, title="How many")
    kind: Annotated[str, OneOf({"a": "First", "b": "Second"})] = Field("a", title="Kind")
    other: Annotated[str, Text()] = Field("", alias="or", title="Other")
    measure: Annotated[tuple[str, ...], Measures(judging, most=2)] = Field(("F1",), title="Measures")
    here: Annotated[float | None, Slider(0.1)] = Field(None, ge=0, le=1, title="Here")

    @classmethod
    def defaults(cls, data):
        return {"here": data.prevalence}


def test_texts_and_values_are_the_same():
    texts = Sample.of(**{"share": "0.25", "many": "7", "kind": "b", "or": "x", "measure": "MCC", "here": "1"})
    assert texts == Sample.of(share=0.25, many=7, kind="b", other="x", measure=["Matthews correlation"], here=1)


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"share": 1.2}, 'share must be between 0 and 1, got "1.2"'),
        ({"share": "much"}, 'share must be between 0 and 1, got "much"'),
        ({"share": "nan"}, 'share must be between 0 and 1, got "nan"'),
        ({"many": "2.5"}, 'many must be a whole number, got "2.5"'),
        ({"many": 2_000_000}, 'many must be between 2 and 1,000,000, got "2000000"'),
        ({"kind": "c"}, 'kind must be one of a, b, got "c"'),
        ({"or": 3}, 'or input should be a valid string, got "3"'),
        ({"measure": ["prevalence"]}, 'measure must be one of those offered here, got "prevalence"'),
        ({"measure": ["tq ="]}, "the formula"),
        ({"measure": []}, "measure must name at least one measure, got none"),
        ({"size": 3}, "there is no choice size; choose one of share, many, kind, or, measure, here"),
        ({"share": "x" * 100}, 'got "' + "x" * 40 + '"'),
    ],
)
def test_what_cannot_be_used_is_refused_in_a_sentence(given, sentence):
    with pytest.raises(InputError, match=re.escape(sentence)):
        Sample.of(**given)


def test_measures_have_any_name_or_a_formula_up_to_a_number():
    assert Sample.of(measure=["accuracy", "F1", "ACC"]).measure == ("ACC", "F1")
    assert Sample.of(measure="x=tp/m").measure == ("x = tp / m",)
    assert Sample.of(measure=["F1", "MCC", "ACC"]).measure == ("F1", "MCC")
    offered = Measures(judging).offered
    assert set(offered) == {key for key, row in MEASURES.items() if row.judges}
    assert len(offered) < len(MEASURES)


def test_what_is_usual_for_the_data_stands_where_nobody_said_otherwise():
    assert Sample().with_defaults(Data(10, 4)).here == 0.4
    assert Sample(here=0.9).with_defaults(Data(10, 4)).here == 0.9
    with pytest.raises(ValidationError, match="frozen"):
        Sample().share = 1.0


@pytest.mark.parametrize("question", QUESTIONS)
def test_every_choice_has_a_label_help_and_a_way_to_be_shown_and_a_default_that_can_be_chosen(question):
    choices = QUESTIONS[question].choices
    folder = ROOT / "pages" / QUESTIONS[question].section
    page = "".join(path.read_text() for path in [*folder.glob(f"{question}*.py"), *ROOT.glob("pages/frame/*.py")])
    for name, field in nonempty(choices.model_fields.items()):
        assert field.title
        assert field.description
        kinds = sum(beside(field, kind) is not None for kind in KINDS)
        assert kinds == 1 or (kinds == 0 and f'control("{name}", ' in page), name
        if beside(field, Slider):
            assert None not in limits(field), name
        default = field.get_default()
        given = {} if default is None else {choices.named(name): default}
        assert getattr(choices.of(**given), name) == default


def test_one_key_means_one_choice():
    """What is remembered under one key has the same values, limits, label and help wherever it is declared.

    Of measures a page looks at one or a few, and may not offer all: it shows those that it can.
    """
    declared = {}
    for question, name in FIELDS:
        choices = QUESTIONS[question].choices
        field, own = choices.model_fields[name], beside(choices.model_fields[name], Key)
        key = own.name if own else choices.named(name)
        shown = [beside(field, kind) for kind in KINDS if kind is not Measures]
        meaning = (field.title, limits(field), shown, field.description)
        declared.setdefault(key, []).append((question, meaning))
    several = {key: rows for key, rows in declared.items() if len(rows) > 1}
    assert several
    assert {key: rows for key, rows in several.items() if len({str(meaning) for _, meaning in rows}) > 1} == {}


def test_a_key_is_no_name_that_means_something_else_on_another_page():
    """A link has the choices of its own page by their names, and those of all others by their keys."""
    named = {name for question in QUESTIONS for name, key in long_names(question).items() if name != key}
    keys = {key for question in QUESTIONS for key in long_names(question).values()}
    assert named
    assert not named & keys
