"""What people do here, from the first click to the file they take away."""

from fractions import Fraction
from io import StringIO

import pandas as pd
import pytest
from playwright.sync_api import expect

from ddcore.answers.base.table_files import column_titles
from ddcore.courses import course
from ddcore.measures import MEASURES
from tests.helpers.answers import asked, counted
from tests.helpers.browser import until
from tests.helpers.journeys import (
    EXAMPLE,
    THRESHOLD,
    answer,
    closed,
    counts,
    csv_rows,
    fill,
    fits_the_first_screen,
    go,
    legend,
    main,
    panel,
    press,
    preview,
    query,
    slide,
    text,
    unfold_all,
)
from tests.oracles import decimals, published, rounds_to

CASES, POSITIVES = "Cases, M", "Truly positive cases, P"
CELLS = {
    "Truly positive, predicted positive (TP)": "227",
    "Truly negative, predicted positive (FP)": "50",
    "Truly positive, predicted negative (FN)": "31",
    "Truly negative, predicted negative (TN)": "192",
}
# One white dot.
PNG = bytes.fromhex(
    "89504e470d0a1a0a0000000d494844520000000100000001080000000"
    "03a7e9b550000000a4944415478da63f80f0001010100" + "1bb6ee560000000049454e44ae426082"
)


def write(page, texts):
    for label, value in texts.items():
        fill(page.get_by_role("textbox", name=label, exact=True), value, "Tab")


def expected(name, *cells):
    """The table of one model as its CSV has it."""
    tp, fp, fn, tn = cells
    rows = asked("verdict", counted(tp, fp, fn, tn, name=name), measure=list(MEASURES)).tables["verdict"].rows()
    rows.columns = column_titles(rows.columns)
    return by_key(pd.read_csv(StringIO(rows.to_csv(index=False))))


def by_key(rows):
    """In the order of the keys: the page starts with the measures that somebody chose."""
    return rows.sort_values("Short name", ignore_index=True)


def test_upload_is_judged_and_its_table_taken_away(visit, drop, download):
    page = visit("/?data=File")
    drop(page, "my patients.csv", EXAMPLE.read_bytes().replace(b"predicted", b"secret column", 1))

    expect(answer(page)).to_have_text("Yes. The model beats chance on all 12 measures.")
    assert counts(page) == [227, 50, 31, 192]
    rows = csv_rows(download(page))
    pd.testing.assert_frame_equal(by_key(rows), expected("the model", 227, 50, 31, 192))
    assert rows["Short name"].tolist()[:2] == ["ACC", "F1"]

    slide(page.get_by_role("slider", name=THRESHOLD), "End")
    called = counts(page)
    assert called[0] < 227
    assert called[1] < 50
    assert [called[0] + called[2], called[1] + called[3]] == [258, 242]


@pytest.mark.full
def test_back_leaves_the_page_and_finds_data_and_choices_as_they_were(visit, settled, drop):
    page = visit("/costs?data=File")
    drop(page, "mine.csv", EXAMPLE.read_bytes())
    slide(main(page).get_by_role("slider", name=THRESHOLD))
    costs, said = page.url, text(answer(page))
    go(page, "curves")
    entries = page.evaluate("history.length")
    slide(main(page).get_by_role("slider", name=THRESHOLD))
    assert page.evaluate("history.length") == entries
    curves = page.url
    page.go_back()
    expect(main(page).get_by_role("slider", name=THRESHOLD)).to_have_value("0.505")
    settled(page)
    assert (page.url, text(answer(page))) == (costs, said)
    page.go_forward()
    expect(main(page).get_by_role("slider", name=THRESHOLD)).to_have_value("0.51")
    settled(page)
    assert page.url == curves


@pytest.mark.full
def test_link_keeps_sample_threshold_and_class(visit, stranger, choose):
    page = visit("/?sample=lending_club")
    choose(page, "Sample", "Two classes, one model")
    choose(page, "Positive class", "Class2")
    expect(main(page)).to_contain_text("Positive = Class2")
    before = counts(page)
    slide(page.get_by_role("slider", name=THRESHOLD), "ArrowLeft", 3)
    assert counts(page) != before
    other = stranger(page.url.removeprefix(visit.server))
    assert text(main(other)) == text(main(page))
    assert counts(other) == counts(page)


@pytest.mark.full
def test_typed_numbers_have_the_baselines_of_the_document_and_typed_counts_are_judged(visit, settled, pick, download):
    page = visit("/baselines")
    pick(page, "Numbers")
    write(page, {CASES: "303", POSITIVES: "139"})
    write(page, {CASES: "303.5"})
    expect(page.get_by_test_id("stAlert")).to_have_text('M must be a whole number such as 303, got "303.5"')
    for label, typed in {CASES: "303.5", POSITIVES: "139"}.items():
        assert page.get_by_role("textbox", name=label, exact=True).input_value() == typed
    write(page, {CASES: "303"})
    assert page.get_by_test_id("stAlert").count() == 0
    expect(answer(page)).to_contain_text("0.629")
    assert page.url == f"{visit.server}/baselines?M=303&P=139"

    rows = csv_rows(download(page))
    highest = dict(zip(rows["Short name"], rows["Highest mean"], strict=True))
    column = [row for row in published("000_table5.csv") if row["dataset"].startswith("Cleveland")]
    assert len(column) == 22
    for row in column:
        assert highest[row["measure"]] == pytest.approx(float(Fraction(row["right"])), rel=1e-13, abs=1e-13)
        assert row["erratum"] == "yes" or rounds_to(highest[row["measure"]], row["printed"], decimals(row["printed"]))

    page.get_by_role("link", name="Verdict").first.click()
    settled(page)
    pick(page, "A model's counts")
    write(page, CELLS)
    assert counts(page) == [227, 50, 31, 192]
    assert query(page) == {"TP": "227", "FP": "50", "FN": "31", "TN": "192"}
    rows = csv_rows(download(page))
    pd.testing.assert_frame_equal(by_key(rows), expected("the model", 227, 50, 31, 192))


@pytest.mark.full
def test_bad_file_has_its_sentence_and_a_good_one_mends_it(visit, pick, drop, choose):
    page = visit("/?M=303&P=139")
    for name, content, words in [
        ("predictions.csv", PNG, "predictions.csv is a picture, not a table"),
        ("nothing.csv", b"", "nothing.csv is empty"),
        ("heading.csv", EXAMPLE.read_bytes().splitlines()[0], "heading.csv has a header but no rows"),
    ]:
        drop(page, name, content)
        expect(answer(page)).to_have_text("These data cannot be used yet")
        expect(page.get_by_test_id("stAlert")).to_contain_text(words)
    pick(page, "Numbers")
    assert page.get_by_role("textbox", name=CASES, exact=True).input_value() == "303"
    assert page.get_by_role("textbox", name=POSITIVES, exact=True).input_value() == "139"
    drop(page, "good.csv", EXAMPLE.read_bytes())
    expect(answer(page)).to_contain_text("Yes. The model beats")
    assert counts(page) == [227, 50, 31, 192]
    assert page.get_by_test_id("stAlert").count() == 0
    page.locator("summary", has_text="Change columns, models or how").click()
    choose(page, "Positive class", "Class2")
    expect(main(page)).to_contain_text("Positive = Class2")
    assert query(page) == {"data": "File", "positive": "1"}


@pytest.mark.full
def test_names_of_a_file_do_nothing(visit, settled, drop, download):
    names = ["<script>alert(1)</script>", "=cmd()", "![x](http://evil.example/x.png)", "www.evil.example"]
    lines = [",".join(["truth", *names])]
    lines += [
        f"{'http://evil.example' if i % 2 else 'b'},{i % 7 / 7},{i % 5 / 5},{i % 2 * 0.9},{i % 3 / 3}"
        for i in range(60)
    ]
    page = visit("/?sample=two_class_example")
    dialogs = []
    page.on("dialog", lambda dialog: (dialogs.append(dialog.message), dialog.dismiss()))
    page.on("popup", lambda popup: dialogs.append(popup.url))
    drop(page, "![y](http://evil.example/y.png)<b>.csv", "\n".join(lines).encode())

    def harmless():
        assert dialogs == []
        evil = '[href*="evil" i], [src*="evil" i], svg a'
        elements = '[data-testid="stMain"] :is(script:not([src="/frame.js"]), b)'
        assert page.locator(f"{evil}, {elements}").count() == 0
        assert visit.trouble == []

    harmless()
    assert f"{names[0]} " in text(main(page))
    assert any(entry[:9] == names[0][:9] for entry in legend(page))
    # A list closes when its page scrolls, so it is in view before it opens.
    page.get_by_role("combobox", name="Model", exact=True).scroll_into_view_if_needed()
    settled(page)
    page.get_by_role("combobox", name="Model", exact=True).click()
    listed = page.get_by_role("option").all_text_contents()
    assert sorted(entry[:9] for entry in listed) == sorted(name[:9] for name in names)
    page.keyboard.press("Escape")
    unfold_all(page, settled, page)
    page.get_by_role("button", name="Help for Positive class").hover()
    expect(page.get_by_role("tooltip")).to_be_visible()
    settled(page)
    harmless()
    page.mouse.move(0, 0)
    rows = csv_rows(download(page))
    assert rows.Model.unique().tolist() == [names[0], "'=cmd()", *names[2:]]

    for name in ("baselines", "expectation"):
        go(page, name)
        assert "http://evil.example" in text(main(page))
        harmless()


@pytest.mark.full
def test_what_one_visitor_drops_another_does_not_see(visit, stranger, pick, drop):
    mine, yours = visit("/?sample=two_class_example"), stranger("/?sample=two_class_example")
    lines = EXAMPLE.read_text().splitlines()
    drop(mine, "mine.csv", "\n".join(lines[:101]).encode())
    before = counts(mine)
    assert sum(before) == 100
    assert counts(yours) == [227, 50, 31, 192]

    pick(yours, "File")
    expect(answer(yours)).to_have_text("No data yet")
    assert "mine.csv" not in text(yours.locator("body"))
    drop(yours, "yours.csv", "\n".join([lines[0], *lines[101:301]]).encode())
    assert sum(counts(yours)) == 200

    pick(mine, "Sample")
    pick(mine, "File")
    expect(main(mine)).to_contain_text("of 100")
    assert counts(mine) == before
    assert "yours.csv" not in text(mine.locator("body"))


@pytest.mark.full
def test_upload_is_open_to_all(visit, axe, settled, drop, wear):
    page = visit("/?sample=two_class_example")
    drop(page, "predictions.csv", PNG)
    wear(page, "dark")
    expect(page.get_by_test_id("stAlert")).to_be_visible()
    assert axe(page) == []
    drop(page, "good.csv", EXAMPLE.read_bytes())
    expect(answer(page)).to_contain_text("Yes. The model beats")
    unfold_all(page, settled, page)
    wear(page, "light")
    settled(page)
    assert axe(page) == []
    assert page.locator(".katex").count() > 0
    assert page.locator(".katex-error").count() == 0


def test_a_phone_in_the_dark_shows_question_answer_and_chart(visit, axe):
    page = visit("/costs?sample=hpc_cv", width=390, theme="dark")
    assert fits_the_first_screen(page)
    assert axe(page) == []


@pytest.mark.full
def test_a_phone_in_the_dark_chooses_its_data_and_shows_question_answer_and_chart(visit, settled):
    page = visit("/costs", width=390, theme="dark")
    press(page, settled, "Data")
    panel(page).get_by_role("combobox", name="Sample").click()
    page.get_by_role("option", name="Computing jobs, VF or not").click()
    settled(page)
    closed(page)
    assert "sample=hpc_cv" in page.url
    assert fits_the_first_screen(page)


def heading(page, title):
    return page.get_by_role("heading", level=2, name=title, exact=True)


def test_course_is_taken_by_keys_alone(visit, settled):
    steps = course("accuracy").steps
    page = visit("/learn/accuracy?at=1&hide=yes")
    expect(heading(page, steps[0].title)).to_be_visible()
    page.keyboard.press("1")
    expect(page.locator(".st-key-course_option_1 [kind=primary]")).to_be_visible()
    settled(page)
    page.keyboard.press("s")
    expect(page.locator(".st-key-course_quiz").get_by_role("status")).to_contain_text("Not quite.")
    settled(page)
    page.keyboard.press("ArrowRight")
    expect(heading(page, steps[1].title)).to_be_visible()
    settled(page)
    page.keyboard.press("ArrowLeft")
    expect(heading(page, steps[0].title)).to_be_visible()
    assert "given=100000" in page.url


def test_the_tour_is_shown_to_those_who_want_it(visit):
    page = visit("/?sample=two_class_example")
    page.get_by_role("button", name="Show me", exact=True).click()
    expect(page.locator(".tour")).to_contain_text("1 of 4")
    page.keyboard.press("Escape")
    expect(page.locator(".tour")).to_have_count(0)


@pytest.mark.full
def test_two_answers_become_a_report(collected, settled):
    page = collected()
    assert query(page)["report"] == "costs?u=0,-1,-5,0&unit=EUR;verdict"
    page.get_by_role("button", name="Move up: Verdict", exact=True).first.click()
    expect(main(page).get_by_text("1. Does this model beat chance?")).to_be_visible()
    settled(page)
    assert query(page)["report"] == "verdict;costs?u=0,-1,-5,0&unit=EUR"
    frame = preview(page)
    assert frame.locator(".js-plotly-plot .main-svg").count() > 1
    frame.get_by_role("navigation").get_by_role("link", name="What does a mistake cost", exact=False).click()
    expect(frame.get_by_role("heading", name="What does a mistake cost", exact=False).first).to_be_in_viewport()


@pytest.mark.full
def test_a_report_opens_from_the_disk(visit, context, tmp_path):
    page = visit("/report?sample=two_class_example&report=costs")
    assert preview(page).locator(".js-plotly-plot .main-svg").count() > 1
    with page.expect_download() as waiting:
        page.get_by_role("button", name="Download HTML", exact=True).press("Enter")
    assert waiting.value.suggested_filename == "two_class_example-report.html"
    file = tmp_path / "report.html"
    file.write_bytes(waiting.value.path().read_bytes())
    opened, trouble = context.new_page(), []
    opened.on("console", lambda message: trouble.append(message.text) if message.type == "error" else None)
    opened.on("request", lambda request: trouble.append(request.url) if request.url.startswith("http") else None)
    opened.goto(file.as_uri())
    expect(opened.locator("html[data-drawn]")).to_have_count(1)
    assert opened.locator(".js-plotly-plot .main-svg").count() > 1
    assert trouble == []


@pytest.mark.full
def test_visit_notices_trouble(visit, settled):
    page = visit("/")
    page.evaluate("() => { console.error('ours'); const image = new Image(); image.src = 'https://example.com/x.png' }")
    page.evaluate("() => fetch('/_stcore/nothing')")

    def noticed():
        assert {"console", "policy"} <= {line.split(":")[0] for line in visit.trouble}

    until(lambda: settled(page), noticed)
    visit.trouble.clear()
