"""Section 12 with 14 to 16: what hidden elements do and suffer shows nowhere.

Each test plays two battles that differ in secrets of the Germans (or Russians) alone. The enemy is
shown the same, byte for byte, as long as nobody is removed or revealed.
"""

from __future__ import annotations

from typing import Any, get_args, get_type_hints

import msgspec
import pytest

from sandtable.rulebooks.panzer8.s12_hidden.known import LISTS, NAMES
from sandtable.rulebooks.panzer8.s15_events.cards import PACK, change
from sandtable.rulebooks.panzer8.state import Barrage, Cards, Frame
from tests.panzer8.kit import *
from tests.panzer8.kit.batteries import MEDIUM, mission, under_fire
from tests.panzer8.kit.hiding import SPOTS, everything
from tests.panzer8.kit.twins import compare, look_alike, seen, started

HIT = "p8.hidden.support-fire-can-hit"
SECRET = "p8.hidden.counters-and-dummies"
UNSEEN: dict[str, Any] = {"options": {"hidden_placement": True, "national_characteristics": True}}
NOTED = (NotedTarget(side="british", support="fire", at=(30, 36)),)
OURS = unit("foo", "uk-foo", at=(20, 10))
SEEN = unit("seen", "ge-rifle-40", at=(29, 34.2), facing=180)


def lurker(name: str = "lurker", sheet: str = "ge-rifle-40", **facts: Any) -> Unit:
    side = facts.pop("side", "german")
    return unit(name, sheet, side, at=facts.pop("at", (30, 36)), hidden=True, **facts)


def shelled(*units: Placed, dice: tuple[int, ...]) -> P8Battle:
    """British batteries fire at a point that they have noted, and so at whoever is hidden there."""
    options = {**UNSEEN["options"], "black": placed(*units)[0].side}
    battle = mission(MEDIUM, OURS, *units, dice=dice, planned=NOTED, options=options)
    battle.play(CallFire(at=(30, 36)), "british")
    return battle


# -- support fire ---------------------------------------------------------------------------------


@pytest.mark.rule(HIT)
def test_how_a_hidden_element_came_to_be_removed_is_not_told() -> None:
    far = unit("far", "ge-rifle-40", at=(50, 40))
    again = shelled(far, lurker(suppressed=True), dice=(6, 6))
    at_once = shelled(far, lurker(), dice=(6, 1))
    assert is_out(again, "lurker")
    assert is_out(at_once, "lurker")
    one, two = (battle.view("british").to_json() for battle in (again, at_once))
    assert one == two


@pytest.mark.rule(HIT, "p8.nation.russian-ignore-one-suppression")
def test_nobody_is_asked_whether_a_hidden_russian_stands_firm() -> None:
    """That he is would tell of somebody who was suppressed before."""
    far = unit("far", "su-rifle", at=(50, 40))
    hidden = {"sheet": "su-rifle", "side": "russian"}
    again = shelled(far, lurker(**hidden, suppressed=True), dice=(6, 6))
    at_once = shelled(far, lurker(**hidden), dice=(6, 1))
    assert asked(again) == "action"
    assert is_out(again, "lurker")
    one, two = (battle.view("british").to_json() for battle in (again, at_once))
    assert one == two


@pytest.mark.rule(HIT, "p8.support.affects-all-partly-inside")
def test_dice_for_hidden_elements_come_after_those_for_others() -> None:
    """So the dice of others are the same, however many are hidden."""
    dice = (6, 6, 9, 9, 9)
    few = shelled(lurker(), SEEN, dice=dice)
    many = shelled(lurker(), lurker("two"), lurker("three"), SEEN, dice=dice)
    assert under_fire(few) == ["seen", "lurker"]
    assert under_fire(many) == ["seen", "lurker", "two", "three"]
    assert look_alike(few, many)


@pytest.mark.rule(HIT)
def test_what_befalls_hidden_elements_and_their_passengers_is_not_seen() -> None:
    lorry = lurker("lorry", "ge-truck")
    load = unit("load", "ge-rifle-40", at=(0, 0), carried_by="lorry", hidden=True)
    full = shelled(SEEN, lorry, load, dice=(4, 9, 5))
    empty = shelled(SEEN, lorry, dice=(4, 9, 10))
    assert element(full, "load").suppressed
    assert not element(empty, "lorry").suppressed
    assert look_alike(full, empty)


@pytest.mark.rule(HIT, "p8.cmd.replaced-when-lost")
def test_a_lost_commander_takes_the_secret_of_its_state_along() -> None:
    leader = {"sheet": "ge-cmd", "formation": "one"}
    heir = unit("heir", "ge-rifle-40", at=(50, 40), formation="one")
    again = shelled(heir, lurker(**leader, suppressed=True), dice=(6, 6))
    at_once = shelled(heir, lurker(**leader), dice=(6, 1))
    assert asked(again) == asked(at_once) == "commander"
    assert again.view("british").to_json() == at_once.view("british").to_json()


# -- cards ----------------------------------------------------------------------------------------


@pytest.mark.rule("p8.card.king-two-actions", "p8.card.queen-double-time", SECRET)
@cases("card", "king of spades", "queen of spades")
def test_a_hidden_commander_leads_nobody(card: str) -> None:
    """Whoever acted twice or moved farther would tell of him."""
    battles = [
        dealt(
            card,
            "men ge-rifle-44 20,40 S",
            lurker(sheet=sheet, at=(22, 40)),
            "enemy uk-rifle-44 55,4 S",
            **UNSEEN,
        )
        for sheet in ("ge-cmd", "ge-rifle-44")
    ]
    for battle in battles:
        battle.play(Move("men", ((20, 39),)), "german")
        no_reaction(battle)
    assert look_alike(*battles)


# -- smoke ----------------------------------------------------------------------------------------


def smoking(*, suppressed: bool, stays: int = 3, lost: bool = False) -> P8Battle:
    """A hidden mortar has laid smoke, and its side's next Action Phase begins.

    In the meantime it may have been suppressed or removed, as shells would do it.
    """
    battle = situation(
        lurker("tubes", "ge-mortar-81", at=(20, 40)),
        "others ge-rifle-44 50,40; tank uk-cromwell 5,5 S",
        options={"smoke": True, "hidden_placement": True},
        counters={"german": stays},
        dice=[5],
    )
    battle.play(LaySmoke("tubes", (20, 20), 0), "german")
    tubes = element(battle, "tubes")
    battle.state.pieces["tubes"] = msgspec.structs.replace(tubes, suppressed=suppressed)
    if lost:
        del battle.state.pieces["tubes"]
    while asked(battle) == "action" and battle.state.turn == 1:
        passes(battle)
    return battle


@pytest.mark.rule("p8.smoke.lasts-until-next-action-phase", SECRET)
def test_the_owner_is_asked_about_smoke_whatever_befell_the_hidden_mortar() -> None:
    hurt, well, without = (
        smoking(suppressed=True),
        smoking(suppressed=False),
        smoking(suppressed=False, stays=1),
    )
    assert asked(hurt) == asked(well) == asked(without) == "renew"
    assert not hurt.allows(Renew(), "german")
    assert not without.allows(Renew(), "german")
    assert look_alike(hurt, well)
    for battle in (hurt, well, without):
        battle.play(Done(), "german")
        assert not battle.state.screens
    assert look_alike(hurt, well)


@pytest.mark.rule("p8.smoke.lasts-until-next-action-phase", HIT)
def test_smoke_of_somebody_who_was_lost_in_hiding_dissolves_like_any_other() -> None:
    lost, let_go = smoking(suppressed=False, lost=True), smoking(suppressed=False)
    let_go.play(Done(), "german")
    told = [
        [event for event in battle.view("british").events if event.kind == "smoke"][-1]
        for battle in (lost, let_go)
    ]
    plain = [msgspec.structs.replace(event, seen_by=None) for event in told]
    assert plain[0] == plain[1]
    assert plain[0].text == "The smoke dissolves."


@pytest.mark.rule("p8.smoke.pool-size", SECRET)
def test_that_a_secret_pool_is_empty_is_not_seen_from_whom_nobody_asks() -> None:
    """Neither when smoke is to be renewed nor when batteries may go on firing it."""
    for source in ("discharger", "support"):
        battles = [_smoke_of_the_seen(source, left) for left in (1, 2)]
        for battle in battles:
            assert asked(battle) == ("renew" if source == "discharger" else "barrage")
        assert look_alike(*battles)
        order = Renew() if source == "discharger" else KeepFiring()
        assert not battles[0].allows(order, "german")
        assert battles[1].allows(order, "german")
        for battle in battles:
            battle.play(Done(), "german")
        assert look_alike(*battles)


def _smoke_of_the_seen(source: str, left: int) -> P8Battle:
    """Smoke of a visible tank or of batteries is about to dissolve.

    There was one smoke counter for each section of infantry, all of which are hidden.
    """
    lays = source == "support"
    battle = dealt(
        "8 of spades" if lays else "5 of spades",
        "tank ge-panther 20,40 S; foo ge-foo 24,40 S",
        *(lurker(f"lurker-{number}", at=(50, 40)) for number in range(left)),
        "enemy uk-rifle-44 24,10",
        dice=[5, CARDS["5 of hearts"], CARDS["6 of hearts"], CARDS["5 of clubs"]][not lays :],
        options={**UNSEEN["options"], "smoke": True, "support_fire": True},
    )
    if lays:
        battle.play(CallFire("enemy", "foo", smoke=True), "german")
        battle.play(LayScreen((24, 12), 0), "german")
    else:
        battle.play(LaySmoke("tank", (20, 38.6), 180), "german")
    while battle.state.turn == 1:
        passes(battle)
    return battle


# -- recovery -------------------------------------------------------------------------------------


@pytest.mark.rule("p8.rally.result-extra-action", SECRET)
@cases("other", 5, 7)
def test_whether_a_hidden_element_recovers_is_not_seen(other: int) -> None:
    battles = [
        situation(
            lurker(suppressed=True, at=(20, 40)),
            "others ge-rifle-44 20,42; tank uk-cromwell 5,5 S",
            dice=[die],
            **UNSEEN,
        )
        for die in (9, other)
    ]
    for battle in battles:
        battle.play(Recover("lurker"), "german")
    assert battles[0].choices != battles[1].choices
    assert look_alike(*battles)


# -- several players on a side --------------------------------------------------------------------


def seats_of(first: str, second: str) -> tuple[Seat, ...]:
    return (
        Seat(id="british", side="british"),
        Seat(id="german-1", side="german", pieces=("one", first)),
        Seat(id="german-2", side="german", pieces=("two", second)),
    )


@pytest.mark.rule(SECRET)
def test_who_of_several_players_commands_a_hidden_element_is_not_seen() -> None:
    """Neither when it fires or lays smoke nor when it is spotted."""
    battles = [
        situation(
            "tank uk-cromwell 20,5; one ge-rifle-44 50,40; two ge-rifle-44 54,40",
            lurker("gun", "ge-pak40", at=(20, 20)),
            lurker("tubes", "ge-mortar-81", at=(40, 40)),
            seats=seats,
            **UNSEEN,
        )
        for seats in (seats_of("gun", "tubes"), seats_of("tubes", "gun"))
    ]
    for battle in battles:
        battle.play(Move("tank", ((20, 14),)), "british")
        no_reaction(battle)
        assert asked(battle) == "reveal"
    assert seen(battles[0], "british", []) == seen(battles[1], "british", [])
    assert battles[0].view("british").waiting == ("german-1", "german-2")


@pytest.mark.rule(SECRET)
def test_the_enemy_sees_who_decides_for_somebody_that_was_hidden_once() -> None:
    """The scenario that the enemy knows does not list it among anybody's pieces."""
    battle = situation(
        "tank uk-cromwell 20,5; one ge-rifle-44 50,40; two ge-rifle-44 54,40",
        lurker("men", "ge-rifle-44", at=(20, 16)),
        lurker("tubes", "ge-mortar-81", at=(40, 40)),
        seats=seats_of("men", "tubes"),
        dice=[4, 1],
        **UNSEEN,
    )
    battle.play(Move("tank", ((20, 8.5),)), "british")
    while asked(battle) != "reveal":
        passes(battle)
    battle.play(Show("men", (20, 16), 180), "german-1")
    assert element(battle, "men").on_table
    assert battle.view("british").state.setting.seats_for("german", "men") == ("german-1",)


# -- names ----------------------------------------------------------------------------------------

OTHER_WORDS = {
    *("side", "passed", "seats", "leaves", "enters", "counter", "rule", "prompt", "effect"),
    *("aircraft", "model", "level", "undrawn", "in_force"),
}
"""Fields of words that name no element."""


def test_it_is_known_which_fields_name_elements() -> None:
    """A new field of a frame must be told of, or it may give somebody away."""
    for record in (*get_args(Frame), Cards, Barrage):
        for name, hint in get_type_hints(record).items():
            if hint in (str, str | None, tuple[str, ...], Element, Element | None):
                assert name in NAMES | LISTS | OTHER_WORDS, f"{record.__name__}.{name}"


@pytest.mark.rule(SECRET)
@cases("name", "air", "fire", "german", "british", "call", "king", "wood")
def test_a_hidden_element_may_be_called_like_something_else(name: str) -> None:
    battles = [
        started(everything(lurker(called, at=SPOTS[0]))) for called in (name, "somebody-else")
    ]
    for battle in battles:
        assert asked(battle) == "plan air"
        assert battle.view("british").choices[0].ask == "plan air"
        battle.play(Done(), "british")
    one, two = (battle.view("british").to_json() for battle in battles)
    assert one == two


# -- taking back ----------------------------------------------------------------------------------


@pytest.mark.rule("p8.hidden.reveal-timing")
def test_to_have_seen_a_dummy_cannot_be_taken_back() -> None:
    battle = situation(
        "scouts uk-daimler 20,5",
        lurker(at=(50, 40)),
        dummies={"german": [(20, 22)]},
        phase=None,
        **UNSEEN,
    )
    assert asked(battle) == "recce"
    battle.play(Move("scouts", ((20, 9),)), "british")
    assert len(battle.state.counters) == 1
    refusal = battle.undo_refusal("british")
    assert refusal is not None
    assert refusal.reason == "Something hidden has been shown since."


@pytest.mark.rule(SECRET)
def test_asking_to_take_a_step_back_tells_nothing_of_what_the_enemy_did() -> None:
    """Neither whether he threw dice nor which of several players it was."""
    for order, seat in ((Recover("lurker"), "german-2"), (Done(), "german-1")):
        battle = situation(
            "one ge-rifle-44 20,42; two ge-rifle-44 24,42",
            lurker(suppressed=True, at=(20, 40)),
            "tank uk-cromwell 5,5 S",
            seats=(
                Seat(id="british", side="british"),
                Seat(id="german-1", side="german", pieces=("one",)),
                Seat(id="german-2", side="german", pieces=("two", "lurker")),
            ),
            dice=[7],
            **UNSEEN,
        )
        battle.play(order, seat)
        refusal = battle.undo_refusal("british")
        assert refusal is not None
        assert refusal.reason == "German has acted since."
        other = battle.undo_refusal("german-1" if seat == "german-2" else "german-2")
        assert other is not None
        assert other.reason == f"{seat} has acted since."


# -- whole battles --------------------------------------------------------------------------------

CARDS_THAT_MATTER = ("4", "7", "8", "9", "10", "jack", "queen", "king")


def under(number: int, name: str, sheet: str, **facts: Any) -> Unit:
    return lurker(name, sheet, at=SPOTS[number], dug_in=number % 2 == 1, **facts)


MORTAR = under(1, "tubes", "ge-mortar-81")
FIRST = (
    MORTAR,
    under(0, "gun", "ge-pak40"),
    under(2, "leader-2", "ge-cmd"),
    under(2, "watch", "ge-foo"),
    under(3, "men", "ge-rifle-44", suppressed=True),
)
PAIRS = {
    "another force": (
        (FIRST, [SPOTS[4], SPOTS[5]]),
        (
            (
                MORTAR,
                under(2, "tiger", "ge-tiger1"),
                under(3, "flak", "ge-flak88"),
                under(3, "more", "ge-mg"),
                under(4, "air", "ge-fac", suppressed=True),
                under(5, "men", "ge-rifle-44"),
            ),
            [SPOTS[0]],
        ),
    ),
    "in another state": (
        (FIRST, [SPOTS[4], SPOTS[5]]),
        (
            (
                under(1, "tubes", "ge-mortar-81", quality="elite"),
                under(0, "gun", "ge-pak40", suppressed=True),
                under(2, "leader-2", "ge-rifle-44"),
                under(2, "watch", "ge-rifle-44"),
                under(3, "men", "ge-rifle-44", quality="poor"),
            ),
            [SPOTS[4], SPOTS[5]],
        ),
    ),
}


@pytest.mark.slow
@pytest.mark.rule(SECRET)
@cases("seats", 1, 2)
@pytest.mark.parametrize("pair", PAIRS)
def test_twins_look_alike_with_every_section_switched_on(pair: str, seats: int) -> None:
    steps = 0
    for seed in range(2):
        twins = []
        for number, (hidden, dummies) in enumerate(PAIRS[pair]):
            ours = [NotedTarget(side="british", support="fire", at=at) for at in SPOTS[:3]]
            theirs = [
                NotedTarget(side="german", support="fire", at=(20 + 3 * number, 4 + one))
                for one in range(number + 1)
            ]
            scenario = everything(
                *hidden,
                dummies=dummies,
                planned=[*ours, *theirs],
                seats=_shared(hidden, number) if seats == 2 else (),
            )
            battle = started(scenario, seed)
            pack = (card.id for card in PACK if card.rank in CARDS_THAT_MATTER)
            change(battle.state, undrawn=tuple(pack))
            twins.append(battle)
        assert twins[0].state.to_json() != twins[1].state.to_json()
        steps += compare(twins, seed)
    assert steps > 30


def _shared(hidden: tuple[Unit, ...], first: int) -> tuple[Seat, ...]:
    """Two players of one side; who commands whom of those who are hidden differs."""
    names = [unit.id for unit in hidden if unit.id != "tubes"]
    one = tuple(names[first::2])
    two = tuple(name for name in names if name not in one)
    return (
        Seat(id="british", side="british"),
        Seat(id="german-1", side="german", pieces=("seen-1", "seen-2", "tubes", *one)),
        Seat(id="german-2", side="german", pieces=("seen-3", "seen-4", "seen-5", *two)),
    )
