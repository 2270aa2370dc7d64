"""Payoffs, yields and tables in fractions: what the tests of this folder hold the program against."""

import re
from fractions import Fraction

import numpy as np
import pytest

from ddcore.errors import InputError

CELLS = ("tp", "fp", "fn", "tn")


def whole(*cells):
    """Four numbers in the order TP, FP, FN, TN, as fractions."""
    return tuple(Fraction(cell) for cell in cells)


def named(cells):
    """Four numbers in that order as keywords."""
    return dict(zip(CELLS, cells, strict=True))


def refused(message, wanted, *given, **choices):
    """A call raises `InputError` with this message; "..." stands for the rest of it."""
    end = "" if message.endswith("...") else "$"
    with pytest.raises(InputError, match="^" + re.escape(message.removesuffix("...")) + end):
        wanted(*given, **choices)


def mean_payoff(payoffs, cells):
    """The mean over a list of all cases, each with the payoff of its outcome."""
    cases = [payoff for payoff, count in zip(payoffs, cells, strict=True) for _ in range(count)]
    return sum(map(Fraction, cases)) / len(cases)


def rates(cells):
    """TPR and FPR of a table with cases of both classes."""
    tp, fp, fn, tn = cells
    return Fraction(tp, tp + fn), Fraction(fp, fp + tn)


def yield_of(payoffs, hit, alarm, share):
    """What a classifier with this TPR and FPR yields per case where that share of the cases is positive."""
    tp, fp, fn, tn = payoffs
    return share * (hit * tp + (1 - hit) * fn) + (1 - share) * (alarm * fp + (1 - alarm) * tn)


def matrix(x, y):
    """Equation 12 of Dyrland, Lundervold & Porta Mana (2022), case by case."""
    tp = 1 - x if x > 0 else 1
    tn = 1 + x if x < 0 else 1
    fp = y if y > 0 else 0
    fn = -y if y < 0 else 0
    return tp, fp, fn, tn


def hexagon(size, seed):
    """Random points of the hexagon, by rejection: arrays x and y."""
    x, y = np.random.default_rng(seed).uniform(-1, 1, (2, 2 * size))
    inside = abs(x - y) <= 1
    return x[inside][:size], y[inside][:size]
