"""Section 5.7: recovering from suppression, and rallying."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from sandtable.acts import Words
from sandtable.acts.act import between
from sandtable.battle import Event, Refusal, Tally
from sandtable.battle.page import Trace
from sandtable.battle.phrases import PhraseError
from sandtable.catalogue import cite
from sandtable.dice import Dice, Distribution, exact
from sandtable.odds import Odds
from sandtable.table import within

from ...s08_results import results
from ...s16_nations.nations import steady_quality
from ...state import Element, ExtraActions, P8State
from ...state.orders import ActionOrder
from ...state.tables import QUALITY, RECOVERIES, RECOVERY
from ..action import COMMAND as NEAR
from ..action import Action, check_helper, helper, waits_outside
from ..mount.mounting import check_recover_landed
from ..readiness import able

RADIO = 8.0
"""How near a tank of the same kind must be to give support by radio."""


class Recover(ActionOrder, frozen=True, kw_only=False):
    """Try to lose a suppression marker, with a commander's help or without (5.7)."""

    rally: str | None = None


def check_recover(state: P8State, order: Recover) -> Refusal | None:
    """Why an element may not try to recover, or not with that commander's help."""
    element = state.pieces[order.element]
    if not element.suppressed:
        return Refusal("p8.rally.recover-action", f"{element.name} is not suppressed.")
    if order.rally is None:
        return None
    return check_helper(state, element, order.rally, "p8.rally.commander-assists", "rally")


def tally_recovery(state: P8State, element: Element, commander: Element | None) -> Tally:
    """What is added to the recovery die."""
    tally = Tally("recovery")
    if commander is not None:
        tally.add(1, "p8.rally.mod-commander", f"rallied by {commander.name}")
    threes = counted_losses(state, element) // 3
    tally.add_if(threes > 0, -threes, "p8.rally.mod-losses", "every three elements lost")
    tally.add_if(not is_supported(state, element), -1, "p8.rally.mod-unsupported", "unsupported")
    grade = steady_quality(state, element)
    quality = QUALITY[grade]
    cite("p8.quality.only-where-listed")
    return tally.add_if(quality != 0, quality, "p8.rally.mod-quality", f"{grade} troops")


def counted_losses(state: P8State, element: Element) -> int:
    """The losses to enemy action that weigh on an element; regulars do not mind home guards."""
    cite("p8.rally.mod-losses")
    losses = [loss for loss in state.lost if loss.side == element.side]
    if state.has(element, "HG"):
        cite("p8.homeguard.counts-all-losses")
        return len(losses)
    if any(loss.home_guard for loss in losses):
        cite("p8.homeguard.regulars-ignore-losses")
    return sum(not loss.home_guard for loss in losses)


def is_supported(state: P8State, element: Element) -> bool:
    """Whether unsuppressed friends are near enough to steady an element."""
    place = state.base(element)
    helpers = []
    for friend in (*state.friends_of(element), *_aboard(state, element)):
        if friend.suppressed:
            cite("p8.rally.supporter-unsuppressed")
        else:
            helpers.append(friend)
    if state.sheet(element).is_afv:
        cite("p8.rally.support-for-afv")
        return any(
            within(state.base(friend), place, NEAR)
            or (_in_radio_net(state, element, friend) and within(state.base(friend), place, RADIO))
            for friend in helpers
            if state.sheet(friend).is_afv
        )
    cite("p8.rally.support-for-others")
    return any(
        state.sheet(friend).is_combat and within(state.base(friend), place, NEAR)
        for friend in helpers
    )


def _aboard(state: P8State, element: Element) -> list[Element]:
    """Friends who ride in or on a vehicle on the table, and are as near as that."""
    return [
        friend
        for friend in state.pieces.values()
        if friend.carried_by is not None
        and friend.side == element.side
        and friend.id != element.id
        and state.pieces[friend.carried_by].on_table
    ]


def _in_radio_net(state: P8State, one: Element, two: Element) -> bool:
    """Both have radios and are of the same kind."""
    cite("p8.sheet.flag-nr")
    return one.sheet == two.sheet and not state.has(one, "NR") and not state.has(two, "NR")


_RULES = {
    "out": "p8.rally.result-out",
    "none": "p8.rally.result-none",
    "unsuppressed": "p8.rally.result-unsuppressed",
    "extra-action": "p8.rally.result-extra-action",
}
_WORDS = {
    "out": "it breaks and is out of action",
    "none": "it stays suppressed",
    "unsuppressed": "it recovers",
    "extra-action": "it recovers and may act again at once",
}


def resolve_recovery(tally: Tally, dice: Dice, name: str = "recovery") -> tuple[int, str]:
    """Roll 1d10, add the tally and read the recovery table."""
    cite("p8.rally.roll", "p8.dice.d10-is-one-to-ten")
    score = dice.die(10, name) + tally.total
    return score, dice.settle("recovery", RECOVERY.lookup(score), RECOVERIES)


def recovery_odds(state: P8State, element: Element, commander: Element | None) -> Odds:
    """The exact odds of a recovery."""
    tally = tally_recovery(state, element, commander)
    chances: Distribution[str] = exact(lambda dice: resolve_recovery(tally, dice)[1])
    return Odds.of(f"{element.name} recovers", chances, RECOVERIES, (tally,))


def _grant_extra_actions(state: P8State, element: Element, commander: Element | None) -> None:
    granted = [element.id] + ([commander.id] if commander else [])
    for name in granted:
        state.change(name, acted=False)
    state.push(ExtraActions(elements=tuple(granted)))


def commanders(state: P8State, element: Element) -> list[Element]:
    """The commanders on the side of an element, as they were listed."""
    return [one for one in state.friends_of(element) if state.sheet(one).is_commander]


class Recovering(Action[Recover]):
    """Try to lose a suppression marker; a commander may spend its own action to help."""

    order = Recover
    words = Words(
        label="Recover",
        key="R",
        rule="p8.rally.recover-action",
        hint="Tries to lose its suppression marker; a commander nearby may help.",
        typed="recover ELEMENT [with COMMANDER]",
        means="Try to lose a suppression marker.",
        also=("rally",),
    )
    fields = (helper("rally", says="with {}", empty="alone"),)
    aboard = True
    in_combat = True
    unseen = True

    def concerns(self, state: P8State, element: Element) -> bool:
        """Everybody who is not yet to come."""
        return not waits_outside(element)

    def check(self, state: P8State, element: Element, order: Recover) -> Refusal | None:
        return check_recover_landed(element) or check_recover(state, order)

    def act(self, state: P8State, element: Element, order: Recover, dice: Dice) -> Iterator[Event]:
        element = state.change(order.element, acted=True)
        commander = state.pieces[order.rally] if order.rally else None
        if commander is not None:
            cite("p8.rally.commander-assists")
            commander = state.put(replace(commander, acted=True))
        tally = tally_recovery(state, element, commander)
        score, result = resolve_recovery(tally, dice, element.name)
        helped = f", rallied by {commander.name}," if commander else ""
        yield Event(
            kind="recover",
            text=f"{element.name}{helped} tries to recover: {score}, {_WORDS[result]}.",
            rules=("p8.rally.recover-action", *(m.rule for m in tally.modifiers), _RULES[result]),
            pieces=(element.id, *((commander.id,) if commander else ())),
            rolls=dice.take_rolls(),
            tallies=(tally,),
            data={"score": score, "result": result},
        )
        if result == "out":
            yield from results.remove(state, element)
        elif result != "none":
            state.put(replace(element, suppressed=False))
        if result == "extra-action":
            _grant_extra_actions(state, element, commander)

    def offer(self, state: P8State, element: Element) -> Iterator[Recover]:
        """Alone, or with each commander nearby."""
        if not element.suppressed:
            return
        for friend in commanders(state, element):
            near = within(state.base(friend), state.base(element), NEAR)
            if not friend.suppressed and able(state, friend) and near:
                yield Recover(element.id, friend.id)
        yield Recover(element.id)

    def helpers(self, order: Recover) -> tuple[str, ...]:
        return (order.rally,) if order.rally else ()

    def odds(self, state: P8State, order: Recover) -> Odds | None:
        element = state.pieces.get(order.element)
        commander = state.pieces.get(order.rally) if order.rally else None
        return recovery_odds(state, element, commander) if element else None

    def preview(self, state: P8State, order: Recover) -> Trace | None:
        """Who helps whom."""
        return between(state, [order.rally or ""], [order.element])

    def read(self, state: P8State, words: list[str]) -> list[str]:
        """With only one element that can recover, it need not be named."""
        if words:
            return words
        down = [e.id for e in state.on_table(state.active) if e.suppressed and not e.acted]
        if len(down) == 1:
            return down
        listed = ", ".join(down) or "nobody"
        raise PhraseError(f"Say who recovers. Suppressed and able to act: {listed}.")


RECOVERING: Final = Recovering()
