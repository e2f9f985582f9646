"""Section 5.4: the charge."""
