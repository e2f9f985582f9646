"""Getting into vehicles and out of them."""

import pytest

from tests.whitebox.kit import *

MOUNT = "owb.crew.mount-and-dismount"


@rule("owb.crew.mount-and-dismount")
def test_out_of_a_standing_vehicle_one_may_still_move() -> None:
    battle = started("truck", truck(), man("ivan", (1, 1), carried_by="truck", seat="bed-1"), FOE)
    far = Alight("ivan", to=middle((13, 20)))
    assert refusal(battle, far) == MOUNT
    play(battle, Alight("ivan", to=middle((12, 20))))
    ivan = person(battle, "ivan")
    assert (square_of(battle.state, "ivan"), ivan.aboard, ivan.seat) == ((12, 20), "", "")
    assert battle.choices[0].about == ("ivan",)
    play(battle, Move("ivan", (middle((13, 20)), middle((14, 20)))))
    assert not battle.allows(shot("foe"), "a")
    play(battle, EndTurn("ivan"))
    assert person(battle, "ivan").done
    # and the vehicle goes on with its own turn
    assert battle.choices[0].ask == "vehicle turn"


@rule("owb.crew.mount-and-dismount")
@pytest.mark.parametrize(("save", "hp"), [((18,), 4), ((17, 3), 1)])
def test_out_of_a_moving_vehicle_one_saves_or_falls(save: tuple[int, ...], hp: int) -> None:
    battle = started(
        "truck", truck(), man("ivan", (1, 1), carried_by="truck", seat="bed-1"), FOE, pace="crawl"
    )
    play(battle, Alight("ivan", to=middle((12, 20))), dice=save)
    ivan = person(battle, "ivan")
    assert (ivan.hp, ivan.done, ivan.on_table) == (hp, True, True)
    assert battle.choices[0].ask == "vehicle turn"


@rule("owb.crew.mount-and-dismount")
def test_one_does_not_get_out_through_a_wall() -> None:
    wall = edged("wall", "tall-wall", (12, 18), (12, 24))
    battle = started("truck", truck(), FOE, terrain=(wall,))
    assert refusal(battle, Alight("truck.operator", to=middle((12, 20)))) == MOUNT
    assert battle.allows(Alight("truck.operator", to=middle((9, 20))), "a")


@rule("owb.crew.mount-and-dismount")
def test_one_moves_to_a_vehicle_and_gets_in_and_uses_the_seat_next_round() -> None:
    battle = begun("ivan", truck(empty=["operator"]), man("ivan", (14, 20)), FOE)
    order = Board("ivan", vehicle="truck", seat="operator")
    assert refusal(battle, order) == MOUNT
    play(battle, Move("ivan", (middle((13, 20)), middle((12, 20)))))
    play(battle, order)
    ivan = person(battle, "ivan")
    assert (ivan.aboard, ivan.seat, ivan.on_table, ivan.done) == ("truck", "operator", False, True)
    assert (ivan.x, ivan.y) == (the(battle, "truck").x, the(battle, "truck").y)
    pass_all(battle, dice=(6, 1))
    start(battle, "truck", "normal")
    play(battle, Drive("truck", 3))
    assert (person(battle, "ivan").x, person(battle, "ivan").y) == (
        the(battle, "truck").x,
        the(battle, "truck").y,
    )


@rule("owb.crew.mount-and-dismount")
def test_nobody_gets_into_a_moving_vehicle_or_onto_a_taken_seat() -> None:
    battle = begun("ivan", truck(pace="crawl"), man("ivan", (12, 20)), FOE)
    order = Board("ivan", vehicle="truck", seat="bed-1")
    assert refusal(battle, order) == MOUNT
    battle.state.alter("truck", pace="stopped")
    assert battle.allows(order, "a")
    assert refusal(battle, Board("ivan", vehicle="truck", seat="operator")) == MOUNT
    assert refusal(battle, Board("ivan", vehicle="truck", seat="bed-9")) == MOUNT


@rule("owb.crew.mount-and-dismount")
def test_a_vehicle_that_somebody_entered_may_still_declare_its_pace() -> None:
    battle = fight(truck(), man("ivan", (12, 20)), FOE)
    play(battle, Begin("ivan"), Board("ivan", vehicle="truck", seat="bed-1"))
    start(battle, "truck", "normal")
    play(battle, Drive("truck", 5))
    assert the(battle, "truck").travel == 5


@rule("owb.crew.mount-and-dismount")
def test_an_enemy_vehicle_is_not_entered() -> None:
    battle = begun("foe", truck(), man("foe", (12, 20), "b"), dice=(1, 6))
    assert refusal(battle, Board("foe", vehicle="truck", seat="bed-1"), "b") == MOUNT


@rule("owb.crew.mount-and-dismount", "owb.crew.change-seat-is-an-action")
def test_who_boards_uses_his_seat_from_the_next_round_on() -> None:
    battle = fight(
        vehicle("truck", "truck-small", (10, 20), empty=["operator"]),
        man("ivan", (12, 21)),
        FAR_FOE,
    )
    play(battle, Begin("ivan"), Board("ivan", vehicle="truck", seat="operator"))
    assert battle.refusal(StartVehicle("truck"), "a") is not None
    pass_all(battle, dice=(6, 1))
    play(battle, StartVehicle("truck"), SetPace("truck", "crawl"), Drive("truck", 2))
    assert the(battle, "truck").travel == 2
