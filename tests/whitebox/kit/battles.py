"""Whole battles with all that the book has, on small maps."""

from typing import get_args

from tests.whitebox.kit.basis import *

MIXED_ROWS = 24


def mixed(**options: str) -> Scenario:
    """Tanks, trucks and men of both sides in broken ground."""

    def here(name: str, at: tuple[int, int], sheet: str, side: str = "a", **status: Any) -> Unit:
        facing = 4 if side == "b" else 0
        return man(name, at, side, sheet, facing=facing, rows=MIXED_ROWS, **status)

    def armed(name: str, sheet: str, at: tuple[int, int], side: str = "a") -> Unit:
        return vehicle(name, sheet, at, 4 if side == "b" else 0, side, rows=MIXED_ROWS)

    units = (
        armed("sherman", "tank-medium", (3, 16)),
        armed("opel", "truck-small", (10, 18)),
        armed("hellcat", "tank-destroyer", (16, 17)),
        here("ivan", (7, 17), "rocketeer-medium"),
        here("oleg", (8, 18), "rifleman", bombs={"grenade": 2, "charge": 1, "pipe-bomb": 1}),
        here("vera", (13, 17), "rifleman", carried_by="opel"),
        armed("panzer", "tank-light", (5, 4), "b"),
        armed("sdkfz", "armored-personnel-carrier", (12, 5), "b"),
        armed("bike", "motorcycle", (18, 4), "b"),
        here("hans", (9, 3), "medium-machinegunner", "b"),
        here("karl", (10, 3), "flamethrower-operator", "b"),
        here("otto", (13, 3), "rifleman", "b", carried_by="sdkfz"),
    )
    terrain = (
        filled("wood", "forest", (1, 9), (4, 11), rows=MIXED_ROWS),
        filled("house", "building-wall-masonry", (10, 10), (11, 11), rows=MIXED_ROWS),
        edged("wall", "low-brick-wall", (13, 9), (19, 9), rows=MIXED_ROWS),
        filled("mud", "mud", (15, 11), (18, 13), rows=MIXED_ROWS),
    )
    switches: dict[str, str | bool] = {"surprise": "roll", "round_limit": "5", **options}
    return scene(*units, terrain=terrain, size=(MIXED_ROWS, MIXED_ROWS), options=switches)


BOOK = rulebook_for("owb")
VARIANTS: tuple[dict[str, str], ...] = (
    {},
    {"initiative": "individual", "stances": "on"},
    {"initiative": "vehicle", "ammo": "count", "cover_damage": "hit-points"},
    {
        "morale": "on",
        "tank_gun_ammunition": "on",
        "massive_damage": "on",
        "naturals_personal": "on",
        "wreck_smoke": "on",
        "diagonals": "alternate",
    },
)
BLADES = ("battle-axe", "bayonet", "club", "hatchet", "improvised", "knife", "spear", "strike")


def all_squares(state: OwbState) -> Iterator[Square]:
    """Every square of the map, and one more all around it."""
    for y in range(-1, state.setting.rows + 1):
        for x in range(-1, state.setting.width + 1):
            yield x, y


def points(state: OwbState) -> Iterator[tuple[float, float]]:
    """The middles of all squares and of all edges that something lies on."""
    for square in all_squares(state):
        yield state.setting.point(square)
    for one, two in state.grounds.edges:
        yield state.setting.point_of(((one[0] + two[0]) / 2, (one[1] + two[1]) / 2))


def on_foot(state: OwbState, person: Person, *, turning: bool) -> Iterator[Any]:
    """Every attack that could be ordered of somebody on foot, alone or with a loader."""
    name, people, vehicles = person.id, state.persons(), state.vehicles()
    known = [one for one in people if not one.hidden]
    arms: list[Any] = [arm.id for arm in person.arms]
    leans: list[Any] = [None]
    if turning and person.on_table:
        leans += [state.setting.point(square) for square in lean_outs(state, person)]
    for lean in leans:
        for arm in arms:
            for mode in get_args(Mode):
                for one in known:
                    yield Shoot(name, target=one.id, weapon=arm, mode=mode, lean=lean)
        for vehicle in vehicles:
            inside = [None, *(one.id for one in people if one.aboard == vehicle.id)]
            for weapon in (*arms, *(bomb for bomb, _ in person.bombs)):
                for who in inside:
                    for mode in get_args(Mode):
                        for under in (False, True):
                            yield ShootAboard(
                                name,
                                vehicle=vehicle.id,
                                weapon=weapon,
                                occupant=who,
                                mode=mode,
                                underside=under,
                                lean=lean,
                            )
        for square in all_squares(state):
            at = state.setting.point(square)
            for bomb in get_args(BombId):
                if person.bombs_of(bomb):
                    yield Throw(name, bomb=bomb, at=at, lean=lean)
            if "flamethrower" in arms:
                yield Flame(name, at=at, lean=lean)
            for arm in arms:
                if arm.startswith("rpg"):
                    yield Launch(name, weapon=arm, at=at, lean=lean)
                if arm == "mortar":
                    for helper in (None, *(one.id for one in people)):
                        yield Launch(name, weapon=arm, at=at, helper=helper, lean=lean)
    for blade in (*BLADES, "sword"):
        for piece in state.pieces:
            yield Strike(name, target=piece, weapon=blade)  # type: ignore[arg-type]


def aboard(
    state: OwbState, person: Person, spots: Sequence[tuple[float, float]] | None = None
) -> Iterator[Any]:
    """Every attack that could be ordered of somebody aboard, at some points or at all."""
    vehicle = state.vehicle(person.aboard)
    spots = list(points(state)) if spots is None else spots
    for mount in vehicle.mounts:
        for kind in ("smoke", "AP", "HE"):
            for mode in ("suppress", "burst", "single"):
                base: dict[str, Any] = {"person": person.id, "mount": mount.id}
                base |= {"round": kind, "mode": mode}
                for piece in state.pieces:
                    yield FireGun(target=piece, **base)
                for at in spots:
                    yield FireGun(at=at, **base)
    modes: list[Any] = ["both-barrels", "burst", "single"]
    ports: list[Any] = ["A", "L", "R", "F", ""]
    for arm in person.arms:
        for mode in modes:
            for port in ports:
                for piece in state.pieces:
                    yield FirePort(
                        person.id,
                        weapon=arm.id,
                        target=piece,
                        port=port,
                        mode=mode,
                    )
