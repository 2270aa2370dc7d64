"""Results are kept with what they were computed from, up to a number, and made by whoever a door says."""

import threading

from ddcore.cache import MANY, Cache, computed_once, made_by


def made(results, name):
    results.append(name)
    return name


def test_a_result_is_made_once_and_that_not_asked_for_longest_goes_first():
    kept, results = Cache(most=2), []
    for name in ["a", "b", "a", "c", "a", "b"]:
        assert kept.get(name, lambda name=name: made(results, name)) == name
    assert results == ["a", "b", "c", "b"]


def test_a_door_makes_results_and_knows_for_how_many_cases_they_are():
    asked = []

    def maker(key, make, cases):
        asked.append((key, cases))
        return make()

    kept = Cache()
    with made_by(maker):
        assert kept.get("a", lambda: 1) == 1
        assert kept.get("b", lambda: 2, cases=7) == 2
        assert kept.get("b", lambda: 3, cases=7) == 2
    assert kept.get("c", lambda: 4) == 4
    assert asked == [(("a", 0.95), 0), (("b", 0.95), 7)]


def test_large_results_are_dropped_with_what_hangs_on_them():
    kept, large, small = Cache(), object(), object()
    kept.get("large", lambda: large, cases=MANY, large=True)
    kept.get("small", lambda: small, cases=MANY - 1, large=True)
    kept.get(("picture", large), lambda: "of the large one")
    kept.get(("picture", small), lambda: "of the small one")
    pair = object(), object()
    kept.get("pair", lambda: pair, cases=MANY, large=True)
    kept.get(("picture", pair[1]), lambda: "of a part")
    kept.drop_large()
    for key in ("large", ("picture", pair[1]), ("picture", large)):
        assert kept.get(key, lambda: "again") == "again"
    assert kept.get("small", lambda: "again") is small
    assert kept.get(("picture", small), lambda: "again") == "of the small one"


def test_what_a_run_has_asked_for_stays_until_it_ends():
    kept, results = Cache(most=2), []

    def run(*names):
        def maker(key, make, cases):
            kept.drop_large()
            return make()

        with made_by(maker):
            for name in names:
                with made_by(maker):
                    kept.get(name, lambda name=name: made(results, name), cases=MANY, large=True)
        return "".join(results)

    assert run("a", "b", "c") == "abc"
    assert run("a", "b", "c") == "abc"
    assert run("c", "d", "a") == "abcda"
    assert run("c", "d", "a") == "abcda"
    assert run("b", "a") == "abcdaba"


def test_what_is_computed_once_holds_up_no_other_instance():
    """One instance waits for a second one, in another thread, whose attribute is of the same name."""
    other_done = threading.Event()

    class Work:
        def __init__(self, wait):
            self.wait = wait

        @computed_once
        def result(self):
            return other_done.wait(30) if self.wait else other_done.set()

    first = Work(wait=True)
    waiting = threading.Thread(target=lambda: first.result)
    waiting.start()
    assert Work(wait=False).result is None
    waiting.join(30)
    assert vars(first)["result"] is True
