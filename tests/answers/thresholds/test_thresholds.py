"""Where should the threshold be? The answers on the sample, by the definitions of the measures and by resampling."""

import re
from functools import cache
from urllib.parse import parse_qsl

import numpy as np
import pytest
from sklearn import metrics

from ddcore.answers.thresholds import Choices
from ddcore.errors import InputError
from ddcore.figures.theme import LIGHT
from ddcore.measures import MEASURES
from ddcore.scores.thresholds import Constraint
from tests.helpers.answers import asked, codes, text_of
from tests.helpers.answers import numbers as stated
from tests.helpers.score_pages import SCORE, TRUE, N, P, cumulated
from tests.helpers.scored import two_class_example
from tests.helpers.thresholds import DEFINITIONS, LOWER, exact_best, exact_peaks
from tests.helpers.visiting import plain

MONOTONE = {
    **dict.fromkeys(("TN", "FP", "TNR", "FPR", "PPV", "FDR", "PT", "PLR"), 1),
    **dict.fromkeys(("TP", "FN", "TPR", "FNR", "NPV", "FOR", "NLR"), 0),
}
"""What only rises or only falls with the threshold of scores read as evidence, and the chance that it calls from."""
PEAKS = ("MK", "MCC", "FM", "DOR")
CUTS, HITS, ALARMS = cumulated()
"""Each score of the sample and +inf, with TP and FP from there on."""
TABLES = [(cut, (tp, fp, P - tp, N - fp)) for cut, tp, fp in zip(CUTS, HITS.tolist(), ALARMS.tolist(), strict=True)]
F1 = 2 * HITS / (P + HITS + ALARMS)


@cache
def seen(link=""):
    """The answer on the sample by some choices."""
    return asked("thresholds", two_class_example().data(), **dict(parse_qsl(link)))


def numbers(answer):
    """The table of all measures."""
    return answer.tables["thresholds"].rows().set_index("Short name")


def said(of):
    """All that is said, as the eye reads it."""
    return plain("\n".join([of.sentence, of.reason, *(note.text for note in of.notes)]))


def three(x):
    return f"{x:.3f}".replace("-", "−")


def test_answer_is_the_best_of_all_thresholds_beside_the_one_that_is_set():
    at = seen()
    scores = F1[:-1]
    place = int(np.argmax(scores))
    row = numbers(at).loc["F1"]
    assert scores[place] == pytest.approx(metrics.f1_score(TRUE, CUTS[place] <= SCORE), abs=1e-12)
    assert metrics.f1_score(TRUE, SCORE >= 0.5) < scores[place]
    low, high = row[["Threshold, 95 % from", "to"]]
    text = said(at)
    assert f"is {three(CUTS[place])} ({three(low)} to {three(high)})." in text
    assert re.search(r"may .*−0\.0\d\d to 0\.0\d\d\)\.", text)
    left = row[["On unseen cases", "unseen, 95 % from", "unseen, to"]]
    assert "{} ({} to {}).".format(*map(three, left)) in text
    assert at.tables["called"].rows().iloc[:, 1:].to_numpy().tolist() == [[227, 50], [31, 192]]
    # Scores nearly as good, without a worse one in between.
    near = scores >= scores[place] - 0.01
    first = place - int(np.argmin(near[place::-1])) + 1
    last = place + int(np.argmin(near[place:])) - 1
    assert f"From {three(CUTS[first])} to {three(CUTS[last])} F1" in text
    assert f"probability of {three(scores[place] / 2)}" in text
    assert re.search(rf"\b{three(scores[place])}, if Class1", text)


def test_numbers_that_carry_the_answer():
    """Those of the measure that is chosen, as the table of all measures has them."""
    for link, key, title in (("measure=MCC", "MCC", "Matthews correlation (MCC)"), ("goal=worth", "F1", "F1")):
        row = numbers(seen(link)).loc[key]
        ends = ("Threshold, 95 % from", "to"), ("unseen, 95 % from", "unseen, to")
        between = [f"{three(row[low])} to {three(row[high])}" for low, high in ends]
        labels = f"Best threshold for {title}", f"{title} there, on unseen cases"
        texts = [three(row[column]) for column in ("Best threshold", "On unseen cases")]
        assert stated(seen(link)) == [*zip(labels, texts, between, strict=True)]


@pytest.mark.full
def test_own_formula_is_searched_and_listed():
    at = seen("measure=net = (tp - 5*fp) / m")
    values = (HITS - 5 * ALARMS) / 500
    place = int(values.argmax())
    here = ((SCORE >= 0.5) * np.where(TRUE, 1, -5)).sum() / 500
    found = at.tables["thresholds"].rows().iloc[0]
    assert f" net is {three(CUTS[place])} (" in said(at)
    assert found["Loss on these cases"] == pytest.approx(values[place] - here)
    assert found["Measure"] == "net"
    # A hit against five false alarms: from a chance of 5 / 6 on.
    assert found["Closed form: probability"] == pytest.approx(5 / 6)
    lower = said(seen("measure=loss = (fp %2B 5*fn) / m, lower"))
    values = (ALARMS + 5 * (P - HITS)) / 500
    assert f" loss is {three(CUTS[values.argmin()])} (" in lower
    assert f"is lowest, {three(values.min())}," in lower


def test_table_has_the_best_threshold_of_every_measure():
    """By trying each in fractions, also where recall must be 0.95."""
    found, bound = numbers(seen()), numbers(seen("where=TPR:0.95"))
    set_at = TABLES[int(np.searchsorted(CUTS, 0.5))][1]
    allowed = (HITS / P >= 0.95).tolist()
    assert set(found.index) == {key for key, row in MEASURES.items() if row.judges}
    for key, row in found.iterrows():
        wanted, now = exact_best(key, TABLES), float(DEFINITIONS[key](*set_at))
        assert row["Best threshold"] == wanted.threshold, key
        assert row["Value there"] == pytest.approx(float(wanted.value), rel=1e-12, abs=1e-12), key
        assert row["At 0.5"] == pytest.approx(now, rel=1e-12), key
        assert row["Loss on these cases"] == pytest.approx(abs(float(wanted.value) - now), rel=1e-9, abs=1e-12), key
        assert row["Equally good ranges"] == len(wanted.optima), key
        assert (row["Better if"] == "lower") == (key in LOWER), key
        assert bound.loc[key, "Best threshold"] == exact_best(key, TABLES, allowed).threshold, key
    peaks = exact_peaks("MCC", TABLES)
    assert found.loc["MCC", "Local peaks here"] == peaks
    assert f"{peaks} local peaks" in text_of(seen("measure=MCC"), "several-peaks")
    assert found.loc[["TP", "TN", "FP", "FN"], "On unseen cases"].notna().all()


def test_table_says_how_each_measure_runs():
    found, runs = numbers(seen()), seen().tables["runs"].rows().set_index("Short name")
    rising = {1: "better and better as the threshold rises", 0: "worse and worse as the threshold rises"}
    for key in found.index:
        words = rising[MONOTONE[key]] if key in MONOTONE else "one peak"
        words = "several peaks are possible" if key in PEAKS else words
        assert found.loc[key, "Over the likelihood ratio"] == words, key
        assert runs.loc[key, "Over the threshold"] == words, key
        assert runs.loc[key, "By Gong 2022"] in (words, "not named"), key
    assert (runs["By Gong 2022"] == "not named").sum() == 12


def test_chart_has_the_best_place_and_the_interval():
    at = seen("measure=ERR")
    drawn, row = at.figures["thresholds"].draw(LIGHT), numbers(at).loc["ERR"]
    lines = {trace.name: trace for trace in drawn.data}
    best, value, low, high = row[["Best threshold", "Value there", "Threshold, 95 % from", "to"]]
    assert {"the model", "random guessing"} <= set(lines)
    diamond = lines[f"best {three(value)}"]
    assert (diamond.x, diamond.y, diamond.marker.symbol) == ((best,), (value,), "diamond")
    assert [(shape.x0, shape.x1) for shape in drawn.layout.shapes if shape.type == "rect"] == [(low, high)]
    words = at.figures["thresholds"].words
    for part in (
        f"best at {three(best)}: {three(value)}.",
        f"between {three(low)} and {three(high)}",
        "threshold, 0.500",
    ):
        assert part in words


def test_table_behind_the_chart_has_every_threshold():
    rows = seen().tables["threshold_curve"].rows()
    np.testing.assert_array_equal(rows["Threshold"], CUTS)
    np.testing.assert_array_equal(rows["Predicted positive"], HITS + ALARMS)
    np.testing.assert_allclose(rows["F1"][:-1], F1[:-1], rtol=1e-12)
    assert np.isnan(rows["F1"].iloc[-1])


@pytest.mark.parametrize("precision", [0.85, 1])
def test_condition_leaves_out_thresholds_that_miss_it(precision):
    at = seen(f"where=PPV:{precision}")
    ppv, f1 = (HITS / (HITS + ALARMS).clip(1))[:-1], F1[:-1]
    free, kept = int(np.argmax(f1)), int(np.argmax(np.where(ppv >= precision, f1, -1)))
    row = numbers(at).loc["F1"]
    assert (row["Best threshold"], row["Value there"]) == (CUTS[kept], pytest.approx(f1[kept], abs=1e-12))
    if kept == free:
        assert f"at least {precision:g}," in text_of(at, "condition-met")
    else:
        assert f"{three(f1[free])}, at {three(CUTS[free])}." in text_of(at, "condition-price")
    assert re.search(rf"at least {precision:g}, .* \*\*{three(f1[kept])}\*\*,", at.reason)
    # No closed form holds away from the place where the derivatives balance.
    assert numbers(at)["Closed form: probability"].isna().all()
    assert not [code for code in codes(at) if code.startswith("closed-form")]


def test_condition_that_none_meets_is_refused_with_how_near_the_scores_come():
    highest = exact_best("MCC", TABLES)
    near = re.escape(f"{highest.value:.4g}, at {highest.threshold:.3f}"[:-1])
    with pytest.raises(InputError, match=rf"no threshold has Matthews correlation .* of at least 0.9; .*{near}"):
        seen("where=MCC:0.9")


@pytest.mark.parametrize(
    ("where", "problem"),
    [
        ("foo", 'where must be conditions .* got "foo"'),
        ("TP:3", "where must name measures that judge"),
        ("sensitvity>=0.9", 'known names, got "sensitvity"'),
        ("TPR<=0.9", "write TPR>=0.9"),
        ("FPR>=5%", "write FPR<=0.05"),
        ("TPR>=0.9,nonsense", 'where must be conditions .* got "nonsense"'),
        ("PPV:nan", 'the bound of where must be between -1,000,000 and 1,000,000, got "nan"'),
        ("PPV:-1e7", 'the bound of where must be between -1,000,000 and 1,000,000, got "-1e7"'),
    ],
)
def test_condition_that_cannot_be_read(where, problem):
    with pytest.raises(InputError, match=problem):
        Choices.of(where=where)


@pytest.mark.parametrize(
    ("typed", "where"),
    [
        ("TPR>=0.95", "TPR:0.95"),
        ("TPR >= 0.95", "TPR:0.95"),
        ("sensitivity>=95%", "TPR:0.95"),
        ("Recall ≥ 95 %", "TPR:0.95"),
        ("FPR <= .1", "FPR:0.1"),
        ("TPR>=0.5, PPV>=0.6", "TPR:0.5,PPV:0.6"),
        ("TPR>=0.5 and PPV:0.6;TPR>=.50", "TPR:0.5,PPV:0.6"),
        (["TPR>=0.5", "PPV>=0.6"], "TPR:0.5,PPV:0.6"),
    ],
)
def test_conditions_are_taken_as_people_write_them(typed, where):
    assert Choices.of(where=typed) == Choices.of(where=where)
    assert Choices.of(where=typed).where == where


def test_each_of_several_conditions_holds():
    found = numbers(seen("where=TNR>=0.85, TPR>=40%"))
    allowed = ((1 - ALARMS / N >= 0.85) & (HITS / P >= 0.4)).tolist()
    for key in ("F1", "TPR", "TNR", "ACC"):
        assert found.loc[key, "Best threshold"] == exact_best(key, TABLES, allowed).threshold, key


def test_condition_is_given_as_text_or_as_itself():
    assert Choices.of(where=Constraint.of("PPV", 0.9)) == Choices.of(where="PPV:0.9") == Choices.of(where="PPV:0.90")
    assert Choices.of().where == ""
