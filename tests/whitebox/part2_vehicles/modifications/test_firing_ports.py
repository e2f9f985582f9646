"""FIRING PORT."""

from tests.whitebox.kit import *


def carrier(*riders: Unit) -> OwbBattle:
    """A carrier that stands still in the turn of its crew, with enemies on both sides."""
    enemies = [
        man("left", (5, 21), "b", facing=2),
        man("right", (16, 21), "b", facing=6),
        man("ahead", (10, 10), "b", facing=4),
    ]
    battle = fight(vehicle("apc", "armored-personnel-carrier", (10, 20)), *riders, *enemies)
    play(battle, StartVehicle("apc"), SetPace("apc", "stopped"))
    return battle


def bench_rider(number: int) -> Unit:
    """A rifleman on a bench of the carrier; the first seat is the commander's."""
    return man(f"r{number}", (0, number), carried_by="apc", seat=f"passenger-{number + 1}")


def port(number: int, target: str, side: Literal["F", "R", "L", "A"]) -> Order:
    """A shot through a port."""
    return FirePort(f"r{number}", weapon="rifle-large", target=target, port=side)


@rule("owb.mod.firing-ports")
def test_there_are_two_ports_on_each_side_one_in_front_and_one_behind() -> None:
    battle = carrier(*map(bench_rider, range(1, 7)))
    play(battle, port(1, "left", "L"), dice=[1])
    play(battle, port(2, "left", "L"), dice=[1])
    assert refused(battle, port(3, "left", "L")) == "owb.mod.firing-ports"
    # each side has its own arc
    assert refused(battle, port(3, "left", "R"))
    play(battle, port(3, "right", "R"), dice=[1])
    play(battle, port(4, "ahead", "F"), dice=[1])
    assert refused(battle, port(5, "ahead", "F")) == "owb.mod.firing-ports"


@rule("owb.mod.firing-ports")
def test_a_page_offers_the_ports_of_a_vehicle_that_has_them() -> None:
    battle = carrier(bench_rider(1))
    (choice,) = battle.choices
    listed = RULEBOOK.actions(battle.state, choice.seats[0], choice, "apc")
    shots = [one for one in listed if one.order == "fire-port"]
    assert shots
    for shot in shots:
        (where,) = (slot for slot in shot.slots if slot.name == "port")
        assert [word.value for word in where.words] == ["", "F", "R", "L", "A"]


@rule("owb.mod.firing-ports")
def test_firing_ports_need_a_hull() -> None:
    assert built("car", add=["reinforced-hull", "firing-ports"]).has("firing-ports")
    not_set_up("reinforced-hull", "car", add=["firing-ports"])


@rule("owb.mod.firing-ports-protect", "owb.footprint.zones-front-side-rear")
def test_who_fired_ahead_is_seen_from_the_front_up_to_exactly_45_degrees() -> None:
    """The carrier's front-left corner is at (9.5, 19.5): (5, 15) lies on the line from it."""
    state, *_ = passenger("rifleman", "F")
    state.change("pal", ported="F")
    assert occupant_shelter(state, (5, 15), state.person("pal")) == "partial"
    assert occupant_shelter(state, (4, 15), state.person("pal")) == "full"


@rule("owb.mod.firing-ports-protect")
def test_whoever_has_fired_through_a_port_is_in_partial_cover_from_that_side_only() -> None:
    battle = carrier(bench_rider(1), bench_rider(2))
    play(battle, port(1, "left", "L"), dice=[1])
    state = battle.state
    shooter, other = state.person("r1"), state.person("r2")
    assert exposed(state, shooter, (5, 21))
    assert occupant_shelter(state, (5, 21), shooter) == "partial"
    assert occupant_shelter(state, (16, 21), shooter) == "full"
    assert occupant_shelter(state, (5, 21), other) == "full"
