"""What `ddcore` offers, for editors and type checkers: `ddcore/__init__.pyi`, which the build writes into the wheel.

`python -m tests.house.stub` prints it.
"""

import inspect
import re
import sys
import textwrap
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

NAME = "ddcore/__init__.pyi"

HEAD = '''"""The names of ddcore with their types and descriptions; made when the wheel was built."""

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


class Hook(BuildHookInterface):
    """Puts the stub into a wheel; the runtime requirements of the project have to be installed."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Called before the files of a wheel are gathered."""
        if version == "editable":
            return
        sys.path.insert(0, self.root)
        self.folder = TemporaryDirectory()
        file = Path(self.folder.name) / "stub.pyi"
        file.write_text(written(), encoding="utf-8")
        build_data["force_include"][str(file)] = NAME

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Called when the wheel is written."""
        if version != "editable":
            self.folder.cleanup()


def written() -> str:
    """The whole file."""
    # The build asks this module what it needs before anything that `ddcore` imports is installed.
    import ddcore
    from ddcore.answers.base.question import QUESTIONS

    front = [name for name, module in ddcore.WHERE.items() if module == "ddcore.front"]
    others = {name: module for name, module in ddcore.WHERE.items() if name not in (*front, "QUESTIONS")}
    lines = [f"from {module} import {name} as {name}" for name, module in others.items()]
    lines.append("from ddcore.answers.base.question import Questions")
    choices = {name: question.choices.model_fields for name, question in QUESTIONS.items()}
    names = dict.fromkeys((*ddcore.DOORS, *front, *QUESTIONS))
    functions = [_function(name, getattr(ddcore, name), choices.get(name, {})) for name in names]
    return HEAD + "\n".join(sorted(lines)) + "\n" + REST + "\n".join(functions)


def _function(name: str, function: Any, choices: dict[str, Any]) -> str:
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
        lines.append(f"    {each.name}: {_type(each, choices.get(each.name))}{default},")
    body = "\n".join(lines)
    returned = inspect.formatannotation(signature.return_annotation).rpartition(".")[2]
    return f"def {name}(\n{body}\n) -> {returned}:\n{_docstring(name, function)}\n"


def _docstring(name: str, function: Any) -> str:
    """The docstring of a function, or that of the function behind a module that may be called."""
    import ddcore

    described = ddcore._function(function) if name in ddcore.DOORS else function
    text = (inspect.getdoc(described) or "").replace("\\", "\\\\").replace('"""', '\\"\\"\\"')
    return textwrap.indent(f'"""{text}\n"""', "    ")


def _type(parameter: inspect.Parameter, choice: Any) -> str:
    from ddcore.options import OneOf, beside

    listed = None if choice is None else beside(choice, OneOf)
    if listed is not None and all(isinstance(value, str | int) for value in listed.titles):
        none = " | None" if parameter.default is None else ""
        return f"Literal[{', '.join(map(repr, listed.titles))}]{none}".replace("'", '"')
    text = inspect.formatannotation(parameter.annotation)
    text = re.sub(r"\b(?:ddcore|collections|pathlib|typing)(?:\.\w+)*\.(\w+)", r"\1", text)
    return re.sub(r"tuple\[(str|float), \.\.\.\]", r"str | Sequence[\1]", text)


if __name__ == "__main__":
    sys.stdout.write(written())
