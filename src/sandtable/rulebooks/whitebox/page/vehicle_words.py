"""What the orders of vehicles and crews are called on a button, their keys and their rules."""

from __future__ import annotations

from typing import Final

from sandtable.battle.handling import Kind, Word

# -- driving --------------------------------------------------------------------------------------

START: Final = Kind(
    label="Take its turn",
    key="B",
    rule="owb.vehicle.turn-procedure",
    hint="The operator declares a pace and drives; each man aboard may attack or act.",
)
PACES: Final[dict[str, Kind]] = {
    "normal": Kind(
        label="Normal pace",
        key="N",
        rule="owb.vmove.normal-full-movement",
        hint="All of its Movement; attacks out of it suffer -4.",
    ),
    "crawl": Kind(
        label="Crawl",
        key="C",
        rule="owb.vmove.crawl-one-third",
        hint="A third of its Movement; it may turn sharply, and fire without a penalty.",
    ),
    "reverse": Kind(
        label="Reverse",
        key="R",
        rule="owb.vmove.reverse-one-third",
        hint="A third of its Movement, straight back.",
    ),
    "stopped": Kind(
        label="Stand still",
        key="S",
        rule="owb.vmove.pace-declared-at-start-of-turn",
        hint="It does not move this round.",
    ),
}
UNSTICK: Final = Kind(
    label="Drive free",
    key="F",
    rule="owb.maneuver.unstuck-by-driving",
    hint="A Driving Check before the pace is declared.",
)
DRIVE: Final = Kind(
    label="Drive",
    key="D",
    rule="owb.vmove.step-is-one-square-along-facing",
    hint="Straight on, or straight back in reverse.",
)
RAM: Final = Kind(
    label="Ram",
    key="M",
    rule="owb.collision.ram",
    hint="A Driving Check, then both are damaged.",
)
TURNS: Final[dict[str, Kind]] = {
    "ordinary": Kind(
        label="Turn", key="T", rule="owb.turn.up-to-90-degrees", hint="While it goes on."
    ),
    "crawling": Kind(
        label="Crawling turn",
        key="W",
        rule="owb.turn.crawling",
        hint="On the spot, at a crawl.",
    ),
    "tight": Kind(
        label="Tight turn",
        key="G",
        rule="owb.turn.tight",
        hint="In less room, by a Driving Check.",
    ),
    "bootleg": Kind(
        label="Bootleg turn",
        key="L",
        rule="owb.turn.bootleg",
        hint="Round about in a skid, by a Driving Check; then it stands.",
    ),
}
LANE: Final = Kind(
    label="Change lane",
    key="A",
    rule="owb.maneuver.lane-change",
    hint="Forward and aside; in a quick change by its whole width.",
)
JUMP: Final = Kind(
    label="Jump", key="J", rule="owb.maneuver.jump-conditions", hint="Over what is in the way."
)
WEAVE: Final = Kind(
    label="Drive defensively",
    key="V",
    rule="owb.maneuver.defensive-driving",
    hint="Weaves about, to be harder to hit.",
)
PIVOT: Final = Kind(
    label="Pivot",
    key="I",
    rule="owb.mod.advanced-steering-pivot",
    hint="Turns a standing tracked vehicle on the spot.",
)
SWIPE: Final = Kind(
    label="Sideswipe",
    key="O",
    rule="owb.collision.sideswipe",
    hint="Swerves against a vehicle alongside.",
)
END: Final = Kind(
    label="End its turn",
    key="E",
    rule="owb.vehicle.turn-procedure",
    hint="What nobody aboard has used is lost.",
)

# -- guns -----------------------------------------------------------------------------------------

GUNS: Final[dict[str, Kind]] = {
    "single": Kind(
        label="Fire", key="F", rule="owb.vattack.roll", hint="At a vehicle or a man in its arc."
    ),
    "burst": Kind(
        label="Burst", key="B", rule="owb.burst.bonus", hint="Several rounds at one target: +2."
    ),
    "suppress": Kind(
        label="Suppress",
        key="S",
        rule="owb.suppress.opening-burst",
        hint="Opens with a burst, and is then trained on the area.",
    ),
}
AT_SQUARE: Final = Kind(
    label="Fire at a square",
    key="Q",
    rule="owb.vweapon.against-characters-is-an-explosive",
    hint="The shell bursts there, as an explosive.",
)
AT_COVER: Final = Kind(
    label="Fire at cover",
    key="K",
    rule="owb.vcover.hit-turns-full-into-partial",
    hint="A hit wears the cover down.",
)
SWEEP: Final = Kind(
    label="Keep firing",
    key="S",
    rule="owb.suppress.continue",
    hint="Bullets strike everybody in the cone who is not behind full cover.",
)
PORT: Final = Kind(
    label="Fire out of it",
    key="P",
    rule="owb.vattack.passengers-fire-hand-weapons",
    hint="A hand weapon, over the sides or through a port.",
)
TRAVERSE: Final = Kind(
    label="Traverse",
    key="X",
    rule="owb.arc.traverse-timing",
    hint="Turns the turret; that is neither an attack nor an action.",
)
WITHHOLD: Final = Kind(
    label="Withhold",
    key="H",
    rule="owb.vattack.withhold",
    hint="Somebody aboard keeps his attack for later.",
)
TRAILER: Final = Kind(
    label="Turn the gun",
    key="T",
    rule="owb.vweapon.on-trailers",
    hint="Turns an emplaced gun by one facing.",
)

# -- crews ----------------------------------------------------------------------------------------

SEAT: Final = Kind(
    label="Change seat",
    key="Z",
    rule="owb.crew.change-seat-is-an-action",
    hint="To an empty seat, usable from the next round on.",
)
ALIGHT: Final = Kind(
    label="Get out",
    key="U",
    rule="owb.crew.mount-and-dismount",
    hint="To a free square beside the vehicle.",
)
BOARD: Final = Kind(
    label="Get in",
    key="I",
    rule="owb.crew.mount-and-dismount",
    hint="Into a standing vehicle beside him.",
)
WORKS: Final[dict[str, Kind]] = {
    "restart": Kind(
        label="Start the engine", key="Y", rule="owb.combined.repair-races", hint="By an Action."
    ),
    "unlock": Kind(
        label="Unlock the drive", key="Y", rule="owb.combined.repair-races", hint="By an Action."
    ),
    "dig-out": Kind(
        label="Dig it out", key="Y", rule="owb.maneuver.unstuck-by-driving", hint="By Actions."
    ),
    "right": Kind(
        label="Right it", key="Y", rule="owb.mishap.overturned-vehicle", hint="By Actions."
    ),
}
REPAIR: Final = Kind(
    label="Repair the gun",
    key="Y",
    rule="owb.suppress.repair-jam",
    hint="Works at a jammed weapon.",
)
AID: Final = Kind(
    label="First Aid", key="A", rule="owb.base.first-aid", hint="To somebody in the same vehicle."
)
DOUSE: Final = Kind(
    label="Put flames out",
    key="O",
    rule="owb.weapon.flamethrower-extinguish",
    hint="On himself or on somebody in the same vehicle.",
)
SHOOT: Final = Kind(
    label="Fire at vehicle",
    key="V",
    rule="owb.combined.personal-weapons-vs-vehicles",
    hint="At a vehicle, or at somebody aboard who can be seen.",
)
UNDER: Final = Kind(
    label="Throw under it",
    key="Y",
    rule="owb.hull.personal-explosive-position",
    hint="An impact explosive, aimed under a vehicle.",
)
ESCAPE: Final = Kind(
    label="Jump clear",
    key="J",
    rule="owb.vdamage.escape-save",
    hint="To a free square beside the wreck.",
)

# -- words to choose from -------------------------------------------------------------------------

HANDS: Final = (Word(value="left", label="left"), Word(value="right", label="right"))
ROUNDS: Final = (
    Word(value="HE", label="high explosive"),
    Word(value="AP", label="armor piercing"),
    Word(value="smoke", label="smoke"),
)
PORTS: Final = {
    "": "over the side",
    "F": "front port",
    "R": "right port",
    "L": "left port",
    "A": "rear port",
}
