"""Both scales side by side: the way to perfect and the oracle's share of each measure of the selected model."""

import math
import re

import pytest

from ddcore.answers.rescaled.both import both_alt, both_figure
from ddcore.counts import Counts
from ddcore.formats import percent
from tests.helpers.answers import asked, counted
from tests.helpers.figures import sound, themes

DATA = counted(227, 50, 31, 192, B=Counts(tp=90, fp=120, fn=168, tn=122))


@themes
def test_each_row_has_the_way_and_the_share(theme):
    answer = asked("rescaled", DATA, measure=["F1", "ACC", "TPR", "PP"])
    own = answer.values["models"]["A"]["measures"]
    shares = asked("learned", DATA, measure=["F1", "ACC"]).values["models"]["A"]["measures"]
    figure = answer.figures["both"].drawn(theme)
    assert sound(figure)
    way, share, ring = (trace for trace in figure.data if trace.mode == "markers" and trace.x[0] is not None)
    assert list(way.x) == [own[name]["beyond_chance"]["value"] for name in ("F1", "ACC")]
    assert list(share.x) == [shares[name]["learned"]["value"] for name in ("F1", "ACC")]
    assert ring.name == "cannot be beaten"
    assert list(ring.y) == [2]
    rows = answer.tables["both"].rows()
    assert rows["Measure"].tolist() == ["F1 score", "Accuracy", "Recall"]
    assert math.isnan(rows["Way from chance to perfect"][2])
    said = re.findall(r"[\d.]+ %", answer.figures["both"].words)
    assert said[:2] == [percent(way.x[0]), percent(share.x[0])]


@pytest.mark.parametrize("measures", [[], ["TPR"]])
def test_without_a_place_nothing_is_drawn(theme, measures):
    answer = asked("rescaled", DATA, measure=measures) if measures else None
    figure = answer.figures["both"].drawn(theme) if answer else both_figure([], 0, theme)
    assert not figure.data
    words = answer.figures["both"].words if answer else both_alt([])
    assert words.endswith(figure.layout.annotations[0].text.replace("<br>", " "))
