"""Where a fight stands: characters on squares, the round, and what must be settled first."""

from __future__ import annotations

from typing import Any, ClassVar, Literal

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from sandtable.battle import Outcome, Piece
from sandtable.battle.decisions import AgendaState
from sandtable.rulebooks.whitebox.ground import Change, Grounds
from sandtable.rulebooks.whitebox.orders import ActionOrder, AttackOrder
from sandtable.rulebooks.whitebox.setting import Setting
from sandtable.rulebooks.whitebox.tables import COMBATANTS, MISSILE, Combatant, Throw, Weapon
from sandtable.table import grid
from sandtable.table.grid import Square

Stance = Literal["standing", "kneeling", "prone"]
Profession = Literal["", "soldier", "combat-engineer", "wheelman", "medic"]
Phase = Literal["setup", "free-attack", "free-turn", "declarations", "turns", "end", "over"]


class Arm(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A weapon that somebody carries or mans.

    Attributes:
        id: Which weapon of the tables it is.
        rounds: What its magazine holds, where rounds are counted.
        loads: The spare loads carried for it.
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


class Person(Piece, frozen=True, kw_only=True):
    """A character.

    Attributes:
        rank: What sort of combatant he is.
        group: With whom he acts.
        profession: The class of an operative.
        hp: The hit points he has left.
        most_hp: Those he began with.
        strength: His bonus from it; likewise the next two.
        movement: His Movement with what he carries.
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
        routed: Whether he runs for his edge of the map.
    """

    rank: str
    group: str
    profession: Profession = ""
    hp: int
    most_hp: int
    strength: int = 0
    dexterity: int = 0
    constitution: int = 0
    movement: int = 12
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
    routed: bool = False

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
        "movement",
        "diagonals",
        "steps",
        "fell_in",
        "lit_in",
        "fired",
        "swept",
    )

    @property
    def facing(self) -> int:
        """Where he faces, in eighths of a turn."""
        return round(self.heading / 45.0) % 8

    @property
    def combatant(self) -> Combatant:
        """His row of the table."""
        return COMBATANTS[self.rank]

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


class Explosive(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An explosive that lies on the map and will go off.

    Attributes:
        kind: What it is.
        square: Where it lies.
        owner: Who threw, dropped or set it.
        cooked: Whether it was cooked or dropped, and so cannot be thrown back.
        due: The round at whose end it goes off; none for a charge on a wire.
        attached: The square of the feature that a charge is fixed to.
    """

    kind: str
    square: Square
    owner: str
    cooked: bool = False
    due: int | None = None
    attached: Square | None = None


class Item(Struct, frozen=True):
    """A weapon that lies on the map."""

    square: Square
    arm: Arm | None = None
    blade: str = ""


class Party(Struct, frozen=True, kw_only=True):
    """Those who take their turns together: a group of the round's Initiative."""

    name: str
    side: str
    members: tuple[str, ...]
    result: int


class Segment(Struct, frozen=True, kw_only=True):
    """A part of a round: parties that act at the same Initiative, in this order.

    Attributes:
        parties: Those still to take their turns.
        tied: Whether they act simultaneously, so that nobody is put out before it ends.
        late: Whether it is for those who lose Initiative.
        first: Whether it belongs to the winner of Initiative alone.
    """

    parties: tuple[Party, ...]
    tied: bool = False
    late: bool = False
    first: bool = False


# -- frames of the agenda -------------------------------------------------------------------------


class Deploying(Struct, frozen=True, kw_only=True, tag=True):
    """A side sets its men up."""

    side: str
    waiting: tuple[str, ...]


class Ambushing(Struct, frozen=True, kw_only=True, tag=True):
    """Ambushers make their free attacks."""

    waiting: tuple[str, ...]


class Declaring(Struct, frozen=True, kw_only=True, tag=True):
    """A side says who will reload or change position this round."""

    sides: tuple[str, ...]


class Turn(Struct, frozen=True, kw_only=True, tag=True):
    """The turn of a character.

    Attributes:
        person: Whose it is.
        used: What he has done beside moving.
        moved: Whether he has moved before, or after, that.
        over: Whether his move of this turn is over.
        weapon: The weapon that he has used.
    """

    person: str
    used: Literal["", "attack", "action"] = ""
    moved: Literal["", "before", "after"] = ""
    over: bool = False
    weapon: str = ""


class Moving(Struct, frozen=True, kw_only=True, tag=True):
    """A character on his way, square by square."""

    person: str
    path: tuple[Square, ...]
    crawl: bool = False


class Interrupt(Struct, frozen=True, kw_only=True, tag=True):
    """A moment at which withheld attacks and trained weapons may fire.

    Attributes:
        about: The enemy who has done something.
        moment: What that is.
        passed: Who has let it pass.
    """

    about: str
    moment: Literal["step", "declared", "up", "start"]
    passed: tuple[str, ...] = ()


class Attacking(Struct, frozen=True, kw_only=True, tag=True):
    """An attack that has been declared.

    Attributes:
        person: Who makes it.
        attack: The order.
        stage: Whether others may still interrupt it, or another target must be named.
        free: Whether it is made outside of his own turn.
    """

    person: str
    attack: AttackOrder
    stage: Literal["declared", "due", "retarget"] = "declared"
    free: bool = False


class Acting(Struct, frozen=True, kw_only=True, tag=True):
    """An Action that has been declared."""

    person: str
    action: ActionOrder
    stage: Literal["declared", "due"] = "declared"


class Sweeping(Struct, frozen=True, kw_only=True, tag=True):
    """Suppressive fire that is being resolved, victim by victim.

    Attributes:
        gunner: Who fires.
        origin: From which square.
        victims: Who is still to be struck, nearest first.
        damage: What a bullet does.
        arm: The weapon.
        due: Whether the weapon may fail when this is over.
        helped: Whether somebody changes the barrels.
    """

    gunner: str
    origin: Square
    victims: tuple[str, ...]
    damage: Throw
    arm: str = ""
    due: bool = False
    helped: bool = False


class Struck(Struct, frozen=True, kw_only=True, tag=True):
    """A victim of suppressive fire who may react."""

    person: str
    gunner: str
    origin: Square
    bullets: int
    damage: Throw


class Blast(Struct, frozen=True, kw_only=True, tag=True):
    """An explosion that is being resolved.

    Attributes:
        centre: Its central square.
        reach: How far it reaches.
        damage: What it does, once that has been rolled.
        victims: Who is still to save, nearest first.
        helpless: Who has no save against it.
    """

    centre: Square
    reach: int
    damage: int
    victims: tuple[str, ...]
    helpless: tuple[str, ...] = ()


class Landing(Struct, frozen=True, kw_only=True, tag=True):
    """Something that goes off in a square now.

    Attributes:
        kind: What it is.
        square: Where.
        helpless: Who has no save against it.
        attached: The square of the feature that it is fixed to.
    """

    kind: str
    square: Square
    helpless: tuple[str, ...] = ()
    attached: Square | None = None


class Diving(Struct, frozen=True, kw_only=True, tag=True):
    """A character who chooses where he dives."""

    person: str
    spots: tuple[Square, ...]
    source: Square


class Detonating(Struct, frozen=True, kw_only=True, tag=True):
    """Explosives that go off at the end of the round, one after another."""

    queue: tuple[Explosive, ...]


class ThrowingBack(Struct, frozen=True, kw_only=True, tag=True):
    """A character who may throw an explosive back."""

    person: str
    explosive: Explosive


class CookedOff(Struct, frozen=True, kw_only=True, tag=True):
    """Cooked explosives that must be thrown now."""

    queue: tuple[str, ...]


class Injured(Struct, frozen=True, kw_only=True, tag=True):
    """What follows from an injury: a dropped explosive, a burst tank."""

    person: str


class EndOfRound(Struct, frozen=True, kw_only=True, tag=True):
    """The steps after all turns, of which so many are done."""

    step: int = 1


Frame = (
    Deploying
    | Ambushing
    | Declaring
    | Turn
    | Moving
    | Interrupt
    | Attacking
    | Acting
    | Sweeping
    | Struck
    | Blast
    | Landing
    | Diving
    | Detonating
    | ThrowingBack
    | CookedOff
    | Injured
    | EndOfRound
)


class OwbState(AgendaState, kw_only=True):
    """The state of a fight.

    Attributes:
        setting: The map, the scenario and the switches.
        turn: The round; 0 for the free turn of Surprise.
        pieces: The characters, dead ones included, by id.
        phase: The part of the round.
        agenda: What must be settled first, the most urgent last.
        segment: Whose turns it is.
        queue: The segments still to come.
        order: The parties in the order in which they acted in the last round.
        winners: The groups that win the next Initiative automatically.
        explosives: What lies on the map and will go off, in the order in which it was laid.
        items: Weapons that lie on the map.
        changes: Features that have been opened or destroyed.
        wire: Barbed wire that is being opened, by edge or square, with the Actions spent.
        struck: Who has been struck by which gun this round, as (gunner, victim).
        harmed: Who has been injured in this tied segment, and what follows from it waits.
        left: Those who have left the map.
        strength: How many each group began with.
        tested: The groups that have checked their morale.
        quiet: The rounds in a row in which nobody lost a hit point.
        hurt: Whether somebody lost one in this round.
        deployed: The sides in the order in which they set up.
        outcome: How the battle ended.
    """

    setting: Setting
    pieces: dict[str, Person]
    phase: Phase = "setup"
    agenda: tuple[Frame, ...] = ()
    segment: Segment | None = None
    queue: tuple[Segment, ...] = ()
    order: tuple[str, ...] = ()
    winners: tuple[str, ...] = ()
    explosives: tuple[Explosive, ...] = ()
    items: tuple[Item, ...] = ()
    changes: tuple[Change, ...] = ()
    wire: tuple[tuple[Square, Square | None, int], ...] = ()
    struck: tuple[tuple[str, str], ...] = ()
    harmed: tuple[str, ...] = ()
    left: tuple[str, ...] = ()
    strength: tuple[tuple[str, int], ...] = ()
    tested: tuple[str, ...] = ()
    quiet: int = 0
    hurt: bool = False
    deployed: tuple[str, ...] = ()
    outcome: Outcome | None = None

    # -- asking -----------------------------------------------------------------------------------

    @property
    def grounds(self) -> Grounds:
        """The map as it is now."""
        return self.setting.grounds_with(self.changes)

    def option(self, name: str) -> str:
        """How a switch of the battle is set."""
        return self.setting.options[name]

    def on(self, name: str) -> bool:
        """Whether a switch of the battle is on."""
        return self.setting.options[name] == "on"

    def square(self, person: Person) -> Square:
        """The square that a character is in."""
        return self.setting.square((person.x, person.y))

    def people(self, side: str | None = None) -> list[Person]:
        """The characters on the map who are able to act, of one side or of all."""
        return [
            person
            for person in self.pieces.values()
            if person.able and person.on_table and (side is None or person.side == side)
        ]

    def enemies_of(self, person: Person) -> list[Person]:
        """Those of other sides on the map who are able to act."""
        return [
            other
            for other in self.pieces.values()
            if other.side != person.side and other.able and other.on_table
        ]

    def at(self, square: Square) -> Person | None:
        """Who holds a square: the character in it who is able to act."""
        x, y = grid.to_table(square, self.setting.rows)
        for person in self.pieces.values():
            if person.x == x and person.y == y and person.able and person.on_table:
                return person
        return None

    def body_at(self, square: Square) -> bool:
        """Whether somebody lies in a square who is out of action."""
        x, y = grid.to_table(square, self.setting.rows)
        return any(
            person.x == x and person.y == y and person.out and person.on_table
            for person in self.pieces.values()
        )

    @property
    def tied(self) -> bool:
        """Whether the turns of this segment are simultaneous."""
        return self.segment is not None and self.segment.tied

    def turn_frame(self) -> Turn | None:
        """The turn that is being taken."""
        return next((f for f in reversed(self.agenda) if isinstance(f, Turn)), None)

    def out_of_play(self) -> tuple[str, ...]:
        """Those who have left the map."""
        return self.left

    # -- changing ---------------------------------------------------------------------------------

    def put(self, person: Person) -> Person:
        """Put a changed character in the place of the old one."""
        self.pieces[person.id] = person
        return person

    def change(self, name: str, **fields: Any) -> Person:
        """Change some fields of a character."""
        return self.put(replace(self.pieces[name], **fields))

    def move_to(self, name: str, square: Square) -> Person:
        """Put a character into another square."""
        x, y = grid.to_table(square, self.setting.rows)
        return self.change(name, x=x, y=y, moving=True)

    def swap_turn(self, **fields: Any) -> None:
        """Change some fields of the turn that is being taken, wherever it is on the agenda."""
        for at in range(len(self.agenda) - 1, -1, -1):
            frame = self.agenda[at]
            if isinstance(frame, Turn):
                changed = msgspec.structs.replace(frame, **fields)
                self.agenda = (*self.agenda[:at], changed, *self.agenda[at + 1 :])
                return
