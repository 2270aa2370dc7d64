"""Payoffs of chances and amounts: what is read, what is refused, and what a concave worth of money makes of them."""

import math
from fractions import Fraction

import pytest

from ddcore.answers.utility.tree import EXAMPLE, lotteries, put_together
from ddcore.counts import Counts
from ddcore.errors import InputError
from tests.helpers.answers import asked, counted, notes, sound
from tests.helpers.utility_answers import FACTORY, A, B, named


def factory(**choices):
    """The factory's models at its prices, but for what is said."""
    data = counted(Counts(**named(B)), name="B", positive="long", negative="short", A=Counts(**named(A)))
    return asked("utility", data, **{"unit": "EUR", "unsure": 0.0, **choices})


def test_expected_amount_by_fractions():
    for text, mean in (
        (EXAMPLE, -335),
        ("fp = 0.72: -475 | 25", Fraction(72, 100) * -475 + Fraction(28, 100) * 25),
        ("a = 2\nb = a * 3 - 1 / 4\nfp = -(a + b) * 2", -Fraction(31, 2)),
        ("fp = 1/3: 9 | 1/3: 6 | 1/3: 0", 5),
        ("fp = 0.5: (0.5: 8 | (0.5: 4 | 0)) | -1", Fraction(1, 4) * 8 + Fraction(1, 8) * 4 - Fraction(1, 2)),
        ("FP = −1.5e2", -150),
        ("fp = 1: 7", 7),
    ):
        lottery = lotteries(text)["fp"]
        assert lottery.mean == pytest.approx(float(mean), abs=1e-9)
        assert math.fsum(chance for chance, _ in lottery.branches) == pytest.approx(1)
        assert put_together(text, (1, 2, 3, 4)) == (1.0, lottery.mean, 3.0, 4.0)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("fp", r'line 1 of the tree must be a name, = and an amount, got "fp"'),
        ("x = 3", "must have a line for one of tp, fp, fn and tn"),
        ("fp = y", 'line 1 of the tree must use names that a line above defines, got "y"'),
        ("x = 0.5: 1 | 2\nfp = x", "must give x a number"),
        ("fp = 1 / 0", "must not divide by 0"),
        ("fp = 0.7: 1 | 0.7: 2 | 3", "chances from 0 to 1 that sum to 1 at most"),
        ("fp = 0.7: 1 | 0.2: 2", r"must have one more branch, for the remaining chance of 0\.1"),
        ("fp = 3 | 0.2: 2", "must have a chance and a colon before each branch but the last"),
        ("fp = 2 x", 'must end before "x"'),
        ("fp = (1 + 2", "must close every bracket"),
        ("fp = 1 +", "must have a number or a name at its end"),
        ("fp = * 2", 'must have a number or a name before "\\*"'),
        ("fp = 1 ** 2", 'must have a number or a name before "\\*"'),
        ("fp = __import__('os')", "must have no"),
        ("fp = 2 * (0.5: 1 | 0)", "must have no branches inside a calculation"),
        ("fp = 9e11 * 9", "must stay between"),
        ("fp = " + "(" * 30 + "1" + ")" * 30, "must not be nested deeper than 20 times"),
        ("fp = 1\nfp = 2", 'line 2 of the tree must have a name of its own, got "fp" again'),
        ("a=1\n" * 41, "at most 40 lines and 2,000 characters"),
    ],
)
def test_what_cannot_be_read_is_refused(text, message):
    with pytest.raises(InputError, match=message):
        lotteries(text)


def test_tree_gives_the_prices_where_nobody_typed_others():
    given, typed = factory(tree=f"tp = 15;fn = -35;tn = 165;{EXAMPLE}"), factory(u=FACTORY)
    assert given.sentence == typed.sentence
    assert given.values["tree"]["outcomes"]["fp"]["mean"] == -335
    assert "−335.00 EUR" in given.tables["tree"].rows()["on average"].tolist()
    assert "tree" not in typed.tables
    other = factory(u=FACTORY, tree="fp = -300")
    assert "tree-not-in-force" in notes(other)
    assert other.sentence == typed.sentence
    assert "tree-not-in-force" not in notes(factory(u=FACTORY, tree=EXAMPLE))


@pytest.mark.parametrize(("risk", "tolerance"), [("exponential", 500), ("log", 1000), ("log", None)])
def test_concave_worth_of_money(risk, tolerance):
    """A lottery is worth less for sure than its mean, and the mean utility is that of the branches one by one."""
    given = factory(u=FACTORY, tree=EXAMPLE, aversion=risk, tolerance=tolerance)
    sound(given)
    t = given.values["tree"]["tolerance"]
    worth = (lambda m: t * (1 - math.exp(-m / t))) if risk == "exponential" else (lambda m: t * math.log(1 + m / t))
    outcome = given.values["tree"]["outcomes"]["fp"]
    assert outcome["certainty_equivalent"] < outcome["mean"] == -335
    utility = 0.72 * worth(-475) + 0.28 * worth(25)
    mean = (27 * worth(15) + 15 * utility + 23 * worth(-35) + 35 * worth(165)) / 100
    assert given.values["models"]["A"]["yield"]["value"] == pytest.approx(mean)
    sure = given.values["tree"]["classifiers"]["A"]["certainty_equivalent"]
    assert worth(sure) == pytest.approx(mean)
    assert sure < given.values["tree"]["classifiers"]["A"]["mean"] == pytest.approx(3.5)
    assert "no-lottery" not in notes(given)
    assert "utils" in given.sentence


def test_without_a_lottery_only_payoffs_change():
    """Other sets of prices and scenarios are worth what money is, too."""
    alone = factory(u=FACTORY, aversion="log", tolerance=1000)
    assert {"no-lottery", "worth-for-sure"} <= set(notes(alone))
    for outcome in alone.values["tree"]["outcomes"].values():
        assert outcome["certainty_equivalent"] == pytest.approx(outcome["mean"])
    same = ",".join(map(str, FACTORY))
    given = factory(u=FACTORY, aversion="log", tolerance=1000, other=f"0.5: {same}", scenario=f"same: {same}")
    assert given.values["models"]["A"]["yield"]["value"] == pytest.approx(alone.values["models"]["A"]["yield"]["value"])
    assert given.values["scenarios"]["same"].keys()


@pytest.mark.parametrize(
    ("choices", "message"),
    [
        ({"aversion": "log", "tolerance": 300}, "no loss may reach the total wealth, 300"),
        ({"aversion": "exponential", "volume": 1000}, "empty the cases a period"),
        ({"aversion": "bold"}, "aversion must be one of none, exponential, log"),
        ({"tree": "fp = y"}, 'got "y"'),
    ],
)
def test_what_cannot_be_asked(choices, message):
    with pytest.raises(InputError, match=message):
        factory(u=FACTORY, **choices)
