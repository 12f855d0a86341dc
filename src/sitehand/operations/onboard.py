"""The briefing for an assistant that has never seen the site, in less than 12 KB whatever the site's size."""

from typing import Any, cast

import pydantic_core
from typing_extensions import TypedDict

from sitehand.operation.context import Context
from sitehand.operation.declaration import operation
from sitehand.operations.site import SiteInfo, site_info
from sitehand.site.overview import Menu, PageNode, RecentChange, Theme, UsedTerm
from sitehand.site.values import NoArguments

MAX_BYTES = 12_000
MAX_TEXT = 80
PAGES, TERMS, MENUS, CHANGES, PROBLEMS = 40, 20, 5, 10, 10
ENTRIES = 12
"""Entries of each menu: else one menu of fifty long titles would push out all others."""

CONVENTIONS = (
    "Read before you write: get_page with context=edit gives the raw text; change that, not the rendered one.",
    "Create as draft, tell the person what you wrote, and publish when they agree; a draft's link is not public.",
    "update_* changes only the fields that you give.",
    "A taken slug is stored with a suffix; the answer's notices say so.",
    "delete_* moves to the trash; force=true deletes permanently.",
    "Dates are UTC (ISO 8601).",
    "Use batch for several calls: it counts as one against the rate limit.",
)
NEXT_CALLS = (
    ("list_pages", "find a page; search=words, parent=0 for the top level"),
    ("get_page", "read one page; context=edit for the raw text"),
    ("list_posts", "the latest posts"),
    ("create_post", "write a draft"),
    ("get_design_system", "the colours, fonts and sizes that blocks may name"),
    ("batch", "several calls as one request"),
    ("list_jobs", "how far long work is"),
    ("list_api_keys", "who may use this site"),
)


class NextCall(TypedDict):
    """A tool that is worth calling next, and for what."""

    tool: str
    use: str


class Briefing(TypedDict):
    """The site in brief. Lists are cut to fit; `shortened` names those that were."""

    site: SiteInfo
    counts: dict[str, dict[str, int]]
    page_tree: list[PageNode]
    menus: list[Menu]
    categories: list[UsedTerm]
    tags: list[UsedTerm]
    recent_changes: list[RecentChange]
    theme: Theme
    conventions: list[str]
    problems: list[str]
    next_calls: list[NextCall]
    shortened: list[str]


@operation("GET /onboard", category="site", access="read", everyone=True)
async def onboard(ctx: Context, _: NoArguments) -> Briefing:
    """Call second: a briefing on this site and how to work on it."""
    overview = ctx.host.overview
    visible = {operation.name for operation in ctx.services.gate.visible(ctx.caller)}
    # Titles of drafts are content: a caller who may not read content is not told them here either.
    may_read = "list_pages" in visible
    briefing = Briefing(
        site=await site_info(ctx, NoArguments()),
        counts=await overview.counts(),
        page_tree=await overview.page_tree(PAGES) if may_read else [],
        menus=await overview.menus(MENUS),
        categories=await overview.categories(TERMS),
        tags=await overview.tags(TERMS),
        recent_changes=await overview.recent_changes(CHANGES) if may_read else [],
        theme=await overview.theme(),
        conventions=list(CONVENTIONS),
        problems=await overview.problems(PROBLEMS) if may_read else [],
        next_calls=[NextCall(tool=tool, use=use) for tool, use in NEXT_CALLS if tool in visible],
        shortened=[],
    )
    return shorten(briefing)


def shorten(briefing: Briefing) -> Briefing:
    """Cut long texts and menus, then halve the largest list until the whole fits into `MAX_BYTES` of JSON."""
    shortened: dict[str, Any] = _cut_texts(briefing)
    for menu in shortened["menus"]:
        if len(menu["items"]) > ENTRIES:
            menu["items"] = menu["items"][:ENTRIES]
            shortened["shortened"] = ["menus"]
    names = ("page_tree", "menus", "categories", "tags", "recent_changes", "problems")
    while _size(shortened) > MAX_BYTES:
        largest = max(names, key=lambda name: _size(shortened[name]))
        if not shortened[largest]:
            break
        shortened[largest] = shortened[largest][: len(shortened[largest]) // 2]
        if largest not in shortened["shortened"]:
            shortened["shortened"].append(largest)
    return cast(Briefing, shortened)


def _cut_texts(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _cut_texts(item) if key not in ("conventions", "url") else item for key, item in value.items()}
    if isinstance(value, list):
        return [_cut_texts(item) for item in value]
    if isinstance(value, str) and len(value) > MAX_TEXT:
        return value[: MAX_TEXT - 1] + "…"
    return value


def _size(value: Any) -> int:
    return len(pydantic_core.to_json(value))
