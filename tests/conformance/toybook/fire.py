"""Rules 3 and 4: who watches may shoot, and who hides springs his ambush."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from sandtable.acts import Answer, Asked, Words
from sandtable.battle import Choice, Event, Order, Tally
from sandtable.battle.agenda import Step
from sandtable.dice import Dice, exact
from sandtable.odds import Odds

from .state import Ambush, Soldier, ToyState, Watch


class Shoot(Order, frozen=True):
    """Shoot at the soldier that came near."""


class Hold(Order, frozen=True):
    """Let it come."""


def tally_shot(shooter: Soldier, target: Soldier) -> Tally:
    """What must be rolled."""
    near = abs(shooter.x - target.x) <= 1
    return Tally(shooter.side).add(4 if near else 5, "toy.fire.watch", "needed")


def resolve_shot(shooter: Soldier, target: Soldier, dice: Dice) -> str:
    """Roll for it; the same in play, for odds and for real dice."""
    hit = dice.test(6, tally_shot(shooter, target).total, "shot")
    return dice.settle("shot", "hit" if hit else "miss", ("miss", "hit"))


def shoot(
    state: ToyState, shooter: str, target: str, dice: Dice, rule: str = "toy.fire.watch"
) -> Iterator[Event]:
    """A shot, and what comes of it."""
    one, two = state.pieces[shooter], state.pieces[target]
    result = resolve_shot(one, two, dice)
    if result == "hit":
        del state.pieces[target]
    yield Event(
        kind="fire",
        text=f"{one.name} shoots at {two.name}: {result}.",
        rules=(rule,),
        pieces=(shooter, target),
        rolls=dice.take_rolls(),
        tallies=(tally_shot(one, two),),
    )


class Shooting(Answer[ToyState, Shoot, Watch]):
    """Shoot."""

    order = Shoot
    words = Words(label="Shoot", key="S", rule="toy.fire.watch", hint="Shoots at who came near.")

    def apply(
        self, state: ToyState, frame: Watch, seat: str, order: Shoot, dice: Dice
    ) -> Iterator[Event]:
        """Roll for it."""
        state.pop()
        yield from shoot(state, frame.shooter, frame.target, dice)

    def odds(self, state: ToyState, order: Shoot) -> Odds | None:
        """Of the shot that may be fired now."""
        watch = state.frame_of(Watch)
        if watch is None:
            return None
        one, two = state.pieces[watch.shooter], state.pieces[watch.target]
        chances = exact(lambda dice: resolve_shot(one, two, dice))
        return Odds.of("shot", chances, ("miss", "hit"), (tally_shot(one, two),))


class Holding(Answer[ToyState, Hold, Watch]):
    """Hold fire."""

    order = Hold
    words = Words(label="Hold", key="H", rule="toy.fire.watch", hint="Lets the enemy come.")

    def apply(
        self, state: ToyState, frame: Watch, seat: str, order: Hold, dice: Dice
    ) -> Iterator[Event]:
        """Nothing happens."""
        state.pop()
        return iter(())


class Watching(Asked[ToyState, Watch]):
    """Whether a watcher shoots."""

    acts = (Shooting(), Holding())

    def choice(self, state: ToyState, frame: Watch) -> Choice:
        """Whoever commands the watcher."""
        return Choice(
            seats=state.setting.owners(state.pieces[frame.shooter]),
            ask="shoot",
            rule="toy.fire.watch",
            prompt=f"{state.pieces[frame.target].name} comes near. Shoot?",
            about=(frame.shooter, frame.target),
        )


class Springing(Step[ToyState, Ambush]):
    """A hidden soldier shows himself and shoots."""

    def settle(self, state: ToyState, frame: Ambush, dice: Dice) -> Iterator[Event]:
        """As his plan ordered."""
        state.pop()
        state.pieces[frame.shooter] = replace(state.pieces[frame.shooter], hidden=False)
        return shoot(state, frame.shooter, frame.target, dice, rule="toy.hidden.ambush")
