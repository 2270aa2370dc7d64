"""The heat map of scales: values, what colours say, rings and dashes, and letters that can be read on every tone."""

import itertools
import json
import math
import re

import numpy as np
import pytest

from ddcore.chance.scales import Scaled, scales
from ddcore.counts import Counts
from ddcore.figures.scales import scales_alt, scales_figure
from ddcore.figures.theme import THEMES, label, mixed
from ddcore.measures import MEASURES, measure
from tests.helpers.figures import once
from tests.helpers.loops import nonempty

GOOD = Counts(tp=227, fp=50, fn=31, tn=192)
WORSE = Counts(tp=90, fp=120, fn=168, tn=122)
NEVER = Counts(tp=0, fp=0, fn=30, tn=70)
KEYS = ("ACC", "F1", "TPR", "ERR", "MCC", "PPV", "DOR", "CC")
RAW, CHANCE, GUESSER, BALANCED = range(4)
JUDGED, NOT_JUDGED = (CHANCE, GUESSER), (RAW, BALANCED)

themes = pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)


def scaled(key="ACC", model="A", **numbers):
    """A score made up, that is ahead everywhere unless told otherwise."""
    ahead = {
        "score": 0.8, "rescaled": 0.6, "normalised": 0.7, "balanced": 0.75, "chance": 0.5, "ideal": 1.0, "guessed": 0.4,
        "expansion": 0.4, "silent": 0.0,
    }  # fmt: skip
    return Scaled(model, measure(key), **{**ahead, **numbers})


@once
def drawn(models, theme, keys=KEYS, guess="half", prevalence=0.2):
    rows = scales(models, keys, guess, prevalence)
    return rows, scales_figure(rows, theme)


def panels(figure):
    """The four heat maps, from left to right."""
    maps = [trace for trace in figure.data if trace.type == "heatmap"]
    assert [trace.xaxis for trace in maps] == ["x", "x2", "x3", "x4"]
    return maps


def legend(figure):
    return [trace.name for trace in figure.data if trace.type == "scatter" and trace.showlegend is not False]


def sound(figure):
    """Whether a browser can read it: JSON has no NaN and no infinity."""

    def refuse(constant):
        raise AssertionError(constant)

    json.loads(figure.to_json(), parse_constant=refuse)
    return True


def rgb(colour):
    return np.array([int(colour[i : i + 2], 16) for i in (1, 3, 5)], dtype=float)


def tone(scale, z):
    """The colour that a scale from -1 to 1 gives to a value, by straight lines between its stops."""
    stops = [(float(place), rgb(colour)) for place, colour in scale]
    at = (z + 1) / 2
    (low, first), (high, second) = next(pair for pair in itertools.pairwise(stops) if pair[0][0] <= at <= pair[1][0])
    return first + (second - first) * (at - low) / (high - low)


def luminance(colour):
    parts = colour / 255
    linear = np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)
    return float(linear @ [0.2126, 0.7152, 0.0722])


def contrast(one, other):
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


# Values --------------------------------------------------------------------------------------------------------------


class TestValues:
    def test_each_panel_holds_the_numbers_of_its_scale(self, theme):
        rows, figure = drawn({"A": GOOD, "B": WORSE}, theme)
        for at, scale in enumerate(("score", "rescaled", "normalised", "balanced")):
            panel = panels(figure)[at]
            for row, tones, texts in nonempty(zip(rows, panel.z, panel.text, strict=True)):
                for one, z, text in nonempty(zip(row, tones, texts, strict=True)):
                    value = getattr(one, scale)
                    if text not in ("○", "–"):
                        shown = float(text.replace("−", "-").replace(",", ""))
                        assert shown == pytest.approx(value, abs=0.0051)
                        assert z == pytest.approx(max(-1, min(1, value)) if at in JUDGED else min(1, abs(value)))

    def test_rows_are_measures_and_columns_models(self, theme):
        _, figure = drawn({"A": GOOD, "B": WORSE}, theme)
        for panel in panels(figure):
            assert (len(panel.z), len(panel.z[0])) == (len(KEYS), 2)
            assert (tuple(panel.x), tuple(panel.y)) == ((0, 1), tuple(range(len(KEYS))))
        assert figure.layout.yaxis.range == (len(KEYS) - 0.5, -0.5)
        assert figure.layout.xaxis3.ticktext == ("A", "B")
        assert [note.text.replace("<br>", " ") for note in figure.layout.annotations] == [
            "score", "beyond chance", "beyond guesser", "score, balanced",
        ]  # fmt: skip

    def test_panels_lie_side_by_side(self, theme):
        layout = drawn({"A": GOOD}, theme)[1].layout
        ends = [axis.domain for axis in (layout.xaxis, layout.xaxis2, layout.xaxis3, layout.xaxis4)]
        assert (ends[0][0], ends[-1][1]) == (0, 1)
        assert all(left[1] < right[0] for left, right in itertools.pairwise(ends))
        assert len({round(end[1] - end[0], 1) for end in ends}) == 1

    def test_lower_is_better_has_its_arrow(self, theme):
        names = drawn({"A": GOOD}, theme)[1].layout.yaxis.ticktext
        assert [name.endswith(" ↓") for name in names] == [measure(key).better == "lower" for key in KEYS]

    @pytest.mark.parametrize("models", [1, 2, 3, 5, 6, 12, 13, 20, 21])
    def test_digits_become_fewer_and_small_and_vanish_above_twenty_models(self, theme, models):
        _, figure = drawn({f"m{i}": GOOD for i in range(models)}, theme, ("ACC", "F1"))
        assert {panel.texttemplate for panel in panels(figure)} == {"%{text}"}
        assert panels(figure)[RAW].text[0][0] == {1: "0.838", 2: "0.84", 21: ""}.get(models, ".84")
        assert panels(figure)[RAW].textfont.size == (12 if models <= 2 else 11 if models <= 12 else 8)

    @pytest.mark.parametrize(("models", "across"), [(1, 4), (2, 4), (3, 2), (5, 2), (6, 1), (20, 1)])
    def test_panels_have_room_for_their_numbers(self, theme, models, across):
        figure = drawn({f"m{i}": GOOD for i in range(models)}, theme, ("ACC", "F1"))[1]
        layout = figure.layout
        boxes = [
            (*layout[panel.xaxis.replace("x", "xaxis")].domain, *layout[panel.yaxis.replace("y", "yaxis")].domain)
            for panel in panels(figure)
        ]
        assert len({(left, right) for left, right, _, _ in boxes}) == across
        assert len({(low, high) for _, _, low, high in boxes}) == 4 // across
        for one, other in nonempty(itertools.combinations(boxes, 2)):
            assert one[1] <= other[0] or other[1] <= one[0] or one[3] <= other[2] or other[3] <= one[2]
        heights = [(high - low) * (layout.height - layout.margin.t) for _, _, low, high in boxes]
        assert min(heights) > 2 * 20

    @pytest.mark.parametrize(
        ("value", "text"), [(-0.254, "−.25"), (1.0, "1.00"), (0.0, ".00"), (-0.001, ".00"), (-3.0, "−3.00")]
    )
    def test_brief_numbers(self, theme, value, text):
        figure = scales_figure([[scaled("ACC", balanced=value)] * 3], theme)
        assert panels(figure)[BALANCED].text[0][0] == text

    @pytest.mark.parametrize(
        ("value", "text"),
        [(0.0, "0.000"), (1.0, "1.000"), (-0.25, "−0.250"), (12.3456, "12.346"), (-40.0, "−40"), (math.inf, "∞")],
    )
    def test_numbers_as_people_write_them(self, theme, value, text):
        figure = scales_figure([[scaled("ACC", balanced=value)]], theme)
        assert panels(figure)[BALANCED].text[0][0] == text

    @pytest.mark.parametrize("value", [-0.0, -1e-17, -0.0004])
    def test_nothing_has_no_minus(self, theme, value):
        text = panels(scales_figure([[scaled(normalised=value)]], theme))[GUESSER].text[0][0]
        assert not re.fullmatch(r"[-−]0(\.0+)?", text)
        assert math.isclose(value, 0, abs_tol=1e-9) <= (text in ("0", "0.000"))


# What colours say ----------------------------------------------------------------------------------------------------


class TestColours:
    @themes
    def test_blue_is_beyond_and_orange_behind(self, theme):
        for at in JUDGED:
            panel = panels(drawn({"A": GOOD}, theme)[1])[at]
            assert (panel.zmin, panel.zmax) == (-1, 1)
            (low, worse), (middle, nothing), (high, better) = panel.colorscale
            assert (low, middle, high) == (0, 0.5, 1)
            assert nothing == theme.second
            assert better == mixed(theme.colours[0], theme.background, 0.55)
            assert worse == mixed(theme.colours[1], theme.background, 0.55)
            blue, orange = rgb(better), rgb(worse)
            assert blue[2] > blue[0]
            assert orange[0] > orange[2]

    @themes
    def test_raw_and_balanced_scores_are_grey(self, theme):
        for at in NOT_JUDGED:
            for _, colour in nonempty(panels(drawn({"A": GOOD}, theme)[1])[at].colorscale):
                assert np.ptp(rgb(colour)) <= 0.2 * 255

    def test_raw_scores_below_zero_are_grey_too(self, theme):
        """The upper half of the scale is where the tones are; what is below 0 is as strong as it is far from it."""
        panel = panels(scales_figure([[scaled("MCC", score=-0.7)]], theme))[RAW]
        assert panel.z[0][0] == pytest.approx(0.7)
        assert panel.text[0][0] == "−0.700"

    def test_tones_end_at_one(self, theme):
        row = [scaled("TP", score=227.0, normalised=-3.0, rescaled=1.0)]
        shown = panels(scales_figure([row], theme))
        assert [panel.z[0][0] for panel in shown[:3]] == [1, 1, -1]

    @themes
    def test_letters_can_be_read_on_every_tone(self, theme):
        for panel in nonempty(panels(drawn({"A": GOOD, "B": WORSE}, theme)[1])):
            assert panel.textfont.color == theme.text
            for z in nonempty(np.linspace(-1, 1, 41)):
                assert contrast(tone(panel.colorscale, z), rgb(theme.text)) >= 4.5, z

    @themes
    def test_letters_can_be_read_where_no_tone_is(self, theme):
        assert contrast(rgb(theme.background), rgb(theme.text)) >= 4.5

    @themes
    def test_better_and_worse_can_be_told_apart_from_nothing(self, theme):
        panel = panels(drawn({"A": GOOD}, theme)[1])[CHANCE]
        worse, nothing, better = (rgb(colour) for _, colour in panel.colorscale)
        assert min(np.abs(worse - nothing).max(), np.abs(better - nothing).max(), np.abs(worse - better).max()) > 60


# Rings, dashes and the legend ----------------------------------------------------------------------------------------


class TestRingsAndDashes:
    def test_ring_where_nobody_can_do_better(self, theme):
        _, figure = drawn({"A": GOOD}, theme, ("ACC", "TPR"))
        assert [row[0] for row in panels(figure)[CHANCE].text] == ["0.665", "○"]
        assert panels(figure)[CHANCE].z[1][0] is None
        assert panels(figure)[GUESSER].text[1][0] == "0.760"
        assert panels(figure)[RAW].text[1][0] == "0.880"

    def test_ring_where_the_guesser_is_perfect(self, theme):
        _, figure = drawn({"A": GOOD}, theme, ("TPR", "ACC"), guess=1.0)
        assert [row[0] for row in panels(figure)[GUESSER].text] == ["○", f"{(0.838 - 0.516) / 0.484:.3f}"]
        assert panels(figure)[GUESSER].z[0][0] is None

    def test_dash_where_no_value(self, theme):
        _, figure = drawn({"A": NEVER}, theme, ("PPV", "ACC"))
        for panel in panels(figure):
            assert panel.text[0][0] == "–"
            assert panel.z[0][0] is None
            assert panel.text[1][0] != "–"
        assert sound(figure)

    def test_what_is_endless_has_no_scale_above_chance(self, theme):
        _, figure = drawn({"A": GOOD}, theme, ("DOR",))
        assert [panel.text[0][0] for panel in panels(figure)] == ["28.119", "–", "–", "28.119"]

    @pytest.mark.parametrize("key", ["prevalence", "PP"])
    @pytest.mark.parametrize("guess", ["half", "prevalence"])
    def test_what_does_not_judge_is_a_dash_and_no_ring(self, theme, key, guess):
        _, figure = drawn({"A": GOOD}, theme, (key,), guess)
        assert [panel.text[0][0] for panel in panels(figure)[1:3]] == ["–", "–"]
        assert "cannot be beaten" not in panels(figure)[RAW].hovertext[0][0]
        assert legend(figure) == []

    @pytest.mark.parametrize(
        ("numbers", "entries"),
        [
            ({}, ["better than chance"]),
            ({"rescaled": -0.5, "normalised": -0.2}, ["worse than chance"]),
            ({"rescaled": -0.5}, ["better than chance", "worse than chance"]),
            ({"rescaled": 0.0, "normalised": 0.0}, []),
            ({"rescaled": math.nan, "normalised": math.nan}, []),
            ({"rescaled": math.nan, "normalised": 0.4}, ["better than chance"]),
            ({"rescaled": math.nan, "normalised": -0.4}, ["worse than chance"]),
            ({"rescaled": 0.4, "normalised": math.nan}, ["better than chance"]),
            ({"chance": 1.0, "rescaled": -0.2}, ["better than chance", "cannot be beaten"]),
            ({"guessed": 1.0, "normalised": -0.2}, ["better than chance", "cannot be beaten"]),
            ({"chance": 1.0, "guessed": 1.0, "rescaled": -0.2, "normalised": -0.2}, ["cannot be beaten"]),
        ],
    )
    def test_legend_names_what_is_there_and_nothing_else(self, theme, numbers, entries):
        assert legend(scales_figure([[scaled(**numbers)]], theme)) == entries

    @themes
    def test_legend_shows_the_tones_of_the_cells(self, theme):
        figure = scales_figure([[scaled(rescaled=-1.0, normalised=1.0)]], theme)
        entries = {trace.name: trace.marker.color for trace in figure.data if trace.type == "scatter"}
        scale = panels(figure)[CHANCE].colorscale
        assert entries == {"better than chance": scale[2][1], "worse than chance": scale[0][1]}

    def test_rings_of_the_legend_are_in_the_chart_however_many_models(self, theme):
        """Where numbers have no room, the legend must not name a mark that is not drawn."""
        _, figure = drawn({f"m{i}": GOOD for i in range(5)}, theme, ("TPR",))
        spelled = panels(figure)[CHANCE].texttemplate == "%{text}"
        marked = any(trace.type == "scatter" and trace.x[0] is not None for trace in figure.data)
        assert spelled or marked or "cannot be beaten" not in legend(figure)


# Hovering ------------------------------------------------------------------------------------------------------------


class TestHover:
    def test_hover_tells_all_scales_of_a_cell(self, theme):
        _, figure = drawn({"A": GOOD, "B": WORSE}, theme, ("ERR", "TPR"))
        for panel in nonempty(panels(figure)):
            assert panel.hoverinfo == "text"
            assert panel.hovertemplate is None
            assert panel.hovertext[0][0].split("<br>") == [
                "<b>Error rate</b>, A", "score: 0.162 (95 %: 0.132 to 0.197)", "best without skill: 0.484",
                "beyond it: 0.665 (95 %: 0.593 to 0.727)", "guesser: 0.500", "beyond it: 0.676 (95 %: 0.606 to 0.735)",
                "balanced: 0.189 (95 %: 0.151 to 0.234)",
            ]  # fmt: skip
            assert panel.hovertext[1][1].split("<br>") == [
                "<b>Recall</b>, B", "score: 0.349 (95 %: 0.293 to 0.409)", "best without skill: 1",
                "beyond it: cannot be beaten", "guesser: 0.500", "beyond it: −0.302 (95 %: −0.413 to −0.182)",
                "balanced: 0.349 (95 %: 0.293 to 0.409)",
            ]  # fmt: skip

    def test_hover_says_where_there_is_no_value(self, theme):
        said = panels(drawn({"A": NEVER}, theme, ("PPV",))[1])[RAW].hovertext[0][0]
        assert said.count("no value") == 4
        assert "balanced: no value" in said


# Names ---------------------------------------------------------------------------------------------------------------


class TestNames:
    def test_names_from_files_stay_text(self, theme):
        _, figure = drawn({"<b>%{x}</b>": GOOD, "B": WORSE}, theme)
        assert figure.layout.xaxis.ticktext[0] == "&lt;b&gt;%{x}&lt;/b&gt;"
        for panel in panels(figure):
            for row in panel.hovertext:
                assert "&lt;b&gt;%{x}&lt;/b&gt;" in row[0]
                assert re.sub(r"<b>[^<>]*</b>, |<br>", "", row[0]).count("<") == 0

    def test_one_model_needs_no_name_below(self, theme):
        layout = drawn({"A": GOOD}, theme)[1].layout
        assert {axis.ticktext for axis in (layout.xaxis, layout.xaxis2, layout.xaxis3, layout.xaxis4)} == {("",)}

    def test_long_names_are_cut_and_have_room(self, theme):
        short = drawn({"A": GOOD, "B": WORSE}, theme)[1].layout
        long = drawn({"a model of the year": GOOD, "another": WORSE}, theme)[1].layout
        assert long.xaxis.ticktext == ("a model of th…", "another")
        assert long.xaxis.tickangle == -90
        assert long.height - short.height == 7 * 13
        assert long.legend.y < short.legend.y < 0

    def test_measures_have_their_label_where_there_is_room_and_their_key_where_not(self, theme):
        keys = ("TPR", "NPV", "J", "kappa", "F1")
        alone = drawn({"A": GOOD}, theme, keys)[1].layout.yaxis.ticktext
        assert alone == tuple(label(MEASURES[key]) for key in keys)
        assert drawn({"A": GOOD, "B": WORSE}, theme, keys)[1].layout.yaxis.ticktext == keys

    @pytest.mark.parametrize("models", [1, 3])
    def test_formula_with_a_long_name_is_cut(self, theme, models):
        own = "what it is worth to the house = (5 * tp - fp) / m"
        _, figure = drawn({f"m{i}": GOOD for i in range(models)}, theme, (own, "ACC"))
        assert figure.layout.yaxis.ticktext[0] == ("what it is worth to th…" if models == 1 else "what it is wo…")
        assert "<b>what it is worth to the house</b>" in panels(figure)[RAW].hovertext[0][0]

    def test_formula_without_a_name_is_its_own_name(self, theme):
        _, figure = drawn({"A": GOOD}, theme, ("= min(tp, tn) * 2 / m",))
        assert figure.layout.yaxis.ticktext == ("min(tp, tn) · 2 / m",)


# Empty and full ------------------------------------------------------------------------------------------------------


class TestSizes:
    @pytest.mark.parametrize("rows", [[], [[]], [[], []]])
    def test_nothing_to_draw_says_so(self, theme, rows):
        figure = scales_figure(rows, theme)
        assert figure.layout.annotations[0].text == "There is no model and no measure to show."
        assert len(figure.data) == 0

    @pytest.mark.parametrize("counts", [Counts(tp=3, fp=0, fn=1, tn=0), Counts(tp=0, fp=0, fn=0, tn=7)], ids=repr)
    def test_one_class_only(self, theme, counts):
        rows, figure = drawn({"A": counts}, theme, tuple(MEASURES), "prevalence")
        assert sound(figure)
        assert "○" in {row[0] for row in panels(figure)[CHANCE].text}
        for panel in panels(figure):
            for tones, texts in zip(panel.z, panel.text, strict=True):
                assert (tones[0] is None) == (texts[0] in ("○", "–", "∞"))
        assert len(rows) == len(MEASURES)

    def test_ten_models_and_every_measure(self, theme):
        _, figure = drawn({f"model {i}": GOOD if i % 2 else WORSE for i in range(10)}, theme, tuple(MEASURES))
        assert sound(figure)
        assert figure.layout.xaxis4.ticktext == tuple(f"model {i}" for i in range(10))
        assert figure.layout.height > 30 * len(MEASURES)

    def test_weighted_cases(self, theme):
        _, figure = drawn({"A": Counts(tp=4.5, fp=3.75, fn=0.3, tn=6.75)}, theme, ("ACC", "TP"))
        assert panels(figure)[RAW].text[0][0] == "0.735"
        assert sound(figure)

    @themes
    def test_letters_and_lines_stand_on_the_figure(self, theme):
        layout = drawn({"A": GOOD}, theme)[1].layout
        assert layout.template.layout.font.color == layout.yaxis.tickfont.color == theme.text
        assert all(note.font.color == theme.text for note in layout.annotations)
        assert layout.margin.t >= 40


# In words ------------------------------------------------------------------------------------------------------------


class TestAlt:
    def test_best_and_worst_are_named(self):
        rows = scales({"A": GOOD, "B": WORSE}, ("ACC", "F1", "MCC", "TPR"), "half")
        assert scales_alt(rows) == (
            "Heat map of 4 measures of 2 models on four scales. Beyond chance A is furthest on Matthews correlation, "
            "0.677 of the way to perfect; B is least far on Accuracy, −1."
        )

    def test_one_measure_of_one_model_is_not_many(self):
        said = scales_alt(scales({"A": GOOD}, ("ACC",), "half"))
        assert said.startswith("Heat map of 1 measure of 1 model on four scales.")
        assert "0.665" in said

    @pytest.mark.parametrize("rows", [[], [[]]])
    def test_nothing_is_said_in_words(self, rows):
        assert "None of these measures can be beaten, or none has a value." in scales_alt(rows)

    def test_what_cannot_be_beaten_is_not_the_furthest(self):
        rows = [[scaled("TPR", chance=1.0, rescaled=-0.1)], [scaled("ACC", rescaled=0.2)], [scaled("F1", rescaled=0.1)]]
        assert "A is furthest on Accuracy, 0.200 of the way to perfect; A is least far on F1 score, 0.100." in (
            scales_alt(rows)
        )
        assert scales_alt([rows[0]]).endswith("None of these measures can be beaten, or none has a value.")

    def test_no_value_is_not_the_furthest(self):
        rows = [[scaled("PPV", rescaled=math.nan)], [scaled("ACC", rescaled=0.2)]]
        assert scales_alt(rows).endswith("Beyond chance A is 0.200 of the way to perfect on Accuracy.")
        assert "None of these" in scales_alt(rows[:1])

    def test_alike_is_not_furthest_and_least_far(self):
        rows = [[scaled("ACC", rescaled=1.0)], [scaled("F1", rescaled=1 - 1e-12)]]
        assert scales_alt(rows).endswith(
            "Beyond chance A is 1 of the way to perfect on each measure that can be beaten."
        )


# Colours laid on another, and labels ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("colour", "ground", "share", "expected"),
    [
        ("#0072B2", "#FFFFFF", 1, "#0072B2"),
        ("#0072B2", "#FFFFFF", 0, "#FFFFFF"),
        ("#FF0000", "#0000FF", 0.5, "#800080"),
        ("#0072B2", "#FFFFFF", 0.55, "#73B1D5"),
        ("#000000", "#000000", 0.3, "#000000"),
    ],
)
def test_mixed_is_one_solid_colour(colour, ground, share, expected):
    assert mixed(colour, ground, share) == expected


@pytest.mark.parametrize(
    ("key", "shown"),
    [
        ("PPV", "Precision (PPV)"),
        ("NPV", "NPV"),
        ("MCC", "Matthews correlation"),
        ("CP", "Concordance probability"),
        ("net = tp / m", "net"),
        ("what it is worth to us = tp / m", "what it is worth to us"),
        ("what it is worth to all of us = tp / m", "what it is worth to al…"),
        ("= (tp + 2 * tn) / (m + n + p + pp)", "(tp + 2 · tn) / (m + n…"),
    ],
)
def test_label_fits_the_side_of_a_chart(key, shown):
    assert label(measure(key)) == shown
    assert len(shown) <= 23
