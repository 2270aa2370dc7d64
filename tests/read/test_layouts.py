"""No layout is read wrong in silence, nine in ten are right at once, and README.md says what becomes of each.

What a layout says is right has scikit-learn as its witness, in the columns that it names.
"""

import csv
import io
from collections import Counter

import numpy as np
import pytest
from sklearn.metrics import confusion_matrix, roc_auc_score

from tests.helpers.loops import nonempty
from tests.helpers.tiers import some_of
from tests.read.judge import MUST_ASK, THINGS, Layout, outcome, same
from tests.read.known import LABEL, OFTEN, OTHER, TRUTH, Expected, P, Q
from tests.read.layouts import LAYOUTS, PLACE, document, measured
from tests.read.pairs import PAIRS, outcomes, pairs


@pytest.mark.parametrize(
    ("score", "truth", "label"),
    [(P, TRUTH, LABEL), (Q, TRUTH, OTHER), (P[OFTEN], TRUTH[OFTEN], LABEL[OFTEN]), (np.round(P, 1), TRUTH, LABEL)],
)
def test_what_is_right_is_what_scikit_learn_finds_in_the_known_cases(score, truth, label):
    expected = Expected.of(score, truth, label=label)
    tn, fp, fn, tp = confusion_matrix(truth, label).ravel()
    assert expected.counts == (tp, fp, fn, tn)
    assert expected.auc == pytest.approx(roc_auc_score(truth, score))


def columns(layout: Layout) -> dict[str, list[str]] | None:
    """The columns of a plain delimited file whose first row is its header."""
    if b"\0" in layout.content or layout.content[:1] in b"[{@=#\xff":
        return None
    try:
        written = layout.content.decode("utf-8-sig")
    except UnicodeDecodeError:
        written = layout.content.decode("cp1252")
    for sign in ",;\t|":
        table = list(csv.reader(io.StringIO(written), delimiter=sign))
        if len(table[0]) > 1 and len({len(row) for row in table}) == 1 and layout.right.truth in table[0]:
            return {name: list(values) for name, *values in zip(*table, strict=True)}
    return None


def numbers(cells: list[str]) -> np.ndarray | None:
    """Numbers with a decimal sign each, or none: one in some of them divides thousands."""
    if len({"," in cell or "." in cell for cell in cells}) > 1:
        return None
    try:
        return np.array([float(cell.replace(",", ".")) for cell in cells])
    except ValueError:
        return None


@pytest.mark.full
def test_the_columns_that_a_layout_names_hold_what_it_says_is_right():
    checked = 0
    for layout in nonempty(LAYOUTS):
        right = layout.right
        found = columns(layout) if len(right.score) == 1 and right.models[0].auc is not None else None
        score = None if found is None else numbers(found[right.score[0]])
        if found is None or score is None or len(set(found[right.truth])) != 2 or len(right.models) > 1:
            continue
        truth = np.array([same(value.strip(), right.positive) for value in found[right.truth]])
        if right.label:
            # The score may be that of the predicted class.
            says = np.array([value == right.positive for value in found[right.label[0]]])
            scores = [score, np.where(says, score, 1 - score)]
        else:
            scores = [score, 1 - score] if "0" in right.score[0] else [score]
        weight = np.array(found["count"], float) if "count" in found else np.ones(truth.size)
        areas = [roc_auc_score(truth, each, sample_weight=weight) for each in scores]
        assert pytest.approx(right.models[0].auc) in areas, layout.name
        assert weight[truth].sum() == right.positives or truth.size == OFTEN.sum()
        checked += 1
    assert checked > 90


def test_there_are_enough_of_them_and_none_twice():
    assert len({layout.name for layout in LAYOUTS}) == len(LAYOUTS) >= 120
    listed = [pair for language in PAIRS.values() for pair in pairs(language)]
    assert len(set(listed)) == len(listed) >= 200
    assert len(PAIRS) >= 10


def told() -> dict[str, list[str]]:
    """What README.md says of each layout: the words for truth, positive, models and direction."""
    found = [line[2:-2].split(" | ") for line in PLACE.read_text().splitlines() if line.startswith("| ")]
    return {name: states for name, _, _, *states in (row for row in found if len(row) == 3 + len(THINGS))}


TOLD = told()


NAMED = {layout.name: layout for layout in LAYOUTS}


@pytest.mark.parametrize("name", some_of(NAMED, *[*NAMED][::2]))
def test_nothing_of_a_layout_is_wrong_in_silence_and_what_the_table_says_is_right_stays_so(name):
    found = outcome(NAMED[name])
    assert "wrong" not in found.states.values(), found.found
    assert found.at_once >= set(TOLD[name]).issubset({"right", MUST_ASK}), found.found


def test_nine_in_ten_are_right_at_once():
    assert [*TOLD][2:] == [layout.name for layout in LAYOUTS]
    at_once = [name for name, states in TOLD.items() if set(states) <= {"right", MUST_ASK}]
    assert len(at_once) >= 0.9 * len(LAYOUTS)


@pytest.mark.parametrize("language", PAIRS)
def test_no_pair_of_names_is_taken_the_wrong_way_round_in_silence(language):
    few = " | ".join(f"{truth},{prediction}" for truth, prediction in pairs(PAIRS[language])[::16])
    assert "wrong" not in {each for states in outcomes(few).values() for each in states}


@pytest.mark.full
def test_the_tables_are_what_the_script_writes():
    found, named = measured()
    assert PLACE.read_text() == document(found, named)
    assert not sum(named.values(), Counter[str]())["wrong"]
