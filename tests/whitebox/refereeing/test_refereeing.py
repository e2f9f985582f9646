"""A person in the referee's seat: what he changes, and what is written down."""

import msgspec
import pytest

from sandtable.battle import Amend, Place, Remove, Ruling
from sandtable.journal import to_bytes
from tests.whitebox.kit import *


def refereed(*units: Unit, **rest: Any) -> OwbBattle:
    """Two men against two others and a lorry; side a has won Initiative."""
    return fight(
        IVAN,
        man("oleg", (14, 20)),
        FOE_FACING,
        man("two", (20, 10), "b", facing=4),
        vehicle("lorry", "truck-small", (25, 5), 4, "b"),
        *units,
        referee=True,
        options={"referee_override": "on"},
        **rest,
    )


def ruling_refused(battle: OwbBattle, ruling: Ruling) -> str:
    with pytest.raises(Refusal) as found:
        battle.rule(ruling)
    return found.value.reason


def plain_of(battle: OwbBattle, name: str) -> dict[str, Any]:
    """A character as plain data."""
    fields: dict[str, Any] = msgspec.to_builtins(person(battle, name))
    return fields


def ruled(*more: Unit) -> OwbBattle:
    units = (tank(empty=["passenger-1"]), man("ivan", (2, 30)), panzer())
    return fight(*units, *more, options={"referee_override": "on"}, referee=True)


@rule("owb.scope.rule-zero")
def test_the_referee_may_change_anything_if_the_battle_says_so() -> None:
    units = (IVAN, FOE_AHEAD)
    battle = fight(*units, options={"referee_override": "on"}, referee=True)
    battle.rule(Amend(piece="ivan", set={"hp": 2}))
    assert person(battle, "ivan").hp == 2
    assert battle.events[-1].kind == "ruling"
    strict = fight(*units, referee=True)
    with pytest.raises(Refusal):
        strict.rule(Amend(piece="ivan", set={"hp": 2}))
    assert person(strict, "ivan").hp == 4


@rule("owb.base.information", "owb.scope.rule-zero")
def test_whom_the_referee_hides_is_gone_for_the_other_side_only() -> None:
    battle = refereed()
    (event,) = battle.rule(Conceal(piece="foe"))
    assert event.seen_by == ("b",)
    assert "foe" not in battle.view("a").state.pieces
    assert "foe" in battle.view("b").state.pieces
    assert not any(event.pieces == ("foe",) for event in battle.view("a").events)
    drawn = {
        seat: {getattr(one, "piece", "") for one in RULEBOOK.figures(battle.view(seat).state)}
        for seat in ("a", "b")
    }
    assert "foe" not in drawn["a"]
    assert "foe" in drawn["b"], "his own side still sees where he is"
    play(battle, Begin("ivan"))
    shot = Shoot("ivan", target="foe", weapon="rifle-large")
    assert not battle.allows(shot, "a")
    assert all("foe" not in str(order) for order in battle.view("a").candidates(battle.choices[0]))


@rule("owb.base.information")
def test_who_is_hidden_has_no_turn_and_nothing_strikes_him() -> None:
    battle = refereed()
    battle.rule(Conceal(piece="foe"))
    turn(battle, "ivan", Move("ivan", (middle((10, 19)),)))
    turn(battle, "oleg")
    assert battle.choices[0].about == ("two", "lorry")
    battle.rule(Conceal(piece="two"))
    feed(battle, 3)
    battle.rule(Conceal(piece="lorry"))
    assert battle.outcome is None, "they are still there"
    assert battle.state.turn == 2
    assert battle.choices[0].seats == ("a",)


@rule("owb.base.information")
def test_where_somebody_hides_makes_no_difference_to_the_other_side() -> None:
    battles = [refereed(), refereed()]
    for battle, x in zip(battles, (10, 30), strict=True):
        battle.rule(Conceal(piece="foe"))
        battle.rule(Amend(piece="foe", set={"x": middle((x, 15))[0], "y": middle((x, 15))[1]}))
        play(battle, Begin("ivan"))
    probes: list[Any] = [
        Move("ivan", (middle((10, 19)), middle((10, 18)), middle((10, 17)))),
        Shoot("ivan", target="foe", weapon="rifle-large"),
        Shoot("ivan", target="two", weapon="rifle-large"),
    ]
    one, two = (everything_seen(battle, "a", probes) for battle in battles)
    assert one == two
    assert encode(battles[0].state) != encode(battles[1].state)


@rule("owb.base.information")
def test_whoever_is_shown_stands_where_he_was_or_as_near_as_he_can() -> None:
    battle = refereed()
    battle.rule(Conceal(piece="foe"))
    assert ruling_refused(battle, Conceal(piece="foe")) == "foe is hidden already."
    battle.state.move_to("ivan", (10, 10))
    (event,) = battle.rule(Reveal(piece="foe"))
    assert event.seen_by is None
    assert square_of(battle.state, "foe") == (9, 9)
    assert "foe" in battle.view("a").state.pieces
    battle.rule(Conceal(piece="two"))
    wall = ruling_refused(battle, Reveal(piece="two", at=middle((10, 10))))
    assert wall == "There is no room for two there."
    battle.rule(Reveal(piece="two", at=middle((12, 12))))
    assert square_of(battle.state, "two") == (12, 12)
    assert "is not hidden" in ruling_refused(battle, Reveal(piece="two"))
    play(battle, Begin("oleg"))
    assert battle.allows(Shoot("oleg", target="two", weapon="rifle-large"), "a")


@rule("owb.base.information")
def test_a_vehicle_is_hidden_and_shown_with_all_aboard() -> None:
    battle = refereed()
    assert "aboard lorry" in ruling_refused(battle, Conceal(piece="lorry.operator"))
    battle.rule(Conceal(piece="lorry"))
    known = battle.view("a").state.pieces
    assert "lorry" not in known
    assert "lorry.operator" not in known
    play(battle, Begin("ivan"))
    shot = ShootAboard("ivan", vehicle="lorry", weapon="rifle-large")
    assert not battle.allows(shot, "a")
    battle.rule(Reveal(piece="lorry", at=(20.0, 30.0)))
    assert (the(battle, "lorry").on_table, the(battle, "lorry").hidden) == (True, False)
    assert not person(battle, "lorry.operator").hidden
    assert "lorry.operator" in battle.view("a").state.pieces


@rule("owb.base.information")
def test_nobody_is_hidden_in_the_middle_of_something() -> None:
    battle = refereed()
    play(battle, Begin("ivan"))
    assert "in the middle of something" in ruling_refused(battle, Conceal(piece="ivan"))
    battle.rule(Conceal(piece="oleg"))
    battle.state.change("two", burning=2)
    assert "betray" in ruling_refused(battle, Conceal(piece="two"))
    battle.state.change("two", out="dead")
    assert "out of action" in ruling_refused(battle, Conceal(piece="two"))


@rule("owb.withhold.carries-over", "owb.base.information")
def test_who_is_hidden_holds_nothing_ready() -> None:
    battle = refereed(dice=(1, 6))
    turn(battle, "foe", Withhold("foe"), end=EndTurn("foe", facing=180.0))
    assert person(battle, "foe").withheld
    battle.rule(Conceal(piece="foe"))
    assert not person(battle, "foe").withheld


@rule("owb.ambush.conditions", "owb.ambush.free-attack")
def test_before_the_first_round_whoever_is_hidden_lies_in_ambush() -> None:
    zone = Zone(id="south", outline=((0, 0), (36, 0), (36, 2), (0, 2)), side="a")
    battle = fight(
        Unit(id="ivan", sheet="rifleman", side="a", zone="south"),
        FOE_FACING,
        zones=(zone,),
        terrain=[filled("wood", "forest", (8, 8), (12, 11))],
        referee=True,
        options={"referee_override": "on"},
        dice=(),
    )
    battle.rule(Conceal(piece="foe"))
    assert "foe" not in battle.view("a").state.pieces
    play(battle, Deploy("ivan", at=(10.5, 0.5)))
    assert battle.choices[0].ask == "free attack"
    assert battle.choices[0].about == ("foe",)


@rule("owb.scope.rule-zero")
def test_somebody_new_can_be_placed_in_hiding() -> None:
    battle = refereed()
    fields = {**plain_of(battle, "two"), "id": "new", "name": "New", "x": 30.5, "y": 20.5}
    battle.rule(Place(piece=fields, hidden=True))
    assert "new" not in battle.view("a").state.pieces
    assert person(battle, "new").hidden


@rule("owb.scope.rule-zero")
@pytest.mark.parametrize(
    ("piece", "changes", "message"),
    [
        ("foe", {"x": 1e9}, "x: 1000000000.0 is too large"),
        ("foe", {"x": 100.5}, "foe cannot be at (100.5, 25.5): that is not on the table"),
        ("foe", {"x": 36.0}, "off the map of 36 x 36 squares"),
        ("foe", {"y": 0.0}, "off the map of 36 x 36 squares"),
        ("foe", {"lean": [400, 3]}, "lean: (400, 3) is too far off the table"),
        ("foe", {"hp": 10**9}, "hp: 1000000000 is too large"),
        ("foe", {"strength": 5}, "strength: 5 is no bonus"),
        ("foe", {"rank": "king"}, "rank: no such thing 'king'"),
        ("foe", {"bombs": [["grenade", 10**12]]}, "bombs[0][1]: 1000000000000 is too large"),
        ("foe", {"bombs": [["melon", 1]]}, "bombs: no such thing 'melon'"),
        ("foe", {"name": "x" * 500}, "name: 'xxxxxxxxxxxxxxxxxxxx' is no name"),
        ("lorry", {"length": 5000}, "length: 5000 squares; it has 1 to 12"),
        ("lorry", {"hull": 9}, "hull: 9 is no level"),
        ("lorry", {"hull_lost": -9}, "hull_lost: -9 levels"),
        (None, {"turn": 10**9}, "turn: 1000000000 is too large"),
        (
            None,
            {"smoke": [[[5000, 5000], 3]]},
            "smoke[0][0]: (5000, 5000) is too far off the table",
        ),
    ],
    ids=str,
)
def test_nobody_is_made_what_no_map_has_room_for(
    piece: str | None, changes: dict[str, Any], message: str
) -> None:
    battle = refereed()
    before = to_bytes(battle), battle.state
    assert message in ruling_refused(battle, Amend(piece=piece, set=changes))
    assert (to_bytes(battle), battle.state) == before


@rule("owb.scope.rule-zero")
def test_nobody_is_shown_or_placed_off_the_map() -> None:
    battle = refereed()
    battle.rule(Conceal(piece="foe"))
    far = ruling_refused(battle, Reveal(piece="foe", at=(9999.0, 3.0)))
    assert "at: (9999, 3) is too far off the table of 36 x 36" in far
    fields = {**plain_of(battle, "two"), "id": "new", "x": -3.0}
    assert "is not on the table" in ruling_refused(battle, Place(piece=fields))
    for name in ("", "x" * 65, "a\nb"):
        assert "it takes 1 to 64 letters" in ruling_refused(
            battle, Place(piece={**fields, "id": name})
        )


@rule("owb.scope.rule-zero")
def test_a_vehicle_that_the_referee_moves_takes_all_aboard_with_it() -> None:
    battle = ruled()
    battle.rule(Amend(piece="t34", set={"x": 20.2, "y": 9.9, "heading": 90.0}))
    moved = the(battle, "t34")
    assert (moved.x, moved.y, moved.facing) == (20.0, 10.0, 2)
    driver = person(battle, "t34.operator")
    assert (driver.x, driver.y) == (20.0, 10.0)


@rule("owb.scope.rule-zero")
def test_a_vehicle_that_the_referee_removes_goes_with_all_aboard() -> None:
    battle = ruled()
    battle.rule(Remove(piece="panzer"))
    assert not [name for name in battle.state.pieces if name.startswith("panzer")]


@rule("owb.scope.rule-zero")
def test_the_referee_puts_a_man_into_a_vehicle_and_out_of_it() -> None:
    battle = ruled()
    battle.rule(Amend(piece="ivan", set={"aboard": "t34"}))
    ivan = person(battle, "ivan")
    assert (ivan.aboard, ivan.on_table, bool(ivan.seat)) == ("t34", False, True)
    battle.rule(Amend(piece="ivan", set={"aboard": ""}))
    ivan = person(battle, "ivan")
    assert (ivan.on_table, ivan.seat) == (True, "")
    assert battle.state.vehicle_at(battle.state.square(ivan)) is None


@rule("owb.scope.rule-zero")
def test_two_things_cannot_be_ruled_into_one_place() -> None:
    battle = ruled()
    with pytest.raises(Refusal):
        battle.rule(Amend(piece="ivan", set={"x": the(battle, "t34").x, "y": the(battle, "t34").y}))
    with pytest.raises(Refusal):
        battle.rule(Amend(piece="t34", set={"x": 0.0, "y": 0.0}))
    new = {"type": "vehicle", "id": "car", "side": "a", "name": "Car", "x": 30.0, "y": 9.5}
    stats = {"block": "car", "group": "a", "length": 3, "width": 2, "aac": 11}
    points = {"hp": 8, "most_hp": 8, "movement": 21}
    battle.rule(Place(piece={**new, **stats, **points}))
    assert the(battle, "car").facing == 0
