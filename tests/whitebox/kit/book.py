"""Words of the book and of the core that tests use, in one place."""
# mypy: implicit-reexport

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import product
from pathlib import Path
from random import Random
from typing import Any, Final, Literal, NamedTuple

from hypothesis import given, settings
from msgspec.structs import replace

from sandtable.battle import Battle, Conceal, Event, Order, Refusal, Reveal, rulebook_for
from sandtable.battle.overlays import Shot, Squares
from sandtable.battle.page import Action, Trace
from sandtable.battle.personal import bring, personal_files_for, take_out
from sandtable.battle.state import encode
from sandtable.dice import ScriptedDice, SeededDice
from sandtable.journal import verify
from sandtable.odds import Tally
from sandtable.players import run_battle, seat_players
from sandtable.rulebooks.whitebox import RULEBOOK
from sandtable.rulebooks.whitebox.book import ACTS, decision_due
from sandtable.rulebooks.whitebox.characters.files import read
from sandtable.rulebooks.whitebox.characters.model import Character
from sandtable.rulebooks.whitebox.page.typing_orders import PHRASES
from sandtable.rulebooks.whitebox.part1_personal.attack.attack_roll import Blow, resolve_blow
from sandtable.rulebooks.whitebox.part1_personal.attack.attacks import attacks_of, check_attack
from sandtable.rulebooks.whitebox.part1_personal.attack.declared import MakingGunAttack
from sandtable.rulebooks.whitebox.part1_personal.attack.melee import melee_blow
from sandtable.rulebooks.whitebox.part1_personal.attack.missile import describe_weapon, shot_at
from sandtable.rulebooks.whitebox.part1_personal.attack.withholding import next_to_interrupt
from sandtable.rulebooks.whitebox.part1_personal.autofire.suppressive_fire import (
    check_suppress,
    reach_of,
    victims_of,
)
from sandtable.rulebooks.whitebox.part1_personal.core_rulebook.harm import hurt
from sandtable.rulebooks.whitebox.part1_personal.core_rulebook.persons import (
    base_hit_bonus,
    saving_throw,
)
from sandtable.rulebooks.whitebox.part1_personal.cover.cover import (
    Shelter,
    cover_within_one,
    lean_outs,
    shelter_from,
)
from sandtable.rulebooks.whitebox.part1_personal.explosives.blasts import (
    area,
    caught_in,
    charge_of,
    is_affected,
    resolve_blasted,
    save_against_blast,
)
from sandtable.rulebooks.whitebox.part1_personal.explosives.explosions import everybody_caught
from sandtable.rulebooks.whitebox.part1_personal.explosives.mortars import mortar_at
from sandtable.rulebooks.whitebox.part1_personal.explosives.throwing import (
    Lob,
    resolve_lob,
    rocket_at,
    throw_at,
)
from sandtable.rulebooks.whitebox.part1_personal.line_of_sight.sight import open_line
from sandtable.rulebooks.whitebox.part1_personal.movement.way import (
    check_path,
    points_left,
    step_cost,
)
from sandtable.rulebooks.whitebox.part1_personal.round.all_actions import check_action
from sandtable.rulebooks.whitebox.part1_personal.round.initiative import (
    roll_initiative,
    roll_surprise,
    rollers,
)
from sandtable.rulebooks.whitebox.part1_personal.weapons.ammunition import reloaded
from sandtable.rulebooks.whitebox.part2_vehicles.attack.attack_roll import (
    VehicleShot,
    resolve_vehicle_shot,
)
from sandtable.rulebooks.whitebox.part2_vehicles.attack.gun_orders import (
    can_release,
    check_gun_order,
    gun_orders_of,
    open_release,
)
from sandtable.rulebooks.whitebox.part2_vehicles.attack.line_of_fire import (
    in_fixed_arc,
    vehicle_shelter,
)
from sandtable.rulebooks.whitebox.part2_vehicles.attack.ordered_shots import (
    damage_odds,
    odds_of_gun_order,
)
from sandtable.rulebooks.whitebox.part2_vehicles.attack.suppressive_fire import gun_victims
from sandtable.rulebooks.whitebox.part2_vehicles.collision.contacts import in_the_way
from sandtable.rulebooks.whitebox.part2_vehicles.damage.blasted import (
    blast_strikes,
    vehicles_in_blast,
)
from sandtable.rulebooks.whitebox.part2_vehicles.damage.damage import (
    damage_vehicle,
    segment_ends_for_vehicles,
)
from sandtable.rulebooks.whitebox.part2_vehicles.damage.hull import (
    damage_through,
    hull_level,
    share,
)
from sandtable.rulebooks.whitebox.part2_vehicles.damage.inanimate_objects import strike_object
from sandtable.rulebooks.whitebox.part2_vehicles.damage.repairs import check_work, work_on
from sandtable.rulebooks.whitebox.part2_vehicles.damage.wrecks import exits
from sandtable.rulebooks.whitebox.part2_vehicles.maneuvers.driving import preview
from sandtable.rulebooks.whitebox.part2_vehicles.maneuvers.driving_check import (
    allowance_at,
    current_movement,
    is_moving,
    movement_left,
    movement_of,
    vehicle_save,
)
from sandtable.rulebooks.whitebox.part2_vehicles.maneuvers.plans import held, lane_beside
from sandtable.rulebooks.whitebox.part2_vehicles.mishap.hindrances import weapons_work
from sandtable.rulebooks.whitebox.part2_vehicles.modifications.firing_ports import shot_through_port
from sandtable.rulebooks.whitebox.part2_vehicles.modifications.modifications import has_radio
from sandtable.rulebooks.whitebox.part2_vehicles.movement.terrain import ground_class, leave_map
from sandtable.rulebooks.whitebox.part2_vehicles.round.crew import next_round
from sandtable.rulebooks.whitebox.part3_combining.exposed import exposed, occupant_shelter
from sandtable.rulebooks.whitebox.part3_combining.from_foot import aim_at_occupant, aim_at_vehicle
from sandtable.rulebooks.whitebox.state import OwbState
from sandtable.rulebooks.whitebox.state.footprint import (
    FiringPoint,
    Footprint,
    footprint,
    moved,
    zone_of,
)
from sandtable.rulebooks.whitebox.state.frames import (
    Attacking,
    GunAttack,
    Interrupt,
    Segment,
    Turn,
    VehicleTurn,
)
from sandtable.rulebooks.whitebox.state.people import Arm, Person, Trained
from sandtable.rulebooks.whitebox.state.squares_and_edges import Change
from sandtable.rulebooks.whitebox.state.tables import COMBATANTS, FEATURES, LOADOUTS, MELEE, MISSILE
from sandtable.rulebooks.whitebox.state.vehicle_stats import BLOCKS
from sandtable.rulebooks.whitebox.state.vehicles import Pace, Vehicle
from sandtable.rulebooks.whitebox.state.weights import weight_carried
from sandtable.scenario import (
    Exit,
    Scenario,
    ScenarioError,
    Side,
    TableSize,
    Terrain,
    Unit,
    Victory,
    Zone,
    load_scenario,
)
from sandtable.table.grid import STEPS, Square
from tests.battle.putting_together import faults
from tests.conformance.playing import Case
from tests.conformance.suite import everything_seen
from tests.quick import few
