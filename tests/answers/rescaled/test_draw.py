"""The heat map of scales: values, what colours say, rings and dashes, and letters that can be read on every tone."""

import itertools
import math

import numpy as np
import pytest

from ddcore.answers.rescaled.draw import scales_alt, scales_figure
from ddcore.chance.scales import Scaled, scales
from ddcore.counts import Counts
from ddcore.figures.theme import label, mixed
from ddcore.measures import MEASURES, measure
from tests.helpers.figures import contrast, once, rgb, sound, themes
from tests.helpers.loops import nonempty

GOOD = Counts(tp=227, fp=50, fn=31, tn=192)
WORSE = Counts(tp=90, fp=120, fn=168, tn=122)
NEVER = Counts(tp=0, fp=0, fn=30, tn=70)
KEYS = ("ACC", "F1", "TPR", "ERR", "MCC", "PPV", "DOR", "CC")
RAW, CHANCE, GUESSER, BALANCED = range(4)
JUDGED, NOT_JUDGED = (CHANCE, GUESSER), (RAW, BALANCED)


def scaled(key="ACC", model="A", **numbers):
    """A score made up, that is ahead everywhere unless said otherwise."""
    ahead = {
        "score": 0.8, "beyond": 0.6, "rescaled": 0.6, "normalised": 0.7, "balanced": 0.75, "chance": 0.5, "ideal": 1.0,
        "poorest": 0.0, "guessed": 0.4, "expansion": 0.4, "expansion_error": 0.0, "silent": 0.0,
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


def tone(scale, z):
    """The colour that a scale from -1 to 1 gives to a value, by straight lines between its stops."""
    stops = [(float(place), rgb(colour)) for place, colour in scale]
    at = (z + 1) / 2
    (low, first), (high, second) = next(pair for pair in itertools.pairwise(stops) if pair[0][0] <= at <= pair[1][0])
    return first + (second - first) * (at - low) / (high - low)


def test_each_panel_holds_the_numbers_of_its_scale(theme):
    rows, figure = drawn({"A": GOOD, "B": WORSE}, theme)
    for at, scale in enumerate(("score", "beyond", "normalised", "balanced")):
        panel = panels(figure)[at]
        assert (tuple(panel.x), tuple(panel.y)) == ((0, 1), tuple(range(len(KEYS))))
        for row, tones, texts in zip(rows, panel.z, panel.text, strict=True):
            for score, z, text in nonempty(zip(row, tones, texts, strict=True)):
                if text not in ("○", "–"):
                    value = getattr(score, scale)
                    assert float(text.replace("−", "-").replace(",", "")) == pytest.approx(value, abs=0.0051)
                    assert z == pytest.approx(max(-1, min(1, value)) if at in JUDGED else min(1, abs(value)))
    names = figure.layout.yaxis.ticktext
    assert [name.endswith(" ↓") for name in names] == [measure(key).better == "lower" for key in KEYS]
    rows = [[scaled("TP", score=227.0, normalised=-3.0, beyond=1.0)], [scaled("MCC", score=-0.7)]]
    raw, chance, guesser, _ = panels(scales_figure(rows, theme))
    assert [panel.z[0][0] for panel in (raw, chance, guesser)] == [1, 1, -1]
    assert (raw.z[1][0], raw.text[1][0]) == (pytest.approx(0.7), "−0.700")


@pytest.mark.parametrize(
    ("models", "across", "size", "first"),
    [(1, 4, 12, "0.838"), (2, 4, 12, "0.84"), (3, 2, 11, ".84"), (6, 1, 11, ".84"), (13, 1, 8, ".84"), (21, 1, 8, "")],
)  # fmt: skip
def test_panels_have_room_for_their_numbers(theme, models, across, size, first):
    """Digits become fewer and small, and vanish above twenty models."""
    figure = drawn({f"m{i}": GOOD for i in range(models)}, theme, ("ACC", "F1"))[1]
    layout, raw = figure.layout, panels(figure)[RAW]
    assert (raw.text[0][0], raw.textfont.size) == (first, size)
    boxes = [
        (*layout[panel.xaxis.replace("x", "xaxis")].domain, *layout[panel.yaxis.replace("y", "yaxis")].domain)
        for panel in panels(figure)
    ]
    assert len({box[:2] for box in boxes}) == across
    for one, other in nonempty(itertools.combinations(boxes, 2)):
        assert one[1] <= other[0] or other[1] <= one[0] or one[3] <= other[2] or other[3] <= one[2]
    assert min((high - low) * (layout.height - layout.margin.t) for _, _, low, high in boxes) > 2 * 20


@pytest.mark.parametrize(
    ("models", "texts"),
    [
        (3, {-0.254: "−.25", 1.0: "1.00", 0.0: ".00", -0.001: ".00", -3.0: "−3.00"}),
        (1, {0.0: "0.000", 1.0: "1.000", -0.25: "−0.250", 12.3456: "12.346", -40.0: "−40", math.inf: "∞"}),
        (1, {-0.0: "0.000", -1e-17: "0.000", -0.0004: "0.000"}),
    ],
)
def test_numbers_as_people_write_them(theme, models, texts):
    """Nothing has no minus."""
    figure = scales_figure([[scaled(balanced=value)] * models for value in texts], theme)
    assert [row[0] for row in panels(figure)[BALANCED].text] == list(texts.values())


@themes
def test_blue_is_beyond_orange_behind_and_letters_can_be_read_on_every_tone(theme):
    shown = panels(drawn({"A": GOOD}, theme)[1])
    for at in JUDGED:
        assert (shown[at].zmin, shown[at].zmax) == (-1, 1)
        (low, worse), (middle, nothing), (high, better) = shown[at].colorscale
        assert (low, middle, high, nothing) == (0, 0.5, 1, theme.second)
        assert better == mixed(theme.colours[0], theme.background, 0.55)
        assert worse == mixed(theme.colours[1], theme.background, 0.55)
        blue, grey, orange = rgb(better), rgb(nothing), rgb(worse)
        assert min(np.abs(one - other).max() for one, other in itertools.combinations((blue, grey, orange), 2)) > 60
    for at in NOT_JUDGED:
        assert all(np.ptp(rgb(colour)) <= 0.2 * 255 for _, colour in shown[at].colorscale), "grey"
    for panel in shown:
        assert panel.textfont.color == theme.text
        tones = [tone(panel.colorscale, z) for z in np.linspace(-1, 1, 41)]
        assert min(contrast(one, theme.text) for one in (*tones, theme.background)) >= 4.5


@pytest.mark.parametrize(
    ("counts", "keys", "guess", "texts"),
    [
        (GOOD, ("ACC", "TPR"), "half", [["0.838", "0.665", "0.676", "0.811"], ["0.880", "○", "0.760", "0.880"]]),
        (GOOD, ("TPR", "ACC"), 1.0, [["0.880", "○", "○", "0.880"], ["0.838", "0.665", "0.665", "0.811"]]),
        (NEVER, ("PPV",), "half", [["–"] * 4]),
        (GOOD, ("DOR",), "half", [["28.119", "–", "–", "28.119"]]),
        (GOOD, ("PP",), "prevalence", [["0.554", "–", "–", "0.341"]]),
    ],
)
def test_ring_where_nobody_can_do_better_and_dash_without_a_value(theme, counts, keys, guess, texts):
    """The guesser may be perfect; what is endless, and what does not judge, has no way from chance to perfect."""
    _, figure = drawn({"A": counts}, theme, keys, guess)
    shown = panels(figure)
    assert [[panel.text[row][0] for panel in shown] for row in range(len(keys))] == texts
    for panel in shown:
        assert [z[0] is None for z in panel.z] == [text[0] in ("○", "–") for text in panel.text]
    rings = any("○" in row for row in texts)
    assert rings == ("cannot be beaten" in legend(figure))
    assert rings == any("cannot be beaten" in row[0] for row in shown[RAW].hovertext)
    assert sound(figure)


@pytest.mark.parametrize(
    ("numbers", "entries"),
    [
        ({"beyond": -0.5, "normalised": -0.2}, ["worse than chance"]),
        ({"beyond": -0.5}, ["better than chance", "worse than chance"]),
        ({"beyond": math.nan, "normalised": math.nan}, []),
        ({"beyond": math.nan, "normalised": -0.4}, ["worse than chance"]),
        ({"chance": 1.0, "beyond": -0.2}, ["better than chance", "cannot be beaten"]),
        ({"guessed": 1.0, "normalised": -0.2}, ["better than chance", "cannot be beaten"]),
        ({"chance": 1.0, "guessed": 1.0, "beyond": -0.2, "normalised": -0.2}, ["cannot be beaten"]),
    ],
)
def test_legend_names_what_is_there_and_nothing_else(theme, numbers, entries):
    assert legend(scales_figure([[scaled(**numbers)]], theme)) == entries


@themes
def test_legend_shows_the_tones_of_the_cells(theme):
    figure = scales_figure([[scaled(beyond=-1.0, normalised=1.0)]], theme)
    entries = {trace.name: trace.marker.color for trace in figure.data if trace.type == "scatter"}
    scale = panels(figure)[CHANCE].colorscale
    assert entries == {"better than chance": scale[2][1], "worse than chance": scale[0][1]}
    assert {note.font.color for note in figure.layout.annotations} == {theme.text}


def test_hover_has_all_scales_of_a_cell(theme):
    for panel in panels(drawn({"A": GOOD, "B": WORSE}, theme, ("ERR", "TPR"))[1]):
        assert panel.hovertext[0][0].split("<br>") == [
            "<b>Error rate</b>, A",
            *(f"{start}: {value} (95 %: {ends})" if ends else f"{start}: {value}" for start, value, ends in (
                ("score", "0.162", "0.132 to 0.197"), ("chance", "0.484", ""),
                ("beyond chance", "0.665", "0.593 to 0.727"), ("guesser", "0.500", ""),
                ("beyond the guesser", "0.676", "0.606 to 0.735"), ("balanced", "0.189", "0.151 to 0.234"),
            )),
        ]  # fmt: skip
        assert panel.hovertext[1][1].split("<br>")[3].endswith("cannot be beaten")
    said = panels(drawn({"A": NEVER}, theme, ("PPV",))[1])[RAW].hovertext[0][0]
    assert said.count("no value") == 4


def test_long_names_are_cut_and_have_room(theme):
    """One model needs no name below."""
    alone, short, long = (
        drawn(dict(zip(names, (GOOD, WORSE), strict=False)), theme)[1].layout
        for names in (("A",), ("A", "B"), ("a model of the year", "another"))
    )
    assert alone.xaxis4.ticktext == ("",)
    assert (long.xaxis.ticktext, long.xaxis.tickangle) == (("a model of th…", "another"), -90)
    assert long.height - short.height == 7 * 13


@pytest.mark.parametrize("models", [1, 2])
def test_measures_have_their_label_where_there_is_room_and_their_key_where_not(theme, models):
    keys, own = ("TPR", "NPV", "J", "kappa", "F1"), "what-it-is-worth to the house = (5 * tp - fp) / m"
    _, figure = drawn({f"m{i}": GOOD for i in range(models)}, theme, (*keys, own, "= min(tp, tn) * 2 / m"))
    *labels, named, formula = figure.layout.yaxis.ticktext
    assert labels == ([label(MEASURES[key]) for key in keys] if models == 1 else list(keys))
    assert named == ("what-it-is-worth to th…" if models == 1 else "what-it-is-wo…")
    assert formula.startswith("min(tp, tn)")


def test_nothing_to_draw_says_so(theme):
    for rows in ([], [[]], [[], []]):
        assert len(scales_figure(rows, theme).data) == 0
        assert "cannot be beaten" in scales_alt(rows)


@pytest.mark.parametrize(
    "models",
    [
        {"A": Counts(tp=3, fp=0, fn=1, tn=0)},
        {"A": Counts(tp=0, fp=0, fn=0, tn=7)},
        {"A": Counts(tp=4.5, fp=3.75, fn=0.3, tn=6.75)},
    ],
    ids=["positives", "negatives", "weighted"],
)
def test_every_measure_of_all_sizes(theme, models):
    _, figure = drawn(models, theme, tuple(MEASURES), "prevalence")
    assert sound(figure)
    for panel in panels(figure):
        for tones, texts in zip(panel.z, panel.text, strict=True):
            assert (tones[0] is None) == (texts[0] in ("○", "–", "∞"))
    assert "○" in {row[0] for row in panels(figure)[CHANCE].text}


@pytest.mark.parametrize(
    ("rows", "parts"),
    [
        ([("MCC", 0.677), ("ACC", -1.0)], ["A on Matthews correlation, 0.677", "A on Accuracy, −1."]),
        ([("TPR", -0.1, 1.0), ("ACC", 0.2), ("F1", 0.1)], ["A on Accuracy, 0.200", "A on F1 score"]),
        ([("PPV", math.nan)], ["cannot be beaten"]),
        ([("PPV", math.nan), ("ACC", 0.2)], ["2 measures of 1 model", "perfect on Accuracy."]),
        ([("ACC", 1.0), ("F1", 1 - 1e-12)], ["A is 1 of the way"]),
    ],
)
def test_best_and_worst_are_named_in_words(rows, parts):
    """What cannot be beaten, or has no value, is not the furthest; what is alike is not furthest and least far."""
    found = [[scaled(key, beyond=value, chance=dict(enumerate(chance)).get(0, 0.5))] for key, value, *chance in rows]
    said = scales_alt(found)
    assert all(part in said for part in parts), said
