"""The examples of docs/safe-writes.md, each section run alone by a shell beside a running demo."""

import asyncio
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Awaitable, Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from sitehand.app import assemble
from sitehand.demo import prepare_demo
from sitehand.operation.policy import Rule
from sitehand.parts import Parts
from sitehand.settings import Settings
from tests.browser import require
from tests.choices import set_rules
from tests.databases import migrate
from tests.processes import START_SECONDS, clean_environment, serve_process

PAGE = Path(__file__).parents[2] / "docs" / "safe-writes.md"
SECTION = re.compile(r"^## ([^\n]+)$", re.MULTILINE)
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
TOKEN = r"[0-9a-f]{12}\.[0-9a-f]{8}|\b[0-9a-f]{32}\b|\b[0-9a-f]{12}\b"
MOMENT = r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ"
PIECES = re.compile(f"({TOKEN}|{MOMENT}|\\b\\d+\\b)")
NUMBERED = re.compile(r"(\.(id|change_id|next_cursor|parent|undone_by)|\.undone\[\d+\])$")
"""Members whose value is the number of an object, which is another one on each site."""
END_OF_BLOCK = "--- the end of a block ---"
PREPARED: Mapping[str, Callable[[Parts], Awaitable[None]]] = {
    "Require approval": lambda parts: set_rules(parts.database, [Rule(role="author", transition="public")]),
    "Pause all writes": lambda parts: parts.choices.set_paused(True),
    "Check the journal, and export it": lambda parts: parts.choices.set_paused(False),
}
"""What the page says that the owner has chosen in the admin screens, by the section that says it."""


@dataclass(frozen=True, slots=True)
class Demo:
    """A running demo: its address, its key, and the folder that its data folder is in."""

    url: str
    key: str
    folder: Path


@dataclass
class Reader:
    """Somebody who compares answers with the page. `seen` are the page's names of things, with what they are here."""

    seen: dict[str, str] = field(default_factory=dict)
    checked: int = 0

    def compare(self, language: str, shown: str, said: str) -> None:
        """Hold what a block of commands said to what the page shows of it."""
        self.checked += 1
        if language == "text":
            for line in shown.splitlines():
                assert re.search(f"^{re.sub('[0-9]+', '[0-9]+', re.escape(line))}$", said, re.MULTILINE), said
            return
        if language == "http":
            shown, said = self._compare_head(shown, said)
        if shown.strip():
            self._match(json.loads(shown), json.loads(said), "body")
        else:
            assert not said

    def _compare_head(self, shown: str, said: str) -> tuple[str, str]:
        """Both bodies, after the heads were held together."""
        (head, _, body), (given, _, content) = shown.partition("\n\n"), said.partition("\n\n")
        line, *lines = head.strip().split("\n")
        status, *headers = given.split("\n")
        assert status.split(" ")[1] == line.split(" ")[1], said
        got = {name.lower(): value for name, value in (each.split(": ", 1) for each in headers)}
        for name, value in (each.split(": ", 1) for each in lines):
            self._match(value, got[name.lower()], name)
        return body, content

    def _match(self, shown: Any, got: Any, place: str) -> None:
        if isinstance(shown, dict):
            for name, value in shown.items():
                assert name in got, f"{place} has no {name}: {got}"
                self._match(value, got[name], f"{place}.{name}")
        elif isinstance(shown, list):
            assert len(shown) == len(got), f"{place}: {got}"
            for number, (one, other) in enumerate(zip(shown, got, strict=True)):
                self._match(one, other, f"{place}[{number}]")
        elif NUMBERED.search(place):
            assert type(shown) is type(got), f"{place}: {got}"
            self._match_number(str(shown), str(got), place)
        elif isinstance(shown, str):
            self._match_text(shown, got, place)
        else:
            assert shown == got, f"{place}: {got}"

    def _match_number(self, shown: str, got: str, place: str) -> None:
        """One number of the page is one number here. The page numbers each kind of object within a ten of its own."""
        others = {
            here for there, here in self.seen.items() if there.isdigit() and there != shown and there[0] == shown[0]
        }
        assert self.seen.setdefault(shown, got) == got, f"{place}: {got}"
        assert got not in others, f"{place}: {got} is not {shown}"

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


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Demo]:
    """One demo for all sections."""
    for program in ("bash", "curl", "jq", "openssl"):
        require(shutil.which(program), program)
    folder = tmp_path_factory.mktemp("page")
    access = asyncio.run(_with_parts(folder / "demo-site", prepare_demo))
    with serve_process(folder / "demo-site") as served:
        yield Demo(served.url, access.key, folder)


def read_sections() -> dict[str, list[tuple[str, str]]]:
    """The blocks of each section that has some, as languages and texts; under "" those before the first."""
    headings = ["", *SECTION.findall(PAGE.read_text("utf-8"))]
    texts = SECTION.split(PAGE.read_text("utf-8"))[::2]
    return {heading: BLOCK.findall(text) for heading, text in zip(headings, texts, strict=True) if BLOCK.search(text)}


def run_commands(demo: Demo, blocks: list[str]) -> Iterator[tuple[str, str]]:
    """Let a shell run the page's first block and then these; what each of these said on both its outputs."""
    ((_, opening),) = read_sections()[""]
    mark = f"\necho '{END_OF_BLOCK}' | tee /dev/stderr\n"
    script = mark.join(["set -eu", opening.replace("http://127.0.0.1:8000", demo.url), *blocks])
    done = subprocess.run(
        ["bash", "-c", script],
        input=f"{demo.key}\n",
        cwd=demo.folder,
        env={**clean_environment(), "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"},
        capture_output=True,
        text=True,
        timeout=START_SECONDS,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    outputs, errors = (text.split(f"{END_OF_BLOCK}\n")[2:] for text in (done.stdout, done.stderr))
    return zip(outputs, errors, strict=True)


@pytest.mark.parametrize("heading", [heading for heading in read_sections() if heading])
def test_every_section_runs_alone_and_answers_as_the_page_shows_it(demo: Demo, heading: str) -> None:
    """Its commands, after those that open the page, say on a demo what the page says."""
    blocks = read_sections()[heading]
    if heading in PREPARED:
        asyncio.run(_with_parts(demo.folder / "demo-site", PREPARED[heading]))
    said = run_commands(demo, [text for language, text in blocks if language == "sh"])
    reader, answer, told = Reader(), "", ""
    for language, text in blocks:
        if language == "sh":
            answer, told = next(said)
        else:
            reader.compare(language, text, told if language == "text" else answer)
    assert reader.checked
    assert next(said, None) is None


def test_the_page_is_read_whole() -> None:
    """Every command and answer of it belongs to a section that is run."""
    sections = read_sections()
    assert set(PREPARED) < set(sections)
    assert sum(len(blocks) for blocks in sections.values()) == PAGE.read_text("utf-8").count("\n```") / 2
    assert {language for blocks in sections.values() for language, _ in blocks} == {"sh", "http", "json", "text"}


async def _with_parts(data: Path, use: Callable[[Parts], Awaitable[Any]]) -> Any:
    parts = assemble(Settings(data=data))
    try:
        await migrate(parts.database)
        return await use(parts)
    finally:
        await parts.close()
