"""Each way in that the README shows is copied from it and run."""

import re
from pathlib import Path

from tests.helpers.notebooks import executed

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text()


def blocks(language: str) -> list[str]:
    """The blocks of code of a language under "Three ways in"."""
    section = README.partition("## Three ways in\n")[2].partition("\n## ")[0]
    return re.findall(rf"```{language}\n(.*?)```", section, re.DOTALL)


def test_notebook():
    first, second, *_ = executed(*blocks("python"), folder=ROOT)
    assert "Does this model beat chance?" in str(first.outputs)
    assert any("application/vnd.plotly.v1+json" in output.get("data", {}) for output in first.outputs)
    assert second.outputs[-1].data["text/plain"].startswith("[")
