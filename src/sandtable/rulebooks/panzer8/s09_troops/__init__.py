"""Section 9: special troops."""
