"""Section 15.3: air support."""
