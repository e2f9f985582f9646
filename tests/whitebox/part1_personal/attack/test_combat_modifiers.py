"""OPTIONAL RULE: COMBAT MODIFIERS."""

import pytest

from tests.whitebox.kit import *

STANCES: dict[str, str | bool] = {"stances": "on"}


def total(
    *, melee: bool = False, attacker: dict[str, Any] | None = None, **target: Any
) -> int | None:
    state = _facing(melee)
    ivan = state.change("ivan", **(attacker or {}))
    foe = state.change("foe", **target)
    blow = _blow(state, melee)
    assert (ivan.id, foe.id) == ("ivan", "foe")
    return blow.tally.total if isinstance(blow, Blow) else None


def _facing(melee: bool) -> OwbState:
    foe = (10, 19) if melee else (10, 15)
    return fight(IVAN, man("foe", foe, "b", facing=4), options=STANCES, dice=()).state


def _blow(state: OwbState, melee: bool) -> Blow | Refusal:
    ivan, foe = person(state, "ivan"), person(state, "foe")
    if melee:
        return melee_blow(state, ivan, foe, "club")
    return shot_at(state, ivan, ivan.arms[0], foe)


def standing_up(**options: str | bool) -> OwbBattle:
    """A truck with a man in its bed who is about to fire over its side."""
    battle = fight(
        vehicle("truck", "truck-large", (10, 20)),
        man("ivan", (0, 0), carried_by="truck", seat="bed-1", stance="prone"),
        man("foe", (10, 10), "b", rank="op5"),
        man("far", (34, 1), "b"),
        options={"naturals_personal": "on", **options},
    )
    while battle.choices[0].ask == "declare":
        play(battle, Done())
    start(battle, "truck")
    return battle


def aimed(battle: OwbBattle) -> int:
    """What the man in the bed adds to his Attack Roll."""
    odds = present(battle.odds(FirePort("ivan", weapon="rifle-large", target="foe"), "a"))
    return odds.tallies[0].total


HILL = filled("hill", "elevation", (10, 20), height=1)
HERE = middle((10, 32))


def rifleman(**status: Any) -> Unit:
    return Unit(id="ivan", sheet="rifleman", side="a", zone="south", status=status)


PLATEAU = filled("hill", "elevation", (0, 24), (35, 35), height=1.0)


def tanks(*terrain: Terrain, options: dict[str, str | bool] = STANCES) -> int:
    """What is added to a shot of a tank in the south at one in the north."""
    state = state_of(
        OUR_TANK,
        vehicle("foe", "tank-medium", (10, 8), 4, "b"),
        FAR_FOE,
        terrain=terrain,
        options=options,
    )
    return int(gun_shot(state, fire("tank", "foe")).tally.total)


@rule("owb.modifiers.switch", "owb.modifiers.target-kneeling", "owb.modifiers.target-prone")
def test_positions_of_the_target() -> None:
    assert (total(melee=True, stance="kneeling"), total(stance="kneeling")) == (1, -1)
    assert (total(melee=True, stance="prone"), total(stance="prone")) == (4, -2)


@rule("owb.modifiers.switch", "owb.modifiers.attacker-prone")
def test_those_aboard_count_as_standing_whatever_the_scenario_says() -> None:
    assert aimed(standing_up(stances="on")) == 0


@rule("owb.modifiers.switch", "owb.attack.natural-20-and-1")
@pytest.mark.parametrize("stances", ["on", "off"])
def test_nobody_falls_down_aboard(stances: str) -> None:
    """A natural 1 and then a 6: on foot he would fall; aboard he neither lies nor trips."""
    battle = standing_up(stances=stances)
    shot = FirePort("ivan", weapon="rifle-large", target="foe")
    play(battle, shot, dice=(1, 6))
    ivan = battle.state.person("ivan")
    assert ivan.attacked
    assert (ivan.stance, ivan.tripped) == ("standing", False)


@rule("owb.modifiers.switch", "owb.modifiers.target-prone")
def test_one_who_lies_at_his_pintle_is_no_prone_target() -> None:
    """He is helpless (+4), and there is no -2 for lying down in a jeep."""
    guns = [{"kind": "PIN", "weapon": "machinegun-medium"}]
    battle = fight(
        man("ivan", (10, 15)),
        vehicle("jeep", "truck-small", (10, 5), 4, "b", mounts=guns),
        man("karl", (0, 0), "b", rank="op3", carried_by="jeep", seat="gun-1"),
        man("far", (34, 1), "b"),
        options={"stances": "on"},
    )
    while battle.choices[0].ask == "declare":
        play(battle, Done())
    battle.state.change("karl", hp=-1, out="incapacitated", stance="prone")
    play(battle, Begin("ivan"))
    order = ShootAboard("ivan", "jeep", "rifle-large", occupant="karl")
    odds = present(battle.odds(order, "a"))
    assert odds.tallies[0].total == 4


@rule("owb.modifiers.switch")
def test_without_positions_none_is_set() -> None:
    battle = placing(rifleman(), stances="off")
    refusal = present(battle.refusal(Deploy("ivan", at=HERE, position="prone"), "a"))
    assert refusal.rule == "owb.modifiers.switch"


@rule("owb.modifiers.switch", "owb.modifiers.attacker-high-ground")
def test_high_ground_counts_for_tanks_at_tanks() -> None:
    assert tanks(PLATEAU) == 1
    assert tanks(PLATEAU, options={}) == 0
    assert tanks(filled("hill", "elevation", (0, 0), (35, 14), height=1.0)) == 0


@rule("owb.modifiers.switch", "owb.modifiers.attacker-high-ground")
def test_the_highest_square_of_a_vehicle_counts_and_a_man_may_shoot_down_on_it() -> None:
    """The rear of the firing tank is on the hill: it is as high as its highest square."""
    assert tanks(filled("hill", "elevation", (0, 28), (35, 35), height=1.0)) == 1
    state = state_of(man("ivan", (10, 25)), enemy_truck(), terrain=[PLATEAU], options=STANCES)
    ivan = state.person("ivan")
    found = aim_at_vehicle(state, ivan, ivan.arms[0], the(state, "truck"), "single")
    assert isinstance(found, VehicleShot)
    assert found.tally.total == 1


@rule("owb.modifiers.switch", "owb.modifiers.target-helpless-or-unaware")
def test_a_surprised_crew_is_easier_to_hit_until_it_is_attacked() -> None:
    """In a free turn the first shot has 4 more, the next gunner's none."""
    battle = started(
        "tank",
        OUR_TANK,
        vehicle("foe", "tank-medium", (10, 8), 4, "b", surprised=True),
        man("far", (34, 1), "b", facing=4, surprised=True),
        options={"surprise": "scenario", **STANCES},
        dice=(),
    )
    assert gun_shot(battle.state, fire("tank", "foe")).tally.total == 4
    fires(battle, fire("tank", "foe"), 2)
    assert gun_shot(battle.state, fire("tank", "foe", name="gun-2")).tally.total == 0


@rule("owb.modifiers.superseded")
def test_concealment_takes_the_place_of_the_targets_position() -> None:
    state = fight(
        IVAN,
        man("foe", (10, 15), "b"),
        terrain=[filled("f", "forest", (10, 15))],
        options=STANCES,
        dice=(),
    ).state
    state.change("foe", stance="prone")
    blow = _blow(state, False)
    assert isinstance(blow, Blow)
    assert blow.tally.total == -2


@rule("owb.modifiers.superseded")
@pytest.mark.parametrize(
    ("kind", "total"), [("hedgerow", -2), (SANDBAGS, -4), ("road", -2), ("smoke", -2)]
)
def test_a_prone_man_behind_concealment_is_harder_to_hit_by_2_and_no_more(
    kind: str, total: int
) -> None:
    his = {"stance": "prone"}
    battle = fire_duel(8, his=his, terrain=hidden_by(kind, 8), stances="on")
    needs(battle, shot("foe"), 11 - total)
    play(battle, shot("foe"), dice=(1,))
    rules = {m.rule for m in told(battle, "attack")[0].tallies[0].modifiers if m.value}
    assert len(rules) == 1
    assert ("owb.modifiers.target-prone" in rules) is (kind == "road")


@rule("owb.modifiers.target-climbing", "owb.modifiers.attacker-climbing")
def test_climbing() -> None:
    assert (total(melee=True, climbing=(9, 9)), total(climbing=(9, 9))) == (2, 2)
    assert total(melee=True, attacker={"climbing": (9, 9)}) == -2
    assert total(attacker={"climbing": (9, 9)}) is None


@rule("owb.modifiers.target-helpless-or-unaware")
def test_the_unaware_are_struck_without_fail_and_shot_with_plus_4() -> None:
    assert total(unaware=True) == 4
    state = _facing(True)
    state.change("foe", unaware=True)
    blow = _blow(state, True)
    assert isinstance(blow, Blow)
    assert resolve_blow(blow, ScriptedDice([3])).damage == 3


@rule("owb.modifiers.target-helpless-or-unaware", "owb.modifiers.target-prone")
def test_an_incapacitated_man_is_helpless_and_lies_prone() -> None:
    battle = fight(IVAN, man("foe", (10, 10), "b", rank="op1"), options={"stances": "on"})
    pass_all(battle, until="who acts")
    battle.state.change("foe", hp=0, out="incapacitated", stance="prone", stable=True, fell_in=1)
    play(battle, Begin("ivan"))
    play(battle, shot("foe"), dice=(11, 5))
    assert told(battle, "attack")[-1].tallies[0].total == 4 - 2
    assert person(battle, "foe").out == "dead"


@rule("owb.modifiers.target-in-melee")
def test_shooting_into_a_melee() -> None:
    state = fight(
        IVAN, man("oleg", (10, 14)), man("foe", (10, 15), "b"), options=STANCES, dice=()
    ).state
    blow = _blow(state, False)
    assert isinstance(blow, Blow)
    assert blow.tally.total == -4


@rule("owb.modifiers.target-in-melee", "owb.melee.adjacent")
@pytest.mark.parametrize(
    ("other", "wall", "bonus"), [((10, 9), False, -4), ((10, 9), True, 0), ((10, 8), False, 0)]
)
def test_a_target_is_engaged_with_whoever_could_strike_him(
    other: tuple[int, int], wall: bool, bonus: int
) -> None:
    battle = fight(
        IVAN,
        man("oleg", other),
        man("foe", (10, 10), "b", rank="officer"),
        terrain=[edged("w", "tall-wall", (10, 10), (11, 10))] if wall else [],
        options={"stances": "on"},
        dice=(),
    )
    play(battle, Done(), Done(), dice=(6, 1))
    play(battle, Begin("ivan"), shot("foe"), dice=(1,))
    assert told(battle, "attack")[-1].tallies[0].total == bonus


@rule("owb.modifiers.target-in-melee", "owb.melee.adjacent")
def test_who_rides_a_motorcycle_is_never_engaged_in_melee() -> None:
    """He is concealed, and nothing more."""
    rider = vehicle("moto", "motorcycle", (10, 10), 4, "b")
    pal = man("pal", (11, 10))
    state = state_of(IVAN, pal, rider, FAR_FOE, options=STANCES)
    ivan, him = state.person("ivan"), state.person("moto.operator")
    found = aim_at_occupant(state, ivan, ivan.arms[0], him, "single")
    assert isinstance(found, Blow)
    assert found.tally.total == -2


@rule("owb.modifiers.attacker-high-ground", "owb.modifiers.chosen-one")
def test_high_ground_and_the_chosen_one() -> None:
    terrain = [filled("h", "elevation", (10, 20), height=1), filled("l", "lava", (10, 17))]
    state = fight(
        IVAN,
        man("foe", (10, 19), "b", chosen=True),
        terrain=terrain,
        options={**STANCES, "chosen_one": "on"},
        dice=(),
    ).state
    blow = _blow(state, True)
    assert isinstance(blow, Blow)
    assert blow.tally.total == 19, "instead of 1, as the footnote says"
    state.change("foe", chosen=False)
    plain = _blow(state, True)
    assert isinstance(plain, Blow)
    assert plain.tally.total == 1


@rule("owb.modifiers.attacker-high-ground", "owb.modifiers.superseded", "owb.blast.aim-at-square")
def test_from_a_hill_explosives_are_thrown_and_fired_with_1_more() -> None:
    for stances, bonus in (("on", 1), ("off", 0)):
        state = scene_with(terrain=[HILL], options={"stances": stances})
        assert lob_at(state, (10, 17)).tally.total == bonus - 4, "Long range"
        assert lob_at(state, (10, 20)).tally.total == 0, "at one's own feet"
        state = scene_with("rocketeer-light", terrain=[HILL], options={"stances": stances})
        lob = rocket_at(state, person(state, "ivan"), "rpg-light", (10, 17))
        assert isinstance(lob, Lob)
        assert lob.tally.total == bonus


@rule("owb.modifiers.attacker-high-ground", "owb.scatter.near-miss-threshold")
def test_high_ground_counts_for_a_near_miss() -> None:
    battle = fight(IVAN, man("foe", (10, 18), "b"), terrain=[HILL], options={"stances": "on"})
    battle.state.change("foe", moving=True)
    pass_all(battle, until="who acts")
    # 13 + 1 - 2 is 12 against 14; with bonuses alone it is 14, and lands near
    order = Throw("ivan", bomb="grenade", at=middle((10, 18)))
    turn(battle, "ivan", order, dice=(13, 3, 1))
    assert told(battle, "explosive")[-1].data["lands"] == (10, 19)


@rule("owb.modifiers.attacker-high-ground", "owb.mortar.minimum-range")
def test_a_mortar_behind_the_edge_stands_on_no_hill() -> None:
    hill = filled("hill", "elevation", (5, 35), height=1)
    state = state_of(
        man("ivan", (5, 35), sheet="mortar-gunner", off_map=True),
        FOE_AHEAD,
        terrain=[hill],
        options={"stances": "on"},
    )
    lob = mortar_at(state, person(state, "ivan"), (10, 10))
    assert isinstance(lob, Lob)
    assert lob.tally.total == 0


@rule("owb.modifiers.attacker-kneeling", "owb.modifiers.attacker-prone")
def test_positions_of_the_attacker() -> None:
    kneeling, prone = {"stance": "kneeling"}, {"stance": "prone"}
    assert (total(melee=True, attacker=kneeling), total(attacker=kneeling)) == (-1, 1)
    assert (total(melee=True, attacker=prone), total(attacker=prone)) == (-4, 2)
    from sandtable.rulebooks.whitebox.part1_personal.attack.modifiers import usable_prone

    assert not usable_prone("bow")
    assert usable_prone("rifle-large")
