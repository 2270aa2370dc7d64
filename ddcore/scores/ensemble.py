"""The likelihood ratio of the scores of several classifiers together, and its map over the plane of two scores.

The ratio of the joint densities separates at least as well as any function of either score (Gong 2022, Theorem 2;
Neyman & Pearson 1933) where the densities are known. Where they are estimated it may not: `together` judges that on
unseen cases.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.ndimage import distance_transform_edt
from scipy.special import expit, logit

from ddcore.arrays import Array
from ddcore.errors import InputError
from ddcore.records.labels import are_positive, weights
from ddcore.scores.joint import JOINT_METHODS, JointEstimate
from ddcore.scores.kernel import BANDWIDTHS
from ddcore.scores.ratio import as_they_are, log_odds

JOINT_BOUNDS = {"logit": "On the scale of log odds", "none": "Leave the scores as they are"}
"""What becomes of columns of probabilities, which pile up at 0 and 1."""


@dataclass(frozen=True, eq=False)
class Ensemble:
    """The likelihood ratio of several scores together: `.ratio(scores)`, `.posterior(scores, prevalence)`.

    `method` is a key of `JOINT_METHODS`, `names` are the columns, `scales` what each is read on. `estimate` has the
    ratio on these scales.

    >>> ensemble = fit([[1, 2], [2, 1], [3, 4], [4, 3]], [0, 0, 1, 1], "binormal", names=("old", "new"))
    >>> ensemble.names, ensemble.log_ratio([[2.5, 2.5]]).round(6).tolist(), ensemble.densities([[1, 1]])[0].shape
    (('old', 'new'), [0.0], (1,))
    """

    method: str
    names: tuple[str, ...]
    estimate: JointEstimate
    scales: tuple[Callable[[Array], Array], ...]

    @property
    def facts(self) -> tuple[str, ...]:
        """Sentences on what was estimated."""
        return self.estimate.facts

    def log_ratio(self, scores: ArrayLike) -> Array:
        """Logarithm of the likelihood ratio for each row of scores of shape (cases, columns): shape (cases,).

        Raises `InputError` as `checked_scores` does, and "scores must have 2 columns, got 3".
        """
        return self.estimate.log_ratio(self.scaled(scores))

    def ratio(self, scores: ArrayLike) -> Array:
        """Likelihood ratio f1(x1, x2) / f0(x1, x2) for each row: above 1 favours positive (Gong 2022, equation 8.1)."""
        with np.errstate(over="ignore"):
            return np.asarray(np.exp(self.log_ratio(scores)))

    def posterior(self, scores: ArrayLike, prevalence: float) -> Array:
        """Probability of being positive for each row of scores, at a share of positives: shape (cases,).

        Raises `InputError` "prevalence must be a number above 0 and below 1, got 1", and as `log_ratio` does.
        """
        if not (np.ndim(prevalence) == 0 and 0 < prevalence < 1):
            raise InputError(f"prevalence must be a number above 0 and below 1, got {prevalence!r:.40}")
        return np.asarray(expit(self.log_ratio(scores) + logit(prevalence)))

    def densities(self, scores: ArrayLike) -> tuple[Array, Array] | None:
        """Densities of positives and negatives of shape (cases,), per unit of `scales`; None where there are none."""
        if self.estimate.densities is None:
            return None
        positive, negative = (density(self.scaled(scores)) for density in self.estimate.densities)
        return positive, negative

    def scaled(self, scores: ArrayLike) -> Array:
        """Scores on the scales on which they are read together, of shape (cases, columns).

        Raises `InputError` as `checked_scores` does, and "scores must have 2 columns, got 3".
        """
        columns = checked_scores(scores)
        if columns.shape[1] != len(self.names):
            raise InputError(f"scores must have {len(self.names)} columns, got {columns.shape[1]}")
        return np.stack([scale(column) for scale, column in zip(self.scales, columns.T, strict=True)], axis=1)


def checked_scores(scores: ArrayLike) -> Array:
    """Scores of shape (cases, columns) as numbers, all finite.

    Raises `InputError` "scores must have one row per case and two or more columns, got ...", "a score must be a finite
    number, got nan in row 3 of column 2" (both count from 1).

    >>> checked_scores([[1, 2], [3, float("nan")]])
    Traceback (most recent call last):
    ddcore.errors.InputError: a score must be a finite number, got nan in row 2 of column 2
    """
    try:
        columns = np.asarray(scores, dtype=np.float64)
    except (TypeError, ValueError):
        raise InputError(f"scores must be numbers, one row per case, got {scores!r:.40}") from None
    if columns.ndim != 2 or columns.shape[1] < 2:
        raise InputError(
            f"scores must have one row per case and two or more columns, got an array of shape {columns.shape}"
        )
    broken = np.argwhere(~np.isfinite(columns))
    if broken.size:
        row, column = broken[0]
        raise InputError(
            f"a score must be a finite number, got {columns[row, column]} in row {row + 1} of column {column + 1}"
        )
    return columns


def fit(
    scores: ArrayLike,
    truth: ArrayLike,
    method: str = "kde",
    *,
    positive: Any = None,
    bandwidth: str = "normal",
    bounds: str | None = None,
    names: Sequence[str] = (),
    weight: ArrayLike | None = None,
) -> Ensemble:
    """The likelihood ratio of several scores of the same cases read together.

    Parameters
    ----------
    scores : array_like of shape (cases, columns)
    truth : array_like of shape (cases,)
        Row i of the scores belongs to truth i.
    method : str
        A key of `JOINT_METHODS`.
    positive : optional
        The label of the positive class, as in `ScoreTable.of`.
    bandwidth : str
        A rule of `kernel.BANDWIDTHS`.
    bounds : str or None
        "logit" reads columns within 0 and 1 as log odds; None does so where all scores of a column are.
    names : sequence of str
        Names of the columns in messages.
    weight : array_like of shape (cases,), optional
        What each case counts, above 0.

    Returns
    -------
    Ensemble
        With `.ratio(scores)`.

    Raises
    ------
    InputError
        Where a class has no case, a column is constant or (but for "logistic") the other one on another scale, and for
        the kernel with more than two columns: its error shrinks with n^(-4 / (4 + columns)) only, so that three need
        far more cases (Scott 1992, section 7.2).

    Examples
    --------
    >>> ensemble = fit([[1, 2], [2, 1], [3, 4], [4, 3]], [0, 0, 1, 1], "logistic")
    >>> (ensemble.ratio([[1, 1], [4, 4]]) > 1).tolist()
    [False, True]
    """
    columns = checked_scores(scores)
    true = positives(truth, positive, len(columns))
    named = tuple(names) or tuple(f"column {number + 1}" for number in range(columns.shape[1]))
    if len(named) != columns.shape[1]:
        raise InputError(f"names must be one for each of {columns.shape[1]} columns, got {len(named)}")
    if method not in JOINT_METHODS:
        raise InputError(f"method must be one of {', '.join(JOINT_METHODS)}, got {method!r:.40}")
    if bandwidth not in BANDWIDTHS:
        raise InputError(f"bandwidth must be one of {', '.join(BANDWIDTHS)}, got {bandwidth!r:.40}")
    most = JOINT_METHODS[method].most
    if most is not None and columns.shape[1] > most:
        *others, last = (key for key, learner in JOINT_METHODS.items() if learner.most is None)
        raise InputError(
            f"{method} takes two columns, got {columns.shape[1]}: a density of three scores needs far more cases; "
            f"choose {', '.join(others)} or {last}"
        )
    for cases, name in ((true, "positive"), (~true, "negative")):
        if not cases.any():
            raise InputError(f"a likelihood ratio needs cases of both classes, got no {name} case")
    scales = tuple(_scale(column, bounds) for column in columns.T)
    scaled = np.stack([scale(column) for scale, column in zip(scales, columns.T, strict=True)], axis=1)
    options: dict[str, Any] = {"bandwidth": bandwidth} if JOINT_METHODS[method].smooth else {}
    share = checked_weights(weight, len(columns))
    if share is not None:
        options["weights"] = share[true], share[~true]
    return Ensemble(method, named, JOINT_METHODS[method].fit(scaled[true], scaled[~true], named, **options), scales)


def checked_weights(weight: ArrayLike | None, cases: int) -> Array | None:
    """Case weights as numbers, one a case, None if there are none.

    Raises `InputError` as `labels.weights` does, and "weight must be above 0, got 0 in row 3; leave such cases out".

    >>> checked_weights([1, 2.5], 2).tolist(), checked_weights(None, 2)
    ([1.0, 2.5], None)
    """
    if weight is None:
        return None
    share = weights(weight, (cases,))
    if not share.all():
        raise InputError(f"weight must be above 0, got 0 in row {int(np.argmin(share)) + 1}; leave such cases out")
    return share


def positives(truth: ArrayLike, positive: Any, cases: int) -> NDArray[np.bool_]:
    """Which cases are truly positive, see `labels.are_positive`: booleans of shape (cases,).

    Raises `InputError` as that does, and "scores and truth must have the same length, got 3 and 2".

    >>> positives(["ill", "well"], "ill", 2).tolist()
    [True, False]
    """
    (true,) = are_positive({"truth": truth}, positive)
    if true.size != cases:
        raise InputError(f"scores and truth must have the same length, got {cases} and {true.size}")
    return true


def _scale(column: Array, bounds: str | None) -> Callable[[Array], Array]:
    within = bool(column.min(initial=0) >= 0 and column.max(initial=0) <= 1)
    if bounds not in (None, *JOINT_BOUNDS):
        raise InputError(f"bounds must be one of {', '.join(JOINT_BOUNDS)}, got {bounds!r:.40}")
    if bounds == "logit" and not within:
        raise InputError(f"scores must be between 0 and 1 to have log odds, got {column.min():g} to {column.max():g}")
    ascending = np.unique(column)
    if within and bounds != "none":
        return log_odds(ascending)[0]
    scale, middle = as_they_are(ascending)[0], float(np.median(ascending))
    return lambda scores: scale(scores) - middle


@dataclass(frozen=True, eq=False)
class Regions:
    """The plane of two scores: `log_ratio` has a row for each y and a column for each x.

    `near` says whether a case is near.

    >>> scores = [[1, 2], [2, 1], [3, 4], [4, 3]]
    >>> plane = regions(fit(scores, [0, 0, 1, 1], "logistic"), scores)
    >>> plane.x[[0, -1]].tolist(), plane.y[[0, -1]].tolist(), bool(plane.near[0, 0])
    ([1.0, 4.0], [1.0, 4.0], False)
    """

    x: Array
    y: Array
    log_ratio: Array
    near: NDArray[np.bool_]


PLANE_POINTS = 121
NEAR = 12
"""Points of the plane from a case within which it counts as near, a tenth of an axis."""


def regions(ensemble: Ensemble, scores: ArrayLike) -> Regions:
    """The evidence of two scores all over their plane, the outermost 0.2 % of each score left out if far away.

    Raises `InputError` "a plane has two scores, got 3".

    >>> scores = [[1, 2], [2, 1], [3, 4], [4, 3]]
    >>> regions(fit(scores, [0, 0, 1, 1], "logistic"), scores).log_ratio.shape
    (121, 121)
    """
    if len(ensemble.names) != 2:
        raise InputError(f"a plane has two scores, got {len(ensemble.names)}")
    columns = checked_scores(scores)
    if columns.shape[1] != 2:
        raise InputError(f"a plane has two scores, got {columns.shape[1]}")
    x, y = (_span(column) for column in columns.T)
    grid = np.stack(np.meshgrid(x, y), axis=-1).reshape(-1, 2)
    held, _, _ = np.histogram2d(columns[:, 1], columns[:, 0], [_edges(y), _edges(x)])
    near = np.asarray(distance_transform_edt(held == 0) <= NEAR)
    return Regions(x, y, ensemble.log_ratio(grid).reshape(PLANE_POINTS, PLANE_POINTS), near)


def _edges(axis: Array) -> Array:
    """Half way between the points of an axis, and as far beyond its ends."""
    step = axis[1] - axis[0]
    return np.asarray(np.append(axis - step / 2, axis[-1] + step / 2))


def _span(column: Array) -> Array:
    low, high = float(column.min()), float(column.max())
    inner = np.quantile(column, [0.002, 0.998])
    if high - low > 1.5 * (inner[1] - inner[0]) > 0:
        low, high = map(float, inner)
    return np.linspace(low, high, PLANE_POINTS)
