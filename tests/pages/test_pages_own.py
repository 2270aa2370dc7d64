"""A measure of one's own: typed, mended, shown on every page, carried by the link, and nobody else's."""

from functools import cache
from urllib.parse import urlencode

import pytest

from tests.helpers.visiting import (
    CHARTS,
    CHOOSING,
    WHOLE,
    answer,
    choose,
    control,
    figure,
    fine,
    go,
    measure_key,
    own_key,
    said,
    shows,
    table,
    travels,
    visit,
)

NET = "net = (tp - fp) / m"
"""On two_class_example (227 - 50) / 500 = 0.354; always predicting positive earns (258 - 242) / 500 = 0.032."""
EXAMPLE = {"sample": "two_class_example"}


def write(at, page, text):
    return choose(at, **{own_key(page): text})


def box(at, page):
    return control(at, measure_key(page))


def opened(page="verdict", **link):
    return visit(page, urlencode({**EXAMPLE, **link}))


@cache
def example():
    """A session in which tests only write formulas that cannot be read."""
    return opened()


@pytest.mark.full
@pytest.mark.usefixtures("drawn", "unfolded")
def test_formula_typed_is_shown_and_in_the_link():
    for page in CHOOSING:
        at = opened(page)
        before = box(at, page).value
        write(at, page, NET)
        assert not at.error
        assert box(at, page).value[0] == NET
        assert set(box(at, page).value[1:]) <= set(before)
        assert control(at, own_key(page)).value == ""
        assert at.query_params["formula"] == NET
        assert "net" in figure(at, CHARTS[page])
        assert "net: higher is better" in said(at, "caption")
        shows(at)
        other = travels(at)
        assert box(other, page).value == box(at, page).value
        assert table(other).equals(table(at))


def test_page_alone_with_it_has_no_other_measure():
    for page in ("verdict", "prevalence", "folds"):
        at = opened(page, measure="none", formula=NET)
        assert not at.warning
        assert box(at, page).value == [NET]
        assert at.query_params == {**EXAMPLE, "measure": "none", "formula": NET}
        shows(at)
    assert len(opened(measure="none").main.info) == 1


def test_formula_is_written_into_the_link_once_however_it_is_typed():
    at = write(opened("rescaled"), "rescaled", "  net=(tp-fp)/m  ")
    assert box(at, "rescaled").value[0] == NET
    write(at, "rescaled", "share = 2 × (tp − fp) ÷ m")
    write(at, "rescaled", "net=(tp - fp) / m")
    assert sorted(at.query_params["formula"].split(";")) == [NET, "share = 2 * (tp - fp) / m"]
    assert table(travels(at)).equals(table(at))


BAD = (
    ("net = tp + tq", '"tq"'),
    ("net = ", "is empty"),
    ("net = __import__('os').system('ls')", '"__import__"'),
    ("net = ![x](http://evil.example)<b>", '"!"'),
    ("tp + " * 2000, "got 9,999"),
)


def test_bad_formula_has_its_sentence_and_stays_in_the_box():
    at = example()
    before = answer(at)
    for text, words in BAD:
        write(at, "verdict", text)
        [problem] = at.main.error
        assert words in said(at, "error")
        assert control(at, own_key("verdict")).value == text
        assert answer(at) == before
        assert "formula" not in at.query_params
        assert "![x]" not in problem.value
        assert "<b>" not in problem.value
    together = [
        [getattr(one, "key", None) or one.type for one in block.children.values()]
        for block in at._tree
        if hasattr(block, "children")
    ]
    beside = [names for names in together if own_key("verdict") in names]
    assert beside == [[measure_key("verdict"), own_key("verdict"), "error"]]
    assert not write(at, "verdict", "").main.error


def test_bad_formula_in_a_link_is_said_and_left_out():
    for text, words in (*((text.strip(), words) for text, words in BAD), ("", "is empty")):
        at = opened(formula=text)
        assert len(at.warning) == 1
        assert words in said(at, "warning")
        assert at.query_params == EXAMPLE
    at = visit("prevalence", urlencode({**EXAMPLE, "measure": "MCC", "formula": "tp+"}))
    assert len(at.warning) == 1
    assert (box(at, "prevalence").value, at.query_params["measure"]) == (["MCC"], "MCC")


def test_formula_stays_on_the_way_to_every_page_and_back():
    at = write(opened(), "verdict", NET)
    asked = {measure_key("verdict")}
    for page in [*CHOOSING[1:], "verdict"]:
        go(at, page)
        shared = measure_key(page) in asked
        asked.add(measure_key(page))
        assert (NET in box(at, page).value) is shared
        assert box(at, page).options[0] == "net"
        if not shared:
            fine(box(at, page).set_value([NET]).run())
        assert at.query_params["formula"] == NET
        shows(at)
    assert box(at, "verdict").value[0] == NET


def test_formula_is_taken_out_and_put_back():
    at = opened(formula=NET)
    fine(box(at, "verdict").set_value(["ACC", "F1"]).run())
    assert NET not in table(at)["Short name"].tolist()
    assert at.query_params == {**EXAMPLE, "measure": "ACC,F1"}
    fine(box(at, "verdict").set_value(["ACC", NET]).run())
    assert table(at)["Short name"].tolist()[:2] == [NET, "ACC"]
    assert at.query_params["formula"] == NET


def test_pages_of_few_measures_take_the_new_one_first():
    at = write(opened("prevalence"), "prevalence", NET)
    assert box(at, "prevalence").value == [NET, "F1"]
    assert box(write(at, "prevalence", "hits = tp / m"), "prevalence").value == ["hits = tp / m", NET]
    assert at.query_params["measure"] == "none"
    texts = [f"net{k} = (tp - {k} * fp) / m" for k in range(1, 4)]
    at = opened("prevalence", formula=";".join(texts))
    assert box(at, "prevalence").value == texts[:2]
    assert at.query_params["formula"] == ";".join(texts[:2])


def test_formula_of_one_visitor_is_no_other_visitors():
    mine = write(visit("folds", WHOLE["folds"]), "folds", "secret = (tp - 7 * fp) / m")
    assert "secret" in "".join(box(mine, "folds").options)
    yours = visit("folds", WHOLE["folds"])
    assert "secret" not in "".join(box(yours, "folds").options) + said(yours)
    assert "formula" not in yours.query_params
    write(yours, "folds", "tp +")
    assert not fine(mine.run()).main.error
