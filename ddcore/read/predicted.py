"""Which columns are predictions, scores or labels, and of which class the scores are."""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import combinations, permutations

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray
from scipy.special import expit

from ddcore.errors import InputError
from ddcore.read.columns import NUMBERS, FoundColumns, Given, chosen, has_scores, joined
from ddcore.read.evidence import Evidence
from ddcore.read.limits import CLASSES
from ddcore.read.values import FEW, HEAD, Column, as_text, is_number, key, matched, misfits
from ddcore.read.vocabulary import said_words, says, sense, without, without_eastern, words
from ddcore.read.words import ChoiceNeeded, listed, quoted
from ddcore.records.guess import Guess

Family = Mapping[str, Column]
"""Columns of scores that one model gives of several classes, by the keys of these."""


def class_families(roles: FoundColumns) -> list[Family]:
    """Score columns that are named like a value of the truth, those of one model together, in file order.

    A name is a value ("Class1"), or a value beside words of scores and of the truth ("prob_Class1", "churn_yes_pred",
    "prob_0" if all values have one), or one of a family with any other words ("rf_yes", "rf_no") if each row of the
    family sums to one. Of "yes" and "no" a name may say "pos" and "neg", or 1 and 0.

    >>> import pyarrow as pa
    >>> truth, ill = Column("truth", pa.array(["ill", "well"])), Column("ill", pa.array([0.9, 0.2]))
    >>> [list(family) for family in class_families(FoundColumns((truth, ill), truth))]
    [['ill']]
    """
    named = zip(map(joined, roles.truth.categories), roles.truth.keys, strict=True)
    keys = {**_meant(roles.truth), **{name: value for name, value in named if name}}
    spoken = set(words(roles.truth.name)) | AROUND
    families: dict[tuple[str, str], dict[str, Column]] = {}
    for column in roles.columns:
        if column in roles.taken or not column.is_numeric:
            continue
        whole = key(column.name if column.name.isascii() else without_eastern(column.name, "label", "score"))
        if whole in roles.truth.keys:
            families.setdefault(("", ""), {}).setdefault(whole, column)
            continue
        # KNIME counts the columns of further models: “P (churn=yes) (#1)”.
        plain, copy, _ = column.name.partition(" (#")
        name = _bare(plain)
        value = max((value for value in keys if name.endswith(value)), key=len, default=None)
        if value is not None:
            model = name.removesuffix(value).rstrip("_"), copy and column.name[len(plain) :]
            families.setdefault(model, {}).setdefault(keys[value], column)
    found: list[Family] = []
    for (prefix, copy), family in families.items():
        if not copy and _has_numbered_siblings(roles, prefix, family):
            continue
        covers = len(family) == len(roles.truth.categories)
        scored = says(prefix, "score", "label") and set(prefix.split("_")) <= said_words(prefix, "score") | spoken | (
            said_words(prefix, "label")
        )
        by_words = scored and (covers or not any(is_number(value) for value in family))
        alone = scored and len(roles.truth.categories) == 2 and len(family) == 1
        if not prefix or by_words or alone or (covers and _sums_to_one(family.values())):
            found.append(family)
    named_for_classes = {column.name for family in found for column in family.values()}
    return found + _in_order(roles, named_for_classes)


NUMBERED = re.compile(r"(.*?)_?(\d+)")


def _in_order(roles: FoundColumns, taken: Collection[str]) -> list[Family]:
    """Other columns that are numbered as classes are, and sum to one, in the order of the classes, which is told.

    Programs count classes from 0 or from 1 in the order of numbers or letters; only of words that order is a guess.
    """
    numbered: dict[str, dict[int, Column]] = {}
    for column in roles.columns:
        match = NUMBERED.fullmatch(joined(column.name))
        free = column not in roles.taken and column.name not in taken
        if match is not None and free and column.is_numeric and len(match[2]) < 4:
            numbered.setdefault(match[1], {})[int(match[2])] = column
    keys, many = sorted(roles.truth.keys, key=_by_number), len(roles.truth.keys)
    found: list[Family] = []
    for columns in numbered.values():
        places = sorted(columns)
        if places not in ([*range(many)], [*range(1, many + 1)]) or not _sums_to_one(columns.values()):
            continue
        found.append({value: columns[place] for value, place in zip(keys, places, strict=True)})
        names = listed([columns[place].name for place in places])
        text = f"{names} add up to 1 in each row; they were taken as the scores of {listed(keys)}, in this order."
        is_usual = all(map(is_number, keys)) or [sense(value) for value in keys] == [False, True]
        if is_usual or _is_called(roles, found[-1]):
            roles.notes.append(text)
        else:
            roles.guesses.append(Guess("score-guessed", "score", text, tuple(columns[place].name for place in places)))
    return found


def _is_called(roles: FoundColumns, family: Family) -> bool:
    """Whether a column of labels names the class with the largest score of a family in each of the first rows."""
    scores = np.array([column.top for column in family.values()])
    largest = np.array(list(family), dtype=object)[np.nan_to_num(scores, nan=-1).argmax(axis=0)]
    for column in roles.columns:
        if column is not roles.truth and column.head_keys <= set(family) and len(column.head_keys) > 1:
            called = [key(as_text(cell)) for cell in column.values[:HEAD].to_pylist()]
            if np.array_equal(np.array(called, dtype=object), largest):
                return True
    return False


def _by_number(value: str) -> tuple[bool, float, str]:
    return (False, float(value), "") if is_number(value) else (True, 0.0, value)


AROUND = frozenset({"of", "for", "class", "the", "is", "de", "von", "der", "i", "f", "mean", "avg", "average"})
"""Words that may stand in the name of a score beside its class."""

MEANT = {True: ("1", "pos", "positive", "yes", "true", "event"), False: ("0", "neg", "negative", "no", "false")}
"""What the scores of a class that says yes or no may be called."""


def _meant(truth: Column) -> dict[str, str]:
    """The value of the truth for each name in `MEANT`, where its two values say yes and no."""
    said = {sense(value): value for value in truth.keys}
    if len(truth.keys) != 2 or set(said) != {True, False}:
        return {}
    return {name: said[meaning] for meaning, names in MEANT.items() for name in names}


def _bare(name: str) -> str:
    """A name in the form of `joined`, without words of predictions behind others, and with numbers as of classes."""
    plain = joined(re.sub(r"(?<![\d.])(\d+)\.0+(?!\d)", r"\1", name))
    while (last := plain.rpartition("_"))[0] and says(last[2], "label", "score") and not last[2].isdigit():
        plain = last[0]
    return plain


def class_scores(roles: FoundColumns, families: Iterable[Family]) -> dict[str, str]:
    """The columns of some families: column name -> the key of the value that it is of, in file order.

    >>> import pyarrow as pa
    >>> truth, ill = Column("truth", pa.array(["ill", "well"])), Column("ill", pa.array([0.9, 0.2]))
    >>> class_scores(FoundColumns((truth, ill), truth), [{"ill": ill}])
    {'ill': 'ill'}
    """
    values = {column.name: value for family in families for value, column in family.items()}
    return {column.name: values[column.name] for column in roles.columns if column.name in values}


def with_complements(roles: FoundColumns, families: Iterable[Family], positive: str) -> dict[str, str]:
    """`class_scores`, after scores of two classes became those of the positive one in `roles`.

    The only scores of a model, those of the negative class, are turned round; of the logits of both classes the
    difference is taken, by which softmax orders cases.

    >>> import pyarrow as pa
    >>> truth, p = Column("truth", pa.array(["yes", "no"])), Column("prob_no", pa.array([0.25, 0.5]))
    >>> with_complements(roles := FoundColumns((truth, p), truth), [{"no": p}], "yes")
    {'prob_no': 'yes'}
    >>> roles.columns[1].numbers.tolist(), roles.notes
    ([0.75, 0.5], ['“prob_no” has the scores of “no”; 1 − score is used for “yes”.'])
    """
    classes = class_scores(roles, families)
    if len(roles.truth.keys) > 2:
        return classes
    for family in families:
        if len(family) == 2 and positive in family:
            _take_difference(roles, family, positive)
        if len(family) != 1 or positive in family:
            continue
        ((value, column),) = family.items()
        low, high = np.nanmin(column.numbers), np.nanmax(column.numbers)
        share = low >= 0 and high <= 1
        turned = Column(column.name, pa.array((1 if share else 0) - column.numbers, from_pandas=True), column.first_row)
        roles.columns = tuple(turned if each is column else each for each in roles.columns)
        classes[column.name] = positive
        shown = dict(zip(roles.truth.keys, roles.truth.categories, strict=True))
        text = (
            f"{quoted(column.name)} has the scores of {quoted(shown[value])}; {'1 − score' if share else '−score'} is "
            f"used for {quoted(shown[positive])}."
        )
        if is_number(value) and not column.name.casefold().startswith("p"):
            # A number may as well count models.
            roles.guesses.append(Guess("score-guessed", "score", text, (column.name,)))
        else:
            roles.notes.append(text)
    return classes


def _take_difference(roles: FoundColumns, family: Family, positive: str) -> None:
    """Put the difference of two logits in the place of the positive one's column.

    Logits have both signs, and no sum that is always the same, as have shares of a whole and one score with both signs.
    """
    own = family[positive]
    (other,) = (column for column in family.values() if column is not own)
    both = own.top + other.top
    if np.nanmin([own.top, other.top], initial=0) >= 0 or np.allclose(
        both, np.nanmean(both), atol=1e-3, equal_nan=True
    ):
        return
    log_odds = Column(own.name, pa.array(own.numbers - other.numbers, from_pandas=True), own.first_row)
    roles.columns = tuple(log_odds if each is own else each for each in roles.columns)
    roles.notes.append(
        f"{quoted(own.name)} and {quoted(other.name)} are logits of the two classes. The score is {quoted(own.name)} "
        f"minus {quoted(other.name)}, which orders the cases as softmax does."
    )


SPREAD = frozenset(
    {"std", "sd", "stddev", "se", "stderr", "lower", "upper", "lwr", "upr", "ci", "var", "variance", "uncertainty"}
)
"""Last words of the names of what is told of a score: how far from it the right one may be."""


def _is_spread(column: Column) -> bool:
    return bool(SPREAD & set(words(column.name)[-1:]))


MOST_PAIRED = 30
"""Scores among which pairs are looked for that sum to one, or are log-odds of each other."""

FEWEST = 10
"""Cases that show that scores are those of the class predicted: with fewer it is a guess."""


def read_confidences(roles: FoundColumns, positive: str, classes: Mapping[str, str]) -> None:
    """Scores of the class that a label names become those of the positive class: 1 - score where it names the other.

    Such scores are 1 / K at least, of K classes, and do not rise with the label. Of more than two classes they say too
    little about one, and are left out: their labels are the model. Those of `classes` are named for theirs.

    >>> import pyarrow as pa
    >>> truth, label = Column("truth", pa.array(["b", "a", "b"])), Column("label", pa.array(["b", "a", "a"]))
    >>> score = Column("score", pa.array([0.75, 0.875, 0.5]))
    >>> roles = FoundColumns((truth, label, score), truth, scores=[score], labels=[label])
    >>> read_confidences(roles, "b", {})
    >>> roles.scores[0].numbers.tolist()
    [0.75, 0.125, 0.5]
    """
    many = len(roles.truth.keys)
    for score in roles.scores.copy():
        if score.name in classes or not roles.labels:
            continue
        numbers = score.numbers
        known = np.isfinite(numbers)
        if not known.any() or numbers[known].min() < 1 / many - 1e-9 or numbers[known].max() > 1:
            continue
        label = nearest(score, roles.labels)[0]
        if max(_shared(label, other) for other in roles.scores) > _shared(label, score):
            continue
        meant = matched(label, roles.truth)
        called = np.array([*(value == key(positive) for value in meant), False])[label.codes]
        if called.all() or not called.any() or _rises(numbers, called, known):
            continue
        if many > 2:
            roles.scores.remove(score)
            roles.notes.append(
                f"{quoted(score.name)} is the score of whichever class {quoted(label.name)} predicts. With {many} "
                f"classes it gives no score for a single class, so only the labels are used."
            )
            continue
        turned = np.where(called | label.missing, numbers, 1 - numbers)
        same = next(
            (other for other in roles.scores if np.allclose(other.numbers, turned, atol=1e-6, equal_nan=True)), None
        )
        if same is not None:
            roles.scores.remove(score)
            roles.notes.append(
                f"{quoted(score.name)} repeats {quoted(same.name)}: it is the score of whichever class "
                f"{quoted(label.name)} predicts."
            )
            continue
        roles.scores[roles.scores.index(score)] = Column(
            score.name, pa.array(turned, from_pandas=True), score.first_row
        )
        text = (
            f"{quoted(score.name)} is the score of whichever class {quoted(label.name)} predicts, never below 0.5. "
            f"Where that class is not {quoted(positive)}, 1 − score is used."
        )
        if known.sum() < FEWEST:
            roles.guesses.append(Guess("score-guessed", "score", text, (score.name, label.name)))
        else:
            roles.notes.append(text)


def drop_largest(roles: FoundColumns, families: Iterable[Family]) -> None:
    """Leave out labels that name the class with the largest of a model's scores, of more than two: it is one model.

    >>> import pyarrow as pa
    >>> truth, label = Column("truth", pa.array(["a", "b", "c"])), Column("label", pa.array(["a", "b", "b"]))
    >>> own = {name: Column(name, pa.array(p)) for name, p in {"a": [0.7, 0, 0], "b": [0.2, 0.9, 0.6]}.items()}
    >>> own["c"] = Column("c", pa.array([0.1, 0.1, 0.4]))
    >>> roles = FoundColumns((truth, label, *own.values()), truth, scores=[own["b"]], labels=[label])
    >>> drop_largest(roles, [own])
    >>> roles.labels, roles.notes
    ([], ['“label” is the class with the largest of “a”, “b” and “c”; all are one model, with the score “b”.'])
    """
    keys = roles.truth.keys
    for family in families:
        own = next((score for score in roles.scores if score in family.values()), None)
        if own is None or not 2 < len(keys) == len(family):
            continue
        numbers = np.column_stack([family[value].numbers for value in keys])
        for label in roles.labels.copy():
            places = np.array([*(keys.index(value) if value else -1 for value in matched(label, roles.truth)), -1])
            called = places[label.codes]
            known = (called >= 0) & np.isfinite(numbers).all(axis=1)
            chosen_scores = numbers[np.flatnonzero(known), called[known]]
            if known.any() and (chosen_scores >= numbers[known].max(axis=1) - 1e-9).all():
                roles.labels.remove(label)
                names = listed(column.name for column in family.values())
                roles.notes.append(
                    f"{quoted(label.name)} is the class with the largest of {names}; all are one model, with the "
                    f"score {quoted(own.name)}."
                )


def drop_copies(roles: FoundColumns, classes: Collection[str]) -> None:
    """Leave out scores that are others once more: of a class in `classes`, under a like name, as log-odds, in percent.

    >>> import pyarrow as pa
    >>> truth, p, again = (Column(name, pa.array(cells)) for name, cells in
    ...     {"truth": ["yes", "no"], "p_yes": [0.9, 0.2], "logistic": [0.9, 0.2]}.items())
    >>> roles = FoundColumns((truth, p, again), truth, scores=[p, again])
    >>> drop_copies(roles, ["p_yes"])
    >>> [score.name for score in roles.scores], roles.notes
    (['p_yes'], ['“logistic” repeats the scores of “p_yes”; both are one model.'])
    """
    named = [score for score in roles.scores if score.name in classes]
    for score in roles.scores.copy():
        same = next(
            (each for each in named if np.allclose(each.numbers, score.numbers, atol=1e-9, equal_nan=True)), None
        )
        if score not in named and same is not None:
            roles.scores.remove(score)
            roles.notes.append(f"{quoted(score.name)} repeats the scores of {quoted(same.name)}; both are one model.")
    for kept, what in ((roles.scores, "scores"), (roles.labels, "labels")):
        for one, again in combinations(kept[:MOST_PAIRED], 2):
            if one in kept and again in kept and _are_equal(one, again):
                kept.remove(again)
                roles.notes.append(
                    f"{quoted(again.name)} repeats the {what} of {quoted(one.name)}; both are one model."
                )
    for share, other in permutations(roles.scores[:MOST_PAIRED], 2):
        if share in roles.scores and other in roles.scores and (what := _form_of(share, other)):
            roles.scores.remove(other)
            roles.notes.append(f"{quoted(other.name)} is {quoted(share.name)}{what}; both are one model.")


def _are_equal(one: Column, other: Column) -> bool:
    """Whether columns have the same cells, and one is called as the other is or says less: “rule” and “dt_rule”."""
    rest = [set(without(column.name, "label", "score", "decision").split("_")) - {""} for column in (one, other)]
    differ = rest[0] ^ rest[1]
    alike = rest[0] <= rest[1] or rest[1] <= rest[0] or differ <= {*MEANT[True], *MEANT[False]}
    named = all(says(column.name, "label", "score", "decision") for column in (one, other))
    if not alike or not named or one.head_keys != other.head_keys:
        return False
    if one.is_numeric and other.is_numeric:
        return np.array_equal(one.numbers, other.numbers, equal_nan=True)
    keys = [np.array([*column.keys, ""], dtype=object) for column in (one, other)]
    rows = (slice(HEAD), slice(None))
    return all((keys[0][one.codes[each]] == keys[1][other.codes[each]]).all() for each in rows)


def _form_of(share: Column, other: Column) -> str:
    """In which form scores are others between 0 and 1 once more; empty where they are not."""
    if not (np.nanmin(share.top) >= 0 and np.nanmax(share.top) <= 1 and np.isfinite(share.top).sum() >= FEWEST):
        return ""
    low, high = np.nanmin(other.top), np.nanmax(other.top)
    for what, could_be, scale, step in (
        (" as log-odds", low < 0, expit, 1e-3),
        (" in percent", low >= 0 and 1 < high <= 100, lambda numbers: numbers / 100, 6e-3),
    ):
        pairs = ((share.top, other.top), (share.numbers, other.numbers))
        if could_be and all(np.allclose(scale(its), own, atol=step, rtol=0, equal_nan=True) for own, its in pairs):
            return what
    return ""


def _rises(numbers: NDArray[np.float64], called: NDArray[np.bool_], known: NDArray[np.bool_]) -> bool:
    """Whether all scores of cases that are called positive are above all others, as those of one class are."""
    high, low = numbers[called & known], numbers[~called & known]
    return bool(high.min(initial=np.inf) > low.max(initial=-np.inf))


def nearest(column: Column, others: Sequence[Column]) -> list[Column]:
    """Other columns, those first that share most words of a column's name, then its first letter; one named the same
    shares no word."""
    first = joined(column.name)[:1]
    return sorted(others, key=lambda other: (-_shared(column, other), joined(other.name)[:1] != first))


def _shared(one: Column, other: Column) -> int:
    """How many words two names share."""
    return 0 if joined(one.name) == joined(other.name) else len({*words(one.name)} & {*words(other.name)})


def _has_numbered_siblings(roles: FoundColumns, prefix: str, family: Mapping[str, Column]) -> bool:
    """Whether numbers in names count models: beside score_0 and score_1 stands score_2, and no class is 2."""
    if not prefix or not all(joined(column.name)[-1].isdigit() for column in family.values()):
        return False
    numbered = {joined(column.name) for column in roles.columns if column.is_numeric} - {
        joined(column.name) for column in family.values()
    }
    return any(re.fullmatch(re.escape(prefix) + r"_?\d+", name) for name in numbered)


def _sums_to_one(family: Iterable[Column]) -> bool:
    """Whether the first rows do that have all cells of the family filled, of which there is one at least."""
    rows = np.array([column.top for column in family])
    filled = np.isfinite(rows).all(axis=0)
    return bool(filled.any()) and np.allclose(rows[:, filled].sum(axis=0), 1, atol=1e-3)


def find_predictions(
    roles: FoundColumns, given: Mapping[str, Given], other_classes: Iterable[str], found: Evidence
) -> None:
    """Fill the scores and labels of `roles`: those given and nothing else, or else all that qualify.

    Labels are columns whose values are all values of the truth. Scores are other columns of numbers, if their name
    says so or all are between 0 and 1 and not whole. Where names say which are predictions, columns without such a
    name are none, unless labels show that they are their scores. Raises `InputError` for a cell that does not fit a
    column which is named as a prediction, and `ChoiceNeeded` where no column qualifies.

    >>> import pyarrow as pa
    >>> truth, p = Column("truth", pa.array(["yes", "no"])), Column("p", pa.array([0.9, 0.2]))
    >>> find_predictions(roles := FoundColumns((truth, p), truth), {}, (), Evidence((truth, p)))
    >>> roles.names()["score"]
    ('p',)
    """
    if given.get("score") or given.get("label"):
        roles.scores += chosen(roles.columns, "score", given.get("score"))
        roles.labels += chosen(roles.columns, "label", given.get("label"))
        for column in roles.labels:
            check_labels(column, roles)
        return
    doubts: list[InputError] = []
    by_content: list[Column] = []
    unused: list[str] = []
    skipped = {column.name for column in roles.taken} | set(other_classes)
    others = [column for column in roles.columns if column.name not in skipped]
    for column in others:
        named: bool = says(column.name, "label", "score") or found.is_prediction(column)
        if roles.named(column) in (*NUMBERS, "id"):
            if roles.named(column) != "weight" or given.get("weight") is not None:
                unused.append(column.name)
            continue
        copied = not named and found.is_copy(column, roles.truth)
        true = not named and bool(said_words(column.name, "truth") - set(roles.truth.keys))
        dated = says(column.name, "date") and not has_scores(column) if column.is_numeric else False
        if copied or true or dated or _is_spread(column) or found.is_check(column) or found.is_outcome(column):
            unused.append(column.name)
            continue
        try:
            role = _prediction(column, roles, named)
        except InputError as error:
            if named:
                raise
            doubts.append(error)
            roles.notes.append(f"{quoted(column.name)} was not used: {str(error).rsplit(';')[0]}.")
            continue
        if role is None:
            unused.append(column.name)
            continue
        role.append(column)
        soft = role is roles.scores and _only_decides(column.name)
        if (soft or not named) and joined(column.name) not in roles.class_names:
            by_content.append(column)
    unused += _without_features(roles, by_content, found)
    unused += _without_complements(roles)
    if not roles.scores and not roles.labels:
        if doubts:
            raise doubts[0]
        raise ChoiceNeeded(
            f"no column has predictions of {quoted(roles.truth.name)}: choose a column with scores or labels",
            "score",
            [column.name for column in roles.columns],
            roles.names(),
            options=[column.name for column in roles.columns if column.is_numeric and column is not roles.truth],
        )
    if by_content:
        names = [column.name for column in by_content]
        roles.notes.append(f"Recognised as predictions by their values, not by their names: {listed(names)}.")
    if unused:
        in_order = [column.name for column in roles.columns if column.name in unused]
        roles.notes.append(f"Not used: {listed(in_order)}.")


def _without_features(roles: FoundColumns, by_content: list[Column], found: Evidence) -> list[str]:
    """Leave out columns that are no models beside others, and return their names.

    `by_content` has those that are not named as predictions; it keeps those that stay. They go where others are named
    so, but for kinds of models ("rf"), and for scores and labels of which these are cut from those; a column of one
    value goes, too. Where none is named and several stay, that they are models is a guess.
    """
    of_model = [column for column in by_content if says(column.name, "kind of model", "class")]
    predictions = [*roles.scores, *roles.labels]
    named = [column for column in predictions if column not in by_content]
    labelled = [cut.score for cut in found.cuts if cut.label in named]
    others = [cut for cut in found.cuts if cut.score in named and cut.score not in labelled]
    first_labels = {cut.score.name: cut.label for cut in reversed(others)}.values()
    stay = [column for column in by_content if column in (*of_model, *labelled, *first_labels)]
    left = [column for column in by_content if named and column not in stay]
    if named and not stay and not any(column in roles.scores for column in named):
        # Labels alone are named: what could be their scores is not thrown away unasked, but a score gives its labels.
        is_clear = all(map(_has_enough_of_both, named))
        scores = [column for column in left if column in roles.scores and not is_clear]
        left = [column for column in left if column not in scores]
        if scores:
            _guess_scores(
                roles, scores, f"No column has the usual name of the scores of {listed(c.name for c in named)}"
            )
    elif not named and len(by_content) > 1 and len(of_model) < len(by_content):
        _guess_scores(roles, by_content, "No column has the usual name of a prediction")
    else:
        # A score of other people, such as a credit score, may be a feature.
        called = [column for column in named if column in roles.labels and says(column.name, "label")]
        large = [score for score in found.measured if score in named and score in roles.scores]
        apart = [score for score in large if np.nanmax(score.top) > 1 and score not in labelled]
        if called and apart:
            _guess_scores(
                roles, apart, f"{listed(c.name for c in called)} follows from none of these scores by a threshold"
            )
    left += _other_scores(roles, [column for column in named if column not in labelled], named)
    rest = [column for column in predictions if column not in left]
    constant = [column for column in rest if len(column.head_keys) == 1 and column.distinct == 1]
    if len(constant) < len(rest):
        left += constant
    for column in left:
        for kept in (roles.scores, roles.labels, by_content):
            if column in kept:
                kept.remove(column)
    return [column.name for column in left]


def _without_complements(roles: FoundColumns) -> list[str]:
    """Leave out one of two scores that sum to one and are not named for classes; return the names of these.

    The one that ends as the truth does stays, else the second, which is a guess.
    """
    left = []
    for first, second in combinations(roles.scores[:MOST_PAIRED], 2):
        both = first in roles.scores and second in roles.scores and np.isfinite(first.top + second.top).sum() >= FEWEST
        if both and _sums_to_one((first, second)):
            ends = [words(column.name)[-1:] == words(roles.truth.name)[-1:] for column in (first, second)]
            dropped, kept = (second, first) if ends == [True, False] else (first, second)
            roles.scores.remove(dropped)
            left.append(dropped.name)
            both = listed([first.name, second.name])
            text = f"{both} add up to 1 in each row. {quoted(kept.name)} was taken as the score of the positive class"
            if any(ends) and not all(ends):
                roles.notes.append(f"{text}, because its name ends as {quoted(roles.truth.name)} does.")
                continue
            text += ", because it comes second."
            roles.guesses.append(Guess("score-guessed", "score", text, (kept.name, dropped.name)))
    return left


def _other_scores(roles: FoundColumns, columns: Sequence[Column], named: Sequence[Column]) -> list[Column]:
    """Columns that are called scores of something else, and go beyond 1, beside probabilities: “nps_score”."""
    own = set(words(roles.truth.name)) | {word for value in roles.truth.keys for word in words(value)}
    weak = [
        column
        for column in columns
        if said_words(column.name, "score")
        and said_words(column.name, "score") <= {"score", "scores"}
        and not says(column.name, "label", "decision", "truth", "class", "kind of model")
        and (rest := {word for word in without(column.name, "score").split("_") if len(word) > 2})
        and not rest & own
        and (column in roles.labels or np.nanmax(column.top) > 1)
    ]
    strong = [column for column in named if column in roles.scores and column not in weak and has_scores(column)]
    return weak if strong and not any(_form_of(share, column) for share in strong for column in weak) else []


def _has_enough_of_both(label: Column) -> bool:
    """Whether there are so many labels of both classes that scores which order them otherwise do not give them."""
    known = label.codes[:HEAD][~label.missing[:HEAD]]
    return bool(known.size) and int(np.sort(np.bincount(known))[:-1].sum()) >= FEWEST


def _guess_scores(roles: FoundColumns, columns: Sequence[Column], reason: str) -> None:
    names = tuple(column.name for column in columns)
    text = f"{reason}. Recognised as scores by their values: {listed(names)}. Features of the cases can look the same."
    roles.guesses.append(Guess("score-guessed", "score", text, names))


def _prediction(column: Column, roles: FoundColumns, named: bool) -> list[Column] | None:
    """The list of `roles` that a column belongs to, None for neither."""
    if column.missing[:HEAD].all():
        return None
    known = roles.truth.keys
    # Numbers of more values than the truth has are no labels: the head shows it without a look at all rows.
    few = column.is_few or (len(known) > FEW and not column.is_numeric)
    could_be_labels = few and (len(column.head_keys) <= max(2, len(known)) or not column.is_numeric)
    if could_be_labels and named and not column.is_numeric:
        CLASSES.check(column.distinct, quoted(column.name))
    if could_be_labels and column.distinct <= CLASSES.most:
        wrong = misfits(column, roles.truth)
        if not wrong:
            return roles.labels
        overlap = len(wrong) < len(column.categories)
        if not column.is_numeric and (named or column.head_keys <= set(known)) and overlap:
            check_labels(column, roles)
            return roles.labels
        if not column.is_numeric and named:
            values, truth = listed(wrong), quoted(roles.truth.name)
            roles.notes.append(f"{quoted(column.name)} was not used: its values ({values}) do not occur in {truth}.")
    if not column.is_numeric and not (named and np.isfinite(column.top).any()):
        return None
    if (named and not _only_decides(column.name)) or joined(column.name) in roles.class_names:
        return roles.scores
    return roles.scores if has_scores(column) else None


def _only_decides(name: str) -> bool:
    """Whether a name speaks of a decision and of no scores: “machine” may as well be a number of one."""
    return says(name, "decision") and not says(name, "label", "score") and not name.startswith("$")


def check_labels(column: Column, roles: FoundColumns) -> None:
    """Raise `InputError` for labels that are no value of the truth; of more than two classes a note says so."""
    CLASSES.check(column.distinct, quoted(column.name))
    wrong = misfits(column, roles.truth)
    if not wrong:
        return
    if len(roles.truth.categories) > 2 and len(wrong) < len(column.categories):
        roles.notes.append(
            f"{quoted(column.name)} also predicts {listed(wrong)}, which never occurs in {quoted(roles.truth.name)}."
        )
        return
    place = int(np.argmax(column.codes == column.categories.index(wrong[0])))
    raise column.wrong(f"have the values of {quoted(roles.truth.name)}, {listed(roles.truth.categories, 'or')}", place)
