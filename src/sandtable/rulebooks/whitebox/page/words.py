"""What the orders of the book are called on a button, the keys that stand for them, their rules."""

from __future__ import annotations

from typing import Final

from sandtable.battle.handling import Kind, Word

# -- before the turns -----------------------------------------------------------------------------

DEPLOY: Final = Kind(label="Place", key="D", hint="Places a character in a square of his zone.")
BEGIN: Final = Kind(
    label="Take his turn",
    key="B",
    rule="owb.round.character-turn",
    hint="He may move, and attack or act, in either order; then he ends his turn.",
)
DECLARE: Final[dict[str, Kind]] = {
    "reload": Kind(
        label="Reload",
        key="R",
        rule="owb.reload.loses-initiative",
        hint="He reloads this round, and acts after everybody else.",
    ),
    "stand": Kind(
        label="Stand up",
        key="S",
        rule="owb.stance.change-loses-initiative",
        hint="He stands up this round, and acts after everybody else.",
    ),
    "kneel": Kind(
        label="Kneel",
        key="K",
        rule="owb.stance.change-loses-initiative",
        hint="He kneels this round, and acts after everybody else.",
    ),
    "prone": Kind(
        label="Lie down",
        key="L",
        rule="owb.stance.change-loses-initiative",
        hint="He lies down this round, and acts after everybody else.",
    ),
}

# -- moving ---------------------------------------------------------------------------------------

MOVE: Final = Kind(
    label="Move",
    key="M",
    rule="owb.move.normal",
    hint="Goes from square to square, before or after his attack or action.",
)
CRAWL: Final = Kind(
    label="Crawl",
    key="C",
    rule="owb.move.crawling",
    hint="Goes slowly, and stays down as long as there is low cover.",
)
RISE: Final = Kind(
    label="Come up",
    key="U",
    rule="owb.cover.ducked-or-up",
    hint="Comes up from behind low cover, to see where he throws; enemies may fire at him.",
)
STOP_SEARCHING: Final = Kind(
    label="Stop searching",
    key="Z",
    rule="owb.ambush.search-speed",
    hint="Looks for ambushes no more, and moves at the usual speed from now on.",
)
LEAVE: Final = Kind(
    label="Leave the map",
    key="X",
    rule="owb.grid.map-size",
    hint="Steps over the edge; nobody comes back.",
)

# -- attacks --------------------------------------------------------------------------------------

SHOTS: Final[dict[str, Kind]] = {
    "burst": Kind(
        label="Burst",
        key="B",
        rule="owb.burst.bonus",
        hint="Several rounds at one target: +2 to hit.",
    ),
    "single": Kind(
        label="Fire",
        key="F",
        rule="owb.missile.needs-line-of-sight",
        hint="A shot at one target.",
    ),
    "both-barrels": Kind(
        label="Both barrels",
        key="2",
        rule="owb.weapon.shotgun-both-barrels",
        hint="Both barrels at one target, with double damage at Short range.",
    ),
    "suppress": Kind(
        label="Suppress",
        key="S",
        rule="owb.suppress.opening-burst",
        hint="Suppressive fire: it opens with a burst, and is then trained on the area.",
    ),
}
THROWN: Final = Kind(
    label="Throw",
    key="F",
    rule="owb.weapon.hatchet-knife-spear-both-ways",
    hint="The weapon lies where it comes down.",
)
LEAN: Final = Kind(
    label="Lean out",
    key="L",
    rule="owb.cover.lean-out",
    hint="Attacks around tall cover, out of a square beside it.",
)
STRIKE: Final = Kind(
    label="Melee",
    key="H",
    rule="owb.melee.adjacent",
    hint="Attacks somebody in the next square by hand.",
)
SWEEP: Final = Kind(
    label="Keep firing",
    key="S",
    rule="owb.suppress.continue",
    hint="Bullets strike everybody in the cone who is not behind full cover.",
)
MASS: Final = Kind(
    label="Massed fire",
    key="J",
    rule="owb.suppress.massed-rifles",
    hint="Many rifles together lay suppressive fire on an area.",
)
LOB: Final = Kind(
    label="Throw",
    key="G",
    rule="owb.blast.aim-at-square",
    hint="Aimed at a square; a miss may still land near it.",
)
LAUNCH: Final = Kind(
    label="Launch",
    key="F",
    rule="owb.blast.aim-at-square",
    hint="Aimed at a square; a miss may still land near it.",
)
FLAME: Final = Kind(
    label="Flamethrower",
    key="F",
    rule="owb.weapon.flamethrower-cone",
    hint="Burns everybody in a short cone, friend or enemy.",
)
COOK: Final = Kind(
    label="Light and hold",
    key="K",
    rule="owb.timed.cook",
    hint="Is thrown at the end of the round, so that nobody can throw it back.",
)
WITHHOLD: Final = Kind(
    label="Withhold",
    key="W",
    rule="owb.withhold.declare",
    hint="Keeps the attack for later: he may fire at whoever moves or acts in his arc.",
)

# -- Actions --------------------------------------------------------------------------------------

AID: Final = Kind(
    label="First Aid",
    key="A",
    rule="owb.base.first-aid",
    hint="Stops somebody from dying, or gives him some hit points back.",
)
SET_UP: Final = Kind(
    label="Set up", key="T", rule="owb.mortar.mounted", hint="Puts the weapon on its mount."
)
TAKE_DOWN: Final = Kind(
    label="Take down", key="T", rule="owb.mortar.mounted", hint="Takes the weapon off its mount."
)
REPAIR: Final = Kind(
    label="Repair",
    key="R",
    rule="owb.suppress.repair-jam",
    hint="Works at a jammed weapon, for one to three rounds.",
)
EXTINGUISH: Final = Kind(
    label="Put flames out",
    key="O",
    rule="owb.weapon.flamethrower-extinguish",
    hint="Puts the flames out on himself or on a friend beside him.",
)
TAKE_UP: Final = Kind(
    label="Take",
    key="T",
    rule="owb.weapon.changing-weapons",
    hint="Takes a weapon that lies near.",
)
CHARGE: Final = Kind(
    label="Set a charge",
    key="D",
    rule="owb.static.handling",
    hint="Lays a demolition charge here or in the next square.",
)
PLUNGE: Final = Kind(
    label="Set the charges off",
    key="O",
    rule="owb.static.handling",
    hint="All of his charges on the wire go off.",
)
CUT_WIRE: Final = Kind(
    label="Cut the wire",
    key="I",
    rule="owb.terrain.impassable-with-tools",
    hint="Two Actions open barbed wire.",
)
CLIMB: Final = Kind(
    label="Climb",
    key="V",
    rule="owb.terrain.impassable-with-tools",
    hint="Two Actions bring him over a wall or a cliff.",
)

# -- the end of a turn ----------------------------------------------------------------------------

END_UP: Final = Kind(
    label="End turn",
    key="E",
    rule="owb.round.character-turn",
    hint="He stays up, facing as you turn him: that way he can see and fire.",
)
END_DOWN: Final = Kind(
    label="End, keep down",
    key="D",
    rule="owb.cover.ducked-or-up",
    hint="He keeps down behind low cover: hidden and safe from that side, but sees nothing there.",
)

# -- answers --------------------------------------------------------------------------------------

REACT: Final = Kind(
    label="Take cover",
    key="C",
    rule="owb.suppress.save-near-cover",
    hint="A Saving Throw; whoever makes it throws himself down or behind cover.",
)
DECLINE: Final = Kind(
    label="Stay",
    key="S",
    rule="owb.suppress.decline",
    hint="He takes the bullets, and keeps his place and whatever he holds ready.",
)
DIVE: Final = Kind(
    label="Dive", key="D", rule="owb.cover.dive", hint="Behind cover in his own square or the next."
)
THROW_BACK: Final = Kind(
    label="Throw it back",
    key="T",
    rule="owb.timed.throw-back",
    hint="A Saving Throw; whoever fails it has no further one against the blast.",
)
TAKE_COVER: Final = Kind(
    label="Take cover",
    key="C",
    rule="owb.timed.throw-back",
    hint="Leaves it there, and saves against the blast as everybody does.",
)
THROW_COOKED: Final = Kind(
    label="Throw it",
    key="T",
    rule="owb.timed.cook",
    hint="It goes off at once where it lands.",
)
TIME: Final = Kind(
    label="They have time",
    key="Y",
    rule="owb.save.time-to-react",
    hint="Everybody in the blast makes a Saving Throw, as the book has it.",
)
NO_TIME: Final = Kind(
    label="No time to react",
    key="N",
    rule="owb.save.time-to-react",
    hint="Nobody has a Saving Throw, and all take the full damage.",
)

# -- words to choose from -------------------------------------------------------------------------

MODES: Final[dict[str, str]] = {
    "single": "single shot",
    "burst": "burst",
    "suppress": "suppressive fire",
    "both-barrels": "both barrels",
}
BOMBS: Final[dict[str, str]] = {
    "grenade": "grenade",
    "dynamite": "dynamite",
    "sticky-bomb": "sticky bomb",
    "pipe-bomb": "pipe bomb",
    "molotov-cocktail": "Molotov cocktail",
    "charge": "demolition charge",
}


def mode_words(modes: tuple[str, ...]) -> tuple[Word, ...]:
    """Modes of fire to choose from."""
    return tuple(Word(value=mode, label=MODES[mode]) for mode in modes)


def some(names: list[str]) -> str:
    """Some names in a sentence, not too many of them.

    >>> some(["one", "two"]), some(["one", "two", "three", "four", "five", "six"])
    ('one and two', 'one, two, three, four and 2 more')
    """
    if len(names) > 5:
        return f"{', '.join(names[:4])} and {len(names) - 4} more"
    *rest, last = names
    return f"{', '.join(rest)} and {last}" if rest else last
