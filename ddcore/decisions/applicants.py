"""The applicants of a book, as they are resampled: what every lending policy is judged by."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from ddcore.arrays import Array
from ddcore.decisions.pricing import Book
from ddcore.resampling.bootstrap import draw_tally
from ddcore.table import ScoreTable

RESAMPLES = 400
"""Resamples of the applicants, for the intervals."""
GROUPS = 2000
"""Risks whose applicants are resampled apart: within a group profits differ so little that intervals do not."""
NEIGHBOURS = 20_000
"""Parts with as many risks each, within which four times as many risks or more are put together at their mean.

Profits are smooth within a category, so that this moves them by less than a millionth.
"""


@dataclass(frozen=True, eq=False)
class Applicants:
    """The applicants of a table, with what does not depend on a policy.

    `book` is what policies are chosen by. Group i has the risks from place first[i] on; `parts` are finer, and what
    happens within one of them is told by its mean risk. `drawn` is how many applicants
    of each group are in each resample, a row each: first those who pay back, then those who do not; None for weighted
    applicants and for a single one.

    >>> table = ScoreTable.of([0.05, 0.1, 0.1, 0.2], [0, 0, 0, 1])
    >>> applicants = Applicants.of(table, rng=np.random.default_rng(1))
    >>> applicants.first.tolist(), applicants.drawn.shape, applicants.drawn[0].sum()
    ([0, 1, 2], (400, 6), np.int64(4))
    """

    table: ScoreTable
    book: Book
    first: NDArray[np.intp]
    parts: NDArray[np.intp]
    drawn: NDArray[np.int32] | None

    @classmethod
    def of(cls, table: ScoreTable, *, rng: np.random.Generator) -> "Applicants":
        """From a table whose scores are risks and whose positives did not pay back; raises `InputError` as `Book.of`.

        How many applicants of one risk and one fate a resample has is multinomial; it has as many as say as much where
        they stand in clusters. Of more than `GROUPS` risks, neighbours are drawn together.
        """
        table = table.unweighted()
        book, size, drawn = Book.of(table), table.score.size, None
        first = np.linspace(0, size, min(size, GROUPS), endpoint=False).astype(np.intp)
        if table.whole and table.total > 1:
            worth = max(round(sum(table.effective)), 1)
            drawn = draw_tally(by_fate(table, first).ravel(), RESAMPLES, rng=rng, cases=worth).astype(np.int32)
        few = not table.whole or size <= 4 * NEIGHBOURS
        parts = np.linspace(0, size, size if few else NEIGHBOURS, endpoint=False).astype(np.intp)
        return cls(table, book, first, np.union1d(parts, first), drawn)

    @cached_property
    def _risk_below(self) -> Array:
        """The sum of the risks of the applicants below each place, and of all."""
        table = self.table
        return np.concatenate(([0.0], np.cumsum(table.score * (table.positives + table.negatives))))

    def together(self, parts: NDArray[np.intp]) -> ScoreTable:
        """The applicants from each of these places on up to the next, at their mean risk."""
        table, ends = self.table, np.append(parts, self.table.score.size)
        if parts.size == table.score.size:
            return table
        below = table.at(np.append(table.score[parts], np.inf))
        positives, negatives = np.diff(below.fn), np.diff(below.tn)
        cases, sums, lowest = positives + negatives, np.diff(self._risk_below[ends]), table.score[parts]
        risk = np.divide(sums, cases, out=lowest.copy(), where=cases > 0)
        return ScoreTable(np.clip(risk, lowest, table.score[ends[1:] - 1]), positives, negatives)

    def resampled(
        self, first: NDArray[np.intp], earned: Array, cells: NDArray[np.int64], *, rng: np.random.Generator
    ) -> Array | None:
        """The mean profit of each method, a row each, in each resample; None where none can be drawn.

        Groups begin at the places `first`, some of them within groups of the applicants: there each resample sends its
        applicants to the parts by their sizes. `earned` is what each method earned of each group, by fate, and `cells`
        are the applicants of each group by fate.
        """
        if self.drawn is None:
            return None
        means = earned / np.maximum(cells, 1)[:, None]
        group = np.searchsorted(self.first, first, side="right") - 1
        sizes = np.bincount(group, minlength=self.first.size)
        of_whole = np.zeros((*means.shape[:2], self.first.size))
        of_whole[..., sizes == 1] = means[..., sizes[group] == 1]
        # `einsum`, as the matrix product of BLAS waits for other threads, on a busy machine longer than it computes.
        sums = np.einsum("ij,kj", np.concatenate(list(of_whole), axis=1), self.drawn.astype(np.float64))
        for drawn, sized, mean in zip(np.hsplit(self.drawn, 2), cells, means, strict=True):
            for own in np.flatnonzero(sizes > 1):
                parts = np.flatnonzero(group == own)
                if total := sized[parts].sum():
                    sums += np.einsum("ij,kj", mean[:, parts], rng.multinomial(drawn[:, own], sized[parts] / total))
        return np.asarray(sums / float(self.drawn[0].sum()))


def by_fate(table: ScoreTable, first: NDArray[np.intp]) -> NDArray[np.int64]:
    """Applicants of each group who pay back, and who do not."""
    return np.array([np.add.reduceat(tally, first) for tally in (table.negatives, table.positives)])
