"""Where cover, smoke and falling back meet."""

from __future__ import annotations

import pytest

from sandtable.rulebooks.panzer8.state.orders import Fire
from tests.panzer8.crossings import HOMES, asked
from tests.panzer8.situations import element, last, line, play, situation, smoke, unit

STAYS = "p8.result.fall-back-in-cover"


@pytest.mark.rule(STAYS, "p8.cover.best-only", "p8.cover.behind-afv")
@pytest.mark.parametrize("behind", [True, False])
def test_smoke_does_not_drive_infantry_out_of_the_lee_of_its_tank(behind: bool) -> None:
    battle = situation(
        unit("mg", "uk-mg", "british", at=(20, 5)),
        unit("tank", "ge-pz3-50", "german", at=(20 if behind else 30, 15), facing=180),
        unit("rifles", "ge-rifle-44", "german", at=(20, 16.2), facing=180),
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
        unit("mg", "uk-mg", "british", at=(20, 5)),
        unit("rifles", "ge-rifle-44", "german", at=(20, 16), facing=180),
        terrain=[line("hedge", (10, y), (30, y))] if touching else [],
        screens=[smoke(20, 10, width=4.8)],
        homes=HOMES,
        dice=[8, 5],
    )
    play(battle, Fire("mg", "rifles"))
    assert last(battle, "fire").data["score"] == 2
    assert element(battle, "rifles").suppressed is touching
