"""What people do with scores: another curve, another threshold, another reading, and the tables they take away."""

from io import BytesIO
from xml.etree import ElementTree

import numpy as np
import pandas as pd
import pytest
from PIL import Image, ImageColor
from playwright.sync_api import expect

from ddcore.answers import curves
from ddcore.answers.base.separation import points
from ddcore.answers.base.table_files import column_titles
from ddcore.answers.curves.tables import bin_rows
from ddcore.answers.likelihood.tables import area_rows, transformed_rows
from ddcore.figures.theme import DARK
from ddcore.read import read
from ddcore.records.labels import THE_MODEL
from ddcore.samples.simulated import SCENARIOS
from ddcore.scores.calibration import calibration
from ddcore.scores.curve_kinds import CURVE_KINDS
from ddcore.scores.curves import curve
from ddcore.scores.gain import gain
from tests.helpers.journeys import (
    EXAMPLE,
    THRESHOLD,
    answer,
    counts,
    fill,
    go,
    legend,
    main,
    narrow,
    query,
    slide,
    text,
    unfold_all,
)

pytestmark = pytest.mark.full

CURVES = {key: kind.title for key, kind in CURVE_KINDS.items()} | {"calibration": "Calibration", "measure": "A measure"}
POINTS = "Every point of the chart"
SAMPLE = "sample=two_class_example"


def written(table):
    return table.set_axis(column_titles(table.columns), axis=1).to_csv(index=False).encode()


def simulated(key, size):
    """The scores of a scenario, read as the page reads them."""
    return read(SCENARIOS[key].draw(size), name=key, positive="positive").models[THE_MODEL].table


@pytest.fixture(scope="module")
def two_models():
    """A file with two models on the same cases, and what the core reads in it."""
    rng = np.random.default_rng(11)
    true = np.arange(120) % 3 == 0
    scores = {f"score_{name}": rng.normal(true * far, 1).round(2) for name, far in (("new", 1.8), ("old", 0.6))}
    content = written(pd.DataFrame({"truth": np.where(true, "ill", "well"), **scores}))
    return content, read(content, name="two.csv", positive="ill")


def test_curves_from_the_menu_with_another_curve_and_threshold(visit, pick):
    page = visit("/?sample=two_class_example")
    go(page, "curves")
    assert text(answer(page)).startswith("AUC 0.939 (0.917 to")
    assert legend(page) == [
        "95 % band",
        "the model 0.939",
        "its convex hull 0.946",
        "chance",
        "threshold 0.500",
        "slope 0.526 here",
    ]
    pick(page, "Precision-recall")
    assert legend(page) == ["the model 0.947", "chance", "threshold 0.500"]
    assert query(page) == {"sample": "two_class_example", "curve": "precision_recall"}

    slider = main(page).get_by_role("slider", name=THRESHOLD)
    assert page.get_by_test_id("stSidebar").get_by_role("slider").count() == 0
    slide(slider, times=4)
    example = pd.read_csv(EXAMPLE)
    called, true = example["Class1"] >= 0.52, example["truth"] == "Class1"
    assert counts(page) == [(one & other).sum() for one in (called, ~called) for other in (true, ~true)]
    assert "threshold 0.520" in legend(page)
    slide(slider, "End")
    assert counts(page)[:2] == [0, 0]
    assert query(page)["threshold"] == "1"


def test_key_held_down_moves_the_threshold_as_far_as_it_is_pressed(visit):
    page = visit(f"/curves?{SAMPLE}")
    for place, moved in (("stMain", "0.6"), ("stSidebar", "0.7")):
        if place == "stSidebar":
            go(page, "likelihood")
        slide(page.get_by_test_id(place).get_by_role("slider", name=THRESHOLD), times=20)
        assert [one.input_value() for one in page.get_by_role("slider", name=THRESHOLD).all()] == [moved]
        assert query(page)["threshold"] == moved


def test_two_models_are_compared_and_taken_away(visit, pick, drop, download, two_models):
    content, file = two_models
    page = visit("/curves")
    drop(page, "two.csv", content)
    tables = {name: model.table for name, model in file.models.items()}
    assert [name for name in legend(page) if name.startswith("score_")] == [
        f"{name} {table.auc:.3f}" for name, table in tables.items()
    ]
    numbers = curves.answer(file.data()).tables["curves"].rows()
    assert download(page, "All numbers") == ("two-Curves-All-numbers.csv", written(numbers))
    lines = {name: curve(table, "roc") for name, table in tables.items()}
    assert download(page, POINTS)[1] == written(points(lines))
    assert query(page) == {"data": "File"}

    pick(page, "Calibration")
    expect(page.get_by_role("figure", name="scores must be between 0 and 1")).to_be_visible()
    pick(page, "Lift")
    assert page.get_by_test_id("stAlert").count() == 0
    assert page.get_by_test_id("stPlotlyChart").count() == 1


def test_large_tables_are_opened_and_taken_away(visit, pick, download):
    table = simulated("scenario_2", 15_000)
    page = visit("/curves?sample=scenario_2&size=15000")
    assert download(page, POINTS)[1] == written(points({"the model": curve(table, "roc")}))
    pick(page, "Calibration")
    assert download(page, POINTS)[1] == written(bin_rows({"the model": calibration(table)}))


def test_likelihood_from_the_menu_with_another_reading(visit, settled, download, choose):
    page = visit("/?sample=scenario_3&size=1000")
    choose(page, "Sample", SCENARIOS["scenario_1"].title)
    go(page, "likelihood")
    assert text(answer(page)).startswith("Yes.")
    table = simulated("scenario_1", 1000)
    found = gain(table, rng=np.random.default_rng(1))
    assert download(page, "AUC before and after")[1] == written(area_rows(found))
    assert download(page, "Rescaled scores")[1] == written(transformed_rows(found, table))

    choose(page, "Method", "Histogram")
    choose(page, "Compare", "TOC")
    before = query(page)
    assert before == {"sample": "scenario_1", "size": "1000", "method": "histogram", "curve": "toc"}
    found = gain(table, "histogram", rng=np.random.default_rng(1))
    assert f"{found.aucs['after, unseen cases'].value:.3f}" in text(answer(page))
    assert f"before {found.aucs['before'].value:.3f}" in legend(page)
    fill(page.get_by_role("spinbutton", name="Cases of each class", exact=True), "300", "Tab")
    expect(main(page)).to_contain_text("Positive: 300 of 600, 50 %.")
    assert query(page) == before | {"size": "300"}


def test_chart_is_saved_as_picture_from_its_corner(visit):
    page = visit(f"/likelihood?{SAMPLE}", theme="dark")
    saved = {}
    for label in ("PNG", "SVG", "PNG"):
        with page.expect_download() as waiting:
            page.get_by_role("button", name=f"Save the chart as {label}").nth(1).press("Enter")
        saved[waiting.value.suggested_filename] = waiting.value.path().read_bytes()
    name = "two_class_example-Reshape-the-scores-Likelihood-ratio-of-each-score"
    assert list(saved) == [f"{name}.png", f"{name}.svg"]
    box = page.locator(".js-plotly-plot").nth(1).bounding_box()
    picture = Image.open(BytesIO(saved[f"{name}.png"]))
    assert picture.size == pytest.approx((2 * box["width"], 2 * box["height"]), abs=1)
    assert picture.convert("RGBA").getpixel((0, 0)) == (*ImageColor.getrgb(DARK.background), 255)
    drawing = ElementTree.fromstring(saved[f"{name}.svg"])
    assert drawing.tag.endswith("svg")
    assert {"score", "likelihood ratio"} <= set(drawing.itertext())
    assert main(page).locator(".plotly-notifier *").count() == 0


def test_dark_phone_shows_every_curve_without_sideways_scroll(visit, pick, axe, settled):
    page = visit(f"/curves?{SAMPLE}", width=390, theme="dark")
    for key, title in CURVES.items():
        pick(page, title)
        assert query(page).get("curve") == (None if key == "roc" else key)
        expect(page.locator(".js-plotly-plot .scatterlayer .trace").first).to_be_attached()
        assert page.get_by_test_id("stAlert").count() == 0
        assert narrow(page)
    unfold_all(page, settled, main(page))
    assert page.locator(".katex").count() > 0
    assert page.locator(".katex-error").count() == 0
    assert narrow(page)
    assert axe(page) == []
