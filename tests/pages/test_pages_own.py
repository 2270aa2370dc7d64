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
    again,
    answer,
    dropped,
    figure,
    fine,
    go,
    linked,
    measure_key,
    own_key,
    said,
    table,
    visit,
    widget,
)

pytestmark = pytest.mark.usefixtures("undrawn")

NET = "net = (tp - fp) / m"
"""On two_class_example (227 - 50) / 500 = 0.354; always predicting positive earns (258 - 242) / 500 = 0.032."""
EXAMPLE = {"sample": "two_class_example"}


def write(at, page, text):
    at.text_input(key=own_key(page)).set_value(text)
    return fine(at.run())


def box(at, page):
    return at.multiselect(key=measure_key(page))


@cache
def example():
    """A session in which tests only write formulas that cannot be read."""
    return visit("verdict", urlencode(EXAMPLE))


def with_net(page, **link):
    return visit(page, urlencode({**EXAMPLE, **link, "formula": NET}))


@pytest.mark.parametrize("page", CHOOSING)
@pytest.mark.usefixtures("drawn", "unfolded")
def test_formula_typed_is_shown_and_in_the_link(page):
    at = visit(page, urlencode(EXAMPLE))
    before = box(at, page).value
    write(at, page, NET)
    assert not at.error
    assert box(at, page).value[0] == NET
    assert set(box(at, page).value[1:]) <= set(before)
    assert at.text_input(key=own_key(page)).value == ""
    assert at.query_params["formula"] == NET
    assert "net" in figure(at, CHARTS[page])
    assert (
        "net: higher is better, because a perfect classifier's is higher than that of one that is always wrong. "
        'To turn it, end the formula with ", lower".' in said(at, "caption")
    )
    other = again(page, at)
    assert box(other, page).value == box(at, page).value
    assert said(other) == said(at)
    assert table(other).equals(table(at))
    assert other.query_params == at.query_params


def test_numbers_of_a_formula_are_those_of_the_hand():
    found = table(with_net("verdict")).set_index("Short name").loc[NET]
    assert found["Score"] == pytest.approx(0.354, abs=1e-12)
    assert found["Chance"] == pytest.approx(0.032, abs=1e-12)
    assert found["Exact p"] == found["Exact p"]
    found = table(with_net("baselines")).set_index("Short name").loc[NET]
    assert found["Baseline"] == pytest.approx(0.032, abs=1e-12)
    assert found["Highest reached by"] == "always predicting positive"
    found = table(with_net("rescaled")).set_index("Short name").loc[NET]
    assert found["Beyond chance"] == pytest.approx((0.354 - 0.032) / (0.516 - 0.032), abs=1e-12)
    assert found["Beyond guesser"] == pytest.approx((0.354 - 0.016) / (0.516 - 0.016), abs=1e-12)
    assert found["Best possible"] == pytest.approx(0.516, abs=1e-12)
    balanced = (227 / 258 - 50 / 242) / 2
    assert found["Balanced"] == pytest.approx(balanced, abs=1e-12)


def test_answers_begin_with_the_measure_of_ones_own():
    assert answer(with_net("rescaled")).startswith(
        "The model goes 66.5 % (59.4 % to 72.6 %) of the way from chance to perfect on net, "
    )
    assert answer(with_net("baselines")) == (
        "With 500 cases, 258 positive, no skill is needed for a net of 0.032: always predicting positive reaches it."
    )
    assert answer(with_net("expectation")).startswith("net is best, 0.032 on average, by always predicting positive; ")
    assert answer(with_net("folds")).startswith("net goes ")
    # 0.3 TPR - 0.7 (1 - TNR) at TPR 0.6 and TNR 0.8; a coin earns (0.3 - 0.7) / 2
    at = with_net("prevalence", TPR="0.6", TNR="0.8", cases="many", prevalence="0.3")
    assert " to 0.040; tossing a coin would score −0.200." in answer(at)
    assert "of 13" in answer(with_net("verdict"))


@pytest.mark.parametrize("page", ["verdict", "prevalence", "folds"])
def test_page_alone_with_it_has_no_other_measure(page):
    at = visit(page, urlencode({**EXAMPLE, "measure": "none", "formula": NET}))
    assert not at.warning
    assert box(at, page).value == [NET]
    assert (at.query_params["measure"], at.query_params["formula"]) == ("none", NET)
    assert "net" in answer(at) or page == "verdict"
    assert again(page, at).query_params == at.query_params


def test_no_measure_at_all_waits():
    at = visit("verdict", urlencode({**EXAMPLE, "measure": "none"}))
    assert said(at, "info") == "Choose at least one measure."


@pytest.mark.parametrize(
    ("text", "key", "title"),
    [
        ("(tp - fp) / m", "= (tp - fp) / m", "(tp − fp) / m"),
        ("  net=(tp-fp)/m  ", "net = (tp - fp) / m", "net"),
        ("cost = (fp + 5 * fn) / m, lower", "cost = (fp + 5 * fn) / m, lower", "cost"),
        ("half × = tp ÷ p", None, None),
        ("share = 2 × (tp − fp) ÷ m", "share = 2 * (tp - fp) / m", "share"),
    ],
)
def test_formula_is_understood_as_people_type_it(text, key, title):
    at = write(visit("rescaled", urlencode(EXAMPLE)), "rescaled", text)
    if key is None:
        assert "the name of a formula must start with a letter" in said(at, "error")
        return
    assert box(at, "rescaled").value[0] == key
    assert f"on {title}, " in answer(at)
    assert at.query_params["formula"] == key
    assert answer(again("rescaled", at)) == answer(at)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("net = tp + tq", 'the formula holds "tq" at character 12, which is no name it knows; it knows tp, fp, '),
        ("tp + tq", 'the formula holds "tq" at character 6, which is no name it knows; it knows tp, fp, '),
        ("net = (tp - fp", "the formula cannot be read at character "),
        ("net = ", "the formula is empty; write something like (tp + tn) / m"),
        ("net = 2tp", 'the formula has "tp" right after a number at character 8; write * between them'),
        ("net = tp^2", 'the formula holds "^" at character 9; for a power write **'),
        ("net = log(0 * tp)", "the formula has no finite value on any table of 12 cases"),
        ("9net = tp", "the name of a formula must start with a letter"),
        ("net = __import__('os').system('ls')", 'the formula holds "__import__" at character 7'),
        ("net = ![x](http://evil.example)<b>", 'the formula holds "!" at character 7'),
        ("tp + " * 2000, "a formula must have at most 300 characters, got 9,999"),
        ("t" * 10_000, "a formula must have at most 300 characters, got 10,000"),
    ],
)
def test_bad_formula_has_its_sentence_and_stays_in_the_box(text, words):
    at = write(example(), "verdict", text)
    assert len(at.main.error) == 1
    assert said(at, "error").startswith(words)
    assert at.text_input(key=own_key("verdict")).value == text
    assert answer(at).startswith("Yes: 12 of 12.")
    assert "formula" not in at.query_params
    raw = at.main.error[0].value
    assert "![x]" not in raw
    assert "<b>" not in raw


def test_bad_formula_is_mended():
    at = write(visit("verdict", urlencode(EXAMPLE)), "verdict", "tp + tq")
    assert at.main.error
    write(at, "verdict", NET)
    assert not at.error
    assert box(at, "verdict").value[0] == NET


def test_sentence_about_a_bad_formula_stands_beside_its_box():
    at = write(visit("verdict", urlencode(EXAMPLE)), "verdict", "tp + tq")

    together = [
        [getattr(one, "key", None) or one.type for one in block.children.values()]
        for block in at._tree
        if hasattr(block, "children")
    ]
    beside = [names for names in together if own_key("verdict") in names]
    assert beside == [[measure_key("verdict"), own_key("verdict"), "error"]]


def test_empty_box_takes_the_sentence_away():
    at = write(visit("verdict", urlencode(EXAMPLE)), "verdict", "tp + tq")
    assert at.main.error
    write(at, "verdict", "")
    assert not at.main.error
    assert box(at, "verdict").value[0] == "ACC"


def test_sentence_about_a_bad_formula_does_not_outlive_its_text():
    at = go(write(visit("verdict", urlencode(EXAMPLE)), "verdict", "tp + tq"), "baselines")
    assert bool(at.main.error) == (at.text_input(key=own_key("baselines")).value == "tp + tq")


@pytest.mark.parametrize(
    ("text", "name", "score", "chance", "better"),
    [
        ("miss = fn / p", "miss", 31 / 258, 0.0, "lower"),
        ("miss = fn / p, higher", "miss", 31 / 258, 1.0, "higher"),
        ("cost = (fp + 5 * fn) / m", "cost", (50 + 155) / 500, 242 / 500, "lower"),
        ("gain = (5 * tp - fp) / m, lower", "gain", (1135 - 50) / 500, 0.0, "lower"),
    ],
)
def test_direction_is_said_and_may_be_turned(text, name, score, chance, better):
    at = write(visit("verdict", urlencode(EXAMPLE)), "verdict", text)
    said_better = f"{name}: {better} is better, " + (
        "as you say." if text.endswith(("lower", "higher")) else f"because a perfect classifier's is {better} than that"
    )
    assert said_better in said(at, "caption")
    found = table(at).set_index("Short name").loc[text]
    assert found["Score"] == pytest.approx(score, abs=1e-12)
    assert found["Chance"] == pytest.approx(chance, abs=1e-12)
    assert at.query_params["formula"] == text


@pytest.mark.usefixtures("unfolded")
def test_formula_stays_on_the_way_to_every_page_and_back():
    at = write(visit("verdict", urlencode(EXAMPLE)), "verdict", NET)
    asked = {measure_key("verdict")}
    for page in [*CHOOSING[1:], "verdict"]:
        go(at, page)
        shared = measure_key(page) in asked
        asked.add(measure_key(page))
        assert (NET in box(at, page).value) is shared
        assert box(at, page).options[0] == "net"
        if not shared:
            box(at, page).set_value([NET])
            fine(at.run())
        assert at.query_params["formula"] == NET
        assert table(again(page, at)).equals(table(at))
    assert box(at, "verdict").value[0] == NET


def test_formula_is_taken_out_and_put_back():
    at = with_net("verdict")
    box(at, "verdict").set_value(["ACC", "F1"])
    fine(at.run())
    assert NET not in table(at)["Short name"].tolist()
    assert "formula" not in at.query_params
    assert at.query_params["measure"] == "ACC,F1"
    box(at, "verdict").set_value(["ACC", NET])
    fine(at.run())
    assert table(at)["Short name"].tolist()[:2] == [NET, "ACC"]
    assert at.query_params["formula"] == NET


def test_two_formulas_are_both_in_the_link():
    at = write(with_net("rescaled"), "rescaled", "miss = fn / p")
    assert box(at, "rescaled").value[:2] == ["miss = fn / p", NET]
    assert set(at.query_params["formula"].split(";")) == {"miss = fn / p", NET}
    other = again("rescaled", at)
    assert other.query_params == at.query_params
    assert table(other).equals(table(at))


def test_same_formula_twice_is_one():
    at = write(with_net("rescaled"), "rescaled", "net=(tp - fp) / m")
    assert box(at, "rescaled").value.count(NET) == 1
    assert not at.error
    assert at.query_params["formula"] == NET


def test_page_of_one_measure_takes_the_new_one():
    at = visit("folds", "sample=hpc_cv")
    write(at, "folds", NET)
    assert box(at, "folds").value == [NET]
    write(at, "folds", "hits = tp / m")
    assert box(at, "folds").value == ["hits = tp / m"]
    assert answer(at).startswith("hits goes ")
    assert at.query_params["formula"] == "hits = tp / m"


def test_page_of_two_measures_keeps_one_of_the_old():
    at = write(visit("prevalence", urlencode(EXAMPLE)), "prevalence", NET)
    assert box(at, "prevalence").value == [NET, "F1"]
    write(at, "prevalence", "hits = tp / m")
    assert box(at, "prevalence").value == ["hits = tp / m", NET]
    assert at.query_params["measure"] == "none"


@pytest.mark.parametrize(("page", "most"), [("folds", 1), ("prevalence", 2), ("expectation", 4)])
def test_more_formulas_in_a_link_than_a_page_takes(page, most):
    texts = [f"net{k} = (tp - {k} * fp) / m" for k in range(1, 7)]
    at = visit(page, urlencode({**EXAMPLE, "formula": ";".join(texts)}))
    assert box(at, page).value == texts[:most]
    assert len(at.query_params["formula"].split(";")) == most


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("tp+tq", 'the formula holds "tq" at character 4'),
        ("net = tp +* fp", "the formula cannot be read"),
        ("net = (tp - fp) / m;tq", 'the formula holds "tq"'),
        ("x" * 10_000, "a formula must have at most 300 characters, got 10,000"),
        ("", "the formula is empty"),
    ],
)
def test_bad_formula_in_a_link_is_said_and_left_out(text, words):
    at = visit("verdict", urlencode({**EXAMPLE, "formula": text}))
    assert len(at.warning) == 1
    assert f"The link could not be followed in one place: {words}" in said(at, "warning")
    assert answer(at) == answer(example())
    assert "formula" not in at.query_params


def test_markup_in_a_formula_of_a_link_is_shown_letter_by_letter():
    at = visit("verdict", urlencode({**EXAMPLE, "formula": "![x](http://evil.example/x.png)<b>"}))
    raw = "\n".join(one.value for one in at.warning)
    assert 'holds "!"' in said(at, "warning")
    assert "![x](" not in raw
    assert "<b>" not in raw


ANY = ("tp - 5 * fp", "log(tp)", "tp / fp", "1", "p / m", "sqrt(tp - fp)", "fn / p, lower")
MOST = {"expectation": 4, "prevalence": 2, "folds": 1}


@pytest.mark.parametrize(
    ("page", "texts"),
    [
        (page, ANY[first : first + MOST.get(page, 7)])
        for page in CHOOSING
        for first in range(0, len(ANY), MOST.get(page, 7))
    ],
)
@pytest.mark.usefixtures("drawn")
def test_any_formula_has_an_answer_on_each_page(page, texts):
    link = {"TP": "9", "FP": "3", "FN": "2", "TN": "6"}
    if page == "folds":
        link = {"sample": "two_class_example", "resamples": "50"}
    at = visit(page, urlencode({**link, "formula": ";".join(texts)}))
    assert not at.warning
    assert len(set(box(at, page).value) - set(MEASURES)) == len(texts)
    assert answer(at)
    assert widget(at, CHARTS[page])
    assert not {"nan", "inf", "−inf"} & set(said(at).lower().replace(",", " ").split())


@pytest.mark.parametrize(
    ("page", "link"),
    [
        ("expectation", {"sample": "hpc_cv", "formula": "exp(tp)"}),
        ("prevalence", {"M": "60", "P": "20", "formula": "exp(9 * tp)"}),
    ],
)
@pytest.mark.usefixtures("drawn")
def test_formula_too_large_for_a_number_has_an_answer(page, link):
    at = visit(page, urlencode(link))
    assert answer(at)
    assert box(at, page).value[0] == f"= {link['formula']}"


def test_formula_that_grows_is_in_the_table_and_it_is_said():
    at = with_net("verdict", measure="none")
    assert "In the table only" not in said(at)
    at = write(at, "verdict", "gain = tp - 5 * fp")
    assert "In the table only, as growing with the number of cases: gain. Divide by m." in said(at)
    assert table(at).set_index("Short name").loc["gain = tp - 5 * fp", "Score"] == 227 - 250


def test_formula_on_an_upload_is_all_that_the_link_has():
    at = write(dropped(SCORES, "rescaled"), "rescaled", NET)
    assert linked(at) == {"data": "File", "formula": NET}
    assert table(at).set_index("Short name").loc[NET, "Score"] == pytest.approx((10 - 5) / 30)


@pytest.mark.parametrize("page", ["verdict", "folds"])
def test_formula_of_one_visitor_is_no_other_visitors(page):
    mine = write(visit(page, WHOLE[page]), page, "secret = (tp - 7 * fp) / m")
    assert "secret" in "".join(box(mine, page).options)
    yours = visit(page, WHOLE[page])
    assert "secret" not in "".join(box(yours, page).options)
    assert "secret" not in said(yours)
    assert "formula" not in yours.query_params
    write(yours, page, "tp +")
    fine(mine.run())
    assert not mine.error


def test_table_starts_no_formula_in_a_spreadsheet():
    at = write(visit("rescaled", urlencode(EXAMPLE)), "rescaled", "(tp - fp) / m")
    content = csv(table(at)).decode()
    assert ",'= (tp - fp) / m," in content
    assert ",= " not in content
    write(at, "rescaled", "-fp / m")
    content = csv(table(at)).decode()
    assert ",-fp / m" not in content


def test_help_names_all_that_a_formula_may_hold():
    text = widget(visit("verdict"), own_key("verdict")).proto.help
    words = set(text.replace(",", " ").replace("(", " ").replace(")", " ").replace(".", " ").split())
    assert set(COUNTS) <= words
    assert set(FUNCTIONS) <= words
