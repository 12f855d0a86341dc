"""The examples of docs/safe-writes.md, run in their order against a running demo."""

import asyncio
import json
import re
import shlex
import urllib.error
import urllib.request
from collections.abc import Awaitable, Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sitehand.app import Parts, assemble
from sitehand.demo import prepare_demo
from sitehand.guard.approvals import Rule
from sitehand.settings import Settings
from sitehand.store.migration import migrate
from tests.processes import make_key, run_sitehand, serve_process

PAGE = Path(__file__).parents[2] / "docs" / "safe-writes.md"
BLOCK = re.compile(r"^## (?P<heading>[^\n]+)$|^```(?P<language>\w+)\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)
TOKEN = r"[0-9a-f]{12}\.[0-9a-f]{8}|\b[0-9a-f]{32}\b|\b[0-9a-f]{12}\b"
MOMENT = r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ"
PIECES = re.compile(f"({TOKEN}|{MOMENT})")
PREPARED: Mapping[str, Callable[[Parts], Awaitable[None]]] = {
    "Let a person approve": lambda parts: parts.choices.set_rules([Rule(role="author", transition="public")]),
    "Pause all writes": lambda parts: parts.choices.set_paused(True),
    "Check the journal, and export it": lambda parts: parts.choices.set_paused(False),
}
"""What the page says that the owner has chosen in the admin screens, by the section that says it."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What a request got: its status, its headers by their names in lower case, its JSON value."""

    status: int
    headers: Mapping[str, str]
    body: Any


@dataclass
class Reader:
    """Somebody who follows the page. `seen` are the page's revisions and ids of requests, with what they are here."""

    url: str
    folder: Path
    keys: dict[str, str]
    seen: dict[str, str] = field(default_factory=dict)
    checked: int = 0

    def send(self, text: str) -> Answer:
        """Send a request as the page writes it."""
        head, _, body = self.translate(text).partition("\n\n")
        line, *lines = head.strip().split("\n")
        method, path = line.split(" ")
        headers = {"X-API-Key": "$DEMO"} | dict(each.split(": ", 1) for each in lines)
        headers["X-API-Key"] = self.keys[headers["X-API-Key"]]
        return self._ask(method, path, body.encode() or None, headers)

    def call_tool(self, text: str) -> Answer:
        """Call a tool; the answer's body is the object that it says as text."""
        call = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": json.loads(self.translate(text))}
        accept = {"Accept": "application/json, text/event-stream", "X-API-Key": self.keys["$DEMO"]}
        answer = self._ask("POST", "/mcp", json.dumps(call).encode(), accept)
        return Answer(answer.status, answer.headers, json.loads(answer.body["result"]["content"][0]["text"]))

    def run(self, text: str) -> str:
        """Run commands; what they said on both outputs."""
        said = ""
        for line in text.strip().split("\n"):
            program, *arguments = shlex.split(line)
            done = run_sitehand(*arguments, folder=self.folder)
            assert (program, done.returncode) == ("sitehand", 0), done.stderr
            said += done.stdout + done.stderr
        return said

    def compare(self, text: str, answer: Answer) -> None:
        """Hold an answer to what the page shows of it."""
        self.checked += 1
        if text.startswith("HTTP/1.1 "):
            head, _, text = text.partition("\n\n")
            line, *lines = head.strip().split("\n")
            assert answer.status == int(line.split(" ")[1]), answer
            for name, value in (each.split(": ", 1) for each in lines):
                self._match(value, answer.headers[name.lower()], name)
        if text.strip():
            self._match(json.loads(text), answer.body, "body")
        else:
            assert answer.body is None

    def translate(self, text: str) -> str:
        """A request with what the page's revisions are here."""
        return re.sub(TOKEN, lambda found: self.seen[found[0]], text)

    def _match(self, shown: Any, got: Any, place: str) -> None:
        if isinstance(shown, dict):
            for name, value in shown.items():
                assert name in got, f"{place} has no {name}: {got}"
                self._match(value, got[name], f"{place}.{name}")
        elif isinstance(shown, list):
            assert len(shown) == len(got), f"{place}: {got}"
            for number, (one, other) in enumerate(zip(shown, got, strict=True)):
                self._match(one, other, f"{place}[{number}]")
        elif isinstance(shown, str):
            self._match_text(shown, got, place)
        else:
            assert shown == got, f"{place}: {got}"

    def _match_text(self, shown: str, got: str, place: str) -> None:
        """Moments may be any; a revision that was met before must be the same here too, and a new one a new one."""
        pattern, new = "", []
        for piece in PIECES.split(shown):
            if re.fullmatch(MOMENT, piece):
                pattern += MOMENT
            elif re.fullmatch(TOKEN, piece) and piece not in self.seen:
                pattern += f"({TOKEN})"
                new.append(piece)
            else:
                pattern += re.escape(self.seen.get(piece, piece))
        found = re.fullmatch(pattern, got)
        assert found, f"{place}: the page says {shown!r}, the answer {got!r}"
        assert not {*found.groups()} & {*self.seen.values()}, f"{place}: {got!r} is not new"
        self.seen.update(zip(new, found.groups(), strict=True))

    def _ask(self, method: str, path: str, body: bytes | None, headers: Mapping[str, str]) -> Answer:
        address = f"{self.url}/sitehand/v1{path}"
        request = urllib.request.Request(address, body, {"Content-Type": "application/json", **headers}, method=method)
        try:
            response = urllib.request.urlopen(request, timeout=30)
        except urllib.error.HTTPError as refusal:
            response = refusal
        with response:
            content = response.read()
            names = {name.lower(): value for name, value in response.headers.items()}
            return Answer(response.status, names, json.loads(content) if content else None)


def test_every_example_answers_as_the_page_shows_it(tmp_path: Path) -> None:
    """Requests, tool calls and commands of the page do on a fresh demo what the page says, in its order."""
    data = tmp_path / "demo-site"
    demo = asyncio.run(_with_parts(data, prepare_demo))
    with serve_process(data) as served:
        reader = Reader(served.url, tmp_path, {"$DEMO": demo.key})
        said: Answer | str = ""
        for heading, language, text in _read_blocks():
            if "$AUTHOR" in text and "$AUTHOR" not in reader.keys:
                reader.keys["$AUTHOR"] = make_key(data, "author")
            if heading in PREPARED:
                asyncio.run(_with_parts(data, PREPARED[heading]))
            elif language == "text":
                assert isinstance(said, str)
                assert set(text.splitlines()) <= set(said.splitlines()), said
            elif language == "sh":
                said = reader.run(text)
            elif language == "http" and not text.startswith("HTTP/"):
                said = reader.send(text)
            elif language == "json" and json.loads(text).keys() == {"name", "arguments"}:
                said = reader.call_tool(text)
            elif language:
                assert isinstance(said, Answer)
                reader.compare(text, said)
    assert reader.checked > len(PREPARED)
    assert (tmp_path / "changes.jsonl").stat().st_size


def _read_blocks() -> Iterator[tuple[str, str, str]]:
    for found in BLOCK.finditer(PAGE.read_text("utf-8")):
        yield found["heading"] or "", found["language"] or "", found["text"] or ""


async def _with_parts(data: Path, use: Callable[[Parts], Awaitable[Any]]) -> Any:
    parts = assemble(Settings(data=data))
    try:
        await migrate(parts.database)
        return await use(parts)
    finally:
        await parts.close()
