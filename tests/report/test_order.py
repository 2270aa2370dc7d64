"""What a report is to have, as people give it: texts of links, keywords, JSON."""

import pytest

from ddcore.answers.base.question import QUESTIONS
from ddcore.errors import InputError
from ddcore.report import recipe
from ddcore.report.facts import chosen_settings
from ddcore.report.order import LONGEST, MOST_SECTIONS, Order, Wanted, sections_of


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("verdict", ["verdict"]),
        ("verdict, thresholds ,costs", ["verdict", "thresholds", "costs"]),
        ("verdict;thresholds,costs?u=0,-1,-5,0;prevalence", ["verdict", "thresholds", "costs", "prevalence"]),
        (["verdict", "costs?u=0,-1,-5,0&unit=EUR", "curves"], ["verdict", "costs", "curves"]),
        ("costs;costs?u=0,-1,-5,0", ["costs", "costs"]),
    ],
)
def test_sections_are_read(text: str | list[str], names: list[str]) -> None:
    assert [section.question for section in sections_of(text)] == names


MINE = "mine = max(tp, fp), lower"


@pytest.mark.parametrize(
    ("question", "choices", "note"),
    [
        ("costs", {"u": (0, -1, -5, 0), "unit": "€ & $; 100 %"}, "See; this? & that = 5, “ok”\n"),
        ("verdict", {"measure": ["F1", "MCC"]}, ""),
        ("verdict", {"measure": MINE}, ""),
        ("verdict", {"measure": (MINE, "F1", "MCC")}, ""),
        ("utility", {"or": "0.3: 45, -335, -65, 165\n0.2: 1, -2, -3, 4", "u": "1,-2,-3,4"}, ""),
    ],
)
def test_a_section_is_the_same_after_its_text(question: str, choices: dict[str, object], note: str) -> None:
    section = Wanted(question=question, choices=choices, note=note)
    read = Wanted.of(section.text)
    assert (read.question, read.note, read.made) == (section.question, section.note, section.made)
    assert [each.made for each in sections_of(f"verdict;{section.text}")][1] == section.made


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"ask": "nothing"}, "there is no question “nothing”; choose one of verdict"),
        ({"ask": "costs?q=1"}, "there is no choice q; choose one of prevalence"),
        ({"ask": "costs?u=1&u=2"}, "each choice of “costs” must be given once"),
        ({"ask": "costs?u=1"}, "u must be four numbers"),
        ({"ask": ""}, "a report must have from 1 to 40 sections, got 0"),
        ({"ask": ",".join(["verdict"] * (MOST_SECTIONS + 1))}, "a report must have from 1 to 40 sections, got 41"),
        ({"title": "x" * (LONGEST + 1)}, "title must have at most 10,000 characters, got 10,001"),
        ({"owner": "x" * (LONGEST + 1)}, "owner must have at most 10,000 characters, got 10,001"),
        ({"charts": "none"}, "charts must be one of interactive, pictures, got “none”"),
        ({"paper": "a3"}, "paper must be one of a4, letter, got “a3”"),
        ({"subtitle": "x"}, "a report takes no “subtitle”; choose one of title, author, date"),
        ({"title": 5}, "title must be a text, got “5”"),
        ({"sections": [{"question": "verdict", "choice": {}}]}, "a section takes no “choice”; choose one of question"),
        ({"sections": [{"choices": {}}]}, "a section must have a question"),
        ({"sections": "verdict"}, "sections must be a list of sections"),
        ({"card": {"owner": ["x"]}}, "owner must be a text"),
    ],
)
def test_what_cannot_be_used_is_said(given: dict[str, object], sentence: str) -> None:
    with pytest.raises(InputError) as refusal:
        Order.of(**given)  # type: ignore[arg-type]
    assert str(refusal.value).startswith(sentence)


def test_an_order_is_the_same_after_its_json() -> None:
    card = {"title": "T", "date": "today", "owner": "O", "limits": "L", "paper": "letter"}
    order = Order.of(ask="verdict,costs?u=0,-1,-5,0&note=hi", **card)
    assert Order.model_validate_json(order.model_dump_json()) == order
    assert [section.asked.name for section in Order.of(ask=",".join(QUESTIONS)).sections or ()] == list(QUESTIONS)


def test_choices_are_told_in_the_order_of_their_fields() -> None:
    """A set has another order in each process, and the same report would be another file."""
    section = Wanted.of("costs?volume=9&unit=EUR&prevalence=0.2&u=0,-1,-5,0&period=year&fixed=3&acting=2")
    names = ["prevalence", "u", "unit", "volume", "period", "fixed", "acting"]
    assert list(recipe.chosen(section)) == names
    assert len(chosen_settings(section)) == len(names)


@pytest.mark.parametrize(
    ("text", "texts"),
    [
        ("costs?u=0,-1,-5,0", {"What each outcome is worth": "TP 0, FP −1, FN −5, TN 0"}),
        ("costs?volume=10000&written=costs", {"Write prices as": "Costs", "Cases a period": "10,000"}),
        ("verdict?measure=F1,MCC", {"Measures": r"F1, Matthews correlation \(MCC\)"}),
        ("ensemble?called=0.25&models=a*,b", {"Share of cases predicted positive": "25 %", "Models": r"a\*, b"}),
    ],
)
def test_what_was_chosen_is_told_in_words(text: str, texts: dict[str, str]) -> None:
    assert {fact.label: fact.text for fact in chosen_settings(Wanted.of(text))} == texts
