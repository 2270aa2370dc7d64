"""What people do to draw a line: another threshold, a condition, what mistakes cost, and cases left to a person."""

from io import BytesIO

import numpy as np
import pandas as pd
import pytest
from playwright.sync_api import expect

from tests.helpers.journeys import (
    EXAMPLE,
    THRESHOLD,
    answer,
    chart,
    main,
    query,
    text,
    unfold,
)

pytestmark = pytest.mark.full

SAMPLE = "sample=two_class_example"
CASES = pd.read_csv(EXAMPLE)
TRUE, SCORE = (CASES["truth"] == "Class1").to_numpy(), CASES["Class1"].to_numpy()
CUTS = np.append(np.unique(SCORE), np.inf)
CALLED = SCORE[None, :] >= CUTS[:, None]
TP, FP = (CALLED & TRUE).sum(axis=1), (CALLED & ~TRUE).sum(axis=1)
P, N = 258, 242
F1 = 2 * TP / (P + TP + FP)
RATIO = "Cost of a miss, in false alarms"
CONDITION, OUTCOMES = "Only where …", "All four outcomes"


def legend(page):
    return [name.strip() for name in chart(page).locator(".legendtext").all_text_contents()]


def lost(threshold):
    """What F1 gives up at a threshold."""
    called = threshold <= SCORE
    return F1.max() - 2 * (called & TRUE).sum() / (P + called.sum())


def test_threshold_moved_says_what_it_gives_up_and_a_condition_is_chosen_and_missed(visit, settled, download):
    page = visit(f"/thresholds?{SAMPLE}")
    best = CUTS[F1.argmax()]
    assert text(answer(page)).startswith(f"Best for F1: {best:.3f} (")
    assert "; 0.500, the threshold" in text(answer(page))
    assert "threshold 0.500" in chart(page).text_content()
    slider = main(page).get_by_role("slider", name=THRESHOLD)
    assert page.get_by_test_id("stSidebar").get_by_role("slider").count() == 0
    slider.focus()
    for _ in range(4):
        page.keyboard.press("ArrowRight")
    expect(slider).to_have_value("0.52")
    settled(page)
    assert "; 0.520, the threshold" in text(answer(page))
    assert "threshold 0.520" in chart(page).text_content()
    assert query(page) == {"sample": "two_class_example", "threshold": "0.52"}

    name, content = download(page, "All measures as a table")
    rows = pd.read_csv(BytesIO(content)).set_index("Short name")
    assert name.endswith("Thresholds-All-measures.csv")
    assert len(rows) == 32
    assert rows.loc["F1", "Best threshold"] == best
    assert rows.loc["F1", "Value there"] == pytest.approx(F1.max())
    assert rows.loc["F1", "Loss on these cases"] == pytest.approx(lost(0.52))
    assert rows.loc["ERR", "Value there"] == pytest.approx((FP + P - TP).min() / 500)
    name, content = download(page, "Every threshold of the chart as a table")
    rows = pd.read_csv(BytesIO(content))
    assert name.endswith("Thresholds-Every-threshold-of-the-chart.csv")
    np.testing.assert_allclose(rows["Threshold"], CUTS)
    np.testing.assert_allclose(rows["F1"][:-1], F1[:-1])

    body = unfold(page, settled, CONDITION)
    body.get_by_role("combobox").click()
    page.get_by_role("option", name="Precision (PPV)", exact=True).click()
    settled(page)
    kept = np.where(TP / np.maximum(TP + FP, 1) >= 0.9, F1, 0)
    assert text(answer(page)).startswith(f"Best for F1: {CUTS[kept.argmax()]:.3f} (")
    assert query(page)["where"] == "PPV:0.9"
    bound = body.get_by_role("spinbutton")
    bound.fill("1.5")
    bound.press("Enter")
    settled(page)
    assert text(answer(page)).startswith("No threshold")
    expect(main(page)).to_contain_text(
        "No threshold has Precision (PPV) of at least 1.5; the best that these scores reach"
    )
    expect(chart(page)).to_have_count(0)


def test_cost_is_moved_by_keyboard_written_and_seen_in_every_chart(visit, settled, pick):
    page = visit(f"/costs?{SAMPLE}")
    assert "a miss costs as" in text(answer(page))
    slider = main(page).get_by_role("slider", name=RATIO)
    slider.focus()
    page.keyboard.press("ArrowRight")
    settled(page)
    cost = (FP + 2 * (P - TP)) / 500
    assert all(told in text(answer(page)) for told in ("2 times", f"≥ {CUTS[cost.argmin()]:.3f};", "≥ 0.333."))
    assert query(page)["u"] == "0,-1,-2,0"
    assert f"best {cost.min():.3f}" in legend(page)
    for name, key, line in (
        ("Decision curve", "decision", "never positive"),
        ("Brier curve", "brier", "random guessing"),
    ):
        pick(page, name)
        assert query(page)["curve"] == key
        assert line in legend(page)
        assert "your costs" in chart(page).text_content()

    body = unfold(page, settled, OUTCOMES)
    box = body.get_by_role("textbox", name="predicted Class2, truly Class1")
    expect(box).to_have_value("2")
    box.fill("2.5")
    box.press("Enter")
    settled(page)
    cost = (FP + 2.5 * (P - TP)) / 500
    assert all(told in text(answer(page)) for told in (f"≥ {CUTS[cost.argmin()]:.3f};", "≥ 0.286."))
    assert query(page)["u"] == "0,-1,-2.5,0"
    box.fill("dear")
    box.press("Enter")
    settled(page)
    assert "cannot be used yet" in text(answer(page))
    expect(box).to_have_value("dear")


def band(share):
    """The best accuracy among the decided when that share is referred, and the scores at the ends of the band."""
    order = np.argsort(SCORE)
    ones, held = np.append(0, np.cumsum(TRUE[order])), round(500 * share)
    first = np.arange(501 - held)
    wrong = ones[first] + 500 - first - held - (P - ones[first + held])
    place = int(wrong.argmin())
    return 1 - wrong[place] / (500 - held), SCORE[order[place]], SCORE[order[place + held]]


def test_share_is_moved_and_then_costs_find_it(visit, settled, download, choose):
    page = visit(f"/refer?{SAMPLE}")
    accuracy, low, high = band(0.2)
    assert all(f"{told:.3f}" in text(answer(page)) for told in (low, high, 0.862, accuracy))
    name, content = download(page, "All measures as a table")
    rows = pd.read_csv(BytesIO(content)).set_index("Short name")
    assert name.endswith("Refer-All-measures.csv")
    assert rows.loc["ACC", "With referral"] == pytest.approx(accuracy)
    assert rows.loc["referred", "With referral"] == pytest.approx(0.2)

    slider = main(page).get_by_role("slider", name="Share of cases that a person sees")
    slider.focus()
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    settled(page)
    accuracy, low, high = band(0.23)
    assert all(f"{told:.3f}" in text(answer(page)) for told in (low, high, 0.862, accuracy))
    assert "a person: 23 %" in chart(page).text_content()
    assert query(page)["share"] == "0.23"
    choose(page, "Choose the cases", "By what it costs")
    assert all(told in text(answer(page)) for told in ("25.2 %", "0.219", "0.861", "0.088", "0.138"))
    for name in ("Class1", "Class2"):
        main(page).get_by_role("textbox", name=f"Referring a truly {name} case costs").fill("0.6")
        main(page).get_by_role("textbox", name=f"Referring a truly {name} case costs").press("Enter")
        settled(page)
    assert text(answer(page)).startswith("Refer nobody:")
    assert query(page) == {"sample": "two_class_example", "by": "cost", "share": "0.23", "referral": "0.6,0.6"}
    choose(page, "Choose the cases", "By their share")
    assert text(answer(page)).startswith("Refer 23 %, ")
