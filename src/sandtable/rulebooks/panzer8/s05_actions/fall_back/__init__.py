"""Section 5.5: falling back, by choice or because of fire (8.1)."""
