"""Pairs made up, and shares of them ranked wrongly."""

import math

import numpy as np

from ddcore.answers.ranking import words
from ddcore.counts import Counts
from ddcore.data import Data
from ddcore.decisions.admissible import MisrankedPair, admissibility
from ddcore.decisions.ranking import MisrankedByError, misranked_by_error
from ddcore.decisions.utility import Utility
from ddcore.measures import measure

CELLS = ("tp", "fp", "fn", "tn")
RIGHT = Utility(tp=1, fp=0, fn=0, tn=1)
HALF = Data(500, 250)
FACTORY = Utility(tp=15, fp=-335, fn=-35, tn=165, unit="EUR")
MADE = MisrankedByError(
    truth="uniform",
    pairs=10_000,
    error=np.array([0.0, 0.1, 0.2, 0.4]),
    utility=np.array([0.0, 0.04, 0.06, 0.2]),
    share={"ACC": 0.05, "F1": 0.1, "BACC": 0.15, "TPR": 0.25, "MCC": math.nan},
)
"""Shares made up, so that each number of a sentence can be said beforehand."""
PAIR = MisrankedPair(
    better=Counts(tp=150, fp=100, fn=150, tn=600),
    preferred=Counts(tp=300, fp=308, fn=0, tn=392),
    yields=(62.5, -34.0),
    scores=(0.545, 0.661),
)


def known(key, pair=PAIR, utility=FACTORY, share=0.3, ranked=MADE):
    """The notes by their codes."""
    given = words.notes(measure(key), admissibility(key, share), pair, utility, share, ranked)
    return {note.code: note.text for note in given}


def sampled(keys, pairs=2_000, errors=(0, 0.1, 0.2)):
    return misranked_by_error("uniform", errors, pairs, rng=np.random.default_rng(1), measures=keys)


# How often ---------------------------------------------------------------------------------------------------------

PAPER = {
    "uniform": {
        **{"ACC": 0.08769, "TPR": 0.25024, "TNR": 0.24995, "BACC": 0.15890, "PPV": 0.21267, "F1": 0.09755},
        **{"MCC": 0.11138, "FM": 0.10409},
    },
    "gaussian": {
        **{"ACC": 0.04871, "TPR": 0.25017, "TNR": 0.24999, "BACC": 0.14533, "PPV": 0.20888, "F1": 0.06547},
        **{"MCC": 0.08367, "FM": 0.07392},
    },
}
"""Shares of pairs ranked wrongly, the means of twenty million pairs drawn by another program."""

ROUGH = {
    "uniform": {0: 0, 0.05: 0.0208, 0.1: 0.03699, 0.15: 0.0512, 0.2: 0.0637, 0.25: 0.0754, 0.3: 0.0857},
    "gaussian": {0: 0, 0.05: 0.0113, 0.1: 0.02267, 0.15: 0.0341, 0.2: 0.0462, 0.25: 0.0576, 0.3: 0.0671},
}
"""The same for payoffs that may each be off by so much."""
