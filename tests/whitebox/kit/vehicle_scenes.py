"""Scenes of vehicles that several paragraphs share."""

from collections.abc import Generator

import pytest

from tests.whitebox.kit.basis import *

TOUGH = {"hp": 100}


def rammed(sheet: str, at: Square, facing: int, travel: int = 0, **more: Any) -> Unit:
    pace = "normal" if travel else "stopped"
    return driven(
        "other", sheet, at, facing, side="b", pace=pace, travel=travel, stats=TOUGH, **more
    )


def dice_for(total: int, count: int) -> list[int]:
    """So many d6 that come to a total."""
    faces = [1] * count
    for at in range(count):
        more = min(5, total - sum(faces))
        faces[at] += more
    assert sum(faces) == total
    return faces


def grenade_before(target: Unit, points: int, *saves: int) -> OwbBattle:
    """A grenade into the square before a vehicle, which goes off at the end of the round."""
    battle = fight(man("ivan", (10, 17), weapons=["grenade"]), target, FAR_FOE)
    play(battle, Begin("ivan"), throw((10, 13)), dice=[16])
    pass_all(battle, dice=[*dice_for(points - 2, 2), *saves, 6, 1])
    assert rolled_all(battle)
    return battle


ZERO = (15, 15)
"""Where the square (0, 0) of an example is laid that goes off the map otherwise."""


def here(*squares: Square) -> set[Square]:
    """Squares of an example on the map of the tests."""
    return {(x + ZERO[0], y + ZERO[1]) for x, y in squares}


def laid(square: Square) -> Square:
    """A square of an example on the map of the tests."""
    return (square[0] + ZERO[0], square[1] + ZERO[1])


def chance(battle: OwbBattle, order: Order, *words: str) -> Fraction:
    """The chance that is told of some ends of an order."""
    odds = battle.odds(order, battle.choices[0].seats[0])
    assert odds is not None
    return sum((Fraction(part) for word, part in odds.outcomes if word in words), Fraction(0))


def of_size(length: int, width: int, facing: int, **status: Any) -> OwbBattle:
    """A battle with a truck of another size whose middle is near that of the map."""
    x = 18.0 + (0.5 if width % 2 and facing % 4 == 0 else 0.0)
    stats = {"length": length, "width": width, "hp": 90}
    one = Unit(
        id=CAR,
        sheet="truck-large",
        side="a",
        at=(x, ROWS / 2),
        facing=360.0 if facing == 0 else facing * 45.0,
        status={"stats": stats, "pace": "normal", "travel": 6, **status},
    )
    battle = fight(one, wheelman(), FOE)
    play(battle, StartVehicle(CAR), SetPace(CAR, "normal"))
    return battle


MADE = 1
"""The Driving Check of an ordinary driver that succeeds."""


def sturdy(*units: Unit, dice: tuple[int, ...] = (6, 1), **more: Any) -> OwbBattle:
    """A battle of men with 50 hit points and vehicles with 100."""
    battle = fight(*units, man("far", (35, 35), "b"), dice=dice, **more)
    for person in battle.state.persons():
        battle.state.change(person.id, hp=50)
    for car in battle.state.vehicles():
        battle.state.alter(car.id, hp=100)
    return battle


def truck(**more: Any) -> Unit:
    """A small truck facing north that fills (10..11, 20..22)."""
    return vehicle("truck", "truck-small", (10, 20), 0, **more)


def blasted(state: OwbState, centre: tuple[int, int], points: int, *faces: int, **kw: Any) -> int:
    """What an explosion takes from the vehicle."""
    before, dice = the(state, "v").hp, ScriptedDice(faces)
    list(blast_strikes(state, "v", centre, points, dice, **kw))
    dice.assert_spent()
    return before - the(state, "v").hp


STEERED = ["advanced-steering"]


def passenger(sheet: str, port: str = "", **more: Any) -> Any:
    state = state_of(
        vehicle("apc", "armored-personnel-carrier", (10, 20), **more),
        man("pal", (2, 2), sheet=sheet, carried_by="apc", seat="passenger-1"),
        vehicle("foe", "truck-large", (10, 6), 4, "b"),
        man("ivan", (10, 12), "b", facing=4),
        FAR_FOE,
    )
    order = FirePort("pal", weapon=state.person("pal").arms[0].id, target="ivan", port=port)  # type: ignore[arg-type]
    return state, order, shot_through_port(state, state.person("pal"), order)


def why(battle: OwbBattle, squares: int = 2) -> tuple[str, str]:
    """The rule and the sentence by which a jump is refused; both empty if it is not."""
    found = battle.refusal(Jump(CAR, squares), battle.choices[0].seats[0])
    return ("", "") if found is None else (found.rule, found.reason)


def fast(sheet: str = "car", **rest: Any) -> OwbBattle:
    return on_the_road(sheet, **{"travel": 9, **rest})


WEARING: dict[str, str | bool] = {"cover_damage": "hit-points"}
MEN = (man("ivan", (5, 30)), man("foe", (30, 2), "b"))
SECTION = (10, 20)


def destroyed_by(steps: Generator[Event, None, bool], dice: ScriptedDice) -> bool:
    """Whether a section has been destroyed; all dice must be used."""
    try:
        while True:
            next(steps)
    except StopIteration as end:
        dice.assert_spent()
        return bool(end.value)


def strikes(state: OwbState, weapon: str, points: int, *, piercing: bool = False) -> bool:
    """Strike the section with a weapon."""
    dice = ScriptedDice()
    return destroyed_by(
        strike_object(state, SECTION, weapon, points, dice, piercing=piercing), dice
    )


def speeding_tank(speed: int = 6, sheet: str = "tank-medium", **more: Any) -> OwbState:
    """A tank on an open field at some speed."""
    state = sturdy_field(driven("t", sheet, (15, 20)), **more)
    speeding(state, "t", speed)
    return state


def units(target: str = "tank-medium", facing: int = 4) -> tuple[Any, ...]:
    """A tank in the south, and a target in the north that faces it."""
    anchor = (11, 11) if facing == 4 else (10, 8)
    return vehicle("tank", "tank-medium", (10, 25)), vehicle("foe", target, anchor, facing, "b")


def felled(state: OwbState, name: str, hp: int = 40) -> None:
    """Let somebody lie there, alive but unable to act."""
    state.change(name, hp=hp, out="incapacitated", stable=True, fell_in=0)


def built(sheet: str, **status: Any) -> Vehicle:
    """A vehicle as a scenario describes it."""
    return the(lone_vehicle(sheet, **status), "v")


def not_set_up(match: str, sheet: str, **status: Any) -> None:
    """A scenario that cannot be set up."""
    with pytest.raises(ScenarioError, match=match):
        built(sheet, **status)


NEEDS: dict[Labour, dict[str, Any]] = {
    "restart": {"stalled_to": 10},
    "unlock": {"locked_to": 10, "strained_to": 4},
    "dig-out": {"stuck": True},
    "right": {"overturned": "left-side"},
}
"""What a vehicle is like that needs each kind of work."""


def workshop(labour: Labour, profession: str, seat: str = "operator") -> OwbState:
    """A tank that needs some work, and an operative in a seat of it or, without one, beside it."""
    aboard = "c" if seat else ""
    state = sturdy_field(
        driven("c", "tank-light", (15, 20)), operative("w", profession, aboard, seat, (14, 20))
    )
    state.alter("c", **NEEDS[labour])
    return state


def work(state: OwbState, labour: Labour, *faces: int) -> str:
    dice = ScriptedDice(faces)
    person, vehicle = state.person("w"), the(state, "c")
    assert check_work(state, person, vehicle, labour) is None
    (event,) = work_on(state, person, vehicle, labour, dice)
    assert dice.remaining == ()
    return event.text
