"""The design system of the built-in site: one row, over what the theme brings."""

from functools import partial
from typing import Any

from sqlalchemy import Connection, bindparam, select, update

from sitehand.errors import Code, Problem
from sitehand.hosts.builtin.design_row import build_design, write_object
from sitehand.hosts.builtin.design_table import design
from sitehand.hosts.builtin.public.design import make_sheet
from sitehand.site.design import BUILTIN_ID, DesignEdit, StoredDesign
from sitehand.store.database import Database
from sitehand.store.prepared import Prepared
from sitehand.store.verification import verify_row

MINE = design.c.id == bindparam("design_id")
SELECT, UPDATE = Prepared(select(design).where(MINE)), Prepared(update(design).where(MINE))


class BuiltinDesign:
    """Implements `site.design.DesignStore`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def get(self) -> StoredDesign:
        """What is set, over the theme."""
        return await self._database.read(_read)

    async def change(self, change: DesignEdit) -> StoredDesign:
        """Store what a change makes of it. Raises Problem(invalid_arguments) for what the pages could not show."""
        return await self._database.transact(partial(_change, change=change))


def _read(connection: Connection) -> StoredDesign:
    row: dict[str, Any] = SELECT.first(connection, {"design_id": BUILTIN_ID}) or {}
    return build_design(row["settings"], row["styles"])


def _change(connection: Connection, change: DesignEdit) -> StoredDesign:
    old = _read(connection)
    settings, styles = map(write_object, change(old))
    new = build_design(settings, styles)
    if new.revision != old.revision:
        _draw(settings, styles)
        row = {"settings": settings, "styles": styles}
        UPDATE.run(connection, {**row, "design_id": BUILTIN_ID})
        verify_row(connection, design, {"id": BUILTIN_ID}, row)
    return new


def _draw(settings: str, styles: str) -> None:
    """Make the stylesheet before it is stored: every public page needs it. Raises Problem(invalid_arguments)."""
    try:
        make_sheet(settings, styles)
    except (ArithmeticError, LookupError, TypeError, ValueError) as error:
        raise Problem(
            Code.INVALID_ARGUMENTS,
            "The public site cannot draw this design system.",
            hint="Nothing was changed. Write the new values in a plainer form, such as #1a4548 or 1.5rem.",
        ) from error
