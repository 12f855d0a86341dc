"""Keys that are narrowed to locales: they change pages and posts in these, and what follows from that."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from sitehand.operation.caller import Caller
from sitehand.site.changes import ObjectChange
from sitehand.site.host import Host
from sitehand.site.kind import Kind

UNKNOWN = "?"
"""The locale of what has none that anybody knows; no key has it."""


async def find_outside(host: Host, caller: Caller, objects: Sequence[ObjectChange]) -> ObjectChange | None:
    """The first object that a key narrowed to locales may not change so. What is shared by all locales is one."""
    localized = [each for each in objects if host.kinds[each.kind].localized]
    now = await host.items.find_locales([int(each.object) for each in localized])
    language = (await host.settings.get())["language"]
    # Items in the site's own language are stored without a locale.
    allowed = {"" if each == language else each for each in caller.grants.locales}
    for each in objects:
        kind = host.kinds[each.kind]
        if kind.localized and not allowed.issuperset(_list_locales(each, now)):
            return each
        if not kind.localized and not _follows(kind, has_items=bool(localized)):
            return each
    return None


def _list_locales(change: ObjectChange, now: Mapping[int, str]) -> Iterator[str]:
    """The locales of an item before and after. Where a change leaves it out, it is the one that it has now."""
    for side in (change.before, change.after):
        if side is not None:
            yield _read_locale(side, now.get(int(change.object), UNKNOWN))


def _read_locale(side: Mapping[str, Any], otherwise: str) -> str:
    return str(side.get("locale", otherwise))


def _follows(kind: Kind, *, has_items: bool) -> bool:
    """Whether an object is a proposal of the key, or follows from a change of items, as a redirect does."""
    return kind.authors == "any" and not kind.opaque and (has_items or not kind.shown)
