"""How things look on the table, for whoever shows what an order would do."""
