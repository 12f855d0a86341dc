"""Reads the content of a WordPress whole, to move it into another site."""
