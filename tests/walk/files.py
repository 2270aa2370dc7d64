"""Small files that the walker drops, made from seeds."""

import numpy as np
import pandas as pd

LONG = "gradient boosting on eighty columns, calibrated by isotonic regression, trained on the year "
"""The beginning of the names of twelve models, which differ at the end."""


def written(columns):
    return pd.DataFrame(columns).to_csv(index=False).encode()


def cases(rng, size, positives):
    """The truth of some cases, in any order, and scores between 0 and 1 that tell something of it."""
    true = rng.permutation(size) < positives
    return true, lambda far: np.round(1 / (1 + np.exp(1 - rng.normal(far * true, 1))), 4)


def two_models(seed=1):
    true, score = cases(np.random.default_rng(seed), 60, 24)
    return written({"truth": np.where(true, "yes", "no"), "score_a": score(1.5), "score_b": score(0.7)})


def labels_only(seed=2, size=60):
    true, score = cases(np.random.default_rng(seed), size, size // 3)
    called = [np.where(score(far) > cut, "sick", "well") for far, cut in ((2, 0.4), (0.5, 0.3))]
    return written({"truth": np.where(true, "sick", "well"), "nurse": called[0], "questionnaire": called[1]})


def weighted(seed=3, size=60):
    rng = np.random.default_rng(seed)
    true, score = cases(rng, size, size // 4)
    return written({"truth": true.astype(int), "score": score(1.2), "weight": rng.integers(1, 6, size)})


def several_classes(seed=4, size=60):
    rng = np.random.default_rng(seed)
    truth = rng.integers(0, 3, size)
    points = rng.normal(0, 1, (size, 3)) + 2 * (truth[:, None] == range(3))
    shares = np.exp(points) / np.exp(points).sum(axis=1, keepdims=True)
    names = np.array(["bus", "car", "van"])
    return written(
        {"truth": names[truth]} | {f"p_{name}": np.round(shares[:, place], 4) for place, name in enumerate(names)}
    )


def twelve_models(seed=5, size=60):
    true, score = cases(np.random.default_rng(seed), size, size // 3)
    columns = {f"{LONG}{2014 + place}": score(0.2 * place) for place in range(12)}
    return written({"truth": np.where(true, "late", "on time")} | columns)


BROKEN = b"truth,score\nyes\n\xff\xfe\x00,,,,\nno,0.2\n"

SMALL = {
    "two models.csv": two_models(),
    "labels only.csv": labels_only(),
    "weighted.csv": weighted(),
    "several classes.csv": several_classes(),
    "long names.csv": twelve_models(),
    "broken.csv": BROKEN,
}
"""What the walker drops."""
