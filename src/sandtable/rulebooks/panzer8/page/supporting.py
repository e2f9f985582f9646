"""What can be decided about aircraft and batteries, before play and when they are called."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from sandtable.battle import Refusal
from sandtable.battle.handling import Action, Kind, Slot, Word
from sandtable.rulebooks.panzer8.s02_terrain.place_names import name_of_feature
from sandtable.rulebooks.panzer8.s12_hidden.counters import counters_of
from sandtable.rulebooks.panzer8.s14_smoke.laying import can_place
from sandtable.rulebooks.panzer8.s15_events.air_support.anti_aircraft import weapons
from sandtable.rulebooks.panzer8.s15_events.air_support.missions import check_patrol
from sandtable.rulebooks.panzer8.s15_events.air_support.targets import targets
from sandtable.rulebooks.panzer8.s15_events.noted_targets import MOST, features
from sandtable.rulebooks.panzer8.s15_events.support_fire.candidates import best_observer
from sandtable.rulebooks.panzer8.s15_events.support_fire.missions import DRIFT
from sandtable.rulebooks.panzer8.s15_events.support_fire.observers import observers
from sandtable.rulebooks.panzer8.s15_events.support_fire.planned_fire import planned_points
from sandtable.rulebooks.panzer8.state import AirMission, Planning, SupportMission, slots
from sandtable.rulebooks.panzer8.state.case import Case
from sandtable.rulebooks.panzer8.state.orders import (
    CallFire,
    Creep,
    FireFlak,
    KeepFiring,
    LayScreen,
    Method,
    Patrol,
    PlanAir,
    PlanFire,
    Shift,
    Strike,
)

NOTE_POINTS: Final = Kind(
    label="Note points", key="N", hint="Notes points down where the batteries may fire later."
)
NOTE_FEATURES: Final = Kind(
    label="Note features", key="N", hint="Notes features down near which aircraft may attack later."
)
PLANNED: Final = Kind(
    label="Attack as planned",
    key="P",
    rule="p8.air.preplanned",
    hint="They attack an enemy near a feature that was noted before play.",
)
CONTROLLED: Final = Kind(
    label="Attack as directed",
    key="D",
    rule="p8.air.fac-targeting",
    hint="They attack an enemy that a forward air controller sees.",
)
OPPORTUNITY: Final = Kind(
    label="Attack what they find",
    key="F",
    rule="p8.air.opportunity-roll",
    hint="They attack what they come upon; the dice say what that is.",
)
PATROL: Final = Kind(
    label="Patrol",
    key="T",
    rule="p8.air.sweep-choice",
    hint="They patrol, which stops the next air mission of the enemy.",
)
FLAK: Final = Kind(
    label="Fire", key="F", rule="p8.air.aa-reaction", hint="All that fire roll together."
)
CALL: Final = Kind(
    label="Call fire",
    key="F",
    rule="p8.support.method-choice",
    hint="The batteries fire at an enemy that an observer sees.",
)
ON_POINT: Final = Kind(
    label="Fire on a point",
    key="P",
    rule="p8.support.preplanned",
    hint="The batteries fire at a point that was noted before play.",
)
LAY: Final = Kind(label="Lay the smoke", key="K", hint="It lies in the beaten zone, or touches it.")
SHIFT: Final = Kind(label="Shift it", key="S", hint="Shifts the fire by 6 in.")
KEEP_FIRING: Final = Kind(label="Keep firing", key="K", hint="Rolls for the barrage to go on.")
CREEP: Final = Kind(label="Roll on", key="R", hint="The barrage moves by up to 6 in.")


# -- before play ----------------------------------------------------------------------------------


def planning(case: Case, piece: str | None) -> Iterator[Action]:
    """Note targets down, or none."""
    frame: Planning = case.frame
    if piece is not None:
        return
    if frame.support == "fire":
        asked = Slot(
            name="points",
            sort="point",
            ask=f"Choose up to {MOST} points",
            several=True,
            least=1,
            most=MOST,
        )
        yield case.action(PlanFire, NOTE_POINTS, slots=(asked,))
    else:
        setting = case.state.setting
        listed = (
            Word(value=name, label=name_of_feature(setting, name)) for name in features(setting)
        )
        asked = Slot(
            name="features",
            sort="feature",
            ask=f"Choose up to {MOST} features of the ground",
            several=True,
            words=tuple(listed),
            least=1,
            most=MOST,
        )
        yield case.action(PlanAir, NOTE_FEATURES, slots=(asked,))
    yield case.done("Note nothing")


# -- aircraft -------------------------------------------------------------------------------------


def air_mission(case: Case, piece: str | None) -> Iterator[Action]:
    """What aircraft attack, or who fires at them."""
    frame: AirMission = case.frame
    if frame.stage == "flak":
        yield from _flak(case, piece)
    elif piece is None:
        yield _strike(case, PLANNED, "planned")
        yield _strike(case, CONTROLLED, "controlled")
        yield case.action(Strike, OPPORTUNITY, fixed={"method": "opportunity"})
        if check_patrol(frame) is None:
            yield case.action(Patrol, PATROL)
        yield case.done("Do not send them", "The aircraft go home.")


def _strike(case: Case, words: Kind, method: Method) -> Action:
    state, frame = case.state, case.frame
    prey = [enemy.id for enemy in targets(state, frame.side)]
    prey += [counter.id for counter in counters_of(state, state.other_side(frame.side))]
    refused = {name: case.refusal(Strike(method, name)) for name in prey}
    able = [name for name, why in refused.items() if why is None]
    why = None if able else next(iter(refused.values()), case.refusal(Strike(method)))
    return case.action(
        Strike,
        words,
        fixed={"method": method},
        slots=(slots.one_of("target", "Choose whom they attack", able or prey),),
        refusal=why,
    )


def _flak(case: Case, piece: str | None) -> Iterator[Action]:
    ready = [one.id for one in weapons(case.state, case.frame) if case.commands(one)]
    if piece is not None:
        if piece in case.state.pieces and case.state.has(case.state.pieces[piece], "AA"):
            yield case.action(
                FireFlak,
                FLAK,
                piece=piece,
                fixed={"elements": [piece]},
                refusal=case.refusal(FireFlak((piece,))),
                label="Fire alone",
            )
        return
    if ready:
        asked = slots.some_of("elements", "Which of them fire?", ready, default=ready)
        yield case.action(FireFlak, FLAK, slots=(asked,))
    yield case.done("Hold fire", "None of your anti-aircraft weapons fires.")


# -- batteries ------------------------------------------------------------------------------------


def support_mission(case: Case, piece: str | None) -> Iterator[Action]:
    """Where batteries fire, where the opponent shifts that, and how it goes on."""
    frame: SupportMission = case.frame
    if piece is not None:
        return
    match frame.stage:
        case "call":
            yield from _call(case)
            yield case.done("Do not fire")
        case "screen":
            yield case.action(
                LayScreen,
                LAY,
                slots=(
                    slots.spot("at", "Choose the middle of the screen", _spot(frame)),
                    slots.facing("Turn the way across it", default=0.0),
                ),
            )
        case "drift":
            heading = slots.facing("Which way?", name="heading", required=True, default=0.0)
            yield case.action(Shift, SHIFT, slots=(heading,))
            yield case.done("Leave it", "The fire falls where it was called.")
        case "continue":
            yield case.action(KeepFiring, KEEP_FIRING, refusal=case.refusal(KeepFiring()))
            yield case.done("Cease fire")
        case "creep":
            ask = f"Choose the new middle of the beaten zone, within {DRIFT:g} of the old one"
            yield case.action(Creep, CREEP, slots=(slots.spot("to", ask, _spot(frame)),))
            yield case.done("Leave it there", "The barrage goes on where it lies.")


def _spot(frame: SupportMission) -> list[float] | None:
    return None if frame.at is None else list(frame.at)


def _call(case: Case) -> Iterator[Action]:
    state, frame = case.state, case.frame
    smoke = (slots.flag("smoke", "Smoke, not HE?"),) if can_place(state, frame.side) else ()
    enemy = state.other_side(frame.side)
    names = [element.id for element in state.on_table(enemy)]
    names += [counter.id for counter in counters_of(state, enemy)]
    seen = [name for name in names if best_observer(state, frame.side, name) is not None]
    able = slots.names(observers(state, frame.side))
    yield case.action(
        CallFire,
        CALL,
        slots=(
            slots.one_of("target", "Choose the enemy on whom it falls", seen or names),
            slots.one_of("observer", "Who observes?", able),
            *smoke,
        ),
        refusal=None if seen else _unseen(case, names),
    )
    for number, point in enumerate(planned_points(state, frame.side), 1):
        yield case.action(
            CallFire,
            ON_POINT,
            fixed={"at": list(point)},
            slots=smoke,
            label=f"Planned point {number}",
            hint=f"The batteries fire at ({point[0]:g}, {point[1]:g}), noted before play.",
        )


def _unseen(case: Case, names: list[str]) -> Refusal | None:
    """Why nobody can call fire down, as one who could best."""
    able = list(observers(case.state, case.frame.side))
    mine = [element.id for element in case.state.pieces.values() if element.side == case.side]
    who = able[0].id if able else next(iter(mine), "")
    return case.refusal(CallFire(next(iter(names), ""), who))
