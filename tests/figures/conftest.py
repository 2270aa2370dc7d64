"""The look of a figure of which no colour is asked; where colours are, tests are run in every theme."""

import pytest

from ddcore.figures.theme import LIGHT, Theme


@pytest.fixture
def theme() -> Theme:
    return LIGHT
