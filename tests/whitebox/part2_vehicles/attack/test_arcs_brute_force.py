"""Sides, arcs and collisions against a second reckoning, in whole numbers."""

from __future__ import annotations

import pytest

from sandtable.rulebooks.whitebox.part2_vehicles.attack.line_of_fire import ArcSide
from tests.whitebox.kit import *

SIZES = ((2, 1), (3, 2), (4, 2), (4, 3))
HALF = Fraction(1, 2)


class Surd(NamedTuple):
    """A number a + b times the root of 2."""

    a: Fraction
    b: Fraction = Fraction(0)

    def plus(self, other: Surd, times: int = 1) -> Surd:
        return Surd(self.a + times * other.a, self.b + times * other.b)

    def widened(self) -> Surd:
        """The number times (root of 2, less 1), which is the tangent of 22.5 degrees."""
        return Surd(2 * self.b - self.a, self.a - self.b)

    def sign(self) -> int:
        a, b = self
        if (a >= 0) == (b >= 0) or not a or not b:
            return (a + b > 0) - (a + b < 0)
        more = a * a > 2 * b * b
        return 1 if (a > 0) == more else -1

    def size(self) -> Surd:
        return self if self.sign() >= 0 else Surd(-self.a, -self.b)


def seen_from(print_: Footprint, point: tuple[float, float]) -> tuple[Surd, Surd]:
    """How far ahead of the middle of a vehicle a point lies, and how far to its right."""
    dx, dy = (Fraction(p) - Fraction(c) for p, c in zip(point, print_.centre, strict=True))
    ahead_x, ahead_y = STEPS[print_.facing]
    ahead, right = dx * ahead_x + dy * ahead_y, dy * ahead_x - dx * ahead_y
    if print_.facing % 2:
        return Surd(Fraction(0), ahead / 2), Surd(Fraction(0), right / 2)
    return Surd(ahead), Surd(right)


def side_towards(print_: Footprint, point: tuple[float, float]) -> str:
    """Front, rear or side: by lines at 45 degrees; front beats side, and side beats rear."""
    ahead, right = seen_from(print_, point)
    length, width = (Surd(HALF * part) for part in print_.size)
    beside = right.size().plus(width, -1)
    before, behind = ahead.plus(length, -1), Surd(-ahead.a, -ahead.b).plus(length, -1)
    if before.sign() > 0 and beside.plus(before, -1).sign() <= 0:
        return "front"
    if behind.sign() > 0 and beside.plus(behind, -1).sign() < 0:
        return "rear"
    return "right" if right.sign() > 0 else "left"


def in_cone(print_: Footprint, side: str, point: Square) -> bool:
    """Whether a point is in the cone of 45 degrees that opens from a whole side."""
    ahead, right = seen_from(print_, point)
    length, width = (Surd(HALF * part) for part in print_.size)
    out, aside = (ahead, right) if side in "FA" else (right, ahead)
    if side in "AL":
        out = Surd(-out.a, -out.b)
    depth, base = (length, width) if side in "FA" else (width, length)
    beyond = out.plus(depth, -1)
    reach = aside.size().plus(base, -1).plus(beyond.widened(), -1)
    return beyond.sign() > 0 and reach.sign() <= 0


HULLS = {"motorcycle": 0, "car": 0, "truck-large": 0, "armored-car": 1, "tank-light": 2}
HULLS |= {"armored-personnel-carrier": 1, "tank-medium": 2, "tank-heavy": 3}


class Meeting(NamedTuple):
    """Two vehicles, the first of which takes a step into the second."""

    sheets: tuple[str, str]
    prints: tuple[Footprint, Footprint]
    turn: int
    speeds: tuple[int, int]
    reversing: bool
    die: int


def meetings(seed: int, count: int) -> list[Meeting]:
    """Some such meetings, forwards, backwards and in a skid to either side."""
    chance, found = Random(seed), list[Meeting]()
    while len(found) < count:
        sheets = (chance.choice(list(HULLS)), chance.choice(list(HULLS)))
        places = ((18, 18), (chance.randrange(12, 25), chance.randrange(12, 25)))
        one, two = (
            footprint((BLOCKS[sheet].length, BLOCKS[sheet].width), chance.randrange(8), place)
            for sheet, place in zip(sheets, places, strict=True)
        )
        turn = chance.choice((0, 4, -1, 1))
        stepped = moved(one, one.facing + turn)
        if set(one.squares) & set(two.squares) or not set(stepped.squares) & set(two.squares):
            continue
        speeds = (chance.randrange(1, 15), chance.randrange(15))
        found.append(
            Meeting(sheets, (one, two), turn, speeds, chance.random() < 0.3, chance.randrange(1, 7))
        )
    return found


def reckoned(meeting: Meeting) -> tuple[str, int, int]:
    """The type of a collision, and what the attacking and the defending vehicle take."""
    one, two = meeting.prints
    way = (one.facing + meeting.turn) % 8
    zone = side_towards(two, one.centre)
    course = two.facing + 4 * meeting.reversing
    ahead, behind = ("rear", "front") if meeting.reversing else ("front", "rear")
    apart = min((way - course) % 8, (course - way) % 8)
    fast, other = meeting.speeds
    if zone == ahead and apart >= 3:
        kind, plus = "head-on", fast + other
    elif zone == behind and apart <= 1:
        kind, plus = "rear-end", max(0, fast - other)
    else:
        kind, plus = "t-bone", fast
    aslant = meeting.turn in (-1, 1) and side_towards(one, two.centre) in ("left", "right")
    strong = meeting.turn != 4 and not aslant
    mine = _hull(meeting.sheets[0], front=strong)
    theirs = _hull(meeting.sheets[1], front=zone == "front")
    base = meeting.die + plus
    return kind, base * (theirs + 1) // (mine + 1), base * (mine + 1) // (theirs + 1)


def _hull(sheet: str, *, front: bool) -> int:
    level = HULLS[sheet]
    return level if front or level < 2 else level - 1


@pytest.mark.slow
@rule("owb.footprint.zones-front-side-rear", "owb.arc.fixed-45-degree-cone")
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("facing", [0, 1, 5])
def test_sides_and_arcs_agree_everywhere(size: tuple[int, int], facing: int) -> None:
    print_ = footprint(size, facing, (0, 0))
    sides: tuple[ArcSide, ...] = ("F", "R", "L", "A")
    for point in ((x, y) for x in range(-7, 8) for y in range(-7, 8)):
        if point in print_.squares:
            continue
        assert zone_of(print_, point) == side_towards(print_, point), point
        for side in sides:
            assert in_fixed_arc(print_, side, point) is in_cone(print_, side, point), (side, point)


@pytest.mark.slow
@rule("owb.collision.classify", "owb.collision.hull-level-of-the-touching-face")
@pytest.mark.parametrize("meeting", meetings(seed=8, count=40))
def test_collisions_come_out_as_they_are_reckoned(meeting: Meeting) -> None:
    one, two = meeting.prints
    state = sturdy_field(
        driven("a", meeting.sheets[0], one.anchor, one.facing),
        driven("b", meeting.sheets[1], two.anchor, two.facing, side="b"),
    )
    speeding(state, "a", meeting.speeds[0], "reverse" if meeting.turn == 4 else "normal")
    speeding(state, "b", meeting.speeds[1], "reverse" if meeting.reversing else "normal")
    way = (one.facing + meeting.turn) % 8
    (event,) = crash(state, "a", meeting.die, *[1] * 40, direction=way).of("collision")
    found = (event.data["type"], event.data["attacker"], event.data["defender"])
    assert found == reckoned(meeting)
