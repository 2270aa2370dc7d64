"""Looks for inputs that raise anything but `InputError`, led by which lines of the program they reach.

`python -m tests.hostile.fuzz text 300` tries texts for 300 seconds; `lines` tries JSON lines, `formula` formulas and
`link` values of links. It starts from the hostile files, formulas and links, and prints each defect once, with what
shows it, and at the end the number of trials (`stat::number_of_executed_units`) and of edges reached (`cov`).

It needs atheris, which is large and of no other use here: `pip install atheris==3.0.0`.
"""

import importlib
import math
import sys
import tempfile
import traceback
from pathlib import Path

from ddcore.errors import InputError

LONGEST = 4096
"""Bytes that a trial may have."""


def seeds(target):
    """What the search starts from; imported late, as only what is imported in `main` is led by its lines."""
    from tests.hostile import formulas, links
    from tests.hostile.kinds import KINDS

    if target == "formula":
        return [one.text.encode("utf-8", "replace") for one in formulas.typed() if len(one.text) < 300][::10]
    if target == "link":
        return [value.encode("utf-8", "replace")[:LONGEST] for values in links.VALUES for value in values]
    wanted = ("JSON",) if target == "lines" else ("text", "names", "hardly any", "encodings wrong")
    kinds = [kind for kind in KINDS if any(word in kind for word in wanted)]
    made = [file.content(kind) for kind in kinds for file in KINDS[kind]()]
    return [data for data in made if len(data) <= LONGEST]


def trial(target):
    """A function that tries some bytes, and raises what is a defect."""
    if target == "formula":
        formula = importlib.import_module("ddcore.measures.own_formula").formula

        def tried(data):
            measure = formula(data.decode("utf-8", "replace"))
            assert formula(measure.key).key == measure.key

    elif target == "link":
        link = importlib.import_module("pages.session.link")
        options = ["F1", "G2", "é", "1"]

        def tried(data):
            text = data[1:].decode("utf-8", "replace")
            match data[:1]:
                case b"" | b"0":
                    assert link.one_of(options, "measure")(text) in options
                case b"1":
                    assert 0 <= link.whole(0, 10**9, "M")(text) <= 10**9
                case _:
                    assert -1e6 <= link.between(-1e6, 1e6, "bound")(text) <= 1e6

    else:
        read = importlib.import_module("ddcore.read").read
        name = "table.jsonl" if target == "lines" else "table.csv"

        def tried(data):
            found = read(data, name=name)
            for model in found.models.values():
                counts = model.counts
                cells = [float(cell) for cell in (counts.tp, counts.fp, counts.fn, counts.tn)]
                assert min(cells) >= 0
                assert math.fsum(cells) == float(counts.total) <= found.rows

    return tried


def main(target, seconds):
    import atheris

    with atheris.instrument_imports(include=["ddcore.read", "ddcore.measures.own_formula", "pages.session.link"]):
        tried = trial(target)
    known = set()

    def once(data):
        try:
            tried(data)
        except InputError:
            pass
        except Exception as error:
            where = traceback.extract_tb(error.__traceback__)[-1]
            if (type(error), where.filename, where.lineno) not in known:
                known.add((type(error), where.filename, where.lineno))
                print(f"defect: {type(error).__name__}: {error}: {data!r:.300}", flush=True)

    with tempfile.TemporaryDirectory() as folder:
        for place, data in enumerate(seeds(target)):
            Path(folder, str(place)).write_bytes(data)
        limits = [f"-max_total_time={seconds}", f"-max_len={LONGEST}", "-timeout=10", "-rss_limit_mb=4096"]
        atheris.Setup([sys.argv[0], folder, *limits, f"-artifact_prefix={folder}/", "-print_final_stats=1"], once)
        atheris.Fuzz()


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])
