"""Section 7: the End Phase, and who has won."""
