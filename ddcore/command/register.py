"""The names and texts of the questions without their modules, which take a second to import."""

import ast
import importlib.util
from functools import cache
from pathlib import Path


@cache
def texts() -> dict[str, str]:
    """Each question by its name, in the order of the register.

    >>> texts()["baselines"]
    'What would chance score?'
    """
    spec = importlib.util.find_spec("ddcore.answers")
    if spec is None or spec.origin is None:
        raise ImportError("ddcore.answers has no source file")
    package = Path(spec.origin)
    names = [name for names in _sections(package).values() for name in names]
    return {name: ast.get_docstring(_parsed(package.with_name(f"{name}.py"))) or "" for name in names}


def _sections(package: Path) -> dict[str, tuple[str, ...]]:
    sections: dict[str, tuple[str, ...]] = next(
        ast.literal_eval(node.value)
        for node in _parsed(package).body
        if isinstance(node, ast.AnnAssign) and node.value is not None and ast.unparse(node.target) == "SECTIONS"
    )
    return sections


def _parsed(file: Path) -> ast.Module:
    return ast.parse(file.read_text(encoding="utf-8"))
