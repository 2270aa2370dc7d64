"""The folder of data offers its tables; nothing outside it can be named, linked to or swapped in."""

import os
from pathlib import Path

import pytest

from ddcore.engines import duck, folder
from ddcore.engines.folder import VARIABLE, listed, opened
from ddcore.errors import InputError
from tests.helpers.loops import nonempty

CSV = "truth,score\n1,0.5\n"


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of data beside one that is secret."""
    texts = {
        "data/a.csv": CSV,
        "data/b.csv.gz": CSV,
        "data/notes.md": CSV,
        "data/.hidden.csv": CSV,
        "data/_temporary.csv": CSV,
        "data/.git/c.csv": CSV,
        "data/deep/er/d.jsonl": CSV,
        "data/lake/year=2023/p.csv": CSV,
        "data/lake/year=2024/p.csv": CSV,
        "data/spark/part-0.csv": CSV,
        "data/spark/part-1.csv": CSV,
        "data/spark/_SUCCESS": "",
        "secret/key.csv": "truth,score\n1,0.125\n",
        "secret/year=2024/key.csv": CSV,
        "secret/er/d.jsonl": CSV,
    }
    for name, text in texts.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    monkeypatch.setenv(VARIABLE, str(tmp_path / "data"))
    return tmp_path


def test_there_is_none_by_default(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    monkeypatch.delenv(VARIABLE, raising=False)
    assert (folder.folder(), listed()) == (None, ())
    with pytest.raises(InputError, match="is not in the folder of data"):
        opened("a.csv")
    monkeypatch.setenv(VARIABLE, "/no/such/folder")
    assert (folder.folder(), listed()) == (None, ())
    assert "DDCORE_DATA must name a folder" in caplog.text


def test_tables_are_listed(house: Path) -> None:
    assert {entry.name: (entry.size, entry.files) for entry in listed()} == {
        "a.csv": (len(CSV), 1),
        "b.csv.gz": (len(CSV), 1),
        "deep/er/d.jsonl": (len(CSV), 1),
        "lake": (2 * len(CSV), 2),
        "spark": (2 * len(CSV), 2),
    }
    assert {entry.name: opened(entry.name) for entry in nonempty(listed())} == {
        entry.name: house / "data" / entry.name for entry in listed()
    }
    source = opened("lake")
    table = duck.table_of(duck.connection([source], memory=2**28, threads=1), source)
    assert table.year.sum().to_pyarrow().as_py() == 4047


def test_what_is_listed_has_limits(house: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(folder, "LISTED", 2)
    assert [entry.name for entry in listed()] == ["a.csv", "b.csv.gz"]
    monkeypatch.setattr(folder, "VISITED", 4)
    assert [entry.name for entry in listed()] == ["a.csv"]


def test_links_and_special_files_are_left_out(house: Path) -> None:
    names = [entry.name for entry in listed()]
    (house / "data" / "out.csv").symlink_to(house / "secret" / "key.csv")
    (house / "data" / "outer").symlink_to(house / "secret")
    (house / "data" / "loop").symlink_to(house / "data")
    (house / "data" / "dead.csv").symlink_to(house / "data" / "none.csv")
    (house / "data" / "lake" / "year=2025").symlink_to(house / "secret" / "year=2024")
    (house / "data" / "within.csv").symlink_to(house / "data" / "a.csv")
    os.mkfifo(house / "data" / "pipe.csv")
    assert [entry.name for entry in listed()] == sorted({*names, "within.csv"} - {"lake"})


def refused(house: Path) -> list[str]:
    """Names of what is outside the folder or not in its list."""
    return [
        *("", ".", "..", "/", "\0", "a.csv\0", "a.csv\0.csv", "none.csv", "notes.md", "deep", "deep/er", "year=2024"),
        *("../secret/key.csv", "deep/../../secret/key.csv", "lake/../../secret/key.csv", "./a.csv", "deep//er/d.jsonl"),
        *(
            str(house / "secret" / "key.csv"),
            str(house / "data" / "a.csv"),
            "/etc/passwd",
            "~/a.csv",
            "file:///etc/passwd",
        ),
        *(".hidden.csv", "_temporary.csv", ".git/c.csv", "spark/part-0.csv", "spark/_SUCCESS", "lake/year=2023"),
        *("lake/year=2023/p.csv", "*.csv", "out.csv", "outer/key.csv", "outer", "pipe.csv", "..%2fsecret%2fkey.csv"),
        *("duckdb://a.csv", "https://localhost/a.csv", "a" * 5_000 + ".csv", "\udcff.csv", "a.csv/", "a.csv/b.csv"),
    ]


def test_nothing_else_can_be_opened(house: Path) -> None:
    (house / "data" / "out.csv").symlink_to(house / "secret" / "key.csv")
    (house / "data" / "outer").symlink_to(house / "secret")
    os.mkfifo(house / "data" / "pipe.csv")
    for name in nonempty(refused(house)):
        with pytest.raises(InputError, match="is not in the folder of data; choose one of its tables"):
            opened(name)


def test_a_link_that_is_swapped_in_is_not_followed(house: Path) -> None:
    assert {"a.csv", "deep/er/d.jsonl", "lake"} <= {entry.name for entry in listed()}
    data, secret = house / "data", house / "secret"
    for part, target in nonempty([("a.csv", "key.csv"), ("deep", ""), ("lake", "")]):
        (data / part).rename(house / f"was-{part}")
        (data / part).symlink_to(secret / target)
    for name in nonempty(["a.csv", "deep/er/d.jsonl", "lake"]):
        with pytest.raises(InputError, match="is not in the folder of data"):
            opened(name)


@pytest.mark.parametrize("part", ["a.csv", "deep", "lake/year=2024"])
def test_a_link_that_is_swapped_in_after_opening_is_not_followed(house: Path, part: str) -> None:
    data = house / "data"
    source = opened({"a.csv": "a.csv", "deep": "deep/er/d.jsonl", "lake/year=2024": "lake"}[part])
    backend = duck.connection([source], memory=2**28, threads=1)
    (data / part).rename(house / "was")
    (data / part).symlink_to(house / "secret" / {"a.csv": "key.csv", "deep": ""}.get(part, "year=2024"))
    with pytest.raises(InputError, match=r"only the files that were named|link that leads out|cannot be found"):
        duck.table_of(backend, source)
