"""The table in a browser: battles served over HTTP and WebSockets."""
