"""What the core rulebook would supply: abilities, hit points, injuries."""
