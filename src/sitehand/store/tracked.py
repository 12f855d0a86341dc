"""The tables whose rows are journaled: of which kind each row is, what names it, and which columns count.

A table is tracked beside its definition, by a call of `track`. Columns that follow from others (rendered text, paths)
are left out: who puts a row back works them out again.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import MetaData, Table

from sitehand.site.kind import Kind
from sitehand.site.kinds import KEY, PENDING_CHANGE, RETIRED_SECRET, SETTING
from sitehand.store import tables

SECRET_SETTINGS = tuple(SETTING.secret_of)
UNTRACKED_SETTINGS = ("session_secret", "journal_anchor", "clock_seen", "unmarked_site", "former_site")
TRACKED = "sitehand_tracked"
"""Where a table carries how it is tracked."""


@dataclass(frozen=True, slots=True)
class Tracked:
    """A table whose changes are captured, with the kinds of its rows; of rows that are parts of objects, none.

    `kind`, `object`, `label` and `revision` are SQL over `{row}`; rows of one kind need no `kind`. `left_out` are
    columns that follow from others, or that are no state of the site; `noticed` are those of them whose change is noted
    all the same: the revision of an object of which only what belongs to it has changed. `alike` tells by column
    whether a stored value is what an older entry has in another form.
    """

    table: Table
    kinds: tuple[Kind, ...]
    kind: str = ""
    object: str = "{row}.id"
    label: str = "''"
    revision: str | None = None
    status: str = "''"
    left_out: frozenset[str] = frozenset()
    noticed: tuple[str, ...] = ()
    masked: dict[str, str] = field(default_factory=dict)
    condition: str = "1"
    alike: Mapping[str, Callable[[Any, Any], bool]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if not self.kind and len(self.kinds) != 1:
            raise ValueError(f"Say in SQL of which kind each row of {self.table.name} is.")

    @property
    def names(self) -> tuple[str, ...]:
        """The names that the rows have in the notes: those of their kinds, or of the part that they are."""
        return tuple(kind.name for kind in self.kinds) or (self.kind.strip("'"),)

    def name_row(self, row: str) -> str:
        """SQL for the name of the kind of a row."""
        return self.kind.format(row=row) if self.kind else f"'{self.kinds[0].name}'"

    @property
    def columns(self) -> list[str]:
        """The captured columns."""
        return [column.name for column in self.table.c if column.name not in self.left_out]

    def is_same(self, column: str, stored: Any, told: Any) -> bool:
        """Whether the stored value of a column is the one that an entry tells."""
        alike = self.alike.get(column)
        return stored == told or (alike is not None and alike(stored, told))

    def show(self, column: str, row: str) -> str:
        """The column's value in SQL, or a word for it when it is secret."""
        plain = f'{row}."{column}"'
        if column not in self.masked:
            return plain
        return f"CASE WHEN {self.masked[column].format(row=row)} THEN '({row} secret)' ELSE {plain} END"


def track(tracked: Tracked) -> None:
    """Have a table's changes captured, in every database that has the table. Raises ValueError the second time."""
    if TRACKED in tracked.table.info:
        raise ValueError(f"{tracked.table.name} is tracked already.")
    tracked.table.info[TRACKED] = tracked


def list_tracked(metadata: MetaData) -> tuple[Tracked, ...]:
    """What is tracked of these tables; those that others refer to come first."""
    return tuple(table.info[TRACKED] for table in metadata.sorted_tables if TRACKED in table.info)


def name_columns(names: Iterable[str]) -> str:
    """The revision of rows that stands for these columns, in SQL over `{row}`."""
    return f"name_state({', '.join('{row}.' + name for name in names)})"


GRANTS = ("unfiltered_html", "drafts_only", "no_publish", "max_changes_per_hour", "without", "locales")
"""What a key may do otherwise than its role says."""
KEY_STATE = ("label", "role", "secret_sha256", "requests_per_minute", "expires", "revoked", *GRANTS)
track(
    Tracked(
        tables.api_keys,
        (KEY,),
        label="{row}.label",
        revision=name_columns(KEY_STATE),
        left_out=frozenset({"last_used"}),
    )
)
track(Tracked(tables.retired_secrets, (RETIRED_SECRET,), object="{row}.secret_sha256"))
track(
    Tracked(
        tables.pending_changes,
        (PENDING_CHANGE,),
        label="{row}.operation",
        revision="name_state({row}.state)",
        left_out=frozenset({"digest", "site"}),
    )
)
track(
    Tracked(
        tables.settings,
        (SETTING,),
        object="{row}.name",
        label="{row}.name",
        revision=f"CASE WHEN {{row}}.name IN {SECRET_SETTINGS} THEN '' ELSE name_state({{row}}.value) END",
        masked={"value": f"{{row}}.name IN {SECRET_SETTINGS}"},
        condition=f"{{row}}.name NOT IN {UNTRACKED_SETTINGS}",
    )
)
