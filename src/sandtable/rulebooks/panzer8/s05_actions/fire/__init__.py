"""Section 5.1: direct fire."""
