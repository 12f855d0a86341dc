"""What the journal tells of entries about objects of kinds that nobody knows: nothing that may be their content."""

from collections.abc import Mapping
from typing import Any

from sqlalchemy import Connection, select

from sitehand.guard.secrets import HIDDEN
from sitehand.site.kind import Kinds
from sitehand.store.tables import changed_objects


def show_arguments(
    connection: Connection, change_id: int, arguments: Mapping[str, Any], kinds: Kinds
) -> dict[str, Any]:
    """The arguments of a call, hidden when it changed an object of such a kind: nobody knows which of them it has."""
    query = select(changed_objects.c.kind).where(changed_objects.c.change_id == change_id).distinct()
    if all(kinds[name].is_known for name in connection.execute(query).scalars()):
        return dict(arguments)
    return dict.fromkeys(arguments, HIDDEN)
