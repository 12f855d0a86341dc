"""The migration that makes the table of snippets."""
