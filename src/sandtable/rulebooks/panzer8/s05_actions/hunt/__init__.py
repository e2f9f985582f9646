"""Section 5.2: tank hunting."""
