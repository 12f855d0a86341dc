"""Alembic's folder: how the database gets from one version's shape to the next."""
