"""Each layout of the reader's own tests, counted by an engine: as in memory, or a sentence, never something else."""

from pathlib import Path

import pytest

from ddcore import engines
from ddcore.engines import sources
from ddcore.errors import InputError
from ddcore.read import Predictions, read
from ddcore.read.reading import AUTOMATIC
from tests.read.layouts import LAYOUTS


def by_engine(path: Path) -> Predictions | None:
    """What the engine counts; None where it says that it cannot."""
    try:
        name, table = sources.opened(str(path), name=path.name, asked=AUTOMATIC)
        with sources.telling(name):
            return engines.read_table(table, part=0, name=name)
    except InputError:
        return None


@pytest.mark.full
def test_no_layout_is_counted_otherwise_in_silence(tmp_path):
    same, other = [], []
    for layout in LAYOUTS:
        path = tmp_path / layout.name
        path.mkdir()
        path /= layout.file
        path.write_bytes(layout.content)
        try:
            memory = read(layout.content, name=path.name)
        except InputError:
            continue
        engine = by_engine(path)
        if engine is None:
            continue
        if engine.data().fingerprint == memory.data().fingerprint:
            same.append(layout.name)
        elif not any("hold several values" in note for note in engine.notes):
            other.append(layout.name)
    assert other == []
    assert len(same) > 150
