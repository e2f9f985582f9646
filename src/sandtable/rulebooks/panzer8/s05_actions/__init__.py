"""Section 5: the Action Phase, what an element may do, and how enemies react."""
