"""Calls of the whole catalogue about what the same atomic batch makes: no answer names it as it was called before."""

import json
import re
from collections.abc import AsyncIterator, Mapping
from typing import Any

import pytest
import pytest_asyncio

from sitehand.hosts.wordpress.staging import FIRST_PROVISIONAL
from sitehand.operation.declaration import Operation
from tests.parity.test_parity import encode_query
from tests.promises.walk import Walk, fill_path, open_walk
from tests.samples.sample import Step, fill, take_id
from tests.samples.table import CASES, EXAMPLES, FRESH
from tests.wordpress.reset import empty_site
from tests.wordpress.site import WordPress

PROVISIONAL = re.compile(rf"(?<!\d){str(FIRST_PROVISIONAL)[:13]}\d{{3}}(?!\d)")
Part = dict[str, Any]
Call = tuple[Operation, str, Mapping[str, Any]]
"""An operation, what it is about, and its arguments."""

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def walk(wordpress: WordPress, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Walk]:
    """One service for all calls: each makes what it is about."""
    empty_site(wordpress)
    async with open_walk(tmp_path_factory.mktemp("new"), wordpress) as opened:
        yield opened


def is_made_by_calls(name: str) -> bool:
    """Whether REST calls alone make it, each of which answers with its id."""
    fresh = FRESH[name]
    made = isinstance(fresh.step, Step) and fresh.found is take_id
    return made and (not fresh.of or is_made_by_calls(fresh.of))


def list_calls() -> list[Call]:
    """Of each operation the first call that is about something new: a read, a write, and a write of nothing."""
    calls: list[Call] = [(each, call.fresh, call.arguments) for each, _, call in EXAMPLES if call.code is None]
    calls += [(each, write.fresh, write.arguments) for each, write in CASES]
    first = {each.name: (each, fresh, given) for each, fresh, given in reversed(calls) if fresh}
    idle = [(each, write.fresh, write.idle) for each, write in CASES if write.fresh and isinstance(write.idle, Mapping)]
    return [call for call in [*first.values(), *idle] if is_made_by_calls(call[1])]


def make_parts(name: str) -> list[Part]:
    """Parts of a batch that make it, each of which refers to the one before."""
    fresh = FRESH[name]
    assert isinstance(fresh.step, Step)
    before = make_parts(fresh.of) if fresh.of else []
    path, body = fill(fresh.step.path, name_last(before)), fill(fresh.step.body, refer_to_last(before))
    return [*before, {"method": fresh.step.method, "path": path, "body": body}]


def name_last(parts: list[Part]) -> dict[str, Any]:
    """What stands in a path for the object of the last part."""
    return {name: f"{{#{len(parts) - 1}.{name}}}" for name in ("id", "revision")}


def refer_to_last(parts: list[Part]) -> dict[str, Any]:
    """What stands in a body for the object of the last part."""
    return {name: {"$ref": f"#{len(parts) - 1}.{name}"} for name in ("id", "revision")}


def make_batch(operation: Operation, fresh: str, arguments: Mapping[str, Any]) -> list[Part]:
    """What makes it, and the call."""
    made = make_parts(fresh)
    if operation.methods[-1] == "GET":
        path, query = fill_path(operation, fill(arguments, name_last(made)))
        written = "&".join(f"{name}={text}" for name, text in encode_query(query).items())
        return [*made, {"method": "GET", "path": f"{path}?{written}"}]
    in_path = {name: fill(arguments[name], name_last(made)) for name in operation.path_arguments}
    path, body = fill_path(operation, {**fill(arguments, refer_to_last(made)), **in_path})
    return [*made, {"method": operation.methods[-1], "path": path, "body": body}]


@pytest.mark.parametrize("call", list_calls(), ids=lambda call: call[0].name)
async def test_no_answer_has_a_provisional_id(walk: Walk, call: Call) -> None:
    """Neither in a body nor in a header, whatever the call does with the new object; and nothing fails of ourselves."""
    reply = await walk.rest("POST", "/batch", {"mode": "atomic", "requests": make_batch(*call)})
    print(call[0].name, reply.status, reply.body.get("message", ""))
    assert reply.code != "internal_error"
    if reply.status < 300:
        assert PROVISIONAL.findall(json.dumps(reply.body)) == []
