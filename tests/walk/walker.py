"""A walk of random moves, and what must hold after each: nothing fails, and nothing that was entered is lost.

The walker remembers what it entered under the key of each control, and what stood on each page that it may come back
to. A door shows it the pages: `Session` without a browser, `Tab` in one.
"""

from dataclasses import dataclass, field
from typing import Any

from ddcore.answers.base.question import QUESTIONS
from pages.session.view import long_names
from tests.walk.control import TEXTS, Control, proposal, sort_of_text
from tests.walk.files import SMALL
from tests.walk.place import (
    CARD,
    NUMBERS,
    OFTEN,
    SAMPLES,
    SHORT_LIVED,
    SLOW,
    SOURCES,
    TYPED,
    UNDER,
    Place,
    is_in_link,
    is_of,
    is_of_data,
)

WEIGHTS = {
    "page": 24,
    "control": 38,
    "folded": 8,
    "sample": 6,
    "numbers": 3,
    "upload": 5,
    "card": 6,
    "remove": 1,
    "save": 2,
    "load": 2,
    "back": 5,
    "forward": 2,
    "refresh": 6,
}
"""How often each move is tried."""


@dataclass
class Walk:
    """A walk through a door; `log` are the moves so far. With `returns` Back and Forward follow each move."""

    door: Any
    chance: Any
    returns: bool = False
    entered: dict[str, Any] = field(default_factory=dict)
    bad: set[str] = field(default_factory=set)
    past: list[Place] = field(default_factory=list)
    future: list[Place] = field(default_factory=list)
    views: list[tuple[bytes, Place]] = field(default_factory=list)
    file: str | None = None
    is_unusable: bool = False
    is_strange: bool = False
    set_besides: list[str] = field(default_factory=list)
    log: list[str] = field(default_factory=list)

    def take(self, moves: int) -> set[str]:
        """Makes so many moves, and gives the pages that were seen; where one fails, the walk so far is printed."""
        seen = set()
        for _ in range(moves):
            try:
                self.step()
            except BaseException:
                print(*self.log, self.door.page, self.door.link, sep="\n")
                raise
            seen.add(self.door.page)
        return seen

    def step(self) -> None:
        """One move, and what must hold after it."""
        while True:
            name = self.chance.choices(list(WEIGHTS), list(WEIGHTS.values()))[0]
            self.log.append(f"{name} ")
            if getattr(self, f"_{name}")() is not False:
                break
            self.log.pop()
        self._look(name)
        for way in ("back", "forward") if self.returns and len(self.past) > 1 else ():
            self.log.append(f"{way} ")
            getattr(self, f"_{way}")()
            self._look(way)

    def _look(self, move: str) -> None:
        self.controls = by_key(self.door.controls())
        self._check()
        self._remember(move)

    # Moves: False where there is nothing to move ----------------------------------------------------------------------

    def _page(self) -> None:
        known = by_key(self.door.controls())
        for key in sorted(self.bad & set(known)):
            # A session of tests, unlike a browser, shows a bad text again that was mended on another page.
            self.door.set(known[key].name, TEXTS[sort_of_text(key)][0][0])
            self._entered(known[key], TEXTS[sort_of_text(key)][0][0], is_good=True)
        page = self.chance.choice(list(QUESTIONS))
        self.log[-1] += page
        self.door.go(page)

    def _control(self) -> Any:
        known = by_key(self.door.controls())
        free = [key for key in known if not key.startswith((*CARD, *SOURCES)) and key not in SLOW]
        # What belongs to each model or to prices is lost soonest.
        free += [key for key in free if key.startswith(OFTEN)] * 3
        return self._move(known[self.chance.choice(free)]) if free else False

    def _folded(self) -> Any:
        """A control that stands behind a button, where the door does not show it at once."""
        before = set(self.door.controls())
        if not self.door.unfold():
            return False
        hidden = [control for name, control in self.door.controls().items() if name not in before]
        return self._move(self.chance.choice(hidden)) if hidden else None

    def _move(self, control: Control) -> Any:
        control = self.door.offered(control)
        value, is_good = proposal(control, self.chance)
        if control.key in ("data_size", "data_seed"):
            value = {"data_size": 60, "data_seed": self.chance.randint(0, 2)}[control.key]
        if value is None:
            return False
        self.log[-1] += f"{control.key} = {value!r}"
        value = self.door.set(control.name, value)
        if control.meant(value) != control.stands:
            self._entered(control, value, is_good)
        return True

    def _entered(self, control: Control, value: Any, is_good: bool) -> None:
        """Remember it, and forget what it sets besides."""
        key = control.key
        if key.endswith("_own") and is_good:
            self._sets(key.removesuffix("_own"))
        elif key == "costs_ratio":
            self._sets("tp_u", "fp_u", "fn_u", "tn_u")
        elif key.startswith("lending_"):
            self._sets("rates")
        elif key == "verdict_model":
            self._sets("data_model")
        elif key.startswith(("data_positive_FILE", *CARD)):
            self._forget("FILE")
        (self.bad.discard if is_good else self.bad.add)(key)
        if key not in SHORT_LIVED and not key.endswith("_own") and not key.startswith("data_ask_"):
            self.entered[key] = control.meant(value)

    def _sample(self) -> None:
        name = self.chance.choice(list(SAMPLES))
        self.log[-1] += name
        if self.door.is_start:
            self.door.go("costs")
        if self._kind("Sample"):
            self.door.set("data_sample", SAMPLES[name])
        self.entered["data_sample"] = SAMPLES[name]
        if "data_size" in self.door.controls():
            self.door.set("data_size", 60)
            self.entered["data_size"] = 60

    def _numbers(self) -> None:
        self._kind("Numbers")
        for key in ("data_M", "data_P"):
            if key in (known := by_key(self.door.controls())):
                self.log[-1] += " "
                self._move(known[key])

    def _kind(self, name: str) -> bool:
        if self.door.is_start:
            self.door.go("costs")
        self.entered["data_kind"] = name
        self.door.set("data_kind", name)
        return True

    def _upload(self) -> None:
        name = self.chance.choice(list(SMALL))
        self.log[-1] += name
        self._dropped(name)

    def _dropped(self, name: str) -> None:
        # The same file keeps what was chosen for it, also what made it unusable.
        self.is_unusable = name in (self.file, "broken.csv")
        if name != self.file:
            self._forget("FILE")
            self.file = name
        self.door.drop(name, SMALL[name])
        self.entered["data_kind"] = "File"

    def _card(self) -> Any:
        buttons = sorted(name for name in self.door.buttons() if name.startswith("data_card_") and "remove" not in name)
        known = by_key(self.door.controls())
        boxes = sorted(key for key in known if key.startswith(CARD))
        if "data_card_again" in buttons and self.is_unusable and self.chance.random() < 0.6:
            buttons, boxes = ["data_card_again"], []
        if not buttons and not boxes:
            return False
        name = self.chance.choice([*buttons, *boxes])
        if name in boxes:
            self.is_unusable = True
            return self._move(known[name])
        self.log[-1] += name
        self.door.press(name)
        if name == "data_card_again":
            self._forget("FILE")
            self.is_unusable = self.file == "broken.csv"
        return True

    def _remove(self) -> Any:
        if "data_card_remove" not in self.door.buttons():
            return False
        self.door.press("data_card_remove")
        self._forget("FILE")
        self.file, self.is_unusable = None, False
        return True

    def _save(self) -> Any:
        if self._is_doubtful() or not self.door.headline or self.door.is_start:
            return False
        view = self.door.saved_view
        if view is None:
            return False
        self.views.append((view, self._place()))
        return True

    def _load(self) -> Any:
        if not self.views:
            return False
        view, place = self.chance.choice(self.views)
        files = [("view.json", view)]
        if place.file is not None and place.data == "File":
            files.insert(self.chance.randint(0, 1), (place.file, SMALL[place.file]))
        self.log[-1] += f"{place.page} {place.link} by {[name for name, _ in files]}"
        self.door.go(place.page)
        for name, content in files:
            self.door.drop(name, content)
            if name in SMALL:
                self._forget("FILE")
                self.file = place.file
        self.is_unusable = False
        self._back_at(place, "a saved view")
        return True

    def _back(self) -> Any:
        if len(self.past) < 2:
            return False
        self.future.append(self.past.pop())
        return self._travel(self.past[-1], -1)

    def _forward(self) -> Any:
        if not self.future:
            return False
        self.past.append(self.future.pop())
        return self._travel(self.past[-1], 1)

    def _travel(self, place: Place, steps: int) -> None:
        self.log[-1] += f"to {place.page} {place.link}"
        landed = self.door.travel(place.page, place.link, steps)
        assert same_link(landed, (place.page, place.link)), landed
        if place.data == "File" and place.file != self.file:
            self.entered, self.bad = {}, {key for key in self.bad if key.endswith("_own")}
            self.is_unusable = self.is_strange = True
            return
        self._back_at(place, "Back")

    def _refresh(self) -> Any:
        if self._is_doubtful():
            return False
        place, had, file = self._place(), self.door.headline, self.file
        self.door.refresh()
        self.bad = {key for key in self.bad if not key.endswith("_own")}
        self.file = None
        if place.data == "File" and file is not None and had:
            if QUESTIONS[place.page].needs_data:
                assert self.door.headline == ["No data yet"]
                assert "Drop the file again" in self.door.said
            self.door.drop(file, SMALL[file])
            self.file = file
        shown = set(by_key(self.door.controls()))
        place.entered = {
            key: value for key, value in self.entered.items() if key in shown or is_in_link(key, place, shown)
        }
        self.entered = {}
        self._back_at(place, "a refresh")
        return True

    # What must hold ---------------------------------------------------------------------------------------------------

    def _back_at(self, place: Place, way: str) -> None:
        """Whether all stands as it stood there."""
        kept = {
            key: value
            for key, value in self.entered.items()
            if (is_of_data(key) and not is_of(key, place)) or (key in NUMBERS and place.data != "Numbers")
        }
        there = {key: value for key, value in place.entered.items() if key not in TYPED or key in place.shown}
        there = {key: value for key, value in there.items() if not is_of_data(key) or is_of(key, place)}
        # A link has no text that cannot be used, nor the prices beside it, and says nothing of what is not in force.
        bad = place.bad | self.bad
        unsaid = {*bad, *UNDER, *(key[2:] for key in bad)}
        self.entered = {key: value for key, value in (kept | there).items() if not {key, key[2:]} & unsaid}
        self.bad = {key for key in self.bad if key.endswith("_own")}
        if place.is_doubtful:
            self.is_strange = self.is_unusable = True
            return
        self.door.wait_for(place.headline)
        now = self._place()
        assert now.headline == place.headline, (way, place.headline, now.headline)
        # A card that is folded shows nothing, and no link says whether it is.
        folded = tuple(key for key in place.shown.keys() ^ now.shown.keys() if key.startswith((*CARD, "data_positive")))
        free = (*UNDER, *folded, "lending_")
        names = [name for name in place.shown | now.shown if not name.startswith(free) and not name.endswith("_own")]
        differing = [name for name in names if not same(place.shown.get(name), now.shown.get(name))]
        assert not differing, (way, {name: (place.shown.get(name), now.shown.get(name)) for name in differing})

    def _check(self) -> None:
        standing = {key for key in self.bad if key in self.controls}
        errors = self.door.errors
        assert not errors or standing or self.is_unusable or self._is_number_bad(), errors
        if not errors and not self.door.is_asking:
            self.is_unusable = False
        assert self.is_strange or "could not be used" not in self.door.warnings, self.door.warnings
        self.is_strange = self.is_unusable
        if not self.is_unusable:
            lost = {
                key: (value, self.controls[key].value)
                for key, value in self.entered.items()
                if key in self.controls and not self.controls[key].shows(value)
            }
            assert not lost, f"entered and now: {lost}"
        if not errors and not standing and not self.is_unusable:
            self.door.agree()

    def _is_number_bad(self) -> bool:
        """Whether numbers are typed that no cases have."""
        return self.entered.get("data_kind") == "Numbers"

    def _is_doubtful(self) -> bool:
        """Whether what stands on the page need not be found again: a link has no bad input."""
        known = by_key(self.door.controls())
        return self.is_unusable or bool(self.bad & set(known)) or self._is_number_bad() or self.door.is_asking

    # What is remembered -----------------------------------------------------------------------------------------------

    def _place(self) -> Place:
        known = by_key(self.door.controls())
        shown = {key: control.stands for key, control in known.items()}
        return Place(
            self.door.page,
            dict(self.door.link),
            self.door.headline,
            shown,
            dict(self.entered),
            self.file,
            set(self.bad),
            self._is_doubtful(),
        )

    def _remember(self, move: str) -> None:
        set_besides = {key for key in self.controls if key.startswith(tuple(self.set_besides))}
        for key in {key for key in set_besides if not key.endswith("_own")}:
            self.entered[key] = self.controls[key].stands
        self.set_besides = []
        if move in ("back", "forward"):
            return
        place = self._place()
        if self.past and self.past[-1].page == place.page:
            if not place.is_doubtful or self.past[-1].link != place.link:
                self.past[-1] = place
            return
        self.past.append(place)
        self.future.clear()

    def _sets(self, *starts: str) -> None:
        """Another control sets these: what stands there after the move was entered."""
        self.set_besides = list(starts)
        for key in [key for key in self.entered if key.startswith(starts) and key in by_key(self.door.controls())]:
            del self.entered[key]
            self.bad.discard(key)

    def _forget(self, *parts: str) -> None:
        self.entered = {key: value for key, value in self.entered.items() if not any(part in key for part in parts)}
        self.bad = {key for key in self.bad if not any(part in key for part in parts)}


def same_link(one: tuple[str, dict[str, str]], other: tuple[str, dict[str, str]]) -> bool:
    """Whether two pages with their links are the same, whichever names their choices have there."""
    plain = [
        (page, {long_names(page).get(name, name): text for name, text in link.items()}) for page, link in (one, other)
    ]
    return plain[0] == plain[1]


def by_key(controls: dict[str, Control]) -> dict[str, Control]:
    """Controls by the key that they have on every page."""
    return {control.key: control for control in controls.values()}


def same(one: Any, other: Any) -> bool:
    """Whether two values look the same; a link has six digits of a threshold."""
    if isinstance(one, float | int) and isinstance(other, float | int):
        return abs(one - other) <= 1e-5 * max(1, abs(one))
    return one == other
