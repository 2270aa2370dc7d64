"""How far beyond chance: what each control changes, what stands in the link, and what the link opens."""

from tests.helpers.visiting import (
    choose,
    control,
    falls_back,
    go,
    kind,
    moves,
    shown,
    shows,
    table,
    travels,
    visit,
)

EXAMPLE = "sample=two_class_example"


def test_controls_change_the_answer_and_the_link_opens_the_same():
    at = visit("rescaled", EXAMPLE)
    assert not shown(at, "guess_g")
    choose(at, guess_kind="own")
    assert (control(at, "guess_g").value, at.query_params["guess"]) == (0.25, "0.25")
    moves(at, guess_g=0.3, balanced_prevalence=0.2, measures=["F1", "ACC"])
    assert at.query_params == {
        **{"sample": "two_class_example", "measure": "F1,ACC", "guess": "0.3"},
        "prevalence": "0.2",
    }
    assert table(travels(at)).equals(table(at))
    choose(at, guess_kind="half")
    assert not shown(at, "guess_g")
    assert "guess" not in at.query_params
    assert control(choose(at, guess_kind="own"), "guess_g").value == 0.3
    for page in ("prevalence", "folds", "rescaled"):
        assert control(go(at, page), "guess_g").value == 0.3


def test_wrong_values_in_a_link_are_said_and_the_defaults_shown():
    falls_back("rescaled", EXAMPLE, guess="often", prevalence="7")


def test_page_without_a_model_recovers_and_one_class_alone_has_an_answer():
    at = visit("rescaled", "M=303&P=139")
    assert not shows(at).figures
    assert shows(kind(at, "Sample")).figures
    assert shows(visit("rescaled", "TP=5&FP=0&FN=3&TN=0")).figures
