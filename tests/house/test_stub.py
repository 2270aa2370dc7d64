"""What editors and type checkers are told of `ddcore` is what stands there."""

import ast
import subprocess
import sys

import pytest

import ddcore
from tests.house import stub


def test_the_stub_is_up_to_date():
    """`python -m tests.house.stub` writes it anew; `ruff format` breaks its lines."""
    assert ast.dump(ast.parse(stub.FILE.read_text())) == ast.dump(ast.parse(stub.written()))


@pytest.mark.full
def test_every_name_is_typed(tmp_path):
    names = [name for name in dir(ddcore) if name != "__version__"]
    assert len(names) > 20
    asked = "\n".join(f"reveal_type(ddcore.{name})" for name in names)
    (tmp_path / "asked.py").write_text(
        f'import ddcore\n{asked}\nddcore.curves(ddcore.classes(3, 1), curve="nonsense")\nddcore.verdict(3)\n'
    )
    ran = subprocess.run(
        [sys.executable, "-m", "mypy", "--no-incremental", "--follow-imports=silent", str(tmp_path / "asked.py")],
        cwd=stub.FILE.parents[1],
        capture_output=True,
        text=True,
    )
    assert ran.stdout.count("Revealed type is") == len(names), ran.stdout
    assert '"Any"' not in ran.stdout
    assert ran.stdout.count("[arg-type]") == 2, ran.stdout
