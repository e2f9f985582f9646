"""`sandtable play`: fight a battle, at this terminal or between computer players."""

from __future__ import annotations

import difflib
import secrets
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sandtable.cli.character import Brought, with_characters
from sandtable.cli.common import (
    AsJson,
    Details,
    print_report,
    read_scenario,
    say,
    stop,
    write_json,
)

if TYPE_CHECKING:
    from sandtable.dice import SeededDice
    from sandtable.scenario import Scenario

HUMAN = "human"
DICE = ("computer", "real")


def play(
    scenario: Annotated[
        str | None,
        typer.Argument(
            metavar="SCENARIO", help="The id of a scenario, or a file; else the first shipped."
        ),
    ] = None,
    players: Annotated[
        str | None,
        typer.Option(
            metavar="A,B",
            help="A player for each side: human, greedy or random.",
            show_default=False,
        ),
    ] = None,
    seat: Annotated[
        list[str] | None,
        typer.Option(metavar="SEAT", help="A seat that you take, if not all of a side's."),
    ] = None,
    seed: Annotated[
        str | None, typer.Option(help="The same seed, the same battle; else a new one.")
    ] = None,
    dice: Annotated[
        str, typer.Option(help="computer, or real: you roll, and type what you rolled.")
    ] = "computer",
    record: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Keep the journal in this file.")
    ] = None,
    resume: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Go on with the battle of this journal.")
    ] = None,
    salvage: Annotated[
        bool,
        typer.Option(
            "--salvage",
            help="With --resume: go on from the last line that comes out as recorded, with new "
            "dice, in another file.",
        ),
    ] = False,
    force: Annotated[
        bool, typer.Option("--force", help="Write over the file if it exists.")
    ] = False,
    character: Brought = None,
    details: Details = False,
    as_json: AsJson = False,
) -> None:
    """Fight a battle: yourself, against another person, or between computer players.

    Without human players it is fought at once, and the battle report is shown. With them, type ?
    for help at any time.

    Examples:

    * sandtable play

    * sandtable play saint-aubin --players human,greedy --record battle.jsonl

    * sandtable play saint-aubin --players human,human --dice real

    * sandtable play --resume battle.jsonl --players human,greedy

    * sandtable play --resume old.jsonl --salvage --record new.jsonl

    * sandtable play --seed 1944 --details

    * sandtable play pavlovs-street --character lena=anna.toml --record battle.jsonl
    """
    if dice not in DICE:
        stop(f"there are no {dice!r} dice; there are: {', '.join(DICE)}")
    if salvage and (resume is None or record is None):
        stop("--salvage goes with --resume, and with --record for another file to go on in")
    other = record is not None and not salvage
    new = scenario is not None or other or dice == "real" or bool(character)
    if resume is not None and new:
        stop(
            "--resume goes on with a battle as it was begun; "
            "give no scenario, record, dice or character"
        )
    chosen = with_characters(_scenario(scenario, resume), character)
    person = bool(resume or seat or dice == "real")
    wanted = _usual(chosen, person=person) if players is None else players
    names = _names(wanted, chosen)
    drawn = seed is None
    seed = str(secrets.randbelow(1_000_000)) if seed is None else seed
    if record is not None and record.exists() and not force:
        stop(f"{record}: the file exists already; choose another name, or give --force")
    if HUMAN in names or seat or resume or dice == "real":
        if as_json:
            stop("--json is for battles between computer players only")
        from sandtable.cli.terminal.starting import Plan, play_here

        play_here(
            Plan(
                scenario=chosen,
                resume=resume,
                salvage=salvage,
                players=names,
                seats=tuple(seat or ()),
                seed=seed,
                drawn=drawn,
                real=dice == "real",
                record=record,
                force=force,
            )
        )
        return
    from sandtable.dice import SeededDice

    seeded = SeededDice(seed, drawn=drawn)
    _between_computers(chosen, names, seeded, record, force, details=details, as_json=as_json)


def _scenario(name: str | None, resume: Path | None) -> Scenario:
    if resume is None:
        return read_scenario(name)
    from sandtable.journal import read

    return read(resume).header.scenario


def _names(wanted: str, scenario: Scenario) -> tuple[str, ...]:
    """The players that a user named, people among them."""
    from sandtable.players import player_names

    names = tuple(name.strip() for name in wanted.split(","))
    known = (*player_names(), HUMAN)
    for name in names:
        if name not in known:
            near = difflib.get_close_matches(name, known, n=1)
            hint = f"; did you mean {near[0]!r}?" if near else ""
            stop(f"no player is called {name!r}{hint} (there are: {', '.join(known)})")
    sides = scenario.side_ids()
    if len(names) != len(sides):
        given = f"{len(names)} player{'' if len(names) == 1 else 's'} given ({', '.join(names)})"
        need = f"needs one for each, in this order: {', '.join(sides)}"
        stop(f"{given}, but {scenario.id} has {len(sides)} sides and {need}")
    return names


def _usual(scenario: Scenario, *, person: bool) -> str:
    """The players if nobody names them: where a person plays, it is the first side."""
    others = ["greedy"] * (len(scenario.sides) - 1)
    return ",".join([HUMAN if person else "greedy", *others])


def _between_computers(
    scenario: Scenario,
    names: tuple[str, ...],
    dice: SeededDice,
    record: Path | None,
    force: bool,
    *,
    details: bool,
    as_json: bool,
) -> None:
    from sandtable.battle import Battle
    from sandtable.journal import JournalWriter
    from sandtable.players import run_battle, seat_players
    from sandtable.report import facts_of

    battle = Battle.start(scenario, dice=dice)
    seated = seat_players(battle, names, dice.seed)
    if record is None:
        run_battle(battle, seated)
    else:
        with JournalWriter(record, overwrite=force, fsync=False) as journal:
            battle.attach(journal)
            run_battle(battle, seated)
    if as_json:
        write_json({**facts_of(battle), "players": list(names)})
        return
    print_report(battle, details=details)
    kept = f" Recorded in {record}." if record is not None else ""
    origin = "drawn" if dice.drawn else "chosen"
    say(f"Seed {dice.seed} ({origin}), players {','.join(names)}.{kept}")
