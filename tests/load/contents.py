"""The file that visitors drop."""

import numpy as np


def predictions(cases: int, seed: int = 1) -> bytes:
    """The truth and the scores of two models, distinct for nearly every case, as CSV."""
    rng = np.random.default_rng(seed)
    truth = rng.random(cases) < 0.3
    first, second = (1 / (1 + np.exp(-(rng.normal(size=cases) + shift * truth))) for shift in (1.0, 1.5))
    rows = zip(truth.tolist(), first.tolist(), second.tolist(), strict=True)
    return ("truth,first,second\n" + "".join(f"{'yes' if t else 'no'},{a:.7f},{b:.7f}\n" for t, a, b in rows)).encode()
