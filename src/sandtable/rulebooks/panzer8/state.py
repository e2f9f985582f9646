"""Where a game of Panzer8 stands."""

from __future__ import annotations

from typing import ClassVar, Final, Literal

import msgspec
from msgspec import Struct

from sandtable.battle import Outcome, Piece
from sandtable.battle.decisions import AgendaState
from sandtable.rulebooks.panzer8.setting import Setting
from sandtable.rulebooks.panzer8.sheets import Sheet
from sandtable.table import Footprint, Point, rectangle

Quality = Literal["elite", "average", "poor"]
Phase = Literal["setup", "event", "action", "close-combat", "end"]
MoveAction = Literal[
    "mount", "dismount", "remount", "move", "move-and-fire", "fall-back", "charge", "join"
]
Bearing = Literal["forward", "backward", "hold"]
SmokeSource = Literal["discharger", "grenades", "mortar", "support"]

COUNTER_SIZE = 1.0
"""The sides of a counter."""

POINT_SIZE = 1e-6
"""The sides of a base that stands for a point."""

PHASES: tuple[Phase, ...] = ("event", "action", "close-combat", "end")
"""The phases of a player turn, in their order."""


class Element(Piece, frozen=True, kw_only=True, cache_hash=True):
    """A stand: a section, a weapon with its crew, or a few like vehicles.

    Attributes:
        sheet: Its entry on the data sheet.
        quality: Its training and morale.
        formation: Its chain of command.
        flags: Flags beside those of its data sheet.
        on_table: Whether it has a base on the table: not before it is placed or has entered, nor
            while it is carried.
        entry: The turn from which it may enter, while it is off the table.
        zone: The zone it is to be set up in, while it is off the table.
        suppressed: Bears a suppression marker.
        dug_in: Bears a dug-in marker.
        reacted: Bears a reaction marker.
        acted: Has used its action in its side's current player turn.
        moved: Has moved or turned by choice in the current player turn.
        shifted: Has changed its place by choice in the current player turn.
        road_column: Entered along a road, has not left it and has not been fired upon.
        carried_by: The vehicle that it rides in or on, or that tows it; it has no base meanwhile.
        inside: The built-up area that it is in.
        aloft: Whether it is in the elevated part of that.
        rides: What it was before it dismounted on entering that, and will be again outside.
        broken_down: A man-portable weapon that is taken apart for carrying.
        mounts: The base of mounts or empty vehicles that it has left behind.
        boarded: Has mounted or limbered up in the current player turn.
        landed: Has dismounted or unlimbered in the current player turn.
        spent: The part of its move that it has used in the current player turn; for one who has
            dismounted, that of the vehicle.
        fired: Has fired from the vehicle that carries it in the current player turn.
        charged: Has charged in the current player turn.
        fought: Has attacked in the current Close Combat Phase.
        through_smoke: Has charged through smoke in the current player turn.
        walked: Changed its place in its side's last Action Phase; kept for observers only.
        wire_turns: How many of its side's player turns engineers have begun where they are now,
            at barbed wire, unsuppressed.
        hurried: Set out at double time in the current player turn.
        under: The counter that it is hidden under; it has no base meanwhile.
        lay: Where it was placed when it was revealed, and the spot of its counter: until it leaves
            the one, it has the cover of the other.
    """

    sheet: str
    quality: Quality = "average"
    formation: str = ""
    flags: tuple[str, ...] = ()
    on_table: bool = True
    entry: int | None = None
    zone: str | None = None
    suppressed: bool = False
    dug_in: bool = False
    reacted: bool = False
    acted: bool = False
    moved: bool = False
    shifted: bool = False
    road_column: bool = False
    carried_by: str | None = None
    inside: str | None = None
    aloft: bool = False
    rides: str | None = None
    broken_down: bool = False
    mounts: str | None = None
    boarded: bool = False
    landed: bool = False
    spent: float = 0.0
    fired: bool = False
    charged: bool = False
    fought: bool = False
    through_smoke: bool = False
    walked: bool = False
    wire_turns: int = 0
    hurried: bool = False
    under: str | None = None
    lay: tuple[Point, Point] | None = None

    internal: ClassVar[tuple[str, ...]] = ("on_table", "shifted")


class Counter(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A counter under which elements may be hidden: a square of an inch (12).

    Attributes:
        id: Its name, which says nothing of what is under it.
        side: Whose it is.
        x: Where its centre is, inches east.
        y: The same, inches north.
        under: The elements under it; nobody under a dummy, and ``None`` for those who may not know.
    """

    id: str
    side: str
    x: float
    y: float
    under: tuple[str, ...] | None = ()

    @property
    def base(self) -> Footprint:
        """Its place on the table."""
        return rectangle(self.x, self.y, 0.0, COUNTER_SIZE, COUNTER_SIZE)


class Screen(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A smoke screen: a rectangle that whoever looks or shoots through is hindered by.

    Attributes:
        side: Whose smoke it is.
        x: Where its middle is, inches east.
        y: The same, inches north.
        heading: The way across it; its width lies at right angles to that.
        width: How wide it is.
        depth: How deep it is.
        layer: The element that laid it.
        source: What it came from.
        ends: The game turn in whose Action Phase of its owner it dissolves; the next, if unknown.
    """

    side: str
    x: float
    y: float
    heading: float
    width: float
    depth: float = 0.8
    layer: str | None = None
    source: SmokeSource | None = None
    ends: int | None = None

    @property
    def base(self) -> Footprint:
        """Its place on the table."""
        return rectangle(self.x, self.y, self.heading, self.width, self.depth)


class Gap(Struct, frozen=True, kw_only=True):
    """A gap that engineers have cleared in barbed wire (13.1), centred on a point of it."""

    wire: str
    x: float
    y: float


class Track(Struct, frozen=True, kw_only=True):
    """Where a tracked vehicle has crossed barbed wire in this Action Phase (13.1)."""

    side: str
    wire: str
    x: float
    y: float


class Loss(Struct, frozen=True, kw_only=True):
    """An element that enemy action has taken out of the battle."""

    side: str
    element: str = ""
    combat: bool = True
    home_guard: bool = False


class Moving(Struct, frozen=True, kw_only=True, tag=True):
    """A mover on its way, which enemies may stop at any point to react.

    Attributes:
        element: Who moves.
        action: The kind of action.
        path: The whole path of its base centre, from its start.
        start: The heading it had when the action began.
        bearing: Which way it faces on the way.
        facing: The facing it will end with.
        at: How far along the path it has come.
        stage: Whom the battle waits for: the other side, to react anywhere along the rest of the
            path (``react``) or once more at this very point (``again``), or the mover, to go on,
            halt or choose another way (``resume``), or friends of a charged element, to join it
            when the charger is there (``join``).
        passed: The seats that have let it pass since it was last stopped.
        target: Whom it charges.
        onto: The vehicle, or the base of mounts, that it is about to mount.
        leaves: The built-up area in which it sets out; the path begins on its outline.
        enters: The built-up area into which the path leads, as far as its outline.
        aloft: Whether it goes up to, or stays in, the elevated part of where it will be.
    """

    element: str
    action: MoveAction
    path: tuple[Point, ...]
    start: float
    bearing: Bearing
    facing: float | None
    at: float = 0.0
    stage: Literal["react", "again", "resume", "join"] = "react"
    passed: tuple[str, ...] = ()
    target: str | None = None
    onto: str | None = None
    leaves: str | None = None
    enters: str | None = None
    aloft: bool = False


class Volley(Struct, frozen=True, kw_only=True, tag=True):
    """Shots that an element has still to fire, as (gun, target), one after another."""

    element: str
    shots: tuple[tuple[int, str], ...]
    reaction: bool = False


class Firing(Struct, frozen=True, kw_only=True, tag=True):
    """A mover that has completed the first half of a Move and Fire."""

    element: str


class Retiring(Struct, frozen=True, kw_only=True, tag=True):
    """An element that must fall back; its owner says which way."""

    element: str
    away_from: Point
    keep_cover: bool


class ExtraActions(Struct, frozen=True, kw_only=True, tag=True):
    """Elements that may act again at once, after a recovery of 9 or more."""

    elements: tuple[str, ...]


class Replacing(Struct, frozen=True, kw_only=True, tag=True):
    """A lost commander whose place another element must give up."""

    commander: Element


class Sharing(Struct, frozen=True, kw_only=True, tag=True):
    """A commander who shares the fate of the tank hunter that it helped (5.2)."""

    element: str
    effect: str
    away_from: Point


class Landing(Struct, frozen=True, kw_only=True, tag=True):
    """A passenger or rider that gets off next to its vehicle because of a combat result (8.4).

    Attributes:
        element: Who gets off.
        vehicle: The vehicle as it was when the result came.
        optional: Whether it may stay aboard instead.
        away_from: Where the fire came from, if it falls back once it is off.
        mortar: Whether a mortar fired.
        hedge: Whether the fire crossed a hedge or wall that the target touched.
    """

    element: str
    vehicle: Element
    optional: bool = False
    away_from: Point | None = None
    mortar: bool = False
    hedge: bool = False


class DrawingLots(Struct, frozen=True, kw_only=True, tag=True):
    """A transport that is hit with several aboard: one of them is lost at random (8.4)."""

    vehicle: str


class Contact(Struct, frozen=True, kw_only=True):
    """Enemies that came into contact by a charge, as long as they stay in contact.

    Attributes:
        charger: Who charged.
        enemy: Whom it reached, or who joined the combat against it.
        joined: Whether that enemy came to the help of another, by reaction.
    """

    charger: str
    enemy: str
    joined: bool = False


Struck = Literal["attacker", "defender"]
Helper = tuple[str, str]


class Combat(Struct, frozen=True, kw_only=True, tag=True):
    """A close combat that is being fought (6).

    Attributes:
        attackers: The phasing side's elements in it.
        defenders: The other side's, the one that was named first.
        overrun: Whether a tank overruns a defender.
        stage: How far it has come: the commanders of either side may commit themselves, the dice
            are rolled, the blows fall, the ground is taken, and who cannot take it falls back.
        helpers: For either side, the commander that helps and the element that it helps.
        stood: Where everybody stood when the dice were rolled.
        hedge: Whether a hedge or wall lay between them.
        blows: Results that are still to be applied, as (side struck, effect).
        shared: Results that commanders have still to share, as (commander, effect).
        failed: Attackers that could not advance and have still to fall back.
    """

    attackers: tuple[str, ...]
    defenders: tuple[str, ...]
    overrun: bool = False
    stage: Literal["attackers", "defenders", "dice", "blows", "advance", "failed"] = "attackers"
    helpers: tuple[Helper | None, Helper | None] = (None, None)
    stood: tuple[tuple[str, Point], ...] = ()
    hedge: bool = False
    blows: tuple[tuple[Struck, str], ...] = ()
    shared: tuple[tuple[str, str], ...] = ()
    failed: tuple[str, ...] = ()


class Scouting(Struct, frozen=True, kw_only=True, tag=True):
    """Reconnaissance troops that may still move before the battle, and whose turn it is (9.1)."""

    left: tuple[str, ...]
    side: str | None = None


class Deploying(Struct, frozen=True, kw_only=True, tag=True):
    """A side that sets up its elements."""

    side: str


class Revealing(Struct, frozen=True, kw_only=True, tag=True):
    """A counter that is turned over: its owner places those who were under it (12).

    Attributes:
        counter: The counter.
        elements: Those who are revealed and have still to be placed; nobody under a dummy.
        rule: The rule by which they are revealed.
        by: Who has spotted them.
        told: Whether the log has told of it.
    """

    counter: str
    elements: tuple[str, ...] = ()
    rule: str
    by: str | None = None
    told: bool = False


Policy = Literal["ask", "hold", "fire", "odds"]


class Stance(Struct, frozen=True, kw_only=True):
    """How an element reacts by its standing order; ``chance`` in percent goes with ``odds``."""

    policy: Policy = "ask"
    chance: float = 0.0


ASK: Final = Stance()
"""How elements react that have no standing order."""


def unseen_of(side: str) -> str:
    """The name under which a standing order for everything hidden of a side is kept."""
    return f"?{side}"


class StandingShot(Struct, frozen=True, kw_only=True, tag=True):
    """An element that fires at a mover by its standing order, where the mover is now (5)."""

    element: str


class Secret(Struct, frozen=True, kw_only=True, tag=True):
    """What stands on the agenda for those who may not know what it is: only who decides."""

    seats: tuple[str, ...]
    rule: str
    prompt: str


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


class StandingFirm(Struct, frozen=True, kw_only=True, tag=True):
    """A suppressed Russian element that is suppressed again and may ignore that (16.1)."""

    element: str


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


class Flight(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Aircraft that have flown a mission and may make a second pass (15.3.8).

    Attributes:
        side: Whose aircraft.
        aircraft: Their type.
        model: Their model.
        turn: The game turn of the mission.
        shaken: What anti-aircraft fire cost them.
    """

    side: str
    aircraft: str
    model: str
    turn: int
    shaken: int = 0


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


class Planned(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A target that was noted down before play: a point for batteries, a feature for aircraft."""

    side: str
    support: Literal["air", "fire"]
    at: Point | None = None
    feature: str | None = None


class Barrage(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Support fire that has been fired and may go on: HE on a beaten zone, or smoke (15.4).

    Attributes:
        side: Whose batteries.
        level: What fires, as in the table of levels.
        at: The centre of the beaten zone.
        directed: Whether a commander or a reconnaissance element directs it, with -1.
        screen: The smoke that it has laid; a smoke mission leaves no dangerous zone.
        struck: Who has been attacked on moving in the zone.
    """

    side: str
    level: str
    at: Point
    directed: bool = False
    screen: Screen | None = None
    struck: tuple[str, ...] = ()


Frame = (
    Moving
    | Volley
    | Firing
    | Retiring
    | ExtraActions
    | Replacing
    | Deploying
    | Combat
    | Sharing
    | Scouting
    | Landing
    | DrawingLots
    | EventPhase
    | Renewing
    | TakingCard
    | Flanked
    | StandingFirm
    | AirMission
    | SupportMission
    | Shelled
    | Planning
    | Revealing
    | Secret
    | StandingShot
)


Short = tuple[str, str]
"""A side that is short of ammunition, and the rule by which it is."""


class Cards(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The pack of event cards, and what has come of those drawn (15).

    Attributes:
        undrawn: The cards that are still in the pack, in the order of the suits: which comes next
            is for the dice to say.
        in_force: The ranks whose effect lasts for the current player turn.
        short: Who is short of ammunition in the current player turn, and by which rule.
        short_next: Who will be in its own next player turn.
        led: Who began its first action of the player turn near a commander, and may act twice.
        twice: The one that has acted twice, if anybody has.
    """

    undrawn: tuple[str, ...]
    in_force: tuple[str, ...] = ()
    short: tuple[Short, ...] = ()
    short_next: tuple[Short, ...] = ()
    led: tuple[str, ...] = ()
    twice: tuple[str, ...] = ()


class P8State(AgendaState, kw_only=True):
    """The state of a game of Panzer8.

    Attributes:
        setting: The ground, the scenario and the data sheets.
        pieces: The elements still in play, by id.
        first: The side that has the first player turn of every game turn.
        active: The side whose player turn it is.
        phase: The phase of that player turn.
        agenda: What must be settled before the phase goes on, the most urgent last.
        done: The seats that have ended their part of the phase.
        lost: The elements that enemy action has removed.
        screens: The smoke on the table.
        rifled: Targets shot at by anti-tank rifles in this Action Phase, as (side, target).
        contacts: Who has charged whom, of those still in contact.
        engaged: Who was in contact at the start of the Close Combat Phase, as (attacker, defender).
        stormed: Who has fought for built-up areas in it, as (place, attacker, defender).
        committed: The commanders that have helped in a combat of this Close Combat Phase.
        outcome: How the battle ended.
        patrols: The sides that have a combat air patrol up, once for each.
        flights: The aircraft that may come back for a second pass.
        planned: The targets of aircraft and batteries that were noted down before play.
        barrages: The support fire that lies on the table.
        cards: The event cards, in a battle with them.
        stood_firm: Who has ignored a suppression, as (side, game turn).
        pools: The smoke counters that each side has left.
        gaps: The gaps in barbed wire.
        tracks: Where tracked vehicles have crossed barbed wire in this Action Phase.
        counters: The counters on the table, by id.
        stances: The standing orders for reactions, by element.
    """

    setting: Setting
    pieces: dict[str, Element]
    first: str
    active: str
    phase: Phase = "event"
    agenda: tuple[Frame, ...] = ()
    done: tuple[str, ...] = ()
    lost: tuple[Loss, ...] = ()
    screens: tuple[Screen, ...] = ()
    rifled: tuple[tuple[str, str], ...] = ()
    contacts: tuple[Contact, ...] = ()
    engaged: tuple[tuple[str, str], ...] = ()
    stormed: tuple[tuple[str, str, str], ...] = ()
    committed: tuple[str, ...] = ()
    outcome: Outcome | None = None
    patrols: tuple[str, ...] = ()
    flights: tuple[Flight, ...] = ()
    planned: tuple[Planned, ...] = ()
    barrages: tuple[Barrage, ...] = ()
    cards: Cards | None = None
    stood_firm: tuple[tuple[str, int], ...] = ()
    pools: tuple[tuple[str, int], ...] = ()
    gaps: tuple[Gap, ...] = ()
    tracks: tuple[Track, ...] = ()
    counters: dict[str, Counter] = msgspec.field(default_factory=dict)
    stances: dict[str, Stance] = msgspec.field(default_factory=dict)

    containers: ClassVar[tuple[str, ...]] = ("pieces", "counters", "stances")
    optional: ClassVar[tuple[str, ...]] = (
        "patrols",
        "flights",
        "planned",
        "barrages",
        "cards",
        "stood_firm",
        "pools",
        "gaps",
        "tracks",
        "counters",
        "stances",
    )
    """Fields of the optional sections: left out where they all have their defaults, so that a
    basic game is written as if there were none."""

    # -- asking -----------------------------------------------------------------------------------

    def sheet(self, element: Element) -> Sheet:
        """The data sheet of an element; a weapon that is taken apart moves like infantry."""
        if element.broken_down:
            return self.setting.packed(element.sheet)
        return self.setting.sheets[element.sheet]

    def base(self, element: Element) -> Footprint:
        """The base of an element where it stands; that of its vehicle if it is carried.

        The centre of its counter stands for one that is hidden.
        """
        sheet = self.setting.sheets[element.sheet]
        if element.inside is not None:
            return self.setting.buas[element.inside].base_of(sheet, element.heading)
        if element.under is not None:
            return rectangle(element.x, element.y, element.heading, POINT_SIZE, POINT_SIZE)
        if element.carried_by is not None:
            vehicle = self.pieces[element.carried_by]
            sheet = self.setting.sheets[vehicle.sheet]
            if vehicle.inside is not None:
                return self.setting.buas[vehicle.inside].base_of(sheet, element.heading)
        return rectangle(element.x, element.y, element.heading, sheet.width, sheet.depth)

    def has(self, element: Element, flag: str) -> bool:
        """Whether an element has a flag, from its data sheet or from the scenario."""
        return flag in self.setting.sheets[element.sheet].flags or flag in element.flags

    def on_table(self, side: str | None = None) -> list[Element]:
        """The elements on the table, of one side or of all."""
        return [
            element
            for element in self.pieces.values()
            if element.on_table and (side is None or element.side == side)
        ]

    def enemies_of(self, element: Element) -> list[Element]:
        """The elements of the other side that are on the table."""
        return [
            other for other in self.pieces.values() if other.on_table and other.side != element.side
        ]

    def friends_of(self, element: Element) -> list[Element]:
        """The other elements of its side that are on the table."""
        return [
            other
            for other in self.pieces.values()
            if other.on_table and other.side == element.side and other.id != element.id
        ]

    def other_side(self, side: str) -> str:
        """The opponent of a side."""
        one, two = self.setting.sides
        return two if side == one else one

    def out_of_play(self) -> tuple[str, ...]:
        """The elements that enemy action has removed."""
        return tuple(loss.element for loss in self.lost if loss.element)

    # -- changing ---------------------------------------------------------------------------------

    def put(self, element: Element) -> Element:
        """Put a changed element in the place of the old one; those it carries go with it."""
        if element.lay is not None and element.lay[0] != (element.x, element.y):
            element = msgspec.structs.replace(element, lay=None)
        if element.wire_turns and _leaves_wire(self.pieces.get(element.id), element):
            element = msgspec.structs.replace(element, wire_turns=0)
        self.pieces[element.id] = element
        for other in self.pieces.values():
            if other.carried_by == element.id:
                self.pieces[other.id] = msgspec.structs.replace(
                    other, x=element.x, y=element.y, heading=element.heading
                )
        return element


def _leaves_wire(before: Element | None, now: Element) -> bool:
    """Whether engineers have to begin their work at the wire anew: moved, turned or suppressed."""
    if before is None or now.suppressed or not now.on_table:
        return True
    return (before.x, before.y, before.heading) != (now.x, now.y, now.heading)
