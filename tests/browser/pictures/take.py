"""Takes docs/images/verdict.png, the picture of the README: `python -m tests.browser.pictures.take`."""

import io
import shutil
from pathlib import Path

from PIL import Image
from playwright.sync_api import sync_playwright

from tests.helpers.serving import serving

PICTURE = Path(__file__).parents[3] / "docs/images/verdict.png"
WIDTH = 1280
COLOURS = 128


def take() -> None:
    """The verdict on the first sample, from the top of the window to the foot of its chart."""
    with (
        serving() as address,
        sync_playwright() as playwright,
        playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"]) as browser,
    ):
        page = browser.new_page(
            viewport={"width": WIDTH, "height": 1000}, color_scheme="light", reduced_motion="reduce"
        )
        page.goto(f"{address}/?sample=two_class_example")
        chart = page.get_by_role("figure").first
        chart.locator(".legend").wait_for()
        page.wait_for_load_state("networkidle")
        page.wait_for_timeout(1000)
        place = chart.bounding_box()
        assert place is not None
        height = place["y"] + place["height"] + 16
        picture = Image.open(io.BytesIO(page.screenshot(clip={"x": 0, "y": 0, "width": WIDTH, "height": height})))
        few = picture.convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE)
        few.save(PICTURE, optimize=True)


if __name__ == "__main__":
    take()
