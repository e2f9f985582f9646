"""`sandtable simulate`: the same battle, fought many times."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from sandtable.cli.common import (
    FINDING,
    AsJson,
    console,
    read_players,
    read_scenario,
    say,
    turn_name,
    write_json,
)

if TYPE_CHECKING:
    from sandtable.simulate import Result

SHOWN = 5


def simulate(
    scenario: Annotated[
        str, typer.Argument(metavar="SCENARIO", help="The id of a scenario, or a file.")
    ],
    games: Annotated[int, typer.Option("--games", "-n", min=1, help="How many games.")] = 100,
    players: Annotated[
        str, typer.Option(metavar="A,B", help="A computer player for each side.")
    ] = "random,random",
    seed: Annotated[str, typer.Option(help="The same seed, the same games.")] = "1",
    workers: Annotated[int, typer.Option(min=1, help="How many processes share the work.")] = 1,
    swap: Annotated[
        bool, typer.Option("--swap", help="Let the players change sides in every second game.")
    ] = False,
    verify: Annotated[
        bool, typer.Option("--verify", help="Play every journal again and compare.")
    ] = False,
    every_game: Annotated[
        bool, typer.Option("--every-game", help="List every single game in the JSON.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Fight a battle many times between computer players, and see who wins.

    The result depends on the seed alone, not on the number of workers. It ends with 1 if any game
    broke off.

    Examples:

    * sandtable simulate saint-aubin --games 100 --players greedy,random --workers 2

    * sandtable simulate saint-aubin --players greedy,random --swap --json
    """
    battle = read_scenario(scenario)
    names = read_players(players, battle)
    from sandtable.simulate import simulate as fight

    with _bar(games) as progress:
        result = fight(
            battle,
            games,
            names,
            seed,
            workers,
            swap=swap,
            verify=verify,
            progress=progress,
        )
    if as_json:
        write_json(result.to_builtins(every_game=every_game))
    else:
        _show(result, {side.id: side.name for side in battle.sides})
    for failure in result.failures[:SHOWN]:
        chosen = ",".join(failure.players)
        say(
            f"Game {failure.game} broke off after line {failure.line}: {failure.error} "
            f"({failure.where}); to see it: sandtable play {scenario} --players {chosen} "
            f"--seed {failure.seed}"
        )
    if result.errors > SHOWN:
        say(f"... and {result.errors - SHOWN} more.")
    raise typer.Exit(FINDING if result.failures else 0)


class _bar:  # noqa: N801 - used like a function
    """A progress bar on the terminal; nothing at all where there is none."""

    def __init__(self, total: int) -> None:
        from rich.console import Console

        self._total = total
        self._console = Console(stderr=True)

    def __enter__(self) -> Any:
        if not self._console.is_terminal:
            return None
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

        self._progress = Progress(
            BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(), console=self._console
        )
        self._progress.start()
        task = self._progress.add_task("games", total=self._total)
        return lambda done: self._progress.update(task, completed=done)

    def __exit__(self, *_: object) -> None:
        if self._console.is_terminal:
            self._progress.stop()


def _show(result: Result, names: dict[str, str]) -> None:
    from rich.table import Table

    out = console()
    rate = result.decisions / result.seconds if result.seconds else 0.0
    out.print(
        f"{result.scenario}: {result.finished} of {result.games} games finished in "
        f"{result.seconds:.1f} s, {result.decisions:,} decisions ({rate:,.0f} a second)"
        + (", every journal verified" if result.verified and not result.failures else "")
    )
    grid = Table(box=None, padding=(0, 2, 0, 0), header_style="bold")
    grid.add_column("side")
    if not result.swapped:
        grid.add_column("player")
    for column in ("won", "", "lost pieces, on average"):
        grid.add_column(column, justify="right")
    losses = result.mean_losses()
    for side, player in zip(result.sides, result.players, strict=True):
        won = result.winners[side]
        grid.add_row(
            names[side],
            *(() if result.swapped else (player,)),
            str(won),
            f"{won / max(1, result.finished):.1%}",
            f"{losses[side]:.2f}",
        )
    draws = result.winners["draw"]
    share = f"{draws / max(1, result.finished):.1%}"
    grid.add_row("draw", *(() if result.swapped else ("",)), str(draws), share, "")
    out.print(grid)
    if result.swapped:
        told = ", ".join(f"{name} {won}" for name, won in result.winning_players.items())
        out.print(f"By player, sides swapped in every second game: {told}")
    turn = turn_name(result.book)
    out.print(f"Games end in {turn} {result.mean_turns():.1f} on average. Seed: {result.seed}")
