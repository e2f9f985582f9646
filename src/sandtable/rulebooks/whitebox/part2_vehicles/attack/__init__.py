"""THE ATTACK ROLL of vehicles, FIRING ARC, VEHICLE WEAPONS and their misses."""
