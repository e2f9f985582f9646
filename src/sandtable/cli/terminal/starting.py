"""Seating people and computer players, and seeing a battle through."""

from __future__ import annotations

import copy
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer
from msgspec import Struct

from sandtable.battle import Battle, DiceRecord, rulebook_for
from sandtable.battle.battle import seats_of
from sandtable.cli.common import FINDING, USAGE, say, stop
from sandtable.cli.replay import say_parting
from sandtable.cli.terminal.keeping import Keeper
from sandtable.cli.terminal.leaving import leaving_on_signals
from sandtable.cli.terminal.rolls import rolled
from sandtable.cli.terminal.screen import Gone, Screen
from sandtable.cli.terminal.session import Session
from sandtable.dice import ScriptedDice, SeededDice
from sandtable.journal import JournalWriter, as_far_as_it_goes, load
from sandtable.players import player_for
from sandtable.report.render import conclusion, opening
from sandtable.scenario import Scenario

if TYPE_CHECKING:
    from sandtable.players import Player

HUMAN = "human"


class Plan(Struct, frozen=True, kw_only=True):
    """Who plays what, with which dice, and where it is kept.

    Attributes:
        scenario: What is fought.
        resume: The journal of the battle that is gone on with.
        salvage: Whether it goes on from the last line that comes out as recorded, in ``record``.
        players: A name for each side, ``human`` among them.
        seats: Seats at which people sit whatever ``players`` says.
        seed: The seed of the computer's dice and players.
        drawn: Whether the program drew that seed.
        real: Whether real dice are rolled and typed.
        record: Where the journal is kept.
        force: Whether that file may be written over.
    """

    scenario: Scenario
    resume: Path | None
    salvage: bool = False
    players: tuple[str, ...]
    seats: tuple[str, ...]
    seed: str
    drawn: bool
    real: bool
    record: Path | None
    force: bool


def play_here(plan: Plan) -> None:
    """Play a battle with people at this terminal, to its end or until they leave."""
    _check_seats(plan)
    screen = Screen()
    if not screen.is_terminal:
        say("No terminal is attached; orders are read from standard input.")
    with ExitStack() as stack:
        fresh = plan.record is not None and not plan.record.exists()
        try:
            battle = _begin(screen, plan)
        except Gone:
            _nobody_there(screen)
            raise
        writer = _kept(battle, plan, stack)
        players = _seated(battle, plan)
        keeper = Keeper(battle, ",".join(plan.players), writer)
        session = Session(battle, players, screen, keeper)
        _open(session, plan)
        stack.enter_context(leaving_on_signals())
        try:
            session.play()
        except (Gone, KeyboardInterrupt):  # also while the computer thinks
            if battle.number == 0 and writer is not None and fresh:
                writer.close()
                writer.path.unlink(missing_ok=True)
            _nobody_there(screen)
            _farewell(screen, keeper)
            return
        except Exception:  # a fault of ours is no reason to lose the battle
            _farewell(screen, keeper)
            raise
        screen.show()
        for part in conclusion(battle):
            screen.show(part)
        if writer is not None:
            screen.note(f"Recorded in {writer.path}.")


def _check_seats(plan: Plan) -> None:
    seats = [seat.id for seat in seats_of(plan.scenario)]
    for seat in plan.seats:
        if seat not in seats:
            stop(f"there is no seat {seat!r}; there are: {', '.join(seats)}")


def _begin(screen: Screen, plan: Plan) -> Battle[Any]:
    if plan.resume is not None and plan.salvage:
        battle, parting = as_far_as_it_goes(plan.resume)
        if parting is not None:
            for sentence in parting.sentences():
                say(sentence)
        return battle.take_over(dice=SeededDice(plan.seed))
    if plan.resume is not None:
        battle, parting = as_far_as_it_goes(plan.resume)
        if parting is not None:
            say_parting(plan.resume, parting)
            raise typer.Exit(FINDING)
        return load(plan.resume)
    scenario = plan.scenario
    if not plan.real:
        return Battle.start(scenario, dice=SeededDice(plan.seed, drawn=plan.drawn))
    book, typed = rulebook_for(scenario.book), DiceRecord(kind="typed")
    dice = ScriptedDice()

    def attempt() -> Battle[Any]:
        return Battle(book, scenario, copy.deepcopy(dice), dice_record=typed)

    rolled(screen, dice, attempt)
    return Battle(book, scenario, dice, dice_record=typed)


def _kept(battle: Battle[Any], plan: Plan, stack: ExitStack) -> JournalWriter | None:
    path = plan.record or plan.resume
    if path is None:
        return None
    overwrite = plan.force and (plan.salvage or not plan.resume)
    writer = stack.enter_context(JournalWriter(path, overwrite=overwrite))
    battle.attach(writer)
    return writer


def _seated(battle: Battle[Any], plan: Plan) -> dict[str, Player]:
    """The computer players; people sit on all other seats."""
    by_side = dict(zip(battle.scenario.side_ids(), plan.players, strict=True))
    return {
        seat.id: player_for(by_side[seat.side], f"{plan.seed}/{seat.id}")
        for seat in battle.seats.values()
        if seat.side is not None and by_side[seat.side] != HUMAN and seat.id not in plan.seats
    }


def _open(session: Session, plan: Plan) -> None:
    for part in opening(session.battle):
        session.screen.show(part)
    if plan.resume is not None:
        session.shown = session.since_turn()
        session.screen.note(
            f"The battle goes on after line {session.battle.number} of its journal."
        )


def _nobody_there(screen: Screen) -> None:
    """Without a terminal and without a word typed, there is no person to play with."""
    if screen.is_terminal or screen.heard:
        return
    stop(
        "no terminal is attached and nothing was typed, so there is no human player here; "
        "let the computer play with --players greedy,greedy",
        USAGE,
    )


def _farewell(screen: Screen, keeper: Keeper) -> None:
    if keeper.battle.number == 0:
        screen.note("Nothing has been played, so nothing is saved.")
        return
    saved = keeper.save()
    with suppress(OSError):  # the window may be gone
        screen.note(saved)
        if keeper.path is not None:
            screen.note(f"To go on: {keeper.how_to_go_on()}")
