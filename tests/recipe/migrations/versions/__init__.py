"""One file."""
