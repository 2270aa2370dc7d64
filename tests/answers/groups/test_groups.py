"""Groups of a file: counted beside pandas, their sentences by cases, their notes by codes."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from scipy.stats import fisher_exact
from sklearn.metrics import accuracy_score, confusion_matrix, f1_score

import ddcore
from ddcore.answers.base.answer import ALL_ALIKE
from ddcore.answers.groups.compute import dividers, groups_of
from ddcore.data import Data
from ddcore.errors import InputError
from ddcore.samples import SAMPLES
from tests.helpers.answers import asked, codes, counted, notes, numbers
from tests.helpers.loops import nonempty

HPC = SAMPLES["hpc_cv"].path


@pytest.fixture(scope="module")
def jobs():
    return ddcore.sample("hpc_cv")


def cases(many=600, seed=1, **more):
    """Truth, score and columns that divide the cases."""
    rng = np.random.default_rng(seed)
    site = rng.choice(["north", "south", "east"], many, p=[0.6, 0.3, 0.1])
    truth = rng.random(many) < 0.3
    skill = np.where(site == "east", 0.0, 2.5)
    score = rng.normal(skill * truth, 1).round(3)
    return pd.DataFrame(
        {"truth": truth.astype(int), "score": score, "site": site, "age": rng.integers(18, 90, many)} | more
    )


def each(data, **choices):
    """The groups beside chance."""
    return asked("groups", data, show="each", **choices)


def read(frame, group, **roles):
    return ddcore.read(frame, truth="truth", score="score", threshold=0.8, group=group, **roles)


def test_a_class_of_a_file_has_its_accuracy_and_baseline(jobs):
    """hpc_cv.csv, class L against the rest: 0.9466 against 0.9400."""
    file = pd.read_csv(HPC)
    for data in nonempty((jobs, ddcore.read(HPC, truth="obs", positive="VF", fold="Resample"))):
        found = asked("groups", data, measure=["ACC"]).values["of_model"]["L"]
        assert round(found["value"], 4) == 0.9466
        assert round(found["baseline"], 4) == 0.94
        assert found["value"] == pytest.approx(accuracy_score(file.obs == "L", file.pred == "L"))
        assert found["state"] == "unclear"
        assert found["low"] < found["baseline"] < found["high"]


def counts_of(groups, place, model=0):
    own = groups.counts[model, place]
    return [[own.tn, own.fp], [own.fn, own.tp]]


def test_classes_against_the_rest_are_those_of_scikit_learn(jobs):
    file = pd.read_csv(HPC)
    groups = groups_of(jobs, "class", 5)
    for place, name in nonempty(enumerate(groups.names)):
        table = confusion_matrix(file.obs == name, file.pred == name)
        assert counts_of(groups, place, groups.models.index("pred")) == table.tolist()
    assert groups.sizes.tolist() == [int((file.obs == name).sum()) for name in groups.names]


@pytest.mark.parametrize("weighted", [False, True])
def test_groups_of_a_column_are_those_of_pandas(weighted):
    frame = cases(weight=np.random.default_rng(2).uniform(0.5, 2, 600))
    data = read(frame, "site", **({"weight": "weight"} if weighted else {}))
    groups = groups_of(data, "site", 5)
    assert set(groups.names) == {"north", "south", "east"}
    found = None if weighted else asked("groups", data).values["of_model"]
    for place, name in nonempty(enumerate(groups.names)):
        part = frame[frame.site == name]
        table = confusion_matrix(part.truth, part.score >= 0.8, sample_weight=part.weight if weighted else None)
        np.testing.assert_allclose(counts_of(groups, place), table, rtol=1e-12)
        assert groups.sizes[place] == len(part)
        if found:
            p = fisher_exact(table, alternative="greater").pvalue
            assert 10 ** found[name]["log10_p"] == pytest.approx(p, rel=1e-9)


def test_a_column_of_numbers_is_cut_in_as_many_parts_as_wished():
    data = read(cases(), ["site", "age"])
    assert list(dividers(data)) == ["site", "age"]
    assert asked("groups", data).values["by"] == "site"
    for cuts in nonempty((2, 4)):
        answer = asked("groups", data, column="age", cuts=cuts)
        assert answer.values["groups"] == cuts
        assert sum(answer.tables["groups"].rows()["Cases"]) == 600
    assert " to " in next(iter(answer.values["of_model"]))


def test_a_threshold_that_moves_is_looked_at_anew():
    data = read(cases(), "site")
    moved = replace(data, models={name: model.cut(2.0) for name, model in data.models.items()})
    before, after = (asked("groups", one).values["of_model"] for one in (data, moved))
    assert all(before[name]["value"] != after[name]["value"] for name in nonempty(before))


def test_where_it_fails_is_said():
    answer = each(read(cases(), "site"), measure=["ACC"])
    assert "**1 of 3 groups**" in answer.sentence
    assert answer.values["of_model"]["east"]["state"] == "behind"
    assert "**east**" in notes(answer)["farthest-behind"]


def test_nowhere_is_said(jobs):
    answer = asked("groups", jobs)
    assert answer.sentence.startswith("**No class fails.**")
    assert answer.values["models"][answer.values["model"]]["beats"] == 4
    assert codes(answer)[:2] == ["nearest-to-chance", "some-model-better"]
    sure = asked("groups", jobs, measure=["ACC"])
    assert sure.sentence.startswith("**No class surely fails.**")
    assert "perhaps-luck" in codes(sure)
    untold = asked("groups", jobs, measure=["TPR"])
    assert untold.sentence.startswith("**These cases cannot tell.**")
    assert "cannot-be-beaten" in codes(untold)
    assert untold.values["comparisons"] == 0


def test_empty_cells_are_not_the_group_that_is_called_none_and_do_not_lead():
    frame = cases(300)
    frame["score"] = frame["truth"] + np.random.default_rng(3).normal(0, 0.4, 300)
    frame["site"] = np.resize(["north", "(none)", None], 300)
    frame.loc[frame.site.isna(), "score"] = 0.8
    answer = each(read(frame, "site"), measure=["ACC"])
    assert list(answer.values["of_model"]) == ["(none)", "north", "(none, empty cells)"]
    assert list(read(frame, "site").model.groups) == ["(none)", "north", "(none, empty cells)"]
    worst = min(answer.values["of_model"].items(), key=lambda item: item[1]["value"] - item[1]["baseline"])
    assert worst[0] == "(none, empty cells)"
    led = next(note.text for note in answer.notes if note.code in ("farthest-behind", "nearest-to-chance"))
    assert "empty" not in led
    assert "100 cases" in notes(answer)["empty-cells"]


def test_empty_cells_and_groups_of_one_class_are_told():
    frame = cases(60)
    frame.loc[frame.site == "east", "site"] = None
    frame.loc[frame.site == "south", "truth"] = 0
    answer, undefined = (each(read(frame, "site"), measure=[key]) for key in ("ACC", "MCC"))
    assert set(answer.values["of_model"]) == {"north", "south", "(none)"}
    assert answer.values["of_model"]["south"]["state"] == "unbeatable"
    assert "empty-cells" in codes(answer)
    assert "of one class" in notes(answer)["cannot-be-beaten"]
    assert undefined.values["of_model"]["south"]["state"] == "undefined"
    assert "no-value" in codes(undefined)


@pytest.mark.parametrize("key", ["F1", "PPV", "MCC", "TS"])
def test_a_group_in_which_nothing_is_predicted_positive_fails_and_leads(key):
    """F1, precision and MCC have no value there, TS is 0: each way the group does no better than chance."""
    frame = cases()
    frame.loc[frame.site == "east", "score"] -= 20
    frame.loc[frame.site == "south", "score"] += 3 * frame.truth
    answer = each(read(frame, "site"), measure=[key])
    assert "**1 of 3 groups**" in answer.sentence
    assert answer.values["of_model"]["east"]["state"] == "behind"
    assert answer.values["comparisons"] == 3
    assert "**east**" in notes(answer)["farthest-behind"]
    assert ("no case there" in notes(answer)["farthest-behind"]) == (key != "TS")
    assert "no-value" not in codes(answer)
    assert answer.tables["groups"].rows()["Group"][0] == "east"
    assert answer.figures["map"].draw().layout.yaxis.ticktext[0] == "east"
    (_, behind, _), (label, score, interval), *_ = numbers(answer)
    assert (behind, label) == ("1 of 3", "Closest to chance: east")
    assert score == ("0" if key == "TS" else "no value")
    assert (interval == ALL_ALIKE) == (key != "TS")


def test_groups_whose_cases_are_all_predicted_positive_fail_too():
    frame = cases()
    frame.loc[frame.site != "north", "score"] += 50
    answer = each(read(frame, "site"), measure=["MCC"])
    assert "**2 of 3 groups**" in answer.sentence
    assert "every case there" in notes(answer)["farthest-behind"]
    assert "south" in notes(answer)["predicted-alike"]


def test_too_few_cases_are_told():
    frame = cases(300)
    frame.loc[:5, ["truth", "site"]] = [[1, "tiny"], [0, "tiny"], [0, "tiny"], [1, "small"], [0, "small"], [0, "small"]]
    found = notes(each(read(frame, "site"), measure=["J"], correction="holm"))
    assert "In 2 groups there" in found["too-few-cases"]


def test_weights_are_told_and_have_no_bars():
    answer = each(read(cases(weight=np.linspace(0.5, 2, 600)), "site", weight="weight"))
    assert "weighted" in codes(answer)
    assert "Kish" in answer.method


def test_in_some_classes_no_model_is_better():
    answer = asked("groups", ddcore.sample("thousand_classes", size=5000), measure=["ACC"])
    values = answer.values
    behind = values["models"][values["model"]]["behind"]
    assert f"**{behind} of 1,000 classes**" in answer.sentence
    none = set(values["no_model_better"])
    assert f"**{len(none)} classes**" in notes(answer)["no-model-better"]
    assert 0 < len(none) < behind
    rows = answer.tables["groups"].rows()
    assert len(rows) == values["comparisons"] == 6000
    bad = rows[rows["Score"] <= rows["Baseline"]].groupby("Class")["Model"].nunique()
    assert set(bad[bad == 6].index) == none


@pytest.mark.parametrize(("correction", "source", "level"), [("bh", "Hochberg 1995", 0.9), ("holm", "Holm 1979", 0.99)])
def test_correction_and_level_are_those_chosen(jobs, correction, source, level):
    answer = asked("groups", jobs, measure=["ACC"], correction=correction, level=level)
    assert source in answer.method
    assert f"{100 * level:g} % from" in answer.tables["groups"].rows().columns


def test_every_measure_is_in_the_long_table(jobs):
    answer = asked("groups", jobs, measure=["MCC"])
    rows, short = (answer.tables[name].rows() for name in ("measures", "groups"))
    assert len(rows) == answer.tables["measures"].size == 8 * rows["Measure"].nunique()
    assert sorted(rows["Score"][rows["Measure"] == "Matthews correlation"]) == sorted(short["Score"])


def test_a_column_that_divides_nothing_is_refused(jobs):
    with pytest.raises(InputError, match=r'column must be one of those that divide the cases \(class\), got "region"'):
        asked("groups", jobs, column="region")
    with pytest.raises(InputError, match=r"level must be one of 0\.9, 0\.95, 0\.99"):
        asked("groups", jobs, level=0.5)


def test_data_without_groups_have_no_figure_and_a_sentence():
    for data, lacking in ((Data(303, 139), "no model"), (counted(10, 5, 5, 10), "Nothing divides")):
        answer = asked("groups", data)
        assert not answer.figures
        assert lacking in answer.sentence


def test_a_column_that_is_called_class_and_classes_can_both_be_chosen():
    frame = pd.DataFrame({"truth": list("abc") * 20, "label": list("abcbca") * 10, "class": ["x", "y"] * 30})
    data = ddcore.read(frame, truth="truth", label="label", positive="a", group="class")
    assert list(dividers(data)) == ["class", "each class"]
    for column, groups in (("class", {"x", "y"}), ("each class", {"a", "b", "c"})):
        assert set(asked("groups", data, column=column).values["of_model"]) == groups


def test_several_truths_are_attributes_with_a_baseline_each():
    """As Example 6 of van de Bijl et al. (2024) has them: F1 of each attribute against 2 P / (P + M)."""
    rng = np.random.default_rng(3)
    truths = rng.random((500, 3)) < [0.5, 0.2, 0.05]
    frame = pd.DataFrame(truths.astype(int), columns=["smiling", "male", "hat"])
    labels = {f"{name}_A": np.where(rng.random(500) < 0.9, frame[name], 1 - frame[name]) for name in frame.columns}
    data = ddcore.read(frame.assign(**labels), truth=list(frame.columns), label=list(labels))
    answer = asked("groups", data)
    found = answer.values["of_model"]
    assert answer.values["by"] == "attribute"
    for name in nonempty(frame.columns):
        positives = int(frame[name].sum())
        assert found[name]["value"] == pytest.approx(f1_score(frame[name], labels[f"{name}_A"]))
        assert found[name]["baseline"] == pytest.approx(2 * positives / (positives + 500))
    assert found["smiling"]["state"] == "beats"
