"""What tests of answers share."""

import pytest

from ddcore.scores import likelihood
from ddcore.scores.choice import ORDER, Choice


@pytest.fixture
def in_order(monkeypatch):
    """The best reading of any scores is their order: for tests that ask nothing of the choice, which takes most time.

    Only for data of the test's own: what is computed stays with the data.
    """
    monkeypatch.setattr(likelihood, "choose", lambda *given: Choice(ORDER, None))
