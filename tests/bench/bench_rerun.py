"""A slider move on a million cases, from the new threshold to the finished page on the server.

`python -m tests.bench.bench_rerun` is not part of the tests: a time means something on a quiet machine only.
"""

import time

import numpy as np

from ddcore.answers.base.before_after import COMPARED
from ddcore.answers.ranking.compute import ERRORS
from tests.helpers.visiting import CHOOSING, PAGES, dropped, fine, price, visit, widget

CASES = 10**6
MOVES = 20


def scores() -> bytes:
    """A million cases with a score of their own each."""
    rng = np.random.default_rng(1)
    truth = rng.random(CASES) < 0.3
    score = (rng.permutation(CASES) + 0.5) / CASES * 0.6 + 0.4 * truth * rng.random(CASES)
    lines = (f"{'yes' if t else 'no'},{s:.9f}" for t, s in zip(truth.tolist(), score.tolist(), strict=True))
    return ("truth,score\n" + "\n".join(lines)).encode()


def timed(at, move) -> list[float]:
    """Milliseconds of each run."""
    took = []
    for step in range(MOVES):
        move(at, step)
        start = time.perf_counter()
        fine(at.run())
        took.append(1000 * (time.perf_counter() - start))
    return took


def report(name: str, took: list[float]) -> None:
    print(
        f"{name:52} median {np.median(took):6.0f} ms, p95 {np.percentile(took, 95):6.0f} ms, most {max(took):6.0f} ms"
    )


def threshold(at, step: int) -> None:
    at.slider(key=widget(at, "data_threshold_").key).set_value(round(0.2 + 0.025 * step, 3))


def theta(at, step: int) -> None:
    at.slider(key="theta").set_value(round(0.1 + 0.04 * step, 3))


def to_likelihood(at):
    at.switch_page(PAGES["likelihood"])
    return fine(at.run())


def another_curve(at, step: int) -> None:
    at.segmented_control(key="curve_compared").set_value(list(COMPARED)[step % len(COMPARED)])


def hits(at, step: int) -> None:
    at.text_input(key="data_TP").set_value(str(200_000 + 1000 * step))


def payoff(at, step: int) -> None:
    price(at, "fn").set_value(str(-step))


def share(at, step: int) -> None:
    at.slider(key="share").set_value(round(0.02 + 0.02 * step, 2))


def times(at, step: int) -> None:
    at.select_slider(key="costs_ratio").set_value(("1", "2", "3", "5", "10", "20")[step % 6])


def error(at, step: int) -> None:
    at.select_slider(key="error").set_value(ERRORS[step])


def main() -> None:
    content = scores()
    start = time.perf_counter()
    at = dropped(content)
    name = f"upload of {len(content) / 1e6:.0f} MB and its verdict"
    print(f"{name:52} {time.perf_counter() - start:8.1f} s")
    for page in PAGES:
        start = time.perf_counter()
        at.switch_page(PAGES[page])
        fine(at.run())
        print(f"{f'{page}, first visit, 10^6 distinct scores':52} {time.perf_counter() - start:8.2f} s")
        report(f"{page}, threshold, 10^6 distinct scores", timed(at, threshold))
    report("likelihood, another curve, 10^6 distinct scores", timed(to_likelihood(at), another_curve))
    at.switch_page(PAGES["utility"])
    report("utility, another payoff, 10^6 distinct scores", timed(fine(at.run()), payoff))
    at.switch_page(PAGES["costs"])
    report("costs, another cost, 10^6 distinct scores", timed(fine(at.run()), times))
    at.switch_page(PAGES["refer"])
    report("refer, another share, 10^6 distinct scores", timed(fine(at.run()), share))
    report("ranking, another error, 10^5 pairs", timed(visit("ranking"), error))
    for page in CHOOSING:
        typed = visit(page, "TP=200000&FP=50000&FN=100000&TN=650000")
        report(f"{page}, typed counts, M = 10^6", timed(typed, hits))
    report("expectation, theta, M = 10^6", timed(visit("expectation", "M=1000000&P=300000"), theta))
    report("verdict, threshold, 500 cases", timed(visit("verdict"), threshold))


if __name__ == "__main__":
    main()
