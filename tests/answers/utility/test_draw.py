"""The map of values as a figure: who wins at each place by own sums, its colours, words and marks."""

import html
import itertools
import re
from fractions import Fraction

import numpy as np
import pytest

from ddcore.answers.utility.draw import (
    PLACES,
    colours,
    map_alt,
    map_figure,
    places_alt,
    places_figure,
    tornado_alt,
    tornado_figure,
)
from ddcore.counts import Counts
from ddcore.decisions.scenarios import SHARE, Swing
from ddcore.decisions.standings import standings
from ddcore.decisions.uncertain import UncertainUtility
from ddcore.decisions.utility import Utility
from ddcore.figures.theme import DARK, LIGHT, on
from ddcore.formats import digits
from ddcore.formats import worth as amount
from tests.helpers.figures import contrast, entries, legend, once, rgb, sound, themes
from tests.helpers.line_figures import WIDEST
from tests.helpers.loops import nonempty

CELLS = ("tp", "fp", "fn", "tn")
A, B = (27, 15, 23, 35), (43, 18, 7, 32)
FACTORY, RIGHT = (15, -335, -35, 165), (1, 0, 0, 1)
TWO = {"A": A, "B": B}
THREE = {"P": (20, 2, 30, 48), "Q": (40, 12, 10, 38), "R": (49, 35, 1, 15)}
TEN = {f"model {i}": (5 * i + 2, i * i // 2, 48 - 5 * i, 50 - i * i // 2) for i in range(10)}
groups = pytest.mark.parametrize("models", [TWO, THREE, TEN], ids=["two", "three", "ten"])


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
    (found,) = (trace for trace in figure.data if trace.name == PLACES)
    return found


def cloud(figure):
    return [trace for trace in figure.data if trace.name == "other possible prices"]


def named(figure):
    """The words that stand on the map, with their places."""
    return {re.fullmatch("<b>(.*)</b>", note.text)[1]: (note.x, note.y) for note in figure.layout.annotations}


def matrix(x, y, low=0, high=1):
    """Equation 12 of Dyrland, Lundervold & Porta Mana (2022), case by case, from `low` to `high`."""
    cells = (1 - x if x > 0 else 1, y if y > 0 else 0, -y if y < 0 else 0, 1 + x if x < 0 else 1)
    return tuple(low + (high - low) * cell for cell in cells)


def earned(models, payoffs):
    """The sum that each model and constant answer earns."""
    tp, fp, fn, tn = next(iter(models.values()))
    everyone = {**models, "always long": (tp + fn, fp + tn, 0, 0), "always short": (0, 0, tp + fn, fp + tn)}
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


@pytest.mark.parametrize(
    "models",
    [TWO, THREE, pytest.param(TEN, marks=pytest.mark.full), {"one": (1, 0, 0, 1)}],
    ids=["two", "three", "ten", "perfect"],
)
def test_each_place_lies_in_the_part_of_who_wins_there(models):
    figure = drawn(models)
    seen, outlines = set(), parts(figure)
    for x, y in np.random.default_rng(5).uniform(-1, 1, (200, 2)):
        sums = earned(models, matrix(x, y))
        best, second = sorted(sums.values())[:-3:-1]
        if abs(x - y) <= 0.999 and best - second >= 0.02:
            assert [part.name for part in outlines if within(x, y, part)] == [max(sums, key=sums.get)]
            seen.add(max(sums, key=sums.get))
    assert {part.name for part in outlines if area(part) > 0.15} <= seen
    assert sum(map(area, outlines)) == pytest.approx(3)
    for one in outlines:
        assert (one.x[0], one.y[0]) == (one.x[-1], one.y[-1])
        assert (np.abs(np.subtract(one.x, one.y)) <= 1 + 1e-9).all()
    (border,) = (trace for trace in figure.data if trace.mode == "lines" and trace.fill is None)
    assert set(zip(border.x, border.y, strict=True)) == {(-1, -1), (0, -1), (1, 0), (1, 1), (0, 1), (-1, 0)}
    assert sound(drawn(models, unsure=0.2))
    assert sound(drawn(models, (0, 1, 1, 0)))


@themes
def test_colours_belong_to_the_models_and_words_on_them_can_be_read(theme):
    for models in (TWO, THREE, TEN):
        figure, names = drawn(models, theme=theme), [*models, "always long", "always short"]
        fill = {part.name: part.fillcolor for part in parts(figure)}
        for name, colour in nonempty(fill.items()):
            own = name in models
            assert colour == theme.colours[names.index(name)] if own else np.ptp(rgb(colour)) < 40, "grey"
        for note in nonempty(figure.layout.annotations):
            ground = fill[re.fullmatch("<b>(.*)</b>", note.text)[1]]
            assert contrast(note.font.color, ground) >= 4.5
    shades = colours(judged(TEN, RIGHT).comparison, theme)
    assert len(shades) == len(set(shades)) == 12
    assert all(contrast(shade, theme.background) > 1.25 for shade in shades)


def test_three_parts_of_the_story():
    """Always short up to 18/43, B up to 32/7, always long beyond; A nowhere."""
    _, middle, _ = outlines = parts(drawn())
    assert [part.name for part in outlines] == ["always short", "B", "always long"]
    for x, y in ((0, 18 / 43 - 1), (1 - 18 / 43, 0), (0, 1 - 7 / 32), (7 / 32 - 1, 0)):
        assert min(np.hypot(np.subtract(middle.x, x), np.subtract(middle.y, y))) < 1e-12


@pytest.mark.parametrize("cells", [(1, 0, 0, 2), (20, 0, 0, 63), (50_001, 0, 0, 49_999)])
def test_a_perfect_model_has_the_whole_map(cells):
    """No constant answer is named for a part that is a rounding error."""
    figure = drawn({"P": cells}, RIGHT)
    assert [part.name for part in parts(figure)] == ["P"]
    assert legend(figure) == ["your prices"]
    assert "P on 100 %" in map_alt(judged({"P": cells}, RIGHT))


@groups
def test_places_are_a_grid_of_the_hexagon_with_who_wins_there(models):
    found = places(drawn(models))
    steps = {(i, j) for i in range(-20, 21) for j in range(-20, 21) if abs(i - j) <= 20}
    assert len(found.x) == len(steps)
    assert {(round(20 * x), round(20 * y)) for x, y in zip(found.x, found.y, strict=True)} == steps
    assert [20 * x for x in found.x] == pytest.approx([round(20 * x) for x in found.x])
    assert (found.marker.opacity, found.selected.marker.opacity, found.unselected.marker.opacity) == (0, 0, 0)
    for x, y, text in list(zip(found.x, found.y, found.text, strict=True))[::5]:
        sums = earned(models, matrix(Fraction(round(20 * x), 20), Fraction(round(20 * y), 20)))
        assert sums[text] == max(sums.values()) or float(max(sums.values()) - sums[text]) < 1e-9


@pytest.mark.parametrize("payoffs", [FACTORY, RIGHT, (0, 3, 1, 1), (1e6, -5e6, 0, 2e6)])
def test_places_hold_payoffs_in_the_users_unit(payoffs):
    found = places(drawn(payoffs=payoffs))
    low, high = min(payoffs), max(payoffs)
    expected = [matrix(x, y, low, high) for x, y in zip(found.x, found.y, strict=True)]
    np.testing.assert_allclose(found.customdata, expected, rtol=1e-9, atol=1e-9 * (high - low))


def test_decimals_of_a_place_are_those_of_amounts_elsewhere():
    """They tell places apart, too."""
    formats = {9.9: ",.3f", 10: ",.2f", 1e5: ",.0f", 0.5: ",.4f", 2e-9: ",.12f", 2e-10: ".4g", 1e13: ".4g"}
    for span, decimals in formats.items():
        found = places(drawn(payoffs=(span, 0, 0, span / 2)))
        fields = re.findall(r"%\{customdata\[(\d)\]:([^}]*)\}", found.hovertemplate)
        assert fields == [(f"{i}", decimals) for i in range(4)], span
        if decimals.endswith("f"):
            assert f"{0.3 * span:{decimals}}" == amount(0.3 * span, span)
        assert len({tuple(f"{payoff:{decimals}}" for payoff in row) for row in found.customdata}) > 100, span


def crosses(figure):
    """The halo, the cross, and its entry in the legend."""
    halo, cross, entry = (trace for trace in figure.data if str(trace.marker.symbol).startswith("x-"))
    return halo, cross, entry


PRINTED = {FACTORY: (0.3, -0.6), (45, -335, -65, 165): (0.24, -0.54)}
OFF = [(0, 1, 1, 0), (1, 3, 0, 2), (-5, 0, -4, 9)]
"""Nobody wins there by being right."""


@pytest.mark.parametrize("payoffs", [*PRINTED, *OFF, RIGHT, (1, 0, 1, 3), (2, 1, 2, 1), (1, 0, 0, 0)])
def test_cross_stands_at_the_values_hollow_off_the_map(theme, payoffs):
    """The border is on the map."""
    halo, cross, entry = crosses(drawn(payoffs=payoffs, theme=theme))
    tp, fp, fn, tn = payoffs
    span = max(payoffs) - min(payoffs)
    for one in (halo, cross):
        assert (*one.x, *one.y) == pytest.approx(((tn - tp) / span, (fp - fn) / span))
        assert (*one.x, *one.y) == pytest.approx(PRINTED.get(payoffs, (*one.x, *one.y)))
        assert (one.showlegend, one.unselected.marker.opacity) == (False, 1)
    assert (halo.marker.line.color, cross.marker.line.color) == (theme.background, theme.user)
    assert cross.marker.symbol == entry.marker.symbol == ("x-open" if payoffs in OFF else "x-thin")
    for words in (entry.name, map_alt(judged(TWO, payoffs))):
        assert ("off the map" in words) == (payoffs in OFF)


@pytest.mark.parametrize(
    ("payoffs", "least", "most"),
    [(FACTORY, 400, 400), ((1, 0.9, 0, 1), 400, 400), ((1, 1.1, 0, 1), 50, 350), ((0, 1, 1, 0), 0, 0)],
)
def test_cloud_has_only_values_that_are_on_the_map(theme, payoffs, least, most):
    """Where a wrong answer may be worth more, some of the first 400 draws or all of them are off it."""
    found = judged(TWO, payoffs, unsure=0.1)
    (points,) = cloud(map_figure(found, "long", "short", theme))
    tp, fp, fn, tn = (np.asarray(getattr(found.draws, name))[:400] for name in CELLS)
    proper = (tp >= fn) & (tn >= fp)
    span = np.maximum.reduce([tp, fp, fn, tn]) - np.minimum.reduce([tp, fp, fn, tn])
    assert least <= len(points.x) == proper.sum() <= most
    assert entries(points.x) == pytest.approx(((tn - tp) / span)[proper])
    assert entries(points.y) == pytest.approx(((fp - fn) / span)[proper])
    assert cloud(drawn(payoffs=payoffs)) == []


@groups
def test_each_winner_is_named_on_the_map_with_room_or_else_in_the_legend(models):
    """A circle about the name, as high as a line of type on a map of 400 pixels, lies within the part."""
    figure = drawn(models)
    on_map, below, shapes = named(figure), legend(figure), {part.name: part for part in parts(figure)}
    assert all((name in on_map) != (name in below) for name in shapes)
    assert set(below) - shapes.keys() == {"your prices"}
    for name, (x, y) in nonempty(on_map.items()):
        for angle in np.linspace(0, 2 * np.pi, 16, endpoint=False):
            reach = 8 * 2.16 / 400
            assert within(x + reach * np.cos(angle), y + reach * np.sin(angle), shapes[name])


@groups
def test_words_on_a_part_step_aside_from_the_cross(models):
    """Of 400 pixels for 2.16; 22 between their middles, unless they stand side by side."""
    for middle in nonempty(drawn(models).layout.annotations):
        for up in (-20, 0, 5):
            at = Utility.at(middle.x, middle.y + up * 2.16 / 400, 0, 1)
            figure = drawn(models, tuple(float(getattr(at, cell)) for cell in CELLS))
            (note,) = (note for note in figure.layout.annotations if note.text == middle.text)
            (part,) = (part for part in parts(figure) if f"<b>{part.name}</b>" == note.text)
            assert within(note.x, note.y + note.yshift * 2.16 / 400, part)
            assert note.bgcolor == part.fillcolor
            corners = itertools.pairwise(zip(part.x, part.y, strict=True))
            border = np.concatenate([np.linspace(a, b, 200) for a, b in corners])
            is_narrow = np.hypot(*(border - (note.x, note.y)).T).min() * 400 / 2.16 < 45
            assert abs(note.yshift - up) > 21.99 or (is_narrow and note.yshift == 0)


@pytest.mark.parametrize(
    ("names", "shown"),
    [
        (["a model of 22 letters.", "b"], "a model… = b"),
        (["a model of 14.", "b model"], "a…of 14. = b model"),
        (["a model of 15..", "b model"], "a…of… = b model"),
        (["the forest of 2023", "the forest of 2024"], "…of 2023 = …of 2024"),
        (["<b>P</b>", "Q & R"], "<b>P</b> = Q & R"),
        ([f"model number {i}" for i in range(10)], "…number 0 = 9 others"),
    ],
)
def test_names_of_a_part_have_20_signs_together(names, shown):
    assert len(shown) <= WIDEST
    figure = drawn(dict.fromkeys(names, B), RIGHT)
    assert html.unescape(parts(figure)[1].name) == shown
    assert shown in map(html.unescape, (*named(figure), *legend(figure)))
    assert "<" not in parts(figure)[1].name
    assert [words for words in legend(figure) if len(html.unescape(words)) > WIDEST] == []


def test_models_that_cannot_be_told_apart_are_named_together():
    figure = drawn({"P": B, "Q": B, "R": A}, RIGHT)
    assert [part.name for part in parts(figure)] == ["always short", "P = Q", "always long"]
    assert parts(figure)[1].fillcolor == LIGHT.colours[0]
    assert set(places(figure).text) == {"P", "always long", "always short"}
    assert map_alt(judged(dict.fromkeys("PQR", B), RIGHT)).endswith("P, Q and R yield 0.750.")


@pytest.mark.parametrize(
    ("name", "shown"),
    [("<b>x</b>", "<b>x</b>"), ("A & B", "A & B"), ("a\nb", "a b"), (20 * "wide ", 7 * "wide " + "wide…")],
)
def test_names_in_words_have_no_markup_and_an_end(name, shown):
    """A text for those who do not see the chart is read as it stands: "&amp;" would be said."""
    assert map_alt(judged({name: B}, RIGHT)).endswith(f" {shown} yields 0.750.")


@pytest.mark.parametrize("name", ["%{x}", "%{customdata[0]}"])
def test_class_names_are_no_part_of_a_template(name):
    """What stands in braces after a percent sign is filled in where the pointer is."""
    said = places(drawn(names=(name, "short"))).hovertemplate
    assert re.findall(r"%\{([^}:]*)[:}]", said) == ["text", *(f"customdata[{i}]" for i in range(4))]
    assert said.count("%\u2060{") == 4
    assert "\u2060" not in drawn(names=("50 %", "{x}")).figure().to_json()


def test_axes_point_where_they_say():
    """Farther right, right answers on short gain on those on long; farther up, a missed long part costs more."""
    figure = drawn()
    assert figure.layout.xaxis.title.text.endswith("short matters more →")
    assert figure.layout.yaxis.title.text.endswith("predicted short worse →")
    found = places(figure)
    tp, fp, fn, tn = np.array(found.customdata).T
    assert np.corrcoef(found.x, tn - tp)[0, 1] == pytest.approx(1)
    assert np.corrcoef(found.y, fp - fn)[0, 1] == pytest.approx(1)


@groups
def test_shares_in_words_against_a_fine_grid(models):
    steps = np.linspace(-1, 1, 301)
    x, y = (axis.ravel() for axis in np.meshgrid(steps, steps))
    x, y = x[np.abs(x - y) <= 1], y[np.abs(x - y) <= 1]
    payoffs = np.column_stack([1 - np.maximum(x, 0), np.maximum(y, 0), np.maximum(-y, 0), 1 + np.minimum(x, 0)])
    tp, fp, fn, tn = next(iter(models.values()))
    everyone = [*models.values(), (tp + fn, fp + tn, 0, 0), (0, 0, tp + fn, fp + tn)]
    wins = np.bincount((payoffs @ np.transpose(everyone)).argmax(axis=1), minlength=len(everyone)) / x.size
    listed = re.search(r"Worth most: (.*) of its area\.", map_alt(judged(models, RIGHT)))[1]
    said = {name: float(share) for name, share in re.findall(r"(?:^|, )(.+?) on ([\d.]+) %", listed)}
    assert sum(said.values()) == pytest.approx(100, abs=0.6)
    for name, share in zip((*models, "always long", "always short"), wins, strict=True):
        assert said.get(name, 0) == pytest.approx(100 * share, abs=0.9)


@pytest.mark.parametrize(
    ("models", "payoffs", "unit", "said"),
    [
        (TWO, FACTORY, "EUR", ["x = 0.300, y = −0.600,", "always short yields 65.00 EUR."]),
        ({"P": (30, 5, 20, 45)}, (0, -20, -40, 0), "EUR", ["x = 0, y = 0.500,", "P yields −9.00 EUR."]),
        (TWO, (0, 1, 1, 0), "", ["always long and always short yield 0.500."]),
    ],
)
def test_map_in_words(models, payoffs, unit, said):
    words = map_alt(judged(models, payoffs, unit))
    assert all(part in words for part in said)


AMOUNTS = [
    (-160, 500, "−160.00"), (-0.001, 500, "0.00"), (9.9996, 9.9, "10.000"), (12345.678, 1e5, "12,346"),
    (0.000123456, 0.001, "0.000123"), (1.5e12, 2e12, "1.5 × 10¹²"), (0, 1e-12, "0"), (np.nan, 1, "no value"),
]  # fmt: skip


def test_amounts():
    assert [amount(x, span) for x, span, _ in AMOUNTS] == [shown for _, _, shown in AMOUNTS]


def test_decimals_of_a_scale_tell_a_thousandth_of_it_apart():
    """Hundredths from ten on, whole numbers from a hundred thousand on, else a thousandth of the scale or finer."""
    spans = {1e5: 0, 99_999: 2, 10: 2, 9.99: 3, 1: 3, 0.99: 4, 0.1: 4, 0.05: 5, 0.01: 5, 2e-9: 12}
    assert {span: digits(span) for span in spans} == spans
    for span in (*spans, 3e-7, 500, 3e8, 9e11):
        assert 10.0 ** -digits(span) <= span / 1000 * 1.0001
        steps = range(-1000, 1001, 4)
        texts = [amount(step * span / 1000, span) for step in (*steps, -999, 1)]
        assert len(set(texts)) == len(texts)
        numbers = [float(text.replace(",", "").replace("−", "-")) for text in texts[:-2]]
        assert numbers == pytest.approx([step * span / 1000 for step in steps], abs=span / 1999)


def test_black_or_white_can_be_read_on_every_colour():
    levels = range(0, 256, 51)
    grounds = [f"#{red:02X}{green:02X}{blue:02X}" for red in levels for green in levels for blue in levels]
    for ground in (*grounds, *LIGHT.colours, *DARK.colours):
        black, white = contrast("#000000", ground), contrast("#FFFFFF", ground)
        assert on(ground) == ("#000000" if black > white else "#FFFFFF")
        assert max(black, white) >= 4.5


SWINGS = [Swing("fn", -6, -4, (-3.0, -1.0)), Swing(SHARE, 0.2, 0.3, (-1.8, -2.2))]
NAMES = [("missed", "<b>ill"), ("share", "of positives")]


@themes
@pytest.mark.parametrize(("sign", "ends"), [(1, ((-3, -1.8), (-1, -2.2))), (-1, ((1, 1.8), (3, 2.2)))])
def test_bars_reach_from_now_to_the_worth_after_a_step(theme, sign, ends):
    """As costs, a lower price is a higher cost; the share is no price, and keeps its sides."""
    figure = tornado_figure(SWINGS, NAMES, -2.0, theme, sign, "worth", 5.0)
    assert sound(figure)
    for bar, values in zip(figure.data, ends, strict=True):
        assert bar.base == sign * -2
        assert [bar.base + x for x in bar.x] == pytest.approx(values)
        assert entries(bar.y) == (0, 1)
    lower, higher = figure.data
    assert legend(figure) == ["one step lower", "one step higher"]
    assert (lower.marker.color, higher.marker.color) == (theme.colour(1), theme.colour(0))
    assert lower.hovertext[0] == f"missed<br>&lt;b&gt;ill<br>lower: {'−3.000' if sign > 0 else '1.000'} a case"
    assert figure.layout.annotations[0].text == ("now −2.000" if sign > 0 else "now 2.000")
    said = tornado_alt(SWINGS, NAMES, -2.0, sign, 5.0)
    assert ("1.000 to 3.000" if sign < 0 else "−3.000 to −1.000") in said


def test_one_price_has_the_room_of_two():
    one, two = (tornado_figure(SWINGS[:n], NAMES[:n], -2.0, LIGHT, 1, "worth", 5.0) for n in (1, 2))
    assert one.layout.height == two.layout.height


def test_places_have_the_payoffs_of_the_figure_in_print_and_what_they_mean():
    """Equation 12 at the centre and at the corners of the hexagon, by hand."""
    drawn = places_figure("long", "short", LIGHT)
    tables = {
        (each.x, each.y): re.findall(r"<b>(\d)  (\d)</b>", each.text) for each in drawn.figure().layout.annotations
    }
    assert tables == {
        (0, 0): [("1", "0"), ("0", "1")],
        (1, 0): [("0", "0"), ("0", "1")],
        (-1, 0): [("1", "0"), ("0", "0")],
        (0, 1): [("1", "1"), ("0", "1")],
        (0, -1): [("1", "0"), ("1", "1")],
        (1, 1): [("0", "1"), ("0", "1")],
        (-1, -1): [("1", "0"), ("1", "0")],
    }
    assert "x = 0, y = 0: 1, 0, 0, 1" in places_alt("long", "short")
