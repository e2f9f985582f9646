"""Section 5.7: recovering from suppression, and rallying."""
