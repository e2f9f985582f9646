"""Section 15.4: support fire."""
