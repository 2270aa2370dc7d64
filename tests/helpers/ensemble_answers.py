"""Models made up and read together."""

import math
from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from ddcore.answers.ensemble.compute import Cases
from ddcore.answers.ensemble.tables import found_rows
from ddcore.answers.ensemble.words import notes
from ddcore.counts import Counts
from ddcore.scores import likelihood
from ddcore.scores.choice import ORDER, Choice
from ddcore.scores.together import together
from tests.helpers.answers import interval
from tests.helpers.lines import MARKUP
from tests.helpers.scored import together as shared

NAN = math.nan
MARKED = [*MARKUP, "*a*", "[x](http://e.x)"]


@cache
def read(models=2, method="binormal", seed=1, cases=60, names=(), folds=5, **options):
    rng = np.random.default_rng(seed)
    truth = np.arange(cases) < cases // 2
    scores = rng.normal(size=(cases, models)) + truth[:, None]
    names = names or tuple("abcdefgh"[:models])
    with pytest.MonkeyPatch.context() as patch:
        # Which reading of each model alone is best takes most of the time, and no test here asks for it.
        patch.setattr(likelihood, "choose", lambda *given: Choice(ORDER, None))
        found = together(scores, truth, method, positive=True, names=names, folds=folds, rng=rng, **options)
    return found, scores, truth


BASE, SCORES, TRUTH = read()
DATA = shared(TRUTH, dict(zip("ab", SCORES.T, strict=True)))


def way(kind, title, auc, gain):
    """A way to score with an area and what the models together gain on it: value, low and high."""
    one = next(way for way in BASE.ways if way.kind == kind)
    return replace(one, title=title, auc=interval(auc), gain=interval(*gain))


UNCLEAR, CLEAR, WORSE = (0.02, -0.03, 0.07), (0.05, 0.01, 0.09), (-0.05, -0.09, -0.01)


def made(alone=(("a", 0.8, CLEAR), ("b", 0.75, CLEAR)), others=(), whole=0.9, evidence=(), **more):
    """Models alone, each a name, an area and a gain, and other ways, of which Stacking is one, the rest mixed.

    `evidence` are models read as evidence.
    """
    ways = [way("alone", *one) for one in alone]
    ways += [way("read", *one) for one in evidence]
    ways.append(replace(BASE.joint_way, auc=interval(whole, whole - 0.05, whole + 0.05)))
    ways += [way("stacked" if one[0] == "Stacking" else "mixed", *one) for one in others]
    return replace(BASE, ways=tuple(ways), **more)


def calls(found, *cells):
    """Each model alone and all together, with the four counts of each."""
    return list(
        zip(
            (*found.of("alone"), found.joint_way),
            (Counts(**dict(zip(CELLS, cell, strict=True))) for cell in cells),
            strict=True,
        )
    )


CELLS = ("tp", "fp", "fn", "tn")
EQUAL = ((20, 5, 10, 25),) * 3


def notes_of(found, cells=EQUAL, pair=None, left_out=0, known=4):
    """The notes by their codes where the models are read together so, and each way calls what the cells say."""
    if not (*found.of("stacked"), *found.of("mixed")):
        found = replace(found, ways=(*found.ways, way("mixed", "Mean", 0.6, CLEAR)))
    some = [*cells, *cells[:1] * len(found.of("alone"))][: len(found.of("alone")) + 1]
    data = replace(DATA, sample=pair)
    cases = Cases((), np.zeros((4, 2)), np.zeros(4, bool), None, left_out, known)
    return {note.code: note.text for note in notes(found, calls(found, *some), data, cases)}


def at_share(some):
    """The head and the rows of the small table, as lists."""
    rows = found_rows(some, "ill")
    return [rows.columns.tolist(), *rows.to_numpy().tolist()]
