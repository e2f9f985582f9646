"""Section 8: who does not fall back out of cover."""

from __future__ import annotations

import pytest

from tests.panzer8.kit import *

STAYS = "p8.result.fall-back-in-cover"


@pytest.mark.rule(STAYS, "p8.cover.best-only", "p8.cover.behind-afv")
@pytest.mark.parametrize("behind", [True, False])
def test_smoke_does_not_drive_infantry_out_of_the_lee_of_its_tank(behind: bool) -> None:
    battle = situation(
        "mg uk-mg 20,5",
        unit("tank", "ge-pz3-50", at=(20 if behind else 30, 15), facing=180),
        "rifles ge-rifle-44 20,16.2 S",
        screens=[smoke(20, 10, width=4.8)],
        homes=HOMES,
        dice=[8, 5],
    )
    play(battle, Fire("mg", "rifles"))  # 14 against 5 + 5 + 2
    assert last(battle, "fire").data["score"] == 2
    assert element(battle, "rifles").suppressed is behind
    assert (asked(battle) == "fall back") is not behind


@pytest.mark.rule(STAYS, "p8.cover.best-only", "p8.cover.linear-needs-contact-and-crossing")
@pytest.mark.parametrize("touching", [True, False])
def test_smoke_does_not_drive_infantry_from_its_hedge(touching: bool) -> None:
    y = 15.6 if touching else 14.4
    battle = situation(
        "mg uk-mg 20,5; rifles ge-rifle-44 20,16 S",
        terrain=[line("hedge", (10, y), (30, y))] if touching else [],
        screens=[smoke(20, 10, width=4.8)],
        homes=HOMES,
        dice=[8, 5],
    )
    play(battle, Fire("mg", "rifles"))
    assert last(battle, "fire").data["score"] == 2
    assert element(battle, "rifles").suppressed is touching
