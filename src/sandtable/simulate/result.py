"""What many games came to."""

from __future__ import annotations

from statistics import fmean
from typing import Any

from msgspec import Struct, to_builtins

from sandtable.simulate.game import Failure, Game


class Result(Struct, frozen=True, kw_only=True):
    """The result of a simulation. Apart from ``seconds`` it depends on nothing but the question.

    Attributes:
        scenario: The id of the scenario.
        book: The code of its rulebook.
        sides: The sides, in the order of the scenario.
        players: The players, in the order of the sides; swapped in every second game if asked.
        seed: The seed that all games' seeds follow from.
        games: How many games were asked for.
        played: Those that ended, in their order.
        failures: Those that broke off.
        seconds: How long it took.
    """

    scenario: str
    book: str
    sides: tuple[str, ...]
    players: tuple[str, ...]
    seed: str
    games: int
    played: tuple[Game, ...]
    failures: tuple[Failure, ...]
    seconds: float
    workers: int = 1
    swapped: bool = False
    verified: bool = False

    @property
    def finished(self) -> int:
        """How many games ended."""
        return len(self.played)

    @property
    def errors(self) -> int:
        """How many games broke off."""
        return len(self.failures)

    @property
    def decisions(self) -> int:
        """How many decisions were made in the games that ended."""
        return sum(game.decisions for game in self.played)

    @property
    def winners(self) -> dict[str, int]:
        """How many games each side won, and how many were drawn."""
        count = dict.fromkeys((*self.sides, "draw"), 0)
        for game in self.played:
            count[game.winner if game.winner is not None else "draw"] += 1
        return count

    @property
    def winning_players(self) -> dict[str, int]:
        """How many games each kind of player won, whichever side it had."""
        count = dict.fromkeys((*self.players, "draw"), 0)
        for game in self.played:
            by_side = dict(zip(self.sides, game.players, strict=True))
            count[by_side[game.winner] if game.winner is not None else "draw"] += 1
        return count

    def mean_losses(self) -> dict[str, float]:
        """How many pieces each side lost in a game, on average."""
        return {
            side: round(fmean([game.losses[side] for game in self.played] or [0.0]), 3)
            for side in self.sides
        }

    def mean_turns(self) -> float:
        """The turn in which a game ended, on average."""
        return round(fmean([game.turns for game in self.played] or [0.0]), 3)

    def to_builtins(self, *, every_game: bool = False) -> dict[str, Any]:
        """The result as plain data for JSON.

        Args:
            every_game: Whether each single game is listed too.
        """
        data: dict[str, Any] = {
            "scenario": self.scenario,
            "book": self.book,
            "games": self.games,
            "finished": self.finished,
            "errors": self.errors,
            "winners": self.winners,
            "decisions": self.decisions,
            "seconds": round(self.seconds, 3),
            "players": list(self.players),
            "winning_players": self.winning_players,
            "seed": self.seed,
            "swapped": self.swapped,
            "verified": self.verified,
            "workers": self.workers,
            "mean_turns": self.mean_turns(),
            "mean_losses": self.mean_losses(),
            "failures": [to_builtins(failure) for failure in self.failures],
        }
        if every_game:
            data["every_game"] = [to_builtins(game) for game in self.played]
        return data
