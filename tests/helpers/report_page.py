"""The page Report of a visitor without a browser, and what is pressed there."""

from streamlit.testing.v1 import AppTest

from tests.helpers.visiting import SITE, fine

SAMPLE = "sample=two_class_example"


def to_report(at):
    at.switch_page("report/report.py")
    return fine(at.run())


def report(link=""):
    """A fresh session that opens the page by its link."""
    at = AppTest.from_file(SITE, default_timeout=60)
    at.query_params = dict(pair.split("=", 1) for pair in link.split("&") if pair)
    return to_report(at)


def press(at, key):
    at.button(key=key).click()
    return fine(at.run())


def preview(at):
    """The report as the page shows it."""
    frames = [node for node in at._tree if node.type == "iframe"]
    assert len(frames) == 1
    return frames[0].proto.srcdoc
