"""Dynamic blocks and layouts on the public site, beside what WordPress 7.1 makes of the same blocks."""

import base64
import json
import re
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

import httpx2
import pytest
from turbohtml import Element, Node, Text, parse_fragment

from tests.unit.hosts.builtin.public.site import open_site
from tests.wordpress.mirror import mirror
from tests.wordpress.releases import NEWEST
from tests.wordpress.reset import PERMALINKS, empty_site, set_permalinks
from tests.wordpress.site import WordPress

EXAMPLES = {
    name: block
    for block in Path(__file__).with_name("rendering.html").read_text().split("\n\n\n")
    if (name := block.split("\n", 1)[0])
}
"""Blocks by name: a line that names each, and its markup."""
MARK = '<hr class="mark">'
PICTURE = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
)
GENERATED = re.compile(
    r"wp-container-.*|wp-elements-.*|is-style-.*--[0-9]+|wp-block-gallery-[0-9]+|has-global-padding|thread-(?:even|odd|alt)"
)
"""Classes that only a style sheet made for the page reads, and the theme's own; WordPress draws a text twice in one
request, and counts threads on from the first time.
"""
PLAIN = 4
"""The post with a picture. WordPress shows tags of a title as letters where a link names it for screen readers."""
LEFT_OUT = {"script"}
NOTES = json.dumps([{"id": "n-1", "content": "See <em>there</em>"}, {"id": "n-2", "content": "And &amp; here"}])
LOGO = "SELECT option_value FROM wp_options WHERE option_name = 'site_logo'"
Part = tuple[str, tuple[str, ...], str]


class Rest:
    """WordPress's own REST API, to fill the site."""

    def __init__(self, site: WordPress) -> None:
        self._client = httpx2.Client(auth=(site.user, site.password), timeout=30)
        self._url = f"{site.url}/?rest_route=/wp/v2/"

    def add(self, route: str, **fields: Any) -> Any:
        """Create something, and answer it as visitors see it."""
        answer = self._client.post(f"{self._url}{route}", json={"status": "publish", **fields})
        answer.raise_for_status()
        return answer.json()

    def change(self, route: str, **fields: Any) -> None:
        """Change what is there."""
        self._client.post(f"{self._url}{route}", json=fields).raise_for_status()

    def upload(self, name: str, body: bytes) -> int:
        """Add a picture."""
        headers = {"Content-Disposition": f'attachment; filename="{name}"', "Content-Type": "image/png"}
        answer = self._client.post(f"{self._url}media", content=body, headers=headers)
        answer.raise_for_status()
        return int(answer.json()["id"])


def fill(rest: Rest) -> dict[str, Any]:
    """A small blog: its values by the names that examples use."""
    walks = rest.add("categories", name="Walks", description="On <em>foot</em> & more")["id"]
    hills = rest.add("categories", name="Hills & dales", parent=walks)["id"]
    tags = [rest.add("tags", name=name)["id"] for name in ("green", "red")]
    picture = rest.upload("pic.png", PICTURE)
    for number in range(1, 6):
        words = f"<!-- wp:paragraph --><p>Text of post {number}. {'word ' * 80}</p><!-- /wp:paragraph -->"
        post = rest.add(
            "posts",
            title=f"Post {number} &amp; more" if number == PLAIN else f"Post <em>{number}</em> &amp; more",
            content=words,
            date_gmt=f"2026-0{number}-11T10:00:00",
            categories=[walks if number % 2 else hills],
            tags=tags if number % 2 else tags[:1],
            featured_media=picture if number == 4 else 0,
        )["id"]
        said = {"content": f"Well said, {number}", "author_name": "Bob", "author_email": "bob@example.org"}
        there = {"post": post, "date_gmt": f"2026-0{number}-12T10:00:00", "status": "approved"}
        first = rest.add("comments", **there, **said)["id"]
    reply = {"content": "So <em>it</em> was", "author_name": "Cy", "author_email": "cy@example.org", "parent": first}
    rest.add("comments", **there, **reply, author_url="https://cy.example.org")
    dated = "2026-01-01T08:00:00"
    about = rest.add("pages", title="About", date_gmt=dated)["id"]
    rest.add("pages", title="Team", parent=about, date_gmt=dated)
    rest.change("settings", site_logo=picture)
    return {"walks": walks, "hills": hills, "green": tags[0], "logo": picture}


def read_parts(html: str) -> Iterator[Part]:
    """Each element with its classes, and each text, in order."""
    yield from _walk(parse_fragment(html).children)


def _walk(nodes: Any) -> Iterator[Part]:
    for node in nodes:
        if isinstance(node, Text) and node.data.strip():
            yield "", (), " ".join(node.data.split())
        if isinstance(node, Element) and node.tag not in LEFT_OUT:
            is_drawing = node.tag == "svg" or "avatar" in _classes(node)
            yield "svg" if is_drawing else node.tag, _classes(node), ""
            if not is_drawing:  # each site has drawings of its own
                yield from _time(node) if node.tag == "time" else _walk(node.children)


def _time(node: Element) -> Iterator[Part]:
    """The moment itself: each site writes days in its own way."""
    yield "", (), datetime.fromisoformat(str(node.attrs["datetime"])).isoformat()


def _classes(node: Node) -> tuple[str, ...]:
    value = node.attrs.get("class") or "" if isinstance(node, Element) else ""
    names = " ".join(value) if isinstance(value, list) else str(value)
    return tuple(sorted({name for name in names.split() if not GENERATED.fullmatch(name)}))


@pytest.fixture(scope="module")
def sent(wordpress: WordPress) -> Iterator[str]:
    """A post that holds every example, with marks between them, and what WordPress shows of it."""
    if wordpress.release != NEWEST:
        pytest.skip("Public pages are drawn as the newest release draws them.")
    empty_site(wordpress)
    set_permalinks(wordpress, PERMALINKS)
    values = fill(rest := Rest(wordpress))
    blocks = [block.split("\n", 1)[1] for block in EXAMPLES.values()]
    marked = f"\n<!-- wp:html -->{MARK}<!-- /wp:html -->\n".join(blocks)
    for name, value in values.items():
        marked = marked.replace(f"[{name}]", str(value))
    post = rest.add(
        "posts", title="All <em>blocks</em>", content=marked, slug="all", date_gmt="2026-06-01T08:00:00",
        categories=[values["hills"]], tags=[values["green"]], excerpt="Some words of our own",
        meta={"footnotes": NOTES},
    )  # fmt: skip
    rendered: str = post["content"]["rendered"]
    set_permalinks(wordpress, "")
    yield rendered
    rest.change("settings", site_logo=None)


async def test_blocks_are_drawn_as_wordpress_draws_them(wordpress: WordPress, sent: str, tmp_path: Path) -> None:
    """The same elements, classes and words in the same order, for each example."""
    async with open_site(tmp_path) as site:
        site.settings.values["name"], site.settings.values["description"] = "Real site", ""
        await mirror(wordpress, site)
        site.settings.values["logo"] = int(wordpress.run_sql(LOGO))
        answer = await site.visit("/2026/06/all/")
    assert answer.status_code == 200, answer.text
    shown = answer.text.split('<div class="content">', 1)[1].split("\n  </div>\n", 1)[0]
    ours, theirs = (re.split(r'<hr class="mark"\s*/?>', each) for each in (shown, sent))
    assert len(ours) == len(theirs) == len(EXAMPLES)
    different = {
        name: (mine, other)
        for name, one, two in zip(EXAMPLES, ours, theirs, strict=True)
        if (mine := [*read_parts(one)]) != (other := [*read_parts(two)])
    }
    assert different == {}
