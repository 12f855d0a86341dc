"""Checks that what an item refers to is there: its parent, its author, its picture.

WordPress takes some that are not, and leaves them out without a word.
"""

from sitehand.errors import Code, Detail, Problem
from sitehand.hosts.wordpress.client import Client, read_or_none
from sitehand.hosts.wordpress.items import Items
from sitehand.hosts.wordpress.resources import Fields, Json
from sitehand.hosts.wordpress.staging import Stage

MAX_DEPTH = 100
"""Pages above a page that are looked at."""
ROUTES = {
    "author": ("/wp/v2/users", "the id of one of the authors"),
    "featured_media": ("/wp/v2/media", "an image's id"),
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
    for name, (route, expected) in ROUTES.items():
        if name in changed and await read_or_none(client, f"{route}/{changed[name]}", {"_fields": "id"}) is None:
            raise _refuse(name, changed[name], expected, f"There is no {name} {changed[name]}.")


async def _check_parent(stage: Stage, items: Items, noun: str, parent: int, below: int) -> None:
    expected = f"the id of a {noun}, or 0 for the top level"
    value = await stage.read(items, parent)
    if value is None or value["type"] != noun:
        raise _refuse("parent", parent, expected, f"There is no {noun} {parent} to be the parent.")
    if value["status"] == "trash":
        message = f"{noun.capitalize()} {parent} is in the trash and cannot be a parent."
        raise _refuse("parent", parent, expected, message)
    above = parent
    for _ in range(MAX_DEPTH):
        if above == below:
            free = f"a {noun} that is not below this one"
            raise _refuse("parent", parent, free, f"The {noun} cannot be below itself.")
        value = await stage.read(items, above) if below else None  # nothing stands below what is not there yet
        if value is None or not value["parent"]:
            return
        above = int(value["parent"])


def _refuse(path: str, got: object, expected: str, message: str) -> Problem:
    detail = Detail(path=path, expected=expected, got=str(got))
    return Problem(Code.INVALID_ARGUMENTS, message, hint=f"Give {path} {expected}.", details=[detail])
