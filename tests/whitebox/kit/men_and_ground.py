"""Men who walk, search, lie in ambush or are looked after."""

from tests.whitebox.kit.basis import *

TIED = (4, 4, 1, 2)
"""A tie in the first round in which side a has the first turn."""


def hit_beside_a_medic(damage: int, rank: str = "soldier", **options: str | bool) -> OwbBattle:
    """Ivan has hit Bob in a tie, for so much; the medic beside Bob has begun his turn."""
    medic = {"class": "medic"}
    battle = fight(
        man("ivan", (10, 20)),
        man("bob", (10, 10), "b", rank=rank, armor=[]),
        man("medic", (11, 10), "b", rank="op1", **medic),  # type: ignore[arg-type]
        dice=TIED,
        options=options,
    )
    turn(battle, "ivan", shot("bob"), dice=(20, damage - 1))
    play(battle, Begin("medic"))
    return battle


def walker(*squares: Square, terrain: tuple[Terrain, ...] = (), **more: Any) -> OwbBattle:
    """Ivan at (10, 20), whose turn has begun."""
    options = more.pop("options", None)
    others = tuple(man(f"friend{n}", square) for n, square in enumerate(squares))
    ivan = man("ivan", (10, 20), **{"armor": [], **more})
    battle = fight(ivan, *others, FAR, terrain=terrain, options=options)
    play(battle, Begin("ivan"))
    return battle


def goes(battle: OwbBattle, *squares: Square, crawl: bool = False) -> bool:
    """Whether Ivan may go that way."""
    return battle.allows(Move("ivan", path(*squares), crawl=crawl), "a")


TWO = (man("ivan", (10, 20)), man("foe", (10, 10), "b"))
WALL = edged("wall", "tall-wall", (10, 20), (11, 20))
"""A wall along the north of square (10, 20)."""


def searching(*others: Unit, **status: Any) -> OwbBattle:
    """Ivan, Movement 12, looks for ambushes; there is none, and his turn has begun."""
    ivan = man("ivan", (10, 20), **{"searching": True, **status})
    battle = fight(ivan, *others, FAR)
    play(battle, Begin("ivan"))
    return battle


SOUTH = Zone(id="south", outline=((0, 0), (36, 0), (36, 6), (0, 6)), side="a")


def placing(*units: Unit, **options: str | bool) -> OwbBattle:
    """A battle in which side a has these to place."""
    foe = man("foe", (10, 3), "b")
    return fight(*units, foe, zones=(SOUTH,), options=options, dice=())


def two(**options: str | bool) -> tuple[Unit, Unit]:
    return (man("ivan", (10, 20)), man("foe", (10, 10), "b", facing=4))


def ambush(*searchers: Any, dice: tuple[int, ...] = (), **status: Any) -> OwbBattle:
    wood = [filled("wood", "forest", (8, 8), (12, 11))]
    return fight(
        man("ivan", (10, 20), armor=[], **status),
        *searchers,
        man("foe", (10, 10), "b", facing=4, hidden=True),
        man("open", (20, 10), "b", facing=4, hidden=True),
        terrain=wood,
        dice=dice,
    )
