"""The questions that people ask: each is a package of this folder, found by being there.

This module reads what the packages say of themselves without importing them, which takes a second;
`ddcore.answers.base.question` imports them when they are asked.
"""

import ast
from collections.abc import Mapping
from functools import cache
from pathlib import Path

SECTIONS = ("start", "chance", "scores", "decisions")
"""The parts of the program, in the order of the menu; each package says in `SECTION` to which it belongs."""

MENU = (
    *("verdict", "baselines", "expectation", "rescaled", "learned", "reach", "prevalence", "groups", "folds", "plan"),
    *("curves", "compare", "likelihood", "thresholds", "ensemble", "change"),
    *("utility", "ranking", "costs", "refer", "cases", "actions", "lending"),
)
"""The order of the questions within their sections; a package that it does not name comes last."""


@cache
def _packages() -> Mapping[str, tuple[str, str]]:
    """The text and the section of the question of each package, by its name, in the order of the menu."""
    found = {}
    for file in Path(__file__).parent.glob("*/__init__.py"):
        if file.parent.name != "base":
            module = ast.parse(file.read_text(encoding="utf-8"))
            found[file.parent.name] = ast.get_docstring(module) or "", _section(module)
    place = {name: at for at, name in enumerate(MENU)}
    order = sorted(found, key=lambda name: (SECTIONS.index(found[name][1]), place.get(name, len(MENU)), name))
    return {name: found[name] for name in order}


def _section(module: ast.Module) -> str:
    """The value of `SECTION`, which a package assigns as a plain text."""
    for node in module.body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "SECTION":
            return str(ast.literal_eval(node.value))
    raise ValueError("the package of a question must assign SECTION")


def question_texts() -> dict[str, str]:
    """Each question by its name, in the order of the menu.

    >>> question_texts()["baselines"]
    'What would chance score?'
    """
    return {name: text for name, (text, _) in _packages().items()}


def question_sections() -> dict[str, str]:
    """The section of each question by its name, in the order of the menu.

    >>> question_sections()["baselines"]
    'chance'
    """
    return {name: section for name, (_, section) in _packages().items()}
