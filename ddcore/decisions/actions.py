"""The best of several answers for cases of several classes: what each is worth, and what choosing by that is worth."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.optimize import linprog

from ddcore.arrays import Array
from ddcore.decisions.class_probabilities import ClassProbabilities
from ddcore.decisions.utility import LARGEST, ROUNDING
from ddcore.errors import InputError
from ddcore.interval import Interval, bounded_mean


@dataclass(frozen=True, eq=False)
class Actions:
    """What each answer is worth for a case of each class: `utility` has a row an answer and a column a class.

    >>> triage = Actions.of({"treat A": [10, -5], "treat B": [-5, 10], "treat both": [6, 6]})
    >>> triage.best([[0.9, 0.1], [0.5, 0.5]]).tolist(), triage.expected([0.5, 0.5]).tolist()
    ([0, 2], [2.5, 2.5, 6.0])
    """

    names: tuple[str, ...]
    utility: Array

    @classmethod
    def of(cls, rows: dict[str, Sequence[float]]) -> "Actions":
        """From what each answer is worth, class by class.

        Raises `InputError` "there must be two answers or more, got 1", "each answer must have as many numbers as there
        are classes, got 2 and 3" and "the payoff of an answer must be a number from -10^15 to 10^15, got nan".
        """
        if len(rows) < 2:
            raise InputError(f"there must be two answers or more, got {len(rows)}")
        sizes = sorted({len(row) for row in rows.values()})
        if len(sizes) > 1:
            raise InputError(f"each answer must have one number for each class, got {sizes[0]} and {sizes[-1]}")
        utility = np.array(list(rows.values()), dtype=float)
        usable = np.abs(utility) <= LARGEST
        if not usable.all():
            wrong = utility[~usable][0]
            raise InputError(f"the payoff of an answer must be a number from -10^15 to 10^15, got {wrong:g}")
        return cls(tuple(rows), utility)

    def expected(self, probability: ArrayLike) -> Array:
        """The mean worth of each answer for cases with these probabilities of the classes, along the last axis.

        sum_c p_c U(a, c) (Dyrland, Lundervold & Porta Mana 2022, equation 8).
        """
        return np.asarray(np.asarray(probability, dtype=float) @ self.utility.T)

    def best(self, probability: ArrayLike) -> NDArray[np.intp]:
        """The place of the answer with the largest mean worth; of equals the first."""
        expected = self.worths(probability)
        level = expected.max(axis=0) - ROUNDING * self.span
        place = np.zeros(level.shape, np.intp)
        for answer in reversed(range(len(self.names))):
            place[expected[answer] >= level] = answer
        return place

    def worths(self, probability: ArrayLike) -> Array:
        """The mean worth of each answer along the first axis: the largest of each case is found soon there."""
        return np.tensordot(self.utility, np.asarray(probability, dtype=float), axes=(1, -1))

    @property
    def span(self) -> float:
        """From the least to the largest worth."""
        return float(np.ptp(self.utility))

    def useful(self) -> NDArray[np.bool_]:
        """Which answers are best for some probabilities: the others lie below what the rest can be mixed to.

        An answer is useful unless some mixture of the others is worth as much for every class and more for one; told
        by linear programming.

        >>> Actions.of({"a": [1, 0], "b": [0, 1], "never": [0.4, 0.4]}).useful().tolist()
        [True, True, False]
        """
        answers, classes = self.utility.shape
        found = np.zeros(answers, dtype=bool)
        utility = (self.utility - self.utility.min()) / (self.span or 1.0)
        for place in range(answers):
            equal = (utility == utility[place]).all(axis=1)
            # Of equals the first is the best.
            others = utility[~equal | (np.arange(answers) < place)]
            # The largest lead over all others that some probabilities give: p >= 0, sum p = 1, U_a p - U_b p >= lead.
            rows = np.column_stack([others - utility[place], np.ones(len(others))])
            if not len(others):
                found[place] = True
                continue
            lead = linprog(
                np.append(np.zeros(classes), -1.0),
                A_ub=rows,
                b_ub=np.zeros(len(others)),
                A_eq=[[*[1.0] * classes, 0.0]],
                b_eq=[1.0],
                bounds=[*[(0, 1)] * classes, (None, None)],
            )
            found[place] = -lead.fun > 1e-9
        return found

    def switches(self) -> list[tuple[float, int]]:
        """For two classes: from which probability of the first on which answer is best, from 0 up.

        >>> [(round(p, 3), a) for p, a in Actions.of({"yes": [1, -1], "no": [0, 0], "ask": [0.3, -0.1]}).switches()]
        [(0.0, 1), (0.25, 2), (0.562, 0)]
        """
        if self.utility.shape[1] != 2:
            raise InputError(f"switches need two classes, got {self.utility.shape[1]}")
        gain, start = self.utility[:, 0] - self.utility[:, 1], self.utility[:, 1]
        at, place = 0.0, int(self.best([0.0, 1.0]))
        found = [(0.0, place)]
        while True:
            with np.errstate(divide="ignore", invalid="ignore"):
                meets = np.where(gain > gain[place], (start[place] - start) / (gain - gain[place]), math.inf)
            following = float(meets.min(initial=math.inf))
            if not following < 1:
                return found
            ahead = np.flatnonzero(np.isclose(meets, following, rtol=0, atol=1e-12))
            place = int(ahead[np.argmax(gain[ahead])])
            at = max(at, following)
            if at == 0:
                found = [(0.0, place)]
            else:
                found.append((at, place))


def region(actions: Actions, place: int) -> Array:
    """For three classes the probabilities for which an answer is the best: the corners of a polygon, a row each.

    The triangle of all probabilities, cut by each other answer in turn (Sutherland & Hodgman 1974); no rows where the
    answer is never the best.

    >>> region(Actions.of({"a": [1, 0, 0], "b": [0, 1, 1]}), 0).tolist()
    [[1.0, 0.0, 0.0], [0.5, 0.5, 0.0], [0.5, 0.0, 0.5]]
    """
    corners = list(np.eye(3))
    for other in range(len(actions.names)):
        if other == place:
            continue
        lead = actions.utility[place] - actions.utility[other]
        if other < place and not lead.any():
            # Of equals the first is the best.
            return np.empty((0, 3))
        kept: list[Array] = []
        for first, second in zip(corners, [*corners[1:], *corners[:1]], strict=True):
            here, there = float(lead @ first), float(lead @ second)
            if here >= 0:
                kept.append(first)
            if here * there < 0:
                kept.append(first + (second - first) * here / (here - there))
        corners = kept
    return np.array(corners).reshape(-1, 3)


@dataclass(frozen=True, eq=False)
class Judged:
    """What choosing the best answer case by case came to.

    `worth` is the mean worth of a case with its interval, `promised` the mean that the probabilities said it would be,
    `surplus` what the truth adds to that. `constant` is the place of the best answer for all, `always` what a case is
    worth with it, and `gain` what choosing adds. `by_class` are the cases that got each answer (rows), by their true
    class (columns).
    """

    worth: Interval
    promised: float
    surplus: Interval
    constant: int
    always: Interval
    gain: Interval
    by_class: Array


def judged(actions: Actions, cases: ClassProbabilities, inflation: float = 1.0) -> Judged:
    """The best answer for each unit by its probabilities, and what that was worth by the truth.

    The mean over all cases and, paired, its difference to the best answer for all and to what was promised; the
    intervals are `bounded_mean` on the scale from the least to the largest worth (and difference) that the table
    allows, with `inflation` times the variance, for probabilities that were learned from these cases. An answer that is
    worth the same whatever the class has no interval. The best answer for all is what a decision without skill can
    reach, since the mean worth of answers that do not look at the cases is a mean of those of constant answers.

    >>> cases = ClassProbabilities(("x", "y"), np.array([[0.9, 0.1], [0.2, 0.8]]), np.array([[8, 2], [1, 9]]))
    >>> result = judged(Actions.of({"x": [1, 0], "y": [0, 1]}), cases)
    >>> round(result.worth.value, 3), round(result.promised, 3), round(result.gain.value, 3), result.by_class.tolist()
    (0.85, 0.85, 0.3, [[8.0, 2.0], [1.0, 9.0]])
    """
    answer = actions.best(cases.probability)
    total = float(cases.cases.sum())
    constant = int(np.argmax(actions.utility @ cases.cases.sum(axis=0)))
    by_class = _by_answer(answer, cases.cases, actions)
    squares = by_class if cases.squares is None else _by_answer(answer, cases.squares, actions)
    expected = actions.worths(cases.probability).max(axis=0)
    utility, row = actions.utility, actions.utility[constant]
    by_answer, by_truth = (float(np.ptp(utility, axis=axis).max()) for axis in (0, 1))
    return Judged(
        worth=_mean(utility, by_class, squares, float(utility.min()), float(utility.max()), inflation),
        promised=float(expected @ cases.cases.sum(axis=1)) / total,
        surplus=_mean(
            utility[answer] - expected[:, None],
            cases.cases,
            cases.cases if cases.squares is None else cases.squares,
            -by_truth,
            by_truth,
            inflation,
        ),
        constant=constant,
        always=_mean(np.broadcast_to(row, utility.shape), by_class, squares, float(row.min()), float(row.max())),
        gain=_mean(utility - row, by_class, squares, -by_answer, by_answer, inflation),
        by_class=by_class,
    )


def _by_answer(answer: NDArray[np.intp], cases: Array, actions: Actions) -> Array:
    """The sums over the units that got each answer (rows), by class (columns)."""
    size = len(actions.names)
    return np.column_stack([np.bincount(answer, column, minlength=size) for column in cases.T])


def _mean(worth: Array, cases: Array, squares: Array, least: float, most: float, inflation: float = 1.0) -> Interval:
    """The mean of numbers between two ends, of which there are `cases`, with the sums of squared weights."""
    total = float(cases.sum())
    value = float(np.sum(worth * cases)) / total
    if most == least:
        return Interval(value, value, value)
    effective = total / float(squares.sum()) * total
    if not effective > 1:
        return Interval(value)
    span = most - least
    apart = (worth - value) / span
    variance = float((squares * apart**2).sum()) / float(squares.sum()) * effective / (effective - 1)
    share = min(max((value - least) / span, 0.0), 1.0)
    return bounded_mean(share, variance, effective, inflation=inflation).scaled(span, least)
