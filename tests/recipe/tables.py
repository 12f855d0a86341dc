"""The table of snippets, whose changes are journaled: what stands in `hosts/builtin/tables.py` and `tracked.py`."""

from sqlalchemy import Column, Integer, String, Table, Text

from sitehand.store.metadata import new_metadata
from sitehand.store.tracked import Tracked, name_columns

metadata = new_metadata()
STATE = ("name", "text")
"""What the revision of a snippet stands for."""
snippets = Table(
    "snippets",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("name", String(200), nullable=False, unique=True),
    Column("text", Text, nullable=False, server_default=""),
    sqlite_autoincrement=True,
)
TRACKED = (Tracked(snippets, "'snippet'", label="{row}.name", revision=name_columns(STATE)),)
