"""Everything that the door offers beside operations, gathered once and checked."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import pluggy
from mcp.shared.uri_template import UriTemplate

from sitehand.doors.mcp.features import McpPrompt, McpResource, McpTool
from sitehand.doors.mcp.prompts import PROMPTS
from sitehand.doors.mcp.resources import list_resources
from sitehand.doors.mcp.surface import OWN
from sitehand.errors import Code, Problem
from sitehand.guard.gate import Gate
from sitehand.guard.roles import insufficient_scope, knows_role
from sitehand.operation.caller import Caller
from sitehand.site.kind import Kinds

Feature = McpTool | McpResource | McpPrompt


@dataclass(frozen=True, slots=True)
class Registry:
    """The raw tools, the resources (those with a template apart) and the prompts, each in a fixed order."""

    tools: tuple[McpTool, ...]
    resources: tuple[McpResource, ...]
    templates: tuple[tuple[UriTemplate, McpResource], ...]
    prompts: tuple[McpPrompt, ...]


def gather(gate: Gate, plugins: pluggy.PluginManager, kinds: Kinds) -> Registry:
    """Our own features and those of the plugins. Raises ValueError when two share a name or one needs what is not."""
    tools: list[McpTool] = _flat(plugins.hook.register_mcp_tools())
    read: list[McpResource] = [*list_resources(kinds), *_flat(plugins.hook.register_mcp_resources())]
    asked: list[McpPrompt] = [*PROMPTS, *_flat(plugins.hook.register_mcp_prompts())]
    _refuse_repeated("tool", [*(tool.name for tool in tools), *(operation.name for operation in gate.catalog), *OWN])
    _refuse_repeated("resource", [item.uri for item in read])
    _refuse_repeated("prompt", [item.name for item in asked])
    features: tuple[Feature, ...] = (*tools, *read, *asked)
    for feature in features:
        if feature.needs is not None and gate.catalog.get(feature.needs) is None:
            raise ValueError(f"{feature.name} needs an unknown operation: {feature.needs}")
    return Registry(
        tools=tuple(tools),
        resources=tuple(item for item in read if not UriTemplate.is_template(item.uri)),
        templates=tuple((UriTemplate.parse(item.uri), item) for item in read if UriTemplate.is_template(item.uri)),
        prompts=tuple(asked),
    )


def feature_refusal(gate: Gate, caller: Caller, feature: Feature) -> Problem | None:
    """Why this caller may not use the feature, or None when it may."""
    if feature.needs is None:
        return _refusal_of_any(caller, feature)
    operation = gate.catalog.get(feature.needs)
    return gate.refusal(caller, operation) if operation else _unknown_role(caller)


def _refusal_of_any(caller: Caller, feature: Feature) -> Problem | None:
    """Why this caller may not use a feature that needs no operation, or None. Any valid credential may, except that
    tokens with the role reader may only use tools marked as reading.
    """
    if not knows_role(caller):
        return _unknown_role(caller)
    if caller.kind == "token" and caller.role == "reader" and isinstance(feature, McpTool):
        reads = feature.annotations is not None and feature.annotations.read_only_hint
        return None if reads else insufficient_scope(feature.name)
    return None


def _unknown_role(caller: Caller) -> Problem:
    return Problem(Code.CATEGORY_FORBIDDEN, f"The role {caller.role!r} is unknown.", hint="Ask for a new key.")


def _flat(lists: Iterable[Sequence[Any]]) -> list[Any]:
    return [item for items in lists for item in items]


def _refuse_repeated(noun: str, names: list[str]) -> None:
    repeated = sorted({name for name in names if names.count(name) > 1})
    if repeated:
        raise ValueError(f"Two {noun}s share a name: {', '.join(repeated)}")
