"""Bars of what a step of each price does, and the bars of the first page."""

import pytest

from ddcore.answers.base.first_page_draw import shares_alt, shares_figure
from ddcore.answers.utility.scenarios_draw import tornado_alt, tornado_figure
from ddcore.decisions.scenarios import SHARE, Swing
from ddcore.figures.theme import LIGHT
from tests.helpers.figures import entries, legend, sound, themes

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
    assert legend(figure) == ["a step lower", "a step higher"]
    assert (lower.marker.color, higher.marker.color) == (theme.colour(1), theme.colour(0))
    assert lower.hovertext[0] == f"missed<br>&lt;b&gt;ill<br>lower: {'−3.000' if sign > 0 else '1.000'} a case"
    assert figure.layout.annotations[0].text == ("now −2.000" if sign > 0 else "now 2.000")
    said = tornado_alt(SWINGS, NAMES, -2.0, sign, 5.0)
    assert ("1.000 to 3.000" if sign < 0 else "−3.000 to −1.000") in said


@themes
def test_bars_of_the_first_page(theme):
    shares = {"accuracy": 0.9, "best without skill": 0.855, "<i>": 0.31}
    figure = shares_figure(shares, "best without skill", theme)
    assert sound(figure)
    assert [(bar.x[0], bar.y[0]) for bar in figure.data] == [(0.9, 0), (0.855, 1), (0.31, 2)]
    assert [bar.text[0] for bar in figure.data] == ["<b>90 %</b>", "<b>85.5 %</b>", "<b>31 %</b>"]
    assert [bar.marker.color for bar in figure.data] == [theme.colour(0), theme.chance, theme.colour(0)]
    assert [note.text for note in figure.layout.annotations] == ["accuracy", "best without skill", "&lt;i&gt;"]
    assert "skill 85.5 %" in shares_alt(shares)


def test_one_price_has_the_room_of_two():
    one, two = (tornado_figure(SWINGS[:n], NAMES[:n], -2.0, LIGHT, 1, "worth", 5.0) for n in (1, 2))
    assert one.layout.height == two.layout.height
