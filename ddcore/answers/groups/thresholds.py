"""Where does it fail: what separate thresholds for each group would change, by rules such as equal recall."""

import math
from functools import partial

import numpy as np
import pandas as pd

from ddcore.answers.base.answer import NO_INTERVAL, Answer, Figure, Note, Number, Part, Table, values_of
from ddcore.answers.base.words import about, digits4, listing, literal
from ddcore.answers.groups.draw import PANELS, RULES, rules_alt, rules_figure
from ddcore.arrays import Array
from ddcore.data import Data
from ddcore.decisions.group_thresholds import GroupThresholds, Mix, Rule, group_thresholds
from ddcore.decisions.utility import Utility
from ddcore.errors import InputError
from ddcore.formats import many, number, percent, times_text
from ddcore.model import NO_SCORES
from ddcore.records.rows import UNKNOWN, Split, empty_name
from ddcore.table import ScoreTable

SEED = 1
"""The seed of the deals of the cases."""
DEALS, DEALS_OF_MANY, MANY = 5, 1, 200_000
"""How often the cases are dealt; how often if there are more than `MANY` cases."""
MOST_GROUPS = 8
"""The largest number of groups; of more the smallest are merged."""
ENOUGH = 10
"""Positives that a group must have for its recall to stand in the sentence."""
OTHERS = "(all others)"


class RuleThresholds:
    """The thresholds of each group under each rule, on all groups that have cases of both classes.

    `left_out` are the groups of one class, `pooled` says whether small groups were put together. `compared` are the
    places of the groups whose recall the sentence compares, `miss` is the cost of a miss in false alarms.
    """

    def __init__(self, data: Data, column: str, parts: int, miss: float) -> None:
        split = _column(data, column).parts(parts)
        tables, self.left_out = _tables(data, split)
        if len(tables) < 2:
            raise InputError(
                f"thresholds by group need two groups with cases of both classes, got {len(tables)}; choose another "
                f"column or fewer parts"
            )
        self.pooled = OTHERS in tables
        positives = np.array([float(table.positives.sum()) for table in tables.values()])
        enough = np.flatnonzero(positives >= ENOUGH)
        self.compared = enough if enough.size > 1 else np.arange(positives.size)
        self.miss = miss
        utility = Utility(tp=0.0, fp=-1.0, fn=-miss, tn=0.0)
        self.deals = DEALS if data.total <= MANY else DEALS_OF_MANY
        rng = np.random.default_rng(SEED)
        self.groups: GroupThresholds = group_thresholds(tables, utility, rng=rng, deals=self.deals)

    @property
    def names(self) -> tuple[str, ...]:
        """The groups."""
        return self.groups.names

    def cost(self, rule: str, *, unseen: bool = False) -> float:
        """The mean cost of a case of all groups under a rule."""
        return self.groups.cost_of_all((self.groups.unseen if unseen else self.groups.rules)[rule])

    @property
    def judged_unseen(self) -> bool:
        """Whether there are enough cases to estimate costs on unseen cases."""
        return not math.isnan(self.cost("one", unseen=True))


def answer(question: str, data: Data, column: str, parts: int, miss: float, panel: str) -> Answer:
    """The thresholds of the groups of a column by each rule, and what each rule costs which group.

    Raises `InputError` where the model has no scores, nothing of that name divides the cases, and where fewer than two
    groups have cases of both classes.
    """
    chosen = data.cached(
        ("group thresholds", data.name, column, parts, miss), partial(RuleThresholds, data, column, parts, miss)
    )
    return Answer.of(
        Answer(question, _sentence(chosen), _reason(chosen), about(data)),
        Part(
            _notes(chosen),
            {
                "groups": Figure(
                    f"{PANELS[panel]} under each rule",
                    rules_alt(chosen.groups, panel),
                    partial(rules_figure, chosen.groups, panel),
                )
            },
            {
                "rules": Table.of("What each rule costs", _rules(chosen)),
                "whom": Table(
                    "What each rule costs each group", 5 * (1 + len(chosen.names)), partial(_by_group, chosen)
                ),
            },
            _method(chosen),
        ),
        _values_and_numbers(chosen),
    )


def _column(data: Data, column: str) -> Split:
    if data.model.table is None:
        raise InputError(NO_SCORES)
    splits = {} if data.rows is None else data.rows.splits
    if column not in splits:
        named = ", ".join(splits) or "none"
        raise InputError(f'column must be one that has groups for thresholds ({named}), got "{column:.40}"')
    return splits[column]


def _tables(data: Data, split: Split) -> tuple[dict[str, ScoreTable], list[str]]:
    """The scores of the largest groups and of all others together, and the groups without cases of both classes."""
    own = None if data.rows is None else data.rows.of(data.name)
    if own is None or data.rows is None:
        return {}, []
    codes = split.codes[own.number - data.rows.first]
    names = (*split.names, empty_name(split.names))
    codes = np.where(codes == UNKNOWN, len(split.names), codes)
    known = own.truth != UNKNOWN
    sizes = np.bincount(codes[known], minlength=len(names))
    if int((sizes > 0).sum()) > MOST_GROUPS:
        largest = np.sort(np.argsort(-sizes, kind="stable")[: MOST_GROUPS - 1])
        codes = np.where(np.isin(codes, largest), np.searchsorted(largest, codes), largest.size)
        names = (*(names[place] for place in largest), OTHERS)
    tables: dict[str, ScoreTable] = {}
    left_out = []
    for code, name in enumerate(names):
        inside = known & (codes == code)
        if not inside.any():
            continue
        weight = None if own.weight is None else own.weight[inside]
        table = ScoreTable.of(own.value[inside], own.truth[inside] == 1, True, weight, data.model.design).unweighted()
        if table.positives.any() and table.negatives.any():
            tables[name] = table
        else:
            left_out.append(name)
    return tables, left_out


def _sentence(chosen: RuleThresholds) -> str:
    """The group of which one threshold for all finds fewest positives, and what equal recall costs."""
    recall, compared = chosen.groups.rules["one"].tpr, chosen.compared
    low, high = int(compared[np.argmin(recall[compared])]), int(compared[np.argmax(recall[compared])])
    fewest, most = percent(float(recall[low])), percent(float(recall[high]))
    if fewest == most:
        return f"**No gap in recall.** One threshold for all groups finds **{fewest}** of the positives in each."
    return (
        f"One threshold for all groups finds **{fewest}** of the positives in {literal(chosen.names[low])} and "
        f"**{most}** in {literal(chosen.names[high])}. {_price(chosen)}"
    )


def _price(chosen: RuleThresholds) -> str:
    """What equal recall costs beside one threshold."""
    one, same = chosen.cost("one"), chosen.cost("opportunity")
    if number(one) == number(same):
        return "Equal recall in all groups costs no more."
    if not one:
        return f"Equal recall in all groups costs {number(same)} a case, one threshold nothing."
    more = "more" if same > one else "less"
    return f"Equal recall in all groups costs **{percent(abs(same / one - 1))} {more}**."


def _reason(chosen: RuleThresholds) -> str:
    """What a mistake costs, and what each rule asks for."""
    miss = (
        "as much as a false alarm"
        if chosen.miss == 1
        else f"{times_text(chosen.miss)} {'times' if chosen.miss > 1 else 'of'} a false alarm"
    )
    return (
        f"A miss costs {miss}, and costs are in false alarms. Five rules are compared, each with its thresholds of "
        f"**least cost**: one threshold for all; equal recall (equal opportunity); equal recall and false positive "
        f"rate (equalized odds); equal accuracy; and a separate threshold for each group."
    )


def _notes(chosen: RuleThresholds) -> list[Note]:
    """Up to five notes: what the rules cost which group, on these and on unseen cases."""
    return [
        *_left_out(chosen),
        *_own(chosen),
        *_pays_most(chosen),
        *_apart_unseen(chosen),
        *_by_lot(chosen),
    ][:5]


def _own(chosen: RuleThresholds) -> list[Note]:
    """What own thresholds save, here and on unseen cases."""
    saved = chosen.cost("one") - chosen.cost("own")
    if number(saved) == "0":
        return [
            Note("own-saves-nothing", "Separate thresholds save nothing: one threshold for all groups costs the same.")
        ]
    here = f"Separate thresholds save **{number(saved)}** a case here"
    if not chosen.judged_unseen:
        return [Note("own-saves-here", f"{here}. These cases are too few to estimate the saving on unseen cases.")]
    unseen = chosen.cost("one", unseen=True) - chosen.cost("own", unseen=True)
    if unseen <= 0:
        return [Note("own-saves-here-only", f"{here}, but **nothing on unseen cases**.")]
    return [Note("own-saves", f"{here} and {number(unseen)} on unseen cases.")]


def _pays_most(chosen: RuleThresholds) -> list[Note]:
    """The group that pays most for equal recall and false alarms."""
    rules = chosen.groups.rules
    before, after = chosen.groups.cost(rules["own"]), chosen.groups.cost(rules["rates"])
    place = int(np.argmax(after - before))
    if number(float(after[place] - before[place])) == "0":
        return []
    return [
        Note(
            "pays-most",
            f"Equal recall and false positive rate cost **{literal(chosen.names[place])}** most: "
            f"{number(float(after[place]))} a case, against {number(float(before[place]))} with a separate threshold.",
        )
    ]


def _apart_unseen(chosen: RuleThresholds) -> list[Note]:
    """The range of recall on unseen cases under the rule that makes it equal here."""
    if not chosen.judged_unseen:
        return []
    rates = chosen.groups.unseen["opportunity"].tpr
    low, high = float(rates.min()), float(rates.max())
    if percent(low) == percent(high):
        return []
    return [
        Note(
            "equal-here-only",
            f"Thresholds for equal recall here leave it between {percent(low)} and {percent(high)} on unseen cases.",
        )
    ]


def _by_lot(chosen: RuleThresholds) -> list[Note]:
    """The rule and group with the largest share of cases decided by lot."""
    drawn = {name: rule.drawn for name, rule in chosen.groups.rules.items() if rule.drawn.max() > 0}
    if not drawn:
        return []
    rule = max(drawn, key=lambda name: float(drawn[name].max()))
    place = int(np.argmax(drawn[rule]))
    return [
        Note(
            "by-lot",
            f"Equal rates may need a **lottery**: under “{RULES[rule].lower()}”, {percent(float(drawn[rule][place]))} "
            f"of the cases of {literal(chosen.names[place])}, drawn at random, get another threshold than the rest.",
        )
    ]


def _left_out(chosen: RuleThresholds) -> list[Note]:
    notes = []
    if chosen.pooled:
        notes.append(
            Note("others-pooled", f"The {MOST_GROUPS - 1} largest groups are separate; all others form one group.")
        )
    if chosen.left_out:
        named = listing([literal(name) for name in chosen.left_out])
        notes.append(Note("one-class-only", f"Left out, because all cases there are of one class: {named}."))
    return notes


def _accuracy(groups: GroupThresholds, rule: Rule) -> Array:
    cells = groups.cells(rule)
    return np.asarray((cells.tp + cells.tn) / cells.total)


def _rules(chosen: RuleThresholds) -> pd.DataFrame:
    """A row a rule: its cost on these and on unseen cases, and how far groups are apart."""
    groups = chosen.groups
    rows = []
    for name, rule in groups.rules.items():
        interval = groups.cost_interval(groups.unseen[name])
        rows.append(
            {
                "Rule": RULES[name],
                "Cost a case": chosen.cost(name),
                "On unseen cases": interval.value,
                "Low": interval.low,
                "High": interval.high,
                "Largest gap in recall": float(np.ptp(rule.tpr)),
                "Largest gap in false positive rate": float(np.ptp(rule.fpr)),
            }
        )
    return pd.DataFrame(rows)


def mix_text(mix: Mix) -> str:
    """Thresholds in words, with the shares of the cases that they decide.

    >>> mix_text(((0.5, 0.75), (float("inf"), 0.25))), mix_text(((0.5, 1.0),))
    ('75 %: ≥ 0.5; 25 %: never', '≥ 0.5')
    """
    lines = [(f"≥ {digits4(line)}" if math.isfinite(line) else "never", share) for line, share in mix]
    return lines[0][0] if len(lines) == 1 else "; ".join(f"{percent(share)}: {line}" for line, share in lines)


def _by_group(chosen: RuleThresholds) -> pd.DataFrame:
    """A row a rule and group, and one of all groups together."""
    groups = chosen.groups
    sizes = groups.positives + groups.negatives
    are_whole = not (sizes % 1).any() and not (groups.positives % 1).any()
    frames = []
    for name, rule in groups.rules.items():
        unseen = groups.unseen[name]
        columns = {
            "Cases": sizes,
            "Positive": groups.positives,
            "Recall (TPR)": rule.tpr,
            "False positive rate (FPR)": rule.fpr,
            "Share predicted positive": groups.cells(rule).predicted_positives / sizes,
            "Accuracy": _accuracy(groups, rule),
            "Cost a case": groups.cost(rule),
            "Above its least cost": groups.cost(rule) - groups.cost(groups.rules["own"]),
            "Recall, unseen": unseen.tpr,
            "False positive rate, unseen": unseen.fpr,
            "Cost a case, unseen": groups.cost(unseen),
        }
        by = {"Recall (TPR)": groups.positives, "Recall, unseen": groups.positives}
        by |= {"False positive rate (FPR)": groups.negatives, "False positive rate, unseen": groups.negatives}
        every = {
            column: float(of.sum())
            if column in ("Cases", "Positive")
            else float(np.average(of, weights=by.get(column, sizes)))
            for column, of in columns.items()
        }
        frame = pd.DataFrame({column: [*of, every[column]] for column, of in columns.items()})
        frame = frame.astype({"Cases": int, "Positive": int}) if are_whole else frame
        frame.insert(0, "Thresholds", [*map(mix_text, rule.mixes), ""])
        frame.insert(0, "Group", [*groups.names, "all groups"])
        frame.insert(0, "Rule", RULES[name])
        frames.append(frame)
    return pd.concat(frames, ignore_index=True)


def _values_and_numbers(chosen: RuleThresholds) -> Part:
    """Each rule: its cost on these and on unseen cases, and what each group has of it."""
    groups = chosen.groups
    here, unseen, rules = {}, {}, {}
    for name, rule in groups.rules.items():
        on_unseen, cost, accuracy = groups.unseen[name], groups.cost(rule), _accuracy(groups, rule)
        here[name] = Number(f"Cost a case: {RULES[name]}", chosen.cost(name), ("rules", name, "cost"), how=NO_INTERVAL)
        unseen[name] = Number(
            f"Cost a case on unseen cases: {RULES[name]}",
            groups.cost_interval(on_unseen),
            ("rules", name, "unseen_cost"),
        )
        rules[name] = {
            "groups": {
                group: {
                    "thresholds": [{"threshold": line, "share": share} for line, share in rule.mixes[place]],
                    "TPR": float(rule.tpr[place]),
                    "FPR": float(rule.fpr[place]),
                    "ACC": float(accuracy[place]),
                    "cost": float(cost[place]),
                    "unseen_TPR": float(on_unseen.tpr[place]),
                    "unseen_FPR": float(on_unseen.fpr[place]),
                }
                for place, group in enumerate(groups.names)
            }
        }
    costs = values_of([*here.values(), *unseen.values()])["rules"]
    return Part(
        values={
            "miss_costs": chosen.miss,
            "rules": {name: costs[name] | rules[name] for name in rules},
            "left_out": chosen.left_out,
        },
        numbers=[unseen[name] if unseen[name].is_known else here[name] for name in rules],
    )


def _method(chosen: RuleThresholds) -> str:
    """How the thresholds are found and judged."""
    total = number(float((chosen.groups.positives + chosen.groups.negatives).sum()))
    groups = many(len(chosen.names), "group")
    often = "five times" if chosen.deals > 1 else "once, as there are many cases"
    cost = "\\sum_g \\sum_k w_{gk}\\,(c\\,\\mathrm{FN}_{gk} + \\mathrm{FP}_{gk}) / M"
    return f"""**The rules.** Each group $g$ has a mix of thresholds: threshold $k$ decides a share $w_{{gk}}$ of its
cases, drawn at random. With $c$ = {number(chosen.miss)}, {groups} and $M$ = {total}, the cost of a case is
${cost}$. A rule requires
$\\sum_k w_{{gk}}\\,\\mathrm{{TPR}}_{{gk}}$ to be equal in all groups (*equal opportunity*), this and the same sum of
FPR (*equalized odds*), or that of accuracy (Hardt, Price & Srebro 2016, *Equality of opportunity in supervised
learning*, section 4). This is a linear program. Its optimum is at a corner of the convex hulls of the ROC curves, or
where two hulls cross, and all of these points are tried. Rates below such a hull come from mixing with a constant
prediction.

**Unseen cases.** Each group is split into three parts, class by class, {often} (seed {SEED}). Each part is judged by
the thresholds chosen on the other two. The mean rates over all parts give the cost. Its interval combines Wilson's
limits (1927) of each rate at the numbers of cases, by the method of variance estimates recovery (Zou & Donner 2008).
The choice of thresholds on few cases adds variation that the interval does not include.
"""
