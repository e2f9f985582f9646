"""The colours: a staff map on warm paper, and the same map by night."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

ThemeName = Literal["light", "dark"]

SERIF = (
    "'Iowan Old Style', 'Palatino Linotype', Palatino, Georgia, 'Liberation Serif', "
    "'DejaVu Serif', serif"
)
"""For names and places. What the system has is used; nothing is fetched."""

SANS = "'Segoe UI', 'Helvetica Neue', Arial, 'Liberation Sans', 'DejaVu Sans', sans-serif"
"""For everything else."""


class SideColours(Struct, frozen=True):
    """The colours of a side: for lines and letters, and for what they enclose."""

    ink: str
    fill: str


class Theme(Struct, frozen=True, kw_only=True):
    """All colours of a drawing."""

    name: ThemeName
    sheet: str
    paper: str
    ink: str
    soft: str
    rule: str
    grid: str
    plate: str
    wood: str
    forest: str
    wood_ink: str
    tree: str
    tree_lit: str
    orchard: str
    grass: str
    field: str
    field_ink: str
    crop: str
    crop_ink: str
    rough: str
    rough_ink: str
    sand: str
    sand_ink: str
    marsh: str
    marsh_ink: str
    water: str
    water_ink: str
    hill: str
    hill_ink: str
    crest: str
    road: str
    road_edge: str
    dirt: str
    dirt_edge: str
    hedge: str
    hedge_lit: str
    stone: str
    stone_ink: str
    yard: str
    brick: str
    brick_ink: str
    plain: str
    smoke: str
    amber: str
    amber_ink: str
    wood_name: str
    water_name: str
    earth: str
    go: str
    stop: str
    focus: str
    sides: tuple[SideColours, ...]

    def side(self, index: int) -> SideColours:
        """The colours of the side with that number."""
        return self.sides[index % len(self.sides)]


LIGHT = Theme(
    name="light",
    sheet="#fbf7ec",
    paper="#f3ecd9",
    ink="#2a2a26",
    soft="#57544a",
    rule="#a99c7a",
    grid="#dbcfb2",
    plate="#ffffff",
    wood="#cbd6ae",
    forest="#b5c596",
    wood_ink="#5c7341",
    tree="#9db47c",
    tree_lit="#bccd9c",
    orchard="#e0e2b9",
    grass="#e4e3c0",
    field="#ede4c2",
    field_ink="#cfc08d",
    crop="#ead99b",
    crop_ink="#b0963f",
    rough="#e4d7ba",
    rough_ink="#8f7c57",
    sand="#f3e3b4",
    sand_ink="#bc9d55",
    marsh="#d8e0cb",
    marsh_ink="#4f7f80",
    water="#b4d0d8",
    water_ink="#44768c",
    hill="#c39a5f",
    hill_ink="#9a7440",
    crest="#6d4c1f",
    road="#fdf9ec",
    road_edge="#8a744c",
    dirt="#eedfbd",
    dirt_edge="#a08657",
    hedge="#4a6631",
    hedge_lit="#9db77a",
    stone="#c9c4b6",
    stone_ink="#5c594f",
    yard="#ecd0bc",
    brick="#b7795c",
    brick_ink="#6b4633",
    plain="#e3dccb",
    smoke="#82868c",
    amber="#f2c26b",
    amber_ink="#6b3f04",
    wood_name="#263f13",
    water_name="#164458",
    earth="#6d4c1f",
    go="#256b42",
    stop="#8a2d2b",
    focus="#0b57c4",
    sides=(
        SideColours("#174f80", "#cfe3f2"),
        SideColours("#8a2320", "#f4d3cb"),
        SideColours("#6b5000", "#f5e6ae"),
        SideColours("#37474f", "#dde5e8"),
    ),
)

DARK = Theme(
    name="dark",
    sheet="#17191b",
    paper="#24272a",
    ink="#efe8d6",
    soft="#b9b29f",
    rule="#6a6553",
    grid="#363a3d",
    plate="#0f1113",
    wood="#2c3826",
    forest="#26331f",
    wood_ink="#8aa36a",
    tree="#435636",
    tree_lit="#587046",
    orchard="#333a26",
    grass="#2d3328",
    field="#35321f",
    field_ink="#5a5330",
    crop="#403a1d",
    crop_ink="#9c8742",
    rough="#332e26",
    rough_ink="#93856a",
    sand="#3b3524",
    sand_ink="#92804f",
    marsh="#25332f",
    marsh_ink="#74a5a4",
    water="#1d3a46",
    water_ink="#79aec3",
    hill="#8d6a38",
    hill_ink="#a9854f",
    crest="#d6ae72",
    road="#5a5546",
    road_edge="#a3977a",
    dirt="#474031",
    dirt_edge="#8b7d5e",
    hedge="#7d9c58",
    hedge_lit="#33451f",
    stone="#55524a",
    stone_ink="#b1ac9f",
    yard="#44332a",
    brick="#8d5a43",
    brick_ink="#d9a78c",
    plain="#35332d",
    smoke="#a3a8ae",
    amber="#f2c26b",
    amber_ink="#3b2200",
    wood_name="#c3d8a4",
    water_name="#b5dcea",
    earth="#d6ae72",
    go="#7fd0a0",
    stop="#ff9d93",
    focus="#8ab8ff",
    sides=(
        SideColours("#9ccdf5", "#173651"),
        SideColours("#ffb0a5", "#571f1c"),
        SideColours("#ecca62", "#463708"),
        SideColours("#cfdae0", "#364148"),
    ),
)

THEMES: dict[ThemeName, Theme] = {"light": LIGHT, "dark": DARK}
"""The themes by name."""


def contrast(one: str, two: str) -> float:
    """The contrast of two colours as the accessibility guidelines (WCAG) define it, 1 to 21.

    >>> round(contrast("#000000", "#ffffff"), 1)
    21.0
    """
    first, second = sorted((_luminance(one), _luminance(two)))
    return (second + 0.05) / (first + 0.05)


def _luminance(colour: str) -> float:
    channels = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (
        c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in channels
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
