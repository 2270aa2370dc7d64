"""Logistic regression with Platt's targets, on one column of scores or several.

Newton's method is our own: scipy's minimiser of any function took two to five times as long and stopped short.
"""

import math

import numpy as np
from scipy.special import expit, log_expit

from ddcore.arrays import Array

STEPS = 100
SLIGHT = 1e-13
"""A step of Newton's method that promises less of the mean logarithm is the last: rounding would hide its gain."""


def platt(standard: Array, positives: Array, negatives: Array) -> Array:
    """Level and slopes of a logistic regression on standardised scores of shape (units, columns), targets Platt's.

    `positives` and `negatives` are the cases of each unit; targets are (P + 1) / (P + 2) and 1 / (N + 2) (Platt 1999).
    Newton's method with halved steps. Where columns say the same, the smallest slopes that fit are taken.

    >>> level, slope = platt(np.array([[-1.0], [0.0], [1.0]]), np.array([1, 2, 4]), np.array([4, 2, 1]))
    >>> round(abs(float(level)), 9), round(float(slope), 3)
    (0.0, 1.012)
    """
    P, N = float(positives.sum()), float(negatives.sum())
    cases = positives + negatives
    right = (P + 1) / (P + 2) * positives + 1 / (N + 2) * negatives
    design = np.column_stack([np.ones(len(standard)), standard])

    def loss(line: Array) -> float:
        z = design @ line
        # log_expit(-z) = log_expit(z) - z
        return float((cases - right) @ z - cases @ log_expit(z))

    line = np.append(math.log(P / N), np.zeros(standard.shape[1]))
    now = loss(line)
    for _ in range(STEPS):
        chance = expit(design @ line)
        uphill = design.T @ (right - cases * chance)
        curvature = (design * (cases * chance * (1 - chance))[:, None]).T @ design
        step = np.linalg.lstsq(curvature, uphill)[0]
        if uphill @ step <= SLIGHT * (P + N):
            return np.asarray(line + step)
        part = 1.0
        while (tried := loss(line + part * step)) > now and part > 1e-9:
            part /= 2
        line, now = line + part * step, tried
    return np.asarray(line)
