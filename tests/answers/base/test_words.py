"""Words that answers share: names letter by letter, numbers in words, one and many, what is said of all data."""

import math
import re

import pytest

from ddcore import formats
from ddcore.answers.base import words
from ddcore.chance import dutch_draw
from ddcore.data import Data
from ddcore.measures import MEASURES, measure
from ddcore.read import read
from tests.helpers.answers import counted
from tests.helpers.lines import paired


def unescaped(text):
    return re.sub(r"\\([!-/:-@\[-`{-~])", r"\1", text).replace("\u2060", "")


MARKUP = ["a_b", "**x**", "`x`", "$x$", ":red[x]", "<b>", "[x](y)", "![x](y)", "a|b", "\\", "# x", "1. x", "- x",
          "~~x~~", "&lt;"]  # fmt: skip


def test_literal_escapes_every_sign_of_markdown_and_leaves_words_alone():
    for name in MARKUP:
        text = words.literal(name)
        assert unescaped(text) == name
        assert not re.search(r"(?<!\\)(?:\\\\)*[!-/:-@\[-`{-~](?<!\\)", re.sub(r"\\[!-/:-@\[-`{-~]", "", text))
    for name in ("plain", "Größe 3", "模型", "x" * 500, ""):
        assert words.literal(name) == name
    assert words.literal(" a\n\n# b\t c\r") == r"a \# b c"


def test_literal_leaves_no_address_that_becomes_a_link():
    """The pattern of GitHub's autolinks, tried on the text after its escapes are undone."""
    for address in ("http://evil.example", "HTTPS://evil.example", "www.evil.example", "WWW.evil.example",
                    "me@evil.example", "x://y@www.z"):  # fmt: skip
        seen = re.sub(r"\\([!-/:-@\[-`{-~])", r"\1", words.literal(address))
        assert not re.search(r"(https?://|www(?=\.))[-.\w]+|[-.\w+]+@[-\w]+", seen, re.IGNORECASE)
        assert unescaped(words.literal(address)) == address


def test_names_inside_a_sentence_are_in_lower_case_unless_people_or_letters():
    names = {
        "ACC": "accuracy", "TPR": "recall", "PPV": "precision", "TP": "true positives", "F1": "F1", "F0.5": "F0.5",
        "NF1": "negative F1 score", "G2": "G-mean 2 (G2)", "J": "Youden's J", "kappa": "Cohen's kappa",
        "MCC": "Matthews correlation (MCC)", "FM": "Fowlkes-Mallows (FM)", "Net = (tp - fp) / m": "Net",
    }  # fmt: skip
    assert {key: unescaped(words.in_text(measure(key))) for key in names} == names
    assert words.in_text(measure("=(tp-2*fp)/m")) == r"\(tp − 2 · fp\) \/ m"
    for row in MEASURES.values():
        assert unescaped(words.in_text(row))[1:] in (row.name[1:], row.title[1:])


def test_one_thing_and_many():
    shown = {0: "0 cases", 1.0: "1 case", 2: "2 cases", 1200: "1,200 cases", 1.5: "1.500 cases"}
    assert {number: formats.many(number, "case") for number in shown} == shown


def test_from_one_threshold_to_another():
    shown = {
        (0.41, 0.49): "0.410 to 0.490", (0.41, 0.41): "0.410 to 0.410", (-3, 12): "−3 to 12",
        (-0.80042, -0.80041): "−0.80042 to −0.80041", (0.8001, 0.8004): "0.8001 to 0.8004",
        (0.5, math.inf): "0.500 to never", (math.inf, math.inf): "never to never",
    }  # fmt: skip
    assert {ends: words.reach(*ends) for ends in shown} == shown


def test_listing():
    said = {"a": "a", "ab": "a and b", "abc": "a, b and c", "abcd": "a, b, c and d", "abcde": "a, b, c and 2 more"}
    assert {items: words.listing(list(items)) for items in said} == said
    assert words.listing(list("abcdef"), 5).endswith("d and 2 more")


@pytest.mark.parametrize(
    ("reached", "total", "said"),
    [
        (((303, 303),), 303, "always predicting positive"),
        (((0, 0),), 303, "never predicting positive"),
        (((1, 1),), 303, "predicting one case positive"),
        (((302, 302),), 303, "predicting all cases but one positive"),
        (((0, 303),), 303, "predicting any number of cases positive"),
        (((1, 303),), 303, "predicting at least one case positive"),
        (((0, 302),), 303, "predicting not all cases positive"),
        (((1, 302),), 303, "predicting some but not all cases positive"),
        (((3, 1234),), 5000, "predicting 3 to 1,234 of 5,000 positive"),
        (((0, 0), (2, 2)), 2, "never predicting positive or always predicting positive"),
        (((1, 1),), 2, "predicting 1 of 2 positive"),
        (((1, 1),), 1, "always predicting positive"),
        (((2, 2),), words.WEIGHTED, "predicting less than 0.1 % positive"),
        (((999_998, 999_998),), words.WEIGHTED, "predicting more than 99.9 % positive"),
        (((250_000, 250_000),), words.WEIGHTED, "predicting 25 % positive"),
        ((), 5, "no draw"),
    ],
)
def test_calls(reached, total, said):
    assert words.calls(reached, total) == said


def test_numbers_are_put_into_symbols_and_not_into_words():
    filled = {
        r"\frac{P \cdot n}{M}": r"\frac{139 \cdot 152}{303}", r"\frac{N (M - n)}{P}": r"\frac{164 (303 - 152)}{139}",
        r"\mathrm{PPV} + \min(n, N)": r"\mathrm{PPV} + \min(152, 164)", r"\binom{n}{P}": r"\binom{152}{139}", "0": "0",
    }  # fmt: skip
    assert {formula: words.put_in(formula, 303, 139, 152) for formula in filled} == filled
    for row in MEASURES.values():
        formula = words.put_in(row.expected_latex, 303, 139, 152)
        assert not re.search(r"(?<![A-Za-z\\])[PNMn](?![A-Za-z])", re.sub(r"\\\w+(\{\w+\})?", "", formula)), row.key


def test_every_measure_has_its_formula_or_the_reason_why_not():
    for total, positives in ((303, 139), (10, 0), (10, 10), (1, 1), (2, 1)):
        for key, row in MEASURES.items():
            reach = dutch_draw.baseline(key, total, positives)
            said = words.expected_formula(row, reach, total, positives)
            assert said.startswith((r"$\mathrm{E}", "has no value: ")), key
            assert paired(said)


def test_article_fits_the_name():
    for row in MEASURES.values():
        article, name = words.article(row.title).split(" ", 1)
        letter_by_letter = re.match(r"[A-Z]+[\d.]*$", name.split()[0])
        vowel = name[0] in ("AEFHILMNORSX" if letter_by_letter else "AEIO")
        assert article == ("an" if vowel else "a"), name


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (Data(303, 139), "Positive: 139 of 303, 45.9 %."),
        (Data(303, 139, "yes|", "no"), r"Positive = **yes\|** (139 of 303, 45.9 %)."),
        (counted(4.5, 3.75, 0.3, 6.75), "Positive = **yes** (31.4 % of the weight)."),
        (
            read(b"truth,score\nyes,0.9\nno,-0.2\nyes,-0.3\n", positive="yes", threshold=-0.25).data(),
            "Positive = **yes** (2 of 3, 66.7 %). The model predicts yes at scores ≥ −0.25.",
        ),
    ],
)
def test_about_says_what_is_positive_how_often_and_from_where_on(data, said):
    assert words.about(data).startswith(said)


def test_not_drawn():
    rows = [measure(text) for text in ("net = tp - fp", "cost = fp + 5 * fn", "odds = tp / fp", "f = tp / m", "F1")]
    grows, endless = (note.text for note in words.not_drawn(rows))
    assert "net and cost" in grows
    assert "odds" in endless
    assert len(words.not_drawn(rows[2:3])) == 1
    assert words.not_drawn([*rows[3:], MEASURES["TP"], MEASURES["DOR"]]) == []
    assert words.not_drawn([]) == []
