"""What people do to draw a line: another threshold, a condition, what mistakes cost, and cases left to a person."""

from fractions import Fraction

import numpy as np
import pandas as pd
import pytest
from playwright.sync_api import expect

from tests.helpers.journeys import (
    EXAMPLE,
    THRESHOLD,
    answer,
    chart,
    csv_rows,
    fill,
    legend,
    main,
    query,
    slide,
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
CONDITION = "Only where …"
BY_COST = {"by": "cost", "share": "0.23", "referral": "0.6,0.6", "measure": "ACC"}


def test_threshold_moved_says_what_it_gives_up_and_a_condition_is_chosen_and_missed(visit, settled, download):
    page = visit(f"/thresholds?{SAMPLE}")
    best = CUTS[F1.argmax()]
    assert f" F1 is {best:.3f} (" in text(answer(page))
    assert ", 0.500," in text(answer(page))
    assert "threshold 0.500" in chart(page).text_content()
    slider = main(page).get_by_role("slider", name=THRESHOLD)
    assert page.get_by_test_id("stSidebar").get_by_role("slider").count() == 0
    slide(slider, times=4)
    assert ", 0.520," in text(answer(page))
    assert "threshold 0.520" in chart(page).text_content()
    assert query(page) == {"sample": "two_class_example", "threshold": "0.52"}

    rows = csv_rows(download(page, "All measures")).set_index("Short name")
    assert rows.loc["F1", ["Best threshold", "Value there"]].tolist() == pytest.approx([best, F1.max()])
    rows = csv_rows(download(page, "Every threshold of the chart"))
    np.testing.assert_allclose(rows["Threshold"], CUTS)
    np.testing.assert_allclose(rows["F1"][:-1], F1[:-1])

    body = unfold(page, settled, CONDITION)
    body.get_by_role("combobox").click()
    page.get_by_role("option", name="Precision (PPV)", exact=True).click()
    settled(page)
    kept = np.where(TP / np.maximum(TP + FP, 1) >= 0.9, F1, 0)
    assert f" F1 is {CUTS[kept.argmax()]:.3f} (" in text(answer(page))
    assert query(page)["where"] == "PPV:0.9"
    fill(body.get_by_role("spinbutton"), "1.5")
    assert text(answer(page)).startswith("No threshold")
    expect(chart(page)).to_have_count(0)


def test_cost_is_moved_by_keyboard_written_and_seen_in_every_chart(visit, settled, pick):
    page = visit(f"/costs?{SAMPLE}")
    slide(main(page).get_by_role("slider", name=RATIO))
    cost = (FP + 2 * (P - TP)) / 500
    assert all(told in text(answer(page)) for told in ("2 times", f"≥ {CUTS[cost.argmin()]:.3f};", "≥ 0.333."))
    assert query(page)["u"] == "0,-1,-2,0"
    assert f"best {cost.min():.3f}" in legend(chart(page))
    for name, key, line in (
        ("Decision curve", "decision", "never positive"),
        ("Brier curve", "brier", "random guessing"),
    ):
        pick(page, name)
        assert query(page)["curve"] == key
        assert line in legend(chart(page))
        assert "your costs" in chart(page).text_content()

    box = main(page).get_by_role("textbox", name="predicted Class2, truly Class1")
    expect(box).to_have_value("2")
    fill(box, "2.5")
    cost = (FP + 2.5 * (P - TP)) / 500
    assert all(told in text(answer(page)) for told in (f"≥ {CUTS[cost.argmin()]:.3f};", "≥ 0.286."))
    assert query(page)["u"] == "0,-1,-2.5,0"
    fill(box, "dear")
    assert "cannot be used" in text(answer(page))
    expect(box).to_have_value("dear")


def band(share):
    """The best accuracy among the decided when at most that share is referred, the ends of its band, and its share.

    Of equally good bands that with the fewest cases, then the lowest.
    """
    order = np.argsort(SCORE)
    ones, found = np.append(0, np.cumsum(TRUE[order])), []
    for held in range(round(500 * share) + 1):
        first = np.arange(501 - held)
        wrong = ones[first] + 500 - first - held - (P - ones[first + held])
        place = int(wrong.argmin())
        found.append((Fraction(int(wrong[place]), 500 - held), held, place))
    wrong, held, place = min(found)
    return float(1 - wrong), SCORE[order[place]], SCORE[order[place + held]], held / 500


def test_share_is_moved_and_then_costs_find_it(visit, download, choose):
    page = visit(f"/refer?{SAMPLE}&measure=ACC")
    accuracy, low, high, referred = band(0.2)
    assert all(f"{told:.3f}" in text(answer(page)) for told in (low, high, 0.862, accuracy))
    rows = csv_rows(download(page, "All measures")).set_index("Short name")
    assert rows.loc[["ACC", "referred"], "With referral"].tolist() == pytest.approx([accuracy, referred])

    slide(main(page).get_by_role("slider", name="Share of cases sent to a person"), times=3)
    accuracy, low, high, referred = band(0.23)
    assert all(f"{told:.3f}" in text(answer(page)) for told in (low, high, 0.862, accuracy))
    assert f"a person: {100 * referred:.1f} %" in chart(page).text_content()
    assert query(page)["share"] == "0.23"
    choose(page, "Choose the cases", "By cost")
    assert all(told in text(answer(page)) for told in ("25.2 %", "0.219", "0.861", "0.088", "0.138"))
    for name in ("Class1", "Class2"):
        fill(main(page).get_by_role("textbox", name=f"Referring a truly {name} case costs"), "0.6")
    assert text(answer(page)).startswith("Refer no case:")
    assert query(page) == {"sample": "two_class_example", **BY_COST}
    choose(page, "Choose the cases", "By share")
    assert f"{100 * referred:.1f} %" in text(answer(page))
