"""Is a model that is nearly always right a good one?"""

from functools import partial

import numpy as np

from ddcore.answers.base.answer import Figure
from ddcore.arrays import Array
from ddcore.counts import Counts
from ddcore.courses.charts import bars, dress, squares
from ddcore.courses.exam import Question
from ddcore.courses.steps import Course, Option, Quiz, Step, number_quiz, shares
from ddcore.data import Data
from ddcore.figures.chart import Chart
from ddcore.figures.marks import add_dots, add_line
from ddcore.figures.theme import Theme
from ddcore.formats import count, percent
from ddcore.front import sample
from ddcore.measures import measure
from ddcore.table import ScoreTable, sweep

SAMPLE = "lending_club"
LOOKED_AT = 0.1
"""The share of loans that the bank looks at in the fifth step."""


def course() -> Course:
    """The course, from the loans of the sample."""
    data = sample(SAMPLE)
    counts = data.model.counts
    always = constant(counts)
    steps = (_rare(data), _beside(counts, always), _found(counts), _ranked(data), _moved(data), _fair(counts, always))
    return Course(
        "accuracy",
        "The trap of accuracy",
        "A model that is right for 95 of 100 loans can be worse than no model, and good all the same.",
        10,
        steps,
        "9,857 loans of LendingClub, as the R package modeldata has them",
    )


def constant(counts: Counts) -> Counts:
    """The counts of the rule that calls no case positive."""
    none = np.zeros_like(counts.positives)
    return Counts(tp=none, fp=none, fn=counts.positives, tn=counts.negatives)


def _share(name: str, counts: Counts) -> float:
    return float(measure(name)(counts))


def _rare(data: Data) -> Step:
    bad, good = shares([data.positives, data.total - data.positives], 100)
    right = 1 - data.prevalence
    parts = (("went bad", bad), ("paid back", good))
    loans = Figure(
        "The loans, as 100 squares",
        f"100 squares for the loans: {bad} that went bad and {good} that were paid back.",
        partial(_loans, parts=parts),
    )
    return Step(
        "Bad loans are rare",
        f"A bank looks back at **{count(data.total)}** loans. **{count(data.positives)}** of them went bad, the others "
        "were paid back. The squares show 100 loans in the same proportion.",
        loans,
        number_quiz(
            "A colleague says “good” about every loan, without looking at any. How often is she right?",
            right,
            f"She is wrong about the **{count(data.positives)}** bad loans and right about all others.",
            {
                0.5: "That would be so if half of the loans had gone bad.",
                1.0: f"She is wrong about the **{count(data.positives)}** loans that went bad.",
            },
            percent,
        ),
        "If one class is rare, the answer that never names it is right nearly always.",
        loans,
        "baselines",
        f'loans = ddcore.sample("{SAMPLE}")\n1 - loans.prevalence',
    )


def _loans(theme: Theme, parts: tuple[tuple[str, int], ...]) -> Chart:
    (bad, rare), (good, common) = parts
    return squares(theme, ((bad, rare, theme.colours[1], "×"), (good, common, theme.joint, "")), 10)


def _beside(counts: Counts, always: Counts) -> Step:
    model, none = _share("accuracy", counts), _share("accuracy", always)
    both = percent(model), percent(none)
    return Step(
        "A model that is nearly always right",
        f"A model predicts for each loan whether it goes bad. It is right about **{both[0]}** of the loans. This share "
        "is its **accuracy**.",
        _bars("The model", {"The model": model}),
        Quiz(
            "Who is right more often: the model, or the colleague who always says “good”?",
            (
                Option("The model", model > none, f"The model is right about **{both[0]}** of the loans."),
                Option(
                    "The colleague", none > model, f"She is right about **{both[1]}**, the model about **{both[0]}**."
                ),
                Option(
                    "Both equally often", none == model, f"It is close, yet **{both[1]}** is more than **{both[0]}**."
                ),
            ),
        ),
        "A high accuracy says nothing until it stands beside the best answer that needs no model.",
        _bars("Both", {"The model": model, "Always “good”": none}),
        "verdict",
        'accuracy = ddcore.measure("accuracy")\nfloat(accuracy(loans.model.counts))',
    )


def _bars(title: str, values: dict[str, float]) -> Figure:
    words = "Bars: " + "; ".join(f"{name} {percent(value)}" for name, value in values.items()) + "."
    return Figure(title, words, partial(_bars_drawn, values=values))


def _bars_drawn(theme: Theme, values: dict[str, float]) -> Chart:
    colours = [theme.colours[0] if "model" in name else theme.chance for name in values]
    return bars(theme, values, [percent(value) for value in values.values()], colours)


def _found(counts: Counts) -> Step:
    bad, found = counts.positives.item(), counts.tp.item()
    half, nearly = bad // 2, round(bad * _share("accuracy", counts))
    return Step(
        "What the bank wants to know",
        f"The bank wants to find the **{count(bad)}** bad loans. The share of them that the model calls bad is its "
        "**recall**. Each square is one of these loans.",
        Figure("The bad loans", f"{bad} squares, one for each bad loan.", partial(_bad, found=0, bad=bad)),
        number_quiz(
            f"How many of the {count(bad)} bad loans does the model call bad?",
            found,
            f"The model calls only **{count(counts.predicted_positives.item())}** loans bad at all, and "
            f"**{count(found)}** of these did go bad.",
            {half: "It finds far fewer.", nearly: "The accuracy is high because of the good loans, not of these."},
            count,
        ),
        f"Accuracy counts the many good loans. Recall looks at the bad ones alone: **{percent(found / bad)}**.",
        Figure(
            "The bad loans that the model finds",
            f"{bad} squares, one for each bad loan; {found} are marked as found.",
            partial(_bad, found=found, bad=bad),
        ),
        "verdict",
        'recall = ddcore.measure("recall")\nfloat(recall(loans.model.counts))',
    )


def _bad(theme: Theme, found: int, bad: int) -> Chart:
    parts = (
        ("found", found, theme.colours[0], "✓"),
        ("missed" if found else "bad loans", bad - found, theme.colours[1], ""),
    )
    return squares(theme, parts, 24)


def _ranked(data: Data) -> Step:
    table = data.model.table
    assert table is not None
    accuracy = _share("accuracy", data.model.counts)
    spread = Figure(
        "Scores of bad and good loans",
        "Two distributions of scores, from 0 to 0.3. That of the bad loans lies farther to the right.",
        partial(_scores, table=table),
    )
    return Step(
        "Is the model worthless?",
        "The model gives each loan a **score**, here a probability: the higher, the more likely the loan goes bad. "
        "Take a bad loan and a good one at random.",
        spread,
        number_quiz(
            "How often does the bad loan have the higher score?",
            table.auc,
            "The scores rank the loans well, though not perfectly. This share, with a tie as half, is the **AUC**.",
            {
                0.5: "So it would be if the scores knew nothing. The bad loans lie farther to the right.",
                accuracy: "That is the accuracy. It depends on a threshold; the ranking does not.",
            },
            percent,
        ),
        "The scores know something about the loans. So something else is wrong.",
        spread,
        "curves",
        "loans.model.table.auc",
    )


def _scores(theme: Theme, table: ScoreTable) -> Chart:
    edges = np.linspace(0, 0.3, 16)
    middle = (edges[1:] + edges[:-1]) / 2
    figure = Chart()
    for name, of_class, colour, dash in (
        ("good loans", table.negatives, theme.colours[0], "dash"),
        ("bad loans", table.positives, theme.colours[1], "solid"),
    ):
        inside, _ = np.histogram(table.score, edges, weights=of_class)
        add_line(figure, middle, inside / of_class.sum(), colour, name, dash=dash, mode="lines+markers")
    dress(figure, theme)
    figure.update_xaxes(title_text="score: estimated probability that the loan goes bad", range=[0, 0.3])
    figure.update_yaxes(title_text="share of the loans", tickformat=".0%", rangemode="tozero")
    return figure


def highest(table: ScoreTable) -> tuple[Array, Array]:
    """The share of loans with the highest scores, and the share of the bad loans that is among them."""
    counts = sweep(table).counts
    return counts.predicted_positives[::-1] / counts.total[::-1], counts.tp[::-1] / counts.positives[::-1]


def _moved(data: Data) -> Step:
    table = data.model.table
    assert table is not None
    taken, found = highest(table)
    # The smallest share of at least a tenth: equal scores are called bad together.
    at = int(np.searchsorted(taken, LOOKED_AT))
    called = data.model.counts.predicted_positives.item()
    among = float(found[at])
    return Step(
        "The threshold is wrong",
        f"The model calls a loan bad if its score is at least 0.5. Only **{count(called)}** loans score so high. "
        f"Suppose the bank looks at the **{percent(LOOKED_AT)}** of loans with the highest scores instead.",
        Figure(
            "The bad loans among those that are looked at",
            "A line for loans chosen at random: as large a share of the bad loans as of all loans.",
            partial(_gain, table=table, at=None),
        ),
        number_quiz(
            "Which share of all bad loans is among this tenth?",
            among,
            f"That is {among / LOOKED_AT:.1f} times as many as a random tenth of the loans would hold.",
            {
                data.prevalence: "That is the share of bad loans among all loans.",
                LOOKED_AT: "So it would be for a tenth chosen at random. The scores do better.",
            },
            percent,
        ),
        "The same model is useful at another **threshold**, the score from which on a loan is called bad.",
        Figure(
            "The bad loans among those that are looked at",
            f"Two lines: loans chosen at random, and loans with the highest scores. Of these, a tenth holds "
            f"{percent(among)} of the bad loans.",
            partial(_gain, table=table, at=at),
        ),
        "thresholds",
        "from ddcore.courses.accuracy import highest\n\ntaken, found = highest(loans.model.table)\n"
        f"found[taken >= {LOOKED_AT}][0]",
    )


def _gain(theme: Theme, table: ScoreTable, at: int | None) -> Chart:
    figure = Chart()
    add_line(figure, [0, 1], [0, 1], theme.chance, "chosen at random", dash="dash")
    if at is not None:
        taken, found = highest(table)
        few = np.unique(np.append(np.linspace(0, len(taken) - 1, 300).astype(int), at))
        add_line(figure, taken[few], found[few], theme.colours[0], "highest scores first")
        marker = {"symbol": "diamond", "size": 12, "color": theme.colours[0]}
        add_dots(figure, [taken[at]], [found[at]], marker, "the first tenth")
    dress(figure, theme)
    figure.update_xaxes(title_text="share of all loans", range=[0, 1], tickformat=".0%")
    figure.update_yaxes(title_text="share of the bad loans", range=[0, 1.02], tickformat=".0%")
    return figure


NAMES = {"accuracy": "Accuracy", "specificity": "Specificity", "balanced accuracy": "Balanced accuracy"}
SAID = {
    "accuracy": "It calls “good” right **{value}** of the time, as most loans are good.",
    "specificity": "It is **{value}**: no good loan is called bad.",
    "balanced accuracy": "It is the mean of a recall of 0 and a specificity of 1: **{value}**, as for a thrown coin.",
}


def _fair(counts: Counts, always: Counts) -> Step:
    none = {name: _share(name, always) for name in NAMES}
    low = min(none.values())
    model = {f"{title} of the model": _share(name, counts) for name, title in NAMES.items()}
    constant = {f"{title} of always “good”": none[name] for name, title in NAMES.items()}
    return Step(
        "A measure that is not fooled",
        "**Specificity** is the share of good loans that are called good. **Balanced accuracy** is the mean of recall "
        "and specificity, so that both classes count the same.",
        _bars("The model", model),
        Quiz(
            "Always “good” knows nothing about any loan. Which of these numbers shows that?",
            tuple(
                Option(title, none[name] == low, SAID[name].format(value=percent(none[name])))
                for name, title in NAMES.items()
            ),
        ),
        "Before you trust a number, ask what the best answer without a model scores.",
        _bars("Always “good”", constant),
        "baselines",
        'balanced = ddcore.measure("balanced accuracy")\nfloat(balanced(loans.model.counts))',
    )


def question(rng: np.random.Generator) -> Question:
    """A question of an exam: the accuracy of a model beside that of the better constant answer."""
    total = int(rng.integers(8, 21)) * 50
    positives = round(total * rng.uniform(0.04, 0.16))
    found = round(positives * rng.uniform(0.2, 0.6))
    alarms = round(positives * rng.uniform(0.4, 1.4))
    counts = Counts(tp=found, fp=alarms, fn=positives - found, tn=total - positives - alarms)
    model, none = (_share("accuracy", given) for given in (counts, constant(counts)))
    recall, balanced = _share("recall", counts), _share("balanced accuracy", counts)
    more = "more" if model > none else "less" if model < none else "neither more nor less"
    return Question(
        "The trap of accuracy",
        f"Of {count(total)} patients, {positives} are ill. A test finds {found} of them, and calls {alarms} healthy "
        "patients ill.\n\n"
        "- What is the accuracy of the test?\n"
        "- What is the accuracy of the answer “healthy” for every patient? Is the test right more or less often?\n"
        "- What are the recall and the balanced accuracy of the test?",
        f"- The test is right about {found} + {count(total - positives - alarms)} patients: "
        f"({found} + {count(total - positives - alarms)}) / {count(total)} = **{model:.3f}**.\n"
        f"- “Healthy” is right about the {count(total - positives)} healthy patients: {count(total - positives)} / "
        f"{count(total)} = **{none:.3f}**. So the test is right {more} often.\n"
        f"- Recall is {found} / {positives} = **{recall:.3f}**. Specificity is {count(total - positives - alarms)} / "
        f"{count(total - positives)} = {_share('specificity', counts):.3f}. Balanced accuracy is their mean, "
        f"**{balanced:.3f}**.",
        balanced,
    )
