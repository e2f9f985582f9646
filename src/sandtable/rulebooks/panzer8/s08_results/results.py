"""Section 8: what becomes of an element that is hit."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from sandtable.battle import Event
from sandtable.catalogue import cite
from sandtable.table import Point

from ..s02_terrain.ground_and_cover import behind_hedge, cover_of_place, is_fortified
from ..s05_actions.fall_back.ways import forced_ways
from ..s05_actions.move.under_way import is_stopped, note_spent, stand_clear, walked
from ..s09_troops.commanders import call_successor, successors
from ..s09_troops.transport import inside, riders, rides_outside
from ..s12_hidden.counters import is_hidden
from ..s16_nations import nations
from ..state import (
    DrawingLots,
    Element,
    Frame,
    Loss,
    Moving,
    P8State,
    Retiring,
    StandingFirm,
    Volley,
)
from . import passengers


def fired_upon(
    state: P8State,
    name: str,
    effect: str,
    *,
    away_from: Point,
    mortar: bool,
    hedge: bool,
    reaction: bool = False,
    own: bool = False,
) -> Iterator[Event]:
    """Apply the effect of fire to its target; ``own`` fire of its side may have struck it."""
    target = state.pieces[name]
    if target.road_column:
        cite("p8.enter.road-bonus-2")
        target = state.put(replace(target, road_column=False))
    if reaction and nations.presses_on(state, target):
        stands = effect == "fall-back" and stands_fast(state, target, away_from, mortar, hedge)
        if stands or effect == "suppressed":
            yield nations.press_on(target)
            return
    if effect == "fall-back" and rides_outside(state, target) and not is_hidden(state, target):
        passengers.chase_off(state, target, away_from, mortar=mortar, hedge=hedge)
    elif effect == "fall-back":
        yield from fall_back(state, target, away_from=away_from, mortar=mortar, hedge=hedge)
    elif effect == "suppressed":
        yield from suppress(state, target, own=own)
    elif effect == "out":
        yield from remove(state, target, own=own)


def fall_back(
    state: P8State, target: Element, *, away_from: Point, mortar: bool, hedge: bool
) -> Iterator[Event]:
    """A Fall-back result: a forced move, unless the element stands fast (8.1)."""
    stands = stands_fast(state, target, away_from, mortar, hedge)
    if stands is not None:
        yield from _suppressed_instead(state, target, stands)
        return
    in_cover = hedge or cover_of_place(state, target).value > 0
    yield from stop_mover(state, target, at_rest=False)
    state.push(Retiring(element=target.id, away_from=away_from, keep_cover=in_cover))


def befall(
    state: P8State, element: Element, effect: str, away_from: Point, *, hedge: bool | None = None
) -> Iterator[Event]:
    """Apply a result of close combat or of a tank hunt to an element.

    Args:
        state: Where the game stands.
        element: Whom it befalls.
        effect: The result; anything but a fall back or a suppression puts it out of action.
        away_from: Where the enemy stood.
        hedge: Whether a hedge or wall lay between them; if nobody says so, it is found out.
    """
    if effect == "fall-back":
        behind = behind_hedge(state, element, away_from) if hedge is None else hedge
        return fall_back(state, element, away_from=away_from, mortar=False, hedge=behind)
    return suppress(state, element) if effect == "suppressed" else remove(state, element)


def stands_fast(
    state: P8State, target: Element, away_from: Point, mortar: bool, hedge: bool
) -> str | None:
    """The rule by which an element does not fall back but is suppressed, or ``None``."""
    fortified = is_fortified(state, target)
    if state.sheet(target).is_crew_served or target.dug_in or mortar or fortified:
        return "p8.result.fall-back-becomes-suppressed"
    if not forced_ways(state, target, away_from, keep_cover=False):
        return "p8.fallback.blocked"
    in_cover = hedge or cover_of_place(state, target).value > 0
    if in_cover and not forced_ways(state, target, away_from, keep_cover=True):
        return "p8.result.fall-back-in-cover"
    return None


def _suppressed_instead(state: P8State, target: Element, rule: str) -> Iterator[Event]:
    if target.suppressed:
        text = f"{target.name} stands fast; being suppressed already, it suffers nothing more."
        yield Event(kind="stands", text=text, rules=(rule,), pieces=(target.id,))
        return
    yield from _mark(state, target, f"{target.name} does not fall back; it is suppressed.", rule)


def suppress(state: P8State, target: Element, *, own: bool = False) -> Iterator[Event]:
    """A Suppressed result; the second one puts an element out of action (8.2)."""
    if target.suppressed and not is_hidden(state, target) and nations.may_stand_firm(state, target):
        state.push(StandingFirm(element=target.id, own=own))
    elif target.suppressed:
        yield from suppressed_again(state, target, own=own)
    else:
        told = f"{target.name} is suppressed."
        yield from _mark(state, target, told, "p8.result.suppressed-marker")


def suppressed_again(state: P8State, target: Element, *, own: bool = False) -> Iterator[Event]:
    """A second suppression, which nobody could or would ignore."""
    again = "p8.result.second-suppression-is-out"
    cite(again)
    yield from remove(state, target, why="suppressed a second time", rules=(again,), own=own)


def _mark(state: P8State, target: Element, text: str, rule: str) -> Iterator[Event]:
    cite("p8.markers.basic-three")
    state.put(replace(target, suppressed=True))
    yield Event(kind="suppressed", text=text, rules=(rule,), pieces=(target.id,))
    if not _may_go_on_suppressed(state, target):
        yield from stop_mover(state, target)
    if rides_outside(state, target):
        passengers.hit_rider(state, target)
    else:
        yield from passengers.share_suppression(state, state.pieces[target.id])


def _may_go_on_suppressed(state: P8State, target: Element) -> bool:
    """A voluntary fall back may go on, since suppressed elements may fall back."""
    frame = _moving(state, target)
    return frame is not None and frame.action == "fall-back"


def remove(
    state: P8State,
    target: Element,
    *,
    why: str = "",
    rules: tuple[str, ...] = (),
    own: bool = False,
) -> Iterator[Event]:
    """Out Of Action: the element leaves the battle for good (8.3), if need be by further rules.

    Of one who was hidden everybody learns that it is gone, but not how it came to that.
    """
    if is_hidden(state, target):
        why, rules = "", ()
    aboard = inside(state, target)
    if len(aboard) > 1:
        # Any other mover is stopped when it is suppressed for it, once the lots are drawn.
        if _may_go_on_suppressed(state, target):
            yield from stop_mover(state, target)
        state.push(DrawingLots(vehicle=target.id, own=own))
        return
    yield from stop_mover(state, target, at_rest=False)
    _drop_shots_at(state, target)
    for passenger in aboard:
        cite("p8.passengers.share-fate")
        yield from remove(state, passenger, why=f"with {target.name}", own=own)
    exposed = [passengers.orphan(state, rider) for rider in riders(state, target)]
    candidates = successors(state, target)
    del state.pieces[target.id]
    state.lost = (*state.lost, loss_of(state, target, own=own))
    because = f" ({why})" if why else ""
    yield Event(
        kind="out",
        text=f"{target.name} is out of action{because}.",
        rules=(*rules, "p8.result.out-of-action-removed"),
        pieces=(target.id,),
        data={"at": (target.x, target.y), "side": target.side},
    )
    if target.mounts is not None:  # they are led away when nobody is left to mount them
        state.pieces.pop(target.mounts, None)
    for rider in exposed:
        yield from passengers.throw_off(state, rider, target)
    if state.sheet(target).is_commander:
        yield from call_successor(state, target, bool(candidates))


def loss_of(state: P8State, element: Element, *, own: bool = False) -> Loss:
    """An element as a loss; fire of its own side is no enemy action, so that weighs on nobody."""
    cite("p8.rally.mod-losses")
    return Loss(
        side="" if own else element.side,
        element=element.id,
        combat=state.sheet(element).is_combat,
        home_guard=state.has(element, "HG"),
    )


def stop_mover(state: P8State, element: Element, *, at_rest: bool = True) -> Iterator[Event]:
    """End an element's own movement where it is, if it was moving.

    One that stays there, suppressed, can still be reacted to at that point by others.
    """
    frame = _moving(state, element)
    if frame is None:
        return
    if is_stopped(element, frame):
        state.drop(frame)
        return
    if at_rest:
        frame = stand_clear(state, frame)
    note_spent(state, frame)
    if at_rest and frame.stage == "again" and frame.action != "fall-back":
        # Its path ends where it stands now.
        cite("p8.react.any-number-against-one-mover")
        heading = state.pieces[frame.element].heading
        halted = replace(frame, path=walked(frame), facing=heading, enters=None)
        state.exchange(frame, halted)
    else:
        state.drop(frame)
    yield Event(
        kind="stopped",
        text=_told_stop(element, frame),
        rules=("p8.react.result-stops-mover",),
        pieces=(element.id,),
        data={"path": walked(frame), "action": frame.action},
    )


def _told_stop(element: Element, frame: Moving) -> str:
    if frame.at < 0.05:
        return f"{element.name} is stopped where it stands."
    return f"{element.name} gets no farther than {frame.at:.1f} in."


def _moving(state: P8State, element: Element) -> Moving | None:
    return next(
        (f for f in state.agenda if isinstance(f, Moving) and f.element == element.id), None
    )


def _drop_shots_at(state: P8State, target: Element) -> None:
    """Shots that were still to be fired at an element that is gone are lost."""
    kept: list[Frame] = []
    for frame in state.agenda:
        if isinstance(frame, Volley):
            shots = tuple(shot for shot in frame.shots if shot[1] != target.id)
            if not shots:
                continue
            frame = replace(frame, shots=shots)
        kept.append(frame)
    state.agenda = tuple(kept)
