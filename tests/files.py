"""Files of a site under test."""

import sqlite3
from contextlib import closing
from pathlib import Path

from sitehand.store.database import FILE_NAME

ADD = """INSERT INTO media (source_url, title, alt_text, mime_type, date)
    VALUES ('/a.jpg', 'Fresh file', 'A field', 'image/jpeg', '2026-01-01T00:00:00Z')"""


def add_media(data: Path) -> int:
    """A file in the library of the built-in site, as an import leaves it; its id."""
    with closing(sqlite3.connect(data / FILE_NAME, timeout=30)) as connection, connection:
        return int(connection.execute(ADD).lastrowid or 0)
