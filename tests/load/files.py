"""The files that visitors drop."""

import gzip
import io
import zipfile

import numpy as np
import pandas as pd


def predictions(cases: int, seed: int = 1) -> bytes:
    """The truth and the scores of two models, distinct for nearly every case, as CSV."""
    rng = np.random.default_rng(seed)
    truth = rng.random(cases) < 0.3
    first, second = (1 / (1 + np.exp(-(rng.normal(size=cases) + shift * truth))) for shift in (1.0, 1.5))
    rows = zip(truth.tolist(), first.tolist(), second.tolist(), strict=True)
    return ("truth,first,second\n" + "".join(f"{'yes' if t else 'no'},{a:.7f},{b:.7f}\n" for t, a, b in rows)).encode()


def hostile() -> dict[str, bytes]:
    """Files that killed, hung or filled the process that read them, by name."""
    book = io.BytesIO()
    frame = pd.DataFrame({"truth": ["yes", "no"] * 10, "score": [0.9, 0.1] * 10})
    frame.to_excel(book, index=False, engine="openpyxl")
    rows = "".join(f"v{number},0.5\n" for number in range(10**5))
    records = "".join(f'{{"truth": {number % 2}, "score": 0.5, "k{number}": 1}}\n' for number in range(30_000))
    return {
        "row.xlsx": _changed(book.getvalue(), b'r="A2"', b'r="A99999999999999999999"'),
        "column.xlsx": _changed(book.getvalue(), b'r="B2"', b'r="ZZZZZZZ2"'),
        "deep.json": b"[" * 10**5,
        "blank.csv.gz": gzip.compress(b"truth,score\n" + b"\n" * 10**6),
        "classes.csv": f"truth,score\n{rows}".encode(),
        "keys.jsonl": records.encode(),
        "models.csv": ("truth,model,score\n" + "".join(f"yes,m{i},0.1\nno,m{i},0.9\n" for i in range(10**4))).encode(),
    }


def _changed(book: bytes, old: bytes, new: bytes) -> bytes:
    """A workbook with another text in its first sheet."""
    changed = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(book)) as parts, zipfile.ZipFile(changed, "w", zipfile.ZIP_DEFLATED) as written:
        for name in parts.namelist():
            written.writestr(name, parts.read(name).replace(old, new))
    return changed.getvalue()
