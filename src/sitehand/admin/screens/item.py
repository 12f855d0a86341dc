"""One item: how it looks, its texts to edit, what it was, and what the owner can do with it."""

import asyncio
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from starlette.responses import Response

from sitehand.admin.difference import list_fields
from sitehand.admin.listed import SECTIONS, find_address, list_shown
from sitehand.admin.number import read_page
from sitehand.admin.preview import draw_look
from sitehand.admin.screen import Address, does, shows
from sitehand.admin.sentences import name_caller
from sitehand.admin.visit import Visit
from sitehand.errors import STATUS, Problem
from sitehand.operation.excerpt import cut_objects
from sitehand.site.content import Item
from sitehand.site.item_kinds import kind_of_type
from sitehand.site.kinds import CUSTOM_ITEM
from sitehand.site.revisions import Revision

TEXTS = ("title", "content", "excerpt")
"""What the form edits as it was written; the slug beside them."""
EXPECTED = {
    "title": "Enter at most 1,000 characters.",
    "slug": "Enter at most 200 characters.",
    "content": "This text cannot be saved.",
    "excerpt": "This text cannot be saved.",
}
REVISIONS = 10
HOURS = {"3600": "1 hour", "86400": "1 day", "604800": "7 days"}


async def show(kind: str, visit: Visit) -> Response:
    """The item as it is."""
    return await _page(visit, await _find(visit, kind))


async def save(kind: str, visit: Visit) -> Response:
    """Change what the form says otherwise; what somebody else has changed since stays, and so does the form."""
    item = await _find(visit, kind)
    changes = read_changes(visit.form, item)
    if not changes:
        return visit.redirect(_address(item), "same")
    known = visit.form.get("revision", "") or item["revision"]
    try:
        await visit.perform({**_name(item), **changes, "expected_revision": known})
    except Problem as problem:
        return await _page(visit, item, problem=problem, values=visit.form, status=STATUS[problem.code])
    return visit.redirect(_address(item), "saved")


async def set_status(kind: str, status: str, done: str, visit: Visit) -> Response:
    """Publish, or take from the public."""
    item = await _find(visit, kind)
    changed = await visit.perform({**_name(item), "status": status})
    return visit.redirect(_address(item), "schedule" if changed["status"] == "future" else done)


async def trash(kind: str, visit: Visit) -> Response:
    """Move an item to the trash."""
    item = await _find(visit, kind)
    await visit.perform(_name(item))
    return visit.redirect(_address(item), "trash")


async def bring_back(kind: str, visit: Visit) -> Response:
    """Take an item out of the trash."""
    item = await _find(visit, kind)
    await visit.perform({"id": item["id"]})
    return visit.redirect(_address(item), "restore")


async def link(kind: str, visit: Visit) -> Response:
    """A new preview link, which only this answer shows."""
    item = await _find(visit, kind)
    lasts = visit.form.get("expires_in", "")
    made = await visit.perform({"id": item["id"], "expires_in": int(lasts) if lasts in HOURS else 86_400})
    return await _page(visit, item, link=made)


async def show_revision(kind: str, visit: Visit) -> Response:
    """What the item was, beside what it is, and how they differ."""
    item, wanted = await _find(visit, kind), visit.read_id("revision", "revision")
    compared = await visit.perform({"id": item["id"], "revision": wanted})
    revision = await visit.services.operations.host.revisions.get(kind, item["id"], wanted)
    before, after = await asyncio.gather(
        asyncio.to_thread(draw_look, {**item, **revision, "status": ""}, visit.root),
        asyncio.to_thread(draw_look, item, visit.root),
    )
    objects = cut_objects(compared["objects"], None)
    return visit.page(
        "item_revision.html",
        f"Revision of {revision['date'][:16].replace('T', ' ')} UTC",
        item=item,
        address=_address(item),
        revision=revision,
        before=before,
        after=after,
        objects=[(each, visit.kinds[kind].singular, list_fields(each)) for each in objects],
    )


async def restore(kind: str, visit: Visit) -> Response:
    """Put the texts of a revision back."""
    item = await _find(visit, kind)
    await visit.perform({"id": item["id"], "revision": visit.read_id("revision", "revision")})
    return visit.redirect(_address(item), "restored")


def read_changes(form: Mapping[str, str], item: Mapping[str, Any]) -> dict[str, str]:
    """The texts that the form has otherwise than the item.

    Browsers send line ends as CR LF whatever the text has, so that these alone are no change. Source: HTML, 4.10.22.4.
    """
    stored = _take_texts(item)
    given = {name: form[name].replace("\r\n", "\n") for name in stored if name in form}
    return {name: text for name, text in given.items() if text != stored[name].replace("\r\n", "\n")}


def _take_texts(item: Mapping[str, Any]) -> dict[str, str]:
    return {**{name: item[name]["raw"] for name in TEXTS}, "slug": item["slug"]}


async def _page(
    visit: Visit,
    item: Item,
    *,
    problem: Problem | None = None,
    values: Mapping[str, str] | None = None,
    link: Mapping[str, str] | None = None,
    status: int = 200,
) -> Response:
    host, kind = visit.services.operations.host, kind_of_type(item["type"])
    named = {detail["path"] for detail in problem.details} if problem else set()
    page = read_page(visit.request.query_params.get("page", ""))
    revisions = await host.revisions.find(kind, item["id"], page, REVISIONS)
    return visit.page(
        "item.html",
        item["title"]["raw"].strip() or "(no title)",
        status=status,
        item=item,
        address=_address(item),
        kind=kind,
        type=(await list_shown(visit))[item["type"]],
        noun=visit.kinds[kind].singular,
        look=await asyncio.to_thread(draw_look, item, visit.root),
        values=values or _take_texts(item),
        revision=(values or {}).get("revision") or item["revision"],
        faults={name: words for name, words in EXPECTED.items() if name in named},
        problem=problem,
        revisions=revisions,
        makers=await _name_makers(visit, revisions.items),
        can_link=host.previews is not None,
        link=link,
        hours=HOURS.items(),
    )


async def _name_makers(visit: Visit, revisions: Sequence[Revision]) -> dict[str, str]:
    """Who made these revisions, in words, by id; a key by its label."""
    named = {"": "", "owner": "Owner", "site": "the site itself"}
    for caller in {each["by"] for each in revisions} - named.keys():
        kind, _, number = caller.partition(":")
        key = await visit.services.keys.get(int(number), visit.services.clock()) if kind == "key" else None
        named[caller] = name_caller(key["label"], caller) if key else caller
    return named


async def _find(visit: Visit, kind: str) -> Item:
    """The item that the address names, with its texts as they were written. Raises Problem(not_found)."""
    store = visit.services.operations.host.store(kind)
    found: Item = await store.get(visit.read_id("item_id", kind), "edit")
    return found


def _address(item: Mapping[str, Any]) -> str:
    return find_address(kind_of_type(item["type"]), item["id"])


def _name(item: Mapping[str, Any]) -> dict[str, Any]:
    """What names the item to the operations that change it: of a custom item, its type too."""
    named = {"id": item["id"]}
    return {**named, "type": item["type"]} if kind_of_type(item["type"]) == CUSTOM_ITEM.name else named


def list_addresses(kind: str) -> tuple[Address, ...]:
    """What is below one item of a kind."""
    noun = "item" if kind == CUSTOM_ITEM.name else kind
    one = f"/content/{SECTIONS[kind]}/{{item_id:int}}"
    revision = f"{one}/revisions/{{revision:int}}"
    return (
        shows(one, partial(show, kind)),
        does(one, partial(save, kind), f"update_{noun}"),
        does(f"{one}/publish", partial(set_status, kind, "publish", "publish"), f"update_{noun}"),
        does(f"{one}/unpublish", partial(set_status, kind, "draft", "unpublish"), f"update_{noun}"),
        does(f"{one}/trash", partial(trash, kind), f"delete_{noun}"),
        does(f"{one}/restore", partial(bring_back, kind), "restore_item"),
        does(f"{one}/preview-link", partial(link, kind), "create_preview_link"),
        shows(revision, partial(show_revision, kind), "diff_revisions"),
        does(f"{revision}/restore", partial(restore, kind), "restore_revision"),
    )
