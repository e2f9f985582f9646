"""Section 6: the Close Combat Phase."""
