"""A folder with a small file of predictions, and the command asked in this process."""

import io
import sys
from typing import NamedTuple

import numpy as np
import pandas as pd
import pytest

from ddcore.command import main


class Said(NamedTuple):
    """What a command gave."""

    code: int
    out: str
    err: str


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    """The folder that commands run in, with predictions.csv: 300 cases, two models."""
    rng = np.random.default_rng(5)
    positive = rng.random(300) < 0.4
    scores = {
        f"model_{name}": np.round(1 / (1 + np.exp(-rng.normal(np.where(positive, shift, -shift), 1.5))), 4)
        for name, shift in (("a", 2.5), ("b", 2.0))
    }
    frame = pd.DataFrame({"truth": np.where(positive, "yes", "no"), **scores})
    frame.to_csv(tmp_path / "predictions.csv", index=False)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    for name in ("FORCE_COLOR", "NO_COLOR", "CLICOLOR_FORCE"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path


@pytest.fixture
def ask(capsys, monkeypatch):
    """Asks the command; `stdin` is what is piped in."""

    def asked(*arguments, stdin=b""):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        code = main(arguments)
        return Said(code, *capsys.readouterr())

    return asked
