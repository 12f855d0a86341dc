"""Cloning an item: a draft that has what the item has."""

import asyncio
from collections.abc import Iterable, Mapping
from typing import Any, cast

from pydantic import Field

from sitehand.blocks.note_marks import copy_text
from sitehand.errors import Code, Problem
from sitehand.operation.brief import tell_outcome
from sitehand.operation.context import Context
from sitehand.operation.declaration import copy_blocks, operation
from sitehand.site.content import MAX_TITLE, ItemFields, Notice, Page, PageFields, Post, PostFields, Title
from sitehand.site.custom_items import CustomItemFields
from sitehand.site.patterns import PatternFields
from sitehand.site.seo import NAMES as SEO_NAMES
from sitehand.site.seo import SeoFields
from sitehand.site.values import NOT_GIVEN, Id, Input

FIELDS: dict[str, type[ItemFields]] = {
    "page": PageFields,
    "post": PostFields,
    "pattern": PatternFields,
    "navigation": ItemFields,
    "custom_item": CustomItemFields,
}
TEXTS = ("content", "excerpt")
MAX_SHOWN = 500
"""Characters of names in a notice."""
COPIED: dict[str, tuple[str, ...]] = {
    "page": ("featured_media", "parent", "menu_order"),
    "post": ("featured_media", "categories", "tags"),
    "pattern": ("synced",),
    "navigation": (),
    "custom_item": ("type", "featured_media", "parent", "menu_order", "terms"),
}


class Cloning(Input):
    """The item to clone."""

    id: Id
    title: Title = Field(default=NOT_GIVEN, description="default: its title and (copy)")


@copy_blocks
@operation(
    "POST /items/{id}/clone",
    category="content",
    access="write",
    status=201,
    brief=tell_outcome,
    stored=True,
)
async def clone_item(ctx: Context, wanted: Cloning) -> Page | Post:
    """Copy a page, post or custom item as a draft, with its terms, fields, SEO fields, image and Elementor document."""
    kind = await ctx.host.items.kind_of(wanted.id)
    store = ctx.host.store(kind)
    item = await store.get(wanted.id, "edit")
    values = await _take_values(ctx, item["type"], item.get("fields", {}))
    texts = await asyncio.to_thread(_take_texts, item)
    made = await store.create(_take_fields(kind, item, wanted.title, texts, values), ctx.caller.id)
    beside = (_clone_document, _clone_seo) if not ctx.host.kinds[kind].is_part else ()
    if any([await clone(ctx, wanted.id, made["id"]) for clone in beside]):
        made = await store.get(made["id"], "view")
    if item["protected"]:
        made.setdefault("notices", []).append(PASSWORD_LEFT_OUT)
    if left_out := item.get("fields", {}).keys() - values:
        made.setdefault("notices", []).append(_tell_left_out(left_out))
    return cast(Page | Post, made)


PASSWORD_LEFT_OUT = Notice(code="password_left_out", message="The copy has no password: no password can be read.")


async def _take_values(ctx: Context, item_type: str, values: dict[str, Any]) -> dict[str, Any]:
    """The values of the item's custom fields that can still be written."""
    if not values or ctx.host.field_groups is None:
        return values
    return await ctx.host.field_groups.take_fitting(item_type, values)


def _tell_left_out(names: Iterable[str]) -> Notice:
    shown = ", ".join(sorted(names))[:MAX_SHOWN]
    return Notice(code="fields_left_out", message=f"The copy has no values that their fields no longer take: {shown}.")


def _take_texts(item: Mapping[str, Any]) -> dict[str, str]:
    """What it says. Its blocks no longer name notes, which are about the item that was cloned."""
    texts = {name: item[name]["raw"] for name in TEXTS if item[name]["raw"]}  # some kinds of some sites have no excerpt
    return {name: copy_text(text) for name, text in texts.items()}


def _take_fields(
    kind: str, item: Mapping[str, Any], title: str | None, texts: Mapping[str, str], values: Mapping[str, Any]
) -> ItemFields:
    name = _name_copy(item["title"]["raw"]) if title is None else title
    own = {each: item[each] for each in (*COPIED[kind], "locale") if each in item} | (
        {"fields": values} if values else {}
    )
    # What is stored may be longer than arguments: an import brings it, or several calls together.
    return FIELDS[kind].model_construct(**{"title": name, **texts, **own})


def _name_copy(title: str) -> str:
    """The title of a copy; that of the item where there is none, or no room for more."""
    copied = f"{title} (copy)"
    return copied if title and len(copied) <= MAX_TITLE else title


async def _clone_document(ctx: Context, item_id: int, clone_id: int) -> bool:
    """Give the clone the Elementor document of the item, if it has one."""
    if ctx.host.elementor is None or not ctx.host.capabilities().offers("elementor"):
        return False
    held = await ctx.host.elementor.read(item_id)
    if held.document.data:
        await ctx.host.elementor.edit(clone_id, lambda _: held.document, ctx.caller.id)
    return bool(held.document.data)


async def _clone_seo(ctx: Context, item_id: int, clone_id: int) -> bool:
    """Give the clone the SEO fields of the item, if it has any. A canonical address stays: it was given."""
    if ctx.host.seo is None or not ctx.host.capabilities().offers("seo"):
        return False
    try:
        held = await ctx.host.seo.get(item_id)
    except Problem as problem:
        if problem.code is Code.NOT_SUPPORTED:  # the SEO plugin has none for this type
            return False
        raise
    given = {name: held[name] for name in SEO_NAMES if held[name]}  # type: ignore[literal-required]
    if given:
        await ctx.host.seo.update(clone_id, SeoFields.model_construct(**given), ctx.caller.id)
    return bool(given)
