"""How pages and posts would look after a pending write: it runs in a transaction that is rolled back."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sitehand.admin.services import AdminServices
from sitehand.admin.visit import TEMPLATES
from sitehand.errors import Code, Problem
from sitehand.guard.trials import Trials
from sitehand.site.approvals import PendingLine
from sitehand.site.changes import ObjectShown
from sitehand.site.host import Host
from sitehand.site.kind import Kinds
from sitehand.site.previews import ChangedItem, PendingLink

AnyItem = Mapping[str, Any]
MAX_SIDES = 10
"""Pages and posts of one write that are rendered; the differences show them all."""


@dataclass(frozen=True, slots=True)
class Look:
    """A page or post at one moment: a document for a frame of its own, and what is beside it."""

    document: str
    status: str
    link: str


@dataclass(frozen=True, slots=True)
class Sides:
    """A page or post before and after; None where there was or would be none. `preview` leads to it as it would be."""

    kind: str
    label: str
    before: Look | None
    after: Look | None
    preview: PendingLink | None


async def render_sides(services: AdminServices, pending: PendingLine, root: str) -> list[Sides]:
    """What a pending write would do to the look of pages and posts, now.

    Raises Problem: whatever the write would be refused with.
    """
    host = services.operations.host

    async def see(plan: Mapping[str, Any]) -> list[tuple[int, ObjectShown, AnyItem | None]]:
        changes = enumerate(plan.get("changes", ()))
        shown = [(place, each) for place, each in changes if host.kinds[each["kind"]].previewed][:MAX_SIDES]
        return [(place, each, await _find(host, each)) for place, each in shown]

    found = await Trials(services.gate, services.operations, services.clock).look(pending["id"], see)
    after = [(each, item) for _, each, item in found]
    before = [None if each["action"] == "create" else await _find(host, each) for each, _ in after]
    links = [_link(host, pending, place, item) for place, _, item in found]
    return await asyncio.to_thread(_draw_sides, before, after, links, host.kinds, root)


def _link(host: Host, pending: PendingLine, place: int, item: AnyItem | None) -> PendingLink | None:
    """The link to an item as it would be, where the host has previews and visitors could be shown it."""
    if host.previews is None or item is None or not item["link"] or item["status"] == "trash":
        return None
    return host.previews.link_pending(pending, ChangedItem(place, item["id"]))


def _draw_sides(
    before: Sequence[AnyItem | None],
    after: Sequence[tuple[ObjectShown, AnyItem | None]],
    links: Sequence[PendingLink | None],
    kinds: Kinds,
    root: str,
) -> list[Sides]:
    return [
        Sides(kinds[each["kind"]].singular, each["label"], draw_look(old, root), draw_look(new, root), link)
        for old, (each, new), link in zip(before, after, links, strict=True)
    ]


async def _find(host: Host, shown: ObjectShown) -> AnyItem | None:
    """The item as it is at this moment, inside the transaction or outside."""
    try:
        return dict(await host.store(shown["kind"]).get(int(shown["id"]), "edit"))
    except Problem as problem:
        if problem.code is Code.NOT_FOUND:
            return None
        raise


def draw_look(item: AnyItem | None, root: str) -> Look | None:
    """The look of an item as a caller reads it."""
    if item is None:
        return None
    document = TEMPLATES.get_template("preview.html").render(item=item, root=root)
    return Look(document, str(item["status"]), str(item["link"]))
