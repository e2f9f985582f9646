"""A battle with everything that carries, tows or rides, for players to find their way in."""

from __future__ import annotations

import random
from collections import Counter

from sandtable.battle import Battle
from sandtable.dice import SeededDice
from sandtable.players import GreedyPlayer, RandomPlayer
from sandtable.rulebooks.panzer8 import RULEBOOK
from sandtable.rulebooks.panzer8.state import P8State
from sandtable.scenario import Entry, Objective, Scenario, Side, TableSize, Unit, Victory
from tests.panzer8.kit.scenes import P8Battle, area, box, line, load, unit


def convoy_units() -> tuple[Unit, ...]:
    """Russians and Germans with lorries, tank riders, carriers, cavalry and towed guns."""
    south, west = Entry(edge="south", at=20), Entry(edge="south", at=12)
    return (
        unit("lorry", "su-lorry", "russian", at=(8, 3)),
        load("lorry", "russian", "su-rifle", "rifles-1"),
        load("lorry", "russian", "su-smg", "smg-1"),
        unit("t34", "su-t34-85", "russian", at=(14, 4)),
        load("t34", "russian", "su-smg", "riders"),
        unit("walkers", "su-rifle", "russian", at=(17.21, 4)),
        unit("t34-2", "su-t34-85", "russian", at=(16, 4)),
        unit("truck", "su-truck", "russian", enters=south),
        load("truck", "russian", "su-45", "gun"),
        unit("maxim", "su-mg", "russian", enters=west, broken_down=True),
        unit("cavalry", "su-cav", "russian", at=(24, 3)),
        unit("cmd", "su-cmd", "russian", at=(18, 2)),
        unit("apc", "ge-apc", "german", at=(10, 33), facing=180),
        load("apc", "german", "ge-rifle-44", "grenadiers"),
        unit("tractor", "ge-tractor", "german", at=(20, 33), facing=180),
        load("tractor", "german", "ge-pak40", "pak"),
        unit("blitz", "ge-lorry", "german", at=(26, 33), facing=180),
        load("blitz", "german", "ge-mg", "mg"),
        load("blitz", "german", "ge-rifle-44", "pioneers"),
        unit("halftracks", "ge-pzgren-44", "german", at=(15, 32), facing=180),
        unit("stug", "ge-stug-g", "german", at=(5, 32), facing=180),
        unit("foo", "ge-foo", "german", at=(6.01, 32), facing=180),
        unit("boss", "ge-cmd", "german", at=(14, 34), facing=180),
    )


def convoys() -> Scenario:
    """Two columns that meet at a crossroads."""
    return Scenario(
        id="convoys",
        title="Convoys",
        book="p8",
        table=TableSize(width=30, depth=36),
        sides=(
            Side(id="russian", name="Russians", nation="SU", home="south", role="attacker"),
            Side(id="german", name="Germans", nation="GE", home="north", role="defender"),
        ),
        units=convoy_units(),
        terrain=(
            line("road", (20, 0), (20, 36), width=2),
            area("wood", box(5, 14, 11, 20)),
        ),
        objectives=(Objective(id="crossroads", at=(15, 18), value=1),),
        turns=8,
        victory=Victory(),
    )


def play_out(seed: int, *, greedy: bool = False) -> tuple[P8Battle, Counter[str]]:
    """A battle to its end, and how often each kind of order was given."""
    battle: Battle[P8State] = Battle(RULEBOOK, convoys(), SeededDice(seed))
    kind = GreedyPlayer if greedy else RandomPlayer
    players = {seat: kind(f"{seed}-{seat}") for seat in ("russian", "german")}
    chance = random.Random(seed)
    given: Counter[str] = Counter()
    while battle.outcome is None:
        choice = battle.choices[0]
        seat = chance.choice(choice.seats)
        order = players[seat].decide(battle.view(seat), choice)
        given[type(order).__name__] += 1
        battle.play(order, seat)
        assert sum(given.values()) < 4000, "the battle does not end"
    return battle, given
