"""Section 3: the turn and its phases."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from sandtable.battle import Event
from sandtable.catalogue import cite

from ..s05_actions.readiness import anybody_able
from ..s06_close_combat.phase import begin_close_combat, look_at_contacts, seats_to_fight
from ..s07_end.victory import check_victory
from ..s09_troops.recce import call_scouts
from ..s09_troops.transport import remove_empty
from ..s13_engineering import clearing_wire as clearing
from ..s14_smoke import lasting as smoke
from ..s15_events.cards import begin_event_phase
from ..s15_events.noted_targets import begin_planning
from ..s15_events.support_fire.observers import remember_place
from ..state import PHASES, P8State
from ..state.side_names import side_called


def begin(state: P8State) -> Iterator[Event]:
    """Begin the battle, at its first phase or wherever the scenario puts it."""
    if state.phase in ("setup", "event"):
        yield from call_scouts(state)
        begin_planning(state, "fire")
        begin_planning(state, "air")
        if not state.agenda:
            yield from begin_first_turn(state)
        return
    clearing.begin_battle(state)
    yield _announced(state)
    yield from look_at_contacts(state)
    if state.phase == "close-combat":
        begin_close_combat(state)
    if state.phase == "end":
        yield from _check_for_victory(state)


def begin_first_turn(state: P8State) -> Iterator[Event]:
    """Begin with the first phase of the first player turn."""
    state.phase = "event"
    yield from _begin_player_turn(state)


def proceed(state: P8State) -> Iterator[Event]:
    """Go through the phases until somebody has a decision to make or the battle is over."""
    while state.outcome is None and not state.agenda:
        if state.phase == "action" and not phase_is_over(state):
            return
        if state.phase == "close-combat" and seats_to_fight(state):
            return
        yield from _next_phase(state)


def phase_is_over(state: P8State) -> bool:
    """The Action Phase ends when every seat is done or nobody can act any more."""
    return not seats_to_act(state)


def seats_to_act(state: P8State) -> tuple[str, ...]:
    """The seats of the phasing side that are not done and have somebody who can act."""
    return tuple(
        seat
        for seat in state.setting.seats[state.active]
        if seat not in state.done and anybody_able(state, state.active, seat)
    )


def _next_phase(state: P8State) -> Iterator[Event]:
    cite("p8.turn.phase-order")
    if state.phase == "end":
        yield from _end_player_turn(state)
        return
    if state.phase == "action":
        yield from remove_empty(state)
    state.phase = PHASES[PHASES.index(state.phase) + 1]
    state.done = ()
    state.rifled = ()
    state.tracks = ()
    yield from look_at_contacts(state)
    if state.phase == "action":
        yield from smoke.begin_action_phase(state)
    if state.phase == "close-combat":
        begin_close_combat(state)
    if state.phase == "end":
        yield from _check_for_victory(state)


def _check_for_victory(state: P8State) -> Iterator[Event]:
    last = state.turn >= state.setting.scenario.turns and state.active != state.first
    state.outcome = check_victory(state, last_phase=last)
    if state.outcome is not None:
        yield Event(
            kind="victory",
            text=_verdict(state),
            rules=(state.outcome.rule, "p8.end.victory-check"),
            data={"winner": state.outcome.winner},
        )


def _verdict(state: P8State) -> str:
    assert state.outcome is not None
    if state.outcome.winner is None:
        return f"The battle is drawn. {state.outcome.reason}"
    won = side_called(state, state.outcome.winner).opens("wins", "win")
    return f"{won}. {state.outcome.reason}"


def _end_player_turn(state: P8State) -> Iterator[Event]:
    """The phasing side's reaction markers go, and the other side has its turn."""
    cite("p8.action.reaction-marker-removed", "p8.turn.housekeeping", "p8.turn.two-player-turns")
    for element in list(state.pieces.values()):
        if element.side == state.active and element.reacted:
            state.put(msgspec.structs.replace(element, reacted=False))
    if state.active != state.first:
        state.turn += 1
    state.active = state.other_side(state.active)
    state.phase = "event"
    yield from _begin_player_turn(state)


def _begin_player_turn(state: P8State) -> Iterator[Event]:
    """A fresh player turn: nobody has acted or moved yet."""
    clearing.begin_player_turn(state)
    for element in list(state.pieces.values()):
        if element.fired:
            element = state.put(msgspec.structs.replace(element, fired=False))
        if element.side == state.active:
            fresh = msgspec.structs.replace(
                element,
                acted=False,
                moved=False,
                shifted=False,
                boarded=False,
                landed=False,
                charged=False,
                through_smoke=False,
                hurried=False,
                spent=0.0,
            )
            fresh = remember_place(state, element, fresh)
            if fresh != element:
                state.put(fresh)
    begin_event_phase(state)
    yield _announced(state)
    yield from look_at_contacts(state)


def _announced(state: P8State) -> Event:
    name = state.setting.scenario.side(state.active).name
    return Event(
        kind="turn",
        text=f"Turn {state.turn} of {state.setting.scenario.turns}: {name} player turn.",
        rules=("p8.turn.two-player-turns", "p8.turn.phase-order"),
        data={"turn": state.turn, "side": state.active},
    )
