"""What several books do with different numbers: movers, searches along a way, places, carrying.

Each takes a book's figures and asks it what its rules say; nothing here knows a rule.
"""
