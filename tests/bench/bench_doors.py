"""How long each door takes to open, each in a fresh process, beside its target: `python -m tests.bench.bench_doors`.

The command is compared with a script that reads the same file with pandas and prints scikit-learn's report of it.
"""

import os
import subprocess
import sys
import tempfile
from functools import partial
from pathlib import Path

import numpy as np
import pandas as pd
from sklearn.metrics import classification_report

import ddcore
from tests.bench.timing import seconds

ROWS = 100_000

PEER = """
import sys
import pandas
from sklearn.metrics import classification_report
file = pandas.read_csv(sys.argv[1])
print(classification_report(file.y_true == "yes", file.score >= 0.5))
"""


MANY = 1_000_000


def predictions() -> None:
    """A verdict on three models of many cases, and on the arrays they come from, beside a report on one of them."""
    rng = np.random.default_rng(1)
    truth = rng.random(MANY) < 0.3
    scores = {name: np.clip(rng.normal(0.35 + truth * apart, 0.15), 0, 1) for name, apart in APART.items()}
    called = scores["a"] >= 0.5
    for no, yes in ((0, 1), ("no", "yes")):
        labels, predicted = np.where(truth, yes, no), np.where(called, yes, no)
        report = seconds(partial(classification_report, labels, predicted), 5)
        made = [ddcore.predictions(labels, scores, positive=yes) for _ in range(5)]
        verdict = seconds(lambda made=made: ddcore.verdict(made.pop()), 5)
        reading = seconds(partial(ddcore.predictions, labels, scores, positive=yes), 5)
        print(f"a verdict on three models of {MANY:,} cases labelled {no} and {yes}: {verdict:.2f} s, target 1.5 times")
        print(f"scikit-learn's report on one of them: {report:.2f} s, ratio {verdict / report:.2f}")
        print(f"the data of arrays before that: {reading:.2f} s, ratio {reading / report:.2f}")


APART = {"a": 0.2, "b": 0.25, "c": 0.1}


def python(*arguments):
    """Runs Python once, and gives nothing back."""
    root = str(Path(__file__).parents[2])
    subprocess.run(
        [sys.executable, *arguments], env=os.environ | {"PYTHONPATH": root}, stdout=subprocess.DEVNULL, check=True
    )


def main() -> None:
    rng = np.random.default_rng(7)
    truth = rng.integers(0, 2, ROWS)
    frame = pd.DataFrame(
        {"y_true": np.where(truth, "yes", "no"), "score": 1 / (1 + np.exp(-rng.normal(truth, 1, ROWS)))}
    )
    with tempfile.TemporaryDirectory() as folder:
        file = f"{folder}/predictions.csv"
        frame.to_csv(file, index=False)
        verdict = f"ddcore verdict of {ROWS:,} rows"
        asked = {
            "import ddcore": (("-c", "import ddcore"), 0.4),
            "ddcore --help": (("-m", "ddcore", "--help"), 0.7),
            verdict: (("-m", "ddcore", "verdict", file, "--positive", "yes"), 2.0),
        }
        took = {}
        for what, (arguments, target) in asked.items():
            took[what] = seconds(lambda arguments=arguments: python(*arguments), 5)
            print(f"{what}: {took[what]:.2f} s, target {target} s")
        peer = seconds(lambda: python("-c", PEER, file), 5)
        print(f"pandas and scikit-learn's report of the same file: {peer:.2f} s, ratio {took[verdict] / peer:.2f}")
    predictions()


if __name__ == "__main__":
    main()
