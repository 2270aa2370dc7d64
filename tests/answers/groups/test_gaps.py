"""Gaps between groups: gaps and ratios, by other packages, and what is said of them."""

import numpy as np
import pandas as pd
import pytest
from scipy.stats import fisher_exact
from statsmodels.stats.multitest import multipletests
from statsmodels.stats.proportion import confint_proportions_2indep

import ddcore
from ddcore.chance.two_rates import difference
from ddcore.errors import InputError
from tests.helpers.answers import asked, codes, numbers


def read(weak=0.5, cases=600, group=("site",), **more):
    """Recall is lower in the east, the second of three sites by size."""
    rng = np.random.default_rng(1)
    site = rng.choice(["north", "east", "south"], cases, p=[0.6, 0.3, 0.1])
    truth = rng.random(cases) < 0.4
    called = rng.random(cases) < np.where(truth, np.where(site == "east", 0.9 - weak, 0.9), 0.1)
    frame = pd.DataFrame({"truth": truth * 1, "label": called * 1, "site": site, "age": rng.integers(18, 90, cases)})
    roles = {name: name for name in more}
    return ddcore.read(
        frame.assign(**more), truth="truth", label="label", positive=1, group=list(group), **roles
    ), frame


def test_gaps_of_recall_are_those_of_two_rates_and_ratios_those_of_statsmodels():
    data, frame = read()
    answer = asked("groups", data, measure=["TPR"], correction="holm", reference="north")
    found, alarms = answer.values["gaps"], answer.values["rates"]["FPR"]
    assert found == answer.values["rates"]["TPR"]
    ill = frame[frame.truth == 1].groupby("site").label.agg(["sum", "count"])
    (y, n), p = ill.loc["north"], []
    for name in ("east", "south"):
        x, m = ill.loc[name]
        apart = difference((y, x), (n, m))
        times = confint_proportions_2indep(x, m, y, n, compare="ratio", method="score", correction=True)
        told = found[name]
        assert [told["gap"][end] for end in ("value", "low", "high")] == pytest.approx(
            [x / m - y / n, apart.low, apart.high]
        )
        assert [told["ratio"][end] for end in ("value", "low", "high")] == pytest.approx([x / m / (y / n), *times])
        p.append(told["p"])
    p += [alarms[name]["p"] for name in ("east", "south")]
    adjusted = multipletests(p, method="holm")[1]
    assert [each[name]["corrected_p"] for each in (found, alarms) for name in ("east", "south")] == pytest.approx(
        adjusted
    )
    assert [found[name]["side"] for name in ("east", "south")] == ["lower", "may be chance"]
    rows = answer.tables["gaps"].rows()
    rows = rows[rows["Measure"] == "Recall"]
    assert rows["Ratio"].tolist() == [found[name]["ratio"]["value"] for name in rows["Group"]]
    assert f"**{-100 * found['east']['gap']['value']:.1f} points lower for east**" in answer.sentence
    assert numbers(answer)[0][0].endswith("east less north")


def test_another_reference_and_what_is_none():
    data, _ = read()
    turned, usual = (
        asked("groups", data, measure=["TPR"], reference=name).values["gaps"] for name in ("east", "north")
    )
    assert turned["north"]["gap"]["low"] == pytest.approx(-usual["east"]["gap"]["high"])
    assert turned["north"]["ratio"]["low"] == pytest.approx(1 / usual["east"]["ratio"]["high"])
    with pytest.raises(
        InputError, match=r"reference must be one of the groups \(\(all others\), north, east, south\), got"
    ):
        asked("groups", data, reference="west")


def test_each_group_is_compared_with_all_others_and_the_worst_is_named():
    """By Fisher's exact test and the interval of two rates; both rates and another measure have a chart."""
    data, frame = read()
    answer = asked("groups", data)
    inside, ill = frame.site == "east", frame.truth == 1
    table = [[(frame.label[ill & where] == called).sum() for called in (1, 0)] for where in (inside, ~inside)]
    east = answer.values["rates"]["TPR"]["east"]
    (x, a), (y, b) = table
    apart = difference((y, x), (y + b, x + a))
    assert [east["gap"][end] for end in ("low", "high")] == pytest.approx([apart.low, apart.high])
    assert east["p"] == pytest.approx(fisher_exact(table).pvalue)
    assert "lower for east" in answer.sentence
    assert answer.values["reference"] == "(all others)"
    assert list(answer.figures) == ["groups", "fpr", "measure"]
    assert answer.figures["groups"].draw().layout.yaxis.ticktext[0].startswith("east")
    assert "largest-gap" in codes(answer)


def test_two_groups_have_one_gap_with_two_signs():
    frame = read()[1]
    data = ddcore.predictions(frame.truth, None, label=frame.label, group={"half": np.resize(["yes", "no"], 600)})
    answer = asked("groups", data, correction="holm")
    rates = answer.values["rates"]
    yes, no = (rates["TPR"][name] for name in ("yes", "no"))
    assert (yes["gap"]["low"], yes["corrected_p"]) == pytest.approx((-no["gap"]["high"], no["corrected_p"]))
    assert yes["ratio"]["low"] == pytest.approx(1 / no["ratio"]["high"])
    smaller = min((rates[key]["no"] for key in ("TPR", "FPR")), key=lambda gap: gap["p"])
    assert smaller["corrected_p"] == pytest.approx(min(1, 2 * smaller["p"]))
    assert "for half: " in answer.sentence


def test_without_a_gap_that_is_said():
    answer = asked("groups", read(0.0)[0])
    assert answer.sentence.startswith("**No gap shows.**")
    assert "no-sure-gap" in codes(answer)


def test_rates_without_a_value_are_said_to_have_none():
    """All cases of the second group are negative, and the first has none: neither rate has a value in both."""
    truth = np.repeat([1, 0], 20)
    data = ddcore.predictions(truth, None, label=truth, group={"half": np.repeat(["a", "b"], 20)})
    assert asked("groups", data).sentence.startswith("**These cases cannot tell.**")
    one = ddcore.predictions(truth, None, label=truth, group={"half": np.repeat(["a"], 40)})
    assert "gaps" not in asked("groups", one).values
    with pytest.raises(InputError, match="column must be one of groups, two or more"):
        asked("groups", one, show="gaps")


def test_a_measure_that_can_be_negative_has_no_ratio():
    answer = asked("groups", read()[0], measure=["MCC"])
    assert answer.values["gaps"]["east"]["gap"]["value"] < 0
    assert np.isnan(answer.values["gaps"]["east"]["ratio"]["value"])


def test_a_column_of_numbers_and_classes():
    """Parts of a column of numbers are groups, too; classes against the rest share their cases and have no gaps."""
    data, _ = read(group=("site", "age"))
    answer = asked("groups", data, column="age", cuts=3)
    assert len(answer.values["gaps"]) == 3
    assert "gaps" not in asked("groups", ddcore.sample("hpc_cv")).values


@pytest.mark.parametrize("role", ["weight", "cluster"])
def test_weighted_and_clustered_cases_are_less_sure(role):
    """Two cases of each patient, or weights of 1 and 4: the gap is that of the weighted shares, its interval wider."""
    more = {"weight": np.resize([1.0, 4.0], 600), "cluster": np.arange(600) // 5}[role]
    data, frame = read(**{role: more})
    found = asked("groups", data, measure=["TPR"], reference="north").values["gaps"]["east"]
    weight = more if role == "weight" else np.ones(600)
    shares = []
    for name in ("east", "north"):
        ill = (frame.site == name) & (frame.truth == 1)
        shares.append(np.average(frame.label[ill], weights=weight[ill]))
    assert found["gap"]["value"] == pytest.approx(shares[0] - shares[1])
    assert found["ratio"]["value"] == pytest.approx(shares[0] / shares[1])
    plain = asked("groups", read()[0], measure=["TPR"], reference="north").values["gaps"]["east"]
    for kind in ("gap", "ratio"):
        assert found[kind]["high"] - found[kind]["low"] > plain[kind]["high"] - plain[kind]["low"]
    north = (frame.site != "east") & (frame.truth == 1)
    rest = asked("groups", data).values["rates"]["TPR"]["east"]["gap"]["value"]
    assert rest == pytest.approx(shares[0] - np.average(frame.label[north], weights=weight[north]))
