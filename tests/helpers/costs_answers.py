"""The lines made up that tests of costs share."""

import numpy as np
import pandas as pd

from ddcore.counts import Cells
from ddcore.decisions.amounts import UtilityByCase
from ddcore.decisions.costs import costs
from ddcore.read import read

FRAUD = UtilityByCase(Cells(tp=-5, fp=-5, fn=0, tn=0), Cells(tp=0, fp=0, fn=-1, tn=0), "EUR")


def of(c10, c01, c11=0, c00=0, unit=""):
    return costs(c10=c10, c01=c01, c11=c11, c00=c00, unit=unit)


def orders():
    """Truth, score and amount of some orders."""
    rng = np.random.default_rng(3)
    true = np.arange(60) % 3 == 0
    score = np.round(np.clip(true * 0.4 + rng.random(60) * 0.6, 0, 1), 3)
    return true, score, np.round(rng.gamma(2, 50, 60), 2)


def read_orders():
    """The orders as data that are read from a file, and their columns."""
    true, score, amount = orders()
    frame = pd.DataFrame({"truth": true, "score": score, "amount": amount})
    data = read(frame, truth="truth", score="score", amount="amount", positive=True).data()
    return data, true, score, amount
