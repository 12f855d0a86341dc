"""Synced patterns on public pages: as they are now, with overrides, and never endless."""

from sqlalchemy import update

from sitehand.blocks.attributes import write_attributes
from sitehand.hosts.builtin.tables import items
from tests.statements import execute
from tests.unit.hosts.builtin.public.rendering.test_page import show
from tests.unit.hosts.builtin.public.site import Site

OPEN = '<!-- wp:heading {"metadata":{"name":"Title","bindings":{"__default":{"source":"core/pattern-overrides"}}}} -->'
CARD = (
    f'{OPEN}\n<h2 class="wp-block-heading">Own title</h2>\n<!-- /wp:heading -->\n\n'
    '<!-- wp:paragraph {"metadata":{"name":"Fixed"}} -->\n<p>Own words</p>\n<!-- /wp:paragraph -->'
)


def refer(pattern: int, **content: object) -> str:
    """A reference to a pattern."""
    return f"<!-- wp:block {write_attributes({'ref': pattern, **({'content': content} if content else {})})} /-->"


async def test_a_reference_shows_the_pattern_as_it_is_now(site: Site) -> None:
    """A change of the pattern, and its way to the draft, show on a page that nobody touched."""
    pattern = await site.add("pattern", content=CARD, path="")
    await site.add("page", slug="card", content=refer(pattern))
    assert '<h2 class="wp-block-heading">Own title</h2>' in (await site.visit("/card/")).text
    changed = update(items).where(items.c.id == pattern)
    await execute(site.database, changed.values(content=CARD.replace("Own title", "New title")))
    assert "New title" in (await site.visit("/card/")).text
    await execute(site.database, changed.values(status="draft"))
    assert "New title" not in (await site.visit("/card/")).text


async def test_overrides_replace_what_the_pattern_opens(site: Site) -> None:
    """The heading is opened, the paragraph is not; what runs is cleaned as anywhere."""
    pattern = await site.add("pattern", content=CARD, path="")
    given = {"Title": {"content": "Mine <script>run()</script><em>now</em>", "level": 5}, "Fixed": {"content": "Mine"}}
    html = await show(site, refer(pattern, **given) + refer(pattern))
    assert "Mine <em>now</em></h2>" in html
    assert "run()" not in html
    assert html.count("Own title") == 1
    assert html.count("Own words</p>") == 2


async def test_patterns_that_hold_each_other_end(site: Site) -> None:
    """Each is shown once within the other, and a page of very many references has a bound."""
    one = await site.add("pattern", content="<p>One</p>", path="")
    two = await site.add("pattern", content=f"<p>Two</p>{refer(one)}", path="")
    await execute(site.database, update(items).where(items.c.id == one).values(content=f"<p>One</p>{refer(two)}"))
    html = await show(site, refer(one))
    assert (html.count("<p>One</p>"), html.count("<p>Two</p>")) == (1, 1)
    long = await site.add("pattern", content="<!-- -->" * 30_000, path="")
    assert "left-out" in await show(site, refer(long) * 100)
    assert refer(999) not in await show(site, refer(999) + refer(-1) + '<!-- wp:block {"ref":"x"} /-->')
