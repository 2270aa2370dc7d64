"""The page Report of a visitor without a browser."""

from streamlit.testing.v1 import AppTest

from tests.helpers.visiting import SITE, fine

SAMPLE = "sample=two_class_example"


def to_report(at):
    at.switch_page("report/report.py")
    return fine(at.run())


def opened(link):
    """A fresh session that opens the page by what its link says."""
    at = AppTest.from_file(SITE, default_timeout=60)
    at.query_params = link
    return to_report(at)


def report(link=""):
    """The same by the text of the link."""
    return opened(dict(pair.split("=", 1) for pair in link.split("&") if pair))


def preview(at):
    """The report as the page shows it."""
    frames = [node for node in at._tree if node.type == "iframe"]
    assert len(frames) == 1
    return frames[0].proto.srcdoc
