"""Public pages as Markdown."""

import pytest

from sitehand.hosts.builtin.public import markdown
from sitehand.hosts.builtin.public.accept import wants_markdown
from sitehand.hosts.builtin.public.markdown import MAX_CHARACTERS
from tests.unit.hosts.builtin.public.site import SITE_URL, Site

WALK = "/2026/03/walk/"
HTML = '<h2>Up</h2><p>A <b>brook</b>, <a href="/map/">a map</a>.</p><ul><li>one</li></ul>'
MARKDOWN = f"# A \\*walk\\*\n\n## Up\n\nA **brook**, [a map]({SITE_URL}/map/).\n\n- one\n"


@pytest.fixture
async def walk(site: Site) -> Site:
    """A site with a post."""
    await site.add(slug="walk", title="A *walk*", content=HTML, date="2026-03-05T10:00:00Z")
    return site


async def test_a_page_is_there_as_markdown(walk: Site) -> None:
    """At an address of its own, which the page names, and for who asks for it; the page itself stays what it is."""
    html = await walk.visit(WALK)
    assert '<link rel="alternate" type="text/markdown" href="/2026/03/walk.md">' in html.text
    for path, headers in (("/2026/03/walk.md", {}), (WALK, {"Accept": "text/markdown, */*"})):
        answer = await walk.visit(path, headers=headers)
        assert (answer.text, answer.headers["content-type"]) == (MARKDOWN, "text/markdown; charset=utf-8")
        assert (answer.headers["vary"], answer.headers["link"]) == ("Accept", f'<{SITE_URL}{WALK}>; rel="canonical"')
    again = await walk.visit(WALK)
    assert (again.text, again.headers["vary"]) == (html.text, "Accept")
    assert (await walk.visit("/nothing.md")).status_code == 404


async def test_what_is_protected_or_very_long_has_no_markdown(site: Site) -> None:
    """Nothing of it is told; who asks for Markdown gets the page."""
    await site.add(slug="walk", content="<p>treasure</p>", password="key", date="2026-03-05T10:00:00Z")
    await site.add("page", slug="long", content="x" * (MAX_CHARACTERS + 1))
    for path in ("/2026/03/walk", "/long"):
        assert (await site.visit(f"{path}.md")).status_code == 404
        answer = await site.visit(f"{path}/", headers={"Accept": "text/markdown"})
        assert answer.headers["content-type"] == "text/html; charset=utf-8"
        assert "treasure" not in answer.text
        assert "text/markdown" not in answer.text


async def test_what_is_bounded_is_what_blocks_make(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    """A short text may draw a long page: that has no Markdown, whatever its text measures."""
    await site.add("page", slug="list", content="<!-- wp:latest-posts /-->")
    assert (await site.visit("/list.md")).status_code == 200
    await site.add(slug="walk", title="W" * 300)
    monkeypatch.setattr(markdown, "MAX_CHARACTERS", 300)
    assert (await site.visit("/list.md")).status_code == 404
    page = await site.visit("/list/", headers={"Accept": "text/markdown"})
    assert "W" * 300 in page.text
    assert "text/markdown" not in page.text


@pytest.mark.parametrize(
    ("accept", "wanted"),
    [
        ("text/markdown", True),
        ("text/html;q=0.9, text/markdown", True),
        ("TEXT/HTML, text/markdown;q=0.9", False),
        ("text/markdown;q=0, */*", False),
        ("text/markdown;q=many", False),
        ("text/html,*/*", False),
        ("text/markdown," + "a" * 1000, False),
    ],
)
def test_markdown_is_for_who_prefers_it(accept: str, wanted: bool) -> None:
    """By the weights of the header, as far as it can be read."""
    assert wants_markdown(accept) is wanted
