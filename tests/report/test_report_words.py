"""Sentences: names letter by letter, numbers in words, one and many, and every kind of verdict."""

import math
import re

import pytest
from scipy.stats import hypergeom

from ddcore.chance import dutch_draw
from ddcore.chance.verdict import STATES, verdict
from ddcore.counts import Counts
from ddcore.interval import Interval
from ddcore.measures import MEASURES, measure
from ddcore.report import words

NAN = math.nan
HEADLINES = ["ACC", "F1", "PPV", "NPV", "BACC", "G2", "J", "MK", "MCC", "kappa", "FM", "TS", "TPR", "TNR"]


def judged(tp, fp, fn, tn, keys=HEADLINES, name="A"):
    return verdict(name, Counts(tp=tp, fp=fp, fn=fn, tn=tn), keys)


def rows(total, positives, keys):
    return [
        (MEASURES[key], dutch_draw.baseline(key, total, positives), MEASURES[key].ideal(total, positives))
        for key in keys
    ]


def unescaped(text):
    return re.sub(r"\\([!-/:-@\[-`{-~])", r"\1", text).replace("\u2060", "")


@pytest.mark.parametrize(
    "name",
    [
        "a_b",
        "**x**",
        "`x`",
        "$x$",
        ":red[x]",
        "<b>",
        "[x](y)",
        "![x](y)",
        "a|b",
        "\\",
        "# x",
        "1. x",
        "- x",
        "~~x~~",
        "&lt;",
    ],
)
def test_literal_escapes_every_sign_of_markdown(name):
    text = words.literal(name)
    assert unescaped(text) == name
    assert not re.search(r"(?<!\\)(?:\\\\)*[!-/:-@\[-`{-~](?<!\\)", re.sub(r"\\[!-/:-@\[-`{-~]", "", text))


@pytest.mark.parametrize(
    ("key", "name"),
    [
        ("ACC", "accuracy"),
        ("TPR", "recall"),
        ("PPV", "precision"),
        ("TP", "true positives"),
        ("F1", "F1"),
        ("F0.5", "F0.5"),
        ("NF1", "negative F1 score"),
        ("G2", "G-mean 2 (G2)"),
        ("J", "Youden's J"),
        ("kappa", "Cohen's kappa"),
        ("MCC", "Matthews correlation (MCC)"),
        ("FM", "Fowlkes-Mallows (FM)"),
        ("Net = (tp - fp) / m", "Net"),
    ],
)
def test_names_inside_a_sentence_are_in_lower_case_unless_people_or_letters(key, name):
    assert unescaped(words.inside(measure(key))) == name


def test_names_inside_a_sentence_are_shown_letter_by_letter():
    assert words.inside(measure("= (tp - 2 * fp) / m")) == r"\(tp − 2 · fp\) \/ m"


def test_only_the_first_letter_of_a_name_changes_inside_a_sentence():
    for row in MEASURES.values():
        assert unescaped(words.inside(row))[1:] in (row.name[1:], row.title[1:])


@pytest.mark.parametrize(
    ("number_of", "shown"),
    [
        (0, "0 cases"),
        (1, "1 case"),
        (1.0, "1 case"),
        (2, "2 cases"),
        (1200, "1,200 cases"),
        (0.25, "0.250 cases"),
        (1.5, "1.500 cases"),
    ],
)
def test_one_thing_and_many(number_of, shown):
    assert words.many(number_of, "case") == shown


@pytest.mark.parametrize(
    ("low", "high", "shown"),
    [
        (0.41, 0.49, "0.410 to 0.490"),
        (0.41, 0.41, "0.410 to 0.410"),
        (-3, 12, "−3 to 12"),
        (-0.80042, -0.80041, "−0.80042 to −0.80041"),
        (0.8001, 0.8004, "0.8001 to 0.8004"),
        (0.5, math.inf, "0.500 to never"),
        (math.inf, math.inf, "never to never"),
    ],
)
def test_from_one_threshold_to_another(low, high, shown):
    assert words.reach(low, high) == shown


def test_literal_is_one_line():
    assert words.literal(" a\n\n# b\t c\r") == r"a \# b c"
    assert words.literal("") == ""


@pytest.mark.parametrize("name", ["plain", "Größe 3", "模型", "x" * 500])
def test_literal_leaves_words_alone(name):
    assert words.literal(name) == name


@pytest.mark.parametrize(
    "address",
    [
        "http://evil.example",
        "HTTPS://evil.example",
        "www.evil.example",
        "WWW.evil.example",
        "me@evil.example",
        "x://y@www.z",
    ],
)
def test_literal_leaves_no_address_that_becomes_a_link(address):
    """The pattern of GitHub's autolinks, tried on the text after its escapes are undone."""
    seen = re.sub(r"\\([!-/:-@\[-`{-~])", r"\1", words.literal(address))
    assert not re.search(r"(https?://|www(?=\.))[-.\w]+|[-.\w+]+@[-\w]+", seen, re.IGNORECASE)
    assert unescaped(words.literal(address)) == address


@pytest.mark.parametrize(
    ("key", "said"),
    [
        ("TPR", "Recall (TPR)"),
        ("F1", "F1"),
        ("F0.5", "F0.5"),
        ("NF1", "Negative F1 (NF1)"),
        ("ACC", "Accuracy"),
        ("prevalence", "Prevalence"),
        ("J", "Youden's J"),
        ("kappa", "Cohen's kappa"),
        ("G2", "G-mean 2 (G2)"),
        ("FM", "Fowlkes-Mallows (FM)"),
    ],
)
def test_title_has_the_key_where_it_says_something_new(key, said):
    assert MEASURES[key].title == said


def test_titles_are_all_different():
    assert len({row.title for row in MEASURES.values()}) == len(MEASURES)


@pytest.mark.parametrize(
    ("items", "said"),
    [
        (["a"], "a"),
        (["a", "b"], "a and b"),
        (["a", "b", "c"], "a, b and c"),
        (["a", "b", "c", "d"], "a, b, c and d"),
        (["a", "b", "c", "d", "e"], "a, b, c and 2 more"),
        (list("abcdefghij"), "a, b, c and 7 more"),
    ],
)
def test_listing(items, said):
    assert words.listing(items) == said


def test_listing_takes_another_length():
    assert words.listing(list("abcdef"), 5) == "a, b, c, d and 2 more"


@pytest.mark.parametrize(
    ("reached", "total", "said"),
    [
        (((303, 303),), 303, "always calling positive"),
        (((0, 0),), 303, "never calling positive"),
        (((1, 1),), 303, "calling a single case positive"),
        (((302, 302),), 303, "calling all but one positive"),
        (((152, 152),), 303, "calling 152 of 303 positive"),
        (((0, 303),), 303, "calling any number positive"),
        (((1, 303),), 303, "calling any number positive but none"),
        (((0, 302),), 303, "calling any number positive but all"),
        (((1, 302),), 303, "calling any number positive but none or all"),
        (((3, 1234),), 5000, "calling 3 to 1,234 of 5,000 positive"),
        (((0, 0), (2, 2)), 2, "never calling positive or always calling positive"),
        (((1, 1),), 2, "calling 1 of 2 positive"),
        (((1, 1),), 1, "always calling positive"),
        ((), 5, "no draw"),
    ],
)
def test_calls(reached, total, said):
    assert words.calls(reached, total) == said


def test_answer_is_yes_where_every_measure_is_beaten():
    found = judged(227, 50, 31, 192)
    assert words.verdict_answer(found) == (
        ":primary[Yes.] A beats every classifier without skill on 12 of 12 measures that can be beaten."
    )


def test_answer_is_in_part_where_some_are_unclear():
    found = judged(231, 32, 27, 54)
    assert words.verdict_answer(found) == (
        ":primary[In part.] A beats every classifier without skill on 11 of 12 measures that can be beaten; on 1 more "
        "it is ahead, but luck may do as much."
    )
    assert [line.measure.key for line in found.having("unclear")] == ["FM"]


def test_answer_is_not_clearly_where_all_are_within_their_uncertainty():
    found = judged(3, 2, 2, 3)
    assert words.verdict_answer(found).startswith(
        ":primary[Not clearly.] A is ahead of every classifier without skill on "
    )
    assert words.verdict_answer(found).endswith("that can be beaten, but luck may do as much.")


def test_answer_is_no_where_nothing_is_beaten():
    found = judged(50, 60, 60, 50)
    assert words.verdict_answer(found) == (
        ":primary[No.] A beats every classifier without skill on none of 12 measures that can be beaten."
    )


@pytest.mark.parametrize("keys", [["TPR"], ["TPR", "TNR"]])
def test_answer_is_nobody_where_nothing_can_be_beaten(keys):
    found = judged(227, 50, 31, 192, keys)
    assert words.verdict_answer(found) == (
        ":primary[Nobody can tell.] None of these measures can be beaten by A on this data."
    )


@pytest.mark.parametrize("counts", [(227, 50, 31, 192), (50, 60, 60, 50)])
def test_answer_on_one_measure_is_not_in_the_plural(counts):
    said = words.verdict_answer(judged(*counts, keys=["ACC"]))
    assert "1 of 1 measures" not in said
    assert "of 1 measures" not in said
    assert "measure" in said


@pytest.mark.parametrize("counts", [(227, 50, 31, 192), (231, 32, 27, 54), (3, 2, 2, 3), (50, 60, 60, 50)])
@pytest.mark.parametrize("keys", [HEADLINES, ["TPR"]])
def test_name_stands_letter_by_letter_in_every_answer(counts, keys):
    said = words.verdict_answer(judged(*counts, keys=keys, name="**A**[x](y)"))
    assert r"\*\*A\*\*\[x\]\(y\)" in said


def test_reason_has_accuracy_and_the_exact_probability():
    found = judged(227, 50, 31, 192, list(MEASURES))
    p = hypergeom(500, 258, 277).sf(226)
    assert f"{p:.1e}" == "3.9e-56"
    assert words.verdict_reason(found, "Class1", "Class2") == (
        "Without skill nobody can expect more than 51.6 % accuracy (by always saying Class1); this model reaches "
        "**83.8 %**. A draw with as many positive calls does as well with probability **3.9 × 10⁻⁵⁶** (exact)."
    )


@pytest.mark.parametrize(
    ("counts", "how"),
    [
        ((20, 5, 5, 40), "by always saying no"),
        ((40, 5, 5, 20), "by always saying yes"),
        ((20, 10, 10, 20), "whatever it says"),
    ],
)
def test_reason_says_who_reaches_the_baseline_of_accuracy(counts, how):
    assert f"accuracy ({how})" in words.verdict_reason(judged(*counts, keys=["ACC"]), "yes", "no")


WEIGHTED = (4.5, 3.75, 0.3, 6.75)


def test_reason_of_unknown_weights_says_that_there_is_no_probability():
    said = words.verdict_reason(judged(*WEIGHTED, keys=["ACC"]), "yes", "no")
    assert said.endswith(
        "The cases are weighted and nothing is known of the single weights: no probability, no interval, and any lead "
        "may be luck."
    )
    assert "more than 68.6 % accuracy (by always saying no); this model reaches **73.5 %**" in said


def test_reason_of_weighted_cases_has_about_a_probability():
    """4.8 positives are 3.4 effective ones, 10.5 negatives 5.5: of 3 of 8 cases, 5 called, all found: 10 in 56."""
    truth, called = [1, 1, 0, 0] * 3, [1, 0, 0, 1] * 3
    counts = Counts.of_labels(truth, called, weight=[1.5, 0.1, 2.25, 1.25] * 3)
    said = words.verdict_reason(verdict("A", counts, ["ACC"]), "yes", "no")
    assert said.endswith(
        "The cases are weighted and say as much as about 3 positive and 6 negative ones of one weight; a draw with as "
        "many positive calls does as well with probability **about 0.179**. That is too often to tell skill from luck."
    )
    computed = words.verdict_computed(verdict("A", counts, ["ACC"]))
    assert "(Kish 1965)" in computed
    assert "binom" not in computed


def test_what_a_draw_does_as_well_too_often_is_no_clear_lead():
    found = judged(1, 17, 0, 2, ["MCC", "MK", "ACC"])
    assert words.verdict_answer(found) == (
        ":primary[Not clearly.] A is ahead of every classifier without skill on 2 of 3 measures that can be beaten, "
        "but luck may do as much."
    )
    assert words.verdict_reason(found, "yes", "no").endswith(
        "with probability **0.900** (exact). That is too often to tell skill from luck."
    )


def test_more_cases_than_a_draw_is_computed_for_have_no_exact_probability():
    found = judged(2 * 10**12, 10**12, 10**12, 2 * 10**12, ["ACC"])
    assert words.verdict_reason(found, "yes", "no").endswith("** (or less).")
    assert "So many cases are taken for 1,000,000,000" in words.verdict_computed(found)


@pytest.mark.parametrize(
    ("counts", "key", "said"),
    [
        (
            (6, 0, 2, 8),
            "F1",
            "F1 of 0.857 is ahead of 0.667, but its interval (0.578 to 0.971) reaches to the other side.",
        ),
        (
            (2, 0, 2, 10),
            "MCC",
            "Matthews correlation (MCC) of 0.645 is ahead of 0, but a draw with as many positive calls does as well "
            "with probability 0.066.",
        ),
        (
            (1.5, 1, 1, 2),
            "MCC",
            "Matthews correlation (MCC) of 0.267 is ahead of 0, but nobody can say how sure that is.",
        ),
        (
            (20, 0, 5, 25),
            "PLR",
            "Positive likelihood ratio (PLR) has no value on these cases, but its interval says that it is "
            "5.935 or more.",
        ),
        (
            (6, 0, 2, 8),
            "= log(tp - 4) / m",
            "log(tp − 4) / m has no value at 21.7 % of the rates that go with these counts; its interval is that of "
            "the others.",
        ),
    ],
)
def test_worth_knowing_says_why_a_lead_is_not_clear(counts, key, said):
    assert said in words.verdict_worth_knowing(judged(*counts, keys=[key]))


def test_every_sentence_stands_for_weighted_counts():
    found = judged(*WEIGHTED, keys=[key for key in MEASURES if key not in ("TP", "TN", "FP", "FN")])
    text = "\n".join(
        [words.verdict_answer(found), words.verdict_computed(found), *words.verdict_worth_knowing(found, BACKWARD)]
    )
    assert "nan" not in text
    assert "binom" not in text
    assert "The scores point the wrong way" in text


@pytest.mark.parametrize("counts", [(2.5, 2.5, 2.5, 2.5), (0.5, 0, 0, 0.5)])
def test_small_weighted_table_is_not_rounded_out_of_truth(counts):
    text = words.confusion(judged(*counts).counts, "yes", "no")
    shown = [float(cell) for cell in re.findall(r"(?<=\| )[\d.]+(?= )", text)]
    assert shown == [counts[0], counts[1], counts[2], counts[3]]


def test_confusion_shows_counts_with_commas():
    text = words.confusion(Counts(tp=1_000_000, fp=50, fn=31, tn=12_345), "a|b", "not a|b")
    lines = [line for line in text.splitlines() if line.startswith("|")]
    assert lines[0] == r"| called | truly a\|b | truly not a\|b |"
    assert lines[2:] == ["| positive | 1,000,000 | 50 |", "| negative | 31 | 12,345 |"]


def test_worth_knowing_tells_what_is_free():
    said = words.verdict_worth_knowing(judged(227, 50, 31, 192))
    assert "F1 of 0.681 is free here: always calling positive reaches it." in said
    assert any(sentence.startswith("*Recall (TPR) and Specificity (TNR) cannot be beaten*") for sentence in said)


BACKWARD = Interval(0.4, 0.35, 0.45, 0.025)


def test_worth_knowing_tells_of_scores_that_point_the_wrong_way():
    said = words.verdict_worth_knowing(judged(50, 60, 60, 50), BACKWARD)
    assert said[0].startswith("The scores point the wrong way: a random positive case outscores a random negative one")
    assert "40 % of pairs (AUC 0.400, 0.350 to 0.450)" in said[0]


@pytest.mark.parametrize("auc", [None, Interval(0.4, 0.29, 0.51, 0.05), Interval(0.4, NAN, NAN, NAN)])
def test_scores_that_may_be_even_do_not_point_the_wrong_way(auc):
    """Noise has an area below a half in every second file."""
    assert not any("wrong way" in line for line in words.verdict_worth_knowing(judged(50, 60, 60, 50), auc))


@pytest.mark.parametrize(
    ("counts", "keys", "said"),
    [
        (
            (0, 0, 14, 36),
            ["ACC", "F1", "PPV"],
            "F1 and Precision (PPV) have no value here: no case is called positive.",
        ),
        (
            (29, 1, 0, 0),
            ["ACC", "NPV"],
            "Negative predictive value (NPV) has no value here: every case is called positive.",
        ),
    ],
)
def test_worth_knowing_says_what_has_no_value_and_why(counts, keys, said):
    assert said in words.verdict_worth_knowing(judged(*counts, keys))


def test_worth_knowing_says_does_of_one_and_do_of_several():
    one = words.verdict_worth_knowing(judged(50, 60, 60, 50, ["ACC"]))
    assert "Accuracy does no better than a classifier that never looks at the cases." in "\n".join(one)
    two = words.verdict_worth_knowing(judged(50, 60, 60, 50, ["ACC", "MCC"]))
    assert "Matthews correlation (MCC) do no better" in "\n".join(two)


def test_worth_knowing_tells_of_a_rare_class():
    said = words.verdict_worth_knowing(judged(5, 1, 5, 989, ["MCC"]))
    assert said[-1] == "Only 1 % of the cases are positive, so 99 % accuracy is free."
    said = words.verdict_worth_knowing(judged(980, 1, 5, 14, ["MCC"]))
    assert said[-1] == "Only 1.5 % of the cases are negative, so 98.5 % accuracy is free."


def test_worth_knowing_has_always_something_and_never_more_than_four():
    assert words.verdict_worth_knowing(judged(240, 10, 10, 240, ["ACC"])) == [
        "The classes are about equally common (50 % positive), so accuracy is a fair first look here."
    ]
    assert len(words.verdict_worth_knowing(judged(3, 60, 2, 500), BACKWARD)) <= 4


def test_computed_has_the_numbers_put_in_and_every_verdict():
    text = words.verdict_computed(judged(227, 50, 31, 192))
    assert r"\sum_{k \ge 227} \frac{\binom{258}{k}" in text
    assert r"\binom{242}{277 - k}}{\binom{500}{277}}" in text
    for state in STATES.values():
        assert f"- *{state}*" in text


@pytest.mark.parametrize(
    ("formula", "filled"),
    [
        (r"\frac{P \cdot n}{M}", r"\frac{139 \cdot 152}{303}"),
        (r"\frac{N (M - n)}{P}", r"\frac{164 (303 - 152)}{139}"),
        (r"\mathrm{PPV} + \min(n, N)", r"\mathrm{PPV} + \min(152, 164)"),
        (r"\binom{n}{P}", r"\binom{152}{139}"),
        ("0", "0"),
    ],
)
def test_numbers_are_put_into_symbols_and_not_into_words(formula, filled):
    assert words.put_in(formula, 303, 139, 152) == filled


@pytest.mark.parametrize("key", MEASURES)
def test_formula_with_numbers_has_no_symbol_left(key):
    filled = words.put_in(MEASURES[key].expected_latex, 303, 139, 152)
    assert not re.search(r"(?<![A-Za-z\\])[PNMn](?![A-Za-z])", re.sub(r"\\\w+(\{\w+\})?", "", filled))


def test_baseline_in_a_sentence():
    assert words.baselines_answer(303, 139, rows(303, 139, ["ACC", "F1"])) == (
        "With 303 cases, 139 positive, no skill is needed for an F1 of :primary[0.629]: always calling positive "
        "reaches it."
    )
    assert words.baselines_answer(1, 1, rows(1, 1, ["TPR"])).startswith("With 1 case, 1 positive, ")
    assert words.baselines_answer(10, 0, rows(10, 0, ["F1"])) == (
        "With 10 cases, 0 positive, F1 has no value: no case is truly positive or no case is called positive."
    )


@pytest.mark.parametrize("key", MEASURES)
def test_article_fits_the_name(key):
    said = words.baselines_answer(303, 139, rows(303, 139, [key]))
    article, name = re.search(r"needed for (an?) (.+?) of :primary", said).groups()
    letter_by_letter = re.match(r"[A-Z]+[\d.]*$", name.split()[0])
    vowel = name[0] in ("AEFHILMNORSX" if letter_by_letter else "AEIO")
    assert article == ("an" if vowel else "a"), name


def test_worth_knowing_of_baselines():
    everything = rows(303, 139, list(MEASURES))
    said = words.baselines_worth_knowing(303, 139, everything, HEADLINES)
    assert said[0] == "Accuracy of 0.541 is free: never calling positive reaches it."
    assert any(one.startswith("*Recall (TPR) and Specificity (TNR) cannot be beaten*") for one in said)
    rare = words.baselines_worth_knowing(1000, 10, rows(1000, 10, list(MEASURES)), HEADLINES)
    assert rare[0].endswith("That is high because only 1 % are of the rarer class.")


@pytest.mark.parametrize(("keys", "verb"), [(["F1"], "F1 has no value here"), (["F1", "TPR"], "have no value here")])
def test_one_measure_has_and_several_have_no_value(keys, verb):
    said = words.baselines_worth_knowing(10, 0, rows(10, 0, list(MEASURES)), keys)
    assert any(verb in one for one in said)


@pytest.mark.parametrize("key", MEASURES)
@pytest.mark.parametrize(("total", "positives"), [(303, 139), (10, 0), (10, 10), (1, 1), (2, 1)])
def test_every_measure_has_its_formula_or_the_reason_why_not(key, total, positives):
    ((row, reach, _),) = rows(total, positives, [key])
    said = words.expected_formula(row, reach, total, positives)
    assert said.startswith((r"$\mathrm{E}", "has no value: "))
    assert said.count("$") % 2 == 0
    assert said.count("{") == said.count("}")


@pytest.mark.parametrize(
    ("keys", "said"),
    [
        (["F1"], "F1 is best, :primary[0.629] on average, at θ = 1."),
        (["MCC"], "Matthews correlation (MCC) is :primary[0] on average, calling any number positive but none or all."),
    ],
)
def test_expectation_in_a_sentence(keys, said):
    assert words.expectation_answer(rows(303, 139, keys), 303) == said


def test_worth_knowing_of_a_draw():
    law = dutch_draw.distribution("ACC", 303, 139, 0.5)
    points = [("**A**", "ACC", 0.5, 0.8), ("B", "F1", 0.5, 0.8), ("C", "ACC", 0.5, float("nan"))]
    said = words.expectation_worth_knowing(MEASURES["ACC"], law, 303, 0.5, points)
    assert said[0] == "θ = 0.5 calls **152 of 303** cases positive."
    low, high = ((2 * k + 303 - 152 - 139) / 303 for k in hypergeom(303, 139, 152).ppf([0.025, 0.975]))
    assert f"**{low:.3f} and {high:.3f}**" in said[1]
    assert said[2:] == [
        r"\*\*A\*\* calls 50 % positive and scores 0.800 on Accuracy.",
        "C calls 50 % positive and has no value of Accuracy.",
    ]


@pytest.mark.parametrize(
    ("theta", "said"),
    [
        (0.5, "All such draws score between **0 and 1** on F1."),  # of six cases k = 0 has a chance of 1/20
        (1, "All such draws score **0.667** on F1."),
        (0.17, "All such draws score between **0 and 0.500** on F1."),
    ],
)
def test_few_cases_have_few_draws(theta, said):
    law = dutch_draw.distribution("F1", 6, 3, theta)
    assert words.expectation_worth_knowing(MEASURES["F1"], law, 6, theta, [])[1] == said


def test_draw_without_a_value_says_so():
    law = dutch_draw.distribution("PPV", 10, 4, 0.0)
    said = words.expectation_worth_knowing(MEASURES["PPV"], law, 10, 0.0, [])
    assert said[-1] == "No such draw has a value of Precision (PPV): no case is called positive."


def test_draws_without_a_value_are_counted():
    law = dutch_draw.distribution("PLR", 10, 4, 0.2)
    said = words.expectation_worth_knowing(MEASURES["PLR"], law, 10, 0.2, [])
    share = hypergeom(10, 4, 2).pmf(2)
    assert f"{100 * share:.1f} % of them have no value" in "\n".join(said)


@pytest.mark.parametrize("key", MEASURES)
def test_draw_of_every_measure_is_explained(key):
    text = words.expectation_computed(MEASURES[key], 303, 139, 0.5)
    assert "$n$ = 152 of $M$ = 303, with $P$ = 139 truly positive" in text
    assert text.count("$") % 2 == 0
    assert text.count("{") == text.count("}")
