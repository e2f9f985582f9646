"""Section 5.8 and 9.2: cavalry, motorcyclists, armoured infantry and portees on and off mounts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from msgspec.structs import replace

from sandtable.acts import Words
from sandtable.battle import Event, Refusal
from sandtable.battle.page import Slot, Trace
from sandtable.catalogue import cite
from sandtable.dice import Dice
from sandtable.table import Point, overlap, touching

from ...drawing.ghosts import ghost, turned
from ...state import Element, P8State, slots
from ...state.case import Case
from ...state.orders import ActionOrder
from ...state.sheets import MOUNTS
from ..action import Action
from .mounting import on_the_spot, set_about_mounting
from .placing import check_place, places


class LeaveMounts(ActionOrder, frozen=True, kw_only=False):
    """Dismount cavalry and the like, and leave a base of mounts somewhere adjacent or none (5.8).

    Attributes:
        mounts: Where the base of mounts, or the empty vehicle, is placed.
        facing: The heading of that base.
    """

    mounts: Point | None = None
    facing: float | None = None


class Remount(ActionOrder, frozen=True, kw_only=False):
    """Mount again from the base of mounts (5.8)."""


_ACTION: Final = "p8.dismount.mounted-troops-action"
_BASE: Final = "p8.dismount.base-of-mounts"
_REMOUNT: Final = "p8.dismount.remount"


def claims_hard_cover(state: P8State, element: Element) -> bool:
    """Whether an element may claim hard cover wherever it stands: armoured infantry, mounted.

    It holds against all HE/SA fire and for a defender in hand-to-hand combat. It is a modifier
    only: the element is not in cover for anything else.
    """
    if not state.has(element, "ARM"):
        return False
    cite("p8.armdinf.as-infantry-except")
    return True


# -- dismounting ----------------------------------------------------------------------------------


class LeaveMountsAction(Action[LeaveMounts]):
    """Dismount cavalry, motorcyclists, armoured infantry or the gun of a portee."""

    order = LeaveMounts
    words = Words(label="Dismount", key="D", rule=_ACTION, hint="Fights on foot from now on.")

    def concerns(self, state: P8State, element: Element) -> bool:
        """Mounted troops."""
        return state.sheet(element).dismounts_as is not None and element.on_table

    def asked(
        self, case: Case, element: Element, fixed: Mapping[str, Any]
    ) -> tuple[Iterable[Slot], Refusal | None]:
        """Where the mounts are left, if they are."""
        why = case.refusal(LeaveMounts(element.id))
        if not case.state.setting.options["base_of_mounts"]:
            return (), why
        ask = "Choose where beside it the mounts are left, or leave none"
        spot = Slot(name="mounts", sort="point", ask=ask, required=False)
        return (spot, slots.facing("Turn the mounts to face")), why

    def check(self, state: P8State, element: Element, order: LeaveMounts) -> Refusal | None:
        if state.sheet(element).dismounts_as is None:
            return Refusal(_ACTION, f"{element.name} is not mounted.")
        if element.suppressed:
            return Refusal(_ACTION, f"{element.name} is suppressed and cannot dismount by choice.")
        on_foot = _on_foot(state, element)
        blocked = _check_fits(state, element, on_foot)
        if blocked or order.mounts is None:
            return blocked
        if not state.setting.options["base_of_mounts"]:
            return Refusal(_BASE, "This battle is played without bases of mounts.")
        afterwards = state.copy()
        afterwards.put(on_foot)
        return check_place(afterwards, _mounts(element, order), state.base(on_foot), _BASE)

    def act(
        self, state: P8State, element: Element, order: LeaveMounts, dice: Dice
    ) -> Iterator[Event]:
        """Replace mounted troops by the section that they are on foot."""
        kind = state.sheet(element).type
        if kind == "armdinf":
            cite("p8.armdinf.fights-mounted")
        animals = None
        if order.mounts is not None:
            animals = _mounts(element, order)
            state.pieces[animals.id] = animals
        on_foot = replace(
            _on_foot(state, element),
            acted=True,
            moved=True,
            shifted=True,
            mounts=animals.id if animals else None,
        )
        state.put(on_foot)
        rules = ["p8.react.trigger-is-movement-action", _BASE] if animals else []
        rules.append("p8.dismount.portee" if kind == "portee" else _ACTION)
        yield Event(
            kind="dismount",
            text=f"{element.name} dismounts and is now: {state.sheet(on_foot).name}.",
            rules=tuple(rules),
            pieces=(element.id,),
            data={"mounts": order.mounts},
        )
        state.push(on_the_spot(on_foot, "dismount"))

    def offer(self, state: P8State, element: Element) -> Iterator[LeaveMounts]:
        """With the mounts behind the section; without any, where there is no room for them."""
        if state.sheet(element).dismounts_as is None or element.suppressed:
            return
        if state.setting.options["base_of_mounts"]:
            on_foot = _on_foot(state, element)
            probe = _mounts(element, LeaveMounts(element.id, (element.x, element.y)))
            afterwards = state.copy()
            afterwards.put(on_foot)
            for spot, facing in places(afterwards, probe, on_foot, state.base(on_foot), _BASE):
                yield LeaveMounts(element.id, spot, facing)
                return
        yield LeaveMounts(element.id)

    def preview(self, state: P8State, order: LeaveMounts) -> Trace | None:
        """Where the mounts are left."""
        element = state.pieces.get(order.element)
        sheet = MOUNTS + element.sheet if element is not None else ""
        if element is None or order.mounts is None or sheet not in state.setting.sheets:
            return None
        x, y = order.mounts
        mounts = replace(
            element, id=f"{element.id}-mounts", sheet=sheet, x=x, y=y, inside=None, on_table=True
        )
        return Trace(ghosts=(ghost(state, turned(mounts, order.facing)),))


def _on_foot(state: P8State, element: Element) -> Element:
    """The equivalent section, in the same place and condition."""
    sheet = state.sheet(element)
    assert sheet.dismounts_as is not None
    return replace(element, sheet=sheet.dismounts_as)


def _mounts(element: Element, order: LeaveMounts) -> Element:
    assert order.mounts is not None
    facing = element.heading if order.facing is None else order.facing
    return Element(
        id=f"{element.id}-mounts",
        side=element.side,
        name=f"Mounts of {element.name}",
        sheet=MOUNTS + element.sheet,
        quality=element.quality,
        formation=element.formation,
        x=round(order.mounts[0], 4),
        y=round(order.mounts[1], 4),
        heading=round(facing % 360.0, 4),
        on_table=False,
    )


def _check_fits(state: P8State, element: Element, changed: Element) -> Refusal | None:
    """Why another base has no room where an element stands."""
    base = state.base(changed)
    for other in state.on_table():
        if other.id != element.id and overlap(base, state.base(other)):
            return Refusal("p8.geo.no-overlap", f"{other.name} is in the way.")
    return None


# -- mounting again -------------------------------------------------------------------------------


class RemountAction(Action[Remount]):
    """Mount again from the base of mounts."""

    order = Remount
    words = Words(
        label="Mount again", key="I", rule=_REMOUNT, hint="Mounts again from its base of mounts."
    )

    def concerns(self, state: P8State, element: Element) -> bool:
        """Those who have left their mounts somewhere."""
        return element.mounts is not None

    def check(self, state: P8State, element: Element, order: Remount) -> Refusal | None:
        animals = state.pieces.get(element.mounts) if element.mounts else None
        if animals is None:
            return Refusal(_REMOUNT, f"{element.name} has no base of mounts.")
        if element.suppressed:
            why = f"{element.name} is suppressed and cannot mount."
            return Refusal("p8.action.allowed-when-suppressed", why)
        if element.inside is not None or not touching(state.base(element), state.base(animals)):
            return Refusal(_REMOUNT, f"{element.name} is not contiguous with its mounts.")
        return _check_fits(state, element, _in_saddle(element, animals))

    def act(self, state: P8State, element: Element, order: Remount, dice: Dice) -> Iterator[Event]:
        """Begin to mount; enemies may shoot at the element before it is in the saddle."""
        return set_about_mounting(state, element, "remount", element.mounts)

    def offer(self, state: P8State, element: Element) -> Iterator[Remount]:
        """If the mounts are at hand."""
        if self.check(state, element, Remount(element.id)) is None:
            yield Remount(element.id)


def _in_saddle(element: Element, animals: Element) -> Element:
    return replace(element, sheet=animals.sheet.removeprefix(MOUNTS))


def remounted(state: P8State, element: Element, name: str) -> Iterator[Event]:
    """The element is mounted again, if nothing has happened to it or to its mounts."""
    animals = state.pieces.get(name)
    if animals is None or element.suppressed:
        return
    del state.pieces[name]
    rider = state.put(replace(_in_saddle(element, animals), mounts=None, dug_in=False))
    portee = state.sheet(rider).type == "portee"
    yield Event(
        kind="mount",
        text=f"{element.name} mounts again and is now: {state.sheet(rider).name}.",
        rules=("p8.dismount.portee", _REMOUNT) if portee else (_REMOUNT,),
        pieces=(element.id,),
    )


# -- bases of mounts ------------------------------------------------------------------------------


def bases_of_mounts(state: P8State) -> list[Element]:
    """The bases of mounts on the table; nobody can aim at them and they block nothing."""
    return [piece for piece in state.pieces.values() if piece.sheet.startswith(MOUNTS)]


def lose_touched_mounts(state: P8State) -> Iterator[Event]:
    """Take bases of mounts off that an enemy touches."""
    for animals in bases_of_mounts(state):
        base = state.base(animals)
        for enemy in state.enemies_of(animals):
            if touching(base, state.base(enemy)):
                del state.pieces[animals.id]
                text = f"{animals.name}: driven off by {enemy.name}."
                yield Event(kind="leaves", text=text, rules=(_BASE,), pieces=(animals.id, enemy.id))
                break


LEAVE_MOUNTS: Final = LeaveMountsAction()
REMOUNT: Final = RemountAction()
