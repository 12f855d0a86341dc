"""What WordPress would refuse, or do otherwise without a word, about a term: looked at before anything is sent."""

import re

from sitehand.errors import Code, Detail, Problem
from sitehand.hosts.wordpress.resources import EDIT, Fields, Json
from sitehand.hosts.wordpress.staging import Stage
from sitehand.hosts.wordpress.term_resource import SHOWN, TermResource
from sitehand.site.terms import TOP_OR_TERM, Taxonomy, refuse_parent, refuse_taken

MAX_DEPTH = 100
"""Terms above a term that are looked at."""
STRIPPED = re.compile(r"<[^<>]*>|%[0-9a-f]{2}", re.IGNORECASE)
"""What WordPress takes out of a name. Source: wp-includes/formatting.php, sanitize_text_field, 7.1."""


def check_words(path: str, name: str) -> None:
    """Raise Problem(invalid_arguments) for a name of which WordPress would store only a part."""
    found = STRIPPED.search(name)
    if found is None:
        return
    detail = Detail(path=path, expected="a name without tags and %-codes", got=found[0][:80])
    message = f"WordPress would remove {found[0][:80]} from the name."
    raise Problem(Code.INVALID_ARGUMENTS, message, hint="Send the name as plain text.", details=[detail])


async def check_parent(stage: Stage, resource: TermResource, kind: Taxonomy, parent: int, below: int) -> None:
    """Raise Problem(invalid_arguments) for a parent that leads nowhere, closes a cycle, or is given to a tag."""
    if not parent:
        return
    if not kind["hierarchical"]:
        raise refuse_parent(parent, "0", f"Terms of {kind['slug']} have no parent.")
    value = await stage.read(resource, parent)
    if value is None or value["taxonomy"] != kind["slug"]:
        raise refuse_parent(parent, TOP_OR_TERM, f"There is no term {parent} in {kind['slug']}.")
    if await is_below(stage, resource, value, below):
        raise refuse_parent(parent, "a term that is not below this one", "A term cannot be below itself.")


async def is_below(stage: Stage, resource: TermResource, term: Json, above: int) -> bool:
    """Whether a term is the other one, or stands below it, as the call sees it."""
    step: Json | None = term
    for _ in range(MAX_DEPTH):
        if step is None or step["id"] == above:
            break
        step = await stage.read(resource, step["parent"]) if step.get("parent") else None
    return step is not None and step["id"] == above


async def check_name(stage: Stage, resource: TermResource, kind: Taxonomy, given: Fields) -> None:
    """Raise Problem(conflict) for a name that a sibling has, where no slug tells the two apart."""
    asked = {**EDIT, "search": given["name"], "per_page": 100, "_fields": SHOWN}
    values = (await resource.client.read(resource.route(kind["slug"]), asked)).value
    for value in stage.merge(resource, values):
        beside = value["taxonomy"] == kind["slug"] and value.get("parent", 0) == given.get("parent", 0)
        same = resource.fields(value)["name"].lower() == given["name"].lower()
        if beside and same and given.get("slug") in (None, "", value["slug"]):
            message = f'Term {value["id"]} is already called "{given["name"]}".'
            raise refuse_taken("name", given["name"], value["id"], message)


async def check_slug(stage: Stage, resource: TermResource, taxonomy: str, slug: str, term_id: int) -> None:
    """Raise Problem(conflict) for a slug that another term has."""
    if not slug:
        return
    found = (await resource.client.read(resource.route(taxonomy), {**EDIT, "slug": slug, "_fields": SHOWN})).value
    written = stage.list_written(resource)
    left = [value for value in found if value["id"] not in written]
    own = [value for value in written.values() if value and (value["taxonomy"], value["slug"]) == (taxonomy, slug)]
    for value in (*left, *own):
        if value["id"] != term_id:
            raise refuse_taken("slug", slug, value["id"], f'The slug "{slug}" is used by term {value["id"]}.')
