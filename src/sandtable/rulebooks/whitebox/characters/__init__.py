"""Characters that are carried from battle to battle: their files, sheets, and ways in and out."""
