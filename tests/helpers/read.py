"""One small table, written in every way in which people send it, and what reading must give."""

import gzip
import io
import json
from typing import Any

import numpy as np
import pandas as pd
import zstandard

from ddcore.read import Predictions, read

SEPARATORS = {"comma": ",", "semicolon": ";", "tab": "\t", "space": " ", "bar": "|"}
ENCODINGS = ("utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "latin-1", "cp1252")


def csv(frame: pd.DataFrame, separator: str = ",", decimal: str = ".", encoding: str = "utf-8", **more: Any) -> bytes:
    return frame.to_csv(index=False, sep=separator, decimal=decimal, **more).encode(encoding)


def parquet(frame: pd.DataFrame) -> bytes:
    frame.to_parquet(stream := io.BytesIO())
    return stream.getvalue()


def xlsx(frame: pd.DataFrame, engine: str = "xlsxwriter") -> bytes:
    options = {"options": {"strings_to_formulas": False}} if engine == "xlsxwriter" else {}
    frame.to_excel(stream := io.BytesIO(), index=False, engine=engine, engine_kwargs=options)
    return stream.getvalue()


def json_lines(frame: pd.DataFrame) -> bytes:
    rows = [{k: None if pd.isna(v) else v for k, v in row.items()} for row in frame.to_dict("records")]
    return "\n".join(json.dumps(row, default=lambda value: value.item()) for row in rows).encode()


def every_format(frame: pd.DataFrame) -> dict[str, bytes]:
    """The same table in every format, separator and decimal sign."""
    ways = {f"{name}.csv": csv(frame, sign) for name, sign in SEPARATORS.items()}
    ways |= {f"{name}-comma.csv": csv(frame, SEPARATORS[name], ",") for name in ("semicolon", "tab", "space", "bar")}
    ways |= {"table.parquet": parquet(frame), "table.xlsx": xlsx(frame), "table.jsonl": json_lines(frame)}
    return ways


def every_way(frame: pd.DataFrame) -> dict[str, bytes]:
    """The same table in every format, encoding and compression, under true and false names."""
    ways = every_format(frame)
    ways |= {f"{encoding}.csv": csv(frame, encoding=encoding) for encoding in ENCODINGS}
    ways["quoted.csv"] = csv(frame, quoting=1)
    ways["windows.csv"] = csv(frame, lineterminator="\r\n")
    ways["old-mac.csv"] = csv(frame, lineterminator="\r")
    ways["other.xlsx"] = xlsx(frame, "openpyxl")
    ways |= {f"{name}.gz": gzip.compress(data) for name, data in list(ways.items())}
    ways |= {f"{name}.zst": zstandard.compress(data) for name, data in list(ways.items()) if not name.endswith("gz")}
    # The content decides, whatever the file is called.
    ways["really-parquet.csv"] = parquet(frame)
    ways["really-a-workbook.csv"] = xlsx(frame)
    ways["really-lines.txt"] = json_lines(frame)
    ways["really-packed.csv"] = gzip.compress(csv(frame))
    return ways


def facts(found: Predictions) -> dict[str, Any]:
    """All that two readings of one table must agree in: all but the file name and how it was read, as plain values."""

    def model(one: Any) -> Any:
        table = one.table and [
            np.asarray(part).tolist() for part in (one.table.score, one.table.positives, one.table.negatives)
        ]
        cells = [getattr(one.counts, cell).tolist() for cell in ("tp", "fp", "fn", "tn")]
        parts = [{name: model(part) for name, part in parts.items()} for parts in (one.groups, one.folds)]
        return [table, one.threshold, cells, parts]

    apart = ("name", "models", "joint", "cases", "reading")
    named = {name: getattr(found, name) for name in found.__dataclass_fields__ if name not in apart}
    models = {name: model(one) for name, one in found.models.items()}
    joint = found.joint and [
        found.joint.positive.tolist(),
        {name: [None if np.isnan(score) else score for score in row] for name, row in found.joint.score.items()},
        None if found.joint.weight is None else found.joint.weight.tolist(),
    ]
    cases = found.cases and {
        name: (rows.value.tolist(), rows.truth.tolist(), rows.names)
        for name in found.models
        if (rows := found.cases.of(name)) is not None
    }
    return named | {"models": models, "joint": joint, "cases": cases}


def cells(counts: Any) -> tuple[float, ...]:
    return tuple(getattr(counts, cell).item() for cell in ("tp", "fp", "fn", "tn"))


def text(*lines: str, **roles: Any) -> Predictions:
    """Read lines of CSV."""
    return read("\n".join(lines).encode(), name="data.csv", **roles)


def columns(found: Predictions) -> list[str]:
    """The columns that are taken for predictions: a single model does not have the name of its own."""
    return [*found.roles["score"], *found.roles["label"]]


def noted(found, *parts):
    """Whether one of the notes of a file holds all these words."""
    return any(all(part in note for part in parts) for note in found.notes)
