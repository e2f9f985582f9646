"""What a character's file can say."""

from __future__ import annotations

from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta, Struct

from ..state.tables import COMBATANTS, Combatant

FORMAT: Final = "sandtable-character"
VERSION: Final = 1
BOOK: Final = "owb"
BATTLES_KEPT: Final = 200
"""How many battles a file remembers; beyond that the oldest are forgotten."""

MOST_LETTERS: Final = 60
"""How long a name may be."""

LEAST_POINTS: Final = -99
MOST: Final = 99
"""The most hit points, explosives or loads of a kind that a character can have."""

MOST_ROUNDS: Final = 1000

Class = Literal["soldier", "combat-engineer", "wheelman", "medic"]
Rank = Literal["soldier", "veteran", "officer", "civilian"]
Condition = Literal["fit", "incapacitated", "dead"]
Result = Literal["won", "lost", "drawn", "unfinished"]
Fate = Literal["unhurt", "wounded", "incapacitated", "dead"]

Name = Annotated[str, Meta(min_length=1, max_length=MOST_LETTERS)]
Line = Annotated[str, Meta(max_length=120)]
Score = Annotated[int, Meta(ge=3, le=18)]
Points = Annotated[int, Meta(ge=LEAST_POINTS, le=MOST)]
Count = Annotated[int, Meta(ge=0, le=MOST)]
Words = Annotated[tuple[Line, ...], Meta(max_length=20)]


class _Part(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A part of a file: a frozen record that accepts no unknown field."""


class Abilities(_Part, frozen=True, kw_only=True):
    """The scores of a character, from 3 to 18."""

    strength: Score = 10
    dexterity: Score = 10
    constitution: Score = 10


class Health(_Part, frozen=True, kw_only=True):
    """How a character fares.

    Attributes:
        hit_points: Those he has left; without them he is unhurt.
        most: Those he has when unhurt, where they were rolled and are not those of the table.
        condition: Whether he can fight.
        stable: Whether the wounds of one who is incapacitated have been dressed.
        wounds: Remarks on wounds that last. They are no rule of the book, and have no effect.
    """

    hit_points: Points | None = None
    most: Annotated[int, Meta(ge=1, le=MOST)] | None = None
    condition: Condition = "fit"
    stable: bool = False
    wounds: Words = ()


class Kit(_Part, frozen=True, kw_only=True):
    """What a character carries.

    Attributes:
        weapons: Missile and heavy weapons, the one at hand first.
        blades: Melee weapons.
        armor: What he wears.
        bombs: How many explosives of each kind.
        loads: Spare loads for his weapons, where rounds are counted; for a weapon that is not
            named he has those that the battle gives everybody.
        dry: Whether he has run out of ammunition, where rounds are not counted.
    """

    weapons: Words = ()
    blades: Words = ()
    armor: Words = ()
    bombs: Annotated[dict[str, Count], Meta(max_length=20)] = {}
    loads: Annotated[dict[str, Count], Meta(max_length=20)] = {}
    dry: bool = False


class Fought(_Part, frozen=True, kw_only=True):
    """A battle that a character has been in.

    Attributes:
        scenario: Its id.
        title: Its name.
        side: The side that he was on.
        rounds: How many rounds it had when he came out of it.
        result: How it ended for his side.
        fate: How he came out of it.
        hit_points: Those he had left.
        fired: Whether he fired in it, which makes it a firefight.
        left: Whether he left the map before the end.
    """

    scenario: Line
    title: Line = ""
    side: Line = ""
    rounds: Annotated[int, Meta(ge=0, le=MOST_ROUNDS)] = 0
    result: Result
    fate: Fate = "unhurt"
    hit_points: Points
    fired: bool = False
    left: bool = False


Battles = Annotated[tuple[Fought, ...], Meta(max_length=BATTLES_KEPT)]
Notes = Annotated[str, Meta(max_length=2000)]


class Character(_Part, frozen=True, kw_only=True):
    """A character as he is carried from battle to battle.

    Operatives have a class and a level, ordinary people a rank.

    Attributes:
        format: What sort of file it is.
        version: Which version of it.
        book: The book that he belongs to.
        name: What he is called.
        player: Who plays him.
        profession: The class of an operative.
        level: The level of an operative.
        rank: What sort of combatant an ordinary person is.
        notes: Whatever his player writes down.
        abilities: His scores.
        health: How he fares.
        kit: What he carries.
        battles: Where he has fought, the last battle last.
    """

    format: Literal["sandtable-character"]
    version: Literal[1]
    book: Literal["owb"]
    name: Name
    player: Line = ""
    profession: Class | None = msgspec.field(default=None, name="class")
    level: Annotated[int, Meta(ge=1, le=5)] | None = None
    rank: Rank | None = None
    notes: Notes = ""
    abilities: Abilities = Abilities()
    health: Health = Health()
    kit: Kit = Kit()
    battles: Battles = ()

    @property
    def combatant(self) -> Combatant:
        """His row of the table of combatants."""
        return COMBATANTS[self.rank or f"op{self.level}"]


class Record(_Part, frozen=True, kw_only=True):
    """What a battle has no use for, and carries along for the one who comes out of it."""

    player: Line = ""
    notes: Notes = ""
    abilities: Abilities = Abilities()
    wounds: Words = ()
    battles: Battles = ()
