"""Section 15: event cards and what they bring, apart from aircraft and batteries."""
