"""One run of the importer: its open transaction, the report, and which id here stands for which id there."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Connection, RowMapping, Table, bindparam, insert, select, update

from sitehand.errors import Code, Problem
from sitehand.hosts.builtin.importing.addresses import OldSite
from sitehand.hosts.builtin.importing.links import Links
from sitehand.hosts.builtin.importing.report import ImportReport, Outcome
from sitehand.hosts.builtin.notes import notes
from sitehand.hosts.builtin.tables import authors, items, media, menus, terms
from sitehand.store.prepared import Prepared

ReportProgress = Callable[[int, int, str], None]
IS_THERE = {
    table.name: Prepared(select(table.c.id).where(table.c.id == bindparam("id")))
    for table in (authors, items, media, menus, notes, terms)
}


@dataclass(slots=True)
class Session:
    """Shared by everything that writes. The dictionaries lead from the export's names to ids here.

    `connection` is that of the portion that is being written; `characters` counts the texts of rows but for items.
    `known_notes` were here before; `notes` lead from notes and replies there to the notes here that these threads begin
    with.
    """

    source: str
    now: str
    report: ImportReport
    report_progress: ReportProgress
    steps: int
    reserved: frozenset[str]
    links: Links
    old: OldSite
    connection: Connection = field(init=False)
    done: int = 0
    characters: int = 0
    authors: dict[str, int] = field(default_factory=dict)
    terms: dict[tuple[str, str], int] = field(default_factory=dict)
    media: dict[int, int] = field(default_factory=dict)
    items: dict[int, int] = field(default_factory=dict)
    templates: dict[int, int] = field(default_factory=dict)
    known_notes: dict[int, int] = field(default_factory=dict)
    notes: dict[int, int] = field(default_factory=dict)
    menu_entries: int = 0
    author_slugs: set[str] = field(default_factory=set)
    media_outcomes: dict[int, Outcome] = field(default_factory=dict)

    def count(self, type_: str, outcome: Outcome, doing: str) -> None:
        """One more thing is done: counted in the report, shown in the progress."""
        self.report.count(type_, outcome)
        self.step(doing)

    def step(self, doing: str) -> None:
        """One more thing is done, or will not be."""
        self.done += 1
        self.report_progress(self.done, self.steps, doing)

    def name_source(self, source_id: int | str) -> str:
        """What `import_source` says of a row: the exported site and the id there."""
        return f"{self.source}#{source_id}"

    def find_row(self, table: Table, **values: Any) -> RowMapping | None:
        """The row with these values."""
        conditions = [table.c[name] == value for name, value in values.items()]
        return (self.connection.execute(select(table).where(*conditions))).mappings().first()

    def insert_row(self, table: Table, values: Mapping[str, Any]) -> int:
        """A new row; its id."""
        self._weigh(values)
        result = self.connection.execute(insert(table).values(**values).returning(table.c.id))
        return int(result.scalar_one())

    def save_row(self, table: Table, values: Mapping[str, Any]) -> tuple[int, Outcome]:
        """Insert the row, or change the one with the same `import_source`; its id and what was done."""
        row = self.find_row(table, import_source=values["import_source"])
        if row is None:
            return self.insert_row(table, values), "created"
        if all(row[name] == value for name, value in values.items()):
            return row["id"], "unchanged"
        self._weigh(values)
        self.connection.execute(update(table).where(table.c.id == row["id"]).values(**values))
        return row["id"], "updated"

    def _weigh(self, values: Mapping[str, Any]) -> None:
        self.characters += sum(len(each) for each in values.values() if isinstance(each, str))

    def require(self, table: Table, row_id: int) -> None:
        """Raise Problem(conflict) when a row that was written or found before this portion is there no more."""
        if IS_THERE[table.name].scalar(self.connection, {"id": row_id}) is None:
            message = "Something that this import needs was removed meanwhile."
            raise Problem(Code.CONFLICT, message, hint="Run the import again.")

    def find_imported(self, table: Table, known: Mapping[int, int], source_id: int) -> int:
        """The id here of something in this export, or in one imported earlier; 0 when there is none."""
        if not source_id:
            return 0
        if source_id in known:
            self.require(table, known[source_id])
            return known[source_id]
        row = self.find_row(table, import_source=self.name_source(source_id))
        return int(row["id"]) if row else 0
