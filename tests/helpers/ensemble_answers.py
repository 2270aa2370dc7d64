"""Models made up and read together."""

import math
from dataclasses import replace
from functools import cache
from types import SimpleNamespace

import numpy as np
import pytest

from ddcore.answers import ensemble, joint
from ddcore.answers.answer import Figure, Table
from ddcore.counts import Counts
from ddcore.scores.together import together
from tests.helpers.answers import asked, interval
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
    found = together(scores, truth, method, positive=True, names=names, folds=folds, rng=rng, **options)
    return found, scores, truth


BASE, SCORES, TRUTH = read()
KERNEL, _, _ = read(method="kde", cases=40)


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
    ways.append(replace(BASE.whole, auc=interval(whole, whole - 0.05, whole + 0.05)))
    ways += [way("stacked" if one[0] == "Stacking" else "mixed", *one) for one in others]
    return replace(BASE, ways=tuple(ways), **more)


def counts(tp, fp, fn, tn):
    return Counts(tp=tp, fp=fp, fn=fn, tn=tn)


def calls(found, *cells):
    """Each model alone and all together, with the four counts of each."""
    return list(zip((*found.of("alone"), found.whole), (counts(*cell) for cell in cells), strict=True))


EQUAL = ((20, 5, 10, 25),) * 3


def answered(found, cells=EQUAL, pair=None, left_out=0, **choices):
    """The answer where the models are read together so, and each way calls what the cells say."""
    if not (*found.of("stacked"), *found.of("mixed")):
        found = replace(found, ways=(*found.ways, way("mixed", "Mean", 0.6, CLEAR)))
    data = replace(shared(TRUTH, dict(zip("ab", SCORES.T, strict=True))), sample=pair)
    calls = iter([cell if isinstance(cell, Counts) else counts(*cell) for cell in (*cells, *cells[:1] * 20)])
    cases = joint.Cases(("a", "b"), SCORES, TRUTH, None, left_out)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ensemble, "_together", lambda *given: found)
        patch.setattr(ensemble, "cases_of", lambda *given: cases)
        patch.setattr(ensemble, "called_by", lambda *given: SimpleNamespace(counts=next(calls)))
        patch.setattr(ensemble, "plane", lambda *given: Figure("Plane", "Plane.", None))
        patch.setattr(ensemble, "plane_table", lambda *given: Table("Plane", 0, None))
        return asked("ensemble", data, **choices)


def at_share(some):
    """The head and the rows of the small table, as lists."""
    rows = ensemble._found_rows(some, "ill")
    return [rows.columns.tolist(), *rows.to_numpy().tolist()]
