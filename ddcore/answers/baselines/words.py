"""The sentences of baselines: of these cases, of any share of positives, and of several data sets."""

from collections.abc import Sequence

import numpy as np

from ddcore.answers.base.answer import Note
from ddcore.answers.base.words import article, calls, expected_formula, in_text, listing, not_drawn, typed
from ddcore.answers.baselines.compute import THESE_DATA, BaselineRow, SetRow
from ddcore.answers.baselines.tables import shares_text
from ddcore.arrays import Array
from ddcore.chance.dutch_draw import Baseline
from ddcore.chance.shares import ShareCurve
from ddcore.formats import count, many, number, percent, theta_text
from ddcore.measures import measure as measure_named
from ddcore.samples.data_sets import DataSet


def sentence(rows: Sequence[BaselineRow], leading: str, total: int, positives: int, weighted: bool) -> str:
    """The baseline of a measure of one's own, else of the leading one or of F1 if it is shown, else of the first."""
    keys = [row.measure.key for row in rows]
    own = (key for key in keys if "=" in key)
    first = next(own, next((key for key in (leading, "F1") if key in keys), keys[0]))
    row = rows[keys.index(first)]
    if weighted:
        cases = f"With {percent(positives / total)} of the cases positive"
    else:
        cases = f"With {many(total, 'case')}, {count(positives)} of them positive"
    if not row.reached:
        return f"{cases}, {row.measure.title} is undefined: {row.measure.undefined}."
    return f"{cases}, {calls(row.reached, total)} already gives {_best_mean(row, total)}."


def _best_mean(row: BaselineRow, total: int) -> str:
    """The baseline as the object of a sentence; what is no average does not say that it is one."""
    score = f"{article(row.measure.title)} of **{number(row.best)}**"
    if set(row.reached) <= {(0, 0), (total, total)}:
        return score
    return f"{score} on average"


def notes(rows: Sequence[BaselineRow], shown: Sequence[BaselineRow], total: int, positives: int) -> list[Note]:
    """What random guessing reaches: in accuracy always, and on the measures shown."""
    baselines = {row.measure.key: row.baseline for row in rows}
    return [
        _free_accuracy(baselines["ACC"], total, positives),
        *not_drawn([row.measure for row in shown]),
        *_cannot_be_beaten(shown),
        *_partly_undefined(shown),
        *_best_in_between(baselines["G2"], total),
        *(_conjecture(total, positives) if any(row.measure.key == "G2" for row in shown) else []),
        *_undefined(shown),
    ]


def _free_accuracy(accuracy: Baseline, total: int, positives: int) -> Note:
    free = f"An accuracy of {number(accuracy.highest)} needs no skill: {calls(accuracy.argmax, total)} gives it."
    if accuracy.highest <= 0.8:
        return Note("free-accuracy", free)
    if positives in (0, total):
        return Note("free-accuracy", f"{free} It is high because all cases belong to one class.")
    rarer = percent(min(positives, total - positives) / total)
    return Note("free-accuracy", f"{free} It is high because only {rarer} of the cases belong to the rarer class.")


def _cannot_be_beaten(rows: Sequence[BaselineRow]) -> list[Note]:
    unbeatable = [row.measure.title for row in rows if row.measure.judges and row.unbeatable]
    if not unbeatable:
        return []
    return [
        Note(
            "cannot-be-beaten",
            f"*{listing(unbeatable, 5)} cannot be beaten*: random guessing already reaches the best value. "
            f"Alone, they do not show skill.",
        )
    ]


def _partly_undefined(rows: Sequence[BaselineRow]) -> list[Note]:
    """A measure whose best draws have no value now and then."""
    return [
        Note(
            "partly-undefined",
            f"{measure.title} is undefined for {percent(reach.undefined(measure.better))} of the best guesses "
            f"({measure.undefined}). The mean leaves them out.",
        )
        for measure, reach, _ in rows
        if reach.argmax and reach.undefined(measure.better) >= 0.005
    ][:1]


def _best_in_between(middle: Baseline, total: int) -> list[Note]:
    if not middle.argmax:
        return []
    return [
        Note(
            "best-in-between",
            f"G-mean 2 rewards a mix of both predictions: {calls(middle.argmax, total)} gives {number(middle.highest)} "
            f"on average, the most that guessing reaches.",
        )
    ]


def _conjecture(total: int, positives: int) -> list[Note]:
    """What is proved, and what is only checked, of the best guess on G-mean 2."""
    if not 0 < positives < total:
        return []
    proved = (
        "The mean of G-mean 2 is concave in the number predicted positive, which is proved: so a guess that is better "
        "than its neighbours is the best."
    )
    if 2 * positives == total:
        return [Note("g2-concave", f"{proved} With equal classes it is best to predict half of the cases positive.")]
    rarer, end = ("fewer", "at least") if 2 * positives < total else ("more", "at most")
    return [
        Note(
            "g2-conjecture",
            f"{proved} Where {rarer} than half of the cases are positive, its best guess predicts {end} half of the "
            f"cases positive. That is a conjecture of van de Bijl et al. (2024): checked for all classes of up to 800 "
            f"cases, not proved.",
        )
    ]


def _undefined(rows: Sequence[BaselineRow]) -> list[Note]:
    undefined = [row.measure for row in rows if not row.reached]
    if not undefined:
        return []
    verb = "are" if len(undefined) > 1 else "is"
    titles = listing([measure.title for measure in undefined], 5)
    return [Note("undefined", f"{titles} {verb} undefined here: {undefined[0].undefined}.")]


def method(rows: Sequence[BaselineRow], total: int, positives: int) -> str:
    """The formula of each expectation, with the numbers of the best draw put in."""
    return "\n\n".join(
        [
            f"$M$ = {many(total, 'case')}, $P$ = {count(positives)} positive, $N$ = {count(total - positives)} "
            f"negative, $n$ predicted positive. Closed forms are those of van de Bijl et al. (2024), Table 3; the "
            f"others are exact sums over the hypergeometric distribution of the true positives $k$. Halves are rounded "
            f"up: $n$ belongs to every share $\\theta$ in $[(n - 1/2)/M, (n + 1/2)/M)$, cut at 0 and 1. F scores and "
            f"Fowlkes-Mallows need a positive prediction, so their lowest mean is at $n$ = 1; the threat score does "
            f"not, so its lowest mean is at $n$ = 0. Where some guesses are undefined, the mean leaves them out; the "
            f"table has their share. Each formula is also written so that you can type it as a measure of your own.",
            *(
                f"**{row.measure.title}**: {expected_formula(row.measure, row.baseline, total, positives)}"
                f"{_line(row, total, positives)}\n\n{typed(row.measure)}"
                for row in rows
            ),
        ]
    )


def _line(row: BaselineRow, total: int, positives: int) -> str:
    """The shares that reach the best mean, and the measure as a line in the true positives there."""
    if not row.reached:
        return ""
    reached = f"; reached by $\\theta$ in {shares_text(row.reached, total)}"
    a, b = row.linear(total, positives)
    if a is None or b is None:
        return f"{reached}. It is not linear in TP."
    return f"{reached}. There the measure is $a\\,\\mathrm{{TP}} + b$ with $a$ = {_digits(a)}, $b$ = {_digits(b)}."


def _digits(value: float) -> str:
    return f"{value + 0.0:.6g}".replace("-", "−")


def share_sentence(
    here: BaselineRow, there: BaselineRow, total: int, positives: int, positives_there: int, weighted: bool
) -> str:
    """The baseline of one measure at another number of positives, and what it is here."""
    measure = there.measure
    if weighted:
        where, now = f"With {percent(positives_there / total)} positive", f"{percent(positives / total)}"
    else:
        where, now = f"With {count(positives_there)} of {many(total, 'case')} positive", f"{count(positives)}"
    if not there.reached:
        return f"{where}, {measure.title} is undefined: {measure.undefined}."
    there_is = f"{where}, {calls(there.reached, total)} already gives {_best_mean(there, total)}"
    if not here.reached or positives_there == positives:
        return f"{there_is}."
    if number(here.best) == number(there.best):
        return f"{there_is}, the same as the baseline with {now}."
    return f"{there_is}; with {now} the baseline is {number(here.best)}."


def share_notes(curves: Sequence[ShareCurve], left_out: Sequence[str]) -> list[Note]:
    """How the best guess and its score move with the share, measure by measure, and which measures have no curve."""
    level = [curve for curve in curves if _known(curve).size and np.ptp(_known(curve)) < 1e-9]
    notes = [note for curve in curves for note in _best_guess(curve)]
    moving = max(curves, key=_spread, default=None)
    if moving is not None and moving not in level and _spread(moving) > 0:
        low, high = (_at(moving, int(place(moving.best))) for place in (np.nanargmin, np.nanargmax))
        notes.append(
            Note(
                "share-moves",
                f"The baseline of {moving.measure.title} ranges from {low} to {high}: the same score may show skill "
                f"at one share and none at another.",
            )
        )
    if level:
        names = listing([curve.measure.title for curve in level])
        notes.append(Note("share-level", f"The baseline of {names} is the same at every share of positives."))
    if left_out:
        notes.append(
            Note(
                "share-left-out",
                f"{listing([measure_named(key).title for key in left_out])} cannot be drawn for more than 10 million "
                f"cases: its best guess would have to be searched at every share.",
            )
        )
    return notes


def _known(curve: ShareCurve) -> Array:
    return np.asarray(curve.best[np.isfinite(curve.best)])


def _spread(curve: ShareCurve) -> float:
    known = _known(curve)
    return float(np.ptp(known)) if known.size else 0.0


def _at(curve: ShareCurve, place: int) -> str:
    return f"{number(float(curve.best[place]))} at {percent(float(curve.share[place]))} positive"


def _best_guess(curve: ShareCurve) -> list[Note]:
    """Whether the best guess changes with the share."""
    total, title = curve.total, curve.measure.title
    known = [(int(P), reached) for P, reached in zip(curve.positives, curve.reached, strict=True) if reached]
    single = [(P, reached[0][0]) for P, reached in known if len(reached) == 1 and reached[0][0] == reached[0][1]]
    if len(single) < 2:
        wide = known and all(last > first for _, ((first, last), *_) in known)
        return [Note("any-guess", f"{title} is the same however many cases are predicted positive.")] if wide else []
    (least, low), (most, high) = single[0], single[-1]
    if len({called for _, called in single}) == 1:
        return [
            Note(
                "same-guess",
                f"The best guess for {title} is {calls(((low, low),), total)}, at every share; only its score changes.",
            )
        ]
    return [
        Note(
            "guess-moves",
            f"The best guess for {title} depends on the share: with {count(least)} of {count(total)} positive it "
            f"predicts a share of {theta_text(low / total)} positive, with {count(most)} a share of "
            f"{theta_text(high / total)}.",
        )
    ]


def share_method(total: int, positives_there: int) -> str:
    """How the curves over the share of positives are computed."""
    return (
        f"Each point is the exact baseline of {many(total, 'case')} with that share of positives; from 100 numbers of "
        f"positives on, evenly spaced ones are computed. The second chart has the share $\\theta^* = n / M$ of the "
        f"number $n$ that reaches the baseline, as in van de Bijl et al. (2024), Figure 2, and a strip where several "
        f"numbers do. The dotted line is at {many(positives_there, 'positive case')}. The formulas below are those of "
        f"the share of positives in your data.\n\n"
    )


def sets_sentence(rows: Sequence[SetRow], sets: Sequence[DataSet]) -> str:
    """The data sets with the highest and the lowest baseline of one measure."""
    row = _leading(rows)
    if len(sets) < 2 or not np.isfinite(row.best).any():
        return f"These data sets have no two baselines of {in_text(row.measure)} to compare."
    (low, lowest), (high, highest) = _ends(row, sets)
    if row.spread < 1e-9:
        return f"The baseline of {row.measure.title} is **{high}** on each of these data sets."
    return f"The baseline of {row.measure.title} ranges from **{low}** on {lowest} to **{high}** on {highest}."


def sets_notes(rows: Sequence[SetRow], sets: Sequence[DataSet]) -> list[Note]:
    """Which baselines differ most from set to set, and which do not."""
    notes = []
    leading = _leading(rows)
    shares = [row for row in rows if not row.measure.grows and row is not leading]
    widest = max(shares, key=lambda row: row.spread, default=None)
    if widest is not None and widest.spread > 1e-9:
        (low, lowest), (high, highest) = _ends(widest, sets)
        notes.append(
            Note(
                "sets-differ",
                f"The baseline of {widest.measure.title} ranges from {low} on {lowest} to {high} on {highest}.",
            )
        )
    same = [row.measure.title for row in rows if row.spread < 1e-9 and np.isfinite(row.best).all()]
    if same and len(sets) > 1:
        notes.append(
            Note(
                "sets-agree",
                f"{listing(same, 6)}: the baseline is the same on all data sets, so scores can be compared directly.",
            )
        )
    undefined = [row.measure.title for row in rows if np.isnan(row.best).any()]
    if undefined:
        notes.append(Note("sets-undefined", f"{listing(undefined, 6)}: undefined on at least one data set."))
    return notes or [Note("sets-alike", "The other baselines are close to each other on these data sets.")]


def _leading(rows: Sequence[SetRow]) -> SetRow:
    """F1 where it is shown, else the first one."""
    return next((row for row in rows if row.measure.key == "F1"), rows[0])


def _ends(row: SetRow, sets: Sequence[DataSet]) -> list[tuple[str, str]]:
    """The lowest and the highest baseline of a measure, each with its data set."""
    return [
        (number(row.best[place]), _named(sets[place]))
        for place in (int(np.nanargmin(row.best)), int(np.nanargmax(row.best)))
    ]


def _named(data_set: DataSet) -> str:
    """A data set inside a sentence; names are those of the program or made of digits."""
    if data_set.short == THESE_DATA:
        return f"these data{data_set.name.removeprefix(THESE_DATA)}"
    return data_set.name
