"""Journeys through the pages of chance: θ, a measure of one's own, guessers, rates, folds."""

import pytest
from playwright.sync_api import expect

from tests.helpers.journeys import answer, csv_rows, fill, go, legend, main, query, slide, text

pytestmark = pytest.mark.full


def test_theta_is_moved_by_key_and_travels_with_the_measures(visit, settled):
    page = visit("/expectation?M=303&P=139")
    page.get_by_role("combobox", name="Measure").fill("MCC")
    page.get_by_role("combobox", name="Measure").press("Enter")
    page.keyboard.press("Escape")
    settled(page)
    slide(page.get_by_role("slider", name="Share of cases predicted positive, θ"), times=4)
    expect(main(page)).to_contain_text("158 of 303 cases")
    assert query(page) == {"M": "303", "P": "139", "measure": "F1,G2,MCC", "theta": "0.52"}


def own(page, settled, text):
    """Write a measure of one's own into the popover of measures, which stays open."""
    box = page.get_by_role("textbox", name="A measure of your own", exact=True)
    if not box.count():
        page.get_by_role("button", name="Own formula").click()
        settled(page)
    fill(box, text)
    return box


def test_measure_of_ones_own_is_mended_shown_and_sent_to_a_stranger(visit, stranger, settled, axe, wear):
    page = visit("/?sample=two_class_example")
    own(page, settled, "net = tp +")
    wear(page, "dark")
    assert axe(page) == []
    expect(page.get_by_test_id("stAlert")).to_be_visible()
    page.set_viewport_size({"width": 1280, "height": 900})
    box = own(page, settled, "net = (tp - fq) / m")
    alert = page.get_by_test_id("stAlert")
    expect(alert).to_contain_text('the formula has the unknown name "fq" at character 13')
    assert box.input_value() == "net = (tp - fq) / m"
    below = alert.bounding_box()["y"] - box.bounding_box()["y"]
    assert 0 < below < 100

    own(page, settled, "net = (tp - fp) / m")
    assert alert.count() == 0
    assert box.input_value() == ""
    page.keyboard.press("Escape")
    settled(page)
    assert query(page)["formula"] == "net = (tp - fp) / m"
    labels = page.locator(".ytick text").all_text_contents()
    assert labels[0].strip() == "net"
    other = stranger(page.url.removeprefix(visit.server))
    assert text(main(other)) == text(main(page))
    assert other.locator(".ytick text").all_text_contents() == labels
    assert query(other) == query(page)


def test_guesser_changes_the_scales_and_goes_along_to_other_pages(visit, settled, download):
    page = visit("/rescaled?TP=227&FP=50&FN=31&TN=192&measure=ACC,F1")
    page.get_by_role("radio", name="Prevalence", exact=True).click(force=True)
    settled(page)
    assert query(page)["guess"] == "prevalence"
    rows = csv_rows(download(page, "All scales of all models"))
    assert rows["Short name"].tolist() == ["ACC", "F1"]
    guessed = 0.516**2 + 0.484**2
    assert rows.loc[0, "Beyond guesser"] == pytest.approx((0.838 - guessed) / (1 - guessed), abs=1e-12)

    go(page, "prevalence")
    assert query(page)["guess"] == "prevalence"
    assert page.get_by_role("radio", name="Prevalence", exact=True).is_checked()


def test_rates_are_typed_and_moved(visit, settled):
    page = visit("/prevalence?sample=two_class_example&cases=many&prevalence=0.2")
    expect(main(page)).to_contain_text("88 %")
    page.get_by_role("radio", name="Typed", exact=True).click(force=True)
    settled(page)
    slide(page.get_by_role("slider", name="Recall (TPR)"), "ArrowLeft", 4)
    rates = {"prevalence": "0.2", "TPR": "0.58", "TNR": "0.8", "cases": "many"}
    assert query(page) | {"threshold": ""} == {"sample": "two_class_example", "threshold": "", **rates}
    # 2 a TPR / (a + a TPR + (1 - a)(1 - TNR)) at a = 0.2
    expect(answer(page)).to_contain_text(f"to {2 * 0.2 * 0.58 / (0.2 * 1.58 + 0.8 * 0.2):.3f}")


def test_folds_and_resamples_of_a_sample(visit, settled, download):
    page = visit("/folds?sample=hpc_cv")
    assert all(number in text(answer(page)) for number in ("69.7 %", "0.524"))
    assert page.get_by_test_id("stPlotlyChart").count() == 3
    assert len(csv_rows(download(page))) == 10
    page.get_by_role("radio", name="Resamples", exact=True).click(force=True)
    settled(page)
    assert "95 %" in text(answer(page))
    assert query(page)["parts"] == "resamples"
    assert any(entry.startswith("95 %") for entry in legend(page))
