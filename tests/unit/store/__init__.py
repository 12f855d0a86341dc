"""Tests of the database: connections and migrations."""
