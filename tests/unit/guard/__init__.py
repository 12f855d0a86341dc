"""The gate and what it asks."""
