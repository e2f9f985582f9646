"""Section 16: national characteristics."""
