"""What stands in `ddcore` for editors and type checkers: `python -m tests.house.stub` writes `ddcore/__init__.pyi`."""

import inspect
import re
import sys
from pathlib import Path
from typing import Any

import ddcore
from ddcore import DOORS, WHERE
from ddcore.answers.base.question import QUESTIONS
from ddcore.options import OneOf, beside

FILE = Path(ddcore.__file__).with_suffix(".pyi")

HEAD = '''"""The names of ddcore with their types; made by `python -m tests.house.stub`."""

from collections.abc import Iterable, Mapping, Sequence
from inspect import Signature
from pathlib import Path
from types import ModuleType
from typing import Any, Literal

'''

REST = """
__version__: str
WHERE: Mapping[str, str]
DOORS: Mapping[str, str]
QUESTIONS: Questions

class Door(ModuleType):
    def __call__(self, *given: Any, **named: Any) -> Any: ...
    @property
    def __signature__(self) -> Signature: ...

"""


def written() -> str:
    """The whole file."""
    front = [name for name, module in WHERE.items() if module == "ddcore.front"]
    others = {name: module for name, module in WHERE.items() if module != "ddcore.front" and name != "QUESTIONS"}
    lines = [f"from {module} import {name} as {name}" for name, module in others.items()]
    lines.append("from ddcore.answers.base.question import Questions")
    functions = [_function(name, getattr(ddcore, name)) for name in (*DOORS, *front, *QUESTIONS)]
    return HEAD + "\n".join(sorted(lines)) + "\n" + REST + "\n".join(functions) + "\n"


def _function(name: str, function: Any) -> str:
    signature = inspect.signature(function)
    lines, star = [], False
    for each in signature.parameters.values():
        if each.kind is each.KEYWORD_ONLY and not star:
            lines.append("    *,")
            star = True
        if each.kind is each.VAR_KEYWORD:
            lines.append(f"    **{each.name}: Any,")
            continue
        default = "" if each.default is each.empty else " = ..."
        lines.append(f"    {each.name}: {_type(name, each)}{default},")
    body = "\n".join(lines)
    return f"def {name}(\n{body}\n) -> {inspect.formatannotation(signature.return_annotation).rpartition('.')[2]}: ..."


def _type(function: str, parameter: inspect.Parameter) -> str:
    if function in QUESTIONS and parameter.name != "data":
        listed = beside(QUESTIONS[function].choices.model_fields[parameter.name], OneOf)
        if listed is not None and all(isinstance(value, str | int) for value in listed.titles):
            none = " | None" if parameter.default is None else ""
            return f"Literal[{', '.join(map(repr, listed.titles))}]{none}".replace("'", '"')
    text = inspect.formatannotation(parameter.annotation)
    text = re.sub(r"\b(?:ddcore|collections|pathlib|typing)(?:\.\w+)*\.(\w+)", r"\1", text)
    return re.sub(r"tuple\[(str|float), \.\.\.\]", r"str | Sequence[\1]", text)


if __name__ == "__main__":
    FILE.write_text(written())
    sys.stdout.write(f"{FILE.name} is written\n")
