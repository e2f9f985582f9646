"""Section 15.3: what an air support mission does, and who fires at it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

from sandtable.battle import Choice, Event, Order, Refusal
from sandtable.dice import Dice
from sandtable.rulebooks.panzer8.s15_events.air_support import candidates as listing
from sandtable.rulebooks.panzer8.s15_events.air_support import missions as air
from sandtable.rulebooks.panzer8.s15_events.air_support.anti_aircraft import check_flak
from sandtable.rulebooks.panzer8.state import AirMission, P8State
from sandtable.rulebooks.panzer8.state.decision import Decision
from sandtable.rulebooks.panzer8.state.orders import Done, FireFlak, Patrol, Strike


class FlyingMission(Decision[AirMission]):
    """How aircraft find their target, or that they patrol; and who fires at them before that."""

    answers: ClassVar[tuple[type[Order], ...]] = (Strike, Patrol, FireFlak, Done)

    def choice(self, state: P8State, frame: AirMission) -> Choice:
        """The owner of the aircraft; then those who have anti-aircraft weapons by their way."""
        if frame.stage == "flak":
            assert frame.target is not None
            target = state.pieces[frame.target]
            return Choice(
                seats=air.seats_with_flak(state, frame),
                ask="flak",
                rule="p8.air.aa-reaction",
                prompt=f"{frame.model}s attack {target.name}. Which anti-aircraft weapons fire?",
                about=(target.id,),
            )
        may_patrol = air.check_patrol(frame) is None
        return Choice(
            seats=state.setting.seats[frame.side],
            ask="air support",
            rule="p8.air.sweep-choice" if may_patrol else "p8.air.method-choice",
            prompt=f"{frame.model}s: attack a planned target, one that a controller sees, or what "
            f"they come upon{'; or patrol' if may_patrol else ''}?",
        )

    def check(self, state: P8State, frame: AirMission, seat: str, order: Order) -> Refusal | None:
        """Why that target, or those weapons, are not allowed."""
        firing = frame.stage == "flak"
        match order:
            case Patrol() if not firing:
                return air.check_patrol(frame)
            case Strike() if not firing:
                return air.check_strike(state, frame, order)
            case FireFlak() if firing:
                return check_flak(state, frame, seat, order.elements)
            case Done():
                return None
        return self.mismatch(state, frame)

    def apply(
        self, state: P8State, frame: AirMission, seat: str, order: Order, dice: Dice
    ) -> Iterator[Event]:
        """Patrol, fly against a target or not at all, or fire at the aircraft."""
        match order:
            case Patrol():
                yield from air.patrol(state, frame)
            case Strike():
                yield from air.send(state, frame, order, dice)
            case FireFlak():
                air.open_fire(state, frame, seat, order)
            case _ if frame.stage == "orders":
                yield from air.let_go(state, frame)
            case _:
                air.open_fire(state, frame, seat, None)

    def candidates(
        self, state: P8State, frame: AirMission, seats: Sequence[str]
    ) -> Iterator[Order]:
        """Everything that can be attacked, by the way it is found; or all weapons, some or none."""
        if frame.stage == "flak":
            yield from listing.salvoes(state, frame, seats)
            yield Done()
            return
        yield from listing.strikes(state, frame)
        if air.check_patrol(frame) is None:
            yield Patrol()
        yield Done()

    def settle(self, state: P8State, frame: AirMission, dice: Dice) -> Iterator[Event]:
        """Everything that waits for nobody."""
        return air.proceed(state, frame, dice)
