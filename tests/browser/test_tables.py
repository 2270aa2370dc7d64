"""A table of PostgreSQL on the page: from the database to a verdict, a part of the rows, and a server that is lost."""

import os
from urllib.parse import quote

import pytest
from playwright.sync_api import expect

from tests.helpers.browser import Visits, settle
from tests.helpers.journeys import answer, main, narrow, query
from tests.helpers.servers import postgresql
from tests.helpers.serving import free_port, running

pytestmark = pytest.mark.full

SECRET = "a secret/with: all?that%an@address#uses"

MADE = f"""
create schema lake;
create table lake.predictions as
    select case when g % 3 = 0 then 'ill' else 'well' end as truth, (g % 3 = 0)::int * 0.3 + (g % 70) / 100.0 as score,
        case when g % 4 = 0 then 'it''s' else 'north' end as site, date '2024-01-01' + g % 100 as seen
    from generate_series(1, 3000) g;
create table hidden as select * from lake.predictions;
create role reader login password '{SECRET}';
grant usage on schema lake to reader;
grant select on lake.predictions, hidden to reader;
"""


@pytest.fixture(scope="module")
def database():
    """A server of PostgreSQL with two tables."""
    with postgresql() as server:
        server.run(MADE)
        yield server


@pytest.fixture(scope="module")
def served(database, tmp_path_factory):
    """The address of a server whose operator named the database, and what it wrote."""
    home = tmp_path_factory.mktemp("home")
    (home / ".streamlit").mkdir()
    url = f"postgres://reader:{quote(SECRET, safe='')}@127.0.0.1:{database.port}/postgres"
    secrets = f'[databases.warehouse]\nurl = "{url}"\ntables = ["lake.*"]\n'
    (home / ".streamlit" / "secrets.toml").write_text(secrets)
    port, log = free_port(), home / "log"
    with log.open("wb") as file, running(port, env={**os.environ, "HOME": str(home)}, stdout=file, stderr=file):
        yield f"http://localhost:{port}", log


@pytest.fixture
def visit(context, served):
    visits = Visits(context, served[0])
    yield visits
    visits.close()
    assert visits.trouble == []


def test_from_the_database_to_a_verdict_a_part_and_a_lost_server(visit, served, database, choose, axe):
    page = visit("/")
    main(page).get_by_role("button", name="warehouse", exact=True).click()
    settle(page)
    choose(page, "Table", "lake.predictions")
    expect(main(page).get_by_text("3,000 cases: 1,000 are “ill”", exact=False)).to_be_visible()
    choose(page, "Only some rows, by", "site")
    choose(page, "Values of site", "it's")
    page.keyboard.press("Escape")
    expect(main(page).get_by_text("750 cases: 250 are “ill”", exact=False)).to_be_visible()
    expect(page.get_by_role("option")).to_have_count(0)
    link = {"data": "Database", "db": "warehouse", "table": "lake.predictions", "filter": "site=it's"}
    assert query(page) == link
    assert axe(page) == []
    main(page).get_by_role("button", name="Confirm", exact=True).click()
    settle(page)
    answered = answer(page).first.inner_text()

    again = visit(page.url.removeprefix(served[0]), width=390, theme="dark")
    expect(answer(again).first).to_have_text(answered)
    assert narrow(again)

    with database.stopped():
        choose(page, "Values of site", "north")
        page.keyboard.press("Escape")
        expect(main(page).get_by_role("alert")).to_contain_text("warehouse cannot be reached")
        assert query(page)["filter"] == "site=it's,north"
    page.get_by_role("button", name="Read it again").click()
    expect(main(page).get_by_text("3,000 cases", exact=False).first).to_be_visible()
    for shown in (page, again):
        held = shown.content() + shown.url + served[1].read_text()
        for secret in (SECRET, quote(SECRET, safe=""), "127.0.0.1", str(database.port)):
            assert secret not in held


@pytest.mark.parametrize("link", ["db=elsewhere", "db=warehouse&table=public.hidden", "table=pg_catalog.pg_user"])
def test_link_reaches_nothing_else(visit, link):
    page = visit(f"/?data=Database&{link}")
    expect(main(page).get_by_role("alert")).to_contain_text("that is listed")
    expect(main(page).get_by_test_id("stPlotlyChart")).to_have_count(0)
