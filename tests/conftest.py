"""What all tests share: hypothesis tries the same cases each time, and an assert in a helper shows its values."""

import gc
import sys

import pytest
from hypothesis import settings
from xdist.scheduler import LoadFileScheduling

from ddcore.figures.theme import LIGHT, Theme

pytest.register_assert_rewrite("tests.helpers")

# Modules and tests stay until the end: the garbage collector need not look at them while they are made.
gc.disable()

settings.register_profile("default", derandomize=True, deadline=None, max_examples=25)
settings.register_profile("full", settings.get_profile("default"), max_examples=200)
settings.load_profile("default")


def pytest_addoption(parser):
    parser.addoption("--moves", type=int, default=200, help="moves of the walker without a browser")
    parser.addoption("--all-files", action="store_true", help="the walks of a person with all six files")
    parser.addoption("--browser-moves", type=int, default=20, help="moves of the walker in a browser")


TOGETHER = ("tests/report/", "tests/command/", "tests/api/", "tests/engines/", "tests/house/", "/papers/")
"""Their tests share what takes seconds to make, so one process runs all of them, and first, as it takes long."""


def together(nodeid):
    """The folder of a test that runs with all others of its folder, else None."""
    return next((folder for folder in TOGETHER if folder in nodeid), None)


class ByFile(LoadFileScheduling):
    """Tests of one file, or of one of those folders, run in one process."""

    def _split_scope(self, nodeid):
        return together(nodeid) or super()._split_scope(nodeid)


def pytest_xdist_make_scheduler(config, log):
    return ByFile(config, log)


def pytest_collection_modifyitems(items):
    items.sort(key=lambda item: not (together(item.nodeid) or item.nodeid.startswith("tests/browser/")))


def pytest_collection_finish(session):
    """What thousands of tests are is never looked at again, and what tests make every 20,000 objects, not every 700."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)
    gc.enable()


def pytest_sessionfinish(session):
    """Nothing is skipped: a skipped test, or one that is expected to fail, fails the run.

    Streamlit leaves the folder of its own tests to the end of the process, which warns of it.
    """
    if (streamlit := sys.modules.get("streamlit.testing.v1.app_test")) is not None:
        streamlit.TMP_DIR.cleanup()
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if reporter and any(reporter.stats.get(kind) for kind in ("skipped", "xfailed", "xpassed")):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


@pytest.fixture
def theme() -> Theme:
    """The look of a figure of which no colour is asked; where colours are, tests are run in every theme."""
    return LIGHT
