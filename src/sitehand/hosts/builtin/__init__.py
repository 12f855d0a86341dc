"""The built-in site: one file for each noun over SQLite, and the pages that visitors see."""
