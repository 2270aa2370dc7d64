"""The map of values as a figure: who wins at each place by own sums, its colours, words and marks."""

import html
import itertools
import re
from fractions import Fraction

import numpy as np
import pytest

from ddcore.counts import Counts
from ddcore.decisions.standings import standings
from ddcore.decisions.uncertain import UncertainUtility
from ddcore.decisions.utility import Utility
from ddcore.figures.theme import DARK, LIGHT, THEMES, on
from ddcore.figures.utility import PICKED, colours, map_alt, map_figure
from ddcore.formats import digits
from ddcore.formats import worth as amount
from tests.helpers.figures import entries, legend, once, sound
from tests.helpers.loops import nonempty

themes = pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
CELLS = ("tp", "fp", "fn", "tn")
A, B = (27, 15, 23, 35), (43, 18, 7, 32)
FACTORY, RIGHT = (15, -335, -35, 165), (1, 0, 0, 1)
TWO = {"A": A, "B": B}
THREE = {"P": (20, 2, 30, 48), "Q": (40, 12, 10, 38), "R": (49, 35, 1, 15)}
TEN = {f"model {i}": (5 * i + 2, i * i // 2, 48 - 5 * i, 50 - i * i // 2) for i in range(10)}
CORNERS = {(-1, -1), (0, -1), (1, 0), (1, 1), (0, 1), (-1, 0)}
WIDEST = 24
"""Signs of Source Sans at 13 pixels that fit beside another entry of the legend on a phone 390 pixels wide."""


@once
def judged(models, payoffs, unit="", unsure=0.0, always=("long", "short"), probability=(1.0,)):
    """What models, each with its four counts, are worth by one set of payoffs or by several."""
    counts = {name: Counts(**dict(zip(CELLS, cells, strict=True))) for name, cells in models.items()}
    tp, fp, fn, tn = next(iter(models.values()))
    columns = payoffs if len(probability) == 1 else np.transpose(payoffs)
    values = UncertainUtility(Utility(**dict(zip(CELLS, columns, strict=True)), unit=unit), probability, unsure)
    return standings(counts, (tp + fn) / (tp + fp + fn + tn), always, values, rng=np.random.default_rng(1))


@once
def drawn(models=TWO, payoffs=FACTORY, theme=LIGHT, names=("long", "short"), **more):
    return map_figure(judged(models, payoffs, **more), *names, theme)


def parts(figure):
    """The filled parts of the map."""
    return [trace for trace in figure.data if trace.fill == "toself"]


def places(figure):
    (found,) = (trace for trace in figure.data if trace.name == PICKED)
    return found


def cloud(figure):
    return [trace for trace in figure.data if trace.name == "prices that may hold"]


def named(figure):
    """The words that stand on the map, with their places."""
    return {re.fullmatch("<b>(.*)</b>", note.text)[1]: (note.x, note.y) for note in figure.layout.annotations}


def matrix(x, y, low=0, high=1):
    """Equation 12 of Dyrland, Lundervold & Porta Mana (2022), case by case, from `low` to `high`."""
    cells = (1 - x if x > 0 else 1, y if y > 0 else 0, -y if y < 0 else 0, 1 + x if x < 0 else 1)
    return tuple(low + (high - low) * cell for cell in cells)


def earned(models, payoffs, always=("long", "short")):
    """The sum that each model and constant answer earns."""
    tp, fp, fn, tn = next(iter(models.values()))
    everyone = {
        **models,
        f"always {always[0]}": (tp + fn, fp + tn, 0, 0),
        f"always {always[1]}": (0, 0, tp + fn, fp + tn),
    }
    return {name: sum(u * c for u, c in zip(payoffs, cells, strict=True)) for name, cells in everyone.items()}


def within(x, y, trace):
    """Whether a point lies in an outline: a ray to its right crosses it an odd number of times."""
    corners = list(zip(trace.x, trace.y, strict=True))
    crossed = [
        (a[1] > y) != (b[1] > y) and x < a[0] + (y - a[1]) / (b[1] - a[1]) * (b[0] - a[0])
        for a, b in itertools.pairwise(corners)
    ]
    return sum(crossed) % 2 == 1


def area(trace):
    return abs(sum(trace.x[i] * trace.y[i + 1] - trace.x[i + 1] * trace.y[i] for i in range(len(trace.x) - 1))) / 2


def contrast(one, other):
    """WCAG 2."""
    shades = []
    for colour in (one, other):
        rgb = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
        linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in rgb]
        shades.append(np.dot(linear, [0.2126, 0.7152, 0.0722]))
    return (max(shades) + 0.05) / (min(shades) + 0.05)


# Who wins where --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("models", [TWO, THREE, TEN, {"one": (1, 0, 0, 1)}], ids=["two", "three", "ten", "perfect"])
class TestParts:
    def test_each_place_lies_in_the_part_of_who_wins_there(self, models):
        figure = drawn(models)
        seen = set()
        for x, y in np.random.default_rng(5).uniform(-1, 1, (600, 2)):
            if abs(x - y) > 0.999:
                continue
            sums = earned(models, matrix(x, y))
            best, second = sorted(sums.values())[:-3:-1]
            if best - second < 0.02:
                continue
            assert [part.name for part in parts(figure) if within(x, y, part)] == [max(sums, key=sums.get)]
            seen.add(max(sums, key=sums.get))
        assert {part.name for part in parts(figure) if area(part) > 0.05} <= seen

    def test_parts_cover_the_hexagon(self, models):
        outlines = parts(drawn(models))
        assert sum(map(area, outlines)) == pytest.approx(3)
        assert all((one.x[0], one.y[0]) == (one.x[-1], one.y[-1]) for one in outlines)
        for one in outlines:
            assert (np.abs(np.subtract(one.x, one.y)) <= 1 + 1e-9).all()

    def test_hexagon_has_a_border(self, models):
        (border,) = (trace for trace in drawn(models).data if trace.mode == "lines" and trace.fill is None)
        assert set(zip(border.x, border.y, strict=True)) == CORNERS
        assert border.line.color == LIGHT.joint
        assert border.showlegend is False

    @themes
    def test_colours_belong_to_the_models(self, models, theme):
        names = [*models, "always long", "always short"]
        for part in nonempty(parts(drawn(models, theme=theme))):
            place = names.index(part.name)
            if place < len(models):
                assert part.fillcolor == theme.colours[place % 10]
            else:
                red, green, blue = (int(part.fillcolor[i : i + 2], 16) for i in (1, 3, 5))
                assert max(red, green, blue) - min(red, green, blue) < 40, "a grey"

    def test_a_browser_can_draw_it(self, models, theme):
        assert sound(drawn(models, theme=theme, unsure=0.2))
        assert sound(drawn(models, (0, 1, 1, 0), theme))


@themes
def test_colours_of_all_are_different_and_can_be_told_from_the_page(theme):
    shades = colours(judged(TEN, RIGHT).comparison, theme)
    assert len(shades) == len(set(shades)) == 12
    assert all(contrast(shade, theme.background) > 1.25 for shade in shades)


def test_three_parts_of_the_story():
    """Always short up to 18/43, B up to 32/7, always long beyond; A nowhere."""
    assert [part.name for part in parts(drawn())] == ["always short", "B", "always long"]
    _, middle, _ = parts(drawn())
    for x, y in ((0, 18 / 43 - 1), (1 - 18 / 43, 0), (0, 1 - 7 / 32), (7 / 32 - 1, 0)):
        assert min(np.hypot(np.subtract(middle.x, x), np.subtract(middle.y, y))) < 1e-12


@pytest.mark.parametrize("cells", [(50, 0, 0, 50), (1, 0, 0, 2), (2, 0, 0, 1), (20, 0, 0, 63), (50_001, 0, 0, 49_999)])
def test_a_perfect_model_has_the_whole_map(cells):
    """No constant answer is named for a part that is a rounding error."""
    figure = drawn({"P": cells}, RIGHT)
    assert [part.name for part in parts(figure)] == ["P"]
    assert legend(figure) == ["your prices"]
    assert "Worth most: P on 100 % of it." in map_alt(judged({"P": cells}, RIGHT))


# Places to click -------------------------------------------------------------------------------------------------


def test_places_are_a_grid_of_the_hexagon():
    found = places(drawn())
    steps = {(i, j) for i in range(-20, 21) for j in range(-20, 21) if abs(i - j) <= 20}
    assert len(found.x) == len(steps) == 1261
    assert {(round(20 * x), round(20 * y)) for x, y in zip(found.x, found.y, strict=True)} == steps
    assert [20 * x for x in found.x] == pytest.approx([round(20 * x) for x in found.x])
    assert (found.marker.opacity, found.selected.marker.opacity, found.unselected.marker.opacity) == (0, 0, 0)
    assert found.marker.maxdisplayed == 1


@pytest.mark.parametrize("models", [TWO, THREE, TEN], ids=["two", "three", "ten"])
def test_who_wins_at_a_place(models):
    found = places(drawn(models))
    for x, y, text in nonempty(zip(found.x, found.y, found.text, strict=True)):
        sums = earned(models, matrix(Fraction(round(20 * x), 20), Fraction(round(20 * y), 20)))
        assert sums[text] == max(sums.values()) or float(max(sums.values()) - sums[text]) < 1e-9


@pytest.mark.parametrize("payoffs", [FACTORY, RIGHT, (0, 3, 1, 1), (1e6, -5e6, 0, 2e6)])
def test_places_hold_payoffs_in_the_users_unit(payoffs):
    found = places(drawn(payoffs=payoffs))
    low, high = min(payoffs), max(payoffs)
    for x, y, payoff in nonempty(zip(found.x, found.y, found.customdata, strict=True)):
        assert payoff == pytest.approx(matrix(x, y, low, high), abs=1e-9 * (high - low))


def test_what_a_place_says():
    said = places(drawn()).hovertemplate
    assert said == (
        "<b>%{text}</b><br>predicted long, truly long: %{customdata[0]:,.2f}<br>predicted long, truly short: "
        "%{customdata[1]:,.2f}<br>predicted short, truly long: %{customdata[2]:,.2f}<br>predicted short, truly short: "
        "%{customdata[3]:,.2f}<extra></extra>"
    )


@pytest.mark.parametrize(
    ("payoffs", "decimals"),
    [
        (RIGHT, ",.3f"),
        ((9.9, 0, 0, 1), ",.3f"),
        ((10, 0, 0, 1), ",.2f"),
        ((99_999, 0, 0, 1), ",.2f"),
        ((1e5, 0, 0, 1), ",.0f"),
        ((0.5, 0, 0, 0.1), ",.4f"),
        ((0.002, 0, 0, 0.001), ",.6f"),
        ((2e-9, 0, 0, 1e-9), ",.12f"),
        ((1e-10, 0, 0, 2e-10), ".4g"),
        ((1e13, 0, 0, 2e12), ".4g"),
    ],
)
def test_decimals_of_a_place_are_those_of_amounts_elsewhere(payoffs, decimals):
    found = places(drawn(payoffs=payoffs))
    assert re.findall(r"%\{customdata\[\d\]:([^}]*)\}", found.hovertemplate) == [decimals] * 4
    middle = float(np.mean(payoffs))
    if decimals.endswith("f"):
        assert f"{middle:{decimals}}" == amount(middle, max(payoffs) - min(payoffs))


@pytest.mark.parametrize(
    "payoffs", [(0.002, 0, 0, 0.001), (1e-7, 0, 0, 2e-7), (1e-10, 0, 0, 2e-10), (1e13, 0, 0, 2e12)]
)
def test_payoffs_of_a_narrow_or_wide_scale_are_told_apart(payoffs):
    """A place in the middle and one at a corner have other payoffs, and so they read."""
    found = places(drawn(payoffs=payoffs))
    (decimals,) = set(re.findall(r"\]:([^}]*)\}", found.hovertemplate))
    shown = {tuple(f"{payoff:{decimals}}" for payoff in row) for row in found.customdata}
    assert len(shown) > 100


# The prices in use -----------------------------------------------------------------------------------------------


def crosses(figure):
    """The halo, the cross, and its entry in the legend."""
    found = [trace for trace in figure.data if str(trace.marker.symbol).startswith("x-")]
    assert len(found) == 3
    return found


@themes
@pytest.mark.parametrize(
    ("payoffs", "x", "y"),
    [(FACTORY, 0.3, -0.6), ((45, -335, -65, 165), 0.24, -0.54), ((350, 0, 300, 500), 0.3, -0.6), (RIGHT, 0, 0)],
)
def test_cross_stands_at_the_values(theme, payoffs, x, y):
    """Printed for the first two."""
    halo, cross, entry = crosses(drawn(payoffs=payoffs, theme=theme))
    for one in (halo, cross):
        assert (*one.x, *one.y) == pytest.approx((x, y))
        assert one.showlegend is False
        assert one.unselected.marker.opacity == 1
    assert (halo.marker.line.color, cross.marker.line.color) == (theme.background, theme.user)
    assert halo.marker.line.width > cross.marker.line.width
    assert (cross.marker.symbol, entry.marker.symbol, entry.name) == ("x-thin", "x-thin", "your prices")


@pytest.mark.parametrize("payoffs", [(0, 1, 1, 0), (0, 3, 1, 1), (1, 3, 0, 2), (-5, 0, -4, 9)])
def test_values_off_the_map_are_hollow_and_said_so(payoffs):
    halo, cross, entry = crosses(drawn(payoffs=payoffs))
    tp, fp, fn, tn = payoffs
    span = max(payoffs) - min(payoffs)
    assert (*cross.x, *cross.y) == pytest.approx(((tn - tp) / span, (fp - fn) / span))
    assert entries(halo.x) == entries(cross.x)
    assert cross.marker.symbol == entry.marker.symbol == "x-open"
    assert entry.name == "your prices, off the map"


@pytest.mark.parametrize("payoffs", [(1, 0, 1, 3), (2, 1, 2, 1), (1, 0, 0, 0)])
def test_values_on_the_border_are_on_the_map(payoffs):
    assert crosses(drawn(payoffs=payoffs))[2].name == "your prices"


def test_no_cloud_without_doubts():
    assert cloud(drawn()) == []


@themes
def test_cloud_of_values_that_may_hold(theme):
    found = judged(TWO, FACTORY, unsure=0.1)
    (points,) = cloud(map_figure(found, "long", "short", theme))
    tp, fp, fn, tn = (np.asarray(getattr(found.draws, name))[: len(points.x)] for name in CELLS)
    span = np.maximum.reduce([tp, fp, fn, tn]) - np.minimum.reduce([tp, fp, fn, tn])
    assert len(points.x) == 400
    assert entries(points.x) == pytest.approx((tn - tp) / span)
    assert entries(points.y) == pytest.approx((fp - fn) / span)
    assert points.marker.color == theme.user
    assert points.unselected.marker.opacity == points.marker.opacity
    assert np.mean(points.x) == pytest.approx(0.3, abs=0.05)
    assert np.mean(points.y) == pytest.approx(-0.6, abs=0.05)
    assert np.abs(np.subtract(points.x, points.y)).max() <= 1 + 1e-9


@pytest.mark.parametrize(
    ("payoffs", "least", "most"), [((1, 0.9, 0, 1), 400, 400), ((1, 1.1, 0, 1), 50, 350), ((0, 1, 1, 0), 0, 0)]
)
def test_cloud_has_only_values_that_are_on_the_map(payoffs, least, most):
    """Where a wrong answer may be worth more, some of the first 400 draws or all of them are off it."""
    found = judged(TWO, payoffs, unsure=0.1)
    (points,) = cloud(map_figure(found, "long", "short", LIGHT))
    tp, fp, fn, tn = (np.asarray(getattr(found.draws, name))[:400] for name in CELLS)
    proper = (tp >= fn) & (tn >= fp)
    span = np.maximum.reduce([tp, fp, fn, tn]) - np.minimum.reduce([tp, fp, fn, tn])
    assert least <= len(points.x) == proper.sum() <= most
    assert entries(points.x) == pytest.approx(((tn - tp) / span)[proper])
    assert entries(points.y) == pytest.approx(((fp - fn) / span)[proper])


def test_cloud_of_several_sets_that_are_possible():
    """Two sets without errors are two places; the cross is at the mean of the payoffs."""
    figure = drawn(payoffs=[RIGHT, (1, 0, -2, 1)], probability=(0.5, 0.5))
    (points,) = cloud(figure)
    assert {(round(x, 9), round(y, 9)) for x, y in zip(points.x, points.y, strict=True)} == {
        (0, 0),
        (0, round(2 / 3, 9)),
    }
    assert (*crosses(figure)[1].x, *crosses(figure)[1].y) == pytest.approx((0, 0.5))


# Names -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("models", [TWO, THREE, TEN], ids=["two", "three", "ten"])
def test_each_winner_is_named_on_the_map_or_else_in_the_legend(models):
    figure = drawn(models)
    on_map, below = named(figure), legend(figure)
    for part in parts(figure):
        assert (part.name in on_map) != (part.name in below)
    assert set(below) - {part.name for part in parts(figure)} == {"your prices"}
    assert on_map


@pytest.mark.parametrize("models", [TWO, THREE, TEN], ids=["two", "three", "ten"])
def test_names_on_the_map_stand_in_their_part_with_room(models):
    """A circle about the name, as high as a line of type on a map of 400 pixels, lies within the part."""
    figure = drawn(models)
    shapes = {part.name: part for part in parts(figure)}
    for name, (x, y) in nonempty(named(figure).items()):
        for angle in np.linspace(0, 2 * np.pi, 16, endpoint=False):
            reach = 8 * 2.16 / 400
            assert within(x + reach * np.cos(angle), y + reach * np.sin(angle), shapes[name])


def test_long_names_stand_in_the_legend():
    long = {"a model of the year 2024": A, "another of the year 2024": B}
    figure = drawn(long, always=("a very long-lived part", "x"))
    assert "another of the year 2024" in legend(figure)
    assert "…a very long-lived part" in legend(figure)
    assert list(named(figure)) == ["always x"]


@themes
def test_words_on_a_part_can_be_read(theme):
    for models in (TWO, THREE, TEN):
        figure = drawn(models, theme=theme)
        fill = {part.name: part.fillcolor for part in parts(figure)}
        for note in nonempty(figure.layout.annotations):
            ground = fill[re.fullmatch("<b>(.*)</b>", note.text)[1]]
            assert contrast(note.font.color, ground) >= 4.5
            assert contrast(note.font.color, ground) == max(contrast(one, ground) for one in ("#000000", "#FFFFFF"))


@pytest.mark.parametrize("models", [TWO, THREE, TEN])
def test_words_on_a_part_step_aside_from_the_cross(models):
    """Of 400 pixels for 2.16; 22 between their middles, unless they stand side by side."""
    for middle in nonempty(drawn(models).layout.annotations):
        for up in (-20, -5, 0, 5, 20):
            at = Utility.at(middle.x, middle.y + up * 2.16 / 400, 0, 1)
            figure = drawn(models, tuple(float(getattr(at, cell)) for cell in CELLS))
            (note,) = (note for note in figure.layout.annotations if note.text == middle.text)
            (part,) = (part for part in parts(figure) if f"<b>{part.name}</b>" == note.text)
            assert within(note.x, note.y + note.yshift * 2.16 / 400, part)
            assert note.bgcolor == part.fillcolor
            border = np.concatenate(
                [np.linspace(a, b, 200) for a, b in itertools.pairwise(zip(part.x, part.y, strict=True))]
            )
            is_narrow = np.hypot(*(border - (note.x, note.y)).T).min() * 400 / 2.16 < 45
            assert abs(note.yshift - up) > 21.99 or (is_narrow and note.yshift == 0)


@pytest.mark.parametrize(
    ("names", "shown"),
    [
        (["a model of 22 letters.", "b"], "a model o… = b"),
        (["a model of it", "b model"], "a model of it = b model"),
        (["a model of 14.", "b model"], "a model of 14. = b model"),
        (["a model of 15..", "b model"], "a…of 15.. = b model"),
        (["the forest of 2023", "the forest of 2024"], "…of 2023 = …of 2024"),
        (["<b>P</b>", "Q & R"], "<b>P</b> = Q & R"),
        ([f"model number {i}" for i in range(10)], "…number 0 = 9 others"),
    ],
)
def test_names_of_a_part_have_24_signs_together(names, shown):
    assert len(shown) <= WIDEST
    figure = drawn(dict.fromkeys(names, B), RIGHT)
    assert html.unescape(parts(figure)[1].name) == shown
    assert shown in map(html.unescape, (*named(figure), *legend(figure)))
    assert "<" not in parts(figure)[1].name


def test_models_that_cannot_be_told_apart_are_named_together():
    figure = drawn({"P": B, "Q": B, "R": A}, RIGHT)
    assert [part.name for part in parts(figure)] == ["always short", "P = Q", "always long"]
    assert parts(figure)[1].fillcolor == LIGHT.colours[0]
    assert set(places(figure).text) == {"P", "always long", "always short"}


@pytest.mark.parametrize("count", [2, 3, 10])
def test_the_legend_fits_on_a_phone(count):
    figure = drawn({f"model number {i}": B for i in range(count)}, unsure=0.1)
    assert [words for words in legend(figure) if len(html.unescape(words)) > WIDEST] == []


MARKUP = ["<b>x</b>", "a<br>b", "<a href='//e.x'>y</a>", "A & B", "%{x}", "%{customdata[0]}", "a\nb", "wide " * 40]


@pytest.mark.parametrize("name", MARKUP)
def test_model_names_are_shown_letter_by_letter(name):
    figure = drawn({name: B, "Q": A}, RIGHT)
    (part,) = (part for part in parts(figure) if "always" not in part.name)
    line = " ".join(name.split())
    shown = line if len(line) <= 24 else line[:23] + "…"
    pointed = line if len(line) <= 80 else line[:79] + "…"
    (at_place,) = set(places(figure).text) - {"always long", "always short"}
    for words, expected in ((part.name, shown), (at_place, pointed)):
        assert html.unescape(words) == expected
        assert "<" not in words
        assert "\n" not in words
    assert shown in map(html.unescape, (*named(figure), *legend(figure)))


@pytest.mark.parametrize("name", MARKUP)
def test_class_names_are_shown_letter_by_letter(name):
    figure = drawn(names=(name, f"{name} 2"), always=(name, f"{name} 2"))
    line = " ".join(name.split())
    across, up = figure.layout.xaxis.title.text.split("<br>"), figure.layout.yaxis.title.text.split("<br>")
    shown = across[0].removeprefix("← right on ").removesuffix(" matters more")
    other = across[1].removeprefix("right on ").removesuffix(" matters more →")
    for words, end in ((shown, ""), (other, " 2")):
        # A sign that nobody sees keeps what stands after "%" from being filled in.
        assert "%{" not in words
        told = html.unescape(words.replace("\u2060", ""))
        if len(line) <= 12:
            assert told == f"{line}{end}"
        else:
            assert len(told) <= 14
            assert line.startswith(told.split("…")[0])
            assert told.endswith(end)
    assert shown != other
    assert across == [f"← right on {shown} matters more", f"right on {other} matters more →"]
    assert up == [f"← {other} predicted {shown} worse", f"{shown} predicted {other} worse →"]
    assert places(figure).hovertemplate.startswith(
        f"<b>%{{text}}</b><br>predicted {shown}, truly {shown}: %{{customdata[0]:,.2f}}<br>predicted {shown}, truly "
        f"{other}: "
    )
    for words in (*across, *up, *legend(figure), *named(figure), *places(figure).text):
        assert "<" not in words
        assert "\n" not in words


@pytest.mark.parametrize("name", ["%{x}", "%{text}", "%{customdata[0]}"])
def test_class_names_are_no_part_of_a_template(name):
    """What stands in braces after a percent sign is filled in where the pointer is."""
    said = places(drawn(names=(name, "short"))).hovertemplate
    assert re.findall(r"%\{([^}:]*)[:}]", said) == ["text", *(f"customdata[{i}]" for i in range(4))]
    assert said.count("%\u2060{") == 4


def test_other_names_hold_no_sign_that_nobody_sees():
    figure = drawn(names=("50 %", "{x}"))
    assert "\u2060" not in figure.to_json()
    assert "right on 50 % matters more" in figure.layout.xaxis.title.text


def test_axes_say_which_way_matters():
    layout = drawn().layout
    assert layout.xaxis.title.text == "← right on long matters more<br>right on short matters more →"
    assert layout.yaxis.title.text == "← short predicted long worse<br>long predicted short worse →"
    for axis in (layout.xaxis, layout.yaxis):
        assert (axis.tickvals, axis.ticktext) == ((-1, -0.5, 0, 0.5, 1), ("−1", "−0.5", "0", "0.5", "1"))
        assert axis.range[0] < -1 < 1 < axis.range[1]


def test_axes_point_where_they_say():
    """Farther right, right answers on short gain on those on long; farther up, a missed long part costs more."""
    x, y, payoffs = (np.array(axis) for axis in (places(drawn()).x, places(drawn()).y, places(drawn()).customdata))
    tp, fp, fn, tn = payoffs.T
    assert np.corrcoef(x, tn - tp)[0, 1] == pytest.approx(1)
    assert np.corrcoef(y, fp - fn)[0, 1] == pytest.approx(1)


@themes
def test_theme_and_room_for_the_legend(theme):
    figure, cloudy = drawn(theme=theme), drawn(theme=theme, unsure=0.1)
    assert figure.layout.template.layout.font.color == theme.text
    assert cloudy.layout.height == figure.layout.height
    assert (
        drawn({f"a long model name {i}": cells for i, cells in enumerate(TEN.values())}).layout.height
        > figure.layout.height
    )
    assert figure.layout.legend.y < 0


# In words --------------------------------------------------------------------------------------------------------


def areas_told(said):
    """The parts of the map that the words name, with their shares in percent."""
    listed = re.search(r"Worth most: (.*) of it\.", said)[1]
    return {name: float(share) for name, share in re.findall(r"(?:^|, )(.+?) on ([\d.]+) %", listed)}


@pytest.mark.parametrize("models", [TWO, THREE, TEN], ids=["two", "three", "ten"])
def test_shares_in_words_against_a_fine_grid(models):
    steps = np.linspace(-1, 1, 301)
    points = [(x, y) for x in steps for y in steps if abs(x - y) <= 1]
    payoffs = np.array([matrix(x, y) for x, y in points])
    tp, fp, fn, tn = next(iter(models.values()))
    everyone = [*models.values(), (tp + fn, fp + tn, 0, 0), (0, 0, tp + fn, fp + tn)]
    wins = np.bincount((payoffs @ np.transpose(everyone)).argmax(axis=1), minlength=len(everyone)) / len(points)
    said = areas_told(map_alt(judged(models, RIGHT)))
    assert sum(said.values()) == pytest.approx(100, abs=0.6)
    for name, share in zip((*models, "always long", "always short"), wins, strict=True):
        assert said.get(name, 0) == pytest.approx(100 * share, abs=0.9)


def shares_in_words(said):
    return re.sub(r"[\d.]+ %", "… %", said)


def test_map_in_words():
    assert shares_in_words(map_alt(judged(TWO, RIGHT))) == (
        "Hexagon of all prices of right and wrong answers. Worth most: always short on … %, B on … %, always "
        "long on … % of it. The prices in use are at x = 0, y = 0, where B yields 0.750."
    )


def test_minus_signs_and_units_in_words():
    assert map_alt(judged(TWO, FACTORY, "EUR")).endswith(
        " of it. The prices in use are at x = 0.300, y = −0.600, where always short yields 65.00 EUR."
    )
    assert map_alt(judged({"P": (30, 5, 20, 45)}, (0, -20, -40, 0), "EUR")).endswith(
        "The prices in use are at x = 0, y = 0.500, where P yields −9.00 EUR."
    )


def test_values_off_the_map_in_words():
    """Nobody wins there by being right, and both constant answers are right in half of the cases."""
    assert map_alt(judged(TWO, (0, 1, 1, 0))).endswith(
        "The prices in use are at x = 0, y = 0, off the map, where always long and always short yield 0.500."
    )
    for payoffs in ((1, 0, 1, 3), (2, 1, 2, 1), RIGHT):
        assert "off the map" not in map_alt(judged(TWO, payoffs))


def test_two_that_are_worth_the_same_yield_it():
    said = map_alt(judged({"P": B, "Q": B}, RIGHT))
    assert shares_in_words(said).endswith(
        "Worth most: always short on … %, P and Q on … %, always long on … % of it. The prices in use are at x = 0, "
        "y = 0, where P and Q yield 0.750."
    )


def test_three_that_are_worth_the_same_yield_it():
    said = map_alt(judged(dict.fromkeys("PQR", B), RIGHT))
    assert said.count("P, Q and R ") == 2
    assert said.endswith("where P, Q and R yield 0.750.")


@pytest.mark.parametrize(
    "name", ["<b>x</b>", "A & B", "a\nb", "x" * 40, "x" * 41, "a name of more than forty letters, " * 3]
)
def test_names_in_words_have_no_markup_and_an_end(name):
    """A text for those who do not see the chart is read as it stands: "&amp;" would be said."""
    line = " ".join(name.split())
    shown = line if len(line) <= 40 else line[:39] + "…"
    said = map_alt(judged({name: B}, RIGHT))
    assert f", {shown} on " in said
    assert said.endswith(f", where {shown} yields 0.750.")


# Amounts and colours of type -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("x", "span", "shown"),
    [
        (65, 500, "65.00"),
        (-160, 500, "−160.00"),
        (-0.001, 500, "0.00"),
        (0.62, 1, "0.620"),
        (-0.0004, 1, "0.000"),
        (9.9996, 9.9, "10.000"),
        (9.9996, 10, "10.00"),
        (12345.678, 99_999, "12,345.68"),
        (12345.678, 100_000, "12,346"),
        (-2_500_000.4, 1e7, "−2,500,000"),
        (0.000123456, 0.001, "0.000123"),
        (1.5e12, 2e12, "1.5 × 10¹²"),
        (0, 1e-12, "0"),
        (np.nan, 1, "no value"),
        (-np.inf, 1, "−∞"),
    ],
)
def test_amount(x, span, shown):
    assert amount(x, span) == shown


@pytest.mark.parametrize(
    ("span", "places"),
    [(1e5, 0), (99_999, 2), (10, 2), (9.99, 3), (1, 3), (0.99, 4), (0.1, 4), (0.05, 5), (0.01, 5), (2e-9, 12)],
)
def test_decimals_of_a_scale(span, places):
    """Hundredths from ten on, whole numbers from a hundred thousand on, else a thousandth of the scale or finer."""
    assert digits(span) == places
    assert 10.0**-places <= span / 1000 * 1.0001


@pytest.mark.parametrize("span", [2e-9, 3e-7, 0.001, 0.05, 0.5, 1, 7, 9.99, 10, 99, 500, 99_999, 1e5, 3e8, 9e11])
def test_amounts_a_thousandth_of_the_scale_apart_are_told_apart(span):
    texts = [amount(step * span / 1000, span) for step in range(-1000, 1001)]
    assert len(set(texts)) == 2001
    numbers = [float(text.replace(",", "").replace("−", "-")) for text in texts]
    assert numbers == pytest.approx([step * span / 1000 for step in range(-1000, 1001)], abs=span / 1999)


def test_black_or_white_can_be_read_on_every_colour():
    levels = range(0, 256, 17)
    grounds = [f"#{red:02X}{green:02X}{blue:02X}" for red in levels for green in levels for blue in levels]
    grounds += [*LIGHT.colours, *DARK.colours]
    for ground in grounds:
        black, white = contrast("#000000", ground), contrast("#FFFFFF", ground)
        assert on(ground) == ("#000000" if black > white else "#FFFFFF")
        assert max(black, white) >= 4.5
