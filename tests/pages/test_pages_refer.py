"""Which cases a person should see: bands by share and by cost, their six cells, what more buys, links, and files."""

import json
import re
from functools import cache

import numpy as np
import pytest

from tests.helpers.score_pages import SAMPLE, SCORE, TRUE, N, P, choose, traces, upload
from tests.helpers.visiting import (
    again,
    answer,
    figure,
    fine,
    go,
    kind,
    markdown,
    plain,
    price,
    said,
    shown,
    table,
    visit,
    widget,
)

M = P + N
ORDER = np.argsort(SCORE)
SORTED, TRUTH = SCORE[ORDER], TRUE[ORDER]
ONES = np.append(0, np.cumsum(TRUTH))
"""Positives among the lowest cases of the sample; no two of its scores are tied."""
ENDS = np.append(SORTED, np.inf)
CANNOT = "This cannot be used yet."


def here(at):
    """What the answer says of these cases, without what to expect of others."""
    return re.sub(r" on these cases(, [\d.]+ on others|; on others .*)?\.$", ".", answer(at))


def cells(first, last):
    """TP, FP, FN, TN of the decided, and positives and negatives referred, where cases first to last are referred."""
    fn, tp = ONES[first], P - ONES[last]
    return tp, M - last - tp, fn, first - fn, ONES[last] - fn, last - first - (ONES[last] - fn)


def windows(share):
    """The six cells of every band that refers as many cases as the share allows."""
    held = int(share * M + 1e-9)
    first = np.arange(M - held + 1)
    return first, first + held, cells(first, first + held)


def best_accuracy(share):
    """The band with the fewest mistakes, by looking at each; the lowest of several."""
    first, last, (_, fp, fn, *_) = windows(share)
    place = int((fp + fn).argmin())
    return int(first[place]), int(last[place])


@cache
def seen(link=""):
    """The sample's page, opened by a link, only to be looked at."""
    return visit("refer", f"{SAMPLE}&{link}")


def six(at):
    """The small table of the six cells."""
    lines = next(plain(one.value) for one in at.main.markdown if one.value.startswith("| cases |")).splitlines()
    return [[float(one) for one in line.strip("|").split("|")[1:]] for line in lines[2:]]


def numbers(at):
    """The table of all measures."""
    return table(at, 0, 2).set_index("Key")


def three(x):
    return f"{x:.3f}".replace("-", "−") if x % 1 else f"{x:.0f}"


def percent(x):
    return f"{100 * x:.1f}".removesuffix(".0") + " %"


# By their share -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("share", [0.2, 0.1, 0.7])
def test_band_at_a_share_is_the_best_of_all(share):
    at = seen() if share == 0.2 else seen(f"share={share}")
    first, last = best_accuracy(share)
    tp, fp, fn, tn, positives, negatives = cells(first, last)
    alone = max((P - ONES[at_] + at_ - ONES[at_]) for at_ in range(M + 1)) / M
    accuracy = (tp + tn) / (tp + fp + fn + tn)
    assert here(at) == (
        f"Refer {percent(share)}, between {three(ENDS[first])} and {three(ENDS[last])}, and accuracy rises from "
        f"{three(alone)} to {three(accuracy)}."
    )
    assert six(at) == [[tp, fp], [positives, negatives], [fn, tn]]
    assert sum(map(sum, six(at))) == M
    text = said(at)
    assert (
        f"A person sees {last - first} of 500 cases, {percent(positives / (last - first))} of them truly Class1."
        in text
    )
    right = "all" if fp + fn == 0 else tp + tn
    assert f"The model decides {M - last + first} cases and gets {right} of them right." in text
    assert f"Counting each referred case as a mistake, accuracy is {three((tp + tn) / M)}; if a person gets" in text
    assert f"gets them all right, {three((tp + tn + last - first) / M)}." in text
    assert at.query_params.get("share", "0.2") == f"{share:g}"
    # A band has two ends of its own.
    assert not shown(at, "data_threshold_")
    assert not at.get("slider")[1:]


def test_measures_stand_among_the_decided_and_over_all():
    found = numbers(seen())
    first, last = best_accuracy(0.2)
    line = min(range(M + 1), key=lambda at: (ONES[at] + M - at - P + ONES[at], at))
    for column, ends in (("With the band", (first, last)), ("Nobody referred", (line, line))):
        tp, fp, fn, tn, positives, negatives = (float(one) for one in cells(*ends))
        expected = {
            "ACC": (tp + tn) / (tp + fp + fn + tn),
            "TPR": tp / (tp + fn),
            "TNR": tn / (tn + fp),
            "PPV": tp / (tp + fp),
            "NPV": tn / (tn + fn),
            "FNR": fn / (tp + fn),
            "FPR": fp / (fp + tn),
            "FDR": fp / (tp + fp),
            "FOR": fn / (tn + fn),
            "F1": 2 * tp / (2 * tp + fp + fn),
            "TS": tp / (tp + fp + fn),
            "OTPR": tp / P,
            "OTNR": tn / N,
            "OFNR": fn / P,
            "OFPR": fp / N,
            "OACC": (tp + tn) / M,
            "referred": (positives + negatives) / M,
        }
        assert found[column].to_dict() == pytest.approx(expected)
    assert found.loc["OACC", "Of which cases"] == "all, referred ones count as mistakes"
    assert found.loc["ACC", "Of which cases"] == "decided by the model"


def test_chart_shows_both_classes_and_the_band():
    at = seen()
    first, last = best_accuracy(0.2)
    bars = traces(at, "refer_chart")
    assert list(bars) == ["truly Class1", "truly Class2"]
    for name, of in (("truly Class1", TRUE), ("truly Class2", ~TRUE)):
        middle, height = np.array(bars[name]["x"]), np.array(bars[name]["y"])
        width = bars[name]["width"]
        expected = [(np.abs(SCORE[of] - x) < width / 2).sum() for x in middle]
        assert height.sum() == of.sum()
        assert np.abs(height - expected).sum() <= 2
    layout = json.loads(figure(at, "refer_chart"))["layout"]
    assert [(one["x0"], one["x1"]) for one in layout["shapes"] if one["type"] == "rect"] == [(ENDS[first], ENDS[last])]
    assert [one["text"] for one in layout["annotations"]] == ["a person: 20 %"]
    assert at.get_by_key("refer_chart").proto.alt == (
        f"Histogram of the scores of both classes, with the band that a person sees: from {three(ENDS[first])} to "
        f"{three(ENDS[last])}, 20 % of the cases."
    )


def test_risk_over_coverage_is_that_of_the_best_bands():
    at = seen()
    rows = table(at, 1, 2)
    assert rows["Share decided"].tolist() == pytest.approx((np.arange(1, 101) / 100).tolist())
    risks = []
    for place, decided in enumerate(range(5, 501, 5)):
        _, _, (_, fp, fn, *_) = windows((M - decided) / M)
        risks.append((fp + fn).min() / decided)
        assert rows["Error rate"][place] == pytest.approx(risks[-1]), decided
        low, high = rows["Band from"][place], rows["to below"][place]
        assert ((low <= SCORE) & (high > SCORE)).sum() == M - decided
    drawn = traces(at, "coverage_chart")
    assert drawn["the best band"]["y"] == pytest.approx(risks)
    assert drawn["referred blindly"]["y"] == pytest.approx([risks[-1]] * 2)
    assert [one["x0"] for one in json.loads(figure(at, "coverage_chart"))["layout"]["shapes"]] == [pytest.approx(0.8)]
    assert f"{three(risks[-1])} when all are decided, {three(risks[49])} when about half are." in (
        at.get_by_key("coverage_chart").proto.alt
    )
    text = said(at)
    assert f"error rate of the decided is {three(np.mean(risks))} on average" in text
    more = ", ".join(f"{three(1 - risks[int(100 * (1 - part)) - 1])} at {percent(part)}" for part in (0.1, 0.3, 0.5))
    assert f"What more referring does on these cases: accuracy of {more}." in text


def test_value_on_other_cases_is_that_of_thirds_decided_by_the_others():
    rng, right, decided = np.random.default_rng(7), 0, 0
    for _ in range(60):
        third = np.empty(M, int)
        for mine in (TRUE, ~TRUE):
            third[mine] = rng.permutation(mine.sum()) % 3
        for part in range(3):
            order = np.argsort(SCORE + 9.0 * (third == part), kind="stable")[: (third != part).sum()]
            below, size = np.append(0, np.cumsum(TRUE[order])), order.size
            held = int(0.2 * size)
            first = np.arange(size - held + 1)
            wrong = below[first] + (size - held - first) - (below[-1] - below[first + held])
            place = int(wrong.argmin())
            low, high = SCORE[order[place]], SCORE[order[place + held]] if place < size - held else np.inf
            sure = (third == part) & ((low > SCORE) | (high <= SCORE))
            right, decided = right + ((high <= SCORE) == TRUE)[sure].sum(), decided + sure.sum()
    promised = float(re.search(r"had no say in the band, accuracy is (0\.\d+) \(0\.\d+ to", said(seen()))[1])
    assert promised == pytest.approx(right / decided, abs=0.006)


def test_slider_moves_the_share_and_travels():
    at = choose(visit("refer", SAMPLE), refer_share=0.5)
    first, last = best_accuracy(0.5)
    assert here(at).startswith(f"Refer 50 %, between {three(ENDS[first])} and {three(ENDS[last])}, and accuracy rises")
    assert at.query_params["share"] == "0.5"
    other = again("refer", at)
    assert said(other) == said(at)
    assert figure(other, "refer_chart") == figure(at, "refer_chart")
    choose(at, refer_share=0.0)
    line = min(range(M + 1), key=lambda at: (ONES[at] + M - at - P + ONES[at], at))
    assert here(at) == f"Refer nobody, call positive from {three(ENDS[line])} on, and accuracy is 0.862."
    assert six(at)[1] == [0, 0]
    assert at.query_params["share"] == "0"
    assert at.get_by_key("refer_chart").proto.alt == "Histogram of the scores of both classes; nobody is referred."
    choose(at, refer_share=0.2)
    assert "share" not in at.query_params
    assert here(at) == here(seen())


@pytest.mark.parametrize(
    ("link", "words"),
    [
        ("share=1.2&by=x", ('share must be between 0 and 0.95, got "1.2"', "by must be one of share, cost")),
        ("share=x&measure=xyz", ('share must be between 0 and 0.95, got "x"', 'got "xyz"')),
        ("measure=TP", ('this page shows, got "TP"',)),
        ("share=nan&measure=PP", ('share must be between 0 and 0.95, got "nan"', 'this page shows, got "PP"')),
    ],
)
def test_broken_link_is_said_and_the_default_shown(link, words):
    at = visit("refer", f"{SAMPLE}&{link}")
    assert len(at.warning) == len(words)
    for each in words:
        assert each in said(at, "warning")
    assert here(at) == here(seen())
    assert at.slider(key="refer_share").value == 0.2
    assert at.query_params == {"sample": "two_class_example", "threshold": "0.5"}


@pytest.mark.parametrize(
    ("key", "name", "value", "lower"),
    [
        ("F1", "F1", lambda tp, fp, fn, tn: 2 * tp / (2 * tp + fp + fn), False),
        ("ERR", "error rate", lambda tp, fp, fn, tn: (fp + fn) / (tp + fp + fn + tn), True),
        ("J", "Youden's J", lambda tp, fp, fn, tn: tp / (tp + fn) + tn / (tn + fp) - 1, False),
    ],
)
def test_band_is_best_for_another_measure(key, name, value, lower):
    at = seen(f"measure={key}&share=0.3")
    first, last, found = windows(0.3)
    with np.errstate(divide="ignore", invalid="ignore"):
        values = np.nan_to_num(value(*found[:4]), nan=9 if lower else -9)
        every = value(*cells(np.arange(M + 1), np.arange(M + 1))[:4])
    place = int(values.argmin() if lower else values.argmax())
    before = np.nanmin(every) if lower else np.nanmax(every)
    assert here(at) == (
        f"Refer 30 %, between {three(ENDS[first[place]])} and {three(ENDS[last[place]])}, and {name} "
        f"{'falls' if lower else 'rises'} from {three(before)} to {three(values[place])}."
    )
    assert numbers(at).loc[key, "With the band"] == pytest.approx(values[place])
    assert at.query_params["measure"] == key
    column = [one for one in table(at, 1, 2).columns if one not in ("Share decided", "Band from", "to below")]
    assert len(column) == 1
    assert table(at, 1, 2)[column[0]].iloc[69] == pytest.approx(values[place])


def test_own_formula_has_its_band():
    at = visit("refer", f"{SAMPLE}&formula=net = (tp - 5*fp) / m")
    first, last, (tp, fp, fn, tn, *_) = windows(0.2)
    values = (tp - 5 * fp) / (tp + fp + fn + tn)
    place = int(values.argmax())
    assert here(at).startswith(
        f"Refer 20 %, between {three(ENDS[first[place]])} and {three(ENDS[last[place]])}, and net "
    )
    assert here(at).endswith(f" to {three(values[place])}.")
    assert said(again("refer", at)) == said(at)


def test_measures_that_count_cases_are_not_offered():
    """Fewer decided cases have fewer of each; one's own formula may still count."""
    offered = widget(seen(), "refer_measures").options
    assert len(offered) == 28
    assert not [name for name in offered if name.endswith(("(TP)", "(TN)", "(FP)", "(FN)"))]
    at = visit("refer", f"{SAMPLE}&formula=hits = tp")
    assert here(at).startswith("Referring does not help: refer 20 %, between ")
    assert here(at).endswith(" and hits falls from 258 to 257.")
    for words in ("Referred blindly", "What more referring does"):
        assert words in said(seen())
        assert words not in said(at)
    assert "referred blindly" not in traces(at, "coverage_chart")


# By what it costs -----------------------------------------------------------------------------------------------------


def dearest_first(payoffs, referral):
    """The least mean cost of all bands, by looking at each, and the bands that have it."""
    first, last = np.triu_indices(M + 1)
    tp, fp, fn, tn, positives, negatives = cells(first, last)
    worth = sum(payoff * cell for payoff, cell in zip(payoffs, (tp, fp, fn, tn), strict=True))
    total = -(worth + (payoffs[0] - referral[0]) * positives + (payoffs[3] - referral[1]) * negatives) / M
    ties = total <= total.min() + 1e-12
    return total.min(), set(zip(first[ties].tolist(), last[ties].tolist(), strict=True)), total[first == last].min()


@pytest.mark.parametrize(
    ("payoffs", "referral"),
    [((0, -1, -1, 0), (0.2, 0.2)), ((0, -1, -5, 0), (0.5, 0.5)), ((15, -335, -35, 165), (10, 25)),
     ((0, -1, -3, 0), (0.1, 0.4))],
)  # fmt: skip
def test_band_by_cost_is_the_cheapest_of_all(payoffs, referral):
    at = seen(f"by=cost&u={','.join(map(str, payoffs))}&referral={','.join(map(str, referral))}")
    least, bands, alone = dearest_first(payoffs, referral)
    rows = six(at)
    _, (positives, negatives), (fn, tn) = rows
    held, start = int(positives + negatives), int(fn + tn)
    assert (start, start + held) in bands
    assert held == min(last - first for first, last in bands)
    assert sum(map(sum, rows)) == M
    digits = 2 if payoffs[0] else 3
    now, before = (f"{one:.{digits}f}".replace("-", "−") for one in (least, alone))
    assert here(at) == (
        f"Refer {percent(held / M)}, between {three(ENDS[start])} and {three(ENDS[start + held])}: a case then costs "
        f"{now} instead of {before}."
    )
    # Where referring beats calling negative, and where calling positive beats it, by the payoffs of one case.
    R1, R0 = payoffs[0] - referral[0], payoffs[3] - referral[1]
    low = (payoffs[3] - R0) / (payoffs[3] - R0 + R1 - payoffs[2])
    high = (R0 - payoffs[1]) / (R0 - payoffs[1] + payoffs[0] - R1)
    assert f"refer chances of being positive from {three(low)} to {three(high)}." in said(at)
    S1, S0 = payoffs[0] - payoffs[2], payoffs[3] - payoffs[1]
    assert f"may cost up to {S0 * S1 / (S0 + S1):.{digits}f} a case" in said(at)
    assert numbers(at).loc["referred", "With the band"] == pytest.approx(held / M)
    assert at.query_params["by"] == "cost"


def test_unit_stands_behind_every_amount():
    at = seen("by=cost&u=15,-335,-35,165&unit=EUR&referral=10,10")
    assert here(at).endswith(" EUR.")
    text = said(at)
    assert re.search(r"may cost up to 45\.45 EUR a case", text)
    assert re.search(r"a case costs −[\d.]+ EUR \(−[\d.]+ to −[\d.]+\): expect that on new cases\.", text)


def test_payoffs_say_what_a_case_yields():
    at = seen("by=cost&written=payoffs")
    least, _, alone = dearest_first((0, -1, -1, 0), (0.2, 0.2))
    assert here(at).endswith(f"a case then yields {three(-least)} instead of {three(-alone)}.")
    assert "a case yields −0." in said(at)


def test_dear_referral_closes_the_band():
    at = visit("refer", f"{SAMPLE}&by=cost&referral=0.6,0.6")
    assert here(at) == "Refer nobody: on these cases a person saves no more than they cost; a case costs 0.138."
    text = said(at)
    assert "For honest probabilities too, nobody should be referred: the band closes at a chance of 0.500, the " in text
    assert "A person who is always right may cost up to 0.500 a case; dearer, and the band closes" in text
    assert six(at)[1] == [0, 0]
    at.text_input(key="refer_positive").set_value("0.2")
    at.text_input(key="refer_negative").set_value("0.2")
    fine(at.run())
    assert here(at) == here(seen("by=cost"))
    assert "referral" not in at.query_params


def test_referral_that_fits_no_band_is_a_sentence():
    """Worth more than a right answer on positives and far less than a wrong one on negatives."""
    at = visit("refer", f"{SAMPLE}&by=cost&referral=-1,9")
    assert here(at) == CANNOT
    assert "No band fits a referral" in said(at)
    assert at.text_input(key="refer_positive").value == "-1"
    assert at.query_params["referral"] == "-1,9"
    assert not at.main.get("plotly_chart")


@pytest.mark.parametrize(("text", "class_"), [("dear", "positive"), ("", "negative"), ("inf", "positive")])
def test_referral_that_is_no_number_is_said_and_stays(text, class_):
    at = visit("refer", f"{SAMPLE}&by=cost&u=0,-1,-4,0")
    before = said(at)
    at.text_input(key=f"refer_{class_}").set_value(text)
    fine(at.run())
    assert here(at) == CANNOT
    words = f'The cost of referring a truly {class_} case must be a number such as 165 or -33.5, got "{text}".'
    assert words in said(at)
    assert at.text_input(key=f"refer_{class_}").value == text
    at.text_input(key=f"refer_{class_}").set_value("0.2")
    fine(at.run())
    assert said(at) == before


def test_costs_that_cannot_be_used_are_a_sentence_and_lose_nothing():
    at = visit("refer", f"{SAMPLE}&by=cost&u=1,2,2,1&referral=0.4,0.3")
    assert here(at) == CANNOT
    assert "A right answer must be worth no less than a wrong one" in said(at)
    assert at.query_params["referral"] == "0.4,0.3"
    assert at.query_params["u"] == "1,2,2,1"
    choose(at, payoffs_fp_cost="9", payoffs_fn_cost="9")
    assert here(at).startswith("Refer ")
    assert at.query_params["u"] == "1,-9,-9,1"
    assert at.query_params["referral"] == "0.4,0.3"


@pytest.mark.parametrize("u", ["1,1,1,1", "1,2,2,1"])
def test_link_with_costs_of_no_use_keeps_the_rest_of_it(u):
    at = visit("refer", f"{SAMPLE}&by=cost&u={u}&referral=0.4,0.3&measure=F1")
    assert here(at) == CANNOT
    assert (at.query_params["referral"], at.query_params["measure"]) == ("0.4,0.3", "F1")
    for name, value in (("fp", "2"), ("fn", "2")):
        price(at, f"{name}_cost").set_value(value)
    fine(at.run())
    assert at.query_params.get("referral") == "0.4,0.3"
    assert at.query_params.get("measure") == "F1"


def test_link_with_costs_that_cannot_be_read_keeps_the_rest_of_it():
    at = visit("refer", f"{SAMPLE}&by=cost&u=dear&referral=0.4,0.3&measure=F1")
    assert 'u must be four numbers, TP,FP,FN,TN, such as 15,-335,-35,165, got "dear"' in said(at, "warning")
    assert here(at).startswith("Refer ")
    assert (at.query_params["referral"], at.query_params["measure"]) == ("0.4,0.3", "F1")


@pytest.mark.parametrize("referral", ["0.2", "x,1", "inf,0", "1,2,3"])
def test_broken_referral_of_a_link_is_said_and_the_default_shown(referral):
    at = visit("refer", f"{SAMPLE}&by=cost&referral={referral}")
    assert len(at.warning) == 1
    assert "referral" in said(at, "warning")
    assert here(at) == here(seen("by=cost"))
    assert "referral" not in at.query_params


def test_stakes_far_apart_do_not_break_the_page():
    at = visit("refer", f"{SAMPLE}&by=cost&u=0,-1e-7,-1,0")
    assert here(at).startswith("Refer nobody: ")
    assert six(at) == [[258, 167], [0, 0], [0, 75]]


def test_amounts_have_digits_where_stakes_are_far_apart():
    """A person who costs little beside a false alarm that costs little beside a miss."""
    referral = (1e-9, 1e-9)
    at = visit("refer", f"{SAMPLE}&by=cost&u=0,-1e-7,-1,0&referral=1e-9,1e-9")
    least, _, alone = dearest_first((0, -1e-7, -1, 0), referral)
    assert 0 < least < alone
    now, before = re.search(r"a case then costs (\S.*) instead of (\S.*)\.$", here(at)).groups()
    assert now != before


def test_costs_are_those_of_the_costs_page_and_travel():
    at = visit("costs", f"{SAMPLE}&u=0,-1,-5,0&unit=kr")
    go(at, "refer")
    assert "u" not in at.query_params
    choose(at, refer_by="cost", refer_positive="0.5", refer_negative="0.25")
    assert at.query_params == {
        **{"sample": "two_class_example", "threshold": "0.5", "by": "cost", "u": "0,-1,-5,0"},
        **{"unit": "kr", "referral": "0.5,0.25"},
    }
    least, _, alone = dearest_first((0, -1, -5, 0), (0.5, 0.25))
    assert here(at).endswith(f"a case then costs {three(least)} kr instead of {three(alone)} kr.")
    other = again("refer", at)
    assert said(other) == said(at)
    assert figure(other, "refer_chart") == figure(at, "refer_chart")
    choose(at, refer_by="share")
    assert here(at) == here(seen())
    choose(at, refer_by="cost")
    assert said(at) == said(other)


def test_slider_of_the_ratio_moves_the_band():
    at = visit("refer", f"{SAMPLE}&by=cost")
    at.select_slider(key="costs_ratio").set_value("5")
    fine(at.run())
    least, _, alone = dearest_first((0, -1, -5, 0), (0.2, 0.2))
    assert here(at).endswith(f"a case then costs {three(least)} instead of {three(alone)}.")


# Files ----------------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def ties():
    """Whole scores with ties, of 60 cases a third of which are positive."""
    rng = np.random.default_rng(5)
    true = np.arange(60) % 3 == 0
    return true, np.where(true, rng.integers(2, 6, 60), rng.integers(0, 4, 60))


def dropped_scores(true, *scores, names=("ill", "well"), header=("score",), weight=None):
    columns = [np.where(true, *names), *scores, *([] if weight is None else [weight])]
    return upload(["truth", *header, *([] if weight is None else ["weight"])], zip(*columns, strict=True), "refer")


def widest(true, score, share, weight):
    """The best accuracy of the bands of whole scores that hold at most a share and cannot grow, with their shares."""
    cuts = [*np.unique(score), np.inf]
    held = {}
    for i, low in enumerate(cuts):
        for j, high in enumerate(cuts[i:], start=i):
            inside = (score >= low) & (score < high)
            held[i, j] = weight[inside].sum() / weight.sum()
    room = share + 1e-12
    found = []
    for (i, j), part in held.items():
        wider = [held.get((i - 1, j), 9), held.get((i, j + 1), 9)]
        if part <= room and min(wider) > room:
            low, high = cuts[i], cuts[j]
            decided = (score < low) | (score >= high)
            right = weight[decided & ((score >= high) == true)].sum()
            found.append((right / weight[decided].sum(), part, low, high))
    return max(found, key=lambda one: one[0])


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("share", [0.2, 0.3])
def test_cases_of_one_score_stay_together(ties, weighted, share):
    true, score = ties
    weight = np.where(np.arange(60) % 4 == 0, 2.5, 0.5) if weighted else np.ones(60)
    at = dropped_scores(true, score, weight=weight if weighted else None)
    choose(at, refer_share=share)
    accuracy, part, low, high = widest(true, score, share, weight)
    assert numbers(at).loc["ACC", "With the band"] == pytest.approx(accuracy)
    assert numbers(at).loc["referred", "With the band"] == pytest.approx(part)
    text = said(at)
    if part:
        alone = max(np.average((score >= cut) == true, weights=weight) for cut in [*np.unique(score), np.inf])
        start = "Refer" if accuracy > alone else "Referring does not help: refer"
        way = "rises" if accuracy > alone else "falls"
        assert here(at) == (
            f"{start} {percent(part)}, between {three(low)} and {three(high)}, and accuracy {way} from {three(alone)} "
            f"to {three(accuracy)}."
        )
    if part < share - 0.005:
        assert "cases of one score stay together, and the next band would hold" in text
        assert f"more than {percent(share)}." in text
    assert "Resampled, the band begins between" in text
    assert sum(map(sum, six(at))) == pytest.approx(weight.sum())


def test_constant_scores_refer_nobody():
    true = np.arange(60) % 3 == 0
    at = dropped_scores(true, np.full(60, 7))
    assert here(at) == "Refer nobody, call nothing positive, and accuracy is 0.667."
    told = "Of the bands that fill 20 % as far as cases of one score allow, none does better than referring nobody."
    assert told in said(at)
    assert six(at) == [[0, 0], [0, 0], [20, 40]]


def test_measure_at_its_best_stays_there():
    true = np.arange(60) % 3 == 0
    at = dropped_scores(true, true * 0.5 + np.arange(60) / 200)
    assert here(at).startswith("Referring does not help: refer 20 %, between ")
    assert here(at).endswith(", and accuracy stays 1.")


def test_measure_without_a_value_is_said():
    """Of two scores that tell the classes apart the odds ratio divides by zero for every band."""
    true = np.arange(30) % 3 == 0
    at = choose(dropped_scores(true, 0.2 + 0.6 * true), refer_measures=["DOR"])
    assert here(at).startswith("Diagnostic odds ratio (DOR) has no value among the decided cases: ")
    assert "Another measure, or a smaller share, may have a value here." in said(at)
    assert "without a band" in at.get_by_key("refer_chart").proto.alt


def test_weighted_cases_have_bands_by_cost(ties):
    true, score = ties
    weight = np.where(np.arange(60) % 4 == 0, 2.5, 0.5)
    at = choose(dropped_scores(true, score, weight=weight), refer_by="cost")
    cuts = [*np.unique(score), np.inf]
    costs = [
        np.average(np.where(score < low, true, np.where(score < high, 0.2, ~true)), weights=weight)
        for i, low in enumerate(cuts)
        for high in cuts[i:]
    ]
    assert f"a case then costs {three(min(costs))} instead of " in here(at)
    assert sum(map(sum, six(at))) == pytest.approx(weight.sum())


def test_costs_that_grow_with_an_amount_are_refused_and_can_be_taken_back(ties):
    true, score = ties
    columns = zip(np.where(true, "ill", "well"), score, 1 + np.arange(60), strict=True)
    at = choose(upload(["truth", "score", "amount"], columns, "refer"), refer_by="cost")
    before = said(at)
    choose(at, payoffs_fn_rate_cost="1")
    assert here(at) == CANNOT
    assert "Bands by costs need costs that do not grow with an amount; set these rates to 0." in said(at)
    choose(at, payoffs_fn_rate_cost="0")
    assert said(at) == before


def test_models_are_looked_at_one_by_one(ties):
    true, score = ties
    other = np.roll(score, 7) * 0.5 + true
    at = dropped_scores(true, score, other, header=("score_first", "score_second"))
    assert "Worth knowing about score_first" in [plain(one.value) for one in at.main.subheader]
    at.selectbox(key=widget(at, "data_model_").key).set_value("score_second")
    fine(at.run())
    assert "Worth knowing about score_second" in [plain(one.value) for one in at.main.subheader]
    accuracy, *_ = widest(true, other, 0.2, np.ones(60))
    assert numbers(at).loc["ACC", "With the band"] == pytest.approx(accuracy)


def test_nothing_of_a_file_reaches_the_link(ties):
    true, score = ties
    at = dropped_scores(true, score, np.roll(score, 3), header=("score_secret", "score_hidden"))
    assert at.query_params == {"data": "File"}
    at.selectbox(key=widget(at, "data_model_").key).set_value("score_hidden")
    fine(at.run())
    choose(at, refer_share=0.35, refer_measures=["F1"])
    assert at.query_params == {"data": "File", "share": "0.35", "measure": "F1"}
    choose(at, refer_by="cost", refer_positive="0.3")
    assert at.query_params == {"data": "File", "by": "cost", "referral": "0.3,0.2", "measure": "F1"}
    kind(at, "Numbers")
    assert not shown(at, "refer_chart")


def test_names_are_shown_letter_by_letter(ties):
    true, score = ties
    names = ("**ill** <b>x</b>", "$well$ [a](b)")
    at = dropped_scores(true, score, np.roll(score, 2), names=names, header=("`score` *a*", "![score](c)"))
    choose(at, refer_by="cost")
    assert f"| cases | truly {names[0]} | truly {names[1]} |" in said(at)
    labels = [plain(at.text_input(key=f"refer_{name}").proto.label) for name in ("positive", "negative")]
    assert labels == [f"Referring a truly {name} case costs" for name in names]
    for place, text in markdown(at):
        for name in (*names, "`score` *a*", "![score](c)"):
            assert name not in text, place
