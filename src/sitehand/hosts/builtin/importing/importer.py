"""Placeholder while the state module is on its way."""
