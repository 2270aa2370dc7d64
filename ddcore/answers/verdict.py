"""Does this model beat chance?"""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial

from ddcore.answers import at_no_threshold, baselines, baselines_choices, needs, runs
from ddcore.answers.answer import Answer, Figure, Table, measured
from ddcore.answers.in_use import InUse
from ddcore.answers.looked import auc_below_half, auc_clear, called, reversed_models
from ddcore.answers.predictive import predictive_notes
from ddcore.answers.verdict_headline import best_of, facts, headline, kind
from ddcore.answers.verdict_models import Ranked, best_of_many, models_table, ranking, unseen_best
from ddcore.answers.verdict_notes import notes, seldom
from ddcore.answers.verdict_table import method, table
from ddcore.answers.verdict_threshold import threshold_fails
from ddcore.answers.words import about, as_much_as, literal, why_approximate
from ddcore.chance.dutch_draw import Intervals
from ddcore.chance.verdict import Verdict, classes_of_draw
from ddcore.chance.verdict import verdict as verdict_of
from ddcore.data import Data, Model
from ddcore.figures.verdict import verdict_alt, verdict_figure
from ddcore.formats import p_text, percent
from ddcore.interval import UNKNOWN
from ddcore.measures import MEASURES

TITLE = "Verdict"
NEEDS = needs.classes
NEEDED = "A verdict needs a model's predictions or its four counts; two numbers already tell what it has to beat."
EXAMPLE = "TP=227&FP=50&FN=31&TN=192"

DRAWN = 3
"""Models in one chart; of more the one looked at and the best."""


class Choices(InUse, baselines_choices.Judged):
    """The measures, and where the model will be used."""


def answer(data: Data, choices: Choices = Choices()) -> Answer:
    """The verdict on the model looked at and its rank among the others; without a model what one would have to beat."""
    if data.chosen is None:
        return _without_a_model(data, choices)
    verdicts = {name: verdict_on(data, name, choices.measure) for name in data.models}
    shown = {name: verdict.only(choices.measure) for name, verdict in verdicts.items()}
    ranked = ranking(data, shown)
    looked = next(model for model in ranked if model.name == data.name)
    drawn = _drawn(data, shown, ranked)
    ordered = [verdict.only([*choices.measure, *MEASURES]) for verdict in verdicts.values()]
    scored = at_no_threshold.of_models(data)
    means = runs.means(data, {verdict.name: verdict for verdict in ordered}, scored)
    return Answer(
        __doc__,
        headline(looked, len(ranked)),
        "\n\n".join(filter(None, (facts(looked), best_of(ranked, looked), _reason(verdicts[data.name], data)))),
        about(data),
        [
            *threshold_fails(data, looked.verdict),
            *runs.notes(data, means),
            *best_of_many(data, ranked),
            *notes(looked.verdict, auc_below_half(data, data.name)),
            *predictive_notes(data, choices.prevalence),
            *at_no_threshold.notes(scored.get(data.name, ())),
            *reversed_models(data),
        ],
        {
            "verdict": Figure("Score against chance", verdict_alt(drawn), partial(verdict_figure, drawn)),
            **at_no_threshold.figure(scored, [verdict.name for verdict in drawn]),
        },
        {
            **({"models": models_table(ranked, choices.prevalence)} if data.several else {}),
            "called": called(data),
            "verdict": Table("All measures", sum(len(row.lines) for row in ordered), partial(table, ordered)),
            **at_no_threshold.table(scored),
            **runs.table(data, means),
        },
        method(looked.verdict, len(ranked)) + at_no_threshold.method(scored),
        {
            "models": {
                model.name: _values(verdicts[model.name], model, len(ranked))
                | {
                    "scores": at_no_threshold.values(scored.get(model.name, ())),
                    "clear_of_models": {
                        "measures": model.verdict.clear_of(len(ranked)),
                        "AUC": auc_clear(data, model.name),
                    },
                }
                for model in ranked
            },
            "runs": runs.values(means),
            "unseen_best": measured((data.several and unseen_best(data, ranked)) or UNKNOWN),
        },
    )


def _without_a_model(data: Data, choices: Choices) -> Answer:
    """What chance scores on these classes, with the invitation to add a model."""
    chance = baselines.answer(data, baselines_choices.Choices(measure=choices.measure))
    return replace(
        chance,
        question=__doc__,
        sentence=f"**No model yet.** {chance.sentence}",
        reason="That is what a model has to beat. Give its four counts, or a file of its predictions, and its score on "
        "each measure is held against these.",
        figures={"verdict": chance.figures["baselines"]},
    )


def best_model(data: Data) -> str:
    """The name of the best model on the measures that stand there at first, of those with scores where there are any.

    Most pages need scores, so that labels are looked at first only where nothing else is.
    """
    if not data.several:
        return data.name
    models = {name: model for name, model in data.models.items() if model.table is not None} or data.models
    return data.kept(("best model", *models), lambda: _ranked_first(data, models))


def _ranked_first(data: Data, models: Mapping[str, Model]) -> str:
    measures = Choices().measure
    verdicts = {name: verdict_on(data, name, measures).only(measures) for name in models}
    return ranking(data, verdicts)[0].name


def _drawn(data: Data, shown: Mapping[str, Verdict], ranked: Sequence[Ranked]) -> list[Verdict]:
    """The verdicts in one chart: all of a few models; of many that looked at, and the best."""
    if len(shown) <= DRAWN:
        return list(shown.values())
    return [shown[name] for name in dict.fromkeys((data.name, ranked[0].name))]


def verdict_on(data: Data, name: str, keys: Iterable[str]) -> Verdict:
    """The verdict on one model and every measure: the listed ones, and those of one's own among the keys."""
    own = tuple(key for key in keys if key not in MEASURES)
    model: Model = data.models[name]
    share = None if data.original is None else data.prevalence
    verdict = data.kept(
        ("verdict", name, model.threshold, own, share), lambda: verdict_of(name, model.counts, [*MEASURES, *own])
    )
    return replace(verdict, name=name)


def _reason(verdict: Verdict, data: Data) -> str:
    """Accuracy against its baseline, and the exact chance that random guessing does as well."""
    accuracy = next(line for line in verdict.lines if line.measure.key == "ACC")
    total, _ = classes_of_draw(verdict.counts)
    always: dict[Intervals, str] = {
        ((total, total),): f"by always saying {literal(data.positive)}",
        ((0, 0),): f"by always saying {literal(data.negative)}",
    }
    how = always.get(accuracy.baseline.argmax, "whatever it says")
    sentence = (
        f"Without skill nobody can expect more than {percent(accuracy.chance)} accuracy ({how}); "
        f"this model reaches **{percent(accuracy.score)}**. "
    )
    if math.isnan(verdict.log10_luck):
        return sentence + (
            "The cases are weighted and nothing is known of the single weights: no probability, no interval, and any "
            "lead may be luck."
        )
    p = p_text(verdict.log10_luck)
    often = ""
    if verdict.having("unclear") and not seldom(verdict):
        often = " That is too often to tell skill from luck."
    if verdict.counts.weighted:
        return sentence + (
            f"{why_approximate(verdict.counts)} and say as much as {as_much_as(verdict.counts)}; random guessing with "
            f"as many positive predictions does as well with probability **about {p}**.{often}"
        )
    how = "or less" if math.isnan(verdict.log10_p) else "exact"
    return (
        sentence
        + f"Random guessing with as many positive predictions does as well with probability **{p}** ({how}).{often}"
    )


def _values(verdict: Verdict, ranked: Ranked, models: int) -> dict[str, object]:
    return {
        "verdict": kind(ranked.verdict, models),
        "beats": ranked.verdict.tally.beats,
        "clearly_worse": ranked.verdict.tally.worse,
        "beatable": ranked.verdict.tally.of,
        "rank": ranked.rank,
        "auc": None if ranked.auc is None else measured(ranked.auc),
        "beyond_chance": measured(ranked.beyond),
        "log10_p": verdict.log10_p,
        "measures": {
            line.measure.key: measured(replace(line.interval, value=line.score))
            | {"baseline": line.chance, "state": line.state}
            for line in verdict.lines
        },
    }
