"""Files dropped on a page: what is read, asked and refused, and the card on which each of it can be changed."""

import gc
import io
import weakref
from types import FunctionType, ModuleType

import numpy as np
import pandas as pd
import pytest
from streamlit.runtime.state.common import TESTING_KEY

from ddcore.data import Data
from ddcore.errors import InputError
from ddcore.read.worker import result
from pages.data import files
from tests.helpers.cards import chosen, edit, models
from tests.helpers.tiers import some_of
from tests.helpers.visiting import (
    NEED_GROUPS,
    PAGES,
    SCORES,
    answer,
    choose,
    drop,
    dropped,
    fine,
    go,
    kind,
    linked,
    press,
    rows,
    said,
    seen,
    shown,
    shows,
    table,
    visit,
    widget,
)

THREE = b"truth,pred\n" + b"a,a\nb,b\nc,c\na,b\nb,a\nc,c\n" * 5
TWO_TRUTHS = b"truth,score_a,score_b,other\n" + (
    b"yes,0.9,0.2,no\nno,0.2,0.8,yes\nyes,0.4,0.6,no\nno,0.6,0.4,no\nyes,0.8,0.2,yes\nno,0.1,0.9,yes\n" * 5
)


def cells(at):
    """TP, FP, FN and TN of the selected model."""
    counts = at.session_state["data"].model.counts
    return [getattr(counts, cell).item() for cell in ("tp", "fp", "fn", "tn")]


@pytest.mark.full
def test_truth_with_three_values_asks_for_one_on_every_page():
    at = dropped(THREE, name="three.csv")
    for page in ("verdict", "ensemble", "costs"):
        assert answer(go(at, page)) == "One question first"
        assert said(at, "info").startswith("three.csv: “truth” has 3 values")
        box = widget(at, "data_ask_positive_")
        assert (list(box.options), box.value) == (["a", "b", "c"], None)
    choose(go(at, "verdict"), data_ask_positive_="c")
    shows(at)
    assert cells(at) == [10, 0, 0, 20]
    assert not shown(at, "data_ask_")
    assert linked(at) == {"data": "File", "positive": "3"}
    assert cells(choose(at, data_positive_="b")) == [5, 5, 5, 15]


@pytest.mark.full
def test_rows_without_a_truth_are_asked_about_and_left_out():
    at = dropped(SCORES + b",0.5\nno,\nyes,nan\n", name="gaps.csv")
    assert answer(at) == "One question first"
    assert "3 of 33 rows" in said(at, "info")
    assert widget(at, "data_ask_missing_").label == "Leave these rows out"
    press(at, "data_ask_missing_")
    for _ in range(2):
        assert cells(at) == [10, 5, 5, 10]
        at.run()


@pytest.mark.usefixtures("unfolded")
def test_columns_are_shown_and_changed_by_hand():
    at = dropped(TWO_TRUTHS)
    assert set(table(at)["Model"]) == {"score_a", "score_b"}
    assert (widget(at, "data_role_truth_").label, widget(at, "data_role_truth_").value) == ("Truth (guessed)", "truth")
    assert widget(at, "data_role_score_").proto.placeholder == "found: score_a, score_b"
    assert widget(at, "data_role_weight_").value == ""
    choose(at, data_role_score_=["score_b"])
    assert set(table(at)["Model"]) == {"the model"}
    assert cells(choose(at, data_role_truth_="other")) == [10, 5, 5, 10]
    assert widget(at, "data_role_truth_").label == "Truth"
    choose(choose(at, data_role_truth_="truth"), data_role_score_=[])
    assert set(table(at)["Model"]) == {"score_a", "score_b"}


BAD = {
    "picture.csv": (b"\x89PNG\r\n\x1a\n" + bytes(200), "is a picture"),
    "header.csv": (b"truth,score\n", "no rows"),
    "one.csv": (b"truth,score\nyes,0.9\nyes,0.2\n", "two classes"),
    "huge.csv": (b"truth,score\nyes," + b"9" * 500_000 + b"\nno,0.2\n", f"“{'9' * 60}…” in row 2"),
    "words.csv": (b"truth,score\n" + b"yes,0.1\nno,0.2\n" * 3 + b"no,high\n", "“high” in row 8"),
}


@pytest.mark.parametrize("name", some_of(BAD, "picture.csv"))
def test_bad_file_has_its_sentence_on_every_page_and_nothing_typed_is_lost(name):
    typed = {"TP": "227", "FP": "50", "FN": "31", "TN": "192"}
    at = visit("verdict", "&".join(f"{name}={text}" for name, text in typed.items()))
    before = seen(at)
    content, words = BAD[name]
    drop(at, content, name)
    assert answer(at) == "These data cannot be used yet"
    assert said(at, "error").startswith(name)
    assert words in said(at, "error")
    assert linked(at) == {"data": "File"}
    if name == "picture.csv":
        for page in ("baselines", "lending", "groups", "verdict"):
            assert words in said(go(at, page), "error")
            assert not at.main.get("plotly_chart")
    kind(at, "Numbers")
    assert {name: at.text_input(key=f"data_{name}").value for name in typed} == typed
    assert seen(at) == before
    assert shows(drop(at, SCORES)).figures


def test_name_of_a_file_cannot_be_markup():
    at = dropped(b"", name="![x](http://evil.example)<b>.csv")
    raw = "\n".join(one.value for one in at.error)
    assert "![x]" not in raw
    assert "<b>" not in raw
    assert said(at, "error").startswith("![x](http://evil.example)<b>.csv is empty")


@pytest.mark.full
def test_scores_of_any_scale_have_a_slider_over_their_range():
    at = dropped(b"truth,score\n" + b"yes,3\nno,3\n" * 10)
    assert not shown(at, "data_threshold_")
    shows(at)
    at = dropped(b"truth,score\n" + b"yes,-1e-9\nno,-3e-9\nyes,2e-9\nno,1e-9\n" * 10)
    assert (widget(at, "data_threshold_").min, widget(at, "data_threshold_").max) == (-3e-9, 2e-9)
    at = dropped(b"truth,score\n" + b"yes,1e15\nno,1\nyes,5e14\nno,7e14\n" * 10)
    assert cells(choose(at, data_threshold_=6e14)) == [10, 10, 10, 10]


MANY = [f"score_forest_{i}" for i in range(12)]


@pytest.mark.parametrize(
    "pages", [("verdict",), pytest.param(tuple(set(PAGES) - set(NEED_GROUPS)), marks=pytest.mark.full)]
)
@pytest.mark.usefixtures("unfolded")
def test_many_models_are_all_in_the_table(pages):
    rng = np.random.default_rng(1)
    at = dropped(
        rows(["truth", *MANY], [["yes" if i % 2 else "no", *rng.random(len(MANY)).round(3)] for i in range(40)])
    )
    assert set(table(at)["Model"]) == set(MANY)
    for page in pages:
        assert shows(go(at, page)).figures


RNG = np.random.default_rng(18)
TRUE = np.arange(60) % 5 < 2
FRAME = pd.DataFrame(
    {
        "case_id": [f"c{place}" for place in range(60)],
        "truth": np.where(TRUE, "ill", "well"),
        "score_a": np.round(RNG.normal(0.4 + 0.3 * TRUE, 0.1), 2).clip(0, 1),
        "score_b": np.round(RNG.normal(0.6 - 0.3 * TRUE, 0.1), 2).clip(0, 1),
        "fold": np.arange(60) % 3,
    }
)
FILE = FRAME.to_csv(index=False).encode()


def counted(at):
    """How many cases there are, and how many of them are positive."""
    return at.session_state["data"].total, at.session_state["data"].positives


def test_a_file_is_told_on_its_card_above_the_answer():
    at = dropped(FILE)
    for told in ("60 cases", "24 are “ill”", "positive: “ill”", "“score_a” and “score_b”", "folds: “fold”"):
        assert told in said(at, "markdown")
    boxes = {box.label: box.value for box in at.main.selectbox if box.key.startswith("data_")}
    guessed = {"Positive class": "ill", "Truth": "truth", "Folds": "fold", "Id": "case_id"}
    assert {label: value for label, value in boxes.items() if value} == {
        f"{label} (guessed)": value for label, value in guessed.items()
    }
    assert {box.label for box in at.main.expander[0].selectbox} == boxes.keys(), "all of it is sure"
    expected = pd.DataFrame(
        [(True, "score_a", False, 60, "scores"), (True, "score_b", False, 60, "scores")],
        columns=["used", "name", "turned", "cases", "kind"],
    )
    pd.testing.assert_frame_equal(models(at)[list(expected)], expected)
    assert next(node.type for node in at.main if node.type in ("dataframe", "header")) == "dataframe"
    shows(at)


@pytest.mark.usefixtures("folded")
def test_boxes_of_a_file_are_there_once_they_are_unfolded():
    at = dropped(FILE)
    assert not at.main.expander[0].selectbox
    [box] = [key for key in at.session_state if key.startswith("data_card_all_")]
    at.session_state[box] = True
    fine(at.run())
    assert {"Truth (guessed)", "Folds (guessed)"} <= {box.label for box in at.main.expander[0].selectbox}


GUESSED = FRAME.replace({"truth": {"ill": "red", "well": "blue"}}).rename(columns={"truth": "u"})
GUESSED["v"] = np.where(RNG.random(60) < 0.4, "red", "blue")


def asked(at):
    """The labels of the boxes that stand beside a guess, in their order."""
    folded = {box.key for box in at.main.expander[0].selectbox}
    return [box.label for box in at.main.selectbox if box.key.startswith("data_") and box.key not in folded]


@pytest.mark.full
def test_what_nothing_says_is_asked_above_all_else_until_it_is_confirmed():
    """Two columns could be the truth, and "red" is told by nothing but its number."""
    at = dropped(GUESSED[["u", "v", "score_a"]].to_csv(index=False).encode())
    codes = [guess.code for guess in at.session_state["data"].guesses]
    assert codes == ["truth-guessed", "positive-guessed"]
    assert asked(at) == ["Truth (guessed)", "Positive class (guessed)"]
    assert widget(at, "data_role_truth_").options[:2] == ["u", "v"]
    told = [guess.text for guess in at.session_state["data"].guesses]
    assert all(text in said(at, "markdown") for text in told)
    assert all(said(at).count(text) == 1 for text in told), "not among the notes again"
    choose(at, data_positive_="blue")
    assert asked(at) == ["Truth (guessed)", "Positive class"]
    press(press(at, "data_card_confirm"), "data_card_change")
    assert asked(at) == []
    assert at.session_state["data"].guesses == ()
    assert at.main.expander[0].proto.expanded
    at = dropped(FRAME[["truth", "score_a"]].replace({"ill": "yes", "well": "no"}).to_csv(index=False).encode())
    assert asked(at) == []
    choose(at, data_positive_="no")
    assert asked(at) == ["Positive class"]


@pytest.mark.full
def test_predictions_that_are_guessed_have_their_box_and_candidates_first():
    frame = GUESSED[["u", "score_a", "score_b"]].rename(columns={"score_a": "f1", "score_b": "f2", "u": "truth"})
    at = dropped(frame[["truth", "f2", "f1"]].to_csv(index=False).encode())
    box = widget(at, "data_role_score_")
    assert list(box.options)[:2] == ["f2", "f1"]
    assert box.key not in {each.key for each in at.main.expander[0].multiselect}
    choose(at, data_role_score_=["f1"])
    assert list(at.session_state["data"].models) == ["the model"]
    assert widget(at, "data_role_score_").key not in {each.key for each in at.main.expander[0].multiselect}


@pytest.mark.full
def test_the_row_of_the_names_is_chosen_and_stands_in_the_link():
    lines = [b"Made by us;", b";", *FRAME[["truth", "score_a"]].to_csv(index=False, sep=";").encode().splitlines()]
    content = b"\n".join(lines)
    at = dropped(content)
    box = widget(at, "data_header_")
    assert ("Row 3: truth" in box.options[0], box.value) == (True, "")
    choose(at, data_header_="3")
    assert (chosen(at), linked(at)["columns"]) == ({"header": 3}, "header 3")
    assert counted(at) == (60, 24)
    again = dropped(content, link="columns=header+3".replace("+", " "))
    assert chosen(again) == {"header": 3}
    choose(again, data_header_="2")
    assert isinstance(again.session_state["data"], InputError)
    assert counted(choose(again, data_header_="")) == (60, 24)


@pytest.mark.full
def test_columns_that_could_divide_the_cases_are_offered():
    frame = FRAME.assign(region=np.where(np.arange(60) % 2, "north", "south"), visit_date="2024-03-0" + "1")
    frame.loc[30:, "visit_date"] = "2024-05-01"
    at = dropped(frame.to_csv(index=False).encode())
    pills = widget(at, "data_divide_")
    assert list(pills.options) == ["region", "visit_date"]
    pills.set_value("region")
    fine(at.run())
    assert widget(at, "data_role_group_").value == ["region"]
    assert list(widget(at, "data_divide_").options) == ["visit_date"]


def test_a_confirmed_card_is_one_line_on_every_page_until_it_is_changed():
    at = press(dropped(FILE), "data_card_confirm")
    assert not shown(at, "data_role_")
    assert "predictions.csv: 60 cases" in said(at, "markdown")
    assert "not confirmed" not in said(at, "markdown")
    go(at, "curves")
    assert not shown(at, "data_role_")
    press(at, "data_card_change")
    assert [box.label for box in at.main.selectbox][:2] == ["Truth", "Positive class"]
    assert not shown(at, "data_card_confirm")
    press(at, "data_card_away")
    assert not shown(at, "data_role_")
    assert chosen(at) == {"confirmed": True}


@pytest.mark.full
def test_a_card_that_is_put_away_says_that_it_was_guessed():
    at = press(dropped(GUESSED.to_csv(index=False).encode()), "data_card_away")
    assert "Guessed, not confirmed." in said(at, "markdown")
    assert chosen(at) == {}
    press(at, "data_card_change")
    assert widget(at, "data_role_truth_").label == "Truth (guessed)"
    press(at, "data_card_confirm")
    choose(press(at, "data_card_change"), data_role_truth_="fold")
    assert "data_card_confirm" not in {button.key for button in at.main.button}
    choose(at, data_role_truth_="u")
    assert widget(at, "data_positive_").label == "Positive class (guessed)"


@pytest.mark.full
def test_notes_stand_on_the_card_and_nowhere_else():
    frame = FRAME.copy()
    frame.loc[[2, 5, 7], "score_a"] = np.nan
    at = dropped(pd.concat([frame, frame[8:9]]).to_csv(index=False).encode())
    press(at, widget(at, "data_ask_missing_").key)
    assert said(at).count("3 rows without a prediction") == said(at).count("“c8” of “case_id”") == 1
    assert models(at)["missing"].tolist() == [3, 0]
    press(at, "data_card_confirm")
    assert "left out" not in said(at)
    assert "“c8”" not in said(go(at, "rescaled"))


@pytest.mark.full
def test_a_model_is_named_left_out_and_turned_round_in_the_table():
    at = edit(dropped(FILE), name=" Forest ")
    assert set(table(at)["Model"]) == {"Forest", "score_b"}
    assert chosen(at) == {"names": {"score_a": "Forest"}}
    edit(at, row=1, turned=True)
    assert chosen(at) == {"names": {"score_a": "Forest"}, "turned": ["score_b"]}
    assert models(at)["auc"].tolist()[1] > 0.9
    assert "“score_b” were reversed" in said(at, "caption")
    edit(at, used=False)
    assert chosen(at)["removed"] == ["score_a"]
    assert "score_b" in answer(at)
    assert widget(at, "data_role_score_").value == []
    assert models(at)["name"].tolist() == ["Forest", "score_b"]
    edit(at, used=True)
    edit(at, name="score_a")
    assert chosen(at) == {"turned": ["score_b"]}
    press(at, "data_card_again")
    assert chosen(at) == {}
    assert models(at)["turned"].tolist() == [False, False]


@pytest.mark.full
def test_what_cannot_be_typed_into_the_table_is_said_and_taken_back():
    at = edit(dropped(FILE), name="score_b")
    assert "“score_b”" in said(at, "warning")
    assert models(at)["name"].tolist() == ["score_a", "score_b"]
    assert chosen(at) == {}
    edit(at, used=False)
    edit(at, row=1, used=False)
    assert "one model" in said(at, "warning")
    assert models(at)["used"].tolist() == [False, True]
    edit(at, name="")
    assert models(at)["name"].tolist() == ["score_a", "score_b"]


@pytest.mark.full
def test_weights_are_asked_for_on_the_card():
    at = drop(kind(dropped(FILE), "Sample"), FRAME.assign(weight=TRUE + 1.5).to_csv(index=False).encode(), "w.csv")
    assert counted(at) == (60, 24)
    choose(at, data_weighted_=True)
    assert "60 rows count as 114" in said(at, "markdown")
    assert widget(at, "data_role_weight_").value == "weight"
    choose(at, data_weighted_=False)
    assert widget(at, "data_role_weight_").value == ""
    assert chosen(at) == {"weight": ""}


@pytest.mark.full
def test_every_class_of_many_can_be_the_positive_one():
    digits = [(place % 10, (place + (place % 7 == 0)) % 10) for place in range(200)]
    at = dropped(rows(["truth", "predicted"], digits))
    choose(at, data_ask_positive_="3")
    assert counted(at) == (200, 20)
    assert "“not 3”" in said(at, "markdown")
    choose(at, data_positive_="4")
    assert "20 are “4”" in said(at, "markdown")


@pytest.mark.full
def test_a_wrong_guess_of_how_a_file_is_read_is_mended_by_hand():
    """Each score has three digits behind its comma, which may stand between thousands as well."""
    rng = np.random.default_rng(3)
    lines = [f'{truth},"{rng.integers(1, 9)},{rng.integers(100, 999)}"' for truth in FRAME.truth]
    at = dropped("\n".join(["truth,score", *lines]).encode())
    assert [guess.code for guess in at.session_state["data"].guesses] == ["thousands-guessed"]
    box = widget(at, "data_decimal_")
    assert (box.value, asked(at)) == (".", ["Decimal sign"])
    above = at.session_state["data"].model.threshold
    choose(at, data_decimal_=",")
    assert at.session_state["data"].model.threshold < above / 100
    assert (chosen(at), asked(at)) == ({"decimal": ","}, ["Decimal sign"])
    assert widget(at, "data_delimiter_").options[0] == "Automatic: comma"
    choose(at, data_decimal_="")
    assert (chosen(at), at.session_state["data"].model.threshold) == ({}, above)


def test_a_file_that_asks_has_its_question_and_its_first_rows_on_the_card():
    at = dropped(rows(["u", "v", "w"], [("a", "c", 0.1), ("b", "d", 0.9), ("a", "d", 0.2), ("b", "d", 0.7)] * 5))
    box = widget(at, "data_ask_truth_")
    assert (set(box.options), box.value) == ({"u", "v", "w"}, None)
    preview = at.main.dataframe[0].value
    assert preview.iloc[0].tolist() == ["a", "c", "0.1"]
    assert box.key not in {each.key for each in at.main.expander[0].selectbox}
    assert answer(at) == "One question first"
    choose(at, data_ask_truth_="u")
    assert cells(choose(at, data_positive_="b")) == [10, 0, 0, 10]


@pytest.mark.full
def test_delimiter_and_encoding_are_set_and_taken_back():
    frame = FRAME.rename(columns={"truth": "Prüfung", "score_a": "p;q"})
    at = choose(dropped(frame.to_csv(index=False, sep="\t").encode("latin-1")), data_delimiter_=";")
    assert answer(at) == "These data cannot be used yet"
    choose(choose(at, data_delimiter_=""), data_role_truth_="Prüfung")
    choose(at, data_encoding_="cp1253")
    assert widget(at, "data_role_truth_").value == "Prüfung".encode("latin-1").decode("cp1253")
    assert chosen(at) == {"encoding": "cp1253"}
    assert chosen(press(at, "data_card_again")) == {}


@pytest.mark.full
def test_another_sheet_is_chosen_on_the_card():
    stream = io.BytesIO()
    with pd.ExcelWriter(stream, engine="openpyxl") as writer:
        notes = pd.DataFrame({"read me": ["see the other sheets"], "by": ["us"]})
        notes.to_excel(writer, sheet_name="notes", index=False)
        FRAME.to_excel(writer, sheet_name="2025", index=False)
        FRAME[:40].to_excel(writer, sheet_name="2026", index=False)
    at = dropped(stream.getvalue(), name="three.xlsx")
    assert counted(at) == (60, 24)
    choose(at, data_sheet_="notes")
    assert not isinstance(at.session_state["data"], Data)
    assert at.main.dataframe[0].value.iloc[0, 0] == "see the other sheets"
    choose(at, data_sheet_="2026")
    assert counted(at) == (40, 16)
    assert "“notes” and “2025”" in said(at, "caption")
    choose(at, data_role_fold_="")
    choose(at, data_sheet_="2025")
    assert chosen(at) == {"sheet": "2025"}
    assert counted(at) == (60, 24)


def test_a_file_that_cannot_be_used_shows_what_was_read_and_can_be_removed():
    at = dropped(b"truth;score\nyes;1\nno;2;3\n")
    assert answer(at) == "These data cannot be used yet"
    preview = at.main.dataframe[0].value
    assert preview.to_dict("list") == {"truth": ["yes", "no"], "score": ["1", "2"], "(column 3)": ["", "3"]}
    assert answer(press(at, "data_card_remove")) == "No data yet"


@pytest.mark.parametrize("way", some_of(["card", "box"], "card"))
def test_a_file_removed_on_its_card_or_out_of_its_box_is_gone_from_memory_too(way, monkeypatch):
    held = []

    def keeping(job, name):
        found = result(job, name)
        held.extend((weakref.ref(found), *(weakref.ref(model.table) for model in found.models.values())))
        return found

    monkeypatch.setattr(files.worker, "result", keeping)
    at = edit(dropped(FILE, "curves"), name="Secret forest")
    upload = at.session_state["data_upload"].file_id
    assert upload in repr(at.session_state["view"])
    if way == "card":
        press(at, "data_card_remove")
    else:
        at.file_uploader(key="data_file").set_value(None)
        at.run()
    assert answer(at) == "No data yet"
    assert not at.file_uploader[0].value
    assert not [key for key in at.session_state._state.filtered_state if upload in key]
    assert upload not in repr((at.session_state["view"], at.session_state["data_choices"]))
    gc.collect()
    assert len(held) == 6
    assert [one() for one in held] == [None] * 6
    at.file_uploader[0].set_value(("again.csv", FILE, "text/csv"))
    fine(at.run())
    assert "again.csv: is" in said(at, "markdown")
    assert chosen(at) == {}


def texts(root):
    """All texts that something holds: in its parts, and in what it calls."""
    known, todo = set(), [root]
    while todo:
        held = todo.pop()
        if id(held) in known or isinstance(held, type | ModuleType):
            continue
        known.add(id(held))
        if isinstance(held, str):
            yield held
        todo += (held.__closure__ or ()) if isinstance(held, FunctionType) else gc.get_referents(held)


@pytest.mark.full
@pytest.mark.parametrize(
    "pages", some_of(["utility verdict", "utility thresholds ensemble verdict"], "utility verdict")
)
def test_no_name_of_a_file_stays_in_the_session_once_it_is_removed(pages):
    columns = {name: f"hidden_{name}" for name in ("truth", "score_a", "score_b")}
    classes = {"truth": {"ill": "hidden_ill", "well": "hidden_well"}}
    frame = FRAME.assign(weight=TRUE + 1.5).replace(classes).rename(columns=columns)
    at = dropped(frame.to_csv(index=False).encode(), name="hidden.csv")
    choose(at, data_positive_="hidden_well")
    choose(at, data_model_="hidden_score_b")
    for page in pages.split():
        go(at, page)
    state = at.session_state._state._state
    assert any("hidden" in text for text in texts(state))
    press(at, "data_card_remove")
    # What the test itself set.
    state._old_state.pop(TESTING_KEY)
    assert [text for text in texts(state) if "hidden" in text] == []


@pytest.mark.full
def test_a_sample_has_no_card():
    at = kind(dropped(FILE), "Sample")
    assert not shown(at, "data_card_")
    assert not shown(at, "data_role_")
    assert "500" in said(at, "caption")
    kind(at, "File")
    assert counted(at) == (60, 24)
