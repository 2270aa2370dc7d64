"""The names of ddcore with their types; made by `python -m tests.house.stub`."""

from collections.abc import Iterable, Mapping, Sequence
from inspect import Signature
from pathlib import Path
from types import ModuleType
from typing import Any, Literal

from ddcore.answers.base.answer import Answer as Answer
from ddcore.answers.base.question import Questions
from ddcore.chance.dutch_draw import baseline as baseline
from ddcore.data import Data as Data
from ddcore.decisions.utility import Utility as Utility
from ddcore.errors import InputError as InputError
from ddcore.measures import MEASURES as MEASURES
from ddcore.measures import measure as measure
from ddcore.report.report import Report as Report

__version__: str
WHERE: Mapping[str, str]
DOORS: Mapping[str, str]
QUESTIONS: Questions

class Door(ModuleType):
    def __call__(self, *given: Any, **named: Any) -> Any: ...
    @property
    def __signature__(self) -> Signature: ...

def read(
    source: Any,
    *,
    name: str | Sequence[str] | None = ...,
    truth: str | Sequence[str] | None = ...,
    score: str | Sequence[str] | None = ...,
    label: str | Sequence[str] | None = ...,
    model: str | Sequence[str] | None = ...,
    group: str | Sequence[str] | None = ...,
    fold: str | Sequence[str] | None = ...,
    run: str | Sequence[str] | None = ...,
    cluster: str | Sequence[str] | None = ...,
    weight: str | Sequence[str] | None = ...,
    amount: str | Sequence[str] | None = ...,
    id: str | Sequence[str] | None = ...,
    positive: Any = ...,
    threshold: float | Mapping[str, float] | None = ...,
    missing: str = ...,
    turned: str | Sequence[str] | None = ...,
    removed: str | Sequence[str] | None = ...,
    names: Mapping[str, str] | None = ...,
    delimiter: str | None = ...,
    decimal: str | None = ...,
    encoding: str | None = ...,
    sheet: str | None = ...,
    select: str | None = ...,
) -> Data: ...
def counts(
    tp: Any,
    fp: Any,
    fn: Any,
    tn: Any,
    *,
    positive: str = ...,
    negative: str = ...,
) -> Data: ...
def report(
    data: Data,
    *,
    ask: str | Iterable[str] | None = ...,
    notes: Mapping[str, str] | None = ...,
    out: str | Path | Iterable[str | Path] = ...,
    against: Any = ...,
    **given: Any,
) -> Report: ...
def predictions(
    truth: Any,
    score: Any,
    *,
    positive: Any = ...,
    label: Any = ...,
    group: Any = ...,
    fold: Any = ...,
    cluster: Any = ...,
    weight: Any = ...,
    amount: Any = ...,
    id: Any = ...,
    threshold: float | Mapping[str, float] | None = ...,
    missing: str = ...,
    select: str | None = ...,
) -> Data: ...
def classes(
    total: Any,
    positives: Any,
    *,
    positive: str = ...,
    negative: str = ...,
) -> Data: ...
def sample(
    name: str,
    *,
    size: int | None = ...,
    seed: int = ...,
    select: str | None = ...,
    law1: str | None = ...,
    law0: str | None = ...,
    law_share: float | None = ...,
    book: str | None = ...,
    **roles: Any,
) -> Data: ...
def verdict(
    data: Data,
    *,
    measure: str | Sequence[str] = ...,
    prevalence: float | None = ...,
) -> Answer: ...
def baselines(
    data: Data,
    *,
    measure: str | Sequence[str] = ...,
    over: Literal["cases", "share", "sets"] = ...,
    shown: str | Sequence[str] = ...,
    prevalence: float | None = ...,
    sets: str = ...,
) -> Answer: ...
def expectation(
    data: Data,
    *,
    measure: str | Sequence[str] = ...,
    guessing: Literal["number", "each"] = ...,
    theta: float = ...,
    guess: str | float = ...,
    empty: Literal["none", "0"] = ...,
) -> Answer: ...
def rescaled(
    data: Data,
    *,
    measure: str | Sequence[str] = ...,
    prevalence: float = ...,
    guess: str | float = ...,
    empty: Literal["none", "0"] = ...,
) -> Answer: ...
def learned(
    data: Data,
    *,
    measure: str | Sequence[str] = ...,
    draw: Literal["best", "share", "half", "none", "all"] = ...,
) -> Answer: ...
def reach(
    data: Data,
    *,
    measure: str | Sequence[str] = ...,
    wanted: float | None = ...,
    step: float = ...,
    ruler: Literal["auc", "separation", "bits"] = ...,
) -> Answer: ...
def prevalence(
    data: Data,
    *,
    prevalence: float | None = ...,
    measure: str | Sequence[str] = ...,
    tpr: float | None = ...,
    tnr: float | None = ...,
    guess: str | float = ...,
    empty: Literal["none", "0"] = ...,
    cases: int | str = ...,
) -> Answer: ...
def groups(
    data: Data,
    *,
    show: Literal["each", "segments", "thresholds"] = ...,
    measure: str | Sequence[str] = ...,
    column: str | None = ...,
    cuts: Literal[2, 3, 4, 5, 8, 10, 20] = ...,
    correction: Literal["bh", "holm"] = ...,
    level: float = ...,
    least: Literal[20, 30, 50, 100, 200, 500, 1000] = ...,
    miss: float = ...,
    panel: Literal["cost", "tpr", "fpr", "called", "accuracy"] = ...,
) -> Answer: ...
def folds(
    data: Data,
    *,
    measure: str | Sequence[str] = ...,
    guess: str | float = ...,
    empty: Literal["none", "0"] = ...,
    parts: Literal["folds", "runs", "resamples"] | None = ...,
    resamples: Literal[50, 100, 200, 500, 1000] = ...,
) -> Answer: ...
def plan(
    data: Data,
    *,
    measure: str | Sequence[str] = ...,
    power: float = ...,
    prevalence: float | None = ...,
    tpr: float | None = ...,
    tnr: float | None = ...,
    counted: Literal["fixed", "drawn"] = ...,
    width: float = ...,
    label_price: float = ...,
    unlabelled_price: float = ...,
    gain: float = ...,
    differ: float = ...,
    area: float | None = ...,
) -> Answer: ...
def curves(
    data: Data,
    *,
    prevalence: float | None = ...,
    curve: Literal[
        "roc",
        "precision_recall",
        "precision_recall_gain",
        "toc",
        "gain",
        "lift",
        "det",
        "ks",
        "difference",
        "calibration",
        "measure",
    ] = ...,
    measure: str | Sequence[str] = ...,
    against: Literal["evidence", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10"] | None = ...,
) -> Answer: ...
def compare(
    data: Data,
    *,
    first: str | None = ...,
    second: str | None = ...,
    judge: Literal["measure", "AUC", "AP", "worth"] = ...,
    measure: str | Sequence[str] = ...,
    u: str | Sequence[float] | None = ...,
    unit: str | None = ...,
    written: Literal["payoffs", "costs"] | None = ...,
    margin: float | None = ...,
    correction: Literal["bh", "holm"] = ...,
) -> Answer: ...
def likelihood(
    data: Data,
    *,
    curve: Literal["roc", "precision_recall", "toc", "gain", "lift", "det", "ks", "cost", "decision"] = ...,
    densities: Literal["score", "log_ratio", "probability"] = ...,
    method: Literal["best", "kde", "histogram", "binormal", "isotonic", "logistic", "splines", "order"] = ...,
    bandwidth: Literal["sj", "normal", "silverman", "scott", "isj"] = ...,
    bounds: Literal["none", "reflect", "logit", "rank"] | None = ...,
    folds: int = ...,
    deal: int = ...,
    prevalence: float | None = ...,
    transformation: str = ...,
) -> Answer: ...
def thresholds(
    data: Data,
    *,
    prevalence: float | None = ...,
    u: str | Sequence[float] | None = ...,
    unit: str | None = ...,
    written: Literal["payoffs", "costs"] | None = ...,
    rate: str | Sequence[float] = ...,
    volume: int | None = ...,
    period: Literal["day", "week", "month", "quarter", "year"] = ...,
    fixed: float = ...,
    limit: int | None = ...,
    budget: float | None = ...,
    acting: float = ...,
    goal: Literal["measure", "worth"] = ...,
    where: str = ...,
    measure: str | Sequence[str] = ...,
) -> Answer: ...
def ensemble(
    data: Data,
    *,
    called: float | None = ...,
    curve: Literal["roc", "precision_recall", "toc", "gain", "lift", "det", "ks", "cost", "decision"] = ...,
    models: str | Sequence[str] | None = ...,
    method: Literal["kde", "vine", "binormal", "logistic", "best"] | None = ...,
    bandwidth: Literal["sj", "normal", "silverman", "scott", "isj"] = ...,
    judged: Literal["folds", "held"] = ...,
    folds: int = ...,
    held: float = ...,
    deal: int = ...,
) -> Answer: ...
def change(
    data: Data,
    *,
    measure: str | Sequence[str] = ...,
    by: str | None = ...,
    then: str | None = ...,
    now: str | None = ...,
    cut: float = ...,
    threshold_now: float | None = ...,
) -> Answer: ...
def utility(
    data: Data,
    *,
    prevalence: float | None = ...,
    u: str | Sequence[float] | None = ...,
    unit: str | None = ...,
    written: Literal["payoffs", "costs"] | None = ...,
    rate: str | Sequence[float] = ...,
    volume: int | None = ...,
    period: Literal["day", "week", "month", "quarter", "year"] = ...,
    fixed: float = ...,
    limit: int | None = ...,
    budget: float | None = ...,
    acting: float = ...,
    unsure: float = ...,
    doubt: Literal["normal", "uniform", "dirichlet"] = ...,
    off: str = ...,
    other: str = ...,
    scenario: str = ...,
    tree: str = ...,
    aversion: Literal["none", "exponential", "log"] = ...,
    tolerance: float | None = ...,
) -> Answer: ...
def ranking(
    data: Data,
    *,
    measure: str | Sequence[str] = ...,
    law: Literal["uniform", "gaussian", "each", "dirichlet"] = ...,
    error_law: Literal["normal", "uniform"] = ...,
    error: float = ...,
    pairs: Literal[10000, 100000, 1000000] = ...,
    look: str | None = ...,
    prevalence: float | None = ...,
    values: Literal["right", "positives", "yours"] = ...,
    also: Literal["all", "set", "rough", "laws", "three", "auc"] = ...,
    u: str | Sequence[float] | None = ...,
    unit: str | None = ...,
    written: Literal["payoffs", "costs"] | None = ...,
) -> Answer: ...
def costs(
    data: Data,
    *,
    prevalence: float | None = ...,
    u: str | Sequence[float] | None = ...,
    unit: str | None = ...,
    written: Literal["payoffs", "costs"] | None = ...,
    rate: str | Sequence[float] = ...,
    volume: int | None = ...,
    period: Literal["day", "week", "month", "quarter", "year"] = ...,
    fixed: float = ...,
    limit: int | None = ...,
    budget: float | None = ...,
    acting: float = ...,
    curve: Literal["expected", "decision", "cost", "brier"] = ...,
) -> Answer: ...
def refer(
    data: Data,
    *,
    prevalence: float | None = ...,
    u: str | Sequence[float] | None = ...,
    unit: str | None = ...,
    written: Literal["payoffs", "costs"] | None = ...,
    rate: str | Sequence[float] = ...,
    volume: int | None = ...,
    period: Literal["day", "week", "month", "quarter", "year"] = ...,
    fixed: float = ...,
    limit: int | None = ...,
    budget: float | None = ...,
    acting: float = ...,
    by: Literal["share", "cost", "hand", "wanted", "rates"] = ...,
    share: float = ...,
    referral: str | Sequence[float] | None = ...,
    low: float | None = ...,
    high: float | None = ...,
    wanted_value: float | None = ...,
    misses: float = ...,
    alarms: float = ...,
    measure: str | Sequence[str] = ...,
) -> Answer: ...
def cases(
    data: Data,
    *,
    prevalence: float | None = ...,
    u: str | Sequence[float] | None = ...,
    unit: str | None = ...,
    written: Literal["payoffs", "costs"] | None = ...,
    rate: str | Sequence[float] = ...,
    person: Literal["asked", "none"] = ...,
    referral: str | Sequence[float] | None = ...,
    chance: Literal["evidence", "score"] = ...,
    row: int | None = ...,
) -> Answer: ...
def actions(
    data: Data,
    *,
    answers: str | None = ...,
) -> Answer: ...
def lending(
    data: Data,
    *,
    funds: float = ...,
    lgd: float = ...,
    rates: str | Sequence[float] = ...,
    take: Literal["quartic", "square", "line", "exponential", "sigmoid", "points"] = ...,
    half: float = ...,
    at10: float = ...,
    at40: float = ...,
    eager: float = ...,
    points: str = ...,
    highest: float = ...,
    riskiest: float = ...,
    risk: Literal["read", "scores"] = ...,
    margin: float | None = ...,
    riskier: float = ...,
    seen: float = ...,
) -> Answer: ...
