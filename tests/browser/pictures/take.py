"""Takes the picture of the README: `.venv/bin/python -m tests.browser.pictures.take`, once `tests/run` has run."""

import shutil
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.helpers.serving import serving

PICTURE = Path(__file__).with_name("verdict.png")
WIDTH = 1280


def take() -> None:
    """The verdict on the first sample, from the top of the window to what comes next."""
    with (
        serving() as address,
        sync_playwright() as playwright,
        playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"]) as browser,
    ):
        page = browser.new_page(
            viewport={"width": WIDTH, "height": 1000}, color_scheme="light", reduced_motion="reduce"
        )
        page.goto(f"{address}/?sample=two_class_example")
        page.get_by_role("figure").locator(".legend").first.wait_for()
        page.wait_for_load_state("networkidle")
        page.wait_for_timeout(1000)
        last = page.locator(".st-key-next").bounding_box()
        assert last is not None
        page.screenshot(path=PICTURE, clip={"x": 0, "y": 0, "width": WIDTH, "height": last["y"] + last["height"] + 16})


if __name__ == "__main__":
    take()
