"""Labels of keys in every door: what a screen would obey, or nobody sees, is refused."""

import asyncio
import functools
import os
import subprocess
import sys

import httpx2
import pytest

from sitehand.errors import Code, Problem
from tests.admin.office import URL, Office

LABELS = ["Own\u202eer", "Owner\u200b", "Own\u2028er", "Own\x1b[31mer"]


@pytest.mark.parametrize("label", LABELS)
async def test_every_door_refuses_an_odd_label(office: Office, label: str) -> None:
    """REST, MCP, a batch, the screen, the command line, and the register itself; no key is made."""
    now = office.clock()
    admin = await office.parts.keys.create(label="a", role="admin", expires=None, requests_per_minute=None, now=now)
    wanted = {"label": label, "role": "author"}
    transport = httpx2.ASGITransport(app=office.app)
    async with httpx2.AsyncClient(transport=transport, base_url=URL, headers={"X-API-Key": admin["value"]}) as http:
        refused = (await http.post("/sitehand/v1/api-keys", json=wanted)).json()
        assert (refused["code"], refused["data"]["details"][0]["path"]) == ("invalid_arguments", "body.label")
        part = {"method": "POST", "path": "/api-keys", "body": wanted}
        batch = (await http.post("/sitehand/v1/batch", json={"requests": [part]})).json()
        assert batch["responses"][0]["status"] == 400
        params = {"name": "create_api_key", "arguments": wanted}
        call = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}
        assert (await http.post("/sitehand/v1/mcp", json=call)).json()["result"]["isError"]
    owner = office.visitor()
    await owner.log_in()
    screen = await owner.send("/keys", "/keys", wanted)
    assert (screen.status_code, "visible characters" in screen.text) == (400, True)
    command = [sys.executable, "-m", "sitehand", "key", "create", "--role", "author", "--label", label]
    environment = {**os.environ, "SITEHAND_DATA": str(office.parts.settings.data)}
    run = functools.partial(subprocess.run, check=False, capture_output=True, text=True, env=environment, timeout=60)
    done = await asyncio.to_thread(run, command)
    assert (done.returncode, done.stdout, "label" in done.stderr) == (1, "", True), done.stderr
    with pytest.raises(Problem) as problem:
        await office.parts.keys.create(label=label, role="author", expires=None, requests_per_minute=None, now=now)
    assert problem.value.code is Code.INVALID_ARGUMENTS
    assert [key["label"] for key in await office.parts.keys.list(include_revoked=True, now=now)] == ["a"]
