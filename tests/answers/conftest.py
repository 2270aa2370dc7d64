"""What tests of several modules read once."""

import numpy as np
import pytest

from ddcore.scores.gain import gain
from ddcore.table import ScoreTable
from tests.helpers.likelihood_answers import ODD, SCORES, found


@pytest.fixture(scope="session")
def readings():
    """Each set of scores read by a kernel."""
    return {name: found(*scores) for name, scores in SCORES.items()}


@pytest.fixture(scope="session")
def weighted_reading():
    """Of their weights only the sums are known."""
    positives, negatives = np.array([0, 0.3, 0, 0, 1.5]), np.array([0.2, 0, 1.1, 1, 0])
    table = ScoreTable(np.array([0.1, 0.3, 0.4, 0.6, 0.9]), positives, negatives)
    return gain(table, "kde", rng=np.random.default_rng(1))


@pytest.fixture(scope="session")
def lone_reading():
    return found(*ODD["one positive"])
