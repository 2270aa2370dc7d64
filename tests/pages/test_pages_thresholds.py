"""Where the line should be: best thresholds, conditions on them, what is given up, links, files, and what is said."""

import json
import re
from functools import cache

import numpy as np
import pandas as pd
import pytest
from sklearn import metrics

from tests.helpers.score_pages import SAMPLE, SCORE, TRUE, N, P, choose, cumulated, traces, upload
from tests.helpers.visiting import (
    again,
    answer,
    figure,
    fine,
    go,
    kind,
    markdown,
    plain,
    said,
    shown,
    table,
    visit,
    widget,
)

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
    """The sample's page, opened by a link, only to be looked at."""
    return visit("thresholds", f"{SAMPLE}&{link}")


def numbers(at):
    """The table of all measures."""
    return table(at, 0, 3).set_index("Key")


def strip(at):
    """From where to where the interval is drawn."""
    shapes = json.loads(figure(at, "thresholds_chart"))["layout"]["shapes"]
    return [(one["x0"], one["x1"]) for one in shapes if one["type"] == "rect"]


def three(x):
    return f"{x:.3f}".replace("-", "−")


# The sample ---------------------------------------------------------------------------------------------------------


def test_answer_is_the_best_of_all_thresholds_and_says_what_the_one_set_gives_up():
    at = seen()
    scores = FORMULAS["F1"](HITS, ALARMS)[:-1]
    place = int(np.argmax(scores))
    assert scores[place] == pytest.approx(metrics.f1_score(TRUE, CUTS[place] <= SCORE), abs=1e-12)
    here = metrics.f1_score(TRUE, SCORE >= 0.5)
    low, high = numbers(at).loc["F1", ["Threshold, 95 % from", "to"]]
    assert here < scores[place]
    start = f"For F1, at {three(CUTS[place])} ({three(low)} to {three(high)}); at 0.500, which is set, you may give up "
    assert re.fullmatch(re.escape(start) + r"nothing \(−0\.0\d\d to 0\.0\d\d\)\.", answer(at))
    text = said(at)
    assert f"F1 is highest, {three(scores[place])}, where a case is called Class1 from a score of " in text
    left = numbers(at).loc["F1", ["On cases left out", "left out, 95 % from", "left out, to"]]
    assert "it is {} ({} to {}): expect that on new cases.".format(*map(three, left)) in text
    assert "| positive | 227 | 50 |\n| negative | 31 | 192 |" in text
    # Scores nearly as good, without a worse one in between.
    near = scores >= scores[place] - 0.01
    first = place - int(np.argmin(near[place::-1])) + 1
    last = place + int(np.argmin(near[place:])) - 1
    assert f"From {three(CUTS[first])} to {three(CUTS[last])} F1 is within 0.01 of its best on these cases" in text
    assert f"a chance of {three(scores[place] / 2)} of being positive (F1* / 2)" in text
    assert at.query_params == {"sample": "two_class_example", "threshold": "0.5"}


def test_table_has_the_best_threshold_of_every_measure():
    found = numbers(seen())
    values = measured(HITS.astype(float), ALARMS.astype(float))
    assert set(found.index) == set(values)
    assert list(found.index[found["Better"] == "lower"]) == [key for key in found.index if key in LOWER]
    set_at = int(np.searchsorted(CUTS, 0.5))
    for key, each in values.items():
        place, ties = best(each, key in LOWER, ALARMS + P - HITS)
        row = found.loc[key]
        assert row["Best threshold"] == CUTS[place], key
        assert row["Value there"] == pytest.approx(each[place], rel=1e-12, abs=1e-12), key
        assert row["At 0.5"] == pytest.approx(each[set_at], rel=1e-12), key
        lost = abs(each[place] - each[set_at])
        assert row["Given up on these cases"] == pytest.approx(lost, rel=1e-9, abs=1e-12), key
        assert row["Equally good stretches"] == 1 + (np.diff(ties) > 1).sum(), key


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
        assert found.loc[key, "Line: chance of being positive"] == pytest.approx(chance, abs=1e-6), key
        ratio = chance / (1 - chance) * N / P
        assert found.loc[key, "Line: likelihood ratio"] == pytest.approx(ratio, rel=1e-5), key
    for key, chance in MONOTONE.items():
        assert found.loc[key, "Line: chance of being positive"] == chance, key
    top = found["Value there"]
    for key, chance in (
        ("F1", top["F1"] / 2),
        ("F2", top["F2"] / 5),
        ("TS", top["TS"] / (1 + top["TS"])),
        ("ACC", 0.5),
    ):
        assert found.loc[key, "Line: chance of being positive"] == pytest.approx(chance), key
    words = found["Closed form of the chance"]
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
    found, runs = numbers(seen()), table(seen(), 2, 3).set_index("Key")
    rising = {1: "better and better as the threshold rises", 0: "worse and worse as the threshold rises"}
    for key in found.index:
        words = rising[MONOTONE[key]] if key in MONOTONE else "one peak"
        words = "several peaks are possible" if key in PEAKS else words
        assert found.loc[key, "Read as evidence"] == words, key
        assert runs.loc[key, "Over the threshold"] == words, key
        assert runs.loc[key, "In the dissertation"] in (words, "not named"), key
    assert (runs["In the dissertation"] == "not named").sum() == 12


def test_interval_holds_the_best_thresholds_of_other_resamples():
    rng, places = np.random.default_rng(99), {"F1": [], "ERR": []}
    classes = [np.flatnonzero(TRUE), np.flatnonzero(~TRUE)]
    for _ in range(300):
        drawn = np.concatenate([rng.choice(cases, cases.size) for cases in classes])
        for key, cut in cuts_of(drawn).items():
            places[key].append(cut)
    found = numbers(seen())
    for key, cuts in places.items():
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
        low, high = found.loc[key, ["left out, 95 % from", "left out, to"]]
        assert found.loc[key, "On cases left out"] == pytest.approx(FORMULAS[key](*counts), abs=0.006), key
        assert low < FORMULAS[key](*counts) < high, key
    assert found.loc[["TP", "TN", "FP", "FN"], "On cases left out"].notna().all()


@pytest.mark.parametrize("key", ["F1", "ERR"])
def test_chart_has_the_measure_the_draw_the_best_place_and_the_interval(key):
    at = seen() if key == "F1" else seen(f"measure={key}")
    lines, row = traces(at, "thresholds_chart"), numbers(at).loc[key]
    line, draw = lines["the model"], lines["the draw"]
    known = [(x, y) for x, y in zip(line["x"], line["y"], strict=True) if x is not None and y is not None]
    assert len(known) > 300
    for x, y in known:
        place = int(np.searchsorted(CUTS, x))
        assert y == pytest.approx(float(FORMULAS[key](HITS[place], ALARMS[place])), abs=1e-12)
    assert (row["Best threshold"], row["Value there"]) in known
    # Of n cases called blindly P n / M are right; these measures are straight in TP where n is given.
    for x, y in zip(draw["x"], draw["y"], strict=True):
        if x is not None and y is not None:
            called = (HITS + ALARMS)[np.searchsorted(CUTS, x)] / (P + N)
            assert y == pytest.approx(FORMULAS[key](called * P, called * N), abs=1e-12)
    diamond = lines[f"best {three(row['Value there'])}"]
    assert (diamond["x"], diamond["y"]) == ([row["Best threshold"]], [row["Value there"]])
    assert diamond["marker"]["symbol"] == "diamond"
    assert strip(at) == [(row["Threshold, 95 % from"], row["to"])]
    assert "threshold 0.500" in figure(at, "thresholds_chart")
    alt = at.get_by_key("thresholds_chart").proto.alt
    assert f"best at {three(row['Best threshold'])}: {three(row['Value there'])}." in alt
    assert f"from {three(strip(at)[0][0])} to {three(strip(at)[0][1])}" in alt
    assert "Set is 0.500, a dotted line." in alt


def test_table_behind_the_chart_has_every_threshold():
    rows = table(seen(), 1, 3)
    np.testing.assert_array_equal(rows["Threshold"], CUTS)
    np.testing.assert_array_equal(rows["Called positive"], HITS + ALARMS)
    np.testing.assert_allclose(rows["F1"][:-1], FORMULAS["F1"](HITS, ALARMS)[:-1], rtol=1e-12)
    assert np.isnan(rows["F1"].iloc[-1])


@pytest.mark.parametrize("threshold", [0, 1])
def test_moved_slider_changes_what_is_given_up_and_nothing_else(threshold):
    at = visit("thresholds", SAMPLE)
    before = numbers(at)
    at.slider(key=widget(at, "data_threshold_").key).set_value(threshold)
    fine(at.run())
    called = threshold <= SCORE
    lost = before.loc["F1", "Value there"] - metrics.f1_score(TRUE, called, zero_division=0)
    text = "at 1 it has no value" if not called.any() else f"at {three(threshold)} you give up "
    assert not called.any() or numbers(at).loc["F1", "Given up on these cases"] == pytest.approx(lost)
    text = text.replace("at 0.000", "at 0")
    assert f"; {text}" in answer(at)
    same = [name for name in before.columns if name not in ("At 0.5", "Given up on these cases")]
    pd.testing.assert_frame_equal(numbers(at)[same], before[same])
    assert f"At {threshold:g}" in numbers(at).columns
    assert at.query_params["threshold"] == f"{threshold:g}"
    tp, fp = (called & TRUE).sum(), (called & ~TRUE).sum()
    assert f"| positive | {tp} | {fp} |\n| negative | {P - tp} | {N - fp} |" in said(at)


@pytest.mark.parametrize(("key", "name"), [("ERR", "error rate"), ("CC", "closest")])
def test_lower_is_better_is_lowest(key, name):
    at = seen(f"measure={key}")
    values = measured(HITS.astype(float), ALARMS.astype(float))[key]
    place, _ = best(values, True, ALARMS + P - HITS)
    assert f"at {three(CUTS[place])}" in answer(at)
    lost = values[np.searchsorted(CUTS, 0.5)] - values[place]
    assert numbers(at).loc[key, "Given up on these cases"] == pytest.approx(lost)
    assert "; at 0.500, which is set, you may give up nothing (" in answer(at)
    text = said(at, "markdown")
    assert f"is lowest, {three(values[place])}, where" in text
    assert name in text.lower()
    assert at.query_params["measure"] == key


def test_measure_that_only_rises_draws_no_useful_line():
    for key, name, way in (("PPV", "Precision (PPV)", "fewer"), ("TPR", "Recall (TPR)", "more")):
        said_so = f"{name} alone draws no useful line: read as evidence, it is the better the {way} cases are called"
        assert said_so in said(seen(f"measure={key}"))


def test_measure_with_several_peaks_is_said_to_mislead_a_search():
    text = said(seen("measure=MCC"))
    assert "Even for ideal scores Matthews correlation (MCC) can have several peaks over the threshold" in text
    values = measured(HITS.astype(float), ALARMS.astype(float))["MCC"][1:-1]
    up = np.diff(values)[np.abs(np.diff(values)) > 1e-12] > 0
    peaks = int((up[:-1] & ~up[1:]).sum() + (not up[0]) + up[-1])
    assert numbers(seen("measure=MCC")).loc["MCC", "Local peaks here"] == peaks
    assert f"there are {peaks} local peaks." in text


def test_measure_chosen_travels_and_one_at_most():
    at = choose(visit("thresholds", SAMPLE), thresholds_measures=["kappa"])
    assert answer(at).startswith("For Cohen's kappa, at ")
    assert at.query_params["measure"] == "kappa"
    other = again("thresholds", at)
    assert said(other) == said(at)
    assert other.query_params == at.query_params
    assert widget(at, "thresholds_measures").proto.max_selections == 1


def test_own_formula_is_searched_listed_and_travels():
    at = visit("thresholds", f"{SAMPLE}&formula=net = (tp - 5*fp) / m")
    values = (HITS - 5 * ALARMS) / 500
    place = int(values.argmax())
    assert answer(at).startswith(f"For net, at {three(CUTS[place])} (")
    called = SCORE >= 0.5
    here = ((called & TRUE).sum() - 5 * (called & ~TRUE).sum()) / 500
    assert numbers(at).iloc[0]["Given up on these cases"] == pytest.approx(values[place] - here)
    assert "; at 0.500 you give up " in answer(at)
    found = table(at, 0, 3)
    assert found["Measure"].iloc[0] == "net"
    # A hit against five false alarms: from a chance of 5 / 6 on.
    assert found["Line: chance of being positive"].iloc[0] == pytest.approx(5 / 6)
    assert "formula" in at.query_params
    assert said(again("thresholds", at)) == said(at)


def test_own_formula_can_be_lower_is_better():
    at = visit("thresholds", f"{SAMPLE}&formula=loss = (fp %2B 5*fn) / m, lower")
    values = (ALARMS + 5 * (P - HITS)) / 500
    assert answer(at).startswith(f"For loss, at {three(CUTS[values.argmin()])} (")
    assert f"loss is lowest, {three(values.min())}, where" in said(at)


@pytest.mark.parametrize(
    ("link", "words"),
    [
        (
            "where=foo&measure=PP&threshold=7",
            (
                'where must be a measure, a colon and a number, such as PPV:0.9, got "foo"',
                'measure must be one that this page shows, got "PP"',
                'threshold must be between 0 and 1, got "7"',
            ),
        ),
        (
            "where=PPV&measure=xyz",
            ('where must be a measure, a colon and a number, such as PPV:0.9, got "PPV"', 'names, got "xyz"'),
        ),
        (
            "where=TP:3&formula=a = tp / (fn",
            ('where must be a measure, a colon and a number, such as PPV:0.9, got "TP:3"', "the formula "),
        ),
        ("where=PPV:nan", ('the bound of where must be between -1,000,000 and 1,000,000, got "nan"',)),
    ],
)
def test_broken_link_is_said_and_the_default_shown(link, words):
    at = visit("thresholds", f"{SAMPLE}&{link}")
    assert len(at.warning) == len(words)
    for each in words:
        assert each in said(at, "warning")
    assert answer(at) == answer(seen())
    assert at.query_params == {"sample": "two_class_example", "threshold": "0.5"}


# Conditions ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("precision", [0.85, 1])
def test_condition_leaves_out_thresholds_that_miss_it(precision):
    at = seen(f"where=PPV:{precision}")
    ppv, f1 = (HITS / (HITS + ALARMS).clip(1))[:-1], FORMULAS["F1"](HITS, ALARMS)[:-1]
    free, kept = int(np.argmax(f1)), int(np.argmax(np.where(ppv >= precision, f1, -1)))
    assert answer(at).startswith(f"For F1, at {three(CUTS[kept])}")
    row = numbers(at).loc["F1"]
    assert (row["Best threshold"], row["Value there"]) == (CUTS[kept], pytest.approx(f1[kept], abs=1e-12))
    text = said(at)
    if kept == free:
        assert (
            f"The condition, precision of at least {precision:g}, costs nothing: the best threshold meets it." in text
        )
    else:
        price = f"has its price on these cases: without it the best would be {three(f1[free])}, at {three(CUTS[free])}."
        assert f"The condition, precision of at least {precision:g}, {price}" in text
    assert f"Among the thresholds with precision of at least {precision:g}, F1 is highest, {three(f1[kept])}," in text
    assert at.query_params["where"] == f"PPV:{precision:g}"
    # No closed form holds away from the place where the derivatives balance.
    assert numbers(at)["Line: chance of being positive"].isna().all()
    assert "In closed form" not in text


def test_condition_holds_for_every_measure_of_the_table():
    found = numbers(seen("where=TPR:0.95"))
    values = measured(HITS.astype(float), ALARMS.astype(float))
    for key, each in values.items():
        place, _ = best(each, key in LOWER, ALARMS + P - HITS, HITS / P >= 0.95)
        assert found.loc[key, "Best threshold"] == CUTS[place], key


def test_condition_where_lower_is_better_is_a_bound_from_above():
    at = seen("where=FPR:0.1")
    f1 = np.where(ALARMS / N <= 0.1, FORMULAS["F1"](HITS, ALARMS), -1)
    assert numbers(at).loc["F1", "Best threshold"] == CUTS[f1.argmax()]
    assert "The condition, false positive rate of at most 0.1, has its price on these cases: " in said(at)


def test_condition_that_costs_nothing_says_so():
    assert "The condition, recall of at least 0.5, costs nothing: the best threshold meets it." in said(
        seen("where=TPR:0.5")
    )


def test_threshold_set_that_misses_the_condition_gives_up_no_allowed_value():
    """At 0.5 precision is 0.819, so 0.5 is no choice under a condition of 0.9, also where its F1 is lower."""
    assert metrics.precision_score(TRUE, SCORE >= 0.5) < 0.9
    assert "the condition is not met" in answer(seen("measure=ERR&where=TPR:0.95"))
    assert "the condition is not met" in answer(seen("where=PPV:0.9"))


def test_condition_that_none_meets_is_a_sentence_and_stays_to_be_mended():
    at = visit("thresholds", f"{SAMPLE}&where=MCC:0.9")
    mcc = measured(HITS.astype(float), ALARMS.astype(float))["MCC"]
    place = int(np.nanargmax(mcc))
    assert answer(at) == "No threshold meets this condition."
    text = said(at)
    assert "No threshold has Matthews correlation (MCC) of at least 0.9; the best that these scores reach is " in text
    assert f"{mcc[place]:.4g}, at {CUTS[place]:.3f}"[:-1] in text
    assert not at.main.get("plotly_chart")
    assert at.selectbox(key="thresholds_where").value == "MCC"
    assert at.number_input(key="thresholds_bound").value == 0.9
    assert at.query_params["where"] == "MCC:0.9"
    assert shown(at, "data_threshold_")
    assert shown(at, "thresholds_measures")
    choose(at, thresholds_bound=0.7)
    assert answer(at).startswith("For F1, at ")
    assert at.query_params["where"] == "MCC:0.7"


def test_condition_chosen_travels_and_goes_away():
    at = choose(visit("thresholds", SAMPLE), thresholds_where="PPV")
    assert at.query_params["where"] == "PPV:0.9"
    choose(at, thresholds_bound=0.95)
    assert at.query_params["where"] == "PPV:0.95"
    other = again("thresholds", at)
    assert said(other) == said(at)
    assert other.number_input(key="thresholds_bound").value == 0.95
    go(at, "verdict")
    assert "where" not in at.query_params
    go(at, "thresholds")
    assert said(at) == said(other)
    choose(at, thresholds_where="none")
    assert "where" not in at.query_params
    assert answer(at) == answer(seen())


def test_condition_outlives_a_moment_without_a_measure():
    at = choose(visit("thresholds", f"{SAMPLE}&where=PPV:0.95"), thresholds_measures=[])
    assert "Choose at least one measure." in said(at, "info")
    choose(at, thresholds_measures=["F1"])
    assert at.query_params["where"] == "PPV:0.95"
    assert at.selectbox(key="thresholds_where").value == "PPV"


def test_condition_that_moves_the_line_may_still_cost_nothing():
    """Two thresholds are equally good: with 2 of 4 hits and no false alarm, and with all hits and half the alarms."""
    lines = [("no", 0.1)] * 2 + [("yes", 0.3), ("yes", 0.4), ("no", 0.35), ("no", 0.45), ("yes", 0.6), ("yes", 0.7)]
    at = choose(upload(["truth", "score"], lines, "thresholds"), thresholds_measures=["J"])
    assert answer(at).startswith("For Youden's J, at 0.300")
    choose(at, thresholds_where="TNR", thresholds_bound=0.9)
    assert answer(at).startswith("For Youden's J, at 0.600")
    assert "specificity of at least 0.9, costs nothing: Youden's J is as good without it." in said(at)


def test_condition_comes_before_the_measures_and_both_below_the_chart():
    keys = [getattr(node, "key", None) for node in seen()._tree]
    order = ["thresholds_chart", "thresholds_where", "thresholds_bound", "thresholds_measures", "thresholds_csv"]
    assert [key for key in keys if key in order] == order


# Files --------------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def ties():
    """Whole scores with ties, of 60 cases a third of which are positive."""
    rng = np.random.default_rng(5)
    true = np.arange(60) % 3 == 0
    return true, np.where(true, rng.integers(2, 6, 60), rng.integers(0, 4, 60))


def dropped_scores(true, *scores, weight=None, names=("yes", "no"), header=("score",)):
    columns = [np.where(true, *names), *scores, *([] if weight is None else [weight])]
    return upload(["truth", *header, *([] if weight is None else ["weight"])], zip(*columns, strict=True), "thresholds")


def test_weighted_cases_have_lines_without_intervals(ties):
    true, score = ties
    weight = np.where(np.arange(60) % 4 == 0, 2.5, 0.5)
    at = dropped_scores(true, score, weight=weight)
    found = numbers(at)
    for key, judge in (
        ("F1", metrics.f1_score),
        ("ACC", metrics.accuracy_score),
        ("BACC", metrics.balanced_accuracy_score),
    ):
        values = [judge(true, score >= cut, sample_weight=weight) for cut in range(6)]
        assert found.loc[key, "Best threshold"] == np.argmax(values), key
        assert found.loc[key, "Value there"] == pytest.approx(max(values), abs=1e-12), key
    assert found.loc["F1", ["Threshold, 95 % from", "to", "On cases left out"]].notna().all()
    assert f"For F1, at {found.loc['F1', 'Best threshold']:.0f} (" in answer(at)
    assert "On cases that had no say in the threshold, it is " in said(at)
    assert len(strip(at)) == 1


def test_best_may_be_to_call_nothing_positive(ties):
    true, score = ties
    at = choose(dropped_scores(true, -score), thresholds_measures=["ACC"])
    assert answer(at).startswith("For accuracy, call nothing positive; at −")
    assert "accuracy is highest, 0.667, where no case is called yes." in said(at)
    assert numbers(at).loc["ACC", "Best threshold"] == np.inf
    assert "best by calling nothing positive: 0.667." in at.get_by_key("thresholds_chart").proto.alt
    assert not [name for name in traces(at, "thresholds_chart") if name.startswith("best ")]


def test_measure_without_any_value_is_said():
    """Of two scores that tell the classes apart the odds ratio divides by zero at each threshold."""
    true = np.arange(30) % 3 == 0
    at = choose(dropped_scores(true, 0.2 + 0.6 * true), thresholds_measures=["DOR"])
    assert answer(at).startswith("Diagnostic odds ratio (DOR) has no value at any threshold: no truly negative case")
    assert "Another measure, or another model, may have a value here." in said(at)
    assert at.get_by_key("thresholds_chart").proto.alt == (
        "Diagnostic odds ratio of the model over the threshold, without a best one."
    )
    assert numbers(at).loc["DOR", ["Best threshold", "Value there"]].isna().all()
    choose(at, thresholds_measures=["F1"])
    assert answer(at) == "For F1, at 0.800; 0.500, which is set, is as good."


def test_nothing_is_promised_of_one_positive_case():
    """Where it is left out, no threshold has an F1."""
    lines = [("no", 0.1), ("no", 0.3), ("yes", 0.6), ("no", 0.7), ("no", 0.2), ("no", 0.4)]
    at = upload(["truth", "score"], lines, "thresholds")
    assert np.isnan(numbers(at).loc["F1", "On cases left out"])
    assert "Judged on cases that had no say in the threshold, F1 has no value, so nothing can be promised" in said(at)
    assert "expect that on new cases" not in said(at)


def test_constant_scores_have_two_thresholds():
    true = np.arange(30) % 3 == 0
    at = dropped_scores(true, np.full(30, 7))
    assert answer(at) == "For F1, at 7; it is the one that is set."
    assert "F1 is highest, 0.500, where a case is called yes from a score of 7 on." in said(at)
    assert len(table(at, 1, 3)) == 2


def test_models_are_drawn_together_and_looked_at_one_by_one(ties):
    true, score = ties
    other = np.roll(score, 7) * 0.5 + true
    at = dropped_scores(true, score, other, header=("score_first", "score_second"))
    lines = traces(at, "thresholds_chart")
    # The other one is on a page of its own: the chart is that of the model looked at.
    assert [name for name in lines if name.startswith("score_")] == ["score_first"]
    assert "Worth knowing about score_first" in [plain(one.value) for one in at.main.subheader]
    at.selectbox(key=widget(at, "data_model_").key).set_value("score_second")
    fine(at.run())
    cuts = np.unique(other)
    values = [metrics.f1_score(true, other >= cut) for cut in cuts]
    assert numbers(at).loc["F1", "Best threshold"] == cuts[np.argmax(values)]
    assert numbers(at).loc["F1", "Value there"] == pytest.approx(max(values), abs=1e-12)
    assert [name for name in traces(at, "thresholds_chart") if name.startswith("score_")] == ["score_second"]
    assert "Worth knowing about score_second" in [plain(one.value) for one in at.main.subheader]


def test_nothing_of_a_file_reaches_the_link(ties):
    true, score = ties
    at = dropped_scores(true, score, np.roll(score, 3), header=("score_secret", "score_hidden"), names=("ill", "well"))
    assert at.query_params == {"data": "File"}
    at.slider(key=widget(at, "data_threshold_").key).set_value(4)
    fine(at.run())
    at.selectbox(key=widget(at, "data_model_").key).set_value("score_hidden")
    fine(at.run())
    at.selectbox(key=widget(at, "data_positive_").key).set_value("well")
    fine(at.run())
    choose(at, thresholds_measures=["J"], thresholds_where="TPR", thresholds_bound=0.4)
    assert at.query_params == {"data": "File", "measure": "J", "where": "TPR:0.4"}


def test_names_are_shown_letter_by_letter(ties):
    true, score = ties
    names = ("**ill** <b>x</b>", "$well$ [a](b)")
    at = dropped_scores(true, score, np.roll(score, 2), names=names, header=("`score` *a*", "![score](c)"))
    assert f"where a case is called {names[0]} from a score" in said(at)
    assert f"| called | truly {names[0]} | truly {names[1]} |" in said(at)
    texts = list(markdown(at))
    for name in (*names, "`score` *a*", "![score](c)"):
        assert any(name in plain(text) for _, text in texts), name
        for place, text in texts:
            assert name not in text, place


# States of the page ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("page", ["thresholds", "costs", "refer"])
@pytest.mark.parametrize(
    ("link", "words"),
    [
        ("data=File", "No data yet"),
        ("M=303&P=139", "Only the classes are known, so there is no model to judge yet."),
        ("TP=227&FP=50&FN=31&TN=192", "The model has no scores, so there is no cutoff to move."),
        ("sample=pathology", "The model has no scores, so there is no cutoff to move."),
    ],
)
def test_without_scores_the_page_ends_with_a_sentence(page, link, words):
    at = visit(page, link)
    assert answer(at) == words
    assert not at.main.get("plotly_chart")
    assert not at.main.dataframe
    if link == "data=File":
        assert "model's scores: a file with the truth and a column of numbers for each model." in said(at, "info")
        at.button(key="frame_sample").click()
        fine(at.run())
        assert at.main.get("plotly_chart")


@pytest.mark.parametrize("page", ["thresholds", "costs", "refer"])
def test_one_class_alone_is_refused(page):
    at = upload(["truth", "score"], [("yes", 0.1), ("yes", 0.7), ("yes", 0.9)], page)
    assert answer(at) == "This data cannot be used yet"
    assert "must hold two classes" in said(at, "error")
    assert not at.main.get("plotly_chart")


@pytest.mark.parametrize("page", ["thresholds", "costs", "refer"])
def test_labels_alone_have_no_line(page):
    lines = [("yes" if place % 3 else "no", "yes" if place % 4 else "no") for place in range(24)]
    at = upload(["truth", "predicted"], lines, page)
    assert answer(at) == "The model has no scores, so there is no cutoff to move."
    assert not at.main.get("plotly_chart")
    kind(at, "Numbers")
    assert not at.main.get("plotly_chart")


@pytest.mark.parametrize("link", ["thresholds", "costs", "refer", "refer by=cost"])
def test_every_control_and_chart_has_its_words(link):
    page, _, more = link.partition(" ")
    at = visit(page, f"{SAMPLE}&{more}")
    controls = [
        one
        for name in ("slider", "select_slider", "selectbox", "multiselect", "number_input", "text_input")
        for one in getattr(at.main, name)
    ]
    controls += list(at.main.segmented_control)
    assert len(controls) > 3
    for one in controls:
        assert one.proto.label.strip(), one.key
        assert len(one.proto.help) > 20, one.key
    labels = [one.proto.label for one in controls]
    assert len(labels) == len(set(labels))
    for one in at.main.get("plotly_chart"):
        assert len(one.proto.alt) > 60


def test_example_of_two_peaks_is_that_of_three_bins():
    at = seen()
    assert "Markedness and Matthews correlation need not" in said(at)
    lines = traces(at, "example_chart")
    assert list(lines) == ["Matthews correlation", "Markedness"]
    positive, negative = np.array([0.1, 0.6, 0.3]), np.array([0.7, 0.299, 0.001])
    for name, line in lines.items():
        x, y = (np.array(line[axis], float) for axis in "xy")
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
    assert lines["Markedness"]["line"]["dash"] != lines["Matthews correlation"]["line"]["dash"]
    assert "another at 2" in at.get_by_key("example_chart").proto.alt
