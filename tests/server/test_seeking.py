"""How far a piece comes and which number will do: asked once, and found as by asking often."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from itertools import pairwise
from typing import Any, Final

import pytest

from sandtable.battle import Battle
from sandtable.battle.page import Action, Slot
from sandtable.battle.searching import ROUNDS, TRIES
from sandtable.battle.view import View
from sandtable.dice import SeededDice
from sandtable.scenario import load_scenario
from sandtable.server.asking import answer
from sandtable.server.messages import Answer, Ask
from tests.server.kit import FRIENDS, Running

Data = dict[str, Any]
Way = list[tuple[float, float]]

SCENARIOS: Final = ("saint-aubin", "pavlovs-street", "jeep-chase")
STEPS: Final = 120
"""How many orders are given at random, one after another, to come to other positions."""


# -- the slow twin: a client that asks for one preview after another ------------------------------


def preview(battle: Battle[Any], seat: str, order: Data) -> Answer:
    return answer(battle, seat, Ask(id=1, about="preview", order=order))


def length_of(line: Way) -> float:
    return sum(math.dist(a, b) for a, b in pairwise(line))


def shortened(line: Way, length: float) -> Way:
    kept, left = [line[0]], length
    for (x, y), (to_x, to_y) in pairwise(line):
        leg = math.hypot(to_x - x, to_y - y)
        if leg >= left:
            part = left / leg if leg else 0.0
            return [*kept, (x + (to_x - x) * part, y + (to_y - y) * part)]
        kept.append((to_x, to_y))
        left -= leg
    return kept


def farthest_by_previews(battle: Battle[Any], seat: str, order: Data, line: Way) -> Way:
    least, most = 0.0, length_of(line)
    for _ in range(ROUNDS):
        half = (least + most) / 2
        told = preview(battle, seat, {**order, "path": shortened(line, half)[1:]})
        assert told.problem is None
        if told.refusal is None:
            least = half
        else:
            most = half
    return shortened(line, math.floor(least * 100) / 100)[1:] if least > 0.02 else []


def number_by_previews(battle: Battle[Any], seat: str, order: Data, slot: Slot) -> float | None:
    least, most = slot.least or 0.0, slot.most or 0.0
    for place in range(TRIES + 1):
        value = math.floor((least + (most - least) * place / TRIES) * 100 + 0.5) / 100
        # As a browser writes it: whole numbers without a point.
        told = preview(battle, seat, {**order, slot.name: int(value) if value % 1 == 0 else value})
        if told.refusal is None and told.problem is None:
            return value
    return None


# -- positions, and orders that are begun in them -------------------------------------------------


def positions(name: str) -> Iterator[tuple[Battle[Any], str, View[Any]]]:
    chance = random.Random(f"seeking/{name}")
    battle = Battle.start(load_scenario(name), dice=SeededDice(f"seeking/{name}"))
    for _ in range(STEPS):
        if battle.outcome is not None:
            return
        view = battle.view(chance.choice(battle.choices).seats[0])
        yield battle, view.seat, view
        battle.play(view.pick(view.choices[0], chance), view.seat)


def begun(view: View[Any], sort: str) -> Iterator[tuple[Action, Slot, Data]]:
    """Orders with a field of some sort that lack nothing else, as a page begins them."""
    for choice in view.choices:
        for piece in (None, *view.state.pieces):
            for action in view.rulebook.actions(view.state, view.seat, choice, piece):
                wanted = [slot for slot in action.slots if slot.sort == sort]
                if action.refusal or not wanted:
                    continue
                values = {slot.name: _presumed(slot) for slot in action.slots}
                given = {field: value for field, value in values.items() if value is not None}
                yield action, wanted[0], {"order": action.order, **action.fixed, **given}


def _presumed(slot: Slot) -> Any:
    if slot.default is not None:
        return slot.default
    if not slot.required:
        return None
    if slot.sort == "flag":
        return False
    if slot.sort == "piece" and slot.pieces:
        return slot.pieces[0]
    if slot.sort == "word" and slot.words:
        return slot.words[0].value
    return {"heading": 0, "number": slot.most}.get(slot.sort)


# -- the same is found ----------------------------------------------------------------------------


@pytest.mark.parametrize("name", SCENARIOS)
def test_the_farthest_way_is_the_one_that_many_previews_find(name: str) -> None:
    chance = random.Random(name)
    lengths = []
    for battle, seat, view in positions(name):
        ways = [found for found in begun(view, "path") if found[0].piece]
        for action, slot, order in chance.sample(ways, min(2, len(ways))):
            piece = action.piece or ""
            x, y = view.state.pieces[piece].x, view.state.pieces[piece].y
            table = view.state.setting.scenario.table
            bends = [
                (round(chance.uniform(0, table.width), 2), round(chance.uniform(0, table.depth), 2))
                for _ in range(chance.choice((1, 1, 2)))
            ]
            whole = {**order, "path": bends}
            asked = Ask(id=7, about="farthest", piece=piece, order=whole, slot=slot.name)
            told = answer(battle, seat, asked)
            assert told.problem is None
            twin = farthest_by_previews(battle, seat, order, [(x, y), *bends])
            found = [] if told.order is None else [tuple(point) for point in told.order["path"]]
            assert len(found) == len(twin)
            for point, other in zip(found, twin, strict=True):
                assert point == pytest.approx(other, abs=1e-9)
            if told.order is not None:
                again = preview(battle, seat, told.order)
                assert (told.refusal, told.odds, told.trace, told.drawn) == (
                    again.refusal, again.odds, again.trace, again.drawn,
                )  # fmt: skip
            lengths.append(length_of([(x, y), *twin]))
    assert any(lengths), "nobody could move at all"


@pytest.mark.parametrize("name", ["saint-aubin", "jeep-chase"])
def test_the_number_that_fits_is_the_one_that_many_previews_find(name: str) -> None:
    chance = random.Random(name)
    numbers = []
    for battle, seat, view in positions(name):
        orders = list(begun(view, "number"))
        for action, slot, order in chance.sample(orders, min(3, len(orders))):
            asked = Ask(id=7, about="fitting", piece=action.piece, order=order, slot=slot.name)
            told = answer(battle, seat, asked)
            assert told.problem is None
            found = None if told.order is None else told.order[slot.name]
            assert found == number_by_previews(battle, seat, order, slot)
            assert told.order is None or told.refusal is None
            numbers.append(found)
    assert any(number is not None for number in numbers), "no order has a number"


# -- over the wire --------------------------------------------------------------------------------


def test_a_way_that_is_too_far_is_shortened_in_one_question(server: Running) -> None:
    with server.begin(**FRIENDS).sit("british") as british:
        x, y = next(
            (each["x"], each["y"])
            for each in british.ask("drawing")["pieces"]
            if each["piece"] == "firefly"
        )
        order = {"order": "move", "element": "firefly", "path": [[x, y + 14.0]]}
        assert "refusal" in british.ask("preview", order=order)
        told = british.ask("farthest", piece="firefly", order=order, slot="path")
        assert "refusal" not in told
        assert 5 < told["trace"]["used"] <= told["trace"]["allowed"]
        assert y + 5 < told["order"]["path"][-1][1] < y + 14
        assert british.give(told["order"])["type"] == "done"


@pytest.mark.parametrize(
    ("about", "more", "problem"),
    [
        ("farthest", {"piece": "firefly"}, "which of its fields"),
        ("farthest", {"slot": "path"}, "of which piece"),
        ("farthest", {"piece": "nobody", "slot": "path"}, "no 'nobody' on the table"),
        ("farthest", {"piece": "firefly", "slot": "element"}, "not a way"),
        ("farthest", {"piece": "firefly", "slot": "nothing"}, "not a way"),
        ("fitting", {"piece": "firefly", "slot": "path"}, "no number between two bounds"),
        ("fitting", {"piece": "firefly"}, "which of its fields"),
    ],
)
def test_what_cannot_be_looked_for_has_a_reason(about: Any, more: Data, problem: str) -> None:
    battle = Battle.start(load_scenario("saint-aubin"), dice=SeededDice(1))
    order = {"order": "move", "element": "firefly", "path": [[1.0, 1.0]]}
    told = answer(battle, "british", Ask(id=1, about=about, order=order, **more))
    assert problem in (told.problem or "")
    assert told.order is None
