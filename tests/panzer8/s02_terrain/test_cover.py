"""Section 2.2: cover."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.rulebooks.panzer8.s02_terrain.ground_and_cover import cover_of_place
from sandtable.rulebooks.panzer8.state.battlefield import AREAS, CRESTED
from tests.panzer8.kit import *

SOFT, HARD = "p8.fire.mod-soft-cover", "p8.fire.mod-hard-cover-hull-down-smoke"


def shot_into(kind: str, sheet: str = "uk-rifle-40", target: str = "ge-rifle-40") -> P8Battle:
    """A shot at infantry 6 away that stands an inch inside an area."""
    return situation(
        unit("firer", sheet, "british", at=(20, 5)),
        unit("target", target, "german", at=(20, 11.8), facing=180),
        terrain=[area(kind, box(10, 10.8, 30, 16))],
    )


# -- areas ----------------------------------------------------------------------------------------


@pytest.mark.rule("p8.cover.none")
@cases(
    "kind", "field", "steppe", "beach", "road", "dirt-road", "rough", "marsh", "riverbed", "hill"
)
def test_open_features_give_no_cover(kind: str) -> None:
    aimed = shot(shot_into(kind))
    assert aimed.cover.value == 0
    assert target_adds(aimed) == {"p8.fire.attack-roll": 5}


@pytest.mark.rule("p8.cover.none")
def test_a_stream_gives_no_cover() -> None:
    battle = situation(
        "firer uk-rifle-40 20,5; target ge-rifle-40 20,10.4 S", terrain="stream from 0,10 to 60,10"
    )
    assert shot(battle).cover.value == 0


@pytest.mark.rule("p8.cover.soft-not-against-mortar-or-support", "p8.cover.soft-always", SOFT)
@cases(
    "kind, indirect",
    ("wood", 0),
    ("orchard", 0),
    ("high-crops", 0),
    ("forest", 0),
    ("jungle", 0),
    ("oasis", 0),
    ("shell-holes", 1),
)
def test_woods_and_crops_are_soft_cover_but_not_against_mortars(kind: str, indirect: int) -> None:
    for sheet in ("uk-rifle-40", "uk-mg", "uk-25pdr"):
        assert target_adds(shot(shot_into(kind, sheet))).get(SOFT, 0) == 1
    for sheet in ("uk-mortar-3in", "us-mortar-81"):
        adds = target_adds(shot(shot_into(kind, sheet)))
        assert (adds.get(SOFT, 0), sum(adds.values())) == (indirect, 5 + indirect)


@pytest.mark.rule("p8.cover.soft-always", "p8.cover.soft-not-against-mortar-or-support")
def test_only_shell_holes_hold_against_mortars() -> None:
    covering = {kind for kind, meaning in AREAS.items() if meaning.cover}
    always = {kind for kind in covering if AREAS[kind].indirect}
    assert always == {"shell-holes"}
    hard = {kind for kind in covering if AREAS[kind].cover == "hard"}
    assert hard == {"fortification", "pillbox", "bunker"}
    soft = covering - always - hard
    assert soft == {"wood", "orchard", "high-crops", "forest", "jungle", "oasis"}
    assert not any(kind.startswith(CRESTED) for kind in covering)
    assert shot(shot_into("shell-holes", "uk-mortar-3in")).cover.value == 1
    assert shot(shot_into("wood")).cover.value == 1


@pytest.mark.rule("p8.cover.hard", "p8.fire.mod-hard-cover-hull-down-smoke")
@cases("sheet", "uk-rifle-40", "uk-mortar-3in", "uk-25pdr")
def test_a_dug_in_element_is_in_hard_cover_against_all_fire(sheet: str) -> None:
    battle = face_to_face(sheet, "ge-rifle-40", 6.0, target={"dug_in": True}, dice=[6, 4])
    fire(battle)
    assert modifiers(battle)[HARD] == 2


@pytest.mark.rule("p8.cover.dug-in-set-up-only")
def test_a_dug_in_element_that_moves_leaves_its_position_but_turning_keeps_it() -> None:
    battle = situation(
        "mover uk-rifle-40 20,5 dug-in; turner uk-rifle-40 10,5 dug-in; enemy ge-rifle-40 50,40"
    )
    battle.play(Move("mover", ((20, 6),)))
    battle.play(Move("turner", facing=90))
    assert not element(battle, "mover").dug_in
    assert element(battle, "turner").dug_in


@pytest.mark.rule("p8.cover.dug-in-set-up-only")
def test_vehicles_cannot_be_dug_in_and_guns_can() -> None:
    with pytest.raises(ScenarioError, match="cannot be dug in"):
        face_to_face("uk-rifle-40", "ge-pz2", 6.0, target={"dug_in": True})
    battle = face_to_face("uk-rifle-40", "ge-pak40", 6.0, target={"dug_in": True})
    assert shot(battle).cover.value == 2


# -- hedges and walls -----------------------------------------------------------------------------


def at_hedge(firer_y: float, target_y: float, sheet: str = "uk-rifle-40", **rest: Any) -> P8Battle:
    """Two infantry elements and a hedge along y = 10; infantry bases are 0.8 deep."""
    kind = rest.pop("kind", "hedge")
    return situation(
        unit("firer", sheet, "british", at=(20, firer_y)),
        unit("target", "ge-rifle-40", at=(20, target_y), facing=180),
        terrain=[line(kind, (0, 10), (60, 10))],
        **rest,
    )


@pytest.mark.rule(
    "p8.cover.linear-needs-contact-and-crossing",
    "p8.los.linear-features-block-unless-touched",
    "p8.geo.linear-side-by-centre",
    "p8.cover.soft-not-against-mortar-or-support",
)
@cases("kind", "hedge", "wall")
@cases(
    "sheet, firer, target, cover",
    ("uk-rifle-40", 5.0, 10.4, 1),  # the target touches it
    ("uk-rifle-40", 5.0, 10.45, 1),  # its edge is 0.05 off
    ("uk-rifle-40", 5.0, 10.46, None),
    ("uk-rifle-40", 5.0, 14.0, None),  # neither touches it
    ("uk-rifle-40", 9.6, 12.0, 0),  # only the firer does
    ("uk-rifle-40", 9.6, 14.0, 0),
    ("uk-cromwell", 9.2, 10.4, 1),  # both do
    ("uk-rifle-40", 5.0, 10.2, 1),  # the target lies across it, its centre behind it
    ("uk-rifle-40", 5.0, 9.8, 0),  # or its centre before it
    ("uk-rifle-40", 5.0, 9.6, 0),  # it is behind the target
    ("uk-mortar-3in", 5.0, 10.4, 0),
)
def test_a_hedge_is_cover_for_a_target_that_touches_it(
    kind: str, sheet: str, firer: float, target: float, cover: int | None
) -> None:
    battle = at_hedge(firer, target, sheet, kind=kind, dice=[1, 10])
    if cover is None:
        assert why_not(battle, Fire("firer", "target")) == "p8.fire.needs-field-of-fire-and-los"
    else:
        assert counts(battle).get(SOFT, 0) == cover


@pytest.mark.rule("p8.cover.linear-needs-contact-and-crossing")
def test_cover_at_a_hedge_is_judged_by_the_line_of_the_shot_not_by_the_facing() -> None:
    battle = situation(
        "firer uk-rifle-40 14,10.6 E; target ge-rifle-40 20,10.4 S",
        terrain="hedge from 0,10 to 60,10",
    )
    assert shot(battle).cover.value == 0  # along the hedge, on the target's side of it
    assert shot(at_hedge(5, 10.4)).cover.value == 1


# -- behind an AFV --------------------------------------------------------------------------------


def behind_tank(
    sheet: str = "uk-rifle-40", target: str = "ge-rifle-40", y: float = 13.2, x: float = 20.0
) -> P8Battle:
    """A tank that faces south at y = 12 (rear edge at 12.8) with somebody behind it."""
    return situation(
        unit("firer", sheet, "british", at=(20, 5)),
        "tank ge-pz2 20,12 S",
        unit("target", target, "german", at=(x, y), facing=180),
    )


@pytest.mark.rule(
    "p8.cover.behind-afv", "p8.geo.contact-tolerance", "p8.cover.soft-not-against-mortar-or-support"
)
@cases(
    "sheet, target, y, cover",
    ("uk-rifle-40", "ge-rifle-40", 13.2, 1),
    ("uk-rifle-40", "ge-rifle-40", 13.25, 1),
    ("uk-rifle-40", "ge-rifle-40", 13.27, 0),
    ("uk-rifle-40", "ge-truck", 13.6, 1),
    ("uk-rifle-40", "ge-mg", 13.2, 0),  # the lee is for infantry and soft vehicles only
    ("uk-rifle-40", "ge-cmd", 13.2, 0),
    ("uk-25pdr", "ge-rifle-40", 13.2, 1),
    ("uk-mortar-3in", "ge-rifle-40", 13.2, 0),
)
def test_infantry_right_behind_a_tank_is_in_soft_cover(
    sheet: str, target: str, y: float, cover: int
) -> None:
    assert shot(behind_tank(sheet, target, y)).cover.value == cover


@pytest.mark.rule("p8.cover.behind-afv")
@cases(
    "firer, vehicle",
    ("uk-rifle-40 27,15 W", "ge-pz2 20,12 S"),
    ("uk-mg 20,5", "ge-pz2 20,12"),
    ("uk-25pdr 20,5", "ge-truck 20,12 S"),
    ids=["fired at from beside the tank", "before the tank", "behind a lorry"],
)
def test_there_is_no_lee(firer: str, vehicle: str) -> None:
    battle = situation(f"firer {firer}; tank {vehicle}; target ge-rifle-40 20,13.2 S")
    assert shot(battle).cover.value == 0
    assert shot(behind_tank()).cover.value == 1


# -- hull-down ------------------------------------------------------------------------------------


def at_crest(target: str, y: float = 20.8, sheet: str = "uk-17pdr", **rest: Any) -> P8Battle:
    """A hill from y = 15 to 27 with a crest along y = 20; a V base is 1.6 deep."""
    return situation(
        unit("firer", sheet, "british", at=(20, 3)),
        unit("target", target, "german", at=(20, y), facing=180),
        terrain="hill 5,15 to 35,27; crest from 5,20 to 35,20",
        **rest,
    )


@pytest.mark.rule("p8.cover.hull-down", "p8.fire.mod-hard-cover-hull-down-smoke")
@cases("sheet", "ge-pz4-long", "ge-222", "ge-234-2")
def test_a_turreted_afv_that_touches_the_crest_is_hull_down(sheet: str) -> None:
    aimed = shot(at_crest(sheet))
    assert target_adds(aimed)[HARD] == 2
    assert aimed.cover.text == "hull-down"


@pytest.mark.rule("p8.cover.hull-down", "p8.cover.best-only")
@cases(
    "target, y, firer, screens, cover",
    ("ge-pz4-long", 20.75, "uk-17pdr", (), 2),  # at the very edge of contact
    ("ge-pz4-long", 20.85, "uk-17pdr", (), 2),
    ("ge-pz4-long", 20.8, "uk-17pdr", [smoke(20, 9, width=8.0)], 2),
    ("ge-stug-g", 20.8, "uk-17pdr", (), 0),
    ("ge-rifle-40", 20.4, "uk-25pdr", (), 0),
    ids=["near edge", "far edge", "under smoke", "no turret", "infantry"],
)
def test_a_crest_protects_who_touches_it_and_has_a_turret(
    target: str, y: float, firer: str, screens: Any, cover: int
) -> None:
    assert shot(at_crest(target, y, firer, screens=screens)).cover.value == cover


@pytest.mark.rule("p8.cover.hull-down")
def test_a_tank_is_hull_down_only_against_fire_across_the_crest() -> None:
    battle = situation(
        "rear uk-17pdr 20,40 S; front uk-17pdr 20,3; target ge-pz4-long 20,20.8 S",
        terrain="hill 5,15 to 35,27; crest from 5,20 to 35,20",
    )
    assert shot(battle, "rear").cover.value == 0
    assert shot(battle, "front").cover.value == 2


@pytest.mark.rule("p8.cover.hull-guns-cannot-fire-hull-down")
@cases("y", 20.95, 21.0, 21.05)
def test_the_hull_gun_of_a_hull_down_char_b1_is_barred_and_its_turret_gun_is_not(
    y: float,
) -> None:
    battle = situation(
        unit("char", "fr-b1", at=(20, y), facing=180),
        "target ge-pz2 20,10; behind ge-pz2 20,26",
        terrain="hill 5,15 to 35,27; crest from 5,20 to 35,20",
    )
    assert barred(battle, "char", "target", 1) == "p8.cover.hull-guns-cannot-fire-hull-down"
    assert barred(battle, "char", "target", 0) is None
    refused = battle.refusal(Fire("char", "target", ("target",)))
    assert refused is not None
    assert refused.rule == "p8.cover.hull-guns-cannot-fire-hull-down"
    assert battle.allows(Fire("char", "target"))


@pytest.mark.rule("p8.cover.hull-guns-cannot-fire-hull-down")
def test_hull_guns_are_barred_even_where_the_target_stands_behind_a_hedge() -> None:
    battle = situation(
        "char fr-b1 20,21 S; target ge-rifle-40 20,9.6",
        terrain="hill 5,15 to 35,27; crest from 5,20 to 35,20; hedge from 0,10 to 60,10",
    )
    assert barred(battle, "char", "target", 1) == "p8.cover.hull-guns-cannot-fire-hull-down"
    assert shot(battle, "char", "target", 0).cover.value == 1


@pytest.mark.rule("p8.cover.hull-guns-cannot-fire-hull-down")
def test_a_hull_gun_may_fire_on_its_own_side_of_the_crest() -> None:
    battle = situation(
        "char fr-b1 20,21; beyond ge-pz2 20,10; target ge-pz2 20,26 S",
        terrain="hill 5,15 to 35,27; crest from 5,20 to 35,20",
    )
    assert barred(battle, "char", "target", 1) is None
    turned = situation(
        "char fr-b1 20,21 S; beyond ge-pz2 20,10",
        terrain="hill 5,15 to 35,27; crest from 5,20 to 35,20",
    )
    assert barred(turned, "char", "beyond", 1) == "p8.cover.hull-guns-cannot-fire-hull-down"


@pytest.mark.rule("p8.cover.best-only")
def test_a_turretless_vehicle_may_fire_across_a_crest_but_is_not_protected() -> None:
    battle = situation(
        "stug ge-stug-g 20,20.8 S; tank uk-sherman-75 20,3",
        terrain="hill 5,15 to 35,27; crest from 5,20 to 35,20",
    )
    assert barred(battle, "stug", "tank") is None
    assert shot(battle, "tank", "stug").cover.value == 0


# -- smoke, and what does not add up --------------------------------------------------------------


@pytest.mark.rule("p8.fire.mod-hard-cover-hull-down-smoke")
@cases(
    "screen",
    smoke(20, 9, width=6.0),  # between them
    smoke(20, 5.3, width=6.0),  # the firer stands in it
    smoke(20, 11.9, width=6.0),  # the target stands in it
    ids=["between", "firer in it", "target in it"],
)
def test_fire_through_out_of_or_into_smoke_gives_the_target_2(screen: Any) -> None:
    battle = face_to_face("uk-rifle-40", "ge-rifle-40", 6.0, screens=[screen], dice=[6, 4])
    assert target_adds(shot(battle)) == {"p8.fire.attack-roll": 5, HARD: 2}


@pytest.mark.rule("p8.geo.fire-line")
def test_the_firer_looks_past_a_narrow_screen_if_a_line_is_free() -> None:
    past = face_to_face("uk-rifle-40", "ge-rifle-40", 6.0, screens=[smoke(21.7, 9)])
    assert shot(past).cover.value == 0
    behind = face_to_face("uk-rifle-40", "ge-rifle-40", 6.0, screens=[smoke(20, 15, width=6)])
    assert shot(behind).cover.value == 0


@pytest.mark.rule("p8.cover.best-only")
def test_dug_in_behind_a_hedge_in_a_wood_under_smoke_is_2_in_all() -> None:
    terrain: list[Terrain] = [
        area("wood", box(10, 10, 30, 16)),
        line("hedge", (0, 10), (60, 10)),
    ]
    battle = situation(
        "firer uk-rifle-40 20,5; target ge-rifle-40 20,10.4 S dug-in",
        terrain=terrain,
        screens=[smoke(20, 8, width=6.0)],
    )
    assert shot(battle).cover.value == 2
    assert shot(battle).screened


# -- armoured infantry ----------------------------------------------------------------------------


@pytest.mark.rule("p8.armdinf.as-infantry-except")
@cases("sheet", "uk-mg", "uk-mortar-3in")
def test_mounted_panzergrenadiers_in_the_open_claim_hard_cover(sheet: str) -> None:
    battle = face_to_face(sheet, "ge-pzgren-44", 6.0, dice=[8, 5])
    fire(battle)
    assert score(battle) == 8 + 6 - (5 + 5 + 2)
    assert modifiers(battle)[HARD] == 2


@pytest.mark.rule("p8.armdinf.as-infantry-except")
def test_they_are_an_unarmoured_target_and_no_better_off_in_a_wood() -> None:
    battle = shot_into("wood", target="ge-pzgren-44")
    aimed = shot(battle)
    assert (aimed.fired, aimed.value, aimed.cover.value) == ("HE/SA", 5, 2)
    guns_only = face_to_face("uk-2pdr", "ge-pzgren-44", 6.0)
    assert barred(guns_only) == "p8.fire.hesa-against-unarmoured"


@pytest.mark.rule("p8.armdinf.as-infantry-except")
def test_the_claim_does_not_put_them_in_cover_so_in_the_open_they_fall_back() -> None:
    battle = face_to_face(
        "uk-mg", "ge-pzgren-44", 6.0, dice=[8, 5], homes={"british": "south", "german": "north"}
    )
    assert shot(battle).cover.rule == "p8.armdinf.as-infantry-except"
    assert cover_of_place(battle.state, element(battle, "target")).value == 0
    fire(battle)
    assert effect(battle) == "fall-back"
    assert asked(battle) == "fall back"
