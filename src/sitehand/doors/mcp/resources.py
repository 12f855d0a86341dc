"""The resources of our own: the site, its API, its pages and posts, and guides for whoever works on it."""

import re
from collections.abc import Mapping
from importlib.resources import files

import pydantic_core

from sitehand.doors.mcp.features import Complete, McpCall, McpResource
from sitehand.errors import not_found

JSON = "application/json"
GUIDES: Mapping[str, str] = {
    "content": "How to write, change and publish on this site.",
    "safety": "What to ask before doing, and what can be taken back.",
    "limits": "Rate limits, batches, list sizes and errors.",
}
SUGGESTIONS = 20


async def read_site(call: McpCall, variables: Mapping[str, str]) -> str:
    """What `site_info` answers."""
    return _json(await call.perform("site_info", {}))


async def read_openapi(call: McpCall, variables: Mapping[str, str]) -> str:
    """The OpenAPI document of the REST door."""
    return _json(call.services.openapi.whole())


async def read_page(call: McpCall, variables: Mapping[str, str]) -> str:
    """What `get_page` answers."""
    return _json(await call.perform("get_page", _typed(variables)))


async def read_post(call: McpCall, variables: Mapping[str, str]) -> str:
    """What `get_post` answers."""
    return _json(await call.perform("get_post", _typed(variables)))


async def read_guide(call: McpCall, variables: Mapping[str, str]) -> str:
    """A guide, in Markdown."""
    return guide(variables["topic"])


def guide(topic: str) -> str:
    """The text of a guide. Raises Problem(not_found)."""
    if topic not in GUIDES:
        raise not_found("guide", topic[:100], f"Topics: {', '.join(GUIDES)}.")
    return (files(__package__) / "guides" / f"{topic}.md").read_text("utf-8")


async def complete_page_id(call: McpCall, prefix: str) -> list[str]:
    """Ids of pages that begin with the prefix, newest first."""
    return await call.services.host.pages.complete_id(prefix, SUGGESTIONS)


async def complete_post_id(call: McpCall, prefix: str) -> list[str]:
    """Ids of posts that begin with the prefix, newest first."""
    return await call.services.host.posts.complete_id(prefix, SUGGESTIONS)


def complete_from(*values: str) -> Complete:
    """A completer over a fixed list."""

    async def complete(call: McpCall, prefix: str) -> list[str]:
        return [value for value in values if value.lower().startswith(prefix.lower())]

    return complete


def _typed(variables: Mapping[str, str]) -> dict[str, object]:
    """The id as a number; what is none stays text, for the gate to refuse."""
    text = variables["id"]
    return {"id": int(text) if re.fullmatch(r"[0-9]{1,30}", text) else text}


def _json(value: object) -> str:
    return pydantic_core.to_json(value).decode()


RESOURCES: tuple[McpResource, ...] = (
    McpResource("sitehand://site", "site", "Name, address, language and host.", read_site, "site_info", JSON, "Site"),
    McpResource(
        "sitehand://openapi.json",
        "openapi",
        "The REST API as OpenAPI 3.1.",
        read_openapi,
        None,
        JSON,
        "REST API",
    ),
    McpResource(
        "sitehand://pages/{id}",
        "page",
        "One page, by id.",
        read_page,
        "get_page",
        JSON,
        "Page",
        {"id": complete_page_id},
    ),
    McpResource(
        "sitehand://posts/{id}",
        "post",
        "One post, by id.",
        read_post,
        "get_post",
        JSON,
        "Post",
        {"id": complete_post_id},
    ),
    McpResource(
        "sitehand://guide/{topic}",
        "guide",
        f"How to work on this site. Topics: {', '.join(GUIDES)}.",
        read_guide,
        None,
        "text/markdown",
        "Guide",
        {"topic": complete_from(*GUIDES)},
    ),
)
