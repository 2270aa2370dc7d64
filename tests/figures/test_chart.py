"""A chart as it is written for the page, beside the figure that plotly checks and copies."""

import json

import numpy as np
import pandas as pd
import plotly.io
import pytest
from plotly.tools import return_figure_from_figure_or_data

from ddcore.figures.chart import Chart
from ddcore.figures.theme import THEMES


def written(figure):
    return json.loads(
        plotly.io.to_json(return_figure_from_figure_or_data(figure, validate_figure=True), validate=False)
    )


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_a_chart_is_written_as_plotly_writes_its_figure(theme):
    chart = Chart(rows=1, cols=2, shared_yaxes=True, subplot_titles=("a", "b"))
    chart.update_layout(template=theme.template, height=300, margin={"t": 5})
    chart.add_scatter(x=np.arange(3), y=np.array([0.5, np.nan, 1.0]), text=["a", "b", "c"], row=1, col=1)
    chart.add_scatter(x=[1, 2, None], y=(1.5, 2.5, 3.5), customdata=[["a", 1], ["b", 2]], row=1, col=2)
    chart.add_bar(x=pd.Series([1, 2]), y=np.array(["p", "q"]), marker_color=np.array([0.0, 1.0], np.float32))
    chart.add_scatter(x=np.array([]), y=np.arange(12.0)[::2], marker_size=np.arange(6) * 1000)
    chart.add_heatmap(z=np.arange(6.0).reshape(2, 3), colorscale=[[0, "#fff"], [1, "#000"]])
    chart.add_vline(np.float64(0.25), line_dash="dot", row=1, col=2)
    chart.update_xaxes(range=np.array([0.0, 3.0]), tickvals=np.array([0, 1]), ticktext=["zero", "one"])
    assert written(chart.as_made()) == written(chart.figure())
