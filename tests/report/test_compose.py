"""What a report says, whatever the data: forty models, none, weighted cases, labels only, one class."""

import json
import re
from collections.abc import Callable

import numpy as np
import pytest

import ddcore
from ddcore.answers.base.answer import plain_text
from ddcore.answers.base.as_json import plain
from ddcore.answers.base.question import QUESTIONS
from ddcore.data import Data
from ddcore.errors import InputError
from ddcore.report.compose import compose
from ddcore.report.document import Document
from ddcore.report.order import Order
from tests.helpers.loops import nonempty
from tests.helpers.tiers import some_of

PRICES = "u=0,-1,-5,0&unit=EUR&volume=1000"


def _scored(models: int, **roles: object) -> Data:
    rng = np.random.default_rng(1)
    truth = rng.random(600) < 0.25
    scores = {f"m{place}": rng.normal(truth * (0.5 + place / 40)) for place in range(models)}
    return ddcore.predictions(truth.astype(int), scores, **roles)


SCORES, LABELS = ["verdict", "thresholds", "prevalence"], ["verdict", "prevalence"]
DATA: dict[str, tuple[Callable[[], Data], list[str]]] = {
    "one model": (lambda: ddcore.sample("two_class_example"), SCORES),
    "two models": (lambda: ddcore.sample("lending_club"), SCORES),
    "forty models": (lambda: _scored(40), SCORES),
    "labels only": (lambda: ddcore.sample("pathology"), LABELS),
    "a story": (lambda: ddcore.sample("factory"), ["verdict", "utility", "prevalence"]),
    "no skill": (lambda: ddcore.counts(tp=50, fp=50, fn=50, tn=50), LABELS),
    "weighted": (lambda: _scored(1, weight=np.random.default_rng(2).random(600)), SCORES),
    "no model": (lambda: ddcore.classes(303, 139), ["baselines", "expectation"]),
    "few cases": (lambda: ddcore.counts(tp=3, fp=0, fn=2, tn=4), LABELS),
    "one class": (lambda: ddcore.counts(tp=0, fp=3, fn=0, tn=4), LABELS),
}
"""Data of each kind, and the questions that their usual report asks."""


@pytest.mark.parametrize("kind", some_of(DATA, "one model", "no model"))
def test_the_usual_report_suits_the_data_and_has_on_its_first_page_what_somebody_needs(kind: str) -> None:
    """The report that any data have where nobody says what it is to have."""
    data, questions = DATA[kind]
    document = compose(data(), Order())
    assert [section.question for section in document.sections] == questions
    assert document.title
    assert document.facts
    assert document.lead is not None
    assert 1 <= len(document.decision) <= 2
    assert set(document.decision) <= {text for each in document.sections for text in (each.decision, each.sentence)}
    assert 1 <= len(document.numbers) <= 8
    assert document.rests_on[0] == document.sections[0].about
    sent = document.model_dump_json()
    assert Document.model_validate_json(sent).model_dump_json() == sent
    words = r"exact|exact on these cases|chosen on these cases|no interval"
    numbers = (*document.numbers, *(each for section in document.sections for each in section.numbers))
    for number in nonempty(numbers):
        assert re.fullmatch(rf"{words}|−?[\d.,]+\S*( %)? to .+|below 0.1 % to .+|−?∞ to .+", number.interval), number
        assert "no value" not in number.text


ASKED = {
    "two_class_example": [
        "verdict,thresholds,prevalence",
        "curves,likelihood,rescaled",
        "folds,expectation,baselines",
        "learned,reach",
    ],
    "lending_club": [
        f"verdict,thresholds,costs?{PRICES}",
        f"utility?{PRICES};refer,lending",
        "ensemble,ranking,prevalence",
    ],
    "factory": ["verdict,utility,rescaled"],
}


@pytest.mark.parametrize("sample", some_of(ASKED, "factory"))
def test_each_number_of_the_decision_stands_in_the_table_or_with_its_interval(sample: str) -> None:
    data = ddcore.sample(sample)
    for ask in nonempty(ASKED[sample]):
        _has_its_numbers(data, compose(data, Order.of(ask=ask)))


def _has_its_numbers(data: Data, document: Document) -> None:
    with_interval = r"[−\d.,]+(?: %)? \([^)]* to [^)]*\)|\([^)]* to [^)]*\)|[\d.]+ %? ?to [\d.]+ % over 95 %"
    for sentence in nonempty(document.decision):
        text = re.sub(with_interval, "", plain_text(sentence).replace("\u00a0", " "))
        numbers = re.findall(r"−?\d[\d,]*\.\d+(?: %)?|\d+ %", text)
        known = {number.text for number in document.numbers} | _set_by_somebody(data, document)
        assert set(numbers) <= known, (sentence, set(numbers) - known)


def _set_by_somebody(data: Data, document: Document) -> set[str]:
    """The threshold, the shares of positives here and as asked, an area in percent, the error that is asked about."""
    shares = {f"{100 * share:.1f}".removesuffix(".0") + " %" for share in (data.prevalence, data.prevalence / 2)}
    areas = {f"{100 * float(number.text):.1f} %" for number in document.numbers if number.name == "AUC"}
    thresholds = {f"{model.threshold:.3f}" for model in data.models.values() if model.threshold is not None}
    return {"0.1"} | shares | areas | thresholds


@pytest.mark.parametrize("kind", some_of(DATA, "one model", "no skill"))
def test_the_decision_has_one_threshold_and_no_tally(kind: str) -> None:
    document = compose(DATA[kind][0](), Order())
    text = " ".join(map(plain_text, document.decision))
    assert text.count("threshold of") + text.count("threshold to") <= 1
    assert not re.search(r"\d+ of \d+\b(?! models)", text)
    assert ("guessing is as good" in text) == (kind == "no skill")


def test_textbook_examples_are_not_in_a_report() -> None:
    data = ddcore.sample("two_class_example")
    answer = ddcore.thresholds(data)
    examples = {name for name, part in {**answer.figures, **answer.tables}.items() if part.example}
    section = compose(data, Order.of(ask="thresholds")).sections[0]
    shown = {part.key.removeprefix("1_thresholds_") for part in (*section.charts, *section.tables)}
    assert examples
    assert shown == {*answer.figures, *answer.tables} - examples


@pytest.mark.full
def test_prices_are_named_only_where_they_decide() -> None:
    data = ddcore.sample("two_class_example")
    chosen = [
        [fact.label for fact in section.chosen]
        for section in compose(data, Order.of(ask="thresholds?u=0,-1,-5,0;thresholds?u=0,-1,-5,0&goal=worth")).sections
    ]
    assert [any("worth" in label for label in labels) for labels in chosen] == [False, True]


def test_the_fingerprint_is_that_of_choices_and_numbers() -> None:
    data, cut = ddcore.sample("two_class_example"), ddcore.sample("two_class_example", threshold=0.4)
    asked = ((data, "verdict", "A"), (data, "verdict", "B"), (data, "verdict?measure=F1", "A"), (cut, "verdict", "A"))
    reports = [compose(each, Order.of(ask=ask, title=title)) for each, ask, title in asked]
    assert reports[0].fingerprint == reports[1].fingerprint
    assert len({document.fingerprint for document in reports}) == 3
    assert compose(data, Order.of(ask="verdict", title="A")).model_dump_json() == reports[0].model_dump_json()


def test_data_have_one_fingerprint_however_they_are_written() -> None:
    truth, score = [1, 0, 1, 0], [0.9, 0.2, 0.4, 0.1]
    given = ddcore.predictions(truth, score)
    read = ddcore.read(b"truth,score\n1,0.9\n0,0.2\n1,0.4\n0,0.1", name="four.csv", positive=1)
    assert given.fingerprint == read.fingerprint == ddcore.predictions(truth, score, threshold=0.3).fingerprint
    assert ddcore.predictions(truth, [0.9, 0.2, 0.4, 0.15]).fingerprint != given.fingerprint


def test_sections_say_what_their_answers_say() -> None:
    data = ddcore.sample("two_class_example")
    document = compose(data, Order.of(ask=f"costs?{PRICES}&note=Mind this"), rows=100_000)
    answer = ddcore.costs(data, u=(0, -1, -5, 0), unit="EUR", volume=1000)
    (section,) = document.sections
    assert (section.sentence, section.reason, section.about) == (answer.sentence, answer.reason, answer.about)
    assert json.dumps(section.values) == json.dumps(plain(answer.values))
    assert [note.code for note in section.notes] == [note.code for note in answer.notes]
    assert section.remark == "Mind this"
    assert {fact.label for fact in section.chosen} == {"What each outcome is worth", "Unit", "Cases a period"}
    for table, shown in nonempty(zip(answer.tables.values(), section.tables, strict=True)):
        assert (len(shown.rows or ()), shown.columns) == (len(table.rows()), tuple(table.rows().columns))
    month = {number.name: number for number in section.numbers}["Cost of a month of 1,000 cases (EUR)"]
    total = answer.values["totals"]["total"]
    assert month.text == f"{-total['value']:.2f}"
    assert month.interval == f"{-total['high']:.2f} to {-total['low']:.2f}"


ID = "patient 0417"


def _with_ids() -> Data:
    """Two models of the same 80 cases with ids, of which both are wrong about some."""
    rng = np.random.default_rng(3)
    truth = np.arange(80) % 3 == 0
    ids = [f"patient 04{place:02}" for place in range(80)]
    scores = {name: np.round(rng.normal(truth, 1), 2) for name in ("one", "other")}
    return ddcore.predictions(truth.astype(int), scores, id=ids, group=np.where(truth, "north", "south"))


@pytest.mark.parametrize("asked", some_of(QUESTIONS, "compare"))
def test_single_cases_are_in_a_report_only_where_that_is_asked_for(asked: str) -> None:
    data = _with_ids()
    without, listing = (compose(data, Order.of(ask=asked, cases=cases), rows=100) for cases in (False, True))
    tables = [table.title for table in QUESTIONS[asked].ask(data).tables.values() if table.cases]
    assert bool(tables) == (asked in ("compare", "cases"))
    assert ID not in without.model_dump_json()
    assert (ID in listing.model_dump_json()) == bool(tables)
    codes = [[note.code for note in document.sections[0].notes] for document in (without, listing)]
    assert ["cases-left-out" in codes[0], "cases-listed" in codes[1]] == [bool(tables)] * 2
    assert ("--cases" in without.command, "--cases" in listing.command) == (False, True)
    assert without.fingerprint == listing.fingerprint


def test_large_tables_are_named_and_not_taken_along() -> None:
    data = ddcore.sample("two_class_example")
    by_key = {table.key: table for _, table in compose(data, Order.of(ask="thresholds"), rows=100).tables()}
    large = by_key["1_thresholds_threshold_curve"]
    assert (large.rows, large.size) == (None, 501)
    assert by_key["1_thresholds_thresholds"].rows is not None


def test_a_question_that_the_data_cannot_answer_says_so() -> None:
    document = compose(ddcore.sample("pathology"), Order.of(ask="thresholds,verdict"))
    first, second = document.sections
    assert "no scores" in first.sentence
    assert (first.charts, first.numbers) == ((), ())
    assert document.decision == (second.decision,)


def test_scores_at_another_share_have_the_intervals_of_that_share() -> None:
    data = ddcore.sample("two_class_example")
    section = compose(data, Order.of(ask="prevalence?measure=F1&prevalence=0.1")).sections[0]
    numbers = {number.name: number for number in section.numbers}
    there = ddcore.verdict(data.at_share(0.1), measure=["F1"]).values["models"]["the model"]["measures"]["F1"]
    assert numbers["F1 where 10 % are positive"].interval == f"{there['low']:.3f} to {there['high']:.3f}"
    assert numbers["F1 of these cases"].text == "0.849"


def test_the_card_has_the_order_of_the_common_template_and_blanks() -> None:
    document = compose(ddcore.classes(303, 139), Order.of(owner="Risk", data_period="2024", limits="None known"))
    assert [fact.label for fact in document.card] == [
        "Model details", "Intended use", "Factors", "Metrics", "Evaluation data", "Training data",
        "Quantitative analyses", "Ethical considerations", "Caveats and recommendations",
    ]  # fmt: skip
    texts = {fact.label: fact.text for fact in document.card}
    assert texts["Model details"] == "Owner: Risk"
    assert texts["Evaluation data"].endswith("Period: 2024")
    assert (texts["Intended use"], texts["Training data"]) == ("", "")


def test_thresholds_that_were_set_are_told_beside_those_that_were_found() -> None:
    scores = {"trees": [0.9, 0.2, 0.4, 0.1], "lines": [0.6, 0.3, 0.7, 0.2]}
    cut = (ddcore.predictions([1, 0, 1, 0], scores, threshold=threshold) for threshold in (None, {"trees": 0.25}))
    before, moved = (set(compose(data, Order.of(ask="verdict")).data_notes) for data in cut)
    (more,) = moved - before
    assert all(text in more for text in ("“trees”", "0.25"))


@pytest.mark.full
def test_a_positive_class_that_nobody_named_is_told_as_found() -> None:
    file = b"truth,score\nhen,0.9\ncow,0.2\ncow,0.4\nhen,0.6\ncow,0.1\n"
    for how in ({}, {"positive": "hen"}):
        for data in (
            ddcore.read(file, name="five.csv", **how),
            ddcore.predictions(["hen", "cow", "cow"], [0.9, 0.2, 0.4], **how),
        ):
            facts = {fact.label: fact.text for fact in compose(data, Order.of(ask="verdict")).facts}
            assert ("hen” " in facts["Positive class"]) == (not how)


def test_choices_that_cannot_be_used_are_said() -> None:
    with pytest.raises(InputError, match="payoffs can grow with an amount only if"):
        compose(ddcore.sample("two_class_example"), Order.of(ask="costs?rate=0,1,1,0"))


@pytest.mark.parametrize(
    ("ask", "given", "levels"),
    [("verdict", {"level": "90"}, ["90 %"]), ("verdict,curves?level=0.99", {}, ["95 %", "99 %"])],
)
def test_the_first_page_says_the_level_of_its_intervals(ask: str, given: dict[str, str], levels: list[str]) -> None:
    document = ddcore.report(ddcore.counts(tp=30, fp=10, fn=5, tn=55), ask=ask, **given).document()
    assert re.findall(r"\d+ %", document.rests_on[-1]) == levels
