"""What does a positive test mean where the illness is rare?"""

from collections.abc import Sequence
from fractions import Fraction
from functools import partial
from typing import Any

import numpy as np

from ddcore.answers.base.answer import Figure
from ddcore.arrays import Array
from ddcore.counts import Counts
from ddcore.courses.charts import bars, dress, lines, squares
from ddcore.courses.exam import Question
from ddcore.courses.steps import Course, Step, number_quiz
from ddcore.figures.chart import Chart
from ddcore.figures.theme import Theme, on
from ddcore.formats import count, number, percent
from ddcore.measures import measure

PEOPLE = 1000
BASE, FOUND, ALARMS = 0.01, 0.9, 0.09
"""The share of people who are ill, of these that are found, and of the healthy who are called ill."""
COMMON = 0.3
"""The share of ill people on a ward."""


def course() -> Course:
    """The course, from one test of 1,000 people."""
    return Course(
        "base_rates",
        "Base rates",
        "Why most positive tests can be false, and how counting people makes it plain.",
        10,
        (_gut(), _alarms(), _tree(), _negative(), _ward(), _twice()),
    )


def expected(share: float = BASE, people: float = PEOPLE) -> Counts:
    """What a test of that many people gives on average, if that share of them is ill.

    >>> [round(float(part), 1) for part in (expected().tp, expected().fn, expected().fp, expected().tn)]
    [9.0, 1.0, 89.1, 900.9]
    """
    ill, healthy = people * share, people * (1 - share)
    return Counts(tp=ill * FOUND, fn=ill * (1 - FOUND), fp=healthy * ALARMS, tn=healthy * (1 - ALARMS))


def meaning(share: float = BASE) -> float:
    """The probability that a person with a positive test is ill.

    >>> round(meaning(), 4)
    0.0917
    """
    return float(measure("precision")(expected(share)))


def _people() -> tuple[int, int, int, int]:
    """Ill and found, ill and missed, healthy and called ill, healthy and spared, as whole people."""
    counts = expected()
    return round(float(counts.tp)), round(float(counts.fn)), round(float(counts.fp)), round(float(counts.tn))


def _squares(theme: Theme, told: str) -> Chart:
    found, missed, alarms, spared = _people()
    healthy = ("healthy", alarms + spared, theme.grid, "")
    if told == "ill":
        parts: Sequence[tuple[str, int, str, str]] = (("ill", found + missed, theme.colours[1], ""), healthy)
    elif told == "found":
        parts = (
            ("ill, positive", found, theme.colours[1], ""),
            ("ill, negative", missed, theme.colours[4], ""),
            healthy,
        )
    else:
        parts = (
            ("ill, positive", found, theme.colours[1], ""),
            ("ill, negative", missed, theme.colours[4], ""),
            ("healthy, positive", alarms, theme.colours[0], ""),
            ("healthy, negative", spared, theme.grid, ""),
        )
    return squares(theme, parts, 40)


def _in_squares(told: str) -> Figure:
    found, missed, alarms, spared = _people()
    words = {
        "ill": f"{count(PEOPLE)} squares for people: {found + missed} are ill.",
        "found": f"{count(PEOPLE)} squares for people: {found} ill ones test positive, {missed} negative.",
        "all": f"{count(PEOPLE)} squares for people: {found} ill and {alarms} healthy ones test positive; {missed} ill "
        f"and {spared} healthy ones negative.",
    }
    return Figure(f"{count(PEOPLE)} people", words[told], partial(_squares, told=told))


def _gut() -> Step:
    right = meaning()
    return Step(
        "The test is positive",
        f"**{percent(BASE)}** of people have an illness: the **base rate**. A test finds **{percent(FOUND)}** of "
        f"the ill, and is falsely positive for **{percent(ALARMS)}** of the healthy. Somebody without any sign of "
        "illness is tested. The test is positive.",
        _in_squares("ill"),
        number_quiz(
            "How likely is it that this person is ill?",
            right,
            "Most who test positive are healthy. The next steps show why.",
            {
                FOUND: "That is how likely an ill person tests positive. The question is the other way round.",
                FOUND - ALARMS: "The two percentages are about different people, so they cannot be subtracted.",
            },
            percent,
        ),
        "How likely an ill person tests positive is not how likely a person with a positive test is ill.",
        Figure(
            "Two different questions",
            f"Bars: an ill person tests positive {percent(FOUND)}; who tests positive is ill {percent(right)}.",
            _two,
        ),
        "prevalence",
        "from ddcore.courses.base_rates import expected, meaning\n\nmeaning(0.01)",
    )


def _two(theme: Theme) -> Chart:
    values = {"An ill person tests positive": FOUND, "A person with a positive test is ill": meaning()}
    return bars(theme, values, [percent(value) for value in values.values()], theme.colours[:2])


def _alarms() -> Step:
    found, missed, alarms, spared = _people()
    return Step(
        "Count people instead",
        f"Think of **{count(PEOPLE)}** people. **{found + missed}** of them are ill, and the test finds **{found}** of "
        f"these. It is also positive for **{percent(ALARMS)}** of the **{count(alarms + spared)}** healthy ones.",
        _in_squares("found"),
        number_quiz(
            "About how many healthy people test positive?",
            alarms,
            f"{percent(ALARMS)} of {count(alarms + spared)} people is about {alarms}.",
            {
                found: f"As many as ill ones? A small share of {count(alarms + spared)} people is still many people.",
                spared: "Those are the healthy people who test negative.",
            },
            count,
        ),
        "A small share of many people can be more than a large share of few.",
        _in_squares("all"),
        "prevalence",
        "[round(float(part), 1) for part in (expected().tp, expected().fn, expected().fp, expected().tn)]",
    )


def _node(figure: Chart, theme: Theme, x: float, y: float, words: str, colour: str) -> None:
    figure.add_annotation(
        x=x,
        y=y,
        text=words,
        showarrow=False,
        bgcolor=colour,
        bordercolor=theme.muted,
        borderpad=4,
        font={"color": on(colour), "size": theme.size + 2},
    )


def _tree_drawn(theme: Theme, told: bool) -> Chart:
    found, missed, alarms, spared = _people()
    figure = Chart()
    x, y = zip(*_branches(), strict=True)
    figure.add_scatter(
        x=x, y=y, mode="lines", line={"width": 2, "color": theme.muted}, hoverinfo="skip", showlegend=False
    )
    ends = (
        (0.1, f"<b>{found}</b><br>positive", theme.colours[1]),
        (0.36, f"<b>{missed}</b><br>negative", theme.colours[4]),
        (0.64, f"<b>{alarms}</b><br>positive", theme.colours[0]),
        (0.9, f"<b>{spared}</b><br>negative", theme.second),
    )
    _node(figure, theme, 0.5, 1, f"<b>{count(PEOPLE)}</b> people", theme.background)
    _node(figure, theme, 0.23, 0.55, f"<b>{found + missed}</b> ill", theme.background)
    _node(figure, theme, 0.77, 0.55, f"<b>{alarms + spared}</b> healthy", theme.background)
    for place, words, colour in ends:
        _node(figure, theme, place, 0.1, words, colour)
    if told:
        _node(figure, theme, 0.37, -0.28, f"<b>{found}</b> of {found + alarms} who test positive are ill", theme.second)
    dress(figure, theme)
    figure.update_xaxes(visible=False, range=[-0.05, 1.05])
    figure.update_yaxes(visible=False, range=[-0.42, 1.12])
    return figure


def _branches() -> list[tuple[Any, Any]]:
    """The lines of the tree, with a gap after each."""
    lines = (
        ((0.5, 1), (0.23, 0.55)),
        ((0.5, 1), (0.77, 0.55)),
        ((0.23, 0.55), (0.1, 0.1)),
        ((0.23, 0.55), (0.36, 0.1)),
        ((0.77, 0.55), (0.64, 0.1)),
        ((0.77, 0.55), (0.9, 0.1)),
    )
    return [point for line in lines for point in (*line, (None, None))]


def _tree() -> Step:
    found, missed, alarms, _ = _people()
    words = (
        f"A tree: of {count(PEOPLE)} people {found + missed} are ill; {found} of these test positive. Of the healthy, "
        f"{alarms} test positive."
    )
    share = {
        found / (found + alarms): f"{found} of {found + alarms}",
        found / (found + missed): f"{found} of {found + missed}",
        found / PEOPLE: f"{found} of {count(PEOPLE)}",
    }
    return Step(
        "The tree",
        f"The tree has all {count(PEOPLE)} people. To know what a positive test means, look only at those who test "
        "positive: two of the four boxes at the bottom.",
        Figure("The tree", words, partial(_tree_drawn, told=False)),
        number_quiz(
            "How many of those who test positive are ill?",
            found / (found + alarms),
            f"{found} + {alarms} test positive, and {found} of them are ill: {percent(meaning())}.",
            {
                found / (found + missed): "That is the share of the ill who test positive, along the left branch.",
                found / PEOPLE: "That is the share of all people who are ill and test positive.",
            },
            share.__getitem__,
        ),
        "Divide by those who test positive. This is **Bayes' rule**, counted in people.",
        Figure("The tree", f"{words} So {found} of {found + alarms} are ill.", partial(_tree_drawn, told=True)),
        "verdict",
        'precision = ddcore.measure("precision")\nfloat(precision(expected()))',
    )


def still_ill() -> float:
    """The probability that a person with a negative test is ill.

    >>> round(still_ill(), 5)
    0.00111
    """
    return 1 - float(measure("NPV")(expected()))


def _negative() -> Step:
    _, missed, _, spared = _people()
    right = still_ill()
    return Step(
        "And if the test is negative?",
        f"**{missed}** ill person and about **{spared}** healthy ones test negative. Somebody of them asks how likely "
        "the illness is now.",
        _in_squares("all"),
        number_quiz(
            "How likely is it that a person with a negative test is ill?",
            right,
            f"About {missed} of {missed + spared}. Before the test it was {percent(BASE)}.",
            {
                BASE: "So it was before the test. A negative test makes the illness less likely.",
                1 - FOUND: "That is the share of the ill whom the test misses.",
            },
            percent,
        ),
        "After a positive test the illness is still unlikely, after a negative one nearly ruled out. Ask about both.",
        _in_squares("all"),
        "verdict",
        'npv = ddcore.measure("NPV")\n1 - float(npv(expected()))',
    )


def over_shares() -> tuple[Array, Array]:
    """Base rates, and the probability that a person with a positive test is ill at each of them."""
    share = np.linspace(0.001, 0.6, 200)
    return share, np.array([meaning(float(at)) for at in share])


def _over(theme: Theme, shown: bool) -> Chart:
    points = {f"base rate {percent(BASE)}": (BASE, meaning())}
    curves = {}
    if shown:
        curves["the same test"] = over_shares()
        points[f"base rate {percent(COMMON)}"] = COMMON, meaning(COMMON)
    figure = lines(theme, curves, "base rate", "ill among the positive", points=points)
    figure.update_xaxes(range=[-0.02, 0.6])
    figure.update_yaxes(range=[0, 1.04], tickformat=".0%")
    return figure


def _ward() -> Step:
    right = meaning(COMMON)
    return Step(
        "Where the illness is common",
        f"On a ward **{percent(COMMON)}** of the patients have the illness. The test is the same: it finds "
        f"**{percent(FOUND)}** of the ill and is falsely positive for **{percent(ALARMS)}** of the others.",
        Figure("What a positive test means", "One mark, at a base rate of 1 %.", partial(_over, shown=False)),
        number_quiz(
            "How likely is a patient of the ward with a positive test to be ill?",
            right,
            f"Of 1,000 patients {count(PEOPLE * COMMON)} are ill, and 270 of them are found; 63 of the 700 others test "
            "positive.",
            {
                meaning(): "That was so where 1 % are ill. Here there are more ill people to be found.",
                COMMON: "That is the base rate. A positive test makes the illness more likely.",
            },
            percent,
        ),
        "What a positive test means is no property of the test alone. It depends on who is tested.",
        Figure(
            "What a positive test means",
            f"A line that rises with the base rate, from {percent(meaning())} at 1 % to {percent(right)} at 30 %.",
            partial(_over, shown=True),
        ),
        "prevalence",
        "meaning(0.3)",
    )


def _twice() -> Step:
    first = meaning()
    right = meaning(first)
    times = FOUND / ALARMS
    return Step(
        "Test again",
        f"Take the person of the first step again. After one positive test the illness has a probability of "
        f"**{percent(first)}**. A second test is positive, too. Assume that it errs independently of the first.",
        Figure("What a positive test means", "A line over the base rate.", partial(_again, shown=False)),
        number_quiz(
            "How likely is the illness now?",
            right,
            f"The {percent(first)} are the new base rate. Each positive test multiplies the odds by {number(times)}.",
            {
                2 * first: "Probabilities do not add up. The second test starts from a higher base rate.",
                1 - (1 - FOUND) ** 2: "That is how likely an ill person has at least one positive test of two.",
            },
            percent,
        ),
        f"The **likelihood ratio**, {percent(FOUND)} / {percent(ALARMS)} = {number(times)}, is what one positive test "
        "tells. It holds at every base rate.",
        Figure(
            "What a positive test means",
            f"A line over the base rate with a mark at {percent(first)}, where it has {percent(right)}.",
            partial(_again, shown=True),
        ),
        "likelihood",
        "meaning(meaning(0.01))",
    )


def _again(theme: Theme, shown: bool) -> Chart:
    first = meaning()
    points = {"after one test": (BASE, first)} | ({"after two": (first, meaning(first))} if shown else {})
    before = "probability before the test"
    figure = lines(theme, {"a positive test": over_shares()}, before, "probability after it", points=points)
    figure.update_xaxes(range=[-0.02, 0.6])
    figure.update_yaxes(range=[0, 1.04], tickformat=".0%")
    return figure


def question(rng: np.random.Generator) -> Question:
    """A question of an exam: what a positive and a negative test mean."""
    ill = int(rng.choice([5, 10, 20, 40, 50, 80]))
    found, alarms = int(rng.integers(70, 100)), int(rng.integers(2, 16))
    base = Fraction(ill, 1000)
    positive = base * found / (base * found + (1 - base) * alarms)
    negative = base * (100 - found) / (base * (100 - found) + (1 - base) * (100 - alarms))
    return Question(
        "Base rates",
        f"{ill} of 1000 people are ill. A test is positive for {found} % of the ill and for {alarms} % of the "
        "healthy.\n\n"
        "- Draw the tree for 1000 people.\n"
        "- How likely is a person with a positive test to be ill?\n"
        "- How likely is a person with a negative test to be ill?",
        f"- {ill} are ill: {ill * found / 100:.1f} positive, {ill * (100 - found) / 100:.1f} negative. "
        f"{1000 - ill} are healthy: {(1000 - ill) * alarms / 100:.1f} positive, "
        f"{(1000 - ill) * (100 - alarms) / 100:.1f} negative.\n"
        f"- {ill * found / 100:.1f} / ({ill * found / 100:.1f} + {(1000 - ill) * alarms / 100:.1f}) = "
        f"**{float(positive):.3f}**.\n"
        f"- {ill * (100 - found) / 100:.1f} / ({ill * (100 - found) / 100:.1f} + "
        f"{(1000 - ill) * (100 - alarms) / 100:.1f}) = **{float(negative):.4f}**.",
        float(positive),
    )
