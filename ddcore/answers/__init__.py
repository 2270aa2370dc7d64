"""The questions that people ask: each is a package of this folder, found by being there.

This module reads what the packages say of themselves without importing them, which takes a second;
`ddcore.answers.base.question` imports them when they are asked.
"""

import ast
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

SECTIONS = ("start", "performance", "chance", "decisions", "more", "learn")
"""The sections of the menu in their order; each package says in `SECTION` to which it belongs."""

MENU = (
    *("verdict", "curves", "thresholds", "compare", "groups", "change", "folds"),
    *("baselines", "expectation", "rescaled", "learned", "prevalence", "plan", "reach"),
    *("utility", "costs", "refer", "cases"),
    *("likelihood", "ensemble", "actions", "ranking", "lending"),
    *("measures", "papers", "errata", "propositions"),
)
"""The order of the questions within their sections; a package that is missing here comes last."""


@dataclass(frozen=True)
class _Package:
    """The docstring of a package, its `SECTION`, and its `PAGE` and `IN_REPORT` where it assigns them."""

    text: str
    section: str
    page: str
    in_report: str


@cache
def _packages() -> Mapping[str, _Package]:
    """The packages by the names of their questions, in the order of the menu."""
    packages = {}
    for file in Path(__file__).parent.glob("*/__init__.py"):
        if file.parent.name != "base":
            module = ast.parse(file.read_text(encoding="utf-8"))
            texts = _assigned(module)
            if "SECTION" not in texts:
                raise ValueError("the package of a question must assign SECTION")
            text = ast.get_docstring(module) or ""
            packages[file.parent.name] = _Package(
                text, texts["SECTION"], texts.get("PAGE", file.parent.name), texts.get("IN_REPORT", "")
            )
    place = {name: at for at, name in enumerate(MENU)}
    order = sorted(
        packages, key=lambda name: (SECTIONS.index(packages[name].section), place.get(name, len(MENU)), name)
    )
    return {name: packages[name] for name in order}


def _assigned(module: ast.Module) -> dict[str, str]:
    """The plain texts that a module assigns, by their names."""
    return {
        ast.unparse(node.targets[0]): node.value.value
        for node in module.body
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
    }


def question_texts() -> dict[str, str]:
    """Each question by its name, in the order of the menu.

    >>> question_texts()["baselines"]
    'What would chance score?'
    """
    return {name: package.text for name, package in _packages().items()}


def question_sections() -> dict[str, str]:
    """The section of each question by its name, in the order of the menu.

    >>> question_sections()["baselines"]
    'chance'
    """
    return {name: package.section for name, package in _packages().items()}


def question_pages() -> dict[str, str]:
    """The question under whose name the menu has the page of each question: its own, unless it shares one.

    >>> question_pages()["expectation"]
    'baselines'
    """
    return {name: package.page for name, package in _packages().items()}


def questions_in_report(when: str) -> list[str]:
    """The questions that the default report has, in the order of the menu; each package says in `IN_REPORT` when.

    "no model" where only the classes are known, "model" where there is a model. Then "prices" where prices are known:
    one question, the last that the data can answer; and "no prices" where they are not. Last comes "what if", whose
    sentence says what would change the other answers.

    >>> questions_in_report("no model")
    ['baselines', 'expectation']
    """
    return [name for name, package in _packages().items() if package.in_report == when]
