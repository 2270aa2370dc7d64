"""The script in an archive that computes the numbers of its report again."""

import ast
from dataclasses import dataclass

from ddcore.report.document import Document
from ddcore.report.office import line
from ddcore.report.texts import ENGLISH, Texts

FILE = "recompute.py"

_CHECK = """
from pathlib import Path

from ddcore.report.again import check

raise SystemExit(check(data, [{answers}], Path(__file__).with_name("report.json")))
"""


@dataclass(frozen=True)
class Needs:
    """What the lines of a report take for given: names that they do not set, and files that they read."""

    names: tuple[str, ...]
    files: tuple[str, ...]
    answers: tuple[str, ...]


def needs(document: Document) -> Needs:
    """Read off the lines of Python.

    >>> from types import SimpleNamespace
    >>> needs(SimpleNamespace(python="data = ddcore.read(table)\\nverdict = ddcore.verdict(data)"))
    Needs(names=('table',), files=(), answers=('verdict',))
    """
    tree = ast.parse(document.python)
    nodes = list(ast.walk(tree))
    names = [node for node in nodes if isinstance(node, ast.Name)]
    given = [node.id for node in names if isinstance(node.ctx, ast.Store)]
    known = {*given, "ddcore"}
    missing = dict.fromkeys(node.id for node in names if node.id not in known)
    files = [node.args[0] for node in nodes if isinstance(node, ast.Call) and _called(node) == "read" and node.args]
    return Needs(
        tuple(missing),
        tuple(str(file.value) for file in files if isinstance(file, ast.Constant)),
        tuple(name for name in given if name != "data"),
    )


def _called(call: ast.Call) -> str:
    return call.func.attr if isinstance(call.func, ast.Attribute) else ""


def script(document: Document, texts: Texts = ENGLISH) -> str:
    """The lines of the script."""
    told = needs(document)
    unset = ""
    if told.names:
        names = ", ".join(told.names)
        sentence = texts.recompute_unset.format(names=names)
        unset = "".join(f"{name} = None  # {texts.recompute_set}\n" for name in told.names)
        unset += f"if {' or '.join(f'{name} is None' for name in told.names)}:\n    raise SystemExit({sentence!r})\n\n"
    about = f'"""{line(texts.recompute_doc)}"""\n\n'
    return about + unset + document.python + "\n" + _CHECK.format(answers=", ".join(told.answers))
