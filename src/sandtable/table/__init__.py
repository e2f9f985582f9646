"""The table: bases, terrain, distance, sight, paths and templates. Geometry with no rules in it.

Lengths are inches, x grows east and y north; headings are degrees, 0 is north, clockwise.
Everything here is exact at boundaries to within `EPSILON`: "within 4" includes 4.0.
"""

from . import grid, gridbase
from .arcs import Sector, beyond_front, corner_sector, front_line, in_arc, in_field_of_fire, sector
from .contact import advance_to_contact, contact_pose, contact_poses
from .footprint import Footprint, circle, polygon, rectangle
from .ground import Area, Crossing, Edge, Ground, Line, Stretch
from .heights import Step, crests, height_at, hidden_by_ground, profile
from .measure import (
    distance,
    distance_to_outline,
    distance_to_point,
    distance_to_polyline,
    overlap,
    place_in,
    touching,
    within,
)
from .moving import (
    Meeting,
    about_all,
    first_overlap,
    first_touch,
    segment_meets,
    segment_touches,
    strip,
    swept,
)
from .obstruct import line_stops
from .path import Leg, Path
from .plane import (
    EPSILON,
    Point,
    bearing,
    between,
    gap,
    hull,
    midpoint,
    point_to_segment,
    rounded,
    segments_cross,
    step,
    turn,
    unit,
)
from .sight import Block, Sight
from .sightrules import AreaSight, LineSight
from .templates import (
    any_under,
    as_area,
    centre_under,
    cone,
    point_under,
    square,
    teardrop,
    wholly_under,
)

__all__ = [
    "EPSILON",
    "Area",
    "AreaSight",
    "Block",
    "Crossing",
    "Edge",
    "Footprint",
    "Ground",
    "Leg",
    "Line",
    "LineSight",
    "Meeting",
    "Path",
    "Point",
    "Sector",
    "Sight",
    "Step",
    "Stretch",
    "about_all",
    "advance_to_contact",
    "any_under",
    "as_area",
    "bearing",
    "between",
    "beyond_front",
    "centre_under",
    "circle",
    "cone",
    "contact_pose",
    "contact_poses",
    "corner_sector",
    "crests",
    "distance",
    "distance_to_outline",
    "distance_to_point",
    "distance_to_polyline",
    "first_overlap",
    "first_touch",
    "front_line",
    "gap",
    "grid",
    "gridbase",
    "height_at",
    "hidden_by_ground",
    "hull",
    "in_arc",
    "in_field_of_fire",
    "line_stops",
    "midpoint",
    "overlap",
    "place_in",
    "point_to_segment",
    "point_under",
    "polygon",
    "profile",
    "rectangle",
    "rounded",
    "sector",
    "segment_meets",
    "segment_touches",
    "segments_cross",
    "square",
    "step",
    "strip",
    "swept",
    "teardrop",
    "touching",
    "turn",
    "unit",
    "wholly_under",
    "within",
]
