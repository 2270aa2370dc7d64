"""What all tests share: `import oracles` works from every folder, and hypothesis tries the same cases each time."""

from hypothesis import settings

settings.register_profile("same each time", derandomize=True, deadline=None)
settings.load_profile("same each time")
