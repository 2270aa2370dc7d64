"""Which measures fall as positives get rarer, though the model stays the same?"""

from collections.abc import Mapping
from functools import partial
from typing import Any

import numpy as np

from ddcore.answers.base.answer import Figure
from ddcore.arrays import Array
from ddcore.chance import guessing
from ddcore.chance.balance import rebalance
from ddcore.counts import Counts
from ddcore.courses.charts import bars, lines, squares
from ddcore.courses.exam import Question
from ddcore.courses.steps import Course, Option, Quiz, Step, number_quiz
from ddcore.figures.chart import Chart
from ddcore.figures.theme import Theme
from ddcore.formats import count, number, percent
from ddcore.measures import measure

PEOPLE = 1000
HOSPITAL = Counts(tp=400, fp=50, fn=100, tn=450)
"""A hospital, where half of the patients are ill; 80 % of the ill and 10 % of the others are called ill."""
PRACTICE = Counts(tp=40, fp=95, fn=10, tn=855)
"""A practice, where one patient in 20 is ill, with the same shares."""
COIN = 0.5
"""A guesser calls each patient ill with this probability."""


def course() -> Course:
    """The course, from one test in a hospital and in a practice."""
    return Course(
        "rare",
        "Rare positives",
        "Why precision and F1 fall when the illness gets rarer, and two ways to compare fairly.",
        12,
        (_recall(), _precision(), _falls(), _accuracy(), _balanced(), _beyond()),
        "Burger & Meertens, The algorithm versus the chimps",
    )


def _score(name: str, counts: Any) -> float:
    return float(measure(name)(counts))


def _people(counts: Counts) -> tuple[int, int, int, int]:
    return counts.tp.item(), counts.fn.item(), counts.fp.item(), counts.tn.item()


def _squares(theme: Theme, counts: Counts, per: int, told: bool) -> Chart:
    found, missed, alarms, spared = (part // per for part in _people(counts))
    if not told:
        ill = (("ill", found + missed, theme.colours[1], ""), ("healthy", alarms + spared, theme.grid, ""))
        return squares(theme, ill, 20)
    parts = (
        ("ill, called ill", found, theme.colours[1], "+"),
        ("ill, missed", missed, theme.colours[4], ""),
        ("healthy, called ill", alarms, theme.colours[0], "+"),
        ("healthy, spared", spared, theme.grid, ""),
    )
    return squares(theme, parts, 20)


def _in_squares(title: str, counts: Counts, *, told: bool, per: int = 5) -> Figure:
    found, missed, alarms, spared = _people(counts)
    words = (
        f"Squares of {per} patients each: {found} ill ones are called ill, {missed} are missed, {alarms} healthy ones "
        f"are called ill, {spared} are spared."
        if told
        else f"Squares of {per} patients each: {found + missed} are ill, {alarms + spared} healthy."
    )
    return Figure(title, words, partial(_squares, counts=counts, per=per, told=told))


def _recall() -> Step:
    there, here = (_score("recall", counts) for counts in (HOSPITAL, PRACTICE))
    ill, here_ill = HOSPITAL.positives.item(), PRACTICE.positives.item()
    return Step(
        "The same test, other patients",
        f"A test is tried in a hospital: of **{count(PEOPLE)}** patients **{ill}** are ill, and it finds "
        f"**{HOSPITAL.tp.item()}** of them. A doctor uses it in her practice, where **{here_ill}** of "
        f"**{count(PEOPLE)}** are ill. A square is 5 patients.",
        _in_squares("The practice", PRACTICE, told=False),
        number_quiz(
            f"Recall, the share of the ill that is found, is {number(there)} in the hospital. And in the practice?",
            here,
            "Recall looks at the ill alone, and the test treats each of them as before.",
            {
                here * here_ill / PEOPLE: "That is the share of all patients that is ill and found.",
                here / 2: "There are fewer ill patients, but the test finds as large a share of them.",
            },
            number,
        ),
        "Recall and specificity each look at one class. They stay if the test treats each class as before.",
        _in_squares("The practice", PRACTICE, told=True),
        "prevalence",
        "from ddcore.courses.rare import HOSPITAL, PRACTICE\n\n"
        'recall = ddcore.measure("recall")\nfloat(recall(HOSPITAL)), float(recall(PRACTICE))',
    )


def _precision() -> Step:
    there, here = (_score("precision", counts) for counts in (HOSPITAL, PRACTICE))
    found, alarms = PRACTICE.tp.item(), PRACTICE.fp.item()
    return Step(
        "Whom does a positive test call ill?",
        f"In the practice the test finds **{found}** of the **{PRACTICE.positives.item()}** ill patients. As in the "
        "hospital, it also calls 1 in 10 healthy patients ill. **Precision** is the share of those called ill who are "
        f"ill; in the hospital it is **{number(there)}**.",
        _in_squares("The practice", PRACTICE, told=True),
        number_quiz(
            "What is the precision in the practice?",
            here,
            f"{found} of {found + alarms} patients who are called ill are ill: there are so many healthy ones.",
            {
                there: "The test is the same, but now most of the patients it sees are healthy.",
                _score("recall", PRACTICE): "That is the recall: the share of the ill that is found.",
            },
            number,
        ),
        "Precision mixes both classes. If positives get rarer, false alarms outnumber them.",
        _in_squares("The practice", PRACTICE, told=True),
        "prevalence",
        'precision = ddcore.measure("precision")\nfloat(precision(HOSPITAL)), float(precision(PRACTICE))',
    )


NAMES = {"recall": "Recall", "specificity": "Specificity", "precision": "Precision", "F1": "F1"}


def over_shares(names: Mapping[str, str]) -> tuple[Array, dict[str, Array]]:
    """Shares of ill patients, and the measures of the test at each of them."""
    share = np.linspace(0.005, 0.6, 120)
    moved = rebalance(HOSPITAL, share)
    return share, {title: measure(name)(moved) for name, title in names.items()}


def _over(theme: Theme, names: Mapping[str, str], at: float, shown: bool) -> Chart:
    share, values = over_shares(names)
    curves: dict[str, tuple[Any, Any]] = {title: (share, value) for title, value in values.items()} if shown else {}
    moved = rebalance(HOSPITAL, at)
    points = {f"{title} at {percent(at)}": (at, _score(name, moved)) for name, title in names.items()}
    figure = lines(theme, curves, "share of patients who are ill", "score", points={} if shown else points)
    figure.update_xaxes(range=[0, 0.6])
    figure.update_yaxes(range=[0, 1.04])
    return figure


def _falls() -> Step:
    here = {name: _score(name, PRACTICE) for name in ("recall", "specificity", "F1")}
    there = {name: _score(name, HOSPITAL) for name in here}
    lost = {name: there[name] - here[name] for name in here}
    said = {
        "recall": "It stays: it looks at the ill alone.",
        "specificity": "It stays: it looks at the healthy alone.",
        "F1": f"F1 holds precision, and falls with it from {number(there['F1'])} to {number(here['F1'])}.",
    }
    title = "Four measures over the share of ill patients"
    return Step(
        "What falls, and what stays",
        "**F1** is the harmonic mean of recall and precision. **Specificity** is the share of the healthy who are "
        "spared. The marks show the hospital, where half of the patients are ill.",
        Figure(
            title,
            "Marks for recall, specificity, precision and F1 where half are ill.",
            partial(_over, names=NAMES, at=0.5, shown=False),
        ),
        Quiz(
            "Which of these falls most if only 1 patient in 20 is ill?",
            tuple(Option(NAMES[name], lost[name] == max(lost.values()), said[name]) for name in here),
        ),
        "An F1 from one place does not hold in another with fewer positives, even if the model is as good there.",
        Figure(
            title,
            "Lines: recall and specificity are flat; precision and F1 fall towards 0 as the ill get rarer.",
            partial(_over, names=NAMES, at=0.5, shown=True),
        ),
        "prevalence",
        'f1 = ddcore.measure("F1")\nfloat(f1(HOSPITAL)), float(f1(PRACTICE))',
    )


def _accuracy() -> Step:
    model = _score("accuracy", PRACTICE)
    nobody = PRACTICE.negatives.item() / PEOPLE
    there = _score("accuracy", HOSPITAL)
    both = percent(model), percent(nobody)
    title = "Accuracy over the share of ill patients"
    return Step(
        "Accuracy rises, and is worth less",
        f"The accuracy of the test is **{percent(there)}** in the hospital and **{both[0]}** in the practice. "
        "So it seems better there. A lazy rule calls nobody ill.",
        Figure(title, "A line for the accuracy of the test.", partial(_accurate, shown=False)),
        Quiz(
            "Is the test right more often than the lazy rule in the practice?",
            (
                Option("Yes", model > nobody, f"The test is right about {both[0]} of the patients."),
                Option("No", model < nobody, f"“Nobody is ill” is right about {both[1]}, the test about {both[0]}."),
                Option("Both are equal", model == nobody, f"They are {both[0]} and {both[1]}."),
            ),
        ),
        "A measure can rise because the task got easier. Always look at what a rule without a test scores.",
        Figure(
            title,
            "Two lines: the test, and the better of “nobody is ill” and “everybody is ill”, which is above it where "
            "few are ill.",
            partial(_accurate, shown=True),
        ),
        "baselines",
        'accuracy = ddcore.measure("accuracy")\n'
        "float(accuracy(PRACTICE)), PRACTICE.negatives.item() / PRACTICE.total.item()",
    )


def _accurate(theme: Theme, shown: bool) -> Chart:
    share, values = over_shares({"accuracy": "the test"})
    curves: dict[str, tuple[Any, Any]] = {name: (share, value) for name, value in values.items()}
    if shown:
        curves["the better constant answer"] = share, np.maximum(share, 1 - share)
    flat = ("the better constant answer",)
    figure = lines(theme, curves, "share of patients who are ill", "accuracy", flat=flat)
    figure.update_xaxes(range=[0, 0.6])
    figure.update_yaxes(range=[0, 1.04])
    return figure


def _balanced() -> Step:
    there, here = (_score("precision", counts) for counts in (HOSPITAL, PRACTICE))
    fair = _score("precision", rebalance(PRACTICE))
    return Step(
        "Way one: pretend that half are ill",
        "A **balanced** measure gives both classes the same weight, as if half of the patients were ill. The precision "
        f"is **{number(there)}** in the hospital, where that is so, and **{number(here)}** in the practice.",
        _bars({"Precision in the hospital": there, "Precision in the practice": here}),
        number_quiz(
            "What is the balanced precision in the practice?",
            fair,
            "The test treats ill and healthy patients as in the hospital, so with equal weights it has the same value.",
            {
                here: "That is the plain precision, with the few ill patients that there are.",
                (there + here) / 2: "It is not a mean of two places; the counts of the practice get other weights.",
            },
            number,
        ),
        "Balanced measures compare models across places. The plain precision says what happens in your own place.",
        _bars(
            {"Balanced, in the hospital": _score("precision", rebalance(HOSPITAL)), "Balanced, in the practice": fair}
        ),
        "prevalence",
        'from ddcore.chance.balance import rebalance\n\nprecision = ddcore.measure("precision")\n'
        "float(precision(rebalance(PRACTICE)))",
    )


def _bars(values: Mapping[str, float]) -> Figure:
    words = "Bars: " + "; ".join(f"{name} {number(value)}" for name, value in values.items()) + "."
    return Figure("Precision", words, partial(_bars_drawn, values=dict(values)))


def _bars_drawn(theme: Theme, values: dict[str, float]) -> Chart:
    colours = [theme.chance if "coin" in name else theme.colour(place) for place, name in enumerate(values)]
    return bars(theme, values, [number(value) for value in values.values()], colours)


def _coin(counts: Counts) -> float:
    """The mean F1 of a guesser who tosses a coin for each patient."""
    return float(guessing.expectation("F1", counts.total, counts.positives, COIN))


def beyond(counts: Counts) -> float:
    """How far the F1 of some counts is from that of a coin, 0, to a perfect one, 1.

    >>> round(beyond(PRACTICE), 3)
    0.376
    """
    return float(guessing.normalise(_score("F1", counts), "F1", counts.total, counts.positives, COIN))


def _beyond() -> Step:
    score, coin, way = _score("F1", HOSPITAL), _coin(HOSPITAL), beyond(HOSPITAL)
    places = {"In the hospital": HOSPITAL, "In the practice": PRACTICE}
    both = {name: beyond(counts) for name, counts in places.items()}
    return Step(
        "Way two: count from the guess",
        f"In the hospital the F1 is **{number(score)}**. A coin that calls each patient ill with probability 1/2 has "
        f"**{number(coin)}** on average. Put 0 where the coin is and 1 where a perfect test is.",
        _bars({"F1 of a coin": coin, "F1 of the test": score}),
        number_quiz(
            "Where is the test on this scale?",
            way,
            f"({number(score)} − {number(coin)}) / (1 − {number(coin)}): the part of the way from the coin to perfect.",
            {
                score - coin: "That is the lead over the coin. Divide it by the largest lead there can be.",
                score: "That is the F1 itself, which counts from 0 and not from the coin.",
            },
            number,
        ),
        f"In the practice it is **{number(both['In the practice'])}**: F1 counted from the coin still depends on how "
        "many are ill. Say which guess you count from.",
        Figure(
            "The way from a coin to perfect, by F1",
            "Bars: " + "; ".join(f"{name} {number(value)}" for name, value in both.items()) + ".",
            partial(_bars_drawn, values=both),
        ),
        "rescaled",
        "from ddcore.chance import guessing\n\n"
        'float(guessing.normalise(float(f1(HOSPITAL)), "F1", HOSPITAL.total, HOSPITAL.positives, 0.5))',
    )


def question(rng: np.random.Generator) -> Question:
    """A question of an exam: a test in two places, of which one has fewer ill."""
    recall, alarms = int(rng.integers(6, 10)), int(rng.integers(1, 4))
    few = int(rng.choice([2, 4, 5, 10, 20]))
    counts = Counts(
        tp=few * recall,
        fp=(1000 - few * 10) * alarms // 10,
        fn=few * (10 - recall),
        tn=(1000 - few * 10) * (10 - alarms) // 10,
    )
    precision, f1 = _score("precision", counts), _score("F1", counts)
    balanced = _score("precision", rebalance(counts))
    found, wrong = counts.tp.item(), counts.fp.item()
    return Question(
        "Rare positives",
        f"A test finds {10 * recall} % of the ill and calls {10 * alarms} % of the healthy ill. In a town {few * 10} "
        "of 1000 people are ill.\n\n"
        "- What are its precision and its F1 in this town?\n"
        "- What is its precision where half of the people are ill, its balanced precision?\n"
        "- Name two measures that are the same in both places.",
        f"- It calls {found} ill and {wrong} healthy people ill. Precision is {found} / {found + wrong} = "
        f"**{precision:.3f}**; F1 is 2 × {found} / (2 × {found} + {wrong} + {counts.fn.item()}) = **{f1:.3f}**.\n"
        f"- {recall / 10:.1f} / ({recall / 10:.1f} + {alarms / 10:.1f}) = **{balanced:.3f}**.\n"
        "- Recall and specificity, for example.",
        precision,
    )
