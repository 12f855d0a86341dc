"""Batch: several calls as one, each through the gate."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx2
import pytest

from sitehand.guard.keys import new_key
from tests.service import Service, open_service

BASE = "/sitehand/v1"


@pytest.fixture
async def service(tmp_path: Path) -> AsyncIterator[Service]:
    """A service with an editor and a designer, who may not read content."""
    async with open_service(tmp_path, roles=("admin", "editor", "designer")) as opened:
        yield opened


async def post(service: Service, parts: list[dict[str, Any]], role: str = "editor", **more: Any) -> httpx2.Response:
    """POST /batch."""
    headers = {"X-API-Key": service.keys[role]}
    return await service.http.post(f"{BASE}/batch", json={"requests": parts, **more}, headers=headers)


async def run(service: Service, parts: list[dict[str, Any]], role: str = "editor", **more: Any) -> list[Any]:
    """The answers to the parts, which are the same as a tool gives."""
    answer = await post(service, parts, role, **more)
    assert answer.status_code == 207, answer.text
    assert set(answer.json()) == {"responses"}
    responses: list[Any] = answer.json()["responses"]
    assert all(set(part) == {"status", "headers", "body"} for part in responses)
    return responses


def get(path: str) -> dict[str, Any]:
    """A part that reads."""
    return {"method": "GET", "path": path}


def create(title: str) -> dict[str, Any]:
    """A part that writes."""
    return {"method": "POST", "path": "/pages", "body": {"title": title}}


async def titles(service: Service) -> list[str]:
    """All pages that there are."""
    (part,) = await run(service, [get("/pages?order=asc&orderby=id")])
    return [page["title"]["rendered"] for page in part["body"]]


@pytest.mark.parametrize("path", ["/pages", "pages", "/pages/", "//pages//", "/%70ages"])
async def test_addresses_name_the_path_as_it_is_served(service: Service, path: str) -> None:
    """However the part writes it: the same `Location` and `Link` as the call alone has."""
    url = f"http://127.0.0.1:8000{BASE}/pages"
    made = [{**create(title), "path": path} for title in ("one", "two")]
    one, _, listed = await run(service, [*made, get(f"{path}?per_page=1")])
    assert one["headers"]["Location"] == f"{url}/{one['body']['id']}"
    assert listed["headers"]["Link"] == f'<{url}?per_page=1&page=2>; rel="next"'


async def test_parts_run_in_order_and_one_that_fails_stops_none(service: Service) -> None:
    """The answers stand in the order of the parts, each with the status and headers that it has alone."""
    parts = [create("one"), get("/pages/999999"), get("/nowhere"), {"method": "POST", "path": "/pages"}]
    parts += [get("/api-keys"), {"method": "PUT", "path": "/site-info"}, create("two"), get("/pages?per_page=1")]
    answers = await run(service, parts)
    assert [part["status"] for part in answers] == [201, 404, 404, 400, 403, 405, 201, 200]
    codes = [part["body"]["code"] for part in answers[1:6]]
    assert codes == ["not_found", "route_not_found", "invalid_arguments", "admin_required", "method_not_allowed"]
    first, second = answers[0]["body"]["id"], answers[6]["body"]["id"]
    assert first < second
    assert answers[0]["headers"]["Location"] == f"http://127.0.0.1:8000{BASE}/pages/{first}"
    assert answers[5]["headers"]["Allow"] == "GET"
    assert answers[7]["headers"]["X-WP-Total"] == "2"
    assert f"{BASE}/pages?per_page=1&page=2" in answers[7]["headers"]["Link"]
    assert await titles(service) == ["one", "two"]


async def test_a_part_answers_as_the_call_alone(service: Service) -> None:
    """Status, body and the headers of the result are those of the call outside a batch."""
    await run(service, [create(f"page {place}") for place in range(3)])
    headers = {"X-API-Key": service.keys["editor"]}
    for path in ("/pages?per_page=2&_fields=id,title.rendered", "/pages/1?context=edit", "/pages/7", "/nowhere"):
        alone = await service.http.get(f"{BASE}{path}", headers=headers)
        (part,) = await run(service, [get(path)])
        assert part["status"] == alone.status_code
        assert part["body"] == alone.json()
        for name, value in part["headers"].items():
            assert alone.headers[name] == value


async def test_the_caller_of_each_part_is_the_caller_of_the_batch(service: Service) -> None:
    """A designer may send a batch, and its parts are refused what a designer is refused."""
    answers = await run(service, [get("/pages"), create("x"), get("/site-info"), get("/api-keys")], "designer")
    assert [part["status"] for part in answers] == [403, 403, 200, 403]
    assert await titles(service) == []


async def test_a_later_part_sees_what_an_earlier_one_wrote(service: Service) -> None:
    """Although the gate keeps results of reads, and although the same read stands before the write."""
    parts = [get("/pages"), create("new"), get("/pages"), get("/onboard"), create("newer"), get("/pages")]
    parts += [get("/onboard"), {"method": "PATCH", "path": "/pages/1", "body": {"title": "other"}}, get("/pages/1")]
    answers = await run(service, parts)
    assert [len(answers[place]["body"]) for place in (0, 2, 5)] == [0, 1, 2]
    assert [len(answers[place]["body"]["page_tree"]) for place in (3, 6)] == [1, 2]
    assert answers[8]["body"]["title"]["rendered"] == "other"


async def test_a_batch_inside_a_batch_is_refused(service: Service) -> None:
    """That part fails, the others run."""
    inner = {"method": "POST", "path": "/batch", "body": {"requests": [create("inner")]}}
    answers = await run(service, [inner, {**inner, "path": "/batch/"}, create("outer")])
    assert [part["status"] for part in answers] == [400, 400, 201]
    assert await titles(service) == ["outer"]


async def test_too_many_parts_run_none(service: Service) -> None:
    """26 parts are a 400 before anything runs; 25 run."""
    answer = await post(service, [create(str(place)) for place in range(26)])
    assert (answer.status_code, answer.json()["code"]) == (400, "invalid_arguments")
    assert await titles(service) == []
    assert len(await run(service, [get("/site-info")] * 25)) == 25


@pytest.mark.parametrize(
    "parts",
    [
        [],
        [create("x"), {"path": "/pages"}],
        [create("x"), {"method": "GET", "path": 7}],
        [create("x"), {**create("y"), "body": []}],
        [create("x"), {**create("y"), "surprise": 1}],
        [create("x"), "GET /pages"],
    ],
)
async def test_a_malformed_batch_runs_nothing(service: Service, parts: list[Any]) -> None:
    """The shape of the whole is checked before the first part runs."""
    answer = await post(service, parts)
    assert (answer.status_code, answer.json()["code"]) == (400, "invalid_arguments")
    assert await titles(service) == []


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        (create(""), None),
        ({"method": "POST", "path": "/pages", "body": {}}, "invalid_arguments"),
        (get("/nowhere"), "route_not_found"),
        (get("/api-keys"), "admin_required"),
        ({"method": "POST", "path": "/batch", "body": {"requests": [get("/pages")]}}, "invalid_arguments"),
        ({**get("/pages"), "headers": {"X-API-Key": "x"}}, "conflicting_credentials"),
    ],
)
async def test_all_parts_are_checked_first_on_request(
    service: Service, wrong: dict[str, Any], code: str | None
) -> None:
    """With require-all-validate the part at fault says why, the others answer not_run, and nothing is written."""
    answers = await run(service, [create("a"), wrong, create("b")], validation="require-all-validate")
    if code is None:
        assert [part["status"] for part in answers] == [201, 201, 201]
        assert len(await titles(service)) == 3
        return
    assert answers[1]["body"]["code"] == code
    for place in (0, 2):
        assert (answers[place]["status"], answers[place]["body"]["code"]) == (424, "not_run")
    assert await titles(service) == []


@pytest.mark.parametrize("name", ["X-API-Key", "x-api-key", "Authorization", "Cookie"])
async def test_a_part_brings_no_credential_of_its_own(service: Service, name: str) -> None:
    """Neither in a header, valid or not, nor in its path."""
    for value in (service.keys["admin"], new_key()):
        part = {**get("/api-keys"), "headers": {name: value}}
        in_path = get(f"/api-keys?api_key={value}")
        answers = await run(service, [part, in_path, {**create("x"), "headers": {"X-Note": "fine"}}])
        assert [answer["status"] for answer in answers] == [400, 400, 201]
        assert {answer["body"]["code"] for answer in answers[:2]} == {"conflicting_credentials"}
        assert value not in str(answers)


async def test_a_path_may_be_encoded_or_plain(service: Service) -> None:
    """Words outside ASCII are found whether the query holds them as they are or percent-encoded."""
    await run(service, [create("Käsekuchen"), create("Brot")])
    for search in ("Käsekuchen", "K%C3%A4sekuchen"):
        (part,) = await run(service, [get(f"/pages?search={search}")])
        assert [page["title"]["rendered"] for page in part["body"]] == ["Käsekuchen"], search
    answers = await run(service, [get("/pages?search=%ff"), get("/pages/%31"), get("/pages/%2531")])
    assert [part["status"] for part in answers] == [400, 200, 400]


async def test_the_tool_answers_alike(service: Service) -> None:
    """Order, failures, the totals of lists and the refusal of too many parts are the same through MCP."""
    parts = [create("one"), get("/nowhere"), get("/pages")]
    result = await service.tool("batch", {"requests": parts}, role="editor")
    assert not result["isError"]
    answers = result["structuredContent"]["responses"]
    assert [part["status"] for part in answers] == [201, 404, 200]
    assert [page["title"]["rendered"] for page in answers[2]["body"]] == ["one"]
    assert (answers[0]["headers"], answers[2]["headers"]["X-WP-Total"]) == ({}, "1")
    result = await service.tool("batch", {"requests": [create("x")] * 26}, role="editor")
    assert result["isError"]
    assert result["structuredContent"]["code"] == "invalid_arguments"
    checked = {"requests": [create("x"), get("/nowhere")], "validation": "require-all-validate"}
    result = await service.tool("batch", checked, role="editor")
    assert [part["status"] for part in result["structuredContent"]["responses"]] == [424, 404]
    assert await titles(service) == ["one"]


@pytest.mark.parametrize("mode", ["each", "atomic"])
@pytest.mark.parametrize("dry_run", [False, True])
async def test_a_key_that_revokes_itself_does_nothing_more(service: Service, mode: str, dry_run: bool) -> None:
    """Neither reads nor writes: what comes after is refused as by a request of its own; an atomic batch stays undone,
    and so does a preview, in which the key lives on.
    """
    headers = {"X-API-Key": service.keys["admin"]}
    keys = (await service.http.get(f"{BASE}/api-keys", headers=headers)).json()
    (own,) = [key["id"] for key in keys if key["role"] == "admin"]
    parts = [create("before"), get("/pages"), {"method": "DELETE", "path": f"/api-keys/{own}"}]
    parts += [create("after"), get("/site-info")]
    answer = await post(service, parts, "admin", mode=mode, dry_run=dry_run)
    statuses = [part["status"] for part in answer.json().get("responses", [])]
    lives = (await service.http.get(f"{BASE}/api-keys", headers=headers)).status_code == 200
    kept = await titles(service)
    if mode == "atomic":
        assert (answer.status_code, answer.json()["data"]["part"], lives, kept) == (401, 3, True, [])
    elif dry_run:
        assert (statuses[2:], lives, kept) == ([200, 401, 401], True, [])
    else:
        assert (statuses, lives, kept) == ([201, 200, 200, 401, 401], False, ["before"])
        assert answer.json()["responses"][3]["body"]["code"] == "invalid_credential"


async def test_a_key_may_change_other_keys_and_its_own_value(service: Service) -> None:
    """And go on: it is the same key that is rotated, and others are no concern of the batch."""
    headers = {"X-API-Key": service.keys["admin"]}
    keys = {key["role"]: key["id"] for key in (await service.http.get(f"{BASE}/api-keys", headers=headers)).json()}
    parts = [
        {"method": "DELETE", "path": f"/api-keys/{keys['designer']}"},
        {"method": "POST", "path": f"/api-keys/{keys['admin']}/rotate"},
        create("after"),
    ]
    assert [part["status"] for part in await run(service, parts, "admin")] == [200, 200, 201]
    assert await titles(service) == ["after"]
