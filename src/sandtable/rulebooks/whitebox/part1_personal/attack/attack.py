"""What attacks of men on foot have in common: what each says of itself, and what several ask.

Whether a decision is due follows from what is legal, so an attack names everything that could be
ordered: everybody and every vehicle that is known, every square in reach, every weapon, explosive
and mode, whoever could load a mortar, and every square to lean out into. What can only make an
order illegal is left out: second targets, second rolls, those who change barrels, and further modes
of a weapon that can be fired in one.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from itertools import islice
from typing import Any, Final, TypeVar, get_args

from msgspec.structs import replace

from sandtable.acts import Act, Given
from sandtable.battle import Event, Order, Refusal, happened
from sandtable.battle import slots as asking
from sandtable.battle.page import Slot, Word
from sandtable.catalogue import cite
from sandtable.dice import Dice
from sandtable.table import grid
from sandtable.table.grid import Square

from ...state import Arm, OwbState, Person, Vehicle
from ...state.decision import Case
from ...state.frames import Ambushing, Interrupt, Item, Turn
from ...state.orders import AttackOrder, Mode, Point, Shoot
from ...state.tables import MISSILE, RIFLES, weapon_called
from ...state.vehicle_orders import ShootAboard
from ..core_rulebook.harm import hurt
from ..cover.cover import lean_outs
from ..line_of_sight.sight import direction, eye, range_between
from .attack_roll import Blow, Fumble, Hit, resolve_blow, told_for_luck
from .melee import LONG_GUNS
from .missile import Ranged, check_weapon, multiples_of

Leans = tuple[Point | None, ...]
"""How somebody can stand for an attack: where he is, or leaning out to one of some points."""


MODES: Final[tuple[Mode, ...]] = get_args(Mode)


AHEAD: Final = (4, 3, 2, 1)
"""How far ahead squares are tried before all others: most often one of them will do."""


def targets(state: OwbState, side: str) -> list[Person]:
    """Those of other sides on the map who are known and live, the incapacitated included."""

    def find() -> list[Person]:
        return [
            one
            for one in state.persons()
            if one.side != side and one.on_table and one.out != "dead" and not one.hidden
        ]

    return state.once(("targets", side), find)


def hulls(state: OwbState, side: str) -> list[Vehicle]:
    """The vehicles of other sides on the map that are known."""
    return [one for one in state.vehicles() if one.side != side and one.on_table and not one.hidden]


def reach(state: OwbState, weapon: Ranged) -> int:
    """Farther than so many squares nothing is shot or thrown at."""
    return weapon.range * multiples_of(state, weapon)[-1]


def squares_about(state: OwbState, person: Person, far: int) -> Iterator[Square]:
    """Every square of the map within so many of a character: some ahead, then the nearest first."""
    origin = eye(state, person)
    for count in AHEAD:
        square = grid.step(origin, person.facing, count)
        if count <= far and state.grounds.holds(square):
            yield square
    yield from rings(state, state.square(person), 0, far)


def rings(state: OwbState, centre: Square, near: int, far: int) -> Iterator[Square]:
    """The squares of the map between two distances from one of them, the nearest first."""
    width, rows = state.setting.width, state.setting.rows
    (x, y), most = centre, max(width, rows) + max(map(abs, centre))
    for away in range(near, min(far, most) + 1):
        for row in range(max(0, y - away), min(rows - 1, y + away) + 1):
            whole = abs(row - y) == away
            for column in range(x - away, x + away + 1, 1 if whole else 2 * away):
                if 0 <= column < width:
                    yield (column, row)


def usable_modes(state: OwbState, person: Person, arm: Arm, like: AttackOrder | None) -> list[Mode]:
    """How a weapon can be fired as it is: not at all if it is empty, jammed or not set up.

    Any one mode will do where none was declared: what can be hit in another can be hit in that.
    """
    wanted: tuple[Mode, ...] = MODES if like is None else (getattr(like, "mode", MODES[0]),)
    usable = (mode for mode in wanted if check_weapon(state, person, arm, mode) is None)
    return list(islice(usable, 1))


MODE_NAMES: Final[dict[str, str]] = {
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


AT_A_SQUARE = "Choose a square"


LEANS = "Does he lean out of cover? Choose a square beside him"


BARRELS = "Who changes the barrels?"

BESIDE = 1


Alike = Callable[[Order], bool]


def leans_to(case: Case, person: Person) -> list[Point]:
    """The points that he can lean out to now: for attacks in his own turn, or out of an ambush."""
    return leans_of(case.state, person)


def leans_of(state: OwbState, person: Person) -> list[Point]:
    """The same, in a state."""
    if not person.on_table or not isinstance(state.frame, Turn | Ambushing):
        return []
    return [state.setting.point(square) for square in lean_outs(state, person)]


def _asked_to_lean(state: OwbState, person: Person) -> Slot | None:
    return asking.spot_or_none("lean", LEANS) if leans_of(state, person) else None


LEANING: Final = Given("lean", _asked_to_lean)
"""The square that he leans out into, where there is tall cover beside him."""

AT_SQUARE: Final = Given("at", asking.spot("at", AT_A_SQUARE))
"""The square that something is aimed at."""


def short_name(arm: Arm) -> str:
    """What a weapon is called where there is little room: without what is in brackets."""
    return arm.weapon.name.partition(" (")[0].lower()


def labelled(text: str, arm: Arm, *, plain: bool) -> str:
    """What an attack is called; with another than the first weapon, that is named."""
    return text if plain else f"{text}, {short_name(arm)}"


def nobody(enemies: list[Person]) -> Refusal | None:
    """Why nobody can be attacked where there is no enemy; ``None`` where there is one."""
    if enemies:
        return None
    return Refusal("owb.missile.needs-line-of-sight", "There is no enemy to be seen.")


def barrels(case: Case, helped: Mapping[str, Order]) -> list[Slot]:
    """Who changes the barrels, among those who can: the order with the help of each."""
    able = [name for name, order in helped.items() if case.allows(order)]
    return [asking.one_of("helper", BARRELS, able, required=False)] if able else []


def opening_helper(case: Case, person: Person, arm: Arm, order: Shoot | ShootAboard) -> list[Slot]:
    """Who changes the barrels of a weapon that opens suppressive fire; only belts need it."""
    if order.mode != "suppress" or arm.weapon.feed != "belt":
        return []
    near = beside(case.state, person)
    return barrels(case, {one.id: replace(order, helper=one.id) for one in near})


def beside(state: OwbState, person: Person) -> list[Person]:
    """The friends of a character in the next squares."""
    own = state.square(person)
    return [
        friend
        for friend in state.people(person.side)
        if friend.id != person.id and grid.distance(own, state.square(friend)) <= BESIDE
    ]


def usable_first(case: Case, person: Person, arm: Arm, modes: tuple[str, ...]) -> tuple[str, ...]:
    """Some modes of fire, those first in which a weapon can be fired as it is."""
    unusable = {mode for mode in modes if check_weapon(case.state, person, arm, mode) is not None}
    return tuple(sorted(modes, key=lambda mode: mode in unusable))


def mode_of_fire(modes: tuple[str, ...]) -> Slot:
    """In which of its modes a weapon is fired; in the most usual one if nothing is said."""
    words = [Word(value=mode, label=MODE_NAMES[mode]) for mode in modes]
    return asking.word("mode", "How does he fire?", words, required=False, default=modes[0])


def aims(case: Case, person: Person) -> Iterator[tuple[float, float]]:
    """The points that something could be aimed at, the likeliest first: in the end, everywhere."""
    state = case.state
    likely = [state.square(enemy) for enemy in state.enemies_of(person)]
    own = state.square(person)
    everywhere = ((x, y) for y in range(state.setting.rows) for x in range(state.setting.width))
    for square in dict.fromkeys([*likely, own, *everywhere]):
        yield state.setting.point(square)


def refusal_of(found: object) -> Refusal | None:
    """Why there is no attack, if there is none."""
    return found if isinstance(found, Refusal) else None


def check_opening_helper(
    state: OwbState, person: Person, weapon: str, helper: str | None, mode: str, *, turning: bool
) -> Refusal | None:
    """Why nobody can change the barrels when fire is opened; that is said on one's own turn."""
    if helper is None:
        return None
    if mode != "suppress" or not turning:
        return Refusal("owb.suppress.barrel-change", "No barrels are changed for that.")
    return check_helper(state, person, weapon, helper)


def check_helper(state: OwbState, person: Person, weapon: str, name: str | None) -> Refusal | None:
    """Why somebody cannot change the barrels of a weapon, or ``None`` if he can."""
    if name is None:
        return None
    helper = state.find_person(name)
    rule = "owb.suppress.barrel-change"
    if weapon not in MISSILE or MISSILE[weapon].feed != "belt":
        return Refusal(rule, "Only a belt-fed machinegun has its barrels changed.")
    if helper is None or helper.side != person.side or helper.id == person.id or not helper.able:
        return Refusal(rule, "There is no friend of that name to help.")
    if helper.acted or helper.attacked or helper.swept or helper.done or helper.routed:
        return Refusal(rule, f"{helper.name} has acted already.")
    far = range_between(state, state.square(helper), state.square(person))
    at_hand = helper.on_table and far <= 1
    return None if at_hand else Refusal(rule, f"{helper.name} is not at hand.")


O = TypeVar("O", bound=Order)  # noqa: E741 - an order


class Attack(Act[OwbState, O], ABC):
    """One kind of attack of a man on foot."""

    doer = "person"

    @abstractmethod
    def check(self, state: OwbState, person: Person, order: O, *, turning: bool) -> Refusal | None:
        """Why it cannot be made now; ``turning`` if he may turn freely, as on his own turn."""

    @abstractmethod
    def carry_out(
        self, state: OwbState, person: Person, order: O, dice: Dice, only: str | None
    ) -> Iterator[Event]:
        """Make it; ``only`` at the one who has just shown himself, if a Trained weapon fires."""

    @abstractmethod
    def conceivable(
        self, state: OwbState, person: Person, leans: Leans, like: AttackOrder | None
    ) -> Iterator[O]:
        """Everything of this kind that could be ordered, with the means of ``like`` if any."""

    def weapon(self, person: Person, order: O) -> str:
        """The weapon of a direct attack; explosives are lobbed, and melee needs no standing up."""
        return ""


class AttackAtSquare(Attack[O]):
    """An attack at a square, from where one is or leaning out."""

    fields = (AT_SQUARE, LEANING)

    def asked(
        self, case: Case, person: Person, fixed: Mapping[str, Any]
    ) -> tuple[Iterable[Slot], Refusal | None]:
        """Nothing speaks against it if there is a square for it, in the end any of the map."""
        slots, _ = super().asked(case, person, fixed)
        orders = (
            self.order(person=person.id, at=at, lean=lean, **fixed)
            for lean in (None, *leans_to(case, person))
            for at in aims(case, person)
        )
        return slots, case.first_refusal(orders)


def leaning_told(order: Any) -> str:
    """That somebody leans out for an attack, in words."""
    return " leaning out" if order.lean is not None else ""


def between_turns(state: OwbState) -> bool:
    """Whether whoever attacks now does so outside of his own turn, and does not turn for it."""
    return any(isinstance(frame, Interrupt) for frame in state.agenda)


def committed(
    state: OwbState, person: Person, *, towards: Square | None = None, direct: bool = False
) -> Person:
    """A character who has made his Attack: it ends a withheld one and a Trained weapon."""
    cite("owb.withhold.carries-over")
    person = state.person(person.id)
    heading = person.heading
    own = state.square(person)
    if between_turns(state):
        cite("owb.grid.facing-change-free")
    elif towards is not None and towards != own and person.on_table:
        heading = direction(own, towards) * 45.0
    return state.change(
        person.id,
        attacked=True,
        withheld=False,
        trained=None,
        heading=heading,
        ducked=person.ducked and not direct,
    )


def struck_at(state: OwbState, blow: Blow, dice: Dice) -> Generator[Event, None, Hit]:
    """Roll one attack, tell of it, and apply it."""
    result = resolve_blow(blow, dice)
    attacker, target = state.person(blow.attacker), state.person(blow.target)
    told = f"hits for {result.damage}" if result.hit else "misses"
    yield Event(
        kind="attack",
        text=f"{attacker.name} attacks {target.name} ({weapon_called(blow.weapon)}) and {told}.",
        rules=("owb.attack.roll",),
        pieces=(attacker.id, target.id),
        rolls=dice.take_rolls(),
        tallies=(blow.tally, blow.armor),
        data={
            "hit": result.hit,
            "damage": result.damage,
            **told_for_luck(result.hit, blow.hits_with),
        },
    )
    if target.unaware:
        state.change(target.id, unaware=False)
    yield from fumbled(state, blow.attacker, blow.weapon, result.fumble)
    if result.hit:
        yield from hurt(state, target.id, result.damage)
    return result


def _in_hand(person: Person, weapon: str) -> Arm | None:
    """What somebody holds who attacks with a weapon; a club may be the butt of his gun.

    A bayonet is fixed on his rifle, if he has one.
    """
    if weapon == "club" and weapon not in person.blades:
        return next((arm for arm in person.arms if arm.id in LONG_GUNS), None)
    if weapon == "bayonet":
        return next((arm for arm in person.arms if arm.id in RIFLES), None)
    return person.arm(weapon)


def _drop(state: OwbState, person: Person, arm: Arm | None, weapon: str) -> None:
    """A weapon falls to the ground, a rifle with the bayonet that is fixed on it.

    That of somebody aboard a vehicle falls into the vehicle.
    """
    falling = weapon if arm is None else "bayonet" if arm.id in RIFLES else ""
    blade = falling if falling in person.blades else ""
    if arm is None and not blade:
        return
    if arm is not None:
        person = person.without_arm(arm.id)
    kept = tuple(name for name in person.blades if name != blade)
    state.put(replace(person, blades=kept))
    state.items = (*state.items, Item(state.square(person), arm, blade, person.aboard))


def fumbled(state: OwbState, attacker: str, weapon: str, fumble: Fumble) -> Iterator[Event]:
    """What a natural 1 has led to, if anything went wrong."""
    if not fumble:
        return
    person = state.person(attacker)
    arm = _in_hand(person, weapon)
    match fumble:
        case "dropped":
            _drop(state, person, arm, weapon)
        case "jammed" if arm is not None:
            state.put(person.with_arm(replace(arm, jam=-1)))
        case "fell" if not person.aboard:
            fallen = {"stance": "prone"} if state.on("stances") else {"tripped": True}
            state.change(person.id, **fallen, climbing=None)
    yield happened("fumble", f"{person.name}: {fumble}.", "owb.attack.natural-20-and-1", person.id)
