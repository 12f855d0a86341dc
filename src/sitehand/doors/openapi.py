"""The OpenAPI 3.1 document of the REST API, derived from the catalogue."""

from collections.abc import Container, Iterable, Mapping
from functools import cache
from typing import Any, get_args, get_origin

from sitehand.doors.mcp import endpoint
from sitehand.errors import STATUS, Code
from sitehand.operation.declaration import Operation, arguments_in
from sitehand.operation.schema import input_schema, marked_arguments, output_schema, query_arguments
from sitehand.site.approvals import PendingAnswer, Plan
from sitehand.site.content import Listing
from sitehand.site.values import Bracketed

SECURITY_SCHEMES = {
    "apiKeyHeader": {"type": "apiKey", "in": "header", "name": "X-API-Key", "description": "Best."},
    "bearer": {"type": "http", "scheme": "bearer", "description": "The key, or an access token, as a bearer token."},
    "apiKeyQuery": {
        "type": "apiKey",
        "in": "query",
        "name": "api_key",
        "description": "Only for clients that can send no header: addresses end up in logs.",
    },
}
ERROR_SCHEMA = {
    "type": "object",
    "required": ["code", "message", "data"],
    "properties": {
        "code": {"type": "string", "enum": [code.value for code in Code]},
        "message": {"type": "string"},
        "data": {
            "type": "object",
            "required": ["status", "hint", "details"],
            "properties": {
                "status": {"type": "integer"},
                "hint": {"type": "string"},
                "retry_after": {"type": "integer", "description": "Seconds to wait before you repeat the call."},
                "details": {
                    "type": "array",
                    "items": {
                        "type": "object",
                        "required": ["path", "expected", "got"],
                        "properties": {name: {"type": "string"} for name in ("path", "expected", "got")},
                    },
                },
            },
        },
    },
}
ERROR_EXAMPLE = {
    "code": "not_found",
    "message": "There is no page 7.",
    "data": {"status": 404, "hint": "GET /pages lists the pages.", "details": []},
}
PAGING_HEADERS = {
    "X-WP-Total": {"schema": {"type": "integer"}, "description": "Length of the whole list."},
    "X-WP-Total-Relation": {
        "schema": {"type": "string", "enum": ["gte"]},
        "description": "gte: the list is longer than X-WP-Total says; follow Link to go on.",
    },
    "X-WP-TotalPages": {"schema": {"type": "integer"}, "description": "Pages of this size."},
    "Link": {"schema": {"type": "string"}, "description": "The previous and the next page."},
}
FIELDS_PARAMETER = {
    "name": "_fields",
    "in": "query",
    "description": "Members to answer with, such as id,title.rendered.",
    "schema": {"type": "array", "items": {"type": "string"}},
    "style": "form",
    "explode": False,
}


CONDITIONS: Mapping[str, Any] = {
    "style": "deepObject",
    "explode": True,
    "schema": {"type": "object", "additionalProperties": {"type": "string"}},
    "description": "Conditions on fields: where[title][contains]=rye; where[menu_order]=2 for eq.",
}
"""How a query string has a list of conditions. OpenAPI has no words for the brackets of the operator."""


def build_document(operations: Iterable[Operation], *, base_url: str, version: str) -> dict[str, Any]:
    """The whole document, whose parts others may have too: nobody changes it. Source: OpenAPI Specification 3.1.1.

    Takes half a second the first time.
    """
    schemas: dict[str, Any] = {"Error": ERROR_SCHEMA, **endpoint.COMPONENTS}
    paths: dict[str, Any] = {endpoint.PATH: endpoint.describe_endpoint(_refusals())}
    for operation in operations:
        for path, fixed in operation.paths.items():
            item = paths.setdefault(path, {})
            for method in operation.methods:
                described = _operation_object(operation, path, method, schemas)
                item[method.lower()] = described if path == operation.path else _shorten(described, path, fixed)
    return {
        "openapi": "3.1.1",
        "info": {
            "title": "Sitehand",
            "version": version,
            "description": "Lets assistants and scripts run a content site. Every operation is also an MCP tool.",
        },
        "servers": [{"url": base_url}],
        "security": [{name: []} for name in SECURITY_SCHEMES],
        "tags": [{"name": name} for name in ("mcp", *dict.fromkeys(o.category for o in operations))],
        "paths": paths,
        "components": {
            "securitySchemes": SECURITY_SCHEMES,
            "schemas": schemas,
            "responses": _refusal_responses(),
        },
    }


def _operation_object(operation: Operation, path: str, method: str, schemas: dict[str, Any]) -> dict[str, Any]:
    schema = _hoist(input_schema(operation.input), schemas)
    properties = schema["properties"]
    has_body = method not in ("GET", "DELETE")
    in_path = arguments_in(path)
    in_query = set(properties) - _list_path_arguments(operation)
    if has_body:
        in_query &= query_arguments(operation.input)
    described: dict[str, Any] = {
        "operationId": operation.name if method == operation.methods[-1] else f"{operation.name}_{method.lower()}",
        "summary": operation.description,
        "tags": [operation.category],
        "parameters": [
            _parameter(name, properties[name], operation, in_path | set(schema.get("required", ())), in_path)
            for name in properties
            if name in in_path or name in in_query
        ],
        "responses": _responses(operation, schemas),
    }
    described["parameters"].append(FIELDS_PARAMETER)
    if has_body:
        described["requestBody"] = _body(operation, schema, in_query)
    if operation.public:
        described["security"] = []
    return described


def _shorten(described: dict[str, Any], path: str, fixed: Mapping[str, str]) -> dict[str, Any]:
    """An operation under one of its shortcuts, without the parameters that the path stands for."""
    parameters = [each for each in described["parameters"] if each["name"] not in fixed]
    name = f"{described['operationId']}_{path.strip('/').partition('/')[0]}"
    return {**described, "operationId": name, "parameters": parameters}


def _list_path_arguments(operation: Operation) -> set[str]:
    """The arguments that stand in its path, or in one of its shortcuts."""
    return {name for path in operation.paths for name in arguments_in(path)}


def _parameter(
    name: str, schema: dict[str, Any], operation: Operation, required: Container[str], in_path: Container[str]
) -> dict[str, Any]:
    place = "path" if name in in_path else "query"
    parameter: dict[str, Any] = {"name": name, "in": place, "required": name in required}
    if "description" in schema:
        parameter["description"] = schema["description"]
    if name in marked_arguments(operation.input, Bracketed):
        return {**parameter, **CONDITIONS}
    if schema.get("type") == "array":
        parameter |= {"style": "form", "explode": False}
    return parameter | {"schema": schema}


def _body(operation: Operation, schema: dict[str, Any], in_query: set[str]) -> dict[str, Any]:
    elsewhere = _list_path_arguments(operation) | in_query
    body = {**schema, "properties": {k: v for k, v in schema["properties"].items() if k not in elsewhere}}
    body.pop("required", None)
    if required := [name for name in schema.get("required", ()) if name not in elsewhere]:
        body["required"] = required
    content: dict[str, Any] = {"schema": body}
    if operation.example is not None:
        content["example"] = dict(operation.example)
    return {"required": "required" in body, "content": {"application/json": content}}


def _responses(operation: Operation, schemas: dict[str, Any]) -> dict[str, Any]:
    success: dict[str, Any] = {
        "description": "Done.",
        "content": {"application/json": {"schema": rest_schema(operation, schemas)}},
    }
    if get_origin(operation.output) is Listing:
        success["headers"] = PAGING_HEADERS
    if operation.status == 201:  # noqa: PLR2004 - Created
        success["headers"] = {"Location": {"schema": {"type": "string"}, "description": "Address of the new object."}}
    answers = {str(operation.status): success}
    if not operation.reads:
        _add_interim(operation, answers, schemas)
    return answers | {
        str(status): {"$ref": f"#/components/responses/{_response_name(status)}"} for status in _refusals()
    }


def _response_name(status: int) -> str:
    return f"Refused{status}"


def _refusals() -> Mapping[int, list[str]]:
    """The statuses with which the service may refuse, each with its codes."""
    statuses: dict[int, list[str]] = {}
    for code, status in STATUS.items():
        statuses.setdefault(status, []).append(code.value)
    return dict(sorted(statuses.items()))


def _refusal_responses() -> dict[str, Any]:
    content = {"application/json": {"schema": {"$ref": "#/components/schemas/Error"}, "example": ERROR_EXAMPLE}}
    return {
        _response_name(status): {"description": f"Refused: {', '.join(codes)}.", "content": content}
        for status, codes in _refusals().items()
    }


def rest_schema(operation: Operation, schemas: dict[str, Any]) -> dict[str, Any]:
    """The schema of a REST body: a Listing goes out as an array."""
    if get_origin(operation.output) is Listing:
        (item,) = get_args(operation.output)
        return {"type": "array", "items": _result_schema(item, schemas)}
    return _result_schema(operation.output, schemas, writes=not operation.reads)


def _add_interim(operation: Operation, answers: dict[str, Any], schemas: dict[str, Any]) -> None:
    """What a write answers instead of its result: a plan with `dry_run` (200), or a pending change (202)."""
    for status, meaning, output in ((200, "What would change.", Plan), (202, "The change is pending.", PendingAnswer)):
        schema = _result_schema(output, schemas)
        known = answers.get(str(status))
        if known:
            schema = {"anyOf": [known["content"]["application/json"]["schema"], schema]}
        description = f"{known['description']} With dry_run: {meaning}" if known else meaning
        answers[str(status)] = {"description": description, "content": {"application/json": {"schema": schema}}}


def _result_schema(output: Any, schemas: dict[str, Any], *, writes: bool = False) -> dict[str, Any]:
    schema, definitions = _hoist_output(output, writes=writes)
    schemas.update(definitions)
    return schema


@cache
def _hoist_output(output: Any, *, writes: bool) -> tuple[dict[str, Any], dict[str, Any]]:
    """The schema of a result, and the definitions that it refers to: most are those of many operations."""
    definitions: dict[str, Any] = {}
    return _hoist(output_schema(output, writes=writes), definitions), definitions


def _hoist(schema: Mapping[str, Any], schemas: dict[str, Any]) -> dict[str, Any]:
    """A copy whose `$defs` are among the document's components, with references that point there."""
    for name, definition in schema.get("$defs", {}).items():
        schemas[name] = _repoint(definition)
    moved: dict[str, Any] = _repoint({name: value for name, value in schema.items() if name != "$defs"})
    return moved


def _repoint(node: Any) -> Any:
    if isinstance(node, dict):
        return {
            key: value.replace("#/$defs/", "#/components/schemas/") if key == "$ref" else _repoint(value)
            for key, value in node.items()
        }
    return [_repoint(item) for item in node] if isinstance(node, list) else node
