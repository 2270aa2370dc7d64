"""What all tests share: hypothesis tries the same cases each time, and an assert in a helper shows its values."""

import pytest
from hypothesis import settings

pytest.register_assert_rewrite("tests.helpers")

settings.register_profile("same each time", derandomize=True, deadline=None)
settings.load_profile("same each time")
