"""What may stand on the agenda from the Event Phase: cards, aircraft, support fire and smoke."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from sandtable.table import Point

from .elements import Element
from .markers import Screen


class EventPhase(Struct, frozen=True, kw_only=True, tag=True):
    """The Event Phase of a player turn, and how far it has come (4, 15).

    First a barrage that goes on is settled, then aircraft that come back, then a card is drawn
    unless either of them takes its place.
    """

    stage: Literal["barrage", "second-pass", "draw"] = "barrage"
    no_card: bool = False


class Renewing(Struct, frozen=True, kw_only=True, tag=True):
    """Smoke that dissolves at the start of its owner's Action Phase unless it is renewed (14).

    Attributes:
        element: Who laid it, and may renew it.
        screen: The smoke.
    """

    element: str
    screen: Screen


class TakingCard(Struct, frozen=True, kw_only=True, tag=True):
    """A side that has drawn a joker and takes a card of its choice from the pack (15)."""

    side: str


class Flanked(Struct, frozen=True, kw_only=True, tag=True):
    """An element whose flank is attacked, and what that does to it (15.8)."""

    element: str
    effect: Literal["suppressed", "out"]


class AirMission(Struct, frozen=True, kw_only=True, tag=True):
    """An air support mission that is to be flown at once (15.3).

    Attributes:
        side: Whose aircraft.
        sweep: Whether a fighter sweep brought it, which may also be flown as a patrol.
        second_pass: Whether it is the second pass of an earlier mission.
        aircraft: The type of aircraft, once it is settled.
        model: Their model.
        stage: How far it has come: the card is drawn, or the aircraft may come back; the owner
            says how they find a target; a counter is turned over; anti-aircraft weapons may fire;
            they attack; and perhaps they attack friends by mistake.
        target: Whom they attack.
        seen: The enemies that were on the table before a counter was turned over.
        path: Their way over the table.
        flak: The anti-aircraft weapons that fire.
        passed: The seats that have said which of theirs do.
        shaken: What anti-aircraft fire adds to the target's score; of a mission that may come
            back, what was added then.
        found_armour: Whether the target is armoured.
        was: The target as it was before it was attacked.
        aboard: Whom it carried then.
        near: The friends that were nearest to it then.
        gap: How near those were.
        one: Whether the attack die was a 1.
    """

    side: str
    sweep: bool = False
    second_pass: bool = False
    aircraft: str = ""
    model: str = ""
    stage: Literal["called", "return", "orders", "reveal", "flak", "attack", "mistake"] = "called"
    target: str | None = None
    seen: tuple[str, ...] = ()
    path: tuple[Point, ...] = ()
    flak: tuple[str, ...] = ()
    passed: tuple[str, ...] = ()
    shaken: int = 0
    found_armour: bool = False
    was: Element | None = None
    aboard: tuple[str, ...] = ()
    near: tuple[str, ...] = ()
    gap: float = 0.0
    one: bool = False


class SupportMission(Struct, frozen=True, kw_only=True, tag=True):
    """A support fire mission that is to be fired at once (15.4).

    Attributes:
        side: Whose batteries.
        level: What fires, as in the table of levels: ``"Heavy Mortar"``.
        stage: How far it has come: it is called down or, if it goes on from the turn before, the
            owner says so and may have it creep forward; its smoke is laid; the opponent may shift
            it after a 1; everybody in the beaten zone is attacked.
        at: The centre of the beaten zone.
        smoke: Whether smoke is fired, not HE.
        directed: Whether a commander or a reconnaissance element directs it, with -1.
        screen: Where the smoke lies.
        die: The attack die, once it is thrown.
        left: Who has still to be attacked.
    """

    side: str
    level: str
    stage: Literal["call", "continue", "creep", "screen", "drift", "attack"] = "call"
    at: Point | None = None
    smoke: bool = False
    directed: bool = False
    screen: Screen | None = None
    die: int = 0
    left: tuple[str, ...] = ()


class Shelled(Struct, frozen=True, kw_only=True, tag=True):
    """A mover that has come under support fire: it is attacked where it is (15.4.4).

    Attributes:
        element: The mover.
        barrage: Which of the barrages on the table falls on it.
    """

    element: str
    barrage: int


class Planning(Struct, frozen=True, kw_only=True, tag=True):
    """A side that notes targets of its aircraft or batteries down before play (15.3.3, 15.4.1)."""

    side: str
    support: Literal["air", "fire"]
