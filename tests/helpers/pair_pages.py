"""What the pages of several models and of loans are tried on, and how they write numbers."""

import numpy as np

CASES = 80
TRUE = np.arange(CASES) % 5 < 2
TRUTH = np.where(TRUE, "yes", "no")
RNG = np.random.default_rng(3)
A, B, C = (np.round(RNG.normal(TRUE * far, 1), 2) for far in (1.5, 0.7, 0.5))


def chance(score):
    """The same scores between 0 and 1."""
    return np.round(1 / (1 + np.exp(-score)), 3)


def three(x):
    return f"{x:.3f}".replace("-", "−") if x % 1 else f"{x:.0f}"
