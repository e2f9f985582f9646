"""Looking at a battle: where somebody is, what was told, what a shot would add."""

from __future__ import annotations

from sandtable.battle import Event, Refusal, View
from sandtable.rulebooks.panzer8.s05_actions.fire.aiming import Shot, aim
from sandtable.rulebooks.panzer8.s05_actions.fire.direct_fire import tally_firer, tally_target
from sandtable.rulebooks.panzer8.state import Element, P8State
from tests.panzer8.kit.scenes import P8Battle

__all__ = [
    "about",
    "asked",
    "barred",
    "effect",
    "element",
    "firer_adds",
    "is_out",
    "kinds",
    "last",
    "modifiers",
    "place",
    "score",
    "seats",
    "shot",
    "target_adds",
    "told",
]


def element(battle: P8Battle, name: str) -> Element:
    """An element that is in play."""
    return battle.state.pieces[name]


def place(battle: P8Battle, name: str) -> tuple[float, float]:
    """Where an element stands."""
    return element(battle, name).x, element(battle, name).y


def asked(battle: P8Battle | View[P8State]) -> str:
    """What kind of decision the battle waits for; nothing if it is over."""
    return battle.choices[0].ask if battle.choices else ""


def seats(battle: P8Battle) -> tuple[str, ...]:
    """The seats that the battle waits for."""
    return battle.choices[0].seats


def about(battle: P8Battle) -> tuple[str, ...]:
    """The elements that the decision is about."""
    return battle.choices[0].about


def is_out(battle: P8Battle, name: str) -> bool:
    """Whether an element is no longer in play."""
    return name not in battle.state.pieces


def kinds(battle: P8Battle) -> list[str]:
    """The kinds of the events of the last step, in their order."""
    return [event.kind for event in battle.last_events]


def told(battle: P8Battle, kind: str) -> list[Event]:
    """All events of a kind since the start."""
    return [event for event in battle.events if event.kind == kind]


def last(battle: P8Battle, kind: str) -> Event:
    """The latest event of a kind."""
    return told(battle, kind)[-1]


def score(battle: P8Battle) -> int:
    """The score of the latest shot."""
    return int(last(battle, "fire").data["score"])


def effect(battle: P8Battle) -> str:
    """The effect of the latest shot: ``none``, ``fall-back``, ``suppressed`` or ``out``."""
    return str(last(battle, "fire").data["effect"])


def modifiers(battle: P8Battle, kind: str = "fire") -> dict[str, int]:
    """What was added in the latest event of a kind: values by rule, both sides together."""
    return {
        modifier.rule: modifier.value
        for tally in last(battle, kind).tallies
        for modifier in tally.modifiers
    }


def shot(
    battle: P8Battle,
    name: str = "firer",
    target: str = "target",
    gun: int = 0,
    *,
    reaction: bool = False,
) -> Shot:
    """A shot that an element could fire now; it must be allowed."""
    pieces = battle.state.pieces
    aimed = aim(battle.state, pieces[name], pieces[target], gun, reaction=reaction)
    assert isinstance(aimed, Shot), aimed
    return aimed


def barred(
    battle: P8Battle,
    name: str = "firer",
    target: str = "target",
    gun: int = 0,
    *,
    reaction: bool = False,
) -> str | None:
    """The rule that bars a shot, or ``None`` if it may be fired."""
    pieces = battle.state.pieces
    aimed = aim(battle.state, pieces[name], pieces[target], gun, reaction=reaction)
    return aimed.rule if isinstance(aimed, Refusal) else None


def firer_adds(aimed: Shot) -> dict[str, int]:
    """What the firer of a shot adds to its die, by rule."""
    return {modifier.rule: modifier.value for modifier in tally_firer(aimed).modifiers}


def target_adds(aimed: Shot) -> dict[str, int]:
    """What the target of a shot adds to its die, by rule."""
    return {modifier.rule: modifier.value for modifier in tally_target(aimed).modifiers}
