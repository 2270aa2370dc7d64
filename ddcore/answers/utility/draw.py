"""The map of all prices of right and wrong answers by the classifier that is worth most, and what moves its worth."""

from collections.abc import Sequence

import numpy as np

from ddcore.decisions.comparison import Comparison, Region, hexagon_points, outline
from ddcore.decisions.scenarios import Swing
from ddcore.decisions.standings import Standings
from ddcore.decisions.utility import Utility
from ddcore.figures.chart import Chart
from ddcore.figures.marks import add_bars, add_dots, add_line, dress, key, line_at
from ddcore.figures.names import full_name, short_names
from ddcore.figures.theme import SIZE, Theme, mixed, on, plain
from ddcore.formats import digits, number, percent, worth

SIDE = 400
"""Pixels of the map; its axes have no common measure, so it is as wide as its column."""

SPAN = 2.16
"""How much of an axis its pixels show."""

CLEAR = 22
"""Pixels between the middle of the cross and that of a name."""

LETTER = 7.2
"""Pixels a letter of a name takes, about."""

DRAWN = 400
"""Points of the cloud in the picture, less those that are not on the map."""

STEP = 0.05
"""Between the points of the map that can be clicked."""

NAMED = 20
"""Signs for the names of those that are worth most in a region."""

PLACES = "places"
"""The name of the points of the map that can be clicked."""

ROW = 44
"""Pixels of a price."""
LETTERS = 24
"""Letters of a line of a name."""
SIDES = (("lower", 1, "/"), ("higher", 0, ""))
"""Which way a price or share is moved, the place of its colour, and the hatching of its bar."""


def colours(comparison: Comparison, theme: Theme) -> list[str]:
    """A colour a model, and two greys for always answering one class."""
    greys = [mixed(theme.chance, theme.background, share) for share in (0.35, 0.65)]
    return [theme.colour(i) for i in range(len(comparison.models))] + greys


def map_figure(standings: Standings, positive: str, negative: str, theme: Theme) -> Chart:
    """The hexagon cut by who yields most, the values in use as a cross, the cloud of prices that may hold as points.

    To the right a right answer on negatives matters more, upwards a miss is worse than a false alarm. A hollow cross
    stands for values that are not on the map: a wrong answer worth more than a right one.
    """
    comparison, values = standings.comparison, standings.values
    shades, figure = colours(comparison, theme), Chart()
    for region in comparison.regions:
        name = _names(comparison, region.winners)
        fits = region.room * SIDE * 0.4 > LETTER * len(name) / 2 and region.room * SIDE > 2 * SIZE
        fill = {"fill": "toself", "fillcolor": shades[region.winners[0]]}
        add_line(figure, region.x, region.y, theme.background, name, width=1, showlegend=not fits, **fill)
        if fits:
            figure.add_annotation(
                x=region.centre[0],
                y=region.centre[1],
                text=f"<b>{name}</b>",
                showarrow=False,
                font={"color": on(shades[region.winners[0]])},
                bgcolor=shades[region.winners[0]],
                borderpad=1,
                yshift=_aside(region, values.utility, LETTER * len(name) / 2),
            )
    x, y = outline()
    add_line(figure, x, y, theme.joint, width=1)
    short = short_names((positive, negative), 14)
    true, false = (short[name].replace("%{", "%\u2060{") for name in (positive, negative))
    _places(figure, comparison, values.utility, true, false, theme)
    if values.is_off or len(values.probability) > 1:
        cloud = standings.draws[:DRAWN]
        cloud_x, cloud_y = cloud[cloud.proper].coordinates
        marker = {"size": 3.5, "color": theme.user, "opacity": 0.45}
        unselected = {"marker": {"opacity": 0.45}}
        add_dots(figure, cloud_x, cloud_y, marker, "other possible prices", unselected=unselected, cliponaxis=True)
    _cross(figure, values.utility, theme)
    axis = {
        "tickvals": [-1, -0.5, 0, 0.5, 1],
        "ticktext": ["−1", "−0.5", "0", "0.5", "1"],
        "range": [-SPAN / 2, SPAN / 2],
    }
    figure.update_xaxes(**axis, title_text=f"← right on {true} matters more<br>right on {false} matters more →")
    figure.update_yaxes(
        **axis,
        title_text=f"← {false} predicted {true} worse<br>{true} predicted {false} worse →",
    )
    dress(figure, theme, SIDE)
    # The title has two lines, and the legend stands below both.
    height, legend = figure.settings["height"], figure.settings["legend"]["y"]
    figure.update_layout(height=height + 20, legend={"y": legend - 20 / SIDE})
    return figure


def _aside(region: Region, utility: Utility, half: float) -> float:
    """Pixels upwards by which a name of half that width steps aside in its region, so that the cross is seen."""
    beside, above = (
        (float(place) - float(cross)) * SIDE / SPAN
        for place, cross in zip(region.centre, utility.coordinates, strict=True)
    )
    if abs(beside) > half + CLEAR or abs(above) > CLEAR or region.room * SIDE / SPAN < 2 * CLEAR:
        return 0.0
    return CLEAR - above if above >= 0 else -CLEAR - above


def _places(figure: Chart, comparison: Comparison, utility: Utility, true: str, false: str, theme: Theme) -> None:
    """Invisible points with hover texts, to be clicked: who is worth most there, and the payoffs in the user's unit."""
    x, y = hexagon_points(STEP)
    low, high = float(utility.lowest), float(utility.highest)
    at = Utility.at(x, y, low, high)
    names = [full_name(name) for name in comparison.names]
    decimals = f",.{digits(high - low)}f" if 1e-9 < high - low < 1e12 else ".4g"
    payoffs = "<br>".join(
        f"predicted {called}, truly {truth}: %{{customdata[{place}]:{decimals}}}"
        for place, (called, truth) in enumerate([(true, true), (true, false), (false, true), (false, false)])
    )
    figure.add_scatter(
        x=x,
        y=y,
        mode="markers",
        name=PLACES,
        showlegend=False,
        # A browser that draws one of these invisible points finds all of them under the pointer, and much sooner.
        marker={"size": 9, "opacity": 0, "color": theme.user, "maxdisplayed": 1},
        selected={"marker": {"opacity": 0}},
        unselected={"marker": {"opacity": 0}},
        text=[names[winner] for winner in comparison.winner(at)],
        customdata=np.column_stack([at.tp, at.fp, at.fn, at.tn]),
        hovertemplate=f"<b>%{{text}}</b><br>{payoffs}<extra></extra>",
    )


def _cross(figure: Chart, utility: Utility, theme: Theme) -> None:
    x, y = (float(axis) for axis in utility.coordinates)
    proper = bool(utility.proper)
    name = "your prices" if proper else "your prices, off the map"
    halo = {"symbol": "x-thin", "size": 15, "line": {"width": 6, "color": theme.background}}
    marker = {"symbol": "x-thin", "size": 14, "line": {"width": 3, "color": theme.user}}
    if not proper:
        marker = {"symbol": "x-open", "size": 14, "color": theme.user, "line": {"width": 1.5, "color": theme.user}}
    for drawn in (halo, marker):
        add_dots(figure, [x], [y], drawn, unselected={"marker": {"opacity": 1}}, cliponaxis=True)
    key(figure, name, marker)


MEANINGS = {
    (0.0, 0.0): "both rights<br>matter alike:<br>accuracy",
    (-1.0, 0.0): "only right<br>on {true}:<br>recall",
    (1.0, 0.0): "only right<br>on {false}:<br>specificity",
    (0.0, 1.0): "only a {true}<br>predicted {false} costs",
    (0.0, -1.0): "only a {false}<br>predicted {true} costs",
    (1.0, 1.0): "no answer<br>changes anything",
    (-1.0, -1.0): "no answer<br>changes anything",
}
"""What the centre and the six corners of the map mean."""


def places_figure(positive: str, negative: str, theme: Theme) -> Chart:
    """The map with the payoffs of its centre and its corners: a table each, of predicted rows and true columns.

    After Figure 1 of Dyrland, Lundervold & Porta Mana (2022), whose places are without tables.
    """
    figure = Chart()
    x, y = outline()
    add_line(figure, x, y, theme.joint, width=1.5, fill="toself", fillcolor=theme.second)
    short = short_names((positive, negative), 9)
    for (at_x, at_y), meaning in MEANINGS.items():
        u = Utility.at(at_x, at_y)
        table = f"<b>{u.tp:g}  {u.fp:g}</b><br><b>{u.fn:g}  {u.tn:g}</b>"
        words = meaning.format(true=plain(short[positive]), false=plain(short[negative]))
        figure.add_annotation(
            x=at_x,
            y=at_y,
            text=f"{table}<br>{words}",
            showarrow=False,
            bgcolor=theme.background,
            bordercolor=theme.grid,
            borderpad=3,
            font={"size": theme.size - 2},
        )
    axis = {"range": [-1.5, 1.5], "showticklabels": False, "showgrid": False}
    figure.update_xaxes(**axis)
    figure.update_yaxes(**axis)
    dress(figure, theme, SIDE)
    return figure


def places_alt(positive: str, negative: str) -> str:
    """What `places_figure` shows, in words."""
    told = []
    for (at_x, at_y), meaning in MEANINGS.items():
        u = Utility.at(at_x, at_y)
        words = meaning.format(true=positive, false=negative).replace("<br>", " ")
        told.append(f"x = {at_x:g}, y = {at_y:g}: {u.tp:g}, {u.fp:g}, {u.fn:g}, {u.tn:g} ({words})")
    return f"The payoffs of TP, FP, FN and TN at the centre and the corners of the map. {'; '.join(told)}."


def _names(comparison: Comparison, places: Sequence[int]) -> str:
    """The names of the classifiers that are worth most in a region, short enough for the legend."""
    names = [comparison.names[place] for place in places]
    if len(" = ".join(names)) <= NAMED:
        return " = ".join(short_names(names, NAMED).values())
    if len(names) > 2:
        return f"{short_names(comparison.names, 11)[names[0]]} = {len(names) - 1} others"
    short = short_names(comparison.names, NAMED if len(names) == 1 else (NAMED - 3) // 2)
    return " = ".join(short[name] for name in names)


def map_alt(standings: Standings) -> str:
    """What the map shows, in words."""
    comparison, utility = standings.comparison, standings.values.utility
    shares = [f"{_spoken(comparison, region.winners)} on {percent(region.share)}" for region in comparison.regions]
    x, y = (number(float(axis)) for axis in utility.coordinates)
    best, unit = [standing.place for standing in standings.best], utility.unit
    yields = f"{worth(standings.ranked[0].earned.value, standings.values.span)}{f' {unit}' if unit else ''}"
    off = "" if utility.proper else ", off the map"
    return (
        f"A hexagon of all prices of right and wrong answers. Worth most: {', '.join(shares)} of its area. Your "
        f"prices are at x = {x}, y = {y}{off}, where {_spoken(comparison, best)} "
        f"{'yields' if len(best) == 1 else 'yield'} {yields}."
    )


def _spoken(comparison: Comparison, places: Sequence[int]) -> str:
    """Names for a text without markup, each of 40 characters at most."""
    lines = (" ".join(comparison.names[place].split()) for place in places)
    short = [line if len(line) <= 40 else f"{line[:39]}…" for line in lines]
    return " and ".join([", ".join(short[:-1]), short[-1]] if len(short) > 1 else short)


def tornado_figure(
    swings: Sequence[Swing],
    names: Sequence[tuple[str, str]],
    base: float,
    theme: Theme,
    sign: int,
    title: str,
    span: float,
) -> Chart:
    """A bar for each price, and for the share of positives: the worth of a case with it lower and with it higher.

    `base` is the worth of a case now. `names` are two lines for each bar. With the sign -1 payoffs are drawn as
    costs, and a price that is lower is a cost that is higher.
    """
    figure = Chart()
    for place, (way, colour, hatch) in enumerate(SIDES):
        ends = [swing.as_written(sign)[place] for swing in swings]
        hover = [f"{_lines(name)}<br>{way}: {worth(end, span)} a case" for name, end in zip(names, ends, strict=True)]
        add_bars(
            figure,
            [end - sign * base for end in ends],
            list(range(len(swings))),
            theme.colour(colour),
            f"one step {way}",
            hover=hover,
            base=sign * base,
            orientation="h",
            marker={"pattern": {"shape": hatch, "fillmode": "overlay", "fgcolor": theme.background}},
            width=0.6,
        )
    line = {"color": theme.user, "width": 2, "dash": "dot"}
    line_at(figure, sign * base, line, f"now {worth(sign * base, span)}", theme.text)
    figure.update_layout(barmode="overlay", bargap=0.3)
    figure.update_yaxes(
        range=[len(swings) - 0.5, -0.5],
        tickvals=list(range(len(swings))),
        ticktext=[_lines(name) for name in names],
        showgrid=False,
    )
    figure.update_xaxes(title_text=title)
    dress(figure, theme, ROW * max(len(swings), 2))
    return figure


def _lines(name: tuple[str, str]) -> str:
    """Both lines of a name, cut to the room beside the bars."""
    return "<br>".join(plain(line, LETTERS) for line in name)


def _in_words(name: tuple[str, str]) -> str:
    """The two lines of a bar as one: those of a cell of the table with a comma between them."""
    first, second = name
    return f"{first} {second}" if first.endswith(" of") else f"{first}, {second}"


def tornado_alt(swings: Sequence[Swing], names: Sequence[tuple[str, str]], base: float, sign: int, span: float) -> str:
    """What `tornado_figure` shows, in words."""
    head = "A case costs" if sign < 0 else "A case is worth"
    ends = [" to ".join(worth(end, span) for end in swing.as_written(sign)) for swing in swings]
    rows = "; ".join(f"{_in_words(name)}: {reach}" for reach, name in zip(ends, names, strict=True))
    return f"{head} {worth(sign * base, span)} now. With one price a step lower and higher: {rows}."
