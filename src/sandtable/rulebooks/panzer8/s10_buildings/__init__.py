"""Section 10: built-up areas."""
