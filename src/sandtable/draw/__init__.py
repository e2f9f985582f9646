"""One drawing of a table, as SVG: for the page, replays, reports and the command line.

>>> from sandtable.scenario import load_scenario
>>> svg = draw_scenario(load_scenario("saint-aubin"), legend=False)
>>> 'data-piece="firefly"' in svg
True
"""

from sandtable.battle.overlays import Arc, Overlay, Reach, Route, Shot, SightLine
from sandtable.draw.drawing import describe, draw_battle, draw_scenario, draw_scene, draw_view
from sandtable.draw.layers import LAYERS, draw_layers, draw_overlays
from sandtable.draw.options import Options
from sandtable.draw.palette import DARK, LIGHT, THEMES, Theme, ThemeName
from sandtable.draw.png import PngUnavailableError, png_of
from sandtable.draw.roll_call import roll_call
from sandtable.draw.scene import Scene, scene_of_battle, scene_of_scenario, scene_of_view

__all__ = [
    "DARK",
    "LAYERS",
    "LIGHT",
    "THEMES",
    "Arc",
    "Options",
    "Overlay",
    "PngUnavailableError",
    "Reach",
    "Route",
    "Scene",
    "Shot",
    "SightLine",
    "Theme",
    "ThemeName",
    "describe",
    "draw_battle",
    "draw_layers",
    "draw_overlays",
    "draw_scenario",
    "draw_scene",
    "draw_view",
    "png_of",
    "roll_call",
    "scene_of_battle",
    "scene_of_scenario",
    "scene_of_view",
]
