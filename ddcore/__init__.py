"""What a binary classifier's scores are really worth: chance, scores and decisions, without any user interface.

`read(file)`, `read_table(address)`, `predictions(truth, score)`, `counts(tp=, fp=, fn=, tn=)`,
`classes(total, positives)` and `sample(name)` give `Data`; each question of `QUESTIONS` is a function of it, whose
keywords are what may be chosen:

>>> import ddcore
>>> data = ddcore.predictions([1, 0, 1, 0, 0], [0.9, 0.2, 0.4, 0.1, 0.6])
>>> ddcore.thresholds(data, measure="F1").values["models"]["the model"]["measures"]["F1"]["threshold"]["value"]
0.4

`report(data, out="report.html")` writes answers to several of them into one file.
"""

import importlib
from inspect import Signature, signature
from types import ModuleType
from typing import Any

__version__ = "0.2.0"

WHERE = {
    "read_table": "ddcore.front",
    "predictions": "ddcore.front",
    "classes": "ddcore.front",
    "sample": "ddcore.front",
    "QUESTIONS": "ddcore.answers.base.question",
    "Answer": "ddcore.answers.base.answer",
    "Data": "ddcore.data",
    "InputError": "ddcore.errors",
    "MEASURES": "ddcore.measures",
    "measure": "ddcore.measures",
    "baseline": "ddcore.chance.dutch_draw",
    "Utility": "ddcore.decisions.utility",
    "Report": "ddcore.report.report",
}
"""The module of each name that stands here; it is imported when the name is first used."""

DOORS = {
    "read": "ddcore.front",
    "counts": "ddcore.front",
    "report": "ddcore.report.report",
    "papers": "ddcore.front",
    "measures": "ddcore.front",
}
"""Modules that may be called, as the function of their name in the module that stands here."""


class Door(ModuleType):
    """A module that may be called: `ddcore.read(file)` is `ddcore.front.read(file)`, `ddcore.read.read` stays."""

    def __call__(self, *given: Any, **named: Any) -> Any:
        """What the function gives."""
        return _function(self)(*given, **named)

    @property
    def __signature__(self) -> Signature:
        return signature(_function(self))


def _function(door: ModuleType) -> Any:
    name = door.__name__.rpartition(".")[2]
    return getattr(importlib.import_module(DOORS[name]), name)


def __getattr__(name: str) -> Any:
    if name in DOORS:
        return importlib.import_module(f"ddcore.{name}")
    if name in WHERE:
        found = getattr(importlib.import_module(WHERE[name]), name)
    elif name in importlib.import_module("ddcore.answers").question_sections():
        found = getattr(importlib.import_module("ddcore.front"), name)
    else:
        raise AttributeError(f"module 'ddcore' has no attribute {name!r}")
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted({"__version__", *DOORS, *WHERE, *importlib.import_module("ddcore.answers").question_sections()})
