"""An order is looked at once: what is asked of it is not worked out again, nor is it read again."""

from __future__ import annotations

import sys
from collections import Counter
from types import FrameType
from typing import Any

import pytest

from sandtable.battle import Battle, Refusal, Rulebook
from sandtable.dice import SeededDice
from sandtable.rulebooks.panzer8.s05_actions.fire import aiming
from sandtable.rulebooks.panzer8.state import Element, P8State
from sandtable.rulebooks.panzer8.state.orders import Fire
from sandtable.scenario import load_scenario
from sandtable.server.asking.answering import answer
from sandtable.server.messages import Ask
from sandtable.server.rooms.steps import Given, Step, attempt

SEAT = "british"
FIRE = Fire("cromwell-1", "pak")
ORDER = {"order": "fire", "element": "cromwell-1", "target": "pak"}

MOST_MODULES = 65
"""The modules passed by a Fire, from the wish of a seat to the line of the journal, at most."""


def saint_aubin() -> Battle[P8State]:
    return Battle.start(load_scenario("saint-aubin"), dice=SeededDice(1))


def asked_for_a_shot(battle: Battle[P8State]) -> None:
    """All that a page asks while somebody makes up his mind to shoot."""
    for ask in (
        Ask(id=1, about="sights", piece=FIRE.element),
        Ask(id=2, about="actions", piece=FIRE.element),
        Ask(id=3, about="offers", piece=FIRE.element),
        Ask(id=4, about="preview", order=ORDER),
        Ask(id=5, about="targets", order=ORDER, slot="target"),
        Ask(id=6, about="preview", order=ORDER),
    ):
        assert not answer(battle, SEAT, ask).problem, ask.about


def given(battle: Battle[P8State]) -> Step:
    step = attempt(battle, "", SEAT, Given(order=ORDER))
    assert isinstance(step, Step)
    assert next(event.kind for event in step.battle.moments[-1].events) == "fire"
    return step


def test_a_shot_is_aimed_at_most_once_in_one_state(monkeypatch: pytest.MonkeyPatch) -> None:
    aimed = aiming.aimed
    worked_out: Counter[tuple[Any, ...]] = Counter()

    def counted(
        state: P8State, firer: Element, target: Element, gun: int, *, reaction: bool
    ) -> aiming.Shot | Refusal:
        worked_out[state.to_json(), firer, target, gun, reaction] += 1
        return aimed(state, firer, target, gun, reaction=reaction)

    monkeypatch.setattr(aiming, "aimed", counted)
    battle = saint_aubin()
    asked_for_a_shot(battle)
    given(battle)
    pairs = [asked for asked in worked_out if asked[1].id == FIRE.element]
    assert FIRE.target in {asked[2].id for asked in pairs}
    assert max(worked_out.values()) == 1


def test_what_was_found_out_is_what_would_be_found_again() -> None:
    battle = saint_aubin()
    asked_for_a_shot(battle)
    state = battle.state
    for firer in state.on_table():
        for target in state.enemies_of(firer):
            kept = aiming.aim(state, firer, target)
            found = aiming.aimed(state, firer, target, 0, reaction=False)
            if isinstance(kept, Refusal):
                assert isinstance(found, Refusal)
                assert kept.args == found.args
            else:
                assert kept == found


def test_an_order_that_is_given_is_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    decode = Rulebook.decode
    read: list[bytes | str] = []

    def noted(book: Rulebook[Any], data: bytes | str) -> Any:
        read.append(data)
        return decode(book, data)

    battle = saint_aubin()
    monkeypatch.setattr(Rulebook, "decode", noted)
    given(battle)
    assert len(read) == 1


def test_a_shot_passes_few_modules_on_its_way_into_the_journal() -> None:
    battle = saint_aubin()
    passed: set[str] = set()

    def note(frame: FrameType, event: str, _: object) -> None:
        name = str(frame.f_globals.get("__name__", ""))
        if event == "call" and name.startswith("sandtable."):
            passed.add(name)

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        given(battle)
    finally:
        sys.setprofile(before)
    assert len(passed) <= MOST_MODULES, sorted(passed)
