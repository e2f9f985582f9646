"""The names of the library that most tests use, above all every order that can be given."""

from __future__ import annotations

from sandtable.battle import Battle, Event, Order, Refusal
from sandtable.dice import SeededDice
from sandtable.rulebooks.panzer8 import RULEBOOK
from sandtable.rulebooks.panzer8.s03_turn.deploying import Dummy, Hide
from sandtable.rulebooks.panzer8.s03_turn.setting_up import Deploy
from sandtable.rulebooks.panzer8.s05_actions.charge.charging import Charge
from sandtable.rulebooks.panzer8.s05_actions.fall_back.by_choice import FallBack
from sandtable.rulebooks.panzer8.s05_actions.fall_back.ways import Retire
from sandtable.rulebooks.panzer8.s05_actions.hunt.tank_hunting import Hunt
from sandtable.rulebooks.panzer8.s05_actions.mount.limbering import (
    Assemble,
    BreakDown,
    Limber,
    Unlimber,
)
from sandtable.rulebooks.panzer8.s05_actions.mount.mounted_troops import LeaveMounts, Remount
from sandtable.rulebooks.panzer8.s05_actions.mount.mounting import Dismount, Mount
from sandtable.rulebooks.panzer8.s05_actions.move.under_way import Halt, MoveAndFire
from sandtable.rulebooks.panzer8.s05_actions.rally.recovery import Recover
from sandtable.rulebooks.panzer8.s05_actions.react.joining import ReactJoin
from sandtable.rulebooks.panzer8.s05_actions.react.reaction import ReactFallBack, ReactFire
from sandtable.rulebooks.panzer8.s05_actions.react.standing_orders import Standing
from sandtable.rulebooks.panzer8.s06_close_combat.advance import Advance
from sandtable.rulebooks.panzer8.s06_close_combat.blows import Apply, Suffer
from sandtable.rulebooks.panzer8.s06_close_combat.decisions import Commit
from sandtable.rulebooks.panzer8.s06_close_combat.phase import Fight, Overrun
from sandtable.rulebooks.panzer8.s08_results.getting_off import PutDown
from sandtable.rulebooks.panzer8.s09_troops.commanders import Replace
from sandtable.rulebooks.panzer8.s12_hidden.ambush import Show
from sandtable.rulebooks.panzer8.s13_engineering.clearing_wire import ClearWire
from sandtable.rulebooks.panzer8.s14_smoke.lasting import Renew
from sandtable.rulebooks.panzer8.s14_smoke.laying import LaySmoke
from sandtable.rulebooks.panzer8.s15_events.air_support.anti_aircraft import FireFlak
from sandtable.rulebooks.panzer8.s15_events.air_support.missions import Patrol, Strike
from sandtable.rulebooks.panzer8.s15_events.event_phase import TakeCard
from sandtable.rulebooks.panzer8.s15_events.noted_targets import PlanAir, PlanFire
from sandtable.rulebooks.panzer8.s15_events.support_fire.barrages import Creep, KeepFiring
from sandtable.rulebooks.panzer8.s15_events.support_fire.calling import CallFire
from sandtable.rulebooks.panzer8.s15_events.support_fire.missions import LayScreen, Shift
from sandtable.rulebooks.panzer8.s16_nations.decisions import StandFirm
from sandtable.rulebooks.panzer8.state import Element, P8State
from sandtable.rulebooks.panzer8.state.orders import Done, Fire, GoOn, Move
from sandtable.rulebooks.panzer8.state.sheets import SHEETS
from sandtable.scenario import (
    Entry,
    NotedTarget,
    Objective,
    Scenario,
    ScenarioError,
    Seat,
    Terrain,
    Unit,
    Zone,
    load_scenario,
)

__all__ = [
    "RULEBOOK",
    "SHEETS",
    "Advance",
    "Apply",
    "Assemble",
    "Battle",
    "BreakDown",
    "CallFire",
    "Charge",
    "ClearWire",
    "Commit",
    "Creep",
    "Deploy",
    "Dismount",
    "Done",
    "Dummy",
    "Element",
    "Entry",
    "Event",
    "FallBack",
    "Fight",
    "Fire",
    "FireFlak",
    "GoOn",
    "Halt",
    "Hide",
    "Hunt",
    "KeepFiring",
    "LayScreen",
    "LaySmoke",
    "LeaveMounts",
    "Limber",
    "Mount",
    "Move",
    "MoveAndFire",
    "NotedTarget",
    "Objective",
    "Order",
    "Overrun",
    "P8State",
    "Patrol",
    "PlanAir",
    "PlanFire",
    "PutDown",
    "ReactFallBack",
    "ReactFire",
    "ReactJoin",
    "Recover",
    "Refusal",
    "Remount",
    "Renew",
    "Replace",
    "Retire",
    "Scenario",
    "ScenarioError",
    "Seat",
    "SeededDice",
    "Shift",
    "Show",
    "StandFirm",
    "Standing",
    "Strike",
    "Suffer",
    "TakeCard",
    "Terrain",
    "Unit",
    "Unlimber",
    "Zone",
    "load_scenario",
]
