"""The page about measures: every measure by its link, and those that a search finds."""

import re

from ddcore.answers.measures.compute import found
from ddcore.measures import MEASURES
from tests.helpers.loops import nonempty
from tests.helpers.visiting import answer, fine, visit


def rows(at):
    """The links of the list of measures, by their keys."""
    listed = next(one.value for one in at.main.markdown if one.value.startswith("| measure"))
    return re.findall(r"\(measures\?measure=([^)]+)\)", listed)


def test_each_measure_has_a_link_that_shows_it():
    keys = rows(visit("measures", "M=303&P=139"))
    assert keys == list(MEASURES)
    for key in nonempty(keys[::11]):
        at = visit("measures", f"measure={key}")
        assert MEASURES[key].title in answer(at).replace("\\", "")


def test_search_lists_what_it_finds():
    at = visit("measures", "M=303&P=139")
    box = next(one for one in at.text_input if one.label == "Search")
    fine(box.set_value("jaccard").run())
    assert rows(at) == found("jaccard") == ["TS"]
    assert at.query_params["words"] == "jaccard"
