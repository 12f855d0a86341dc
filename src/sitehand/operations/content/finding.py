"""Finding an item by what names it: its id, its slug or its public address."""

import re
from collections.abc import Sequence
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

from sitehand.errors import Code, Detail, Problem, not_found
from sitehand.operation.context import Context
from sitehand.site.content import MAX_SLUG, Item, Listing, PageQuery, PostQuery
from sitehand.site.custom_items import CustomItemQuery
from sitehand.site.items import HINT
from sitehand.site.kinds import CUSTOM_ITEM, PAGE, POST
from sitehand.site.values import MAX_ID

QUERIES: dict[str, type[PageQuery | PostQuery]] = {PAGE.name: PageQuery, POST.name: PostQuery}
IDS = ("p", "page_id")
"""Query parameters of an address that name an item."""


async def list_types(ctx: Context, wanted: Sequence[str] = ()) -> list[str]:
    """The wanted types of items, or all that the site has. Raises Problem(invalid_arguments) for an unknown one."""
    known = [*QUERIES, *await ctx.host.types.custom()] if set(wanted) - set(QUERIES) or not wanted else [*QUERIES]
    for name in wanted:
        if name not in known:
            detail = Detail(path="type", expected=f"one of {', '.join(known)}"[:500], got=name)
            hint = "list_types lists the types of content."
            raise Problem(Code.INVALID_ARGUMENTS, f"There is no type {name}.", hint=hint, details=[detail])
    return list(dict.fromkeys(wanted)) or known


def listed_kind(item_type: str) -> str:
    """The kind in whose list the items of a type are."""
    return item_type if item_type in QUERIES else CUSTOM_ITEM.name


async def find_items(ctx: Context, item_type: str, asked: dict[str, Any]) -> Listing[Any]:
    """One page of the items of a type."""
    if item_type in QUERIES:
        return await ctx.host.store(item_type).find(QUERIES[item_type].model_validate(asked))
    return await ctx.host.custom_items.find(CustomItemQuery.model_validate({**asked, "type": item_type}))


async def find_item(ctx: Context, *, slug: str = "", url: str = "") -> int:
    """The id of the one item with this slug, or at this address. Raises Problem: not_found, conflict."""
    if slug:
        return _choose(await _list_by_slug(ctx, slug), "slug", slug)
    if (item_id := _read_id(_take_query(url, ctx.services.site_url))) is not None:
        return item_id
    path = _read_path(url)
    if path == _read_path(ctx.services.site_url) and (front := await _find_front(ctx)):
        return front
    slug = path.rpartition("/")[2]
    named = await _list_by_slug(ctx, slug) if 0 < len(slug) <= MAX_SLUG else []
    return _choose([item for item in named if _read_path(item["link"]) == path], "url", url)


def _take_query(url: str, site_url: str) -> str:
    """The query of an address of the site. Raises Problem(not_found) for one elsewhere, and for what is none."""
    try:
        parts = urlsplit(url)
    except ValueError:  # such as a bracket without its pair
        parts = None
    if parts is None or parts.netloc.lower() not in ("", urlsplit(site_url).netloc.lower()):
        raise not_found("item", url, f"Addresses of this site begin with {site_url}.")
    return parts.query


async def _find_front(ctx: Context) -> int:
    """The id of the page at `/`; 0 where the newest posts are."""
    settings = await ctx.host.settings.get()
    return settings["page_on_front"] if settings["show_on_front"] == "page" else 0


async def _list_by_slug(ctx: Context, slug: str) -> list[Item]:
    """Items of all types with a slug, without the trash."""
    asked = {"slug": [slug], "detail": "summary", "per_page": 100}
    found = [await find_items(ctx, each, asked) for each in await list_types(ctx)]
    return [item for listing in found for item in listing.items]


def _read_id(query: str) -> int | None:
    """The id in the address of an item that has no public one yet."""
    values = [value for name in IDS for value in parse_qs(query).get(name, [])]
    if not values:
        return None
    if not re.fullmatch("[0-9]{1,19}", values[0]) or not 0 < int(values[0]) <= MAX_ID:
        raise not_found("item", values[0], HINT)
    return int(values[0])


def _read_path(url: str) -> str:
    return unquote(urlsplit(url).path).strip("/")


def _choose(found: Sequence[Item], name: str, value: str) -> int:
    if not found:
        raise not_found("item with the " + name, value, HINT)
    if len(found) > 1:
        raise _refuse_several(found, name, value)
    return found[0]["id"]


def _refuse_several(found: Sequence[Item], name: str, value: str) -> Problem:
    told: list[dict[str, Any]] = [{key: item[key] for key in ("id", "type", "link")} for item in found]
    detail = Detail(path=name, expected="one item", got=f"{len(found)} items")
    message = f"{len(found)} items have the {name} {value}."
    hint = "Give the id of one of them."
    return Problem(Code.CONFLICT, message, hint=hint, details=[detail], extra={"items": told})


def check_one_name(given: dict[str, Any]) -> None:
    """Raise Problem(invalid_arguments) unless exactly one of the names of an item is given."""
    names = [name for name, value in given.items() if value is not None]
    if len(names) != 1:
        detail = Detail(path="id", expected="exactly one of id, slug and url", got=", ".join(names) or "none")
        raise Problem(
            Code.INVALID_ARGUMENTS,
            "Name one item by id, slug or url.",
            hint="Send exactly one of them, such as slug=about-us.",
            details=[detail],
        )
