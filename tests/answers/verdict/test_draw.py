"""The verdict's figure, by what it shows."""

import re

import numpy as np
import pytest

from ddcore.answers.verdict.draw import verdict_alt, verdict_figure
from ddcore.chance.verdict import verdict
from ddcore.counts import Counts
from ddcore.measures import MEASURES
from tests.helpers.figures import entries, legend, once, sound, themes

GOOD = Counts(tp=227, fp=50, fn=31, tn=192)
FAIR = Counts(tp=150, fp=110, fn=108, tn=132)
WORSE = Counts(tp=90, fp=120, fn=168, tn=122)
KEYS = ("TPR", "ACC", "F1", "MCC", "ERR", "TP", "DOR", "prevalence")
verdict, verdict_figure = once(verdict), once(verdict_figure)


def trace(figure, name):
    """The trace of that name that holds points, not the entry of the legend."""
    return next(t for t in figure.data if t.name == name and t.x[0] is not None)


@themes
def test_dots_stand_at_the_scores_and_ticks_at_chance(theme):
    """One row a measure that judges on a bounded scale; what cannot be beaten is last."""
    figure = verdict_figure([verdict("A", GOOD, KEYS)], theme)
    dots, joints, ticks = trace(figure, "A"), figure.data[0], figure.data[1]
    layout = figure.layout
    assert layout.yaxis.ticktext == ("Accuracy", "F1", "Matthews correlation", "Error rate ↓", "Recall (TPR)")
    assert np.round(dots.x, 3).tolist() == [0.838, 0.849, 0.677, 0.162, 0.880]
    assert entries(dots.y) == (0, 1, 2, 3, 4)
    assert np.round(list(ticks.x[::3]), 3).tolist() == [0.516, 0.681, 0, 0.484, 1]
    assert ticks.x[2::3] == joints.x[2::3] == (None,) * 5
    assert joints.x[1::3] == entries(dots.x)
    assert ticks.line.color == theme.chance


@themes
def test_what_is_clearly_worse_has_a_mark_of_its_own(theme):
    """Accuracy .853 against .997; MCC is ahead of chance, but not clearly."""
    found = verdict("A", Counts(tp=2, fp=146, fn=1, tn=851), ("ACC", "MCC", "TPR"))
    assert [line.state for line in found.lines] == ["worse", "unclear", "unbeatable"]
    figure = verdict_figure([found], theme)
    dots = trace(figure, "A")
    assert dots.marker.symbol == ("x", "circle", "circle")
    assert dots.marker.color == (theme.colours[0], theme.background, theme.background)
    assert legend(figure)[3:] == ["not clearly better", "clearly worse", "cannot be beaten"]
    assert "clearly worse than chance" in dots.hovertext[0]
    both = verdict_figure([found, verdict("B", GOOD, ("ACC", "MCC", "TPR"))], theme)
    assert "cross: clearly worse" in legend(both)


@themes
def test_states_look_different_and_the_legend_names_only_what_is_there(theme):
    figure = verdict_figure([verdict("A", GOOD, ("ACC", "F2", "TPR"))], theme)
    dots, blue = trace(figure, "A"), theme.colours[0]
    assert dots.marker.color == (blue, theme.background, theme.background)
    assert dots.marker.line.color == (blue, blue, theme.chance)
    assert ["beats chance" in text for text in dots.hovertext] == [True, False, False]
    assert "cannot be beaten" in dots.hovertext[2]
    names = ["best without skill", "A", "95 % interval", "not clearly better", "cannot be beaten"]
    assert legend(figure) == names
    assert legend(verdict_figure([verdict("A", GOOD, ("ACC",))], theme)) == names[:3]


def test_interval_spans_its_ends(theme):
    found = verdict("A", GOOD, ("F1",))
    drawn = next(t for t in verdict_figure([found], theme).data if t.line.width == 2 and t.x[0] is not None)
    around = found.lines[0].interval
    assert entries(drawn.x) == (around.low, around.high, None)
    figure = verdict_figure([verdict("A", Counts(tp=1.5, fp=1, fn=1, tn=2), ("ACC",))], theme)
    assert "95 % interval" not in legend(figure), "of weighted cases"
    assert sound(figure)


def test_models_differ_in_colour_symbol_and_place(theme):
    names = ("A", "B", "C")
    figure = verdict_figure([verdict(n, c, KEYS) for n, c in zip(names, (GOOD, FAIR, WORSE), strict=True)], theme)
    dots = [trace(figure, name) for name in names]
    assert len({t.marker.symbol for t in dots}) == len({t.marker.line.color[0] for t in dots}) == 3
    assert [t.y[0] for t in dots] == pytest.approx([-0.7 / 3, 0, 0.7 / 3])
    assert figure.layout.xaxis.range[0] < min(dots[2].x) < 0
    names = [f"gradient_boosting_of_all_features_{i}_of_2024" for i in (1, 2)]
    figure = verdict_figure([verdict(name, GOOD, ("ACC",)) for name in names], theme)
    shown = [entry for entry in legend(figure) if entry.startswith("gradient")]
    assert len(set(shown)) == 2
    assert max(map(len, shown)) <= 20
    assert all(name in trace(figure, entry).hovertext[0] for name, entry in zip(names, shown, strict=True))


@pytest.mark.parametrize("models", [3, 10])
def test_dots_of_a_row_do_not_hide_each_other(theme, models):
    figure = verdict_figure([verdict(f"m{i}", GOOD, ("ACC", "F1")) for i in range(models)], theme)
    places = sorted(y for i in range(models) for y in trace(figure, f"m{i}").y)
    row = (figure.layout.height - verdict_figure([verdict("A", GOOD, ("ACC",))], theme).layout.height + 30) / 2
    assert all(step * row >= 12 for step in np.diff(places))


def test_what_has_no_value(theme):
    never = verdict("never", Counts(tp=0, fp=0, fn=139, tn=164), ("ACC", "F1", "PPV"))
    figure = verdict_figure([never], theme)
    assert len(figure.layout.yaxis.ticktext) == 3
    assert entries(trace(figure, "never").y) == (0,)
    assert sound(figure)
    assert sound(verdict_figure([verdict("A", Counts(tp=3, fp=0, fn=1, tn=0), tuple(MEASURES))], theme))
    nothing = verdict_figure([verdict("A", GOOD, ("TP", "prevalence"))], theme)
    assert "None of these measures" in nothing.layout.annotations[0].text
    said = verdict_alt([verdict("A", GOOD, KEYS), verdict("B", WORSE, KEYS)])
    assert re.findall(r"\d of \d|worse on \d|0\.\d{3}", said) == ["5 of 5", "0 of 5", "worse on 5", "0.838", "0.516"]
    assert "0 of 0" in verdict_alt([verdict("A", GOOD, ("TPR",))])
