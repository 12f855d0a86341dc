"""Checks that what an item refers to is there: its parent, its author, its picture.

WordPress takes some that are not, and leaves them out without a word.
"""

from typing import NamedTuple

from sitehand.hosts.wordpress.client import Client, read_or_none
from sitehand.hosts.wordpress.items import Items
from sitehand.hosts.wordpress.resources import Fields, Json
from sitehand.hosts.wordpress.staging import Stage
from sitehand.site.references import refuse_cycle, refuse_missing_parent, refuse_reference, refuse_trashed_parent

MAX_DEPTH = 100
"""Pages above a page that are looked at."""


class Referred(NamedTuple):
    """What a field refers to: the kind, where WordPress has it, and what is expected of the value."""

    kind: str
    route: str
    expected: str


REFERRED = {
    "author": Referred("user", "/wp/v2/users", "the id of one of the authors"),
    "featured_media": Referred("media", "/wp/v2/media", "an image's id"),
}


async def check_references(stage: Stage, items: Items, client: Client, given: Fields, before: Json | None) -> None:
    """Check those of the given fields that refer to something and are otherwise than before.

    Raises Problem(invalid_arguments) for one that leads nowhere, or a parent that would close a cycle.
    """
    old = items.fields(before) if before is not None else {}
    changed = {name: value for name, value in given.items() if value and value != old.get(name)}
    if "parent" in changed:
        noun = str((before or given).get("type", items.kind))
        await _check_parent(stage, items, noun, changed["parent"], int(before["id"]) if before is not None else 0)
    for name, referred in REFERRED.items():
        if name in changed and not await _is_there(stage, client, referred, changed[name]):
            raise refuse_reference(name, changed[name], referred.expected, f"There is no {name} {changed[name]}.")


async def _is_there(stage: Stage, client: Client, referred: Referred, object_id: int) -> bool:
    """Whether there is such an object for the call, which may have made or removed it itself."""
    last = stage.find_last(referred.kind, object_id)
    if last is not None:
        return last.after is not None
    return await read_or_none(client, f"{referred.route}/{object_id}", {"_fields": "id"}) is not None


async def _check_parent(stage: Stage, items: Items, noun: str, parent: int, below: int) -> None:
    value = await stage.read(items, parent)
    if value is None or value["type"] != noun:
        raise refuse_missing_parent(noun, parent, f"There is no {noun} {parent} to be the parent.")
    if value["status"] == "trash":
        raise refuse_trashed_parent(noun, parent)
    above = parent
    for _ in range(MAX_DEPTH):
        if above == below:
            raise refuse_cycle(noun, parent)
        value = await stage.read(items, above) if below else None  # nothing stands below what is not there yet
        if value is None or not value["parent"]:
            return
        above = int(value["parent"])
