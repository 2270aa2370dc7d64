"""Cases that a person should see as figures: the band on the scores, and risk over coverage."""

import math

import numpy as np
import pytest

from ddcore.counts import Counts
from ddcore.decisions.costs import costs
from ddcore.decisions.coverage import RiskCoverage, risk_coverage
from ddcore.decisions.referral import Referral
from ddcore.decisions.reject import BandCounts, RejectBand, band_counts, best_band, cost_band
from ddcore.figures.reject import band_alt, band_figure, coverage_alt, coverage_figure
from ddcore.figures.theme import LIGHT, THEMES, faded
from ddcore.measures import MEASURES, measure
from ddcore.scores.thinning import binned
from ddcore.table import ScoreTable
from tests.helpers.figures import entries, legend, once, sound
from tests.helpers.line_figures import (
    GOOD,
    HAND,
    HOSTILE,
    LONG,
    ODD,
    TINY,
    fitting,
    in_sight,
    markup,
    told_apart,
    trace,
)

NAN, INF = math.nan, math.inf
themes = pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
JUDGING = [key for key, row in MEASURES.items() if row.judges]


@once
def band(low=0.3, high=0.6, table=HAND):
    return RejectBand(low, high, 0.5, band_counts(table, low, high))


NONE = RejectBand(NAN, NAN, NAN, band_counts(HAND, INF, INF))


@once
def histogram(one=None, table=HAND, theme=LIGHT, names=("ill", "well")):
    return band_figure(binned(table), one or band(table=table), *names, theme)


def bars(figure, name):
    """The height of each bar that is not empty, by the middle of its bin."""
    found = trace(figure, f"truly {name}")
    return {round(x, 4): y for x, y in zip(found.x, found.y, strict=True) if y}


class TestBand:
    def test_bars_count_the_cases_of_each_class(self):
        table = ScoreTable.of([0.11, 0.21, 0.41, 0.41, 0.71, 0.91], [0, 1, 0, 1, 0, 1])
        figure = histogram(table=table)
        assert bars(figure, "ill") == {0.2125: 1, 0.4125: 1, 0.9125: 1}
        assert bars(figure, "well") == {0.1125: 1, 0.4125: 1, 0.7125: 1}
        assert all(len(one.x) == 40 and one.width == pytest.approx(0.025) for one in figure.data)
        assert figure.layout.barmode == "stack"

    @themes
    def test_classes_differ_in_pattern_and_colour(self, theme):
        positive, negative = histogram(theme=theme).data
        assert (positive.marker.pattern.shape, negative.marker.pattern.shape) == ("", "/")
        assert positive.marker.color == faded(theme.colour(0), 0.75)
        assert negative.marker.color == faded(theme.colour(1), 0.75)

    def test_hover(self):
        texts = trace(histogram(), "truly ill").hovertext
        assert texts[16] == "score 0.400 to 0.425<br>truly ill: 1 case"
        assert texts[0] == "score 0 to 0.025<br>truly ill: 0 cases"

    @themes
    def test_band_is_a_strip_between_dotted_lines(self, theme):
        """Both cases at 0.4, of six."""
        figure = histogram(theme=theme)
        strip, *ends = figure.layout.shapes
        assert (strip.type, strip.x0, strip.x1, strip.fillcolor) == ("rect", 0.3, 0.6, faded(theme.user, 0.12))
        assert [(end.x0, end.x1, end.line.dash, end.line.color) for end in ends] == [
            (0.3, 0.3, "dot", theme.user),
            (0.6, 0.6, "dot", theme.user),
        ]
        (note,) = figure.layout.annotations
        assert (note.text, note.x) == ("a person: 33.3 %", pytest.approx(0.45))

    def test_band_up_to_the_top_ends_with_the_scores(self):
        figure = histogram(band(0.6, INF))
        strip, *ends = figure.layout.shapes
        assert (strip.x0, strip.x1) == (0.6, 1.0)
        assert [end.x0 for end in ends] == [0.6]
        assert sound_bars(figure)

    @themes
    def test_closed_band_is_a_line(self, theme):
        figure = histogram(band(0.5, 0.5), theme=theme)
        (line,) = figure.layout.shapes
        assert (line.x0, line.line.dash, line.line.color) == (0.5, "dot", theme.user)
        assert [note.text for note in figure.layout.annotations] == ["threshold 0.500"]

    @pytest.mark.parametrize("one", [band(INF, INF), NONE])
    def test_no_line_nothing_drawn(self, one):
        figure = histogram(one)
        assert not figure.layout.shapes
        assert not figure.layout.annotations
        assert sound_bars(figure)

    @themes
    def test_titles(self, theme):
        layout = histogram(theme=theme).layout
        assert (layout.xaxis.title.text, layout.yaxis.title.text) == ("score", "cases")
        assert layout.template.layout.font.color == theme.text

    @pytest.mark.parametrize("name", [TINY, HOSTILE, LONG])
    def test_names_are_shown_letter_by_letter(self, name):
        figure = histogram(names=(name, name))
        assert not any("<" in words for words in legend(figure))
        assert not any("<" in markup(text) for one in figure.data for text in one.hovertext)
        assert all(one.hovertemplate is None for one in figure.data)
        assert fitting(figure) == []

    @pytest.mark.parametrize("name", ODD)
    def test_odd_scores(self, name):
        table = ODD[name]
        figure = histogram(best_band(table, "ACC", 0.3), table, LIGHT)
        assert sound_bars(figure)
        cases = sum(sum(one.y) for one in figure.data)
        assert cases == pytest.approx(float(table.positives.sum() + table.negatives.sum()))


def sound_bars(figure):
    assert sound(figure)
    for shape in figure.layout.shapes:
        assert all(math.isfinite(end) for end in (shape.x0, shape.x1))
        assert shape.x0 <= shape.x1
    return True


@pytest.mark.parametrize("price", [0.4, 0.9])
def test_a_band_beyond_the_histogram_does_not_stretch_it(price):
    """Two of 2,000 scores are far above the others, which fill the histogram; the band, or the line, is there."""
    table = ScoreTable.of([*np.linspace(0, 3, 1998), 1e9, 1e9], [0] * 1998 + [0, 1])
    utility = costs(c10=1, c01=1.5)
    one = cost_band(table, utility, Referral.costing(utility, price))
    assert one.low == 1e9
    assert one.closed == (price > 0.5)
    figure = histogram(one, table)
    assert max(x for bar in figure.data for x in bar.x) <= 3
    places = [end for shape in figure.layout.shapes for end in (shape.x0, shape.x1)]
    assert all(end <= 3.1 for end in [*places, *(note.x for note in figure.layout.annotations)])


@pytest.mark.parametrize(
    ("one", "said"),
    [
        (NONE, "Histogram of the scores of both classes, with none referred."),
        (band(0.5, 0.5), "Histogram of the scores of both classes; nobody is referred."),
        (band(INF, INF), "Histogram of the scores of both classes; nobody is referred."),
        (
            band(),
            "Histogram of the scores of both classes, with the range that a person sees: from 0.300 to 0.600, 33.3 % "
            "of "
            "the cases.",
        ),
        (
            band(0.6, INF),
            "Histogram of the scores of both classes, with the range that a person sees: from 0.600 to the top, 33.3 % "
            "of the cases.",
        ),
    ],
)
def test_band_in_words(one, said):
    assert band_alt(one) == said


# Risk and coverage -----------------------------------------------------------------------------------------------


def curve(values, key="ERR"):
    steps = len(values)
    return RiskCoverage(
        measure(key), np.arange(1, steps + 1) / steps, np.array(values, float), *np.full((2, steps), 0.5)
    )


class TestCoverage:
    @themes
    def test_line_by_hand(self, theme):
        """Of truths 0 1 0 1 both ends are right; three decided have one mistake, and so have all four."""
        found = risk_coverage(ScoreTable.of([0.1, 0.4, 0.5, 0.9], [0, 1, 0, 1]))
        line = trace(coverage_figure(found, 0.25, theme), "best cases referred")
        assert entries(line.x) == (0.25, 0.5, 0.75, 1)
        assert entries(line.y) == pytest.approx((0, 0, 1 / 3, 1 / 4))
        assert (line.line.color, line.line.dash, line.line.width) == (theme.colour(0), None, 3)
        assert line.hovertext[2] == "decided: 75 %, referred: 25 %<br>Error rate: 0.333"

    @themes
    def test_blind_referral_is_dashed_grey(self, theme):
        line = trace(coverage_figure(curve([0.1, 0.2, 0.3]), 0.2, theme), "referred at random")
        assert (entries(line.x), entries(line.y)) == ((0, 1), (0.3, 0.3))
        assert (line.line.color, line.line.dash, line.hoverinfo) == (theme.chance, "dash", "skip")

    @themes
    def test_what_is_decided_now_is_dotted(self, theme):
        figure = coverage_figure(curve([0.1, 0.2, 0.3]), 0.2, theme)
        (line,) = figure.layout.shapes
        assert (line.x0, line.line.dash, line.line.color) == (0.8, "dot", theme.user)
        assert [note.text for note in figure.layout.annotations] == ["decided now"]

    def test_titles_and_ranges(self):
        layout = coverage_figure(curve([0.1, 0.2]), 0.2, LIGHT).layout
        assert layout.xaxis.title.text == "share decided by the model (coverage)"
        assert layout.yaxis.title.text == "error rate of the decided (risk)"
        assert layout.xaxis.range == (-0.01, 1.01)
        assert coverage_figure(curve([0.1, 0.2], "F1"), 0.2, LIGHT).layout.yaxis.title.text == "F1 of the decided"

    def test_gaps_where_there_is_no_value(self):
        figure = coverage_figure(curve([NAN, 0.2, NAN], "PPV"), 0.2, LIGHT)
        assert entries(trace(figure, "best cases referred").y) == (None, 0.2, None)
        assert entries(trace(figure, "referred at random").y) == (None, None)
        assert sound(figure)

    def test_lines_differ_in_their_dash(self):
        figure = coverage_figure(risk_coverage(GOOD), 0.2, LIGHT)
        assert told_apart(figure)
        assert legend(figure) == ["best cases referred", "referred at random"]

    @pytest.mark.parametrize("name", ODD)
    def test_odd_scores(self, name):
        for key in ("ERR", "DOR"):
            figure = coverage_figure(risk_coverage(ODD[name], key, 20), 0.2, LIGHT)
            assert sound(figure)
            assert not any(word in text for text in figure.data[0].hovertext for word in ("nan", "inf"))


@pytest.mark.parametrize("share", [0.0, 0.01, 0.2, 0.9])
def test_decided_now_is_not_cut_off(share):
    figure = coverage_figure(risk_coverage(GOOD), share, LIGHT)
    (note,) = figure.layout.annotations
    assert in_sight(note, figure.layout.xaxis.range)


def test_titles_are_not_cut_off():
    titles = [coverage_figure(curve([0.1, 0.2], key), 0.2, LIGHT).layout.yaxis.title.text for key in JUDGING]
    assert [title for title in titles if "…" in title] == []


def test_counts_fall_when_cases_are_referred_blindly():
    """Half of the cases referred blindly leave half of the true positives, so the grey line is not level."""
    assert legend(coverage_figure(curve([5, 8, 10, 12], "TP"), 0.2, LIGHT)) == ["best cases referred"]


@pytest.mark.parametrize(
    ("found", "said"),
    [
        (
            curve([0.1, 0.2, 0.3, 0.4]),
            "Error rate among the decided cases over their share: 0.400 when all are decided, 0.200 when about half "
            "are.",
        ),
        (
            curve(np.arange(1, 101) / 200, "F1"),
            "F1 score among the decided cases over their share: 0.500 when all are decided, 0.250 when about half are.",
        ),
    ],
)
def test_coverage_in_words(found, said):
    assert coverage_alt(found) == said


def test_one_step_in_words():
    said = coverage_alt(risk_coverage(ScoreTable.of([0.5], [1])))
    assert said == "Error rate among the decided cases over their share: 0 when all are decided."


def test_share_of_cells_that_are_put_in():
    cells = BandCounts(Counts(tp=30, fp=5, fn=5, tn=40), np.int64(8), np.int64(12))
    assert band_alt(RejectBand(0.2, 0.4, 0.9, cells)).endswith("from 0.200 to 0.400, 20 % of the cases.")
