"""One game of many: played, told in figures, and if it fails, told how to play it again."""

from __future__ import annotations

import tempfile
import traceback
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from sandtable.battle import Battle
from sandtable.dice import SeededDice
from sandtable.players import LIMIT, run_battle, seat_players

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sandtable.scenario import Scenario


class Failure(Struct, frozen=True, kw_only=True):
    """A game that broke off: what went wrong, where, and how to play it again.

    Attributes:
        game: Its number.
        seed: Its seed; ``sandtable play`` with this seed and these players fails in the same way.
        players: The players, in the order of the scenario's sides.
        error: What went wrong.
        where: The place in the program.
        line: The last line of the journal before it.
    """

    game: int
    seed: str
    players: tuple[str, ...]
    error: str
    where: str
    line: int


class VerificationError(RuntimeError):
    """A journal that does not replay to the battle it was written from."""


class Game(Struct, frozen=True, kw_only=True):
    """A game that was played to its end.

    Attributes:
        game: Its number.
        seed: Its seed.
        players: The players, in the order of the scenario's sides.
        winner: The side that won, or ``None`` for a draw.
        rule: The rule that ended it.
        turns: The turn in which it ended.
        decisions: How many decisions the players made.
        losses: How many pieces each side lost.
        state: The fingerprint of the last state.
    """

    game: int
    seed: str
    players: tuple[str, ...]
    winner: str | None
    rule: str
    turns: int
    decisions: int
    losses: dict[str, int]
    state: str


def game_seed(seed: str | int, game: int) -> str:
    """The seed of one game of a simulation.

    >>> game_seed(1944, 17)
    '1944/17'
    """
    return f"{seed}/{game}"


def decisions_in(battle: Battle[Any]) -> int:
    """How many decisions the players have made, answers for an absent referee left out."""
    return sum(line.kind == "order" and not line.by_default for line in battle.lines)


def losses_in(battle: Battle[Any], before: Counter[str]) -> dict[str, int]:
    """How many pieces each side has lost since ``before``, which counts them by side."""
    now = strengths(battle)
    return {side: max(0, before[side] - now[side]) for side in battle.scenario.side_ids()}


def strengths(battle: Battle[Any]) -> Counter[str]:
    """How many pieces each side has in play."""
    state = battle.state
    fallen = set(state.out_of_action())
    return Counter(piece.side for piece in state.pieces.values() if piece.id not in fallen)


def play_game(
    scenario: Scenario,
    names: Sequence[str],
    seed: str,
    *,
    game: int = 1,
    limit: int = LIMIT,
    verify: bool = False,
) -> Game | Failure:
    """Play one game between computer players; whatever goes wrong comes back as a failure."""
    battle: Battle[Any] | None = None
    try:
        battle = Battle.start(scenario, dice=SeededDice(seed))
        before = strengths(battle)
        outcome = run_battle(battle, seat_players(battle, names, seed), limit=limit)
        if verify:
            verify_journal(battle)
    except Exception as error:
        return Failure(
            game=game,
            seed=seed,
            players=tuple(names),
            error=f"{type(error).__name__}: {error}",
            where=_place_of(error),
            line=battle.number if battle else 0,
        )
    return Game(
        game=game,
        seed=seed,
        players=tuple(names),
        winner=outcome.winner,
        rule=outcome.rule,
        turns=battle.state.turn,
        decisions=decisions_in(battle),
        losses=losses_in(battle, before),
        state=battle.state.digest(),
    )


def verify_journal(battle: Battle[Any]) -> None:
    """Write a battle down, play it again from what was written, and compare every line.

    Raises:
        VerificationError: Naming the first line that comes out differently.
    """
    from sandtable.journal import to_bytes, verify

    with tempfile.TemporaryDirectory(prefix="sandtable-") as folder:
        path = Path(folder) / "journal.jsonl"
        path.write_bytes(to_bytes(battle))
        found = verify(path)
    if found.difference is not None:
        where, what = found.difference.line, found.difference
        raise VerificationError(
            f"line {where} of the journal: {what.fault}: expected {what.expected}; "
            f"found {what.found}"
        )
    if found.lines != battle.number + 1:
        raise VerificationError(f"only {found.lines} of {battle.number + 1} lines were verified")


def _place_of(error: BaseException) -> str:
    """Where in the program an error arose: file, line and function."""
    frames = traceback.extract_tb(error.__traceback__)
    if not frames:
        return ""
    last = frames[-1]
    return f"{Path(last.filename).name}:{last.lineno} in {last.name}"
