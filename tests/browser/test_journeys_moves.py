"""From page to page by the menu, and with a file that is taken away again: what stands there is what was chosen."""

import pytest
from playwright.sync_api import expect

from tests.helpers.journeys import THRESHOLD, answer, fill, go, main, query, slide, text

pytestmark = pytest.mark.full

SAMPLE = "sample=two_class_example"
CASES = b"truth,score\n" + b"yes,0.9\nno,0.2\nyes,0.4\nno,0.6\nyes,0.8\nno,0.1\n" * 5
GONE = "kept only while its page is open"


def test_a_guesser_goes_round_all_pages_that_have_one(visit, pick):
    page = visit(f"/rescaled?{SAMPLE}")
    for name in ("prevalence", "folds", "rescaled"):
        go(page, name)
        assert page.get_by_test_id("stAlert").count() == 0
        assert page.get_by_role("radio", name="A coin", exact=True).is_checked()
        assert "cannot be used" not in text(answer(page))
    pick(page, "Common class")
    go(page, "folds")
    assert page.get_by_role("radio", name="Common class", exact=True).is_checked()
    assert query(page)["guess"] == "mode"


def test_the_slider_of_the_threshold_goes_along_from_chart_to_chart(visit):
    page = visit(f"/costs?{SAMPLE}")
    for name in ("thresholds", "costs", "curves"):
        go(page, name)
        slider = main(page).get_by_role("slider", name=THRESHOLD)
        expect(slider).to_have_value("0.5")
    slide(slider)
    go(page, "thresholds")
    expect(main(page).get_by_role("slider", name=THRESHOLD)).to_have_value("0.505")
    assert "0.505" in text(answer(page))


def test_a_file_is_removed_dropped_again_and_gone_after_a_refresh(visit, drop, pick, settled):
    page = visit("/utility")
    drop(page, "mine.csv", CASES)
    assert "yes (15 of 30" in text(main(page))
    page.get_by_role("button", name="Remove mine.csv", exact=True).click()
    settled(page)
    expect(answer(page)).to_have_text("No data yet")
    assert page.get_by_text("Still in use").count() == 0

    drop(page, "mine.csv", CASES)
    fill(main(page).get_by_role("textbox", name="predicted no, truly yes"), "335")
    before = text(answer(page))
    assert query(page) == {"data": "File", "u": "0,-1,-335,0"}
    pick(page, "Sample")
    assert main(page).get_by_role("textbox", name="predicted Class2, truly Class1").input_value() == "1"
    pick(page, "File")
    assert text(answer(page)) == before
    page.reload()
    settled(page)
    expect(answer(page)).to_have_text("No data yet")
    expect(main(page)).to_contain_text(GONE)
    drop(page, "mine.csv", CASES)
    assert text(answer(page)) == before
    assert query(page) == {"data": "File", "u": "0,-1,-335,0"}


def test_a_file_takes_the_place_of_one_whose_threshold_was_moved(visit, drop):
    page = visit("/curves?data=File")
    drop(page, "mine.csv", CASES)
    slider = main(page).get_by_role("slider", name=THRESHOLD)
    slide(slider)
    for name, content, said in (
        ("classes.csv", b"truth,score\n" + b"".join(b"v%d,0.%d\n" % (i, i) for i in range(40)), "has 40 values"),
        ("other.csv", CASES.replace(b"0.9", b"0.7"), "Positive = yes (15 of 30"),
    ):
        drop(page, name, content)
        assert page.get_by_test_id("stException").count() == 0
        expect(main(page)).to_contain_text(said)
    expect(slider).to_have_value("0.5")
