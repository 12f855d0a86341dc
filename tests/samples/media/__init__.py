"""Samples of operations on media."""
