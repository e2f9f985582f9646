"""Section 8: combat results."""
