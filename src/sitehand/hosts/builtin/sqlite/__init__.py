"""What only SQLite does for the built-in site: its full-text index, and what follows by triggers."""
