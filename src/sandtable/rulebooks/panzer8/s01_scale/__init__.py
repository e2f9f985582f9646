"""Section 1: scale and units."""
