"""The same battle, fought many times: who wins, how long it takes, what goes wrong."""

from sandtable.simulate.game import Failure, Game, game_seed, play_game
from sandtable.simulate.result import Result
from sandtable.simulate.simulate import simulate

__all__ = ["Failure", "Game", "Result", "game_seed", "play_game", "simulate"]
