"""TIME and TACTICAL COMBAT ROUND of vehicles: the turns of vehicles and their crews."""
