"""Laws as the program spells them, with the distribution of scipy that each is."""

import numpy as np
import scipy.stats

PARTS = {
    "normal(0.3,0.2)": scipy.stats.norm(0.3, 0.2),
    "beta(2,5)": scipy.stats.beta(2, 5),
    "beta(0.5,0.5)": scipy.stats.beta(0.5, 0.5),
    "gamma(3,0.5)": scipy.stats.gamma(3, scale=0.5),
    "exponential(2)": scipy.stats.expon(scale=2),
    "bins(-1,2,0.2,0.5,0.3)": scipy.stats.rv_histogram(
        (np.array([0.2, 0.5, 0.3]), np.linspace(-1, 2, 4)), density=False
    ),
}
