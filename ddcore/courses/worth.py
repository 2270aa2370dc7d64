"""Which of two classifiers is worth more?"""

from collections.abc import Mapping
from functools import partial

import numpy as np

from ddcore.answers.base.answer import Figure
from ddcore.counts import Counts
from ddcore.courses.charts import bars, lines, squares
from ddcore.courses.exam import Question
from ddcore.courses.steps import Course, Option, Quiz, Step, number_quiz
from ddcore.decisions.costs import threshold
from ddcore.decisions.utility import Utility, constant_yields
from ddcore.figures.chart import Chart
from ddcore.figures.theme import Theme
from ddcore.formats import count, number, percent, worth
from ddcore.measures import measure
from ddcore.samples.stories import STORIES

FACTORY, OTHER = STORIES["factory"], STORIES["factory_prices"]
PARTS = 100
SPAN = 500
"""How far the payoffs are apart: amounts are written with two decimals."""


def course() -> Course:
    """The course, from the story of a factory."""
    return Course(
        "worth",
        "Worth",
        "A classifier that is right more often and loses money, and an answer without one that earns more.",
        12,
        (_choose(), _earned(), _ahead(), _constant(), _prices(), _sure()),
        FACTORY.source,
    )


def earned(counts: Counts, utility: Utility) -> float:
    """What a part earns on average.

    >>> earned(FACTORY.models["A"], FACTORY.utility)
    3.5
    """
    return float(utility(counts))


def payoffs(utility: Utility) -> tuple[float, float, float, float]:
    """What a true and a false positive, a false and a true negative are worth.

    >>> payoffs(FACTORY.utility)
    (15.0, -335.0, -35.0, 165.0)
    """
    return float(utility.tp), float(utility.fp), float(utility.fn), float(utility.tn)


def _price(amount: float) -> str:
    return f"{number(amount)} EUR"


def _euro(amount: float) -> str:
    return f"{worth(amount, SPAN)} EUR"


def _share(name: str) -> float:
    return float(measure("accuracy")(FACTORY.models[name]))


def always_short(utility: Utility) -> float:
    """What a part earns on average if every part is called short-lived; half of the parts are.

    >>> always_short(FACTORY.utility)
    65.0
    """
    return float(constant_yields(utility, 0.5).negative)


def _squares(theme: Theme, name: str) -> Chart:
    counts = FACTORY.models[name]
    parts = (
        ("long, called long", counts.tp.item(), theme.colours[0], "✓"),
        ("long, called short", counts.fn.item(), theme.colours[5], "×"),
        ("short, called short", counts.tn.item(), theme.colours[2], "✓"),
        ("short, called long", counts.fp.item(), theme.colours[1], "×"),
    )
    return squares(theme, parts, 20)


def _right(theme: Theme) -> Chart:
    values = {f"Classifier {name}: right about": _share(name) for name in FACTORY.models}
    return bars(theme, values, [f"{count(100 * value)} of {PARTS}" for value in values.values()], theme.colours[:2])


def _choose() -> Step:
    leads = [
        earned(story.models["A"], story.utility) > earned(story.models["B"], story.utility)
        for story in (FACTORY, OTHER)
    ]
    right = Figure(
        "Parts that are sorted right",
        f"Bars: classifier A is right about {_share('A'):.0%} of the parts, classifier B about {_share('B'):.0%}.",
        _right,
    )
    return Step(
        "A factory buys a classifier",
        f"A factory sorts parts into long-lived and short-lived ones. Two classifiers were tried on **{PARTS}** parts. "
        f"**A** is right about **{count(100 * _share('A'))}** of them, **B** about **{count(100 * _share('B'))}**. "
        "Decide: the factory wants to earn as much as it can.",
        right,
        Quiz(
            "Which classifier should it use?",
            (
                Option("A", all(leads), "At some prices A earns more, at others B."),
                Option("B", not any(leads), "B is right more often. Whether it earns more depends on the prices."),
                Option(
                    "These numbers do not say",
                    any(leads) and not all(leads),
                    "At some prices A earns more, at others B, as you will see.",
                ),
            ),
        ),
        "Accuracy counts each mistake as 1. A factory pays for mistakes in euros, and not the same for each.",
        right,
        "utility",
        "from ddcore.samples.stories import STORIES\n\nfactory = STORIES['factory']\n"
        "accuracy = ddcore.measure('accuracy')\n"
        "{name: float(accuracy(counts)) for name, counts in factory.models.items()}",
    )


def _earned() -> Step:
    counts, utility = FACTORY.models["A"], FACTORY.utility
    a = earned(counts, utility)
    good, bad, lost, spared = payoffs(utility)
    gains = (counts.tp.item() * good + counts.tn.item() * spared) / PARTS
    alike = (good + bad + lost + spared) / 4
    shown = Figure(
        "What classifier A does with 100 parts",
        f"100 squares: {counts.tp.item()} long-lived parts called so, {counts.fn.item()} called short, "
        f"{counts.tn.item()} short-lived called so, {counts.fp.item()} called long.",
        partial(_squares, name="A"),
    )
    return Step(
        "What an outcome is worth",
        f"A long-lived part earns **{_price(good)}** if it is called so and **{_price(lost)}** if not. A short-lived "
        f"one earns **{_price(spared)}** if it is called so; called long-lived, it breaks in a costly device: "
        f"**{_price(bad)}**.",
        shown,
        number_quiz(
            "What does a part earn on average with classifier A?",
            a,
            "Multiply each of the four counts by what it is worth, add them up and divide by 100.",
            {
                alike: "That is the mean of the four prices. The four outcomes are not equally frequent.",
                gains: "That counts what right answers earn and forgets what mistakes cost.",
            },
            _euro,
        ),
        "The mean of what outcomes are worth is the **utility** of a classifier.",
        shown,
        "utility",
        'float(factory.utility(factory.models["A"]))',
    )


def _money(theme: Theme, values: Mapping[str, float]) -> Chart:
    low, high = min(0.0, *values.values()), max(values.values())
    colours = [theme.chance if "always" in name else theme.colours["AB".index(name[-1])] for name in values]
    texts = [_euro(value) for value in values.values()]
    margin = 0.35 * (high - low)
    return bars(theme, dict(values), texts, colours, (low - margin, high + margin))


def _in_money(title: str, values: Mapping[str, float]) -> Figure:
    words = "Bars: " + "; ".join(f"{name} {_euro(value)}" for name, value in values.items()) + "."
    return Figure(title, words, partial(_money, values=dict(values)))


def _both(utility: Utility) -> dict[str, float]:
    return {f"Classifier {name}": earned(counts, utility) for name, counts in FACTORY.models.items()}


def _ahead() -> Step:
    values = _both(FACTORY.utility)
    a, b = values.values()
    counts = FACTORY.models["B"]
    return Step(
        "More right, less money",
        f"Classifier B makes fewer mistakes: **{(counts.fp + counts.fn).item()}** instead of "
        f"**{(FACTORY.models['A'].fp + FACTORY.models['A'].fn).item()}**. But **{counts.fp.item()}** of them are of "
        f"the costly kind, against {FACTORY.models['A'].fp.item()} with A.",
        Figure(
            "What classifier B does with 100 parts",
            f"100 squares: {counts.tp.item()} long-lived parts called so, {counts.fn.item()} called short, "
            f"{counts.tn.item()} short-lived called so, {counts.fp.item()} called long.",
            partial(_squares, name="B"),
        ),
        Quiz(
            "Which classifier earns more?",
            (
                Option("A", a > b, f"A earns {_euro(a)} a part, B {_euro(b)}."),
                Option("B", b > a, f"B is right more often, yet a part earns {_euro(b)} with B and {_euro(a)} with A."),
                Option("Both earn the same", a == b, f"A part earns {_euro(a)} with A and {_euro(b)} with B."),
            ),
        ),
        "Accuracy prefers B, money prefers A. A few costly mistakes outweigh many right answers.",
        _in_money("What a part earns", values),
        "utility",
        "{name: float(factory.utility(counts)) for name, counts in factory.models.items()}",
    )


def _constant() -> Step:
    utility = FACTORY.utility
    short, long = always_short(utility), float(constant_yields(utility, 0.5).positive)
    a = earned(FACTORY.models["A"], utility)
    _, _, lost, spared = payoffs(utility)
    return Step(
        "What about no classifier?",
        "Half of the parts are short-lived. The factory could call **every** part short-lived, and buy nothing. A "
        f"long-lived part then earns {_price(lost)}, a short-lived one {_price(spared)}.",
        _in_money("What a part earns", _both(utility)),
        number_quiz(
            "What does a part earn on average if all are called short-lived?",
            short,
            f"Half of {_price(spared)} and half of {_price(lost)}.",
            {
                long: "That is what calling every part long-lived earns, with all the costly mistakes.",
                a: "That is what classifier A earns.",
            },
            _euro,
        ),
        f"The constant answer beats both: **{_euro(short)}** against {_euro(a)} at best. Try it before you buy one.",
        _in_money("What a part earns", {**_both(utility), "Always “short”, always the same": short}),
        "utility",
        "from ddcore.decisions.utility import baseline\n\nfloat(baseline(factory.utility, 0.5))",
    )


def _prices() -> Step:
    utility = OTHER.utility
    values = _both(utility)
    a, b = values.values()
    short = always_short(utility)
    good, _, lost, _ = payoffs(utility)
    return Step(
        "Other prices, another winner",
        f"Prices change: a long-lived part now earns **{_price(good)}** if it is called so and "
        f"**{_price(lost)}** if not. Short-lived parts are worth what they were. The classifiers are the same.",
        _in_money("What a part earned before", _both(FACTORY.utility)),
        Quiz(
            "What earns most now?",
            (
                Option("Classifier A", a > max(b, short), f"A earns {_euro(a)} a part, and B {_euro(b)}."),
                Option("Classifier B", b > max(a, short), f"B is ahead of A, {_euro(b)} to {_euro(a)}. There is more."),
                Option(
                    "Always “short-lived”",
                    short > max(a, b),
                    f"It earns {_euro(short)} a part, and the better classifier {_euro(max(a, b))}.",
                ),
            ),
        ),
        "Which classifier is better is no property of the classifiers alone. It depends on what outcomes are worth.",
        _in_money("What a part earns now", {**values, "Always “short”, always the same": short}),
        "utility",
        'other = STORIES["factory_prices"]\n'
        "{name: float(other.utility(counts)) for name, counts in other.models.items()}",
    )


def _sure() -> Step:
    utility = FACTORY.utility
    good, bad, lost, spared = payoffs(utility)
    from_on = float(threshold(utility, 0.5).posterior)
    return Step(
        "How sure must one be?",
        "A better model gives, for each part, the probability that it is long-lived. Calling a part long-lived earns "
        f"**{_price(good - lost)}** more than calling it short-lived if it is long-lived, and "
        f"**{_price(spared - bad)}** less if it is not.",
        Figure(
            "What a call is worth on average",
            "One line: what calling a part short-lived earns, over the probability that it is long-lived.",
            partial(_calls, shown=False),
        ),
        number_quiz(
            "From which probability on should a part be called long-lived?",
            from_on,
            f"At p, both calls earn the same if p × {number(good - lost)} = (1 − p) × {number(spared - bad)}.",
            {
                0.5: "That would be right if both mistakes cost the same.",
                1 - from_on: "The other way round: the costly mistake is to call a short-lived part long-lived.",
            },
            percent,
        ),
        "Prices set the threshold. Accuracy would have put it at one half.",
        Figure(
            "What a call is worth on average",
            f"Two lines over the probability that a part is long-lived; they cross at {percent(from_on)}.",
            partial(_calls, shown=True),
        ),
        "costs",
        "from ddcore.decisions.costs import threshold\n\nfloat(threshold(factory.utility, 0.5).posterior)",
    )


def _calls(theme: Theme, shown: bool) -> Chart:
    utility = FACTORY.utility
    good, bad, lost, spared = payoffs(utility)
    p = np.linspace(0, 1, 101)
    curves = {"called short-lived": (p, p * lost + (1 - p) * spared)}
    points = {}
    if shown:
        curves["called long-lived"] = p, p * good + (1 - p) * bad
        at = float(threshold(utility, 0.5).posterior)
        points = {f"equal at {percent(at)}": (at, at * good + (1 - at) * bad)}
    figure = lines(theme, curves, "probability that the part is long-lived", "EUR a part", points=points)
    figure.update_xaxes(range=[0, 1])
    figure.update_yaxes(range=[-350, 190])
    return figure


def question(rng: np.random.Generator) -> Question:
    """A question of an exam: what two classifiers and a constant answer earn."""
    a, b, prices = _drawn(rng)
    gain, alarm, miss, spared = prices
    utility = Utility(tp=gain, fp=alarm, fn=miss, tn=spared)
    earns = {name: earned(counts, utility) for name, counts in (("A", a), ("B", b))}
    constants = constant_yields(utility, 0.5)
    all_of, none_of = float(constants.positive), float(constants.negative)
    best = max({**earns, "all positive": all_of, "all negative": none_of}.items(), key=lambda pair: pair[1])[0]
    table = "\n".join(
        f"- Classifier {name}: {counts.tp.item()} true positives, {counts.fp.item()} false positives, "
        f"{counts.fn.item()} false negatives, {counts.tn.item()} true negatives."
        for name, counts in (("A", a), ("B", b))
    )
    return Question(
        "Worth",
        f"Two classifiers were tried on 100 cases, of which 50 are positive.\n\n{table}\n\n"
        f"A true positive is worth {number(gain)} EUR, a false positive {number(alarm)}, a false negative "
        f"{number(miss)} and a true negative {number(spared)}.\n\n"
        "- What does a case earn on average with A, with B, and with each constant answer?\n"
        "- What should be used?",
        f"- A earns **{worth(earns['A'], SPAN)}** EUR a case and B **{worth(earns['B'], SPAN)}**. Calling all cases "
        f"positive earns **{worth(all_of, SPAN)}**, calling all negative **{worth(none_of, SPAN)}**.\n"
        f"- The best of the four is **{best}**.",
        earns["A"],
    )


def _drawn(rng: np.random.Generator) -> tuple[Counts, Counts, tuple[int, int, int, int]]:
    """Two classifiers on 100 cases and the prices of the four outcomes."""
    made = []
    for _ in range(2):
        found, alarms = int(rng.integers(25, 48)), int(rng.integers(3, 22))
        made.append(Counts(tp=found, fp=alarms, fn=50 - found, tn=50 - alarms))
    prices = (
        10 * int(rng.integers(1, 9)),
        -10 * int(rng.integers(5, 40)),
        -10 * int(rng.integers(0, 9)),
        10 * int(rng.integers(0, 12)),
    )
    return made[0], made[1], prices
