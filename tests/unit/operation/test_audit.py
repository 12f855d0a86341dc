"""Tests of what all pages of a site are judged beside."""

import threading
from collections.abc import Mapping, Sequence

import pytest

from sitehand.operation import audit
from sitehand.operation.audit import survey
from sitehand.seo.robots import Robots, read_robots
from sitehand.site.items import no_item
from sitehand.site.public_pages import PublicPage, Reading

HOME = "https://hill.example/"
INDEX = (
    f"<sitemapindex><sitemap><loc>{HOME}1.xml</loc></sitemap><sitemap><loc>{HOME}2.xml</loc></sitemap></sitemapindex>"
)
PART = "<urlset><url><loc>{0}</loc></url></urlset>"


class Files:
    """A site of files: their texts by name, and a 404 for any other."""

    home = HOME

    def __init__(self, files: Mapping[str, str]) -> None:
        self._files = files

    async def list(self, cursor: str) -> tuple[Sequence[PublicPage], str]:
        """No item."""
        return [], ""

    async def find(self, item_id: int) -> PublicPage:
        """No item."""
        raise no_item(item_id)

    async def read(self, address: str, *, body: bool = True) -> Reading:
        """A file."""
        found = self._files.get(address.removeprefix(HOME))
        return Reading(address, 404 if found is None else 200, {}, (found or "").encode())


async def test_all_parts_of_a_sitemap_are_joined() -> None:
    """An address in any of them is in the sitemap."""
    files = {"sitemap.xml": INDEX, "1.xml": PART.format("a"), "2.xml": PART.format("b")}
    found = (await survey(Files(files), [], ())).sitemap
    assert found is not None and "a" in found and "b" in found and "c" not in found


@pytest.mark.parametrize(
    "files",
    [
        {"sitemap.xml": INDEX, "1.xml": PART.format("a")},
        {"sitemap.xml": INDEX, "1.xml": PART.format("a"), "2.xml": PART.format("b")[:-5]},
        {"sitemap.xml": INDEX, "1.xml": PART.format("a"), "2.xml": INDEX},
        {"sitemap.xml": "<html><body>Soon</body></html>"},
        {"sitemap.xml": PART.format("a")[:-5]},
        {"sitemap.xml": ""},
    ],
    ids=["missing part", "damaged part", "index in an index", "no sitemap", "damaged", "empty"],
)
async def test_a_sitemap_that_cannot_be_read_tells_of_no_page(files: Mapping[str, str]) -> None:
    """Nobody knows then which pages it has, so that none is said to be missing."""
    assert (await survey(Files(files), [], ())).sitemap is None


async def test_robots_txt_is_read_beside_the_event_loop(monkeypatch: pytest.MonkeyPatch) -> None:
    """However long it is."""
    threads: list[threading.Thread] = []

    def read(text: str) -> Robots:
        threads.append(threading.current_thread())
        return read_robots(text)

    monkeypatch.setattr(audit, "read_robots", read)
    await survey(Files({"robots.txt": "user-agent: *\ndisallow: /"}), [], ())
    assert threads and threading.main_thread() not in threads
