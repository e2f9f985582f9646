"""What is derived from the fields of an act, on an order that no book has."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest

from sandtable.acts import Act, Among, Answer, Asked, Given, Variant, Words
from sandtable.battle import Choice, Event, Order, Refusal, slots
from sandtable.battle.case import Case
from sandtable.battle.page import Slot, Word
from sandtable.dice import Dice


class Signal(Order, frozen=True, tag="signal-test"):
    """Send a message to a friend, with a flag of some colour."""

    sender: str
    to: str
    colour: str = "white"
    runner: str | None = None


@dataclass(frozen=True)
class Man:
    id: str
    name: str
    on_table: bool = False


@dataclass
class Camp:
    """A state with some men in it; ``deaf`` cannot be signalled to, ``lame`` cannot run."""

    pieces: dict[str, Man]
    deaf: tuple[str, ...] = ()
    lame: tuple[str, ...] = ()
    colours: tuple[str, ...] = ("white", "red")
    taken: list[Order] = field(default_factory=list)


def others(state: Camp, doer: Man) -> list[Man]:
    return [man for man in state.pieces.values() if man.id != doer.id]


def runners(state: Camp, doer: Man) -> list[Man]:
    return [man for man in others(state, doer) if man.id.startswith("runner")]


def flags(state: Camp, doer: Man) -> Slot | None:
    words = [Word(value=one, label=one) for one in state.colours]
    return slots.word("colour", "Which flag?", words) if words else None


class Signalling(Act[Camp, Signal]):
    """Wave a flag."""

    order = Signal
    words = Words(label="Signal", key="S", rule="toy.signal", hint="Sends a message.")
    doer = "sender"
    fields = (
        Among("to", "Choose a friend", others, says="to {}"),
        Given("colour", flags, says="by {}"),
        Among("runner", "Choose a runner", runners, optional=True, says="with {}", empty="alone"),
    )


class Deciding(Asked[Any, None]):
    """A decision that any signal answers."""

    answers = (Signal,)

    def choice(self, state: Any, frame: None) -> Choice:
        return Choice(seats=("A",), ask="signal", rule="toy.signal", prompt="Signal?")

    def check(self, state: Any, frame: None, seat: str, order: Order) -> Refusal | None:
        assert isinstance(order, Signal)
        if order.to in state.deaf:
            return Refusal("toy.deaf", f"{order.to} is deaf.")
        if order.runner in state.lame:
            return Refusal("toy.lame", f"{order.runner} is lame.")
        if order.colour == "red" and order.runner is None:
            return Refusal("toy.red", "A red flag needs a runner.")
        return None


def men(*names: str) -> dict[str, Man]:
    return {name: Man(name, name.title()) for name in names}


def listed(state: Camp) -> Any:
    case = Case(state, "A", Deciding(), None, "toy.signal")
    return next(Signalling().listed(case, state.pieces["ann"]))


def test_those_against_whom_nothing_speaks_come_first() -> None:
    action = listed(Camp(men("ann", "bob", "cid"), deaf=("bob",)))
    assert not action.refusal
    assert [slot.name for slot in action.slots] == ["to", "colour"]
    assert action.slots[0].pieces == ("cid", "bob")
    assert action.fixed == {"sender": "ann"}


def test_an_order_that_nobody_could_be_named_in_says_why() -> None:
    action = listed(Camp(men("ann", "bob", "cid"), deaf=("bob", "cid")))
    assert (action.refusal, action.refused_by) == ("bob is deaf.", "toy.deaf")


def test_a_word_that_will_do_is_found_among_those_that_will_not() -> None:
    assert not listed(Camp(men("ann", "bob"), colours=("red", "white"))).refusal
    assert listed(Camp(men("ann", "bob"), colours=("red",))).refused_by == "toy.red"


def test_who_may_be_left_out_is_asked_for_only_if_he_could_help() -> None:
    known = men("ann", "bob", "runner-1", "runner-2")
    action = listed(Camp(known, lame=("runner-1",)))
    assert action.slots[2].pieces == ("runner-2",)
    assert not action.slots[2].required
    lame = listed(Camp(known, lame=("runner-1", "runner-2")))
    assert [slot.name for slot in lame.slots] == ["to", "colour"]


def test_who_helps_must_be_named_where_nothing_is_allowed_without_him() -> None:
    action = listed(Camp(men("ann", "bob", "runner-1"), colours=("red",)))
    assert action.slots[2].required
    assert not action.refusal


def test_programs_try_everything_that_the_lists_hold() -> None:
    state = Camp(men("ann", "runner-1"))
    assert list(Signalling().combinations(state, state.pieces["ann"])) == [
        Signal("ann", "runner-1", "white"),
        Signal("ann", "runner-1", "white", "runner-1"),
        Signal("ann", "runner-1", "red"),
        Signal("ann", "runner-1", "red", "runner-1"),
    ]


def test_an_order_is_told_by_what_its_fields_say() -> None:
    state = Camp(men("ann", "bob", "cid"))
    act = Signalling()
    assert act.told(state, Signal("ann", "bob", "red", "cid")) == "to Bob by red with Cid"
    assert act.told(state, Signal("ann", "bob")) == "to Bob by white alone"


class BothFlags(Signalling):
    """With a button for each flag."""

    variants = (
        Variant(label="White", key="W", rule="toy.signal", fixed={"colour": "white"}),
        Variant(label="Red", key="R", rule="toy.signal", fixed={"colour": "red"}),
    )


def test_each_variant_has_a_button_with_its_own_refusal_and_fewer_slots() -> None:
    state = Camp(men("ann", "bob"))
    case = Case(state, "A", Deciding(), None, "toy.signal")
    white, red = BothFlags().listed(case, state.pieces["ann"])
    assert (white.label, white.refusal, white.fixed["colour"]) == ("White", "", "white")
    assert (red.label, red.refused_by, red.fixed["colour"]) == ("Red", "toy.red", "red")
    assert [slot.name for slot in white.slots] == ["to"]
    tried = [one.colour for one in BothFlags().combinations(state, state.pieces["ann"])]
    assert tried == ["white", "red"]


class Reply(Order, frozen=True, tag="reply-test"):
    """Answer a signal."""

    sender: str
    loud: bool


class Replying(Answer[Camp, Reply, None]):
    """Answer, loudly or not; only who is not deaf."""

    order = Reply
    words = Words(label="Reply", key="R", rule="toy.reply")
    doer = "sender"
    fields = (Given("loud", Slot(name="loud", sort="flag", ask="Loudly?")),)

    def check(self, state: Camp, frame: None, seat: str, order: Reply) -> Refusal | None:
        return Refusal("toy.deaf", "Deaf.") if order.sender in state.deaf else None

    def apply(
        self, state: Camp, frame: None, seat: str, order: Reply, dice: Dice
    ) -> Iterator[Event]:
        state.taken.append(order)
        return iter(())

    def doers(self, state: Camp, frame: None, seats: Any) -> list[Man]:
        return list(state.pieces.values())


def test_an_answer_offers_what_is_legal_of_all_that_can_be_filled_in() -> None:
    state = Camp(men("ann", "bob"), deaf=("ann",))
    offered = list(Replying().offer(state, None, ("A",)))
    assert offered == [Reply("bob", False), Reply("bob", True)]


class Replies(Asked[Any, None]):
    """A decision that a reply answers."""

    acts = (Replying(),)

    def choice(self, state: Any, frame: None) -> Choice:
        return Choice(seats=("A",), ask="reply", rule="toy.reply", prompt="Reply?")


@pytest.mark.parametrize(
    ("piece", "labels"), [(None, []), ("ann", ["Deaf."]), ("bob", [""]), ("gone", [])]
)
def test_what_a_piece_answers_is_listed_when_it_is_picked(
    piece: str | None, labels: list[str]
) -> None:
    state = Camp(men("ann", "bob"), deaf=("ann",))
    decision = Replies()
    case = Case(state, "A", decision, None, "toy.reply")
    assert [action.refusal for action in decision.listed(case, piece)] == labels
