"""Of many cases a page shows the answer for a part first, says so, and then that for all."""

from dataclasses import replace

import numpy as np
import pytest

from ddcore import cache
from ddcore.answers.base.question import QUESTIONS
from ddcore.cache import Cache
from pages.frame import show
from pages.frame.page import Page
from pages.session import work
from tests.helpers.tiers import some_of
from tests.helpers.visiting import answer, choose, dropped, fine, said, shows, visit, widget

pytestmark = pytest.mark.usefixtures("samples_anew")

PART = "of the 3,000 cases**, drawn at random"
IN_PARTS = tuple(name for name, question in QUESTIONS.items() if question.part)


def content(cases: int = 3000) -> bytes:
    """Two models that gave each case a score of its own."""
    rng = np.random.default_rng(1)
    truth = rng.random(cases) < 0.3
    scores = rng.normal(truth[:, None], 1, (cases, 2)).tolist()
    rows = (f"{yes:d},{one!r},{other!r}" for yes, (one, other) in zip(truth, scores, strict=True))
    return "\n".join(["truth,score a,score b", *rows]).encode()


@pytest.fixture
def heads(monkeypatch) -> list[str]:
    """What pages say one after the other, where 1,500 cases are many and a part has 1,000."""
    monkeypatch.setattr(work, "MANY", 1500)
    monkeypatch.setattr(work, "APART", 1500)
    for name in IN_PARTS:
        monkeypatch.setitem(QUESTIONS._known, name, replace(QUESTIONS[name], part=1000))
    found, head = [], show.head
    monkeypatch.setattr(show, "head", lambda answer, **how: (found.append(answer), head(answer, **how)))
    return found


@pytest.mark.full
@pytest.mark.parametrize("page", IN_PARTS)
def test_a_part_comes_first_and_then_all(page, heads):
    at = dropped(content(), page)
    first, last = heads[-2:]
    assert PART in first.about
    assert "drawn at random" not in last.about
    assert first.values != last.values
    shows(at)


def test_a_part_is_cut_at_the_threshold_that_is_set(heads, monkeypatch):
    monkeypatch.setattr(Page, "_refine", lambda *_: None)
    at = dropped(content(), "thresholds")
    slider = widget(at, "data_threshold_")
    set_to = slider.value + 5 * slider.step
    choose(at, data_threshold_=set_to)
    assert heads[-1].values["models"]["score a"]["threshold"] == pytest.approx(set_to, rel=1e-5)
    assert PART in heads[-1].about


@pytest.mark.full
def test_what_a_part_cannot_answer_is_asked_of_all_cases(heads):
    """The one case with the highest score is not drawn; without it no threshold has so high a precision."""
    rows = ["truth,score", "1,9", *(f"{int(i % 3 == 0)},{i * 2399 % 3000 / 3000}" for i in range(2999))]
    at = dropped("\n".join(rows).encode(), "thresholds", link="where=PPV:0.99")
    assert " F1 is 9" in answer(at)
    assert not any("drawn at random" in each.about for each in heads)


@pytest.mark.full
def test_where_all_cases_cannot_be_counted_the_part_stays_and_the_page_says_why(heads, monkeypatch):
    monkeypatch.setattr(work, "LIMITS", replace(work.LIMITS, clock=1e-6))
    at = dropped(content(), "thresholds")
    assert said(at, "warning").lower() == f"{work.WHY['time']}."
    assert PART in heads[-1].about


@pytest.fixture
def long_work(monkeypatch) -> list[object]:
    """The keys of long results in the order in which pages make them; all of them are long, and large."""
    monkeypatch.setattr(work, "MANY", 1)
    monkeypatch.setattr(work, "APART", 1)
    monkeypatch.setattr(cache, "MANY", 1)
    get, made = Cache.get, []

    def large(store, key, make, *, cases=0, large=False):
        return get(store, key, make, cases=cases, large=cases > 0)

    monkeypatch.setattr(Cache, "get", large)
    monkeypatch.setattr(work, "_made_apart", lambda key, make: (made.append(key), make())[1])
    return made


@pytest.mark.parametrize("page", some_of(QUESTIONS, "curves"))
@pytest.mark.usefixtures("drawn")
def test_large_results_of_a_page_do_not_take_the_place_of_each_other(page, long_work):
    at = visit(page, QUESTIONS[page].example)
    long_work.clear()
    fine(at.run())
    assert long_work == []


@pytest.mark.full
@pytest.mark.parametrize("page", QUESTIONS)
def test_a_page_settles_though_its_store_holds_one_large_result(page, long_work, monkeypatch):
    monkeypatch.setattr(cache._Entry, "in_use", False)
    found, head = [], show.head
    monkeypatch.setattr(show, "head", lambda answer, **how: (found.append(answer), head(answer, **how)))
    at = visit(page, QUESTIONS[page].example)
    for runs in (1, 2):
        assert len(found) <= 2 * runs
        assert "drawn at random" not in found[-1].about
        fine(at.run())
