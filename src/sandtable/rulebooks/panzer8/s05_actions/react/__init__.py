"""Section 5: reactions to a mover, and standing orders."""
