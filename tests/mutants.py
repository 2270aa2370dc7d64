"""Defects planted one at a time, to see that the tests catch them: `python -m tests.mutants` (some minutes).

Each is planted in a copy of the tree, and only the test files named beside it run there. If all are caught, the table
`tests/mutants.md` is written, else the command ends with 1. Words after it choose modules: `chance/bands`.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
TABLE = Path(__file__).with_suffix(".md")
SECONDS = 600


class Mutant(NamedTuple):
    """What stands once in a module of `ddcore`, or of `pages`, what it becomes, and the test files that know better."""

    module: str
    text: str
    becomes: str
    tests: str

    @property
    def file(self) -> str:
        """Where the module is."""
        return f"{self.module}.py" if self.module.startswith("pages/") else f"ddcore/{self.module}.py"


MUTANTS = (
    Mutant("counts", "return self.fp + self.tn", "return self.fp + self.fn", "tests/test_counts.py"),
    Mutant(
        "table",
        "(below - negatives / 2 + before)",
        "(below - negatives + before)",
        "tests/test_table.py",
    ),
    Mutant(
        "formats",
        "if size >= 1e12 or size < 0.0005:",
        "if size > 1e12 or size < 0.0005:",
        "tests/test_formats.py",
    ),
    Mutant("records/labels", "broken = array % 1 != 0", "broken = array % 2 != 0", "tests/records/test_labels.py"),
    Mutant(
        "measures/table",
        "function=lambda t: t.tp / np.sqrt(t.positives * t.predicted_positives),",
        "function=lambda t: t.tp / np.sqrt(t.negatives * t.predicted_positives),",
        "tests/measures/test_measures.py",
    ),
    Mutant(
        "measures/own_formula",
        "if len(text) > LONGEST:",
        "if len(text) >= LONGEST:",
        "tests/measures/test_own_formula.py",
    ),
    Mutant("model", "cell * self.scale**power", "cell * self.scale", "tests/test_data.py"),
    Mutant(
        "cache",
        "held = self._results.pop(key, None)",
        "held = self._results.get(key)",
        "tests/test_cache.py",
    ),
    Mutant(
        "resampling/cross_validation",
        "tally[self.places] -= own",
        "tally[self.places] -= 0 * own",
        "tests/resampling/test_cross_validation.py",
    ),
    Mutant(
        "resampling/bootstrap",
        "beyond = math.floor((1 - level) / 2 * known.size + 1e-9)",
        "beyond = math.floor((1 - level) * known.size + 1e-9)",
        "tests/resampling/test_bootstrap.py",
    ),
    Mutant(
        "chance/hypergeometric",
        "return (called + 1) * (positives + 1) // (total + 2)",
        "return (called + 1) * (positives + 1) // (total + 1)",
        "tests/chance/test_hypergeometric.py",
    ),
    Mutant(
        "chance/moments",
        "missing = 1.0 if not defined.any() else float(probability[~defined].sum())",
        "missing = 0.0 if not defined.any() else float(probability[~defined].sum())",
        "tests/chance/test_moments.py",
    ),
    Mutant(
        "chance/optimum",
        "ends if start > end else (ends[1], ends[0])",
        "ends if start < end else (ends[1], ends[0])",
        "tests/chance/test_optimum.py",
    ),
    Mutant(
        "chance/bands",
        "theta = np.linspace(0, 1, min(points, total + 1))",
        "theta = np.linspace(0, 1, min(points, total))",
        "tests/chance/test_bands.py",
    ),
    Mutant("chance/significance", "half = here - math.log(2)", "half = here", "tests/chance/test_significance.py"),
    Mutant(
        "chance/verdict",
        "luck <= math.log10(1 - level)",
        "luck <= math.log10(level)",
        "tests/chance/test_verdict.py",
    ),
    Mutant(
        "chance/rescale",
        "below = np.where(m <= worst, -1.0, (m - best) / (best - worst))",
        "below = np.where(m <= worst, -1.0, (m - worst) / (best - worst))",
        "tests/chance/test_rescale.py",
    ),
    Mutant(
        "chance/balance",
        "fp, tn = ((cell / N) * ((1 - share) * (P + N)) for cell in (counts.fp, counts.tn))",
        "fp, tn = ((cell / N) * (share * (P + N)) for cell in (counts.fp, counts.tn))",
        "tests/chance/test_balance.py",
    ),
    Mutant(
        "chance/taylor",
        "return _of(a, root, 1 / (2 * root), -1 / (4 * root * a.value))",
        "return _of(a, root, 1 / (2 * root), 1 / (4 * root * a.value))",
        "tests/chance/test_taylor.py",
    ),
    Mutant(
        "chance/guessing",
        "return Cells(tp=P * g, fp=N * g, fn=P * (1 - g), tn=N * (1 - g))",
        "return Cells(tp=P * g, fp=N * g, fn=N * (1 - g), tn=P * (1 - g))",
        "tests/chance/test_guessing.py",
    ),
    Mutant("scores/curves", "return 2 * table.auc - 1", "return table.auc - 1", "tests/scores/test_curves.py"),
    Mutant(
        "scores/intervals",
        "parts = [(spread + 1 / (8 * n)) / (largest + 1 / (4 * n)) / n for spread, n in spreads]",
        "parts = [(spread + 1 / (4 * n)) / (largest + 1 / (4 * n)) / n for spread, n in spreads]",
        "tests/scores/test_intervals.py",
    ),
    Mutant(
        "scores/calibration",
        "return float((table.positives * (1 - p) ** 2 + table.negatives * p**2).sum())",
        "return float((table.positives * p**2 + table.negatives * (1 - p) ** 2).sum())",
        "tests/scores/test_calibration.py",
    ),
    Mutant("scores/thinning", "if low >= 0 and high <= 1:", "if low > 0 and high < 1:", "tests/scores/test_binned.py"),
    Mutant(
        "scores/modes",
        "return int((up[:-1] & ~up[1:]).sum())",
        "return int((~up[:-1] & up[1:]).sum())",
        "tests/scores/test_modes.py",
    ),
    Mutant(
        "scores/kernel",
        "return math.sqrt(float((self.score - self.mean) ** 2 @ self.cases) / (self.total - 1))",
        "return math.sqrt(float((self.score - self.mean) ** 2 @ self.cases) / self.total)",
        "tests/scores/test_kernel.py",
    ),
    Mutant(
        "scores/ratio",
        "self.log_ratio(x) + logit(share)",
        "self.log_ratio(x) - logit(share)",
        "tests/scores/test_likelihood.py",
    ),
    Mutant(
        "decisions/utility",
        "return (self.tn - self.tp) / span, (self.fp - self.fn) / span",
        "return (self.tn - self.tp) / span, (self.fn - self.fp) / span",
        "tests/decisions/test_utility.py",
    ),
    Mutant(
        "decisions/costs",
        "return Threshold(ratio[()], (negative / (negative + positive) + 0 * share)[()])",
        "return Threshold(ratio[()], (positive / (negative + positive) + 0 * share)[()])",
        "tests/decisions/test_costs.py",
    ),
    Mutant(
        "decisions/reject",
        'np.searchsorted(below, below[start : start + BLOCK] + room, side="right") - 1',
        'np.searchsorted(below, below[start : start + BLOCK] + room, side="left") - 1',
        "tests/decisions/test_reject.py",
    ),
    Mutant(
        "decisions/ranking",
        "return np.sqrt(self.utility * (1 - self.utility) / self.pairs)",
        "return np.sqrt(self.utility * (1 - self.utility)) / self.pairs",
        "tests/decisions/test_ranking.py",
    ),
    Mutant(
        "decisions/pricing",
        "approved = self.risk <= policy.last",
        "approved = self.risk < policy.last",
        "tests/decisions/test_pricing.py",
    ),
    Mutant(
        "decisions/amounts",
        "return sum(self._moment(amounts, name, 1) for name in names) / cases if cases else math.nan",
        "return sum(self._moment(amounts, name, 1) for name in names) / cases if cases else 0.0",
        "tests/decisions/test_amounts.py",
    ),
    Mutant("decisions/take_up", "if not 0 <= share <= 1:", "if not 0 < share < 1:", "tests/decisions/test_take_up.py"),
    Mutant(
        "read/values",
        "return bool(2 * np.isfinite(self.top).sum() > filled)",
        "return bool(np.isfinite(self.top).sum() > filled)",
        "tests/read/test_read_columns.py",
    ),
    Mutant(
        "read/delimited",
        'return "utf-16-le" if odd.count(0) > even.count(0) else "utf-16-be"',
        'return "utf-16-le" if odd.count(0) < even.count(0) else "utf-16-be"',
        "tests/read/test_read_files.py",
    ),
    Mutant("read/positive", "if len(values) > 2:", "if len(values) >= 2:", "tests/read/test_read_columns.py"),
    Mutant(
        "samples/simulated",
        "logs = -(((x - mean) / deviation) ** 2) / 2 - np.log(deviation * math.sqrt(2 * math.pi))",
        "logs = -(((x - mean) / deviation) ** 2) / 2 - np.log(deviation * 2 * math.pi)",
        "tests/scores/test_simulated.py",
    ),
    Mutant(
        "answers/refer/draw",
        "middle, width = (edges[:-1] + edges[1:]) / 2, float(edges[1] - edges[0])",
        "middle, width = edges[:-1], float(edges[1] - edges[0])",
        "tests/answers/refer/test_draw.py",
    ),
    Mutant(
        "options",
        "return keys if self.most is None else keys[: self.most]",
        "return keys if self.most is None else keys[-self.most :]",
        "tests/test_options.py",
    ),
    Mutant(
        "answers/base/words",
        'numbers = {"P": positives, "N": total - positives,',
        'numbers = {"P": positives, "N": total,',
        "tests/answers/base/test_words.py",
    ),
    Mutant("answers/base/prices", "if round(total, 12) > 1:", "if total > 1:", "tests/answers/base/test_prices.py"),
    Mutant(
        "answers/verdict/words",
        "if auc is None or auc.high >= 0.5:",
        "if auc is None or auc.value >= 0.5:",
        "tests/answers/verdict/test_verdict.py",
    ),
    Mutant(
        "answers/baselines/compute",
        "return self.baseline.best(self.measure.better)",
        "return self.baseline.highest",
        "tests/answers/baselines/test_baselines.py",
    ),
    Mutant(
        "answers/expectation/words",
        "if low <= law.value.min() and high >= law.value.max():",
        "if low <= law.value.min() or high >= law.value.max():",
        "tests/answers/expectation/test_expectation.py",
    ),
    Mutant(
        "answers/rescaled/words",
        'if scaled.ends("beyond")[0] <= 0 < scaled.beyond]',
        'if scaled.ends("beyond")[1] <= 0 < scaled.beyond]',
        "tests/answers/rescaled/test_rescaled.py",
    ),
    Mutant(
        "answers/folds/words",
        "if common.best != 0 or common.thinned:",
        "if common.best != 0:",
        "tests/answers/folds/test_folds.py",
    ),
    Mutant(
        "answers/thresholds/words",
        "if ahead.low > 0:",
        "if ahead.value > 0:",
        "tests/answers/thresholds/test_words.py",
    ),
    Mutant(
        "answers/costs/words",
        'if lead.high < 0:\n        return Note("saves-nothing"',
        'if lead.low < 0:\n        return Note("saves-nothing"',
        "tests/answers/costs/test_words.py::test_what_the_scores_are_worth_on_other_cases",
    ),
    Mutant(
        "answers/refer/compute",
        "return Bands(band(0.0) if band(share).closed else band(share), band(0.0), interval)",
        "return Bands(band(share), band(0.0), interval)",
        "tests/answers/refer/test_words.py::test_refer_nobody_has_the_value_of_its_own_line",
    ),
    Mutant(
        "answers/refer/compute",
        "Referral(float(utility.tp) - positive, float(utility.tn) - negative)",
        "Referral(float(utility.tp) - negative, float(utility.tn) - positive)",
        "tests/answers/refer/test_compute.py::test_band_by_cost_is_the_cheapest_of_all",
    ),
    Mutant(
        "answers/lending/words",
        "if idle[-1] > cut.used[0]:",
        "if idle[-1] < cut.used[0]:",
        "tests/answers/lending/test_words.py::TestWorthKnowing",
    ),
    Mutant(
        "pages/data/model",
        "cuts = (*self.others[: self.place], chosen, *self.others[self.place + 1 :])",
        "cuts = tuple(chosen if place == self.place else None for place in range(len(self.others)))",
        "tests/pages/test_pages_moves.py::test_the_threshold_of_a_model_stays_while_another_is_looked_at",
    ),
    Mutant(
        "pages/session/view",
        "if name not in DATA_NAMES and (owner, name) not in self.defaults",
        'if name not in (*DATA_NAMES, "u") and (owner, name) not in self.defaults',
        "tests/pages/test_pages_costs.py::test_prices_are_one_on_every_page_and_nobody_assumes_others",
    ),
    Mutant(
        "pages/session/link",
        "if here not in st.session_state.get(SHOWN, ()) or not _same(",
        "if not _same(",
        "tests/pages/test_pages_moves.py::test_a_slider_that_comes_with_a_file_is_told_where_to_stand",
    ),
    Mutant(
        "scores/change",
        "for order in ((0, *others), (*others, 0))]",
        "for order in ((0, *others),)]",
        "tests/scores/test_change.py",
    ),
    Mutant(
        "scores/change",
        "else curve.at(there.tpr + there.fpr)",
        "else curve.at(2 * there.tpr)",
        "tests/scores/test_change.py",
    ),
    Mutant(
        "scores/change_draws",
        "share = np.array([up[:, 0] / (up[:, 0] + down[:, 0]) for up, down in drawn])",
        "share = np.array([up[:, 0] / (up[:, 0] + down[:, 1]) for up, down in drawn])",
        "tests/scores/test_change.py",
    ),
    Mutant(
        "answers/change/words",
        "if area.difference.value < 0:",
        "if area.difference.value > 0:",
        "tests/answers/change/test_change.py",
    ),
    Mutant(
        "answers/change/words",
        "if share.low <= rate.now <= share.high:",
        "if share.low <= rate.then <= share.high:",
        "tests/answers/change/test_change.py",
    ),
    Mutant(
        "answers/change/words",
        "if drift.p <= alpha():",
        "if drift.p <= 1 - alpha():",
        "tests/answers/change/test_change.py",
    ),
    Mutant(
        "answers/change/sides",
        "zip(score, (self.after, self.before), strict=True)",
        "zip(score, (self.before, self.after), strict=True)",
        "tests/answers/change/test_change.py",
    ),
    Mutant(
        "answers/change/compute",
        "return self.compared.sign != 0",
        "return self.compared.sign == 0",
        "tests/answers/change/test_change.py",
    ),
    Mutant(
        "scores/before_labels",
        'return "mix" if self.mixture_p <= REFUTED else "share"',
        'return "mix" if self.mixture_p >= REFUTED else "share"',
        "tests/scores/test_before_labels.py",
    ),
    Mutant(
        "scores/label_shift",
        "share * self.now.sum(axis=-1)",
        "0.5 * self.now.sum(axis=-1)",
        "tests/scores/test_before_labels.py",
    ),
    Mutant(
        "scores/covariate_shift",
        "np.nan_to_num(after - before)",
        "0 * np.nan_to_num(after - before)",
        "tests/scores/test_before_labels.py",
    ),
    Mutant(
        "chance/plan",
        "steady = failed[-1] + 1 if failed else scanned[0]",
        "steady = failed[0] + 1 if failed else scanned[0]",
        "tests/chance/test_plan.py",
    ),
    Mutant(
        "chance/plan",
        "return 0.4 / spread * min(1.0, math.sqrt(100 / total))",
        "return 0.004 / spread * min(1.0, math.sqrt(100 / total))",
        "tests/chance/test_plan.py",
    ),
    Mutant(
        "chance/plan_pair",
        "return paired_power(cases, (self.differ + self.gain) / 2, (self.differ - self.gain) / 2)",
        "return paired_power(cases, self.differ, self.differ - self.gain)",
        "tests/chance/test_plan.py",
    ),
    Mutant(
        "chance/plan_cost",
        "looked_through = more_positives / share + more_negatives / (1 - share)",
        "looked_through = more_positives / (1 - share) + more_negatives / share",
        "tests/chance/test_plan.py",
    ),
    Mutant(
        "answers/plan/words",
        "if best.cost >= 0.98 * natural.cost:",
        "if best.cost <= 0.98 * natural.cost:",
        "tests/answers/plan/test_plan.py",
    ),
    Mutant(
        "answers/plan/words",
        '"rarer-more" if rarer > steady else "rarer-fewer"',
        '"rarer-fewer" if rarer > steady else "rarer-more"',
        "tests/answers/plan/test_plan.py",
    ),
    Mutant(
        "answers/plan/compute",
        "enough(claim, target.share / 2, target.power)",
        "enough(claim, target.share, target.power)",
        "tests/answers/plan/test_plan.py",
    ),
    Mutant(
        "chance/groups",
        'level = 1 - left * (int(passed.sum()) if self.correction == "bh" else 1)',
        "level = 1 - left",
        "tests/chance/test_groups.py",
    ),
    Mutant("chance/groups", "p[order] * np.arange(p.size, 0, -1)", "p[order] * p.size", "tests/chance/test_groups.py"),
    Mutant(
        "chance/groups",
        "luck = np.maximum(luck, own_tails(measure, self.counts))",
        "luck = np.minimum(luck, own_tails(measure, self.counts))",
        "tests/chance/test_groups.py",
    ),
    Mutant(
        "answers/groups/words",
        'few = own.judged & ~own.having("beats") & (best > math.log10(1 - own.level))',
        'few = own.judged & ~own.having("beats") & (best < math.log10(1 - own.level))',
        "tests/answers/groups/test_groups.py",
    ),
    Mutant(
        "answers/groups/words",
        "place = int(np.lexsort((-own.counts.positives, own.rank, nameless))[0])",
        "place = int(np.lexsort((-own.counts.positives, -own.rank, nameless))[0])",
        "tests/answers/groups/test_groups.py",
    ),
    Mutant("answers/groups/words", "if sure == judged:", "if sure <= judged:", "tests/answers/groups/test_groups.py"),
    Mutant(
        "chance/segments",
        "return [segment for segment in self.segments if segment.adjusted <= alpha(level)]",
        "return [segment for segment in self.segments if segment.p <= alpha(level)]",
        "tests/chance/test_segments.py",
    ),
    Mutant(
        "decisions/group_thresholds",
        "stakes[0] * one.tpr * one.table.positives.sum() - stakes[1] * one.fpr * one.table.negatives.sum()",
        "stakes[0] * one.tpr * one.table.positives.sum() - stakes[0] * one.fpr * one.table.negatives.sum()",
        "tests/decisions/test_group_thresholds.py",
    ),
    Mutant(
        "answers/compare/compute",
        "if self.adjusted[place] <= alpha() else 0",
        "if self.comparisons[place].p <= alpha() else 0",
        "tests/answers/compare/test_compare.py",
    ),
    Mutant(
        "answers/compare/compute",
        "return self.comparison.sign * self.criterion.sign",
        "return self.comparison.sign",
        "tests/answers/compare/test_compare.py",
    ),
    Mutant(
        "answers/compare/words",
        "finds, spares = (sides.names[0 if result.sign > 0 else 1] for result in (tpr, tnr))",
        "finds, spares = (sides.names[0 if result.sign < 0 else 1] for result in (tpr, tnr))",
        "tests/answers/compare/test_compare.py",
    ),
    Mutant(
        "answers/compare/words",
        "if result.criterion.sign * worst <= -margin:",
        "if result.criterion.sign * worst <= margin:",
        "tests/answers/compare/test_compare.py",
    ),
    Mutant(
        "answers/compare/sides",
        "left_out = a.places.size + b.places.size - 2 * common.size",
        "left_out = a.places.size + b.places.size - common.size",
        "tests/answers/compare/test_compare.py",
    ),
    Mutant(
        "answers/compare/__init__",
        'defaults["margin"] = 0.0 if chosen.get("judge") == WORTH else MARGIN',
        'defaults["margin"] = MARGIN',
        "tests/answers/compare/test_compare.py",
    ),
    Mutant("chance/paired", "tail = tail - equal / 2", "tail = tail - equal", "tests/chance/test_paired.py"),
    Mutant(
        "scores/two_areas",
        "low = seen - apart * math.hypot(one.value - one.low, two.high - two.value, z * luck)",
        "low = seen - apart * math.hypot(one.value - one.low, two.value - two.low, z * luck)",
        "tests/scores/test_two_areas.py",
    ),
    Mutant(
        "records/clusters",
        "rise = max(2 * together / (positives.total * negatives.total) / alone, 0.0)",
        "rise = 0.0",
        "tests/records/test_clusters.py",
    ),
    Mutant(
        "records/clusters",
        "(drawn + most * one) / (single + one)",
        "drawn / single",
        "tests/records/test_clusters.py",
    ),
    Mutant(
        "chance/two_classifiers",
        "return robust if independent is None else robust.no_surer_than(independent.difference(measure, margin))",
        "return robust",
        "tests/chance/test_two_classifiers.py",
    ),
)


def planted(mutant: Mutant, root: Path = ROOT) -> tuple[Path, str]:
    """The module's file below a folder, and its text with the defect. ValueError if there is no such place, or two."""
    path = root / mutant.file
    text = path.read_text(encoding="utf-8") if path.exists() else ""
    if text.count(mutant.text) != 1:
        raise ValueError(
            f"{mutant.file} must hold `{mutant.text}` once, found {text.count(mutant.text)} times: "
            f"choose another place in tests/mutants.py, then run `python -m tests.mutants {mutant.module}`"
        )
    return path, text.replace(mutant.text, mutant.becomes)


def outcome(root: Path, tests: str) -> int | None:
    """How pytest ends: 0 if all pass, 1 if one fails, another number if it cannot run; None if it takes too long."""
    command = [sys.executable, "-m", "pytest", "-x", "-p", "no:cacheprovider", *tests.split()]
    # A module that was changed within a second and kept its size would be taken from its bytecode.
    environment = os.environ | {"PYTHONDONTWRITEBYTECODE": "1"}
    try:
        return subprocess.run(command, cwd=root, env=environment, capture_output=True, timeout=SECONDS).returncode
    except subprocess.TimeoutExpired:
        return None


def is_caught(mutant: Mutant, root: Path) -> bool:
    """Whether a test fails once the defect is planted below a folder; the module is mended again."""
    path, text = planted(mutant, root)
    right = path.read_text(encoding="utf-8")
    path.write_text(text, encoding="utf-8")
    try:
        return outcome(root, mutant.tests) in (1, None)
    finally:
        path.write_text(right, encoding="utf-8")


def table(mutants: tuple[Mutant, ...] = MUTANTS) -> str:
    """The defects as Markdown."""
    rows = (f"| {mutant.module} | `{mutant.text}` | `{mutant.becomes}` | {mutant.tests} |" for mutant in mutants)
    return (
        "# Planted defects\n\n`python -m tests.mutants` plants each in a copy and runs the tests beside it.\n"
        f"All {len(mutants)} are caught.\n\n| module | what stands there | becomes | caught by |\n|:--|:--|:--|:--|\n"
        + "\n".join(rows)
        + "\n"
    )


def copied(folder: str) -> Path:
    """A copy of what the tests need."""
    root = Path(folder) / "tree"
    ignored = shutil.ignore_patterns(".git", ".venv", "__pycache__", ".*_cache", ".hypothesis")
    shutil.copytree(ROOT, root, ignore=ignored)
    return root


def asked(words: list[str]) -> list[Mutant]:
    """The defects of the modules named on the command line, all where none is named."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__)
    parser.add_argument("module", nargs="*", help="a module with a planted defect, such as chance/bands")
    modules = parser.parse_args(words).module
    for module in modules:
        if module not in {mutant.module for mutant in MUTANTS}:
            parser.error(f"module must be one with a planted defect, got {module}")
    return [mutant for mutant in MUTANTS if not modules or mutant.module in modules]


def main(words: list[str]) -> int:
    """1 if a defect is not caught, or if tests fail without one."""
    chosen = asked(words)
    with tempfile.TemporaryDirectory() as folder:
        root = copied(folder)
        missed = []
        for mutant in chosen:
            caught = is_caught(mutant, root)
            print(f"{'caught' if caught else 'NOT CAUGHT'}: {mutant.file}, {mutant.becomes}", flush=True)
            if not caught:
                missed.append(mutant)
        # A test that fails without a defect too would catch everything.
        broken = [tests for tests in dict.fromkeys(mutant.tests for mutant in chosen) if outcome(root, tests) != 0]
        print(f"fail without a defect: {', '.join(broken) or 'none'}")
    if missed or broken:
        return 1
    TABLE.write_text(table(), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
