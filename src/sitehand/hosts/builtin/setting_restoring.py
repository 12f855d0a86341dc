"""Putting settings back as they were before a change, while the locales suit the items that are there by now."""

from collections.abc import Iterable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext

from sqlalchemy import Connection

from sitehand.hosts.builtin.locale_rules import check_restored
from sitehand.hosts.builtin.locales import LANGUAGE
from sitehand.hosts.builtin.undo_refusals import blocking_undo
from sitehand.site.changes import ObjectChange
from sitehand.store.journal import OBJECTS
from sitehand.store.rows import restore_row

UNSET = {"language": LANGUAGE, "locales": ""}
"""What holds where there is no row."""


class SettingRestorer:
    """Implements `store.restoring.Restorer`."""

    def prepare(self, connection: Connection, objects: Sequence[ObjectChange]) -> None:
        """Nothing."""

    def restore(self, connection: Connection, change: ObjectChange) -> None:
        """Put its row back."""
        restore_row(connection, change, OBJECTS)

    def settle(self, connection: Connection, objects: Sequence[ObjectChange]) -> None:
        """Raise Problem(conflict) for locales that items do not allow by now."""
        replaced = {
            each.object: (each.after or {}).get("value", UNSET[each.object]) for each in objects if each.object in UNSET
        }
        if replaced:
            with blocking_undo():
                check_restored(connection, replaced)

    def finish(self, connection: Connection, fields: Mapping[str, set[str]]) -> None:
        """Nothing: nothing is stored that follows from a setting."""

    def precompute(self, connection: Connection, objects: Iterable[ObjectChange]) -> AbstractContextManager[None]:
        """Nothing."""
        return nullcontext()
