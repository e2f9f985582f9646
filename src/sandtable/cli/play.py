"""`sandtable play`: fight a battle and tell how it went."""

from __future__ import annotations

import secrets
from pathlib import Path
from typing import Annotated

import typer

from sandtable.cli.common import (
    AsJson,
    Details,
    print_report,
    read_players,
    read_scenario,
    say,
    stop,
    write_json,
)


def play(
    scenario: Annotated[
        str | None,
        typer.Argument(
            metavar="SCENARIO", help="The id of a scenario, or a file; else the first shipped."
        ),
    ] = None,
    players: Annotated[
        str, typer.Option(metavar="A,B", help="A computer player for each side.")
    ] = "greedy,greedy",
    seed: Annotated[
        str | None, typer.Option(help="The same seed, the same battle; else a new one.")
    ] = None,
    record: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Keep the journal in this file.")
    ] = None,
    force: Annotated[
        bool, typer.Option("--force", help="Write over the file if it exists.")
    ] = False,
    details: Details = False,
    as_json: AsJson = False,
) -> None:
    """Fight a battle between computer players, and read the battle report.

    Examples:

    * sandtable play

    * sandtable play saint-aubin --players greedy,random --seed 1944 --record battle.jsonl

    * sandtable play --seed 1944 --details
    """
    from sandtable.battle import Battle
    from sandtable.dice import SeededDice
    from sandtable.journal import JournalWriter
    from sandtable.players import run_battle, seat_players
    from sandtable.report import facts_of

    chosen = read_scenario(scenario)
    names = read_players(players, chosen)
    seed = str(secrets.randbelow(1_000_000)) if seed is None else seed
    if record is not None and record.exists() and not force:
        stop(f"{record}: the file exists already; choose another name, or give --force")
    battle = Battle.start(chosen, dice=SeededDice(seed))
    seated = seat_players(battle, names, seed)
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
    say(f"Seed {seed}, players {','.join(names)}.{kept}")
