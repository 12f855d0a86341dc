"""The table of the design system: one row, which is there from the start."""

from sqlalchemy import Column, Integer, Table, Text

from sitehand.hosts.builtin.tables import metadata

design = Table(
    "design",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("settings", Text, nullable=False, server_default="{}", comment="JSON, as theme.json has it."),
    Column("styles", Text, nullable=False, server_default="{}", comment="Likewise."),
)
