"""Resources and prompts on request: lists, reads and completions, for what the caller may use."""

import base64
from collections.abc import Mapping, Sequence
from typing import Any

import mcp_types as types
from mcp.server.context import HandlerResult
from mcp.shared.exceptions import MCPError
from mcp_types.version import MODERN_PROTOCOL_VERSIONS

from sitehand.doors.mcp.features import Complete, McpCall, McpPrompt, McpResource, PromptAnswer, ReadAnswer
from sitehand.doors.mcp.registry import Feature, Registry, feature_refusal
from sitehand.doors.wire import problem_object
from sitehand.errors import Code, Detail, Problem, not_found
from sitehand.guard.gate import Gate
from sitehand.operation.faults import KNOWN

MAX_SUGGESTIONS = 100
RESOURCE_NOT_FOUND = -32002
"""The code of versions before 2026-07-28, which has -32602 instead (SEP-2164)."""


class RegistryReader:
    """Serves what the registry holds."""

    def __init__(self, gate: Gate, registry: Registry) -> None:
        self._gate = gate
        self._registry = registry

    async def list_resources(self, call: McpCall, params: types.PaginatedRequestParams) -> HandlerResult:
        """The resources with one URI each."""
        refuse_cursor(params)
        return types.ListResourcesResult(
            resources=[_shown(item) for item in self._registry.resources if self._may(call, item)]
        )

    async def list_templates(self, call: McpCall, params: types.PaginatedRequestParams) -> HandlerResult:
        """The resources with a template."""
        refuse_cursor(params)
        shown = [_shown_template(item) for _, item in self._registry.templates if self._may(call, item)]
        return types.ListResourceTemplatesResult(resource_templates=shown)

    async def read(self, call: McpCall, params: types.ReadResourceRequestParams) -> HandlerResult:
        """The contents of one resource."""
        resource, variables = self._find(call, params.uri)
        self._require(call, resource)
        try:
            answer = await resource.read(call, variables)
        except Problem as problem:
            if problem.code is Code.NOT_FOUND:
                raise _unknown_uri(call, params.uri, problem) from None
            raise
        return _contents(params.uri, resource.mime_type, answer)

    async def list_prompts(self, call: McpCall, params: types.PaginatedRequestParams) -> HandlerResult:
        """The prompts."""
        refuse_cursor(params)
        return types.ListPromptsResult(
            prompts=[_shown_prompt(prompt) for prompt in self._registry.prompts if self._may(call, prompt)]
        )

    async def get_prompt(self, call: McpCall, params: types.GetPromptRequestParams) -> HandlerResult:
        """One prompt's messages."""
        prompt = self._prompt(params.name)
        self._require(call, prompt)
        arguments = dict(params.arguments or {})
        _check_arguments(prompt, arguments)
        return _messages(prompt, await prompt.render(call, arguments))

    async def complete(self, call: McpCall, params: types.CompleteRequestParams) -> HandlerResult:
        """Suggestions for an argument of a prompt or of a resource's template; none where there are none."""
        feature, complete = self._completer(params.ref, params.argument.name)
        self._require(call, feature)
        values = list(await complete(call, params.argument.value)) if complete else []
        completion = types.Completion(
            values=values[:MAX_SUGGESTIONS], total=len(values), has_more=len(values) > MAX_SUGGESTIONS
        )
        return types.CompleteResult(completion=completion)

    def _completer(
        self, ref: types.PromptReference | types.ResourceTemplateReference, name: str
    ) -> tuple[Feature, Complete | None]:
        if isinstance(ref, types.PromptReference):
            prompt = self._prompt(ref.name)
            return prompt, {argument.name: argument.complete for argument in prompt.arguments}.get(name)
        for _, resource in self._registry.templates:
            if resource.uri == ref.uri:
                return resource, resource.complete.get(name)
        raise _invalid("ref.uri", f"There is no resource template {ref.uri[:200]}.", "resources/templates/list")

    def _prompt(self, name: str) -> McpPrompt:
        for prompt in self._registry.prompts:
            if prompt.name == name:
                return prompt
        raise _invalid("name", f"There is no prompt {name[:100]}.", "prompts/list")

    def _find(self, call: McpCall, uri: str) -> tuple[McpResource, Mapping[str, str]]:
        # Exact addresses first: a template may match them too.
        for resource in self._registry.resources:
            if resource.uri == uri:
                return resource, {}
        for template, resource in self._registry.templates:
            matched = template.match(uri)
            if matched is not None:
                return resource, {name: value for name, value in matched.items() if isinstance(value, str)}
        raise _unknown_uri(call, uri, not_found("resource", uri[:200], "resources/list names every resource."))

    def _may(self, call: McpCall, feature: Feature) -> bool:
        return feature_refusal(self._gate, call.caller, feature) is None

    def _require(self, call: McpCall, feature: Feature) -> None:
        refused = feature_refusal(self._gate, call.caller, feature)
        if refused:
            raise refused


def refuse_cursor(params: types.PaginatedRequestParams) -> None:
    """Raise Problem for a cursor: every list comes whole, so that none is ours."""
    if params.cursor is not None:
        raise _invalid("cursor", "The cursor is unknown. This list has one page.", "the same without a cursor")


def _invalid(path: str, message: str, see: str) -> Problem:
    detail = Detail(path=path, expected="a known one", got="another")
    return Problem(Code.INVALID_ARGUMENTS, message, hint=f"See {see}.", details=[detail])


def _unknown_uri(call: McpCall, uri: str, problem: Problem) -> MCPError:
    modern = call.context.protocol_version in MODERN_PROTOCOL_VERSIONS
    code = types.INVALID_PARAMS if modern else RESOURCE_NOT_FOUND
    return MCPError(code, problem.message, {**problem_object(problem), "uri": uri})


def _check_arguments(prompt: McpPrompt, given: Mapping[str, str]) -> None:
    known = [argument.name for argument in prompt.arguments]
    faults = [
        Detail(path=f"arguments.{argument.name}", expected="a value", got="nothing")
        for argument in prompt.arguments
        if argument.required and not given.get(argument.name, "").strip()
    ]
    faults += [
        Detail(path=f"arguments.{name[:100]}", expected=KNOWN, got="an unknown name")
        for name in given
        if name not in known
    ]
    if faults:
        raise Problem(
            Code.INVALID_ARGUMENTS,
            f"{faults[0]['path']}: expected {faults[0]['expected']}, got {faults[0]['got']}.",
            hint=f"Known arguments: {', '.join(known)}.",
            details=faults,
        )


def _contents(uri: str, mime_type: str, answer: ReadAnswer) -> HandlerResult:
    if isinstance(answer, str):
        text = types.TextResourceContents(uri=uri, mime_type=mime_type, text=answer)
        return types.ReadResourceResult(contents=[text])
    if isinstance(answer, bytes):
        blob = base64.b64encode(answer).decode()
        return types.ReadResourceResult(contents=[types.BlobResourceContents(uri=uri, mime_type=mime_type, blob=blob)])
    return answer


def _messages(prompt: McpPrompt, answer: PromptAnswer) -> HandlerResult:
    if isinstance(answer, types.GetPromptResult | types.InputRequiredResult):
        return answer
    messages: Sequence[Any] = answer
    if isinstance(answer, str):
        messages = [types.PromptMessage(role="user", content=types.TextContent(text=answer))]
    return types.GetPromptResult(description=prompt.description, messages=list(messages))


def _shown(item: McpResource) -> types.Resource:
    return types.Resource(
        uri=item.uri, name=item.name, title=item.title, description=item.description, mime_type=item.mime_type
    )


def _shown_template(item: McpResource) -> types.ResourceTemplate:
    return types.ResourceTemplate(
        uri_template=item.uri,
        name=item.name,
        title=item.title,
        description=item.description,
        mime_type=item.mime_type,
    )


def _shown_prompt(prompt: McpPrompt) -> types.Prompt:
    arguments = [
        types.PromptArgument(name=item.name, description=item.description, required=item.required)
        for item in prompt.arguments
    ]
    return types.Prompt(
        name=prompt.name, title=prompt.title, description=prompt.description, arguments=arguments or None
    )
