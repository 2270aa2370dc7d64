"""What a report can be written as, and what is said where that cannot be."""

import builtins
from typing import Any

import pytest

import ddcore
from ddcore.errors import InputError
from ddcore.report.compose import compose
from ddcore.report.formats import FORMATS, format_of
from ddcore.report.order import Order


@pytest.mark.parametrize("name", ["report", "report.txt", "a/b.odt", ""])
def test_an_unknown_ending_is_said(name: str) -> None:
    with pytest.raises(InputError, match=r"a report must end in \.html, \.pdf, \.docx, \.xlsx, \.zip, got"):
        format_of(name)


def test_a_package_that_is_not_there_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    imported = builtins.__import__

    def without(name: str, *rest: Any, **named: Any) -> Any:
        if name.partition(".")[0] == "xlsxwriter":
            raise ModuleNotFoundError(f"No module named {name!r}", name="xlsxwriter")
        return imported(name, *rest, **named)

    for module in [name for name in __import__("sys").modules if name.startswith("ddcore.report.xlsx")]:
        monkeypatch.delitem(__import__("sys").modules, module)
    monkeypatch.setattr(builtins, "__import__", without)
    document = compose(ddcore.classes(303, 139), Order())
    with pytest.raises(
        InputError, match=r"needs the package xlsxwriter; install it with pip install 'ddcore\[report\]'"
    ):
        FORMATS["xlsx"].written(document)
