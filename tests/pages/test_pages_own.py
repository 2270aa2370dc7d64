"""A measure of one's own: typed, mended, shown on every page, carried by the link, and nobody else's."""

from functools import cache
from urllib.parse import urlencode

import pytest

from ddcore.answers.csv_file import csv
from ddcore.expression import FUNCTIONS
from ddcore.formula import COUNTS
from ddcore.measures import MEASURES
from tests.helpers.visiting import (
    CHARTS,
    CHOOSING,
    SCORES,
    WHOLE,
    answer,
    choose,
    control,
    dropped,
    figure,
    fine,
    go,
    linked,
    measure_key,
    own_key,
    said,
    shows,
    table,
    travels,
    visit,
    widget,
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


def test_numbers_of_a_formula_are_those_of_the_hand():
    found = table(opened(formula=NET)).set_index("Short name").loc[NET]
    assert found[["Score", "Chance"]].tolist() == pytest.approx([0.354, 0.032], abs=1e-12)
    found = table(opened("rescaled", formula=NET)).set_index("Short name").loc[NET]
    expected = [(0.354 - 0.032) / (0.516 - 0.032), (0.354 - 0.016) / (0.516 - 0.016), (227 / 258 - 50 / 242) / 2]
    assert found[["Beyond chance", "Beyond guesser", "Balanced"]].tolist() == pytest.approx(expected, abs=1e-12)


def test_page_alone_with_it_has_no_other_measure():
    for page in ("verdict", "prevalence", "folds"):
        at = opened(page, measure="none", formula=NET)
        assert not at.warning
        assert box(at, page).value == [NET]
        assert at.query_params == {**EXAMPLE, "measure": "none", "formula": NET}
        shows(at)
    assert len(opened(measure="none").main.info) == 1


def test_formula_is_understood_as_people_type_it():
    at = opened("rescaled")
    for text, key in (
        ("(tp - fp) / m", "= (tp - fp) / m"),
        ("  net=(tp-fp)/m  ", "net = (tp - fp) / m"),
        ("cost = (fp + 5 * fn) / m, lower", "cost = (fp + 5 * fn) / m, lower"),
        ("share = 2 × (tp − fp) ÷ m", "share = 2 * (tp - fp) / m"),
    ):
        write(at, "rescaled", text)
        assert box(at, "rescaled").value[0] == key
        assert key in at.query_params["formula"].split(";")
    shows(at)
    assert at.query_params["formula"].count(";") == 3
    before = at.query_params["formula"]
    write(at, "rescaled", "net=(tp - fp) / m")
    assert sorted(at.query_params["formula"].split(";")) == sorted(before.split(";")), "the same one twice is one"
    other = visit("rescaled", urlencode(dict(at.query_params)))
    assert other.query_params == at.query_params
    assert table(other).equals(table(at))


BAD = (
    ("net = tp + tq", '"tq"'),
    ("net = (tp - fp", "cannot be read"),
    ("net = ", "is empty"),
    ("net = log(0 * tp)", "no finite value"),
    ("9net = tp", "start with a letter"),
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


def test_bad_formula_is_mended_or_left_behind():
    at = write(opened(), "verdict", "tp + tq")
    assert not write(at, "verdict", NET).error
    assert box(at, "verdict").value[0] == NET
    at = go(write(at, "verdict", "tp + tq"), "baselines")
    assert bool(at.main.error) == (control(at, own_key("baselines")).value == "tp + tq")


def test_bad_formula_in_a_link_is_said_and_left_out():
    for text, words in (*((text.strip(), words) for text, words in BAD), ("", "is empty")):
        at = opened(formula=text)
        assert len(at.warning) == 1
        assert words in said(at, "warning")
        assert at.query_params == EXAMPLE
    at = visit("prevalence", urlencode({**EXAMPLE, "measure": "MCC", "formula": "tp+"}))
    assert len(at.warning) == 1
    assert (box(at, "prevalence").value, at.query_params["measure"]) == (["MCC"], "MCC")


def test_direction_is_said_and_may_be_turned():
    for text, better, chance in (
        ("miss = fn / p", "lower", 0.0),
        ("miss = fn / p, higher", "higher", 1.0),
        ("gain = (5 * tp - fp) / m, lower", "lower", 0.0),
    ):
        at = write(opened(), "verdict", text)
        assert f"{text.partition(' ')[0]}: {better} is better" in said(at, "caption")
        assert table(at).set_index("Short name").loc[text, "Chance"] == pytest.approx(chance, abs=1e-12)
        assert at.query_params["formula"] == text


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


@pytest.mark.full
def test_pages_of_few_measures_take_the_new_one_first():
    hits = "hits = tp / m"
    at = write(opened("folds"), "folds", NET)
    assert box(at, "folds").value == [NET]
    assert box(write(at, "folds", hits), "folds").value == [hits]
    assert at.query_params["formula"] == hits
    at = write(opened("prevalence"), "prevalence", NET)
    assert box(at, "prevalence").value == [NET, "F1"]
    assert box(write(at, "prevalence", hits), "prevalence").value == [hits, NET]
    assert at.query_params["measure"] == "none"
    texts = [f"net{k} = (tp - {k} * fp) / m" for k in range(1, 7)]
    for page, most in (("folds", 1), ("prevalence", 2), ("expectation", 4)):
        at = opened(page, formula=";".join(texts))
        assert box(at, page).value == texts[:most]
        assert at.query_params["formula"] == ";".join(texts[:most])


ANY = ("tp - 5 * fp", "log(tp)", "tp / fp", "1", "p / m", "sqrt(tp - fp)", "fn / p, lower")
MOST = {"expectation": 4, "prevalence": 2, "folds": 1}


@pytest.mark.full
@pytest.mark.usefixtures("drawn")
def test_any_formula_has_an_answer_on_each_page():
    for page in CHOOSING:
        most = MOST.get(page, 7)
        link = {"TP": "9", "FP": "3", "FN": "2", "TN": "6"} if page != "folds" else {**EXAMPLE, "resamples": "50"}
        for first in range(0, len(ANY), most):
            texts = ANY[first : first + most]
            at = visit(page, urlencode({**link, "formula": ";".join(texts)}))
            assert not at.warning
            assert len(set(box(at, page).value) - set(MEASURES)) == len(texts)
            shows(at)
            assert not {"nan", "inf", "−inf"} & set(said(at).lower().replace(",", " ").split()), (page, texts)
    for page, link in (
        ("expectation", {"sample": "hpc_cv", "formula": "exp(tp)"}),
        ("prevalence", {"M": "60", "P": "20", "formula": "exp(9 * tp)"}),
    ):
        assert box(visit(page, urlencode(link)), page).value[0] == f"= {link['formula']}", "too large for a number"


def test_formula_on_an_upload_is_all_that_the_link_has():
    at = write(dropped(SCORES, "rescaled"), "rescaled", NET)
    assert linked(at) == {"data": "File", "formula": NET}
    assert table(at).set_index("Short name").loc[NET, "Score"] == pytest.approx((10 - 5) / 30)


def test_formula_of_one_visitor_is_no_other_visitors():
    mine = write(visit("folds", WHOLE["folds"]), "folds", "secret = (tp - 7 * fp) / m")
    assert "secret" in "".join(box(mine, "folds").options)
    yours = visit("folds", WHOLE["folds"])
    assert "secret" not in "".join(box(yours, "folds").options) + said(yours)
    assert "formula" not in yours.query_params
    write(yours, "folds", "tp +")
    assert not fine(mine.run()).main.error


def test_table_starts_no_formula_in_a_spreadsheet():
    at = write(opened("rescaled"), "rescaled", "(tp - fp) / m")
    content = csv(table(at)).decode()
    assert ",'= (tp - fp) / m," in content
    assert ",= " not in content
    assert ",-fp / m" not in csv(table(write(at, "rescaled", "-fp / m"))).decode()


def test_help_names_all_that_a_formula_may_hold():
    text = widget(example(), own_key("verdict")).proto.help
    words = set(text.replace(",", " ").replace("(", " ").replace(")", " ").replace(".", " ").split())
    assert {*COUNTS, *FUNCTIONS} <= words
