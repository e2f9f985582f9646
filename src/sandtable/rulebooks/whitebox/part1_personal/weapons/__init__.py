"""KEEPING TRACK OF AMMO, RELOADS, and weapons with rules of their own."""
