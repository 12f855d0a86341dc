"""The HTTP side of the broker, against a server on this machine."""
