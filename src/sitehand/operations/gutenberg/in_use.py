"""Whether an item that blocks refer to is in use: then it stays, since pages would show something else instead."""

from collections.abc import Sequence
from typing import Any

from sitehand.blocks.finding import Wanted
from sitehand.errors import Code, Problem
from sitehand.operation.context import Context
from sitehand.operations.gutenberg.texts import release_of, work_out
from sitehand.operations.gutenberg.usage import Counter, UsedBlock, count_uses
from sitehand.site.templates import Template, TemplateStore

MAX_NAMED, MAX_TOLD = 5, 20
INDEX = ":index"
"""The template that every theme with templates has."""


async def check_unused(ctx: Context, kind: str, item_id: int, block: str) -> None:
    """Raises Problem(conflict) where a `block` refers to the item, or may: in an item, a template or a part of one."""
    wanted = UsedBlock(name=block, attributes={"ref": item_id})
    used = await count_uses(ctx, wanted)
    templates = await _find_templates(ctx, wanted)
    if used["items"] or templates:
        raise _refuse_used(kind, item_id, block, [*used["uses"], *templates])
    if not used["complete"]:
        raise Problem(
            Code.CONFLICT,
            f"The {kind} {item_id} may be in use: the site has more texts with such blocks than could be searched.",
            hint="Nothing was changed. If no page uses it, remove it in the editor of the site.",
        )


async def _find_templates(ctx: Context, wanted: UsedBlock) -> list[dict[str, Any]]:
    """The templates, template parts and widgets of the theme that have the block."""
    if ctx.host.templates is None:
        return []
    every = await _list_all(ctx.host.templates)
    counter = Counter(Wanted([wanted.name], attributes=wanted.attributes), await release_of(ctx))

    def choose() -> list[Template]:
        return [each for each in every if counter.number(each["content"]["raw"])]

    return [{"ref": each["ref"], "type": each["type"], "title": each["title"]} for each in await work_out(choose)]


async def _list_all(store: TemplateStore) -> list[Template]:
    """The templates, parts and widgets in use. A theme with templates shows no widgets, and listing them makes
    WordPress sort them anew, so they are left out.
    """
    templates = [*await store.all("template"), *await store.all("template_part")]
    if any(each["ref"].endswith(INDEX) for each in templates):
        return templates
    return [*templates, *await store.all("widget")]


def _refuse_used(kind: str, item_id: int, block: str, uses: Sequence[Any]) -> Problem:
    names = ", ".join(f"{one['type']} {one['id']}" if "id" in one else one["ref"] for one in uses[:MAX_NAMED])
    return Problem(
        Code.CONFLICT,
        f"The {kind} {item_id} is in use: {names}.",
        hint=f"Remove the references first; block_usage with {block} and its ref lists those of items.",
        extra={"uses": [dict(one) for one in uses[:MAX_TOLD]]},
    )
