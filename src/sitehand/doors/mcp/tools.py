"""The catalogue as tools: the list that a caller sees, and the call."""

import asyncio
import logging
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, cached_property, lru_cache
from typing import Any

import pydantic_core
from mcp.server.context import HandlerResult
from mcp.shared.exceptions import MCPError
from mcp_types import INVALID_PARAMS, CallToolRequestParams, CallToolResult, InputRequiredResult, TextContent, Tool
from mcp_types import ToolAnnotations as Annotations

from sitehand.doors.arguments import FIELDS, split_names
from sitehand.doors.mcp.bounds import OFFSET, fit_answer, fit_in_time, fit_listing, read_offset
from sitehand.doors.mcp.features import McpCall, McpTool, ToolAnswer
from sitehand.doors.mcp.options import Options
from sitehand.doors.mcp.registry import Registry, feature_refusal
from sitehand.doors.mcp.surface import EVERYDAY, FIND, OWN, find, unwrap
from sitehand.doors.wire import choose_members, list_object, problem_object, tool_result
from sitehand.errors import Code, Problem
from sitehand.guard.call import current_call
from sitehand.guard.gate import FAULTS, MAX_VIEWS, Gate, internal_error
from sitehand.operation.caller import Caller
from sitehand.operation.context import no_report
from sitehand.operation.declaration import Operation
from sitehand.operation.schema import output_schema, tool_schema
from sitehand.site.content import Listing

log = logging.getLogger("sitehand.mcp")
ERROR_MEMBERS = ("code", "message", "data")


class ToolBox:
    """All tools, each described when somebody asks for it; of all together only a thread may ask, for it takes long."""

    def __init__(self, gate: Gate, registry: Registry) -> None:
        self._gate = gate
        self._raw = {tool.name: tool for tool in registry.tools}
        self._described: dict[str, Mapping[str, Any]] = {
            **{tool.name: _describe_raw(tool) for tool in registry.tools},
            **OWN,
        }

    @cached_property
    def _results(self) -> dict[str, dict[str, Any]]:
        """The schemas of all results. Few clients ask for them, and they take some megabytes."""
        return {each.name: _describe_result(each.output, reads=each.reads) for each in self._gate.catalog}

    def input_schema(self, name: str) -> Mapping[str, Any] | None:
        """The schema of a tool's arguments, or None for an unknown tool."""
        known = name in self._described or self._gate.catalog.get(name)
        return self._describe(name)["inputSchema"] if known else None

    def names(self, caller: Caller, *, short: bool = False) -> tuple[str, ...]:
        """What the caller may use, in the catalogue's order, then the plugins' raw tools.

        On the short list: the everyday ones of these, and what finds and calls the rest.
        """
        operations = _name_operations(tuple(self._gate.visible(caller)))
        raw = [tool.name for tool in self._raw.values() if feature_refusal(self._gate, caller, tool) is None]
        if short and operations:
            return (*(name for name in operations if name in EVERYDAY), *raw, *OWN)
        return (*operations, *raw)

    async def list(self, caller: Caller, options: Options) -> Sequence[Mapping[str, Any]]:
        """The caller's tools; with the schemas of their results when it wants them."""
        return await asyncio.to_thread(self._list, self.names(caller, short=options.short), schemas=options.schemas)

    def _list(self, names: Iterable[str], *, schemas: bool = False) -> Sequence[Mapping[str, Any]]:
        results = self._results if schemas else {}
        return [{**self._describe(name), **results.get(name, {})} for name in names]

    def _describe(self, name: str) -> Mapping[str, Any]:
        if name not in self._described:
            self._described[name] = _describe(self._gate.catalog.get_for_owner(name))
        return self._described[name]

    async def call(self, call: McpCall, params: CallToolRequestParams, *, schemas: bool) -> HandlerResult:
        """Run a tool. Its refusals are results; only an unknown name is a fault of the protocol.

        Results are structured for those who are shown their schemas, and text for everybody.
        """
        try:
            params = unwrap(params)
            given = params.arguments or {}
            if params.name == FIND:
                found = find(await asyncio.to_thread(self._list, self.names(call.caller)), given)
                return tool_answer(found, structured=schemas)
            if operation := self._gate.catalog.get(params.name):
                return await self._run_operation(call, operation, given, schemas=schemas)
            if raw := self._raw.get(params.name):
                return await self._run_raw(call, raw, given)
            raise unknown_tool(params.name)
        except Problem as problem:
            return tool_answer(problem_object(problem), structured=schemas, is_error=True)

    async def _run_operation(
        self, call: McpCall, operation: Operation, given: Mapping[str, Any], *, schemas: bool
    ) -> dict[str, Any]:
        """The answer within its bound, which goes out twice for those who are shown schemas; a picture beside it."""
        report = call.report_progress if operation.reports_progress else no_report
        fields = split_names(given.get(FIELDS, []), FIELDS)
        offset = read_offset(given.get(OFFSET, 0), fields)
        wanted = {name: value for name, value in given.items() if name not in (FIELDS, OFFSET)}
        # Who names members means those of the whole.
        arguments = wanted if fields else {**operation.mcp_defaults, **wanted}
        result = await self._gate.perform(call.caller, operation, arguments, report=report, members=fields)
        chosen = choose_members(operation, result, fields, arguments.get("detail"))
        times = 2 if schemas else 1
        if isinstance(chosen, Listing):
            whole = list_object(chosen) if fields else await fit_in_time(fit_listing, chosen, arguments, times)
            return tool_answer(whole, structured=schemas)
        content, pictures = take_picture(operation, tool_result(chosen), result)
        if not (operation.whole or (fields and OFFSET not in given)):
            content = await fit_in_time(fit_answer, content, fields, offset, times)
        return tool_answer(content, structured=schemas, more=pictures)

    async def _run_raw(self, call: McpCall, tool: McpTool, given: Mapping[str, Any]) -> HandlerResult:
        refused = feature_refusal(self._gate, call.caller, tool)
        if refused:
            raise refused
        try:
            return _shape(await tool.run(call, given))
        except (Problem, MCPError):
            raise
        except FAULTS as fault:
            log.exception("tool %s failed, request %s", tool.name, current_call().request_id)
            raise internal_error() from fault


def take_picture(
    operation: Operation, chosen: dict[str, Any], result: Any
) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """What was chosen of a result without the bytes of its picture, and these as models see them."""
    picture = chosen.get(operation.picture) or {}
    if "data" not in picture:
        return chosen, []
    told = {name: value for name, value in picture.items() if name != "data"}
    image = {"type": "image", "data": picture["data"], "mimeType": result[operation.picture]["mime_type"]}
    return {**chosen, operation.picture: told}, [image]


def tool_answer(
    content: dict[str, Any], *, structured: bool, is_error: bool = False, more: Sequence[Mapping[str, Any]] = ()
) -> dict[str, Any]:
    """A tool's result: the object as text, and once more as structured content for who wants that; `more` content."""
    text = pydantic_core.to_json(content, inf_nan_mode="null").decode()
    shown = [{"type": "text", "text": text}, *more]
    answer = {"content": shown, "isError": is_error, "resultType": "complete"}
    return {**answer, "structuredContent": content} if structured else answer


def unknown_tool(name: str) -> MCPError:
    """The protocol's error for a tool that there is not."""
    problem = Problem(
        Code.UNKNOWN_OPERATION,
        f"There is no tool {name[:100]}.",
        hint="tools/list and the tool introspect name every tool.",
    )
    return MCPError(INVALID_PARAMS, problem.message, problem_object(problem))


@cache
def _describe(operation: Operation) -> dict[str, Any]:
    """The tool as it is listed. What the protocol takes for granted (not idempotent) goes unsaid."""
    reads = operation.reads
    annotations = Annotations(
        read_only_hint=reads,
        destructive_hint=None if reads else operation.destructive,
        idempotent_hint=True if operation.idempotent and not reads else None,
        open_world_hint=False,
    )
    tool = Tool(
        name=operation.name,
        title=operation.title,
        description=operation.description,
        input_schema=tool_schema(operation.input, operation.mcp_defaults),
        annotations=annotations,
    )
    return tool.model_dump(by_alias=True, mode="json", exclude_none=True)


@cache
def _describe_result(output: Any, *, reads: bool) -> dict[str, Any]:
    """What a description has besides for who wants the schemas of results."""
    return {"outputSchema": _object_schema(output_schema(output, writes=not reads), reads=reads)}


@lru_cache(MAX_VIEWS)
def _name_operations(operations: tuple[Operation, ...]) -> tuple[str, ...]:
    """Their names; the gate answers the same operations again and again."""
    return tuple(operation.name for operation in operations)


def _describe_raw(tool: McpTool) -> dict[str, Any]:
    described = Tool(
        name=tool.name,
        title=tool.title,
        description=tool.description,
        input_schema=dict(tool.input_schema),
        annotations=tool.annotations,
    )
    return described.model_dump(by_alias=True, mode="json", exclude_none=True)


def _object_schema(schema: dict[str, Any], *, reads: bool) -> dict[str, Any]:
    """The schema of a tool's structured content: MCP wants an object at its root, and a list goes out as one.

    The error object fits it too: clients of the TypeScript SDK 1.x check it against the schema when a tool fails.
    So does what a write answers instead of its result: a plan, or a pending change.
    """
    properties = schema.get("properties", {})
    if "per_page" in properties:
        properties["pages"] = properties.pop("per_page")
        properties.pop("goes_on", None)  # `next` says it
        schema["required"] = ["items", "total", "page"]
    definitions = {"$defs": schema.pop("$defs")} if "$defs" in schema else {}
    choices = schema.pop("anyOf", None) or [schema]
    instead = [list(ERROR_MEMBERS)] if reads else [list(ERROR_MEMBERS), ["dry_run"], ["pending"]]
    return {**definitions, "type": "object", "anyOf": [*choices, *({"required": names} for names in instead)]}


def _shape(answer: ToolAnswer) -> HandlerResult:
    if isinstance(answer, CallToolResult | InputRequiredResult):
        return answer
    if isinstance(answer, str):
        return CallToolResult(content=[TextContent(text=answer)])
    return CallToolResult(content=list(answer))
