"""Files that somebody sends or names: fetched safely, examined, cleaned, and kept under their hash."""
