"""After an import every page and post can be read through REST and MCP, and published ones are on the site."""

from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from xml.etree import ElementTree

import pytest

from sitehand.app import assemble
from tests.exports import import_export
from tests.service import Service, open_service

ROOT = Path(__file__).resolve().parents[2]
REAL = ROOT.parent / "shared" / "data" / "themeunittestdata.wordpress.xml"
SMALL = ROOT / "tests/unit/hosts/builtin/importing/fixtures/small.xml"
CONTENT = "{http://purl.org/rss/1.0/modules/content/}encoded"
KINDS = {"page": "pages", "post": "posts"}
STATUSES = ("publish", "draft", "pending", "private", "future", "trash")


@dataclass(frozen=True, slots=True)
class Entry:
    """A page or post as the standard library's parser reads it."""

    kind: str
    title: str
    content: str
    status: str
    password: str


@dataclass(frozen=True, slots=True)
class Imported:
    """A service after the import, and what the file holds."""

    service: Service
    entries: list[Entry]

    async def list_all(self, kind: str) -> list[dict[str, Any]]:
        """Every object of a kind, in every status, with what was written."""
        found: list[dict[str, Any]] = []
        for page in range(1, 100):
            query = f"context=edit&per_page=20&page={page}&orderby=id&order=asc&status={','.join(STATUSES)}"
            answer = await self.get(f"/sitehand/v1/{KINDS[kind]}?{query}")
            found += answer
            if len(answer) < 20:
                break
        return found

    async def get(self, path: str) -> Any:
        """The JSON value at an address of the API."""
        answer = await self.service.http.get(path, headers={"X-API-Key": self.service.keys["admin"]})
        assert answer.status_code == 200, f"{path}: {answer.text}"
        return answer.json()


def read_entries(file: Path) -> Iterator[Entry]:
    """The pages and posts of an export."""
    for item in ElementTree.parse(file).iter("item"):
        fields = {child.tag.rpartition("}")[2]: child.text or "" for child in item if child.tag != CONTENT}
        content = item.findtext(CONTENT) or ""
        if fields.get("post_type") in KINDS and fields.get("status") in STATUSES:
            yield Entry(
                fields["post_type"],
                item.findtext("title") or "",
                content,
                fields["status"],
                fields.get("post_password", ""),
            )


@pytest.fixture(
    params=[
        pytest.param(SMALL, id="small"),
        pytest.param(
            REAL,
            id="real",
            marks=pytest.mark.skipif(not REAL.exists(), reason=f"the real export is not here ({REAL.name})"),
        ),
    ]
)
async def imported(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Imported]:
    """A service whose folder an export was imported into, as `sitehand import` does."""
    async with open_service(tmp_path) as service:
        parts = assemble(service.settings)
        await import_export(parts.database, request.param, report_progress=lambda *_: None, now=datetime.now(UTC))
        await parts.close()
        yield Imported(service, list(read_entries(request.param)))


def shape(entries: list[Entry]) -> list[tuple[str, str, str]]:
    """What must come back, in an order of its own."""
    return sorted((entry.kind, entry.title, entry.content) for entry in entries)


async def test_rest_gives_every_page_and_post_as_the_file_has_it(imported: Imported) -> None:
    """Title and content in the context edit are byte for byte those of the file, in lists and one by one."""
    found = []
    for kind, path in KINDS.items():
        for item in await imported.list_all(kind):
            single = await imported.get(f"/sitehand/v1/{path}/{item['id']}?context=edit")
            assert single["title"]["raw"] == item["title"]["raw"]
            assert single["content"]["raw"] == item["content"]["raw"]
            found.append((kind, single["title"]["raw"], single["content"]["raw"]))
    assert len(found) == len(imported.entries)
    assert sorted(found) == shape(imported.entries)


async def test_mcp_gives_every_page_and_post_as_the_file_has_it(imported: Imported) -> None:
    """get_page and get_post, for each; members that are named come whole."""
    found, whole = [], {"context": "edit", "_fields": "title.raw,content.raw"}
    for kind in KINDS:
        for item in await imported.list_all(kind):
            result = await imported.service.tool(f"get_{kind}", {"id": item["id"], **whole})
            assert not result.get("isError"), result
            read = result["structuredContent"]
            found.append((kind, read["title"]["raw"], read["content"]["raw"]))
    assert sorted(found) == shape(imported.entries)


async def test_what_is_published_is_on_the_site_and_nothing_else(imported: Imported) -> None:
    """Each published one is at its link, with its title; drafts, private, pending and trashed ones are not."""
    statuses: dict[str, int] = {}
    for kind in KINDS:
        for item in await imported.list_all(kind):
            link = urlsplit(item["link"])
            path = link.path + (f"?{link.query}" if link.query else "")
            answer = await imported.service.http.get(path, follow_redirects=True)
            statuses[item["status"]] = statuses.get(item["status"], 0) + 1
            if item["status"] == "publish":
                assert answer.status_code == 200, item["link"]
                assert "<main" in answer.text
                assert item["title"]["rendered"] in answer.text, item["link"]
            else:
                assert answer.status_code == 404 or path.startswith("/?"), (item["status"], item["link"])
                assert not item["content"]["raw"] or item["content"]["raw"] not in answer.text
    wanted = {status: sum(e.status == status for e in imported.entries) for status in STATUSES}
    assert statuses == {status: count for status, count in wanted.items() if count}
