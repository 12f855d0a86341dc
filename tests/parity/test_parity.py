"""Every operation, called rightly and wrongly through REST and as a tool: the same result, the same error code."""

import re
from collections.abc import AsyncIterator, Mapping
from dataclasses import replace
from itertools import product
from typing import Any

import pytest

from sitehand.operation.declaration import Operation, answer_briefly
from tests.hosts import HOSTS, find_wordpress
from tests.promises.walk import Walk, open_walk
from tests.samples.sample import ABSENT, Example, fill
from tests.samples.table import EXAMPLES, OPERATIONS, SAMPLES
from tests.selection import is_of
from tests.service import BASE

OF_THE_MOMENT = {"remaining", "reset", "last_used"}
"""Members that another call, or a second, changes."""
WITHIN = re.compile(r"^(body|query|path)(\.|$)")
"""What REST says before the place of a fault: in which part of the request."""
OF_THE_OBJECT = {"id", "key_id", "slug", "link", "preview_link", "date", "modified", "created", "revision", "message"}
OF_THE_OBJECT |= {"value", "first_characters", "previous_valid_until", "revoked"}
OF_THE_OBJECT |= {"change_id", "undone", "objects", "at", "expires", "decided_at"}
"""Members that tell one new object from the next; each door writes to one of its own."""

CASES = [
    pytest.param(wanted, call, method, id=f"{method} {wanted.name} {number}")
    for wanted, number, call in EXAMPLES
    for method in wanted.methods
]


@pytest.fixture(scope="module", params=HOSTS)
async def walk(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Walk]:
    """One service with some content, on which every write has been done once: both doors meet the same taken slugs."""
    wordpress, release = find_wordpress(request), request.config.getoption("--wordpress")
    async with open_walk(tmp_path_factory.mktemp("parity"), wordpress) as opened:
        for number, path in product(range(3), ("/pages", "/posts")):
            words = {"title": f"Item {number}", "content": f"<p>A brook near {number}.</p>", "status": "publish"}
            await opened.rest("POST", path, words)
        for wanted, _, call in EXAMPLES:
            offered = wanted.name not in opened.service.unmet and (wordpress is None or is_of(release, wanted))
            if offered and not wanted.reads and call.code is None:
                await call_rest(opened, wanted, wanted.methods[-1], await prepare(opened, call))
        yield opened


async def send_rest(walk: Walk, method: str, path: str, arguments: Mapping[str, Any], role: str = "admin") -> Any:
    """The status and the body of a REST call whose path is complete."""
    in_body = method in ("POST", "PUT", "PATCH")
    query = encode_query(arguments) if not in_body else None
    body = dict(arguments) if in_body else None
    headers = {"X-API-Key": walk.service.keys[role]}
    return await walk.service.http.request(method, f"{BASE}{path}", params=query, headers=headers, json=body)


def encode_query(arguments: Mapping[str, Any]) -> dict[str, str]:
    """The arguments as the query string has them; conditions by their brackets."""
    conditions = {f"where[{each['field']}][{each['op']}]": each["value"] for each in arguments.get("where", ())}
    others = {name: value for name, value in arguments.items() if name != "where"}
    return {name: encode(value) for name, value in {**others, **conditions}.items()}


def encode(value: Any) -> str:
    """A value as the query string writes it."""
    if isinstance(value, list):
        return ",".join(str(item) for item in value)
    return str(value).lower() if isinstance(value, bool) else str(value)


async def prepare(walk: Walk, call: Example) -> dict[str, Any]:
    """The arguments of the call, about what was made for it."""
    arguments: dict[str, Any] = fill(call.arguments, await walk.make(call.fresh))
    return arguments


def expect_on(walk: Walk, wanted: Operation, call: Example) -> Example:
    """The call as it is there; where the host does not offer what the operation needs, it is refused."""
    if wanted.name not in walk.service.unmet:
        return call
    return Example(fill(call.arguments, {"id": ABSENT, "revision": "0" * 12}), "not_supported")


async def call_rest(walk: Walk, wanted: Operation, method: str, arguments: dict[str, Any]) -> tuple[Any, Any]:
    """The error code, and the body in the shape that a tool gives it."""
    path = wanted.path
    for name in wanted.path_arguments:
        path = path.replace(f"{{{name}}}", str(arguments.pop(name)))
    answer = await send_rest(walk, method, path, arguments)
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
        leads = re.search(r"[?&](cursor|page)=(\w+)[^>]*>; rel=\"next\"", answer.headers.get("Link", ""))
        following = {leads[1]: int(leads[2]) if leads[1] == "page" else leads[2]} if leads else {}
        body |= {"shown": len(body["items"]), "next": following} if leads else {}
    return None, body


async def call_tool(walk: Walk, wanted: Operation, arguments: dict[str, Any]) -> tuple[Any, Any]:
    """The error code, and the structured content."""
    result = await walk.service.tool(wanted.name, arguments)
    body = result["structuredContent"]
    return (body["code"] if result["isError"] else None), body


async def read_whole(walk: Walk, wanted: Operation, arguments: dict[str, Any]) -> tuple[Any, Any]:
    """The same of a read, with what had no room in the answer: it is asked for as the answer says."""
    code, body = await call_tool(walk, wanted, arguments)
    for cut in body.pop("truncated", ()) if code is None else ():
        names = cut["next"]["_fields"]
        _, part = await call_tool(walk, wanted, {**arguments, "_fields": names})
        *outer, last = names.split(".")
        within = body
        for name in outer:
            within, part = within[name], part[name]
        within[last] = part[last]
    return code, body


def comparable(value: Any, volatile: set[str]) -> Any:
    """The value with the volatile members present, but without what they say."""
    if isinstance(value, list):
        return [comparable(item, volatile) for item in value]
    if not isinstance(value, dict):
        return value
    return {name: "…" if name in volatile else comparable(item, volatile) for name, item in value.items()}


@pytest.mark.parametrize(("wanted", "call", "method"), CASES)
async def test_both_doors_answer_alike(walk: Walk, wanted: Operation, call: Example, method: str) -> None:
    """The same result, or the same error code and the same faulty places, through REST and as a tool.

    Both are asked for the whole: a tool answers less by default, which is a part of what REST answers (see below).
    """
    reads, call = wanted.access == "read", expect_on(walk, wanted, call)
    call = replace(call, arguments={**dict.fromkeys(answer_briefly(wanted.input), "full"), **call.arguments})
    arguments = await prepare(walk, call)
    rest_code, rest = await call_rest(walk, wanted, method, dict(arguments))
    ask = read_whole if reads else call_tool
    tool_code, tool = await ask(walk, wanted, arguments if reads else await prepare(walk, call))
    assert rest_code == tool_code == call.code
    if call.code is None:
        volatile = OF_THE_MOMENT | SAMPLES[wanted.name].momentary | (set() if wanted.reads else OF_THE_OBJECT)
        assert comparable(tool, volatile) == comparable(rest, volatile)
        return
    assert {WITHIN.sub("", place) for place in places(rest)} == set(places(tool))
    assert rest["data"]["hint"] == tool["data"]["hint"]


def places(problem: Any) -> list[str]:
    """Where the faults are."""
    return [detail["path"] for detail in problem["data"]["details"]]


BRIEF = [
    pytest.param(wanted, call, id=f"{wanted.name} {number}")
    for wanted, number, call in EXAMPLES
    if answer_briefly(wanted.input) and call.code is None
]


@pytest.mark.parametrize(("wanted", "call"), BRIEF)
async def test_a_tool_answers_a_part_of_what_rest_answers(walk: Walk, wanted: Operation, call: Example) -> None:
    """Unasked, and with `_fields`: every member that a tool answers is one of the REST answer, with the same value."""
    if wanted.name in walk.service.unmet:
        assert (await call_tool(walk, wanted, {}))[0] == "not_supported"
        return
    fields = {"_fields": "id,title.rendered,content,result.id,objects.kind,responses.status,change_id"}
    answers = []
    for chosen in ({}, fields):
        _, rest = await call_rest(walk, wanted, wanted.methods[-1], {**await prepare(walk, call), **chosen})
        _, tool = await call_tool(walk, wanted, {**await prepare(walk, call), **chosen})
        volatile = OF_THE_MOMENT | OF_THE_OBJECT | SAMPLES[wanted.name].momentary
        answers.append([comparable(answer, volatile) for answer in (tool, rest)])
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


async def test_a_tool_lists_without_bodies(walk: Walk) -> None:
    """The one difference that is meant: a tool leaves the bodies out unless asked, REST gives them."""
    _, rest = await call_rest(walk, OPERATIONS["list_pages"], "GET", {})
    _, tool = await call_tool(walk, OPERATIONS["list_pages"], {})
    assert all("content" in page for page in rest["items"])
    assert not any("content" in page for page in tool["items"])
