"""One man about to attack another, or a vehicle."""

from tests.whitebox.kit.basis import *


def facing_foe(distance: int, **mine: Any) -> OwbState:
    """Ivan in the south, and a foe so many squares to the north of him, both without armor."""
    status: dict[str, Any] = {"armor": [], **mine}
    return state_of(
        man("ivan", (10, 90), rows=120, **status),
        man("foe", (10, 90 - distance), "b", facing=4, rows=120, armor=[]),
        size=(36, 120),
    )


def shot_of_ivan(state: OwbState, weapon: str, mode: str = "single", **arm: Any) -> Blow | Refusal:
    gun = Arm(id=weapon, **arm)
    return shot_at(state, person(state, "ivan"), gun, person(state, "foe"), mode)


SANDBAGS = "sandbags"


def fire_duel(
    distance: int,
    weapon: str = "rifle-large",
    *,
    mine: dict[str, Any] | None = None,
    his: dict[str, Any] | None = None,
    terrain: tuple[Terrain, ...] = (),
    **options: str | bool,
) -> OwbBattle:
    """Ivan, whose turn has begun, and a foe so many squares to the north of him.

    The foe wears battle dress (AAC 11) and has many hit points, unless something else is said.
    """
    rows = 140
    battle = fight(
        man("ivan", (5, 130), rows=rows, **{"weapons": [weapon], **(mine or {})}),
        man("foe", (5, 130 - distance), "b", rows=rows, **{"hp": 60, "most_hp": 60, **(his or {})}),
        terrain=terrain,
        size=(12, rows),
        options=options,
    )
    pass_all(battle, until="who acts")
    play(battle, Begin("ivan"))
    return battle


def hidden_by(kind: str, distance: int) -> tuple[Terrain, ...]:
    """A feature right in front of the foe."""
    return (filled("front", kind, (5, 131 - distance), rows=140),)


def needs(battle: OwbBattle, order: Any, least: int) -> None:
    """That the natural roll hits and one less misses, by the dice as by the odds."""
    odds = battle.view("a").odds(order)
    assert odds is not None
    hits = Fraction(max(0, min(20, 21 - least)), 20)
    assert dict(odds.outcomes)["miss"] == 1 - hits
    for roll, hit in ((least, True), (least - 1, False)):
        if not 1 <= roll <= 20:
            continue
        branch = battle.fork()
        play(branch, order, dice=(roll, 3, 3, 3))
        event = told(branch, "attack")[0]
        assert event.data["hit"] is hit
        assert sum(tally.total for tally in event.tallies[:1]) == odds.tallies[0].total


def tallied(battle: OwbBattle, kind: str = "explosive") -> tuple[int, int]:
    """What was added to the last roll for an explosive, and what it had to reach."""
    one, two = told(battle, kind)[-1].tallies
    return one.total, two.total


NATURALS: dict[str, str | bool] = {"naturals_personal": "on"}


def rider(name: str, seat: str, **more: Any) -> Unit:
    return man(name, (0, 0), carried_by="truck", seat=seat, **more)


def riding(*others: Unit, **more: Any) -> OwbBattle:
    """A truck with a rifleman in its bed, who is about to fire at somebody."""
    battle = fight(
        vehicle("truck", "truck-small", (10, 20)),
        rider("ivan", "bed-1"),
        *others,
        man("hans", (10, 12), "b"),
        FAR_FOE,
        options=NATURALS,
        **more,
    )
    start(battle, "truck")
    return battle


def offered_to(battle: OwbBattle) -> list[Order]:
    """The orders that are open to whoever is asked."""
    return list(RULEBOOK.candidates(battle.state, battle.choices[0]))


def fired_before_his_turn(sheet: str, order: Order, *faces: int) -> OwbBattle:
    """A battle in whose second round Ivan uses a withheld attack before anybody has acted."""
    battle = fight(
        man("ivan", (5, 20), sheet=sheet, facing=0), man("bob", (5, 8), side="b", rank="op5")
    )
    turn(battle, "ivan", Withhold("ivan"), end=EndTurn("ivan", facing=360.0))
    pass_all(battle, dice=[1, 6])
    assert asked_for(battle) == "interrupt"
    play(battle, order, dice=faces)
    play(battle, Done(), Begin("ivan"))
    return battle


def truck_at(**more: Any) -> Unit:
    """An enemy truck facing south that fills (10..11, 7..10)."""
    return vehicle("truck", more.pop("sheet", TRUCK), (11, 10), 4, "b", **more)


def rifle_shot(weapon: str, **more: Any) -> ShootAboard:
    return ShootAboard("ivan", vehicle="truck", weapon=weapon, **more)


def scene_with(sheet: str = "rifleman", foe: tuple[int, int] = (10, 17), **rest: Any) -> OwbState:
    return state_of(man("ivan", (10, 20), sheet=sheet), man("foe", foe, "b"), **rest)


def lob_at(state: OwbState, square: tuple[int, int]) -> Lob:
    lob = throw_at(state, person(state, "ivan"), "grenade", square)
    assert isinstance(lob, Lob)
    return lob


def at_0(terrain: list[Terrain], target: Square = (5, 5), **more: object) -> OwbState:
    return state_of(
        man("ivan", (5, 0), facing=4, armor=[]),
        man("foe", target, "b", armor=[], **more),  # type: ignore[arg-type]
        terrain=terrain,
    )


def enemy_truck(sheet: str = "truck-large", **more: Any) -> Unit:
    """An enemy vehicle facing south; a large truck fills (10..11, 7..10)."""
    return vehicle("truck", sheet, (11, 10), 4, "b", **more)


def beside(*others: Unit, at: tuple[int, int] = (10, 11), **rest: Any) -> OwbBattle:
    """Ivan stands in front of the truck, with his turn begun."""
    ivan = man("ivan", at, **rest.pop("ivan", {}))
    battle = fight(ivan, *(others or (enemy_truck(),)), FAR_FOE, **rest)
    play(battle, Begin("ivan"))
    return battle
