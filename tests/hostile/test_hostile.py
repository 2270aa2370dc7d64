"""Hostile files, links and formulas, of each kind some by default; and the limits under which they are opened."""

import random

import pytest

from tests.helpers.loops import nonempty
from tests.hostile import files, formulas, limits, links
from tests.hostile.behaving import behaved
from tests.hostile.expected import Hostile, right, says
from tests.hostile.kinds import KINDS

FINE = ("right", "sentence")
LIGHT = ("verdict", "baselines", "expectation", "rescaled", "curves", "utility", "folds", "refer")


@pytest.fixture(scope="module")
def child():
    """Makes a child that does some work; all are ended afterwards."""
    made = {}

    def of(function, *longest):
        return made.setdefault(function, limits.Child(function, *longest))

    yield of
    for one in made.values():
        one.end()


def ended_wrong(child, cases):
    """The files that did not end as they must; the time that each took is judged by the script, on a quiet machine."""
    found = []
    for kind, file in nonempty(cases):
        outcome = child(files.opened)(file.name, file.content(kind))
        if files.judged(file, outcome, waits=True) not in FINE:
            found.append((kind, file.name[:80], outcome))
    return found


def test_a_hostile_file_of_each_kind_ends_as_it_must(child):
    rng = random.Random(89)
    assert ended_wrong(child, [(kind, rng.choice([*made()])) for kind, made in KINDS.items()]) == []


@pytest.mark.full
def test_all_hostile_files_end_as_they_must(child):
    assert ended_wrong(child, ((kind, file) for kind, made in KINDS.items() for file in made())) == []


def links_gone_wrong(child, asked):
    outcomes = [(one.name, child(links.opened)(one.page, one.asked)) for one in nonempty(asked)]
    return [(name, outcome) for name, outcome in outcomes if links.judged(outcome) != "right"]


@pytest.mark.full
def test_hostile_links_to_light_pages_open_them(child):
    assert (
        links_gone_wrong(child, [next(one for one in links.links() if one.page == page) for page in LIGHT[::3]]) == []
    )


@pytest.mark.full
def test_all_hostile_links_open_their_page(child):
    assert links_gone_wrong(child, [one for one in links.links() if one.page in LIGHT]) == []


def formulas_gone_wrong(child, typed):
    outcomes = [(one, child(formulas.values)(one.text)) for one in nonempty(typed)]
    return [(one.text[:200], outcome) for one, outcome in outcomes if formulas.judged(one, outcome) not in FINE]


@pytest.mark.full
def test_a_hundred_hostile_formulas_are_measures_or_refused(child):
    assert formulas_gone_wrong(child, [*formulas.typed()][::100]) == []


@pytest.mark.full
def test_all_hostile_formulas_are_measures_or_refused(child):
    assert formulas_gone_wrong(child, formulas.typed()) == []


@pytest.mark.full
def test_every_way_to_end_is_told_from_the_others(child, monkeypatch):
    monkeypatch.setattr(limits, "LARGE", 200)
    monkeypatch.setattr(limits, "SLOW", 2.9)
    run = child(behaved, 3.0)
    ways = ("abort", "fine", "sleep", "fine", "fill", "hold", "ask", "tell", "break")
    outcomes = {way: run(way) for way in ways}
    faults = {way: outcome.fault for way, outcome in outcomes.items()}
    assert faults == {
        **{"abort": "killed", "fine": "", "sleep": "slow", "fill": "killed", "hold": "large", "ask": ""},
        **{"tell": "wrong", "break": "wrong"},
    }
    expected = {
        way: Hostile("a.csv", bytes, expected)
        for way, expected in {"fine": right(40, 15), "ask": says("truth")}.items()
    }
    assert [files.judged(expected[way], outcomes[way]) for way in expected] == ["right", "sentence"]
    other = Hostile("a.csv", bytes, right(40, 16))
    assert [files.judged(other, outcomes[way]) for way in expected] == ["wrong", "wrong"]
    other = Hostile("a.csv", bytes, says("score"))
    assert [files.judged(other, outcomes[way]) for way in expected] == ["wrong", "wrong"]
