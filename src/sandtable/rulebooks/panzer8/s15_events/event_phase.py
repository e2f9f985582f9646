"""Section 4 and 15: the Event Phase, in which the phasing player draws a card."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from sandtable.acts import Answer, Words
from sandtable.battle import Choice, Event, Order, Refusal
from sandtable.battle.page import Action, Word
from sandtable.catalogue import cite
from sandtable.dice import Dice
from sandtable.mechanics.cards import Card, Rank

from ..s08_results import results
from ..s09_troops.transport import inside
from ..s12_hidden.counters import reveal
from ..s16_nations import nations
from ..state import (
    AirMission,
    Element,
    EventPhase,
    Flanked,
    P8State,
    SupportMission,
    TakingCard,
    slots,
)
from ..state.case import Case
from ..state.decision import Asked, Step
from ..state.side_names import side_called
from ..state.tables import TOLERANCE
from .air_support.missions import begin_second_passes
from .cards import (
    EVENTS,
    WHOLE,
    cards_of,
    change,
    colour_of,
    draw,
    on_offer,
)
from .support_fire.barrages import begin_barrages

LASTING: Final[dict[Rank, str]] = {
    "2": "p8.card.two-no-advance",
    "3": "p8.card.three-no-commander-actions",
    "queen": "p8.card.queen-double-time",
    "king": "p8.card.king-two-actions",
}
"""Ranks whose effect lasts for the player turn, with their rules."""

BLANK: Final[dict[Rank, str]] = {"5": "p8.card.five-blank", "6": "p8.card.six-blank"}
"""Ranks for which the table has no event."""

BATTERIES: Final[dict[Rank, tuple[str, str]]] = {
    "7": ("p8.card.seven-mortars", "Heavy Mortar"),
    "8": ("p8.card.eight-medium-artillery", "Medium Artillery"),
    "9": ("p8.card.nine-heavy-artillery", "Heavy Artillery"),
}
"""Ranks that bring support fire, with their rules and the level that fires."""

AIRCRAFT: Final[dict[Rank, str]] = {
    "10": "p8.card.ten-ground-attack",
    "jack": "p8.card.jack-fighter-sweep",
}
"""Ranks that bring aircraft, with their rules."""


# -- drawing --------------------------------------------------------------------------------------


def draw_card(state: P8State, frame: EventPhase, dice: Dice) -> Iterator[Event]:
    """The phasing player draws a card, and it takes effect at once if it has his colour."""
    state.pop()
    if frame.no_card:
        return
    cite("p8.card.draw-each-player-turn")
    if not cards_of(state).undrawn:
        yield _shuffled(state, "p8.card.deck", "All cards are drawn; the pack is shuffled again.")
    pack = cards_of(state).undrawn
    card = draw(pack, dice)
    change(state, undrawn=tuple(name for name in pack if name != card.id))
    yield _drawn(state, card, dice)
    if card.rank is None and on_offer(state, state.active):
        state.push(TakingCard(side=state.active))
    elif card.rank is None:
        yield _shuffled(
            state, "p8.card.joker", "No card is left to choose; all are shuffled again."
        )
    elif card.colour == colour_of(state.setting, state.active):
        yield from take_effect(state, card.rank, dice)


def _drawn(state: P8State, card: Card, dice: Dice) -> Event:
    draws = side_called(state, state.active).opens("draws", "draw")
    colour = colour_of(state.setting, state.active)
    idle = card.colour is not None and card.colour != colour
    article = "a" if card.colour is None else "the"
    note = f", which is not {colour} and has no effect" if idle else ""
    return Event(
        kind="card",
        text=f"{draws} {article} {card.name}{note}.",
        rules=(
            "p8.card.draw-each-player-turn",
            "p8.card.deck",
            "p8.card.joker" if card.rank is None else "p8.card.colours",
        ),
        rolls=dice.take_rolls(),
        data={"card": card.id, "side": state.active},
    )


def _shuffled(state: P8State, rule: str, text: str) -> Event:
    change(state, undrawn=WHOLE)
    return Event(kind="card", text=text, rules=(rule,))


# -- effects --------------------------------------------------------------------------------------


def take_effect(state: P8State, rank: Rank, dice: Dice) -> Iterator[Event]:
    """What a card of the phasing player's colour brings."""
    if rank in LASTING:
        change(state, in_force=(*cards_of(state).in_force, rank))
        yield _told(rank, LASTING[rank], "for this player turn")
    elif rank in BLANK:
        yield _told(rank, BLANK[rank])
    elif rank in BATTERIES:
        rule, level = BATTERIES[rank]
        there = bool(state.setting.options["support_fire"])
        yield _told(rank, rule, "" if there else "but there are no batteries in this battle")
        if there:
            state.push(SupportMission(side=state.active, level=level))
    elif rank in AIRCRAFT:
        there = bool(state.setting.options["air_support"])
        yield _told(rank, AIRCRAFT[rank], "" if there else "but no aircraft fly in this battle")
        if there:
            state.push(AirMission(side=state.active, sweep=rank == "jack"))
    elif rank == "4":
        yield from attack_flank(state, state.active, dice)
    else:
        yield from _run_short(state)


def _told(rank: Rank, rule: str, note: str = "") -> Event:
    event = "No event" if rank in BLANK else EVENTS[rank]
    return Event(
        kind="event",
        text=f"{event}{', ' if note else ''}{note}.",
        rules=(rule, "p8.card.use-at-once"),
        data={"rank": rank},
    )


def _run_short(state: P8State) -> Iterator[Event]:
    """Ammunition runs short for the drawer, and in some years for his opponent as well."""
    rule = "p8.card.ace-ammo-shortage"
    change(state, short=((state.active, rule), *cards_of(state).short))
    yield _told("ace", rule, "for this player turn")
    other = state.other_side(state.active)
    shared = nations.shares_shortage(state.setting, state.active, other)
    if shared is None:
        return
    cards = cards_of(state)
    change(
        state,
        short=(*cards.short, (other, shared)),
        short_next=(*cards.short_next, (other, shared)),
    )
    short = side_called(state, other).opens("is", "are")
    yield Event(
        kind="event",
        text=f"{short} short of ammunition too: when reacting, and in the next own player turn.",
        rules=(shared,),
        data={"rank": "ace", "side": other},
    )


# -- an attack on the flank (15.8) -----------------------------------------------------------------


REACH: Final = 4.0
"""Whoever is so near to the edge is out of action, others are suppressed."""

EDGES: Final = ("west", "east", "south", "north")

EFFECTS: Final = ("suppressed", "out")
_RULE: Final = "p8.card.four-flank-attacked"
_WORDS: Final = {"suppressed": "suppressed", "out": "out of action"}


def attack_flank(state: P8State, side: str, dice: Dice) -> Iterator[Event]:
    """Strike the element of a side that is nearest to an unfriendly edge."""
    nearest = _nearest(state, side)
    if not nearest:
        yield Event(
            kind="flank",
            text="There is nobody on the table whose flank could be attacked.",
            rules=(_RULE,),
        )
        return
    struck = dice.pick(nearest, "whose flank is attacked")
    if any(one.under is not None for one in nearest):
        yield from _lots_in_secret(state, side, dice)
    gap = edge_gap(state, struck)
    found = "out" if gap <= REACH + TOLERANCE else "suppressed"
    effect = dice.settle("flank attack", found, EFFECTS)
    yield Event(
        kind="flank",
        text=f"{struck.name}, {gap:.1f} in from the table edge, is attacked by troops off the "
        f"table: {_WORDS[effect]}.",
        rules=(_RULE,),
        pieces=(struck.id,),
        rolls=dice.take_rolls(),
        data={"distance": round(gap, 3), "effect": effect},
    )
    state.push(Flanked(element=struck.id, effect="out" if effect == "out" else "suppressed"))
    stays = effect != "out" or len(inside(state, struck)) > 1
    if stays and struck.under is not None:
        reveal(state, struck.id, _RULE)


def _nearest(state: P8State, side: str) -> list[Element]:
    """Who is nearest to an unfriendly edge, or several at the same distance."""
    exposed = [(edge_gap(state, one), one) for one in _exposed(state, side)]
    least = min((gap for gap, _ in exposed), default=0.0)
    return [element for gap, element in exposed if gap <= least + TOLERANCE]


def _lots_in_secret(state: P8State, side: str, dice: Dice) -> Iterator[Event]:
    """The die among several would tell the enemy of those who are hidden."""
    rolls = dice.take_rolls()
    if rolls:
        yield Event(
            kind="flank",
            text="Chance decides among several that are as near to a table edge.",
            rules=(_RULE,),
            rolls=rolls,
            seen_by=state.setting.seats[side],
        )


def _exposed(state: P8State, side: str) -> list[Element]:
    """Everybody on the table, hidden or not; the vehicles are chosen, not those inside."""
    hidden = [one for one in state.pieces.values() if one.side == side and one.under is not None]
    seen = [one for one in state.on_table(side) if state.sheet(one).type != "mounts"]
    return seen + [one for one in hidden if not one.on_table and one.carried_by is None]


def edge_gap(state: P8State, element: Element) -> float:
    """How far an element's base is from the nearest unfriendly table edge."""
    ground, base = state.setting.ground, state.base(element)
    x0, y0, x1, y1 = base.box
    gaps = {"west": x0, "east": ground.width - x1, "south": y0, "north": ground.depth - y1}
    return max(0.0, min(gaps[edge] for edge in _unfriendly_edges(state, element.side)))


def _unfriendly_edges(state: P8State, side: str) -> tuple[str, ...]:
    """The edges that the scenario names for a side, otherwise all but its own."""
    given = state.setting.scenario.side(side).unfriendly
    home = state.setting.homes[side]
    return given or tuple(edge for edge in EDGES if edge != home)


# -- the decisions ---------------------------------------------------------------------------------


class TakeCard(Order, frozen=True, kw_only=False):
    """Take an event card of this rank from the pack, after a joker (15)."""

    rank: Rank


class EventsDue(Step[EventPhase]):
    """What happens in an Event Phase; nobody is asked here, but by what it brings (4)."""

    def settle(self, state: P8State, frame: EventPhase, dice: Dice) -> Iterator[Event]:
        """Barrages that go on, then aircraft that come back, then a card."""
        if frame.stage == "barrage":
            state.swap(frame, stage="second-pass")
            begin_barrages(state)
        elif frame.stage == "second-pass":
            state.swap(frame, stage="draw")
            begin_second_passes(state)
        else:
            yield from draw_card(state, frame, dice)


class Taking(Answer[P8State, TakeCard, TakingCard]):
    """Take an event card of some rank from the pack."""

    order = TakeCard
    words = Words(
        label="Take a card",
        key="T",
        hint="It takes effect at once.",
        typed="take RANK",
        means="Take an event card: ace, 2 to 10, jack, queen or king.",
        also=("take",),
    )

    def check(
        self, state: P8State, frame: TakingCard, seat: str, order: TakeCard
    ) -> Refusal | None:
        offered = on_offer(state, frame.side)
        if order.rank in offered:
            return None
        return Refusal(
            "p8.card.joker",
            f"Both cards of your colour of rank {order.rank} are drawn; there are: "
            f"{', '.join(offered)}.",
        )

    def apply(
        self, state: P8State, frame: TakingCard, seat: str, order: TakeCard, dice: Dice
    ) -> Iterator[Event]:
        """Take it; it takes effect at once."""
        """It takes effect at once, and the whole pack is then shuffled again."""
        state.pop()
        chooses = side_called(state, frame.side).opens("chooses", "choose")
        yield Event(
            kind="card",
            text=f"{chooses} the {order.rank} of {colour_of(state.setting, frame.side)}.",
            rules=("p8.card.joker", "p8.card.use-at-once"),
            data={"rank": order.rank, "side": frame.side},
        )
        yield _shuffled(state, "p8.card.joker", "The whole pack is shuffled again.")
        yield from take_effect(state, order.rank, dice)

    def offer(self, state: P8State, frame: TakingCard, seats: Sequence[str]) -> Iterator[TakeCard]:
        """Every rank of that colour that is left."""
        for rank in on_offer(state, frame.side):
            yield TakeCard(rank)

    def told(self, state: P8State, order: TakeCard) -> str:
        return f"{order.rank}: {EVENTS[order.rank]}"

    def answers(self, case: Case, piece: str | None) -> Iterator[Action]:
        """One of those that are left."""
        if piece is None:
            ranks = on_offer(case.state, case.frame.side)
            words = (Word(value=rank, label=f"{rank}: {EVENTS[rank]}") for rank in ranks)
            asked = (slots.word("rank", "Which card?", words),)
            yield case.action(TakeCard, self.words, slots=asked)


class TakingFromPack(Asked[TakingCard]):
    """Which card a player takes who has drawn a joker (15)."""

    acts = (Taking(),)

    def choice(self, state: P8State, frame: TakingCard) -> Choice:
        """The seats of the side that drew it."""
        return Choice(
            seats=state.setting.seats[frame.side],
            ask="card",
            rule="p8.card.joker",
            prompt="A joker: choose the event card that you want.",
        )


class FlankStruck(Step[Flanked]):
    """What becomes of an element whose flank is attacked; nobody is asked (15.8)."""

    def settle(self, state: P8State, frame: Flanked, dice: Dice) -> Iterator[Event]:
        """Once whoever was hidden has been placed."""
        state.pop()
        struck = state.pieces[frame.element]
        strike = results.remove if frame.effect == "out" else results.suppress
        return strike(state, struck)
