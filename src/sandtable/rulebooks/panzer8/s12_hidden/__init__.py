"""Section 12: hidden placement; `s03_turn.deploying` sets troops up in secret."""
