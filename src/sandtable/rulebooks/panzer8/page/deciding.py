"""What can be decided before the battle, when counters are turned over, and on the side."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import msgspec

from sandtable.battle.handling import Action, Kind, Slot, Word
from sandtable.rulebooks.panzer8.s03_turn.setting_up import unplaced
from sandtable.rulebooks.panzer8.s05_actions.actions import FIRE, MOVE, SHOW
from sandtable.rulebooks.panzer8.s08_results.getting_off import landing_places
from sandtable.rulebooks.panzer8.s09_troops.recce import waiting
from sandtable.rulebooks.panzer8.s12_hidden.counters import places
from sandtable.rulebooks.panzer8.s12_hidden.who_may_hide import allowance_left, may_hide
from sandtable.rulebooks.panzer8.s15_events.cards import EVENTS, on_offer
from sandtable.rulebooks.panzer8.state import (
    Deploying,
    Element,
    Firing,
    Landing,
    Renewing,
    Revealing,
    Scouting,
    StandingFirm,
    TakingCard,
    slots,
)
from sandtable.rulebooks.panzer8.state.battlefield import INWARD
from sandtable.rulebooks.panzer8.state.case import Case
from sandtable.rulebooks.panzer8.state.orders import (
    Deploy,
    Dummy,
    Hide,
    Move,
    PutDown,
    Renew,
    Show,
    StandFirm,
    TakeCard,
)

DEPLOY: Final = Kind(label="Set up", key="D", hint="Places an element in its zone.")
HIDE: Final = Kind(
    label="Set up hidden",
    key="H",
    rule="p8.hidden.half-of-defender",
    hint="Places elements under one counter, where the enemy does not see them.",
)
DUMMY: Final = Kind(
    label="Lay a dummy",
    key="Y",
    rule="p8.hidden.counters-and-dummies",
    hint="Places a counter with nobody under it.",
)
PLACE: Final = Kind(label="Place", key="P", hint="Is placed beside the vehicle.")
TAKE: Final = Kind(label="Take a card", key="T", hint="It takes effect at once.")
FIRM: Final = Kind(
    label="Stand firm", key="F", hint="Ignores the suppression, as one can in each game turn."
)
RENEW: Final = Kind(
    label="Renew smoke", key="R", hint="Spends its action and a counter on the same screen."
)
SCOUT: Final = Kind(label="Move a scout", key="M", hint="Moves before the battle begins.")


# -- before the battle ----------------------------------------------------------------------------


def deploying(case: Case, piece: str | None) -> Iterator[Action]:
    """Set elements up, in the open or hidden, and lay dummies."""
    frame: Deploying = case.frame
    left = [element for element in unplaced(case.state, frame.side) if case.commands(element)]
    facing = INWARD[case.state.setting.homes[frame.side]]
    towards = slots.facing("Turn it to face", default=facing)
    if piece is not None:
        element = next((one for one in left if one.id == piece), None)
        if element is not None:
            yield from _set_up(case, element, towards)
        return
    if left:
        who = slots.one_of("element", "Whom do you set up?", slots.names(left))
        where = slots.spot("at", "Choose a place in its zone")
        yield case.action(Deploy, DEPLOY, slots=(who, where, towards))
    if may_hide(case.state, frame.side):
        room = allowance_left(case.state, frame.side)
        if left and room:
            yield case.action(
                Hide,
                HIDE,
                slots=(
                    slots.some_of(
                        "elements",
                        f"Whom do you hide? You may hide {room} more",
                        slots.names(left),
                        most=min(room, len(left)),
                    ),
                    slots.spot("at", "Choose a place for their counter"),
                ),
            )
        yield case.action(Dummy, DUMMY, slots=(slots.spot("at", "Choose a place for it"),))
        yield case.done("Done setting up")


def _set_up(case: Case, element: Element, towards: Slot) -> Iterator[Action]:
    frame: Deploying = case.frame
    yield case.action(
        Deploy,
        DEPLOY,
        piece=element.id,
        fixed={"element": element.id},
        slots=(slots.spot("at", "Choose a place in its zone"), towards),
    )
    if may_hide(case.state, frame.side) and allowance_left(case.state, frame.side):
        yield case.action(
            Hide,
            HIDE,
            piece=element.id,
            fixed={"elements": [element.id]},
            slots=(slots.spot("at", "Choose a place for its counter"),),
        )


def scouting(case: Case, piece: str | None) -> Iterator[Action]:
    """Move a scout before the battle; one that is hidden is shown first."""
    frame: Scouting = case.frame
    state = case.state
    left = [state.pieces[name] for name in waiting(state, frame)]
    left = [element for element in left if case.commands(element)]
    for element in left:
        if element.under is not None and piece in (None, element.id, element.under):
            for action in SHOW.listed(case, element):
                yield msgspec.structs.replace(action, label=f"Show {element.name}")
    in_sight = [element for element in left if element.under is None]
    if piece is None:
        if in_sight:
            who = slots.one_of("element", "Which scout moves?", slots.names(in_sight))
            way = slots.path("Drag it along its way, or click one point of it after another")
            yield case.action(Move, SCOUT, slots=(who, way, slots.facing("Turn it to face")))
        yield case.done("Stay", "None of your scouts moves, or none of those that are left.")
        return
    picked = state.pieces.get(piece)
    if picked is not None and case.commands(picked) and picked.under is None:
        yield from MOVE.listed(case, picked)


# -- in the course of the battle ------------------------------------------------------------------


def firing(case: Case, piece: str | None) -> Iterator[Action]:
    """The shot of an element that has moved."""
    frame: Firing = case.frame
    if piece in (None, frame.element):
        yield from FIRE.listed(case, case.state.pieces[frame.element])
        yield case.done("Do not fire")


def revealing(case: Case, piece: str | None) -> Iterator[Action]:
    """Where those are placed who were spotted under a counter."""
    frame: Revealing = case.frame
    for name in frame.elements:
        element = case.state.pieces[name]
        if not case.commands(element) or piece not in (None, name, frame.counter):
            continue
        at, facing = next(places(case.state, element), ((element.x, element.y), 0.0))
        yield case.action(
            Show,
            SHOW.words,
            piece=name,
            fixed={"element": name},
            slots=(
                slots.spot("at", "Choose a place that touches its counter", list(at)),
                slots.facing("Turn it to face", default=facing),
            ),
            label=f"Place {element.name}",
            key="P",
        )


def landing(case: Case, piece: str | None) -> Iterator[Action]:
    """Where somebody is placed who has to get off; or that it stays."""
    frame: Landing = case.frame
    if piece not in (None, frame.element, frame.vehicle.id):
        return
    place = next(landing_places(case.state, frame), None)
    yield case.action(
        PutDown,
        PLACE,
        piece=frame.element,
        slots=(
            slots.spot("at", "Choose a place beside the vehicle", place and list(place.at)),
            slots.facing("Turn it to face", default=place.facing if place else None),
        ),
    )
    if frame.optional:
        yield case.done("Stay aboard")


def renewing(case: Case, piece: str | None) -> Iterator[Action]:
    """Whether smoke is renewed."""
    frame: Renewing = case.frame
    if piece in (None, frame.element):
        yield case.action(Renew, RENEW, piece=frame.element, refusal=case.refusal(Renew()))
        yield case.done("Let it dissolve")


def taking_card(case: Case, piece: str | None) -> Iterator[Action]:
    """Which event card is taken after a joker."""
    frame: TakingCard = case.frame
    if piece is None:
        ranks = on_offer(case.state, frame.side)
        words = (Word(value=rank, label=f"{rank}: {EVENTS[rank]}") for rank in ranks)
        yield case.action(TakeCard, TAKE, slots=(slots.word("rank", "Which card?", words),))


def standing_firm(case: Case, piece: str | None) -> Iterator[Action]:
    """Whether an element ignores that it is suppressed again."""
    frame: StandingFirm = case.frame
    if piece in (None, frame.element):
        yield case.action(StandFirm, FIRM, piece=frame.element)
        yield case.done("Be out of action", "The second suppression takes it out of the battle.")
