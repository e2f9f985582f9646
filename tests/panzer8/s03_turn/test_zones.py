"""Section 3: whoever is set up in the wrong place is told where the right one is."""

from __future__ import annotations

import pytest

from tests.panzer8.kit import *

BY_SCENARIO = "p8.turn.setup-by-scenario"


def setting_up(
    *outlines: tuple[Point, ...], name: str | None = None, unit_is: str = "inch"
) -> P8Battle:
    """A German defender who sets a section up in each of some zones; he may hide them."""
    zones = [
        Zone(id=f"z{n}", outline=outline, side="german", name=name)
        for n, outline in enumerate(outlines)
    ]
    return situation(
        "foe uk-rifle-44 58,24",
        *(unit(f"s{n}", "ge-rifle-44", zone=zone.id) for n, zone in enumerate(zones)),
        zones=zones,
        phase=None,
        roles={"german": "defender", "british": "attacker"},
        hides={"german": 1.0},
        options={"hidden_placement": True, "unit": unit_is},
    )


@pytest.mark.rule(BY_SCENARIO)
@pytest.mark.parametrize(
    ("outline", "where"),
    [
        (box(0, 36, 60, 48), "within 12 in of the north edge"),
        (box(0, 0, 60, 12), "within 12 in of the south edge"),
        (box(0, 0, 8.5, 48), "within 8.5 in of the west edge"),
        (box(44, 0, 60, 48), "within 16 in of the east edge"),
        (box(2, 20, 18, 40), "between (2, 20) and (18, 40)"),
        (((0, 30), (10, 30), (0, 40)), "inside the line through (0, 30), (10, 30), (0, 40)"),
    ],
)
def test_a_refusal_says_where_an_element_may_be_set_up(
    outline: tuple[Point, ...], where: str
) -> None:
    refusal = refused(setting_up(outline), Deploy("s0", (30, 24)))
    assert refusal.rule == BY_SCENARIO
    assert refusal.reason == f"(30, 24) is no place for s0: set up {where}."


@pytest.mark.rule(BY_SCENARIO, "p8.scale.six-mm-may-use-cm")
def test_it_names_the_zone_and_keeps_to_the_unit_of_the_battle() -> None:
    battle = setting_up(box(0, 36, 60, 48), name="the ridge", unit_is="cm")
    expected = "(30, 24) is no place for s0: set up within 12 cm of the north edge (the ridge)."
    assert refused(battle, Deploy("s0", (30, 24))).reason == expected


@pytest.mark.rule(BY_SCENARIO, "p8.hidden.counters-and-dummies")
def test_hidden_elements_and_dummies_are_told_the_same() -> None:
    battle = setting_up(box(0, 36, 60, 48), box(2, 10, 12, 20))
    hidden = refused(battle, Hide(("s0",), (30, 24)))
    assert hidden.reason.endswith("no place for s0: set up within 12 in of the north edge.")
    dummy = refused(battle, Dummy((30, 24)))
    assert dummy.rule == "p8.hidden.counters-and-dummies"
    assert dummy.reason == (
        "(30, 24) is no place for a dummy: set up within 12 in of the north edge, or between "
        "(2, 10) and (12, 20)."
    )
