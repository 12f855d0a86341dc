"""The official TypeScript client, given a site's MCP address alone: a process of its own that tells us whom to ask."""

import asyncio
import json
from collections.abc import AsyncIterator, Collection
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

from tests.broker.broker import CALLBACK
from tests.broker.person import BOTH, Consent
from tests.node_tools import FOLDER, NODE

SCRIPT = FOLDER / "assistant.mjs"
ANSWER_SECONDS = 30
END_SECONDS = 10


@dataclass
class TypeScriptAssistant:
    """The process, which scopes its person allows, and the addresses that it sent the person to.

    `steps_up`: when its token's scope is too small, it sends its person to allow more. The old package refreshes the
    token instead, which changes nothing: its user signs out and in again.
    """

    process: asyncio.subprocess.Process
    consent: Consent
    log: Path
    steps_up: bool
    scopes: Collection[str] = BOTH
    visits: list[str] = field(default_factory=list)
    tokens: dict[str, Any] | None = None

    @property
    def access(self) -> str:
        """The access token that it holds now."""
        assert self.tokens
        return str(self.tokens["access_token"])

    @property
    def client_id(self) -> str:
        """What the broker has registered it as, as its person was shown."""
        return parse_qs(urlsplit(self.visits[-1]).query)["client_id"][0]

    async def list_tools(self) -> list[str]:
        """The names of the tools."""
        return list((await self.ask({"list": True}))["result"])

    async def call(self, name: str, arguments: dict[str, Any] | None = None) -> Any:
        """The result of a tool."""
        answer = await self.ask({"call": [name, arguments or {}]})
        assert "result" in answer, answer
        return answer["result"]

    async def fail(self, name: str, arguments: dict[str, Any] | None = None) -> None:
        """Call a tool that the site refuses, at which the SDK raises."""
        answer = await self.ask({"call": [name, arguments or {}]})
        assert "failed" in answer, answer

    async def sign_out(self) -> None:
        """Forget the tokens."""
        await self.ask({"forget": True})

    def grow_old(self) -> None:
        """Nothing: this SDK refreshes when the site refuses its token."""

    async def ask(self, wish: dict[str, Any]) -> Any:
        """Its answer to one wish; a person consents in between when it asks for that."""
        answer = await self._exchange(wish)
        while "visit" in answer:
            self.visits.append(answer["visit"])
            back = await self.consent(answer["visit"], self.scopes)
            answer = await self._exchange({"back": back})
        self.tokens = answer["tokens"]
        return answer

    async def _exchange(self, message: dict[str, Any]) -> Any:
        assert self.process.stdin
        assert self.process.stdout
        self.process.stdin.write(json.dumps(message).encode() + b"\n")
        line = await asyncio.wait_for(self.process.stdout.readline(), ANSWER_SECONDS)
        assert line, self.log.read_text("utf-8")
        return json.loads(line)


@asynccontextmanager
async def start_typescript(
    consent: Consent, package: str, endpoint: str, folder: Path, scopes: Collection[str] = BOTH
) -> AsyncIterator[TypeScriptAssistant]:
    """Run the client until the block ends. `package` is "client" or "sdk", the new and the old one."""
    log = folder / "assistant.log"
    pipe = asyncio.subprocess.PIPE
    with log.open("a") as errors:
        process = await asyncio.create_subprocess_exec(
            *(NODE, SCRIPT, package, endpoint, CALLBACK), stdin=pipe, stdout=pipe, stderr=errors, limit=2**24
        )
    try:
        yield TypeScriptAssistant(process, consent, log, package == "client", scopes)
    finally:
        await end_process(process)


async def end_process(process: asyncio.subprocess.Process) -> None:
    """Close its input, at which it ends; kill it when it does not."""
    assert process.stdin
    process.stdin.close()
    try:
        await asyncio.wait_for(process.wait(), END_SECONDS)
    except TimeoutError:
        process.kill()
        await process.wait()
        raise
