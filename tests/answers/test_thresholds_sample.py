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
from ddcore.scores.thresholds import Constraint
from ddcore.table import ScoreTable
from tests.helpers.answers import asked, codes, text_of
from tests.helpers.figures import entries
from tests.helpers.loops import nonempty
from tests.helpers.score_pages import SCORE, TRUE, N, P, cumulated
from tests.helpers.scored import scored, two_class_example
from tests.helpers.visiting import plain

MONOTONE = {
    **dict.fromkeys(("TN", "FP", "TNR", "FPR", "PPV", "FDR", "PT", "PLR"), 1),
    **dict.fromkeys(("TP", "FN", "TPR", "FNR", "NPV", "FOR", "NLR"), 0),
}
"""What only rises or only falls with the threshold of scores read as evidence, and the chance that it calls from."""
LOWER = ("FP", "FN", "FPR", "FNR", "FDR", "FOR", "ERR", "PT", "CC", "NLR")
PEAKS = ("MK", "MCC", "FM", "DOR")
CUTS, HITS, ALARMS = cumulated()
"""Each score of the sample and +inf, with TP and FP from there on."""
FORMULAS = {
    "F1": lambda tp, fp: 2 * tp / (P + tp + fp),
    "J": lambda tp, fp: tp / P - fp / N,
    "ERR": lambda tp, fp: (fp + P - tp) / (P + N),
}


def measured(tp, fp, P=P, N=N):
    """Every measure that judges, from the definitions alone."""
    fn, tn = P - tp, N - fp
    with np.errstate(divide="ignore", invalid="ignore"):
        tpr, tnr, ppv, npv = tp / P, tn / N, tp / (tp + fp), tn / (tn + fn)
        called = (tp + fp) * (tn + fn)
        plr, nlr, dor = tpr / (1 - tnr), (1 - tpr) / tnr, tp * tn / (fp * fn)
        fbeta = {
            name: (1 + b) * tp / ((1 + b) * tp + b * fn + fp) for name, b in (("F1", 1), ("F2", 4), ("F0.5", 0.25))
        }
        found = {
            "TP": tp, "TN": tn, "FP": fp, "FN": fn, "TPR": tpr, "TNR": tnr, "FPR": fp / N, "FNR": fn / P, "PPV": ppv,
            "NPV": npv, "FDR": fp / (tp + fp), "FOR": fn / (fn + tn), "NF1": 2 * tn / (2 * tn + fn + fp),
            "J": tpr + tnr - 1, "MK": ppv + npv - 1, "ACC": (tp + tn) / (P + N), "ERR": (fp + fn) / (P + N),
            "BACC": (tpr + tnr) / 2, "MCC": (tp * tn - fp * fn) / np.sqrt(P * N * called),
            "kappa": 2 * (tp * tn - fp * fn) / ((tp + fp) * (fp + tn) + (tp + fn) * (fn + tn)),
            "FM": np.sqrt(ppv * tpr), "G2": np.sqrt(tpr * tnr), "TS": tp / (tp + fp + fn),
            "PT": np.sqrt(fp / N) / (np.sqrt(tpr) + np.sqrt(fp / N)), "CC": np.sqrt((fn / P) ** 2 + (fp / N) ** 2),
            "CP": tpr * tnr, "DOR": dor, "PLR": plr, "NLR": nlr, **fbeta,
        }  # fmt: skip
    nothing = (tp + fp) == 0
    for key in ("F1", "F2", "F0.5", "FM", "PT"):
        found[key] = np.where(nothing, np.nan, found[key])
    found["NF1"] = np.where(tn + fn == 0, np.nan, found["NF1"])
    return {key: np.where(np.isfinite(values), values, np.nan) for key, values in found.items()}


def best(values, lower, mistakes, allowed=True):
    """The place of the best value: of several the one with the fewest mistakes, then the lowest threshold."""
    turned = np.where(allowed & ~np.isnan(values), -values if lower else values, -np.inf)
    ties = np.flatnonzero(turned >= turned.max() - 1e-12 * max(1, abs(turned.max())))
    return ties[np.argmin(mistakes[ties])], ties


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


def traces(of, name):
    """The lines of a chart by name."""
    return {trace.name: trace for trace in of.figures[name].draw(LIGHT).data}


def strip(of):
    """From where to where the interval is drawn."""
    shapes = of.figures["thresholds"].draw(LIGHT).layout.shapes
    return [(shape.x0, shape.x1) for shape in shapes if shape.type == "rect"]


def three(x):
    return f"{x:.3f}".replace("-", "−")


def test_answer_is_the_best_of_all_thresholds_beside_the_one_that_is_set():
    at = seen()
    scores = FORMULAS["F1"](HITS, ALARMS)[:-1]
    place = int(np.argmax(scores))
    row = numbers(at).loc["F1"]
    assert scores[place] == pytest.approx(metrics.f1_score(TRUE, CUTS[place] <= SCORE), abs=1e-12)
    assert metrics.f1_score(TRUE, SCORE >= 0.5) < scores[place]
    low, high = row[["Threshold, 95 % from", "to"]]
    text = said(at)
    assert text.startswith(f"Best for F1: {three(CUTS[place])} ({three(low)} to {three(high)}); 0.500,")
    assert re.search(r"may be .*−0\.0\d\d to 0\.0\d\d\)\.", text)
    left = row[["On unseen cases", "unseen, 95 % from", "unseen, to"]]
    assert "{} ({} to {}).".format(*map(three, left)) in text
    assert at.tables["called"].rows().iloc[:, 1:].to_numpy().tolist() == [[227, 50], [31, 192]]
    # Scores nearly as good, without a worse one in between.
    near = scores >= scores[place] - 0.01
    first = place - int(np.argmin(near[place::-1])) + 1
    last = place + int(np.argmin(near[place:])) - 1
    assert f"From {three(CUTS[first])} to {three(CUTS[last])} F1" in text
    assert f"probability of {three(scores[place] / 2)}" in text
    assert re.search(rf"\b{three(scores[place])}, with Class1 predicted", text)


def test_own_formula_is_searched_and_listed():
    at = seen("measure=net = (tp - 5*fp) / m")
    values = (HITS - 5 * ALARMS) / 500
    place = int(values.argmax())
    called = SCORE >= 0.5
    here = ((called & TRUE).sum() - 5 * (called & ~TRUE).sum()) / 500
    found = at.tables["thresholds"].rows().iloc[0]
    assert said(at).startswith(f"Best for net: {three(CUTS[place])} (")
    assert found["Loss on these cases"] == pytest.approx(values[place] - here)
    assert found["Measure"] == "net"
    # A hit against five false alarms: from a chance of 5 / 6 on.
    assert found["Closed form: probability"] == pytest.approx(5 / 6)
    lower = said(seen("measure=loss = (fp %2B 5*fn) / m, lower"))
    values = (ALARMS + 5 * (P - HITS)) / 500
    assert lower.startswith(f"Best for loss: {three(CUTS[values.argmin()])} (")
    assert f"is lowest, {three(values.min())}," in lower


def test_table_has_the_best_threshold_of_every_measure():
    found = numbers(seen())
    values = measured(HITS.astype(float), ALARMS.astype(float))
    assert set(found.index) == set(values)
    assert list(found.index[found["Better if"] == "lower"]) == [key for key in found.index if key in LOWER]
    set_at = int(np.searchsorted(CUTS, 0.5))
    for key, each in values.items():
        place, ties = best(each, key in LOWER, ALARMS + P - HITS)
        row = found.loc[key]
        assert row["Best threshold"] == CUTS[place], key
        assert row["Value there"] == pytest.approx(each[place], rel=1e-12, abs=1e-12), key
        assert row["At 0.5"] == pytest.approx(each[set_at], rel=1e-12), key
        lost = abs(each[place] - each[set_at])
        assert row["Loss on these cases"] == pytest.approx(lost, rel=1e-9, abs=1e-12), key
        assert row["Equally good ranges"] == 1 + (np.diff(ties) > 1).sum(), key


def test_values_at_best_thresholds_are_those_of_scikit_learn():
    found = numbers(seen())
    judges = {
        "F1": metrics.f1_score,
        "F2": lambda *both: metrics.fbeta_score(*both, beta=2),
        "F0.5": lambda *both: metrics.fbeta_score(*both, beta=0.5),
        "ACC": metrics.accuracy_score,
        "BACC": metrics.balanced_accuracy_score,
        "MCC": metrics.matthews_corrcoef,
        "kappa": metrics.cohen_kappa_score,
        "TS": metrics.jaccard_score,
        "PPV": metrics.precision_score,
        "TPR": metrics.recall_score,
    }
    for key, judge in judges.items():
        called = found.loc[key, "Best threshold"] <= SCORE
        assert found.loc[key, "Value there"] == pytest.approx(judge(TRUE, called), abs=1e-12), key


def test_lines_in_closed_form_are_where_one_more_call_gains_nothing():
    """By complex steps, which differentiate the definitions without knowing any closed form."""
    found, step = numbers(seen()), 1e-30
    formulas = [key for key in found.index if key not in MONOTONE]
    assert len(formulas) == 17
    for key in formulas:
        place = int(np.searchsorted(CUTS, found.loc[key, "Best threshold"]))
        tp, fp = float(HITS[place]), float(ALARMS[place])
        up, across = (complex_value(key, *moved) / step for moved in ((tp + 1j * step, fp), (tp, fp + 1j * step)))
        chance = -across / (up - across)
        assert found.loc[key, "Closed form: probability"] == pytest.approx(chance, abs=1e-6), key
        ratio = chance / (1 - chance) * N / P
        assert found.loc[key, "Closed form: likelihood ratio"] == pytest.approx(ratio, rel=1e-5), key
    for key, chance in MONOTONE.items():
        assert found.loc[key, "Closed form: probability"] == chance, key
    top = found["Value there"]
    for key, chance in (
        ("F1", top["F1"] / 2),
        ("F2", top["F2"] / 5),
        ("TS", top["TS"] / (1 + top["TS"])),
        ("ACC", 0.5),
    ):
        assert found.loc[key, "Closed form: probability"] == pytest.approx(chance), key
    words = found["Closed form"]
    assert words[["F1", "ACC", "J", "MCC"]].tolist() == ["F1* / 2", "1 / 2", "P / M", "by its derivatives"]


def complex_value(key, tp, fp):
    """The imaginary part of a measure of complex counts."""
    fn, tn = P - tp, N - fp
    called, not_called = tp + fp, fn + tn
    return {
        "F1": 2 * tp / (P + called),
        "F2": 5 * tp / (4 * P + called),
        "F0.5": 1.25 * tp / (0.25 * P + called),
        "NF1": 2 * tn / (N + not_called),
        "J": tp / P + tn / N,
        "MK": tp / called + tn / not_called,
        "ACC": (tp + tn) / (P + N),
        "ERR": -(fp + fn) / (P + N),
        "BACC": (tp / P + tn / N) / 2,
        "MCC": (tp * tn - fp * fn) / (P * N * called * not_called) ** 0.5,
        "kappa": 2 * (tp * tn - fp * fn) / (P * not_called + N * called),
        "FM": tp / (P * called) ** 0.5,
        "G2": (tp * tn / (P * N)) ** 0.5,
        "TS": tp / (P + fp),
        "CC": -(((fn / P) ** 2 + (fp / N) ** 2) ** 0.5),
        "CP": tp * tn / (P * N),
        "DOR": tp * tn / (fp * fn),
    }[key].imag


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


def test_interval_holds_the_best_thresholds_of_other_resamples():
    rng, places = np.random.default_rng(99), {"F1": [], "ERR": []}
    classes = [np.flatnonzero(TRUE), np.flatnonzero(~TRUE)]
    for _ in range(300):
        drawn = np.concatenate([rng.choice(cases, cases.size) for cases in classes])
        for key, cut in cuts_of(drawn).items():
            places[key].append(cut)
    found = numbers(seen())
    for key, cuts in nonempty(places.items()):
        low, high = found.loc[key, ["Threshold, 95 % from", "to"]]
        assert 0.88 <= np.mean((np.array(cuts) >= low) & (np.array(cuts) <= high)) <= 0.995, key


def cuts_of(cases):
    """The best thresholds of some cases for F1 and for the error rate."""
    order = np.argsort(-SCORE[cases], kind="stable")
    last = np.append(np.diff(SCORE[cases][order]) != 0, True)
    tp, fp = (np.cumsum(true[cases][order])[last] * TRUE.size / cases.size for true in (TRUE, ~TRUE))
    values = {key: FORMULAS[key](tp, fp) for key in ("F1", "ERR")}
    return {
        key: SCORE[cases][order][last][one.argmin() if key == "ERR" else one.argmax()] for key, one in values.items()
    }


def test_value_left_out_is_that_of_thirds_judged_by_the_others():
    rng, cells = np.random.default_rng(98), {"F1": np.zeros(2), "ERR": np.zeros(2)}
    for _ in range(60):
        third = np.empty(TRUE.size, int)
        for mine in (TRUE, ~TRUE):
            third[mine] = rng.permutation(mine.sum()) % 3
        for part in range(3):
            for key, cut in cuts_of(np.flatnonzero(third != part)).items():
                called = (third == part) & (cut <= SCORE)
                cells[key] += [(called & TRUE).sum() / 60, (called & ~TRUE).sum() / 60]
    found = numbers(seen())
    for key, counts in cells.items():
        low, high = found.loc[key, ["unseen, 95 % from", "unseen, to"]]
        assert found.loc[key, "On unseen cases"] == pytest.approx(FORMULAS[key](*counts), abs=0.006), key
        assert low < FORMULAS[key](*counts) < high, key
    assert found.loc[["TP", "TN", "FP", "FN"], "On unseen cases"].notna().all()


@pytest.mark.parametrize("key", ["F1", "ERR"])
def test_chart_has_the_measure_the_draw_the_best_place_and_the_interval(key):
    at = seen() if key == "F1" else seen(f"measure={key}")
    lines, row = traces(at, "thresholds"), numbers(at).loc[key]
    line, draw = lines["the model"], lines["random guessing"]
    known = [(x, y) for x, y in zip(entries(line.x), entries(line.y), strict=True) if x is not None and y is not None]
    assert len(known) > 300
    for x, y in known:
        place = int(np.searchsorted(CUTS, x))
        assert y == pytest.approx(float(FORMULAS[key](HITS[place], ALARMS[place])), abs=1e-12)
    assert (row["Best threshold"], row["Value there"]) in known
    # Of n cases called blindly P n / M are right; these measures are straight in TP where n is given.
    for x, y in zip(entries(draw.x), entries(draw.y), strict=True):
        if x is not None and y is not None:
            called = (HITS + ALARMS)[np.searchsorted(CUTS, x)] / (P + N)
            assert y == pytest.approx(FORMULAS[key](called * P, called * N), abs=1e-12)
    diamond = lines[f"best {three(row['Value there'])}"]
    assert (diamond.x, diamond.y) == ((row["Best threshold"],), (row["Value there"],))
    assert diamond.marker.symbol == "diamond"
    assert strip(at) == [(row["Threshold, 95 % from"], row["to"])]
    assert "threshold 0.500" in at.figures["thresholds"].draw(LIGHT).to_json()
    words = at.figures["thresholds"].words
    assert f"best at {three(row['Best threshold'])}: {three(row['Value there'])}." in words
    assert f"from {three(strip(at)[0][0])} to {three(strip(at)[0][1])}" in words
    assert "set is 0.500" in words


def test_table_behind_the_chart_has_every_threshold():
    rows = seen().tables["threshold_curve"].rows()
    np.testing.assert_array_equal(rows["Threshold"], CUTS)
    np.testing.assert_array_equal(rows["Predicted positive"], HITS + ALARMS)
    np.testing.assert_allclose(rows["F1"][:-1], FORMULAS["F1"](HITS, ALARMS)[:-1], rtol=1e-12)
    assert np.isnan(rows["F1"].iloc[-1])


def test_lower_is_better_is_lowest():
    every = measured(HITS.astype(float), ALARMS.astype(float))
    for key in ("ERR", "CC"):
        at, values = seen(f"measure={key}"), every[key]
        place, _ = best(values, True, ALARMS + P - HITS)
        lost = values[np.searchsorted(CUTS, 0.5)] - values[place]
        assert numbers(at).loc[key, "Loss on these cases"] == pytest.approx(lost)
        assert f": {three(CUTS[place])} (" in at.sentence.replace("*", "")
        assert f"lowest, {three(values[place])}," in said(at)


def test_measure_with_several_peaks_has_their_number():
    values = measured(HITS.astype(float), ALARMS.astype(float))["MCC"][1:-1]
    up = np.diff(values)[np.abs(np.diff(values)) > 1e-12] > 0
    peaks = int((up[:-1] & ~up[1:]).sum() + (not up[0]) + up[-1])
    assert numbers(seen("measure=MCC")).loc["MCC", "Local peaks here"] == peaks
    assert f"{peaks} local peaks" in text_of(seen("measure=MCC"), "several-peaks")


def test_condition_holds_for_every_measure_of_the_table():
    found = numbers(seen("where=TPR:0.95"))
    values = measured(HITS.astype(float), ALARMS.astype(float))
    for key, each in nonempty(values.items()):
        place, _ = best(each, key in LOWER, ALARMS + P - HITS, HITS / P >= 0.95)
        assert found.loc[key, "Best threshold"] == CUTS[place], key


def test_condition_where_lower_is_better_is_a_bound_from_above():
    at = seen("where=FPR:0.1")
    f1 = np.where(ALARMS / N <= 0.1, FORMULAS["F1"](HITS, ALARMS), -1)
    assert numbers(at).loc["F1", "Best threshold"] == CUTS[f1.argmax()]
    assert "at most 0.1," in text_of(at, "condition-price")


def test_example_of_two_peaks_is_that_of_three_bins():
    lines = traces(seen(), "example")
    assert list(lines) == ["Matthews correlation", "Markedness"]
    positive, negative = np.array([0.1, 0.6, 0.3]), np.array([0.7, 0.299, 0.001])
    for name, line in lines.items():
        x, y = (np.array(getattr(line, axis), float) for axis in "xy")
        for cut in np.linspace(0.1, 2.9, 15):
            # Evenly spread in bins that begin at 0, 1 and 2.
            above = np.clip(np.arange(1, 4) - cut, 0, 1)
            tpr, fpr = (positive * above).sum(), (negative * above).sum()
            ppv, npv = tpr / (tpr + fpr), (1 - fpr) / (2 - tpr - fpr)
            mcc = (tpr - fpr) / np.sqrt((tpr + fpr) * (2 - tpr - fpr))
            expected = mcc if name == "Matthews correlation" else ppv + npv - 1
            assert np.interp(cut, x, y) == pytest.approx(expected, abs=2e-3), (name, cut)
        inner = [place for place in range(2, x.size - 2) if y[place] > max(y[place - 1], y[place + 1])]
        assert x[inner].tolist() == pytest.approx([1, 2], abs=2e-3), name
    assert lines["Markedness"].line.dash != lines["Matthews correlation"].line.dash
    assert "another at 2" in seen().figures["example"].words


@pytest.mark.parametrize("precision", [0.85, 1])
def test_condition_leaves_out_thresholds_that_miss_it(precision):
    at = seen(f"where=PPV:{precision}")
    ppv, f1 = (HITS / (HITS + ALARMS).clip(1))[:-1], FORMULAS["F1"](HITS, ALARMS)[:-1]
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


def test_weighted_cases_have_lines_with_intervals():
    """Whole scores with ties, of 60 cases a third of which are positive."""
    rng = np.random.default_rng(5)
    true = np.arange(60) % 3 == 0
    score = np.where(true, rng.integers(2, 6, 60), rng.integers(0, 4, 60))
    weight = np.where(np.arange(60) % 4 == 0, 2.5, 0.5)
    of = asked("thresholds", scored(ScoreTable.of(score, true, True, weight), 3))
    for key, judge in (
        ("F1", metrics.f1_score),
        ("ACC", metrics.accuracy_score),
        ("BACC", metrics.balanced_accuracy_score),
    ):
        values = [judge(true, score >= cut, sample_weight=weight) for cut in range(6)]
        assert numbers(of).loc[key, "Best threshold"] == np.argmax(values), key
        assert numbers(of).loc[key, "Value there"] == pytest.approx(max(values), abs=1e-12), key
    assert numbers(of).loc["F1", ["Threshold, 95 % from", "to", "On unseen cases"]].notna().all()
    assert len(strip(of)) == 1


def test_best_may_be_to_call_nothing_positive():
    rng = np.random.default_rng(5)
    true = np.arange(60) % 3 == 0
    score = -np.where(true, rng.integers(2, 6, 60), rng.integers(0, 4, 60))
    of = asked("thresholds", scored(ScoreTable.of(score, true, True), -3), measure="ACC")
    assert "case positive**; −" in of.sentence
    assert "**0.667**, with no case" in of.reason
    assert "no case positive: 0.667." in of.figures["thresholds"].words
    assert not [name for name in traces(of, "thresholds") if (name or "").startswith("best ")]


def test_measure_without_any_value():
    """Of two scores that tell the classes apart the odds ratio divides by zero at each threshold."""
    true = np.arange(30) % 3 == 0
    of = asked("thresholds", scored(ScoreTable.of(0.2 + 0.6 * true, true, True)), measure="DOR")
    assert "no-value" in codes(of)
    assert "without a best one" in of.figures["thresholds"].words
    assert numbers(of).loc["DOR", ["Best threshold", "Value there"]].isna().all()


def test_condition_that_none_meets_is_refused_with_how_near_the_scores_come():
    mcc = measured(HITS.astype(float), ALARMS.astype(float))["MCC"]
    place = int(np.nanargmax(mcc))
    near = re.escape(f"{mcc[place]:.4g}, at {CUTS[place]:.3f}"[:-1])
    with pytest.raises(InputError, match=rf"no threshold has Matthews correlation .* of at least 0.9; .*{near}"):
        seen("where=MCC:0.9")


@pytest.mark.parametrize(
    ("where", "problem"),
    [
        ("foo", 'where must be a measure, a colon and a number, such as PPV:0.9, got "foo"'),
        ("PPV", 'where must be a measure, a colon and a number, such as PPV:0.9, got "PPV"'),
        ("TP:3", 'where must be a measure, a colon and a number, such as PPV:0.9, got "TP:3"'),
        ("PPV:nan", 'the bound of where must be between -1,000,000 and 1,000,000, got "nan"'),
        ("PPV:1e7", 'the bound of where must be between -1,000,000 and 1,000,000, got "1e7"'),
        ("PPV:-1e7", 'the bound of where must be between -1,000,000 and 1,000,000, got "-1e7"'),
    ],
)
def test_condition_that_cannot_be_read(where, problem):
    with pytest.raises(InputError, match=problem):
        Choices.of(where=where)


def test_condition_is_given_as_text_or_as_itself():
    assert Choices.of(where=Constraint.of("PPV", 0.9)) == Choices.of(where="PPV:0.9") == Choices.of(where="PPV:0.90")
    assert Choices.of().where == ""
