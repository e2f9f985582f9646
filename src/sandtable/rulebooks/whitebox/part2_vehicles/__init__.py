"""TACTICAL VEHICLE COMBAT: footprints, driving, collisions, guns, hulls and crews."""
