"""A part of what `python -m tests.hostile` opens, in the suite, and the limits under which it does."""

import random

import pytest

from tests.helpers.loops import nonempty
from tests.hostile import files, formulas, limits, links
from tests.hostile.behaving import behaved
from tests.hostile.expected import Hostile, right, says
from tests.hostile.kinds import KINDS

FINE = ("right", "sentence")
MORE = ("text", "names", "numbers", "JSON", "workbooks", "real")
"""Kinds of which three files are read here, two of the others."""


def sample():
    """Some sixty files, the same each time."""
    rng = random.Random(89)
    for kind, made in KINDS.items():
        for file in rng.sample([*made()], 3 if kind.startswith(MORE) else 2):
            yield kind, file


FILES = [*sample()]
LIGHT = ("verdict", "baselines", "expectation", "rescaled", "curves", "utility", "folds", "refer")
LINKS = [next(one for one in links.links() if one.page == page) for page in LIGHT]


@pytest.fixture(scope="module")
def child():
    """Makes a child that does some work; all are ended afterwards."""
    made = {}

    def of(function, *longest):
        return made.setdefault(function, limits.Child(function, *longest))

    yield of
    for one in made.values():
        one.end()


@pytest.mark.parametrize(("kind", "file"), FILES, ids=range(len(FILES)))
def test_a_hostile_file_ends_as_it_must(child, kind, file):
    outcome = child(files.opened)(file.name, file.content(kind))
    # Other tests run beside it: what is slow is told by the script.
    assert files.judged(file, outcome, waits=True) in FINE, (kind, file.name[:80], outcome)


def test_hostile_links_open_their_page(child):
    for one in LINKS:
        outcome = child(links.opened)(one.page, one.asked)
        assert links.judged(outcome) == "right", (one.name, outcome)


def test_hostile_formulas_are_measures_or_refused(child):
    for one in nonempty([*formulas.typed()][::100]):
        outcome = child(formulas.values)(one.text)
        assert formulas.judged(one, outcome) in FINE, (one.text[:200], outcome)


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
