"""Measures and laws of one's own: typed, mended, shown, carried by the link, and nobody else's."""

from functools import cache
from urllib.parse import urlencode

import pytest

from ddcore.answers.base.table_files import csv
from ddcore.measures import MEASURES
from tests.helpers.loops import nonempty
from tests.helpers.tiers import some_of
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
    linked,
    measure_key,
    moves,
    own_key,
    said,
    shown,
    shows,
    table,
    travels,
    visit,
    widget,
)

NET = "net = (tp - fp) / m"
"""On two_class_example (227 - 50) / 500 = 0.354; always predicting positive earns (258 - 242) / 500 = 0.032."""
FEW_PAGES = "baselines prevalence verdict"
EXAMPLE = {"sample": "two_class_example"}


def write(at, page, text):
    return choose(at, **{own_key(page): text})


def box(at, page):
    return control(at, measure_key(page))


def in_force(at, page):
    """The measures that the box of a page has: one or several."""
    value = box(at, page).value
    return value if isinstance(value, list) else [value]


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
        before = in_force(at, page)
        write(at, page, NET)
        assert not at.error
        assert in_force(at, page)[0] == NET
        assert set(in_force(at, page)[1:]) <= set(before)
        assert control(at, own_key(page)).value == ""
        assert at.query_params["formula"] == NET
        assert "net" in figure(at, CHARTS[page])
        assert "net: higher is better" in said(at, "caption")
        shows(at)
        other = travels(at)
        assert in_force(other, page) == in_force(at, page)
        assert table(other).equals(table(at))


@pytest.mark.full
def test_page_alone_with_it_has_no_other_measure():
    for page in ("verdict", "prevalence", "folds"):
        at = opened(page, measure="none", formula=NET)
        assert not at.warning
        assert box(at, page).value == (NET if page == "folds" else [NET])
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


@pytest.mark.full
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
    assert beside == [[own_key("verdict"), "error"]]
    assert not write(at, "verdict", "").main.error


@pytest.mark.full
def test_bad_formula_in_a_link_is_said_and_left_out():
    for text, words in (*((text.strip(), words) for text, words in BAD), ("", "is empty")):
        at = opened(formula=text)
        assert len(at.warning) == 1
        assert words in said(at, "warning")
        assert at.query_params == EXAMPLE
    at = visit("prevalence", urlencode({**EXAMPLE, "measure": "MCC", "formula": "tp+"}))
    assert len(at.warning) == 1
    assert (box(at, "prevalence").value, at.query_params["measure"]) == (["MCC"], "MCC")


@pytest.mark.parametrize("pages", some_of([FEW_PAGES, " ".join([*CHOOSING[1:], "verdict"])], FEW_PAGES))
@pytest.mark.full
def test_formula_stays_on_the_way_to_every_page_and_back(pages):
    at = write(opened(), "verdict", NET)
    asked = {measure_key("verdict")}
    for page in pages.split():
        go(at, page)
        shared = measure_key(page) in asked
        asked.add(measure_key(page))
        assert (NET in in_force(at, page)) is shared
        assert box(at, page).options[0] == "net"
        if not shared:
            fine(box(at, page).set_value([NET]).run())
        assert at.query_params["formula"] == NET
        shows(at)
    assert box(at, "verdict").value[0] == NET


@pytest.mark.full
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


LINK = "sample=own_law&law1=normal(1.5,1)&law0=normal(0,1)&law_share=0.3&size=300"


@pytest.mark.full
def test_example_text_and_sliders_change_the_same_law():
    at = visit("curves", LINK)
    assert linked(at) == dict(part.split("=") for part in LINK.split("&"))
    assert widget(at, "data_own_law_example").value == "table_4_4"
    assert at.session_state["data"].positives == 90
    moves(at, data_own_law_example="figure_4_6")
    assert (linked(at)["law1"], linked(at)["law_share"]) == ("bins(0,3,0.1,0.6,0.3)", "0.5")
    travels(at)
    shows(go(at, "thresholds"))
    assert linked(at)["law0"] == "bins(0,3,0.7,0.299,0.001)"
    assert shown(at, "law_chart")
    at = moves(visit("curves", LINK), data_own_law_law1="2*normal(1,1); beta(2,3)")
    assert linked(at)["law1"] == "2*normal(1,1); beta(2,3)"
    assert widget(at, "data_own_law_example").value == "own"
    moves(at, data_law1_0_normal_0_=2.5)
    assert linked(at)["law1"] == "2*normal(2.5,1);1*beta(2,3)"
    assert widget(at, "data_law1_parts").value == 2
    choose(at, data_law0_parts=3)
    assert linked(at)["law0"] == "1*normal(0,1);1*normal(0,1);1*normal(0,1)"
    choose(at, data_law0_2_weight=0.25, data_law0_2_kind="gamma", data_law_share=0.2)
    assert linked(at)["law0"] == "1*normal(0,1);1*normal(0,1);0.25*gamma(2,1)"
    assert at.session_state["data"].positives == 60


@pytest.mark.full
def test_what_is_no_law_is_told_and_can_be_mended():
    for law, refusal in (
        ("normal(0,0)", "law1, of the positives: standard deviation of normal must be above 0, got 0"),
        ("__import__('os')", "law1, of the positives: a law must be parts such as"),
        ("x" * 500, "law1, of the positives: a law must have at most 400 characters, got 500"),
    ):
        at = visit("curves", f"sample=own_law&law1={law}&size=300")
        assert said(at, "error").startswith(refusal)
        assert shows(choose(at, data_own_law_law1="normal(1,1)")).figures
    at = visit("ensemble", "sample=own_pair&law1=normal(0,1)&size=200")
    assert "law1" in said(at, "warning")


@pytest.mark.full
def test_a_pair_has_its_covariances():
    at = visit("ensemble", "sample=own_pair&size=200")
    assert widget(at, "data_own_pair_example").value == "own"
    choose(at, data_own_pair_example="figure_8_3", data_law0_covariance=0.0)
    assert linked(at)["law0"].startswith("pair(4,6,2.5,2.5,")
    assert linked(at)["law0"] != "pair(4,6,2.5,2.5,-1.9)"
    assert linked(at)["law_share"] == "0.25"
    choose(at, data_law1_2=1.0)
    assert linked(at)["law1"] == "pair(6,8,1,2.5,1.564)"
    choose(at, data_law1_4=0.35)
    assert linked(at)["law1"] == "pair(6,8,1,2.5,0.35)"
    shows(at)
    travels(at)
    choose(at, data_sample="own_law")
    assert linked(at)["law1"].startswith("0.5*normal")


@pytest.mark.full
def test_the_ends_of_all_numbers_can_be_shown_and_kept():
    for law in (
        "sample=own_law&law1=1000000*normal(0,1);0.000001*normal(5,1)&law0=bins(0,1,1)",
        "sample=own_law&law1=normal(1000000,0.000001)&law0=beta(0.1,1000)",
        "sample=own_law&law1=gamma(1000,1000000)&law0=exponential(0.000001)",
        "sample=own_pair&law1=pair(10000,-10000,10000,10000,9990)&law0=pair(0,0,0.0001,0.0001,0)",
    ):
        at = visit("curves", f"{law}&size=50&law_share=0.001")
        assert dict(part.split("=") for part in law.split("&")).items() <= linked(at).items()
        numbers = nonempty([box for box in [*at.number_input, *at.slider] if box.key.startswith("data_")])
        assert all(box.min <= box.value <= box.max for box in numbers)


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
            assert len(set(in_force(at, page)) - set(MEASURES)) == len(texts)
            shows(at)
            assert not {"nan", "inf", "−inf"} & set(said(at).lower().replace(",", " ").split()), (page, texts)
    for page, link in (
        ("expectation", {"sample": "hpc_cv", "formula": "exp(tp)"}),
        ("prevalence", {"M": "60", "P": "20", "formula": "exp(9 * tp)"}),
    ):
        assert box(visit(page, urlencode(link)), page).value[0] == f"= {link['formula']}", "too large for a number"


def test_table_starts_no_formula_in_a_spreadsheet():
    at = write(opened("rescaled"), "rescaled", "(tp - fp) / m")
    content = csv(table(at)).decode()
    assert ",'= (tp - fp) / m," in content
    assert ",= " not in content
    assert ",-fp / m" not in csv(table(write(at, "rescaled", "-fp / m"))).decode()
