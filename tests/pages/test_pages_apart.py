"""Long work on many cases is done by another process: the pages say the same, and what happened where it died."""

from dataclasses import replace

import pytest
from visiting import CHARTS, WHOLE, figure, said, visit

from ddcore.apart import unpacked
from pages.shared import separation

LONG = ("curves", "likelihood", "thresholds", "ensemble", "costs", "lending")


@pytest.mark.parametrize("page", LONG)
def test_pages_are_the_same_whichever_process_computes(page, monkeypatch):
    here = visit(page, WHOLE[page])
    done = []
    monkeypatch.setattr(separation, "MANY", 1)
    monkeypatch.setattr(separation, "unpacked", lambda *sent: (done.append(sent), unpacked(*sent))[1])
    there = visit(page, WHOLE[page])
    assert done
    assert said(there, "header", "markdown", "caption") == said(here, "header", "markdown", "caption")
    assert [one.value.to_csv() for one in there.main.dataframe] == [one.value.to_csv() for one in here.main.dataframe]
    assert figure(there, CHARTS[page]) == figure(here, CHARTS[page])


def test_a_computation_that_takes_too_long_is_a_sentence(monkeypatch):
    monkeypatch.setattr(separation, "MANY", 1)
    monkeypatch.setattr(separation, "LIMITS", replace(separation.LIMITS, clock=1e-6))
    page = visit("likelihood", WHOLE["likelihood"])
    assert "computing this needs more than ten minutes: use fewer cases" in said(page).lower()
