"""What the page shows of an order to a vehicle before it is given."""

from sandtable.rulebooks.whitebox.page.on_the_map import apart
from sandtable.rulebooks.whitebox.part2_vehicles.maneuvers.every_maneuver import check_told
from tests.whitebox.kit import *


def offered(battle: OwbBattle, piece: str | None) -> dict[str, Action]:
    """What the seat that is asked is offered, by label."""
    choice = battle.choices[0]
    state = battle.view(choice.seats[0]).state
    return {one.label: one for one in RULEBOOK.actions(state, choice.seats[0], choice, piece)}


def tanks(*orders: Any) -> OwbBattle:
    """Two tanks that face each other; the first has begun its turn."""
    battle = fight(
        vehicle("t34", "tank-medium", (10, 24), 0),
        vehicle("tiger", "tank-heavy", (10, 6), 4, "b"),
        man("bob", (20, 14), "b"),
    )
    play(battle, StartVehicle("t34"), *orders)
    return battle


def traced(battle: OwbBattle, order: Any) -> Trace:
    """What an order would do."""
    return present(RULEBOOK.trace(battle.state, order))


def squares(trace: Trace, tone: str) -> set[tuple[int, int]]:
    """The squares of a tone."""
    return {
        (int(x), int(36 - y))
        for overlay in trace.overlays
        if isinstance(overlay, Squares) and overlay.tone == tone
        for x, y in overlay.middles
    }


def test_a_vehicle_takes_its_turn_at_a_press_and_declares_its_pace_first() -> None:
    battle = fight(
        vehicle("t34", "tank-medium", (10, 24), 0), vehicle("tiger", "tank-heavy", (10, 6), 4, "b")
    )
    assert offered(battle, "t34")["Take its turn"].at_once
    play(battle, StartVehicle("t34"))
    actions = offered(battle, "t34")
    assert {"Normal pace", "Crawl", "Reverse", "Stand still"} <= set(actions)
    assert actions["Fire tank gun"].refusal == "Declare its pace first."
    assert set(offered(battle, None)) == {"End its turn"}


def test_those_aboard_are_offered_what_their_vehicle_is() -> None:
    battle = tanks(SetPace("t34", "normal"))
    crew = battle.state.occupants("t34")
    assert len(crew) > 1
    assert all(offered(battle, one.id) == offered(battle, "t34") != {} for one in crew)


def test_a_pace_shows_where_it_leads() -> None:
    battle = tanks()
    shown = traced(battle, SetPace("t34", "crawl"))
    reach = squares(shown, "reach")
    assert shown.label == "3 Movement this round"
    assert {(10, 23), (10, 21)} <= reach
    assert (10, 20) not in reach


def test_a_drive_is_a_ghost_with_its_cost() -> None:
    battle = tanks(SetPace("t34", "normal"))
    action = offered(battle, "t34")["Drive"]
    assert (action.slots[0].least, action.slots[0].most, action.slots[0].step) == (1, 9, 1)
    shown = traced(battle, Drive("t34", 4))
    assert shown.label == "4 of 9 Movement"
    assert (shown.ghosts[0].x, shown.ghosts[0].y) == (11.0, 14.0)
    assert squares(shown, "way") == {(x, y) for x in (10, 11) for y in range(20, 24)}


def test_turns_are_refused_with_their_rule_and_shown_with_their_risk() -> None:
    battle = tanks(SetPace("t34", "normal"))
    actions = offered(battle, "t34")
    assert actions["Turn"].refused_by == "owb.turn.must-be-moving"
    assert actions["Bootleg turn"].refused_by == "owb.turn.bootleg-tracked"
    order = DriveDefensively("t34")
    found = present(preview(battle.state, order))
    notes = traced(battle, order).notes
    assert notes[0] == f"Driving Check: made with {round(found.success * 100)} %."
    assert notes[1] == "t34's driver needs a 1 on 1d20."
    assert notes[2].startswith("Otherwise a mishap: ")
    play(battle, Drive("t34", 1))
    turning = offered(battle, "t34")["Turn"]
    assert not turning.refusal
    assert {slot.name for slot in turning.slots} == {"hand", "degrees"}
    assert traced(battle, Turning("t34", "left")).ghosts[0].heading == 315.0


def test_it_is_said_why_a_wheelman_needs_no_die() -> None:
    battle: OwbBattle = Battle.start(load_scenario("jeep-chase"))
    state = battle.state
    jeep = state.vehicle("jeep-1")
    assert [*check_told(state, jeep)] == ["Farran is a Wheelman, and needs no die for it."]
    worn = state.alter("jeep-1", checks=5)
    assert [*check_told(state, worn)] == [
        "Farran has made all the checks of this round that he can."
    ]


def test_a_gun_shows_its_arc_the_hull_that_it_strikes_and_the_losses() -> None:
    battle = tanks(SetPace("t34", "stopped"))
    actions = offered(battle, "t34")
    assert actions["Fire tank gun"].slots[0].pieces[0] == "tiger"
    shown = traced(battle, FireGun("t34.gun-1", mount="gun-1", target="tiger"))
    assert (10, 10) in squares(shown, "range")
    assert (20, 20) not in squares(shown, "range")
    assert any(note.startswith("Strikes the front, hull level 3") for note in shown.notes)


def test_a_traverse_shows_what_the_turret_covers_then() -> None:
    battle = tanks(SetPace("t34", "stopped"))
    slot = offered(battle, "t34")["Traverse"].slots[0]
    assert (slot.least, slot.most, slot.step) == (-2, 2, 1)
    shown = traced(battle, Traverse("t34.gun-1", "gun-1", 2))
    assert shown.ghosts[0].turret == 90.0
    assert (30, 26) in squares(shown, "range")


def test_a_shell_at_a_square_shows_its_blast_and_its_chances() -> None:
    battle = tanks(SetPace("t34", "stopped"))
    at = battle.state.setting.point((10, 15))
    shown = traced(battle, FireGun("t34.gun-1", mount="gun-1", at=at))
    assert len(squares(shown, "danger")) == 49
    assert shown.notes[0].startswith("Bursts there ")


def test_a_machinegun_suppresses_only_out_of_a_slow_vehicle() -> None:
    assert "Suppress MG 2" in offered(tanks(SetPace("t34", "crawl")), "t34")
    assert "Suppress MG 2" not in offered(tanks(SetPace("t34", "normal")), "t34")


def test_whoever_gets_out_and_where_is_asked() -> None:
    battle = tanks(SetPace("t34", "stopped"))
    action = offered(battle, "t34")["Get out"]
    assert [slot.name for slot in action.slots] == ["person", "to"]
    (doors,) = RULEBOOK.reach(battle.state, "t34", "alight")
    assert isinstance(doors, Squares)
    assert (9.5, 11.5) in doors.middles


def test_a_man_on_foot_gets_in_and_shoots_at_vehicles() -> None:
    battle = begun(
        "ann",
        man("ann", (5, 20), sheet="anti-tank-rifleman"),
        vehicle("jeep", "car", (6, 20), 0),
        vehicle("tiger", "tank-heavy", (10, 6), 4, "b"),
    )
    actions = offered(battle, "ann")
    assert actions["Get into jeep"].refusal or actions["Get into jeep"].slots[0].words
    shot = traced(battle, ShootAboard("ann", vehicle="tiger", weapon="rifle-anti-tank"))
    assert any(note.startswith("Strikes the front") for note in shot.notes)


def test_the_card_of_a_vehicle_tells_its_hull_side_by_side() -> None:
    battle = tanks()
    card = RULEBOOK.sheet(battle.state, "t34")
    assert card.lines[0] == "Hull by side: front 2; left, right, rear, top, bottom 1."
    assert "Gun 1: medium tank gun, in a turret (90 degrees a round)" in card.lines
    assert "Gunner 1: t34's gunner" in card.lines
    assert [stat.label for stat in card.stats] == ["hp", "AAC", "hull", "move"]


def test_distances_are_squares_between_footprints() -> None:
    battle = tanks()
    assert apart(battle.state, "t34", "tiger") == 18
    assert apart(battle.state, "t34.gun-1", "bob") == 10
    assert apart(battle.state, "t34", "nobody") is None


def test_every_stretch_of_cover_on_an_edge_can_be_picked_for_a_shell() -> None:
    wall = edged("w", "low-brick-wall", (6, 14), (10, 14))
    hedge = edged("h", "low-brick-wall", (14, 34), (16, 34))
    battle = fight(
        vehicle("t34", "tank-medium", (10, 24), 0),
        man("bob", (7, 13), "b", ducked=True),
        terrain=[wall, hedge],
    )
    play(battle, StartVehicle("t34"), SetPace("t34", "stopped"))
    actions = offered(battle, "t34")
    at = actions["Fire at cover, tank gun"].slots[0]
    points = {(x + 0.5, 22.0) for x in range(6, 10)}
    assert set(at.spots) == points, "the wall before it, not the one behind its back"
    assert tuple(at.default) == (7.5, 22.0), "the cover of an enemy who is down"
    for point in points:
        order = FireGun("t34.gun-1", mount="gun-1", at=point)
        assert battle.refusal(order, "a") is None
        assert faults(RULEBOOK, actions.values(), order) == []
    astray = FireGun("t34.gun-1", mount="gun-1", at=(14.5, 2.0))
    assert battle.refusal(astray, "a") is not None


def test_a_turret_can_be_traversed_though_its_gun_is_lost() -> None:
    battle = tanks(SetPace("t34", "stopped"))
    assert {"Traverse", "Fire tank gun"} <= set(offered(battle, "t34"))
    turret(battle.state, "t34", lost=True)
    actions = offered(battle, "t34")
    assert not actions["Traverse"].refusal
    assert "Fire tank gun" not in actions


def test_a_vehicle_that_has_been_told_to_stand_is_said_to_stand() -> None:
    battle = tanks(SetPace("t34", "stopped"))
    sheet = RULEBOOK.sheet(battle.state, "t34")
    assert sheet.subtitle == "Medium tank, standing still"
