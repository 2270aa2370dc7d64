"""The rows of the document that a module is about, computed once in a process."""

import pytest

from ddcore.papers import rows


@pytest.fixture
def computed(request):
    return [row for row in rows() if row.document == request.module.DOCUMENT]
