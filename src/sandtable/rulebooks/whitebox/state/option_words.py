"""What the switches of a battle and their settings mean, where their rules are no short answer."""

from __future__ import annotations

from typing import Final

TEXTS: Final = {
    "round_limit": "After how many rounds the battle ends, if nobody has won by then.",
    "surprise": "Whether each group rolls 1d6 at the start of a fight, and on a 1 is Surprised.",
    "range_bands": "How far Medium, Long and Extreme range reach.",
    "massed_suppression": "How many riflemen close together count as one suppressive weapon.",
    "suppressive_reach": "How far the cone of suppressive fire reaches.",
    "cover_damage": "What wears down the cover that people are behind.",
    "darkness": "Whether it is dark: whoever is 2 squares away or more counts as concealed.",
    "ammo": "Whether rounds are counted; if not, a die is thrown for each man after some fights.",
    "ammo_interval": "After how many firefights that die is thrown; on a 1 nothing is left.",
    "spare_loads": "How many spare loads each character carries, where rounds are counted.",
    "mortar_offmap_distance": "How many squares a mortar off the map is from its middle.",
    "static_damage": "The damage of a charge that was laid.",
    "static_area": "The squares that a charge that was laid reaches.",
    "zero_hp": "Whether an operative at 0 hit points is dying, and can be saved, or dead.",
    "morale": "Whether a group that has lost half of its people may break and run.",
    "hit_points": "Whether the hit points of people stand fixed or are rolled.",
    "vehicle_hit_points": "Whether vehicles have their printed hit points, or roll for them.",
    "unstuck_mishap": "Whether a stuck vehicle can have a mishap when its driver tries to free it.",
    "jump": "Where vehicles may jump.",
    "td_gun": "How the gun of a tank destroyer is mounted.",
    "open_top": "Whether up to six passengers of a carrier may fire over its sides.",
}
"""What some switches decide; of the others, the first sentence of their rule tells it."""

WORDS: Final = {
    "diagonals": {"one-to-one": "Each costs 1", "alternate": "1, 2, 1, 2 and so on"},
    "surprise": {"roll": "Each rolls", "none": "Nobody is", "scenario": "As the scenario says"},
    "initiative": {
        "side": "By sides",
        "individual": "Each for himself",
        "vehicle": "Each vehicle for itself",
    },
    "range_bands": {
        "multiples": "2, 3 and 4 times the range",
        "chained": "2, 6 and 24 times the range",
        "chained-for-thrown": "2, 6 and 24 times the range for what is thrown",
    },
    "suppressive_reach": {"short": "Short range", "extreme": "Extreme range"},
    "ammo": {"abstract": "Not counted", "count": "Counted"},
    "ac_display": {"aac": "Ascending (AAC)", "ac": "Descending (AC)"},
    "zero_hp": {"heroic": "Dying, and dead at -6", "deadly": "Dead"},
    "td_gun": {"TR2": "As in a turret (TR2)", "F": "To the front (F)"},
}
"""What some settings mean."""

TYPED: Final = {"number": "A number", "dice": "Other dice", "larger": "A larger area"}
"""Settings that stand for what is written in their place."""
