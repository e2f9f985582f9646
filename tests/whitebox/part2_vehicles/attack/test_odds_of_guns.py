"""What is offered to gunners, and their odds."""

import pytest

from tests.whitebox.kit import *


def test_what_is_offered_is_legal_lean_and_never_twice_the_same() -> None:
    battle = started(
        "tank",
        OUR_TANK,
        vehicle("foe", "armored-car", (10, 8), 4, "b"),
        man("one", (9, 12), "b"),
        FAR_FOE,
        options=ROUNDS,
    )
    for name in ("gun-1", "gun-2", "gun-3"):
        gunner = person(battle, f"tank.{name}")
        orders = list(gun_orders_of(battle.state, gunner))
        assert orders
        assert len(orders) == len(set(map(repr, orders))) < 20
        assert all(check_gun_order(battle.state, gunner, order) is None for order in orders)


def test_the_odds_of_rounds_at_squares_and_of_shots_at_men() -> None:
    battle = started("tank", OUR_TANK, man("foe", (10, 12), "b"), FAR_FOE)
    at_square = present(odds_of_gun_order(battle.state, fire("tank", at=(10, 12))))
    assert at_square.chance("on target") == pytest.approx(11 / 20)
    at_man = present(odds_of_gun_order(battle.state, fire("tank", "foe", name="gun-2")))
    assert at_man.chance("miss") == pytest.approx(10 / 20)
    assert odds_of_gun_order(battle.state, replace(fire("tank", "foe"), mode="burst")) is None


def test_the_odds_of_a_shot_at_a_vehicle_from_foot() -> None:
    battle = fight(man("foe", (10, 12)), vehicle("car", "car", (10, 5), 4, "b"))
    order = ShootAboard("foe", vehicle="car", weapon="rifle-large")
    odds = present(battle.odds(order))
    assert odds.chance("miss") == pytest.approx(10 / 20)
    assert odds.chance("near miss") == 0
    assert odds.chance("inoperable") == 0
    damaged = odds.chance("damaged") + odds.chance("no effect")
    assert damaged == pytest.approx(10 / 20)
