"""WITHHOLDING AN ATTACK, and trained weapons: who may fire in between."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from sandtable.acts import Words
from sandtable.battle import Event, Refusal, happened
from sandtable.catalogue import cite
from sandtable.dice import Dice
from sandtable.table.grid import Square

from ...part2_vehicles.attack.gun_orders import can_release, can_strike
from ...part3_combining.exposed import swept_square
from ...state import OwbState, Person, Vehicle
from ...state.at_rest import at_rest
from ...state.frames import Interrupt, Turn
from ...state.orders import Withhold
from ..autofire.suppressive_fire import area_of, is_swept, reach_of, ready_to_strike
from ..core_rulebook.persons import able_to_act
from ..cover.cover import check_lean
from ..line_of_sight.sight import eye, in_arc
from ..round.initiative import rank_of
from ..round.turn_checks import TurnAct, check_may_attack
from .attack import LEANING, leaning_told
from .attacks import open_attack


def check_withhold(state: OwbState, person: Person) -> Refusal | None:
    """Why a character cannot hold his Attack back, or ``None`` if he can."""
    rule = "owb.withhold.declare"
    segment = state.segment
    if state.phase == "free-turn":
        return Refusal("owb.surprise.free-turn", "No attack can be withheld in a free turn.")
    if segment is None or not segment.first or segment.late:
        return Refusal(rule, "Only those who won Initiative can withhold an attack.")
    if person.attacked or person.acted:
        return Refusal(rule, "He has used his Attack or Action.")
    return None


def shown(state: OwbState, name: str) -> Person | Vehicle | None:
    """Who can be attacked after somebody has done something: for one aboard, his vehicle."""
    piece = state.pieces.get(name)
    if isinstance(piece, Person) and piece.aboard:
        piece = state.find_vehicle(piece.aboard)
    if piece is None or not piece.on_table:
        return None
    if isinstance(piece, Person) and not piece.able:
        return None
    return piece


def may_interject(state: OwbState, person: Person, frame: Interrupt) -> bool:
    """Whether a character who holds his Attack back could make it at this moment.

    Any Attack may be withheld, a throw included, and he may use it on any legal target in his arc.
    """
    if not person.withheld or not person.able or person.attacked or person.acted:
        return False
    cite("owb.withhold.interrupt-timing")
    if frame.moment == "start":
        cite("owb.withhold.carries-over")
    else:
        about = shown(state, frame.about)
        if about is None or about.side == person.side:
            return False
    if person.aboard:
        return can_release(state, person)
    cite("owb.withhold.modes", "owb.withhold.arc")
    return open_attack(state, person, turning=False) is not None


def may_strike(state: OwbState, gunner: Person, frame: Interrupt) -> bool:
    """Whether a Trained weapon can fire at the one who has just shown himself."""
    if gunner.trained is None or not gunner.able or frame.moment not in ("step", "up"):
        return False
    about = shown(state, frame.about)
    if about is None or about.side == gunner.side or (gunner.id, about.id) in state.struck:
        return False
    if gunner.aboard:
        return can_strike(state, gunner, about)
    arm = ready_to_strike(state, gunner)
    if arm is None:
        return False
    origin, aim, reach = gunner.trained.origin, gunner.trained.aim, reach_of(state, arm.id)
    if isinstance(about, Person):
        return _faces(state, gunner, (state.square(about), about.lean)) and is_swept(
            state, origin, aim, reach, about
        )
    area = {s for s in area_of(origin, aim, reach) if _faces(state, gunner, (s,))}
    return swept_square(state, origin, area, about) is not None


def _faces(state: OwbState, gunner: Person, squares: tuple[Square | None, ...]) -> bool:
    """Whether a gunner faces one of some squares, as his Facing was left."""
    cite("owb.grid.facing-change-free")
    own = eye(state, gunner)
    return any(at is not None and in_arc(own, gunner.facing, at) for at in squares)


def next_to_interrupt(state: OwbState, frame: Interrupt) -> Person | None:
    """Who is asked first of those who may fire at this moment and have not let it pass.

    Higher Initiative comes first, then the side not acting.
    """
    if not any(p.withheld or p.trained is not None for p in state.persons()):
        return None
    still = at_rest(state)
    return still.once(frame, lambda: _first_of(still, frame))


def _first_of(state: OwbState, frame: Interrupt) -> Person | None:
    waiting = [
        person
        for person in state.persons()
        if (person.withheld or person.trained is not None)
        and able_to_act(person)
        and person.id not in frame.passed
        and person.id != frame.about
    ]
    acting = state.pieces[frame.about].side if frame.about in state.pieces else ""
    waiting.sort(key=lambda one: (rank_of(state, one), one.side == acting))
    for person in waiting:
        if may_interject(state, person, frame) or may_strike(state, person, frame):
            return person
    return None


class WithholdingAttack(TurnAct[Withhold]):
    """The Attack is held back, up or leaning out of cover."""

    order = Withhold
    words = Words(
        label="Withhold",
        key="W",
        rule="owb.withhold.declare",
        hint="Keeps the attack for later: he may fire at whoever moves or acts in his arc.",
        typed="withhold MAN [lean X,Y]",
        means="Hold the Attack back, up or leaning out of cover, to make it at any time later.",
        also=("aim",),
    )

    fields = (LEANING,)

    def check(
        self, state: OwbState, frame: Turn, person: Person, order: Withhold
    ) -> Refusal | None:
        """Who may, and where he leans to."""
        return (
            check_may_attack(frame, person, order)
            or check_withhold(state, person)
            or check_lean(state, person, order.lean)
        )

    def apply(self, state: OwbState, frame: Turn, order: Withhold, dice: Dice) -> Iterator[Event]:
        """Get ready; whoever shows himself for it may be fired at."""
        cite("owb.withhold.declare")
        state.swap(replace(frame, used="attack"))
        person = state.person(order.person)
        spot = None if order.lean is None else state.setting.square(order.lean)
        state.change(person.id, withheld=True, trained=None, ducked=False, lean=spot)
        if person.ducked or spot is not None:
            cite("owb.cover.ducked-or-up")
            state.push(Interrupt(about=person.id, moment="up"))
        text = f"{person.name} withholds his attack."
        yield happened("withhold", text, "owb.withhold.declare", person.id)

    def told(self, state: OwbState, order: Withhold) -> str:
        return leaning_told(order).strip()
