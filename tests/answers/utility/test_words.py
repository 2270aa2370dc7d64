"""Which is worth most? The notes, each by its code, against the definitions."""

import re
from fractions import Fraction

import numpy as np
import pytest

from ddcore.counts import CELLS
from ddcore.decisions.uncertain import perturbed
from ddcore.decisions.utility import Utility
from tests.helpers.answers import asked, counted, holds, notes
from tests.helpers.loops import nonempty
from tests.helpers.utility_answers import (
    COIN,
    FACTORY,
    NEVER,
    PERFECT,
    RIGHT,
    SWAPPED,
    A,
    B,
    ahead,
    codes,
    factory,
    judged,
    limits,
    mean,
    said,
    won,
)


def test_what_nobody_said_and_what_is_left_out_are_said():
    assert "assumed" in notes(asked("utility", counted(*A)))
    for choices in nonempty(({"u": FACTORY}, {"other": "0.1: 1,2,3,4"})):
        assert "assumed" not in notes(asked("utility", counted(*A), **choices))
    models = {f"m{place:02}": (30 + place, 20, 20 - place, 30) for place in range(12)}
    answer = judged(models, (2, 0, 0, 1))
    # The nine that are worth most, beside the selected one.
    assert list(answer.values["models"]) == [f"m{place:02}" for place in (*range(11, 2, -1), 0)]
    assert "10 of 12" in said(answer, "models-left-out")


def test_notes_of_the_factory():
    answer = factory(unsure=0.1)
    # Ahead of short from 0.3 * 500 against 0.54 * 50 on, of long up to 0.7 * 500 against 0.46 * 50.
    low, high = 150 / 177, 350 / 373
    assert codes(answer) == ["not-worth-using", "useful-elsewhere", "nowhere-best", "doubtful", "measures-disagree"]
    assert holds(said(answer, "not-worth-using"), "No model", "“short”", "61.50 EUR a case more", "A.")
    told = re.search(r"50\.00 EUR .* ([\d.]+) %\.", said(answer, "doubtful"))
    assert float(told[1]) == pytest.approx(100 * won(FACTORY, [A, B], 50)[3], abs=0.8)
    useful = answer.values["models"]["A"]
    assert (useful["useful_from"], useful["useful_to"]) == pytest.approx((low, high))


def test_notes_are_five_at_most_the_uncertainty_last():
    """Q is hardly ahead of a constant answer and of P, wins in part of the map, the others nowhere; no room is left."""
    models = {"P": (27, 24, 23, 26), "Q": (24, 20, 26, 30), "R": (20, 25, 30, 25)}
    five = ["maybe-worth-using", "close", "useful-here", "worth-most-where", "nowhere-best"]
    assert [codes(judged(models, RIGHT, "EUR", unsure)) for unsure in (0.0, 0.2)] == [five, five]


@pytest.mark.parametrize(
    ("models", "code"),
    [
        ({"P": (10, 25, 40, 25)}, "not-worth-using"),
        ({"P": (24, 25, 26, 25)}, "maybe-not-worth-using"),
        ({"P": (23, 25, 27, 25), "Q": (24, 25, 26, 25)}, "maybe-not-worth-using"),
        ({"P": (27, 25, 23, 25)}, "maybe-worth-using"),
        ({"P": COIN}, "gains-nothing"),
        ({"P": COIN, "Q": (10, 10, 40, 40), "R": (10, 11, 40, 39)}, "gains-nothing"),
        ({"P": B}, None),
        ({"P": (4.5, 3.75, 0.3, 6.75)}, None),
    ],
)
def test_against_the_constant_answers(models, code):
    """Where the better constant answer, 0.5, lies beside the yield of the best model and its interval."""
    cells = max(models.values(), key=lambda one: mean(RIGHT, one))
    answer = judged(models, RIGHT)
    found = [note for note in codes(answer) if note.endswith(("worth-using", "gains-nothing"))]
    assert found == [code] * (code is not None)
    value, ends = float(mean(RIGHT, cells)), limits(RIGHT, [int(cell) for cell in cells])
    expected = {
        "not-worth-using": ends[1] < 0.5,
        "maybe-not-worth-using": value < 0.5 < ends[1],
        "maybe-worth-using": ends[0] < 0.5 < value,
        "gains-nothing": value == 0.5,
    }
    assert code is None or expected[code]
    assert ("close" in codes(answer)) <= (value > 0.5)
    if code == "maybe-worth-using":
        between = f"({ends[0]:.3f} to {ends[1]:.3f})"
        assert holds(said(answer, code), "“yes” by 0.020 ", between, " 0.500.")


@pytest.mark.parametrize("payoffs", [(1, 0, 0, 3), (0, -0.3, -0.7, 0.1), (3, 0, 1, 2)])
def test_model_that_is_worth_as_much_as_a_constant_answer(payoffs):
    """It answers as one of them does, so it is neither ahead of that one nor behind it, nor by a rounding error."""
    for cells in nonempty((NEVER, (0, 0, 7, 23), (0, 0, 16, 14), (8, 22, 0, 0), (3, 7, 0, 0))):
        P, N = cells[0] + cells[2], cells[1] + cells[3]
        always, never, own = (mean(map(str, payoffs), one) for one in ((P, N, 0, 0), (0, 0, P, N), cells))
        answer = judged({"P": cells}, payoffs, "EUR")
        less, first = max(always, never) - own, codes(answer)[0]
        assert answer.values["models"]["P"]["lead"] == pytest.approx(-float(less), abs=1e-12)
        assert first == "gains-nothing" if less == 0 else first.endswith("not-worth-using")
        if less:
            shown = f"{float(less):.{4 if payoffs[1] == -0.3 else 3}f} EUR"
            verb = "earns" if max(always, never) >= 0 else "yields"
            assert f"{verb} {shown} a case more" in notes(answer)[first]


def test_nothing_at_stake():
    """Nothing else is said of values by which nobody is better than another."""
    assert codes(judged({"P": A, "Q": B}, (2, 1, 2, 1), "", 0.2)) == ["nothing-at-stake"]
    for payoffs in nonempty(((2, 1, 1, 1), (2, 1, 2, 0))):
        assert "nothing-at-stake" not in codes(judged({"P": A}, payoffs))


# One model against another


def test_two_models_nearer_to_each_other_than_the_interval_of_the_better_one():
    """Q earns 1.15 and P 1.10."""
    models = {"P": (40, 15, 10, 35), "Q": (35, 10, 15, 40)}
    assert holds(said(judged(models, (1, 0, 0, 2), "EUR"), "close"), "Q is", "P by", "0.050 EUR")
    # Only the second best is compared.
    models = {"P": (40, 12, 10, 38), "Q": (39, 12, 11, 38), "R": (38, 12, 12, 38)}
    assert holds(said(judged(models, RIGHT), "close"), "P is", "Q by", "0.010")


def test_near_is_what_the_interval_of_the_better_one_reaches():
    """B is right in 75 of 100 cases, its interval starts at 65.7 of 100 or so; the other one is below or above that."""
    low, _ = limits(RIGHT, B)
    others = {right: (right - 32, 18, 82 - right, 32) for right in (60, 65, 66, 67)}
    close = {right: "close" in codes(judged({"B": B, "P": other}, RIGHT)) for right, other in others.items()}
    assert close == {right: low < right / 100 for right in others} == {60: False, 65: False, 66: True, 67: True}


def test_models_that_are_not_said_to_be_near_to_each_other():
    for models in (
        {"the same": B, "as it": B},
        {"far": (43, 18, 7, 32), "apart": (10, 40, 40, 10)},
        {"behind": (24, 25, 26, 25), "a constant answer": (23, 25, 27, 25)},
        {"weighted": (4.5, 3.75, 0.3, 6.75), "cases": (4.4, 3.75, 0.4, 6.75)},
    ):
        assert "close" not in codes(judged(models, RIGHT)), models


def test_a_lead_is_never_said_to_be_nothing():
    """One case in 100,000 is a lead; three decimals do not show it."""
    near = {"P": (40_000, 10_000, 10_000, 40_000), "Q": (40_001, 10_002, 9_999, 39_998)}
    assert not re.search(r"by (only )?0\.0+ ", said(judged(near, RIGHT), "close"))
    for cells in ((49_999, 49_998, 1, 2), (49_998, 49_999, 2, 1)):
        answer = judged({"P": cells}, RIGHT)
        assert not re.search(r"(by|earns) 0\.0+ ", notes(answer)[codes(answer)[0]])


# Off the map


def test_values_off_the_map():
    for payoffs in nonempty((SWAPPED, (1, 1, 0, 0), (0, 0, 1, 1))):
        first, second = codes(judged({"P": B}, payoffs))
        assert first == "off-the-map"
        assert second in ("not-worth-using", "maybe-not-worth-using", "gains-nothing")
    for payoffs in nonempty(((2, 1, 2, 2), RIGHT, (1, 0, 1, 1))):
        assert "off-the-map" not in codes(judged({"P": B}, payoffs))


def test_who_wins_off_the_map_is_not_said_to_win_for_no_values():
    """A is wrong in 90 of 100 cases, and a wrong answer is worth more here."""
    models = {"A": (5, 45, 45, 5), "B": (45, 5, 5, 45)}
    answer = judged(models, SWAPPED)
    assert holds(answer.sentence, "**A:**", "0.900 a", "“yes” 0.500.")
    assert codes(answer) == ["off-the-map", "measures-disagree"]
    assert said(judged(models, RIGHT), "nowhere-best").startswith("A is")


# At which share of positives


@pytest.mark.parametrize(
    ("cells", "share", "parts"),
    [
        ((40, 10, 10, 40), 0.21, ("20 % and 80 %", "21 %")),
        ((40, 10, 10, 40), 0.81, ("20 % and 80 %", "81 %")),
        # No false alarm: ahead of never from the first positive on.
        ((49, 0, 1, 1), 0.5, ("0 % and 98 %", "50 %")),
        ((40, 0, 10, 50), 0.9, ("0 % and 83.3 %", "90 %")),
        # No miss: ahead of always up to the last negative.
        ((50, 10, 0, 40), 0.5, ("16.7 % and 100 %", "50 %")),
        ((7996, 3, 2004, 9997), 0.5, ("0.038 % and 83.3 %", "50 %")),
        ((9997, 2004, 3, 7996), 0.5, ("16.7 % and 99.962 %", "50 %")),
    ],
)
def test_where_a_model_beats_both_constant_answers(cells, share, parts):
    answer = judged({"P": cells}, RIGHT, share=share, always=("a*b", "no"))
    low, high = ahead(RIGHT, cells)
    told = said(answer, "useful-here" if low < share < high else "useful-elsewhere")
    assert holds(told, "P ", parts[0], r"“a\*b”", parts[1])
    ends = [float(end) / 100 for end in re.findall(r"([\d.]+) %", parts[0])]
    assert ends == pytest.approx((low, high), abs=6e-4)


@pytest.mark.parametrize("payoffs", [RIGHT, FACTORY])
def test_a_perfect_model_beats_both_constant_answers_at_any_share_and_is_worth_most_everywhere(payoffs):
    for cells in nonempty((PERFECT, (30, 0, 0, 70), (1, 0, 0, 1), (1, 0, 0, 302))):
        answer = judged({"P": cells}, payoffs, always=("a*b", "no"))
        assert holds(said(answer, "always-useful"), "any share", r"“a\*b”.")
        assert "any prices that" in said(answer, "worth-most-where")


@pytest.mark.parametrize(("cells", "share"), [((80, 3, 20, 9_997), 1e-4), ((9_997, 20, 3, 80), 1 - 1e-4)])
def test_a_share_beyond_a_bound_that_is_nearly_all_or_nothing_does_not_contradict_the_sentence(cells, share):
    """P is ahead from 0.04 % on, or up to 99.96 %: both bounds have the digits that tell them from none and all."""
    low, high = ahead(RIGHT, cells)
    assert not low < share < high
    text = said(judged({"P": cells}, RIGHT, share=share), "useful-elsewhere")
    ends = [float(end) / 100 for end in re.findall(r"([\d.]+) %", text)]
    assert ends == pytest.approx([low, high, share], abs=6e-4)
    assert not ends[0] < ends[2] < ends[1]


def test_bounds_of_a_useful_share_that_say_nothing_are_not_said():
    """ "Between 0 % and above 99.9 %" is no range, nor is one between 50 % and 50 %, nor one that is nowhere."""
    for cells in ((9_999, 0, 1, 10_000), (9_999, 1, 1, 9_999), (10_000, 1, 0, 9_999)):
        text = said(judged({"P": cells}, RIGHT), "useful-here")
        assert not re.search("above|below", text)
        assert not holds(text, "between 0 %", "100 %")
    for cells in ((5_001, 5_000, 4_999, 5_000), (9_996, 9_995, 4, 5)):
        low, high = Fraction(cells[1], cells[1] + cells[0]), Fraction(cells[3], cells[3] + cells[2])
        assert low < high
        told = [code for code in codes(judged({"P": cells}, RIGHT)) if "useful" in code]
        assert bool(told) == (f"{100 * float(low):.1f}" != f"{100 * float(high):.1f}")
    for cells in (COIN, NEVER, (10, 40, 40, 10)):
        assert not [code for code in codes(judged({"P": cells}, RIGHT)) if "useful" in code]


# For which values


@pytest.mark.parametrize(
    ("models", "payoffs", "times", "here"),
    [
        # 43 r + 32 is above 50 from 18/43 on, and above 50 r up to 32/7.
        ({"P": B}, (3, 0, 0, 1), "between 0.419 and 4.571", "3"),
        # 0.3 - 0.1 is not quite 0.2 for a computer.
        ({"P": B}, (0.3, 0, 0.1, 0.2), "between 0.419 and 4.571", "1"),
        # No false alarm: 20 r + 50 is above 50 r up to 5/3.
        ({"P": (20, 0, 30, 50)}, (4, 0, 0, 1), "up to 1.667", "4"),
        # No miss: 50 r + 20 is above 50 from 3/5 on.
        ({"P": (50, 30, 0, 20)}, (1, 0, 0, 4), "at least 0.600", "0.250"),
        # P and Q earn the same at a ratio of 1, and P is the better one below, from 10/35 on.
        ({"Q": (40, 15, 10, 35), "P": (35, 10, 15, 40)}, (1, 0, 0, 2), "between 0.286 and 1", "0.500"),
        # The second of two equal ones is not the first of its region.
        ({"P": B, "Q": B}, (1, 0, 0, 2), "between 0.419 and 4.571", "0.500"),
        # Both earn the same where right answers are worth the same, 75 of 100; in the last case a little above.
        ({"P": (25, 0, 25, 50), "Q": (45, 20, 5, 30)}, (1, 0, 0, 2), "at most the same as", "0.500"),
        ({"P": (50, 25, 0, 25), "Q": (30, 5, 20, 45)}, (2, 0, 0, 1), "at least the same as", "2"),
        ({"P": (25, 0, 25, 50), "Q": (45, 21, 5, 29)}, RIGHT, "up to 1.050", "1"),
    ],
)
def test_where_a_model_is_worth_most(models, payoffs, times, here):
    text = said(judged(models, payoffs, always=("a*b", "c|d")), "worth-most-where")
    here = "the same." if here == "1" else f"{here} times as much."
    assert holds(text, "P is", r"“a\*b”", f"{times} " if times[-1].isdigit() else times, r"“c\|d”;", f"worth {here}")


def test_a_whole_number_of_times_is_said_as_one():
    """Not 1.000 or 2.000 times: 1 to 2, 1/4 to 4, 1/3 to 2. Where one class has nothing at stake there is no ratio."""
    pair = {"P": (27, 4, 23, 46), "Q": (26, 3, 24, 47)}
    for models in (pair, {"P": (40, 10, 10, 40)}, {"P": (30, 10, 20, 40)}):
        assert not re.search(r"\d\.000\b", said(judged(models, (2, 0, 0, 1)), "worth-most-where"))
    for payoffs in ((1, 0, 1, 3), (3, 1, 1, 1)):
        assert "worth-most-where" not in codes(judged({"B": B}, payoffs))


def test_nowhere_on_the_map():
    names = {"A is": {"A": A}, "A and C are": {"A": A, "C": (30, 20, 20, 30)}, "2 more are": dict.fromkeys("CDEFG", A)}
    for name, others in names.items():
        assert name in said(judged({"B": B, **others}, RIGHT), "nowhere-best")
    for models in ({"B": B}, {"P": B, "Q": B}):
        assert "nowhere-best" not in codes(judged(models, RIGHT))


# How sure


def test_uncertainty_is_said_where_it_matters():
    told = {unsure: notes(factory(unsure=unsure)).get("doubtful", "") for unsure in (0.0, 0.005, 0.1, 0.5)}
    assert [bool(text) for text in told.values()] == [False, False, True, True]
    assert [f"off by {500 * unsure:.2f} EUR" in told[unsure] for unsure in (0.1, 0.5)] == [True, True]
    # Nobody of several that are worth the same is still worth most.
    alike = judged({"P": B, "Q": B}, RIGHT, unsure=0.2)
    assert alike.values["models"]["P"]["probability_best"] < 0.999
    assert "doubtful" not in codes(alike)


@pytest.mark.parametrize(
    ("models", "payoffs"),
    [
        ({"P": (1, 0, 0, 1)}, RIGHT),
        ({"P": COIN, "Q": COIN}, RIGHT),
        ({f"m{i}": (30 + i, 20 - i, 20 - i, 30 + i) for i in range(10)}, RIGHT),
        ({"P": A, "Q": B}, (0, 3, 1, 1)),
        ({"P": (4.5, 3.75, 0.3, 6.75)}, RIGHT),
        ({"P": (3, 90, 1, 99_906)}, (100, -1, -100, 0)),
        ({"P": A}, (2, 1, 2, 1)),
        ({"P": A}, (1e9, -4e9, -2e6, 3e9)),
    ],
)
def test_sentences_of_odd_cases(models, payoffs):
    sure, unsure = (judged(models, payoffs, "EUR", unsure) for unsure in (0.0, 0.2))
    texts = [
        [answer.sentence, answer.reason, answer.tables["standings"].remark, *notes(answer).values()]
        for answer in (sure, unsure)
    ]
    for text in (*texts[0], *texts[1]):
        assert not re.search(r"\bnan\b|\binf\b|no value|∞|\(\)|\*\*\*\*|  |(?<![\w.])-\d|−0\.0*\b(?!\d)", text)
        assert not re.search(r"(?<![\d.])1 times|(most|least) (above|below)|(?<![\d.,])0 times", text)
    assert [len(some) for some in texts] == [len(set(some)) for some in texts]
    assert max(len(codes(sure)), len(codes(unsure))) <= 5


def test_accuracy_is_right_under_a_doubt_that_is_the_same_for_both_classes():
    """The mean of matrices with such errors about equal stakes has equal stakes, and that about others has not."""
    for payoffs, code in nonempty([(RIGHT, "symmetric-doubt"), (FACTORY, "accuracy-under-doubt")]):
        answer = asked("utility", counted(*A), u=payoffs, unsure=0.3, view="doubts")
        assert code in notes(answer)
        drawn = perturbed(Utility(**dict(zip(CELLS, payoffs, strict=True))), 0.3, 20_000, rng=np.random.default_rng(1))
        right, wrong = (float(np.mean(stake)) for stake in drawn.stakes)
        assert (right == pytest.approx(wrong, rel=0.02)) is (code == "symmetric-doubt")
    assert "symmetric-doubt" not in notes(asked("utility", counted(*A), u=RIGHT, unsure=0.3))
