"""Section 5.3.4 and 5.8: limbering, mounting and dismounting."""
