"""The same rows, wherever they lie, are the same data: one fingerprint and one verdict."""

import pytest

import ddcore
from tests.engines import cases
from tests.helpers.loops import nonempty
from tests.helpers.tiers import some_of

SITES = {
    "csv": cases.as_csv,
    "gzip": cases.as_gzip,
    "zstd": cases.as_zstd,
    "parquet": cases.as_parquet,
    "partitions": cases.as_partitions,
    "arrow": cases.as_arrow,
    "json": cases.as_json_lines,
    "duckdb": cases.as_duckdb,
}
FILES = ("csv", "gzip", "zstd", "parquet", "arrow", "json")
"""Those that are one file, which memory can hold too."""

ROLES = {**cases.ROLES, "missing": "leave out"}
OF_TABLE = {**ROLES, "part": 2_000}
"""With a part that is smaller than the table, it is counted as a large one is."""


@pytest.fixture(autouse=True)
def small_sample(monkeypatch):
    """What the columns are is found on a small part of the small table too."""
    monkeypatch.setattr("ddcore.engines.SAMPLE", 2_000)


@pytest.fixture(scope="module", params=[cases.ROWS, pytest.param(cases.FULL_ROWS, marks=pytest.mark.full)])
def rows(request):
    return cases.table(request.param)


@pytest.fixture(scope="module")
def expected(rows):
    return told(ddcore.read(rows, **ROLES))


def told(data):
    """What is the same of the same cases."""
    verdict = ddcore.verdict(data)
    return data.fingerprint, verdict.sentence, verdict.values, data.total, data.positives, list(data.models)


@pytest.mark.parametrize("site", some_of(SITES, "csv", "parquet", "duckdb"))
def test_engine_counts_files_as_memory_does(site, rows, expected, tmp_path):
    source = SITES[site](rows, tmp_path)
    assert told(ddcore.read_table(source, **OF_TABLE)) == expected
    if site in FILES:
        assert ddcore.read(source, **ROLES).fingerprint == expected[0]


@pytest.mark.full
def test_clusters_and_columns_of_any_kind_on_postgresql(postgres):
    rows = cases.table(4000)
    address = cases.in_postgresql(rows, postgres, "clustered")
    postgres.run(
        "create view kinds as select *, counts::numeric::money as paid, array[1] as several, '{}'::jsonb as more, "
        "interval '1 day' as days, 'a'::bytea as raw, '::1'::inet as host, gen_random_uuid() as key from clustered"
    )
    kinds = address.replace("clustered", "kinds")
    assert told(ddcore.read_table(kinds, **OF_TABLE, amount="costs")) == told(
        ddcore.read(rows, **ROLES, amount="costs")
    )
    asked = {**ROLES, "group": [], "fold": "", "cluster": "patient"}
    here, there = ddcore.read(rows, **asked), ddcore.read_table(kinds, **asked, part=0)
    for name in nonempty(here.models):
        assert there.models[name].clusters == here.models[name].clusters
        assert there.models[name].design == pytest.approx(here.models[name].design, rel=1e-3)


def test_postgresql_counts_as_memory_does(rows, expected, postgres):
    assert told(ddcore.read_table(cases.in_postgresql(rows, postgres, "same"), **OF_TABLE)) == expected


@pytest.mark.full
def test_spark_counts_as_memory_does(rows, expected, spark):
    assert told(ddcore.read_table(cases.in_spark(rows, spark, f"same_{rows.num_rows}"), **OF_TABLE)) == expected
