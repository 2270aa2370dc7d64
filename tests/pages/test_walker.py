"""A thousand random moves through all pages: nothing fails, and control, sentence and link always say the same."""

import random
import re

import pytest

from ddcore.answers import QUESTIONS
from ddcore.answers.options import Key, Measures, OfData, OneOf, beside
from tests.helpers.visiting import PAGES, fine, plain, visit

MOVES = 125
"""Of each walk; there are eight of them."""
SAMPLES = ("two_class_example", "factory", "scenario_3", "pair_2", "applicants")
SLOW = ("pairs",)
"""A million of them take a quarter of a minute."""
DRAWN = (0, 4)
"""The walks that draw their charts and write their tables; the others look at sentences and controls alone."""
KINDS = ("slider", "number_input", "selectbox", "segmented_control", "multiselect", "select_slider", "radio")


def widgets(at):
    """The controls of the page itself."""
    return [node for kind in KINDS for node in getattr(at.main, kind) if node.key and not node.disabled]


def field_of(page, node, data):
    """The name of the choice that a control shows; empty where it shows a part of one."""
    names = QUESTIONS[page].choices.model_fields
    return next((name for name in names if key_of(page, name, data) == node.key), "")


def moved(page, node, at, chance):
    """A value that the control allows; None where it is not known what its values are."""
    if node.type == "slider":
        return round(node.min + chance.random() * (node.max - node.min), 2)
    if node.type == "number_input" and None in (node.min, node.max):
        return None
    if node.type == "number_input":
        high = min(node.max, node.min + 10)
        return chance.randint(int(node.min), int(high)) if node.step >= 1 else round(chance.uniform(node.min, high), 2)
    choices, data = QUESTIONS[page].choices, at.session_state["data"]
    name = field_of(page, node, data)
    if not name or name in SLOW:
        return None
    measures, listed = (beside(choices.model_fields[name], kind) for kind in (Measures, OneOf))
    if measures:
        return chance.sample(measures.offered, chance.randint(1, min(measures.most or 5, 4)))
    return chance.choice(list(choices.offered(name, data, chosen(page, at).model_dump()) or listed.titles))


def chosen(page, at):
    """The choices of a page by its link alone."""
    choices, link = QUESTIONS[page].choices, dict(at.query_params.items())
    given = {
        choices.named(name): link[choices.named(name)] for name in choices.model_fields if choices.named(name) in link
    }
    if "measure" in choices.model_fields and {"measure", "formula"} & set(link):
        usual = ",".join(choices.model_fields["measure"].default)
        names = [*link.get("formula", "").split(";"), *link.get("measure", usual).split(",")]
        given["measure"] = [name for name in names if name and name != "none"]
    return choices.of(**given)


def key_of(page, name, data):
    choices = QUESTIONS[page].choices
    own = beside(choices.model_fields[name], Key)
    key = own.name if own else choices.named(name)
    return f"{key}_{data.source}" if beside(choices.model_fields[name], OfData) else key


def agree(at, page):
    """Whether the page says what the program says of its data and its link, and its controls stand there."""
    question, data = QUESTIONS[page], at.session_state["data"]
    choices = chosen(page, at)
    answer = question.ask(data, choices)
    assert [plain(header.value) for header in at.main.header] == [plain(answer.sentence)], (page, at.query_params)
    known = {node.key: node for node in widgets(at)}
    for name in question.choices.model_fields:
        node, value = known.get(key_of(page, name, data)), getattr(choices.for_data(data), name)
        if node is not None and value is not None:
            shown = tuple(node.value) if isinstance(value, tuple) else node.value
            assert shown == (pytest.approx(value) if isinstance(value, float) else value), (page, name, at.query_params)


@pytest.mark.parametrize("seed", range(8))
def test_any_way_through_the_pages_keeps_control_sentence_and_link_the_same(seed, request):
    if seed not in DRAWN:
        request.getfixturevalue("undrawn")
    chance = random.Random(seed)
    page = chance.choice(list(QUESTIONS))
    at = visit(page, "sample=pair_2&size=60")
    for _ in range(MOVES):
        move = chance.random()
        if move < 0.3:
            page = chance.choice(list(QUESTIONS))
            at.switch_page(PAGES[page])
        elif move < 0.4:
            at.selectbox(key="data_sample").set_value(chance.choice(SAMPLES))
            fine(at.run())
            for key, value in (("data_size", 60), ("data_seed", chance.randint(0, 1))):
                if any(node.key == key for node in at.sidebar.number_input):
                    at.sidebar.number_input(key=key).set_value(value)
        elif known := widgets(at):
            node = chance.choice(known)
            value = moved(page, node, at, chance)
            if value is not None:
                node.set_value(value)
        fine(at.run())
        assert not at.main.error, [error.value for error in at.main.error]
        assert not re.search(r"could not be followed", " ".join(warning.value for warning in at.main.warning))
        agree(at, page)
