"""The bars of the first page of somebody who has no data yet."""

from ddcore.answers.base.first_page import shares_alt, shares_figure
from tests.helpers.figures import sound, themes


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
