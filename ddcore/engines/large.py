"""What `ddcore.read` gives of a file that is too large for memory: DuckDB reads it piece by piece."""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from ddcore import engines
from ddcore.engines import sources
from ddcore.engines.duck import BY_DESCRIPTOR
from ddcore.read import Predictions
from ddcore.read.files import SETTINGS, asked
from ddcore.read.roles import Roles, takes
from ddcore.workers.private_folder import PREFIX


def read_large(source: Any, **roles: Any) -> Predictions | None:
    """The predictions in a file of any kind that `read` takes, as `read_source` reads them.

    A file that is open, or whose bytes are given, is put into a temporary file without a name first. None for rows
    that are in memory, and in a worker that may open nothing.

    >>> read_large(b"truth,score\\nyes,0.9\\nno,0.2\\n", name="two.csv").total
    2
    """
    if isinstance(source, str | Path):
        return read_source(source, **roles)
    if isinstance(source, bytes | bytearray | memoryview):
        try:
            with unnamed(source) as path:
                return read_source(path, **{"name": "the file", **roles})
        except FileNotFoundError:
            return None
    if isinstance(name := getattr(source, "name", None), str) and Path(name).is_file():
        return read_source(name, **roles)
    if hasattr(source, "read"):
        source.seek(0)
        return read_large(source.read(), **roles)
    return None


@takes(Roles)
def read_source(source: Any, *, part: int = engines.PART, **roles: Any) -> Predictions:
    """The predictions in a table that an engine reads: `ddcore.engines.read_table` of what `sources.opened` opens.

    The first rows of a CSV file say how it is read. `part` is that of `read_table`.
    """
    given = Roles.of(**roles)
    wanted = asked(given.delimiter, given.decimal, given.encoding, given.sheet, given.header, given.join)
    name, table = sources.opened(source, name=given.name if isinstance(given.name, str) else "", asked=wanted)
    kept = {role: value for role, value in roles.items() if role not in SETTINGS}
    with sources.telling(name):
        return replace(engines.read_table(table, part=part, **{**kept, "name": name}), given=given.said())


@contextmanager
def unnamed(content: bytes | bytearray | memoryview, folder: Path | None = None) -> Iterator[str]:
    """The path of a file with these bytes that has no name, so that nothing is left of it however this process ends.

    It lies on the disk of `folder`, by default that of temporary files.

    >>> with unnamed(b"truth,score") as path:
    ...     Path(path).read_bytes()
    b'truth,score'
    """
    with tempfile.TemporaryFile(prefix=PREFIX, dir=folder) as file:
        file.write(content)
        file.flush()
        if isinstance(content, memoryview):
            content.release()
        yield f"{BY_DESCRIPTOR}{file.fileno()}"
