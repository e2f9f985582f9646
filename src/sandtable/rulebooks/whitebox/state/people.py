"""The characters and what they carry."""

from __future__ import annotations

from typing import ClassVar, Literal

from msgspec import Struct
from msgspec.structs import replace

from sandtable.battle import Piece
from sandtable.table.grid import Square

from .tables import COMBATANTS, MISSILE, Combatant, Weapon
from .weights import TRAILER, movement_with, weight_carried, weight_of_loads

Stance = Literal["standing", "kneeling", "prone"]
Profession = Literal["", "soldier", "combat-engineer", "wheelman", "medic"]


class Arm(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A weapon that somebody carries or mans.

    Attributes:
        id: Which weapon of the tables it is.
        rounds: What its magazine holds, where rounds are counted.
        loads: The spare loads carried for it; if rounds are not counted, only such as weigh more.
        swept_in: The round in which suppressive fire has used its magazine up.
        fired_in: The round in which it was fired last.
        heat: For how many successive rounds it has laid suppressive fire.
        hot_in: The last of those rounds.
        jam: What a repair still takes: nothing, so many Actions, or (-1) nobody has begun.
        mended_in: The round of the last Action of a repair.
        set_up: Whether it stands on its mount.
        fuel: The blasts that a flamethrower has left.
        ranged: The square that a mortar has fired at, and how often in a row.
        manned_in: The round in which somebody took it over.
        stands: Where a trailer stands whose gunner is in the next square.
    """

    id: str
    rounds: int | None = None
    loads: int = 0
    swept_in: int | None = None
    fired_in: int | None = None
    heat: int = 0
    hot_in: int | None = None
    jam: int = 0
    mended_in: int | None = None
    set_up: bool = False
    fuel: int | None = None
    ranged: tuple[Square, int] | None = None
    manned_in: int | None = None
    stands: Square | None = None

    @property
    def weapon(self) -> Weapon:
        """Its row of the table."""
        return MISSILE[self.id]


class Trained(Struct, frozen=True):
    """A weapon that is kept trained on an area: which, where, and since when."""

    arm: str
    aim: Square
    since: int
    origin: Square


class Person(Piece, frozen=True, kw_only=True, tag="person"):
    """A character.

    Attributes:
        rank: What sort of combatant he is.
        group: With whom he acts.
        profession: The class of an operative.
        hp: The hit points he has left.
        most_hp: Those he began with.
        strength: His bonus from it; likewise the next two.
        arms: The weapons he carries.
        blades: The melee weapons he carries.
        armor: What he wears.
        bombs: The explosives he carries, as (kind, count).
        on_table: Whether he is on the map.
        off_map: Whether he mans a mortar behind the edge of the map.
        hidden: Whether he lies in ambush, unseen.
        searching: Whether he looks for ambushes.
        surprised: Whether the scenario has his group surprised.
        unaware: Whether he does not know yet that he is attacked.
        chosen: Whether he is the Chosen One.
        stance: His position.
        ducked: Whether he is down behind low cover.
        lean: The square that he leans out into.
        climbing: The square that he climbs to.
        out: Whether he is out of action, and how.
        stable: Whether his wounds have been dressed, so that he does not die of them.
        fell_in: The round in which he was put out of action.
        treated: Whether he has been given First Aid that restores hit points.
        burning: For how many rounds he still burns.
        lit_in: The round in which he caught fire.
        moving: Whether he has changed squares in his last turn or since.
        spent: The movement points that he has used this round.
        diagonals: The diagonal steps that he has made this round.
        steps: The squares that he has entered this round.
        crawled: Whether he has crawled this round, and so moves no faster in it.
        attacked: Whether he has made his Attack of this round.
        acted: Whether he has taken his Action of this round.
        done: Whether his turn of this round is over.
        late: What he has declared before Initiative, and loses it for.
        withheld: Whether he holds an Attack back.
        trained: The weapon that he keeps trained on an area.
        swept: Whether his Trained weapon has fired this round, in between.
        cooking: The lit explosive in his hand.
        tripped: Whether he loses the move of his next turn.
        fired: Whether he has fired in this battle.
        dry: Whether he has run out of ammunition, and has no use for his firearms.
        routed: Whether he runs for his edge of the map.
        aboard: The vehicle that he is in; he is then not on the map himself.
        seat: His seat in it.
        seated_in: The round in which he took it; he can use it from the next one on.
        ported: The side through whose port he has fired this round.
    """

    rank: str
    group: str
    profession: Profession = ""
    hp: int
    most_hp: int
    strength: int = 0
    dexterity: int = 0
    constitution: int = 0
    arms: tuple[Arm, ...] = ()
    blades: tuple[str, ...] = ()
    armor: tuple[str, ...] = ()
    bombs: tuple[tuple[str, int], ...] = ()
    on_table: bool = True
    off_map: bool = False
    hidden: bool = False
    searching: bool = False
    surprised: bool = False
    unaware: bool = False
    chosen: bool = False
    stance: Stance = "standing"
    ducked: bool = False
    lean: Square | None = None
    climbing: Square | None = None
    out: Literal["", "incapacitated", "dead"] = ""
    stable: bool = False
    fell_in: int | None = None
    treated: bool = False
    burning: int = 0
    lit_in: int | None = None
    moving: bool = False
    spent: int = 0
    diagonals: int = 0
    steps: int = 0
    crawled: bool = False
    attacked: bool = False
    acted: bool = False
    done: bool = False
    late: Literal["", "reload", "stand", "kneel", "prone"] = ""
    withheld: bool = False
    trained: Trained | None = None
    swept: bool = False
    cooking: str = ""
    tripped: bool = False
    fired: bool = False
    dry: bool = False
    routed: bool = False
    aboard: str = ""
    seat: str = ""
    seated_in: int | None = None
    ported: str = ""

    internal: ClassVar[tuple[str, ...]] = (
        "on_table",
        "hp",
        "most_hp",
        "rank",
        "group",
        "arms",
        "blades",
        "armor",
        "bombs",
        "diagonals",
        "steps",
        "crawled",
        "fell_in",
        "lit_in",
        "fired",
        "swept",
    )

    @property
    def borne_by(self) -> str | None:
        """The vehicle that he is in."""
        return self.aboard or None

    @property
    def facing(self) -> int:
        """Where he faces, in eighths of a turn."""
        return round(self.heading / 45.0) % 8

    @property
    def combatant(self) -> Combatant:
        """His row of the table."""
        return COMBATANTS[self.rank]

    @property
    def weight(self) -> float:
        """What he carries, in pounds; a gun on its trailer is not carried."""
        carried = [arm for arm in self.arms if arm.id != TRAILER]
        bombs = sum(count for _, count in self.bombs) + bool(self.cooking)
        weight = weight_carried((arm.id for arm in carried), self.blades, self.armor, bombs)
        return weight + weight_of_loads(arm.loads for arm in carried)

    @property
    def movement(self) -> int:
        """His Movement with what he carries."""
        return movement_with(self.weight, self.combatant.movement)

    @property
    def able(self) -> bool:
        """Whether he can act: alive, not incapacitated."""
        return not self.out

    def arm(self, name: str) -> Arm | None:
        """The weapon of a name that he has."""
        return next((arm for arm in self.arms if arm.id == name), None)

    def with_arm(self, arm: Arm) -> Person:
        """The same man, with one of his weapons changed."""
        at = next(n for n, mine in enumerate(self.arms) if mine.id == arm.id)
        return replace(self, arms=(*self.arms[:at], arm, *self.arms[at + 1 :]))

    def without_arm(self, name: str) -> Person:
        """The same man without a weapon."""
        at = next(n for n, mine in enumerate(self.arms) if mine.id == name)
        return replace(self, arms=self.arms[:at] + self.arms[at + 1 :])

    def bombs_of(self, kind: str) -> int:
        """How many explosives of a kind he has."""
        return dict(self.bombs).get(kind, 0)

    def with_bombs(self, kind: str, change: int) -> Person:
        """The same man with more or fewer explosives of a kind."""
        left = dict(self.bombs)
        left[kind] = left.get(kind, 0) + change
        return replace(self, bombs=tuple((k, n) for k, n in left.items() if n > 0))
