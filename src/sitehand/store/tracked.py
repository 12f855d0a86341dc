"""The tables whose rows are journaled: of which kind each row is, what names it, and which columns count.

Columns that follow from others (rendered text, paths) are left out: who puts a row back works them out again.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field

from sqlalchemy import Table

from sitehand.site.kinds import SETTING
from sitehand.store import tables

SECRET_SETTINGS = tuple(SETTING.secret_of)
UNTRACKED_SETTINGS = ("session_secret", "journal_anchor", "clock_seen")


@dataclass(frozen=True, slots=True)
class Tracked:
    """A table whose changes are captured. `kind`, `object`, `label` and `revision` are SQL over `{row}`.

    `left_out` are columns that follow from others, or that are no state of the site; `noticed` are those of them whose
    change is noted all the same: the revision of an object of which only what belongs to it has changed.
    """

    table: Table
    kind: str
    object: str = "{row}.id"
    label: str = "''"
    revision: str | None = None
    status: str = "''"
    left_out: frozenset[str] = frozenset()
    noticed: tuple[str, ...] = ()
    masked: dict[str, str] = field(default_factory=dict)
    condition: str = "1"
    kinds_of_rows: tuple[str, ...] = ()
    """The kinds, where `kind` is a column."""

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of the rows."""
        return self.kinds_of_rows or (self.kind.strip("'"),)

    @property
    def columns(self) -> list[str]:
        """The captured columns."""
        return [column.name for column in self.table.c if column.name not in self.left_out]

    def show(self, column: str, row: str) -> str:
        """The column's value in SQL, or a word for it when it is secret."""
        plain = f'{row}."{column}"'
        if column not in self.masked:
            return plain
        return f"CASE WHEN {self.masked[column].format(row=row)} THEN '({row} secret)' ELSE {plain} END"


def name_columns(names: Iterable[str]) -> str:
    """The revision of rows that stands for these columns, in SQL over `{row}`."""
    return f"name_state({', '.join('{row}.' + name for name in names)})"


GRANTS = ("unfiltered_html", "drafts_only", "no_publish", "max_changes_per_hour", "without", "locales")
"""What a key may do otherwise than its role says."""
KEY_STATE = ("label", "role", "secret_sha256", "requests_per_minute", "expires", "revoked", *GRANTS)
TRACKED = (
    Tracked(
        tables.api_keys,
        "'key'",
        label="{row}.label",
        revision=name_columns(KEY_STATE),
        left_out=frozenset({"last_used"}),
    ),
    Tracked(tables.retired_secrets, "'retired_secret'", object="{row}.secret_sha256"),
    Tracked(
        tables.pending_changes,
        "'pending_change'",
        label="{row}.operation",
        revision="name_state({row}.state)",
        left_out=frozenset({"digest"}),
    ),
    Tracked(
        tables.settings,
        "'setting'",
        object="{row}.name",
        label="{row}.name",
        revision=f"CASE WHEN {{row}}.name IN {SECRET_SETTINGS} THEN '' ELSE name_state({{row}}.value) END",
        masked={"value": f"{{row}}.name IN {SECRET_SETTINGS}"},
        condition=f"{{row}}.name NOT IN {UNTRACKED_SETTINGS}",
    ),
)
"""The ledger's own."""
