"""DAMAGE AND DESTRUCTION, adverse effects, repairs, and what has hit points besides."""
