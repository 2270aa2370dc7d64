"""What editors and type checkers are told of `ddcore` is what stands there."""

import ast
import inspect
import os
import subprocess
import sys
from pathlib import Path

import pytest

import ddcore
from tests.house import stub

ROOT = Path(__file__).parents[2]


def test_stub_has_every_name_with_its_keywords_and_its_description():
    parsed = ast.parse(stub.written())
    functions = {each.name: each for each in parsed.body if isinstance(each, ast.FunctionDef)}
    imported = {alias.asname for each in parsed.body if isinstance(each, ast.ImportFrom) for alias in each.names}
    assert set(dir(ddcore)) - {"__version__", "QUESTIONS"} == functions.keys() | (imported - {None})
    for name, function in functions.items():
        arguments = function.args
        listed = [each.arg for each in (*arguments.args, *arguments.kwonlyargs, arguments.kwarg) if each]
        assert listed == list(inspect.signature(getattr(ddcore, name)).parameters)
        described = ddcore._function(getattr(ddcore, name)) if name in ddcore.DOORS else getattr(ddcore, name)
        assert ast.get_docstring(function) == inspect.getdoc(described)


def test_the_stub_is_made_by_the_build_alone():
    assert not (ROOT / stub.NAME).exists()


@pytest.mark.full
def test_every_name_is_typed(tmp_path):
    names = [name for name in dir(ddcore) if name != "__version__"]
    assert len(names) > 20
    package = tmp_path / "typed" / "ddcore"
    package.mkdir(parents=True)
    for path in (ROOT / "ddcore").iterdir():
        (package / path.name).symlink_to(path)
    (package / "__init__.pyi").write_text(stub.written())
    asked = "\n".join(f"reveal_type(ddcore.{name})" for name in names)
    (tmp_path / "asked.py").write_text(
        f'import ddcore\n{asked}\nddcore.curves(ddcore.classes(3, 1), curve="nonsense")\nddcore.verdict(3)\n'
    )
    settings = ["--no-incremental", "--follow-imports=silent", "--config-file", str(ROOT / "pyproject.toml")]
    ran = subprocess.run(
        [sys.executable, "-m", "mypy", *settings, "asked.py"],
        cwd=tmp_path,
        env=os.environ | {"MYPYPATH": str(package.parent)},
        capture_output=True,
        text=True,
    )
    assert ran.stdout.count("Revealed type is") == len(names), ran.stdout
    assert '"Any"' not in ran.stdout
    assert ran.stdout.count("[arg-type]") == 2, ran.stdout
