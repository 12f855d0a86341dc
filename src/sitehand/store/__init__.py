"""The service's own database: engine, tables, keys, limits, owner, settings."""
