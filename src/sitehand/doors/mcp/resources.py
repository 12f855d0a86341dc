"""The resources of our own: the site, its API, its pages and posts, and guides for whoever works on it."""

import re
from collections.abc import Awaitable, Callable, Mapping
from importlib.resources import files

import pydantic_core

from sitehand.doors.mcp.features import Complete, McpCall, McpResource
from sitehand.errors import not_found
from sitehand.site.kind import Kind, Kinds

JSON = "application/json"
GUIDES: Mapping[str, str] = {
    "content": "How to write, change and publish on this site.",
    "safety": "What to ask first, and what you can undo.",
    "limits": "Rate limits, batches, list sizes and errors.",
}
SUGGESTIONS = 20
Read = Callable[[McpCall, Mapping[str, str]], Awaitable[str]]


async def read_site(call: McpCall, variables: Mapping[str, str]) -> str:
    """What `site_info` answers."""
    return _json(await call.perform("site_info", {}))


async def read_openapi(call: McpCall, variables: Mapping[str, str]) -> str:
    """The OpenAPI document of the REST door."""
    return _json(await call.services.openapi.whole())


async def read_guide(call: McpCall, variables: Mapping[str, str]) -> str:
    """A guide, in Markdown."""
    return guide(variables["topic"])


def guide(topic: str) -> str:
    """The text of a guide. Raises Problem(not_found)."""
    if topic not in GUIDES:
        raise not_found("guide", topic[:100], f"Topics: {', '.join(GUIDES)}.")
    return (files(__package__) / "guides" / f"{topic}.md").read_text("utf-8")


def read_kind(kind: Kind) -> Read:
    """A reader of one object: what the operation answers that gets one of this kind."""
    operation = name_reader(kind)

    async def read(call: McpCall, variables: Mapping[str, str]) -> str:
        return _json(await call.perform(operation, _typed(variables)))

    return read


def name_reader(kind: Kind) -> str:
    """The operation that reads one object of a kind."""
    return kind.reader or f"get_{kind.name}"


def complete_id(name: str) -> Complete:
    """A completer over the ids of a kind that begin with the prefix, newest first."""

    async def complete(call: McpCall, prefix: str) -> list[str]:
        return await call.services.host.store(name).complete_id(prefix, SUGGESTIONS)

    return complete


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
    return pydantic_core.to_json(value, inf_nan_mode="null").decode()


def list_resources(kinds: Kinds) -> list[McpResource]:
    """The resources of our own; each kind that has a collection is one."""
    objects = [_describe_kind(kind) for kind in kinds if kind.collection]
    return [*ABOUT, *objects, GUIDE]


def _describe_kind(kind: Kind) -> McpResource:
    """The objects of one kind, each under its id."""
    return McpResource(
        f"sitehand://{kind.collection}/{{id}}",
        kind.name,
        f"One {kind.singular}, by id.",
        read_kind(kind),
        name_reader(kind),
        JSON,
        kind.singular.capitalize(),
        {"id": complete_id(kind.name)},
    )


ABOUT: tuple[McpResource, ...] = (
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
)
GUIDE = McpResource(
    "sitehand://guide/{topic}",
    "guide",
    f"How to work on this site. Topics: {', '.join(GUIDES)}.",
    read_guide,
    None,
    "text/markdown",
    "Guide",
    {"topic": complete_from(*GUIDES)},
)
