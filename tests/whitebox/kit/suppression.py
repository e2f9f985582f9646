"""Gunners who have opened suppressive fire, and what they wait for."""

from tests.whitebox.kit.basis import *

SMG = "submachinegun"


def in_round_2(
    *others: Unit,
    gun: str = GUN,
    gunner: Square = (10, 20),
    aim: Square = (10, 12),
    rolls: tuple[int, int] = A_FIRST,
    **rest: Any,
) -> OwbBattle:
    """Round 2, after a gunner has opened fire on the foe in round 1 and missed."""
    battle = fight(
        man("gunner", gunner, weapons=[gun], rank="op5", armor=[]),
        man("foe", aim, "b", hp=50, most_hp=50, armor=[]),
        *others,
        **rest,
    )
    turn(battle, "gunner", shot("foe", gun, "gunner", mode="suppress"), dice=(1,))
    if gun in (SMG, "machinegun-light"):
        pass_all(battle, until="declare")
        play(battle, Declare("gunner", "reload"), Done(), dice=rolls)
    else:
        pass_all(battle, dice=rolls)
    assert battle.state.turn == 2
    return battle


def struck_by_bullets(battle: OwbBattle) -> list[str]:
    """Who has been struck by automatic bullets so far, in this order."""
    return [event.pieces[0] for event in told(battle, "bullets")]


def swept_in_round_2(*dice: int, answer: Any, gun: str = SMG, **his: Any) -> OwbBattle:
    """The foe, in the open unless terrain is named, is swept on the gunner's turn of round 2."""
    terrain = his.pop("terrain", ())
    battle = in_round_2(gun=gun, terrain=terrain, rolls=B_FIRST)
    battle.state.change("foe", **his)
    pass_all(battle, until="who acts")
    if battle.choices[0].seats == ("b",):
        play(battle, Done())
    play(battle, Begin("gunner"), Sweep("gunner"), dice=dice[:1])
    play(battle, answer, dice=dice[1:])
    return battle


def waits_for(battle: OwbBattle) -> str:
    """What the battle waits for, and whom."""
    choice = battle.choices[0]
    return f"{choice.ask} {choice.about[0]}"


def next_side(battle: OwbBattle) -> None:
    """Side a has done all that it wants to."""
    if battle.choices[0].seats == ("a",):
        play(battle, Done())


def held_by_tank(*units: Unit, **rest: Any) -> OwbBattle:
    """A tank of side a withholds the shot of its gun, and it is the other side's turn."""
    battle = fight(vehicle("tank", "tank-medium", (10, 25)), FAR_FOE, *units, **rest)
    start(battle, "tank")
    play(battle, WithholdGun("tank.gun-1"), EndVehicle("tank"))
    next_side(battle)
    return battle


def before_the_gun(*others: Unit, sheet: str = TRUCK, **status: Any) -> OwbBattle:
    """A vehicle rolls westwards across the tank's field of fire, at normal pace."""
    rolling: dict[str, Any] = {"pace": "normal", "travel": 6, **status}
    battle = held_by_tank(vehicle("foe", sheet, (12, 8), 6, "b", **rolling), *others)
    play(battle, StartVehicle("foe"))
    return battle


def rifle_line(*others: Unit, at: Square = (10, 10), ready: bool = True, **more: Any) -> OwbBattle:
    """Three riflemen, the first of whom has begun his turn as the last of them."""
    battle = fight(
        *(man(f"r{n}", (9 + n, 20)) for n in range(3)),
        man("foe", at, "b", hp=60, most_hp=60, armor=[]),
        *others,
        options={"massed_suppression": "3"},
        **more,
    )
    if ready:
        begins(battle)
    return battle


def begins(battle: OwbBattle) -> None:
    """The others have had their turns, and the first of the riflemen begins his."""
    turn(battle, "r1")
    turn(battle, "r2")
    play(battle, Begin("r0"))


def mass(at: Square = (10, 10), lean: Square | None = None, centre: str | None = None) -> Mass:
    """The order of the three."""
    spot = None if lean is None else middle(lean)
    return Mass("r0", at=middle(at), others=("r1", "r2"), lean=spot, centre=centre)


def suppress(target: str = "foe", who: str = "gunner", weapon: str = GUN) -> Shoot:
    return Shoot(who, target=target, weapon=weapon, mode="suppress")  # type: ignore[arg-type]


def takes_over(weapon: str, *, entering: bool = False) -> OwbBattle:
    """Somebody takes the gun of a fallen friend: from the next square, or after stepping there."""
    battle = fight(
        man("gunner", (10, 20), weapons=[weapon]),
        man("mate", (11, 20)),
        man("foe", (10, 5), "b"),
    )
    battle.state.change("gunner", hp=0, out="dead", stance="prone")
    steps = [Move("mate", path((10, 20)))] if entering else []
    take = TakeUp("mate", weapon=weapon, owner="gunner")  # type: ignore[arg-type]
    turn(battle, "mate", *steps, take)
    return battle


def opened_fire(*others: Any, sheet: str = "medium-machinegunner", **rest: Any) -> OwbBattle:
    """A battle in which the gunner has opened suppressive fire on the foe in round 1."""
    battle = fight(
        man("gunner", (10, 20), sheet=sheet),
        man("foe", (10, 12), "b", facing=4, rank="officer"),
        *others,
        **rest,
    )
    gun = person(battle, "gunner").arms[0].id
    open_fire = Shoot("gunner", target="foe", weapon=gun, mode="suppress")  # type: ignore[arg-type]
    turn(battle, "gunner", open_fire, dice=(1,))
    return battle


def tank_opened_fire(*others: Any, **rest: Any) -> OwbBattle:
    """The bow machinegun of a tank has opened suppressive fire on an officer."""
    battle = fight(
        vehicle("tank", "tank-medium", (10, 25)),
        man("foe", (10, 12), "b", facing=4, rank="officer"),
        FAR_FOE,
        *others,
        **rest,
    )
    start(battle, "tank", "crawl")
    fires(battle, fire("tank", "foe", name="gun-2", mode="suppress"), 1, 5)
    return battle
