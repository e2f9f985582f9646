"""Battles that are being played: a room for each, and who is in it."""

from sandtable.server.rooms.hall import Hall
from sandtable.server.rooms.parts import Member, NoBattleError
from sandtable.server.rooms.room import Room

__all__ = ["Hall", "Member", "NoBattleError", "Room"]
