"""Alembic's folder for the tables of the built-in site. Until 0013 it shared its numbers with the ledger's."""
