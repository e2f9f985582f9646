"""Many battles that differ only in what one side hides, played alike: who may not know sees no
difference.

A *pair* is two battles, different ones, at the same point of play, for one seat that may not know
in what they differ (a player, or the onlookers): everything that this seat is told and can ask is
the same, byte for byte. That is its view (state, choices, prompts, log), where the battle stands
with whom it waits for and what may be taken back, all entries of the record, the drawing, and the
answers to all questions that a client can put: actions, offers, hints, fields, sheets, sights,
reach, targets, previews with odds, of all pieces that it knows of and of some that it does not.
"""

from __future__ import annotations

import itertools
import random
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec
from msgspec.structs import replace

from sandtable.battle import Amend, Announce, Battle, Order, Refusal, rulebook_for
from sandtable.battle.record import BY_NUMBER
from sandtable.battle.rulings import REFEREE
from sandtable.battle.state import encode
from sandtable.dice import SeededDice
from sandtable.journal import load, save
from sandtable.scenario import Scenario, Zone, load_scenario
from sandtable.server import asking
from sandtable.server.messages import Ask
from sandtable.server.rooms.record import ONLOOKER, entries_for, told
from sandtable.server.rooms.telling import outlook
from tests.conformance.variants import hiding, variants, with_secrets
from tests.panzer8.kit.hiding import copses

LONGEST = 60
"""How many steps a group of battles is played at most."""


@dataclass
class Found:
    """What came of it.

    Attributes:
        pairs: How many pairs were compared, by scenario.
        questions: How many questions were asked, of each battle of a pair.
        differences: Pairs that can be told apart.
        after: After what pairs were compared.
        seconds: How long it took.
    """

    pairs: Counter[str] = field(default_factory=Counter)
    questions: int = 0
    differences: list[str] = field(default_factory=list)
    after: Counter[str] = field(default_factory=Counter)
    seconds: float = 0.0

    def __iadd__(self, other: Found) -> Found:
        self.pairs += other.pairs
        self.questions += other.questions
        self.differences += other.differences
        self.after += other.after
        self.seconds = max(self.seconds, other.seconds)
        return self


# -- what a seat can find out ---------------------------------------------------------------------


THOROUGH = 0.25
"""How often questions are asked, too, that take long."""


def questions(battle: Battle[Any], seat: str, chance: random.Random) -> Iterator[Ask]:
    """All that a client can ask, of all pieces that its seat knows of, and of some others.

    What takes long (advice, offers, reach, targets) is asked at some steps only, drawn by lot.
    """
    yield Ask(id=1, about="drawing", theme=chance.choice(("light", "dark")))
    yield Ask(id=1, about="telling", since=max(0, battle.number - chance.choice((1, 1, 3))))
    if seat == ONLOOKER:
        yield Ask(id=1, about="offers")
        return
    view = battle.view(seat)
    thorough = chance.random() < THOROUGH
    yield from (Ask(id=1, about=about) for about in ("actions", "fields"))
    if thorough:
        yield Ask(id=1, about="offers")
        yield from (Ask(id=1, about="hint", level=level) for level in ("random", "greedy"))
    pieces = list(view.state.pieces)
    strangers = ("lurker-0", "gun", "surprise-12", "german-counter-1", "miller", "nobody")
    for piece in (*pieces, *strangers):
        yield Ask(id=1, about="sheet", piece=piece)
        yield Ask(id=1, about="actions", piece=piece)
    side = battle.state.setting.side_of(seat)
    own = [name for name in pieces if view.state.pieces[name].side == side]
    for piece in (*chance.sample(own, min(2, len(own))), chance.choice(strangers)):
        yield Ask(id=1, about="sights", piece=piece)
        shot = {"order": "fire", "element": piece}
        if thorough:
            yield Ask(id=1, about="reach", piece=piece, order={"order": "move"})
            way = {"order": "move", "element": piece, "path": [[chance.random() * 40, 20]]}
            yield Ask(id=1, about="farthest", piece=piece, order=way, slot="path")
            yield Ask(id=1, about="targets", order=shot, slot="target")
        for target in (*strangers[:2], chance.choice(pieces)):
            yield Ask(id=1, about="preview", order={**shot, "target": target})
    offered = [order for one in view.choices for order in view.candidates(one)] if thorough else []
    for order in chance.sample(offered, min(4, len(offered))):
        yield Ask(id=1, about="preview", order=msgspec.json.decode(encode(order)))


def all_seen(
    battle: Battle[Any], seat: str, asks: Sequence[Ask], probes: Sequence[Order]
) -> dict[str, Any]:
    """All that a seat is told and can find out, each part under what it is."""
    found: dict[str, Any] = {"standing": msgspec.json.encode(outlook(battle, seat))}
    record = []
    moments = {moment.line: moment for moment in battle.moments}
    for line in (None, *battle.lines):
        moment = moments.get(line.line if line else 0)
        events = moment.events if moment else ()
        record.append(told(line, events, moment.state.turn if moment else 0, 0.0))
    found["entries"] = msgspec.json.encode(entries_for(record, seat, -1))
    for place, ask in enumerate(asks):
        found[f"{place} {ask.about} {ask.piece} {ask.order}"] = msgspec.json.encode(
            asking.answer(battle, seat, ask)
        )
    if seat != ONLOOKER:
        view = battle.view(seat)
        found["view"] = view.to_json()
        found["setting"] = view.state.setting.key
        found["undo"] = _told(battle.undo_refusal(seat))
        found["refusals"] = [_told(battle.refusal(order, seat)) for order in probes]
    return found


def _told(refusal: Refusal | None) -> tuple[str, str] | None:
    return None if refusal is None else (refusal.rule, refusal.reason)


# -- playing many battles alike -------------------------------------------------------------------


class Group:
    """Battles that differ only in what one side hides, played with the same orders.

    Args:
        scenario: What is played.
        side: Who hides something.
        many: How many battles beside the first.
        seed: For what is hidden and what is played.
    """

    def __init__(self, scenario: Scenario, side: str, many: int, seed: int) -> None:
        self.name = scenario.id
        self.side = side
        self.chance = random.Random(f"{scenario.id} {seed}")
        self.found = Found()
        book = rulebook_for(scenario.book)
        scenario = replace(scenario, options={**book.with_referee, **scenario.options})
        all_of_them = [scenario, *variants(scenario, side, many, self.chance)]
        self.battles: list[Battle[Any]] = [
            # The same dice in all, whatever is hidden: bound to numbers, as in format 1.
            Battle(book, each, SeededDice(seed), referee=True, format=BY_NUMBER)
            for each in all_of_them
        ]
        first = self.battles[0]
        sides = {name: first.state.setting.side_of(name) for name in first.seats}
        self.blind = [seat for seat, own in sides.items() if own not in (side, None)] + [ONLOOKER]

    def run(self, pairs: int) -> Found:
        """Compare and play until there are so many pairs, or the secret is out."""
        last = "the start"
        for _ in range(LONGEST):
            self._compare(last)
            if self.found.pairs.total() >= pairs or self.found.differences:
                break
            last = self._play()
            self.battles = [battle for battle in self.battles if not self._is_out(battle)]
            if not last or len(self.battles) < 2 or self.battles[0].outcome is not None:
                break
        return self.found

    def _compare(self, last: str) -> None:
        first = self.battles[0]
        probes = self._probes(first)
        for seat in self.blind:
            asks = list(questions(first, seat, self.chance))
            ours = all_seen(first, seat, asks, probes)
            for other in self.battles[1:]:
                theirs = all_seen(other, seat, asks, probes)
                self.found.pairs[self.name] += 1
                self.found.questions += len(ours)
                self.found.after[last] += 1
                if theirs != ours:
                    what = next(name for name in ours if ours[name] != theirs[name])
                    self._tell(other, seat, what, ours[what], theirs[what], last)
                    return

    def _tell(
        self, other: Battle[Any], seat: str, what: str, ours: Any, theirs: Any, last: str
    ) -> None:
        place = next((n for n, (a, b) in enumerate(zip(ours, theirs, strict=False)) if a != b), 0)
        around = slice(max(0, place - 200), place + 200)
        self.found.differences.append(
            f"{self.name}: {seat} can tell two battles apart by {what}, after {last}, at line "
            f"{other.number}:\n  {ours[around]!r}\n  {theirs[around]!r}"
        )

    def _probes(self, battle: Battle[Any]) -> list[Order]:
        """Orders of anybody, to be refused or not."""
        found = []
        for choice in battle.choices:
            view = battle.view(choice.seats[0])
            for mine in view.choices:
                found += [view.pick(mine, self.chance) for _ in range(3)]
        return found

    # -- steps ------------------------------------------------------------------------------------

    def _play(self) -> str:
        """Do the same in all battles, which gives nothing away; what, if anything is left."""
        chance = self.chance.random()
        if chance < 0.08:
            return self._rule()
        if chance < 0.14:
            return self._reload()
        if chance < 0.22 and self._take_back():
            return "taking back"
        return self._order()

    def _rule(self) -> str:
        if self.chance.random() < 0.4:
            for battle in self.battles:
                battle.rule(Announce(text="Hear!"))
            return "an announcement"
        view = self.battles[0].view(self.blind[0])
        piece = self.chance.choice(list(view.state.pieces))
        x = round(getattr(view.state.pieces[piece], "x", 1.0) + 1.0, 2)
        ruling = Amend(piece=piece, set={"x": x})
        for battle in self.battles:
            if _refuses(battle, ruling):
                return self._order()
        for battle in self.battles:
            battle.rule(ruling)
        return "a ruling"

    def _reload(self) -> str:
        """Have all battles played again from their journals, as from the database."""
        for place, battle in enumerate(self.battles):
            with tempfile.NamedTemporaryFile(suffix=".jsonl") as file:
                save(battle, file.name, overwrite=True)
                self.battles[place] = load(file.name)
        return "loading"

    def _take_back(self) -> bool:
        number = self.battles[0].number
        if any(battle.number != number for battle in self.battles):
            return False
        if any(battle.undo_refusal(REFEREE) is not None for battle in self.battles):
            return False
        for battle in self.battles:
            battle.undo(seat=REFEREE)
        return True

    def _order(self) -> str:
        asked = [battle.choices[0].seats[0] for battle in self.battles if battle.choices]
        if len(asked) < len(self.battles) or len(set(asked)) > 1:
            return ""
        seat = asked[0]
        view = self.battles[0].view(seat)
        choice = view.choices[0]
        mine = seat in self.blind
        if choice.ask in ("reveal", "recce") and not mine:
            return ""
        orders = [order for order in view.candidates(choice) if type(order).__name__ != "Show"]
        self.chance.shuffle(orders)
        if mine and self.chance.random() < 0.5:  # who ends his phase soon gives others their turn
            orders.sort(key=lambda order: type(order).__name__ != "Done")
        for order in orders[:40]:
            if all(battle.allows(order, seat) for battle in self.battles):
                for battle in self.battles:
                    battle.play(order, seat)
                return f"{seat}: {type(order).__name__}"
        return ""

    def _is_out(self, battle: Battle[Any]) -> bool:
        """Whether what it hides is known by now, in part."""
        hidden = {unit.id for unit in battle.scenario.units if unit.hidden}
        shown = hidden & set(battle.view(self.blind[0]).state.pieces)
        return bool(shown) or any(
            event.kind in ("spotted", "revealed", "dummy")
            or (event.kind == "out" and event.pieces and event.pieces[0] in hidden)
            for event in battle.events
        )


def _refuses(battle: Battle[Any], ruling: Amend) -> bool:
    try:
        battle.fork().rule(ruling)
    except Refusal:
        return True
    return False


# -- many of them ---------------------------------------------------------------------------------


def cases() -> list[tuple[Scenario, str, int]]:
    """What is played: a scenario, who hides something in it, and how often it is taken."""
    shipped = [(each, side, 1) for each in with_secrets() for side in hiding(each)]
    small = [(each, "german", 40) for each in (copses(MIXED, turns=3), copses(MIXED, turns=4))]
    options = {"game": "advanced"}
    more = [(copses(MIXED, turns=3, options=options), "german", 20), (lane(), "american", 3)]
    return [case for case in (*shipped, *small, *more) if case[0].id != "sunken-lane"]


MIXED = ("ge-pak40", "ge-rifle-44", None, "ge-mortar-81", None, "ge-mg")
"""What lies under six counters, to begin with."""


def lane() -> Scenario:
    """The sunken lane, where the Germans set up one by one while the Americans lie in ambush."""
    scenario = load_scenario("sunken-lane")
    outline = ((1.0, 1.0), (12.0, 1.0), (12.0, 27.0), (1.0, 27.0))
    zone = Zone(id="west", outline=outline, side="german")
    units = tuple(
        replace(unit, at=None, zone="west")
        if unit.side == "german" and unit.at and not unit.status and unit.quality is None
        else unit
        for unit in scenario.units
    )
    return replace(scenario, id="lane", units=units, zones=(*scenario.zones, zone))


def compare_many(count: int, seed: int, many: int = 12) -> Found:
    """Compare so many pairs, of all cases in turn, until some can be told apart."""
    found = Found()
    start = time.monotonic()
    known = cases()
    chance = random.Random(seed)
    for number in itertools.count():
        scenario, side, _ = chance.choices(known, [often for _, _, often in known])[0]
        left = count - found.pairs.total()
        found += Group(scenario, side, many, seed * 1_000_000 + number).run(left)
        if found.pairs.total() >= count or len(found.differences) >= 10:
            break
    found.seconds = time.monotonic() - start
    return found
