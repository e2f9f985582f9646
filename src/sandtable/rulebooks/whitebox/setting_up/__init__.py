"""Setting a battle up: people, vehicles and their crews, deployment."""
