"""The defects that `python -m tests.mutants` plants are still to be planted, and its table tells of them."""

import ast

import pytest

from tests.mutants import MUTANTS, ROOT, TABLE, Mutant, asked, main, planted, table


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: mutant.module)
def test_the_place_is_there_once_and_its_defect_is_python(mutant):
    path, text = planted(mutant)
    assert text != path.read_text(encoding="utf-8")
    ast.parse(text)
    assert all((ROOT / test.split("::")[0]).exists() for test in mutant.tests.split())


def test_no_defect_stands_twice_and_the_newer_questions_have_five_each():
    assert len({(mutant.module, mutant.becomes) for mutant in MUTANTS}) == len(MUTANTS) >= 80
    for question in ("change", "plan", "group", "compare"):
        assert sum(question in mutant.module for mutant in MUTANTS) >= 5, question


def test_the_table_tells_of_them():
    assert TABLE.read_text(encoding="utf-8") == table()


def test_modules_are_chosen_by_name(capsys):
    assert [mutant.module for mutant in asked(["counts", "chance/bands"])] == ["counts", "chance/bands"]
    assert tuple(asked([])) == MUTANTS
    with pytest.raises(SystemExit, match="2"):
        main(["chance/nowhere"])
    assert "module must be one with a planted defect, got chance/nowhere" in capsys.readouterr().err


def test_help_plants_nothing(capsys):
    with pytest.raises(SystemExit, match="0"):
        main(["--help"])
    assert capsys.readouterr().out.startswith("usage: python -m tests.mutants")


def test_a_changed_module_is_said():
    with pytest.raises(ValueError, match=r"ddcore/counts\.py must hold `nowhere` once, found 0 times"):
        planted(Mutant("counts", "nowhere", "", ""))
