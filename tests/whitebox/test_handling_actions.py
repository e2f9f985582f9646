"""Every order of OWB can be put together from what a page is offered, and nothing else is."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from sandtable.battle import Battle, View
from sandtable.battle.handling import Action
from sandtable.battle.phrases import tag_of
from sandtable.battle.state import encode
from sandtable.dice import SeededDice
from sandtable.rulebooks.whitebox import RULEBOOK
from sandtable.rulebooks.whitebox.state import OwbState
from sandtable.rulebooks.whitebox.vehicles.frames import VehicleTurn
from sandtable.scenario import Scenario, load_scenario
from tests.battle.putting_together import faults
from tests.whitebox.kit import edged, man, scene
from tests.whitebox.vehicle_kit import vehicle

OwbView = View[OwbState]
RULES = {rule.id for rule in RULEBOOK.catalogue.rules}


def offered(view: OwbView, piece: str | None = None) -> tuple[Action, ...]:
    """What a seat is offered, by itself or with a piece."""
    return RULEBOOK.actions(view.state, view.seat, next(iter(view.choices), None), piece)


def everything(view: OwbView) -> list[Action]:
    """What a seat is offered with whatever there is.

    Those aboard are offered what their vehicle is, and so are not asked while it has its turn.
    """
    state = view.state
    frame = state.agenda[-1] if state.agenda else None
    crew = state.occupants(frame.vehicle) if isinstance(frame, VehicleTurn) else []
    pieces = [None, *(name for name in state.pieces if name not in {one.id for one in crew})]
    return [action for piece in pieces for action in offered(view, piece)]


def check(view: OwbView) -> list[str]:
    """See that all candidates can be put together, and that what is complete is legal."""
    listed = everything(view)
    kinds = []
    for order in view.candidates(view.choices[0]):
        assert faults(RULEBOOK, listed, order) == [], order
        kinds.append(tag_of(type(order)))
    for action in listed:
        assert action.rule in RULES, action
        assert (action.refused_by in RULES) == bool(action.refusal), action
        if not action.refusal and not any(slot.required for slot in action.slots):
            order = RULEBOOK.decode(encode({"order": action.order, **action.fixed}))
            assert view.check(order) is None, order
    return kinds


def moments(scenario: Scenario, seed: int, every: int, steps: int) -> Iterator[OwbView]:
    """The first decisions of a battle at random: all that are rare, and some of the rest."""
    battle: Battle[Any] = Battle(RULEBOOK, scenario, SeededDice(seed), referee=True)
    chance = random.Random(seed)
    while battle.outcome is None and battle.number < steps:
        choice = battle.choices[0]
        view = battle.view(chance.choice(choice.seats))
        if battle.number % every == 0 or choice.ask not in ("turn", "who acts", "declare"):
            yield view
        battle.play(view.pick(view.choices[0], chance), view.seat)


@pytest.mark.parametrize("seed", [1, 2])
def test_every_candidate_can_be_put_together(seed: int) -> None:
    views = moments(load_scenario("pavlovs-street"), seed, 9, 220)
    kinds = {kind for view in views for kind in check(view)}
    assert {"move", "shoot", "throw", "end-turn", "begin", "done"} <= kinds


def convoy() -> Scenario:
    """Vehicles of many kinds, with men about them."""
    return scene(
        vehicle("tiger", "tank-heavy", (8, 26), 0),
        vehicle("track", "armored-personnel-carrier", (14, 27), 0, open_top=True),
        vehicle("jeep", "car", (20, 28), 1),
        man("ann", (11, 24), sheet="rifleman"),
        man("abe", (12, 25), bombs={"pipe-bomb": 1, "charge": 1, "grenade": 1}),
        man("ada", (23, 28), rank="veteran"),
        vehicle("stug", "tank-destroyer", (10, 6), 4, "b"),
        vehicle("lorry", "truck-small", (16, 5), 4, "b"),
        vehicle("bike", "motorcycle", (22, 8), 4, "b"),
        man("bob", (13, 12), "b", sheet="light-machinegunner"),
        man("ben", (18, 10), "b", sheet="anti-tank-rifleman"),
        terrain=[edged("wall", "low-brick-wall", (9, 16), (15, 16))],
        options={"tank_gun_ammunition": "on", "massed_suppression": "off"},
    )


@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=pytest.mark.slow)])
def test_every_order_of_vehicles_can_be_put_together(seed: int) -> None:
    kinds = {kind for view in moments(convoy(), seed, 3, 220) for kind in check(view)}
    assert {"start-vehicle", "set-pace", "drive", "turning", "fire-gun", "end-vehicle"} <= kinds
