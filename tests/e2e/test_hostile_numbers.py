"""Numbers that JSON can hold and no answer can: refused by every operation, and no fault where the site has them."""

import json
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from math import inf
from typing import Any

import httpx2
import pytest

from sitehand.app import OPERATIONS
from sitehand.operation.declaration import Operation
from sitehand.operation.schema import input_schema
from sitehand.store.database import FILE_NAME
from tests.processes import dump_database
from tests.service import BASE, MCP, Service, open_service

NUMBERS = (10**25, inf)
OFFERED = [each for each in OPERATIONS if each.access != "owner"]
PLACES: dict[str, tuple[str, dict[str, Any]]] = {
    "structured data": ("set_seo", {"id": 1, "json_ld": {"a": 1}}),
    "attributes of a new block": (
        "insert_blocks",
        {"id": 1, "blocks": [{"name": "core/paragraph", "attributes": {"content": "a", "metadata": {"z": 1}}}]},
    ),
    "attributes to look for": ("list_block_pages", {"name": "core/paragraph", "attributes": {"a": 1}}),
    "a condition": ("list_pages", {"where": [{"field": "menu_order", "op": "gt", "value": 1}]}),
    "a part of a batch": (
        "batch",
        {"requests": [{"method": "PUT", "path": "/items/1/seo", "body": {"json_ld": {"a": 1}}}]},
    ),
}
"""Calls that are right with 1, and not with a number that cannot be answered."""


@pytest.fixture(scope="module")
async def service(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Service]:
    """A service with one published page and an admin's key, for all tests."""
    async with open_service(tmp_path_factory.mktemp("numbers")) as running:
        await running.tool("create_page", {"title": "One", "status": "publish"})
        yield running


async def test_no_operation_takes_such_a_number(service: Service) -> None:
    """In any argument, on a level below where it may have any form, with the other arguments right."""
    before, refused = dump_site(service), 0
    for operation in OFFERED:
        for name in input_schema(operation.input)["properties"]:
            given = {**(operation.example or {}), "id": 1, name: {"a": NUMBERS}}
            code = read_code(await call_tool(service, operation, given))
            assert code not in (None, "internal_error", "host_unavailable"), (operation.name, name)
            refused += code == "invalid_arguments"
    assert refused > len(OFFERED)
    assert dump_site(service) == before


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize(
    "number", ["9223372036854775808", "1" + "0" * 4000, "1e999", "-1e999"], ids=["2**63", "10**4000", "inf", "-inf"]
)
async def test_such_a_number_is_refused_with_its_place(service: Service, place: str, number: str) -> None:
    """Through both doors, before anything is written: a second call is no fault either."""
    name, given = PLACES[place]
    operation = next(each for each in OFFERED if each.name == name)
    content = json.dumps(given).replace(": 1}", f": {number}}}")
    assert number in content
    before = dump_site(service)
    tool = await call_tool(service, operation, content)
    assert read_code(tool) == "invalid_arguments"
    told = json.loads(tool.json()["result"]["content"][0]["text"])
    if operation.methods[0] != "GET":
        answer = await service.http.request(
            operation.methods[0],
            BASE + operation.path.replace("{id}", "1"),
            content=content.replace('"id": 1, ', ""),
            headers=key_of(service),
        )
        assert (answer.status_code, answer.json()["code"]) == (400, "invalid_arguments")
        (detail,) = answer.json()["data"]["details"]
        assert detail["path"] == f"body.{told['data']['details'][0]['path']}"
    assert told["data"]["hint"]
    assert dump_site(service) == before


async def test_what_was_stored_before_is_answered(service: Service) -> None:
    """A number that older versions stored keeps no operation from answering, through any door, nor its repetition."""
    made = await service.tool("set_seo", {"id": 1, "json_ld": {"a": 1}})
    change = made["structuredContent"]["change_id"]
    with closing(sqlite3.connect(service.settings.data / FILE_NAME)) as connection, connection:
        for column in ("item_seo.data", "changed_objects.after"):
            table, _, name = column.partition(".")
            assert connection.execute(
                f"UPDATE {table} SET {name} = replace({name}, '\"a\": 1}}', '\"a\": 1{'0' * 25}}}')"
            ).rowcount
    for path in ("/items/1/seo", f"/changes/{change}", "/items/1/seo?_fields=json_ld"):
        answer = await service.http.get(BASE + path, headers=key_of(service))
        assert (answer.status_code, '"a":1e+25' in answer.text or '"a":1e25' in answer.text) == (200, True)
    batch = {"requests": [{"method": "GET", "path": "/items/1/seo"}]}
    answer = await service.http.post(f"{BASE}/batch", json=batch, headers=key_of(service))
    assert answer.json()["responses"][0]["body"]["json_ld"] == {"a": 1e25}
    assert (await service.tool("get_seo", {"id": 1}))["structuredContent"]["json_ld"] == {"a": 10**25}
    headers = {**key_of(service), "Idempotency-Key": "again"}
    first, second = [
        await service.http.put(f"{BASE}/items/1/seo", json={"title": "b"}, headers=headers) for _ in range(2)
    ]
    assert (first.status_code, second.content) == (200, first.content)


async def test_a_number_within_a_text_is_shown_as_json(service: Service) -> None:
    """An attribute that is not finite is null, in the text of a tool too; the text of the page stays as it is."""
    content = '<!-- wp:paragraph {"a":1e999} -->\n<p>b</p>\n<!-- /wp:paragraph -->'
    created = await service.tool("create_page", {"title": "Two", "content": content})
    page = {"id": created["structuredContent"]["id"]}
    told = await service.tool("get_blocks", {**page, "view": "tree"})
    assert json.loads(told["content"][0]["text"], parse_constant=pytest.fail)["items"][0]["attributes"] == {"a": None}
    raw = await service.tool("get_page", {**page, "context": "edit"})
    assert raw["structuredContent"]["content"]["raw"] == content


def dump_site(service: Service) -> dict[str, list[Any]]:
    """All rows but those that count calls."""
    return {table: rows for table, rows in dump_database(service.settings.data).items() if table != "usage"}


def key_of(service: Service) -> dict[str, str]:
    """The headers of a JSON call by the admin."""
    return {"X-API-Key": service.keys["admin"], "Content-Type": "application/json"}


async def call_tool(service: Service, operation: Operation, arguments: Any) -> httpx2.Response:
    """Call the tool with arguments, which may be JSON already."""
    # Python writes infinity as a word that is no JSON.
    text = arguments if isinstance(arguments, str) else json.dumps(arguments).replace("Infinity", "1e999")
    call = f'{{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {{"name": "{operation.name}", '
    return await service.http.post(MCP, content=f'{call}"arguments": {text}}}}}', headers=key_of(service))


def read_code(answer: httpx2.Response) -> str | None:
    """The code of a refusal; None of what is none."""
    result = answer.json()["result"]
    return json.loads(result["content"][0]["text"])["code"] if result["isError"] else None
