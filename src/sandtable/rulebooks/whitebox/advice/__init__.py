"""What orders are worth, as the computer players see it."""
