"""What each outcome is worth: answers, typed payoffs, doubts, amounts, links, and what stays out of them."""

import json
import re
from fractions import Fraction
from statistics import NormalDist

import numpy as np
import pandas as pd
import pytest

from ddcore.samples import SAMPLES
from tests.helpers.visiting import (
    ADDRESS,
    SCORES,
    again,
    answer,
    drop,
    dropped,
    fields,
    figure,
    fine,
    finished,
    go,
    kind,
    markdown,
    plain,
    price,
    put,
    rows,
    said,
    table,
    visit,
    widget,
)

CELLS = ("tp", "fp", "fn", "tn")
USUAL = (1, 0, 0, 1)
FACTORY, PRICES, MEDICAL = (15, -335, -35, 165), (45, -335, -65, 165), (350, 0, 300, 500)
A, B = (27, 15, 23, 35), (43, 18, 7, 32)
"""TP, FP, FN and TN of the stories' classifiers."""
ALWAYS = {"long": (50, 50, 0, 0), "short": (0, 0, 50, 50)}
BEGINS = "The link could not be followed in one place: "
CANNOT = "These values cannot be used yet."


def exact(payoffs, cells):
    """The mean of the payoffs, case by case."""
    return Fraction(sum(Fraction(payoff) * cell for payoff, cell in zip(payoffs, cells, strict=True)), sum(cells))


def sample(at, key):
    at.selectbox(key="data_sample").set_value(key)
    return fine(at.run())


def small(at):
    """The table beside the map: its heads, and its cells by the name of the classifier."""
    lines = next(plain(one.value) for one in at.main.markdown if one.value.startswith("| classifier |")).splitlines()
    cells = [[cell.strip().replace("\u00a0", " ") for cell in line.strip("|").split("|")] for line in lines]
    return cells[0][1:], {name: rest for name, *rest in cells[2:]}


def numbers(at):
    """The table of all numbers, by classifier."""
    return table(at, 0, 2).set_index("Classifier")


def yields(at):
    return numbers(at).iloc[:, 0].to_dict()


def cross(at):
    """Where the values in use stand."""
    found = re.search(r"x = (−?[\d.]+), y = (−?[\d.]+),", at.get_by_key("utility_chart").proto.alt)
    return tuple(float(text.replace("−", "-")) for text in found.groups())


def clickable(at):
    return bool(at.get_by_key("utility_chart").proto.selection_mode)


def wilson(hits, cases):
    """Wilson (1927), 95 %."""
    z = NormalDist().inv_cdf(0.975)
    rate, middle = hits / cases, (hits / cases + z * z / 2 / cases) / (1 + z * z / cases)
    half = z / (1 + z * z / cases) * np.sqrt(rate * (1 - rate) / cases + z * z / 4 / cases**2)
    return middle - half, middle + half


def recovered(payoffs, cells):
    """The interval of a yield from the limits of both rates (Zou & Donner 2008)."""
    (tp, fp, fn, tn), (U00, U01, U10, U11) = cells, payoffs
    total, below, above = sum(cells), 0.0, 0.0
    for hits, cases, stake in ((tp, tp + fn, U00 - U10), (tn, fp + tn, U11 - U01)):
        ends = [stake * cases / total * (end - hits / cases) for end in wilson(hits, cases)]
        below, above = below + min(ends) ** 2, above + max(ends) ** 2
    middle = float(exact(payoffs, cells))
    return middle - below**0.5, middle + above**0.5


def clouds(payoffs, deviation, size=100_000):
    """Proper matrices about one: normal errors, drawn again where a right answer is worth less than a wrong one."""
    drawn = np.random.default_rng(9).normal(payoffs, deviation, (3 * size, 4))
    proper = (drawn[:, 0] >= drawn[:, 2]) & (drawn[:, 3] >= drawn[:, 1])
    return drawn[proper][:size]


def hexagon(size=200_000):
    """Matrices uniform on the map: places of the square between the two lines, and their payoffs from 0 to 1."""
    x, y = np.random.default_rng(8).uniform(-1, 1, (2, 2 * size))
    x, y = (axis[np.abs(x - y) <= 1][:size] for axis in (x, y))
    return np.column_stack([1 - np.maximum(x, 0), np.maximum(y, 0), np.maximum(-y, 0), 1 + np.minimum(x, 0)])


# Stories -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("key", "payoffs", "unit", "said_first"),
    [
        ("factory", FACTORY, "EUR", "None: always answering “short” earns 65.00 EUR a case, A 3.50 EUR."),
        (
            "factory_prices",
            PRICES,
            "EUR",
            "None, but not surely: always answering “short” earns 50.00 EUR a case, B 7.30 EUR.",
        ),
        (
            "medical",
            MEDICAL,
            "months",
            "None: always answering “tumour 1” earns 400.00 months a case, A 338.50 months.",
        ),
    ],
)
def test_story_has_its_answer_its_yields_and_its_intervals(key, payoffs, unit, said_first):
    at = visit("utility", f"sample={key}")
    assert not at.warning
    assert answer(at) == said_first
    positive, negative = ("tumour 0", "tumour 1") if key == "medical" else ("long", "short")
    found = numbers(at)
    expected = {"A": A, "B": B, f"always {positive}": ALWAYS["long"], f"always {negative}": ALWAYS["short"]}
    earned = {name: float(exact(payoffs, cells)) for name, cells in expected.items()}
    assert yields(at) == pytest.approx(earned, abs=1e-12)
    assert list(found.index) == sorted(earned, key=lambda name: -earned[name])
    assert found.columns[0] == f"Per case ({unit})"
    best = max(earned[f"always {positive}"], earned[f"always {negative}"])
    leads = found["Beyond the best constant answer"].to_dict()
    assert leads == pytest.approx({name: one - best for name, one in earned.items()}, abs=1e-9)
    heads, cells = small(at)
    assert heads == [f"{unit} a case", "95 %", "wins"]
    for name, counts in (("A", A), ("B", B)):
        ends = recovered(payoffs, counts)
        assert found.loc[name, ["95 % from", "95 % to"]].tolist() == pytest.approx(list(ends), abs=1e-9)
        texts = [f"{end:.2f}".replace("-", "−") for end in (earned[name], *ends)]
        assert cells[name][:2] == [texts[0], f"{texts[1]} to {texts[2]}"]
    assert cells[f"always “{positive}”"][1] == cells[f"always “{negative}”"][1] == "exact"
    assert price(at, "unit").value == unit
    assert fields(at) == [str(payoff) for payoff in payoffs]


def test_story_is_told_and_accuracy_contradicted():
    at = visit("utility", "sample=factory")
    text = said(at)
    assert "costs 335 EUR: in a trial A earned money and B lost it." in said(at, "info")
    assert "By accuracy it would be B (75 % right)." in text
    assert "Assumed so far" not in text
    # Rates 0.54 and 0.7: the shares of positives where A is ahead of both constant answers, tried one by one.
    low, high = (numbers(at).loc["A", name] for name in ("Beats constant answers from prevalence", "to prevalence"))
    share = np.linspace(0, 1, 100_001)
    model = share * (0.54 * 15 + 0.46 * -35) + (1 - share) * (0.3 * -335 + 0.7 * 165)
    ahead = model > np.maximum(share * 15 - (1 - share) * 335, share * -35 + (1 - share) * 165)
    assert (low, high) == pytest.approx((share[ahead].min(), share[ahead].max()), abs=2e-5)
    assert f"only if between {100 * low:.1f} % and {100 * high:.1f} % of the cases were “long”; here 50 % are" in text
    # -335 (1 - f) + 15 f = 165 (1 - f) - 35 f at f = 10 / 11
    assert f"Both are worth the same where {1000 / 11:.1f} % of the cases are positive." in text


@pytest.mark.parametrize("payoffs", [FACTORY, (2, -1, 0, 1)])
def test_wins_are_those_of_a_cloud_drawn_by_hand(payoffs):
    link = f"sample=factory&u={','.join(map(str, payoffs))}&unsure=0.2"
    at = visit("utility", link)
    drawn = clouds(payoffs, 0.2 * (max(payoffs) - min(payoffs)))
    rng = np.random.default_rng(98)
    cells = [np.tile(ALWAYS[name], (len(drawn), 1)) for name in ("long", "short")]
    for place, (tp, fp, fn, tn) in enumerate((A, B)):
        hits, calls = rng.beta(tp + 0.5, fn + 0.5, len(drawn)), rng.beta(fp + 0.5, tn + 0.5, len(drawn))
        cells.insert(place, np.column_stack([50 * hits, 50 * calls, 50 - 50 * hits, 50 - 50 * calls]))
    earned = np.array([(drawn * one).sum(axis=1) for one in cells])
    share = np.bincount(earned.argmax(axis=0), minlength=4) / len(drawn)
    names = ["A", "B", "always long", "always short"]
    found = numbers(at)["Probability of being worth most"]
    for name, expected in zip(names, share, strict=True):
        assert found[name] == pytest.approx(expected, abs=0.02), name
    assert found.sum() == pytest.approx(1)
    assert share.max() < 0.95


def test_map_is_that_of_places_drawn_by_hand():
    at = visit("utility", "sample=factory")
    regions = table(at, 1, 2)
    earned = hexagon() @ np.array([A, B, ALWAYS["long"], ALWAYS["short"]]).T
    share = np.bincount(earned.argmax(axis=1), minlength=4) / len(earned)
    expected = dict(zip(["A", "B", "always long", "always short"], share, strict=True))
    assert expected.pop("A") == 0
    assert dict(zip(regions["Worth most"], regions["Share of the map"], strict=True)) == pytest.approx(
        expected, abs=0.004
    )
    assert numbers(at).loc["A", "Share of the map"] == 0
    assert "A is worth most nowhere on the map" in said(at)
    # Right on positive against negative: B and always "short" are equal at 18/43, B and always "long" at 32/7.
    assert regions["Right on positive against negative, from"].tolist() == pytest.approx([0, 18 / 43, 32 / 7])
    assert regions["to"].tolist()[:2] == pytest.approx([18 / 43, 32 / 7])
    names = [trace["name"] for trace in json.loads(figure(at, "utility_chart"))["data"] if trace.get("fill")]
    assert names == ["always short", "B", "always long"]
    assert cross(at) == (0.3, -0.6)
    assert clickable(at)
    assert "a click takes those of another place" in said(at)


def test_downloads_have_the_numbers_of_the_page():
    at = visit("utility", "sample=factory")
    labels = {key: widget(at, key).proto.label for key in ("utility_csv", "map_csv")}
    assert labels == dict.fromkeys(("utility_csv", "map_csv"), "Download as CSV")
    assert [one.label for one in at.main.expander] == [
        "All numbers as a table",
        "The map as a table",
        "How this is computed",
    ]


def test_other_data_start_with_right_answers_worth_one_and_say_so():
    at = visit("utility", "sample=two_class_example")
    assert fields(at) == ["1", "0", "0", "1"]
    assert "Assumed so far: every right answer is worth 1, every wrong one 0." in said(at, "caption")
    assert answer(at) == "The model: it earns 0.838 a case, always answering “Class1” 0.516."
    assert yields(at) == pytest.approx({"the model": 419 / 500, "always Class1": 258 / 500, "always Class2": 242 / 500})
    assert at.query_params == {"sample": "two_class_example", "threshold": "0.5"}
    put(at, fn="-1")
    assert "Assumed so far" not in said(at)
    assert yields(at)["the model"] == pytest.approx((419 - 31) / 500)


def test_threshold_moves_the_yield():
    example = pd.read_csv(SAMPLES["two_class_example"].path)
    true = example["truth"] == "Class1"
    for cut in (0.5, 0.3, 0.905):
        at = visit("utility", f"sample=two_class_example&u=5,-1,-2,3&threshold={cut}")
        called = example["Class1"] >= cut
        payoff = np.select([called & true, called & ~true, ~called & true], [5, -1, -2], 3)
        assert yields(at)["the model"] == pytest.approx(payoff.mean(), abs=1e-12)
        assert f"The model calls a case positive from {cut} on." in said(at)


def test_typed_counts_have_yields_of_every_class_size():
    at = visit("utility", "TP=10&FP=20&FN=30&TN=40&u=7,-3,-11,2")
    cells = {"the model": (10, 20, 30, 40), "always positive": (40, 60, 0, 0), "always negative": (0, 0, 40, 60)}
    expected = {name: float(exact((7, -3, -11, 2), one)) for name, one in cells.items()}
    assert yields(at) == pytest.approx(expected, abs=1e-12)
    ends = numbers(at).loc["the model", ["95 % from", "95 % to"]].tolist()
    assert ends == pytest.approx(list(recovered((7, -3, -11, 2), (10, 20, 30, 40))), abs=1e-9)
    assert at.query_params["u"] == "7,-3,-11,2"


def test_counts_of_one_class_alone_have_a_yield():
    at = visit("utility", "TP=5&FP=0&FN=3&TN=0&u=4,0,-1,2")
    assert yields(at) == pytest.approx({"always positive": 4, "the model": 17 / 8, "always negative": -1})
    assert answer(at) == "None: always answering “positive” earns 4.000 a case, the model 2.125."
    assert "nan" not in said(at).lower().split()


def test_model_of_labels_has_a_yield():
    at = visit("utility", "sample=pathology&u=2,-1,-3,1")
    assert yields(at)["the model"] == pytest.approx(float(exact((2, -1, -3, 1), (231, 32, 27, 54))))
    assert not at.sidebar.slider


@pytest.mark.parametrize(
    ("link", "words"), [("data=File", "No data yet"), ("M=100&P=50", "Only the classes are known")]
)
def test_page_without_a_model_says_what_it_needs(link, words):
    at = visit("utility", link)
    assert answer(at).startswith(words)
    assert not at.main.get("plotly_chart")
    assert not at.main.dataframe
    assert not [one for one in at.main.text_input if one.key.startswith("payoffs")]


# Typed payoffs -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "number", "written"),
    [
        ("1,500", 1500, "1500"),
        ("2e6", 2_000_000, "2000000"),
        ("−335", -335, "-335"),
        (" +7.5 ", Fraction(15, 2), "7.5"),
        ("-1,234,567.25", Fraction(-123456725, 100), "-1234567.25"),
        (".5", Fraction(1, 2), "0.5"),
        ("1E-3", Fraction(1, 1000), "0.001"),
        ("1e12", 10**12, "1000000000000"),
    ],
)
def test_number_is_read_as_people_type_it(text, number, written):
    at = put(visit("utility", "sample=factory"), tp=text)
    payoffs = (number, *FACTORY[1:])
    assert yields(at)["B"] == pytest.approx(float(exact(payoffs, B)), rel=1e-12)
    assert yields(at)["A"] == pytest.approx(float(exact(payoffs, A)), rel=1e-12)
    assert fields(at)[0] == text
    assert at.query_params["u"] == f"{written},-335,-35,165"
    assert yields(again("utility", at)) == yields(at)


@pytest.mark.parametrize("text", ["12345678901", "1234567.8912", "0.12345678901234", "999,999,999,999"])
def test_long_number_is_the_same_behind_its_link(text):
    at = put(visit("utility", "sample=factory"), tp=text)
    assert yields(at)["B"] == pytest.approx(float(exact((text.replace(",", ""), *FACTORY[1:]), B)), rel=1e-14)
    assert yields(again("utility", at)) == yields(at)


WRONG = {
    "text": ("abc", 'must be a number such as 165 or -33.5, got "abc".'),
    "infinity": ("inf", 'must be a number such as 165 or -33.5, got "inf".'),
    "minus infinity": ("-Infinity", 'got "-Infinity".'),
    "no number": ("nan", 'got "nan".'),
    "decimal comma": ("1,5", 'got "1,5".'),
    "empty": ("", 'got "".'),
    "blank": ("  ", 'must be a number such as 165 or -33.5, got "'),
    "too large": ("1e13", "must be between -10^12 and 10^12, got 1e13."),
    "far too large": ("-1e999", "must be between -10^12 and 10^12, got -1e999."),
    "formula": ("=1+1", 'got "=1+1".'),
    "two signs": ("--5", 'got "--5".'),
    "unit": ("5 EUR", 'got "5 EUR".'),
}


@pytest.mark.parametrize(("wrong", "cell"), [(wrong, CELLS[place % 4]) for place, wrong in enumerate(WRONG)])
def test_what_is_no_payoff_is_said_and_stays_to_be_mended(wrong, cell):
    text, words = WRONG[wrong]
    at = visit("utility", "sample=factory")
    before, order = said(at), CELLS.index(cell)
    kept = fields(at)
    put(at, **{cell: text})
    assert answer(at) == CANNOT
    sentence = next(line for line in said(at, "markdown").splitlines() if "must be" in line)
    label = {"tp": "called long, truly long", "fp": "called long, truly short"}
    label |= {"fn": "called short, truly long", "tn": "called short, truly short"}
    assert label[cell] == plain(price(at, f"{cell}").label)
    assert sentence.startswith(f"The payoff {cell.upper()} ({label[cell]}) must be ")
    assert words in sentence
    assert fields(at) == [*kept[:order], text, *kept[order + 1 :]]
    assert not at.main.get("plotly_chart")
    assert not at.main.dataframe
    assert not at.main.expander
    assert "u" not in at.query_params
    put(at, **{cell: kept[order]})
    assert said(at) == before
    assert at.main.get("plotly_chart")
    assert len(at.main.dataframe) == 2


def test_four_equal_payoffs_are_said():
    at = put(visit("utility", "sample=factory"), **dict.fromkeys(CELLS, "5"))
    assert answer(at) == CANNOT
    assert "The four payoffs must not all be equal, got 5: then every classifier is worth the same." in said(at)
    assert fields(at) == ["5"] * 4
    assert not at.main.get("plotly_chart")
    other = again("utility", at)
    assert answer(other) == CANNOT
    assert fields(other) == ["5"] * 4
    put(at, tp="6")
    assert yields(at) == pytest.approx({"always long": 5.5, "B": 5.43, "A": 5.27, "always short": 5})


def test_typed_markup_is_shown_letter_by_letter():
    text = "![x](http://e.x/p.png) <b> $x$ :red[x]"
    at = put(visit("utility", "sample=factory"), tn=text, unit="**EUR**")
    assert f'got "{text}"' in said(at)
    for place, written in markdown(at):
        assert text not in written, place
        assert "**EUR**" not in written, place
    put(at, tn="165")
    assert any("65.00 \\*\\*EUR\\*\\* a case" in one.value for one in at.main.header)
    for place, written in markdown(at):
        assert "**EUR**" not in written, place


def test_formula_has_the_numbers_put_in_with_all_their_digits():
    at = visit("utility", "TP=1234567&FP=20&FN=30&TN=7654321&u=1500,-335.25,-35,165")
    text = said(at).replace("\\cdot", "·").replace("{,}", ",")
    found = re.search(r"\\frac\{(.*)\}\{([^}]+)\}", text)
    assert found[2] == "8,888,938"
    terms = re.findall(r"([-+]?[\d,.e+]+?) ?· ?([\d,.e+]+?)(?=[-+]|$)", found[1])
    pairs = [(Fraction(payoff.replace(",", "")), Fraction(cell.replace(",", ""))) for payoff, cell in terms]
    assert pairs == [(1500, 1234567), (Fraction("-335.25"), 20), (-35, 30), (165, 7654321)]


def test_long_payoff_stands_in_the_formula_as_it_was_typed():
    at = put(visit("utility", "sample=factory"), tn="1,234,567")
    assert "1{,}234{,}567\\cdot 35" in said(at)


def test_values_that_favour_wrong_answers_are_said_and_used():
    at = put(visit("utility", "sample=factory"), tp="0", fp="1", fn="1", tn="0")
    assert "Your values lie off the map" in said(at)
    assert yields(at) == pytest.approx({"always long": 0.5, "always short": 0.5, "A": 0.38, "B": 0.25})
    names = [trace.get("name") for trace in json.loads(figure(at, "utility_chart"))["data"]]
    assert "your values, off the map" in names
    assert numbers(at)["to prevalence"].isna().all()
    put(at, tp="1", fp="0", fn="0", tn="1")
    assert "off the map" not in said(at)
    assert "off the map" not in figure(at, "utility_chart")


def test_payoffs_with_nothing_at_stake_make_all_the_same():
    at = visit("utility", "sample=factory&u=1,0,1,0")
    assert answer(at) == "All the same: 0.500 EUR a case, whoever decides."
    assert "Nothing is at stake" in said(at)
    assert set(yields(at).values()) == {0.5}


def test_one_that_ties_with_others_is_not_said_to_be_still_the_best():
    text = said(visit("utility", "sample=factory&u=1,0,1,0"))
    assert "still worth most with probability 0 %" not in text


def test_tied_models_keep_the_spelling_of_their_names():
    lines = [("yes" if place % 3 else "no", 0.3 + place % 3 / 4, 0.4 + place % 3 / 4) for place in range(21)]
    at = dropped(rows(["truth", "score_a", "score_b"], lines), "utility", link="data=File")
    assert list(numbers(at).index[:2]) == ["score_a", "score_b"]
    assert "are worth the same" in answer(at)
    assert "score_a" in said(at)
    assert "Score_a" not in said(at)


def test_one_that_ties_is_not_said_to_be_ahead():
    lines = [("yes" if place % 3 else "no", 0.3 + place % 3 / 4, 0.4 + place % 3 / 4) for place in range(21)]
    models = dropped(rows(["truth", "score_a", "score_b"], lines), "utility", link="data=File")
    for at in (models, visit("utility", "TP=1&FP=0&FN=0&TN=0")):
        assert "are worth the same" in answer(at)
        assert not re.search(r"ahead of .* by (only )?0[.0]* ", said(at))


def test_shares_that_round_alike_are_said_in_words_that_fit():
    at = visit("utility", "sample=factory&u=2000000,-335,-35,165")
    assert "between below" not in said(at)


def test_labels_of_the_fields_are_all_different():
    for link in ("sample=factory", "sample=two_class_example", "TP=27&FP=15&FN=23&TN=35"):
        at = visit("utility", link)
        boxes = [one for one in at.main.text_input if re.match("payoffs_[tf][pn]", one.key)]
        assert len(boxes) == len({one.label for one in boxes}) == len({one.help for one in boxes}) == 4
    labels = {one.key: plain(one.label) for one in visit("utility", "sample=factory").main.text_input}
    assert labels["payoffs_fp_factory"] == "called long, truly short"
    assert labels["payoffs_fn_factory"] == "called short, truly long"


NAMES = ["<b>yes</b>", "![p](http://e.x/p.png)", "$x$", ":red[x]", "a|b", "**x**", "`x`", "=1+1"]


@pytest.mark.parametrize("name", NAMES)
def test_name_of_a_class_stays_letters(name):
    at = dropped(SCORES.replace(b"yes", name.encode()), "utility", link="data=File")
    if at.selectbox(key=widget(at, "data_positive_").key).value != name:
        at.selectbox(key=widget(at, "data_positive_").key).set_value(name)
        fine(at.run())
    texts = list(markdown(at))
    for place, text in texts:
        assert name not in text, place
        assert "Source" in text or not ADDRESS.search(finished(text)), place
    assert {plain(one.label) for one in at.main.text_input if re.match("payoffs_[tf][pn]_", one.key)} == {
        f"called {called}, truly {truth}" for called in (name, "no") for truth in (name, "no")
    }
    texts = json.dumps(json.loads(figure(at, "utility_chart"))["layout"])
    assert set(re.findall(r"</?\w+[^>]*>", texts)) <= {"<b>", "</b>", "<br>"}


# Doubts and other values -------------------------------------------------------------------------------------------


def test_without_doubts_on_payoffs_wins_are_over_the_rates():
    at = visit("utility", "sample=factory")
    assert small(at)[0][-1] == "wins"
    assert "Wins: how probably a classifier is worth most, if each number may be off by 50.00 EUR" in said(at)
    names = [trace.get("name") for trace in json.loads(figure(at, "utility_chart"))["data"]]
    assert "values that may hold" in names
    put(at, unsure=0.0)
    assert small(at)[0] == ["EUR a case", "95 %", "wins"]
    assert "worth most, over the rates that this many cases leave open." in said(at)
    names = [trace.get("name") for trace in json.loads(figure(at, "utility_chart"))["data"]]
    assert "values that may hold" not in names
    assert at.query_params["unsure"] == "0"
    assert said(again("utility", at)) == said(at)
    put(at, unsure=0.1)
    assert "unsure" not in at.query_params


OTHER = "0.3: 45, -335, -65, 165"


def test_expected_matrix_decides():
    at = put(visit("utility", "sample=factory"), **{"or": OTHER})
    mean = [Fraction(7, 10) * one + Fraction(3, 10) * other for one, other in zip(FACTORY, PRICES, strict=True)]
    cells = {"A": A, "B": B, "always long": ALWAYS["long"], "always short": ALWAYS["short"]}
    assert yields(at) == pytest.approx({name: float(exact(mean, one)) for name, one in cells.items()}, abs=1e-9)
    span = max(mean) - min(mean)
    assert cross(at) == pytest.approx((float((mean[3] - mean[0]) / span), float((mean[1] - mean[2]) / span)), abs=1e-3)
    assert "Several sets are possible" in said(at)
    assert not clickable(at)
    assert "a click takes" not in said(at)
    assert at.query_params["or"] == OTHER
    other = again("utility", at)
    assert yields(other) == yields(at)
    assert price(other, "or").value == OTHER
    put(at, unsure=0.0)
    assert small(at)[0][-1] == "wins"
    assert "Wins: how probably a classifier is worth most, over the possible sets of values and the rates" in said(at)


def test_wins_without_errors_are_the_probabilities_of_the_sets():
    """By the first set B is worth most, by the second always "short", by the third always "long"."""
    at = visit("utility", "sample=factory&u=1,0,0,1&unsure=0&or=0.3: 1,-9,0,1;0.2: 9,0,-9,1")
    found = numbers(at)["Probability of being worth most"]
    expected = {"B": 0.5, "always short": 0.3, "always long": 0.2, "A": 0}
    assert found.to_dict() == pytest.approx(expected, abs=0.02)


def test_two_more_sets_travel_as_two_lines():
    at = put(visit("utility", "sample=factory"), **{"or": "0.2: 1,2,3,4\n\n  0.5:−1, 2e1, .5, 1\n"})
    mean = np.array([0.3, 0.2, 0.5]) @ [FACTORY, (1, 2, 3, 4), (-1, 20, 0.5, 1)]
    assert yields(at)["A"] == pytest.approx(np.dot(mean, A) / 100)
    other = again("utility", at)
    assert price(other, "or").value.splitlines() == ["0.2: 1,2,3,4", "0.5:−1, 2e1, .5, 1"]
    assert yields(other) == yields(at)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("0.3 45,1,1,1", "Line 1 of the other values must be a probability, a colon and four numbers"),
        ("0.3: 45,1,1", 'such as "0.3: 45, -335, -65, 165", got "0.3: 45,1,1".'),
        (f"{OTHER}\n0.1: 1,2,3,4,5", "Line 2 of the other values must be"),
        (f"{OTHER}\nx: 1,2,3,4", "The probability in line 2 of the other values must be a number"),
        ("1.2: 1,2,3,4", "The probability in line 1 of the other values must be between 0 and 1, got 1.2."),
        ("-0.1: 1,2,3,4", "The probability in line 1 of the other values must be between 0 and 1, got -0.1."),
        (f"{OTHER}\n0.1: 1,x,3,4", 'FP in line 2 must be a number such as 165 or -33.5, got "x".'),
        ("0.3: 1,2,3,1e13", "TN in line 1 must be between -10^12 and 10^12, got 1e13."),
        ("0.6: 1,2,3,4\n0.6: 1,2,3,5", "The probabilities of the other values must sum to 1 at most, got 1.2."),
        ("0.5: 5,5,5,5", "The four payoffs must not all be equal, got 5"),
    ],
)
def test_line_with_an_error_is_said_and_stays(text, words):
    at = visit("utility", "sample=factory")
    before = said(at)
    put(at, **{"or": text})
    assert answer(at) == CANNOT
    assert words in said(at)
    assert price(at, "or").value == text
    assert not at.main.get("plotly_chart")
    put(at, **{"or": ""})
    assert said(at) == before


def test_number_of_a_line_counts_blank_lines():
    at = put(visit("utility", "sample=factory"), **{"or": f"{OTHER}\n\n0.1: 1,x,3,4"})
    assert "FP in line 3 must be a number" in said(at)


def test_sets_that_cancel_out_are_a_matter_of_the_values_not_of_the_data():
    at = visit("utility", "sample=two_class_example&or=0.5: 0,1,1,0")
    assert answer(at) == CANNOT
    assert "Mend it in the sidebar" not in said(at)
    assert price(at, "or").value == "0.5: 0,1,1,0"


# Links -------------------------------------------------------------------------------------------------------------


def test_link_opens_its_view_and_the_view_has_its_link():
    link = {
        **{"sample": "two_class_example", "threshold": "0.4", "u": "15,-335,-35,165", "unit": "kr.", "unsure": "0.25"},
        "or": "0.3: 45, -335, -65, 165;0.1: 1,0,0,1",
    }
    at = visit("utility", "&".join(f"{name}={value}" for name, value in link.items()))
    assert not at.warning
    assert fields(at) == ["15", "-335", "-35", "165"]
    assert price(at, "unit").value == "kr."
    assert price(at, "unsure").value == 0.25
    assert at.query_params == link
    assert "kr. a case" in said(at)
    other = again("utility", at)
    assert said(other) == said(at)
    assert table(other, 0, 2).equals(table(at, 0, 2))


def test_defaults_stay_out_of_the_link():
    at = visit("utility", "sample=factory&u=15,-335,-35,165&unit=EUR&unsure=0.1&or=")
    assert at.query_params == {"sample": "factory", "model": "A"}
    assert not at.warning
    at = visit("utility", "sample=pathology&u=1,0,0,1.0")
    assert at.query_params == {"sample": "pathology"}


def test_unit_taken_away_is_away_behind_the_link_too():
    at = put(visit("utility", "sample=factory"), unit="")
    assert "EUR a case" not in small(at)[0]
    assert small(again("utility", at)) == small(at)


@pytest.mark.parametrize(
    ("link", "words"),
    [
        ("u=1,2,3", 'u must be four numbers, TP,FP,FN,TN, such as 15,-335,-35,165, got "1,2,3"'),
        ("u=1,2,3,4,5", 'got "1,2,3,4,5"'),
        ("u=", 'u must be four numbers, TP,FP,FN,TN, such as 15,-335,-35,165, got ""'),
        ("u=1,2,3,abc", 'the payoff TN must be a number such as 165 or -33.5, got "abc"'),
        ("u=inf,2,3,4", 'the payoff TP must be a number such as 165 or -33.5, got "inf"'),
        ("u=1,nan,3,4", 'the payoff FP must be a number such as 165 or -33.5, got "nan"'),
        ("u=1,2,1e13,4", "the payoff FN must be between -10^12 and 10^12, got 1e13"),
        ("unsure=0.7", 'unsure must be between 0 and 0.5, got "0.7"'),
        ("unsure=x", 'unsure must be between 0 and 0.5, got "x"'),
        ("unsure=nan", 'unsure must be between 0 and 0.5, got "nan"'),
    ],
)
def test_wrong_value_in_a_link_falls_back_and_is_said(link, words):
    at = visit("utility", f"sample=factory&{link}")
    assert len(at.warning) == 1
    assert said(at, "warning").startswith(BEGINS)
    assert words in said(at, "warning")
    assert fields(at) == [str(payoff) for payoff in FACTORY]
    assert price(at, "unsure").value == 0.1
    assert at.query_params == {"sample": "factory", "model": "A"}
    assert answer(at) == answer(visit("utility", "sample=factory"))


def test_other_values_of_a_link_that_cannot_be_used_stay_to_be_mended():
    at = visit("utility", "sample=factory&or=0.3: 1,2;0.2: 1,2,3,4")
    assert answer(at) == CANNOT
    assert "Line 1 of the other values must be" in said(at)
    assert price(at, "or").value == "0.3: 1,2\n0.2: 1,2,3,4"


def test_unit_of_a_link_is_short_and_on_one_line():
    at = visit("utility", "sample=factory&unit=a \n b" + "c" * 40)
    assert price(at, "unit").value == "a b" + "c" * 17
    assert said(again("utility", at)) == said(at)


def test_each_story_keeps_its_own_values_and_other_samples_do_not_inherit_them():
    at = put(visit("utility", "sample=factory"), tp="20", unit="kr")
    sample(at, "factory_prices")
    assert fields(at) == [str(payoff) for payoff in PRICES]
    assert at.query_params == {"sample": "factory_prices", "model": "A"}
    put(at, fn="-70")
    sample(at, "two_class_example")
    assert fields(at) == ["1", "0", "0", "1"]
    assert price(at, "unit").value == ""
    assert "Assumed so far" in said(at)
    put(at, tn="3")
    sample(at, "pathology")
    assert fields(at) == ["1", "0", "0", "1"]
    sample(at, "two_class_example")
    assert fields(at) == ["1", "0", "0", "3"]
    sample(at, "factory")
    assert fields(at) == ["20", "-335", "-35", "165"]
    assert at.query_params == {"sample": "factory", "model": "A", "u": "20,-335,-35,165", "unit": "kr"}
    sample(at, "factory_prices")
    assert fields(at) == ["45", "-335", "-70", "165"]


def test_values_are_kept_while_other_pages_are_looked_at():
    at = put(visit("utility", "sample=factory"), tp="20", unsure=0.3, **{"or": OTHER})
    before = said(at)
    go(at, "verdict")
    assert at.query_params == {"sample": "factory", "model": "A"}
    go(at, "utility")
    assert said(at) == before
    assert at.query_params["u"] == "20,-335,-35,165"


def test_model_looked_at_is_the_one_of_the_formula():
    at = visit("utility", "sample=factory&model=B")
    assert "For B:" in said(at)
    assert "15\\cdot 43-335\\cdot 18-35\\cdot 7+165\\cdot 32" in said(at)
    assert yields(at) == yields(visit("utility", "sample=factory"))


# Files -------------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def orders():
    """Truth, two scores and an amount of some orders."""
    rng = np.random.default_rng(3)
    true = np.arange(60) % 3 == 0
    one, other = (np.round(np.clip(true * far + rng.random(60) * 0.6, 0, 1), 3) for far in (0.4, 0.2))
    return true, one, other, np.round(rng.gamma(2, 50, 60), 2)


HEADER = ["truth", "score_x", "score_y", "order_amount"]


def upload(orders, header=HEADER):
    true, one, other, amount = orders
    lines = zip(np.where(true, "fraud", "fine"), one, other, amount, strict=True)
    return dropped(rows(header, lines), "utility", link="data=File")


def earned(true, called, amount, fixed, rate):
    """The payoff of each case, by its outcome and its amount."""
    place = np.select([called & true, called & ~true, ~called & true], [0, 1, 2], 3)
    return np.asarray(fixed)[place] + np.asarray(rate)[place] * amount


def stratified(payoff, true):
    """Mean, and its normal interval with both class sizes kept (Cochran 1977)."""
    parts = [payoff[true], payoff[~true]]
    error = np.sqrt(sum((part.size / payoff.size) ** 2 * part.var(ddof=1) / part.size for part in parts))
    reach = NormalDist().inv_cdf(0.975) * error
    return payoff.mean(), payoff.mean() - reach, payoff.mean() + reach


def test_amounts_bring_fields_for_rates_that_start_at_zero(orders):
    at = upload(orders)
    assert "And for each 1 of order_amount" in said(at)
    boxes = [one for one in at.main.text_input if re.match("payoffs_[tf][pn]", one.key)]
    assert len(boxes) == len({one.label for one in boxes}) == 8
    assert [price(at, f"{name}_rate").value for name in CELLS] == ["0"] * 4
    assert plain(boxes[5].label) == "called fraud, truly fine, per 1 of order_amount"
    without = upload(orders, [*HEADER[:3], "note"])
    assert not [one for one in without.main.text_input if "rate" in one.key]


def test_zero_rates_change_nothing(orders):
    at = upload(orders)
    before, numbers_before, assumed = said(at), table(at, 0, 2), "Assumed so far" in said(at)
    assert assumed
    put(at, tp_rate="0.0", fp_rate="-0", fn_rate="0e5", tn_rate="−0")
    assert said(at) == before
    assert table(at, 0, 2).equals(numbers_before)
    assert clickable(at)


@pytest.mark.parametrize(
    ("fixed", "rate"),
    [
        ((-5, -5, 0, 0), (0, 0, -1, 0)),
        ((0, 0, 0, 0), (0.5, -0.25, -1, 0.01)),
        ((1, 0, 0, 1), (1e-3, 0, 0, 0)),
        ((1500, -335, -35, 165), (2, -1000, 3, 1e6)),
    ],
)
def test_yields_with_amounts_are_those_of_each_case(orders, fixed, rate):
    true, one, other, amount = orders
    at = upload(orders)
    put(at, **{name: str(value) for name, value in zip(CELLS, fixed, strict=True)})
    put(at, **{f"{name}_rate": f"{value:g}" for name, value in zip(CELLS, rate, strict=True)})
    called = {"score_x": one >= 0.5, "score_y": other >= 0.5, "always fraud": true | True, "always fine": true & False}
    found = numbers(at)
    for name, calls in called.items():
        expected = stratified(earned(true, calls, amount, fixed, rate), true)
        assert found.loc[name].iloc[:3].tolist() == pytest.approx(list(expected), rel=1e-9, abs=1e-9), name
    free = max(found.iloc[:, 0][["always fraud", "always fine"]])
    assert found["Beyond the best constant answer"].tolist() == pytest.approx((found.iloc[:, 0] - free).tolist())
    assert found.iloc[:, 0].is_monotonic_decreasing
    # The map stands for a case with the mean amount of its class.
    mean = [amount[true].mean(), amount[~true].mean()]
    U = [fix + per * mean[name in ("fp", "tn")] for name, fix, per in zip(CELLS, fixed, rate, strict=True)]
    span = max(U) - min(U)
    assert cross(at) == pytest.approx(((U[3] - U[0]) / span, (U[1] - U[2]) / span), abs=2e-3)
    assert "the map is for a case with the average amount of its class." in said(at)
    assert not clickable(at)


def test_threshold_moves_amounts_too(orders):
    true, one, _, amount = orders
    at = put(upload(orders), fn_rate="-1")
    at.slider(key=widget(at, "data_threshold_").key).set_value(0.25)
    fine(at.run())
    payoff = earned(true, one >= 0.25, amount, USUAL, (0, 0, -1, 0))
    assert yields(at)["score_x"] == pytest.approx(payoff.mean(), rel=1e-12)


def test_positive_class_turned_round_turns_amounts_round(orders):
    true, one, _, amount = orders
    at = upload(orders)
    at.selectbox(key=widget(at, "data_positive_").key).set_value("fine")
    fine(at.run())
    put(at, fp_rate="-2")
    # The score is now that of "fine": a high one is called so.
    payoff = earned(~true, one >= 0.5, amount, USUAL, (0, -2, 0, 0))
    assert yields(at)["score_x"] == pytest.approx(payoff.mean(), rel=1e-12)


@pytest.mark.parametrize(
    ("rate", "words"),
    [
        ("x", 'The rate of FN must be a number such as 165 or -33.5, got "x".'),
        ("", 'The rate of FN must be a number such as 165 or -33.5, got "".'),
        ("1e13", "The rate of FN must be between -10^12 and 10^12, got 1e13."),
    ],
)
def test_rate_that_cannot_be_used_is_said_and_stays(orders, rate, words):
    at = upload(orders)
    before = said(at)
    put(at, fn_rate=rate)
    assert answer(at) == CANNOT
    assert words in said(at)
    assert price(at, "fn_rate").value == rate
    assert not at.main.get("plotly_chart")
    put(at, fn_rate="0")
    assert said(at) == before


def test_other_values_beside_rates_are_used_or_said_not_to_be(orders):
    at = put(upload(orders), fn_rate="-1")
    before, numbers_before = said(at), table(at, 0, 2)
    put(at, **{"or": "0.5: 100,-100,-100,100"})
    assert said(at) != before or not table(at, 0, 2).equals(numbers_before)


def test_tiny_rates_hardly_move_yields_of_models_with_other_cases():
    """Two models on cases of their own: without rates the second is moved to the share of positives of the first."""
    rng = np.random.default_rng(2)
    lines = [("one", "yes" if place < 20 else "no", round(rng.random(), 3), 1) for place in range(40)]
    lines += [("two", "yes" if place < 6 else "no", round(rng.random(), 3), 1) for place in range(30)]
    at = dropped(rows(["model", "truth", "score", "amount"], lines), "utility", link="data=File&u=3,-1,-2,1")
    before = yields(at)
    put(at, tp_rate="1e-9")
    assert yields(at) == pytest.approx(before, abs=1e-6)


def test_amounts_beyond_reason_do_not_break_the_page():
    lines = [("yes" if place % 3 else "no", place % 7 / 7, "1e200") for place in range(21)]
    at = dropped(rows(["truth", "score", "amount"], lines), "utility", link="data=File")
    assert at.main.header
    assert not at.exception


def test_large_amounts_have_their_yield():
    true, score = np.arange(30) % 3 > 0, np.arange(30) % 7 / 7
    amount = 1e12 + np.arange(30) * 1e9
    lines = zip(np.where(true, "yes", "no"), score, amount, strict=True)
    at = dropped(rows(["truth", "score", "amount"], lines), "utility", link="data=File")
    put(at, tp_rate="2", fn_rate="-1")
    payoff = earned(true, score >= 0.5, amount, USUAL, (2, 0, -1, 0))
    assert yields(at)["the model"] == pytest.approx(payoff.mean(), rel=1e-12)


def test_amounts_of_nothing_leave_the_fixed_payoffs(orders):
    true, one, other, _ = orders
    at = upload((true, one, other, np.zeros(60)))
    before = yields(at)
    put(at, fn_rate="-100", tp_rate="7")
    assert yields(at) == pytest.approx(before, abs=1e-12)


def test_nothing_of_an_upload_reaches_the_link(orders):
    at = upload(orders)
    assert at.query_params == {"data": "File"}
    put(at, tp="2", fn_rate="-3", tn_rate="0.5", unsure=0.2, unit="pt", **{"or": "0.5: 1,2,3,4"})
    at.slider(key=widget(at, "data_threshold_").key).set_value(0.25)
    fine(at.run())
    at.selectbox(key=widget(at, "data_model_").key).set_value("score_y")
    fine(at.run())
    at.selectbox(key=widget(at, "data_positive_").key).set_value("fine")
    fine(at.run())
    assert at.query_params == {"data": "File", "u": "2,0,0,1", "unit": "pt", "unsure": "0.2", "or": "0.5: 1,2,3,4"}


def test_prices_belong_to_the_data_they_were_said_of(orders):
    at = put(visit("utility", "sample=pathology"), fp="-3")
    kind(at, "File")
    true, one, other, amount = orders
    lines = list(zip(np.where(true, "fraud", "fine"), one, other, amount, strict=True))
    drop(at, rows(HEADER, lines), "orders.csv")
    assert fields(at) == ["1", "0", "0", "1"]
    put(at, fn="-7")
    assert yields(at)["score_x"] == pytest.approx(earned(true, one >= 0.5, 0, (1, 0, -7, 1), (0, 0, 0, 0)).mean())
    kind(at, "Sample")
    assert fields(at) == ["1", "-3", "0", "1"]
    kind(at, "File")
    assert fields(at) == ["1", "0", "-7", "1"]
    # A newer version of the same file is the same data.
    drop(at, rows(HEADER, lines[:-1]), "orders.csv")
    assert fields(at) == ["1", "0", "-7", "1"]
    drop(at, rows(HEADER, lines), "others.csv")
    assert fields(at) == ["1", "0", "0", "1"]


def test_name_of_the_amounts_stays_letters(orders):
    name = "![x](http://e.x/p.png) amount"
    at = upload(orders, [*HEADER[:3], name])
    assert f"And for each 1 of {name}" in said(at)
    for place, text in markdown(at):
        assert name not in text, place


def test_weighted_cases_have_yields_with_intervals():
    true, score = np.arange(40) % 3 > 0, np.arange(40) * 7 % 20 / 20
    weight = np.where(np.arange(40) % 4 == 0, 2.5, 0.5)
    amount = np.arange(40) + 1.0
    lines = zip(np.where(true, "yes", "no"), score, weight, amount, strict=True)
    at = dropped(rows(["truth", "score", "weight", "amount"], lines), "utility", link="data=File&u=3,-1,-2,1")
    for rate in (0, -0.5):
        put(at, fn_rate=str(rate))
        for name, called in (("the model", score >= 0.5), ("always yes", true | True), ("always no", true & False)):
            payoff = earned(true, called, amount, (3, -1, -2, 1), (0, 0, rate, 0))
            assert yields(at)[name] == pytest.approx(np.average(payoff, weights=weight), rel=1e-12)
        assert small(at)[1]["the model"][1] != "none"
        low, high = numbers(at).loc["the model", ["95 % from", "95 % to"]]
        assert low < yields(at)["the model"] < high


def test_ten_models_are_on_the_map_and_the_rest_is_said():
    rng = np.random.default_rng(6)
    true = np.arange(60) % 2 == 0
    scores = [np.round(true * step / 12 + rng.random(60), 3) for step in range(12)]
    names = [f"score_{place:02}" for place in range(12)]
    lines = zip(np.where(true, "yes", "no"), *scores, strict=True)
    at = dropped(rows(["truth", *names], lines), "utility", link="data=File")
    assert "10 of 12 models, the one looked at first." in said(at)
    found = yields(at)
    assert set(found) == {*names[:10], "always yes", "always no"}
    at.selectbox(key=widget(at, "data_model_").key).set_value("score_11")
    fine(at.run())
    assert set(yields(at)) == {"score_11", *names[:9], "always yes", "always no"}
    assert "For score_11" in plain(said(at))


def test_model_without_one_of_the_classes_is_said_by_name():
    lines = [("one", "yes" if place % 2 else "no", place / 20) for place in range(20)]
    lines += [("two", "yes", place / 20) for place in range(10)]
    at = dropped(rows(["model", "truth", "score"], lines), "utility", link="data=File")
    assert "two must have cases of both classes to be compared at another share of positives" in said(at)
    assert not at.main.get("plotly_chart")


def test_models_on_other_cases_are_compared_at_one_share_of_positives():
    lines = [("one", "yes" if place < 20 else "no", place % 9 / 9) for place in range(40)]
    lines += [("two", "yes" if place < 6 else "no", place % 7 / 7) for place in range(30)]
    at = dropped(rows(["model", "truth", "score"], lines), "utility", link="data=File&u=3,-1,-2,1")
    for name, positives, cases, parts in (("one", 20, 40, 9), ("two", 6, 30, 7)):
        called = np.arange(cases) % parts / parts >= 0.5
        tpr, fpr = called[:positives].mean(), called[positives:].mean()
        expected = 0.5 * (3 * tpr - 2 * (1 - tpr)) + 0.5 * (-fpr + 1 - fpr)
        assert yields(at)[name] == pytest.approx(expected)
