"""The server at the edge of the network: who asks, how many may, how long, and what is logged."""
