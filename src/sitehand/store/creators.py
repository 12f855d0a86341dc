"""Who made each object: the id of the caller, which stays the same when its key gets a new value.

It is kept for as long as the site, when the journal has long cleared the change away. Of what was there before the
journal, or came past it, nobody knows: it is nobody's. On another site the same id is another object's.
"""

from collections.abc import Iterable

from sqlalchemy import Connection, text

from sitehand.guard.attribution import Attribution
from sitehand.site.changes import ObjectChange
from sitehand.site.kinds import KINDS
from sitehand.store.prepared import Prepared
from sitehand.store.sites import site_of

NOTE = Prepared(
    text(
        """
        INSERT INTO creators (kind, object, site, caller) VALUES (:kind, :object, :site, :caller)
        ON CONFLICT DO NOTHING
        """
    )
)
KNOWN = Prepared(text("SELECT 1 FROM changed_objects WHERE kind = :kind AND object = :object LIMIT 1"))


def note_creators(connection: Connection, by: Attribution, objects: Iterable[ObjectChange]) -> None:
    """Note whose each new object is, before the journal has the change. What an undo brings back stays whose it was."""
    for each in objects:
        if each.action == "create" and KINDS[each.kind].expose is not None and not _comes_back(connection, by, each):
            named = {"kind": each.kind, "object": each.object, "site": site_of(connection)}
            NOTE.run(connection, {**named, "caller": by.caller})


def _comes_back(connection: Connection, by: Attribution, change: ObjectChange) -> bool:
    """Whether an object was there before: the journal that can undo its end has that end."""
    return bool(by.undoes) and was_journaled(connection, change.kind, change.object)


def was_journaled(connection: Connection, kind: str, object_id: str) -> bool:
    """Whether the journal names an object."""
    return KNOWN.scalar(connection, {"kind": kind, "object": object_id}) is not None
