"""Section 3: setting up, and the turn sequence."""
