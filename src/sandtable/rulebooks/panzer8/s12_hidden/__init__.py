"""Section 12: hidden placement."""
