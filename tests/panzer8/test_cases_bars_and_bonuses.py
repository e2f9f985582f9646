"""Cases in which one rule takes the target or the point from a shot that another would give it."""

from __future__ import annotations

import pytest

from sandtable.rulebooks.panzer8.s05_actions.hunt.tank_hunting import close_defence
from sandtable.scenario import Unit
from tests.panzer8.situations import P8Battle, area, barred, box, load, shot, situation, unit

SHIELDED = "p8.cmd.target-protection"

# -- who shields a commander (9.8) ----------------------------------------------------------------


def staff(*others: Unit, firer: str = "uk-mg", **rest: object) -> P8Battle:
    """A machine-gun, and 14 inches away a German commander with a section 0.8 beside him."""
    return situation(
        unit("firer", firer, "british", at=(20, 5)),
        unit("cmd", "ge-cmd", "german", at=(20, 20), facing=180),
        unit("section", "ge-rifle-44", "german", at=(21.8, 20), facing=180),
        *others,
        **rest,  # type: ignore[arg-type]
    )


@pytest.mark.rule(SHIELDED)
def test_a_section_beside_a_commander_is_shot_at_instead() -> None:
    assert barred(staff(), "firer", "cmd") == SHIELDED


@pytest.mark.rule(SHIELDED, "p8.fire.melee-not-targetable")
def test_a_section_in_hand_to_hand_combat_cannot_be_shot_at_instead_of_a_commander() -> None:
    battle = staff(unit("charger", "uk-rifle-44", "british", at=(21.8, 20.8), facing=180))
    assert barred(battle, "firer", "section") == "p8.fire.melee-not-targetable"
    assert barred(battle, "firer", "cmd") is None


@pytest.mark.rule(SHIELDED, "p8.fort.immune-to-small-arms")
@pytest.mark.parametrize(("firer", "rule"), [("uk-mg", None), ("uk-25pdr", SHIELDED)])
def test_a_section_in_a_pillbox_shields_a_commander_only_from_what_can_hurt_it(
    firer: str, rule: str | None
) -> None:
    battle = staff(
        firer=firer,
        terrain=[area("pillbox", box(21, 19, 22.6, 21))],
        options={"field_engineering": True},
    )
    assert barred(battle, "firer", "cmd") == rule


@pytest.mark.rule("p8.fire.sa-not-through-enemy-foot", "p8.fire.melee-not-targetable")
@pytest.mark.parametrize("fights", [False, True])
def test_small_arms_go_past_enemy_foot_that_is_in_hand_to_hand_combat(fights: bool) -> None:
    charger = unit("charger", "uk-rifle-44", "british", at=(21.7, 15), facing=270)
    battle = situation(
        unit("firer", "uk-mg", "british", at=(20, 5)),
        unit("between", "ge-rifle-44", "german", at=(20.9, 15), facing=90),
        unit("target", "ge-rifle-44", "german", at=(20, 20), facing=180),
        *((charger,) if fights else ()),
    )
    # Looking east, the one between is 0.8 wide, from 20.5 to 21.3, and the charger touches it.
    expected = None if fights else "p8.fire.sa-not-through-enemy-foot"
    assert barred(battle, "firer", "target") == expected


# -- moving in the lee of a tank (2.2, 5.1) -------------------------------------------------------


@pytest.mark.rule("p8.fire.sa-not-through-enemy-foot", "p8.cover.behind-afv")
@pytest.mark.parametrize("led", [False, True])
def test_a_mover_that_follows_a_tank_does_not_move_in_the_open(led: bool) -> None:
    tank = unit("tank", "ge-pz3-50", "german", at=(20, 18.8), facing=180)
    battle = situation(
        unit("firer", "uk-mg", "british", at=(20, 5)),
        unit("between", "ge-rifle-44", "german", at=(20, 12), facing=180),
        unit("target", "ge-rifle-44", "german", at=(20, 20), facing=180),
        *((tank,) if led else ()),
        side="german",
    )
    expected = "p8.fire.sa-not-through-enemy-foot" if led else None
    assert barred(battle, "firer", "target", reaction=True) == expected


# -- close defence (5.2) --------------------------------------------------------------------------


def defended(*guards: Unit, hunter: tuple[float, float] = (20, 10), **rest: object) -> P8Battle:
    """A tank two inches to the south of the hunters' farm, if they are in one."""
    return situation(
        unit("a", "uk-rifle-40", "british", at=hunter),
        unit("tank", "ge-pz3-50", "german", at=(20, 6.5)),
        *guards,
        **rest,  # type: ignore[arg-type]
    )


def shots(battle: P8Battle) -> list[tuple[str, bool]]:
    """Who fires in close defence, and whether from behind the hunters."""
    pieces = battle.state.pieces
    found = close_defence(battle.state, pieces["a"], pieces["tank"])
    return [(shot.firer.id, shot.from_behind) for shot in found]


GUARD = unit("guard", "ge-rifle-40", "german", at=(21.2, 6.5))


@pytest.mark.rule("p8.hunt.close-defence-first", "p8.fire.mod-not-to-targets-front")
def test_hunters_in_houses_have_no_rear_that_close_defence_could_fire_into() -> None:
    farm = area("bua", box(18, 8, 22, 12), "farm")
    assert shots(defended(GUARD, terrain=[farm])) == [("guard", False)]
    assert shots(defended(GUARD, hunter=(20, 8.7))) == [("guard", True)]


@pytest.mark.rule("p8.hunt.close-defence-first", "p8.melee.no-fire-no-target")
def test_a_guard_in_hand_to_hand_combat_does_not_fire_in_close_defence() -> None:
    charger = unit("b", "uk-rifle-40", "british", at=(21.2, 7.3), facing=180)
    assert shots(defended(GUARD, charger)) == []


@pytest.mark.rule("p8.hunt.close-defence-first", "p8.fire.mounted-csw-and-flame-cannot-fire")
@pytest.mark.parametrize(("sheet", "fires"), [("ge-eng", True), ("ge-eng-flame", False)])
def test_flamethrowers_that_ride_on_a_tank_do_not_fire_in_its_defence(
    sheet: str, fires: bool
) -> None:
    battle = defended(load("tank", "german", sheet), hunter=(20, 8.7))
    assert shots(battle) == ([("load", True)] if fires else [])


# -- riders on a tank among houses (5.1, 10.1.2) --------------------------------------------------


@pytest.mark.rule("p8.fire.tank-riders-are-targets", "p8.bua.cover-type")
@pytest.mark.parametrize(("tags", "cover"), [((), 2), (("wooden",), 1)])
def test_riders_share_the_cover_of_the_houses_in_which_their_tank_is(
    tags: tuple[str, ...], cover: int
) -> None:
    battle = situation(
        unit("firer", "uk-rifle-44", "british", at=(20, 10)),
        unit("tank", "ge-pz3-50", "german", at=(20, 20), facing=180),
        load("tank", "german"),
        terrain=[area("bua", box(18, 18, 22, 22), "farm", *tags)],
    )
    assert shot(battle, target="load").cover.value == cover


@pytest.mark.rule("p8.fire.tank-riders-are-targets", "p8.bua.measure-any-part")
def test_riders_among_houses_are_seen_wherever_their_tank_is() -> None:
    battle = situation(
        unit("firer", "uk-25pdr", "british", at=(20, 30), facing=180),
        unit("tank", "ge-pz3-50", "german", at=(20, 20), facing=180),
        load("tank", "german"),
        terrain=[area("bua", box(18, 18, 22, 22), "farm")],
    )
    assert shot(battle, target="tank").range == shot(battle, target="load").range
