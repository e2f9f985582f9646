"""Who plays: computer players by name, and a battle played to its end."""

from sandtable.players.player import GreedyPlayer, Player, RandomPlayer
from sandtable.players.registry import UnknownPlayerError, player_for, player_names
from sandtable.players.run import (
    LIMIT,
    PlayerCountError,
    UnfinishedError,
    check_players,
    run_battle,
    seat_players,
)

__all__ = [
    "LIMIT",
    "GreedyPlayer",
    "Player",
    "PlayerCountError",
    "RandomPlayer",
    "UnfinishedError",
    "UnknownPlayerError",
    "check_players",
    "player_for",
    "player_names",
    "run_battle",
    "seat_players",
]
