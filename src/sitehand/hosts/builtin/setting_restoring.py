"""Putting settings back as they were before a change, while they suit the items that are there by now."""

from collections.abc import Iterable, Sequence

from sqlalchemy import Connection

from sitehand.hosts.builtin.front_page import FRONT, NAMES, check_chosen, read_chosen
from sitehand.hosts.builtin.locale_rules import check_restored
from sitehand.hosts.builtin.locales import LANGUAGE
from sitehand.hosts.builtin.places import move_to_place
from sitehand.hosts.builtin.row_restoring import RowRestorer
from sitehand.hosts.builtin.undo_refusals import blocking_undo
from sitehand.site.changes import ObjectChange

UNSET = {"language": LANGUAGE, "locales": ""}
"""What holds where there is no row."""


class SettingRestorer(RowRestorer):
    """Restores settings, which are checked together."""

    def complete(self, connection: Connection, objects: Sequence[ObjectChange]) -> None:
        """Bring the front page to its place. Raise Problem(conflict) for locales that items do not allow by now, and
        for a front page or posts page that is gone.
        """
        replaced = {
            each.object: (each.after or {}).get("value", UNSET[each.object]) for each in objects if each.object in UNSET
        }
        if replaced:
            with blocking_undo():
                check_restored(connection, replaced)
        if any(each.object in NAMES for each in objects):
            _arrange_front(connection, [each for each in objects if each.object == FRONT])


def _arrange_front(connection: Connection, changes: Iterable[ObjectChange]) -> None:
    with blocking_undo():
        check_chosen(connection)
    named = [int(side["value"]) for each in changes for side in (each.before, each.after) if side]
    for page in dict.fromkeys((*named, read_chosen(connection).front)):
        move_to_place(connection, page)
