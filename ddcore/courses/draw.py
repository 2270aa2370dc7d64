"""What does a guesser score, who draws cases without looking at them?"""

from fractions import Fraction
from functools import partial
from typing import Any

import numpy as np

from ddcore.answers.base.answer import Figure
from ddcore.arrays import Array
from ddcore.chance import dutch_draw
from ddcore.courses.charts import dress, squares
from ddcore.courses.exam import Question
from ddcore.courses.steps import Course, Motion, Step, number_quiz
from ddcore.figures.chart import Chart
from ddcore.figures.marks import add_bars, add_dots, add_line
from ddcore.figures.theme import Theme
from ddcore.formats import count, number, percent

TOTAL, POSITIVES, DRAWN = 20, 8, 10
"""The cards on the table, the positive ones among them, and those of a draw."""
LUCKY = 6
"""True positives from which on a draw is called lucky."""
DRAWS = 100
"""Draws that can be watched."""
HEART = (303, 139)
"""The patients of Cleveland, and those of them with a heart disease."""
FEW = (10, 9)
"""The cases of Example 6 of van de Bijl et al. 2024, and the positive ones."""
MANY = 50
"""The cases of their Figure 2."""


def course() -> Course:
    """The course, from exact sums over all draws."""
    return Course(
        "draw",
        "The draw",
        "What guessing scores, why “everything is positive” wins F1, and where it does not win.",
        12,
        (_draw(), _luck(), _more(), _bar(), _not_all(), _lean()),
        "van de Bijl et al. 2024, The Dutch Draw",
    )


def _mean(measure: str, total: int, positives: int, drawn: int) -> float:
    return float(dutch_draw.expectation(measure, total, positives, drawn / total))


def best_number(measure: str, total: int, positives: int) -> int:
    """The smallest number of cases predicted positive whose mean score is highest.

    >>> best_number("F1", 20, 8), best_number("G2", 10, 9)
    (20, 3)
    """
    return dutch_draw.baseline(measure, total, positives).argmax[0][0]


def _draw() -> Step:
    expected = _mean("TP", TOTAL, POSITIVES, DRAWN)
    cards = Figure(
        "The cards",
        f"{TOTAL} cards, {POSITIVES} of them positive.",
        partial(_cards, positives=POSITIVES, total=TOTAL),
    )
    rng = np.random.default_rng(7)
    theta = DRAWN / TOTAL
    draws = [np.flatnonzero(dutch_draw.draw(TOTAL, theta, rng=rng)) for _ in range(DRAWS)]
    return Step(
        "Guessing is drawing cards",
        f"**{TOTAL}** cards lie on the table; **{POSITIVES}** are positive (+). A guesser draws **{DRAWN}** without "
        "looking and calls them positive. Each positive card that is drawn is a **true positive**.",
        cards,
        number_quiz(
            f"How many of the {DRAWN} drawn cards are positive on average?",
            expected,
            f"Each card is drawn with probability {DRAWN} / {TOTAL}, so {DRAWN} / {TOTAL} of the {POSITIVES} positive "
            "cards are.",
            {
                expected + 1: "That would be half of the drawn cards, but fewer than half of all cards are positive.",
                float(POSITIVES): "Only a lucky draw holds all positive cards.",
            },
            number,
        ),
        "One draw is luck. The mean of many draws settles at the **expectation**, which can be computed exactly.",
        cards,
        "baselines",
        "from ddcore.chance import dutch_draw\n\n"
        f'float(dutch_draw.expectation("TP", {TOTAL}, {POSITIVES}, {DRAWN} / {TOTAL}))',
        Motion(
            "cards",
            f"{TOTAL} cards, {POSITIVES} of them positive. A bar for each number of positive cards in a draw, and the "
            "mean of the draws so far.",
            {
                "total": TOTAL,
                "positives": POSITIVES,
                "draws": [list(map(int, rng.permutation(drawn))) for drawn in draws],
                "expected": expected,
                "ends": [max(0, DRAWN + POSITIVES - TOTAL), min(POSITIVES, DRAWN)],
            },
            ("expected",),
        ),
    )


def _cards(theme: Theme, positives: int, total: int) -> Chart:
    parts = (("positive", positives, theme.colours[0], "+"), ("negative", total - positives, theme.joint, "−"))
    return squares(theme, parts, 10 if total <= MANY else 20)


def chance_of_at_least(positives: int) -> float:
    """The probability that a draw has at least that many true positives.

    >>> round(chance_of_at_least(8), 6)
    0.000357
    """
    law = dutch_draw.distribution("TP", TOTAL, POSITIVES, DRAWN / TOTAL)
    return float(law.probability[law.value >= positives].sum())


def _luck() -> Step:
    lucky = chance_of_at_least(LUCKY)
    at_most = 1 - chance_of_at_least(LUCKY - 1)
    title = "How likely each number of true positives is"
    return Step(
        "How lucky is lucky?",
        f"A friend claims to feel which cards are positive. He draws **{DRAWN}** cards and finds **{LUCKY}** of the "
        f"**{POSITIVES}** positive ones. On average a draw finds {number(_mean('TP', TOTAL, POSITIVES, DRAWN))}.",
        Figure(
            "The draw of the friend",
            f"{TOTAL} cards: {LUCKY} positive and {DRAWN - LUCKY} negative ones are drawn, the others are left.",
            _friend,
        ),
        number_quiz(
            f"How likely is it that pure luck finds {LUCKY} or more?",
            lucky,
            "So a lucky draw is no proof. This probability is called the **p value**.",
            {
                0.01: f"Luck is more generous: about one draw in {round(1 / lucky)} does as well.",
                0.5: f"Luck does less well: {LUCKY} lies well above the average.",
            },
            percent,
        ),
        "A score means little until you know how often luck does as well.",
        Figure(
            title,
            f"Bars for 0 to {POSITIVES} true positives. Those from {LUCKY} on, {percent(lucky)} together, are marked; "
            f"those below {LUCKY - 1} have {percent(at_most)}.",
            _law,
        ),
        "verdict",
        f'law = dutch_draw.distribution("TP", {TOTAL}, {POSITIVES}, {DRAWN} / {TOTAL})\n'
        f"float(law.probability[law.value >= {LUCKY}].sum())",
    )


def _friend(theme: Theme) -> Chart:
    parts = (
        ("positive, drawn", LUCKY, theme.colours[0], "+"),
        ("positive, left", POSITIVES - LUCKY, theme.colours[5], "+"),
        ("negative, drawn", DRAWN - LUCKY, theme.chance, "−"),
        ("negative, left", TOTAL - POSITIVES - DRAWN + LUCKY, theme.grid, "−"),
    )
    return squares(theme, parts, 5)


def _law(theme: Theme) -> Chart:
    law = dutch_draw.distribution("TP", TOTAL, POSITIVES, DRAWN / TOTAL)
    figure = Chart()
    for lucky, colour, name in ((False, theme.chance, "fewer"), (True, theme.colours[1], f"{LUCKY} or more")):
        part = (law.value >= LUCKY) == lucky
        high = law.probability[part]
        # There is no room for more than the tall ones.
        texts = [percent(float(share)) if share > 0.005 else "" for share in high]
        more: dict[str, Any] = {
            "text": texts,
            "textposition": "outside",
            "cliponaxis": False,
            "constraintext": "none",
            "textangle": 0,
        }
        add_bars(figure, law.value[part], high, colour, name, **more)
    dress(figure, theme, bargap=0.15)
    figure.update_xaxes(title_text=f"true positives in a draw of {DRAWN}", dtick=1, range=[-0.5, POSITIVES + 0.5])
    figure.update_yaxes(range=[0, 1.25 * law.probability.max()], tickformat=".0%")
    return figure


def _curve(measure: str, total: int, positives: int) -> tuple[Array, Array]:
    """The numbers predicted positive for which a mean score is defined, and that mean."""
    drawn = np.arange(total + 1.0)
    mean = dutch_draw.expectation(measure, total, positives, drawn / total)
    return drawn[np.isfinite(mean)], mean[np.isfinite(mean)]


def _more() -> Step:
    best = best_number("F1", TOTAL, POSITIVES)
    highest = _mean("F1", TOTAL, POSITIVES, best)
    half = _mean("F1", TOTAL, POSITIVES, DRAWN)
    return Step(
        "Draw more, score more?",
        "**Precision** is the share of drawn cards that are positive, **recall** the share of positive cards that are "
        f"drawn. **F1** is their harmonic mean. With **{DRAWN}** cards drawn, guessing has an F1 of "
        f"**{number(half)}** on average.",
        Figure(
            "F1 of guessing",
            f"A chart with one point: {DRAWN} cards drawn, an F1 of {number(half)}.",
            partial(_means, measure="F1", total=TOTAL, positives=POSITIVES, at=DRAWN, shown=False),
        ),
        number_quiz(
            f"How many of the {TOTAL} cards should the guesser draw for the highest F1?",
            best,
            f"Precision stays at {POSITIVES} / {TOTAL} however many cards are drawn, and recall rises to 1.",
            {
                POSITIVES: "It seems natural to draw as many as there are positive ones. Yet F1 goes on rising.",
                DRAWN: "More cards find more positive ones, at the same precision.",
            },
            count,
        ),
        f"“Everything is positive” is the best guess for F1. Here it scores **{number(highest)}**, without any skill.",
        Figure(
            "F1 of guessing",
            f"A line that rises with the number of cards drawn, to {number(highest)} for all cards.",
            partial(_means, measure="F1", total=TOTAL, positives=POSITIVES, at=DRAWN, shown=True),
        ),
        "expectation",
        f'dutch_draw.baseline("F1", {TOTAL}, {POSITIVES})',
    )


def _means(theme: Theme, measure: str, total: int, positives: int, at: int, shown: bool) -> Chart:
    drawn, mean = _curve(measure, total, positives)
    best = best_number(measure, total, positives)
    label = {"F1": "mean F1", "G2": "mean G-mean 2"}[measure]
    figure = Chart()
    if shown:
        add_line(figure, drawn, mean, theme.colours[0], "guessing", mode="lines+markers" if total < 30 else "lines")
        marker = {"symbol": "diamond", "size": 14, "color": theme.colours[0]}
        add_dots(figure, [best], [mean[drawn == best][0]], marker, f"best: {best} of {total}")
    marker = {"symbol": "circle", "size": 11, "color": theme.colours[1]}
    add_dots(figure, [at], [mean[drawn == at][0]], marker, f"{at} of {total}")
    dress(figure, theme)
    figure.update_xaxes(title_text="cases predicted positive", range=[-0.02 * total, 1.02 * total])
    figure.update_yaxes(title_text=label, range=[0, 1.15 * float(np.nanmax(mean))])
    return figure


def _bar() -> Step:
    total, positives = HEART
    free = _mean("F1", total, positives, best_number("F1", total, positives))
    share = positives / total
    title = "Patients with a heart disease"
    patients = Figure(
        title,
        f"{total} squares for patients; {positives} of them have a heart disease.",
        _patients,
    )
    return Step(
        "What a model has to beat",
        f"**{total}** patients were examined; **{positives}** have a heart disease. A model that finds the disease is "
        "praised for its F1.",
        patients,
        number_quiz(
            "Above which F1 does the model do better than calling every patient ill?",
            free,
            f"With everybody called ill, precision is {positives} / {total} and recall 1: F1 is 2 × {positives} / "
            f"({total} + {positives}).",
            {
                share: "That is the precision of calling everybody ill. Recall is 1 then, and raises F1.",
                0.5: "F1 is not a share of right answers: a thrown coin is no yardstick here.",
            },
            number,
        ),
        f"On these patients an F1 of **{number(free)}** is free. A model has to score above it.",
        patients,
        "baselines",
        f'dutch_draw.baseline("F1", {total}, {positives}).highest',
    )


def _patients(theme: Theme) -> Chart:
    total, positives = HEART
    parts = (("ill", positives, theme.colours[1], ""), ("not ill", total - positives, theme.joint, ""))
    return squares(theme, parts, 20)


def _not_all() -> Step:
    total, positives = FEW
    best = best_number("G2", total, positives)
    highest, half = (_mean("G2", total, positives, drawn) for drawn in (best, total // 2))
    title = "G-mean 2 of guessing"
    return Step(
        "Where “everything” loses",
        "**G-mean 2** is the square root of recall times specificity, the share of negatives that are called negative. "
        f"Of **{total}** cases **{positives}** are positive. A draw of {total // 2} has a mean of **{number(half)}**.",
        Figure(
            title,
            f"A chart with one point: {total // 2} cases drawn, a mean of {number(half)}.",
            partial(_means, measure="G2", total=total, positives=positives, at=total // 2, shown=False),
        ),
        number_quiz(
            "How many of the 10 cases should a guesser call positive for the highest G-mean 2?",
            best,
            "If all are called positive, specificity is 0, and so is G-mean 2. Drawing few spares the negative case.",
            {
                total // 2: "A natural guess, yet the single negative case is spared more often by drawing fewer.",
                positives: "Then the one negative case is rarely the one that is left.",
            },
            count,
        ),
        f"The best guess depends on the measure: here **{best}** of {total}, with a mean of **{number(highest)}**.",
        Figure(
            title,
            f"Points over the number of cases called positive; the highest is at {best}.",
            partial(_means, measure="G2", total=total, positives=positives, at=total // 2, shown=True),
        ),
        "expectation",
        f'dutch_draw.baseline("G2", {total}, {positives})',
    )


def leaning() -> tuple[Array, Array]:
    """For 1 to 49 positives among 50 cases: the share that is best predicted positive for G-mean 2."""
    positives = np.arange(1.0, MANY)
    return positives, np.array([best_number("G2", MANY, int(of)) / MANY for of in positives])


def _lean() -> Step:
    one = best_number("G2", MANY, 1)
    title = f"The best share to call positive, of {MANY} cases"
    return Step(
        "The fewer positives, the more to call",
        f"Take **{MANY}** cases. If half of them are positive, it is best for G-mean 2 to call half of them positive. "
        "But what if only **one** is?",
        Figure(title, "A chart with one point: half of the cases for 25 positives.", partial(_leaning, shown=False)),
        number_quiz(
            f"How many of the {MANY} cases should a guesser call positive if one of them is?",
            one,
            "The one positive case must be among those drawn, or G-mean 2 is 0. So it is worth drawing more.",
            {
                MANY - one: "The other way round: a missed positive case makes G-mean 2 zero, so draw more.",
                MANY // 2: "That is best for 25 positives. One positive case is missed by half of such draws.",
            },
            count,
        ),
        "Even guessing has a best way, and it depends on the measure and on how rare the positives are.",
        Figure(
            title,
            f"Points that fall from {one / MANY:.2f} for one positive case to {1 - one / MANY:.2f} for {MANY - 1}.",
            partial(_leaning, shown=True),
        ),
        "expectation",
        f'[dutch_draw.baseline("G2", {MANY}, positives).argmax[0][0] for positives in (1, 25, 49)]',
    )


def _leaning(theme: Theme, shown: bool) -> Chart:
    positives, best = leaning()
    figure = Chart()
    if shown:
        marker = {"symbol": "circle", "size": 7, "color": theme.colours[0]}
        add_dots(figure, positives, best, marker, "best for G-mean 2")
    marker = {"symbol": "diamond", "size": 13, "color": theme.colours[1]}
    add_dots(figure, [MANY // 2], [best[MANY // 2 - 1]], marker, f"{MANY // 2} positives")
    dress(figure, theme)
    figure.update_xaxes(title_text=f"positive cases among {MANY}", range=[0, MANY])
    figure.update_yaxes(title_text="best share to call positive", range=[0.3, 0.7])
    return figure


def question(rng: np.random.Generator) -> Question:
    """A question of an exam: the expectation of true positives, and the F1 that is free."""
    total = int(rng.integers(6, 21)) * 10
    positives = round(total * rng.uniform(0.1, 0.6))
    drawn = int(rng.integers(2, 8)) * total // 10
    expected = Fraction(positives * drawn, total)
    free = _mean("F1", total, positives, total)
    return Question(
        "The draw",
        f"Of {total} cases {positives} are positive. A guesser calls {drawn} of them positive, at random.\n\n"
        "- How many true positives does he find on average, and what is the mean of his precision?\n"
        "- What is the F1 of calling all cases positive?\n"
        "- A model has an F1 of 0.60 on these cases. Is that more than is free?",
        f"- {drawn} × {positives} / {total} = **{float(expected):.2f}** true positives. Precision is "
        f"{positives} / {total} = **{positives / total:.3f}** on average, however many are called positive.\n"
        f"- Precision is {positives} / {total} and recall 1: F1 = 2 × {positives} / ({total} + {positives}) = "
        f"**{free:.3f}**.\n" + ("- Yes." if free < 0.6 else "- No."),
        free,
    )
