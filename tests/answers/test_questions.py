"""The register of questions: each has its module, page and example, and says what it lacks."""

import ast
import re
from contextlib import suppress
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import ddcore
import ddcore.answers
from ddcore.answers import MENU, SECTIONS
from ddcore.answers.base.question import QUESTIONS
from ddcore.answers.base.table_files import column_titles
from ddcore.data import Data
from ddcore.errors import InputError
from ddcore.measures import MEASURES
from ddcore.options import Offered, beside
from ddcore.read import read
from ddcore.samples import SAMPLES
from ddcore.samples.applicants import APPLICANTS
from ddcore.samples.moved import MOVED
from ddcore.samples.pairs import PAIRS
from tests.helpers.answered import answer_to
from tests.helpers.answers import asked, counted
from tests.helpers.loops import nonempty
from tests.helpers.tiers import some_of

ROOT = Path(__file__).parents[2]


def test_register_has_every_package_that_answers():
    folder = Path(ddcore.answers.__file__).parent
    answering = {path.parent.name for path in folder.glob("*/__init__.py") if "\nTITLE = " in path.read_text()}
    assert list(QUESTIONS) == list(MENU)
    assert set(QUESTIONS) == answering
    assert {question.section for question in QUESTIONS.values()} == set(SECTIONS)


def test_question_has_its_page_and_is_one():
    for name, question in QUESTIONS.items():
        page = (ROOT / "pages" / question.section / f"{name}.py").read_text()
        assert page.startswith(f'"""{question.text}"""')
        assert question.text.endswith("?")
        assert question.needed.endswith(".")
        assert question.sample in {**SAMPLES, **PAIRS, **APPLICANTS, **MOVED}
        assert re.fullmatch(r"[\w=&.,+-]+", question.example)


def test_without_the_data_that_it_needs_a_question_says_what_lacks():
    """Of classes alone those that need a model, of labels those that need scores."""
    classes, labels = Data(303, 139), counted(3, 1, 1, 3)
    lacking = {name: question.needs(classes) for name, question in QUESTIONS.items()}
    assert {name for name, said in lacking.items() if said is None} >= {"baselines", "expectation", "plan", "reach"}
    for name, said in nonempty((name, said) for name, said in lacking.items() if said is not None):
        answer = asked(name, classes)
        assert (answer.sentence, answer.reason) == said[:2]
        assert not answer.figures
        assert not answer.tables
    without_scores = [name for name, question in QUESTIONS.items() if question.needs(labels) is not None]
    assert "verdict" not in without_scores
    assert "folds" in without_scores
    for name in without_scores:
        assert asked(name, labels).sentence == QUESTIONS[name].needs(labels)[0]


def test_what_is_kept_has_a_name_that_no_other_module_uses():
    """All answers keep their results with the same data: one name for two things would give one for the other."""
    keepers: dict[str, set[str]] = {}
    for path in Path(ddcore.__file__).parent.rglob("*.py"):
        text = path.read_text()
        if "cached(" not in text:
            continue
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "cached":
                first = (part.value for part in ast.walk(node.args[0]) if isinstance(part, ast.Constant))
                name = next((value for value in first if isinstance(value, str)), None)
                if name is not None:
                    keepers.setdefault(name, set()).add(str(path))
    assert len(keepers) > 30
    assert {name: modules for name, modules in keepers.items() if len(modules) > 1} == {}


ONE = {
    "one case": counted(1, 0, 0, 0),
    "one case of a class": counted(1, 0, 0, 1),
    "one case in a cell": counted(1, 1, 1, 1),
    "one positive": ddcore.classes(30, 1),
    "one group, one empty cell": ddcore.predictions([1, 0, 0, 1], [0.9, 0.2, 0.6, 0.7], group=["a", "a", "a", None]),
    "one group": ddcore.predictions([1, 0] * 20, [0.9, 0.1, 0.3, 0.4] * 10, group=["a"] * 40),
    "two cases, two models": ddcore.predictions([1, 0], {"a": [0.9, 0.2], "b": [0.4, 0.6]}),
}
SLOW = ("plan", "ranking", "reach")


@pytest.mark.parametrize("kind", some_of(ONE))
def test_one_thing_is_told_as_one(kind):
    """`asked` looks for it in all that is told."""
    told = 0
    for name, question in QUESTIONS.items():
        if question.needs(ONE[kind]) is None and name not in SLOW:
            one_measure = {"measure": ["F1"]} if "Measures" in str(question.choices.model_fields.get("measure")) else {}
            with suppress(InputError):
                told += bool(asked(name, ONE[kind], **one_measure).sentence)
    assert told > 3


@pytest.mark.full
def test_questions_asked_of_the_same_data_one_after_the_other_are_answered_as_if_alone():
    sample = SAMPLES["two_class_example"]
    known = read(sample.path, **sample.roles).data()
    names = [name for name, question in QUESTIONS.items() if question.needs(known) is None]
    assert len(names) >= 12
    alone = {name: asked(name, read(sample.path, **sample.roles).data()).sentence for name in names}
    for name in [*names, *reversed(names)]:
        assert asked(name, known).sentence == alone[name]


JOINING = ["a", "as", "at", "be", "by", "if", "in", "is", "it", "no", "of", "on", "or", "p", "to", "up"]
SHORT = {*MEASURES, "AUC", "KS", *JOINING}
"""What may stand in the head of a column and is no longer word: measures, areas and what joins words."""
FIRST = {word.capitalize() for word in SHORT}


@pytest.mark.parametrize("name", some_of(QUESTIONS, "verdict", "thresholds", "groups", "plan", "costs"))
def test_heads_of_a_file_are_words_that_stand_alone(name):
    for table in nonempty(answer_to(name).tables.values()):
        heads = column_titles(table.rows().columns)
        assert len({head.casefold() for head in heads}) == len(heads) > 0
        assert not [head for head in heads if re.match(r"(to|up to|and)\b", head)]
        words = [word for head in heads for word in re.findall(r"[A-Za-z_]\w*", head)]
        assert {word for word in words if len(word) < 3 or word.isupper() or "_" in word} <= SHORT | FIRST


def test_a_choice_of_what_the_data_have_refuses_what_they_have_not():
    truth, place = np.arange(60) % 3 > 0, np.where(np.arange(60) % 2, "north", "south")
    cases = pd.DataFrame({"truth": truth, "one": truth + np.arange(60) / 40, "other": np.arange(60), "place": place})
    data = read(cases, truth="truth", score=["one", "other"], group="place").data()
    chosen = {
        (question.name, question.choices.named(name)): question
        for question in QUESTIONS.values()
        for name, field in question.choices.model_fields.items()
        if beside(field, Offered)
    }
    for (_, name), question in nonempty(chosen.items()):
        with pytest.raises(InputError, match=r"must be one of .*(place|one|north)"):
            question.ask(data, question.choices.of(**{name: "place: nowhere"}))
