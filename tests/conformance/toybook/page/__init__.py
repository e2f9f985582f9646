"""What only a page needs."""
