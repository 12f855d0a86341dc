"""The short list of tools: the everyday ones, one that finds the others, and one that calls them.

Each listed tool costs a model's context some 490 bytes on every connection; many clients list them all, and let a
model call nothing else. Whoever asks for the short list can still do all that the full one allows.
"""

import re
from collections.abc import Iterable, Mapping
from typing import Any

from mcp_types import CallToolRequestParams, Tool, ToolAnnotations
from pydantic import Field

from sitehand.operation.schema import input_schema, parse
from sitehand.site.values import Input

EVERYDAY = frozenset(
    {
        "introspect",
        "onboard",
        "batch",
        "undo_change",
        "search",
        "get_content",
        "list_pages",
        "list_posts",
        "create_page",
        "create_post",
        "update_page",
        "update_post",
        "edit_text",
        "create_media",
        "list_block_pages",
        "get_blocks",
        "insert_blocks",
        "update_block",
        "list_elementor_pages",
        "get_elementor",
        "update_element",
    }
)
FIND, CALL = "find_tools", "call_tool"
WORD = re.compile(r"[a-z0-9]+")
IN_NAME, IN_TEXT = 3, 1
"""What a word counts that is in a tool's name, and one that is in its description or its arguments."""


class ToolQuery(Input):
    """What a tool is wanted for."""

    query: str = Field(min_length=1, max_length=200, description="words, such as: merge tags")
    limit: int = Field(5, ge=1, le=10)


class ToolCall(Input):
    """A tool and its arguments."""

    name: str = Field(max_length=100)
    arguments: dict[str, Any] = Field(default_factory=dict)


def _describe(name: str, description: str, model: type[Input], annotations: ToolAnnotations) -> dict[str, Any]:
    tool = Tool(name=name, description=description, input_schema=input_schema(model), annotations=annotations)
    return tool.model_dump(by_alias=True, mode="json", exclude_none=True)


OWN: Mapping[str, Mapping[str, Any]] = {
    FIND: _describe(
        FIND,
        "Find any tool, with its arguments.",
        ToolQuery,
        ToolAnnotations(read_only_hint=True, open_world_hint=False),
    ),
    CALL: _describe(
        CALL,
        "Call a tool that find_tools found.",
        ToolCall,
        ToolAnnotations(read_only_hint=False, destructive_hint=True, open_world_hint=False),
    ),
}
"""The two tools that only the short list has."""


def find(described: Iterable[Mapping[str, Any]], given: Mapping[str, Any]) -> dict[str, Any]:
    """The tools that fit a query best, as they are listed. Raises Problem(invalid_arguments)."""
    wanted = parse(ToolQuery, given)
    words = {_stem(word) for word in WORD.findall(wanted.query.lower())}
    scored = [(_score(tool, words), tool) for tool in described]
    fitting = sorted((pair for pair in scored if pair[0]), key=lambda pair: -pair[0])
    return {"items": [tool for _, tool in fitting[: wanted.limit]], "total": len(fitting)}


def unwrap(params: CallToolRequestParams) -> CallToolRequestParams:
    """The call that a call of `call_tool` stands for; any other as it is. Raises Problem(invalid_arguments)."""
    if params.name != CALL:
        return params
    inner = parse(ToolCall, params.arguments or {})
    return params.model_copy(update={"name": inner.name, "arguments": inner.arguments})


def _score(tool: Mapping[str, Any], words: set[str]) -> int:
    name = {_stem(word) for word in tool["name"].split("_")}
    text = f"{tool['description']} {' '.join(tool['inputSchema'].get('properties', ()))}"
    others = {_stem(word) for word in WORD.findall(text.lower())}
    return IN_NAME * len(words & name) + IN_TEXT * len(words & others)


def _stem(word: str) -> str:
    """A noun without its plural: tools say "page" and "pages"."""
    return word.removesuffix("s")
