"""What each case is about: which column holds amounts, and what a model keeps of them."""

from typing import Any

import numpy as np
import pandas as pd
import pytest

from ddcore.errors import InputError
from ddcore.read import read
from ddcore.records.labels import THE_MODEL
from tests.helpers.loops import nonempty
from tests.helpers.read import cells, every_format, facts, text

HEADER = "truth,score,amount"


@pytest.fixture(scope="module")
def cases() -> pd.DataFrame:
    """80 cases with two models, a label, groups, folds, weights and amounts in cents."""
    rng = np.random.default_rng(5)
    true = np.arange(80) % 3 == 0
    frame = pd.DataFrame({"truth": np.where(true, "yes", "no")})
    for name, far in (("score_a", 0.4), ("score_b", 0.1)):
        frame[name] = np.round(np.clip(true * far + rng.random(80) * 0.6, 0, 1), 3)
    frame["predicted"] = np.where(rng.random(80) < 0.5, "yes", "no")
    frame["amount"] = np.round(rng.gamma(2, 40, 80), 2)
    frame["group"] = np.array(["north", "south"])[np.arange(80) % 2]
    frame["fold"] = np.arange(80) % 4 + 1
    frame["weight"] = np.round(rng.random(80) * 3, 2)
    return frame


def moments(true: Any, called: Any, amount: Any, weight: Any = 1) -> list[list[float]]:
    """Cases, amounts and squared amounts of TP, FP, FN and TN, each summed over its cases."""
    share = np.broadcast_to(np.asarray(weight, dtype=float), np.shape(true))
    kinds = (true & called, ~true & called, true & ~called, ~true & ~called)
    return [[float((share * amount**power)[kind].sum()) for kind in kinds] for power in (0, 1, 2)]


def kept(model: Any) -> list[list[float]]:
    """The same as the model has it."""
    amounts = model.amounts
    return [list(cells(part)) for part in (amounts.counts, amounts.sums, amounts.squares)]


def agrees(model: Any, expected: list[list[float]]) -> None:
    for found, wanted in zip(kept(model), expected, strict=True):
        np.testing.assert_allclose(found, wanted, rtol=1e-12, atol=1e-12)


# Which column ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name",
    [
        "amount",
        "amounts",
        "Amount",
        "loan_amount",
        "Loan Amount",
        "transaction-amount",
        "TX.AMOUNTS",
        " amount ",
        "amount_eur",
        "Betrag (€)",
    ],
)
def test_amounts_are_found_by_name(name: str) -> None:
    found = text(f"truth,score,{name}", "1,0.9,10", "0,0.2,5", "1,0.1,3", "0,0.7,2")
    assert found.roles["amount"] == (name.strip(),)
    assert list(found.models) == [THE_MODEL]
    agrees(found.models[THE_MODEL], [[1, 1, 1, 1], [10, 2, 3, 5], [100, 4, 9, 25]])
    assert not [note for note in found.notes if "amount" in note.casefold()]


@pytest.mark.parametrize("name", ["price", "amounting", "paramount", "amount paid"])
def test_other_names_are_no_amounts_until_they_are_given(name: str) -> None:
    lines = (f"truth,score,{name}", "1,0.9,10", "0,0.2,5", "1,0.1,3")
    found = text(*lines)
    assert found.roles["amount"] == ()
    assert found.models[THE_MODEL].amounts is None
    assert f"Not used: “{name}”." in found.notes
    given = text(*lines, amount=name)
    assert given.roles["amount"] == (name,)
    assert kept(given.models[THE_MODEL])[1] == [10, 0, 3, 5]


def test_first_of_two_amounts_is_taken_and_the_other_noted() -> None:
    lines = ("truth,score,loan_amount,amount", "1,0.9,1,2", "0,0.2,5,7")
    found = text(*lines)
    assert found.roles["amount"] == ("loan_amount",)
    assert "Not used: “amount”." in found.notes
    assert text(*lines, amount="amount").roles["amount"] == ("amount",)
    other = text("truth,score,amount,loan_amount", "1,0.9,-1,2", "0,0.2,5,7")
    assert other.roles["amount"] == ("loan_amount",)
    assert kept(other.models[THE_MODEL])[1] == [2, 0, 0, 7]


def test_none_is_taken_where_none_is_wanted() -> None:
    for none in ("", []):
        assert text(HEADER, "1,0.9,10", "0,0.2,5", amount=none).models[THE_MODEL].amounts is None


def test_unknown_amount_is_said_with_the_nearest() -> None:
    with pytest.raises(InputError, match=r"^data.csv: amount must be a column, got “amout”; the nearest are “amount”"):
        text(HEADER, "1,0.9,10", "0,0.2,5", amount="amout")


def test_amounts_between_0_and_1_are_no_scores() -> None:
    found = text(HEADER, "1,0.9,0.25", "0,0.2,0.5", "1,0.1,0.75")
    assert kept(found.models[THE_MODEL])[1] == pytest.approx([0.25, 0, 0.75, 0.5], rel=1e-15)
    gap = text(HEADER, "1,0.9,0.25", "0,0.2,", "1,0.1,0.75")
    assert gap.roles["amount"] == ()
    assert list(found.models) == list(gap.models) == [THE_MODEL]


def test_every_format_gives_the_same_amounts(cases: pd.DataFrame) -> None:
    frame = cases[["truth", "score_a", "amount"]]
    expected = moments(frame.truth == "yes", frame.score_a >= 0.5, frame.amount)
    for name, content in nonempty(every_format(frame).items()):
        found = read(content, name=name, positive="yes")
        assert found.roles["amount"] == ("amount",), name
        agrees(found.models[THE_MODEL], expected)


# What cannot be used -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("wrong", ["-1", "", "NA", "nan", "inf", "-inf", "1e400", "free"])
def test_column_so_named_that_holds_something_else_is_not_used(wrong: str) -> None:
    found = text(HEADER, "1,0.9,10", f"0,0.2,{wrong}", "1,0.1,3")
    assert found.roles["amount"] == ()
    assert list(found.models) == [THE_MODEL]
    assert found.models[THE_MODEL].amounts is None
    assert [note for note in found.notes if "“amount”" in note]


@pytest.mark.parametrize(
    ("wrong", "got"), [("-1", "“-1”"), ("-0.001", "“-0.001”"), ("", "nothing"), ("inf", "“inf”"), ("free", "“free”")]
)
def test_amount_given_that_cannot_be_used_is_said_with_its_row(wrong: str, got: str) -> None:
    with pytest.raises(InputError, match=rf"“euros” must have .* got {got} in row 3"):
        text("truth,score,euros", "1,0.9,10", f"0,0.2,{wrong}", "1,0.1,3", amount="euros")


def test_texts_given_as_amounts_are_refused() -> None:
    with pytest.raises(InputError, match=r"“who” must have numbers of 0 or more to be the amount; choose another"):
        text("truth,score,who", "1,0.9,a", "0,0.2,b", amount="who")


# What a model keeps ------------------------------------------------------------------------------------------------


def test_each_model_has_its_amounts(cases: pd.DataFrame) -> None:
    found = read(cases.drop(columns="weight"), positive="yes")
    true, amount = cases.truth == "yes", cases.amount
    assert list(found.models) == ["score_a", "score_b", "predicted"]
    for name in ("score_a", "score_b"):
        agrees(found.models[name], moments(true, cases[name] >= 0.5, amount))
    agrees(found.models["predicted"], moments(true, cases.predicted == "yes", amount))
    assert cells(found.models["score_a"].amounts.counts) == cells(found.models["score_a"].counts)


def test_other_class_as_positive_turns_amounts_round(cases: pd.DataFrame) -> None:
    model = read(cases[["truth", "predicted", "amount"]], positive="no").models[THE_MODEL]
    agrees(model, moments(cases.truth == "no", cases.predicted == "no", cases.amount))


@pytest.mark.parametrize("cut", [0.0, 0.2, 0.437, 0.9, 1.0, np.inf])
def test_threshold_moves_amounts(cases: pd.DataFrame, cut: float) -> None:
    model = read(cases.drop(columns="weight"), positive="yes").models["score_a"]
    moved = model.cut(cut)
    agrees(moved, moments(cases.truth == "yes", cases.score_a >= cut, cases.amount))
    assert moved.amounts.sums.total == pytest.approx(cases.amount.sum())
    agrees(model, moments(cases.truth == "yes", cases.score_a >= 0.5, cases.amount))
    agrees(moved.cut(0.5), kept(model))


def test_threshold_of_the_file_is_that_of_the_amounts_and_leaves_those_of_labels(cases: pd.DataFrame) -> None:
    models = read(cases.drop(columns="weight"), positive="yes", threshold=0.3).models
    agrees(models["score_b"], moments(cases.truth == "yes", cases.score_b >= 0.3, cases.amount))
    assert kept(models["predicted"].cut(0.2)) == kept(models["predicted"])


def test_weights_count_amounts(cases: pd.DataFrame) -> None:
    found = read(cases, positive="yes", weight="weight")
    true, weight = cases.truth == "yes", cases.weight
    for name in ("score_a", "score_b"):
        for cut in (0.5, 0.25):
            agrees(found.models[name].cut(cut), moments(true, cases[name] >= cut, cases.amount, weight))
    agrees(found.models["predicted"], moments(true, cases.predicted == "yes", cases.amount, weight))


def test_amounts_leave_scores_groups_and_folds_as_they_are(cases: pd.DataFrame) -> None:
    with_amounts, without = (read(cases, positive="yes", weight="weight", amount=amount) for amount in (None, ""))
    found, expected = facts(with_amounts), facts(without)
    assert len(with_amounts.models["predicted"].groups) == 2
    assert len(with_amounts.models["predicted"].folds) == 4
    for part in ("models", "joint"):
        assert found[part] == expected[part]
    np.testing.assert_array_equal(without.joint.weight, cases.weight)


def test_long_file_has_amounts_of_each_model(cases: pd.DataFrame) -> None:
    long = cases.melt(["truth", "amount"], ["score_a", "score_b"], "model", "score").sample(frac=1, random_state=4)
    found = read(long, positive="yes")
    assert list(found.models) == list(dict.fromkeys(long.model))
    for name, model in found.models.items():
        agrees(model, moments(cases.truth == "yes", cases[name] >= 0.5, cases.amount))


def test_long_file_keeps_amounts_of_different_sizes_apart() -> None:
    found = text("model,truth,score,amount", "a,1,0.9,1e12", "a,0,0.1,3", "b,1,0.9,0.5", "b,0,0.2,0.25", "b,1,0.3,0")
    assert kept(found.models["a"]) == [[1, 0, 0, 1], [1e12, 0, 0, pytest.approx(3)], [1e24, 0, 0, pytest.approx(9)]]
    assert kept(found.models["b"]) == [[1, 0, 1, 1], [0.5, 0, 0, 0.25], [0.25, 0, 0, 0.0625]]


def test_rows_left_out_leave_their_amounts_out() -> None:
    lines = ("truth,score_a,score_b,amount", "1,0.9,0.8,10", "0,,0.7,20", "1,0.1,,40", ",0.9,0.9,80", "0,0.2,0.1,160")
    found = text(*lines, missing="leave out")
    assert kept(found.models["score_a"])[1] == [10, 0, 40, 160]
    assert kept(found.models["score_b"])[1] == [10, 20, 0, 160]


def test_amount_of_a_row_without_a_truth_must_be_one_too() -> None:
    """It is not used, and yet the column is taken or left as a whole."""
    assert text(HEADER, "1,0.9,10", ",0.2,-5", "0,0.1,3", missing="leave out").roles["amount"] == ()


def test_all_amounts_may_be_0() -> None:
    found = text(HEADER, "1,0.9,0", "0,0.2,0", "1,0.1,0.0")
    assert kept(found.models[THE_MODEL]) == [[1, 0, 1, 1], [0] * 4, [0] * 4]


@pytest.mark.parametrize("unit", [1e-12, 1, 1e6, 1e12, 1e15, 1e100])
def test_amounts_of_any_size_are_summed_to_the_last_digits(cases: pd.DataFrame, unit: float) -> None:
    frame = cases.drop(columns="weight").assign(amount=cases.amount * unit)
    true, amount = frame.truth == "yes", frame.amount
    for cut in (0.5, 0.2):
        model = read(frame, positive="yes").models["score_a"].cut(cut)
        for found, wanted in nonempty(zip(kept(model), moments(true, frame.score_a >= cut, amount), strict=True)):
            np.testing.assert_allclose(found, wanted, rtol=1e-12)


@pytest.mark.parametrize("amount", ["1e160", "1e200", "1.7e308"])
def test_amounts_whose_squares_are_too_large_are_refused_or_kept(amount: str) -> None:
    def found() -> str:
        try:
            amounts = text(HEADER, f"1,0.9,{amount}", "0,0.2,5").models[THE_MODEL].amounts
        except InputError as refused:
            return str(refused)
        return "“amount” not used" if amounts is None else f"“amount” {amounts.sums.tp.item() == float(amount)}"

    assert "“amount”" in found()
    assert not found().endswith("False")


@pytest.mark.parametrize("largest", [10, 2**20, 10**9])
def test_whole_amounts_lose_no_unit(largest: int) -> None:
    rng = np.random.default_rng(12)
    frame = pd.DataFrame({"truth": np.arange(300) % 2, "score": rng.random(300).round(4)})
    frame["amount"] = rng.integers(0, largest, 300)
    model = read(frame, positive="1").models[THE_MODEL]
    called, true = frame.score >= 0.5, frame.truth == 1
    kinds = (true & called, ~true & called, true & ~called, ~true & ~called)
    assert list(cells(model.amounts.sums)) == [sum(frame.amount[kind].tolist()) for kind in kinds]
