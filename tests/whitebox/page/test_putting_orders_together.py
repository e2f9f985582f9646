"""Every order that is legal can be put together from what the page offers."""

import random

import pytest

from sandtable.battle import View
from sandtable.battle.phrases import tag_of
from tests.whitebox.kit import *

OwbView = View[OwbState]
RULES = {rule.id for rule in RULEBOOK.catalogue.rules}


def offered(view: OwbView, piece: str | None = None) -> tuple[Action, ...]:
    """What a seat is offered, by itself or with a piece."""
    return RULEBOOK.actions(view.state, view.seat, next(iter(view.choices), None), piece)


def everything(view: OwbView) -> list[Action]:
    """What a seat is offered with whatever there is.

    Those aboard are offered what their vehicle is, and so are not asked while it has its turn.
    """
    state = view.state
    frame = state.agenda[-1] if state.agenda else None
    crew = state.occupants(frame.vehicle) if isinstance(frame, VehicleTurn) else []
    pieces = [None, *(name for name in state.pieces if name not in {one.id for one in crew})]
    return [action for piece in pieces for action in offered(view, piece)]


def check(view: OwbView) -> list[str]:
    """See that all candidates can be put together, and that what is complete is legal."""
    listed = everything(view)
    kinds = []
    for order in view.candidates(view.choices[0]):
        assert faults(RULEBOOK, listed, order) == [], order
        kinds.append(tag_of(type(order)))
    for action in listed:
        assert action.rule in RULES, action
        assert (action.refused_by in RULES) == bool(action.refusal), action
        if not action.refusal and not any(slot.required for slot in action.slots):
            order = RULEBOOK.decode(encode({"order": action.order, **action.fixed}))
            assert view.check(order) is None, order
    return kinds


def moments(scenario: Scenario, seed: int, every: int, steps: int) -> Iterator[OwbView]:
    """The first decisions of a battle at random: all that are rare, and some of the rest."""
    battle: Battle[Any] = Battle(RULEBOOK, scenario, SeededDice(seed), referee=True)
    chance = random.Random(seed)
    while battle.outcome is None and battle.number < steps:
        choice = battle.choices[0]
        view = battle.view(chance.choice(choice.seats))
        if battle.number % every == 0 or choice.ask not in ("turn", "who acts", "declare"):
            yield view
        battle.play(view.pick(view.choices[0], chance), view.seat)


def convoy() -> Scenario:
    """Vehicles of many kinds, with men about them."""
    return scene(
        vehicle("tiger", "tank-heavy", (8, 26), 0),
        vehicle("track", "armored-personnel-carrier", (14, 27), 0, open_top=True),
        vehicle("jeep", "car", (20, 28), 1),
        man("ann", (11, 24), sheet="rifleman"),
        man("abe", (12, 25), bombs={"pipe-bomb": 1, "charge": 1, "grenade": 1}),
        man("ada", (23, 28), rank="veteran"),
        vehicle("stug", "tank-destroyer", (10, 6), 4, "b"),
        vehicle("lorry", "truck-small", (16, 5), 4, "b"),
        vehicle("bike", "motorcycle", (22, 8), 4, "b"),
        man("bob", (13, 12), "b", sheet="light-machinegunner"),
        man("ben", (18, 10), "b", sheet="anti-tank-rifleman"),
        terrain=[edged("wall", "low-brick-wall", (9, 16), (15, 16))],
        options={"tank_gun_ammunition": "on", "massed_suppression": "off"},
    )


def in_question(view: OwbView) -> list[Person]:
    """Those who may be ordered to attack now."""
    state = view.state
    match state.agenda[-1] if state.agenda else None:
        case VehicleTurn(vehicle=vehicle):
            return [one for one in state.occupants(vehicle) if one.able]
        case Turn(person=name) | Attacking(person=name) | GunAttack(person=name):
            return [state.person(name)]
        case Interrupt() as frame:
            asked = next_to_interrupt(state, frame)
            return [] if asked is None else [asked]
    return []


def is_burst(state: OwbState, order: Any) -> bool:
    """Whether an order is a burst by another name: suppressive fire at normal pace."""
    if not isinstance(order, FireGun) or order.mode != "suppress":
        return False
    return state.vehicle(state.person(order.person).aboard).pace == "normal"


def check_attacks(view: OwbView, chance: random.Random, many: int) -> set[str]:
    """See that all attacks that are legal can be put together: some of all that there are."""
    state, kinds = view.state, set()
    turning = isinstance(state.agenda[-1], Turn) if state.agenda else False
    listed = everything(view)
    everywhere = list(points(state))
    for one in in_question(view):
        spots = chance.sample(everywhere, min(len(everywhere), many // 10))
        if one.aboard:
            orders = list(aboard(state, one, spots))
        else:
            orders = list(on_foot(state, one, turning=turning))
        aimed = [order for order in orders if getattr(order, "at", None) is None]
        squares = [order for order in orders if getattr(order, "at", None) is not None]
        for some, most in ((aimed, many), (squares, many // 10)):
            for order in chance.sample(some, min(len(some), most)):
                if view.check(order) is None and not is_burst(state, order):
                    assert faults(RULEBOOK, listed, order) == [], order
                    kinds.add(tag_of(type(order)))
    return kinds


def last_rounds() -> Battle[OwbState]:
    """A jeep beside a lorry, with helpless men in it and about it, and hardly a round to fire."""
    battle = fight(
        vehicle("jeep", "car", (10, 20), 0),
        man("sue", (10, 20), sheet="submachinegunner", carried_by="jeep"),
        man("ann", (12, 13), sheet="submachinegunner"),
        vehicle("lorry", "truck-small", (10, 12), 4, "b"),
        man("foe", (12, 14), "b"),
        man("ben", (14, 12), "b"),
        options={"ammo": "count"},
    )
    state = battle.state
    for name in ("foe", "lorry.operator"):
        state.put(replace(state.person(name), out="incapacitated", hp=0))
    for name in ("sue", "ann"):
        arms = tuple(replace(arm, rounds=1) for arm in state.person(name).arms)
        state.put(replace(state.person(name), arms=arms))
    state.put(replace(state.person("jeep.operator"), arms=state.person("ben").arms))
    return battle


def rifles(*more: Unit, number: str = "4", count: int = 4) -> Battle[OwbState]:
    """A line of riflemen before an enemy; the first has begun his turn, as the last of them."""
    line = [man(f"r{n}", (8 + n, 20)) for n in range(count)]
    foe = man("foe", (10, 12), "b", facing=4, rank="officer")
    battle = fight(*line, *more, foe, options={"massed_suppression": number})
    last_of_them(battle)
    return battle


def last_of_them(battle: Battle[OwbState]) -> None:
    """The first rifleman begins his turn, after all the others have had theirs."""
    for piece in [one for one in battle.state.people("a") if one.id != "r0"]:
        turn(battle, piece.id)
    play(battle, Begin("r0"))


def massed_fire(battle: Battle[OwbState]) -> Action:
    """The action that fires many rifles together."""
    (found,) = (one for one in offered(battle.view("a"), "r0") if one.order == "mass")
    return found


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 2])
def test_every_candidate_can_be_put_together(seed: int) -> None:
    views = moments(load_scenario("pavlovs-street"), seed, 9, 220)
    kinds = {kind for view in views for kind in check(view)}
    assert {"move", "shoot", "throw", "end-turn", "begin", "done"} <= kinds


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 2])
def test_every_order_of_vehicles_can_be_put_together(seed: int) -> None:
    kinds = {kind for view in moments(convoy(), seed, 3, 220) for kind in check(view)}
    assert {"start-vehicle", "set-pace", "drive", "turning", "fire-gun", "end-vehicle"} <= kinds


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 2])
def test_every_attack_that_is_legal_can_be_put_together(seed: int) -> None:
    chance = random.Random(seed)
    views = (view for view in moments(convoy(), seed, 5, 220) if in_question(view))
    some = (view for view in views if chance.random() < 0.3)
    assert "fire-gun" in {kind for view in some for kind in check_attacks(view, chance, 800)}


@pytest.mark.parametrize(
    ("orders", "kinds"),
    [
        ([StartVehicle("jeep"), SetPace("jeep", "stopped")], {"fire-port"}),
        ([Begin("ann")], {"shoot", "shoot-aboard", "strike", "throw"}),
    ],
)
def test_attacks_on_the_helpless_with_the_last_round_can_be_put_together(
    orders: list[Order], kinds: set[str]
) -> None:
    battle = last_rounds()
    play(battle, *orders)
    view = battle.view("a")
    assert check_attacks(view, random.Random(1), 10**6) == kinds


@rule("owb.suppress.massed-rifles")
def test_massed_fire_is_put_together_and_kept_up_by_a_person() -> None:
    gunner = man("lmg", (9, 21), sheet="light-machinegunner")
    battle = rifles(gunner, man("far", (25, 20)))
    action = massed_fire(battle)
    assert action.refusal == ""
    others = next(slot for slot in action.slots if slot.name == "others")
    assert others.pieces == ("r1", "r2", "r3"), "those with rifles, at hand"
    assert tuple(others.default) == others.pieces
    order = Mass("r0", at=middle((10, 12)), others=("r1", "r2", "r3"))
    assert faults(RULEBOOK, [action], order) == []
    trace = present(RULEBOOK.trace(battle.view("a").state, order))
    assert trace.notes[0] == "It opens with a burst."
    assert any("In it now: foe" in note for note in trace.notes)
    play(battle, order, EndTurn("r0"), dice=(1,))
    assert all(person(battle, f"r{n}").attacked for n in range(4))
    pass_all(battle, dice=(6, 1))
    battle.state.move_to("foe", (30, 5))
    last_of_them(battle)
    assert faults(RULEBOOK, [massed_fire(battle)], order) == [], "the area, though nobody is there"
    play(battle, order)
    assert told(battle, "sweep")[-1].text == "4 rifles sweep the area."


@rule("owb.suppress.massed-rifles")
def test_too_few_rifles_are_told_so() -> None:
    assert massed_fire(rifles(number="5")).refusal == "It takes 5 rifles, not 4."
    shut = rifles(number="off").view("a")
    assert "mass" not in {action.order for action in offered(shut, "r0")}
