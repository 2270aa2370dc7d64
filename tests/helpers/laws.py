"""Whether draws have a law that is listed outcome by outcome."""

from collections import Counter

import numpy as np
from scipy.stats import chisquare


def as_likely(drawn, wanted):
    """Whether what was drawn has the law of a list of equally likely outcomes, by a chi-square test at 0.001."""
    law, seen = Counter(wanted), Counter(drawn)
    assert set(seen) <= set(law)
    expected = np.array([law[outcome] for outcome in law]) * len(drawn) / len(wanted)
    return chisquare([seen[outcome] for outcome in law], expected).pvalue > 1e-3
