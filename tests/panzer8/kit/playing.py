"""Giving orders, and playing on when nobody wants anything more."""

from __future__ import annotations

import pytest

from sandtable.battle import Event, Order, Refusal
from sandtable.rulebooks.panzer8.state.orders import Done, Fire, GoOn
from tests.panzer8.kit.looking import asked, last, seats
from tests.panzer8.kit.scenes import P8Battle

__all__ = [
    "HOMES",
    "counts",
    "fire",
    "let_pass",
    "no_reaction",
    "nobody_reacts",
    "pass_until",
    "passes",
    "play",
    "refused",
    "until",
    "why_not",
]

HOMES = {"british": "south", "russian": "south", "french": "south", "german": "north"}


def play(battle: P8Battle, *orders: Order, seat: str | None = None) -> tuple[Event, ...]:
    """Give orders one after another and return what the last one brought."""
    events: tuple[Event, ...] = ()
    for order in orders:
        events = battle.play(order, seat)
    return events


def fire(
    battle: P8Battle, name: str = "firer", target: str | None = "target", *more: str | None
) -> Event:
    """Have an element fire, with further targets for its secondary guns; the (last) fire event."""
    battle.play(Fire(name, target, more))
    return last(battle, "fire")


def counts(battle: P8Battle) -> dict[str, int]:
    """Have ``firer`` fire at ``target``: what counted by rule, as the odds had shown beforehand."""
    order = Fire("firer", "target")
    odds = battle.view(seats(battle)[0]).odds(order)
    assert odds is not None
    event = fire(battle)
    shown, counted = (
        {one.rule: one.value for tally in tallies for one in tally.modifiers}
        for tallies in (odds.tallies, event.tallies)
    )
    rolled = [roll.total for roll in event.rolls]
    totals = [tally.total for tally in event.tallies]
    assert event.data["score"] == rolled[0] + totals[0] - rolled[1] - totals[1]
    assert odds.chance(str(event.data["effect"])) > 0
    assert counted == shown
    return shown


def why_not(battle: P8Battle, order: Order, seat: str | None = None) -> str | None:
    """The rule by which an order is refused, or ``None`` if it is allowed."""
    refusal = battle.refusal(order, seat)
    if refusal is not None:
        assert refusal.reason.endswith((".", "?")), refusal.reason
    return refusal.rule if refusal else None


def refused(battle: P8Battle, order: Order, seat: str | None = None) -> Refusal:
    """The refusal of an order that must be refused, and that then changes nothing."""
    before = battle.state.digest()
    with pytest.raises(Refusal) as caught:
        battle.play(order, seat)
    assert battle.state.digest() == before
    return caught.value


# -- letting things pass --------------------------------------------------------------------------


def passes(battle: P8Battle) -> None:
    """Whoever is asked lets it pass."""
    battle.play(Done(), seats(battle)[0])


def no_reaction(battle: P8Battle) -> None:
    """Nobody (else) reacts to the mover as it sets out, or as it goes on."""
    while asked(battle) == "reaction":
        passes(battle)


def nobody_reacts(battle: P8Battle) -> None:
    """Let the mover go its whole way, without any (further) reaction."""
    while asked(battle) in ("reaction", "join", "resume"):
        if asked(battle) == "resume":
            battle.play(GoOn(), seats(battle)[0])
        else:
            passes(battle)


def until(battle: P8Battle, side: str) -> None:
    """Have the others finish, until this side's Action Phase has begun."""
    nobody_reacts(battle)
    while not (battle.state.active == side and battle.state.phase == "action"):
        passes(battle)
        nobody_reacts(battle)


def pass_until(battle: P8Battle, ask: str) -> None:
    """Let everything pass until a question of that kind is asked."""
    for _ in range(40):
        if asked(battle) == ask:
            return
        passes(battle)
    raise AssertionError(f"nobody is asked about {ask}")


def let_pass(battle: P8Battle, *orders: Order) -> None:
    """Give orders of the phasing side, to which nobody reacts."""
    for order in orders:
        battle.play(order)
        no_reaction(battle)
