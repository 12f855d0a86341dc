"""PostgreSQL as a second form of the files that have SQLite's SQL, as far as to prove that nothing else is needed.

It is no port: it only says each fragment in PostgreSQL's words, so that every statement can be read by a real server.
"""

STATEMENTS_FILE = "SITEHAND_TEST_STATEMENTS"
"""The environment variable that names the file for statements that `listen` has noted."""
