"""Declarations, schemas and the catalogue."""
