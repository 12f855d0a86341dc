"""How long the way of a call is: the functions of ours between the server and an operation."""

import traceback
from pathlib import Path

import pytest

from sitehand.hookspecs import hookimpl
from sitehand.operation.context import Context
from sitehand.operation.declaration import Operation, operation
from sitehand.site.values import NoArguments
from tests.service import BASE, Service, open_service

LONGEST = {"rest": 10, "tool": 8, "batch": 16}
"""Functions to a read; a write passes three more."""
MORE_OF_A_WRITE = 3


def note_way() -> dict[str, list[str]]:
    """The functions of ours that wait for the operation, outermost first."""
    codes = [frame.f_code for frame, _ in traceback.walk_stack(None)]
    ours = [code for code in codes if "/src/sitehand/" in code.co_filename]
    return {"way": [f"{Path(code.co_filename).stem}.{code.co_qualname}" for code in reversed(ours)]}


@operation("GET /way", category="site", access="read")
async def read_way(ctx: Context, _: NoArguments) -> dict[str, list[str]]:
    """Note the way of a read."""
    return note_way()


@operation("POST /way", category="site", access="write")
async def write_way(ctx: Context, _: NoArguments) -> dict[str, list[str]]:
    """Note the way of a write."""
    return note_way()


class Ways:
    """The plugin that brings them."""

    @hookimpl
    def register_operations(self) -> list[Operation]:
        """Both."""
        return [read_way, write_way]


async def call(service: Service, door: str, wanted: Operation) -> list[str]:
    """The way of one call."""
    headers, method = {"X-API-Key": service.keys["admin"]}, wanted.methods[0]
    if door == "tool":
        return list((await service.tool(wanted.name))["structuredContent"]["way"])
    if door == "rest":
        answer = await service.http.request(method, f"{BASE}/way", headers=headers, json={})
        return list(answer.json()["way"])
    parts = {"requests": [{"method": method, "path": "/way"}]}
    answer = await service.http.post(f"{BASE}/batch", json=parts, headers=headers)
    return list(answer.json()["responses"][0]["body"]["way"])


@pytest.mark.parametrize("door", LONGEST)
async def test_the_way_to_an_operation_is_short(tmp_path: Path, door: str) -> None:
    """Through each door, of a read and of a write; whoever makes it longer says so here."""
    async with open_service(tmp_path, plugins=[Ways()]) as service:
        for wanted, longest in ((read_way, LONGEST[door]), (write_way, LONGEST[door] + MORE_OF_A_WRITE)):
            way = await call(service, door, wanted)
            assert "gate.Gate.perform" in way
            assert len(way) <= longest, way
