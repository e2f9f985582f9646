"""VEHICLE MISHAP, of wheels and of tracks."""
