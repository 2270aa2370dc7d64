"""Does this model beat chance?"""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial

from ddcore.answers import baselines
from ddcore.answers.base import needs, threshold_free
from ddcore.answers.base.answer import COUNTED, Answer, Figure, Number, Part, Table, measured, values_of
from ddcore.answers.base.in_use import InUse, predictive_notes
from ddcore.answers.base.selected_model import auc_below_half, auc_clear, prediction_table, reversed_models
from ddcore.answers.base.words import about
from ddcore.answers.verdict.compute import Ranked, means_by_model, one_measure, ranking, run_means, unseen_best
from ddcore.answers.verdict.decide import decision, decisive
from ddcore.answers.verdict.draw import runs_alt, runs_figure, verdict_alt, verdict_figure
from ddcore.answers.verdict.tables import means_table, models_table, runs_table, table
from ddcore.answers.verdict.words import (
    best_of,
    best_of_many,
    facts,
    headline,
    method,
    notes,
    reason,
    run_notes,
    short_models,
    threshold_fails,
    verdict_case,
)
from ddcore.chance.runs import RunMean
from ddcore.chance.verdict import Verdict
from ddcore.chance.verdict import verdict as verdict_of
from ddcore.data import Data, Model
from ddcore.formats import p_text, percent
from ddcore.interval import UNKNOWN
from ddcore.measures import MEASURES
from ddcore.options import Judged

TITLE = "Verdict"
SECTION = "start"
WORDS = (
    "beat chance, better than random, skill, significant, p value, random guess, confusion matrix, "
    "classification report, metrics, accuracy, precision, recall, F1, MCC, kappa, evaluation, performance"
)
NEEDS = needs.classes
NEEDED = "A verdict needs a model's predictions or its four counts. Two numbers already show what it has to beat."
EXAMPLE = "TP=227&FP=50&FN=31&TN=192"
IN_REPORT = "model"
NEXT = {
    "thresholds": "Is {threshold} the right threshold?",
    "utility": "What is the model worth?",
    "groups": "Where does it fail?",
    "rescaled": "How far beyond chance is it?",
    "baselines": "What would chance score here?",
    "expectation": "What if chance predicted more positives?",
}
"""What may be asked next, the most useful first, by the name of the question."""

DRAWN = 3
"""Models in one chart; of more the selected one and the best."""


class Choices(InUse, Judged):
    """The measures, and where the model will be used."""


def answer(data: Data, choices: Choices = Choices()) -> Answer:
    """The verdict on the selected model and its rank among the others; without a model what one would have to beat."""
    if data.chosen is None:
        return _without_a_model(data, choices)
    verdicts = {name: verdict_on(data, name, choices.measure) for name in data.models}
    shown = {name: verdict.only(choices.measure) for name, verdict in verdicts.items()}
    ranked = ranking(data, shown)
    selected = next(model for model in ranked if model.name == data.name)
    drawn = _drawn(data, shown, ranked)
    ordered = [verdict.only([*choices.measure, *MEASURES]) for verdict in verdicts.values()]
    scored = threshold_free.of_models(data)
    means = run_means(data, {verdict.name: verdict for verdict in ordered}, scored)
    by_model = means_by_model(data, {verdict.name: verdict for verdict in ordered})
    compared = one_measure(means_by_model(data, shown))
    numbers = {model.name: model_numbers(model, verdicts[model.name]) for model in ranked}
    unseen = Number(
        "Distance from chance to perfect of the best model, on unseen cases",
        (data.several and unseen_best(data, ranked)) or UNKNOWN,
        ("unseen_best",),
        percent,
    )
    fails = threshold_fails(data, selected.verdict)
    return Answer.of(
        Answer(
            __doc__,
            headline(selected, len(ranked), len(by_model)),
            "\n\n".join(
                filter(
                    None, (facts(selected), best_of(ranked, selected, len(by_model)), reason(verdicts[data.name], data))
                )
            ),
            about(data),
            decision=decision(
                data, selected, len(ranked), numbers[data.name], separates=bool(fails), trained=len(by_model)
            ),
        ),
        Part(
            [
                *fails,
                *short_models(compared),
                *run_notes(data, means),
                *best_of_many(data, ranked),
                *notes(selected.verdict, auc_below_half(data, data.name)),
                *predictive_notes(data, choices.prevalence),
            ],
            {"verdict": Figure("Score against chance", verdict_alt(drawn), partial(verdict_figure, drawn))},
            {
                **({"models": models_table(ranked, choices.prevalence)} if data.several else {}),
                "called": prediction_table(data),
                "verdict": Table("All measures", sum(len(row.lines) for row in ordered), partial(table, ordered)),
            },
            method(selected.verdict, len(ranked)),
            values_of([unseen, *(stated for model in numbers.values() for stated in model.values())]),
            leading(numbers[data.name], selected, choices.measure, unseen),
        ),
        threshold_free.part(scored, data.name, [verdict.name for verdict in drawn]),
        Part(
            reversed_models(data),
            _runs_figures(compared),
            {
                **({"runs": runs_table(data, means)} if means else {}),
                **({"model_runs": means_table(by_model)} if by_model else {}),
            },
            values={
                "models": {
                    model.name: _values(data, model, verdicts[model.name], len(ranked))
                    | {"scores": threshold_free.values(scored.get(model.name, ()))}
                    for model in ranked
                },
                "runs": {
                    row.key: measured(row.mean) | {"baseline": row.chance, "beating": row.beating} for row in means
                },
                **({"model_runs": _over_runs(by_model)} if by_model else {}),
            },
        ),
    )


def _runs_figures(compared: Mapping[str, RunMean]) -> dict[str, Figure]:
    """The runs of each model on one measure; none where models have no runs."""
    if not compared:
        return {}
    title = f"{next(iter(compared.values())).name} of each run, by model"
    return {"runs": Figure(title, runs_alt(compared), partial(runs_figure, compared))}


def _over_runs(by_model: Mapping[str, Sequence[RunMean]]) -> dict[str, object]:
    """The means of each model by their keys, with chance and whether the model falls short of it."""
    return {
        name: {
            row.key: measured(row.mean) | {"baseline": row.chance, "runs": len(row.scores), "short": row.short}
            for row in rows
        }
        for name, rows in by_model.items()
    }


def _without_a_model(data: Data, choices: Choices) -> Answer:
    """What chance scores on these classes, with the invitation to add a model."""
    chance = baselines.answer(data, baselines.Choices(measure=choices.measure))
    return replace(
        chance,
        question=__doc__,
        sentence=f"**No model yet.** {chance.sentence}",
        reason="A model has to beat these scores. Add its four counts, or a file of its predictions, to compare it "
        "with them.",
        figures={"verdict": chance.figures["baselines"]},
    )


def best_model(data: Data) -> str:
    """The name of the best model on the measures that stand there at first, of those with scores where there are any.

    Most pages need scores, so that labels are selected at first only where nothing else is.
    """
    if not data.several:
        return data.name
    models = {name: model for name, model in data.models.items() if model.table is not None} or data.models
    return data.cached(("best model", *models), lambda: _ranked_first(data, models))


def _ranked_first(data: Data, models: Mapping[str, Model]) -> str:
    measures = Choices().measure
    verdicts = {name: verdict_on(data, name, measures).only(measures) for name in models}
    return ranking(data, verdicts)[0].name


def _drawn(data: Data, shown: Mapping[str, Verdict], ranked: Sequence[Ranked]) -> list[Verdict]:
    """The verdicts in one chart: all of a few models; of many the selected one and the best."""
    if len(shown) <= DRAWN:
        return list(shown.values())
    return [shown[name] for name in dict.fromkeys((data.name, ranked[0].name))]


def verdict_on(data: Data, name: str, keys: Iterable[str]) -> Verdict:
    """The verdict on one model and every measure: the listed ones, and those of one's own among the keys."""
    own = tuple(key for key in keys if key not in MEASURES)
    model: Model = data.models[name]
    share = None if data.original is None else data.prevalence
    verdict = data.cached(
        ("verdict", name, model.threshold, own, share), lambda: verdict_of(name, model.counts, [*MEASURES, *own])
    )
    return replace(verdict, name=name)


FEW = 3
"""Measures whose scores carry a verdict."""


def model_numbers(ranked: Ranked, verdict: Verdict) -> dict[str, Number]:
    """The numbers of a model by their names in `values`; those of the measures by their keys, with "baseline"."""
    path, tally = ("models", ranked.name), ranked.verdict.tally

    def of_all(many: float) -> str:
        return f"{many:.0f} of {tally.of}"

    numbers = {
        "beats": Number("Measures on which it beats chance", tally.beats, (*path, "beats"), of_all, COUNTED),
        "clearly_worse": Number(
            "Measures on which it is clearly worse than chance", tally.worse, (*path, "clearly_worse"), of_all, COUNTED
        ),
        "beyond_chance": Number(
            "Distance from chance to perfect, on average", ranked.beyond, (*path, "beyond_chance"), percent
        ),
        "log10_p": Number("Probability that random guessing does as well", verdict.log10_p, (*path, "log10_p"), p_text),
    }
    if ranked.auc is not None:
        numbers["auc"] = Number("AUC", ranked.auc, (*path, "auc"), baseline=0.5)
    for line in verdict.lines:
        title, key = line.measure.title, line.measure.key
        score = replace(line.interval, value=line.score)
        baseline = math.nan if line.state == "unbeatable" else line.chance
        numbers[key] = Number(title, score, (*path, "measures", key), baseline=baseline)
        numbers[f"{key} baseline"] = Number(
            f"{title} without skill, at best", line.chance, (*path, "measures", key, "baseline")
        )
    return numbers


def leading(numbers: Mapping[str, Number], ranked: Ranked, measures: Sequence[str], unseen: Number) -> list[Number]:
    """Those that carry the verdict on a model, the most important first."""
    listed = [numbers[key] for key in measures[:FEW] if key in numbers and key != "PPV"]
    area = [numbers["auc"]] if "auc" in numbers else []
    return [
        *decisive(numbers),
        *([numbers["beats"]] if ranked.verdict.tally.of else []),
        *([numbers["clearly_worse"]] if ranked.verdict.tally.worse else []),
        numbers["beyond_chance"],
        unseen,
        *area,
        *listed,
        numbers["log10_p"],
    ]


def _values(data: Data, ranked: Ranked, verdict: Verdict, models: int) -> dict[str, object]:
    """What else `values` hold of a model."""
    return {
        "verdict": verdict_case(ranked.verdict, models),
        "beatable": ranked.verdict.tally.of,
        "rank": ranked.rank,
        **({"auc": None} if ranked.auc is None else {}),
        "measures": {line.measure.key: {"state": line.state} for line in verdict.lines},
        "clear_of_models": {"measures": ranked.verdict.clear_of(models), "AUC": auc_clear(data, ranked.name)},
    }
