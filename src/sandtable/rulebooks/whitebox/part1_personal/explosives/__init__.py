"""EXPLOSIVES: IMPACT, TIMED and STATIC ones, MORTARS, and who is caught."""
