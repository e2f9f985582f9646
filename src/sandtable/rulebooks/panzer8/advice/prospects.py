"""What guns would do from one spot to another, at a glance, as a computer player sees it.

A real shot depends on everybody on the table: friends in the way, smoke, whom else one must shoot
at. Here only the two and the ground count, so what was worked out once for a pair holds as long as
neither changes. Whether a shot is allowed is for ``aim`` to say.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import count, filterfalse, repeat
from operator import neg
from typing import Final, NamedTuple, Protocol

import msgspec

from sandtable.advice import expected
from sandtable.battle.memory import Memory
from sandtable.table import Footprint, Point, beyond_front, distance, in_field_of_fire, line_stops

from ..s02_terrain.ground_and_cover import cover_of_place
from ..s02_terrain.line_of_sight import VISIBILITY, is_elevated, on_opposite_slope
from ..s05_actions.fire.aiming import CLOSE, SHIELDED, Fired
from ..s05_actions.fire.direct_fire import effect_odds
from ..s10_buildings.occupation import has_no_facing
from ..s10_buildings.streets import hidden_in_town, towns_shared
from ..s16_nations.nations import NO_RESERVES, Reserves
from ..state import Element, P8State
from ..state.battlefield import LINES
from ..state.sheets import Gun, Sheet
from ..state.tables import QUALITY, TOLERANCE
from .appraisal import AGAINST_SUPPRESSED, EFFECT_WORTH

SHELTERED: Final = 0.3
"""How often a commander or an observer away from the enemy is the one who is shot at."""

SURELY: Final = 1e-9
"""By how much one number must be more than another to be so in whatever order it is added up."""


_UNMARKED: Final[dict[str, object]] = {
    "reacted": False,
    "acted": False,
    "moved": False,
    "shifted": False,
    "boarded": False,
    "landed": False,
    "spent": 0.0,
    "fired": False,
    "charged": False,
    "fought": False,
    "through_smoke": False,
    "walked": False,
    "wire_turns": 0,
    "hurried": False,
}
"""What was noted of an element in a player turn; none of it matters to whoever shoots at it."""


class Watched(Protocol):
    """A picture of the enemy; the same one always shows the same."""

    watching: tuple[Stand, ...]


class Stand:
    """An element in its place, with all that shots from there and at it depend on.

    There is one for each element as it is at some time, so two are the same only if they are one.
    What befalls an element without a shot of its own (it is shot at, it reacts) does not depend on
    what it has done in the player turn; it is remembered for `still`, the same element before it
    did anything, so that it need not be found out again after every action.
    """

    __slots__ = (
        "_still",
        "base",
        "cover",
        "element",
        "guns",
        "has_no_facing",
        "indirect_cover",
        "is_elevated",
        "is_mortar",
        "kind",
        "lines",
        "past",
        "quality",
        "range",
        "sheet",
        "spot",
        "touches_crest",
    )

    def __init__(self, state: P8State, element: Element) -> None:
        setting = state.setting
        sheet = state.sheet(element)
        self.element = element
        # None for itself: what refers to itself is not freed as soon as nobody needs it.
        self._still: Stand | None = None
        self.sheet = sheet
        self.kind = (sheet.id, "OT" in sheet.flags or "OT" in element.flags)
        self.guns = sheet.guns
        self.range = max((max(gun.hesa_range, gun.ap_range) for gun in sheet.guns), default=0.0)
        self.is_mortar = sheet.is_mortar
        self.quality = QUALITY[element.quality]
        self.spot: Point = (element.x, element.y)
        self.base = state.base(element)
        self.cover = cover_of_place(state, element).value
        self.indirect_cover = cover_of_place(state, element, indirect=True).value
        self.has_no_facing = has_no_facing(state, element)
        self.is_elevated = bool(setting.elevated) and is_elevated(state, element)
        touched = setting.touched(self.base)
        self.past = touched if element.inside is None else touched | {element.inside}
        self.touches_crest = bool(touched & setting.hill_of_crest.keys())
        self.lines = _covering_lines(state, sheet, touched)

    @property
    def still(self) -> Stand:
        """The stand of the element before it did anything in the player turn."""
        return self._still or self

    def with_marks(self, element: Element) -> Stand:
        """The same stand of an element that has done something in the player turn."""
        marked = Stand.__new__(Stand)
        for name in Stand.__slots__:
            setattr(marked, name, getattr(self, name))
        marked.element = element
        marked._still = self.still
        return marked


def _covering_lines(
    state: P8State, sheet: Sheet, touched: frozenset[str]
) -> tuple[tuple[int, tuple[Point, ...]], ...]:
    """The lines that cover somebody who touches them, with the cover that they give."""
    found = []
    for name in sorted(touched):
        line = state.setting.ground.line(name)
        if line.kind == "crest":
            if sheet.is_turreted:
                found.append((2, line.points))
        elif LINES[line.kind].cover is not None:
            found.append((1, line.points))
    return tuple(found)


def stand_of(state: P8State, element: Element) -> Stand:
    """An element in its place."""
    if element.carried_by is not None:  # its base is that of its vehicle
        return Stand(state, element)
    memory = state.setting.memories["stands"]
    known: Stand | None = memory.get(element)
    if known is None:
        still = msgspec.structs.replace(element, **_UNMARKED)
        if still == element:
            known = Stand(state, element)
        else:
            known = stand_of(state, still).with_marks(element)
        memory.keep(element, known)
    return known


@lru_cache(maxsize=1024)
def hurt_by(margin: int, fired: Fired, suppressed: bool, reserves: Reserves = NO_RESERVES) -> float:
    """How much a shot hurts its target on average, as a part of the target's worth."""
    scale = AGAINST_SUPPRESSED if suppressed else EFFECT_WORTH
    odds = effect_odds(margin, fired, reserves)
    return expected(odds.items(), scale)


class Threat(NamedTuple):
    """What some would do to another: all of it, or as much as is known so far."""

    total: float
    is_all: bool


def threat_at_most(
    state: P8State, seen: Watched, target: Stand, most: float, like: Stand
) -> Threat:
    """All that some would do to another by reacting to it, or enough of it to be more than so much.

    Those are looked at first who threaten one that is ``like`` it, to find that out soon.
    """
    memory = state.setting.memories["all threats"]
    target = target.still
    key = (target, seen)
    known: Threat | None = memory.get(key)
    limit = most + SURELY
    if known is None or not (known.is_all or known.total > limit):
        known = memory.keep(key, _threat(state, seen.watching, target, limit, like.still))
    return known


def threat(state: P8State, seen: Watched, target: Stand) -> float:
    """All that some would do to another by reacting to it, as a part of the other's worth."""
    return threat_at_most(state, seen, target, math.inf, target).total


def _threat(
    state: P8State, firers: Sequence[Stand], target: Stand, limit: float, like: Stand
) -> Threat:
    """What some would do to another by reacting to it; enough of it to be more than a limit."""
    pairs = state.setting.pairs("threats")
    row = pairs.row(target)
    total = sum(map(row.get, firers, repeat(0.0)))
    if total > limit:
        return Threat(total, False)
    unknown = [*filterfalse(row.__contains__, firers)]
    known = len(row)
    row.update(dict.fromkeys(beyond_range(target, unknown), 0.0))
    if len(row) > known:
        unknown = [*filterfalse(row.__contains__, unknown)]
    if len(unknown) > 1 and like is not target:
        hurts = map(pairs.row(like).get, unknown, repeat(0.0))
        ranked = sorted(zip(map(neg, hurts), count(), unknown, strict=False))
        unknown = [firer for _, _, firer in ranked]
    for firer in unknown:
        hurt = row[firer] = likely_hurt(state, firer, target, reaction=True)
        total += hurt
        if total > limit:
            break
    pairs.note(len(row) - known)
    if total > limit:
        return Threat(total, False)
    return Threat(sum(map(row.__getitem__, firers)), True)


def chances(state: P8State, firer: Stand, targets: Sequence[Stand]) -> list[float]:
    """How much an element would hurt each of some on the table by firing at it."""
    return state.setting.pairs("chances").ask(
        firer,
        targets,
        lambda target: likely_hurt(state, firer, target, reaction=False),
        lambda others: out_of_range(firer, others),
    )


def limits(state: P8State, firer: Stand, targets: Sequence[Stand]) -> list[float]:
    """As much as all guns of an element can hurt each of some on the table at the most."""
    if firer.element.carried_by is not None:  # it has a new stand every time
        return [most_hurt(state, firer, target) for target in targets]
    return state.setting.pairs("limits").ask(
        firer,
        targets,
        lambda target: most_hurt(state, firer, target),
        lambda others: out_of_range(firer, others),
    )


def _keep(memory: Memory, firer: Stand, target: Stand, answer: float) -> None:
    """Remember something about a pair; those who are carried have a new stand every time."""
    if firer.element.carried_by is None and target.element.carried_by is None:
        memory.keep((firer, target), answer)


def likely_hurt(state: P8State, firer: Stand, target: Stand, *, reaction: bool) -> float:
    """What the gun that suits best would do, with the cover on the line between the centres."""
    if not may_reach(firer, target):
        return 0.0
    best = 0.0
    cover = -1
    for gun in range(len(firer.guns)):
        used = _bears(state, firer, target, gun, reaction=reaction)
        if used is None:
            continue
        if cover < 0:  # most pairs do not see each other, so that goes before what is exact
            if not _in_view(state, firer, target):
                return 0.0
            cover = _cover(firer, target)
        found = _margin(firer, target, gun, used, reaction=reaction)
        if found is None:
            continue
        margin, fired, gap = found
        hurt = hurt_by(margin - cover, fired, target.element.suppressed)
        if gap > CLOSE and target.sheet.type in SHIELDED:
            hurt *= SHELTERED
        best = max(best, hurt)
    return best


def most_hurt(state: P8State, firer: Stand, target: Stand) -> float:
    """As much as all guns of an element can hurt a target at the most, whoever else is there.

    It is left open what is in sight; and commanders are mostly not to be picked out from afar.
    """
    if not may_reach(firer, target):
        return 0.0
    total = 0.0
    for gun in range(len(firer.guns)):
        used = _bears(state, firer, target, gun, reaction=False)
        found = used and _margin(firer, target, gun, used, reaction=False)
        if found:
            cover = target.indirect_cover if firer.is_mortar else target.cover
            total += hurt_by(found[0] - cover, found[1], target.element.suppressed)
    far = _gap(firer.base, target.base) > CLOSE
    return total * SHELTERED if far and target.sheet.type in SHIELDED else total


def may_reach(firer: Stand, target: Stand) -> bool:
    """A quick look whether any gun reaches so far, against whomever."""
    one, two = firer.base, target.base
    return math.hypot(one.x - two.x, one.y - two.y) - one.reach - two.reach <= firer.range


def out_of_range(firer: Stand, targets: Sequence[Stand]) -> list[Stand]:
    """Of some those whom a firer plainly does not reach, at a quicker look."""
    one, found = firer.base, []
    x, y, far = one.x, one.y, one.reach + firer.range + SURELY
    for target in targets:
        two = target.base
        dx, dy, most = two.x - x, two.y - y, far + two.reach
        if dx > most or dy > most or -dx > most or -dy > most:
            found.append(target)
    return found


def beyond_range(target: Stand, firers: Sequence[Stand]) -> list[Stand]:
    """Of some those who plainly do not reach a target, at a quicker look."""
    one, found = target.base, []
    x, y, far = one.x, one.y, one.reach + SURELY
    for firer in firers:
        two = firer.base
        dx, dy, most = two.x - x, two.y - y, far + two.reach + firer.range
        if dx > most or dy > most or -dx > most or -dy > most:
            found.append(firer)
    return found


# -- one gun --------------------------------------------------------------------------------------


def _bears(
    state: P8State, firer: Stand, target: Stand, number: int, *, reaction: bool
) -> tuple[Fired, int, float] | None:
    """Which value of a gun is used against a target and how far it reaches, if it may reach it."""
    gun, element = firer.guns[number], firer.element
    if element.broken_down or (element.shifted and "NMF" in gun.flags and not reaction):
        return None
    used = _used(state, firer, target, number)
    if used is None:
        return None
    reach = min(used[2], CLOSE) if element.suppressed else used[2]
    one, two = firer.base, target.base
    if math.hypot(one.x - two.x, one.y - two.y) - one.reach - two.reach > reach:
        return None
    return used


def _margin(
    firer: Stand, target: Stand, number: int, used: tuple[Fired, int, float], *, reaction: bool
) -> tuple[int, Fired, float] | None:
    """What a gun has over its target apart from cover, what it fires, and the range."""
    gun, element = firer.guns[number], firer.element
    fired, value, reach = used
    if element.suppressed:
        reach = min(reach, CLOSE)
    one, two = firer.base, target.base
    gap = _gap(one, two)
    if gap > min(reach, VISIBILITY) + TOLERANCE or _is_out_of_field(firer, target, gun):
        return None
    margin = value + firer.quality - target.sheet.defence - target.quality
    if gap <= CLOSE + TOLERANCE < reach and not element.suppressed:
        margin += 1
    if gap > reach / 2 + TOLERANCE:
        margin -= 1
    if element.moved and not reaction:
        margin -= 1
    if not target.has_no_facing and not beyond_front(one, of=two):
        margin += 1
    return margin, fired, gap


def _gap(one: Footprint, two: Footprint) -> float:
    """How far apart two bases are; for built-up areas as if they lay square to the table."""
    if one.kind != "outline" != two.kind:
        return distance(one, two)
    a, b = one.box, two.box
    return math.hypot(
        max(b[0] - a[2], a[0] - b[2], 0.0),
        max(b[1] - a[3], a[1] - b[3], 0.0),
    )


def _used(
    state: P8State, firer: Stand, target: Stand, number: int
) -> tuple[Fired, int, float] | None:
    """Which value of a gun is used against a target, and how far it reaches."""
    memory = state.setting.memories["values"]
    key = (firer.kind[0], number, target.kind)
    if key not in memory:
        memory.keep(key, _value_against(firer.guns[number], target))
    found: tuple[Fired, int, float] | None = memory[key]
    return found


def _value_against(gun: Gun, target: Stand) -> tuple[Fired, int, float] | None:
    sheet = target.sheet
    if not sheet.armoured:
        return ("HE/SA", gun.hesa, gun.hesa_range) if gun.hesa > 0 else None
    if gun.ap is None or (gun.ap_mark == "*" and sheet.defence > 2 and not target.kind[1]):
        return None
    value = max(gun.ap, sheet.defence) if gun.ap_mark == "+" else gun.ap
    return "AP", value, gun.ap_range


def _is_out_of_field(firer: Stand, target: Stand, gun: Gun) -> bool:
    """Whether a gun that fires to its front only does not bear; in buildings any may."""
    if firer.element.inside is not None:
        return False
    if not firer.element.suppressed and "FF" not in gun.flags:
        return False
    return not in_field_of_fire(target.base, firer.base)


# -- sight and cover ------------------------------------------------------------------------------


def _looked_past(state: P8State, one: Stand, two: Stand) -> frozenset[str]:
    past = one.past | two.past
    setting = state.setting
    if setting.streets:
        past |= towns_shared(state, one.element, two.element)
    if one.is_elevated or two.is_elevated:
        past |= setting.overlooked
    return past


def _hidden(state: P8State, one: Stand, two: Stand) -> bool:
    """Whether a hill or a town hides two from each other, whatever lies between them."""
    if (one.touches_crest or two.touches_crest) and on_opposite_slope(
        state, one.element, two.element
    ):
        return True
    return bool(state.setting.streets) and hidden_in_town(state, one.element, two.element)


def _in_view(state: P8State, one: Stand, two: Stand) -> bool:
    """Whether the line between two centres is clear, or one between their corners.

    It is always looked along from the same end, so that it never matters who was asked first.
    """
    one, two = one.still, two.still
    if one.element.id > two.element.id:
        one, two = two, one
    memory = state.setting.memories["views"]
    known: bool | None = memory.get((one, two))
    if known is None:
        past = _looked_past(state, one, two)
        clear = state.setting.sight.glimpses(one.base, two.base, past)
        known = clear and not _hidden(state, one, two)
        _keep(memory, one, two, known)
    return known


def in_sight(state: P8State, one: Stand, two: Stand) -> bool:
    """Whether any line between two bases is clear."""
    one, two = one.still, two.still
    if one.element.carried_by is not None or two.element.carried_by is not None:
        return _is_in_sight(state, one, two)  # they have new stands every time
    pairs = state.setting.pairs("sights")
    row = pairs.row(one)
    known: bool | None = row.get(two)
    if known is None:
        known = row[two] = _is_in_sight(state, one, two)
        pairs.note(1)
    return known


def _is_in_sight(state: P8State, one: Stand, two: Stand) -> bool:
    past = _looked_past(state, one, two)
    return state.setting.sight.sees(one.base, two.base, past) and not _hidden(state, one, two)


def known_sights(state: P8State, one: Stand) -> Mapping[Stand, bool]:
    """What was found out before of whether any line from one to others is clear."""
    row: Mapping[Stand, bool] | None = state.setting.pairs("sights").get(one.still)
    return _NOTHING_KNOWN if row is None else row


_NOTHING_KNOWN: Final[Mapping[Stand, bool]] = {}


def _cover(firer: Stand, target: Stand) -> int:
    """The cover of a target from its place, and behind the lines that it touches."""
    cover = target.indirect_cover if firer.is_mortar else target.cover
    for value, points in target.lines:
        useless = value <= cover or (firer.is_mortar and value == 1)
        if not useless and line_stops(firer.spot, target.spot, points) is not None:
            cover = value
    return cover
