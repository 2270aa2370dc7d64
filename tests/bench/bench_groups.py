"""Times of verdicts on many groups beside their targets, and beside a loop of pandas and scikit-learn in the same run.

Not part of the gate: `python -m tests.bench.bench_groups` (about half a minute). Seconds are those of the processor.
The peer computes three scores of 50 of the groups and no interval, baseline or p at all.
"""

import time
import warnings
from functools import partial

import numpy as np
import pandas as pd
from sklearn.metrics import accuracy_score, f1_score, matthews_corrcoef

import ddcore
from ddcore.answers.base.question import QUESTIONS
from ddcore.answers.groups import long_table_measures
from ddcore.answers.groups.compute import groups_of
from ddcore.cache import Cache
from ddcore.chance.groups import Judge
from tests.bench import timing

GROUPS, MODELS, CASES = 1_000, 6, 50_000
LOOPED = 50
MEASURES = (accuracy_score, f1_score, matthews_corrcoef)


seconds = partial(timing.seconds, clock=time.process_time)


def file():
    """Cases of groups of different sizes and shares of positives, and what each model calls them."""
    rng = np.random.default_rng(1)
    group = (GROUPS * rng.random(CASES) ** 1.5).astype(int)
    truth = rng.random(CASES) < rng.uniform(0.1, 0.5, GROUPS)[group]
    called = {
        f"model {place}": np.where(rng.random(CASES) < 0.4, truth, rng.random(CASES) < 0.3).astype(int)
        for place in range(MODELS)
    }
    return pd.DataFrame({"truth": truth.astype(int), **called, "group": [f"g{place}" for place in group]})


def judged(data, column):
    """All that is told of every model, group and measure."""
    judge = Judge(groups_of(data, column, 5).counts)
    return [judge.of(key) for key in long_table_measures()]


def looped(frame):
    """Three scores of each model in some of the groups."""
    models = [name for name in frame.columns if name.startswith("model")]
    some = frame[frame["group"].isin([f"g{place}" for place in range(LOOPED)])]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return some.groupby("group").apply(
            lambda part: [score(part["truth"], part[name]) for name in models for score in MEASURES],
            include_groups=False,
        )


def told(name, taken, target=None):
    print(f"{name}: {taken:.2f} s" + (f" (target {target:g} s)" if target else ""))
    return taken


if __name__ == "__main__":
    classes, frame = ddcore.sample("thousand_classes"), file()
    columns = ddcore.read(
        frame, truth="truth", label=[name for name in frame if name.startswith("model")], group="group"
    )
    told("6,000 tables of one M and P, all measures", seconds(lambda: judged(classes, "class")), 0.5)
    ours = told("6,000 tables of many M and P, all measures", seconds(lambda: judged(columns, "group"), 2))
    question = QUESTIONS["groups"]

    def shown():
        answer = question.ask(ddcore.data.replace(classes, store=Cache()), question.choices.of(measure=["ACC"]))
        for figure in answer.figures.values():
            figure.draw()
        answer.tables["groups"].rows()

    told("what a page shows of 1,000 classes and six models", seconds(shown), 1)
    peer = told(f"three scores of {LOOPED} groups by pandas and scikit-learn", seconds(lambda: looped(frame), 1))
    times = peer / LOOPED / len(MEASURES) * GROUPS * len(long_table_measures()) / ours
    print(f"for as many groups and scores the loop takes {times:.0f} times as long")
