"""Every operation, called rightly and wrongly through REST and as a tool: the same result, the same error code."""

import re
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import pytest
import pytest_asyncio

from sitehand.app import OPERATION_MODULES, assemble
from sitehand.operation.catalog import collect
from sitehand.operation.declaration import Operation, answer_briefly
from sitehand.operation.policy import Rule
from sitehand.settings import Settings
from sitehand.site.content import Listing
from tests.files import add_media
from tests.service import Service, open_service

ABSENT = 999_999
OF_THE_MOMENT = {"remaining", "reset", "last_used"}
"""Members that another call, or a second, changes."""
OF_THE_OBJECT = {"id", "key_id", "slug", "link", "date", "modified", "created", "revision", "message"}
OF_THE_OBJECT |= {"value", "first_characters", "previous_valid_until", "revoked"}
OF_THE_OBJECT |= {"change_id", "undone", "objects", "at", "expires", "decided_at"}
"""Members that tell one new object from the next; each door writes to one of its own."""


@dataclass(frozen=True, slots=True)
class Call:
    """One call: the arguments, and the error code that it ends with (None: success).

    `fresh` names what is made anew for each door, whose id takes the place of "{id}" in the arguments.
    """

    arguments: Mapping[str, Any] = field(default_factory=dict)
    code: str | None = None
    fresh: str = ""


UNKNOWN = Call({"nonsense": 1}, "invalid_arguments")
LISTS = [
    Call({"detail": "full"}),
    Call({"detail": "summary", "per_page": 2, "page": 2, "order": "asc", "orderby": "title"}),
    Call({"detail": "full", "search": "brook"}),
    Call({"detail": "full", "status": ["draft", "publish"], "include": [1, 2, 3], "context": "edit"}),
    Call({"detail": "full", "per_page": 1, "page": 500}),
    Call({"detail": "full", "after": "2026-01-01T00:00:00Z"}),
    Call({"per_page": 101}, "invalid_arguments"),
    Call({"per_page": "many"}, "invalid_arguments"),
    Call({"orderby": "colour"}, "invalid_arguments"),
    Call({"status": ["draft", "lost"]}, "invalid_arguments"),
    Call({"after": "yesterday"}, "invalid_arguments"),
    Call({"detail": "everything"}, "invalid_arguments"),
    Call({"serch": "brook"}, "invalid_arguments"),
]
NO_ARGUMENTS = [Call(), UNKNOWN]
WRONG_IDS = [
    Call({"id": ABSENT}, "not_found"),
    Call({"id": 0}, "invalid_arguments"),
    Call({"id": 2**63}, "invalid_arguments"),
    Call({"id": "one"}, "invalid_arguments"),
]


def calls_of_item(noun: str) -> dict[str, list[Call]]:
    """The calls of pages, or of posts: they share all but a few fields."""
    return {
        f"create_{noun}": [
            Call({"title": "Brook & <b>hill</b>", "status": "draft", "content": "<p>water</p>", "excerpt": "w"}),
            Call({"title": "Plain"}),
            Call({"title": "Due", "status": "future", "date": "2090-01-01T00:00:00Z"}),
            Call({}, "invalid_arguments"),
            Call({"title": 7}, "invalid_arguments"),
            Call({"title": None}, "invalid_arguments"),
            Call({"title": "x" * 1001}, "invalid_arguments"),
            Call({"title": "a\x00b"}, "invalid_arguments"),
            Call({"title": "x", "status": "lost"}, "invalid_arguments"),
            Call({"title": "x", "featured_media": ABSENT}, "invalid_arguments"),
            Call({"title": "x", "tilte": "y"}, "invalid_arguments"),
        ],
        f"get_{noun}": [
            Call({"id": "{id}"}, fresh=noun),
            Call({"id": "{id}", "context": "edit"}, fresh=noun),
            Call({"id": "{id}", "context": "all"}, "invalid_arguments", fresh=noun),
            Call({"id": "{id}", "nonsense": "1"}, "invalid_arguments", fresh=noun),
            *WRONG_IDS,
        ],
        f"update_{noun}": [
            Call({"id": "{id}", "title": "Other", "status": "publish"}, fresh=noun),
            Call({"id": "{id}"}, fresh=noun),
            Call({"id": "{id}", "status": 3}, "invalid_arguments", fresh=noun),
            Call({"id": "{id}", "nonsense": 1}, "invalid_arguments", fresh=noun),
            *WRONG_IDS,
        ],
        f"delete_{noun}": [
            Call({"id": "{id}"}, fresh=noun),
            Call({"id": "{id}", "force": True}, fresh=noun),
            Call({"id": "{id}", "force": "perhaps"}, "invalid_arguments", fresh=noun),
            Call({"id": "{id}", "nonsense": 1}, "invalid_arguments", fresh=noun),
            *WRONG_IDS,
        ],
    }


EXAMPLES: dict[str, list[Call]] = {
    "site_info": NO_ARGUMENTS,
    "onboard": NO_ARGUMENTS,
    "get_openapi": [
        Call({"detail": "full"}),
        Call({"detail": "index"}),
        Call({"operation": "create_page"}),
        Call({"operation": "none"}, "unknown_operation"),
        UNKNOWN,
    ],
    "get_rate_limit": NO_ARGUMENTS,
    "introspect": [
        Call(),
        Call({"detail": "full"}),
        Call({"detail": "some"}, "invalid_arguments"),
        UNKNOWN,
    ],
    "list_pages": [*LISTS, Call({"detail": "full", "parent": [0]}), Call({"sticky": True}, "invalid_arguments")],
    "list_posts": [*LISTS, Call({"detail": "full", "sticky": False}), Call({"parent": [0]}, "invalid_arguments")],
    **calls_of_item("page"),
    **calls_of_item("post"),
    "list_media": [
        Call({"detail": "full"}),
        Call({"search": "fresh", "orderby": "title", "order": "asc", "per_page": 1, "page": 2, "context": "edit"}),
        Call({"detail": "full", "media_type": "image", "mime_type": "image/jpeg", "parent": [0]}),
        Call({"media_type": "song"}, "invalid_arguments"),
        Call({"mime_type": "image/"}, "invalid_arguments"),
        Call({"orderby": "colour"}, "invalid_arguments"),
        UNKNOWN,
    ],
    "get_media": [
        Call({"id": "{id}"}, fresh="media"),
        Call({"id": "{id}", "context": "edit"}, fresh="media"),
        *WRONG_IDS,
    ],
    "list_media_uses": [Call({"id": "{id}"}, fresh="media"), *WRONG_IDS],
    "update_media": [
        Call({"id": "{id}", "alt_text": "Rye & oats", "caption": "<b>Ripe</b>"}, fresh="media"),
        Call({"id": "{id}", "post": 1}, fresh="media"),
        Call({"id": "{id}", "post": ABSENT}, "invalid_arguments", fresh="media"),
        Call({"id": "{id}", "alt_text": "x" * 2001}, "invalid_arguments", fresh="media"),
        *WRONG_IDS,
    ],
    "delete_media": [
        Call({"id": "{id}"}, "conflict", fresh="media"),
        Call({"id": "{id}", "force": True}, fresh="media"),
        *WRONG_IDS,
    ],
    "list_api_keys": [
        Call(),
        Call({"include": ["revoked"]}),
        Call({"include": ["secret"]}, "invalid_arguments"),
        UNKNOWN,
    ],
    "create_api_key": [
        Call({"label": "one", "role": "author"}),
        Call({"label": "two", "role": "editor", "expires": "2090-01-01T00:00:00Z", "requests_per_minute": 5}),
        Call({"label": "past", "role": "editor", "expires": "2020-01-01T00:00:00Z"}, "invalid_arguments"),
        Call({"label": "x", "role": "owner"}, "invalid_arguments"),
        Call({"role": "author"}, "invalid_arguments"),
        Call({"label": "", "role": "author"}, "invalid_arguments"),
        Call({"label": "x", "role": "author", "value": "sitehand_1"}, "invalid_arguments"),
    ],
    "rotate_api_key": [
        Call({"id": "{id}"}, fresh="key"),
        Call({"id": "{id}", "grace_seconds": 60}, fresh="key"),
        Call({"id": "{id}", "grace_seconds": -1}, "invalid_arguments", fresh="key"),
        Call({"id": "{id}", "nonsense": 1}, "invalid_arguments", fresh="key"),
        *WRONG_IDS,
    ],
    "revoke_api_key": [
        Call({"id": "{id}"}, fresh="key"),
        Call({"id": "{id}", "nonsense": 1}, "invalid_arguments", fresh="key"),
        *WRONG_IDS,
    ],
    "set_rate_limit": [
        Call({"requests_per_minute": 90_000}, fresh="limit"),
        Call({"requests_per_minute": 70, "key_id": "{id}"}, fresh="key"),
        Call({"requests_per_minute": 70, "key_id": ABSENT}, "not_found"),
        Call({"requests_per_minute": 0}, "invalid_arguments"),
        Call({"requests_per_minute": "70"}, fresh="limit"),
        Call({"requests_per_minute": "70.0"}, "invalid_arguments"),
        Call({}, "invalid_arguments"),
        Call({"requests_per_minute": 70, "nonsense": 1}, "invalid_arguments"),
    ],
    "reset_rate_limit": [
        Call(),
        Call({"key_id": "{id}"}, fresh="key"),
        Call({"key_id": "one"}, "invalid_arguments"),
        UNKNOWN,
    ],
    "list_changes": [
        Call({"per_page": 3}),
        Call({"per_page": 2, "page": 2}),
        Call({"object": "page", "door": "rest", "since": "2026-01-01T00:00:00Z", "operation": "create_page"}),
        Call({"object": "page:1", "caller": "key:1", "cursor": 100}),
        Call({"per_page": 101}, "invalid_arguments"),
        Call({"door": "window"}, "invalid_arguments"),
        UNKNOWN,
    ],
    "get_change": [Call({"id": "{id}"}, fresh="change"), *WRONG_IDS],
    "undo_change": [
        Call({"id": "{id}"}, fresh="change"),
        Call({"id": ABSENT}, "not_found"),
        Call({"request_id": "unknown"}, "not_found"),
        Call({}, "invalid_arguments"),
        Call({"request_id": "a", "changes_since": "2026-01-01T00:00:00Z"}, "invalid_arguments"),
        UNKNOWN,
    ],
    "list_pending": [Call(), Call({"state": "waiting"}), Call({"state": "lost"}, "invalid_arguments"), UNKNOWN],
    "get_pending": [Call({"id": "{id}"}, fresh="pending"), *WRONG_IDS],
    "approve_change": [
        Call({"id": "{id}", "note": "fine"}, fresh="pending"),
        Call({"id": "{id}", "note": 7}, "invalid_arguments", fresh="pending"),
        *WRONG_IDS,
    ],
    "reject_change": [
        Call({"id": "{id}"}, fresh="pending"),
        Call({"id": "{id}", "nonsense": 1}, "invalid_arguments", fresh="pending"),
        *WRONG_IDS,
    ],
    "batch": [
        Call({"requests": [{"method": "GET", "path": "/site-info"}, {"method": "GET", "path": "/nowhere"}]}),
        Call({"requests": [{"method": "GET", "path": "/site-info"}], "validation": "require-all-validate"}),
        Call({"requests": []}, "invalid_arguments"),
        Call({"requests": [{"method": "GET", "path": "/site-info"}] * 26}, "invalid_arguments"),
        Call({"requests": [{"path": "/site-info"}]}, "invalid_arguments"),
        Call({}, "invalid_arguments"),
        Call({"requests": [{"method": "GET", "path": "/site-info"}], "nonsense": 1}, "invalid_arguments"),
    ],
}
OPERATIONS = {wanted.name: wanted for wanted in collect(OPERATION_MODULES)}
CASES = [
    pytest.param(OPERATIONS[name], call, method, id=f"{method} {name} {place}")
    for name, calls in EXAMPLES.items()
    for place, call in enumerate(calls)
    for method in OPERATIONS[name].methods
]


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def service(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Service]:
    """One service with a few pages and posts, which have the slugs already that the examples ask for."""
    async with open_service(tmp_path_factory.mktemp("parity"), roles=["admin", "author"]) as opened:
        await let_wait(opened.settings, Rule(role="author"))
        for title in ("Item 1", "Item 2", "Item 3", "Due", "Other"):
            for path in ("/pages", "/posts"):
                words = {"title": title, "content": f"<p>A brook near {title}.</p>", "status": "publish"}
                await send_rest(opened, "POST", path, words)
        yield opened


async def let_wait(settings: Settings, *rules: Rule) -> None:
    """Set the owner's policy."""
    parts = assemble(settings)
    await parts.choices.set_rules(rules)
    await parts.close()


async def send_rest(service: Service, method: str, path: str, arguments: Mapping[str, Any], role: str = "admin") -> Any:
    """The status and the body of a REST call whose path is complete."""
    in_body = method in ("POST", "PUT", "PATCH")
    query = {name: encode(value) for name, value in arguments.items()} if not in_body else None
    body = dict(arguments) if in_body else None
    headers = {"X-API-Key": service.keys[role]}
    return await service.http.request(method, f"/sitehand/v1{path}", params=query, headers=headers, json=body)


def encode(value: Any) -> str:
    """A value as the query string writes it."""
    if isinstance(value, list):
        return ",".join(str(item) for item in value)
    return str(value).lower() if isinstance(value, bool) else str(value)


async def make(service: Service, noun: str) -> int:
    """The id of a new page, post or key, of a change, or of one that waits; 0 after setting another limit."""
    if noun == "pending":
        answer = await send_rest(service, "POST", "/posts", {"title": "Waiting"}, role="author")
        return int(answer.json()["pending"]["id"])
    if noun == "change":
        answer = await send_rest(service, "POST", "/pages", {"title": "Changed"})
        return int(answer.json()["change_id"])
    if noun == "limit":
        await send_rest(service, "PUT", "/rate-limit", {"requests_per_minute": 80_000})
        return 0
    if noun == "media":
        return add_media(service.settings.data)
    if noun == "key":
        answer = await send_rest(service, "POST", "/api-keys", {"label": "fresh", "role": "author"})
    else:
        answer = await send_rest(service, "POST", f"/{noun}s", {"title": "Fresh", "content": "<p>fresh</p>"})
    return int(answer.json()["id"])


async def fill(service: Service, call: Call) -> dict[str, Any]:
    """The arguments of the call, with the id of what was made for it."""
    if not call.fresh:
        return dict(call.arguments)
    identifier = await make(service, call.fresh)
    return {name: identifier if value == "{id}" else value for name, value in call.arguments.items()}


async def call_rest(service: Service, wanted: Operation, method: str, arguments: dict[str, Any]) -> tuple[Any, Any]:
    """The error code, and the body in the shape that a tool gives it."""
    path = wanted.path
    for name in wanted.path_arguments:
        path = path.replace(f"{{{name}}}", str(arguments.pop(name)))
    answer = await send_rest(service, method, path, arguments)
    body = answer.json()
    if not answer.is_success:
        assert answer.status_code == body["data"]["status"]
        return body["code"], body
    assert answer.status_code == wanted.status
    if isinstance(body, list):
        total, pages = (int(answer.headers[name]) for name in ("X-WP-Total", "X-WP-TotalPages"))
        body = {"items": body, "total": total, "page": int(arguments.get("page", 1)), "pages": pages}
        cursor = re.search(r"[?&]cursor=(\w+)[^>]*>; rel=\"next\"", answer.headers.get("Link", ""))
        body |= {"next_cursor": cursor[1]} if cursor else {}
    return None, body


async def call_tool(service: Service, wanted: Operation, arguments: dict[str, Any]) -> tuple[Any, Any]:
    """The error code, and the structured content."""
    result = await service.tool(wanted.name, arguments)
    body = result["structuredContent"]
    return (body["code"] if result["isError"] else None), body


def comparable(value: Any, volatile: set[str]) -> Any:
    """The value with the volatile members present, but without what they say."""
    if isinstance(value, list):
        return [comparable(item, volatile) for item in value]
    if not isinstance(value, dict):
        return value
    return {name: "…" if name in volatile else comparable(item, volatile) for name, item in value.items()}


@pytest.mark.parametrize(("wanted", "call", "method"), CASES)
@pytest.mark.asyncio(loop_scope="module")
async def test_both_doors_answer_alike(service: Service, wanted: Operation, call: Call, method: str) -> None:
    """The same result, or the same error code and the same faulty places, through REST and as a tool.

    Both are asked for the whole: a tool answers less by default, which is a part of what REST answers (see below).
    """
    reads = wanted.access == "read"
    call = replace(call, arguments={**dict.fromkeys(answer_briefly(wanted.input), "full"), **call.arguments})
    arguments = await fill(service, call)
    rest_code, rest = await call_rest(service, wanted, method, dict(arguments))
    tool_code, tool = await call_tool(service, wanted, arguments if reads else await fill(service, call))
    assert rest_code == tool_code == call.code
    if call.code is None:
        volatile = OF_THE_MOMENT if reads or wanted.name == "list_api_keys" else OF_THE_MOMENT | OF_THE_OBJECT
        assert comparable(tool, volatile) == comparable(rest, volatile)
        return
    assert {name.rpartition(".")[2] for name in places(rest)} == {name.rpartition(".")[2] for name in places(tool)}
    assert rest["data"]["hint"] == tool["data"]["hint"]


def places(problem: Any) -> list[str]:
    """Where the faults are."""
    return [detail["path"] for detail in problem["data"]["details"]]


def test_every_operation_has_examples() -> None:
    """An operation without examples is not compared; each needs one that succeeds and one that fails."""
    assert set(EXAMPLES) == set(OPERATIONS)
    for name, calls in EXAMPLES.items():
        assert any(call.code is None for call in calls), name
        assert any(call.code is not None for call in calls), name
    lists = [name for name, wanted in OPERATIONS.items() if getattr(wanted.output, "__origin__", None) is Listing]
    assert {"list_pages", "list_posts", "list_api_keys"} <= set(lists)


BRIEF = [
    pytest.param(wanted, call, id=f"{name} {place}")
    for name, wanted in OPERATIONS.items()
    for place, call in enumerate(EXAMPLES[name])
    if answer_briefly(wanted.input) and call.code is None
]


@pytest.mark.parametrize(("wanted", "call"), BRIEF)
@pytest.mark.asyncio(loop_scope="module")
async def test_a_tool_answers_a_part_of_what_rest_answers(service: Service, wanted: Operation, call: Call) -> None:
    """Unasked, and with `_fields`: every member that a tool answers is one of the REST answer, with the same value."""
    fields = {"_fields": "id,title.rendered,content,result.id,objects.kind,responses.status,change_id"}
    answers = []
    for chosen in ({}, fields):
        _, rest = await call_rest(service, wanted, wanted.methods[-1], {**await fill(service, call), **chosen})
        _, tool = await call_tool(service, wanted, {**await fill(service, call), **chosen})
        answers.append([comparable(answer, OF_THE_MOMENT | OF_THE_OBJECT) for answer in (tool, rest)])
    (tool, rest), (some_of_tool, some_of_rest) = answers
    assert is_part(tool, rest)
    assert some_of_tool == some_of_rest
    assert is_part(some_of_rest, rest)


def is_part(part: Any, whole: Any) -> bool:
    """Whether an object has no member that the other has not, or has otherwise."""
    if isinstance(part, dict) and isinstance(whole, dict):
        return all(name in whole and is_part(value, whole[name]) for name, value in part.items())
    if isinstance(part, list) and isinstance(whole, list):
        return len(part) == len(whole) and all(map(is_part, part, whole))
    return bool(part == whole)


@pytest.mark.asyncio(loop_scope="module")
async def test_a_tool_lists_without_bodies(service: Service) -> None:
    """The one difference that is meant: a tool leaves the bodies out unless asked, REST gives them."""
    _, rest = await call_rest(service, OPERATIONS["list_pages"], "GET", {})
    _, tool = await call_tool(service, OPERATIONS["list_pages"], {})
    assert all("content" in page for page in rest["items"])
    assert not any("content" in page for page in tool["items"])
