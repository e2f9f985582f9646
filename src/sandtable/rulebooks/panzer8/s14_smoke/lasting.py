"""Section 14: how long smoke lasts: it drifts, dissolves or is renewed."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from sandtable.acts import Answer, Words
from sandtable.battle import Choice, Event, Order, Refusal
from sandtable.battle.page import Action, Trace
from sandtable.catalogue import cite
from sandtable.dice import Dice
from sandtable.table import Point, touching

from ..s05_actions.readiness import check_able
from ..s06_close_combat.contact import in_hand_to_hand
from ..s08_results.passengers import note_shot
from ..s15_events.cards import note_actions
from ..state import P8State, Renewing, Screen
from ..state.case import Case
from ..state.decision import Asked, Ending, owners
from ..state.orders import Done
from .laying import can_place, check_pool, is_pool_secret, pool, spend
from .screens import shown

# -- dissolving and renewing ----------------------------------------------------------------------


def begin_action_phase(state: P8State) -> Iterator[Event]:
    """At the start of its owner's Action Phase smoke dissolves, or its layer may renew it."""
    if not state.screens or not state.setting.options["smoke"]:
        return
    cite("p8.smoke.lasts-until-next-action-phase", "p8.turn.housekeeping")
    due = [
        screen
        for screen in state.screens
        if screen.side == state.active and (screen.ends is None or screen.ends <= state.turn)
    ]
    renewable = []
    for screen in due:
        if screen.layer is not None and is_asked_about(state, screen):
            renewable.append(Renewing(element=screen.layer, screen=screen))
        else:
            yield dissolve(state, screen)
    for frame in reversed(renewable):
        state.push(frame)


def is_asked_about(state: P8State, screen: Screen) -> bool:
    """Whether its owner is asked about a screen that is about to dissolve.

    If its layer is hidden he always is, or the enemy would learn in which state that layer is; nor
    is the enemy to learn that a pool is empty which he may not know of.
    """
    layer = state.pieces.get(screen.layer or "")
    if layer is not None and layer.under is not None:
        cite("p8.hidden.counters-and-dummies")
        return True
    if not can_place(state, screen.side) and not is_pool_secret(state, screen.side):
        return False
    return _check_layer(state, screen) is None


def _check_layer(state: P8State, screen: Screen) -> Refusal | None:
    """Why the layer of a screen cannot renew it."""
    rule = "p8.smoke.lasts-until-next-action-phase"
    layer = state.pieces.get(screen.layer or "")
    if layer is None:
        return Refusal(rule, "There is nobody left to renew this smoke.")
    refused = check_able(state, layer)
    if refused:
        return refused
    in_place = layer.on_table or layer.under is not None
    if layer.suppressed or layer.broken_down or not in_place:
        return Refusal(rule, f"{layer.name} is in no state to renew its smoke.")
    if in_hand_to_hand(state, layer):
        return Refusal(rule, f"{layer.name} is in hand-to-hand combat.")
    if screen.source != "mortar" and not touching(state.base(layer), screen.base):
        return Refusal(rule, f"{layer.name} does not touch its smoke any more.")
    return None


def _renewed(state: P8State, screen: Screen) -> Screen:
    spend(state, screen.side)
    return _swapped(state, screen, msgspec.structs.replace(screen, ends=state.turn + 1))


def _swapped(state: P8State, screen: Screen, changed: Screen) -> Screen:
    """Put a changed screen in the place of one on the table."""
    number = state.screens.index(screen)
    state.screens = (*state.screens[:number], changed, *state.screens[number + 1 :])
    return changed


def dissolve(state: P8State, screen: Screen) -> Event:
    """Take a screen off the table."""
    kept = list(state.screens)
    if screen in kept:
        kept.remove(screen)
    state.screens = tuple(kept)
    layer = state.pieces.get(screen.layer or "")
    whose = f"of {layer.name} " if layer is not None else ""
    return Event(
        kind="smoke",
        text=f"The smoke {whose}dissolves.",
        rules=("p8.smoke.lasts-until-next-action-phase",),
        pieces=(layer.id,) if layer is not None else (),
        data={"result": "dissolved", "outline": screen.base.corners},
    )


# -- support fire (15.4) --------------------------------------------------------------------------


def move_screen(state: P8State, screen: Screen, at: Point) -> Screen:
    """Move a screen that lies on the table, which costs nothing: support fire may drift."""
    return _swapped(
        state, screen, msgspec.structs.replace(screen, x=round(at[0], 4), y=round(at[1], 4))
    )


def renew_support_screen(state: P8State, screen: Screen) -> Screen:
    """Have a barrage that goes on renew its smoke, which takes a counter (see `can_place`)."""
    cite("p8.smoke.support-fire", "p8.smoke.lasts-until-next-action-phase")
    return _renewed(state, screen)


# -- the decision ----------------------------------------------------------------------------------


class Renew(Order, frozen=True):
    """Have its layer renew the smoke that is about to dissolve (14)."""


class Renewal(Answer[P8State, Renew, Renewing]):
    """Have its layer renew the smoke that is about to dissolve."""

    order = Renew
    words = Words(
        label="Renew smoke",
        key="R",
        hint="Spends its action and a counter on the same screen.",
        typed="renew",
        means="Renew the smoke; done lets it dissolve.",
    )

    def check(self, state: P8State, frame: Renewing, seat: str, order: Renew) -> Refusal | None:
        return _check_layer(state, frame.screen) or check_pool(state, frame.screen.side)

    def apply(
        self, state: P8State, frame: Renewing, seat: str, order: Renew, dice: Dice
    ) -> Iterator[Event]:
        """In the same place, without a die: that is its action."""
        state.pop()
        screen = frame.screen
        note_actions(state, (screen.layer or "",), whole_turn=False)
        layer = state.pieces[screen.layer or ""]
        layer = state.put(msgspec.structs.replace(layer, acted=True))
        if screen.source == "mortar":
            note_shot(state, layer, state.sheet(layer).guns[0])
        _renewed(state, screen)
        yield Event(
            kind="smoke",
            text=f"{layer.name} renews its smoke.",
            rules=("p8.smoke.lasts-until-next-action-phase", "p8.smoke.is-an-action"),
            pieces=(layer.id,),
            data={"result": "renewed", "outline": screen.base.corners},
        )

    def preview(self, state: P8State, order: Renew) -> Trace | None:
        frame = state.frame
        if not isinstance(frame, Renewing):
            return None
        return Trace(overlays=(shown(state, frame.screen),))

    def answers(self, case: Case, piece: str | None) -> Iterator[Action]:
        layer = case.frame.element
        if piece in (None, layer):
            yield case.action(Renew, self.words, piece=layer, refusal=case.refusal(Renew()))


class Dissolving(Ending[Renewing]):
    """Let it go."""

    label_here = "Let it dissolve"

    def apply(
        self, state: P8State, frame: Renewing, seat: str, order: Done, dice: Dice
    ) -> Iterator[Event]:
        state.pop()
        yield dissolve(state, frame.screen)

    def about(self, frame: Renewing) -> tuple[str | None, ...]:
        """Its layer."""
        return (frame.element,)


class RenewingSmoke(Asked[Renewing]):
    """Whether the layer of a screen spends its action on renewing it; one screen at a time."""

    acts = (Renewal(), Dissolving())

    def choice(self, state: P8State, frame: Renewing) -> Choice:
        """The owner of whoever laid the screen."""
        layer = state.pieces[frame.element]
        left = pool(state, layer.side)
        counters = f"{left} smoke counter{'s' * (left != 1)} left"
        return Choice(
            seats=owners(state, (layer.id,)),
            ask="renew",
            rule="p8.smoke.lasts-until-next-action-phase",
            prompt=f"Does {layer.name} renew its smoke? That is its action ({counters}).",
            about=(layer.id,),
        )

    def settle(self, state: P8State, frame: Renewing, dice: Dice) -> Iterator[Event]:
        """Smoke that nobody can renew any more dissolves."""
        if not is_asked_about(state, frame.screen):
            state.pop()
            yield dissolve(state, frame.screen)
