"""What all tests share: hypothesis tries the same cases each time, and an assert in a helper shows its values."""

import gc

import pytest
from hypothesis import settings

pytest.register_assert_rewrite("tests.helpers")

settings.register_profile("default", derandomize=True, deadline=None, max_examples=25)
settings.register_profile("full", settings.get_profile("default"), max_examples=200)
settings.load_profile("default")


def pytest_addoption(parser):
    parser.addoption("--moves", type=int, default=200, help="moves of the walker without a browser")
    parser.addoption("--all-files", action="store_true", help="the walks of a person with all six files")
    parser.addoption("--browser-moves", type=int, default=20, help="moves of the walker in a browser")


def pytest_collection_finish(session):
    """What 22,000 tests are stays until the end: the garbage collector need not look at it again and again."""
    gc.collect()
    gc.freeze()


def pytest_sessionfinish(session):
    """Nothing is skipped: a skipped test, or one that is expected to fail, fails the run."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if reporter and any(reporter.stats.get(kind) for kind in ("skipped", "xfailed", "xpassed")):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED
