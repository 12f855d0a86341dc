"""The table of the design system: one row, which is there from the start. Its changes are journaled."""

from sqlalchemy import Column, Integer, Table, Text

from sitehand.hosts.builtin.tables import metadata
from sitehand.site.kinds import DESIGN
from sitehand.store.tracked import Tracked, name_columns, track

design = Table(
    "design",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("settings", Text, nullable=False, server_default="{}", comment="JSON, as theme.json has it."),
    Column("styles", Text, nullable=False, server_default="{}", comment="Likewise."),
)
track(Tracked(design, (DESIGN,), label="'Design system'", revision=name_columns(("settings", "styles"))))
