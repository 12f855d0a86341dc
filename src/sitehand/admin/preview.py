"""How pages and posts would look after a write that waits: it is run in a transaction that is taken back."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sitehand.admin.services import AdminServices
from sitehand.admin.visit import TEMPLATES
from sitehand.errors import Code, Problem, not_found
from sitehand.guard.gate import OWNER
from sitehand.operation.context import Context
from sitehand.operation.write import WriteOptions
from sitehand.site.changes import ObjectShown
from sitehand.site.host import Host
from sitehand.site.kind import Kinds

AnyItem = Mapping[str, Any]
MAX_SIDES = 10
"""Pages and posts of one write that are rendered; the differences show them all."""


@dataclass(frozen=True, slots=True)
class Look:
    """A page or post at one moment: a document for a frame of its own, and what stands beside it."""

    document: str
    status: str
    link: str


@dataclass(frozen=True, slots=True)
class Sides:
    """A page or post before and after; None where there was or would be none."""

    kind: str
    label: str
    before: Look | None
    after: Look | None


async def render_sides(services: AdminServices, pending_id: int, root: str) -> list[Sides]:
    """What a waiting write would do to the look of pages and posts, now.

    Raises Problem: whatever the write would be refused with.
    """
    operation = services.gate.catalog.get("approve_change")
    if operation is None:
        raise not_found("operation", "approve_change", "")
    ctx = Context(OWNER, services.clock(), services.operations)
    host = services.operations.host

    async def run() -> list[tuple[ObjectShown, AnyItem | None]]:
        plan = await services.operations.decisions.approve(pending_id, OWNER, "", dry_run=True)
        shown = [each for each in plan.get("changes", ()) if host.kinds[each["kind"]].previewed][:MAX_SIDES]
        return [(each, await _find(host, each)) for each in shown]

    after = await services.gate.together(ctx, operation, WriteOptions(dry_run=True), run, dry_run=True)
    before = [None if each["action"] == "create" else await _find(host, each) for each, _ in after]
    return await asyncio.to_thread(_draw_sides, before, after, host.kinds, root)


def _draw_sides(
    before: Sequence[AnyItem | None], after: Sequence[tuple[ObjectShown, AnyItem | None]], kinds: Kinds, root: str
) -> list[Sides]:
    return [
        Sides(kinds[each["kind"]].singular, each["label"], draw_look(old, root), draw_look(new, root))
        for old, (each, new) in zip(before, after, strict=True)
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
