"""Section 5.3 and 5.6: movement, alone or with fire."""
