"""Hand weapons fired out of vehicles, over the sides and through firing ports."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any, Final, Literal, get_args

from sandtable.acts import Words
from sandtable.battle import Event, Refusal
from sandtable.battle import slots as asking
from sandtable.battle.page import Action, Slot, Trace, Word
from sandtable.catalogue import cite
from sandtable.dice import Dice
from sandtable.odds import Odds

from ...part1_personal.attack.attack import mode_of_fire, struck_at, usable_first
from ...part1_personal.attack.missile import AREA_WEAPONS, check_weapon, rolls_allowed
from ...part1_personal.weapons.ammunition import shot_off
from ...state import Mount, OwbState, Person, Vehicle
from ...state.decision import Case, named
from ...state.tables import weapon_called
from ...state.vehicle_orders import FirePort
from ..damage.hull import share
from ..damage.walls_worn import stray_at_vehicle, stray_shot
from ..modifications.firing_ports import PORTS, check_place, fires_through, shot_through_port
from ..round.crew import by_whom
from .attack_roll import VehicleShot, shoot_vehicle
from .bearing import enemy_hulls, gun_of, guns_of
from .gun_attack import GunAttacking, bears, committed_aboard, gun_targets, has_swept, named_targets
from .line_of_fire import fired_from
from .ordered_shots import odds_of_gun_order, trace_gun


def through_ports(state: OwbState, person: Person) -> Iterator[FirePort]:
    """Shots with hand weapons out of a vehicle."""
    cite("owb.vattack.passengers-fire-hand-weapons")
    vehicle = state.find_vehicle(person.aboard)
    arms = [arm for arm in person.arms if arm.id not in AREA_WEAPONS]
    if vehicle is None or not arms:
        return
    ports = ("",) if not vehicle.armor or vehicle.open_top else tuple(PORTS)
    arm = arms[0]
    for port in ports:
        kind = port or "PIN"
        place = gun_of(state, vehicle, person, Mount(id="", weapon=arm.id, kind=kind))  # type: ignore[arg-type]
        names = [
            enemy.id for enemy in state.enemies_of(person) if bears(place, (state.square(enemy),))
        ]
        names += [
            other.id
            for other in enemy_hulls(state, person.side)
            if share(arm.id, other.armor) and bears(place, state.footprint(other).squares)
        ]
        for name in names:
            yield FirePort(
                person=person.id,
                weapon=arm.id,
                target=name,
                port=port,  # type: ignore[arg-type]
                mode="burst" if arm.weapon.burst else "single",
                twice=rolls_allowed(arm.weapon) > 1,
            )


PortMode = Literal["single", "burst", "both-barrels"]

HAND_MODES: Final[tuple[PortMode, ...]] = get_args(PortMode)


class FiringOut(GunAttacking[FirePort]):
    """A hand weapon is fired out of a vehicle."""

    order = FirePort
    words = Words(
        label="Fire out of it",
        key="P",
        rule="owb.vattack.passengers-fire-hand-weapons",
        hint="A hand weapon, over the sides or through a port.",
        typed="port MAN WEAPON at TARGET [F|R|L|A] [single|burst|both-barrels] [twice]",
        means="Fire a hand weapon out of a vehicle, over its sides or through a port.",
        also=("port",),
    )

    def refusal(self, state: OwbState, person: Person, order: FirePort) -> Refusal | None:
        """Whether there is a place to fire from, and a shot."""
        shot = shot_through_port(state, person, order)
        return shot if isinstance(shot, Refusal) else has_swept(person)

    def carry_out(
        self, state: OwbState, person: Person, order: FirePort, dice: Dice, only: str | None
    ) -> Iterator[Event]:
        """Fire, once or twice; the second of two rolls may have become impossible."""
        vehicle = state.vehicle(person.aboard)
        committed_aboard(state, person.id, ported=fires_through(vehicle, order.port))
        for _ in range(2 if order.twice else 1):
            person = state.person(order.person)
            arm = person.arm(order.weapon)
            shot = None if arm is None else shot_through_port(state, person, order)
            if arm is None or shot is None or isinstance(shot, Refusal):
                continue
            state.put(person.with_arm(shot_off(state, arm, order.mode)))
            source = fired_from(state, state.vehicle(person.aboard), order.port or "PIN")
            if isinstance(shot, VehicleShot):
                result = yield from shoot_vehicle(state, shot, dice)
                yield from stray_at_vehicle(state, shot, result, source, dice)
            else:
                struck = yield from struck_at(state, shot, dice)
                yield from stray_shot(state, shot, struck, source, dice)

    def conceivable(
        self, state: OwbState, person: Person, like: FirePort | None
    ) -> Iterator[FirePort]:
        """Every hand weapon out of every place: over the sides, and through the ports."""
        vehicle = state.find_vehicle(person.aboard)
        if vehicle is None:
            return
        ports = [port for port in ("", *PORTS) if check_place(state, person, vehicle, port) is None]
        arms = [arm for arm in person.arms if arm.id not in AREA_WEAPONS] if ports else []
        for arm, mode in product(arms, HAND_MODES if like is None else (like.mode,)):
            if check_weapon(state, person, arm, mode) is None:
                for name, port in product(gun_targets(state, person.side), ports):
                    yield FirePort(person.id, arm.id, name, port=port, mode=mode)  # type: ignore[arg-type]

    def odds(self, state: OwbState, order: FirePort) -> Odds | None:
        return odds_of_gun_order(state, order)

    def preview(self, state: OwbState, order: FirePort) -> Trace | None:
        return trace_gun(state, order)

    def told(self, state: OwbState, order: FirePort) -> str:
        where = f", port {order.port}" if order.port else ""
        how = "twice" if order.twice else order.mode
        return f"{weapon_called(order.weapon)} at {named(state, order.target)}, {how}{where}"

    def attacks(self, state: OwbState, person: Person) -> Iterator[FirePort]:
        if not any(guns_of(state, person)):
            yield from through_ports(state, person)

    def by(self, case: Case, vehicle: Vehicle, person: Person) -> Iterator[Action]:
        """Hand weapons fired over the sides or through ports."""
        names = named_targets(case, vehicle, person)
        arms = [arm for arm in person.arms if arm.id not in AREA_WEAPONS]
        for arm in arms:
            modes: tuple[str, ...] = ("burst", "single") if arm.weapon.burst else ("single",)
            if arm.id == "shotgun-double-barreled":
                modes = (*modes, "both-barrels")
            modes = usable_first(case, person, arm, modes)
            twice = asking.flag("twice", "Both of its shots at the same target?")
            places = [port for port in PORT_WORDS if not port or vehicle.has("firing-ports")]
            base: dict[str, Any] = {"person": person.id, "weapon": arm.id}
            orders = {
                (port, name): FirePort(**base, target=name, port=port, mode=modes[0])  # type: ignore[arg-type]
                for port in places
                for name in names
            }
            able = [key for key, order in orders.items() if case.allows(order)]
            listed = dict.fromkeys([*(name for _, name in able), *names])
            if not able and not orders:
                continue
            yield case.action(
                FirePort,
                self.words,
                piece=vehicle.id,
                fixed=base,
                slots=(
                    asking.one_of("target", "Choose a target", listed),
                    _port(places, able[0][0] if able else ""),
                    mode_of_fire(modes),
                    *((twice,) if rolls_allowed(arm.weapon) > 1 else ()),
                ),
                refusal=None if able else case.first_refusal(orders.values()),
                label=f"Fire, {person.name}"
                if arm is arms[0]
                else f"{person.name}: {arm.weapon.name.partition(' (')[0].lower()}",
                hint=f"{arm.weapon.name}: {self.words.hint} {by_whom(person)}",
            )


def _port(places: list[str], default: str) -> Slot:
    words = tuple(Word(value=port, label=PORT_WORDS[port]) for port in places)
    return Slot(
        name="port", sort="word", ask="From where?", words=words, default=default, required=False
    )


PORT_WORDS: Final = {
    "": "over the side",
    "F": "front port",
    "R": "right port",
    "L": "left port",
    "A": "rear port",
}
