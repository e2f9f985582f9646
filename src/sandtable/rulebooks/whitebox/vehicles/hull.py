"""REINFORCED HULL: how much of a weapon's damage gets through which face."""

from __future__ import annotations

from fractions import Fraction

from sandtable.rulebooks.whitebox.vehicles.pieces import Face, Vehicle


def hull_level(vehicle: Vehicle, face: Face, *, piercing: bool = False) -> int:
    """The effective level of a vehicle's Reinforced Hull on a face."""
    raise NotImplementedError


def share(weapon: str, level: int) -> Fraction:
    """The part of its damage that a weapon of any kind does against a hull level."""
    raise NotImplementedError
