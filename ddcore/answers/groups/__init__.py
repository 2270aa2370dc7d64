"""Where does it fail?"""

from collections.abc import Mapping
from functools import partial
from typing import Annotated, Any

from pydantic import Field

from ddcore.answers.base import needs
from ddcore.answers.base.answer import Answer, Figure, Table
from ddcore.answers.base.options import (
    Correction,
    Key,
    Measures,
    NumberField,
    OfData,
    Offered,
    OfFile,
    OneOf,
    Options,
    correction,
    judging_share,
)
from ddcore.answers.base.words import about, inside, literal
from ddcore.answers.groups import segments as groups_segments
from ddcore.answers.groups import thresholds as groups_thresholds
from ddcore.answers.groups.compute import Groups, dividers, groups_of
from ddcore.answers.groups.draw import ROWS, funnel_alt, funnel_figure, map_alt, map_figure
from ddcore.answers.groups.notes import notes_of
from ddcore.answers.groups.tables import chart_of, every_measure, map_of, ranked, summary, values_of
from ddcore.answers.groups.thresholds_draw import PANELS
from ddcore.chance.groups import GroupVerdicts, Judge
from ddcore.data import Data
from ddcore.formats import count, many, percent
from ddcore.measures import MEASURES

TITLE = "Groups"
SECTION = "chance"
NEEDS = needs.groups
NEEDED = (
    "Where a model fails shows in groups of cases: a column that divides them, more than two classes, or two files."
)
EXAMPLE = "sample=hpc_cv"
SAMPLE = "hpc_cv"
NEXT = {
    "cases": "What should be done with each case?",
    "thresholds": "Is {threshold} the right threshold?",
    "folds": "How steady is the score?",
}
"""What may be asked next, the most useful first, by the name of the question."""

LEVELS = {0.9: "90 %", 0.95: "95 %", 0.99: "99 %"}
"""How sure a claim is."""
CUTS = (2, 3, 4, 5, 8, 10, 20)
"""Into how many parts a column of numbers may be cut."""


LOOKS = {"each": "Each group", "segments": "Weakest segments", "thresholds": "Thresholds by group"}
"""How groups may be looked at."""
LEAST = (20, 30, 50, 100, 200, 500, 1000)
"""How many cases a segment may have to have."""


class Choices(Options):
    """How groups are looked at, the measure, what divides the cases, and when a claim is sure."""

    show: Annotated[str, OneOf(LOOKS, "tabs")] = Field(
        "each",
        title="Look at",
        description="Each group of a column beside chance; the weakest of all values and pairs of values of all "
        "columns; or what thresholds of its own would change for each group.",
    )
    measure: Annotated[tuple[str, ...], Measures(judging_share, most=1), Key("measure_looked_at")] = Field(
        ("F1",), title="Measures", description="Each stands with its formula in the table below."
    )
    column: Annotated[str | None, Offered(), OfData(), OfFile(lambda data: list(dividers(data)), True, "column")] = (
        Field(
            None,
            title="Divided by",
            description="A column of groups, chosen on the card of the file, or each class in turn against the rest.",
        )
    )
    cuts: Annotated[int, OneOf({most: str(most) for most in CUTS}, "steps")] = Field(
        5,
        title="Parts of a column of numbers",
        description="Numbers and dates are cut into parts of about as many cases each.",
    )
    correction: Correction = correction("bh")
    level: Annotated[float, OneOf(LEVELS, "tabs")] = Field(
        0.95, title="Level", description="How sure a claim is, and how wide the intervals are."
    )
    least: Annotated[int, OneOf({size: str(size) for size in LEAST}, "steps")] = Field(
        30,
        title="Cases of a segment, at least",
        description="Smaller segments are not searched: of few cases nothing is sure.",
    )
    miss: Annotated[float, NumberField(1.0, digits="%g"), OfData()] = Field(
        1.0,
        ge=0.001,
        le=1000,
        title="A miss costs so many false alarms",
        description="A miss is a positive case predicted negative, a false alarm a negative one predicted positive.",
    )
    panel: Annotated[str, OneOf(PANELS, "tabs")] = Field(
        "cost", title="Shown", description="What the chart has of each rule, in each group and in all of them."
    )

    @classmethod
    def defaults(cls, data: Data) -> Mapping[str, Any]:
        """The first column that divides the cases."""
        return {"column": next(iter(dividers(data)), None)}

    @classmethod
    def offered(cls, name: str, data: Data, chosen: Mapping[str, Any]) -> Mapping[Any, str] | None:
        """What the data have to divide them by, and how that may be looked at."""
        if name == "show":
            return looks(data)
        return dividers(data) if name == "column" else None


def looks(data: Data) -> Mapping[str, str]:
    """How the groups of some data may be looked at: segments and thresholds need a column, thresholds scores too."""
    columns = data.rows is not None and bool(data.rows.splits)
    scores = columns and data.chosen is not None and data.model.table is not None
    return {
        look: title for look, title in LOOKS.items() if look == "each" or (columns if look == "segments" else scores)
    }


def answer(data: Data, choices: Choices = Choices()) -> Answer:
    """In how many groups the selected model does no better than chance, the weakest segments, or thresholds by group.

    Raises `InputError` where the data have nothing to be looked at so.
    """
    choices = choices.with_defaults(data)
    question, key = __doc__ or "", choices.measure[0]
    if choices.show == "segments":
        return groups_segments.answer(question, data, key, choices.cuts, choices.least, choices.level)
    if choices.show == "thresholds":
        return groups_thresholds.answer(question, data, str(choices.column), choices.cuts, choices.miss, choices.panel)
    groups = groups_of(data, str(choices.column), choices.cuts)
    verdict = _verdicts(data, groups, choices, choices.measure[0])
    at = _selected_group_model(data, groups)
    chart = chart_of(groups, verdict, at)
    shown = map_of(groups, verdict, lambda key: _verdicts(data, groups, choices, key))
    return Answer(
        __doc__,
        _sentence(groups, verdict, at),
        _reason(groups, verdict),
        _about(data, groups),
        notes_of(groups, verdict, at),
        {
            "groups": Figure(
                f"Distance from chance in each {groups.thing}", funnel_alt(chart), partial(funnel_figure, chart)
            ),
            "map": Figure(
                f"The {ROWS} {groups.things} that fall shortest"
                if shown.of > ROWS
                else f"From chance to perfect, in each {groups.thing}",
                map_alt(shown),
                partial(map_figure, shown),
                "Percent of the way from the baseline to perfect; orange is no better than chance.",
            ),
        },
        {
            "models": Table.of(f"How many {groups.things} are better than chance", summary(groups, verdict)),
            "groups": Table(
                f"Every {groups.thing}", verdict.score.size, partial(ranked, groups, verdict), parquet=True
            ),
            "measures": Table(
                f"Every {groups.thing} on every measure",
                verdict.score.size * len(_keys()),
                lambda: every_measure(groups, (_verdicts(data, groups, choices, key) for key in _keys())),
                parquet=True,
            ),
        },
        _method(groups, verdict),
        values_of(groups, verdict, at),
    )


def _keys() -> list[str]:
    """The measures of the long table: those that judge, whatever the number of cases."""
    return [key for key, row in MEASURES.items() if judging_share(row)]


def _verdicts(data: Data, groups: Groups, choices: Choices, key: str) -> GroupVerdicts:
    """The verdicts on one measure, and what is the same for all measures, kept with the data."""
    cuts = tuple((name, model.threshold) for name, model in data.models.items())
    where = "groups", str(choices.column), choices.cuts, cuts, choices.level, choices.correction
    judge = data.cached((*where, "judge"), lambda: Judge(groups.counts, choices.level, choices.correction))
    return data.cached((*where, key), lambda: judge.of(key))


def _selected_group_model(data: Data, groups: Groups) -> int:
    """The place of the selected model, or of the first where that one has no classes."""
    return groups.models.index(data.name) if data.name in groups.models else 0


def _sentence(groups: Groups, verdict: GroupVerdicts, at: int) -> str:
    """How many groups do no better than chance."""
    measure = inside(verdict.measure)
    judged, behind, sure = (
        int(part[at].sum()) for part in (verdict.judged, verdict.having("behind"), verdict.having("beats"))
    )
    who = literal(groups.models[at]) if len(groups.models) > 1 else ""
    by = f" by {who}" if who else ""
    if not judged:
        return f"**Nobody can tell.** In no {groups.thing} can {measure} be beaten, or it has no value there."
    of = many(judged, groups.thing)
    if behind:
        verb = "does" if behind == 1 else "do"
        return f"**{count(behind)} of {of}** {verb} no better than chance on {measure}{by}."
    everywhere = f"all {of}" if judged > 1 else f"the only {groups.thing} that can be judged"
    if sure == judged:
        return f"**Nowhere.** In {everywhere} {measure}{by} is surely better than chance."
    surely = f", in {count(sure)} of them surely" if judged > 1 else ", but perhaps by luck"
    return f"**Nowhere for sure.** In {everywhere} {measure}{by} is better than chance{surely}."


def _reason(groups: Groups, verdict: GroupVerdicts) -> str:
    """What each group is held against, and when it surely does better."""
    tests = int(verdict.judged.sum())
    at_once = f" only where it holds for **{count(tests)} comparisons at once**" if tests > 1 else " by one comparison"
    divided = (
        "Each class is the positive one in turn, and all others are negative."
        if groups.by_class
        else f"The column {literal(groups.column)} divides the cases."
    )
    return (
        f"{divided} In each {groups.thing} the score is held against the best that guessing without looking reaches "
        f"there, its **baseline**. "
        f"Better is called sure{at_once}."
    )


def _about(data: Data, groups: Groups) -> str:
    """What is positive; of classes each is in turn."""
    if not groups.by_class:
        return about(data)
    return f"{about(data)} Here the class with the highest probability, or the label, is what a model predicts."


def _method(groups: Groups, verdict: GroupVerdicts) -> str:
    """How the baseline, the interval, p and its correction are computed."""
    measure, left, tests = verdict.measure, percent(1 - verdict.level), count(int(verdict.judged.sum()))
    correct = CORRECTED[verdict.correction].format(left=left)
    weighted = (IN_CLUSTERS if verdict.counts.whole else WEIGHTED) if verdict.counts.weighted else ""
    return f"""**{measure.title}** is ${measure.latex}$ ({measure.source}). Of a {groups.thing} with $M$ cases, $P$ of
them positive, the baseline is the best mean of a draw that predicts $n$ of them positive without looking, over all $n$
(van de Bijl et al. 2024, Table 4). The interval, {percent(verdict.level)}, is that of the score with the class sizes
as they are (Wilson 1927; Miettinen & Nurminen 1985). Where all cases are predicted alike and the measure has no value
for that, the {groups.thing} counts as no better than chance and stands first: a constant answer shows no skill.

**Exact p.** With the model's own $n$ the true positives of a draw are hypergeometric, so that
$p = \\sum_{{k \\ge \\mathrm{{TP}}}} \\binom{{P}}{{k}} \\binom{{M-P}}{{n-k}} / \\binom{{M}}{{n}}$: Fisher's exact test,
one-sided (1935).{weighted}

**Correction.** The number of comparisons is $m$ = {tests}: all {groups.things} of all models that can be judged.
{correct} Here $a$ = {left}.

**Grey bars** are exact: with a probability of {percent(verdict.level)} or more a draw with the margins of that
{groups.thing} lies there.
"""


CORRECTED = {
    "bh": "$\\tilde p_{{(i)}} = \\min_{{j \\ge i}} \\min(1, p_{{(j)}}\\, m / j)$ bounds the mean share of false claims "
    "among all claims by {left} (Benjamini & Hochberg 1995). The interval must lie beyond the baseline at the level "
    "$1 - a R / m$, too, with $R$ the number of comparisons that pass (Benjamini & Yekutieli 2005).",
    "holm": "$\\tilde p_{{(i)}} = \\max_{{j \\le i}} \\min(1, (m - j + 1)\\, p_{{(j)}})$ bounds the probability of any "
    "false claim by {left} (Holm 1979). The interval must lie beyond the baseline at the level $1 - a / m$, too.",
}
"""How p is corrected, by the keys of `CORRECTIONS`."""
IN_CLUSTERS = (
    " The cases stand in clusters: p is that of as many independent cases as they are worth by the design effects of "
    "all cases (Kish 1965), rounded against the model."
)
WEIGHTED = (
    " The cases are weighted: p is that of as many whole cases as they are worth (Kish 1965), rounded against the "
    "model, and the baseline that of very many cases with the same share of positives."
)
