"""Files that several tests of pages drop."""

import numpy as np
import pytest


@pytest.fixture(scope="module")
def pair():
    """Two models on the same 80 cases, rounded so that some scores are tied."""
    rng = np.random.default_rng(7)
    true = np.arange(80) % 5 < 2
    one, other = (np.round(rng.normal(true * far, 1), 1) for far in (1.5, 0.4))
    return true, one, other
