"""What every rulebook must do, whichever book it is.

Each check takes a case, a rulebook with a scenario, and plays it with nothing but what the core
offers. A new book passes when ``test_conformance.py`` runs its cases.
"""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from sandtable.battle import Amend, Battle, Order, Refusal
from sandtable.battle.cues import NEAR
from sandtable.battle.figures import Figure
from sandtable.battle.legality import PLAIN_ORDERS
from sandtable.battle.record import BY_NUMBER
from sandtable.battle.rulings import REFEREE, RULE_ZERO
from sandtable.battle.state import State, encode
from sandtable.battle.telling import Telling
from sandtable.battle.tellings import table_known_to, tellings
from sandtable.dice import SeededDice
from sandtable.journal import load, save, to_bytes
from sandtable.server.rooms.record import ONLOOKER, is_told
from tests.conformance.playing import (
    Case,
    course,
    fingerprint,
    offers,
    open_choice,
    play_out,
    samples,
    step,
)

# -- the checks -----------------------------------------------------------------------------------


def check_battles_end(case: Case, seeds: range) -> None:
    """Random play comes to an end, and always waits for somebody until then."""
    for seed in seeds:
        battle = play_out(case.battle(seed), seed)
        assert battle.outcome is not None
        assert battle.choices == ()
        assert battle.outcome.winner in (None, *case.scenario.side_ids())
        for seat in battle.seats:
            assert battle.view(seat).choices == ()


def check_same_seed_same_battle(case: Case) -> None:
    """The same seed and the same orders give the same journal, byte for byte."""
    one, two = (to_bytes(play_out(case.battle(7), 7)) for _ in range(2))
    assert one == two
    assert one != to_bytes(play_out(case.battle(8), 7))


def check_save_and_load(case: Case, folder: Path) -> None:
    """A battle that is saved, loaded and continued is the battle that went on."""
    path = folder / "battle.jsonl"
    moments = course(case, 3)
    for battle in [*moments[:: case.every], moments[-1]]:
        save(battle, path, overwrite=True)
        loaded = load(path, rulebook=case.rulebook)
        assert fingerprint(loaded) == fingerprint(battle)
        assert loaded.choices == battle.choices
        assert loaded.outcome == battle.outcome
        for seat in battle.seats:
            assert loaded.view(seat).to_json() == battle.view(seat).to_json()
        twin = battle.fork()
        for copy in (loaded, twin):
            chance = random.Random(battle.number)
            for _ in range(3):
                if copy.outcome is None:
                    step(copy, chance)
        assert to_bytes(loaded) == to_bytes(twin)


def check_undo_to_the_start(case: Case) -> None:
    """Step by step back to the start, every state is the one that was there before."""
    moments = course(case, 4)
    states = {m.number: m.state for m in moments}
    battle = moments[-1].fork()
    standing = sorted(states)
    while len(standing) > 1:
        standing.pop()
        battle.undo()
        assert battle.state == states[standing[-1]]
        assert battle.state.to_json() == states[standing[-1]].to_json()
        assert battle.choices
    with pytest.raises(Refusal):
        battle.undo()
    play_out(battle, 5)


def check_redo(case: Case) -> None:
    """An order that was taken back can be given again."""
    for before in samples(case, 4, 12):
        view, choice = open_choice(before, random.Random(1))
        order = view.pick(choice, random.Random(2))
        before.play(order, view.seat)
        before.undo()
        assert before.allows(order, view.seat)
        before.play(order, view.seat)


def check_offers_are_accepted(case: Case, count: int) -> None:
    """Every order that is offered is legal and can be carried out, and is offered only once."""
    for battle in samples(case, 5, count):
        untouched = fingerprint(battle)
        for seat, order in offers(battle):
            assert battle.refusal(order, seat) is None, (seat, order)
            assert battle.view(seat).check(order) is None, (seat, order)
            twin = battle.fork()
            twin.play(order, seat)
            assert twin.outcome is not None or twin.choices
        assert fingerprint(battle) == untouched


def check_candidates_have_a_fixed_order(case: Case) -> None:
    """Asked twice, in one battle or in its twin, the same orders come in the same sequence."""
    for battle in samples(case, 5, 6):
        first = list(offers(battle))
        assert first
        assert first == list(offers(battle.fork()))
        for choice in battle.choices:
            for seat in choice.seats:
                view = battle.view(seat)
                for mine in view.choices:
                    orders = [encode(order) for order in view.candidates(mine)]
                    assert len(orders) == len(set(orders)), "an order is offered twice"
                    picks = [view.pick(mine, random.Random(9)) for _ in range(2)]
                    assert picks[0] == picks[1]
                    assert battle.allows(picks[0], seat)


def check_advice_is_legal(case: Case) -> None:
    """What is advised is legal, and worth a finite number."""
    for battle in samples(case, 5, 4):
        view, choice = open_choice(battle, random.Random(1))
        advice = list(view.advise(choice))
        assert advice
        for worth, order in advice:
            assert math.isfinite(worth)
            assert battle.allows(order, view.seat)


def check_orders_survive_json(case: Case) -> None:
    """An order written down and read again is the same order."""
    for battle in samples(case, 6, 6):
        for _, order in offers(battle):
            line = encode(order)
            assert b"\n" not in line
            again = case.rulebook.decode(line)
            assert again == order
            assert encode(again) == line


def check_orders_can_be_typed(case: Case) -> None:
    """What the phrasebook writes for an order reads back as that very order."""
    phrases = case.rulebook.phrasebook()
    for battle in samples(case, 6, 12):
        view, choice = open_choice(battle, random.Random(1))
        for order in view.candidates(choice):
            assert phrases.read(view.state, choice, phrases.typed(order)) == order
            assert phrases.tell(view.state, order).action


def check_what_happens_is_told(case: Case, lines: int) -> None:
    """Every event is shown to whoever may know of it, with its dice, and so is whoever moves."""
    battle = play_out(case.battle(13), 13)
    moments = battle.moments
    cues = case.rulebook.cues()
    for before, moment in list(itertools.pairwise(moments))[:: max(1, len(moments) // lines)]:
        for reader in (*battle.seats, REFEREE, None):
            known = [e for e in moment.events if is_told(reader or ONLOOKER, e.seen_by)]
            told = tellings(battle, moment.line, reader)
            assert [each.text for each in told] == [event.text for event in known]
            for event, each in zip(known, told, strict=True):
                assert event.kind in cues, f"nobody says how {event.kind!r} is shown"
                shown = [one for gesture in each.gestures for one in gesture.dice]
                assert [one.faces for one in shown] == [roll.faces for roll in event.rolls]
            if known and known[-1] is moment.events[-1]:
                _check_moves(battle, reader, (before.state, moment.state), told)


def _check_moves(
    battle: Battle[Any], reader: str | None, states: tuple[State, State], told: tuple[Telling, ...]
) -> None:
    """Whoever is elsewhere than before has been shown to go, come or vanish."""
    before, after = (table_known_to(battle, state, reader) for state in states)
    gestures = [gesture for each in told for gesture in each.gestures]
    ends = {one.piece: one.path[-1] for one in gestures if one.sort in ("walk", "appear")}
    gone = {one.piece for one in gestures if one.sort in ("vanish", "loss")}
    for name, figure in after.items():
        was = before.get(name)
        if was is None or math.dist((was.x, was.y), (figure.x, figure.y)) > NEAR:
            assert math.dist(ends[name], (figure.x, figure.y)) < 1e-6, name
    assert set(before) - set(after) <= gone


def check_states_survive_json(case: Case) -> None:
    """A state written down and read again is the same state; a copy shares nothing mutable."""
    for battle in course(case, 6)[:: case.every]:
        state = battle.state
        data = state.to_json()
        again = type(state).from_json(data, state.setting)
        assert again == state
        assert again.to_json() == data
        assert again.digest() == state.digest()
        copy = state.copy()
        for name in state.containers:
            getattr(copy, name).clear()
        assert state.to_json() == data


def check_forks_are_independent(case: Case) -> None:
    """What happens in a fork happens nowhere else, and it has dice of its own."""
    for battle in samples(case, 8, 5):
        untouched = fingerprint(battle)
        seen = {seat: battle.view(seat) for seat in battle.seats}
        bytes_seen = {seat: view.to_json() for seat, view in seen.items()}
        one, two = battle.fork(), battle.fork()
        for fork in (one, two):
            play_out(fork, 11)
        assert to_bytes(one) == to_bytes(two)
        assert fingerprint(battle) == untouched
        assert {seat: view.to_json() for seat, view in seen.items()} == bytes_seen
        one.undo(to=battle.number)
        assert one.state == battle.state


def check_odds_sum_to_one(case: Case) -> int:
    """The odds of every order that has any are probabilities of everything that can happen."""
    found = 0
    for battle in samples(case, 9, 12):
        for seat, order in offers(battle):
            odds = battle.odds(order, seat)
            if odds is None:
                continue
            found += 1
            for own in [fate.outcomes for fate in odds.fates] or [()]:
                chances = [chance for _, chance in (*odds.outcomes, *own)]
                assert sum(chances) == 1, (order, odds)
                assert all(0 <= chance <= 1 for chance in chances)
            assert battle.view(seat).odds(order) == odds
            encode(odds.to_builtins())
    return found


def check_cited_rules_exist(case: Case) -> None:
    """Every rule that choices, events and outcomes name stands in the catalogue."""
    known = case.rulebook.catalogue.rule_ids | {RULE_ZERO}
    moments = course(case, 1)
    for battle in moments:
        assert {choice.rule for choice in battle.choices} <= known
    events = moments[-1].events
    assert {rule for event in events for rule in event.rules} <= known
    modifiers = (m for event in events for tally in event.tallies for m in tally.modifiers)
    assert {modifier.rule for modifier in modifiers} <= known
    outcome = moments[-1].outcome
    assert outcome is not None
    assert outcome.rule in known


# -- refusals -------------------------------------------------------------------------------------

_ODD: tuple[Any, ...] = (
    -1,
    0,
    10**30,
    -(10**30),
    1e308,
    -1e308,
    5e-324,
    "no-such-piece",
    "",
    None,
    True,
    [],
    {},
)


def mutations(order: Order) -> Iterator[Any]:
    """An order as plain data, with one thing in it put wrong at a time."""
    plain = msgspec.to_builtins(order)

    def inside(value: Any) -> Iterator[Any]:
        yield from _ODD
        match value:
            case list() | tuple() if value:
                for changed in inside(value[0]):
                    yield [changed, *value[1:]]
                yield [*value, value[-1]]
                yield list(value[:-1])
            case dict():
                for name in value:
                    for changed in inside(value[name]):
                        yield {**value, name: changed}

    for name in plain:
        for changed in inside(plain[name]):
            yield {**plain, name: changed}
    yield {**plain, "no-such-field": 1}
    yield []


def not_finite(order: Order) -> Iterator[Order]:
    """An order with a number in it that is none."""
    for name in order.__struct_fields__:
        value = getattr(order, name)
        for odd in (math.nan, math.inf, -math.inf):
            match value:
                case float() | int() if not isinstance(value, bool):
                    yield msgspec.structs.replace(order, **{name: odd})
                case ((float(), float()), *rest):
                    yield msgspec.structs.replace(order, **{name: ((odd, 1.0), *rest)})
                case (float(), float()):
                    yield msgspec.structs.replace(order, **{name: (1.0, odd)})
                case dict() if value:
                    yield msgspec.structs.replace(order, **{name: dict.fromkeys(value, odd)})


def refused(battle: Battle[Any], order: Order, seat: str) -> Refusal | None:
    """The refusal of an order, having made sure that it changes nothing; ``None`` if it is legal.

    A legal order must be possible to carry out.
    """
    refusal = battle.refusal(order, seat)
    if refusal is None:
        battle.fork().play(order, seat)
        return None
    with pytest.raises(Refusal) as raised:
        battle.play(order, seat)
    assert (raised.value.rule, raised.value.reason) == (refusal.rule, refusal.reason)
    assert raised.value.reason
    assert raised.value.rule
    return refusal


def check_refusals_change_nothing(case: Case, count: int, each: int) -> int:
    """Whatever is wrong with an order, it is refused in words and changes nothing."""
    found = 0
    for battle in samples(case, 10, count):
        untouched = fingerprint(battle)
        chance = random.Random(battle.number)
        offered = list(offers(battle))
        asked = {seat for choice in battle.choices for seat in choice.seats}
        kinds = {type(order): (seat, order) for seat, order in offered}
        some = [*kinds.values(), *chance.sample(offered, min(each, len(offered)))]
        for seat, order in some:
            for stranger in sorted(set(battle.seats) - asked):
                assert refused(battle, order, stranger) is not None
            with pytest.raises(LookupError):
                battle.play(order, "nobody")
            for plain in mutations(order):
                try:
                    changed = case.rulebook.decode(msgspec.json.encode(plain))
                except msgspec.MsgspecError:
                    continue
                found += refused(battle, changed, seat) is not None
            for odd in not_finite(order):
                refusal = refused(battle, odd, seat)
                assert refusal is not None
                assert refusal.rule == PLAIN_ORDERS
        foreign = refused(battle, Amend(set={}), next(iter(asked)))
        assert foreign is not None
        assert fingerprint(battle) == untouched
    return found


# -- secrets --------------------------------------------------------------------------------------


def everything_seen(battle: Battle[Any], seat: str, probes: list[Order]) -> tuple[Any, ...]:
    """Whatever a seat can find out: its view, what it is offered, odds, refusals."""
    view = battle.view(seat)
    offered = [order for choice in view.choices for order in view.candidates(choice)]
    odds = [view.odds(order) for order in offered[:40]]
    refusals = [(r.rule, r.reason) if (r := view.check(order)) else None for order in probes]
    given = [(r.rule, r.reason) if (r := battle.refusal(order, seat)) else None for order in probes]
    advice = [list(view.advise(choice)) for choice in view.choices]
    key = view.state.setting.key
    return view.to_json(), offered, odds, refusals, given, advice, view.outcome, key


def check_simultaneous_orders_are_secret(case: Case, count: int) -> int:
    """While a seat has still to decide, it cannot tell what another one has ordered already."""
    found = 0
    for battle in samples(case, 12, count):
        asked = [seat for choice in battle.choices for seat in choice.seats if seat != REFEREE]
        for seat, other in itertools.permutations(dict.fromkeys(asked), 2):
            if any({seat, other} <= set(choice.seats) for choice in battle.choices):
                continue  # they share one decision, and see each other's answers
            seen = []
            view = battle.view(other)
            orders = [o for choice in view.choices for o in view.candidates(choice)]
            for order in orders[:6]:
                twin = battle.fork()
                twin.play(order, other)
                if any(seat in choice.seats for choice in twin.choices):
                    seen.append(everything_seen(twin, seat, orders[:6]))
            assert all(one == seen[0] for one in seen)
            found += len(seen)
    return found


def check_twins_look_alike(case: Case) -> int:
    """Two battles that differ only in what a seat may not know look the same to it."""
    assert case.quiet is not None
    steps = 0
    for twins, seed in itertools.product(case.twins, range(4)):
        battles = [
            # The same dice in both, whatever is hidden: bound to numbers, as in format 1.
            Battle(case.rulebook, scenario, SeededDice(seed), format=BY_NUMBER)
            for scenario in (twins.one, twins.two)
        ]
        chance = random.Random(seed)
        assert battles[0].state != battles[1].state
        while all(battle.outcome is None for battle in battles):
            probes = [order for _, order in offers(battles[0])][:8]
            one, two = (everything_seen(battle, twins.seat, probes) for battle in battles)
            assert one == two, f"{twins.seat} can tell the twins apart after {steps} steps"
            seat = battles[0].choices[0].seats[0]
            if seat == twins.seat:
                view = battles[0].view(seat)
                order = view.pick(view.choices[0], chance)
                for battle in battles:
                    battle.play(order, seat)
            else:
                for battle in battles:
                    view = battle.view(seat)
                    battle.play(case.quiet(view, view.choices[0]), seat)
            steps += 1
    return steps


def check_views_hide_what_is_hidden(case: Case) -> None:
    """What a seat does not know of is nowhere in its view."""
    for battle in course(case, 13)[:: case.every]:
        for seat in battle.seats:
            view = battle.view(seat)
            hidden = set(battle.state.pieces) - set(view.state.pieces)
            shown = view.to_json().decode()
            assert not [name for name in hidden if f'"{name}"' in shown]
            for event in view.events:
                assert event.visible_to(seat)
                assert not hidden.intersection(event.pieces)
            known = {unit.id for unit in view.state.setting.scenario.units}
            assert not hidden & known
            drawn = [f for f in view.rulebook.figures(view.state) if isinstance(f, Figure)]
            secret = _names_in(battle.state) - _names_in(view.state)
            assert secret.isdisjoint(figure.piece for figure in drawn)


def _names_in(state: State) -> set[str]:
    """The names of everything that a state holds: pieces, counters and the like."""
    return {key for name in state.containers for key in getattr(state, name)}


# -- fairness -------------------------------------------------------------------------------------


def check_mirrored_sides_are_fair(case: Case, games: int) -> None:
    """Where both sides have the same, neither wins significantly more often."""
    one, two = case.scenario.side_ids()
    winners = [play_out(case.battle(seed), seed).outcome for seed in range(games)]
    won = {
        side: sum(outcome is not None and outcome.winner == side for outcome in winners)
        for side in (one, two)
    }
    decided = sum(won.values())
    assert decided > games / 10, f"hardly anything is decided: {won}"
    assert abs(won[one] - won[two]) <= 3 * math.sqrt(decided), won
