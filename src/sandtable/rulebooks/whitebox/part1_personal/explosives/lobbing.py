"""EXPLOSIVES AND ROCKETS: thrown and fired at squares."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Any, Final, get_args

from msgspec.structs import replace

from sandtable.acts import Variant, Words
from sandtable.battle import Event, Order, Refusal
from sandtable.battle import slots as asking
from sandtable.battle.overlays import Overlay
from sandtable.battle.overlays import Shot as Line
from sandtable.battle.page import Slot, Trace
from sandtable.catalogue import cite
from sandtable.dice import Dice, exact
from sandtable.odds import Odds, percent
from sandtable.table import grid
from sandtable.table.grid import Square

from ...part2_vehicles.attack.bearing import vehicles_worth_attacking
from ...part3_combining.from_foot import nearest_square
from ...showing.places import on_map, shown, some, told_place
from ...state import Arm, OwbState, Person
from ...state.decision import Case
from ...state.frames import CookedOff, Explosive, Landing
from ...state.orders import AttackOrder, BombId, Cook, Flame, Launch, Rise, Throw
from ...state.tables import MISSILE, weapon_called
from ..attack.attack import (
    AT_A_SQUARE,
    BOMBS,
    AttackAtSquare,
    Leans,
    O,
    aims,
    beside,
    committed,
    leaning_told,
    reach,
    refusal_of,
    rings,
    short_name,
    squares_about,
)
from ..attack.missile import AREA_WEAPONS, check_weapon, multiples_of
from ..core_rulebook.harm import lend_a_hand
from ..cover.cover import check_lean
from ..line_of_sight.sight import leaning_out, range_between
from ..weapons.ammunition import shot_off
from ..weapons.flamethrower import FLAMETHROWER
from .blasts import IMPACT, TIMED, area, charge_of
from .explosions import everybody_caught
from .mortars import after_shot, check_crew, lob_of, minimum_range
from .throwing import Lob, check_hands, resolve_lob, throw_at


def lobbed(
    state: OwbState,
    person: Person,
    bomb: str,
    lob: Lob,
    dice: Dice,
    *,
    cooked: bool = False,
    at_once: bool = False,
    under: str = "",
) -> Iterator[Event]:
    """Roll for an explosive in the air, tell where it lands, and leave it there or set it off.

    Args:
        cooked: Whether it was lit before, so that nobody can throw it back.
        at_once: Whether it goes off where it lands, whatever it is.
        under: The vehicle that it is aimed under.
    """
    landed = resolve_lob(lob, state.grounds_clear_of(lob.square), dice)
    if landed.square is None:
        where = "without effect"
    elif landed.hit:
        where = f"on target at {state.setting.told(landed.square)}"
    else:
        off = range_between(state, lob.square, landed.square)
        where = f"{off} squares off, at {state.setting.told(landed.square)}"
    yield Event(
        kind="explosive",
        text=f"{person.name}: {weapon_called(bomb)}, {where}.",
        rules=("owb.blast.aim-at-square",),
        pieces=(person.id,),
        rolls=dice.take_rolls(),
        tallies=(lob.tally, lob.armor),
        data={"aim": lob.square, "lands": landed.square},
    )
    aimed_at = state.at(lob.square)
    if aimed_at is not None and aimed_at.unaware:
        state.change(aimed_at.id, unaware=False)
    if landed.square is None:
        return
    if at_once or bomb in IMPACT or (bomb in MISSILE and bomb != "grenade"):
        cite("owb.impact.detonates-at-once")
        beneath = under if landed.hit else ""
        state.push(Landing(kind=bomb, square=landed.square, under=beneath))
        return
    cite("owb.timed.detonates-at-end-of-round")
    target = state.vehicle_at(landed.square)
    sticks = bomb == "sticky-bomb" and landed.hit and target is not None
    lying = Explosive(
        kind=bomb,
        square=landed.square,
        owner=person.id,
        cooked=cooked,
        due=state.turn,
        vehicle=target.id if sticks and target is not None else "",
    )
    state.explosives = (*state.explosives, lying)


FLAME_WITHIN = 4


def thrown_within(state: OwbState) -> int:
    """How far an explosive can be thrown, in squares as ranges count them."""
    grenade = MISSILE["grenade"]
    return grenade.range * multiples_of(state, grenade)[-1]


def at_squares(state: OwbState, person: Person, enemies: list[Person]) -> Iterator[Order]:
    """Explosives, rockets, shells and flames at the squares of enemies."""
    own, within = state.square(person), thrown_within(state)
    for enemy in enemies:
        square = state.square(enemy)
        at = state.setting.point(square)
        for bomb, _ in person.bombs:
            if bomb != "charge" and grid.distance(own, square) <= within:
                yield Throw(person=person.id, bomb=bomb, at=at)  # type: ignore[arg-type]
        for arm in person.arms:
            if arm.id.startswith("rpg"):
                yield Launch(person=person.id, weapon=arm.id, at=at)  # type: ignore[arg-type]
            if arm.id == "mortar":
                yield Launch(person=person.id, weapon="mortar", at=at)
                for friend in state.persons():
                    if friend.side == person.side and friend.id != person.id:
                        yield Launch(person=person.id, weapon="mortar", at=at, helper=friend.id)
            if arm.id == "flamethrower" and grid.distance(own, square) <= FLAME_WITHIN:
                yield Flame(person=person.id, at=at)


def risings(state: OwbState, person: Person) -> Iterator[Order]:
    """Coming up from behind low cover, where one throws better at what one sees."""
    if person.ducked and any(easier_throws(state, person)):
        yield Rise(person=person.id)


def easier_throws(state: OwbState, person: Person) -> Iterator[Throw]:
    """The throws at enemies that would be easier for one who keeps down if he came up."""
    up = replace(person, ducked=False)
    for order in at_squares(state, person, state.enemies_of(person)):
        if isinstance(order, Throw):
            square = state.setting.square(order.at)
            blind, seen = (throw_at(state, one, order.bomb, square) for one in (person, up))
            if isinstance(blind, Refusal) or isinstance(seen, Refusal):
                continue
            if seen.armor.total < blind.armor.total:
                yield order


def throws_of(state: OwbState, person: Person, bomb: str, *, turning: bool) -> Iterator[Throw]:
    """Where a character could throw a lit explosive: at enemies, or simply away."""
    own = state.square(person)
    targets = [state.square(enemy) for enemy in state.enemies_of(person)]
    targets += [nearest_square(state, own, v) for v in vehicles_worth_attacking(state, person.side)]
    away = [grid.step(own, person.facing, count) for count in (4, 3, 2, 1)]
    for square in dict.fromkeys([*targets, *away, own]):
        order = Throw(person=person.id, bomb=bomb, at=state.setting.point(square))  # type: ignore[arg-type]
        if grid.distance(own, square) > thrown_within(state):
            continue
        if THROWING.check(state, _holding(person, bomb), order, turning=turning) is None:
            yield order


def _holding(person: Person, bomb: str) -> Person:
    return person if person.bombs_of(bomb) else person.with_bombs(bomb, 1)


def cookings(person: Person) -> Iterator[Order]:
    """The explosives that a character could light and hold."""
    if check_hands(person) is not None:
        return
    for bomb, _ in person.bombs:
        if bomb in TIMED:
            yield Cook(person=person.id, bomb=bomb)  # type: ignore[arg-type]


BOMB_IDS: Final[tuple[BombId, ...]] = get_args(BombId)


def _shells(state: OwbState, person: Person, arm: Arm) -> Iterator[Launch]:
    """Mortar shells, by one man or two, at whatever is not too near.

    Where diagonals count alternately, a square is half as far again as it is here at most.
    """
    if not arm.set_up:
        return
    loaded = check_weapon(state, person, replace(arm, fired_in=None), "single") is None
    friends = [one for one in state.persons() if one.side == person.side and one.id != person.id]
    crews = [one for one in (None, *friends) if check_crew(state, person, arm, one) is None]
    if not loaded or not crews:
        return
    near = 0 if person.off_map else 2 * minimum_range() // 3
    for square in rings(state, state.square(person), near, 10**6):
        for helper in crews:
            name = None if helper is None else helper.id
            at = state.setting.point(square)
            yield Launch(person=person.id, weapon="mortar", at=at, helper=name)


def open_throw(state: OwbState, person: Person, bomb: str, *, turning: bool) -> Square | None:
    """A square that somebody could throw at what he holds in his hand, if there is any."""
    if check_hands(person) is not None:
        return None
    for square in squares_about(state, person, reach(state, MISSILE["grenade"])):
        if isinstance(throw_at(state, person, bomb, square, turning=turning), Lob):
            return square
    return None


LANDINGS = ("no effect", "near miss", "on target")


def lob_odds(state: OwbState, lob: Lob) -> Odds:
    """The odds of where an explosive comes down."""
    grounds = state.grounds_clear_of(lob.square)

    def landing(dice: Dice) -> str:
        landed = resolve_lob(lob, grounds, dice)
        if landed.hit:
            return "on target"
        return "no effect" if landed.square is None else "near miss"

    return Odds.of("Where it comes down", exact(landing), LANDINGS, (lob.tally, lob.armor))


class Lobbing(AttackAtSquare[O]):
    """Something that goes off where it lands, aimed at a square."""

    def lob(self, state: OwbState, person: Person, order: O, *, turning: bool) -> Lob | Refusal:
        """It in the air, ready to be rolled, or why it cannot be."""
        raise NotImplementedError

    def kind(self, order: O) -> str:
        """What goes off."""
        return str(getattr(order, "bomb", "") or getattr(order, "weapon", ""))

    def check(
        self, state: OwbState, person: Person, order: Any, *, turning: bool
    ) -> Refusal | None:
        return check_lean(state, person, order.lean, turning=turning) or refusal_of(
            self.lob(state, person, order, turning=turning)
        )

    def odds(self, state: OwbState, order: Any) -> Odds | None:
        person = state.find_person(order.person)
        lob = None if person is None else self.lob(state, person, order, turning=True)
        return lob_odds(state, lob) if isinstance(lob, Lob) else None

    def preview(self, state: OwbState, order: Any) -> Trace | None:
        """The blast where it is aimed, where else it may land, and whom it may catch."""
        person, square = state.find_person(order.person), state.setting.square(order.at)
        if person is None:
            return None
        turning = not isinstance(state.frame, CookedOff)
        lob = self.lob(state, person, order, turning=turning)
        if isinstance(lob, Lob):
            return lob_traced(state, person, self.kind(order), lob)
        if not state.grounds.holds(square):
            return None
        return Trace(overlays=tuple(_blast(state, self.kind(order), square)))

    def told(self, state: OwbState, order: Any) -> str:
        return f"{self.kind(order)} at {told_place(state, order.at)}{leaning_told(order)}"


class Throwing(Lobbing[Throw]):
    """An explosive, thrown at a square."""

    order = Throw
    words = Words(
        label="Throw",
        key="G",
        rule="owb.blast.aim-at-square",
        hint="Aimed at a square; a miss may still land near it.",
        typed="throw MAN grenade at X,Y [lean X,Y]",
        means="Throw an explosive at a square.",
    )

    def ways(self, state: OwbState, person: Person) -> Iterator[Variant]:
        """Each kind that he has."""
        for bomb, count in person.bombs:
            if bomb != "charge":
                way = self.called(f"Throw {BOMBS[bomb]}", bomb=bomb)
                yield replace(way, hint=f"{way.hint} He has {count}.")

    def lob(self, state: OwbState, person: Person, order: Throw, *, turning: bool) -> Lob | Refusal:
        there, square = leaning_out(state, person, order.lean), state.setting.square(order.at)
        return throw_at(state, there, order.bomb, square, turning=turning)

    def check(
        self, state: OwbState, person: Person, order: Throw, *, turning: bool
    ) -> Refusal | None:
        if not person.bombs_of(order.bomb):
            return Refusal("owb.base.loadouts", f"He has no {order.bomb}.")
        return super().check(state, person, order, turning=turning)

    def carry_out(
        self, state: OwbState, person: Person, order: Throw, dice: Dice, only: str | None
    ) -> Iterator[Event]:
        lob = self.lob(state, person, order, turning=True)
        assert isinstance(lob, Lob)
        committed(state, person, towards=lob.square)
        state.put(state.person(person.id).with_bombs(order.bomb, -1))
        yield from lobbed(state, person, order.bomb, lob, dice)

    def conceivable(
        self, state: OwbState, person: Person, leans: Leans, like: AttackOrder | None
    ) -> Iterator[Throw]:
        """Everything that he has, into every square in reach."""
        bombs = [bomb for bomb in BOMB_IDS if person.bombs_of(bomb)]
        if not bombs or check_hands(person) is not None:
            return
        for square in squares_about(state, person, reach(state, MISSILE["grenade"])):
            at = state.setting.point(square)
            for bomb in bombs:
                for lean in leans:
                    yield Throw(person=person.id, bomb=bomb, at=at, lean=lean)


def _loaders(state: OwbState, person: Person) -> list[Person]:
    """The friends who are at hand to load a mortar, on the map or behind its edge with him."""
    at_hand = beside(state, person)
    return [
        one
        for one in state.persons()
        if one.side == person.side and one.id != person.id and one.able
        if (person.off_map and one.off_map) or (one.on_table and one in at_hand)
    ]


class Launching(Lobbing[Launch]):
    """A rocket or a mortar shell, fired at a square."""

    order = Launch
    words = Words(
        label="Launch",
        key="F",
        rule="owb.blast.aim-at-square",
        hint="Aimed at a square; a miss may still land near it.",
    )

    def ways(self, state: OwbState, person: Person) -> Iterator[Variant]:
        """Each weapon of that kind."""
        for arm in person.arms:
            if arm.id in AREA_WEAPONS and arm.id != FLAMETHROWER:
                yield self.called(f"Fire {short_name(arm)}", weapon=arm.id)

    def asked(
        self, case: Case, person: Person, fixed: Mapping[str, Any]
    ) -> tuple[Iterable[Slot], Refusal | None]:
        """A mortar is not fired around a wall, and somebody may load it."""
        if fixed["weapon"] != "mortar":
            return super().asked(case, person, fixed)
        names = [one.id for one in _loaders(case.state, person)]
        loading = asking.one_of("helper", "Who loads the mortar?", names, required=False)
        orders = (
            Launch(person.id, "mortar", at, helper)
            for helper in (None, *names)
            for at in aims(case, person)
        )
        slots = (asking.spot("at", AT_A_SQUARE), *((loading,) if names else ()))
        return slots, case.first_refusal(orders)

    def lob(
        self, state: OwbState, person: Person, order: Launch, *, turning: bool
    ) -> Lob | Refusal:
        return lob_of(state, person, order, turning=turning)

    def carry_out(
        self, state: OwbState, person: Person, order: Launch, dice: Dice, only: str | None
    ) -> Iterator[Event]:
        lob, arm = lob_of(state, person, order), person.arm(order.weapon)
        assert isinstance(lob, Lob)
        assert arm is not None
        mortar = order.weapon == "mortar"
        committed(state, person, towards=lob.square, direct=not mortar)
        fired = after_shot(state, arm, lob.square) if mortar else shot_off(state, arm, "single")
        state.put(replace(state.person(person.id).with_arm(fired), fired=True))
        if order.helper is not None:
            lend_a_hand(state, order.helper)
        yield from lobbed(state, person, order.weapon, lob, dice)

    def weapon(self, person: Person, order: Launch) -> str:
        """Nobody gets up for a mortar."""
        return "" if order.weapon == "mortar" else order.weapon

    def conceivable(
        self, state: OwbState, person: Person, leans: Leans, like: AttackOrder | None
    ) -> Iterator[Launch]:
        """Every weapon of that kind, into every square in reach."""
        for arm in person.arms:
            if arm.id == "mortar":
                yield from _shells(state, person, arm)
            elif arm.id in AREA_WEAPONS and arm.id != FLAMETHROWER:
                if check_weapon(state, person, arm, "single") is not None:
                    continue
                for square in squares_about(state, person, reach(state, arm.weapon)):
                    for lean in leans:
                        yield Launch(
                            person=person.id,
                            weapon=arm.id,  # type: ignore[arg-type]
                            at=state.setting.point(square),
                            lean=lean,
                        )


THROWING: Final = Throwing()


Landings = dict[Square | None, Fraction]


def lob_traced(state: OwbState, person: Person, kind: str, lob: Lob) -> Trace:
    """An explosive in the air."""
    landings = landings_of(state, lob)
    overlays: list[Overlay] = [*_blast(state, kind, lob.square)]
    near = [square for square in landings if square is not None and square != lob.square]
    if near:
        words = [f"{round(landings[square] * 100)}" for square in near]
        label = "Where a near miss may land, in percent"
        overlays.append(shown(state, near, "chance", label, words=words))
    if person.on_table and state.square(person) != lob.square:
        start, end = state.setting.point(state.square(person)), state.setting.point(lob.square)
        overlays.append(Line(start=start, end=end, side=person.side))
    notes = (
        *_about_aim(lob),
        *_about_landing(landings, lob),
        *caught_told(state, person.side, kind, landings),
    )
    return Trace(overlays=tuple(overlays), notes=(*notes, *_when(kind)))


def landings_of(state: OwbState, lob: Lob) -> Landings:
    """Where an explosive may land, and how likely that is; nowhere if it has no effect."""
    grounds = state.grounds
    found = exact(lambda dice: resolve_lob(lob, grounds, dice).square)
    return {square: Fraction(chance) for square, chance in found.items()}


def _blast(state: OwbState, kind: str, square: Square) -> Iterator[Overlay]:
    squares = on_map(state, area(square, charge_of(state, kind).reach))
    yield shown(state, squares, "danger", "The blast, if it lands where it is aimed")


def _about_aim(lob: Lob) -> Iterator[str]:
    if any(modifier.rule == "owb.impact.unseen-target" for modifier in lob.armor.modifiers):
        yield "He does not see the square: it is aimed blindly."
    if lob.sure:
        yield "The mortar is zeroed in on that square: it cannot miss."


def _about_landing(landings: Landings, lob: Lob) -> Iterator[str]:
    lost = landings.get(None, Fraction(0))
    there = landings.get(lob.square, Fraction(0))
    yield (
        f"In that square {percent(there)}, near it {percent(1 - lost - there)}, "
        f"without effect {percent(lost)}."
    )
    if lost + there < 1:
        yield "The numbers on the table say where it may land, in percent."


def caught_told(state: OwbState, side: str, kind: str, landings: Landings) -> Iterator[str]:
    """How likely it is for everybody to be caught in a blast, the likeliest first."""
    reach = charge_of(state, kind).reach
    chances: dict[str, Fraction] = {}
    for square, chance in landings.items():
        if square is not None:
            for name in everybody_caught(state, square, reach, kind):
                chances[name] = chances.get(name, Fraction(0)) + chance
    by_chance = sorted(chances.items(), key=lambda pair: -pair[1])
    for own, told in ((False, "Caught in the blast"), (True, "Friends at risk")):
        names = [
            f"{state.pieces[name].name} {percent(chance)}"
            for name, chance in by_chance
            if (state.pieces[name].side == side) == own
        ]
        if names:
            yield f"{told}: {some(names)}."


def _when(kind: str) -> Iterator[str]:
    if kind in TIMED:
        yield "It goes off at the end of the round; whoever is in its square may throw it back."
