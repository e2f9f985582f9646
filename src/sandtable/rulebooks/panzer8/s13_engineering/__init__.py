"""Section 13: barbed wire and permanent fortifications."""
