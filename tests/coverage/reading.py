"""Scores read as evidence: what the reading taken unasked does on cases that had no say, and what is said of it."""

from collections.abc import Iterator

import numpy as np
from scipy.stats import beta
from sklearn import datasets
from sklearn.ensemble import HistGradientBoostingClassifier, RandomForestClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import roc_auc_score
from sklearn.model_selection import StratifiedKFold, cross_val_predict
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC

from ddcore.answers import likelihood
from ddcore.samples.simulated import SCENARIOS
from ddcore.scores.gain import log_ratio_band, portrait
from ddcore.scores.likelihood import fit
from ddcore.table import ScoreTable
from tests.coverage.claim import Claim, at_least, at_most
from tests.helpers.scored import scored as data_of

TITLE = "Scores read as evidence"
READING = "best"
"""What the pages take unasked; it was "kde"."""

MODELS = {
    "logistic regression": lambda: make_pipeline(StandardScaler(), LogisticRegression(max_iter=1000)),
    "forest": lambda: RandomForestClassifier(30, min_samples_leaf=2, random_state=1),
    "naive Bayes": GaussianNB,
    "boosting": lambda: HistGradientBoostingClassifier(max_iter=40, max_leaf_nodes=8, random_state=1),
    "support vectors": lambda: make_pipeline(StandardScaler(), SVC()),
    "neighbours": lambda: make_pipeline(StandardScaler(), KNeighborsClassifier(15)),
}
SETS = ("breast cancer", "digit 8", "digit 3", "wine", "noisy", "rare", "clusters", "very rare", "rings")


def features(name: str) -> tuple[np.ndarray, np.ndarray]:
    """Features and truth: sklearn's bundled sets, and some that it makes."""
    if name == "breast cancer":
        return datasets.load_breast_cancer(return_X_y=True)
    if name.startswith("digit"):
        x, y = datasets.load_digits(return_X_y=True)
        return x, (y == int(name[-1])).astype(int)
    if name == "wine":
        x, y = datasets.load_wine(return_X_y=True)
        return x, (y == 1).astype(int)
    if name == "rings":
        x, y = datasets.make_gaussian_quantiles(n_samples=800, n_features=4, n_classes=2, random_state=4)
        return x + np.random.default_rng(0).normal(0, 0.5, x.shape), y
    made = {
        "noisy": {"n_samples": 1000, "n_features": 20, "n_informative": 6, "flip_y": 0.1, "class_sep": 0.7},
        "rare": {"n_samples": 2000, "n_features": 20, "n_informative": 5, "flip_y": 0.02, "weights": [0.95]},
        "clusters": {"n_samples": 600, "n_informative": 3, "n_clusters_per_class": 3, "class_sep": 0.6},
        "very rare": {"n_samples": 3000, "n_features": 30, "n_informative": 4, "flip_y": 0.005, "weights": [0.98]},
    }
    return datasets.make_classification(**made[name], random_state=SETS.index(name))


def scored(model: str, name: str) -> tuple[np.ndarray, np.ndarray]:
    """Cross-validated scores of a model on a set, and the truth."""
    x, y = features(name)
    made = MODELS[model]()
    how = "decision_function" if model == "support vectors" else "predict_proba"
    folds = StratifiedKFold(5, shuffle=True, random_state=1)
    score = cross_val_predict(made, x, y, cv=folds, method=how)
    return (score if score.ndim == 1 else score[:, 1]), y


def unseen(score: np.ndarray, truth: np.ndarray) -> float:
    """What the reading adds to the area on cases that had no say: a mean over folds, by sklearn."""
    gains = []
    for seen, left in StratifiedKFold(5, shuffle=True, random_state=2).split(score[:, None], truth):
        log = fit(ScoreTable.of(score[seen], truth[seen]), READING).log_ratio(score[left])
        read = np.clip(log, -1e300, 1e300)
        gains.append(roc_auc_score(truth[left], read) - roc_auc_score(truth[left], score[left]))
    return float(np.mean(gains))


def pairs(models: tuple[str, ...] = tuple(MODELS), sets: tuple[str, ...] = SETS) -> Iterator[Claim]:
    """Models that people train, on sets of many kinds."""
    gains = np.array([unseen(*scored(model, name)) for name in sets for model in models])
    yield at_least("models on data sets: least gain in area on unseen cases", -0.004, gains.min())
    yield at_least("models on data sets: mean gain in area on unseen cases", 0.0, gains.mean())
    yield at_most("models on data sets: share that loses more than 0.004", 0.0, (gains < -0.004).mean())


def scenarios(cases: int = 10_000) -> Iterator[Claim]:
    """The exact area of what is read from simulated cases: laws in small cells instead of cases."""
    for scenario in SCENARIOS.values():
        table = drawn(scenario, cases, 1)
        parts = np.array(scenario.positives.parts + scenario.negatives.parts)
        edges = np.linspace((parts[:, 0] - 6 * parts[:, 1]).min(), (parts[:, 0] + 6 * parts[:, 1]).max(), 20_001)
        log = fit(table, READING).log_ratio((edges[1:] + edges[:-1]) / 2)
        masses = (np.diff(law.below(edges)) for law in (scenario.positives, scenario.negatives))
        area = ScoreTable.summed(np.clip(log, -1e300, 1e300), *masses).auc
        yield at_most(f"{scenario.key}: area below the exact one", 0.01, scenario.best_auc - area)


def drawn(scenario, cases: int, seed: int) -> ScoreTable:
    """Cases of a scenario."""
    rng = np.random.default_rng(seed)
    score = np.concatenate([law.draw(cases, rng) for law in (scenario.positives, scenario.negatives)])
    return ScoreTable.of(score, np.repeat([1, 0], cases))


def told(table: ScoreTable) -> tuple[str, str]:
    """What is answered, and everything else that is said of the reading."""
    answer = likelihood.answer(data_of(table), likelihood.Choices(method=READING))
    return answer.sentence, " ".join([answer.reason, *(note.text for note in answer.notes)])


SEPARATES_BETTER = ("Yes", "Hardly", "Probably")


def noise(sets: int = 100) -> Iterator[Claim]:
    """Scores that know nothing of the truth."""
    better = wrong = 0
    for seed in range(sets):
        rng = np.random.default_rng(seed)
        size = (200, 400)[seed % 2]
        score = rng.normal(size=size) if seed % 4 < 2 else rng.random(size)
        answer, said = told(ScoreTable.of(score, np.arange(size) % 2))
        better += any(word in answer for word in SEPARATES_BETTER)
        wrong += "point the wrong way" in answer + said
    yield at_most("noise, 200 and 400 cases: share reported to separate better", 0.05, better / sets)
    yield at_most("noise, 200 and 400 cases: share reported to point the wrong way", 0.05, wrong / sets)


def contradictions(sets: int = 20) -> Iterator[Claim]:
    """An answer that the scores separate better, beside words that one threshold will do."""
    for key in ("scenario_1", "scenario_2"):
        yes = against = 0
        for seed in range(sets):
            answer, said = told(drawn(SCENARIOS[key], 100, seed))
            better = any(word in answer for word in SEPARATES_BETTER) and "turned round" not in answer
            yes += better
            against += better and any(
                other in said
                for other in (
                    "one threshold is all",
                    "do not show whether",
                    "point the wrong way",
                    "Keep the scores as",
                )
            )
        yield at_least(f"{key}, 200 cases: share reported to separate better", 0.7, yes / sets)
        yield at_most(f"{key}, 200 cases: share reported so despite a note against it", 0.0, against / sets)


def bands(samples: int = 30) -> Iterator[Claim]:
    """The band of a ratio about the mean of what the reading finds in many samples."""
    x = np.linspace(0.05, 0.95, 19)
    laws = beta(3, 1.5), beta(1.5, 2)
    for method, scale in (("splines", "logit"), ("kde", "reflect")):
        logs, ends = [], []
        for seed in range(5 * samples):
            rng = np.random.default_rng(seed)
            score = np.concatenate([law.rvs(200, random_state=rng) for law in laws])
            table = ScoreTable.of(score, np.repeat([1, 0], 200))
            reading = fit(table, method, bounds=scale)
            logs.append(reading.log_ratio(x))
            if seed < samples:
                ends.append(log_ratio_band(reading, table, x, rng=rng))
        middle, (low, high) = np.mean(logs, axis=0), np.swapaxes(ends, 0, 1)
        holds = ((low <= middle) & (middle <= high)).mean()
        yield at_least(f"band of the ratio, {method}, 400 cases: holds the mean of all samples", 0.9, holds)


def exact_lines(samples: int = 20, cases: int = 5_000) -> Iterator[Claim]:
    """Where the exact ratio of two groups beside one lies in the band of what is read."""
    for key in ("scenario_3", "scenario_4"):
        axis = []
        for seed in range(samples):
            table = drawn(SCENARIOS[key], cases, seed)
            seen = portrait(fit(table, READING), table, rng=np.random.default_rng(seed))
            laws = (SCENARIOS[key].positives, SCENARIOS[key].negatives)
            exact = np.subtract(*(law.log_density(seen.score) for law in laws))
            axis.append(((seen.low <= exact) & (exact <= seen.high)).mean())
        what = f"{key}, 10,000 cases: share of the axis where the band holds the exact ratio"
        yield at_least(what, 0.75, float(np.mean(axis)))


def claims(size: float) -> Iterator[Claim]:
    """All of them, a sample at a size below 1."""
    yield from pairs() if size == 1 else pairs(("logistic regression", "naive Bayes"), SETS[:2])
    yield from scenarios()
    yield from noise(max(round(100 * size), 4))
    yield from contradictions(max(round(20 * size), 4))
    yield from bands(max(round(30 * size), 4))
    yield from exact_lines(max(round(20 * size), 4))
