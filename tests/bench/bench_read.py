"""Time and memory of a million rows: `python -m tests.bench.bench_read`, each file in a fresh process."""

import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np
import pandas as pd

from ddcore.read import read

ROWS = 1_000_000


def _peak() -> int:
    """Megabytes that this process has held at most; getrusage would count those of the parent as well."""
    return int(re.search(r"VmHWM:\s+(\d+)", Path("/proc/self/status").read_text())[1]) // 1024


def _measure(path: str) -> None:
    # What the libraries load when first used is not the file's.
    read(b"truth,score\n1,0.5\n0,0.25\n", name="warm.csv")
    before = _peak()
    start = time.perf_counter()
    found = read(path)
    seconds = time.perf_counter() - start
    now = _peak()
    size = f"{found.rows:,} rows, {len(found.models)} models"
    print(f"{Path(path).name}: {size}, {seconds:.2f} s, {now - before} MB more, {now} MB in all")


def main() -> None:
    rng = np.random.default_rng(7)
    truth = rng.integers(0, 2, ROWS)
    scores = {f"score_{one}": 1 / (1 + np.exp(-rng.normal(truth, 1))) for one in "abc"}
    with tempfile.TemporaryDirectory() as folder:
        frame = pd.DataFrame({"y_true": truth, **scores})
        files = {end: Path(folder) / f"million.{end}" for end in ("csv", "csv.gz", "parquet", "jsonl")}
        frame.to_csv(files["csv"], index=False)
        frame.to_csv(files["csv.gz"], index=False, compression={"method": "gzip", "compresslevel": 1})
        frame.to_parquet(files["parquet"])
        frame.to_json(files["jsonl"], orient="records", lines=True)
        frame = frame.assign(group=rng.integers(0, 1000, ROWS), label_a=(frame.score_a >= 0.5).astype(int))
        files["groups.csv"] = Path(folder) / "million_with_groups_and_labels.csv"
        frame.to_csv(files["groups.csv"], index=False)
        # Cells that are not the texts of their numbers are kept as they stand.
        files["digits.csv"] = Path(folder) / "million_of_six_decimals.csv"
        frame[["y_true", *scores]].to_csv(files["digits.csv"], index=False, float_format="%.6f")
        for path in files.values():
            subprocess.run([sys.executable, "-m", "tests.bench.bench_read", str(path)], check=True)


if __name__ == "__main__":
    if len(sys.argv) > 1:
        _measure(sys.argv[1])
    else:
        main()
