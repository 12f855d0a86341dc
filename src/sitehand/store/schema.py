"""What a database file has: the chains of its tables, which of them are tracked, and what belongs together.

The ledger's is `ledger_schema.LEDGER`; a host whose tables are in the same file extends it. Each connection carries
the schema of its database, so that the code that notes, reads and restores changes knows no table by itself.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Protocol

from sqlalchemy import Column, Connection, Table

from sitehand.store.chain import Chain
from sitehand.store.parts import Part
from sitehand.store.tracked import Tracked

SCHEMA = "sitehand_schema"
"""Where a connection carries the schema of its database."""
Row = Mapping[str, Any]


class WholeRevisions(Protocol):
    """Revisions of a kind that stand in no column: they are over an object's own fields and what belongs to it."""

    def read(self, connection: Connection, object_id: int) -> dict[str, Any] | None:
        """An object with what belongs to it."""

    def name(self, fields: Mapping[str, Any]) -> str:
        """The revision of these fields."""


@dataclass(frozen=True, slots=True)
class LongTexts:
    """A table whose rows name long texts in their column `texts`; `fold` stores those of an older row by themselves."""

    table: Table
    words: str
    fold: Callable[[Connection, Row], Row]


@dataclass(frozen=True, kw_only=True, eq=False)
class Schema:
    """The tables of one database file. `tracked` are those whose changes are journaled.

    `parts` are tables whose rows belong to objects of another, `wholes` by kind what reads revisions over these,
    `following` puts further triggers on a connection of `sqlite3`, `long_texts` are the tables that name such texts.
    `site` is the address of the site that is served and whose history is written; empty for the built-in one.
    """

    chains: tuple[Chain, ...]
    tracked: tuple[Tracked, ...]
    parts: tuple[Part, ...] = ()
    wholes: Mapping[str, WholeRevisions] = field(default_factory=dict)
    following: tuple[Callable[[Any], None], ...] = ()
    long_texts: tuple[LongTexts, ...] = ()
    site: str = ""

    def extended(self, more: "Schema") -> "Schema":
        """Join the tables of both schemas."""
        return replace(
            self,
            chains=self.chains + more.chains,
            tracked=self.tracked + more.tracked,
            parts=self.parts + more.parts,
            wholes={**self.wholes, **more.wholes},
            following=self.following + more.following,
            long_texts=self.long_texts + more.long_texts,
        )

    @cached_property
    def by_kind(self) -> Mapping[str, Tracked]:
        """The table that has the rows of each kind."""
        return {name: tracked for tracked in self.tracked for name in tracked.names}

    @cached_property
    def parts_of(self) -> Mapping[str, Sequence[Part]]:
        """What belongs to objects of a kind."""
        kinds = [kind for part in self.parts for kind in part.owned_by]
        return {kind: [part for part in self.parts if kind in part.owned_by] for kind in kinds}

    @cached_property
    def part_rows(self) -> Mapping[str, Part]:
        """What belongs to others, by the kind of its rows."""
        return {part.kind: part for part in self.parts}

    @cached_property
    def references(self) -> Sequence[tuple[Column[Any], Column[Any]]]:
        """Each column that refers to another, and that one."""
        return [(key.parent, key.column) for tracked in self.tracked for key in tracked.table.foreign_keys]


def schema_of(connection: Connection) -> Schema:
    """The schema of the database that a connection has open."""
    schema: Schema = connection.info[SCHEMA]
    return schema
