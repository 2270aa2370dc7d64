"""The questions by their names, and what each asks, without the modules that answer them: those take a second."""

import ast
from collections.abc import Mapping
from functools import cache
from pathlib import Path

SECTIONS: Mapping[str, tuple[str, ...]] = {
    "start": ("verdict",),
    "chance": ("baselines", "expectation", "rescaled", "learned", "reach", "prevalence", "groups", "folds", "plan"),
    "scores": ("curves", "compare", "likelihood", "thresholds", "ensemble", "change"),
    "decisions": ("utility", "ranking", "costs", "refer", "cases", "actions", "lending"),
}
"""The questions, named as their modules, by the part of the program that they belong to, in the order of the menu."""

SECTION_OF = {name: section for section, names in SECTIONS.items() for name in names}
"""The part of the program of each question, in the order of the menu."""


@cache
def question_texts() -> dict[str, str]:
    """Each question by its name, in the order of the menu, as its module begins.

    >>> question_texts()["baselines"]
    'What would chance score?'
    """
    folder = Path(__file__).with_name("answers")
    modules = {name: ast.parse((folder / f"{name}.py").read_text(encoding="utf-8")) for name in SECTION_OF}
    return {name: ast.get_docstring(module) or "" for name, module in modules.items()}
