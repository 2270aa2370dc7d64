"""The tables of measures: every measure, and what is known of one, fact by fact."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import pandas as pd

from ddcore.answers.base.words import calls
from ddcore.answers.measures.compute import Classes
from ddcore.answers.measures.words import LONGEST, closed_form_text, form_text, parameters_text, slopes_text, symbols
from ddcore.chance.dutch_draw import Baseline
from ddcore.decisions.admissible import FORMS
from ddcore.decisions.certificate import ARROWS, REASONS, SOURCES, Certificate, certificate
from ddcore.formats import count, number
from ddcore.measures import MEASURES, Measure
from ddcore.scores.line import ratio_words
from ddcore.scores.modes import MODES


class Fact(NamedTuple):
    """A fact about a measure, how it is known ("proved" or "searched"), and where it comes from."""

    fact: str
    value: str
    how: str
    source: str


def facts_of(proof: Certificate, classes: Classes, reach: Baseline) -> list[Fact]:
    """What is known of a measure, fact by fact."""
    measure, form, slopes = proof.measure, proof.form, proof.slopes
    facts = [Fact("Form", form_text(proof), proof.form_how, "Gong (2022), equation 4.15")]
    if form is not None:
        facts.append(Fact("Parameters", parameters_text(form), "proved", "Gong (2022), Table 4.3"))
    if proof.in_class:
        facts.append(
            Fact("Better with more TPR, and with less FPR", "yes", "proved", "Gong (2022), Definition 1, Proposition 4")
        )
    if slopes is not None and proof.ratio is not None:
        change = slopes_text(slopes, of_square=proof.ratio.root)
        if len(change) <= LONGEST:
            facts.append(Fact("Change over the threshold t", change, "proved", "Gong (2022), equation 4.9"))
    if form is not None:
        names = zip(("Z₁", "Z₂", "Z₃"), form.terms, strict=True)
        terms = ", ".join(f"{name} = {term.text()}" for name, term in names)
        facts.append(Fact("Terms of D(t)", terms, "proved", "Gong (2022), equation 4.11, Table 4.2"))
    facts.append(
        Fact(
            "Over the threshold on the likelihood ratio",
            f"{MODES[proof.shape]}: {REASONS[proof.reason]}",
            proof.shape_how,
            SOURCES[proof.reason],
        )
    )
    facts += _best(proof)
    facts.append(
        Fact(
            "As a utility",
            FORMS[proof.admissible.form],
            proof.admissible_how,
            "Dyrland, Lundervold & Porta Mana (2022), equation 16",
        )
    )
    facts.append(
        Fact(
            f"Baseline with {count(classes.positives)} of {count(classes.total)} positive",
            _baseline(measure, reach, classes.total),
            "proved" if measure.expected is not None else "searched",
            "van de Bijl et al. (2024), Tables 3 and 4",
        )
    )
    return facts


def _best(proof: Certificate) -> list[Fact]:
    """The best threshold in closed form, and how it moves."""
    measure, form = proof.measure, proof.form
    facts = []
    if form is not None and proof.shape == "one peak":
        ratio = f"{closed_form_text(form)}{', v being its best value' if 'v' in closed_form_text(form) else ''}"
        facts.append(Fact("Best threshold on the likelihood ratio", ratio, "proved", "Gong (2022), equation 4.16"))
    elif measure.line_words:
        ratio = ratio_words(measure)
        facts.append(Fact("Best threshold on the likelihood ratio", ratio, proof.shape_how, "Gong (2022), Table 4.4"))
    if measure.line_words:
        words = measure.line_words
        facts.append(Fact("Best threshold on the probability", words, proof.shape_how, "Gong (2022), Table 4.4"))
    if proof.shape != "level":
        source = "Gong (2022), section 4.6"
        facts.append(Fact("The best threshold", ARROWS[proof.arrow], proof.arrow_how, source))
    return facts


def _baseline(measure: Measure, reach: Baseline, total: int) -> str:
    reached = reach.reached(measure.better)
    if not reached:
        return f"no value: {measure.undefined}"
    return f"{number(reach.best(measure.better))}, by {calls(reached, total)}"


def certificate_table(facts: Sequence[Fact]) -> pd.DataFrame:
    """The facts as rows."""
    return pd.DataFrame(
        {
            "Fact": fact.fact,
            "Value": fact.value,
            "How it is known": fact.how,
            "Source": fact.source,
        }
        for fact in facts
    )


def listed(measure: Measure) -> dict[str, Any]:
    """What a measure is, by stable names."""
    return {
        "key": measure.key,
        "name": measure.name,
        "title": measure.title,
        "aliases": list(measure.aliases),
        "meaning": measure.meaning,
        "formula": measure.formula,
        "latex": measure.latex,
        "symbols": symbols(measure),
        "range": measure.range,
        "better": measure.better if measure.judges else "",
        "undefined": measure.undefined,
        "source": measure.source,
    }


def measures_table(chosen: Measure, share: float) -> pd.DataFrame:
    """Every measure, a chosen one of one's own first."""
    own = [] if chosen.key in MEASURES else [chosen]
    proofs = [certificate(measure, share) for measure in (*own, *MEASURES.values())]
    return pd.DataFrame(
        {
            "Short name": proof.measure.key,
            "Measure": proof.measure.name,
            "Other names": ", ".join(proof.measure.aliases),
            "Meaning": proof.measure.meaning,
            "Range": proof.measure.range,
            "Better if": proof.measure.better if proof.measure.judges else "not judged",
            "No value when": proof.measure.undefined,
            "Best threshold on the probability": proof.measure.line_words or "by its derivatives",
            "Over the threshold": MODES[proof.shape],
            "Known by": proof.shape_how,
            "Best threshold": ARROWS[proof.arrow],
            "As a utility": FORMS[proof.admissible.form],
            "Form": form_text(proof),
            "Formula": proof.measure.formula,
            "Source": proof.measure.source,
        }
        for proof in proofs
    )
