"""Rows that stand for many cases: tallies, tables of true against predicted classes, rows of TP, FP, FN and TN."""

import io
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from itertools import product
from typing import Any

import numpy as np
import pandas as pd
import pytest
from sklearn.metrics import confusion_matrix, roc_auc_score

import ddcore
from ddcore.errors import InputError
from ddcore.read import ChoiceNeeded, Predictions, read, tallies
from tests.helpers.read import cells, facts, text

CELLS = (60, 50, 40, 850)
"""TP, FP, FN and TN of what is read below, unless it says something else."""
RNG = np.random.default_rng(35)


def said(found: Predictions) -> list[str]:
    return [guess.code for guess in found.guesses]


@pytest.mark.parametrize("name", ["n", "count", "Freq", "Häufigkeit", "Anzahl", "nombre", "liczba", "number of cases"])
def test_a_column_of_counts_on_few_rows_is_a_tally(name: str) -> None:
    found = text(f"truth,pred,{name}", "yes,yes,60", "yes,no,40", "no,yes,50", "no,no,850")
    assert cells(found.models["the model"].counts) == CELLS
    assert (found.rows, found.total, found.positives, said(found)) == (1000, 1000, 100, [])
    assert found.roles["count"] == (name,)
    assert found.truth_values == {"yes": 100, "no": 900}


def test_a_tally_is_its_rows_repeated() -> None:
    """Scores, labels of two models and groups: all that is read of the tally is what is read of its cases."""
    kinds = pd.DataFrame(product(["yes", "no"], [0.1, 0.4, 0.7, 0.9], ["yes", "no"], ["n", "s"]))
    kinds.columns = ["truth", "score", "label_b", "group"]
    kinds["freq"] = RNG.integers(0, 30, len(kinds))
    cases = kinds.loc[kinds.index.repeat(kinds.freq)].drop(columns="freq")
    found, long = read(kinds), read(cases)
    assert said(found) == []
    same = ("models", "positive", "total", "positives", "rows", "truth_values", "joint", "listed", "positive_reason")
    first, second = facts(found), facts(long)
    assert {name: first[name] for name in same} == {name: second[name] for name in same}
    table = found.models["score"].table
    assert table is not None
    assert table.auc == pytest.approx(roc_auc_score(cases.truth == "yes", cases.score), abs=1e-12)


def test_models_in_the_rows_of_a_tally() -> None:
    rows = [f"{model},{truth},{pred},{n}" for model, ns in (("a", (5, 1, 2, 9)), ("b", (4, 2, 0, 11)))
            for (truth, pred), n in zip(product("10", repeat=2), ns, strict=True)]  # fmt: skip
    found = text("model,y_true,y_pred,n", *rows)
    assert {name: cells(model.counts) for name, model in found.models.items()} == {
        "a": (5, 2, 1, 9),
        "b": (4, 0, 2, 11),
    }


@pytest.mark.parametrize(
    ("header", "rows"),
    [
        # A case with a number of its own.
        ("id,truth,score,n", ["1,yes,0.9,3", "2,no,0.2,4", "3,no,0.4,1", "4,yes,0.8,2", "5,no,0.1,7"]),
        ("name,truth,label,count", ["a,1,1,3", "b,0,0,4", "c,0,1,1", "d,1,1,2", "e,0,0,7"]),
        # Numbers that are no counts.
        ("truth,pred,n", ["yes,yes,0.5", "yes,no,0.25", "no,yes,2", "no,no,1"]),
        ("truth,pred,n", ["yes,yes,1", "yes,no,1", "no,yes,1", "no,no,1"]),
        # Other words.
        ("truth,pred,pixel_count", ["yes,yes,60", "yes,no,40", "no,yes,50", "no,no,850"]),
    ],
)
def test_what_is_no_tally(header: str, rows: list[str]) -> None:
    found = text(header, *rows)
    assert (found.total, found.roles["count"], said(found)) == (len(rows), (), [])


def test_what_may_be_a_tally_is_a_guess() -> None:
    alike = text("truth,pred,n", *["yes,yes,3", "no,no,4"] * 3)
    assert (alike.total, said(alike), alike.guesses[0].options) == (6, ["counts-guessed"], ("", "n"))
    assert text("truth,pred,n", *["yes,yes,3", "no,no,4"] * 3, count="n").total == 21
    once = text("truth,score,n", *(f"{place % 2},0.{place + 10},{place + 1}" for place in range(20)))
    assert (once.total, said(once), once.guesses[0].role) == (210, ["counts-guessed"], "count")
    with pytest.raises(ChoiceNeeded):
        text("truth,pred,n", *["yes,yes,3", "no,no,4"] * 3, strict=True)


def test_counts_by_hand() -> None:
    rows = ["yes,yes,60", "yes,no,40", "no,yes,50", "no,no,850"]
    assert text("truth,pred,n", *rows, count="").total == 4
    assert cells(text("truth,pred,pixels", *rows, count="pixels").models["the model"].counts) == CELLS
    with pytest.raises(InputError, match=r"“pixels” must have a whole number of 0 or more in each row to be the count"):
        text("truth,pred,pixels", "yes,yes,1.5", "no,no,2", count="pixels")
    with pytest.raises(InputError, match=r"“n” adds up to 0 cases"):
        text("truth,pred,n", "yes,yes,0", "no,no,0", count="n")
    with pytest.raises(InputError, match=r"1,200,000,000 cases, more than 1,000,000,000"):
        text("truth,pred,n", "yes,yes,600000000", "no,no,600000000")
    data = ddcore.predictions(["yes", "no"], [0.9, 0.2], count=[3, 5], positive="yes")
    assert (data.total, data.positives) == (8, 3)


MANY = (60_000_000, 50_000_000, 40_000_000, 850_000_000)


def test_more_cases_than_there_may_be_rows_are_counted() -> None:
    """As they are one by one, where the limit is lower than these are."""
    found = text("model,tp,fp,fn,tn", *(f"{name},{','.join(map(str, MANY))}" for name in "ab"))
    assert {name: cells(model.counts) for name, model in found.models.items()} == {"a": MANY, "b": MANY}
    assert (found.rows, found.total, found.positives, found.cases) == (2 * 10**9, 10**9, 10**8, None)
    typed = ddcore.counts(**dict(zip(("tp", "fp", "fn", "tn"), MANY, strict=True)))
    assert ddcore.verdict(found.data("a")).values["models"]["a"] == ddcore.verdict(typed).values["models"]["the model"]


def test_cases_that_are_not_taken_one_by_one_are_counted_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    kinds = pd.DataFrame(product(["yes", "no"], [0.1, 0.4, 0.7, 0.9], ["yes", "no"], ["n", "s"], ["1", "2"]))
    kinds.columns = ["truth", "score", "label_b", "group", "fold"]
    kinds["freq"] = RNG.integers(0, 30, len(kinds))
    whole = facts(read(kinds))
    monkeypatch.setattr(tallies, "ROWS", replace(tallies.ROWS, most=100))
    large = read(kinds)
    assert (large.cases, large.joint) == (None, None)
    same = whole.keys() - {"cases", "joint", "columns"}
    assert {name: facts(large)[name] for name in same} == {name: whole[name] for name in same}
    with pytest.raises(InputError, match="too many for a cluster of each"):
        read(kinds, cluster="fold", fold="")


def test_errors_name_the_row_of_the_file() -> None:
    with pytest.raises(InputError, match="in row 3"):
        text("truth,label,amount,n", "1,1,3,2", "1,0,-2,3", "0,1,4,1", "0,0,1,9", count="n", amount="amount")


def test_the_file_of_the_cases_has_the_rows_of_the_tally() -> None:
    found = text("truth,pred,n", "yes,yes,2", "yes,no,1", "no,yes,1", "no,no,3")
    assert found.cases is not None
    assert found.cases.own["n"].at(np.arange(7)) == list("2211333")


def test_the_file_of_the_cases_has_the_rows_of_a_table_and_of_four_counts() -> None:
    table = text("actual,a,b", "a,2,1", "b,0,3", positive="a").cases
    four = text("model,tp,fp,fn,tn", "x,1,1,0,1", "y,2,0,1,0").cases
    assert table is not None
    assert table.own["b"].at(np.arange(6)) == list("111333")
    assert four is not None
    assert four.own["model"].at(np.arange(6)) == list("xxxyyy")


TABLES: dict[str, tuple[str, dict[str, Any], list[str]]] = {
    "corner": ("Actual \\ Predicted,No,Yes\nNo,850,50\nYes,40,60\n", {}, []),
    "the other way round": ("TRUE / PRED,no,yes\nno,850,50\nyes,40,60\n", {}, []),
    "predictions in rows": ("Predicted / Actual,no,yes\nno,850,40\nyes,50,60\n", {}, []),
    "totals": ("Actual,No,Yes,Total\nNo,850,50,900\nYes,40,60,100\nTotal,890,110,1000\n", {}, []),
    "pandas": ("actual,0,1,All\n0,850,50,900\n1,40,60,100\nAll,890,110,1000\n", {}, []),
    "pandas with two names": ("Predicted,0,1\nActual,,\n0,850,50\n1,40,60\n", {}, []),
    "words beside the classes": (",Predicted No,Predicted Yes\nActual No,850,50\nActual Yes,40,60\n", {}, []),
    "words and signs": (",Pred:0,Pred:1\nTrue:0,850,50\nTrue:1,40,60\n", {}, []),
    "words before the classes": (",,Predicted,\n,,No,Yes\nActual,No,850,50\n,Yes,40,60\n", {}, []),
    "German": ("Tatsächlich / Vorhergesagt;0;1\n0;850;50\n1;40;60\n", {}, []),
    "randomForest": (",No,Yes,class.error\nNo,850,50,0.0556\nYes,40,60,0.4\n", {}, []),
    "scikit-learn": (",0,1\n0,850,50\n1,40,60\n", {}, ["truth-guessed"]),
    "caret": (",No,Yes\nNo,850,40\nYes,50,60\n", {"truth": "columns"}, []),
    "a corner of one name": ("Prediction,No,Yes\nNo,850,40\nYes,50,60\n", {}, ["truth-guessed"]),
}


@pytest.mark.parametrize("name", TABLES)
def test_a_table_of_true_and_predicted_classes(name: str) -> None:
    content, roles, guesses = TABLES[name]
    found = read(content.encode(), name="table.csv", **roles)
    assert cells(found.models["the model"].counts) == CELLS
    assert (found.total, found.positives, found.rows) == (1000, 100, 1000)
    assert said(found) == guesses


def test_a_table_in_a_workbook() -> None:
    table = pd.crosstab(pd.Series(["a", "b", "a"], name="truth"), pd.Series(["a", "b", "b"], name="predicted"))
    table.to_excel(stream := io.BytesIO())
    found = read(stream.getvalue(), name="table.xlsx", positive="a")
    assert cells(found.models["the model"].counts) == (1, 0, 1, 1)


def test_a_table_of_more_classes() -> None:
    true, called = RNG.choice(list("abc"), 200), RNG.choice(list("abc"), 200)
    table = pd.DataFrame(
        confusion_matrix(true, called), index=pd.Index(list("abc"), name="actual"), columns=list("abc")
    )
    for positive in "abc":
        found = read(table.to_csv().encode(), name="table.csv", positive=positive)
        tn, fp, fn, tp = confusion_matrix(true == positive, called == positive).ravel().tolist()
        assert cells(found.models["the model"].counts) == (tp, fp, fn, tn)
        assert found.truth_values == {each: (true == each).sum() for each in "abc"}


def test_totals_alone_are_no_table() -> None:
    with pytest.raises(InputError):
        text("Actual,no,yes", "Total,2,3", "Total,4,5")


def test_cases_with_a_score_of_each_class_are_no_table() -> None:
    found = text("truth,no,yes", "no,0.9,0.1", "yes,0.3,0.7")
    assert (found.rows, found.roles["score"]) == (2, ("yes",))


FORMS = {
    "tp,fp,fn,tn": "60,50,40,850",
    "TN,FN,TP,FP": "850,40,60,50",
    "True Positives,False Positives,False Negatives,True Negatives": "60,50,40,850",
    "TruePos,FalsePos,FalseNeg,TrueNeg": "60,50,40,850",
    "n_tp,n_fp,n_fn,n_tn": "60,50,40,850",
    "VP,FP,FN,VN": "60,50,40,850",
    "vrais_positifs,faux_positifs,faux_négatifs,vrais_négatifs": "60,50,40,850",
    "RP,FP,FN,RN": "60,50,40,850",
    "richtig positiv,falsch positiv,falsch negativ,richtig negativ": "60,50,40,850",
    "verdaderos positivos,falsos positivos,falsos negativos,verdaderos negativos": "60,50,40,850",
    "veri positivi,falsi positivi,falsi negativi,veri negativi": "60,50,40,850",
    "hits,false alarms,misses,correct rejections": "60,50,40,850",
}


@pytest.mark.parametrize("header", FORMS)
def test_a_row_of_four_counts_is_a_model(header: str) -> None:
    found = text(header, FORMS[header])
    assert cells(found.models["the model"].counts) == CELLS
    assert (found.positive, found.total, said(found)) == ("positive", 1000, [])


OTHER = (55, 20, 45, 880)


@pytest.mark.parametrize(
    ("header", "names", "expected"),
    [
        ("model,accuracy", ("logit,0.91", "forest,0.935"), ["logit", "forest"]),
        ("study,year", ("Smith,2001", "Jones,2001"), ["Smith", "Jones"]),
        ("year", ("2001", "2002"), ["2001", "2002"]),
        ("algorithm,data", ("rf,iris", "rf,wine"), ["rf, iris", "rf, wine"]),
        ("threshold", ("0.5", "0.4"), ["0.5", "0.4"]),
        ("comment", ("same", "same"), ["row 2", "row 3"]),
    ],
)
def test_rows_of_four_counts_are_models_by_name(header: str, names: tuple[str, ...], expected: list[str]) -> None:
    rows = [f"{name},{','.join(map(str, four))}" for name, four in zip(names, (CELLS, OTHER), strict=True)]
    found = text(f"{header},tp,fp,fn,tn", *rows)
    assert {name: cells(model.counts) for name, model in found.models.items()} == {
        expected[0]: CELLS,
        expected[1]: OTHER,
    }
    assert list(text(f"{header},tp,fp,fn,tn", *rows, removed=expected[0], names={expected[1]: "B"}).models) == ["B"]


def test_rows_of_four_counts_are_groups() -> None:
    rows = ["a,f,60,50,40,850", "a,m,6,5,4,85", "b,f,61,51,39,849", "b,m,5,5,5,85"]
    found = text("model,group,tp,fp,fn,tn", *rows)
    assert cells(found.models["a"].counts) == (66, 55, 44, 935)
    assert {name: cells(part.counts) for name, part in found.models["b"].groups.items()} == {
        "f": (61, 51, 39, 849),
        "m": (5, 5, 5, 85),
    }
    alone = text("group,tp,fp,fn,tn", *(row[2:] for row in rows[:2]))
    assert (list(alone.models), list(alone.models["the model"].groups)) == (["the model"], ["f", "m"])


@pytest.mark.parametrize("ends", [[], [np.inf]])
def test_rows_of_thresholds_are_scores(ends: list[float]) -> None:
    """The area is that of the scores, each rounded down to a threshold."""
    true = RNG.random(400) < 0.3
    score = np.clip(np.round(0.35 * true + RNG.normal(0.4, 0.2, 400), 3), 0, 1)
    cuts = np.array([0.2, 0.35, 0.5, 0.65, *ends])
    called = score >= cuts[:, None]
    frame = pd.DataFrame({"cutoff": cuts, "TP": (called & true).sum(1), "FP": (called & ~true).sum(1)})
    frame["FN"], frame["TN"] = true.sum() - frame.TP, (~true).sum() - frame.FP
    found = read(frame.sample(frac=1, random_state=1).to_csv(index=False).encode())
    model = found.models["the model"]
    assert model.table is not None
    assert (found.total, found.positives, model.threshold) == (400, true.sum(), 0.5)
    assert cells(model.counts) == tuple(frame.set_index("cutoff").loc[0.5, ["TP", "FP", "FN", "TN"]])
    binned = np.append(0, cuts)[np.searchsorted(cuts, score, side="right")]
    assert model.table.auc == pytest.approx(roc_auc_score(true, binned), abs=1e-12)
    both = pd.concat([frame.assign(model="a"), frame.assign(model="b")])
    assert [each.table.auc for each in read(both).models.values()] == [model.table.auc] * 2


def test_thresholds_that_call_more_positive_as_they_rise_are_models() -> None:
    found = text("threshold,tp,fp,fn,tn", "0.3,50,40,50,860", "0.5,60,50,40,850")
    assert {name: model.table for name, model in found.models.items()} == {"0.3": None, "0.5": None}


def test_flags_of_each_case_are_added_up() -> None:
    found = text("TP,FP,FN,TN", "1,0,0,0", "0,1,0,0", "0,0,0,1", "0,0,0,1", "0,0,1,0")
    assert cells(found.models["the model"].counts) == (1, 1, 1, 2)
    beside = text("truth,pred,TP,FP,FN,TN", "1,1,1,0,0,0", "0,1,0,1,0,0", "0,0,0,0,0,1", "1,0,0,0,1,0")
    assert (beside.roles["truth"], beside.roles["count"]) == (("truth",), ())


def test_rates_are_no_counts() -> None:
    for header, row in (("tpr,fpr,fnr,tnr", "1,0,0,1"), ("tp,fp,fn,tn", "0.6,0.1,0.4,0.9"), ("tp,fp,fn", "6,1,4")):
        with pytest.raises(ChoiceNeeded):
            text(header, row)


@cache
def values_of_typed(question: Callable[..., Any]) -> Any:
    return question(TYPED).values


TYPED = ddcore.counts(tp=60, fp=50, fn=40, tn=850)


@pytest.mark.parametrize(
    "content",
    [
        "truth,pred,n\nyes,yes,60\nyes,no,40\nno,yes,50\nno,no,850\n",
        "Actual \\ Predicted,No,Yes\nNo,850,50\nYes,40,60\n",
        "tp,fp,fn,tn\n60,50,40,850\n",
    ],
)
def test_answers_are_those_of_the_counts_typed(content: str) -> None:
    data = ddcore.read(content.encode(), name="table.csv")
    assert list(data.models) == list(TYPED.models)
    for question in (ddcore.verdict, ddcore.baselines, ddcore.rescaled):
        assert question(data).values == values_of_typed(question)


OUTCOMES = ["TP", "FN", "TN", "FP", "TN"]


def test_a_column_of_outcomes_has_truth_and_label_where_no_other_has() -> None:
    rows = [f"{place},{cell},0.{9 - place}" for place, cell in enumerate(OUTCOMES)]
    found = text("id,outcome,score", *rows)
    assert (found.roles["truth"], found.roles["label"], found.roles["score"]) == (
        ("truth",),
        ("predicted",),
        ("score",),
    )
    assert cells(found.models["the model"].counts) == (1, 1, 1, 2)
    labels = text("id,prediction,result", *(f"{each},{'yes' if each[1] == 'P' else 'no'},{each}" for each in OUTCOMES))
    assert (labels.positive, cells(labels.models["the model"].counts)) == ("yes", (1, 1, 1, 2))
    truth = text(
        "churn,prediction,result", *(f"{int(each in ('TP', 'FN'))},{int(each[1] == 'P')},{each}" for each in OUTCOMES)
    )
    assert (truth.roles["truth"], cells(truth.models["the model"].counts)) == (("churn",), (1, 1, 1, 2))


def test_outcomes_with_counts_are_a_tally() -> None:
    found = text("cell,n", "TP,60", "FP,50", "FN,40", "TN,850")
    assert cells(found.models["the model"].counts) == CELLS
