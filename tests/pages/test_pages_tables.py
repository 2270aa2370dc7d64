"""Tables of a database and files of the server on a page: chosen, filtered, read, and nothing else to be reached."""

import gzip
from dataclasses import replace
from urllib.parse import parse_qsl

import duckdb
import numpy as np
import pyarrow as pa
import pyarrow.parquet
import pytest
from streamlit.testing.v1 import AppTest

from ddcore import engines
from ddcore.engines import databases, folder, worker
from ddcore.errors import InputError
from ddcore.read import read
from ddcore.read import worker as in_memory
from ddcore.read.limits import TooLarge
from pages.data import files, saved
from tests.helpers.visiting import PAGES, SITE, answer, drop, fine, kind, linked, press, said, shown, visit, widget

SECRET = "correct horse/battery"
ROWS = [(g % 3 == 0, (g % 3 == 0) * 0.4 + (g % 50) / 100, g, "it's" if g % 2 else "north") for g in range(600)]


@pytest.fixture(scope="module")
def database(tmp_path_factory):
    """The address of a database file with two tables, whose path is a secret."""
    path = tmp_path_factory.mktemp("hidden") / "hidden.db"
    frame = pa.table(dict(zip(("truth", "score", "age", "site"), zip(*ROWS, strict=True), strict=True)))
    with duckdb.connect(str(path)) as connection:
        connection.register("frame", frame)
        connection.execute("create table predictions as from frame; create table other as from frame")
    return f"duckdb://{path}"


@pytest.fixture(autouse=True)
def read_here(monkeypatch):
    """What a process of its own does is done here, in a hundredth of the time."""

    class Here:
        share, doing, place = 1.0, "", 0

        def __init__(self, make):
            self.make = make

        def wait(self, seconds):
            return True

        def end(self):
            pass

    def look(known, ask, *arguments):
        return Here(lambda: ask(known, *arguments))

    def start(source, *, reader=worker.large.read_source, **roles):
        return Here(lambda: reader(source, **roles))

    monkeypatch.setattr(databases, "look", look)
    monkeypatch.setattr(databases, "seen", lambda job, name: job.make())
    monkeypatch.setattr(worker, "start", start)
    monkeypatch.setattr(worker, "result", lambda job, name: job.make())
    monkeypatch.setattr(
        in_memory, "start", lambda content, name, **roles: Here(lambda: read(content, name=name, **roles))
    )
    monkeypatch.setattr(in_memory, "result", lambda job, name: job.make())


def opened(link, page="verdict", **urls):
    """A visit of a server whose operator named databases."""
    at = AppTest.from_file(SITE, default_timeout=60)
    at.query_params = dict(parse_qsl(link, keep_blank_values=True))
    at.secrets["databases"] = {name: {"url": url} for name, url in urls.items()}
    at.switch_page(PAGES[page])
    return fine(at.run())


def cases(at):
    return at.session_state["data"].total


def test_without_a_named_database_nothing_of_it_is_there():
    at = visit("verdict", "data=Database&db=warehouse&table=main.predictions&filter=site=x")
    assert list(at.segmented_control(key="data_kind").options) == ["Sample", "File", "Numbers"]
    assert "Sample, File, Numbers" in said(at, "warning")
    assert not shown(at, "data_db")
    assert not shown(at, "data_stored")
    assert not {"db", "table", "filter"} & set(linked(at))


def test_table_is_chosen_filtered_and_opened_again_by_its_link(database):
    at = kind(opened("sample=two_class_example", warehouse=database), "Database")
    assert answer(at) == "No data yet"
    assert list(widget(at, "data_table").options) == ["main.other", "main.predictions"]
    fine(widget(at, "data_table").set_value("main.predictions").run())
    assert cases(at) == 600
    assert list(widget(at, "data_filter").options) == ["truth", "score", "age", "site"]
    fine(widget(at, "data_filter").set_value("site").run())
    assert cases(at) == 600
    fine(widget(at, "data_filter_values").set_value(["it's"]).run())
    assert cases(at) == 300
    link = {"data": "Database", "db": "warehouse", "table": "main.predictions", "filter": "site=it's"}
    assert linked(at) == link
    again = opened("&".join(f"{name}={text}" for name, text in link.items()), warehouse=database)
    assert (cases(again), linked(again)) == (300, link)
    fine(again.selectbox(key="data_filter").set_value("age").run())
    fine(widget(again, "data_filter_number_low").set_value(100.0).run())
    fine(widget(again, "data_filter_number_high").set_value(249.0).run())
    assert (cases(again), linked(again)["filter"]) == (150, "age=100..249")
    data = again.session_state["data"]
    assert data.source.endswith("from 100 to 249")
    assert cases(fine(widget(again, "data_table").set_value("main.other").run())) == 600
    origin = again.session_state["data"].origin
    assert (origin.function, origin.given["source"]) == ("read_table", "duckdb://…?table=main.other")


def test_card_changes_a_role_and_puts_the_table_away(database):
    at = opened("data=Database&table=main.predictions", warehouse=database)
    assert widget(at, "data_card_remove").label == "Close this table"
    fine(widget(at, "data_role_group_").set_value(["site"]).run())
    assert at.session_state["data"].roles["group"] == ("site",)
    assert linked(at)["columns"] == "group 4"
    press(at, "data_card_remove")
    assert answer(at) == "No data yet"
    assert linked(at) == {"data": "Database", "db": "warehouse"}
    assert not [wanted for wanted in at.session_state["data_read"] if wanted[0].startswith("database")]


HOSTILE = {
    "db=elsewhere&table=main.predictions": "there is no database “elsewhere” here; choose one that is listed",
    "db=warehouse&table=pg_catalog.pg_user": "warehouse has no table “pg_catalog.pg_user” that is listed",
    "db=warehouse&table=main.predictions'; drop table other; --": "warehouse has no table",
    "db=warehouse&table=main.predictions&filter=no=1": "main.predictions has no column “no”",
    "db=warehouse&table=main.predictions&filter=site=x'); drop table other; --": "the part of main.predictions where "
    "“site” is “x'); drop table other; --” has no rows",
    "db=warehouse&table=main.predictions&filter=age=x..": "the filter of “age” must be a number",
}


@pytest.mark.parametrize("link", HOSTILE)
def test_link_reaches_nothing_that_is_not_listed(link, database):
    at = opened(f"data=Database&{link}", warehouse=database)
    assert said(at, "error").startswith(HOSTILE[link])
    assert linked(at) == {"data": "Database", **dict(parse_qsl(link))}
    assert not at.main.get("plotly_chart")
    assert widget(at, "data_db").value in (None, "warehouse")
    assert cases(kind(at, "Sample")) > 0


def test_lost_server_is_a_sentence_and_can_be_asked_again(database, monkeypatch):
    address = f"postgres://reader:{SECRET.replace('/', '%2F')}@db.hidden:1/risk"
    asked = []

    def refused(known):
        asked.append(known)
        raise InputError(f"{known.name} cannot be reached; check its host and port, and whether it runs")

    monkeypatch.setattr(databases, "tables", refused)
    at = opened("data=Database&db=far&table=t", warehouse=database, far=address)
    assert said(at, "error").startswith("far cannot be reached")
    at.run()
    assert len(asked) == 1
    press(at, "data_ask_again")
    assert len(asked) == 2
    assert linked(at) == {"data": "Database", "db": "far", "table": "t"}
    held = repr([at._tree, {key: at.session_state[key] for key in at.session_state}, at.query_params])
    assert not [each for each in ("battery", "hidden", "reader") if each in held]


def test_start_page_offers_the_databases(database):
    at = opened("", warehouse=database)
    press(at, "start_database_0")
    assert linked(at) == {"data": "Database", "db": "warehouse"}
    assert widget(at, "data_table").value is None


@pytest.fixture
def on_server(tmp_path, monkeypatch):
    """A folder of data with two tables, beside a file that is not to be reached."""
    top = tmp_path / "data"
    (top / "lake").mkdir(parents=True)
    lines = "\n".join(["truth,score,age,site", *(",".join(map(str, row)) for row in ROWS)])
    (top / "lake" / "a.csv.gz").write_bytes(gzip.compress(lines.encode()))
    (top / "b.csv").write_text(lines)
    (tmp_path / "outside.csv").write_text(lines)
    (top / "link.csv").symlink_to(tmp_path / "outside.csv")
    monkeypatch.setenv(folder.VARIABLE, str(top))
    return top


def test_file_of_the_server_is_chosen_and_opened_again_by_its_link(on_server):
    at = visit("verdict", "data=File")
    assert [text.partition(" (")[0] for text in widget(at, "data_stored").options] == ["b.csv", "lake/a.csv.gz"]
    fine(widget(at, "data_stored").set_value("lake/a.csv.gz").run())
    assert (cases(at), linked(at)) == (600, {"data": "File", "stored": "lake/a.csv.gz"})
    assert at.session_state["data"].source == "lake/a.csv.gz"
    assert cases(visit("curves", "data=File&stored=lake/a.csv.gz")) == 600
    drop(at, b"truth,score\nyes,0.9\nno,0.2\nyes,0.4\n")
    assert (cases(at), linked(at)) == (3, {"data": "File"})
    assert saved.UPLOAD in at.session_state


def test_large_table_of_which_nobody_finds_the_truth_is_asked_about_on_its_card(on_server, monkeypatch):
    (on_server / "odd.csv").write_text("a,b\n" + "x,0.9\nz,0.2\nz,0.4\n" * 200)
    counted = engines._read
    monkeypatch.setattr(engines, "_read", lambda *given: counted(*given[:-1], 100))
    at = visit("verdict", "data=File&stored=odd.csv")
    assert said(at, "info").startswith("odd.csv: no column has")
    fine(widget(at, "data_role_truth_").set_value("a").run())
    fine(widget(at, "data_role_score_").set_value(["b"]).run())
    assert (cases(at), linked(at)["columns"]) == (600, "truth 1;score 2")


@pytest.mark.parametrize("name", ["../outside.csv", "link.csv", "/etc/passwd", "lake", "c.csv"])
def test_link_reaches_no_other_file(on_server, name):
    at = visit("verdict", f"data=File&stored={name}")
    assert said(at, "error").startswith(f"“{name}” is not in")
    assert not at.main.get("plotly_chart")


def test_upload_too_large_for_memory_is_read_piece_by_piece(monkeypatch):
    read_in_memory = []

    def refuse(job, name):
        read_in_memory.append(name)
        raise TooLarge(f"{name} has 99 rows, more than 9")

    monkeypatch.setattr(in_memory, "result", refuse)
    monkeypatch.setattr(files.work, "done", lambda wanted, start, show: start())
    started = []

    def start(content, *, name, **roles):
        started.append((content, roles))
        return name

    monkeypatch.setattr(worker, "start", start)
    rng = np.random.default_rng(1)
    truth = rng.integers(0, 2, 40)
    table = pa.table({"truth": truth, "score": truth + rng.normal(size=40)})
    whole = files.read(table, name="large.csv")
    model = whole.models["the model"]
    part = replace(whole, models={"the model": replace(model, table=model.table.in_bins(4))}, single=whole)
    monkeypatch.setattr(worker, "result", lambda job, name: part)
    at = drop(visit("verdict", "data=File"), b"a,b\n", "large.csv")
    assert (len(read_in_memory), started) == (1, [(b"a,b\n", {})])
    captions = " ".join(one.value for one in at.caption)
    assert "Scores are binned" in captions
    assert "**40** of 40 rows" in captions
    fine(widget(at, "data_exact_").check().run())
    assert (len(read_in_memory), started[1:]) == (1, [(b"a,b\n", {"exact": True})])
    assert linked(at)["columns"] == "exact scores"
    press(at, "data_card_remove")
    assert not [key for key in at.session_state if files.LARGE in str(key)]
