"""Section 2: terrain, cover and line of sight."""
