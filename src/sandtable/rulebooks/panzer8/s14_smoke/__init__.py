"""Section 14: smoke."""
