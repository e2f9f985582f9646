"""Lines of sight and cover against a second reckoning."""

import random

import pytest

from tests.whitebox.kit import *

SIZE = 9
FILLING = (
    "sandbags",
    "tall-wall",
    "hedgerow",
    "wooden-fence",
    "forest",
    "smoke",
    "foxhole",
    "trench",
    "rubble",
    "boulder",
    "mud",
    "barbed-wire",
)
ON_EDGES = (
    "sandbags",
    "tall-wall",
    "hedgerow",
    "wooden-fence",
    "window-or-gunport",
    "barbed-wire",
)
HOLLOWS = ("foxhole", "trench", "rubble")
SHELTERS = ("none", "concealed", "partial", "full")


class Spot(NamedTuple):
    """A square, or the edge between two."""

    squares: tuple[Square, ...]

    def near(self, square: Square) -> bool:
        """Whether it is in a square or beside it."""
        return any(far(one, square) <= 1 for one in self.squares)


class Map(NamedTuple):
    """Features by where they are."""

    features: dict[Spot, str]
    terrain: tuple[Terrain, ...]

    def at(self, spot: Spot, height: str, protection: str) -> bool:
        """Whether there is a feature of a sort somewhere."""
        kind = FEATURES.get(self.features.get(spot, ""))
        return kind is not None and (kind.height, kind.protection) == (height, protection)

    def movement(self, spot: Spot) -> str:
        """How a feature hinders men."""
        kind = FEATURES.get(self.features.get(spot, ""))
        return "normal" if kind is None else kind.movement


def far(a: Square, b: Square) -> int:
    """The squares between two squares."""
    return max(abs(a[0] - b[0]), abs(a[1] - b[1]))


def spot(*squares: Square) -> Spot:
    """A square, or the edge between two."""
    return Spot(tuple(sorted(squares)))


def drawn(chance: random.Random) -> Map:
    """A map at random."""
    features: dict[Spot, str] = {}
    terrain: list[Terrain] = []
    for number in range(chance.randrange(3, 18)):
        x, y = chance.randrange(1, SIZE), chance.randrange(1, SIZE)
        name = f"t{number}"
        if chance.random() < 0.5:
            where, kind = spot((x, y)), chance.choice(FILLING)
            piece = filled(name, kind, (x, y), rows=SIZE)
        elif chance.random() < 0.5:
            where, kind = spot((x - 1, y), (x, y)), chance.choice(ON_EDGES)
            piece = edged(name, kind, (x, y), (x, y + 1), rows=SIZE)
        else:
            where, kind = spot((x, y - 1), (x, y)), chance.choice(ON_EDGES)
            piece = edged(name, kind, (x, y), (x + 1, y), rows=SIZE)
        if where not in features:
            features[where] = kind
            terrain.append(piece)
    return Map(features, tuple(terrain))


def open_squares(ground: Map) -> list[Square]:
    """Where men can stand."""
    squares = [(x, y) for x in range(SIZE) for y in range(SIZE)]
    return [square for square in squares if ground.movement(spot(square)) != "impassable"]


def around(a: Square, b: Square) -> tuple[list[Spot], list[Spot]]:
    """The two ways around the corner between two squares."""
    first, second = (
        [spot(side), spot(a, side), spot(side, b)] for side in ((b[0], a[1]), (a[0], b[1]))
    )
    return first, second


def along(a: Square, b: Square) -> Iterator[tuple[Square, Square]]:
    """The steps from square to square along the line between two middles."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    cuts: dict[Fraction, Square] = {}
    for n in range(abs(dx)):
        cuts[Fraction(2 * n + 1, 2 * abs(dx))] = (1 if dx > 0 else -1, 0)
    for n in range(abs(dy)):
        when = Fraction(2 * n + 1, 2 * abs(dy))
        cuts[when] = (cuts.get(when, (0, 0))[0], 1 if dy > 0 else -1)
    at = a
    for when in sorted(cuts):
        there = (at[0] + cuts[when][0], at[1] + cuts[when][1])
        yield at, there
        at = there


def shelter(ground: Map, a: Square, b: Square, *, ducked: bool) -> str:
    """What protects a man in one square from a man in another."""
    crossed, touched = [spot(a)], []
    for here, there in along(a, b):
        if here[0] != there[0] and here[1] != there[1]:
            ways = around(here, there)
            if all(any(ground.at(one, "tall", "cover") for one in way) for way in ways):
                return "full"
            touched += [*ways[0], *ways[1]]
        else:
            crossed.append(spot(here, there))
        crossed.append(spot(there))
    between = [one for one in crossed if one not in (spot(a), spot(b))]
    if any(ground.at(one, "tall", "cover") for one in between):
        return "full"
    low = "full" if ducked else "partial"
    found = ["none"]
    for one in (*crossed, *touched):
        beside = one.near(b) and far(a, b) > 1
        hollow = one == spot(b) and ground.features.get(one) in HOLLOWS
        if ground.at(one, "low", "cover") and beside and not hollow:
            found.append(low)
        if ground.at(one, "tall", "cover") and one.near(b):
            found.append("partial")
        if _conceals(ground, one, a, b, beside=beside):
            found.append("concealed")
    if ground.features.get(spot(b)) in HOLLOWS and not _same_trench(ground, a, b):
        found.append(low)
    return max(found, key=SHELTERS.index)


def _conceals(ground: Map, one: Spot, a: Square, b: Square, *, beside: bool) -> bool:
    if ground.features.get(one) == "smoke":
        return True
    if ground.at(one, "low", "concealment"):
        return beside or one == spot(b)
    seen_through = one == spot(a) or (one.near(a) and not one.near(b))
    return ground.at(one, "tall", "concealment") and not seen_through


def _same_trench(ground: Map, a: Square, b: Square) -> bool:
    seen, todo = {b}, [b]
    while todo:
        x, y = todo.pop()
        for square in ((x + i, y + j) for i in (-1, 0, 1) for j in (-1, 0, 1)):
            if square not in seen and ground.features.get(spot(square)) == "trench":
                seen.add(square)
                todo.append(square)
    return ground.features.get(spot(b)) == "trench" and a in seen and a != b


def seen_by_the_battle(battle: OwbBattle, name: str) -> str:
    """What protects a man, by what is taken from a shot at him."""
    if not battle.allows(shot(name), "a"):
        return "full"
    odds = present(battle.view("a").odds(shot(name)))
    return {0: "none", -2: "concealed", -4: "partial"}[odds.tallies[0].total]


def cost(ground: Map, who: dict[Square, str], a: Square, b: Square) -> int | None:
    """What a step costs, or nothing if nobody can make it."""
    if ground.movement(spot(b)) == "impassable" or who.get(b) == "foe":
        return None
    hard = ground.movement(spot(b)) in ("rough", "obstacle") or b in who
    if a[0] != b[0] and a[1] != b[1]:
        shut = [any(ground.movement(one) == "impassable" for one in way) for way in around(a, b)]
        return None if all(shut) else 1 + hard
    edge = ground.movement(spot(a, b))
    return None if edge == "impassable" else 1 + (hard or edge in ("rough", "obstacle"))


def may_go(
    ground: Map, who: dict[Square, str], own: Square, way: list[Square], *, alternate: bool
) -> bool:
    """Whether a man with 4 points can go a way."""
    left, at, diagonals = 4, own, 0
    for square in way:
        price = cost(ground, who, at, square)
        if price is None:
            return False
        if at[0] != square[0] and at[1] != square[1]:
            price += alternate and diagonals % 2
            diagonals += 1
        if price > left:
            return False
        left, at = left - price, square
    return who.get(way[-1]) != "friend"


def stroll(chance: random.Random, own: Square) -> list[Square]:
    """A way at random that stays on the map."""
    way, at = [], own
    for _ in range(chance.randrange(1, 6)):
        steps = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y]
        squares = [(at[0] + x, at[1] + y) for x, y in steps]
        at = chance.choice([(x, y) for x, y in squares if 0 <= x < SIZE and 0 <= y < SIZE])
        way.append(at)
    return way


@pytest.mark.slow
@rule(
    "owb.los.line",
    "owb.los.corner",
    "owb.cover.which-feature-counts",
    "owb.cover.square-feature-shelters-occupant",
    "owb.cover.several-protections",
    "owb.conceal.what-counts",
)
@pytest.mark.parametrize("seed", range(4))
def test_shots_meet_the_cover_that_the_words_of_the_book_give(seed: int) -> None:
    chance = random.Random(seed)
    for _ in range(25):
        ground = drawn(chance)
        own, *squares = chance.sample(open_squares(ground), 6)
        foes = {f"f{n}": square for n, square in enumerate(squares)}
        men = [man(name, square, "b", rows=SIZE) for name, square in foes.items()]
        battle = fight(man("ivan", own, rows=SIZE), *men, terrain=ground.terrain, size=(SIZE, SIZE))
        down = {name: battle.state.change(name, ducked=chance.random() < 0.4) for name in foes}
        play(battle, Begin("ivan"))
        for name, square in foes.items():
            wanted = shelter(ground, own, square, ducked=down[name].ducked)
            assert seen_by_the_battle(battle, name) == wanted, (own, square, ground.features)


@pytest.mark.slow
@rule(
    "owb.move.normal",
    "owb.move.corner-cutting",
    "owb.move.through-friend",
    "owb.move.blocked-by-enemy",
    "owb.move.over-incapacitated",
    "owb.terrain.costs-do-not-stack",
    "owb.grid.alternate-diagonals",
)
@pytest.mark.parametrize("diagonals", ["one-to-one", "alternate"])
@pytest.mark.parametrize("seed", range(2))
def test_ways_cost_what_the_words_of_the_book_say(seed: int, diagonals: str) -> None:
    chance = random.Random(f"{seed} {diagonals}")
    for _ in range(25):
        ground = drawn(chance)
        own, friend, foe, body = chance.sample(open_squares(ground), 4)
        men = (
            man("ivan", own, rows=SIZE),
            man("friend", friend, rows=SIZE),
            man("foe", foe, "b", rows=SIZE),
            man("body", body, "b", rows=SIZE),
        )
        options: dict[str, str | bool] = {"diagonals": diagonals}
        battle = fight(*men, terrain=ground.terrain, size=(SIZE, SIZE), options=options)
        battle.state.change("body", out="dead")
        play(battle, Begin("ivan"))
        who = {friend: "friend", foe: "foe", body: "body"}
        for _ in range(20):
            way = stroll(chance, own)
            order = Move("ivan", tuple(middle(square, SIZE) for square in way))
            wanted = may_go(ground, who, own, way, alternate=diagonals == "alternate")
            assert battle.allows(order, "a") is wanted, (own, way, who, ground.features)
