"""What the referee's word means on this map."""
