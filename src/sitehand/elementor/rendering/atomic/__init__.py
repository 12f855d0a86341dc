"""Atomic elements, whose settings are typed values."""
