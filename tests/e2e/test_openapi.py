"""The OpenAPI document: valid, and its examples are what its schemas say."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from openapi_spec_validator import OpenAPIV31SpecValidator

from sitehand.operation.declaration import Operation
from sitehand.operations.modules import OPERATION_MODULES
from tests.hosts import find_lacking
from tests.processes import run_sitehand
from tests.service import open_service

METHODS = ("get", "post", "put", "patch", "delete")


@pytest.fixture
async def document(tmp_path: Path) -> Any:
    """The document as the service serves it to anybody."""
    async with open_service(tmp_path) as service:
        answer = await service.http.get("/sitehand/v1/openapi.json")
    assert answer.status_code == 200
    return answer.json()


def find_examples(document: Any) -> Iterator[tuple[str, Any, Any]]:
    """Each example of a body: where it is, its schema, the example."""
    for path, item in document["paths"].items():
        for method, described in item.items():
            bodies = [described.get("requestBody", {}), *described["responses"].values()]
            for content in (body.get("content", {}).get("application/json", {}) for body in bodies):
                if "example" in content:
                    yield f"{method} {path}", content["schema"], content["example"]
    for name, response in document["components"]["responses"].items():
        content = response["content"]["application/json"]
        yield name, content["schema"], content["example"]


async def test_the_document_is_valid(document: Any) -> None:
    """openapi-spec-validator finds nothing wrong, and the version is 3.1."""
    assert document["openapi"].startswith("3.1.")
    assert [error.message for error in OpenAPIV31SpecValidator(document).iter_errors()] == []


async def test_every_example_is_valid_for_its_schema(document: Any) -> None:
    """Each example of a request or a refusal passes the schema beside it, formats included."""
    found = list(find_examples(document))
    assert {"post /pages", "put /pages/{id}", "post /posts", "post /api-keys", "post /batch", "put /rate-limit"} <= {
        place for place, _, _ in found
    }
    for _, schema, example in found:
        whole = {**schema, "components": document["components"]}
        jsonschema.Draft202012Validator(whole, format_checker=jsonschema.FormatChecker()).validate(example)


async def test_every_body_has_an_example_where_it_needs_one(document: Any) -> None:
    """Where a body is required a reader sees how one looks."""
    for path, item in document["paths"].items():
        for method, described in item.items():
            body = described.get("requestBody")
            if body and body["required"]:
                assert "example" in body["content"]["application/json"], f"{method} {path}"


async def test_every_schema_is_itself_valid(document: Any) -> None:
    """Each component, body and parameter is a valid JSON Schema of 2020-12."""
    schemas = list(document["components"]["schemas"].values())
    for item in document["paths"].values():
        schemas += [parameter["schema"] for described in item.values() for parameter in described["parameters"]]
    assert len(schemas) > 30
    for schema in schemas:
        jsonschema.Draft202012Validator.check_schema(schema)


async def test_the_three_ways_to_send_a_key_and_the_refusals_are_described(document: Any) -> None:
    """Every operation but the document's own asks for one of three schemes and names every status of a refusal."""
    schemes = document["components"]["securitySchemes"].values()
    kinds = {(scheme["type"], scheme.get("in", scheme.get("scheme"))) for scheme in schemes}
    assert kinds == {("apiKey", "header"), ("http", "bearer"), ("apiKey", "query")}
    assert len(document["security"]) == 3
    for path, item in document["paths"].items():
        assert set(item) <= set(METHODS)
        for described in item.values():
            assert (described.get("security") == []) is (path == "/openapi.json")
            assert {"400", "401", "403", "404", "405", "409", "413", "415", "429", "500"} <= set(described["responses"])


LACKED = ("templates",)
"""What shortcuts need and the built-in site has not."""


def list_declared() -> dict[str, set[str]]:
    """The methods of each path that an operation of this host has in its declaration, read from the modules."""
    declared: dict[str, set[str]] = {}
    lacking = find_lacking()
    for module in OPERATION_MODULES:
        for each in vars(module).values():
            if isinstance(each, Operation) and each.name not in lacking:
                shortcuts = () if each.shortcuts_need in LACKED else each.shortcuts
                for path in (each.path, *shortcuts):
                    declared.setdefault(path, set()).update(method.lower() for method in each.methods)
    return declared


async def test_every_path_of_the_specification_is_there(document: Any) -> None:
    """The table of the service, row by row; and beside it what the modules of operations declare, and nothing else."""
    table = {
        "/openapi.json": {"get"},
        "/mcp": {"post"},
        "/changes": {"get"},
        "/changes/{id}": {"get"},
        "/changes/undo": {"post"},
        "/pending": {"get"},
        "/pending/{id}": {"get"},
        "/pending/{id}/approve": {"post"},
        "/pending/{id}/reject": {"post"},
        "/site-info": {"get"},
        "/pages": {"get", "post"},
        "/pages/{id}": {"get", "put", "patch", "delete"},
        "/posts": {"get", "post"},
        "/posts/{id}": {"get", "put", "patch", "delete"},
        "/api-keys": {"get", "post"},
        "/api-keys/{id}": {"delete"},
        "/api-keys/{id}/rotate": {"post"},
        "/rate-limit": {"get", "put"},
        "/rate-limit/reset": {"post"},
        "/batch": {"post"},
        "/introspect": {"get"},
        "/onboard": {"get"},
    }
    there = {path: set(item) for path, item in document["paths"].items()}
    assert {path: there.get(path) for path in table} == table
    assert there == {**list_declared(), "/mcp": {"post"}}


def test_the_command_prints_the_same_document(tmp_path: Path, document: Any) -> None:
    """`sitehand openapi` needs no running server."""
    done = run_sitehand("openapi", "--data", tmp_path / "other")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["paths"] == document["paths"]
