"""All that a seat can do now, by itself or with a piece."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

import msgspec

from sandtable.battle import Choice
from sandtable.battle.handling import Action, Slot, with_keys
from sandtable.battle.phrases import tag_of
from sandtable.rulebooks.panzer8.decisions_due import decision_due
from sandtable.rulebooks.panzer8.page import words as told
from sandtable.rulebooks.panzer8.page.deciding import (
    deploying,
    firing,
    landing,
    renewing,
    revealing,
    scouting,
    standing_firm,
    taking_card,
)
from sandtable.rulebooks.panzer8.page.fighting import (
    combats,
    in_combat,
    retiring,
    succession,
)
from sandtable.rulebooks.panzer8.page.reacting import about_mover, reactions
from sandtable.rulebooks.panzer8.page.supporting import (
    air_mission,
    planning,
    support_mission,
)
from sandtable.rulebooks.panzer8.s05_actions.actions import SHOWN
from sandtable.rulebooks.panzer8.s05_actions.move.action import entering
from sandtable.rulebooks.panzer8.s05_actions.react.stances import POLICIES, stance_told
from sandtable.rulebooks.panzer8.s05_actions.react.standing_orders import check_standing
from sandtable.rulebooks.panzer8.s05_actions.readiness import able
from sandtable.rulebooks.panzer8.s09_troops.transport import cargo
from sandtable.rulebooks.panzer8.state import (
    AirMission,
    Combat,
    Deploying,
    Element,
    ExtraActions,
    Firing,
    Landing,
    Moving,
    P8State,
    Planning,
    Renewing,
    Replacing,
    Retiring,
    Revealing,
    Scouting,
    StandingFirm,
    SupportMission,
    TakingCard,
    slots,
)
from sandtable.rulebooks.panzer8.state.case import Case
from sandtable.rulebooks.panzer8.state.orders import Dismount, Standing, Unlimber

Answers = Callable[[Case, str | None], Iterator[Action]]

GETTING_OFF: Final = frozenset((tag_of(Dismount), tag_of(Unlimber)))
"""What those aboard are always shown with, whether they can do it now or not."""


def actions(
    state: P8State, seat: str, choice: Choice | None, piece: str | None = None
) -> tuple[Action, ...]:
    """What a seat can do now, by itself or with a piece; see `Rulebook.actions`."""
    side = state.setting.side_of(seat)
    if side is None or state.outcome is not None or not _is_own(state, side, piece):
        return ()
    found: list[Action] = []
    due = decision_due(state)
    rule = told.STANDING.rule if choice is None else choice.rule
    if due is not None:
        case = Case(state, seat, due[0], due[1], rule)
        if choice is not None and seat in choice.seats:
            found += _answers(case, piece)
        found += standing_orders(case, piece)
    return with_keys(found)


def _is_own(state: P8State, side: str, piece: str | None) -> bool:
    """Whether a piece is of one's own side; what can be done to others is found with one's own."""
    if piece is None:
        return True
    there = state.pieces.get(piece) or state.counters.get(piece)
    return there is not None and there.side == side


def _answers(case: Case, piece: str | None) -> Iterator[Action]:
    """What answers the decision that is due."""
    if case.frame is None:
        answers: Answers | None = acting_phase if case.state.phase == "action" else combats
    else:
        answers = _BY_FRAME.get(type(case.frame))
    return answers(case, piece) if answers else iter(())


def doers(state: P8State, piece: str) -> list[Element]:
    """Those who act where a piece is picked: itself and whom it carries, or who is under it."""
    counter = state.counters.get(piece)
    if counter is not None:
        return [state.pieces[name] for name in counter.under or ()]
    element = state.pieces[piece]
    riders = [one for one in state.pieces.values() if one.mounts == piece]
    return [*(riders or [element]), *cargo(state, element)]


# -- the Action Phase -----------------------------------------------------------------------------


def acting_phase(case: Case, piece: str | None) -> Iterator[Action]:
    """The actions of an element and of those whom it carries; or the end of the phase."""
    if piece is not None:
        for element in doers(case.state, piece):
            listed = (action for act in SHOWN for action in act.listed(case, element))
            yield from _named(piece, element, listed)
        return
    yield from entering(case)
    if isinstance(case.frame, ExtraActions):
        yield case.done("Decline", "The further action is lost.")
        return
    mine = [one for one in case.mine() if one.on_table or one.under is not None]
    left = sum(able(case.state, one) for one in mine)
    yield case.done("End action phase", f"Still to act: {left} of {len(mine)} elements.")


def _named(piece: str, element: Element, listed: Iterator[Action]) -> Iterator[Action]:
    """Actions of an element; those of another than the one picked bear its name."""
    for action in listed:
        if element.id == piece:
            yield action
        elif not action.refusal or action.order in GETTING_OFF or element.carried_by is None:
            yield msgspec.structs.replace(action, label=f"{action.label}: {element.name}")


# -- movers ---------------------------------------------------------------------------------------


def under_way(case: Case, piece: str | None) -> Iterator[Action]:
    """What can be done about a mover."""
    if piece is None:
        yield from about_mover(case)
        return
    for element in doers(case.state, piece):
        yield from _named(piece, element, reactions(case, element))


# -- standing orders ------------------------------------------------------------------------------


def standing_orders(case: Case, piece: str | None) -> Iterator[Action]:
    """How an element, or everybody, reacts from now on; that can be said at any time."""
    fixed: dict[str, Any] = {}
    who: tuple[Slot, ...] = ()
    refusal = None
    if piece is None:
        seen = [one for one in case.mine() if one.under is None]
        ask = "For whom? For all, hidden ones too, if you choose nobody"
        who = (slots.some_of("elements", ask, slots.names(seen), required=False),)
    elif piece in case.state.pieces:
        fixed["elements"] = [piece]
        refusal = check_standing(case.state, case.seat, Standing("ask", (piece,)))
    else:
        return
    policy = slots.word("policy", "How does it react to movers?", POLICIES)
    chance = slots.number("chance", "From which chance of an effect on, in percent?", 1, 100, 40)
    yield case.action(
        Standing,
        told.STANDING,
        piece=piece,
        fixed=fixed,
        slots=(policy, *who),
        refusal=refusal,
        hint=_stance(case, piece) or told.STANDING.hint,
    )
    yield case.action(
        Standing,
        told.STANDING_ODDS,
        piece=piece,
        fixed={**fixed, "policy": "odds"},
        slots=(chance, *who),
        refusal=refusal,
    )


def _stance(case: Case, piece: str | None) -> str:
    """The standing order that an element has now."""
    stance = case.state.stances.get(piece or "")
    return "" if stance is None else f"Now: {stance_told(stance)}."


_BY_FRAME: Final[dict[type, Answers]] = {
    ExtraActions: acting_phase,
    Moving: under_way,
    Combat: in_combat,
    Firing: firing,
    Retiring: retiring,
    Replacing: succession,
    Deploying: deploying,
    Renewing: renewing,
    Landing: landing,
    Scouting: scouting,
    Planning: planning,
    AirMission: air_mission,
    SupportMission: support_mission,
    Revealing: revealing,
    TakingCard: taking_card,
    StandingFirm: standing_firm,
}
